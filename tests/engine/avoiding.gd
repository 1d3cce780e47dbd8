extends "res://level.gd"
## Agents in each other's way, with their defaults: under bodies that collide with each other unless something else is said.

const APART := 1.0			# metres between the middles of two capsules that touch


## Watches a group: how near they come to each other, how deep they fall, how far they go in all.
class Watch:
	var nodes: Array[Node3D]
	var agents: Array[NavAgent]
	var nearest := INF
	var lowest := INF
	var moved := 0.0
	var turned := 0.0			# by who turned most, in whole turns
	var turns: Array[float]
	var fronts: Array[Vector3]
	var before: Array[Vector3]

	func _init(whom: Array) -> void:
		agents.assign(whom)
		nodes.assign(agents.map(func(agent): return agent.get_parent()))
		before.assign(nodes.map(func(node): return node.position))
		turns.assign(nodes.map(func(_node): return 0.0))
		fronts.assign(nodes.map(func(node): return node.basis.z))

	func look() -> void:
		for i in nodes.size():
			lowest = minf(lowest, nodes[i].position.y)
			moved = maxf(moved, before[i].distance_to(nodes[i].position))
			turns[i] += fronts[i].angle_to(nodes[i].basis.z) / TAU
			fronts[i] = nodes[i].basis.z
			turned = maxf(turned, turns[i])
			for k in i:
				var way := nodes[k].position - nodes[i].position
				nearest = minf(nearest, Vector2(way.x, way.z).length())

	func are(status: int) -> bool:
		return agents.all(func(agent): return agent.status == status)

	func rest() -> bool:
		return agents.all(func(agent): return agent.safe_velocity == Vector3.ZERO)


func run() -> void:
	floor_at(24, 24)
	var ground := baker()
	await baked(ground)
	defaults()
	await head_on()
	await ring()
	await to_one_target()
	await without_avoidance()
	await layers()
	await of_nodes()
	await player()
	await teleported()
	await map_changes(ground)
	for child in world.get_children():
		child.free()
	await storeys()
	await doorway()
	await bridge()
	await corridor()
	await blocked()


## A capsule of the engine's own size, which collides with others if `solid`.
func character(feet: Vector3, settings := {}, solid := true, parent: Node = world) -> NavAgent:
	var body := CharacterBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = CapsuleShape3D.new()
	shape.position.y = 1
	if not solid:
		body.collision_layer = 2
	body.add_child(shape)
	body.position = feet
	return with_agent(body, settings, parent)


## Lets them walk until all have arrived and stand, and reports how it went.
func walk(what: String, agents: Array, goals: Array, seconds := 20.0) -> void:
	var watch := Watch.new(agents)
	for i in agents.size():
		agents[i].requestPath(goals[i])
	var frame := 0
	while frame < 60 * seconds and not (watch.are(NavAgent.SUCCESS) and watch.rest()):
		frame += 1
		await physics_frame
		watch.look()
	var off: Array = range(agents.size()).map(func(i): return flat(watch.nodes[i].position).distance_to(flat(goals[i])))
	report(what, {"succeeded": agents.filter(func(agent): return agent.status == NavAgent.SUCCESS).size(), "seconds": frame / 60.0,
		"nearest": watch.nearest, "lowest": watch.lowest, "off": off.max(), "rests": watch.rest(), "turned": watch.turned})


func remove(agents: Array) -> void:
	for agent in agents:
		agent.get_parent().free()
	await frames(1)


func defaults() -> void:
	var ours := NavAgent.new()
	var theirs := NavigationAgent3D.new()
	var seen := {}
	for name in ["avoidance_enabled", "height", "neighbor_distance", "max_neighbors", "time_horizon_agents", "time_horizon_obstacles",
			"avoidance_layers", "avoidance_mask", "avoidance_priority"]:
		seen[name] = [ours.get(name), theirs.get(name)]
	report("defaults", seen)
	report("yields", ours.yields)
	ours.avoidance_layers = 0x80000001
	ours.avoidance_mask = -1
	ours.max_neighbors = -1
	ours.avoidance_priority = 2
	report("refused", [ours.avoidance_layers, ours.avoidance_mask, ours.max_neighbors, ours.avoidance_priority])
	ours.free()
	theirs.free()


