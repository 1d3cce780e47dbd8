"""Agents that their Crowd moves have no frames of their own, and signal what they would signal with them, in the same frames."""
from tests.engine.scenarios import SUCCESS, Scenarios

scenario = Scenarios("called.gd")


@scenario("signals_of_a_play")
def test_they_signal_the_same_in_the_same_frames(seen):
    assert seen["the same signals"]
    assert seen["unwatched, status of each agent"] == seen["watched, status of each agent"]
    assert SUCCESS in seen["unwatched, status of each agent"]


@scenario("signals_of_a_play")
def test_there_is_something_of_everything_to_signal(seen):
    signals = seen["signals"]
    assert 20 < signals["path_changed"] < 60        # the end of a path that follows its target in every frame makes no new path
    assert signals["waypoint_reached"] > 20 and signals["link_reached"] >= 1
    assert signals["navigation_finished"] > 5 and signals["target_reached"] > 3 and signals["stuck_changed"] >= 2
    assert signals["velocity_computed"] > 50        # while the crowd does not move them, and of the one that a script moves


@scenario("signals_of_a_play")
def test_they_have_no_frames_of_their_own_but_the_crowds_calls(seen):
    assert seen["unwatched, agents with frames of their own"] == seen["watched, agents with frames of their own"] == 0


@scenario("disabled_agent")
def test_who_is_disabled_is_not_called(seen):
    assert seen["disabled"] == {"status": SUCCESS, "signals": 0} and seen["signals when enabled again"] == 1


@scenario("handler_frees_the_next_agent")
def test_who_is_freed_before_its_call_hears_nothing(seen):
    assert seen["agents that have heard path_changed"] == 3
    assert seen["status of those that are left"] == [SUCCESS] * 3


@scenario("handler_frees_the_agent_before", "handler_takes_its_agent_out_of_the_tree")
def test_who_is_freed_after_its_call_has_heard(seen):
    assert seen["agents that have heard path_changed"] == 4
    assert seen["status of those that are left"] == [SUCCESS] * 3


@scenario("handler_takes_the_crowd_out_of_the_tree")
def test_nobody_is_called_when_the_crowd_is_gone(seen):
    assert seen["agents that have heard path_changed"] == 2
    assert seen["status of those that are left"] == []
