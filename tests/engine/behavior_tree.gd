extends "res://level.gd"
## The behaviors on their own: what they do, and what becomes of them when their agent or target goes.

const Behavior := preload("res://addons/navpy/behavior_tree/behavior.gd")
const MoveTo := preload("res://addons/navpy/behavior_tree/move_to.gd")
const Follow := preload("res://addons/navpy/behavior_tree/follow.gd")
const Flee := preload("res://addons/navpy/behavior_tree/flee.gd")
const Hide := preload("res://addons/navpy/behavior_tree/hide.gd")
const Wander := preload("res://addons/navpy/behavior_tree/wander.gd")
const Patrol := preload("res://addons/navpy/behavior_tree/patrol.gd")

const DELTA := 1.0 / 60
const POINTS := [Vector3(-6, 0, -4), Vector3(-2, 0, -4), Vector3(-2, 0, -8)]


## A floor with a wall, and a small island.
func ground() -> void:
	floor_at(30, 30)
	floor_at(3, 3, Vector3(40, 0, 0))
	box(Vector3(0.5, 2, 20), Vector3(8, 1, 5))
	bake()


## An agent on that ground.
func agent_at(place: Vector3, settings := {}) -> NavAgent:
	ground()
	return walker(place, 1.0, settings)


## Ticks a behavior for some frames, or until it ends, and returns its last status.
func ticks(behavior: Behavior, count: int) -> int:
	for i in count:
		var status: int = behavior.tick(DELTA)
		if status != NavAgent.RUNNING:
			return status
		await physics_frame
	return NavAgent.RUNNING


## What a behavior answers to one more tick.
func next_tick(behavior: Behavior) -> Dictionary:
	return {"status": behavior.tick(), "why": behavior.reason_text}


func scenario_follow() -> void:
	var agent := agent_at(Vector3(-10, 0, 0))
	var leader := node_at(Vector3.ZERO)
	var follow := Follow.new(agent, leader)
	report("status", await ticks(follow, 300))
	var stands := place_of(agent)
	report("gap", stands.length())
	leader.position.x += 0.5
	await ticks(follow, 60)
	report("moves when the leader makes a small step", place_of(agent).distance_to(stands))
	var farthest := 0.0
	for i in 240:
		leader.position.z -= 2.0 / 60
		await ticks(follow, 1)
		farthest = maxf(farthest, off(agent, leader.position))
	report("largest gap while the leader walks", farthest)
	await ticks(follow, 120)
	report("gap when the leader stands", off(agent, leader.position))


## A target crosses its way: how long it takes to come near, with a prediction and without.
func scenario_follow_across() -> void:
	for seconds in [0.0, 2.0]:
		var agent := agent_at(Vector3(-9, 0, -13))
		var runner := node_at(Vector3(0, 0, -13))
		var follow := Follow.new(agent, runner)
		follow.look_ahead = seconds
		var count := 0
		while off(agent, runner.position) > follow.distance + 0.5 and count < 600:
			runner.position.z += 3.2 / 60
			await ticks(follow, 1)
			count += 1
		report("frames with %s s" % seconds, count)
		await tidy()


## The target walks along a wall; the place at which they would meet is beyond it, a long way round.
func scenario_follow_beside_a_wall() -> void:
	var agent := agent_at(Vector3(-2, 0, 12))
	var runner := node_at(Vector3(5, 0, 5))
	var follow := Follow.new(agent, runner)
	var farthest := -INF
	for i in 150:
		runner.position.x = minf(7, runner.position.x + 3.0 / 60)
		await ticks(follow, 1)
		farthest = maxf(farthest, place_of(agent).x)
	report("farthest in x", farthest)
	report("gap", off(agent, runner.position))


func scenario_follow_the_freed() -> void:
	var agent := agent_at(Vector3(-10, 0, 0))
	var leader := node_at(Vector3.ZERO)
	var follow := Follow.new(agent, leader)
	await ticks(follow, 60)
	leader.free()
	report("next tick", next_tick(follow))
	report("reason", agent.reason)
	agent.get_parent().free()
	report("next tick without the agent", next_tick(follow))


