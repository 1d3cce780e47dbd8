## Somebody on foot who is a node: a soldier, or the boss. The crowd above moves it.
extends Node2D

var agent := NavAgent2D.new()
var health: float
var full: float
var color: Color


func _init(radius: float, speed: float, strength: float, tint: Color) -> void:
	agent.radius = radius
	agent.max_speed = speed
	agent.face_velocity = true
	add_child(agent)
	full = strength
	health = strength
	color = tint


func hurt(amount: float) -> void:
	health -= amount
	queue_redraw()


## A body, a weapon in its right hand, and a ring as far around as it has health.
func _draw() -> void:
	var radius := agent.radius
	var width := maxf(1.5, radius / 9)
	draw_circle(Vector2.ZERO, radius, color.darkened(0.6), true, -1, true)
	draw_circle(Vector2.ZERO, radius - width, color, true, -1, true)
	draw_line(Vector2(radius * 0.2, radius * 0.8), Vector2(radius * 1.6, radius * 0.8), Color(0.9, 0.9, 0.95), width, true)
	draw_arc(Vector2.ZERO, radius + 1.5, 0, TAU * health / full, 24, Color(0.4, 0.95, 0.4), width, true)
