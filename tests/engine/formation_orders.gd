extends "res://troops.gd"
## Orders to a formation that is under way: through a door, near its goal, small and large ones.

const GOAL := Vector3(16, 0, 0)


## A floor with a wall across it at x = 0 and a door.
func door(width := 1.4) -> void:
	floor_at(48, 24)
	for side: int in [-1, 1]:
		box(Vector3(0.4, 3, 12 - width / 2), Vector3(0, 1.5, side * (6 + width / 4)))
	bake({"agent_radius": 0.4, "cell_size": 0.1})


## Marches to GOAL. When so many members are through the door, so many orders follow, each some frames after the one before: `order` tells
## the target of each. Seconds until all are there, how far a member behind the door has gone back from its farthest place, how often one has
## come back through the door, in how many frames all stood.
func under_orders(settings: Dictionary, count: int, through: int, orders: int, every: int, order: Callable) -> Dictionary:
	var formation := troop(count, settings, Vector3(-14, 0, 0))
	var agents := agents_of(formation)
	await frames(5)
	var farthest := agents.map(func(agent): return place_of(agent).x)
	var back := 0.0
	var returns := 0
	var stood := 0
	var given := -1
	var frame := 0
	var target := GOAL
	var last := agents.map(func(agent): return place_of(agent))
	formation.requestPath(target)
	while formation.hasArrived() == NavAgent.RUNNING and frame < 3600:
		if given < 0 and agents.filter(func(agent): return place_of(agent).x > 0.5).size() >= through:
			given = 0
		if given >= 0 and given < orders * every:
			if given % every == 0:
				target = order.call(given / every)
				formation.requestPath(target)
			given += 1
		await physics_frame
		frame += 1
		var moved := 0.0
		for i in agents.size():
			var at: Vector2 = place_of(agents[i])
			if at.x < farthest[i] - 0.2 and farthest[i] > 0.5:
				back = maxf(back, farthest[i] - at.x)
				if at.x < 0.0 and last[i].x >= 0.0:
					returns += 1
			farthest[i] = maxf(farthest[i], at.x)
			moved = maxf(moved, (at - last[i]).length() * 60)
			last[i] = at
		if given >= 0 and moved < 0.5 and formation.hasArrived() == NavAgent.RUNNING:
			stood += 1
	var result := {"status": formation.hasArrived(), "seconds": frame / 60.0, "back": back, "returns": returns, "stood": stood,
		"members": formation.member_count}
	formation.free()
	await frames(2)
	return result


const SHAPES := ["BOX", "LINE", "WEDGE", "COLUMN", "BAND"]


## One order, and several: sideways in each frame, to and fro every 0.1, 0.3 and 1 s, and one to a place beside the target.
func scenario_orders_in_a_door() -> void:
	door()
	for shape: String in SHAPES:
		for count: int in [4, 12]:
			var settings := {"shape": NavFormation[shape]}
			var name := "%s %d " % [shape, count]
			var through := count / 3
			report(name + "none", await under_orders(settings, count, through, 0, 1, Callable()))
			report(name + "sideways", await under_orders(settings, count, through, 30, 1,
				func(i): return GOAL + Vector3(0, 0, (i + 1) / 30.0)))
			report(name + "small", await under_orders(settings, count, through, 1, 1, func(_i): return GOAL + Vector3(0.3, 0, 0)))
			for every: int in [6, 18, 60]:
				report(name + "clicks %d" % every, await under_orders(settings, count, through, 8, every,
					func(i): return GOAL + Vector3(0.2 * (i % 3), 0, 0.6 * (i % 2) - 0.3)))
			report(name + "beside", await under_orders(settings, count, through, 1, 1, func(_i): return GOAL + Vector3(0, 0, 4)))


## Orders to places beside and behind a formation that is at its target, or about to be.
func scenario_orders_at_the_target() -> void:
	floor_at(60, 40)
	bake({"agent_radius": 0.4, "cell_size": 0.1})
	for shape: String in SHAPES:
		for off: Vector3 in [Vector3(0.3, 0, 0), Vector3(-0.3, 0, 0), Vector3(0, 0, 0.3), Vector3(-1.2, 0, 0), Vector3(-0.6, 0, -1),
				Vector3(0, 0, 1.4)]:
			for left: float in [0.0, 0.2]:
				var formation := troop(12, {"shape": NavFormation[shape]}, Vector3(-14, 0, 0))
				await frames(5)
				formation.requestPath(GOAL)
				await until(func(): return formation.distance_left < left or formation.hasArrived() == NavAgent.SUCCESS, 3000)
				report("%s %s %s" % [shape, off, left], (await farthest_move(formation, GOAL + off)).merged({"off": off.length() + left}))
				formation.free()
				await frames(2)


func farthest_move(formation: NavFormation, target: Vector3) -> Dictionary:
	var agents := agents_of(formation)
	var starts := agents.map(func(agent): return place_of(agent))
	var most := [0.0]
	formation.requestPath(target)
	await frames(1)
	var frame := [0]
	await until(func():
		frame[0] += 1
		for i in agents.size():
			most[0] = maxf(most[0], place_of(agents[i]).distance_to(starts[i]))
		return formation.hasArrived() != NavAgent.RUNNING, 1800)
	return {"status": formation.hasArrived(), "seconds": frame[0] / 60.0, "moved": most[0]}