func scenario_follow_the_unreachable() -> void:
	var agent := agent_at(Vector3(-10, 0, 0))
	var leader := node_at(Vector3(40, 0, 0))
	var follow := Follow.new(agent, leader)
	report("unreachable", {"status": await ticks(follow, 30), "why": follow.reason_text})
	leader.position = Vector3.ZERO
	report("reachable", {"status": await ticks(follow, 300), "why": follow.reason_text})
	report("gap", off(agent, leader.position))


func scenario_flee() -> void:
	var agent := agent_at(Vector3.ZERO)
	var threat := node_at(Vector3(2, 0, 0))
	var flee := Flee.new(agent, threat)
	flee.distance = 8
	report("status", await ticks(flee, 600))
	report("distance", off(agent, threat.position))
	report("status of the next tick", flee.tick())
	threat.position = Vector3(-8, 0, 0)
	report("status when the threat has come", await ticks(flee, 600))
	report("distance then", off(agent, threat.position))
	threat.free()
	report("next tick without the threat", next_tick(flee))


## A wall at x = 8 from z = -5 to 15: hidden behind it; then the threat comes round.
func scenario_hide() -> void:
	var agent := agent_at(Vector3(4, 0, -3))
	var threat := node_at(Vector3(-6, 0, -3))
	var hide := Hide.new(agent, threat)
	report("status", await ticks(hide, 900))
	report("x", place_of(agent).x)
	threat.position = Vector3(12, 0, 10)
	report("status when it is seen again", hide.tick(DELTA))
	report("status then", await ticks(hide, 900))
	report("x then", place_of(agent).x)
	threat.free()
	report("next tick without the threat", next_tick(hide))


## An island without a wall.
func scenario_hide_in_the_open() -> void:
	var agent := agent_at(Vector3(40.5, 0, 0))
	var hide := Hide.new(agent, node_at(Vector3(39.5, 0, 0)))
	report("status", await ticks(hide, 60))
	report("why", hide.reason_text)


## The threat stands on the roof of a block, beside the navmesh: it sees from the ground at its foot.
func scenario_hide_from_one_off_the_navmesh() -> void:
	box(Vector3(4, 3, 4), Vector3(-8, 1.5, -3))
	var agent := agent_at(Vector3(4, 0, -3))
	var threat := node_at(Vector3(-6.5, 0, -3))
	var hide := Hide.new(agent, threat)
	report("first", hide.tick(DELTA))
	report("status", await ticks(hide, 900))
	report("x", place_of(agent).x)
	threat.position = Vector3(16.5, 0, 10)				# off the edge of the floor, on the other side of the wall
	report("first on the other side", hide.tick(DELTA))
	report("status then", await ticks(hide, 900))
	report("x then", place_of(agent).x)


## Floor without a wall: the leaf fails at once, says why in each tick, and leaves its agent at rest.
func scenario_hide_without_cover() -> void:
	floor_at(40, 40)
	bake()
	var agent := walker(Vector3(4, 0, 0))
	for threat: Vector3 in [Vector3(-3, 0, 0), Vector3(4, 0, 0), Vector3(24, 0, 0)]:
		var hide := Hide.new(agent, threat)
		var failures := 0
		for i in 120:
			failures += int(hide.tick(DELTA) == NavAgent.FAILURE and "no hidden place" in hide.reason_text)
			await physics_frame
		report("failures %s" % threat, failures)
	report("stands", off(agent, Vector3(4, 0, 0)))


func scenario_hide_without_a_navmesh() -> void:
	floor_at(20, 20)
	var hide := Hide.new(walker(Vector3.ZERO), Vector3(3, 0, 0))
	report("none", next_tick(hide))
	var baking := baker()
	report("baking", hide.tick(DELTA))
	await baked(baking)


## A hundred hide from one that walks among pillars: microseconds of their ticks in a frame, on average, and in the worst one.
func scenario_a_hundred_hide() -> void:
	floor_at(60, 60)
	for i in 36:
		box(Vector3(3, 2, 1), Vector3(-25 + 10 * (i % 6), 1, -25 + 10 * (i / 6)))
	bake()
	var threat := node_at(Vector3(0, 0, 0))
	var hiders := range(100).map(func(i): return Hide.new(walker(Vector3(-27 + 6 * (i % 10), 0, -27 + 6 * (i / 10))), threat))
	var times := PackedInt64Array()
	var statuses := {}
	for i in 600:
		threat.position = Vector3(20 * cos(0.005 * i), 0, 20 * sin(0.005 * i))
		var begin := Time.get_ticks_usec()
		for hide: Hide in hiders:
			var status := hide.tick(DELTA)
			statuses[status] = statuses.get(status, 0) + 1
		times.append(Time.get_ticks_usec() - begin)
		await physics_frame
	times.sort()
	report("median", times[300])
	report("worst", times[599])
	report("statuses", statuses)


