extends "res://level.gd"
## Bodies cross links: they jump, climb and drop by themselves, and wait for a script that takes a link over.

const LINKS := {"link_drop_height": 4.0, "link_climb_height": 3.0, "link_jump_distance": 3.0}
const ON_THE_FLOOR := Vector3(3, 0, 0)
const ON_THE_LEDGE := Vector3(8, 2.5, 0)
const BEFORE_THE_GAP := Vector3(-3, 0, 0)
const BEHIND_THE_GAP := Vector3(-12, 0, 0)


## A floor with a ledge of 2.5 m, and another floor behind a gap of 2 m.
func ground() -> void:
	floor_at(12, 12)
	box(Vector3(4, 2.5, 12), Vector3(8, 1.25, 0))
	floor_at(8, 12, Vector3(-12, 0, 0))
	bake(LINKS)


func scenario_climbs() -> void:
	await cross(ON_THE_FLOOR, ON_THE_LEDGE)


func scenario_drops() -> void:
	await cross(ON_THE_LEDGE, ON_THE_FLOOR)


func scenario_jumps() -> void:
	await cross(BEFORE_THE_GAP, BEHIND_THE_GAP)


func scenario_jumps_at_speed() -> void:
	await cross(BEFORE_THE_GAP, BEHIND_THE_GAP, {"max_speed": 8.0})


func cross(from: Vector3, to: Vector3, settings := {}) -> void:
	ground()
	var agent := walker(from, 1.0, settings)
	var body: CharacterBody3D = agent.get_parent()
	var links := []
	agent.link_reached.connect(func(details): links.append(details))
	agent.requestPath(to)
	var top := -INF
	var fastest := 0.0
	var was_on_link := false
	for i in 900:
		await physics_frame
		top = maxf(top, body.position.y - 1.0)
		fastest = maxf(fastest, body.get_real_velocity().length())
		was_on_link = was_on_link or agent.is_on_link
		if agent.hasArrived() != NavAgent.RUNNING and agent.desired_velocity == Vector3.ZERO:
			break
	report("status", agent.hasArrived())
	report("distance from the goal", body.position.distance_to(to + Vector3(0, 1, 0)))
	report("highest", top)
	report("fastest", fastest)
	report("was on a link", was_on_link)
	report("links", links.map(func(details): return {"type": details.type, "entry height": details.link_entry_position.y,
		"exit height": details.link_exit_position.y}))


## A body that knows no gravity crosses in a straight line.
func scenario_floats_across() -> void:
	ground()
	var agent := walker(BEFORE_THE_GAP)
	agent.get_parent().motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
	agent.requestPath(BEHIND_THE_GAP)
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING)
	report("status", agent.hasArrived())
	report("height", agent.get_parent().position.y)


func scenario_script_takes_over_and_finishes() -> void:
	await take_over(true)


func scenario_script_takes_over_without_finishing() -> void:
	await take_over(false)


## The script takes longer than any agent would wait for a body on a link.
func take_over(finishes: bool) -> void:
	ground()
	var agent := walker(BEFORE_THE_GAP)
	var body: CharacterBody3D = agent.get_parent()
	var answers := []
	agent.link_reached.connect(func(details):
		answers.append(agent.take_over_link())
		var begin := body.position
		await frames(120)
		for i in 30:
			body.position = begin.lerp(details.link_exit_position + Vector3(0, 1, 0), (i + 1) / 30.0)
			await physics_frame
		if finishes:
			agent.finish_link())
	agent.requestPath(BEHIND_THE_GAP)
	report("take_over_link off a link", agent.take_over_link())
	await until(func(): return not answers.is_empty())
	var at := body.position
	await frames(100)
	report("while the script waits", {"moved": body.position.distance_to(at), "status": agent.hasArrived(), "stuck": agent.is_stuck,
		"why": agent.why_stuck()})
	await rests(agent)
	report("status", agent.hasArrived())
	report("take_over_link on each link", answers)
	report("distance from the goal", off(agent, BEHIND_THE_GAP))


