## An explorer without an agent asks the navigation map: where can I be in eight meters, how far is each target on foot, which is the
## nearest, where is the next wall, which way leads to a place?
##
## In a window it goes on for ever. With [code]-- --table[/code] on the command line it asks at eight places, checks the answers against each
## other and against the level's colliders, and prints a table.
extends Node3D

const TITLE := "Questions to the navmesh"
const SHOWS := "What a script asks a NavMap: a path, an area, the nearest target and wall."

const Controls := preload("res://scripts/play/controls.gd")
const Verdict := preload("res://scripts/verdict.gd")

const RANGE := 8.0              ## Meters of walking.
const SPEED := 4.0              ## Meters a second.
const ROUNDS := 8
const FLOOR_MARGIN := 0.4       ## Meters between the navmesh and the floor below it.
const LIFT := Vector3(0, 0.08, 0)
const AREA_COLOR := Color(1, 0.6, 0.15, 0.35)
const PATH_COLOR := Color(0.3, 0.9, 1)
const WALL_COLOR := Color(1, 0.3, 0.3)
const ROW := "%-24s  %8s  %9s  %-8s  %8s  %8s"

var with_table := "--table" in OS.get_cmdline_user_args()
var range_of_walking := RANGE
var way := PackedVector3Array()
var rounds := 0
var told := {}                  ## The last answers, in words.
var faults := PackedStringArray()
var area := _add_mesh(AREA_COLOR)
var lines := _add_mesh(Color.WHITE)

@onready var map := NavMap.of(self)
@onready var targets := $Targets.get_children()


func _ready() -> void:
	map.set_random_seed(6)
	$NavMeshBaker.bake_finished.connect(_set_off, CONNECT_ONE_SHOT)


func _set_off(_success: bool) -> void:
	await get_tree().physics_frame
	if with_table:
		print(ROW % ["place", "area m²", "nearest", "", "wall m", "path m"])
	$Explorer.position = map.closest_point(Vector3(-4, 0, 2)) + Vector3(0, 0.7, 0)
	_ask()


## Walks along the points of the last path: they follow the ground.
func _physics_process(delta: float) -> void:
	if way.is_empty():
		return
	$Explorer.position = $Explorer.position.move_toward(way[0] + Vector3(0, 0.7, 0), SPEED * (20.0 if with_table else 1.0) * delta)
	if $Explorer.position.distance_to(way[0] + Vector3(0, 0.7, 0)) < 0.01:
		way.remove_at(0)
		if way.is_empty():
			_ask()


func _ask() -> void:
	var feet: Vector3 = $Explorer.position - Vector3(0, 0.7, 0)
	var places := PackedVector3Array(targets.map(func(target): return target.position))
	var reach := map.reachable_area(feet, range_of_walking)
	var distances := map.path_distances(feet, places)
	var nearest := map.nearest_target(feet, places)
	var wall := map.closest_wall(feet)
	var goals := map.random_points_near(feet, 14, 1)
	var path := map.find_path(feet, goals[0])
	way = path.points.slice(1)
	told = {"area": "%.1f m²" % _square_meters(reach.triangles), "wall": "%.2f m" % wall.distance, "path": "%.1f m" % path.length}
	_draw_area(reach)
	_draw_lines(path.points, feet, wall)
	for i in targets.size():
		targets[i].get_node("Label").text = "%s%.1f m" % ["nearest: " if i == nearest else "", distances[i]]
	if with_table:
		_check(feet, reach, distances, nearest, wall, path)


