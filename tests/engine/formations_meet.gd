extends "res://troops.gd"
## Eight come through a gap from either side, in formation or each for itself.

const EAST := Vector3(14, 0, 0)
const LIMIT := 120              ## Seconds.


func gap(width: float) -> Node3D:
	var level := level_at()
	floor_at(44, 16, Vector3.ZERO, level)
	for side: int in [-1, 1]:
		box(Vector3(1, 3, 8 - width / 2), Vector3(0, 1.5, side * (8 + width / 2) / 2), level)
	bake({"agent_radius": 0.4, "cell_size": 0.1}, level)
	return level


## Asks in each tick until all have ended. [seconds, the longest time for which one was stuck].
func meet(agents: Array, ask: Callable) -> Array:
	var rate := Engine.physics_ticks_per_second
	var ticks := 0
	var stuck := {}
	var longest := 0
	while ticks < LIMIT * rate:
		var states: Array = ask.call()
		await physics_frame
		ticks += 1
		for agent in agents:
			stuck[agent] = stuck.get(agent, 0) + 1 if agent.is_stuck else 0
			longest = maxi(longest, stuck[agent])
		if states.min() > 0:
			break
	return [float(ticks) / rate, float(longest) / rate]


func in_a_gap(width: float) -> void:
	var level := gap(width)
	for rate in [30, 60, 144]:
		Engine.physics_ticks_per_second = rate
		for files in [1, 2, 4]:
			var west := troop(8, {"files": files}, -EAST)
			var east := troop(8, {"files": files}, EAST)
			await frames(5)
			report("%d files through %s m at %d" % [files, width, rate], await meet(agents_of(west) + agents_of(east),
					func(): return [west.requestPath(EAST), east.requestPath(-EAST)]))
			west.free()
			east.free()
			await frames(3)
		var agents := []
		for i in 16:
			var turn := 2.4 * (i / 2)
			agents.append(walker(EAST * (1 if i % 2 else -1) + 1.1 * sqrt(i / 2) * Vector3(cos(turn), 0, sin(turn)), 0.0))
		await frames(5)
		report("free through %s m at %d" % [width, rate], await meet(agents, func(): return agents.map(func(agent):
			return agent.requestPath(EAST * (-1 if agents.find(agent) % 2 else 1)))))
		for agent in agents:
			agent.get_parent().free()
		await frames(3)
	Engine.physics_ticks_per_second = 60
	level.free()


func scenario_in_a_gap() -> void:
	for width in [2.0, 3.0, 4.0]:
		await in_a_gap(width)
