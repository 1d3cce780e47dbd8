extends "res://troops.gd"
## Orders to a formation that is under way through a door.

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


## One order, and several: sideways in each frame, to and fro every 0.1 and 0.3 s, and one to a place beside the target.
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
			for every: int in [6, 18]:
				report(name + "clicks %d" % every, await under_orders(settings, count, through, 8, every,
					func(i): return GOAL + Vector3(0.2 * (i % 3), 0, 0.6 * (i % 2) - 0.3)))
			report(name + "beside", await under_orders(settings, count, through, 1, 1, func(_i): return GOAL + Vector3(0, 0, 4)))
