"""Crowd: nodes that it moves itself, and agents without nodes."""
import pytest

RUNNING, SUCCESS = 0, 1


@pytest.fixture(scope="module")
def crowds(run_level):
    return run_level("crowds", expected=[r"request_paths was given 3 agents and [02] points", r"draws in two dimensions",
                                         r"its multimesh is also that of",
                                         r"Object is locked and can't be freed"])


def test_moves_the_nodes_above_its_agents(crowds):
    moved = crowds["moved"]
    assert moved["arrived"] == [SUCCESS] * 6
    assert max(moved["off"]) < 1.0 and moved["told"] == 0
    assert all(abs(height - 1.5) < 0.05 for height in moved["height"])      # over the floor as they were put there
    assert moved["farthest"] > 10.4         # round the wall's end
    assert moved["teleported"] and moved["tilt"] < 1e-5


def test_agents_without_nodes_walk_and_arrive(crowds):
    without = crowds["without"]
    assert without["refused"] == 0 and without["failed"] == 0
    assert without["arrived"] == [1] * 40               # each is told of once
    assert without["fastest"] <= 3.5 + 1e-4
    assert without["nearest"] > 0.9                     # of the 1.0 between two that touch


def test_agents_without_nodes_come_and_go(crowds):
    without = crowds["without"]
    assert without["left"] == without["count"] == 30 and without["same"] and without["statuses"] == [SUCCESS] * 30
    assert without["unreachable"] == 30 and without["stale"] == 2


def test_a_multimesh_shows_them(crowds):
    drawn = crowds["drawn"]
    assert drawn["before"] == "[1, 2, (5.0, 0.0, 15.0)]"
    assert drawn["off"] < 1e-4 and drawn["red"] == 0.5
    assert all(front > 0.99 for front in drawn["fronts"])
    assert crowds["emptied"] == 0


def test_threads_change_nothing(crowds):
    assert crowds["threads"]


def test_arrays_that_do_not_fit_are_refused(crowds):
    assert crowds["wrong"] == [3, 3, 0, 3, 3, 1]        # the last one: who is nowhere cannot go


def test_those_for_whom_a_frame_is_too_short_wait_for_their_turn(crowds):
    turns = crowds["in turn"]
    assert 0 < turns["first"] < 4700 and 1 < turns["took"] < 60
    assert 0 < turns["refused"] < 1190              # of the first ones; the others hear of it by the signal
    assert turns["told twice"] == 0
    assert turns["refused"] + turns["failed"] == 1200 - 2 + 1       # two were stopped, one was sent there later
    assert turns["wrong"] == [] and turns["moved"] == turns["walking"] == 4791
    assert turns["at once"] == [1, 0] and turns["elsewhere"]


def test_two_crowds_with_one_multimesh_are_told_once(crowds):
    told = [line for line in crowds["run"].stderr.splitlines() if "its multimesh is also that of" in line and line.startswith("ERROR")]
    assert len(told) == 1 and "/First: " in told[0] and "/Second," in told[0]
    assert crowds["one multimesh"] == [1, 1]


def test_scripts_may_free_what_is_being_moved(crowds):
    assert [crowds[f"gone {what}"] for what in range(3)] == [False, False, False]


def test_who_was_asked_before_there_was_a_navmesh_walks_once_there_is(crowds):
    assert crowds["before"] == [2, 2]


def test_who_is_asked_while_the_navmesh_is_baked_is_on_its_way(crowds):
    assert crowds["while baking"] == {"asked": [True, 0, [RUNNING, RUNNING], 2], "arrived": 2, "failed": 0}
