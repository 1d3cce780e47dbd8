extends "res://level2d.gd"
## Behaviors and the leaves of both addons in two dimensions, in pixels.

const MoveTo := preload("res://addons/navpy/behavior_tree/move_to.gd")
const Follow := preload("res://addons/navpy/behavior_tree/follow.gd")
const Flee := preload("res://addons/navpy/behavior_tree/flee.gd")
const Hide := preload("res://addons/navpy/behavior_tree/hide.gd")
const Wander := preload("res://addons/navpy/behavior_tree/wander.gd")
const Patrol := preload("res://addons/navpy/behavior_tree/patrol.gd")
const Behavior := preload("res://addons/navpy/behavior_tree/behavior.gd")
const LeafRunner := preload("res://addons/navpy/behavior_tree/leaf_runner.gd")
const Rigs := preload("res://rigs.gd")
const DELTA := 1.0 / 60
const POINTS: Array[Vector2] = [Vector2(200, 150), Vector2(800, 150), Vector2(200, 450)]


## A hall of 1000 × 600 with a wall in its middle, from y = 200 to 400.
func agent_in_hall(at: Vector2, properties := {}) -> NavAgent2D:
	wall(Vector2(500, 300), Vector2(40, 200))
	bake(Vector2(1000, 600))
	return walker(at, properties.merged({"max_speed": 150.0}))


func node_at(at: Vector2, name := "Target") -> Node2D:
	return put(Node2D.new(), {"position": at, "name": name})


func off(agent: NavAgent2D, place: Vector2) -> float:
	return agent.get_parent().position.distance_to(place)


func put_back(agent: NavAgent2D, place: Vector2) -> void:
	agent.cancel_request()
	agent.get_parent().position = place


func ticks(behavior: Behavior, most: int) -> int:
	var status := NavAgent.RUNNING
	for i in most:
		status = behavior.tick(DELTA)
		if status != NavAgent.RUNNING:
			break
		await physics_frame
	return status


func scenario_move_to() -> void:
	var goal := Vector2(900, 300)
	var agent := agent_in_hall(Vector2(100, 300))
	for target: Variant in [goal, node_at(goal), func(): return goal]:
		put_back(agent, Vector2(100, 300))
		await frames(2)
		var walk := MoveTo.new(agent, target)
		report("to %s" % type_string(typeof(target)), [await ticks(walk, 1200), off(agent, goal) <= agent.target_desired_distance + 0.1])
	for target: Variant in [Vector3(900, 0, 300), put(Node3D.new()), null, Vector2(NAN, 0)]:
		var walk := MoveTo.new(agent, target)
		report("to %s" % (target if target is Vector3 or target is Vector2 else "nothing" if target == null else "space"), [walk.tick(), walk.reason_text])
	var wrong := MoveTo.new(world, goal)
	report("of no agent", [wrong.tick(), wrong.reason_text])


## Distances that nobody has set, and one that a script has.
func scenario_first_values() -> void:
	var agent := agent_in_hall(Vector2(100, 300))
	var flat := Flee.new(agent)
	flat.distance = 10
	report("flat", [Flee.new(agent).distance, Flee.new(agent).look_ahead, Follow.new(agent).slack, Hide.new(agent).sight, Wander.new(agent).stride])
	report("set", flat.distance)
	var other := NavAgent.new()
	report("in space", [Flee.new(other).distance, Flee.new().distance])
	var leaf := Flee.new()                          # in place of one: what has properties of the same names
	report("of leaves", [-1.0, 10.0, 5.0].map(func(distance: float) -> float:
		leaf.distance = distance
		var runner := LeafRunner.new(Flee.new(agent))
		runner.begin(leaf)
		return runner.behavior.distance))
	var late := Flee.new(agent, Vector2(110, 300))
	late.distance = -1
	late.tick(DELTA)
	report("by a tick", late.distance)
	other.free()


func scenario_follow() -> void:
	var agent := agent_in_hall(Vector2(100, 100), {"max_speed": 70.0})
	var leader := node_at(Vector2(400, 100))
	var follow := Follow.new(agent, leader)
	report("status", await ticks(follow, 600))
	report("gap", off(agent, leader.position))
	var largest := 0.0
	for i in 300:
		leader.position.x += 40.0 / 60
		await ticks(follow, 1)
		largest = maxf(largest, off(agent, leader.position))
	report("largest gap", largest)
	await ticks(follow, 300)
	report("gap at the end", off(agent, leader.position))
	leader.free()
	report("freed", [follow.tick(), follow.reason_text])


