"""Scripts do what they should not, at the worst of times: nothing crashes, and everybody else goes on."""
import re

import pytest

from tests.engine.scenarios import RUNNING, SUCCESS, Scenarios

scenario = Scenarios("hostile.gd")
crowds = Scenarios("hostile_crowds.gd")


@crowds("slot_changes_hands_in_a_step")
def test_a_slot_that_changes_hands_amid_a_step_moves_nobody(seen):
    assert seen["handler ran"] and seen["the other is where it was"]


@crowds("handler_frees_the_stepping_agent", "handler_removes_the_stepping_agent", "handler_frees_the_stepping_agents_body")
def test_an_agent_that_steps_its_crowd_may_be_freed_by_it(seen):
    assert seen["handler ran"] and seen["the last one walks on"]


@crowds("crowd_changes_worlds")
def test_a_crowd_changes_worlds_without_the_obstacles(seen):
    assert seen["agents in the other world"] == 2
    assert seen["in the other world"] == {"status": RUNNING, "refused": 0, "arrives": True}
    assert seen["back again"]["status"] == SUCCESS and seen["back again"]["nearest to an obstacle"] > 1.3


@crowds("crowd_in_place_of_another")
def test_an_obstacle_knows_a_new_crowd_from_the_old_one(seen):
    assert seen["refused"] == 0


@crowds("crowd_counts_no_obstacles")
def test_obstacles_do_not_count_as_agents(seen):
    assert seen["agents"] == 1


@crowds("already_at_the_target")
def test_who_is_there_already_arrives_once(seen):
    assert seen["arrivals"] == 1 and seen["status"] == SUCCESS


@crowds("places_that_are_no_numbers", expected=["it has no effect on the navmesh"])
def test_who_is_among_no_numbers_arrives(seen):
    assert seen["agent without a node arrives"] and seen["agent of a node arrives"]


@crowds("walks_past_what_is_no_number")
@pytest.mark.parametrize("value", ["nan", "inf"])
@pytest.mark.parametrize("name", ["position", "scale"])
def test_who_walks_past_no_numbers_arrives(seen, name, value):
    assert seen[f"arrives past a {name} of {value}"]


@crowds("no_agents")
def test_no_agents_at_all(seen):
    assert seen["added"] == seen["refused"] == 0


@crowds("very_many_agents")
def test_very_many_agents(seen):
    assert seen["instances"] == 100000 and seen["removed"] == {"agents": 0, "instances": 0}


@crowds("time_stands_for_a_while", "time_races", "few_ticks_a_second", "many_ticks_a_second", "game_is_paused_for_a_while")
def test_any_clock_will_do(seen):
    assert seen["statuses"] == {"agent": SUCCESS, "body": SUCCESS, "node": SUCCESS}


@crowds("time_stands_for_a_while")
def test_nobody_walks_while_time_stands(seen):
    assert seen["x of the body while time stands"] < -4.9


@crowds("game_is_paused_for_a_while")
def test_nobody_walks_in_a_pause(seen):
    assert seen["agent stands in the pause"]


@crowds("multimesh_is_shared", expected=["its multimesh is also that of"])
def test_a_multimesh_may_be_shared(seen):
    assert seen["instances"] == 2


@scenario("anything", expected=["outside the scene tree", "/Senseless", "layer_number must be 1 to 32"])
def test_every_property_and_method_takes_anything(seen):
    assert seen["calls"] > 500 and seen["nodes left"] == 2


OURS = r"^ERROR: (navpy|Nav\w+|Crowd\w*|/root/.*|.outside the scene tree.): "


@scenario("every_method", expected=[OURS, "must be 1 to 32"])
def test_every_method_may_be_called_without_types(seen):
    check_calls(seen)
    for name in ("NavMap.get_polygon_owner", "NavPath.get_link_node", "NavFormation.get_leader"):
        assert name in seen["returned null"] and name in seen["returned an object"]


@scenario("every_method_in_2d", expected=[OURS, "must be 1 to 32"])
def test_every_method_in_2d_may_be_called_without_types(seen):
    check_calls(seen)
    for name in ("NavMap2D.get_polygon_owner", "NavFormation2D.get_leader"):
        assert name in seen["returned null"] and name in seen["returned an object"]


def check_calls(seen):
    assert seen["calls"] > 3000 and seen["classes without an object at work"] == []


OF_SPACE = [r"3D", r"Vector3", r"\d m\b", r"\bmeters?\b", r"\(-?[\w.+-]+, -?[\w.+-]+, -?[\w.+-]+\)", r"\by = ", r"\bz = "]


@scenario("every_method_in_2d")
def test_messages_in_2d_have_its_words(seen):
    told = {line for line in seen.lines if re.match("(ERROR|WARNING): ", line)}
    assert len(told) > 50
    marks = [*OF_SPACE, *(rf"\b{name}\b" for name in seen["classes of space"])]
    assert [(mark, line) for line in told for mark in marks if re.search(mark, line)] == []


@scenario("freed_nodes", expected=[OURS])
def test_a_freed_node_is_none(seen):
    seen.expect({"map": True, "slot": "(0.0, 0.0, 0.0)", "steering": "(0.0, 0.0, 0.0)", "leader": True})


@scenario("steering_takes_anything", expected=[r"NavSteering\w*: ", "has the target ", "steering.*must be", "steers is not finite"])
def test_steering_takes_anything(seen):
    assert seen["calls"] == 600 and seen["not finite"] == 0


@scenario("copies", expected=["pathfinding_algorithm must be"])
def test_every_property_survives_saving_and_duplicating(seen):
    assert seen["unlike"] == ["NavAgent.pathfinding_algorithm is as before"]       # there is one
    assert seen["properties"] > 100


@crowds("place_that_is_no_number")
@pytest.mark.parametrize("named", ["driven", "by its script", "by the crowd", "by velocity_computed"])
def test_a_place_that_is_no_number_leaves_nothing_behind(seen, named):
    assert seen[named] == {"finite": True, "status": SUCCESS}


@crowds("nowhere_for_a_frame", expected=["Object went too far away"])
@pytest.mark.parametrize("value", ["nan", "inf"])
def test_a_body_that_is_nowhere_for_a_frame_leaves_nothing_in_its_crowd(seen, value):
    assert seen[value] == {"finite": True, "of the bodies": [SUCCESS] * 2, "of the others": [SUCCESS] * 2}


@crowds("driven_body_adds_agents")
def test_a_body_that_adds_agents_while_it_is_driven(seen):
    assert seen["handler ran"] and seen["it walks on"]


@crowds("driven_body_frees_its_agent")
def test_a_body_that_frees_its_agent_while_it_is_driven(seen):
    assert seen["handler ran"]
