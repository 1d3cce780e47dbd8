extends "res://level.gd"
## The scenes that the README and the pages show, in an empty project, and the scripts of the pages and of the help.


func scenario_hero_walks() -> void:
	var level: Node3D = load("res://recipe.tscn").instantiate()
	world.add_child(level)
	var hero: CharacterBody3D = level.get_node("Hero")
	var agent: NavAgent = hero.get_node("NavAgent")
	await level.get_node("NavMeshBaker").bake_finished
	await until(func(): return agent.status != NavAgent.RUNNING and hero.velocity.length() < 0.01, 60 * 20)
	report("status", agent.status)
	report("place", {"x": hero.position.x, "z": hero.position.z})


func scenario_hero_walks_in_the_plane() -> void:
	var level: Node2D = load("res://recipe_2d.tscn").instantiate()
	world.add_child(level)
	var hero: CharacterBody2D = level.get_node("Hero")
	var agent: NavAgent2D = hero.get_node("NavAgent2D")
	await level.get_node("NavMeshBaker2D").bake_finished
	await frames(2)
	report("length", agent.get_path_length())
	await until(func(): return agent.status != NavAgent2D.RUNNING and hero.velocity.length() < 0.01, 60 * 20)
	report("status", agent.status)
	report("off", hero.position.distance_to(Vector2(1000, 200)))


## What the player sees of it in a window of the default size: whether meshes are inside the camera's view, and what lights them.
func scenario_something_is_seen() -> void:
	var level: Node3D = load("res://recipe.tscn").instantiate()
	var window := SubViewport.new()
	window.size = Vector2i(1152, 648)
	world.add_child(window)
	window.add_child(level)
	await frames(1)
	var camera := level.get_viewport().get_camera_3d()
	report("camera", str(level.get_path_to(camera)) if camera != null else "none")
	for mesh: MeshInstance3D in level.find_children("*", "MeshInstance3D"):
		report(str(level.get_path_to(mesh)), {"visible": mesh.is_visible_in_tree(), "corners in view": corners_in_view(mesh, camera)})
	var goal := Vector3(8, 0.5, 8)
	report("goal is in view", camera.is_position_in_frustum(goal))
	var light: DirectionalLight3D = level.find_children("*", "DirectionalLight3D")[0]
	report("light", {"visible": light.is_visible_in_tree(), "shines down": light.global_basis.z.y > 0.5})


func corners_in_view(mesh: MeshInstance3D, camera: Camera3D) -> int:
	var box := mesh.get_aabb()
	var corners := range(8).map(func(i: int) -> Vector3: return mesh.global_transform * box.get_endpoint(i))
	return corners.filter(camera.is_position_in_frustum).size()


## Whether each script compiles.
func scenario_scripts_of_the_pages() -> void:
	for file in DirAccess.get_files_at("res://shown"):
		var script: GDScript = load("res://shown/" + file)
		report(file, script != null and script.can_instantiate())


## Whether each scene loads, and runs for a second; an error of the engine fails the scenario.
func scenario_scenes_of_the_pages() -> void:
	for file in DirAccess.get_files_at("res://scenes"):
		var scene: Node = load("res://scenes/" + file).instantiate()
		world.add_child(scene)
		await frames(60)
		report(file, scene.is_inside_tree())
		scene.free()
