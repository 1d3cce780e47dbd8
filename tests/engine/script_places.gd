extends "res://dimension.gd"
## Scripts put bodies elsewhere, and carry them across links.

const STEP := 0.2               ## Meters a frame in which a script carries a body across a link.
const EXIT := Vector2(1.5, 0)


## A floor of 40 m × 40 m with a wall that one walks round at its end.
func wall_between() -> void:
	engine_baked(Vector2(-20, -20), Vector2(20, 20), [[Vector2(-1, -20), Vector2(1, 15)]])
	await frames(4)


## A body below which an agent stands whose velocity nobody takes.
func still_agent(x: float, z: float) -> Node:
	return our_node("NavAgent", {}, bare_node(x, z))


func ask(agent: Node, how: String, target: Variant) -> void:
	if how == "request":
		agent.requestPath(target)
	else:
		agent.target_position = target


func answers(agent: Node) -> Array:
	var path := Array(agent.get_current_navigation_path()).map(ground)
	var next := ground(agent.get_next_path_position())
	var left := meters(agent.distance_left)
	return [meters(agent.get_path_length()), left, next.x, next.y, path[0].x, path[0].y, path[-1].x, path[-1].y]


## An agent is put elsewhere, and asked for a target near its old one, or for the same; a new agent there is the oracle.
func put_and_ask(how: String, place: Vector2, moved: float) -> void:
	await wall_between()
	var agent := still_agent(-18, -15)
	await frames(2)
	ask(agent, how, at(18, -15))
	await frames(4)
	var changes := [0]
	agent.path_changed.connect(func(): changes[0] += 1)
	report("around the wall", meters(agent.get_path_length()))
	move_to(agent.get_parent(), place.x, place.y)
	ask(agent, how, at(18, -15 + moved))
	report("at once", answers(agent))
	await frames(3)
	report("changes", changes[0])
	report("later", answers(agent))
	agent.get_parent().free()
	var other := still_agent(place.x, place.y)
	await frames(2)
	ask(other, how, at(18, -15 + moved))
	report("oracle", answers(other))


func scenario_put_near_a_new_target() -> void:
	await put_and_ask("target", Vector2(15, -14), 0.2)


func scenario_put_near_a_new_request() -> void:
	await put_and_ask("request", Vector2(15, -14), 0.2)


func scenario_put_near_the_same_target() -> void:
	await put_and_ask("target", Vector2(15, -14), 0.0)


func scenario_put_near_the_same_request() -> void:
	await put_and_ask("request", Vector2(15, -14), 0.0)


## A script carries the body over a gap, and the path ends `beyond` meters behind the link.
func carry(finishes: bool, beyond: float) -> void:
	baked_at(Vector2(-8, -6), Vector2(-1, 6))
	baked_at(Vector2(1, -6), Vector2(12, 6))
	our_node("NavLink", {"start_position": at(-EXIT.x, 0), "end_position": at(EXIT.x, 0)})
	var agent := still_agent(-6, 0)
	var body: Node = agent.get_parent()
	var carried := [false]
	var seen := {"carried": 0, "left when taken back": 0.0, "farthest": -INF, "told at the end": -1.0}
	agent.link_reached.connect(func(_details): carried[0] = agent.take_over_link())
	agent.velocity_computed.connect(func(velocity):
		if seen.carried > 0 and not carried[0] and seen["told at the end"] < 0:
			seen["told at the end"] = meters(velocity.length())
		if not carried[0]:
			body.position += velocity / 60.0)
	await frames(4)
	agent.requestPath(at(EXIT.x + beyond, 0))
	for i in 600:
		await physics_frame
		if carried[0]:
			seen.carried += 1
			var way := EXIT - ground(body.position)
			if not agent.is_on_link and seen.carried > 3:
				seen["left when taken back"] = maxf(seen["left when taken back"], way.length())
			body.position += (at(EXIT.x, 0) - at(0, 0)).normalized() * length(minf(STEP, way.x))
			if way.x <= STEP and finishes:
				carried[0] = false
				agent.finish_link()
			elif way.x <= STEP and not agent.is_on_link:
				carried[0] = false
		elif seen.carried > 0:
			seen.farthest = maxf(seen.farthest, ground(body.position).x - EXIT.x - beyond)
	for what in seen:
		report(what, seen[what])
	report("status", agent.hasArrived())
	report("rest", ground(body.position).x - EXIT.x - beyond)


func scenario_carries_and_finishes() -> void:
	await carry(true, 0.0)


func scenario_carries_without_finishing() -> void:
	await carry(false, 0.0)


func scenario_carries_and_goes_on() -> void:
	await carry(true, 8.0)
