## A saved game's part of one body: its agent's state, and the properties that its script lists in SAVED.
extends RefCounted


static func of(body: Node) -> Dictionary:
	var saved := {"agent": body.agent.save_state()}
	for property: String in body.SAVED:
		saved[property] = body.get(property)
	return saved


static func restore(body: Node, saved: Dictionary) -> void:
	for property: String in body.SAVED:
		body.set(property, saved[property])
	body.agent.load_state(saved.agent)
