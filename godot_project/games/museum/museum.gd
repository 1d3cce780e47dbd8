## A night at the museum: by day the player comes in among visitors and finds the alarm; when all are out, the guards come, and three gems are to be taken.
extends Node3D

const Builder := preload("builder.gd")
const Door := preload("door.gd")
const Guard := preload("guard.tscn")
const Lift := preload("lift.gd")
const Options := preload("res://games/common/options.gd")
const Orders := preload("orders.gd")
const Plan := preload("plan.gd")
const Player := preload("player.tscn")
const Robot := preload("robot.tscn")
const Saves := preload("res://games/common/saves.gd")
const Visitors := preload("visitors.gd")

enum Act {BUILDS, DAY, ALARM, NIGHT, WON, LOST}

const GUARDS := 8
const VISITORS := 150
const TAKES := 1.3              ## Meters at which a thing is taken, or the alarm rung.
const EMPTY := 90.0             ## Seconds after the alarm at which the guards come in any case.
const SHARPNESS: Array[float] = [0.75, 1.0, 1.2]        ## Of the guards, by the difficulty.
const GEM := Color(0.9, 0.2, 0.8)
const HOVER := Vector3(0, 0.6, 0)
const HEARS := 12.0             ## Meters from a door to a player who hears it.
const SAFE := 10.0              ## Meters around the player where no guard begins.

signal over(won: bool, text: String)
signal happened(what: String)   ## For sounds.

@export var level_number := 0
@export_range(0, 2) var difficulty := 1

var state := {}                 ## Of a saved game, which goes on when the house is built.
var plan: Plan
var built: Builder
var act := Act.BUILDS
var since := 0.0                ## Seconds in this act.
var orders := Orders.new()      ## Of this tick; whoever plays puts them here.
var player: CharacterBody3D
var robot: CharacterBody3D
var lift: Lift
var doors: Array[Door] = []
var guards: Array[Node3D] = []
var gems: Array[Node3D] = []
var key: Node3D
var alarm: Vector3
var lives := 3
var last_taken := Vector3.INF   ## Where the last gem was.
var material := ShaderMaterial.new()

@onready var people: NavMeshBaker = $Level/People
@onready var small: NavMeshBaker = $Level/Small
@onready var crowd: Crowd = $Crowd
@onready var visitors: Visitors = $Visitors


func _ready() -> void:
	material.shader = preload("house.gdshader")
	plan = Plan.drawn(level_number) if level_number < Plan.DRAWN.size() else Plan.made(level_number)
	_build()


func _build() -> void:
	built = Builder.new()
	built.build(plan, $Level, material)
	for opening in built.openings:
		var door := Door.new(opening)
		$Moving.add_child(door)
		door.begins_to_open.connect(func() -> void: if door.position.distance_to(player.position) < HEARS: happened.emit("door"))
		doors.append(door)
		if Door.AREAS.has(opening.kind):
			$Level.add_child(Door.volume_of(opening))
	lift = Lift.new(built.shaft, built.stops)
	$Moving.add_child(lift)
	for link in lift.links() + _gap_links():
		$Level.add_child(link)
	_keep_out_of_shaft()
	people.bake_navigation_mesh()
	small.bake_navigation_mesh()
	while people.is_baking() or small.is_baking():
		await get_tree().physics_frame
	await get_tree().physics_frame
	_populate()


func _keep_out_of_shaft() -> void:
	var shaft := NavModifierVolume.new()
	shaft.size = Vector3(Plan.MODULE, 2, Plan.MODULE)
	shaft.position = built.shaft
	$Level.add_child(shaft)


## One jumps down through a gap in a rail, and climbs up a ladder.
func _gap_links() -> Array[NavLink]:
	var made: Array[NavLink] = []
	for gap in built.gaps:
		var link := NavLink.new()
		var is_ladder: bool = gap.kind == "ladder"
		link.start_position = gap.bottom if is_ladder else gap.top
		link.end_position = gap.top if is_ladder else gap.bottom
		link.bidirectional = false
		link.kind = NavLink.KIND_LADDER if is_ladder else NavLink.KIND_DROP
		made.append(link)
	return made


