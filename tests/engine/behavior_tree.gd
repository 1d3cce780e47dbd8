extends "res://level.gd"
## The behaviours on their own: what they do, and what becomes of them when their agent or target goes.

const Behavior := preload("res://addons/navpy/behavior_tree/behavior.gd")
const MoveTo := preload("res://addons/navpy/behavior_tree/move_to.gd")
const Follow := preload("res://addons/navpy/behavior_tree/follow.gd")
const Flee := preload("res://addons/navpy/behavior_tree/flee.gd")
const Wander := preload("res://addons/navpy/behavior_tree/wander.gd")
const Patrol := preload("res://addons/navpy/behavior_tree/patrol.gd")

const DELTA := 1.0 / 60


func run() -> void:
	floor_at(30, 30)
	floor_at(3, 3, Vector3(40, 0, 0))
	box(Vector3(0.5, 2, 20), Vector3(8, 1, 5))
	await baked(baker())
	await follows()
	await follow_of_the_unreachable()
	await flees()
	await flees_along_a_wall()
	await is_cornered()
	await wanders()
	await wanders_home()
	await patrols("loop", Patrol.LOOP)
	await patrols("ping-pong", Patrol.PING_PONG)
	await patrols("once", Patrol.ONCE)
	await patrols_round_the_unreachable()
	await patrol_goes_on()
	await without_points()
	await off_the_navmesh()
	await without_target()
	await hands_over()


func free_walker(agent: NavAgent) -> void:
	agent.get_parent().free()


func place_of(agent: NavAgent) -> Vector2:
	return flat(agent.get_parent().position)


func node_at(place: Vector3) -> Node3D:
	var node := Node3D.new()
	node.position = place
	world.add_child(node)
	return node


## Ticks a behaviour for some frames, or until it ends; its last status.
func ticks(behavior: Behavior, count: int) -> int:
	for i in count:
		var status: int = behavior.tick(DELTA)
		if status != NavAgent.RUNNING:
			return status
		await physics_frame
	return NavAgent.RUNNING


func follows() -> void:
	var agent := walker(Vector3(-10, 0, 0))
	var leader := node_at(Vector3(0, 0, 0))
	var follow := Follow.new(agent, leader)
	var status := await ticks(follow, 300)
	var stands := place_of(agent)
	leader.position.x += 0.5
	await ticks(follow, 60)
	var stays := place_of(agent).distance_to(stands)
	var farthest := 0.0
	for i in 240:
		leader.position.z -= 2.0 / 60
		await ticks(follow, 1)
		farthest = maxf(farthest, place_of(agent).distance_to(flat(leader.position)))
	await ticks(follow, 120)
	var gap := place_of(agent).distance_to(flat(leader.position))
	report("follow", {"status": status, "stands": stands.length(), "stays": stays, "farthest": farthest, "gap": gap})
	leader.free()
	report("follow of the freed", {"status": follow.tick(), "why": follow.reason_text, "reason": agent.reason})
	free_walker(agent)
	report("follow by the freed", {"status": follow.tick(), "why": follow.reason_text})


func follow_of_the_unreachable() -> void:
	var agent := walker(Vector3(-10, 0, 0))
	var leader := node_at(Vector3(40, 0, 0))
	var follow := Follow.new(agent, leader)
	var status := await ticks(follow, 30)
	var why := follow.reason_text
	leader.position = Vector3(0, 0, 0)
	var again := await ticks(follow, 300)
	report("follow of the unreachable", {"status": status, "why": why, "again": again, "why again": follow.reason_text,
			"gap": place_of(agent).distance_to(flat(leader.position))})
	leader.free()
	free_walker(agent)


func flees() -> void:
	var agent := walker(Vector3(0, 0, 0))
	var threat := node_at(Vector3(2, 0, 0))
	var flee := Flee.new(agent, threat)
	flee.distance = 8
	var status := await ticks(flee, 600)
	var off := place_of(agent).distance_to(flat(threat.position))
	var again: int = flee.tick()
	threat.position = Vector3(-8, 0, 0)
	var pursued := await ticks(flee, 600)
	report("flee", {"status": status, "off": off, "again": again, "pursued": pursued,
			"pursued off": place_of(agent).distance_to(flat(threat.position))})
	threat.free()
	report("flee from the freed", {"status": flee.tick(), "why": flee.reason_text})
	free_walker(agent)


