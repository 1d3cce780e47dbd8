"""Members of two-dimensional nodes, the geometry of a bake, and what agents say of what is in their way."""
import re

import pytest

from tests.engine.godot_run import PROJECT, ROOT
from tests.engine.scenarios import RUNNING, SUCCESS, Scenarios

PAGE = (ROOT / "docs/guides/two-dimensions.md").read_text()
SHOWN = next(script for script in re.findall(r"```gdscript\n(.*?)```", PAGE, re.DOTALL) if "func outlines_of" in script)
TEXT = "res://levels/3D/NavMap of the Crowd, Vector3 in meters.navworld"
AREAS = f'[navpy]\nareas/names=PackedStringArray("", "{TEXT}")\n'
scenario = Scenarios("plane_members.gd", files={"shown.gd": f"extends Node\n{SHOWN}", "project.godot": PROJECT + AREAS})
STRING, NODE_PATH, STRING_NAME, DICTIONARY, ARRAY = "4", "22", "21", "27", "28"         # Variant.Type


@scenario("read_back")
@pytest.mark.parametrize("node, least", [("NavLink2D", 9), ("NavMeshBaker2D", 14), ("NavObstacle2D", 8), ("NavModifierArea2D", 3),
                                         ("NavFlowField2D", 5)])
def test_members_read_back_as_they_were_set(seen, node, least):
    assert seen[node]["count"] >= least
    assert (seen[node]["other"], seen[node]["other when loaded"]) == ([], [])


@scenario("texts_read_back")
def test_texts_of_users_read_back_as_they_were_set(seen):
    """Each is there in space and in the plane."""
    assert seen["other"] == []
    assert {type: count for type, count in seen["count"].items()} == {STRING: 2, STRING_NAME: 8, NODE_PATH: 5, DICTIONARY: 2, ARRAY: 2}


@scenario("names_of_areas")
def test_names_of_areas_are_the_projects_in_the_plane_too(seen):
    choices = f"not walkable:0,{TEXT.replace(',', ' ').replace(':', ' ')}:1,ground:63"
    seen.expect({"NavModifierVolume": choices, "NavModifierArea2D": choices, "ids": [1, 1]})


@scenario("text_of_an_argument", expected=[f"save_world: {re.escape(TEXT)}: "] * 2)
def test_an_error_names_the_file_that_a_script_gave(seen):
    seen.expect({"saved": [False, False]})


@scenario("pictures")
def test_a_polygon_is_a_wall_where_pictures_are_collected(seen):
    wall, ground = [False, False, True], [True, True, True]
    seen.expect({"type 0": wall, "type 1": ground, "type 2": wall})


@scenario("avoids")
@pytest.mark.parametrize("shape", ["circle", "wall"])
def test_an_agent_goes_round_an_obstacle(seen, shape):
    walk = seen[shape]
    assert walk["status"] == SUCCESS and walk["flips"] == 0
    assert walk["nearest"] > 10 - 0.1                      # its radius


@scenario("map_changes")
def test_the_map_tells_of_changes(seen):
    seen.expect({"by a bake": True, "by nothing": 0, "by outlines": True})


@scenario("link_through_a_wall")
def test_who_stands_in_the_way_of_a_link_is_named(seen):
    assert seen["is told"] and "Gate stands in the way of its link" in seen["why"] and "take_over_link" in seen["why"]


@scenario("link_through_a_wall")
def test_a_script_takes_the_body_through_the_wall(seen):
    seen.expect({"arrived": True, "solid again": True})


@scenario("wall_that_came_later")
@pytest.mark.parametrize("driven", ["true", "false"])
def test_a_wall_that_came_after_the_bake_is_named(seen, driven):
    assert seen[f"is stuck, {driven}"] and "NavMap of the Crowd 3D blocks it: bake the navmesh again" in seen[f"why, {driven}"]


@scenario("reasons", expected=["nothing was baked: there is no outline to walk in: set outlines, .*from_navigation_polygon"])
def test_reasons_say_what_to_do(seen):
    assert seen["baked"] is False and seen["taken over"] == RUNNING
    assert "NavMesh 3D has no navmesh on the map: it was not baked, its bake has failed" in seen["failed bake"]
    assert "another island of the navmesh" in seen["no way"] and "NavLink2D joins islands" in seen["no way"]


@scenario("solid_cells")
def test_solid_cells_as_outlines_shut_the_ways_that_they_shut_in_a_grid(seen):
    ways = seen["ways"]
    assert ways["asked"] > 100 and 0 < ways["without a way"] < ways["asked"]
    assert (ways["unlike"], ways["longer"]) == (0, 0)


@scenario("put_elsewhere")
def test_a_path_begins_where_its_parent_is_put_in_the_same_frame(seen):
    seen.expect({"from": "(700.0, 500.0)"})
