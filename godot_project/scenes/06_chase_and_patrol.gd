## A guard patrols, sees an intruder, chases it, loses it and goes back to its patrol.
##
## In a window they go on for ever. With [code]-- --table[/code] on the command line every change of the guard's mind is a line
## of a table, until it walks its patrol again after a chase. All that moves them are the behaviors NavPatrol, NavFollow,
## NavMoveTo and NavFlee under a small tree of this project's own; see guard.gd and intruder.gd.
extends Node3D

const TITLE := "Chase and patrol"
const SHOWS := "A guard and an intruder, made of behaviors in a small tree."

const Controls := preload("res://scripts/play/controls.gd")
const Drawing := preload("res://scripts/drawing.gd")
const Story := preload("res://scripts/story.gd")


func _ready() -> void:
	for character in $Characters.get_children():
		character.begin(false)
	if "--table" in OS.get_cmdline_user_args():
		add_child(Story.new($NavMeshBaker, $Characters/Guard, $Characters/Intruder, "meters"))
	else:
		add_child(Drawing.new($NavMeshBaker, $Characters.get_children()))


func controls(c: Controls) -> void:
	c.tip("Drag the intruder into the guard's view, or carry it off when it is hunted. Drag the posts of the patrol, and the treasures.")
	for post in $Route.get_children():
		c.drag(post, "post", Callable(), Color(0.6, 0.8, 1))
	for treasure in $Treasures.get_children():
		c.drag(treasure, "treasure")
	for who: Node in [$Characters/Guard, $Characters/Intruder]:
		c.slider("%s's max speed" % who.name, 0.5, 8.0, 0.1, who.get_node("NavAgent").get_max_speed, who.get_node("NavAgent").set_max_speed, "NavAgent.max_speed")
		c.number(who.name, who.state)
	c.number("Apart", func() -> String: return "%.1f m" % $Characters/Guard.global_position.distance_to($Characters/Intruder.global_position))
	c.drag_bodies(func() -> Array: return [$Characters/Guard, $Characters/Intruder])
