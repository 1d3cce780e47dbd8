"""A body that a script puts elsewhere has its answers from there at once; one carried across a link is the script's until its end."""
import pytest

from tests.engine.scenarios import SUCCESS, InBoth

scenario = InBoth("script_places.gd")


@scenario("put_near_a_new_target", "put_near_a_new_request", "put_near_the_same_target", "put_near_the_same_request")
def test_answers_are_those_of_the_new_place(seen):
    assert seen["around the wall"] > 60
    assert seen["at once"] == pytest.approx(seen["oracle"], abs=1e-3)
    assert seen["later"] == pytest.approx(seen["oracle"], abs=1e-3) and seen["changes"] == 1


@scenario("carries_and_finishes", "carries_without_finishing")
def test_a_body_that_was_carried_to_its_goal_stands_there(seen):
    assert seen["carried"] > 10 and seen["status"] == SUCCESS
    assert seen["left when taken back"] <= 0.01                 # at most a centimeter
    assert abs(seen["farthest"]) <= 0.01


@scenario("carries_and_finishes")
def test_the_velocity_of_a_link_ends_with_finish_link(seen):
    assert seen["told at the end"] <= 1e-6


@scenario("carries_and_goes_on")
def test_a_body_that_was_carried_goes_on(seen):
    assert seen["carried"] > 10 and seen["status"] == SUCCESS and seen["told at the end"] > 1
    assert seen["farthest"] <= 0.01 and abs(seen["rest"]) <= 0.1
