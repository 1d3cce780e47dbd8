extends "res://level.gd"
## The scene that the README shows, in an empty project.


func scenario_hero_walks() -> void:
	var level: Node3D = load("res://recipe.tscn").instantiate()
	world.add_child(level)
	var hero: CharacterBody3D = level.get_node("Hero")
	var agent: NavAgent = hero.get_node("NavAgent")
	await level.get_node("NavMeshBaker").bake_finished
	await until(func(): return agent.status != NavAgent.RUNNING and hero.velocity.length() < 0.01, 60 * 20)
	report("status", agent.status)
	report("place", {"x": hero.position.x, "z": hero.position.z})
