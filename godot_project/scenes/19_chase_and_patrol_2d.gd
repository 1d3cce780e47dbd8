## A guard patrols, sees an intruder, chases it, loses it and goes back to its patrol: the behaviors NavPatrol, NavFollow, NavMoveTo and
## NavFlee with a NavAgent2D, under the small tree of 06_chase_and_patrol; see guard_2d.gd and intruder_2d.gd.
##
## In a window they go on for ever. With [code]-- --table[/code] on the command line every change of the guard's mind is a line of a
## table, until it walks its patrol again after a chase.
extends Node2D

const TITLE := "Chase and patrol in 2D"
const SHOWS := "The guard and the intruder, with NavAgent2Ds."

const Controls := preload("res://scripts/play/controls.gd")
const Story := preload("res://scripts/story.gd")


func _ready() -> void:
	if "--table" in OS.get_cmdline_user_args():
		add_child(Story.new($NavMeshBaker2D, $Guard, $Intruder, "pixels"))


func _physics_process(_delta: float) -> void:
	$Legend/Panel/Text.text = "[b]%s[/b]\nthe guard %s, the intruder %s" % [TITLE, $Guard.state(), $Intruder.state()]


func controls(c: Controls) -> void:
	c.tip("Drag the intruder into the guard's view, or carry it off when it is hunted. Drag the posts of the patrol, and the treasures.")
	for post in $Route.get_children():
		c.drag(post, "post", Callable(), Color(0.6, 0.8, 1))
	for treasure in $Treasures.get_children():
		c.drag(treasure, "treasure")
	for who: Node in [$Guard, $Intruder]:
		c.slider("%s's max speed" % who.name, 20, 300, 5, who.get_node("NavAgent2D").get_max_speed, who.get_node("NavAgent2D").set_max_speed, "NavAgent2D.max_speed")
		c.number(who.name, who.state)
	c.number("Apart", func() -> String: return "%.1f px" % $Guard.global_position.distance_to($Intruder.global_position))
	c.drag_bodies(func() -> Array: return [$Guard, $Intruder])
