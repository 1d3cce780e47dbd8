## What everybody thinks, over their heads: what they do, why they are stuck, and their way as a line. A key shows and hides it.
extends Node3D

var game: Node3D
var lines := ImmediateMesh.new()


func _ready() -> void:
	game = get_parent()
	visible = false
	var instance := MeshInstance3D.new()
	instance.mesh = lines
	instance.material_override = StandardMaterial3D.new()
	instance.material_override.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	instance.material_override.albedo_color = Color(1, 0.9, 0.3)
	instance.material_override.no_depth_test = true
	add_child(instance)


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed("thoughts"):
		visible = not visible


func _process(_delta: float) -> void:
	lines.clear_surfaces()
	if not visible:
		return
	for walker: Node3D in game.guards + [game.robot]:
		var agent: NavAgent = walker.agent
		if walker.has_node("Sign"):
			walker.get_node("Sign").text = walker.state() + ("\n" + agent.why_stuck() if agent.is_stuck else "")
		var path := agent.get_current_navigation_path()
		if absf(walker.global_position.y - game.player.global_position.y) < 2 and path.size() > 1 and agent.hasArrived() == NavAgent.RUNNING:
			lines.surface_begin(Mesh.PRIMITIVE_LINE_STRIP)
			for point in path:
				lines.surface_add_vertex(point + Vector3(0, 0.1, 0))
			lines.surface_end()
