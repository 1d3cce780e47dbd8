"""What bakes with voxels cut out of the level for the engine's NavigationObstacle3D nodes, and when."""
from math import pi

import pytest

from tests.engine.scenarios import Scenarios

scenario = Scenarios("scene_obstacles.gd")


@scenario("bakes")
@pytest.mark.parametrize("shape, area, perimeter, corners", [
    ("circle", pi * 9, 6 * pi, 2 * pi), ("square", 36, 24, 4), ("reversed", 36, 24, 4)])
def test_bakes_cut_obstacles_out(seen, shape, area, perimeter, corners):
    """By a cell of 0.25 m along the outline; the engine bakes a circle of twelve corners."""
    exact, wide = seen[f"{shape}, exact"], seen[f"{shape}, with radius"]
    assert exact["ours"] == pytest.approx(area, abs=0.25 * perimeter)
    assert wide["ours"] == pytest.approx(area + 0.5 * perimeter, abs=0.25 * (perimeter + 4) + corners * 0.25)
    assert exact["theirs"] == pytest.approx(exact["ours"], abs=0.25 * perimeter)
    assert wide["theirs"] == pytest.approx(wide["ours"], abs=0.25 * (perimeter + 4) + corners * 0.25)


@scenario("bakes")
def test_bakes_leave_out_what_is_above_or_below(seen):
    assert seen["that does not affect"] == 0
    assert seen["at -2.0"] == {"ours": 0, "theirs": 0} and seen["at 3.5"] == {"ours": 0, "theirs": 0}


@scenario("rests_and_moves_on")
def test_it_is_cut_out_while_it_rests(seen):
    square = pytest.approx(36, abs=6)
    assert seen["at first"] == 0
    assert seen["rests"] == {"cut": square, "bakes": 1}
    assert seen["moves"] == {"cut": 0, "bakes": 2}
    assert seen["rests again"] == {"cut": square, "bakes": 3}
    assert seen["freed"] == {"cut": 0, "bakes": 4}
