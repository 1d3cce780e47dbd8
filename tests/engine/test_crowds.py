"""Crowd: nodes that it moves itself, and agents without nodes."""
import pytest

from tests.engine.scenarios import RUNNING, SUCCESS, Scenarios

scenario = Scenarios("crowds.gd")


@scenario("moves_nodes")
def test_moves_the_nodes_above_its_agents(seen):
    assert seen["statuses"] == [SUCCESS] * 6
    assert max(seen["distances from their goals"]) < 1.0 and seen["velocity_computed"] == 0
    assert seen["heights"] == pytest.approx([1.5] * 6, abs=0.05)            # over the floor as they were put there
    assert seen["farthest in z"] > 10.4                                     # round the wall's end
    assert seen["distance from where it was put under way"] < 0.2 and seen["most tilt"] < 1e-5


@scenario("agents_without_nodes")
def test_agents_without_nodes_walk_and_arrive(seen):
    assert seen["refused"] == 0 and seen["failed"] == 0
    assert seen["times that each is told to have arrived"] == [1] * 40
    assert seen["fastest"] <= 3.5 + 1e-4
    assert seen["nearest"] > 0.9                        # of the 1.0 between two that touch


@scenario("agents_without_nodes")
def test_agents_without_nodes_come_and_go(seen):
    assert seen["when ten are removed"] == {
        "agents": 30, "count": 30, "the others are left": True, "statuses": [SUCCESS] * 30, "refused, for the removed": 2,
        "refused, for what cannot be reached": 30}


@scenario("multimesh_shows_agents", expected=["draws in two dimensions"])
def test_a_multimesh_shows_them(seen):
    assert seen["at first"] == {"transform_format": 1, "instances": 2, "place of the second": "(5.0, 0.0, 15.0)"}
    assert sum(seen["distances of instances from agents"]) < 1e-4 and seen["red"] == 0.5
    assert min(seen["how much each faces its way"]) > 0.99
    assert seen["instances when all are removed"] == 0


@scenario("threads_change_nothing")
def test_threads_change_nothing(seen):
    assert seen["hash with threads"] == seen["hash without"]


@scenario("arrays_that_do_not_fit", expected=[r"request_paths was given 3 agents and [02] points"])
def test_arrays_that_do_not_fit_are_refused(seen):
    seen.expect({"refused, 3 agents and 2 points": 3, "refused, 3 agents and no point": 3, "refused, no agents": 0,
                 "refused, 3 unknown agents": 3, "refused, a point that is no number": 3, "refused, one of 3 agents was removed": 1})


@scenario("positions_that_are_no_numbers", expected=["/Wrong: (add|place)_agents needs positions"])
def test_positions_that_are_no_numbers_are_refused_with_all_others_of_the_call(seen):
    seen.expect({"added": 0, "agents": 2, "stay": True})
    lines = [line.partition("/Wrong: ")[2] for line in seen.lines_with("/Wrong: ")]
    assert len(lines) == 9
    for i, place in enumerate(("nan, 0, 0", "0, -inf, 0", "0, 0, 1e+31")):
        assert [line.partition(" positions[")[2].partition(":")[0] for line in lines[3 * i:3 * i + 3]] == [
            f"1] is ({place})", f"1] is ({place})", f"0] is ({place})"]


@scenario("paths_in_turn")
def test_those_for_whom_a_frame_is_too_short_wait_for_their_turn(seen):
    assert 0 < seen["moved in the first frame"] < 4700 and 1 < seen["frames until all move"] < 60
    assert 0 < seen["refused"] < 1190               # of the first ones; the others hear of it by the signal
    assert seen["told of twice"] == 0
    assert seen["refused"] + seen["failed"] == 1200 - 2 + 1         # two were stopped, one was sent there later
    assert seen["agents of a wrong status"] == [] and seen["moved"] == seen["walking"] == 4791
    assert seen["refused, one that waits is sent out of reach"] == 1 and seen["refused, one that waits is sent elsewhere"] == 0
    assert seen["who was sent elsewhere goes there"]


@scenario("two_crowds_with_one_multimesh", expected=["its multimesh is also that of"])
def test_two_crowds_with_one_multimesh_are_told_once(seen):
    told = [line for line in seen.lines_with("its multimesh is also that of") if line.startswith("ERROR")]
    assert len(told) == 1 and "/First: " in told[0] and "/Second," in told[0]
    assert seen["instances"] == {"First": 1, "Second": 1}


@scenario("moved_node_frees_its_agent", "moved_node_frees_another_agent", "moved_node_frees_its_crowd",
          expected=["Object is locked and can't be freed"])
def test_scripts_may_free_what_is_being_moved(seen):
    assert seen["freed"]


@scenario("asked_before_there_is_a_navmesh")
def test_who_was_asked_before_there_was_a_navmesh_walks_once_there_is(seen):
    assert seen["refused"] == 2 and seen["arrived"] == 2


@scenario("asked_while_the_navmesh_is_baked")
def test_who_is_asked_while_the_navmesh_is_baked_is_on_its_way(seen):
    assert seen["while baking"] == {"baking": True, "refused": 0, "statuses": [RUNNING, RUNNING], "walking": 2}
    assert seen["arrived"] == 2 and seen["failed"] == 0


@scenario("two_thousand_to_one_target")
def test_two_thousand_to_one_target_take_one_field(seen):
    seen.expect({"refused": 0, "agents": 2000, "fields": 1, "fields after a second target": 2})
    assert seen["on their way"] > 1000 and seen["meters nearer to the target, together"] > 2000