func scenario_flee() -> void:
	var agent := agent_in_hall(Vector2(300, 100))
	var threat := node_at(Vector2(260, 100))
	var flee := Flee.new(agent, threat)
	report("status", await ticks(flee, 900))
	report("distance", off(agent, threat.position))
	# In the same place there is no direction away from it but the front of the body.
	agent.get_parent().position = Vector2(500, 100)
	agent.get_parent().rotation = PI
	threat.position = Vector2(500, 100)
	await frames(2)
	report("from its own place", await ticks(flee, 900))
	report("ahead", agent.get_parent().position.x < 320)
	await tidy()
	bake(Vector2(150, 150))
	var cornered := Flee.new(walker(Vector2(75, 75)), Vector2(70, 75))
	report("cornered", [await ticks(cornered, 900), cornered.reason_text])


func scenario_hide() -> void:
	var agent := agent_in_hall(Vector2(300, 300))
	var threat := node_at(Vector2(100, 300))
	var hide := Hide.new(agent, threat)
	report("status", await ticks(hide, 900))
	report("hidden", NavMap2D.of(world).raycast(threat.position, agent.get_parent().position).hit)
	threat.position = Vector2(950, 300)
	report("seen again", hide.tick(DELTA))
	report("status then", await ticks(hide, 900))
	report("hidden then", NavMap2D.of(world).raycast(threat.position, agent.get_parent().position).hit)
	await tidy()
	bake(Vector2(300, 300))
	var open := Hide.new(walker(Vector2(150, 150)), Vector2(50, 150))
	report("in the open", [open.tick(DELTA), open.reason_text])


## Whatever places it happens to look at, it finds one behind the wall.
func scenario_hide_by_any_seed() -> void:
	var agent := agent_in_hall(Vector2(300, 300))
	var threat := node_at(Vector2(100, 300))
	await frames(2)
	var failures := 0
	for i in 300:
		NavMap2D.of(world).set_random_seed(i)
		failures += int(Hide.new(agent, threat).tick(DELTA) == NavAgent.FAILURE)
	report("failures", failures)


func scenario_wander() -> void:
	var agent := agent_in_hall(Vector2(300, 300))
	agent.get_parent().name = "Rover"
	var wander := Wander.new(agent)
	wander.pause_max = 0.6
	var farthest := 0.0
	var ends := {}
	for i in 1800:
		report("status", wander.tick(DELTA)) if i == 0 else wander.tick(DELTA)
		ends[agent.get_final_position().snappedf(1)] = true
		farthest = maxf(farthest, off(agent, Vector2(300, 300)))
		await physics_frame
	report("farthest", farthest)
	report("walks", ends.size())


func scenario_patrol() -> void:
	var agent := agent_in_hall(Vector2(200, 150), {"target_desired_distance": 5.0})
	var route := node_at(Vector2.ZERO, "Route")
	for point in POINTS:
		put(Marker2D.new(), {"position": point}, route)
	for points: Variant in [POINTS, PackedVector2Array(POINTS), route]:
		agent.get_parent().position = POINTS[0]
		await frames(2)
		var patrol := Patrol.new(agent, points)
		patrol.wait = 0.2
		var visits := []
		for i in 1600:
			patrol.tick(DELTA)
			for k in 3:
				if off(agent, POINTS[k]) < 6 and (visits.is_empty() or visits[-1] != k):
					visits.append(k)
			if visits.size() == 5:
				break
			await physics_frame
		patrol.interrupt()
		report(type_string(typeof(points)), visits)


func scenario_off_the_navmesh() -> void:
	bake(Vector2(300, 300))
	var lost := Wander.new(walker(Vector2(900, 150)))
	report("wander", [lost.tick(DELTA), lost.reason_text])


# ---- the leaves of both addons ----

