## How near those of a crowd are to each other.


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
