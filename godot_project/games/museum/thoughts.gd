## What everybody thinks, over their heads: what they do, why they are stuck, and their way as a line. A key shows and hides it.
extends Node3D

@onready var game: Node3D = get_parent()
@onready var lines: ImmediateMesh = $Lines.mesh


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