## A runner passes: how near it comes, with a prediction and without.
func scenario_flee_sideways() -> void:
	for seconds in [0.0, 2.0]:
		var agent := agent_at(Vector3(-4, 0, -1), {"max_speed": 3.0})
		var threat := node_at(Vector3(-14, 0, 0))
		var flee := Flee.new(agent, threat)
		flee.look_ahead = seconds
		flee.distance = 12
		var nearest := INF
		for i in 240:
			threat.position.x += 5.0 / 60
			await ticks(flee, 1)
			nearest = minf(nearest, off(agent, threat.position))
		report("nearest with %s s" % seconds, nearest)
		await tidy()


## The wall is straight behind it: it has to run along it.
func scenario_flee_along_a_wall() -> void:
	var agent := agent_at(Vector3(6.5, 0, 5))
	var threat := node_at(Vector3(3, 0, 5))
	var flee := Flee.new(agent, threat)
	var nearest := INF
	var status := NavAgent.RUNNING
	for i in 900:
		status = flee.tick(DELTA)
		if status != NavAgent.RUNNING:
			break
		nearest = minf(nearest, off(agent, threat.position))
		await physics_frame
	report("status", status)
	report("nearest", nearest)
	report("distance", off(agent, threat.position))


## On an island where no place is far enough.
func scenario_flee_when_cornered() -> void:
	var agent := agent_at(Vector3(40.5, 0, 0))
	var threat := node_at(Vector3(39.5, 0, 0))
	var flee := Flee.new(agent, threat)
	report("status", await ticks(flee, 600))
	report("why", flee.reason_text)
	var place := place_of(agent)
	for i in 20:
		flee.tick(DELTA)
		await physics_frame
	report("drift", place.distance_to(place_of(agent)))
	threat.position = Vector3(20, 0, 0)
	report("status when the threat is gone", flee.tick())


## The same seed and name, another seed, another name.
func scenario_wander() -> void:
	ground()
	report("Rover, seed 1", await stroll("Rover", 1))
	report("Rover, seed 1 again", await stroll("Rover", 1))
	report("Rover, seed 2", await stroll("Rover", 2))
	report("Bello, seed 1", await stroll("Bello", 1))


## Where the walks of a wanderer end, how far it goes from its home, and how many frames it stands.
func stroll(name: String, random_seed: int) -> Dictionary:
	var home := Vector3(-5, 0, 0)
	var agent := walker(home)
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
		farthest = maxf(farthest, off(agent, home))
		await physics_frame
	agent.get_parent().free()
	return {"status": status, "ends": ends.map(func(end: Vector2): return [end.x, end.y]), "farthest": farthest, "frames at rest": stood}


func scenario_wander_near_a_home() -> void:
	var agent := agent_at(Vector3(-12, 0, -12))
	var home := node_at(Vector3.ZERO)
	var wander := Wander.new(agent, home)
	wander.radius = 3
	await ticks(wander, 480)
	report("distance from home", place_of(agent).length())
	home.free()
	report("next tick without the home", next_tick(wander))


func scenario_patrol_in_a_loop() -> void:
	await patrol_points(Patrol.LOOP)


func scenario_patrol_to_and_fro() -> void:
	await patrol_points(Patrol.PING_PONG)


func scenario_patrol_once() -> void:
	await patrol_points(Patrol.ONCE)


## Which points a patrol comes to, in order.
func patrol_points(mode: int) -> void:
	var agent := agent_at(Vector3(-8, 0, -4), {"target_desired_distance": 0.3})
	var patrol := Patrol.new(agent, POINTS)
	patrol.mode = mode
	patrol.wait = 0.5
	var visits := []
	var status := NavAgent.RUNNING
	var waited := 0
	for i in 900:
		status = patrol.tick(DELTA)
		for k in 3:
			if off(agent, POINTS[k]) < 0.35 and (visits.is_empty() or visits[-1] != k):
				visits.append(k)
		waited += int(agent.desired_velocity.length() < 0.01)
		if status != NavAgent.RUNNING:
			break
		await physics_frame
	report("status", status)
	report("visits", visits.slice(0, 7))
	report("frames at rest", waited)


