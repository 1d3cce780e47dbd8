"""Who gets no further says why, and gets round what the navmesh does not know."""
import re

import pytest

from tests.engine.scenarios import FREED_BY_ITS_SIGNAL, RUNNING, SUCCESS, Scenarios

scenario = Scenarios("stuck.gd")


@scenario("goes_round_a_crate")
def test_goes_round_what_is_in_no_navmesh(seen):
    assert seen["status"] == SUCCESS and seen["distance from the goal"] <= 1.01
    assert "its body cannot follow its velocity" in seen["why, at the crate"] and seen["why, beyond it"] == ""


@scenario("passes_on_the_free_side")
def test_it_tries_both_sides_in_turn(seen):
    seen.expect({"wall at 1.0": SUCCESS, "wall at -1.0": SUCCESS})


@scenario("shut_in")
def test_nothing_is_wrong_on_the_way(seen):
    assert "requestPath" in seen["why, before any request"]
    assert seen["on its way"] == {"why": "", "stuck": False}


@scenario("shut_in")
def test_shut_in_by_what_is_in_no_navmesh(seen):
    shut_in = seen["shut in"]
    assert shut_in["stuck"] and shut_in["status"] == RUNNING and "its body cannot follow its velocity" in shut_in["why"]
    assert seen["set free"] == {"why": "", "status": SUCCESS}
    assert seen["stuck_changed"] == [True, False]


@scenario("behind_another")
def test_names_who_is_in_the_way(seen):
    assert seen["stuck"] and "waits for 1 agent before it: " in seen["why"] and "Sentry" in seen["why"]


@scenario("behind_agents_without_nodes")
def test_names_agents_without_nodes_by_their_ids(seen):
    assert re.search(r"it waits for \d agents? before it: agent \d+ of \S*/Horde", seen["why"])


@scenario("script_does_not_move_the_body")
def test_a_script_that_does_not_move_the_body(seen):
    assert seen["stuck"] and "nobody has moved its body" in seen["why"]
    assert seen["stuck when it is to stand"] is False


@scenario("nobody_moves_the_node")
def test_a_node_that_an_agent_does_not_drive(seen):
    assert "nobody has moved its body" in seen["why"] and "drives only a CharacterBody3D" in seen["why"]


@scenario("goal_off_the_navmesh")
def test_a_goal_off_the_navmesh(seen):
    assert "off the navmesh" in seen["why"]


@scenario("freed_in_its_handler", expected=FREED_BY_ITS_SIGNAL)
def test_freed_in_a_handler(seen):
    assert seen["freed"]


@scenario("held_by_an_obstacle")
def test_an_obstacle_that_holds_it_is_named(seen):
    assert seen["frames in which it is named"] > 600 and seen["other answers"] == []
    assert "Gate" not in seen["of another layer"]


@scenario("led_off_the_navmesh")
def test_a_field_that_leads_off_the_navmesh(seen):
    assert seen["stuck"] and "leads on where the navmesh ends" in seen["why"] and "from_navmesh" in seen["why"]
    assert seen["status"] == SUCCESS


@scenario("nose_to_nose")
@pytest.mark.parametrize("share", [0.6, 0.93, 0.99])
@pytest.mark.parametrize("ticks", [30, 60, 144])
def test_two_bodies_in_a_passage_for_one_part(seen, ticks, share):
    assert seen[f"{ticks} ticks, {share}"] == {"arrived": 2, "blames shapes": 0}


@scenario("loose_crates")
@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("ticks", [30, 60, 144])
def test_crates_with_gaps_a_little_too_narrow(seen, ticks, count):
    found = seen[f"{ticks} ticks, {count} agents"]
    assert found["statuses"] == [SUCCESS] * count and found["seconds"] < 15


@scenario("against_a_belt")
def test_a_belt_against_the_way_is_no_obstacle(seen):
    assert seen["arrives"]["status"] == SUCCESS and seen["arrives"]["farthest off its line"] < 0.02


@scenario("rigid_bodies")
@pytest.mark.parametrize("ticks", [30, 60, 144])
def test_rigid_bodies_walk_against_friction(seen, ticks):
    """12 m at 3.5 m/s, less what friction takes in each frame."""
    assert seen[f"{ticks} ticks"]["seconds"] < 5.5 and max(seen[f"{ticks} ticks"]["off"]) <= 1.01


@scenario("rigid_body_at_a_wall")
def test_a_rigid_body_that_something_stops(seen):
    assert "has not moved by velocity_computed" in seen["why"]


@scenario("behind_a_faster_player")
def test_who_runs_at_full_speed_is_not_stuck(seen):
    assert seen["told"] == [] and seen["speed"] == pytest.approx(4.0, abs=0.01)


@scenario("pushed_out")
@pytest.mark.parametrize("ticks", [30, 60, 144])
def test_a_push_out_of_another_body_is_no_speed_of_its_own(seen, ticks):
    assert seen[f"{ticks} ticks"] <= 3


@scenario("time_changes")
def test_slow_motion_and_other_tick_rates_change_no_speed(seen):
    assert seen["slowest"] == pytest.approx(3.5, abs=0.01)
