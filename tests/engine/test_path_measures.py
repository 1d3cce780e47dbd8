"""What an agent says of its path in meters: how far it keeps from walls, and how much of it is left."""
from math import hypot

import pytest

from tests.engine.scenarios import FAILURE, RUNNING, Scenarios

CELL = 0.25
scenario = Scenarios("path_measures.gd")


@scenario("wide_agent")
def test_a_wide_agent_keeps_its_distance(seen):
    narrow, wide, wider = (seen[f"path_radius {radius}"] for radius in ("0.0", "1.0", "2.0"))
    assert narrow == seen["path_radius 0.5"] and narrow["status"] == wide["status"] == wider["status"] == RUNNING
    assert narrow["length"] == pytest.approx(12.0, abs=0.1) and narrow["clearance"] >= 0.5         # straight through the gap of 1.5 m
    for path, radius in ((wide, 1.0), (wider, 2.0)):
        assert radius - 0.05 <= path["clearance"] <= radius + 2 * CELL
        assert path["length"] > 2 * hypot(6, 4)                                                    # round the end of the wall
    assert wider["length"] > wide["length"]


@scenario("gap_too_narrow")
def test_a_gap_that_is_too_narrow_is_refused(seen):
    from navpy.base.core import Reason
    assert seen["status before"] == RUNNING
    wide = seen["wide"]
    assert (wide["status"], wide["reason"]) == (FAILURE, int(Reason.TOO_NARROW)) and "path_radius" in wide["text"]
    assert seen["narrow"] == {"status": RUNNING}


@scenario("what_is_left_for_a_node", "what_is_left_for_a_body")
def test_what_is_left_is_that_of_this_frame(seen):
    assert seen["frames"] > 60 and seen["largest error"] < 1e-3
    assert seen["most that it grew in a frame"] <= 3.5 / 60 and seen["left at the end"] < 1.1
