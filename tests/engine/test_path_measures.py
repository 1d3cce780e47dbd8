"""What an agent says of its path in metres: how far it keeps from walls, and how much of it is left."""
import pytest

RUNNING, FAILURE = 0, 2
CELL = 0.25


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("path_measures")


def test_a_wide_agent_keeps_its_distance(seen):
    from math import hypot
    narrow, baked, wide, wider = seen["wide"]
    assert narrow == baked and narrow[0] == wide[0] == wider[0] == RUNNING
    assert narrow[1] == pytest.approx(12.0, abs=0.1) and narrow[2] >= 0.5                  # straight through the gap of 1.5 m
    for (_, length, clearance), radius in ((wide, 1.0), (wider, 2.0)):
        assert radius - 0.05 <= clearance <= radius + 2 * CELL
        assert length > 2 * hypot(6, 4)                                                   # round the end of the wall
    assert wider[1] > wide[1]


def test_a_gap_that_is_too_narrow_is_refused(seen):
    from navpy.base.core import Reason
    status, reason, text = seen["too narrow"]
    assert (status, reason) == (FAILURE, int(Reason.TOO_NARROW)) and "path_radius" in text
    assert seen["narrow enough"] == RUNNING


@pytest.mark.parametrize("what", ["a ghost", "a body"])
def test_what_is_left_is_that_of_this_frame(seen, what):
    walked, worst, falls, last = seen[f"left, {what}"]
    assert walked and worst < 1e-3 and falls and last < 1.1
