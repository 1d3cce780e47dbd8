## A lift: a platform, a NavLink between each two stops, and whoever rides. It takes bodies over from their agents at a stop and gives them back at another.
extends AnimatableBody3D

const Plan := preload("plan.gd")

const SPEED := 1.2              ## Meters a second.
const TOP := -0.06              ## Meters from a floor to the middle of its plate, whose upper side is 4 cm over the floor.
const PLACES: Array[Vector3] = [Vector3(-0.8, 0, -0.8), Vector3(0.8, 0, -0.8), Vector3(-0.8, 0, 0.8), Vector3(0.8, 0, 0.8)]
const OPEN := 1.0               ## Seconds that it stays where it has stopped.
const WALK := 1.6               ## Meters a second, of those who board and leave.
const PRICE := 12.0             ## Meters that a ride counts as, beside 2 a storey: who has stairs near takes them.

enum {WAITS, BOARDS, RIDES, LEAVES}

var stops: Array[Vector3]
var riders: Array[Dictionary] = []      ## agent, from, to (storeys), state, place (its index).
var goal := 0                   ## The storey to which it goes.
var rest := 0.0                 ## Seconds until it may leave.


## The links, for the level: one for each two stops, in each direction.
func links() -> Array[NavLink]:
	var made: Array[NavLink] = []
	for from in stops.size():
		for to in stops.size():
			if from != to:
				made.append(link(stops[from], stops[to]))
				made[-1].enter_cost = PRICE + 2 * absi(from - to)
				made[-1].set_meta("lift", [from, to])
	return made


static func link(from: Vector3, to: Vector3) -> NavLink:
	var made := NavLink.new()
	made.start_position = from
	made.end_position = to
	made.bidirectional = false
	return made


## Takes over at this lift's links whoever the agent moves.
func serve(agent: NavAgent) -> void:
	agent.link_reached.connect(func(details: Dictionary) -> void:
		if details.owner != null and details.owner.has_meta("lift") and agent.take_over_link():
			var ends: Array = details.owner.get_meta("lift")
			riders.append({"agent": agent, "from": ends[0], "to": ends[1], "state": WAITS, "place": -1}))


func step(delta: float) -> void:
	riders = riders.filter(func(rider: Dictionary) -> bool: return is_instance_valid(rider.agent) and rider.agent.is_on_link)
	rest -= delta
	if not _has_stopped():
		position.y = move_toward(position.y, goal * Plan.STOREY + TOP, SPEED * delta)
		if _has_stopped():
			rest = OPEN
	elif rest <= 0 and not riders.any(func(rider: Dictionary) -> bool: return rider.state in [BOARDS, LEAVES]):
		goal = _next_stop()
	for rider in riders:
		_move(rider, delta)


func _has_stopped() -> bool:
	return is_equal_approx(position.y, goal * Plan.STOREY + TOP)


## The next stop of those who ride; else where the first one waits.
func _next_stop() -> int:
	var on_board := riders.filter(func(rider: Dictionary) -> bool: return rider.state == RIDES)
	if on_board.is_empty():
		return goal if riders.is_empty() else riders[0].from
	on_board.sort_custom(func(a: Dictionary, b: Dictionary) -> bool: return absi(a.to - goal) < absi(b.to - goal))
	return on_board[0].to


## Who is carried down on the way up loses the link: a trip is up or down.
func _leads_on(rider: Dictionary) -> bool:
	return riders.all(func(other: Dictionary) -> bool: return other.place < 0 or (other.to > other.from) == (rider.to > rider.from))


func _move(rider: Dictionary, delta: float) -> void:
	var is_here := _has_stopped()
	match rider.state:
		WAITS:
			_walk(rider, rider.agent.get_parent().global_position, delta)
			if is_here and goal == rider.from and _leads_on(rider):
				rider.place = range(PLACES.size()).find_custom(func(i: int) -> bool: return riders.all(func(other: Dictionary) -> bool: return other.place != i))
				rider.state = BOARDS if rider.place >= 0 else WAITS
		BOARDS:
			if _walk(rider, global_position + PLACES[rider.place], delta):
				rider.state = RIDES
		RIDES:
			_walk(rider, rider.agent.get_parent().global_position, delta)
			if is_here and goal == rider.to:
				rider.state = LEAVES
		LEAVES:
			if _walk(rider, stops[rider.to], delta):
				rider.agent.finish_link()


## One tick of a body towards a place, at its own height. True: it is there.
func _walk(rider: Dictionary, place: Vector3, delta: float) -> bool:
	var body: CharacterBody3D = rider.agent.get_parent()
	var way := place - body.global_position
	way.y = 0
	var flat := way.limit_length(WALK * delta) / delta
	rider.agent.move_and_climb(Vector3(flat.x, body.velocity.y + body.get_gravity().y * delta, flat.z))
	return way.length() < 0.1


func save() -> Dictionary:
	return {"height": position.y, "goal": goal, "rest": rest, "riders": riders.map(func(rider: Dictionary) -> Dictionary:
		return rider.merged({"agent": rider.agent.get_parent().name}, true))}


## After the bodies below a node have got their agents' states, by which they are on the lift's links again.
func restore(saved: Dictionary, bodies: Node) -> void:
	position.y = saved.height
	goal = saved.goal
	rest = saved.rest
	for rider: Dictionary in saved.riders:
		var agent: NavAgent = bodies.get_node(NodePath(rider.agent)).get_node("NavAgent")
		if agent.is_on_link and agent.take_over_link():
			riders.append(rider.merged({"agent": agent}, true))
