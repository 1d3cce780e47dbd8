"""Agents that their Crowd moves have no frames of their own, and tell what they told with them, in the same frames."""
import pytest

SUCCESS = 1


@pytest.fixture(scope="module")
def called(run_level):
    return run_level("called")


def test_they_tell_the_same_in_the_same_frames(called):
    assert called["same"], called["first difference"]
    assert called["end false"] == called["end true"] and SUCCESS in called["end false"]


def test_there_is_something_of_everything_to_tell(called):
    paths, points, links, ends, there, stuck, velocities = called["told"]
    assert paths > 300                      # of the one that follows, in every frame
    assert points > 20 and links >= 1 and ends > 5 and there > 3 and stuck >= 2
    assert velocities > 50                  # while the crowd does not move them, and of the one that a script moves


def test_they_have_no_frames_of_their_own_but_the_crowds_calls(called):
    assert called["frames of their own false"] == called["frames of their own true"] == 0


def test_who_is_disabled_is_not_called(called):
    assert called["paused"] == [SUCCESS, 0, 1]


def test_who_is_called_may_free_the_others_and_the_crowd(called):
    assert called["gone 0"] == [3, [SUCCESS] * 3]           # the one who is freed hears nothing any more
    assert called["gone 1"] == [4, [SUCCESS] * 3]           # or has heard it
    assert called["gone 2"] == [4, [SUCCESS] * 3]
    assert called["gone 3"] == [2, []]
