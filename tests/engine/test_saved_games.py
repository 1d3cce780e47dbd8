"""Saved games: an agent goes on in another node as if it had not been saved."""
import pytest

from tests.engine.scenarios import RUNNING, SUCCESS, InBoth

scenario = InBoth("saved_games.gd")


@scenario("on_the_way", "turning", "at_rest", "in_a_pause", "in_a_level_loaded_anew")
def test_the_next_frames_are_the_same(seen):
    for what, (exact, differs, wanted, given) in seen.items():
        assert exact == [True] and differs == -1, f"{what}: {wanted} became {given} {differs} frames later"


@scenario("on_another_navmesh")
def test_on_another_navmesh_it_walks_on(seen):
    assert seen["exact"] is False and seen["status"] == RUNNING and seen["status at last"] == SUCCESS
    assert seen["share of the speed"] > 0.8


@scenario("velocity_of_the_body")
def test_the_velocity_of_the_body_counts(seen):
    """It accelerates from 3 m/s to at most 3.5."""
    assert seen["speed after a frame"] == pytest.approx(3.25, abs=0.26)


@scenario("wrong_states", expected=["load_state takes what save_state has returned"])
def test_a_dictionary_that_is_no_state_changes_nothing(seen):
    assert seen["unchanged"]
