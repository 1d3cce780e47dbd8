extends "res://level.gd"
## The leaves for Beehave and LimboAI. Each scenario reports the same of both, under their names.

const Rigs := preload("res://rigs.gd")
const Rig := Rigs.Rig


## Reports what `play` returns for each addon, on a new floor with a marker named Goal.
func with_both(play: Callable) -> void:
	for addon: String in Rigs.LEAVES:
		floor_at(30, 30)
		bake()
		put(Marker3D.new(), {"name": "Goal", "position": Vector3(3, 0, 0)})
		report(addon, await play.call(addon))
		await tidy()


func body(place := Vector3.ZERO) -> Node3D:
	return walker(place).get_parent()


func agent_of(tree: Rig) -> NavAgent:
	return tree.actor.find_children("*", "NavAgent", true, false)[0]


## Ticks a leaf until it succeeds: the statuses that it had, each once, and why it failed.
func story(tree: Rig, count: int) -> Dictionary:
	var statuses := []
	for i in count:
		var status := tree.tick()
		if statuses.is_empty() or statuses[-1] != status:
			statuses.append(status)
		if status == "SUCCESS":
			break
		await physics_frame
	return {"statuses": statuses, "why": tree.leaf.reason_text}


func scenario_fixed_target() -> void:
	await move({"target_position": Vector3(3, 0, 0)})


func scenario_target_at_a_path() -> void:
	await move({"target_path": ^"../Goal"})


func scenario_variable_with_a_place() -> void:
	await move({"target_var": &"goal"}, func(): return Vector3(3, 0, 0))


func scenario_variable_with_a_node() -> void:
	await move({"target_var": &"goal"}, func(): return world.get_node("Goal"))


func scenario_variable_with_a_path() -> void:
	await move({"target_var": &"goal"}, func(): return ^"../Goal")


func scenario_variable_with_a_callable() -> void:
	await move({"target_var": &"goal"}, func(): return func(): return world.get_node("Goal").position)


func scenario_unreachable_target() -> void:
	await move({"target_position": Vector3(90, 0, 0)})


func scenario_unset_variable() -> void:
	await move({"target_var": &"goal"})


func scenario_no_node_at_the_path() -> void:
	await move({"target_path": ^"../Nowhere"})


func scenario_target_that_is_no_number() -> void:
	await move({"target_position": Vector3(NAN, 0, 0)})


func move(parameters: Dictionary, variable := Callable()) -> void:
	await with_both(func(addon: String):
		var tree := Rigs.make(addon, "move_to", body(), parameters)
		if variable.is_valid():
			tree.set_variable(&"goal", variable.call())
		var told := await story(tree, 300)
		told.x = tree.actor.position.x
		tree.free_all()
		return told)


func scenario_target_at_a_path_is_freed() -> void:
	await free_target({"target_path": ^"../Prey"})


func scenario_target_of_a_variable_is_freed() -> void:
	await free_target({"target_var": &"prey"})


## A blackboard may answer null for what was freed.
func scenario_target_of_a_variable_is_freed_and_forgotten() -> void:
	await free_target({"target_var": &"prey"}, "move_to", true)


func scenario_target_of_move_to_is_freed() -> void:
	await free_target({"target_path": ^"../Prey"}, "move_to")


func free_target(parameters: Dictionary, behavior := "follow", forgotten := false) -> void:
	await with_both(func(addon: String):
		var prey: Node3D = put(Node3D.new(), {"name": "Prey", "position": Vector3(10, 0, 0)})
		var tree := Rigs.make(addon, behavior, body(), parameters)
		tree.set_variable(&"prey", prey)
		await story(tree, 20)
		prey.free()
		if forgotten:
			tree.set_variable(&"prey", null)
		var told := await story(tree, 5)
		tree.free_all()
		return told)


func scenario_no_target() -> void:
	await with_both(func(addon: String):
		var told := {}
		for behavior in ["follow", "flee", "hide", "patrol"]:
			var tree := Rigs.make(addon, behavior, body(), {})
			told[behavior] = await story(tree, 5)
			tree.free_all()
		return told)


func scenario_no_agent() -> void:
	await with_both(func(addon: String):
		var actor := node_at(Vector3.ZERO)
		var tree := Rigs.make(addon, "wander", actor, {})
		var told := await story(tree, 5)
		actor.add_child(NavAgent.new())
		told["status with an agent"] = tree.tick()
		tree.free_all()
		return told)


func scenario_agent_is_freed() -> void:
	await with_both(func(addon: String):
		var tree := Rigs.make(addon, "move_to", body(), {"target_position": Vector3(9, 0, 0)})
		tree.tick()
		agent_of(tree).free()
		var told := await story(tree, 5)
		tree.abort()
		tree.actor.add_child(NavAgent.new())
		told["status with an agent"] = tree.tick()
		tree.free_all()
		return told)


func scenario_actor_is_freed() -> void:
	await with_both(func(addon: String):
		var tree := Rigs.make(addon, "move_to", body(), {"target_position": Vector3(9, 0, 0)})
		tree.tick()
		tree.actor.free()
		var told := await story(tree, 5)
		tree.abort()
		tree.free_all()
		return told)


func scenario_aborted() -> void:
	await with_both(func(addon: String):
		var tree := Rigs.make(addon, "move_to", body(), {"target_position": Vector3(9, 0, 0)})
		await story(tree, 20)
		tree.abort()
		var reason := agent_of(tree).reason
		var x: float = tree.actor.position.x
		await frames(30)
		var told := {"reason": reason, "drift": tree.actor.position.x - x, "status of the next tick": tree.tick()}
		tree.free_all()
		return told)