## Points below a node, of which only the second can be reached; then none.
func scenario_patrol_round_the_unreachable() -> void:
	var agent := agent_at(Vector3(-8, 0, -4))
	var route := node_at(Vector3.ZERO)
	for place in [Vector3(0, 0, 90), Vector3(-4, 0, -4), Vector3(40, 0, 0)]:
		put(Marker3D.new(), {"position": place}, route)
	route.add_child(Node.new())
	var patrol := Patrol.new(agent, route)
	report("status", await ticks(patrol, 300))
	report("distance from the point", off(agent, Vector3(-4, 0, -4)))
	route.get_child(1).free()
	report("without it", {"status": await ticks(patrol, 120), "why": patrol.reason_text})
	route.add_child(Marker3D.new())
	var failures := 0
	while patrol.tick() == NavAgent.FAILURE and failures < 100:
		failures += 1
		await physics_frame
	report("failures until it looks again", failures)
	route.free()
	report("next tick without the points", next_tick(patrol))


## After an interrupt, it goes on to the point that it was on its way to.
func scenario_patrol_is_interrupted() -> void:
	var agent := agent_at(Vector3(-8, 0, -4))
	var patrol := Patrol.new(agent, POINTS)
	patrol.wait = 0
	await ticks(patrol, 90)
	var end := flat(agent.get_final_position())
	patrol.interrupt()
	report("reason", agent.reason)
	await frames(30)
	patrol.tick()
	report("same point", end == flat(agent.get_final_position()))
	report("first point", end == flat(POINTS[0]))


func scenario_patrol_without_points() -> void:
	var agent := agent_at(Vector3(-8, 0, -4))
	var points := {"[]": [], "null": null, "a node without children": put(Node.new()), "3": 3, "[null]": [null], "strings": ["there"]}
	for what in points:
		report(what, next_tick(Patrol.new(agent, points[what])))


func scenario_off_the_navmesh() -> void:
	var agent := agent_at(Vector3(0, 0, 70))
	var behaviors := {"flee": Flee.new(agent, Vector3(1, 0, 70)), "wander": Wander.new(agent), "patrol": Patrol.new(agent, POINTS)}
	for name in behaviors:
		var failures := 0
		for i in 40:
			failures += int(behaviors[name].tick(DELTA) == NavAgent.FAILURE and "agent" in behaviors[name].reason_text)
			await physics_frame
		report(name, {"failures": failures, "why": behaviors[name].reason_text})
	report("meters that the patrol has walked", off(agent, Vector3(0, 0, 70)))


## No target, targets of a wrong kind and targets that are no place: each complains at most once.
func scenario_without_a_target() -> void:
	var agent := agent_at(Vector3(-8, 0, -4))
	var failures := 0
	for kind: Script in [MoveTo, Follow, Flee]:
		for target: Variant in [null, 3, "there", world.get_parent(), Vector3(NAN, 0, 0)]:
			var behavior: Behavior = kind.new(agent, target)
			for i in 10:
				failures += int(behavior.tick() == NavAgent.FAILURE and behavior.reason_text != "")
		var nan: Behavior = kind.new(agent, func(): return Vector3(NAN, randf(), INF))
		for i in 10:
			failures += int(nan.tick() == NavAgent.FAILURE)
	report("failures", failures)


func scenario_without_an_agent() -> void:
	var lost := NavAgent.new()
	report("outside the tree", next_tick(MoveTo.new(lost, Vector3.ZERO)))
	lost.free()
	report("null", next_tick(Wander.new()))


## A tree may start one leaf before it interrupts the one before.
func scenario_one_behavior_after_another() -> void:
	var agent := agent_at(Vector3(-8, 0, -4))
	var first := MoveTo.new(agent, Vector3(-8, 0, 8))
	var second := MoveTo.new(agent, Vector3(4, 0, -4))
	await ticks(first, 10)
	second.tick()
	first.interrupt()
	report("first interrupted", {"status": agent.status, "reason": agent.reason})
	second.interrupt()
	report("second interrupted", {"reason": agent.reason})
