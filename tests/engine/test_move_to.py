"""The MoveTo leaf for behaviour trees that are written by hand."""
import pytest

RUNNING, SUCCESS, FAILURE = 0, 1, 2
STOPPED = 8


@pytest.fixture(scope="module")
def leaf(run_level):
    return run_level("move_to")


@pytest.mark.parametrize("target", ["to a place", "to a node", "to wherever a function says"])
def test_it_walks(leaf, target):
    walk = leaf[target]
    assert (walk["first"], walk["last"]) == (RUNNING, SUCCESS)
    assert abs(walk["x"] - 4) <= 1.01 and abs(walk["z"]) <= 0.05


@pytest.mark.parametrize("target", ["to a place off the navmesh", "to nothing", "to an invalid function",
                                    "to a function that returns no place"])
def test_it_fails_at_once_and_stays(leaf, target):
    walk = leaf[target]
    assert (walk["first"], walk["last"]) == (FAILURE, FAILURE)
    assert walk["x"] == pytest.approx(-4) and walk["z"] == pytest.approx(0)


def test_it_follows_what_moves(leaf):
    assert leaf["moving target"]["last"] == SUCCESS and leaf["moving target"]["off"] <= 1.01


def test_a_freed_target_fails_and_stops_the_agent(leaf):
    assert leaf["freed target"]["last"] == FAILURE and leaf["freed target"]["reason"] == STOPPED
    assert leaf["freed target"]["drift"] == pytest.approx(0, abs=1e-3)


def test_a_freed_agent_fails(leaf):
    assert leaf["freed agent"]["last"] == FAILURE


def test_an_interrupt_stops_the_agent_and_it_can_go_on(leaf):
    assert leaf["interrupted"]["reason"] == STOPPED and leaf["interrupted"]["again"] == RUNNING
    assert leaf["interrupted"]["drift"] == pytest.approx(0, abs=1e-3)
