"""The demo's numbered scenes judge themselves: each ends with 0 when what it shows has happened."""
import pytest

from tests.engine.godot_run import ROOT

DEMO = ROOT / "godot_project"
# The first runs as an exported game (test_export.py), 06 and 19 with the behaviors that they show (test_behavior_tree.py).
SCENES = ["02_two_crowds_in_a_doorway", "03_walls_come_and_go", "04_jump_drop_and_climb", "05_a_thousand_through_a_doorway",
          "07_ten_thousand", "08_from_navigation_agent", "09_questions", "10_flock", "11_formation", "12_animation",
          "13_two_doors", "14_top_down", "15_town_of_tiles", "16_plaza", "17_from_navigation_agent_2d", "18_squad", "20_platformer",
          "21_horde", "22_goal_field", "23_tower_defence"]


@pytest.fixture(scope="module")
def demo(make_project):
    """The demo's scenes and scripts in a project of their own."""
    files = [path for folder in ("scenes", "scripts") for path in (DEMO / folder).rglob("*") if path.suffix in (".gd", ".tscn")]
    return make_project({str(path.relative_to(DEMO)): path for path in files})


@pytest.mark.parametrize("scene", SCENES)
def test_what_the_scene_shows_happens(scene, demo, run_godot):
    run_godot(project=demo, args=[f"res://scenes/{scene}.tscn"], user_args=["--table"])
