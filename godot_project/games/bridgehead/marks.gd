## What is seen for a moment: stones on their way and where they hit, blows of soldiers, and those who have fallen.
extends Node2D

const Works := preload("works.gd")

const FLIES := 0.25             ## Seconds, of a stone.
const STAYS := {"stone": 2 * FLIES, "blow": 0.15, "fall": 2.0}         ## Seconds.
const HIGH := 18.0              ## Pixels, of a stone's way through the air.

var marks: Array[Dictionary] = []       ## kind, from, to, age.


func add(kind: String, from: Vector2, to: Vector2) -> void:
	marks.append({"kind": kind, "from": from, "to": to, "age": 0.0})


func _process(delta: float) -> void:
	for mark in marks:
		mark.age += delta
	marks = marks.filter(func(mark: Dictionary) -> bool: return mark.age < STAYS[mark.kind])
	queue_redraw()


func _draw() -> void:
	for mark in marks:
		var left: float = 1 - mark.age / STAYS[mark.kind]
		match mark.kind:
			"stone":
				_draw_stone(mark.from, mark.to, mark.age / FLIES)
			"blow":
				draw_line(mark.from, mark.to, Color(1, 1, 1, left), 2)
			"fall":
				draw_circle(mark.from, 4, Color(0.3, 0.05, 0.03, 0.6 * left))


func _draw_stone(from: Vector2, to: Vector2, part: float) -> void:
	if part < 1:
		draw_circle(from.lerp(to, part) - Vector2(0, HIGH * sin(part * PI)), 3.5, Color(0.1, 0.1, 0.1), true, -1, true)
	else:
		draw_circle(to, Works.SPLASH * (part - 0.5), Color(1, 0.8, 0.5, 2 - part), false, 3, true)
