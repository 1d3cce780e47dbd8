"""The engine's NavigationObstacle3D nodes: NavAgents and Crowds avoid them, and NavMeshBakers cut them out."""
from math import pi

import pytest

from tests.engine.scenarios import Scenarios

scenario = Scenarios("scene_obstacles.gd")
MARGIN = 0.05           # meters: the engine's own agents come nearer than their radius by as much


@scenario("circle_in_the_way", "circle_that_moves", "circle_with_a_velocity")
def test_agents_keep_out_of_a_circle(seen):
    """At least as well as the engine's own agents, by their radius of 0.5 m."""
    assert seen["arrives"]
    assert seen["least"]["ours"] >= 2.5 - MARGIN
    assert seen["least"]["theirs"] >= 2.0


@scenario("velocity_is_believed")
def test_a_velocity_that_is_set_counts(seen):
    assert seen["aside at 0 m/s"] < 0.01 < 0.3 < seen["aside at 3 m/s"]


@scenario("outline_in_the_way", "wall_of_two_vertices")
def test_agents_keep_out_of_an_outline(seen):
    """And walk around it, where the engine's own agents keep out and stand."""
    assert seen["arrives"]
    assert seen["least"]["ours"] >= 0.5 - MARGIN and seen["least"]["theirs"] >= 0.5 - MARGIN


@scenario("outline_keeps_agents_in")
def test_an_outline_in_the_other_order_keeps_agents_in(seen):
    assert seen["one enters"] and 2 < seen["farthest"] <= 2.5 + MARGIN


@scenario("outline_turns_and_scales")
def test_an_outline_turns_and_scales_with_its_node(seen):
    assert seen["arrives"] and 0.5 - MARGIN <= seen["least"] < 1.0


@scenario("comes_and_goes")
def test_obstacles_come_and_go(seen):
    for when, reach in (("added", 2.5), ("on a layer of the mask", 2.5), ("with an outline", 2), ("back", 2)):
        assert seen[when] > reach - MARGIN, when
    for when in ("without", "disabled", "on another layer", "overhead", "without a radius", "outline disabled", "in another world",
                 "freed"):
        assert seen[when] < 0.4, when


@scenario("obstacle_on_another_map")
def test_an_obstacle_is_on_one_map(seen):
    assert seen["on another map"] < 0.2 and seen["on the world's map"] > 2.5 - MARGIN


@scenario("crowds")
def test_crowds_avoid_obstacles(seen):
    assert seen["arrives"] and seen["node"] > 2.5 - MARGIN and seen["without a node"] > 2.5 - MARGIN


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


@scenario("values_that_are_no_numbers")
def test_values_that_are_no_numbers_stop_nobody(seen):
    assert seen["arrives"] and seen["least"] < 2.0 and seen["with a radius"] > 2.5 - MARGIN


@scenario("churn")
def test_no_obstacle_is_left_behind(seen):
    assert seen["there were"] and seen["least"] < 0.4