func head_on() -> void:
	for solid in [true, false]:
		var agents := [character(Vector3(-6, 0, 0), {}, solid), character(Vector3(6, 0, 0), {}, solid)]
		await walk("head on, solid" if solid else "head on", agents, [Vector3(6, 0, 0), Vector3(-6, 0, 0)])
		await remove(agents)


func ring() -> void:
	var places := [Vector3(5, 0, 0), Vector3(0, 0, 5), Vector3(-5, 0, 0), Vector3(0, 0, -5)]
	var agents := places.map(func(place): return character(place))
	await walk("ring", agents, places.map(func(place): return -place))
	await remove(agents)


func to_one_target() -> void:
	var agents := range(20).map(func(i): return character(Vector3(9, 0, 0).rotated(Vector3.UP, TAU * i / 20)))
	await walk("twenty to one", agents, agents.map(func(_agent): return Vector3.ZERO), 40)
	var watch := Watch.new(agents)
	for i in 120:
		await physics_frame
		watch.look()
	report("twenty to one, settled", {"moved": watch.moved, "status": watch.are(NavAgent.SUCCESS)})
	await remove(agents)
	await asked_every_tick()


## As behaviour trees ask; then one is carried off, and walks back.
func asked_every_tick() -> void:
	var agents := range(12).map(func(i): return character(Vector3(7, 0, 0).rotated(Vector3.UP, TAU * i / 12)))
	var reached := []
	for agent in agents:
		agent.target_reached.connect(func(): reached.append(agent))
	for i in 60 * 15:
		for agent in agents:
			agent.requestPath(Vector3.ZERO)
		await physics_frame
	var watch := Watch.new(agents)
	for i in 60:
		for agent in agents:
			agent.requestPath(Vector3.ZERO)
		await physics_frame
		watch.look()
	var arrivals := reached.size()
	watch.nodes[0].position = Vector3(9, 0, 0)
	var asked: int = agents[0].requestPath(Vector3.ZERO)
	await until(func(): return agents[0].status == NavAgent.SUCCESS)
	report("asked every tick", {"status": watch.are(NavAgent.SUCCESS), "moved": watch.moved, "arrivals": arrivals, "asked": asked,
		"back": watch.nodes[0].position.length()})
	await remove(agents)


func without_avoidance() -> void:
	for off in [2, 1]:
		var agents := [character(Vector3(-4, 0, 0), {"avoidance_enabled": false}, false),
			character(Vector3(4, 0, 0), {"avoidance_enabled": off == 1}, false)]
		var strayed := [0.0]
		var watches := func(): strayed[0] = maxf(strayed[0], agents.map(func(agent): return absf(agent.get_parent().position.z)).max())
		physics_frame.connect(watches)
		await walk("%d without avoidance" % off, agents, [Vector3(4, 0, 0), Vector3(-4, 0, 0)])
		physics_frame.disconnect(watches)
		report("%d without avoidance, strayed" % off, strayed[0])
		await remove(agents)


## Only the second one minds the first, then neither does.
func layers() -> void:
	for mask in [1, 4]:
		var agents := [character(Vector3(-4, 0, 0), {"avoidance_layers": 1, "avoidance_mask": 4}, false),
			character(Vector3(4, 0, 0), {"avoidance_layers": 2, "avoidance_mask": mask}, false)]
		var strayed := [0.0, 0.0]
		var watches := func():
			for i in 2:
				strayed[i] = maxf(strayed[i], absf(agents[i].get_parent().position.z))
		physics_frame.connect(watches)
		await walk("mask %d" % mask, agents, [Vector3(4, 0, 0), Vector3(-4, 0, 0)])
		physics_frame.disconnect(watches)
		report("mask %d, strayed" % mask, strayed)
		await remove(agents)


