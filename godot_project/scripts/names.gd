## The names of the statuses and reasons of a NavAgent or a NavAgent2D.


static func of_status(status: int) -> String:
	return _constant("Status", status)


## Of the request of an agent or a formation; nothing has failed before the first one.
static func of_request(node: Node) -> String:
	if node.reason == NavAgent.REASON_NO_REQUEST:
		return "no request yet"
	return of_status(node.status) + (": " + of_reason(node.reason) if node.status == NavAgent.FAILURE else "")


static func of_reason(reason: int) -> String:
	return _constant("Reason", reason).trim_prefix("REASON_")


static func _constant(enumeration: StringName, value: int) -> String:
	for constant in ClassDB.class_get_enum_constants(&"NavAgent", enumeration):
		if ClassDB.class_get_integer_constant(&"NavAgent", constant) == value:
			return constant
	return str(value)
