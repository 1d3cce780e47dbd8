## Visitors by day, as agents of a Crowd without nodes: they queue for a ticket, go from one exhibit to the next, and leave by the nearer exit at the alarm.
extends Node3D

const QUEUE := 12               ## Places in the queue, and
const APART := 0.8              ## meters from one to the next.
const TICKET := 1.2             ## Seconds for a ticket.
const LOOKS := Vector2(3, 9)    ## Seconds at an exhibit.
const AROUND := 1.25            ## Meters from the middle of an exhibit to who looks at it.

enum {OUTSIDE, QUEUES, WALKS, LOOKS_AT, FLEES, GONE}

var random := RandomNumberGenerator.new()
var exhibits: PackedVector3Array
var exits: PackedVector3Array
var queue_from: Vector3         ## The head of the queue, and
var queue_way: Vector3          ## where it leads.
var agents: PackedInt64Array
var states := {}                ## By agent.
var until := {}                 ## Seconds of the clock, of those who look.
var queue: Array[int] = []
var clock := 0.0
var next_ticket := 0.0

@onready var crowd: Crowd = $"../Crowd"


func begin(count: int) -> void:
	crowd.agents_arrived.connect(_on_ended)
	crowd.agents_failed.connect(_on_ended)
	var places := PackedVector3Array()
	for i in count:
		var exit := exits[i % exits.size()]
		var out := Vector3(exit.x, 0, exit.z).normalized()
		places.append(NavMap.of(self).closest_point(exit + 0.9 * (i / 2 / 6) * out + 0.9 * (i / 2 % 6 - 2.5) * out.cross(Vector3.UP)))
	agents = crowd.add_agents(places)
	for agent in agents:
		states[agent] = OUTSIDE


func step(delta: float) -> void:
	clock += delta
	for agent in agents:
		if states[agent] == OUTSIDE and queue.size() < QUEUE:
			states[agent] = QUEUES
			queue.append(agent)
			_send(agent, queue_from + queue_way * APART * (queue.size() - 1))
		elif states[agent] == LOOKS_AT and clock > until[agent]:
			_visit(agent)
	if not queue.is_empty() and clock > next_ticket and \
			crowd.get_agent_positions()[agents.find(queue[0])].distance_to(queue_from) < 1.0:
		next_ticket = clock + TICKET
		_visit(queue.pop_front())
		for i in queue.size():
			_send(queue[i], queue_from + queue_way * APART * i)


func _send(agent: int, place: Vector3) -> void:
	crowd.request_paths([agent], [place])


func _visit(agent: int) -> void:
	states[agent] = WALKS
	var exhibit := exhibits[random.randi_range(0, exhibits.size() - 1)]
	# By a square root and not by sines, whose last digits are others on each platform.
	_send(agent, exhibit + Vector3(random.randf() - 0.5, 0, random.randf() - 0.5).normalized() * AROUND)


## Their ways have, with success or without.
func _on_ended(who: PackedInt64Array) -> void:
	for agent in who:
		if states[agent] == WALKS:
			states[agent] = LOOKS_AT
			until[agent] = clock + random.randf_range(LOOKS.x, LOOKS.y)
		elif states[agent] == FLEES:
			states[agent] = GONE


## The alarm: all who are inside go to the exit that is nearest on foot.
func flee() -> void:
	queue.clear()
	var ways := NavMap.of(self).goal_field(exits, INF, crowd.agent_filter)
	var nearest := ways.get_goal_indices(crowd.get_agent_positions())
	for i in agents.size():
		if states[agents[i]] != OUTSIDE:
			states[agents[i]] = FLEES
			_send(agents[i], exits[maxi(nearest[i], 0)])


## Those who have come out are taken away. True: nobody is inside.
func clear() -> bool:
	var gone := PackedInt64Array(Array(agents).filter(func(agent: int) -> bool: return states[agent] == GONE))
	crowd.remove_agents(gone)
	agents = PackedInt64Array(Array(agents).filter(func(agent: int) -> bool: return states[agent] != GONE))
	return Array(agents).all(func(agent: int) -> bool: return states[agent] == OUTSIDE)


func save() -> Dictionary:
	var saved := {"agents": [], "clock": clock, "next_ticket": next_ticket, "random": random.state,
		"queue": queue.map(func(agent: int) -> int: return agents.find(agent))}
	for agent in agents:
		saved.agents.append([crowd.save_agent(agent), states[agent], until.get(agent, 0.0)])
	return saved


func restore(saved: Dictionary) -> void:
	begin(saved.agents.size())
	for i in agents.size():
		crowd.load_agent(agents[i], saved.agents[i][0])
		states[agents[i]] = saved.agents[i][1]
		until[agents[i]] = saved.agents[i][2]
	for i: int in saved.queue:
		queue.append(agents[i])
	clock = saved.clock
	next_ticket = saved.next_ticket
	random.state = saved.random
