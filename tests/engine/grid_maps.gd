extends "res://level.gd"
## GridMaps: what a baker reads of them, and changes of their cells.

const TILED := {"tile_size": 32, "cell_size": 0.25, "cell_height": 0.25, "agent_radius": 0.5}
const SIDES := [Vector3(0, 0, 0), Vector3(2, 0, 0), Vector3(2, 0, 1), Vector3(0, 0, 1)]


## The faces of a wedge whose sides all differ.
func wedge() -> PackedVector3Array:
	var base := SIDES.map(func(at: Vector3) -> Vector3: return at - Vector3(1, 0.3, 0.4))
	var top := [base[0] + Vector3(0.3, 0.9, 0.1), base[3] + Vector3(0.5, 0.4, -0.1)]
	var faces := PackedVector3Array()
	for corners: Array in [[0, 1, 2], [0, 2, 3], [0, 4, 1], [1, 4, 5], [1, 5, 2], [2, 5, 3], [3, 5, 4], [3, 4, 0]]:
		for corner: int in corners:
			faces.append(base[corner] if corner < 4 else top[corner - 4])
	return faces


func mesh_of(faces: PackedVector3Array) -> ArrayMesh:
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = faces
	var mesh := ArrayMesh.new()
	mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
	return mesh


## A library: 0 is a floor of a cell of 2 m, 1 a wedge, 2 has several round shapes, 3 a convex one, 4 nothing, 7 two boxes.
func library() -> MeshLibrary:
	var out := MeshLibrary.new()
	for item: int in [0, 1, 2, 3, 4, 7]:
		out.create_item(item)
	var slab := BoxMesh.new()
	slab.size = Vector3(2, 0.5, 2)
	out.set_item_mesh(0, slab)
	out.set_item_mesh_transform(0, Transform3D(Basis(), Vector3(0, -0.3, 0)))
	out.set_item_shapes(0, [shape_of_box(slab.size), Transform3D(Basis(), Vector3(0, -0.3, 0))])
	var turned := Transform3D(Basis(Vector3(0.6, 0.8, 0), 0.3).scaled(Vector3(1, 1.2, 0.9)), Vector3(0.1, 0.2, -0.15))
	out.set_item_mesh(1, mesh_of(wedge()))
	out.set_item_mesh_transform(1, turned)
	var concave := ConcavePolygonShape3D.new()
	concave.set_faces(wedge())
	out.set_item_shapes(1, [concave, turned])
	var capsule := CapsuleShape3D.new()
	capsule.radius = 0.3
	capsule.height = 1.1
	var cylinder := CylinderShape3D.new()
	cylinder.radius = 0.4
	cylinder.height = 0.7
	var sphere := SphereShape3D.new()
	sphere.radius = 0.45
	out.set_item_mesh(2, SphereMesh.new())
	out.set_item_shapes(2, [capsule, Transform3D(Basis(Vector3.RIGHT, 0.7), Vector3(0.3, 0, 0)), cylinder, Transform3D(Basis(), Vector3(-0.5, 0.1, 0.2)), sphere, turned])
	var convex := ConvexPolygonShape3D.new()
	convex.points = wedge()
	out.set_item_mesh(3, mesh_of(wedge()))
	out.set_item_shapes(3, [convex, Transform3D(Basis(Vector3.UP, 0.4), Vector3(0, 0.1, 0))])
	out.set_item_shapes(7, [shape_of_box(Vector3(2, 0.3, 0.7)), Transform3D(), shape_of_box(Vector3(0.5, 1.2, 2)), Transform3D(Basis(), Vector3(-0.7, 0, 0))])
	return out


func shape_of_box(size: Vector3) -> BoxShape3D:
	var shape := BoxShape3D.new()
	shape.size = size
	return shape


## A map with a floor, and all items in all orientations on it, some beyond each other, below 0 and far from it.
func map_in(level: Node3D, properties := {}, extent := 24) -> GridMap:
	var map: GridMap = put(GridMap.new(), {"mesh_library": library(), "cell_size": Vector3(2, 1, 2)}.merged(properties, true), level)
	for x in extent:
		for z in extent:
			map.set_cell_item(Vector3i(x - 5, 0, z - 9), 0)
	for turn in 24:
		for k in 5:
			map.set_cell_item(Vector3i(turn - 5, 1 + k % 2, 3 * k - 9), [1, 2, 3, 7, 4][k], turn)
	map.set_cell_item(Vector3i(2, -1, -3), 9)         # an item that the library lacks
	return map


## What the engine's parser finds of a map, as a body that has these faces alone.
func body_of(map: GridMap, kind: int, level: Node3D) -> StaticBody3D:
	var settings := NavigationMesh.new()
	settings.geometry_parsed_geometry_type = kind
	var source := NavigationMeshSourceGeometryData3D.new()
	NavigationServer3D.parse_source_geometry_data(settings, source, map)
	var faces := PackedVector3Array()
	var points := source.get_vertices()
	var corners := source.get_indices()
	for i in range(0, corners.size(), 3):
		for corner: int in [corners[i], corners[i + 2], corners[i + 1]]:       # the parser turns faces round
			faces.append(Vector3(points[3 * corner], points[3 * corner + 1], points[3 * corner + 2]))
	var body := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = ConcavePolygonShape3D.new()
	shape.shape.set_faces(faces)
	body.add_child(shape)
	put(body, {"transform": map.transform}, level)
	return body


