extends "res://level.gd"
## The same script drives a Node3D by a NavigationAgent3D and by a NavAgent, over one level of humps, ramps, ledges, two storeys and islands.

const SPEED := 5.0
const FRAMES := 1800

## Places on the level and beside it.
const PLACES := {
	"west": Vector3(-27, 0, 0), "hump": Vector3(-14, 3, 0), "behind the hump": Vector3(-4, 0, 1), "north": Vector3(-20, 0, -16),
	"ridge": Vector3(0, 2, 13), "behind the ridge": Vector3(2, 0, 18), "south": Vector3(-26, 0, 17), "below the deck": Vector3(18, 0, -2),
	"deck": Vector3(18, 3.5, -2), "edge of the deck": Vector3(13, 3.5, 5), "ramp": Vector3(18, 1.75, 12), "east": Vector3(27, 0, -14),
	"block": Vector3(-4, 1.5, -13), "beside the block": Vector3(-9, 0, -13), "island": Vector3(46, 0, 0), "in the air": Vector3(-20, 2.5, -12),
	"off the north": Vector3(5, 0, -27), "off the east": Vector3(33, 0, 16), "far off": Vector3(-60, 0, 30), "in the wall": Vector3(5.4, 1, 1),
}
const OUTSIDE := ["off the north", "off the east", "far off", "in the air"]     ## Off the navmesh.
const BEYOND := ["off the north", "off the east", "far off", "island", "block", "in the wall"]      ## Farther from where an agent gets than that.
const TRIPS := [
	["west", "behind the hump"], ["north", "behind the hump"], ["hump", "south"], ["west", "hump"], ["south", "ridge"],
	["behind the ridge", "behind the hump"], ["ridge", "north"], ["west", "deck"], ["south", "edge of the deck"], ["deck", "below the deck"],
	["below the deck", "deck"], ["east", "ramp"], ["ramp", "hump"], ["edge of the deck", "west"], ["deck", "behind the ridge"],
	["west", "block"], ["beside the block", "block"], ["block", "beside the block"], ["block", "west"], ["west", "island"],
	["island", "east"], ["deck", "island"], ["east", "off the north"], ["west", "off the north"], ["hump", "off the east"],
	["deck", "off the east"], ["south", "far off"], ["far off", "hump"], ["far off", "deck"], ["off the east", "ridge"],
	["off the north", "below the deck"], ["west", "in the wall"], ["east", "in the wall"], ["deck", "south"], ["in the air", "hump"],
	["below the deck", "east"], ["behind the hump", "south"], ["ramp", "below the deck"], ["behind the ridge", "deck"], ["north", "east"],
]


# ---- the level ----

func build() -> Node3D:
	var level := level_at()
	floor_at(60, 40, Vector3.ZERO, level)
	floor_at(12, 12, Vector3(46, 0, 0), level)
	hill(Rect2(-23, -8, 18, 16), func(x, z): return 1.5 * (1 + cos(PI * min(1.0, Vector2(x + 14, z).length() / 8.0))) - 0.01, level)
	hill(Rect2(-12, 9, 24, 8), func(x, z): return (1.0 - abs(z - 13) / 4.0) * 2.0 * min(1.0, (12.0 - abs(x)) / 4.0) - 0.01, level)
	box(Vector3(14, 0.3, 14), Vector3(18, 3.35, -1), level)                              # the deck, 6 m below z = 6
	var ramp := box(Vector3(4, 0.3, sqrt(9.0 * 9.0 + 3.5 * 3.5)), Vector3(18, 1.75, 10.5) + Vector3(0, -0.15, 0), level)
	ramp.rotation.x = atan2(3.5, 9.0)
	box(Vector3(6, 1.5, 6), Vector3(-4, 0.75, -13), level)
	box(Vector3(2, 3, 14), Vector3(6, 1.5, 0), level)
	return level


func engines_mesh(level: Node3D) -> NavigationMesh:
	var mesh := NavigationMesh.new()
	mesh.cell_height = 0.05
	NavigationServer3D.map_set_cell_height(level.get_world_3d().navigation_map, 0.05)
	return bake_by_engine(mesh, level)


# ---- a trip ----

class Walk:
	var node := Node3D.new()
	var agent: Node
	var reached := false
	var ground := 0.0           ## The greatest distance from the ground, in meters.
	var mesh := 0.0             ## The greatest distance from the engine's navmesh.
	var has_come := false       ## To the ground, from above it.
	var walked := 0.0
	var ends := -1              ## The frame in which it has finished.


	func _init(which: Node, parent: Node, start: Vector3, settings: Dictionary) -> void:
		agent = which
		for setting in settings:
			agent.set(setting, settings[setting])
		node.position = start
		node.add_child(agent)
		parent.add_child(node)
		agent.target_reached.connect(func(): reached = true)


	## What the documentation shows.
	func step(delta: float) -> void:
		if agent.is_navigation_finished():
			return
		var before := node.global_position
		node.global_position = before.move_toward(agent.get_next_path_position(), delta * SPEED)
		walked += before.distance_to(node.global_position)


## Meters between a node and the ground straight below or above it; 0 beside the level.
func off_ground(node: Node3D) -> float:
	var query := PhysicsRayQueryParameters3D.create(node.global_position + Vector3(0, 2.2, 0), node.global_position - Vector3(0, 8, 0))
	var hit := node.get_world_3d().direct_space_state.intersect_ray(query)
	return absf(hit.position.y - node.global_position.y) if hit else 0.0


