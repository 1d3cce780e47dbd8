## What everybody thinks: the attackers' field as arrows, the boss's way, and of the soldiers their paths and why they are stuck.
extends Node2D

const Names := preload("res://scripts/names.gd")

const TINT := Color(1, 0.95, 0.4)

@onready var game: Node2D = get_parent()


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed("thoughts"):
		visible = not visible


func _process(_delta: float) -> void:
	queue_redraw()


func _draw() -> void:
	draw_multiline(game.ways.narrow.get_arrows(), Color(TINT, 0.4), 1)
	for group: NavFormation2D in game.soldiers.groups:
		for soldier: Node2D in group.get_children():
			var path: PackedVector2Array = soldier.agent.get_current_navigation_path()
			if path.size() > 1 and group.hasArrived() == NavAgent2D.RUNNING:
				draw_polyline(path, Color(soldier.color, 0.6), 1)
			if soldier.agent.is_stuck:
				_say(soldier.position, soldier.agent.why_stuck())
		if group.member_count > 0:
			_say(group.get_child(0).position - Vector2(0, 12), Names.of_request(group) + ("" if group.is_formed_up else ", out of ranks"))
	if game.boss != null:
		var agent: NavAgent2D = game.boss.agent
		draw_polyline(game.ways.wide.trace_path(game.boss.position), game.boss.color.lightened(0.5), 3)
		_say(game.boss.position - Vector2(0, 44), agent.why_stuck() if agent.is_stuck else Names.of_request(agent))


func _say(place: Vector2, text: String) -> void:
	draw_string_outline(ThemeDB.fallback_font, place, text, HORIZONTAL_ALIGNMENT_LEFT, -1, 12, 4, Color.BLACK)
	draw_string(ThemeDB.fallback_font, place, text, HORIZONTAL_ALIGNMENT_LEFT, -1, 12, TINT)
