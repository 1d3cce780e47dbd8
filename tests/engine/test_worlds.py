"""Crowds and worlds are changed on the way, and several bakers make one map."""
import pytest

from tests.engine.scenarios import FAILURE, RUNNING, Scenarios

THERE = {"arrives": True, "off": pytest.approx(0.0, abs=0.1)}
scenario = Scenarios("worlds.gd")


def reason(name):
    from navpy.base.core import Reason
    return int(Reason[name])


@scenario("walks_through_crowds")
def test_walks_on_through_crowds(seen):
    in_first, in_second, in_none = {"first": 1, "second": 0}, {"first": 0, "second": 1}, {"first": 0, "second": 0}
    assert seen["agents of the first crowd before"] == 0
    seen.expect({f"status, under {name}": RUNNING for name in ("first", "second", "none", "first again")})
    for name, counts in {"first": in_first, "second": in_second, "none": in_none, "first again": in_first}.items():
        seen.expect({f"under {name}": {"agents": counts, "walking": counts}})
    assert seen["walk"] == THERE


@scenario("agent_gets_another_body")
def test_an_agent_changes_its_body(seen):
    assert seen["status on another body"] == RUNNING and seen["walk"] == THERE
    assert seen["status outside the tree"] == FAILURE


@scenario("between_worlds")
def test_between_worlds(seen):
    assert seen["status off the navmesh of this world"] == FAILURE and seen["reason there"] == reason("GOAL_OFF_MESH")
    assert seen["status in the other world"] == RUNNING
    assert seen["back"] == {"status": FAILURE, "reason": reason("GOAL_OFF_MESH")}
    assert seen["status there again"] == RUNNING
    assert seen["agent outlives its world"] is False


@scenario("bakers_meet", "bakers_of_different_depth_meet")
def test_two_bakers_that_meet(seen):
    assert seen["east end of the first"] == pytest.approx(0.0, abs=1e-3)
    assert seen["west end of the second"] == pytest.approx(0.0, abs=1e-3)
    assert seen["asked"]["status"] == RUNNING
    assert seen["length"] == pytest.approx(14.0, abs=0.01) and seen["walk"] == THERE
    assert seen["status when the second is gone"] == RUNNING and 5 < seen["start offset then"] < 8     # it walks to the first


@scenario("bakers_overlap", "bakers_of_the_same_floor")
def test_two_bakers_of_one_floor(seen):
    assert seen["status"] == seen["status when the second is gone"] == RUNNING


@scenario("bakers_of_the_same_floor", expected=["ERROR: /root/.*(First|Second).*"])
def test_the_same_polygons_are_left_out_and_one_line_says_so(seen):
    assert len(seen.lines_with("is left out")) == 1


@scenario("bakers_overlap")
def test_other_polygons_are_not_left_out(seen):
    assert seen.lines_with("is left out") == []


@scenario("baker_is_moved")
def test_the_mesh_is_where_its_baker_is(seen):
    assert seen["status before"] == FAILURE and seen["status"] == RUNNING
    assert seen["walk"] == THERE and seen["walk when it is scaled and tilted"] == THERE
    assert seen["status at the old place, baked again"] == FAILURE and seen["status at the new place, baked again"] == RUNNING


@scenario("navmesh_of_two_bakers")
def test_one_navmesh_of_two_bakers(seen):
    assert seen["status on the second"] == seen["status when its data is back"] == RUNNING
    assert seen["walk"]["arrives"]
    assert seen["status without the second"] == FAILURE
