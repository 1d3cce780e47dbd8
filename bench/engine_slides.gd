extends SceneTree
## What a physics frame costs with CharacterBody3D that agents drive, and how much of that is move_and_slide: one row for each side and
## round that slides.json asks for. The folder bench/ holds that and slides.navmesh.

const Walkers := preload("walkers.gd")
const FALL := 9.8						# m/s², of who falls

var settings: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://bench/slides.json"))
var navmesh := NavMeshData.new()


## A body that slides, and knows how long that took.
class Body extends CharacterBody3D:
	static var slides := 0
	static var usec := 0
	var agent: Node
	var begin := Vector3.ZERO			# where it was when the counting began
	var track := PackedVector3Array()	# how it has slid

	func _init(its_agent: Node, radius: float) -> void:
		var shape := CollisionShape3D.new()
		shape.shape = CapsuleShape3D.new()
		shape.shape.radius = radius
		shape.position.y = shape.shape.height / 2
		add_child(shape)
		collision_layer = 2				# seen by nobody: agents keep them apart
		agent = its_agent
		if agent:
			add_child(agent)
			if agent is NavigationAgent3D or not agent.drive_body:
				agent.velocity_computed.connect(func(safe: Vector3): slide(safe))

	func slide(safe: Vector3) -> void:
		velocity = Vector3(safe.x, 0.0 if is_on_floor() else velocity.y - FALL * get_physics_process_delta_time(), safe.z)
		track.append(safe)
		var begun := Time.get_ticks_usec()
		move_and_slide()
		usec += Time.get_ticks_usec() - begun
		slides += 1


class GodotBody extends Body:
	func _physics_process(_delta: float) -> void:
		agent.velocity = position.direction_to(agent.get_next_path_position()) * agent.max_speed


## Slides as another one did, and ends with its last slide.
class Repeater extends Body:
	var steps: PackedVector3Array
	var waits := 0						# frames

	func _physics_process(_delta: float) -> void:
		waits -= 1
		if waits < 0 and track.size() < steps.size():
			slide(steps[track.size()])


func _initialize() -> void:
	navmesh.data = FileAccess.get_file_as_bytes("res://bench/slides.navmesh")
	var side: float = settings.size
	Walkers.box(Vector3(side, 0.5, side), Vector3(0, -0.25, 0), root)
	for i in 100:
		Walkers.box(Vector3(4, 3, 4), Vector3(side * (i % 10 + 0.5) / 10 - side / 2, 1.5, side * (i / 10 + 0.5) / 10 - side / 2), root)
	for turn in settings.rounds:
		var last := {}
		for what in settings.sides:
			last = await walk(what, last)
	quit()


func make(side: String, i: int, scripted: Dictionary) -> Body:
	var body: Body
	match side:
		"NavigationAgent3D":
			body = GodotBody.new(NavigationAgent3D.new(), settings.radius)
		"no agents, the slides repeated":
			body = Repeater.new(null, settings.radius)
			body.steps = scripted.tracks[i]
			body.waits = settings.warm + settings.frames - body.steps.size()
		_:
			var agent := NavAgent.new()
			agent.drive_body = side == "NavAgent that drives its body"
			agent.face_velocity = false			# the others do not turn either
			body = Body.new(agent, settings.radius)
	body.position = Vector3(settings.starts[i][0], 0, settings.starts[i][1])
	return body


func ask(body: Body, goal: Vector3) -> void:
	body.agent.avoidance_enabled = true
	body.agent.max_speed = settings.max_speed
	body.agent.radius = settings.radius
	body.agent.neighbor_distance = settings.neighbor_distance
	if body.agent is NavigationAgent3D:
		body.agent.target_position = goal
	else:
		body.agent.requestPath(goal)


## The scripted agents' slides are returned, and given on by others: they are what is repeated.
func walk(side: String, scripted: Dictionary) -> Dictionary:
	var repeats := side == "no agents, the slides repeated"
	var ground: Node = null
	if not repeats:
		ground = Walkers.region(root.world_3d, navmesh, 0.25) if side == "NavigationAgent3D" else Walkers.baker(navmesh)
		root.add_child(ground)
	await physics_frame
	await physics_frame
	var bodies: Array[Body] = []
	for i in settings.starts.size():
		bodies.append(make(side, i, scripted))
		root.add_child(bodies[i])
		if not repeats:
			ask(bodies[i], Vector3(settings.goals[i][0], 0, settings.goals[i][1]))
	var meters := 0.0
	for i in settings.warm:
		await physics_frame
	for body in bodies:
		body.begin = body.position
	Body.slides = 0
	Body.usec = 0
	var begun := Time.get_ticks_usec()
	for i in settings.frames:
		await physics_frame
	var usec := Time.get_ticks_usec() - begun
	var row := {"side": side, "usec": usec / float(settings.frames), "slide_usec": Body.usec / float(settings.frames),
		"slides": Body.slides, "on_floor": 0, "apart": 0.0}
	var result := {"tracks": [], "ends": []}
	for i in bodies.size():
		meters += bodies[i].begin.distance_to(bodies[i].position)
		row.on_floor += int(bodies[i].is_on_floor())
		result.tracks.append(bodies[i].track)
		result.ends.append(bodies[i].position)
		if repeats:
			row.apart = maxf(row.apart, Vector2(bodies[i].position.x - scripted.ends[i].x, bodies[i].position.z - scripted.ends[i].z).length())
	row.meters = meters / bodies.size()
	print("RESULT slides ", JSON.stringify(row))
	for body in bodies:
		body.free()
	if ground:
		ground.free()
	await physics_frame
	return result if side == "NavAgent, moved by a script" else scripted