## A start that is no place off the mesh is on it, and so is a target that can be reached.
func on_mesh(place: Vector3) -> Vector3:
	return NavigationServer3D.map_get_closest_point(world.get_world_3d().navigation_map, place)


func start_of(trip: int) -> Vector3:
	return PLACES[TRIPS[trip][0]] if TRIPS[trip][0] in OUTSIDE else on_mesh(PLACES[TRIPS[trip][0]])


func compare() -> void:
	var walks := []
	var targets := []
	await synced(world.find_children("*", "NavigationRegion3D", true, false))
	for i in TRIPS.size():
		var pair := []
		for which in [NavigationAgent3D.new(), NavAgent.new()]:
			pair.append(Walk.new(which, world, start_of(i), {"avoidance_enabled": false, "path_desired_distance": [1.0, 0.5, 0.3][i % 3],
				"target_desired_distance": 5.0 if TRIPS[i][1] in BEYOND else 0.1 if is_exact(i) else 1.0}))
		walks.append(pair)
		targets.append(PLACES[TRIPS[i][1]] if TRIPS[i][1] in BEYOND else on_mesh(PLACES[TRIPS[i][1]]))
	for i in TRIPS.size():
		for walk: Walk in walks[i]:
			walk.agent.target_position = targets[i]
	for frame in FRAMES:
		await physics_frame
		for i in TRIPS.size():
			for walk: Walk in walks[i]:
				if walk.ends < 0:
					walk.step(1.0 / 60.0)
					walk.has_come = walk.has_come or off_ground(walk.node) < 0.5
					if walk.has_come:
						walk.ground = maxf(walk.ground, off_ground(walk.node))
						if TRIPS[i][0] not in OUTSIDE:
							walk.mesh = maxf(walk.mesh, walk.node.global_position.distance_to(on_mesh(walk.node.global_position)))
					if walk.agent.is_navigation_finished():
						walk.ends = frame
	for i in TRIPS.size():
		report("%s to %s" % TRIPS[i], {"theirs": told_of(walks[i][0], targets[i]), "ours": told_of(walks[i][1], targets[i]),
			"exact": is_exact(i), "apart": place_of(walks[i][0].agent).distance_to(place_of(walks[i][1].agent)),
			"paths' ends apart": flat(walks[i][0].agent.get_final_position()).distance_to(flat(walks[i][1].agent.get_final_position()))})


func told_of(walk: Walk, target: Vector3) -> Dictionary:
	return {"finished": walk.ends >= 0, "reached": walk.reached, "reachable": walk.agent.is_target_reachable(), "ground": walk.ground, "off the navmesh": walk.mesh,
		"walked": walk.walked, "off the target": walk.node.global_position.distance_to(target),
		"path's end off the target": walk.agent.get_final_position().distance_to(target)}


## Whether the end of the trip is a point, not a circle around a point.
func is_exact(trip: int) -> bool:
	return TRIPS[trip][1] not in BEYOND and (trip / 3) % 3 < 2


func scenario_on_one_navmesh() -> void:
	var level := build()
	region(engines_mesh(level))
	await compare()


func scenario_on_the_bakers_navmesh() -> void:
	var level := build()
	region(engines_mesh(level))
	bake({}, level)
	await compare()


## What an agent tells of a path over the hump, point by point.
func scenario_points_over_the_hump() -> void:
	var level := build()
	region(engines_mesh(level))
	await synced(world.find_children("*", "NavigationRegion3D", true, false))
	var walk := Walk.new(NavAgent.new(), world, on_mesh(PLACES["west"]), {"avoidance_enabled": false, "path_desired_distance": 0.3})
	var passed := PackedVector3Array()
	var indices := []
	var changes := [0]
	walk.agent.waypoint_reached.connect(func(details): passed.append(details.position))
	walk.agent.path_changed.connect(func(): changes[0] += 1)
	walk.agent.target_position = on_mesh(PLACES["behind the hump"])
	var path: PackedVector3Array = walk.agent.get_current_navigation_path()
	var length := 0.0
	for i in path.size() - 1:
		length += path[i].distance_to(path[i + 1])
	var lost := 0
	while not walk.agent.is_navigation_finished() and indices.size() < 600:
		await physics_frame
		walk.step(1.0 / 60.0)
		indices.append(walk.agent.get_current_navigation_path_index())
		lost += int(walk.agent.get_next_path_position() != path[indices.back()])
	await frames(2)
	report("points", path.size())
	report("highest", Array(path).map(func(point): return point.y).max())
	report("passed all but the last, in their order", passed.slice(0, path.size() - 1) == path.slice(0, path.size() - 1))
	report("points passed", passed.size())
	report("frames in which the index is not the next point's", lost)
	report("the index never falls", range(1, indices.size()).all(func(i): return indices[i] >= indices[i - 1]))
	report("length", [walk.agent.get_path_length(), length])
	report("ends at", walk.agent.get_final_position() == path[-1])
	report("new paths", changes[0])
	walk.agent.requestPath(on_mesh(PLACES["west"]))
	report("points of requestPath", walk.agent.get_current_navigation_path().size())