func navmesh_of(level: Node3D, properties := {}) -> Object:
	var bakes := bake(TILED.merged({"enabled": false}).merged(properties, true), level)
	var found = bakes.navmesh
	bakes.free()
	return found


# ---- what is read -----------------------------------------------------------------------------------------------

## A map's navmesh beside that of the triangles that the engine's parser finds.
func scenario_as_the_parser() -> void:
	var looks := {
		"plain": {},
		"off center": {"cell_center_x": false, "cell_center_y": false, "cell_center_z": false},
		"scaled": {"cell_scale": 0.83, "cell_size": Vector3(1.9, 0.7, 2.1)},
		"moved": {"position": Vector3(30.25, -2, 17.5)},
		"a quarter": {"transform": Transform3D(Basis(Vector3(0, 0, -2), Vector3(0, 1, 0), Vector3(1, 0, 0)), Vector3(3, 2, -7.5))},
		"turned": {"position": Vector3(3.1, 2, -7.7), "rotation": Vector3(0.05, 0.7, -0.1), "scale": Vector3(1.1, 1.2, 0.9)},
	}
	for look: String in looks:
		for kind in 3:
			var level := level_at()
			var map := map_in(level, looks[look])
			await frames(3)                             # the physics server has the map's shapes
			var ours = navmesh_of(level, {"parsed_geometry_type": kind})
			var plain := level_at()
			body_of(map, kind, plain)
			var theirs = navmesh_of(plain, {"parsed_geometry_type": NavigationMesh.PARSED_GEOMETRY_STATIC_COLLIDERS})
			report("%s %d" % [look, kind], [ours.data == theirs.data, ours.polygon_count, theirs.polygon_count, ours.area / theirs.area])
			level.free()
			plain.free()


## The physics server has a map's shapes at the end of the frame in which its cells are set, a baker has them at once.
func scenario_at_once() -> void:
	var level := level_at()
	var map := map_in(level)
	var first = navmesh_of(level)
	report("at once", first != null and first.polygon_count > 30)
	await frames(3)
	report("later", first != null and first.data == navmesh_of(level).data)
	map.clear()
	floor_at(8, 8, Vector3.ZERO, level)
	var bare := level_at()
	floor_at(8, 8, Vector3.ZERO, bare)
	report("cleared", navmesh_of(level).data == navmesh_of(bare).data)


# ---- changes ----------------------------------------------------------------------------------------------------

func is_as_baked_anew(bakes: NavMeshBaker) -> bool:
	return triangles_of(bakes.navmesh) == triangles_of(navmesh_of(bakes.get_parent(), {"parsed_geometry_type": bakes.parsed_geometry_type,
			"transform": bakes.transform}))


## A large floor whose cells change, one after the other.
func yard(kind: int, properties := {}) -> NavMeshBaker:
	var level := level_at()
	var map: GridMap = put(GridMap.new(), {"name": "Map", "mesh_library": library(), "cell_size": Vector3(2, 1, 2), "position": Vector3(1, 0, 3),
			"rotation": Vector3(0, 0.3, 0)}, level)
	for x in 60:
		for z in 60:
			map.set_cell_item(Vector3i(x - 20, 0, z - 20), 0)
	floor_at(12, 12, Vector3(-60, 0, 0), level)
	return bake(TILED.merged({"parsed_geometry_type": kind}).merged(properties), level)


func change(map: GridMap, random: RandomNumberGenerator) -> Vector3i:
	var cell := Vector3i(random.randi_range(-18, 37), 1, random.randi_range(-18, 37))
	match random.randi_range(0, 3):
		0: map.set_cell_item(cell - Vector3i(0, 1, 0), -1)
		1: map.set_cell_item(cell, 7, 10)
		2: map.set_cell_item(cell, 1, random.randi_range(0, 23))
		3: map.set_cell_item(cell, 3, random.randi_range(0, 23))
	return cell


## Changed cells that a script tells of, in the frame in which they change.
func scenario_told() -> void:
	for kind in 2:
		var bakes := yard(kind)
		var map: GridMap = bakes.get_parent().get_node("Map")
		var counts := []
		bakes.tiles_changed.connect(func(count: int) -> void: counts.append(count))
		await frames(2)
		var random := RandomNumberGenerator.new()
		random.seed = 8
		for i in 12:
			var cell := change(map, random)
			bakes.rebake_around(map.to_global(map.map_to_local(cell)))
			await settled(bakes)
		report("as baked anew %d" % kind, is_as_baked_anew(bakes))
		report("tiles %d" % kind, [counts.size(), counts.max()])
		map.mesh_library.set_item_mesh_transform(0, Transform3D(Basis(), Vector3(0, -0.1, 0)))
		map.mesh_library.set_item_shapes(0, [shape_of_box(Vector3(2, 0.9, 1.6)), Transform3D()])
		bakes.rebake_around(map.global_position)
		await settled(bakes)
		report("another item %d" % kind, is_as_baked_anew(bakes))
		bakes.get_parent().free()


