extends "res://dimension.gd"
## Those who follow flow fields, in both dimensions.


## A body with an agent, above no ground at all.
func follower(x: float, z: float) -> Node:
	var body: Node = ClassDB.instantiate("CharacterBody2D" if IS_PLANE else "CharacterBody3D")
	body.position = at(x, z)
	body.motion_mode = 1                # floating
	var agent: Node = ClassDB.instantiate("NavAgent" + OUR_SUFFIX)
	agent.name = "Agent"
	agent.radius = length(0.3)
	agent.max_speed = length(3.0)
	body.add_child(agent)
	return put(body)
