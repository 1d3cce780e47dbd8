## Patrols. Whom it sees it chases; out of sight, it searches where it saw them last, and goes back to its patrol.
extends "res://scripts/character.gd"

const Do := preload("res://scripts/tree/do.gd")
const Follow := preload("res://addons/navpy/behavior_tree/follow.gd")
const OnlyIf := preload("res://scripts/tree/only_if.gd")
const Patrol := preload("res://addons/navpy/behavior_tree/patrol.gd")
const ReactiveSelector := preload("res://scripts/tree/reactive_selector.gd")

const STATES: Array[String] = ["chases", "searches", "patrols"]     ## In the order of the tree's tasks.
const SIGHT := 7.5              ## Meters.
const HALF_ANGLE := 50.0        ## Degrees to either side.
const PERSISTENCE := 0.5        ## Seconds for which it goes on after whom it sees no more.
const EYES := Vector3(0, 1.2, 0)
const WALLS := 1                ## The physics layer that blocks its view.
const CALM := Color(1, 0.9, 0.3, 0.3)
const ALARM := Color(1, 0.2, 0.1, 0.4)

@export var intruder: Node3D
## Its children are the places of the patrol.
@export var route: Node3D

## Where it last saw the intruder; null when it has given up.
var last_seen: Variant
## Seconds since then.
var unseen := INF

var _view := MeshInstance3D.new()


func _ready() -> void:
	super()
	_show_view()


func make_tree() -> RefCounted:
	var chase := OnlyIf.new(is_on_their_heels, Follow.new(agent, intruder))
	var search := OnlyIf.new(remembers, Sequence.new([MoveTo.new(agent, func(): return last_seen), Wait.new(1.5), Do.new(give_up)]))
	return Repeat.new(ReactiveSelector.new([chase, search, Patrol.new(agent, route)]))


func _physics_process(delta: float) -> void:
	unseen += delta
	super(delta)


## Whether it sees the intruder or has only just lost sight of them.
func is_on_their_heels() -> bool:
	if sees():
		last_seen = intruder.global_position
		unseen = 0.0
	return unseen < PERSISTENCE


func sees() -> bool:
	var way := intruder.global_position - global_position
	var angle := rad_to_deg((-global_basis.z).angle_to(way))
	if way.length() > SIGHT or angle > HALF_ANGLE:
		return false
	var ray := PhysicsRayQueryParameters3D.create(global_position + EYES, intruder.global_position + EYES, WALLS)
	return get_world_3d().direct_space_state.intersect_ray(ray).is_empty()


func remembers() -> bool:
	return last_seen != null


func give_up() -> void:
	last_seen = null


func state() -> String:
	return STATES[tree.task.current]


func _process(_delta: float) -> void:
	_view.material_override.albedo_color = CALM if last_seen == null else ALARM


## What it sees as a sector on the floor, as if there were no walls.
func _show_view() -> void:
	var sector := ImmediateMesh.new()
	sector.surface_begin(Mesh.PRIMITIVE_TRIANGLES)
	for i in 20:
		sector.surface_add_vertex(Vector3.ZERO)
		for k: int in [i + 1, i]:
			sector.surface_add_vertex(Vector3.FORWARD.rotated(Vector3.UP, deg_to_rad(HALF_ANGLE * (k / 10.0 - 1))) * SIGHT)
	sector.surface_end()
	_view.mesh = sector
	_view.material_override = StandardMaterial3D.new()
	_view.material_override.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	_view.material_override.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	_view.material_override.cull_mode = BaseMaterial3D.CULL_DISABLED
	_view.position.y = 0.08
	_view.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(_view)