## Changes that nobody tells of: cells, the library, and whatever else makes the map another.
func scenario_tracked() -> void:
	var bakes := yard(1, {"track_sources": true})
	var map: GridMap = bakes.get_parent().get_node("Map")
	var body := StaticBody3D.new()
	var random := RandomNumberGenerator.new()
	random.seed = 21
	await frames(2)
	var changes := {
		"a cell": func() -> void: change(map, random),
		"cells": func() -> void:
			for i in 40:
				change(map, random),
		"an item's shapes": func() -> void: map.mesh_library.set_item_shapes(0, [shape_of_box(Vector3(2, 0.9, 1.6)), Transform3D()]),
		"an item's place": func() -> void: map.mesh_library.set_item_shapes(7, [shape_of_box(Vector3(1, 1.9, 1)), Transform3D(Basis(), Vector3(0.3, 0, 0))]),
		"the library": func() -> void: map.mesh_library = library(),
		"the cells' size": func() -> void: map.cell_size = Vector3(1.9, 1.2, 1.9),
		"the cells' scale": func() -> void: map.cell_scale = 1.06,
		"the center": func() -> void: map.cell_center_x = false,
		"a place": func() -> void: map.position.x += 0.5,
		"erased and set": func() -> void:
			map.set_cell_item(Vector3i(3, 0, 3), -1)
			map.set_cell_item(Vector3i(3, 0, 3), 0),
		"a child": func() -> void:
			var shape := CollisionShape3D.new()
			shape.shape = shape_of_box(Vector3(3, 3, 3))
			body.add_child(shape)
			put(body, {"position": Vector3(4, 1, 4)}, map),
		"the child moves": func() -> void: body.position.x += 3,
		"an area": func() -> void:
			map.set_meta("nav_area", 5)
			bakes.rebake_node(map),
		"no library": func() -> void: map.mesh_library = null,
		"back": func() -> void: map.mesh_library = library(),
		"the collision layer": func() -> void: map.collision_layer = 0,
	}
	for what: String in changes:
		changes[what].call()
		await frames(61)
		await settled(bakes)
		await frames(60)                    # so many blocks are read in parts
		await settled(bakes)
		report(what, is_as_baked_anew(bakes))
	bakes.get_parent().free()


## Maps that leave the tree, come back and are freed, in the frame of a change.
func scenario_leaving() -> void:
	var bakes := yard(1, {"track_sources": true})
	var level := bakes.get_parent()
	var map: GridMap = level.get_node("Map")
	await frames(2)
	var full = bakes.navmesh.area
	map.set_cell_item(Vector3i(2, 0, 2), -1)
	bakes.rebake_around(map.to_global(map.map_to_local(Vector3i(2, 0, 2))))
	level.remove_child(map)
	await settled(bakes)
	report("without", is_as_baked_anew(bakes))
	level.add_child(map)
	await settled(bakes)
	report("back", is_as_baked_anew(bakes) and bakes.navmesh.area < full)
	map.set_cell_item(Vector3i(5, 0, 5), -1)
	bakes.rebake_around(map.to_global(map.map_to_local(Vector3i(5, 0, 5))))
	map.free()
	await settled(bakes)
	report("freed", is_as_baked_anew(bakes))


## What a game's scripts see while a map is read, also where they have it read while the scene is put together.
func scenario_unseen() -> void:
	var level := level_at()
	var map := map_in(level)
	var seen := []
	var note := func(node: Node) -> void: seen.append(node.get_class())
	get_root().get_tree().node_added.connect(note)
	get_root().get_tree().node_removed.connect(note)
	var bakes := quiet_baker(TILED.merged({"enabled": false}), level)
	bakes.child_entered_tree.connect(note)
	seen.clear()
	bakes.bake_navigation_mesh(false)
	report("seen", seen)
	report("baked", bakes.navmesh.polygon_count > 30)
	report("children", bakes.get_child_count(true))
	get_root().get_tree().node_added.disconnect(note)
	get_root().get_tree().node_removed.disconnect(note)
	var child := Node.new()
	var script := GDScript.new()
	script.source_code = "extends Node\nvar ok := false\nfunc _ready() -> void:\n\tok = get_parent().bake_navigation_mesh(false)\n"
	script.reload()
	child.set_script(script)
	var other := NavMeshBaker.new()
	put(child, {}, other)
	put(other, TILED.merged({"enabled": false, "bake_on_ready": false}), level)
	report("from a child", child.ok and other.navmesh.data == bakes.navmesh.data)
	map.free()
