"""What a baker collects, what it makes of it, what it refuses and what it signals meanwhile."""
import re

import numpy as np
import pytest

from tests.engine.scenarios import FAILURE, RUNNING, Scenarios

scenario = Scenarios("baking.gd")


def square(*sides):
    """Area of squares after the radius of 0.5 m, to a voxel all round."""
    return pytest.approx(sum((side - 1.0) ** 2 for side in sides), abs=sum(4 * 0.25 * side for side in sides))


@scenario("collects_geometry", expected=["ERROR: .* there are no static colliders"])
def test_collects_geometry(seen):
    seen.expect({"meshes": square(8), "colliders": square(10), "both": square(8, 10), "mask with the layer": square(10),
                 "mask without the layer": 0, "with CSG": square(8, 6)})


@scenario("collects_groups", expected=["ERROR: .* in the group 'nobody'"])
def test_collects_groups(seen):
    seen.expect({"group with children": square(8, 6), "group alone": square(8), "group that is empty": 0})


@scenario("collects_a_grid_map")
def test_collects_a_grid_map(seen):
    seen.expect({"meshes": square(8), "colliders": square(8)})


@scenario("baked_as_in_python")
def test_bakes_what_the_python_api_bakes(seen):
    import navpy
    source = seen["source"]
    mesh = navpy.bake(np.array(source["vertices"], np.float32).reshape(-1, 3),
                      np.array(source["triangles"], np.int32).reshape(-1, 3))
    assert seen["area"] == pytest.approx(mesh.area, rel=0.01)
    assert seen["area"] == pytest.approx(19.0 ** 2 - 5.0 * 3.0, rel=0.06)       # by hand: the floor less the grown box
    assert abs(seen["polygons"] - mesh.polygon_count) <= 3
    assert seen["triangles"] == seen["edges"] - 2 * seen["polygons"]
    assert seen["triangles show their front to the sky"]


@scenario("empty_level", expected=["ERROR: /root/.*/Nothing/.*: nothing was baked: ",
                                   r"ERROR: \(outside the scene tree\): nothing was baked: a NavMeshBaker"])
def test_an_empty_level(seen):
    assert seen["nothing there"] == {"began": False, "baking": False, "bake_finished": [False]}
    assert seen["nothing walkable"] == {"began": True, "bake_finished": [False]}
    assert seen["has no navmesh"] and seen["began outside the tree"] is False
    lines = seen.lines_with("/Nothing/")
    assert len(lines) == 2 and "no static colliders" in lines[0] and "nothing is walkable" in lines[1]


@scenario("bad_settings", expected=["ERROR: /root/.*/Bad/.*: nothing was baked: "])
def test_bad_settings_cost_one_line_with_numbers(seen):
    assert seen["border"] == seen["radius"] == {"began": False, "baking": False, "bake_finished": [False]}
    lines = seen.lines_with("/Bad/")
    assert len(lines) == 2 and all(re.search(r"\d", line.partition("nothing was baked")[2]) for line in lines)
    assert "border_size 1.0" in lines[0] and "agent_radius 100.0" in lines[1]


@scenario("settings_that_godot_takes")
def test_bakes_with_every_setting_that_godot_bakes_with(seen):
    assert len(seen) == 8
    for settings, area in seen.items():
        assert area["godot"] > 80.0 and area["ours"] == pytest.approx(area["godot"], rel=0.06), settings


@scenario("ramp_at_the_limit")
def test_a_ramp_as_steep_as_agent_max_slope_is_walked(seen):
    assert list(seen.values()) == [RUNNING] * 4


@scenario("progress")
def test_progress(seen):
    fractions = seen["fractions"]
    assert fractions == sorted(fractions) and fractions[-1] == 1.0 and fractions[0] >= 0.0
    assert seen["last signals"] == ["bake_progress", "navmesh_changed", "bake_finished"]


@scenario("progress", expected=["ERROR: .* is baking already"])
def test_one_bake_at_a_time(seen):
    assert seen["began"] is True and seen["began a second one at once"] is False


@scenario("path_index", expected=["WARNING: .*: data: navmesh data: the path index is left out: "])
def test_a_path_index_is_baked_saved_and_loaded(seen):
    fractions = seen["fractions"]
    assert seen["finished"] == [True] and fractions == sorted(fractions) and fractions[-1] == 1.0
    assert all(fraction <= 0.5 or fraction == 1.0 for fraction in fractions)     # two halves: the bake, the index
    assert seen["bytes"] > 0 and seen["loaded has the same"]
    assert seen["damaged"] == {"bytes": 0, "polygons": True}
    assert seen["ways"] == seen["ways of the loaded one"] == pytest.approx(seen["ways without it"], rel=1e-5)
    assert all(30 < length < 80 for length in seen["ways"])
    assert seen["bytes when it is not wanted"] == 0


@scenario("path_index_of_a_level_that_changes")
def test_a_change_drops_the_path_index(seen):
    assert seen["bytes"] is True and seen["bytes after a change"] == 0 and seen["bytes when all is baked again"] is True
    assert seen["ways by the index"] == pytest.approx(seen["ways"], rel=1e-5)


@scenario("path_index_cancelled")
def test_a_bake_is_cancelled_while_its_index_is_built(seen):
    assert seen["finished"] == [False] and not seen["has a navmesh"]


@scenario("path_index_that_cannot_be", expected=["WARNING: .*: build_path_index: this navmesh has no path index"])
def test_a_navmesh_without_a_path_index(seen):
    assert seen["bytes"] == 0


@scenario("levels_that_look_wrong", expected=["WARNING: /root/.*/Millimeters/.*: most walls are ",
                                              "ERROR: /root/.*/Reversed/.*: nothing was baked: most faces"])
def test_a_level_that_looks_wrong_is_told_with_a_guess(seen):
    assert seen["millimeters"] and seen["reversed"] == 0
    line, = seen.lines_with("/Millimeters/")
    assert "so the level is probably in millimeters: set the root scale of its import to 0.001" in line
    line, = seen.lines_with("/Reversed/")
    assert "in clockwise order: turn the faces of its meshes round" in line and "nothing is walkable" in line


@scenario("baked_again_under_way")
def test_agents_use_a_new_mesh_in_the_next_frame(seen):
    assert seen["before"] == {"points": 2, "path_changed": 1}
    assert seen["after"]["points"] > 2 and seen["after"]["path_changed"] == 2 and seen["after"]["status"] == RUNNING
    assert seen["arrives"]
    assert seen["status for a goal that is not baked yet"] == FAILURE


@scenario("frames_go_on")
def test_frames_go_on_while_baking(seen):
    assert seen["frames"] >= 10                 # a bake on the main thread would have left no frame


@scenario("handler_waits_for_a_thread")
def test_handlers_may_wait_for_threads(seen):
    assert seen["loads in bake_progress"] and seen["loads in bake_finished"] and seen["loads in navmesh_changed"]


@scenario("bakes_when_the_scene_is_ready")
def test_bakes_when_the_scene_is_ready(seen):
    assert seen["baked"]
