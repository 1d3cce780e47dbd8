extends "res://level.gd"
## Agents that their Crowd moves: what they signal, frame by frame. The crowd calls an agent that has something to signal; with
## debug_enabled, it calls the agent in every frame.

const FRAMES := 900
const PLAIN := ["path_changed", "navigation_finished", "target_reached"]                                    # signals without arguments
const DETAILED := ["waypoint_reached", "link_reached", "stuck_changed", "velocity_computed"]

var crowd: Crowd
var agents: Array[NavAgent] = []
var log: Array[String] = []
var frame := 0


## A floor with a wall, and one that only a link leads to.
func floors_with_link() -> void:
	floor_at(40, 40)
	box(Vector3(1, 2, 16), Vector3(0, 1, 0))
	floor_at(6, 40, Vector3(26, 0, 0))
	bake()
	link(Vector3(19, 0, 0), Vector3(24, 0, 0))


func moving_crowd() -> Crowd:
	return put(Crowd.new(), {"move_nodes": true})


func agent_at(place: Vector3, settings := {}) -> NavAgent:
	return put(NavAgent.new(), settings, node_at(place, crowd))


## The same play, once as it is and once with debug_enabled.
func scenario_signals_of_a_play() -> void:
	floors_with_link()
	await frames(3)
	var plays := {}
	for watched in [false, true]:
		var own_frames := await play(watched)
		plays[watched] = log.duplicate()
		var name := "watched" if watched else "unwatched"
		report(name + ", agents with frames of their own", own_frames)
		report(name + ", status of each agent", agents.map(func(agent): return agent.hasArrived()))
		crowd.free()
		await frames(2)
	report("the same signals", plays[false] == plays[true])
	var counts := {}
	for told: String in PLAIN + DETAILED:
		counts[told] = plays[false].filter(func(line): return told in line).size()
	report("signals", counts)
	var size := mini(plays[false].size(), plays[true].size())
	var different := range(size).filter(func(i): return plays[false][i] != plays[true][i])
	for i in different.slice(0, 1):
		report("first difference", {"unwatched": plays[false][i], "watched": plays[true][i]})


## Fills the log, and counts the agents that had frames of their own in the first frames.
func play(watched: bool) -> int:
	crowd = moving_crowd()
	agents.clear()
	log.clear()
	var own_frames := 0
	for i in 12:
		var agent := agent_at(Vector3(-12 + 1.5 * (i % 4), 0.5, 2.0 * (i / 4) - 2), {"debug_enabled": watched})
		for told: String in PLAIN:
			agent.connect(told, note.bind(i, told))
		for told: String in DETAILED:
			agent.connect(told, note_details.bind(i, told))
		agents.append(agent)
	agent_at(Vector3(-15, 0, -17), {"radius": 4.0, "debug_enabled": watched})			# stands in the way of the last one
	for i in 12:
		agents[i].requestPath(Vector3(12, 0, 2 * i - 12))
	for count in FRAMES:
		frame = count
		await physics_frame
		if count > 3 and count < 10:
			own_frames += agents.filter(func(agent): return agent.is_physics_processing_internal()).size()
		act(count)
	return own_frames


## What scripts do meanwhile.
func act(count: int) -> void:
	agents[0].requestPath(Vector3(12, 0, -12 + count * 0.02))			# its target moves
	match count:
		20:
			agents[1].requestPath(Vector3(-12, 0, 15))
		30:
			agents[2].cancel_request()
		40:
			agents[3].requestPath(Vector3(26, 0, 5))					# over the link
			agents[4].requestPath(Vector3(500, 0, 0))
		50:
			agents[5].get_parent().position = Vector3(-18, 0.5, 18)
			agents[6].target_position = Vector3(-12, 0, 12)
		60:
			agents[7].path_radius = 1.0
			crowd.move_nodes = false
		70:
			crowd.move_nodes = true
			agents[2].requestPath(Vector3(-15, 0, 0))
		80:
			agents[8].get_parent().reparent(world)
			agents[9].max_speed = 0.0
		90:
			agents[8].get_parent().reparent(crowd)
			agents[11].requestPath(Vector3(-15, 0, -17))
		250:
			agents[9].max_speed = 3.0
		300:
			agents[10].requestPath(agents[10].get_parent().position)


func note(i: int, told: String) -> void:
	log.append("%d %d %s %s" % [frame, i, told, agents[i].get_parent().position])
	if told == "path_changed" and i == 5 and frame > 60 and frame < 100:
		agents[i].requestPath(Vector3(-15, 0, 15))


func note_details(details: Variant, i: int, told: String) -> void:
	var detail: Variant = details.position if details is Dictionary else details
	log.append("%d %d %s %s %s" % [frame, i, told, detail, agents[i].get_parent().position])
	if told == "link_reached" and agents[i].take_over_link():
		agents[i].get_parent().position = details.link_exit_position + Vector3(0, 0.5, 0)


## An agent that is disabled while it walks hears of its arrival when it is enabled again.
func scenario_disabled_agent() -> void:
	floors_with_link()
	crowd = moving_crowd()
	var agent := agent_at(Vector3(-10, 0, 12))
	var signals := signals_of(agent, ["navigation_finished"])
	agent.requestPath(Vector3(-6, 0, 12))
	await frames(20)
	agent.process_mode = Node.PROCESS_MODE_DISABLED
	await frames(200)
	report("disabled", {"status": agent.hasArrived(), "signals": signals.size()})
	agent.process_mode = Node.PROCESS_MODE_INHERIT
	await frames(3)
	report("signals when enabled again", signals.size())


func scenario_handler_frees_the_next_agent() -> void:
	await free_in_handler(func(): return agents[2].get_parent(), true)


func scenario_handler_frees_the_agent_before() -> void:
	await free_in_handler(func(): return agents[0].get_parent(), true)


func scenario_handler_takes_its_agent_out_of_the_tree() -> void:
	await free_in_handler(func(): return agents[1].get_parent(), false)


func scenario_handler_takes_the_crowd_out_of_the_tree() -> void:
	await free_in_handler(func(): return crowd, false)


## The crowd calls four agents one after another. A handler of the second takes a victim out of the tree, and frees it at once or
## later.
func free_in_handler(victim: Callable, at_once: bool) -> void:
	floors_with_link()
	crowd = moving_crowd()
	agents.clear()
	for i in 4:
		agents.append(agent_at(Vector3(-10, 0, 2 * i)))
		agents[i].requestPath(Vector3(-15, 0, 2 * i))
	await frames(10)
	var heard := [0]
	for agent in agents:
		agent.path_changed.connect(func(): heard[0] += 1)
	agents[1].path_changed.connect(func():
		var node: Node = victim.call()
		node.get_parent().remove_child(node)
		if at_once:
			node.free()
		else:
			node.queue_free())
	for agent in agents:
		agent.requestPath(Vector3(4, 0, 0))             # behind the wall: the end of the path cannot just be moved
	await frames(2)
	report("agents that have heard path_changed", heard[0])
	await frames(700)
	var left := agents.filter(func(agent): return is_instance_valid(agent))
	report("status of those that are left", left.map(func(agent): return agent.hasArrived()))