## Reports what `play` returns for each addon, in a new hall with a marker named Goal.
func with_both(play: Callable) -> void:
	for addon: String in Rigs.LEAVES:
		var agent := agent_in_hall(Vector2(100, 300))
		put(Marker2D.new(), {"name": "Goal", "position": Vector2(900, 300)})
		report(addon, await play.call(addon, agent))
		await tidy()


## Ticks a leaf until it has ended, at most so often: its last status, and why it failed.
func run(rig: Rigs.Rig, most: int) -> Array:
	for i in most:
		if rig.tick() != "RUNNING":
			break
		await physics_frame
	return [rig.status, rig.leaf.reason_text]


func scenario_leaf_move_to() -> void:
	await with_both(func(addon: String, agent: NavAgent2D):
		var told := []
		for parameters: Dictionary in [{"target_position": Vector3(900, 300, 0)}, {"target_path": ^"../Goal"}, {"target_var": &"place"},
				{"target_var": &"node"}, {"target_var": &"path"}]:
			put_back(agent, Vector2(100, 300))
			await frames(2)
			var rig := Rigs.make(addon, "move_to", agent.get_parent(), parameters)
			rig.set_variable(&"place", Vector2(900, 300))
			rig.set_variable(&"node", world.get_node("Goal"))
			rig.set_variable(&"path", ^"../Goal")
			told.append((await run(rig, 1200))[0] == "SUCCESS" and off(agent, Vector2(900, 300)) <= agent.target_desired_distance + 0.1)
			rig.actor = null			# it walks on in the next one
			rig.free_all()
		return told)


func scenario_leaf_follow() -> void:
	await with_both(func(addon: String, agent: NavAgent2D):
		var rig := Rigs.make(addon, "follow", agent.get_parent(), {"target_path": ^"../Goal"})
		var told := await run(rig, 900)
		var gap := off(agent, Vector2(900, 300))
		rig.free_all()
		return [told[0], gap])


func scenario_leaf_flee() -> void:
	await with_both(func(addon: String, agent: NavAgent2D):
		var gaps := []
		for distance in [0.0, 100.0]:		# the first value, and one that is set
			agent.get_parent().position = Vector2(300, 100)
			await frames(2)
			var rig := Rigs.make(addon, "flee", agent.get_parent(), {"target_var": &"threat"}.merged({"distance": distance} if distance else {}))
			rig.set_variable(&"threat", Vector2(260, 100))
			gaps.append([(await run(rig, 900))[0], off(agent, Vector2(260, 100))])
			rig.actor = null
			rig.free_all()
		return gaps)


func scenario_leaf_hide() -> void:
	await with_both(func(addon: String, agent: NavAgent2D):
		agent.get_parent().position = Vector2(300, 300)
		await frames(2)
		var rig := Rigs.make(addon, "hide", agent.get_parent(), {"target_path": ^"../Goal"})
		var told := await run(rig, 900)
		var hidden: bool = NavMap2D.of(world).raycast(Vector2(900, 300), agent.get_parent().position).hit
		rig.free_all()
		return [told[0], hidden])


func scenario_leaf_wander() -> void:
	await with_both(func(addon: String, agent: NavAgent2D):
		agent.get_parent().name = "Wanderer"        # its walk follows from its name
		var rig := Rigs.make(addon, "wander", agent.get_parent(), {})
		var told := await run(rig, 400)
		var walked := off(agent, Vector2(100, 300))
		rig.free_all()
		return [told[0], walked > 20])


func scenario_leaf_patrol() -> void:
	await with_both(func(addon: String, agent: NavAgent2D):
		var points: Array[Vector3] = [Vector3(200, 150, 0), Vector3(800, 150, 0)]
		var rig := Rigs.make(addon, "patrol", agent.get_parent(), {"points": points, "mode": Patrol.ONCE, "wait": 0.1})
		var told := await run(rig, 1200)
		var end := off(agent, Vector2(800, 150))
		rig.free_all()
		return [told[0], end <= agent.target_desired_distance + 0.1 if is_instance_valid(agent) else end < 25])


func scenario_leaf_without_an_agent() -> void:
	await with_both(func(addon: String, _agent: NavAgent2D):
		var rig := Rigs.make(addon, "wander", node_at(Vector2.ZERO, "Nobody"), {})
		var told := await run(rig, 3)
		rig.free_all()
		return told)