## The wall is straight behind it: it has to run along it.
func flees_along_a_wall() -> void:
	var agent := walker(Vector3(6.5, 0, 5))
	var threat := node_at(Vector3(3, 0, 5))
	var flee := Flee.new(agent, threat)
	var nearest := INF
	var status := NavAgent.RUNNING
	for i in 900:
		status = flee.tick(DELTA)
		if status != NavAgent.RUNNING:
			break
		nearest = minf(nearest, place_of(agent).distance_to(flat(threat.position)))
		await physics_frame
	report("flee along a wall", {"status": status, "nearest": nearest, "off": place_of(agent).distance_to(flat(threat.position))})
	threat.free()
	free_walker(agent)


## On an island where no place is far enough.
func is_cornered() -> void:
	var agent := walker(Vector3(40.5, 0, 0))
	var threat := node_at(Vector3(39.5, 0, 0))
	var flee := Flee.new(agent, threat)
	var status := await ticks(flee, 600)
	var place := place_of(agent)
	var why := flee.reason_text
	for i in 20:
		flee.tick(DELTA)
		await physics_frame
	report("cornered", {"status": status, "why": why, "drift": place.distance_to(place_of(agent))})
	threat.position = Vector3(20, 0, 0)
	report("no longer cornered", {"status": flee.tick()})
	threat.free()
	free_walker(agent)


## Places where the walks of a wanderer ended, and how far it went from its home.
func stroll(name: String, random_seed: int) -> Dictionary:
	var agent := walker(Vector3(-5, 0, 0))
	agent.get_parent().name = name
	var wander := Wander.new(agent)
	wander.radius = 5
	wander.random_seed = random_seed
	wander.pause_max = 1.0
	var ends := []
	var farthest := 0.0
	var stood := 0
	var status := NavAgent.RUNNING
	for i in 1200:
		status = wander.tick(DELTA)
		if status != NavAgent.RUNNING:
			break
		var path := agent.get_current_navigation_path()
		if path.size() > 0 and agent.status == NavAgent.RUNNING and (ends.is_empty() or ends[-1] != flat(path[-1])):
			ends.append(flat(path[-1]))
		stood += int(agent.desired_velocity.length() < 0.01)
		farthest = maxf(farthest, place_of(agent).distance_to(Vector2(-5, 0)))
		await physics_frame
	free_walker(agent)
	return {"status": status, "ends": ends.map(func(end: Vector2): return [end.x, end.y]), "farthest": farthest, "stood": stood}


func wanders() -> void:
	report("wander", await stroll("Rover", 1))
	report("wander again", await stroll("Rover", 1))
	report("wander of another seed", await stroll("Rover", 2))
	report("wander of another name", await stroll("Bello", 1))


func wanders_home() -> void:
	var agent := walker(Vector3(-12, 0, -12))
	var home := node_at(Vector3(0, 0, 0))
	var wander := Wander.new(agent, home)
	wander.radius = 3
	await ticks(wander, 480)
	report("wander home", place_of(agent).length())
	home.free()
	report("wander of the homeless", {"status": wander.tick(), "why": wander.reason_text})
	free_walker(agent)


func points() -> Array:
	return [Vector3(-6, 0, -4), Vector3(-2, 0, -4), Vector3(-2, 0, -8)]


## Which points a patrol comes to, in order.
func patrols(what: String, mode: int) -> void:
	var agent := walker(Vector3(-8, 0, -4), 1.0, {"target_desired_distance": 0.3})
	var patrol := Patrol.new(agent, points())
	patrol.mode = mode
	patrol.wait = 0.5
	var visits := []
	var status := NavAgent.RUNNING
	var waited := 0
	for i in 900:
		status = patrol.tick(DELTA)
		for k in 3:
			if place_of(agent).distance_to(flat(points()[k])) < 0.35 and (visits.is_empty() or visits[-1] != k):
				visits.append(k)
		waited += int(agent.desired_velocity.length() < 0.01)
		if status != NavAgent.RUNNING:
			break
		await physics_frame
	report("patrol " + what, {"status": status, "visits": visits.slice(0, 7), "waited": waited})
	free_walker(agent)


