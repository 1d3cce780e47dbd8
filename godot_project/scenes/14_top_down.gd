## A house seen from above. Five walk to the other side of it; when they are on their way, the southern door is shut, and those
## who were about to go through it take the northern one.
##
## In a window the door opens and shuts for ever. With [code]-- --table[/code] on the command line they go once; see walkers.gd.
extends Node2D

const TITLE := "A house from above"
const SHOWS := "Two dimensions: a door is shut while characters walk."

const Controls := preload("res://scripts/play/controls.gd")
const Walkers := preload("res://scripts/walkers.gd")

const SHUT := 2.0               ## Seconds until the door is shut.
const OPEN := 12.0              ## Seconds until it is opened again.

var changes_itself := true      ## The door.

@onready var walkers := Walkers.new($NavMeshBaker2D, get_tree().get_nodes_in_group("walkers"))


func _ready() -> void:
	walkers.further_fault = func() -> String:
		return "nobody took another way when the door was shut" if walkers.searches.values().max() < 2 else ""
	add_child(walkers)


func _physics_process(_delta: float) -> void:
	if changes_itself:
		_shut(fmod(walkers.seconds, OPEN) > SHUT)


func _shut(shut: bool) -> void:
	if shut != $Door.affect_navigation_mesh:
		$Door.affect_navigation_mesh = shut
		$Door/Look.visible = shut
	$Legend/Panel/Text.text = "[b]%s[/b]\nthe southern door is %s" % [TITLE, "shut" if shut else "open"]


func controls(c: Controls) -> void:
	c.tip("Drag the furniture, the door, the goals or somebody: all find another way.")
	c.toggle("Door is shut", func() -> bool: return $Door/Look.visible, _shut_for_good, "NavObstacle2D.affect_navigation_mesh")
	c.drag($Door, "door", Callable(), Color(1, 0.5, 0.4))
	for thing: Node2D in [$Table, $Shelf, $Bed, $Sofa, $Piano, $Chest]:
		c.drag(thing, "", c.rebake($NavMeshBaker2D), Color(0.8, 0.65, 0.5))
	walkers.add_controls(c)


func _shut_for_good(shut: bool) -> void:
	changes_itself = false
	_shut(shut)