## A script that goes from point to point crosses a link, too.
func scenario_script_goes_from_point_to_point() -> void:
	ground()
	var node := node_at(BEFORE_THE_GAP + Vector3(0, 1, 0))
	var agent: NavAgent = put(NavAgent.new(), {}, node)
	var links := []
	agent.link_reached.connect(func(details): links.append(details))
	agent.target_position = BEHIND_THE_GAP
	await until(func():
		if not agent.is_navigation_finished():
			node.position = node.position.move_toward(agent.get_next_path_position() + Vector3(0, 1, 0), 0.11)
		return agent.is_navigation_finished())
	report("links", links.size())
	report("reached", agent.is_target_reached())
	report("distance from the goal", off(agent, BEHIND_THE_GAP))


func scenario_freed_in_its_handler() -> void:
	ground()
	var agent := walker(BEFORE_THE_GAP)
	agent.link_reached.connect(func(_details): agent.get_parent().free())
	agent.requestPath(BEHIND_THE_GAP)
	report("freed", await until(func(): return not is_instance_valid(agent)))


## Bodies that collide meet at a ladder, from above and from below: [their number above, below, seconds later of those above].
func scenario_meet_at_a_ladder() -> void:
	floor_at(12, 12)
	box(Vector3(6, 2.5, 12), Vector3(9, 1.25, 0))
	bake()
	var ladder: NavLink = put(NavLink.new(), {"start_position": Vector3(5.4, 0, 0), "end_position": Vector3(6.6, 2.5, 0)})
	ladder.kind = NavLink.KIND_LADDER
	for rate in [30, 60, 144]:
		Engine.physics_ticks_per_second = rate
		for case in [[1, 1, 0.0], [1, 1, 0.8], [1, 1, -0.8], [3, 3, 0.0]]:
			var agents := []
			for i in case[0]:
				agents.append(walker(Vector3(8.5 + i + maxf(case[2], 0), 2.5, 0.2 * i), 1.0, {"max_speed": 3.0}))
			for i in case[1]:
				agents.append(walker(Vector3(2.5 - i + minf(case[2], 0), 0, 0.2 * i), 1.0, {"max_speed": 3.0}))
			for agent in agents:
				agent.get_parent().collision_mask = 3
			await frames(5)
			for i in agents.size():
				agents[i].requestPath(Vector3(-3, 0, 0) if i < case[0] else Vector3(9.5, 2.5, 0))
			var stuck := 0
			var arrived := 0
			for frame in 30 * rate:
				await frames(1)
				stuck += int(agents.any(func(agent): return agent.is_stuck))
				arrived = agents.filter(func(agent): return agent.hasArrived() == NavAgent.SUCCESS).size()
				if arrived == agents.size():
					break
			report("%s at %d" % [case, rate], [arrived, float(stuck) / rate])
			for agent in agents:
				agent.get_parent().free()
			await frames(2)
	Engine.physics_ticks_per_second = 60


## A lift that goes down once more before it goes up, with a rider whose request is taken back and made again: [is it on the link, each time].
func scenario_rides_by_a_detour() -> void:
	ground()
	var agent := walker(Vector3(3, 0, 3))
	var body: CharacterBody3D = agent.get_parent()
	var taken := [false]
	agent.link_reached.connect(func(_details): taken[0] = agent.take_over_link())
	agent.requestPath(Vector3(8, 2.5, 3))
	await until(func(): return taken[0])
	var begin := body.position
	for down in [0.5, 1.5, 3.0]:
		body.position = begin + Vector3(0.5, -down, 0)
		await frames(90)
		report("%s m below" % down, agent.is_on_link)
	agent.cancel_request()
	await frames(90)
	report("without a request", agent.is_on_link)
	agent.requestPath(Vector3(8, 2.5, -2))
	await frames(90)
	report("with another request", agent.is_on_link)
	body.position = Vector3(7, 3.5, 3)
	agent.finish_link()
	await rests(agent)
	report("arrived", [agent.hasArrived(), off(agent, Vector3(8, 2.5, -2)) < 0.2])
