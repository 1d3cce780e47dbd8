## Walls and towers on cells: each is cut out of the navmesh by an obstacle of its own. Towers throw stones, which hit all around.
extends Node2D

const Attackers := preload("attackers.gd")
const Boss := preload("boss.gd")
const Plan := preload("plan.gd")

const PRICES := {"wall": 5, "tower": 50}
const RANGE := 130.0            ## Pixels, of a tower.
const SPLASH := 26.0            ## Pixels around where a stone falls.
const BLOW := 2.0               ## What all there lose.
const LOADS := 4                ## Beats from one stone to the next.

signal thrown(from: Vector2, to: Vector2)

var built := {}                 ## By cell: kind, obstacle, wait (beats).


func build(cell: Vector2i, kind: String, wait := 0) -> void:
	var obstacle := NavObstacle2D.new()
	obstacle.vertices = Plan.outline_of(Vector2i.ZERO)
	obstacle.position = Vector2(cell) * Plan.CELL
	obstacle.affect_navigation_mesh = true
	add_child(obstacle)
	built[cell] = {"kind": kind, "obstacle": obstacle, "wait": wait}
	queue_redraw()


func take_down(cell: Vector2i) -> void:
	built[cell].obstacle.queue_free()
	built.erase(cell)
	queue_redraw()


func is_tower(cell: Vector2i) -> bool:
	return built.has(cell) and built[cell].kind == "tower"


func shoot(attackers: Attackers, boss: Boss) -> void:
	for cell: Vector2i in built:
		var work: Dictionary = built[cell]
		work.wait -= 1
		if work.kind == "tower" and work.wait <= 0:
			var from := Plan.center_of(cell)
			var target := _target(from, attackers, boss)
			if target != Vector2.INF:
				work.wait = LOADS
				thrown.emit(from, target)
				for index in attackers.near(target, SPLASH):
					attackers.hurt(index, BLOW)
				if boss != null and boss.position.distance_to(target) < Boss.RADIUS + SPLASH:
					boss.hurt(BLOW)


func _target(from: Vector2, attackers: Attackers, boss: Boss) -> Vector2:
	if boss != null and boss.position.distance_to(from) < RANGE:
		return boss.position
	var near := attackers.near(from, RANGE, 1)
	return Vector2.INF if near.is_empty() else attackers.places[near[0]]


func _draw() -> void:
	for cell: Vector2i in built:
		var area := Plan.in_pixels(Rect2i(cell, Vector2i.ONE)).grow(-2)
		draw_rect(area, Color(0.36, 0.33, 0.32))
		draw_rect(area.grow(-2), Color(0.55, 0.52, 0.5))
		if built[cell].kind == "tower":
			draw_circle(area.get_center(), 8, Color(0.28, 0.2, 0.16), true, -1, true)
			draw_circle(area.get_center(), 5, Color(0.85, 0.4, 0.25), true, -1, true)


func save() -> Array:
	return built.keys().map(func(cell: Vector2i) -> Array: return [cell, built[cell].kind, built[cell].wait])