func _populate() -> void:
	NavMap.of(self).set_random_seed(plan.seed_value)
	player = _add(Player, built.exits[0])
	player.stepped.connect(_on_sound)
	player.stepped.connect(func(_place: Vector3, loudness: float) -> void: if loudness > 0: happened.emit("step"))
	robot = _add(Robot, built.exits[0] + Vector3(0.8, 0, 0.8))
	robot.player = player
	robot.beeped.connect(_on_sound)
	robot.beeped.connect(func(_place: Vector3, _loudness: float) -> void: happened.emit("beep"))
	for entry in plan.things:
		var at: Vector3 = plan.center_of(entry.storey, entry.cell)
		match entry.what:
			"gem":
				gems.append(_show_thing(at + HOVER, GEM))
			"key":
				key = _show_thing(at + HOVER, Color(1, 0.8, 0.2))
			"alarm":
				alarm = at
				_show_thing(at + HOVER, Color.RED)
			"desk":
				visitors.queue_from = at
	visitors.crowd = crowd
	visitors.exhibits = built.exhibits
	visitors.exits = built.exits
	visitors.queue_way = (built.exits[0] - visitors.queue_from).normalized() * Vector3(1, 0, 1)
	visitors.random.seed = plan.seed_value
	if state.is_empty():
		visitors.begin(int(VISITORS * Options.values.agents))
		_set_act(Act.DAY)
	else:
		_restore(state)


func _add(scene: PackedScene, at: Vector3) -> CharacterBody3D:
	var body: CharacterBody3D = scene.instantiate()
	body.position = at
	$Moving.add_child(body, true)
	lift.serve(body.agent)
	return body


func _show_thing(at: Vector3, color: Color) -> Node3D:
	var thing := MeshInstance3D.new()
	thing.mesh = PrismMesh.new()
	thing.mesh.size = Vector3(0.3, 0.3, 0.3)
	thing.material_override = StandardMaterial3D.new()
	thing.material_override.albedo_color = color
	thing.material_override.emission_enabled = true
	thing.material_override.emission = color
	thing.position = at
	$Moving.add_child(thing)
	return thing


func _set_act(next: Act) -> void:
	act = next
	since = 0.0
	if act >= Act.WON:
		over.emit(act == Act.WON, "All three gems, and nobody knows." if act == Act.WON else "They have caught you for the third time.")


## All bodies with a NavAgent.
func walkers() -> Array:
	return [] if player == null else [player, robot] + guards


## For the line at the top.
func status() -> String:
	match act:
		Act.BUILDS:
			return "The house is being built …"
		Act.DAY:
			return "Day. Ring the alarm on floor %d. The robot fetches the key through the vent." % roundi(alarm.y / Plan.STOREY)
		Act.ALARM:
			return "Everybody leaves: %d are left. Hide!" % visitors.agents.size()
	return "Night. %d gems, %d lives left%s" % [gems.size(), lives, "" if not gems.is_empty() else ": leave by an exit!"]


func _physics_process(delta: float) -> void:
	if act == Act.BUILDS or act >= Act.WON:
		return
	since += delta
	player.act(orders, delta)
	robot.act(orders.robot_goal, orders.calls, orders.beeps, delta)
	for door in doors:
		door.stays_open = act < Act.NIGHT and door.kind == "door"
		door.step(delta, walkers())
	lift.step(delta)
	_take_things()
	match act:
		Act.DAY:
			visitors.step(delta)
			if orders.uses and player.global_position.distance_to(alarm) < TAKES:
				visitors.flee()
				happened.emit("alarm")
				_set_act(Act.ALARM)
		Act.ALARM:
			if visitors.clear() or since > EMPTY:
				_begin_night()
		Act.NIGHT:
			if gems.is_empty() and _is_outside(player.global_position):
				_set_act(Act.WON)
	orders = Orders.new()


func _take_things() -> void:
	if is_instance_valid(key) and _is_near(robot, key, 0.8):
		robot.has_key = true
		happened.emit("key")
		key.queue_free()
	if robot.has_key and _is_near(robot, player, TAKES):
		player.has_key = true
	if act == Act.NIGHT:
		for gem: Node3D in gems.duplicate():
			if _is_near(player, gem, TAKES):
				gems.erase(gem)
				last_taken = gem.position
				happened.emit("gem")
				gem.queue_free()