func _check(feet: Vector3, reach: NavReach, distances: PackedFloat32Array, nearest: int, wall: Dictionary, path: NavPath) -> void:
	print(ROW % ["(%.1f, %.1f, %.1f)" % [feet.x, feet.y, feet.z], "%.1f" % _square_meters(reach.triangles), targets[nearest].name,
			"%.1f m" % distances[nearest], "%.2f" % wall.distance, "%.2f" % path.length])
	for i in targets.size():
		if distances[i] < distances[nearest]:
			faults.append("%s is nearer than %s" % [targets[i].name, targets[nearest].name])
		if absf(distances[i] - RANGE) > 0.5 and reach.contains(targets[i].position) != (distances[i] < RANGE):
			faults.append("%s is %.1f m away on foot, and the area of %.1f m says otherwise" % [targets[i].name, distances[i], RANGE])
	if not path.is_complete():
		faults.append("no path: " + path.reason_text)
	for i in path.points.size():
		var ray := PhysicsRayQueryParameters3D.create(path.points[i] + Vector3(0, FLOOR_MARGIN, 0), path.points[i] - Vector3(0, FLOOR_MARGIN, 0))
		if get_world_3d().direct_space_state.intersect_ray(ray).is_empty():
			faults.append("no floor is below %s of a path" % path.points[i])
	rounds += 1
	if rounds == ROUNDS:
		Verdict.end(self, faults)


func _square_meters(triangles: PackedVector3Array) -> float:
	var sum := 0.0
	for i in range(0, triangles.size(), 3):
		sum += 0.5 * (triangles[i + 1] - triangles[i]).cross(triangles[i + 2] - triangles[i]).length()
	return sum


func _draw_area(reach: NavReach) -> void:
	var mesh: ImmediateMesh = area.mesh
	mesh.clear_surfaces()
	if reach.triangles.is_empty():
		return
	mesh.surface_begin(Mesh.PRIMITIVE_TRIANGLES)
	for point in reach.triangles:
		mesh.surface_add_vertex(point + LIFT)
	mesh.surface_end()


func _draw_lines(points: PackedVector3Array, feet: Vector3, wall: Dictionary) -> void:
	var mesh: ImmediateMesh = lines.mesh
	mesh.clear_surfaces()
	mesh.surface_begin(Mesh.PRIMITIVE_TRIANGLES)
	for i in range(1, points.size()):
		_add_ribbon(mesh, points[i - 1], points[i], PATH_COLOR)
	if wall.hit:
		_add_ribbon(mesh, feet, wall.position, WALL_COLOR)
	mesh.surface_end()


func _add_ribbon(mesh: ImmediateMesh, a: Vector3, b: Vector3, color: Color) -> void:
	var side := (b - a).cross(Vector3.UP).normalized() * 0.08
	mesh.surface_set_color(color)
	for corner: Vector3 in [a + side, a - side, b + side, a - side, b - side, b + side]:
		mesh.surface_add_vertex(corner + 2 * LIFT)


func _add_mesh(color: Color) -> MeshInstance3D:
	var instance := MeshInstance3D.new()
	var material := StandardMaterial3D.new()
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	material.cull_mode = BaseMaterial3D.CULL_DISABLED
	material.vertex_color_use_as_albedo = color == Color.WHITE
	material.albedo_color = color
	instance.mesh = ImmediateMesh.new()
	instance.material_override = material
	instance.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(instance)
	return instance


func controls(c: Controls) -> void:
	c.tip("Drag the explorer and the targets, up the ramp, too: all answers are the map's, at once, over the ground that one walks on.")
	c.drag($Explorer, "explorer", _ask_here, Color(0.6, 0.9, 1))
	for target: Node3D in targets:
		c.drag(target, "", _ask_here)
	c.slider("Range of walking (m)", 1.0, 30.0, 0.5, func() -> float: return range_of_walking, _set_range, "NavMap.reachable_area")
	c.number("Area within it", func() -> String: return told.get("area", ""))
	c.number("Nearest wall", func() -> String: return told.get("wall", ""), "NavMap.closest_wall")
	c.number("Path to a random place", func() -> String: return told.get("path", ""), "NavMap.find_path")
	for target: Node3D in targets:
		c.number(target.name, func() -> String: return target.get_node("Label").text, "NavMap.path_distances, NavMap.nearest_target")


func _ask_here() -> void:
	$Explorer.position = map.closest_point($Explorer.position) + Vector3(0, 0.7, 0)
	_ask()


func _set_range(meters: float) -> void:
	range_of_walking = meters
	_ask_here()
