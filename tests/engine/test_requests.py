"""What an agent answers, why, by which signals, and what it refuses."""
import re

import pytest

from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, Scenarios

ALL_SIGNALS = ["path_changed", "target_reached", "navigation_finished"]
scenario = Scenarios("requests.gd")


def reason(name):
    from navpy.base.core import Reason
    return int(Reason[name])


def check(answer, status, why, text=""):
    assert answer["status"] == answer["hasArrived"] == status
    assert answer["reason"] == reason(why)
    assert re.search(text, answer["text"])


@scenario("statuses")
def test_the_statuses(seen):
    assert seen["statuses"] == {"RUNNING": RUNNING, "SUCCESS": SUCCESS, "FAILURE": FAILURE}


@scenario("without_a_baker")
def test_nothing_asked_for(seen):
    check(seen["before any request"], FAILURE, "NO_REQUEST", "requestPath")


@scenario("without_a_baker")
@pytest.mark.parametrize("how", ["requestPath", "target_position"])
def test_no_navmesh(seen, how):
    check(seen[how], FAILURE, "NO_NAVMESH", "add a NavMeshBaker")


@scenario("nothing_to_move")
@pytest.mark.parametrize("where", ["outside the tree", "under a Node", "under a Control"])
def test_nothing_to_move(seen, where):
    check(seen[where], FAILURE, "NO_NAVMESH", "under a Node3D")


@scenario("asked_while_baking")
def test_waits_for_the_bake(seen):
    check(seen["asked"], RUNNING, "BAKING", "being baked")
    check(seen["a frame later"], RUNNING, "BAKING")
    check(seen["arrived"], SUCCESS, "NONE")
    assert seen["distance from the goal"] <= 0.1
    assert seen["signals"] == ALL_SIGNALS


@scenario("falls_while_baking")
def test_falls_while_it_waits_for_the_bake(seen):
    assert seen["reason"] == reason("BAKING") and seen["fallen"] > 0.05


@scenario("unreachable_while_baking")
def test_tells_when_the_bake_has_shown_that_there_is_no_way(seen):
    check(seen["asked"], RUNNING, "BAKING")
    check(seen["baked"], FAILURE, "GOAL_OFF_MESH")
    assert seen["signals"] == ["path_changed", "navigation_finished"]


@scenario("failures")
@pytest.mark.parametrize("what", ["island", "island, by request_path"])
def test_an_unreachable_goal_fails_at_once(seen, what):
    check(seen[what], FAILURE, "GOAL_UNREACHABLE", "island")


@scenario("failures")
def test_ends_off_the_mesh(seen):
    check(seen["off the mesh"], FAILURE, "GOAL_OFF_MESH", r"\b4[45]\.\d\d m")      # the mesh ends at z = 5.5
    check(seen["start off the mesh"], RUNNING, "NONE")
    assert 24 <= seen["start offset"] <= 25
    check(seen["start off the mesh, to the island"], FAILURE, "GOAL_UNREACHABLE", r"\b2[45]\.\d\d m off the navmesh")
    check(seen["on no layer of the mesh"], FAILURE, "START_OFF_MESH", "navigation_layers")


@scenario("comes_back")
@pytest.mark.parametrize("how", ["requestPath", "target_position"])
def test_an_agent_off_the_mesh_comes_back(seen, how):
    """From far away, from beside a ledge, and after a push over it while it walks."""
    for name, offset in {"far away": (29, 32), "fallen": (2, 4), "pushed while it walks": (4, 9)}.items():
        told = seen[f"{how}, {name}"]
        assert told["status"] == SUCCESS and told["distance from the goal"] <= 1.01
        assert offset[0] <= told["start offset"] <= offset[1]
        assert told["new paths"] == (2 if name == "pushed while it walks" else 1)


@scenario("below_a_ledge")
def test_an_agent_that_cannot_come_back_says_so(seen):
    assert seen["stuck"] and "off the navmesh" in seen["why"] and seen["status"] == RUNNING


@scenario("target_that_is_no_place", expected=[r"ERROR: /root/[^ ]*/Failing/[^ ]*: the target \("])
@pytest.mark.parametrize("what", ["nan", "inf"])
def test_a_target_that_is_no_place(seen, what):
    check(seen[what], FAILURE, "INVALID_INPUT", "finite")
    assert len([line for line in seen.lines_with("Failing") if what in line]) == 1
    assert seen["signals"] == ["path_changed", "navigation_finished"]       # once, not every tick


@scenario("target_that_is_no_place")
def test_recovers_from_a_bad_target(seen):
    check(seen["a place"], RUNNING, "NONE")
    assert seen["has_arrived"] == RUNNING


@scenario("nothing_to_move")
def test_getters_without_a_body(seen):
    assert seen["points of the path under a Node"] == 0
    assert seen["next position under a Node"] == "(0.0, 0.0, 0.0)"


