extends "res://level.gd"
## Level of detail: agents without nodes that are far from the focus make fewer steps, and are drawn in every frame.

const COUNT := 600
const HALF := Vector2(58, 28)						# of the ground, less a margin
const DELTA := 1.0 / 60

var crowd: Crowd
var multimesh := MultiMesh.new()
var ids: PackedInt64Array


## A ground with rows of boxes, and agents that walk across it, there and back.
func make_town(settings := {}) -> void:
	floor_at(120, 60)
	for i in 9:
		for k in 4:
			box(Vector3(4, 2, 6), Vector3(12 * i - 48, 1, 14 * k - 21))
	bake()
	multimesh = MultiMesh.new()
	crowd = put(Crowd.new(), {"agent_radius": 0.3, "multimesh": multimesh, "focus_distance": 10.0}.merged(settings, true))
	var places := PackedVector3Array()
	for i in COUNT:
		places.append(Vector3(fposmod(i * 37.7, 2 * HALF.x) - HALF.x, 0, [-28, -14, 0, 14, 28][i % 5] * 0.98 + fposmod(i * 0.37, 2.0) - 1.0))
	ids = crowd.add_agents(places)
	crowd.request_paths(ids, PackedVector3Array(Array(places).map(func(place): return Vector3(-place.x, 0, -place.z))))


func drawn() -> PackedVector3Array:
	var buffer := multimesh.buffer						# as it lies there: without a screen the engine keeps nothing else
	var out := PackedVector3Array()
	for i in COUNT:
		out.append(Vector3(buffer[12 * i + 3], buffer[12 * i + 7], buffer[12 * i + 11]))
	return out


## What agents and instances do in some frames, by the agents' speed. `each` is called before each frame.
func watch(count: int, each := Callable()) -> Dictionary:
	var map := NavMap.of(crowd)
	var seen := {"moves": 0, "of an instance": 0.0, "of an agent": 0.0, "behind": 0.0, "off": 0.0, "instances that stand": 0}
	var at := crowd.get_agent_positions()
	var shown := drawn()
	var step := crowd.agent_max_speed * DELTA
	for frame in count:
		if each.is_valid():
			each.call(frame)
		await physics_frame
		var now := crowd.get_agent_positions()
		var show := drawn()
		var floor := map.closest_points(now)
		for i in COUNT:
			seen["moves"] += int(now[i] != at[i])
			seen["instances that stand"] += int(show[i] == shown[i])
			seen["of an instance"] = maxf(seen["of an instance"], show[i].distance_to(shown[i]) / step)
			seen["of an agent"] = maxf(seen["of an agent"], now[i].distance_to(at[i]) / step)
			seen["behind"] = maxf(seen["behind"], now[i].distance_to(show[i]) / step)
			seen["off"] = maxf(seen["off"], floor[i].distance_to(now[i]))
		at = now
		shown = show
	return seen


## The camera stands at one end of the town, and then goes to the other one within two seconds.
func scenario_a_camera_passes() -> void:
	make_town({"focus_camera": true})
	var camera: Camera3D = put(Camera3D.new(), {"position": Vector3(-58, 10, 0), "current": true})
	await frames(40)
	report("with a still camera", await watch(96))
	report("with a fast camera", await watch(120, func(frame): camera.position.x += 58.0 / 60))
	camera.position.x = -58
	report("after a cut", await watch(60))
	crowd.focus_camera = false
	report("after the focus", await watch(30))


## Two crowds whose agents all step, one of them as all are near a focus point.
func scenario_near_agents_walk_as_ever() -> void:
	for settings in [{}, {"focus_distance": 500.0, "focus_camera": true}]:
		make_town(settings)
		put(Camera3D.new(), {"current": true})
		await frames(60)
		report("hash with a focus" if settings else "hash without", hash(crowd.get_agent_positions().to_byte_array() + multimesh.buffer.to_byte_array()))
		await tidy()


