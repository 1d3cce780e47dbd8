"""Agents see each other whatever node they hang under; obstacles and players are seen by all of them."""
from tests.engine.scenarios import Scenarios

scenario = Scenarios("seeing.gd")
TOUCH = 0.8             # meters between two agents that touch


@scenario("crossing")
def test_two_crowds_and_agents_outside_pass_a_crossing(seen):
    assert seen["all arrive"] and seen["nearest"] > 0.95 * TOUCH


@scenario("one_sided")
def test_masks_decide_between_crowds(seen):
    assert seen["all arrive"] and seen["nearest"] > 0.99 * TOUCH
    assert seen["aside"][0] > 0.5 and seen["aside"][1] < 0.01


@scenario("standing_nodes_of_another_crowd", "standing_agents_of_another_crowd")
def test_a_crowd_of_which_nobody_walks_makes_room(seen):
    assert seen["all arrive"] and seen["nearest"] > 0.9 * TOUCH and seen["moved by"] > 0.3


@scenario("disabled")
def test_a_disabled_crowd_is_seen_as_standing(seen):
    assert seen["arrives"] and seen["stood"] and seen["walk on"]
    assert seen["nearest"] > 0.99 * TOUCH


@scenario("obstacle_for_all")
def test_an_obstacle_is_there_for_the_agents_of_all_crowds(seen):
    assert seen["all arrive"] and seen["nearest to it"] > 1.39
    assert seen["agents"] == [1, 1]
    assert seen["goes back"] and seen["aside without it"] < 1.0          # on a straight way


@scenario("vehicles_cross")
def test_a_vehicle_that_crosses_is_let_past(seen):
    assert {name: least for name, least in seen["nearest"].items() if least < seen["radii"]} == {}


@scenario("behind_a_vehicle")
def test_an_agent_passes_a_slower_vehicle_that_is_exactly_before_it(seen):
    assert seen["nearest"] > 0.999 * seen["radii"] and seen["ahead of it at last"] > seen["radii"]       # places of nodes are floats


@scenario("player_in_a_queue")
def test_a_player_is_let_through_a_queue(seen):
    assert seen["all arrive"] and seen["player off its line"] == 0
    assert seen["nearest of two"] > 0.95 * TOUCH and seen["nearest to the player"] > 0.95 * TOUCH


@scenario("come_and_go")
def test_crowds_come_and_go_while_others_see_them(seen):
    seen.expect({"freed by a handler": True, "the one outside arrives": True, "those that are left arrive": True})
