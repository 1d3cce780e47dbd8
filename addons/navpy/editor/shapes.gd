## What the 2D editor edits of a node with the mouse: outlines, the radius of a circle, single points.
##
## What the mouse grabs is a handle: a Dictionary of its property, its place in the node's space and, of a corner, the indices outline and corner.
## Values are never changed in place, as the node and the steps that can be undone hold them.
@tool
extends RefCounted

## By class: the property of one outline or of an array of them, how many corners an outline needs, the property of a radius, those of points.
const CLASSES := {
	&"NavMeshBaker2D": {outlines = &"outlines", least = 3},
	&"NavObstacle2D": {outlines = &"vertices", least = 2, radius = &"radius"},
	&"NavModifierArea2D": {outlines = &"polygon", least = 3},
	&"NavLink2D": {points = [&"start_position", &"end_position"]},
}

var node: Node2D
var outlines_name: StringName       ## Property; empty: there is none.
var radius_name: StringName
var points: Array
var least := 0


static func is_edited(object: Object) -> bool:
	return object is Node2D and CLASSES.has(StringName(object.get_class()))


func _init(edited: Node2D) -> void:
	node = edited
	var row: Dictionary = CLASSES[StringName(edited.get_class())]
	outlines_name = row.get("outlines", &"")
	radius_name = row.get("radius", &"")
	points = row.get("points", [])
	least = row.get("least", 0)


# ---- values ----

func has_outlines() -> bool:
	return outlines_name != &""


## True if the node has several outlines, false if it has one.
func has_many() -> bool:
	return has_outlines() and node.get(outlines_name) is Array


func is_empty() -> bool:
	return outlines().all(func(outline: PackedVector2Array) -> bool: return outline.is_empty()) and (radius_name == &"" or node.get(radius_name) == 0)


## In the node's space, without what is no outline. Copies.
func outlines() -> Array[PackedVector2Array]:
	return outlines_in(node.get(outlines_name)) if has_outlines() else ([] as Array[PackedVector2Array])


func outlines_in(value: Variant) -> Array[PackedVector2Array]:
	var found: Array[PackedVector2Array] = []
	for outline: Variant in value if value is Array else [value]:
		found.append(outline.duplicate() if outline is PackedVector2Array else PackedVector2Array())
	return found


func value_of(list: Array[PackedVector2Array]) -> Variant:
	if has_many():
		return list
	return list[0] if list else PackedVector2Array()


## A value of a property that stays as it is, whatever becomes of the node's.
func kept(property: StringName) -> Variant:
	return value_of(outlines()) if property == outlines_name else node.get(property)


# ---- handles ----

## All of them. Where two lie on each other, the later one is taken, so that an end of a new link can be pulled off the other one. nearest: the least
## distance of a radius handle from the origin, where it would hide the node's own.
func handles(nearest: float) -> Array[Dictionary]:
	var found: Array[Dictionary] = []
	var list := outlines()
	for i in list.size():
		for k in list[i].size():
			found.append({property = outlines_name, outline = i, corner = k, place = list[i][k]})
	if radius_name != &"":
		found.append({property = radius_name, place = Vector2(maxf(node.get(radius_name) / _share_of_x(), nearest), 0)})
	for point: StringName in points:
		found.append({property = point, place = node.get(point)})
	return found


static func is_corner(handle: Dictionary) -> bool:
	return handle.has("corner")


## What the handle's property becomes when the handle of a former value moves to a place.
func moved(former: Variant, handle: Dictionary, place: Vector2) -> Variant:
	if is_corner(handle):
		var list := outlines_in(former)
		list[handle.outline][handle.corner] = place
		return value_of(list)
	if handle.property == radius_name:
		return maxf(former + (place.length() - handle.place.length()) * _share_of_x(), 0.0)
	return place


## A circle stays one where the node's axes have different scales, and is as large as the greater one makes it.
func _share_of_x() -> float:
	var frame := node.get_global_transform()
	return frame.x.length() / maxf(frame.x.length(), frame.y.length())


# ---- outlines ----

## With one more outline, or with it in place of the only one.
func with_outline(corners: PackedVector2Array) -> Variant:
	var list := outlines()
	if not has_many():
		list.clear()
	list.append(corners)
	return value_of(list)


func with_corner(handle: Dictionary) -> Variant:
	var list := outlines()
	list[handle.outline].insert(handle.corner, handle.place)
	return value_of(list)


## An outline that would have too few corners goes as a whole.
func without_corner(handle: Dictionary) -> Variant:
	var list := outlines()
	if list[handle.outline].size() > least:
		list[handle.outline].remove_at(handle.corner)
	else:
		list.remove_at(handle.outline)
	return value_of(list)
