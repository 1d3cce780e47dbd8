## A night at the museum: by day the player comes in among visitors and finds the alarm; when all are out, the guards come, and three gems are to be taken.
extends Node3D

const Builder := preload("builder.gd")
const Crate := preload("crate.tscn")
const Door := preload("door.gd")
const DoorScene := preload("door.tscn")
const Gem := preload("gem.tscn")
const Guard := preload("guard.gd")
const GuardScene := preload("guard.tscn")
const KeyScene := preload("key.tscn")
const Lift := preload("lift.gd")
const Options := preload("res://games/common/options.gd")
const Orders := preload("orders.gd")
const Plan := preload("plan.gd")
const Player := preload("player.tscn")
const Robot := preload("robot.tscn")
const Saves := preload("res://games/common/saves.gd")
const Visitors := preload("visitors.gd")

enum Act {BUILDS, DAY, ALARM, NIGHT, WON, LOST}

const DRAWN: Array[Plan] = [preload("old_wing.tres"), preload("tower_of_clocks.tres")]
const GUARDS := 8
const VISITORS := 150
const TAKES := 1.3              ## Meters at which a thing is taken, or the alarm rung.
const EMPTY := 90.0             ## Seconds after the alarm at which the guards come in any case.
const SHARPNESS: Array[float] = [0.75, 1.0, 1.2]        ## Of the guards, by the difficulty.
const HIDES := 0.6              ## Meters to the middle of a crate.
const OUT := 3.0                ## Meters to the place 4 m before an exit: who is that near is out.
const HOVER := Vector3(0, 0.6, 0)
const HEARS := 12.0             ## Meters from a door to a player who hears it.
const SAFE := 10.0              ## Meters around the player where no guard begins.
const SAVED: Array[String] = ["act", "since", "lives", "last_taken"]

signal over(won: bool, text: String)
signal happened(what: String)   ## For sounds.

@export var level_number := 0
@export_range(0, 2) var difficulty := 1
@export var material: ShaderMaterial

var state := {}                 ## Of a saved game, which goes on when the house is built.
var plan: Plan
var built: Builder
var act := Act.BUILDS
var since := 0.0                ## Seconds in this act.
var orders := Orders.new()      ## Of this tick; whoever plays puts them here.
var ticks := 0                  ## That were played.
var player: CharacterBody3D
var robot: CharacterBody3D
var doors: Array[Door] = []
var guards: Array[Node3D] = []
var gems: Array[Node3D] = []
var key: Node3D
var alarm: Vector3
var lives := 3
var last_taken := Vector3.INF   ## Where the last gem was.

@onready var crowd: Crowd = $Crowd
@onready var lift: Lift = $Moving/Lift
@onready var visitors: Visitors = $Visitors


func _ready() -> void:
	plan = DRAWN[level_number].duplicate() if level_number < DRAWN.size() else Plan.made(level_number)
	plan.seed_value = level_number
	plan.read()
	_build()


func _build() -> void:
	built = Builder.new()
	built.build(plan, $Level, material)
	for opening in built.openings:
		var door: Door = DoorScene.instantiate()
		$Moving.add_child(door)
		door.put_into(opening)
		door.begins_to_open.connect(func() -> void: if door.position.distance_to(player.position) < HEARS: happened.emit("door"))
		doors.append(door)
		if Door.AREAS.has(opening.kind):
			$Level.add_child(Door.volume_of(opening))
	lift.stops = built.stops
	lift.position = built.shaft + Vector3(0, Lift.TOP, 0)
	$Level/Shaft.position = built.shaft
	for link in lift.links() + built.gaps:
		$Level.add_child(link)
	$Level/People.bake_navigation_mesh()
	$Level/Small.bake_navigation_mesh()
	# Each step of the space sorts its bodies anew, and so turns the last digits of what collides: no more steps in a long bake than in a short one.
	PhysicsServer3D.space_set_active(get_world_3d().space, false)
	while $Level/People.is_baking() or $Level/Small.is_baking():
		await get_tree().physics_frame
	PhysicsServer3D.space_set_active(get_world_3d().space, true)
	await get_tree().physics_frame
	_populate()


func _populate() -> void:
	NavMap.of(self).set_random_seed(plan.seed_value)
	player = _add(Player, built.exits[0])
	player.stepped.connect(_on_sound)
	player.stepped.connect(func(_place: Vector3, loudness: float) -> void: if loudness > 0: happened.emit("step"))
	robot = _add(Robot, built.exits[0] + Vector3(0.8, 0, 0.8))
	robot.player = player
	robot.beeped.connect(_on_sound)
	robot.beeped.connect(func(_place: Vector3, _loudness: float) -> void: happened.emit("beep"))
	for at in plan.places_of("gem"):
		gems.append(_show(Gem, at + HOVER))
	key = _show(KeyScene, plan.places_of("key")[0] + HOVER)
	alarm = plan.places_of("alarm")[0]
	visitors.queue_from = plan.places_of("desk")[0]
	for at in built.crates:
		_show(Crate, at)
	visitors.exhibits = built.exhibits
	visitors.exits = built.exits
	visitors.queue_way = (built.exits[0] - visitors.queue_from).normalized() * Vector3(1, 0, 1)
	visitors.random.seed = plan.seed_value
	$Hands.process_mode = PROCESS_MODE_INHERIT
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


