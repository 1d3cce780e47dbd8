extends "res://dimension.gd"
## Where a body stops, who drives it, and ground that two bakers have in the same place.


func driver(x: float, z: float, settings := {}) -> Node:
	var body := body_at(x, z)
	var agent := our_node("NavAgent", {"avoidance_enabled": false}.merged(settings, true), body)
	world.add_child(body)
	return agent


func away(agent: Node, x: float, z: float) -> float:
	return ground(agent.get_parent().global_position).distance_to(ground(at(x, z)))


func scenario_desired_distance() -> void:
	baked_at(Vector2(-12, -8), Vector2(12, 8))
	for wanted in [null, 0.3, 4.0]:
		for follows in [false, true]:
			var agent := driver(-10, 0, {"target_desired_distance": length(wanted)} if wanted != null else {})
			for frame in 500:
				if frame == 3 or follows and frame > 3:
					agent.requestPath(at(8, 0))
				await frames(1)
			report("%s, again and again: %s" % [wanted, follows], [agent.status, away(agent, 8, 0)])
			var body := agent.get_parent()
			world.remove_child(body)
			body.free()


func scenario_two_agents_of_one_body() -> void:
	baked_at(Vector2(-12, -8), Vector2(12, 8))
	var one := driver(0, 0)
	var two := our_node("NavAgent", {"name": "Two"}, one.get_parent())
	await frames(3)
	one.requestPath(at(8, 0))
	two.requestPath(at(-8, 0))
	await frames(3)
	report("both drive", [one.status, two.status])


## Their ground has 4 m in common, at other heights of their sides, or the same edges, or a common border.
func scenario_overlapping_bakers() -> void:
	for lows in [[Vector2(2, -3), Vector2(14, 3)], [Vector2(6, -3), Vector2(14, 3)]]:
		var first := baked_at(Vector2(-10, -8), Vector2(6, 8))
		var second := baked_at(lows[0], lows[1])
		first.name = "First"
		second.name = "Second"
		await frames(3)
		report("joined from %s" % lows[0].x, nav_map().is_reachable(at(-5, 0), at(12, 0)))
		for each in [first, second]:
			each.get_parent().free()
		await frames(3)


func scenario_duplicated_baker() -> void:
	baked_at(Vector2(-10, -8), Vector2(6, 8))
	baked_at(Vector2(-10, -8), Vector2(6, 8))
	await frames(3)
	report("is walkable", nav_map().is_reachable(at(-5, 0), at(5, 0)))


## Two halves with a gap between them on one layer, all of the ground on another one; their edges lie on each other.
func scenario_layers_over_each_other() -> void:
	for what in ["bakers", "regions"]:
		var parts: Array[Node] = []
		for xs in [[-10, -1], [1, 10], [-10, 10]]:
			var low := Vector2(xs[0], -8)
			var high := Vector2(xs[1], 8)
			parts.append(baked_at(low, high) if what == "bakers" else engine_baked(low, high, []))
		parts[2].navigation_layers = 2
		await frames(5)
		for layers in [1, 2]:
			var agent := driver(-5, 0, {"navigation_layers": layers})
			agent.requestPath(at(5, 0), true)
			for frame in 400:
				await frames(1)
			report("%s: layers %d" % [what, layers], [agent.is_target_reached(), snappedf(away(agent, -1 if layers == 1 else 5, 0), 0.01)])
			agent.get_parent().free()
		for part in parts:
			(part.get_parent() if what == "bakers" else part).free()
		await frames(3)