## A reactive tree ticks the new leaf first, and aborts the old one then.
func scenario_aborted_after_the_next_has_begun() -> void:
	await with_both(func(addon: String):
		var actor := body()
		var old := Rigs.make(addon, "move_to", actor, {"target_position": Vector3(9, 0, 0)})
		var new := Rigs.make(addon, "move_to", actor, {"target_position": Vector3(-9, 0, 0)})
		await story(old, 20)
		new.tick()
		old.abort()
		var told := {"reason": agent_of(new).reason, "status": agent_of(new).status}
		new.abort()
		told["reason when both are aborted"] = agent_of(new).reason
		old.free_all()
		new.free_all()
		return told)


func scenario_follow() -> void:
	await with_both(func(addon: String):
		var goal: Node3D = world.get_node("Goal")
		goal.position = Vector3(9, 0, 0)
		var tree := Rigs.make(addon, "follow", body(), {"target_path": ^"../Goal", "distance": 2.0})
		await story(tree, 240)
		var told := {"gap": 9 - tree.actor.position.x}
		tree.abort()
		tree.leaf.distance = 5.0
		tree.tick()
		goal.position = Vector3(-9, 0, 0)
		await story(tree, 360)
		told["gap at another distance"] = tree.actor.position.x + 9
		tree.free_all()
		return told)


func scenario_flee() -> void:
	await with_both(func(addon: String):
		var tree := Rigs.make(addon, "flee", body(), {"target_path": ^"../Goal", "distance": 6.0})
		var told := await story(tree, 300)
		told.distance = tree.actor.position.distance_to(world.get_node("Goal").position)
		tree.free_all()
		return told)


func scenario_wander() -> void:
	await with_both(func(addon: String):
		var actor := body()
		actor.name = "Rover"
		var tree := Rigs.make(addon, "wander", actor, {"radius": 3.0})
		var told := await story(tree, 300)
		told.distance = flat(actor.position).length()
		told.place = {"x": actor.position.x, "z": actor.position.z}
		tree.free_all()
		return told)


func scenario_patrol() -> void:
	var points: Array[Vector3] = [Vector3(2, 0, 0), Vector3(2, 0, 3)]
	await patrol({"points": points})


func scenario_patrol_of_a_variable() -> void:
	await patrol({"target_var": &"round"}, PackedVector3Array([Vector3(2, 0, 0), Vector3(2, 0, 3)]))


func patrol(parameters: Dictionary, points := PackedVector3Array()) -> void:
	await with_both(func(addon: String):
		var tree := Rigs.make(addon, "patrol", body(), parameters.merged({"mode": 2, "wait": 0.5}))
		tree.set_variable(&"round", points)
		var told := await story(tree, 300)
		told["distance from the last point"] = flat(tree.actor.position).distance_to(Vector2(2, 3))
		tree.free_all()
		return told)


## A patrol waits two seconds in a tree that ticks in every fifth frame only.
func scenario_slow_tree() -> void:
	await wait_in_tree(5)


## At 144 frames a second, it ticks twice a second.
func scenario_slow_tree_at_144_frames() -> void:
	Engine.physics_ticks_per_second = 144
	await wait_in_tree(72)
	Engine.physics_ticks_per_second = 60


func wait_in_tree(tick_rate: int) -> void:
	floor_at(30, 30)
	bake()
	var points: Array[Vector3] = [Vector3.ZERO]
	var tree := Rigs.make("beehave", "patrol", body(), {"points": points, "mode": 2, "wait": 2.0})
	var count := 0
	while tree.tick() == "RUNNING" and count < 600:
		await frames(tick_rate)
		count += tick_rate
	report("status", tree.status)
	report("seconds", count / float(Engine.physics_ticks_per_second))
	tree.free_all()


func scenario_name_of_a_task() -> void:
	var task: Object = load(Rigs.LEAVES.limboai % "follow").new()
	report("no target", task._generate_name())
	task.target_path = ^"../Goal"
	report("target_path", task._generate_name())
	task.target_var = &"prey"
	report("target_var", task._generate_name())


## The script of the guide: it patrols between two posts, follows the player that comes near, and patrols again.
func scenario_guard_of_the_guide() -> void:
	floor_at(30, 30)
	bake()
	var player: Node3D = put(Node3D.new(), {"name": "Player", "position": Vector3(0, 0, 9)})
	var posts := [Vector3(-5, 0, -6), Vector3(5, 0, -6)]
	var route: Node3D = put(Node3D.new(), {"name": "Route"})
	for post in posts:
		put(Marker3D.new(), {"position": post}, route)
	var guard := capsule(1.0)
	guard.position = Vector3(0, 1, -6)
	put(NavAgent.new(), {"name": "NavAgent"}, guard)
	guard.set_script(load("res://guard.gd"))
	world.add_child(guard)
	var to_post := func(i: int): return flat(guard.position).distance_to(flat(posts[i]))
	await frames(120)
	report("distance from the first post", to_post.call(0))
	player.position = guard.position + Vector3(0, 0, 5)
	await frames(60)
	report("distance from the player", flat(guard.position).distance_to(flat(player.position)))
	player.position = Vector3(0, 0, 13)
	await until(func(): return to_post.call(1) < 1.1, 400)
	report("distance from the nearest post", minf(to_post.call(0), to_post.call(1)))
