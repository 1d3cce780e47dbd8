## What can be played with in a scene: settings, numbers and handles. A scene that has [code]func controls(c: Controls) -> void[/code] declares
## them there, in the order in which the panel shows them.
##
## All of them read and write by callables, so a control always shows what is so, whoever has changed it.
extends RefCounted

const Door := preload("door.gd")
const Rebaker := preload("rebaker.gd")

enum Kind { SLIDER, TOGGLE, CHOICE, BUTTON, NUMBER }

const LIFT := Vector3(0, 0.75, 0)       ## From the feet of a character to where one grasps it.


## A row of the panel.
class Item:
	var kind: Kind
	var label: String
	var hint: String                    ## A tooltip.
	var read: Callable                  ## func() -> Variant
	var write: Callable                 ## func(value) -> void; of a button: func() -> void
	var from := 0.0
	var to := 1.0
	var step := 0.01
	var choices: Array                  ## Texts; the value is the index of one.


## What the mouse can drag: a place that is read and written.
class Handle:
	var label: String
	var color: Color
	var read: Callable                  ## func() -> Vector3 or Vector2
	var write: Callable                 ## func(place) -> void
	var node: Variant                   ## What is dragged; null: no node.
	var is_body := false                ## Drawn only under the mouse: it is seen anyway.
	var keeps_height := false           ## It is dragged in the plane of its place, else over the ground.
	var lift := Vector3.ZERO            ## From the place to where it is grasped.

	func is_there() -> bool:
		return node == null or is_instance_valid(node)


var items: Array[Item] = []
var fixed: Array[Handle] = []           ## Handles that are drawn.
var bodies := Callable()                ## func() -> Array: nodes that the mouse moves, too.
var body_handles := {}                  ## By node.
var kept: Array[RefCounted] = []        ## What callables are of.
var try_text := ""
var click := Callable()                 ## func(place) -> void: what a click on the ground does.
var followed: Node3D                    ## By the camera.
var timed: Array[Node] = []             ## Crowds whose steps are timed.


## A line or two that say what to try.
func tip(text: String) -> void:
	try_text = text


func slider(label: String, from: float, to: float, step: float, read: Callable, write: Callable, hint := "") -> void:
	var item := _add(Kind.SLIDER, label, read, write, hint)
	item.from = from
	item.to = to
	item.step = step


func toggle(label: String, read: Callable, write: Callable, hint := "") -> void:
	_add(Kind.TOGGLE, label, read, write, hint)


## The value is the index of a text.
func choice(label: String, texts: Array, read: Callable, write: Callable, hint := "") -> void:
	_add(Kind.CHOICE, label, read, write, hint).choices = texts


func button(label: String, press: Callable, hint := "") -> void:
	_add(Kind.BUTTON, label, Callable(), press, hint)


## A value that the panel shows a few times a second.
func number(label: String, read: Callable, hint := "") -> void:
	_add(Kind.NUMBER, label, read, Callable(), hint)


## A property of nodes, by its own name: of all in an Array, or of those that a callable returns. A bool is a toggle, a number a slider.
## [param changed] is called afterwards.
func property(nodes: Variant, name: StringName, from := 0.0, to := 1.0, step := 0.1, changed := Callable()) -> void:
	var all := func() -> Array: return nodes.call() if nodes is Callable else nodes
	var first: Node = all.call()[0]
	var read := func() -> Variant:
		var now: Array = all.call()
		return now[0].get(name) if now else 0
	var write := func(value: Variant) -> void:
		for node: Node in all.call():
			node.set(name, value)
		if changed.is_valid():
			changed.call()
	var label := String(name).trim_prefix("agent_").capitalize()
	var hint := "%s.%s" % [first.get_class(), name]
	if first.get(name) is bool:
		toggle(label, read, write, hint)
	else:
		slider(label, from, to, step, read, write, hint)


## A handle at a place that is no node's.
func handle(label: String, read: Callable, write: Callable, color := Color(1, 0.85, 0.3)) -> Handle:
	var made := _handle(label, color, read, write)
	fixed.append(made)
	return made


## A node that the mouse moves; [param moved] is called afterwards.
func drag(node: Node, label := "", moved := Callable(), color := Color(1, 0.85, 0.3)) -> Handle:
	var made := _of_node(node, label if label else String(node.name).capitalize(), color, moved)
	fixed.append(made)
	return made


## func() -> void that bakes a navmesh again: for what moves, and is no node that a baker follows.
func rebake(baker: Node) -> Callable:
	for known: RefCounted in kept:
		if known is Rebaker and known.baker == baker:
			return known.ask
	kept.append(Rebaker.new(baker))
	return kept[-1].ask


## A door between two walls: its width, and a handle to move it.
func door(north: Node3D, south: Node3D, baker: NavMeshBaker, widest: float, label := "Door") -> void:
	var made := Door.new(north, south, rebake(baker))
	kept.append(made)
	slider(label + " width (m)", 0.4, widest, 0.1, func() -> float: return made.width, made.set_width)
	handle(label.to_lower(), made.get_place, made.set_place)


## Bodies that the mouse moves, those that a callable returns.
func drag_bodies(nodes: Callable) -> void:
	bodies = nodes


## All handles that there are at the moment.
func handles() -> Array[Handle]:
	var now := fixed.duplicate()
	for node: Node in bodies.call() if bodies.is_valid() else []:
		if node not in body_handles:
			body_handles[node] = _of_node(node, "", Color.WHITE, Callable())
			body_handles[node].is_body = true
			body_handles[node].lift = LIFT
		now.append(body_handles[node])
	return now


## What a click on the ground does: func(place: Vector3 or Vector2) -> void.
func on_click(press: Callable) -> void:
	click = press


## The camera goes with a node.
func follow(node: Node3D) -> void:
	followed = node


## Shows how long the steps of these crowds take.
func time(crowds: Array[Node]) -> void:
	timed = crowds


func _add(kind: Kind, label: String, read := Callable(), write := Callable(), hint := "") -> Item:
	var item := Item.new()
	item.kind = kind
	item.label = label
	item.read = read
	item.write = write
	item.hint = hint
	items.append(item)
	return item


func _handle(label: String, color: Color, read: Callable, write: Callable) -> Handle:
	var made := Handle.new()
	made.label = label
	made.color = color
	made.read = read
	made.write = write
	return made


func _of_node(node: Node, label: String, color: Color, moved: Callable) -> Handle:
	var read := func() -> Variant: return node.global_position
	var write := func(place: Variant) -> void:
		node.global_position = place
		if moved.is_valid():
			moved.call()
	var made := _handle(label, color, read, write)
	made.node = node
	made.keeps_height = node is StaticBody3D or node is NavObstacle
	return made
