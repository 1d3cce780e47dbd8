"""The MoveTo leaf for behavior trees that are written by hand."""
import pytest

from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, Scenarios

STOPPED = 8
scenario = Scenarios("move_to.gd")


@scenario("to_a_place", "to_a_node", "to_where_a_function_says")
def test_it_walks(seen):
    assert seen["first status"] == RUNNING and seen["last status"] == SUCCESS
    assert abs(seen["place"]["x"] - 4) <= 1.01 and abs(seen["place"]["z"]) <= 0.05


@scenario("to_a_place_off_the_navmesh", "to_nothing", "to_an_invalid_function", "to_where_a_function_says_nonsense")
def test_it_fails_at_once_and_stays(seen):
    assert seen["first status"] == seen["last status"] == FAILURE
    assert seen["place"] == pytest.approx({"x": -4, "z": 0})


@scenario("target_moves")
def test_it_follows_what_moves(seen):
    assert seen["last status"] == SUCCESS and seen["distance from the target"] <= 1.01


@scenario("target_is_freed")
def test_a_freed_target_fails_and_stops_the_agent(seen):
    assert seen["status"] == FAILURE and seen["reason"] == STOPPED
    assert seen["drift"] == pytest.approx(0, abs=1e-3)


@scenario("agent_is_freed")
def test_a_freed_agent_fails(seen):
    assert seen["status"] == FAILURE


@scenario("interrupted")
def test_an_interrupt_stops_the_agent_and_it_can_go_on(seen):
    assert seen["reason"] == STOPPED and seen["status of the next tick"] == RUNNING
    assert seen["drift"] == pytest.approx(0, abs=1e-3)
