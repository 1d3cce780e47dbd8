"""The engine's obstacle nodes: agents and Crowds avoid them, and bakers cut them out; in both dimensions."""
from tests.engine.scenarios import InBoth

scenario = InBoth("engine_obstacles.gd")
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
    near = [when for when in seen if when not in ("added", "on a layer of the mask", "with an outline", "back")]
    assert len(near) >= 7
    for when in near:
        assert seen[when] < 0.4, when


@scenario("obstacle_on_another_map")
def test_an_obstacle_is_on_one_map(seen):
    assert seen["on another map"] < 0.2 and seen["on the world's map"] > 2.5 - MARGIN


@scenario("crowds")
def test_crowds_avoid_obstacles(seen):
    assert seen["arrives"] and seen["node"] > 2.5 - MARGIN and seen["without a node"] > 2.5 - MARGIN


@scenario("rests_and_moves_on")
def test_it_is_cut_out_while_it_rests(seen):
    seen.expect({"at first": 0, "rests": [True, True], "exact": [True, False], "moves": [False, False], "rests again": [False, True],
                 "freed": False})


@scenario("values_that_are_no_numbers")
def test_values_that_are_no_numbers_stop_nobody(seen):
    assert seen["arrives"] and seen["least"] < 2.0 and seen["with a radius"] > 2.5 - MARGIN


@scenario("churn")
def test_no_obstacle_is_left_behind(seen):
    assert seen["there were"] and seen["least"] < 0.4
