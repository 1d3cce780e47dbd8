## Crowds of agents without nodes: how near they are to each other, and how to have them take other values.


## Distances of all pairs that are nearer than `width`. Each looks at the cells of a grid around its own.
static func close_pairs(places: Variant, width: float) -> PackedFloat64Array:
	var cells := {}
	var found := PackedFloat64Array()
	for place: Variant in places:
		var flat := Vector2(place.x, place.z) if place is Vector3 else place as Vector2
		var cell := Vector2i((flat / width).floor())
		for x in [-1, 0, 1]:
			for y in [-1, 0, 1]:
				for other: Variant in cells.get(cell + Vector2i(x, y), []):
					var distance: float = place.distance_to(other)
					if distance < width:
						found.append(distance)
		cells.get_or_add(cell, []).append(place)
	return found


## Agents take the values that their crowd has when they are made: so all are made again, where they are. Returns them.
static func made_again(crowd: Node) -> PackedInt64Array:
	var places: Variant = crowd.get_agent_positions()
	crowd.remove_agents(crowd.get_agents())
	return crowd.add_agents(places)


## Colors the instances of a crowd once it has made them: func(index: int) -> Color.
static func color(crowd: Node, of: Callable) -> void:
	var colors := range(crowd.get_agents().size()).map(of)
	var tree := crowd.get_tree()
	for frame in 2:
		await tree.physics_frame
	if is_instance_valid(crowd) and crowd.multimesh.instance_count == colors.size():    # else there are others by now
		for i in colors.size():
			crowd.multimesh.set_instance_color(i, colors[i])