func patrols_round_the_unreachable() -> void:
	var agent := walker(Vector3(-8, 0, -4))
	var route := Node3D.new()
	world.add_child(route)
	for place in [Vector3(0, 0, 90), Vector3(-4, 0, -4), Vector3(40, 0, 0)]:
		var marker := Marker3D.new()
		marker.position = place
		route.add_child(marker)
	route.add_child(Node.new())
	var patrol := Patrol.new(agent, route)
	var status := await ticks(patrol, 300)
	var off := place_of(agent).distance_to(Vector2(-4, -4))
	route.get_child(1).free()
	var without := await ticks(patrol, 120)
	var why := patrol.reason_text
	route.add_child(Marker3D.new())
	var failures := 0
	while patrol.tick() == NavAgent.FAILURE and failures < 100:
		failures += 1
		await physics_frame
	report("patrol round the unreachable", {"status": status, "off": off, "without": without, "why": why, "failures": failures})
	route.free()
	report("patrol of the freed", {"status": patrol.tick(), "why": patrol.reason_text})
	free_walker(agent)


## To the point that it was on its way to.
func patrol_goes_on() -> void:
	var agent := walker(Vector3(-8, 0, -4))
	var patrol := Patrol.new(agent, points())
	patrol.wait = 0
	await ticks(patrol, 90)
	var end := flat(agent.get_final_position())
	patrol.interrupt()
	var stopped := agent.reason
	await frames(30)
	patrol.tick()
	report("patrol goes on", {"stopped": stopped, "same": end == flat(agent.get_final_position()), "first": end == flat(points()[0])})
	free_walker(agent)


func without_points() -> void:
	var agent := walker(Vector3(-8, 0, -4))
	for what: Variant in [[], null, node_without_children(), 3, [null], ["there"]]:
		var patrol := Patrol.new(agent, what)
		report("patrol of %s" % [what.name if what is Node else what], {"status": patrol.tick(), "why": patrol.reason_text})
	free_walker(agent)


func node_without_children() -> Node:
	var node := Node.new()
	node.name = "nothing"
	world.add_child(node)
	return node


func off_the_navmesh() -> void:
	var agent := walker(Vector3(0, 0, 70))
	for behavior: Behavior in [Flee.new(agent, Vector3(1, 0, 70)), Wander.new(agent), Patrol.new(agent, points())]:
		var failures := 0
		for i in 40:
			failures += int(behavior.tick(DELTA) == NavAgent.FAILURE and "agent" in behavior.reason_text)
			await physics_frame
		report("%s off the navmesh" % behavior.get_script().resource_path.get_file(), [failures, behavior.reason_text])
	free_walker(agent)


## Nobody's target, targets of a wrong kind and targets that are no place: each complains at most once.
func without_target() -> void:
	var agent := walker(Vector3(-8, 0, -4))
	var failures := 0
	for kind: Script in [MoveTo, Follow, Flee]:
		for target: Variant in [null, 3, "there", world.get_parent(), Vector3(NAN, 0, 0)]:
			var behavior: Behavior = kind.new(agent, target)
			for i in 10:
				failures += int(behavior.tick() == NavAgent.FAILURE and behavior.reason_text != "")
		var nan: Behavior = kind.new(agent, func(): return Vector3(NAN, randf(), INF))
		for i in 10:
			failures += int(nan.tick() == NavAgent.FAILURE)
	report("without target", failures)
	free_walker(agent)
	var lost := NavAgent.new()
	var outside := MoveTo.new(lost, Vector3.ZERO)
	report("outside", {"status": outside.tick(), "why": outside.reason_text})
	lost.free()
	var nobody := Wander.new()
	report("nobody", {"status": nobody.tick(), "why": nobody.reason_text})


## A tree may start one leaf before it interrupts the one before.
func hands_over() -> void:
	var agent := walker(Vector3(-8, 0, -4))
	var first := MoveTo.new(agent, Vector3(-8, 0, 8))
	var second := MoveTo.new(agent, Vector3(4, 0, -4))
	await ticks(first, 10)
	second.tick()
	first.interrupt()
	report("hands over", {"status": agent.status, "reason": agent.reason})
	second.interrupt()
	report("and stops", {"status": agent.status, "reason": agent.reason})
	free_walker(agent)