## Under a Node3D the safe velocity comes by signal, whatever height the node's origin has.
func of_nodes() -> void:
	var agents := [ghost(Vector3(-4, 0, 0), 0.0), ghost(Vector3(4, 0, 0), 1.5)]
	var seen := {"same": true, "turned aside": false, "fastest": 0.0}
	for agent in agents:
		agent.velocity_computed.connect(func(velocity: Vector3):
			seen["same"] = seen["same"] and velocity == agent.safe_velocity
			seen["turned aside"] = seen["turned aside"] or velocity != agent.desired_velocity
			seen["fastest"] = maxf(seen["fastest"], velocity.length()))
	await walk("nodes", agents, [Vector3(4, 0, 0), Vector3(-4, 0, 0)])
	report("nodes, signal", seen)
	await remove(agents)


## A body that a script moves, whose agent was never asked for anything, is avoided where it goes, and is its script's alone.
func player() -> void:
	var agents := [character(Vector3(-5, 0, 0), {}, false), character(Vector3(0, 0, -5), {}, false)]
	var body: CharacterBody3D = agents[1].get_parent()
	var watch := Watch.new(agents)
	agents[0].requestPath(Vector3(5, 0, 0))
	var off := 0.0
	for i in 240:
		body.velocity = Vector3(0, 0, 3.5) if i < 170 else Vector3.ZERO
		body.move_and_slide()
		off = maxf(off, absf(body.position.x))
		await physics_frame
		watch.look()
	report("player", {"nearest": watch.nearest, "off": off, "status": agents[0].status, "other": agents[1].status})
	await remove(agents)


## Who is put elsewhere did not run there: nobody in between jumps aside.
func teleported() -> void:
	var agents := [character(Vector3(-8, 0, 0), {}, false), character(Vector3(-4, 0, 4), {}, false)]
	agents[1].requestPath(Vector3(8, 0, 4))
	agents[0].requestPath(Vector3(-8, 0, 1))
	await frames(30)
	agents[0].get_parent().position = Vector3(-8, 0, 4)
	agents[0].requestPath(Vector3(-8, 0, 4))
	var aside := 0.0
	for i in 30:
		await physics_frame
		aside = maxf(aside, absf(agents[1].get_parent().position.z - 4))
	report("teleported", aside)
	await remove(agents)


## Nobody minds those on another storey.
func storeys() -> void:
	var level := Node3D.new()
	world.add_child(level)
	floor_at(8, 8, Vector3(0, 3, 0), level)
	floor_at(8, 8, Vector3.ZERO, level)
	await baked(baker({}, level))
	var agents := [character(Vector3(-3, 3, 0), {}, false, level), character(Vector3(3, 0, 0), {}, false, level)]
	var strayed := [0.0]
	var watches := func(): strayed[0] = maxf(strayed[0], agents.map(func(agent): return absf(agent.get_parent().position.z)).max())
	physics_frame.connect(watches)
	await walk("storeys", agents, [Vector3(3, 3, 0), Vector3(-3, 0, 0)])
	physics_frame.disconnect(watches)
	report("storeys, strayed", strayed[0])
	level.free()
	await frames(1)


## Three against three through a door that is wide enough for one.
func doorway() -> void:
	var level := Node3D.new()
	world.add_child(level)
	floor_at(20, 12, Vector3.ZERO, level)
	for side in [-1, 1]:
		box(Vector3(0.5, 3, 5.125), Vector3(0, 1.5, side * 3.4375), level)		# 1.75 m: one fits, and does not scrape the jambs
	await baked(baker({}, level))
	for solid in [true, false]:
		var agents := []
		var goals := []
		for i in 6:
			var side := -1 if i < 3 else 1
			agents.append(character(Vector3(6 * side, 0, 1.5 * (i % 3 - 1)), {}, solid, level))
			goals.append(Vector3(-6 * side, 0, 1.5 * (i % 3 - 1)))
		await walk("doorway, solid" if solid else "doorway", agents, goals, 60)
		await remove(agents)
	level.free()


