extends "res://level.gd"
## Formations of bodies, and what follows their members on the way.


## Bodies in a heap, with agents, below a formation.
func troop(count: int, settings := {}, center := Vector3.ZERO, agents := {}) -> NavFormation:
	var formation: NavFormation = put(NavFormation.new(), settings)
	for i in count:
		var turn := 2.4 * i
		walker(center + 1.1 * sqrt(i) * Vector3(cos(turn), 0, sin(turn)), 0.0, agents, formation)
	return formation


func agents_of(formation: NavFormation) -> Array:
	return formation.get_children().map(func(body): return body.get_child(body.get_child_count() - 1))


## Follows the members of a march: distances from their slots while the formation is whole, and turns of more than 90 degrees at speed.
class Watch:
	var formation: NavFormation
	var agents: Array
	var highest_slot := 0.0			# meters that a slot is above or below its member, at most
	var off := PackedFloat64Array()		# meters, of each member in each frame while it is formed up
	var flips := 0
	var frame := 0
	var broke: Array[int] = []
	var formed: Array[int] = []
	var last := {}
	var before := {}
	var tracks := {}				# of each member: [x, z] in each frame

	func _init(of: NavFormation, members: Array) -> void:
		formation = of
		agents = members
		formation.formed_up.connect(func(): formed.append(frame))
		formation.broke_up.connect(func(): broke.append(frame))

	func follow() -> void:
		frame += 1
		for agent in agents:
			if not is_instance_valid(agent):
				continue
			var body: Node3D = agent.get_parent()
			var at := Vector2(body.position.x, body.position.z)
			var slot := formation.get_slot_position(agent)
			if formation.is_formed_up:
				off.append(at.distance_to(Vector2(slot.x, slot.z)))
			highest_slot = maxf(highest_slot, absf(slot.y - body.position.y))
			if agent in last:
				var velocity: Vector2 = (at - last[agent]) * 60.0
				if agent in before and velocity.length() > 0.5 and before[agent].length() > 0.5 and velocity.dot(before[agent]) < 0:
					flips += 1
				before[agent] = velocity
			last[agent] = at
			tracks.get_or_add(agent, []).append([at.x, at.y])

	func mean_off() -> float:
		var sum := 0.0
		for value in off:
			sum += value
		return sum / maxf(off.size(), 1)

	func most_off() -> float:
		var most := 0.0
		for value in off:
			most = maxf(most, value)
		return most


func march(formation: NavFormation, target: Vector3, most := 3600) -> Watch:
	var watch := Watch.new(formation, agents_of(formation))
	formation.requestPath(target)
	while formation.hasArrived() == NavAgent.RUNNING and watch.frame < most:
		await physics_frame
		watch.follow()
	return watch


## Where the members stand, in spacings behind the first of them and to the right of their middle, where the formation has marched ahead.
func figure(formation: NavFormation, agents: Array, ahead := Vector2(1, 0)) -> Array:
	var places := agents.map(func(agent): return Vector2(place_of(agent).dot(ahead), place_of(agent).dot(ahead.orthogonal() * -1)))
	var front: float = places.map(func(place): return place.x).max()
	var middle: float = places.reduce(func(sum, place): return sum + place.y, 0.0) / places.size()
	return places.map(func(place): return [(front - place.x) / formation.spacing, (place.y - middle) / formation.spacing])


func field(size := 60.0) -> NavMeshBaker:
	floor_at(size, size)
	return bake()


func nearest_pair(agents: Array) -> float:
	var nearest := INF
	for i in agents.size():
		for k in i:
			nearest = minf(nearest, place_of(agents[i]).distance_to(place_of(agents[k])))
	return nearest
