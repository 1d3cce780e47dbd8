extends "res://level2d.gd"
## Bakers of the plane side by side: what is walkable between them, and what is not.

const SIZE := Vector2(500, 600)


## Two bakers whose outlines touch at x = 500.
func side_by_side(left := {}, right := {}) -> void:
	bake(SIZE, left)
	bake(SIZE, {"position": Vector2(500, 0)}.merged(right, true))


func is_crossable(filter: NavFilter2D = null) -> bool:
	return NavMap2D.of(world).is_reachable(Vector2(100, 100), Vector2(900, 500), filter)


func wall_with_a_door(thickness: float, door: float) -> void:
	var height := (600 - door) / 2
	for y: float in [height / 2, 600 - height / 2]:
		wall(Vector2(500, y), Vector2(thickness, height))


## Doors that are passable, of all widths, in walls on the line between two bakers.
func scenario_walls() -> void:
	for thickness: float in [0.5, 1.0, 2.0, 4.0, 8.0, 16.0]:
		var passable := []
		for door: float in [0, 2, 8, 12, 16, 19, 24, 30, 60]:
			wall_with_a_door(thickness, door)
			side_by_side()
			if is_crossable():
				passable.append(door)
			await tidy()
		report(str(thickness), passable)


## A post on the line: how near to it the ground comes.
func scenario_post() -> void:
	wall(Vector2(500, 300), Vector2(4, 4))
	side_by_side()
	var map := NavMap2D.of(world)
	var nearest := INF
	for x in range(480, 521):
		for y in range(280, 321):
			if map.is_on_navmesh(Vector2(x, y)):
				nearest = minf(nearest, ((Vector2(x, y) - Vector2(500, 300)).abs() - Vector2(2, 2)).max(Vector2.ZERO).length())
	report("nearest", nearest)
	report("crossable", is_crossable())


func scenario_radii() -> void:
	for radii: Array in [[10, 20], [20, 20], [10, 0], [0, 0]]:
		side_by_side({"agent_radius": radii[0]}, {"agent_radius": radii[1]})
		report(str(radii), is_crossable())
		await tidy()


## The ground between is each one's own, as far as its outline: layers, costs, areas. The first baker is elsewhere.
func scenario_owners() -> void:
	bake(SIZE, {"position": Vector2(0, 5000), "navigation_layers": 4, "travel_cost": 9})
	side_by_side({"navigation_layers": 1}, {"navigation_layers": 2})
	var filter := NavFilter2D.new()
	for side: int in [1, 2]:
		filter.navigation_layers = side
		report("end of layer %d" % side, NavMap2D.of(world).closest_point(Vector2(400 if side == 2 else 600, 300), filter).x)
	filter.navigation_layers = 3
	report("crossable", is_crossable(filter))
	await tidy()
	var lava: NavModifierArea2D = put(NavModifierArea2D.new(), {"polygon": rectangle(Vector2(300, 200), Vector2(700, 400)), "area": 7})
	var costs := PackedFloat32Array([1, 1, 1, 1, 1, 1, 1, 50])
	side_by_side({"area_costs": costs}, {"area_costs": costs})
	report("around the lava", NavMap2D.of(world).find_path(Vector2(500, 100), Vector2(500, 500)).length)
	lava.free()