static func _is_near(a: Node3D, b: Node3D, distance: float) -> bool:
	var off := a.global_position - b.global_position
	return absf(off.y) < 1.5 and Vector2(off.x, off.z).length() < distance


func _is_outside(at: Vector3) -> bool:
	var half := Vector2(plan.size()) * Plan.MODULE / 2
	return absf(at.x) > half.x + 1 or absf(at.z) > half.y + 1


func _begin_night() -> void:
	crowd.remove_agents(crowd.get_agents())
	_place_guards()
	_set_act(Act.NIGHT)


## Seven guards walk rounds of four rooms on a storey, and one a round of all storeys.
func _place_guards() -> void:
	var random := RandomNumberGenerator.new()
	random.seed = plan.seed_value
	for i in GUARDS:
		var places := PackedVector3Array()
		for k in 4:
			places.append(_room_of_round(k % plan.storeys.size() if i == GUARDS - 1 else i % plan.storeys.size(), random))
		var guard := _add(Guard, places[0])
		guard.round_trip = places
		guard.quarry = player
		guard.sharpness = SHARPNESS[difficulty]
		guard.caught.connect(_on_caught)
		guard.called.connect(_on_called)
		guards.append(guard)


## A place in a room, but for stairwells and what is near the player.
func _room_of_round(storey: int, random: RandomNumberGenerator) -> Vector3:
	var rooms := Array(plan.rooms(storey)).filter(func(room: String) -> bool: return not room in Plan.WELLS)
	var place := Vector3.INF
	while not place.is_finite() or place.distance_to(player.global_position) < SAFE:
		var room: String = rooms[random.randi_range(0, rooms.size() - 1)]
		place = NavMap.of(self).random_points_near(plan.center_of(storey, plan.middle_of(storey, room)), 2.5, 1, player.filter)[0]
	return place


func _on_sound(place: Vector3, loudness: float) -> void:
	if act == Act.NIGHT and loudness > 0:
		for guard in guards:
			guard.hear(place, loudness)


func _on_called(who: Node3D, place: Vector3) -> void:
	happened.emit("seen")
	for guard in guards:
		if guard != who:
			guard.hear(place, guard.CALL)


## Whoever is caught is led out, without the last gem, and may try again, twice.
func _on_caught(_guard: Node3D) -> void:
	if act != Act.NIGHT:
		return
	lives -= 1
	happened.emit("caught")
	if lives == 0:
		return _set_act(Act.LOST)
	if last_taken.is_finite():
		gems.append(_show_thing(last_taken, GEM))
		last_taken = Vector3.INF
	player.put_at(built.exits[0])
	for guard in guards:
		guard.forget()


# ---- saved games ----

func save() -> Dictionary:
	return {
		"act": act, "since": since, "lives": lives, "last_taken": last_taken, "has_key": not is_instance_valid(key),
		"gems": gems.map(func(gem: Node3D) -> Vector3: return gem.position),
		"player": Saves.of(player), "robot": Saves.of(robot), "guards": guards.map(Saves.of),
		"doors": doors.map(func(door: Door) -> float: return door.opened), "lift": lift.save(), "visitors": visitors.save(),
	}


func _restore(saved: Dictionary) -> void:
	if saved.has_key:
		key.queue_free()
	for gem: Node3D in gems.duplicate():
		if not gem.position in saved.gems:
			gems.erase(gem)
			gem.queue_free()
	for i in doors.size():
		doors[i].opened = saved.doors[i]
	if saved.act == Act.NIGHT:
		_place_guards()
	Saves.restore(player, saved.player)
	Saves.restore(robot, saved.robot)
	for i in guards.size():
		Saves.restore(guards[i], saved.guards[i])
	lift.restore(saved.lift, $Moving)
	visitors.restore(saved.visitors)
	lives = saved.lives
	last_taken = saved.last_taken
	act = saved.act
	since = saved.since
