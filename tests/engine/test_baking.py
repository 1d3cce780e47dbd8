"""What a baker collects, what it makes of it, what it refuses and what it tells meanwhile."""
import re

import numpy as np
import pytest

RUNNING, SUCCESS, FAILURE = 0, 1, 2
EXPECTED = [r"ERROR: /root/.*/(Nothing|Bad)/.*: nothing was baked: ", r"ERROR: \(outside the scene tree\): a NavMeshBaker",
            "ERROR: .* is baking already", "ERROR: .* in the group 'nobody'", "ERROR: .* there are no static colliders"]


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("baking", expected=EXPECTED)


def square(*sides):
    """Area of squares after the radius of 0.5 m, to a voxel all round."""
    return pytest.approx(sum((side - 1.0) ** 2 for side in sides), abs=sum(4 * 0.25 * side for side in sides))


@pytest.mark.parametrize("what, sides", [
    ("meshes", [8]), ("colliders", [10]), ("both", [8, 10]), ("mask with the layer", [10]), ("with CSG", [8, 6]),
    ("group with children", [8, 6]), ("group alone", [8]), ("GridMap, meshes", [8]), ("GridMap, colliders", [8])])
def test_collects(seen, what, sides):
    assert seen[what] == square(*sides)


@pytest.mark.parametrize("what", ["mask without the layer", "group that is empty"])
def test_collects_nothing(seen, what):
    assert seen[what] == 0


def test_bakes_what_the_python_api_bakes(seen):
    import navpy
    engine = seen["oracle"]
    mesh = navpy.bake(np.array(engine["vertices"], np.float32).reshape(-1, 3),
                      np.array(engine["triangles"], np.int32).reshape(-1, 3))
    assert engine["area"] == pytest.approx(mesh.area, rel=0.01)
    assert engine["area"] == pytest.approx(19.0 ** 2 - 5.0 * 3.0, rel=0.06)     # by hand: the floor less the grown box
    assert abs(engine["polygons"] - mesh.polygon_count) <= 3
    assert engine["drawn"] == engine["edges"] - 2 * engine["polygons"]
    assert engine["up"]


def test_an_empty_level(seen):
    assert seen["nothing there"] == [False, False, [False]]
    assert seen["nothing walkable"] == [True, True, [False]]
    assert seen["nothing stored"] and seen["outside the tree"] is False
    lines = [line for line in seen["run"].output.splitlines() if "/Nothing/" in line]
    assert len(lines) == 2 and "no static colliders" in lines[0] and "nothing is walkable" in lines[1]


def test_bad_settings_cost_one_line_with_numbers(seen):
    assert seen["bad settings"] == seen["bad climb"] == [False, False, [False]]
    lines = [line for line in seen["run"].output.splitlines() if "/Bad/" in line]
    assert len(lines) == 2 and all(re.search(r"\d", line.partition("nothing was baked")[2]) for line in lines)
    assert "agent_radius 0.1" in lines[0] and "agent_max_climb 2.0" in lines[1]


def test_progress(seen):
    fractions = seen["progress"]
    assert fractions == sorted(fractions) and fractions[-1] == 1.0 and fractions[0] >= 0.0
    assert seen["order"] == ["progress", "changed", "finished"]


def test_one_bake_at_a_time(seen):
    assert seen["second bake at once"] == [True, False]


def test_agents_use_a_new_mesh_in_the_next_frame(seen):
    before, after, changes, status = seen["rebaked"]
    assert before == 2 and after > 2 and changes == [1, 2] and status == RUNNING
    assert seen["rebaked, there"]
    assert seen["not on the mesh yet"] == FAILURE


def test_frames_go_on_while_baking(seen):
    count, call, whole = seen["frames while baking"]
    assert count >= 10                  # a bake on the main thread would have left no frame


@pytest.mark.parametrize("signal_name", ["bake_progress", "bake_finished", "navmesh_changed"])
def test_handlers_may_wait_for_threads(seen, signal_name):
    assert seen[f"loads in {signal_name}"]


def test_bakes_when_the_scene_is_ready(seen):
    assert seen["on ready"]
