extends "res://dimension.gd"
## Bodies that collide come to a link from both ends: a jump over a gap in space, a bridge of nothing in the plane.

const NEAR := 2.5               ## Meters from the middle of the gap to either end of the link.


func ground_and_link(settings := {}) -> void:
	baked_at(Vector2(-12, -4), Vector2(-2, 4))
	baked_at(Vector2(2, -4), Vector2(12, 4))
	our_node("NavLink", {"start_position": at(-NEAR, 0), "end_position": at(NEAR, 0)}.merged(settings))


func comer(x: float, z := 0.0) -> Node:
	var body := body_at(x, z)
	body.collision_layer = 2
	body.collision_mask = 3
	var agent := our_node("NavAgent", {"radius": length(0.4), "max_speed": length(3.0)}, body)
	world.add_child(body)
	return agent


## Reports [how many have arrived, seconds for which one was stuck, least meters between two on the link from different ends].
func watch(what: String, from_west: Array, from_east: Array) -> void:
	var rate := Engine.physics_ticks_per_second
	var all := from_west + from_east
	var stuck := 0
	var least := INF
	for agent in from_west:
		agent.requestPath(at(9, 0))
	for agent in from_east:
		agent.requestPath(at(-9, 0))
	for frame in 40 * rate:
		await frames(1)
		stuck += int(all.any(func(agent): return agent.is_stuck))
		for one in from_west.filter(func(agent): return agent.is_on_link):
			for other in from_east.filter(func(agent): return agent.is_on_link):
				least = minf(least, ground(one.get_parent().global_position).distance_to(ground(other.get_parent().global_position)))
		if all.all(func(agent): return agent.hasArrived() == NavAgent.SUCCESS):
			break
	report(what, [all.filter(func(agent): return agent.hasArrived() == NavAgent.SUCCESS).size(), float(stuck) / rate, minf(least, 100)])
	for agent in all:
		agent.get_parent().free()
	await frames(2)


func scenario_from_both_ends() -> void:
	ground_and_link()
	for rate in [30, 60, 144]:
		Engine.physics_ticks_per_second = rate
		await frames(3)
		for later in [0.0, 0.7, 2.0]:
			await watch("one and one, %s m later, at %d" % [later, rate], [comer(-6)], [comer(6 + later)])
		await watch("three and three at %d" % rate, [comer(-6), comer(-7.2, 0.3), comer(-8.4)], [comer(6), comer(7.2, -0.3), comer(8.4)])
	Engine.physics_ticks_per_second = 60


## One who has taken a link over waits on it, as for a lift, longer than anybody else would; then it goes on.
func scenario_taken_over() -> void:
	ground_and_link()
	await frames(3)
	var rider := comer(-6)
	rider.link_reached.connect(func(_details):
		rider.take_over_link()
		await frames(300)
		rider.get_parent().global_position = at(NEAR, 0)
		rider.finish_link())
	await watch("taken over", [rider], [comer(6)])
