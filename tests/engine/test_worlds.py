"""Crowds and worlds are changed on the way, and several bakers make one map."""
import pytest

RUNNING, SUCCESS, FAILURE = 0, 1, 2
THERE = [True, pytest.approx(0.0, abs=0.1)]


def reason(name):
    from navpy.base.core import Reason
    return int(Reason[name])


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("worlds", expected=["ERROR: /root/.*(First|Second).*"])


def test_walks_on_through_crowds(seen):
    assert seen["still running"] == RUNNING
    assert seen["counts"] == [0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0]
    assert seen["through crowds"] == THERE


def test_an_agent_changes_its_body(seen):
    assert seen["on another body"] == RUNNING and seen["on another body, there"] == THERE
    assert seen["outside the tree"] == FAILURE


def test_between_worlds(seen):
    assert seen["off the mesh of this world"] == FAILURE
    assert seen["in the other world"] == RUNNING
    assert seen["back"] == [FAILURE, reason("START_OFF_MESH")]
    assert seen["and there again"] == RUNNING
    assert seen["world is gone"] is False


@pytest.mark.parametrize("what", ["of one depth", "of another depth"])
def test_two_bakers_that_meet(seen, what):
    assert seen[f"{what}, edges"] == [pytest.approx(0.0, abs=1e-3), pytest.approx(0.0, abs=1e-3)]
    assert seen[what]["asked"] == RUNNING, seen[what]["reason"]
    assert seen[what]["length"] == pytest.approx(14.0, abs=0.01) and seen[what]["there"] == THERE
    assert seen[f"{what}, the other one gone"][0] == FAILURE


def test_two_bakers_of_one_floor(seen):
    assert seen["overlapping"][0] == seen["overlapping, one of them gone"] == RUNNING
    assert seen["twice the same"][0] == seen["twice the same, one of them gone"] == RUNNING
    assert len([line for line in seen["run"].output.splitlines() if "is left out" in line]) == 1


def test_the_mesh_is_where_its_baker_is(seen):
    assert seen["not there yet"] == FAILURE and seen["there"] == RUNNING
    assert seen["moved"] == THERE and seen["scale and tilt count for nothing"] == THERE
    assert seen["baked in place, old place"] == FAILURE and seen["baked in place, new place"] == RUNNING


def test_one_navmesh_of_two_bakers(seen):
    assert seen["on the copy"] == RUNNING
    assert seen["on the copy after all"] == [RUNNING, True]
    assert seen["without the copy"] == FAILURE