func _show(thing: PackedScene, at: Vector3) -> Node3D:
	var shown: Node3D = thing.instantiate()
	shown.position = at
	$Moving.add_child(shown)
	return shown


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
	var hint := "   E: up or down" if $Hands.is_link_ahead else "   E: ring it" if _is_near_alarm() else ""
	match act:
		Act.BUILDS:
			return "The house is being built …"
		Act.DAY:
			return "Day. Ring the alarm: the arrow leads there.%s%s" % ["" if robot.has_key else " A right click sends the robot for the key.", hint]
		Act.ALARM:
			return "Everybody leaves: %d are left. Hide in a crate!%s" % [visitors.states.values().count(Visitors.FLEES), hint]
	var rest := "Out by an exit!" if gems.is_empty() else "" if player.has_key else "No key yet"
	return "Night. Gems left: %d   Lives left: %d   %s%s" % [gems.size(), lives, rest, hint]


func _physics_process(delta: float) -> void:
	if act == Act.BUILDS or act >= Act.WON:
		return
	ticks += 1
	since += delta
	player.act(orders, delta)
	robot.act(orders.robot_goal, orders.calls, orders.beeps, delta)
	var all := walkers()
	for door in doors:
		door.step(delta, all, act < Act.NIGHT)
	lift.step(delta)
	_take_things()
	player.is_hidden = player.velocity.length() < 0.2 and _is_at_any(built.crates, HIDES)
	match act:
		Act.DAY:
			visitors.step(delta)
			if orders.uses and _is_near_alarm():
				visitors.flee()
				happened.emit("alarm")
				_set_act(Act.ALARM)
		Act.ALARM:
			if visitors.clear() or since > EMPTY:
				crowd.remove_agents(crowd.get_agents())
				_place_guards()
				_set_act(Act.NIGHT)
		Act.NIGHT:
			if gems.is_empty() and _is_at_any(built.exits, OUT):
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


func _is_near_alarm() -> bool:
	return act == Act.DAY and player.global_position.distance_to(alarm) < TAKES


func _is_at_any(places: PackedVector3Array, distance: float) -> bool:
	return Array(places).any(func(at: Vector3) -> bool: return at.distance_to(player.global_position) < distance)


static func _is_near(a: Node3D, b: Node3D, distance: float) -> bool:
	var off := a.global_position - b.global_position
	return absf(off.y) < 1.5 and Vector2(off.x, off.z).length() < distance


## Seven guards walk rounds of four rooms on a storey, and one a round of all storeys.
func _place_guards() -> void:
	var random := RandomNumberGenerator.new()
	random.seed = plan.seed_value
	for i in GUARDS:
		var places := PackedVector3Array()
		for k in 4:
			places.append(_room_of_round(k % plan.storeys.size() if i == GUARDS - 1 else i % plan.storeys.size(), random))
		var guard := _add(GuardScene, places[0])
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
		_tell(guards, place, loudness * SHARPNESS[difficulty])


## A guard calls the two who are nearest.
func _on_called(who: Node3D, place: Vector3) -> void:
	happened.emit("seen")
	_tell(guards.filter(func(guard: Node3D) -> bool: return guard != who), place, Guard.CALL, 2)


## Sounds come through doors, not through walls: by the way on foot. Each of those who hear it looks beside the place, not all at the same spot.
func _tell(whom: Array, place: Vector3, reach: float, most := GUARDS) -> void:
	var map := NavMap.of(self)
	var places := PackedVector3Array(whom.map(func(guard: Node3D) -> Vector3: return guard.global_position))
	var ways := Array(map.path_distances(place, places, crowd.agent_filter))
	var order := range(whom.size()).filter(func(i: int) -> bool: return ways[i] < reach)
	order.sort_custom(func(i: int, j: int) -> bool: return ways[i] < ways[j])
	for i: int in order.slice(0, most):
		var beside := map.random_points_near(place, 1.5, 1, crowd.agent_filter)
		whom[i].hear(beside[0] if not beside.is_empty() else place)


## Whoever is caught is led out, without the last gem, and may try again, twice.
func _on_caught(_guard: Node3D) -> void:
	if act != Act.NIGHT:
		return
	lives -= 1
	happened.emit("caught")
	if lives == 0:
		return _set_act(Act.LOST)
	if last_taken.is_finite():
		gems.append(_show(Gem, last_taken))
		last_taken = Vector3.INF
	player.put_at(built.exits[0])
	for guard in guards:
		guard.forget()


# ---- saved games ----

func save() -> Dictionary:
	var saved := {
		"has_key": not is_instance_valid(key),
		"gems": gems.map(func(gem: Node3D) -> Vector3: return gem.position),
		"player": Saves.of(player), "robot": Saves.of(robot), "guards": guards.map(Saves.of),
		"doors": doors.map(func(door: Door) -> float: return door.opened), "lift": lift.save(), "visitors": visitors.save(),
	}
	for property in SAVED:
		saved[property] = get(property)
	return saved


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
	for property in SAVED:
		set(property, saved[property])