## Nodes of a group, those that have no place, and those that are freed; points of a script; nothing at all.
func scenario_groups_and_points() -> void:
	make_town()
	await frames(20)
	report("without a focus", (await watch(16))["moves"])
	crowd.focus_group = "watchers"
	report("without a member", (await watch(16))["moves"])
	var watcher := node_at(Vector3(-58, 0, 0))
	watcher.add_to_group("watchers")
	put(Node.new()).add_to_group("watchers")
	await frames(16)
	report("with a member", (await watch(16))["moves"])
	watcher.free()
	await frames(16)
	report("when it is freed", (await watch(16))["moves"])
	crowd.set_focus_points(PackedVector3Array([Vector3(500, 0, 0), Vector3(600, 0, 0)]))
	await frames(16)
	report("with points far away", (await watch(16))["moves"])
	crowd.set_focus_points(PackedVector3Array([Vector3(0, NAN, 0)]))
	report("when points are refused", (await watch(16))["moves"])
	crowd.focus_steps = 7						# in turns of four
	await frames(16)
	report("with seven steps", (await watch(16))["moves"])
	crowd.set_focus_points(PackedVector3Array())
	report("without points", (await watch(16))["moves"])


## A body and a node that the crowd moves, far from the focus, beside agents without nodes.
func scenario_nodes_step_in_every_frame() -> void:
	make_town({"move_nodes": true})
	crowd.set_focus_points(PackedVector3Array([Vector3(-1000, 0, 0)]))
	var body := with_agent(capsule(0.0), {}, crowd)
	var node := with_agent(Node3D.new(), {}, crowd)
	var watched: Array[Node3D] = [body.get_parent(), node.get_parent()]
	watched[0].global_position = Vector3(-42, 0, -29)
	watched[1].global_position = Vector3(42, 0, 29)
	await physics_frame
	body.requestPath(Vector3(42, 0, -29))
	node.requestPath(Vector3(-42, 0, 29))
	await frames(60)
	var most := [0.0, 0.0]
	var moves := [0, 0]
	for frame in 60:
		var before := watched.map(func(it): return it.global_position)
		await physics_frame
		for i in 2:
			var way: float = watched[i].global_position.distance_to(before[i])
			moves[i] += int(way > 0.0)
			most[i] = maxf(most[i], way / (body.max_speed * DELTA))
	report("frames with a move", moves)
	report("most in a frame", most)


## Agents are placed, removed, added, sent and stopped while they wait.
func scenario_changes_of_those_who_wait() -> void:
	make_town()
	crowd.set_focus_points(PackedVector3Array([Vector3(1000, 0, 0)]))
	await frames(30)
	crowd.place_agents(ids.slice(0, 1), PackedVector3Array([Vector3(0, 0, 28)]))
	await physics_frame
	report("instance of one that was placed", drawn()[0].distance_to(Vector3(0, 0, 28)))
	crowd.remove_agents(ids.slice(10, 500))
	crowd.add_agents(PackedVector3Array([Vector3(0, 0, -28), Vector3(5, 0, -28)]))
	crowd.stop_agents(ids.slice(500, 550))
	crowd.focus_distance = 3.0
	await frames(20)
	var failed: int = crowd.request_paths(crowd.get_agents(), PackedVector3Array([Vector3(58, 0, 0)]))
	await frames(40)
	var off := 0.0
	var map := NavMap.of(crowd)
	for place in crowd.get_agent_positions():
		off = maxf(off, place.distance_to(map.closest_point(place)))
	report("agents", crowd.get_agent_positions().size())
	report("instances", multimesh.instance_count)
	report("failed", failed)
	report("off", off)
	crowd.stop_agents(crowd.get_agents())
	await frames(90)
	var places := crowd.get_agent_positions()
	var behind := 0.0
	for i in places.size():
		behind = maxf(behind, places[i].distance_to(Vector3(multimesh.buffer[12 * i + 3], multimesh.buffer[12 * i + 7], multimesh.buffer[12 * i + 11])))
	report("behind when all stand", behind)
