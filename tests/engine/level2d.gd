extends "res://scenes.gd"
## What the scenarios of two-dimensional levels share: walls, bodies, agents and bakers made in code.

var world: Node2D


func make_world() -> Node:
	world = Node2D.new()
	return world


## Walks through these levels take longer.
func until(condition: Callable, most := 1200, msec := 0) -> bool:
	return await super(condition, most, msec)


# ---- levels ----

## A node with these properties, below the world.
func put(node: Node, properties := {}, parent: Node = null) -> Node:
	for name in properties:
		node.set(name, properties[name])
	(parent if parent else world).add_child(node)
	return node


func rectangle(low: Vector2, high: Vector2) -> PackedVector2Array:
	return PackedVector2Array([low, Vector2(high.x, low.y), high, Vector2(low.x, high.y)])


## A StaticBody2D with a rectangle.
func wall(center: Vector2, size: Vector2) -> StaticBody2D:
	var body := StaticBody2D.new()
	var shape := CollisionShape2D.new()
	shape.shape = RectangleShape2D.new()
	shape.shape.size = size
	body.position = center
	body.add_child(shape)
	return put(body)


## A CharacterBody2D with a circle and an agent.
func walker(at: Vector2, properties := {}) -> NavAgent2D:
	var body := CharacterBody2D.new()
	var shape := CollisionShape2D.new()
	shape.shape = CircleShape2D.new()
	shape.shape.radius = properties.get("radius", 10.0)
	body.position = at
	body.add_child(shape)
	var agent := NavAgent2D.new()
	agent.name = "Agent"
	put(agent, properties, body)
	put(body)
	return agent


## A baker with a floor of this size, baked.
func bake(size: Vector2, properties := {}) -> NavMeshBaker2D:
	var baker := NavMeshBaker2D.new()
	baker.name = "Baker"
	baker.bake_on_ready = false
	baker.outlines = [rectangle(Vector2.ZERO, size)]
	put(baker, properties)
	baker.bake_navigation_mesh(false)
	return baker


func length_of(points: PackedVector2Array) -> float:
	var sum := 0.0
	for i in range(1, points.size()):
		sum += points[i - 1].distance_to(points[i])
	return sum
