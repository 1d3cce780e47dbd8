## The attackers: agents of a Crowd2D without nodes, who follow a field from their camp to the keep. It finds them by cells, knows how
## much each can still take, and takes away the dead. The soldiers and the boss, who are nodes, are below it, too.
extends Crowd2D

const Plan := preload("plan.gd")

const APART := 9.0              ## Pixels to the nearest one, of who comes in.

signal fell(place: Vector2)

var camp: Rect2                 ## Where they come in.
var field: NavFlowField2D
var health := {}                ## By agent.
var agents: PackedInt64Array    ## Of the last look, as are the next three.
var places: PackedVector2Array
var heads: PackedInt32Array     ## By cell, the index of one who is there, -1: nobody, and
var nexts: PackedInt32Array     ## by index, that of the next one there.
var dead: PackedInt64Array
var through: PackedInt64Array   ## Those who have come to the keep.


func set_up(plan: Plan, way: NavFlowField2D) -> void:
	camp = Plan.in_pixels(plan.area_of("c")).grow(-agent_radius)
	field = way
	heads.resize(Plan.SIZE.x * Plan.SIZE.y)
	agents_arrived.connect(func(who: PackedInt64Array) -> void: through.append_array(who))
	agents_failed.connect(func(who: PackedInt64Array) -> void: follow_field(who, field))


func look() -> void:
	agents = get_agents()
	places = get_agent_positions()
	heads.fill(-1)
	nexts.resize(places.size())
	for i in places.size():
		var cell := int(places[i].y / Plan.CELL) * Plan.SIZE.x + int(places[i].x / Plan.CELL)
		nexts[i] = heads[cell]
		heads[cell] = i


## Indices of those alive around a place, at most so many.
func near(place: Vector2, distance: float, limit := 1000) -> PackedInt32Array:
	var found := PackedInt32Array()
	var last := Plan.SIZE - Vector2i.ONE
	var from := Plan.cell_at(place - Vector2.ONE * distance).clamp(Vector2i.ZERO, last)
	var to := Plan.cell_at(place + Vector2.ONE * distance).clamp(Vector2i.ZERO, last)
	for y in range(from.y, to.y + 1):
		for x in range(from.x, to.x + 1):
			var i := heads[y * Plan.SIZE.x + x]
			while i >= 0:
				if places[i].distance_squared_to(place) < distance * distance and health[agents[i]] > 0:
					found.append(i)
					if found.size() == limit:
						return found
				i = nexts[i]
	return found


func hurt(index: int, amount: float) -> void:
	health[agents[index]] -= amount
	if health[agents[index]] <= 0:
		dead.append(agents[index])
		fell.emit(places[index])


## Takes these away, and tells how many they are.
func take_away(who: PackedInt64Array) -> int:
	var count := who.size()
	remove_agents(who)
	for agent in who:
		health.erase(agent)
	who.clear()
	return count


## Some come in, as many as there is room for, and at most so many. Returns their number.
func enter(count: int, strength: float, random: RandomNumberGenerator) -> int:
	var at := PackedVector2Array()
	for attempt in 2 * count:
		var place := camp.position + camp.size * Vector2(random.randf(), random.randf())
		if at.size() < count and near(place, APART, 1).is_empty():
			at.append(place)
	var added := add_agents(at)
	for agent in added:
		health[agent] = strength
	follow_field(added, field)
	return at.size()


func save() -> Array:
	return Array(get_agents()).map(func(agent: int) -> Array: return [save_agent(agent), health[agent]])


func restore(saved: Array) -> void:
	var at := PackedVector2Array()
	at.resize(saved.size())
	var added := add_agents(at)
	for i in added.size():
		load_agent(added[i], saved[i][0])
		health[added[i]] = saved[i][1]
	follow_field(added, field)