## Two cross a bridge between two cliffs, and two that may not pass each other meet on a narrower one.
func bridge() -> void:
	for width in [3.0, 2.0]:
		var level := Node3D.new()
		world.add_child(level)
		for side in [-1, 1]:
			floor_at(6, 6, Vector3(8 * side, 0, 0), level)
		floor_at(10, width, Vector3.ZERO, level)
		await baked(baker({}, level))
		for solid in [true, false]:
			var agents := [character(Vector3(-8, 0, 0), {}, solid, level), character(Vector3(8, 0, 0), {}, solid, level)]
			await walk("bridge of %d m%s" % [width, ", solid" if solid else ""], agents, [Vector3(8, 0, 0), Vector3(-8, 0, 0)], 30)
			await remove(agents)
		level.free()
		await frames(1)


## All look for another path as soon as the map has changed, with a Crowd above them and without.
func map_changes(ground: NavMeshBaker) -> void:
	for parent in [world, Crowd.new()]:
		if parent != world:
			world.add_child(parent)
		var heard := {}
		var agents := []
		for i in 30:
			agents.append(ghost(Vector3(-8, 0, 0.4 * i - 6), 1.0, {"radius": 0.1}, parent))
			agents[i].requestPath(Vector3(8, 0, 0.4 * i - 6))
		await frames(2)
		for agent in agents:
			agent.path_changed.connect(func(): heard[agent] = true)
		ground.bake_navigation_mesh()
		await baked(ground)
		await frames(3)
		report("map changed, crowd" if parent != world else "map changed", heard.size())
		await remove(agents)
		if parent != world:
			parent.free()
		await frames(1)


## One stands in a corridor where two have just room side by side, and another one wants to pass.
func corridor() -> void:
	var level := Node3D.new()
	world.add_child(level)
	floor_at(24, 2.9, Vector3.ZERO, level)
	for side in [-1, 1]:
		box(Vector3(24, 3, 0.5), Vector3(0, 1.5, 1.7 * side), level)
	await baked(baker({}, level))
	for kind in ["yields", "does not yield", "was never asked", "was stopped", "is a node"]:
		var settings := {"yields": kind != "does not yield"}
		var stands := ghost(Vector3.ZERO, 1.0, settings, level) if kind == "is a node" else character(Vector3.ZERO, settings, false, level)
		var passes := character(Vector3(-8, 0, 0), {}, false, level)
		if kind != "was never asked":
			stands.requestPath(Vector3.ZERO)
		if kind == "was stopped":
			stands.stop()
		await frames(30)
		var watch := Watch.new([stands])
		var both := Watch.new([stands, passes])
		passes.requestPath(Vector3(8, 0, 0))
		for i in 60 * (8 if kind in ["does not yield", "was never asked", "was stopped"] else 15):
			await physics_frame
			watch.look()
			both.look()
		report("one " + kind, {"moved": watch.moved, "status": passes.status, "x": passes.get_parent().position.x, "nearest": both.nearest,
			"rests": stands.safe_velocity == Vector3.ZERO})
		await remove([stands, passes])
	level.free()
	await frames(1)


## A crate that is not in the navmesh holds one up; others walk on round it, and it goes on once the crate has gone.
func blocked() -> void:
	var level := Node3D.new()
	world.add_child(level)
	floor_at(24, 8, Vector3.ZERO, level)
	await baked(baker({}, level))
	var crate := box(Vector3(1, 2, 8), Vector3(0, 1, 0), level)
	var agent := character(Vector3(-6, 0, 0), {}, true, level)
	var other := character(Vector3(-2, 0, -3), {}, true, level)
	agent.requestPath(Vector3(6, 0, 0))
	await frames(300)
	other.requestPath(Vector3(-2, 0, 3))
	await frames(240)
	report("blocked", {"status": agent.status, "x": agent.get_parent().position.x, "other": other.status,
		"z": agent.get_parent().position.z})
	crate.free()
	await until(func(): return agent.status != NavAgent.RUNNING)
	report("no longer blocked", agent.status)
	level.free()
	await frames(1)
