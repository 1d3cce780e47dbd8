"""The scene that the README shows, dropped into an empty project, walks."""
import pathlib
import re

README = pathlib.Path(__file__).resolve().parent.parent.parent / "README.md"

WATCH = """extends SceneTree

func _initialize():
	var level = load("res://recipe.tscn").instantiate()
	root.add_child(level)
	var hero = level.get_node("Hero")
	var agent = hero.get_node("NavAgent")
	await level.get_node("NavMeshBaker").bake_finished
	for i in 60 * 20:
		await physics_frame
		if agent.status != NavAgent.RUNNING and hero.velocity.length() < 0.01:
			break
	print("RESULT ", agent.status == NavAgent.SUCCESS, " ", Vector2(hero.position.x, hero.position.z).snapped(Vector2(0.1, 0.1)))
	quit()
"""


def test_the_scene_recipe_walks(run_godot):
    scene = re.search(r"```gdscene\n(.*?)```", README.read_text(), re.DOTALL).group(1)
    assert len(scene.splitlines()) <= 20
    run = run_godot(WATCH, files={"recipe.tscn": scene})
    assert run.values() == ["true (8.0, 8.0)"]