@scenario("same_target_in_every_frame")
def test_the_same_target_every_tick(seen):
    assert set(seen["answers"]) == {RUNNING, SUCCESS} and seen["last answer"] == SUCCESS
    assert seen["the path stays the same"] and seen["distance from the goal"] <= 0.1
    assert seen["signals"] == ALL_SIGNALS


@scenario("target_moves")
def test_a_moving_target_is_caught(seen):
    assert seen["frame in which it is caught"] > 0 and seen["failures"] == 0 and seen["distance"] <= 1.0


@scenario("stopped")
def test_stop(seen):
    check(seen["before any request"], FAILURE, "NO_REQUEST")
    check(seen["under way"], FAILURE, "STOPPED")
    assert seen["moved"] <= 1e-3
    assert seen["moved, back in the tree"] <= 1e-3
    assert seen["status when asked again"] == RUNNING
    check(seen["arrived"], SUCCESS, "NONE")


@scenario("handler_asks_again")
def test_asking_in_a_handler(seen):
    assert seen["asked"] == 3 and seen["distance from the last goal"] <= 0.1


@scenario("target_position")
def test_target_position_leaves_the_body_alone(seen):
    assert seen["moved"] <= 1e-6 and seen["velocities"] >= 28 and seen["speed"] == pytest.approx(3.5)
    assert seen["status"] == RUNNING and not seen["finished"] and seen["reachable"]
    assert seen["next position from the target"] == pytest.approx(0.0, abs=1e-3)


@scenario("target_position_on_the_island")
def test_target_position_goes_as_near_as_it_can(seen):
    assert seen["asked"] == {"status": RUNNING, "reachable": False, "reason": reason("GOAL_UNREACHABLE")}
    assert seen["x"] == pytest.approx(5.5, abs=0.26) and seen["x"] == pytest.approx(seen["x of the final position"], abs=0.1)
    assert seen["at rest"] == {"status": SUCCESS, "reachable": False}
    assert seen["signals"] == ["path_changed", "navigation_finished"]


@scenario("signals_of_short_ways")
def test_every_request_has_its_signals(seen):
    assert seen["signals"] == 2 * ALL_SIGNALS


@scenario("goal_within_reach")
def test_a_request_within_reach_has_its_signals(seen):
    assert seen["status"] == SUCCESS
    assert seen["distance from the goal"] <= 0.1            # it still walks the rest
    assert seen["signals"] == ALL_SIGNALS


@scenario("numbers_are_converted")
def test_numbers_are_converted(seen):
    seen.expect({"int for float": 5, "int for float, by set": 4, "int for float, by call": 6, "int for bool": False,
                 "String for StringName": "level", "String for StringName, by set": "other"})


@scenario("untyped_calls", expected=["SCRIPT ERROR: Invalid "])
def test_untyped_calls(seen):
    assert seen["status"] == seen["status by callv"] == RUNNING
    assert seen["wrong calls that went on"] == []
    assert seen["status after wrong calls"] == RUNNING
    errors = seen.lines_with("SCRIPT ERROR")
    assert len(errors) == 3 and all("requestPath" in line for line in errors)


@scenario("bad_values", expected=[r"ERROR: \(outside the scene tree\): \w+ must be "])
def test_bad_values_stay_out(seen):
    assert seen["taken"] == []
    refusal = re.compile(r"ERROR: \(outside the scene tree\): (\w+) must be .* not .*; it stays")
    named = [found[1] for found in map(refusal.match, seen.lines) if found]
    assert named.count("max_speed") == 4 and named.count("cell_size") == 4


@scenario("saved_as_text", "saved_as_binary")
def test_a_saved_scene_needs_no_bake(seen):
    assert seen["errors of saving"] == {"scene": 0, "navmesh": 0}
    assert seen["baker"] == {"agent_radius": 0.75, "source_group_name": "some group", "filter_ledge_spans": False,
                             "vertices_per_polygon": 4}
    assert seen["agent"] == {"max_speed": 7.25, "drive_body": False}
    assert seen["same navmesh"] and seen["same navmesh in its own file"]
    assert seen["baking"] is False and seen["status"] == RUNNING and seen["bake_finished"] == []


@scenario("damaged_data", expected=["ERROR: NavMeshData: data: "])
def test_damaged_data_is_refused(seen):
    assert seen["taken"] == 0 and seen["bytes of empty data"] == 0
    assert len([line for line in seen.lines if re.match("ERROR: NavMeshData: data: .* bake it again", line)]) >= 40


@scenario("data_is_set_again_under_way")
def test_data_of_a_mesh_in_use_is_set_again(seen):
    assert seen["status"] == RUNNING
    check(seen["arrived"], SUCCESS, "NONE")


@scenario("data_is_taken_away_under_way")
def test_data_of_a_mesh_in_use_is_taken_away(seen):
    check(seen["without data"], FAILURE, "NO_NAVMESH")
    assert seen["status with data again"] == RUNNING
