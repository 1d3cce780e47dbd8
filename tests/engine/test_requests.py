"""What an agent answers, why, by which signals, and what it refuses."""
import re

import pytest

RUNNING, SUCCESS, FAILURE = 0, 1, 2
NONE, NO_REQUEST, NO_NAVMESH, BAKING = "NONE", "NO_REQUEST", "NO_NAVMESH", "BAKING"


@pytest.fixture(scope="module")
def said(run_level):
    return run_level("requests", expected=[
        r"ERROR: /root/[^ ]*/Failing/[^ ]*: the target \(", r"ERROR: \(outside the scene tree\): \w+ must be ",
        r"ERROR: navpy: NavMeshData: ", "SCRIPT ERROR: Invalid "])


def reason(name):
    from navpy.base.core import Reason
    return int(Reason[name])


def check(answer, status, why, text=""):
    assert answer["arrived"] == status and answer["status"] in (-1, status)
    assert answer["reason"] == reason(why)
    assert re.search(text, answer["text"])


def test_the_statuses(said):
    assert said["enum"] == [RUNNING, SUCCESS, FAILURE]


def test_nothing_asked_for(said):
    check(said["before any request"], FAILURE, "NO_REQUEST", "requestPath")
    check(said["stop before any request"], FAILURE, "NO_REQUEST")


@pytest.mark.parametrize("where", ["without baker", "target without baker"])
def test_no_navmesh(said, where):
    check(said[where], FAILURE, "NO_NAVMESH", "add a NavMeshBaker")


@pytest.mark.parametrize("where", ["outside the tree", "under a Node", "under a Control"])
def test_nothing_to_move(said, where):
    check(said[where], FAILURE, "NO_NAVMESH", "under a Node3D")


def test_waits_for_the_bake(said):
    check(said["while baking"], RUNNING, "BAKING", "being baked")
    check(said["still baking"], RUNNING, "BAKING")
    check(said["after the bake"], SUCCESS, "NONE")
    assert said["after the bake, off"] <= 0.1
    assert said["after the bake, signals"] == ["path_changed", "target_reached", "navigation_finished"]


def test_falls_while_it_waits_for_the_bake(said):
    assert said["in the air while baking"]["reason"] == reason("BAKING") and said["in the air while baking"]["fell"] > 0.05


def test_tells_when_the_bake_has_shown_that_there_is_no_way(said):
    check(said["unreachable while baking"], RUNNING, "BAKING")
    check(said["unreachable after the bake"], FAILURE, "GOAL_OFF_MESH")
    assert said["unreachable after the bake, signals"] == ["navigation_finished"]


@pytest.mark.parametrize("spelling", ["island", "island, spelled request_path"])
def test_an_unreachable_goal_fails_at_once(said, spelling):
    check(said[spelling], FAILURE, "GOAL_UNREACHABLE", "island")


def test_ends_off_the_mesh(said):
    check(said["off the mesh"], FAILURE, "GOAL_OFF_MESH", r"\b4[45]\.\d\d m")      # the mesh ends at z = 5.5
    check(said["start off the mesh"], FAILURE, "START_OFF_MESH", r"\b2[45]\.\d\d m")


@pytest.mark.parametrize("what", ["nan", "inf"])
def test_a_target_that_is_no_place(said, what):
    check(said[what], FAILURE, "INVALID_INPUT", "finite")
    lines = [line for line in said["run"].output.splitlines() if "Failing" in line and f"{what}" in line]
    assert len(lines) == 1
    assert said["nan every tick, signals"] == ["path_changed", "navigation_finished"]       # once, not every tick


def test_recovers_from_a_bad_target(said):
    check(said["after nan"], RUNNING, "NONE")
    assert said["has_arrived"] == RUNNING


def test_getters_without_a_body(said):
    assert said["under a Node, path"] == 0
    assert said["under a Node, next"] == "(0.0, 0.0, 0.0)"


def test_the_same_target_every_tick(said):
    ticks = said["every tick"]
    assert set(ticks["answers"]) == {RUNNING, SUCCESS} and ticks["status"] == SUCCESS
    assert ticks["path is the same"] and ticks["off"] <= 0.1
    assert ticks["signals"] == ["path_changed", "target_reached", "navigation_finished"]


def test_a_moving_target_is_caught(said):
    chase = said["chase"]
    assert chase["caught after"] > 0 and chase["failed"] == 0 and chase["distance"] <= 1.0


def test_stop(said):
    check(said["stopped"], FAILURE, "STOPPED")
    assert said["stopped, moved"] <= 1e-3
    assert said["stopped, moved by leaving the tree"] <= 1e-3
    assert said["asked again"] == RUNNING
    check(said["asked again, arrived"], SUCCESS, "NONE")


def test_asking_in_a_handler(said):
    assert said["asked in the handler"]["asked"] == 3
    assert said["asked in the handler"]["off"] <= 0.1


def test_target_position_leaves_the_body_alone(said):
    seen = said["target_position"]
    assert seen["moved"] <= 1e-6 and seen["wishes"] >= 28 and seen["speed"] == pytest.approx(3.5)
    assert seen["status"] == RUNNING and not seen["finished"] and seen["reachable"]
    assert seen["next"] == pytest.approx(0.0, abs=1e-3)


def test_target_position_goes_as_near_as_it_can(said):
    asked, there = said["target on the island"], said["as near as it gets"]
    assert asked["status"] == RUNNING and not asked["reachable"] and asked["reason"] == reason("GOAL_UNREACHABLE")
    assert there["x"] == pytest.approx(5.5, abs=0.26) and there["x"] == pytest.approx(there["final"], abs=0.1)
    assert there["status"] == SUCCESS and not there["reachable"]
    assert there["signals"] == ["path_changed", "navigation_finished"]


def test_every_request_has_its_signals(said):
    assert said["two short ways"] == 2 * ["path_changed", "target_reached", "navigation_finished"]
    assert said["there already"] == SUCCESS
    assert said["there already, off"] <= 0.1        # it still walks the rest
    assert said["there already, signals"] == ["path_changed", "target_reached", "navigation_finished"]


def test_numbers_are_converted(said):
    assert said["int for float"] == 5 and said["int for float by set"] == 4 and said["int for float by call"] == 6
    assert said["int for bool"] is False
    assert said["String for StringName"] == "level" and said["String for StringName by set"] == "other"


def test_untyped_calls(said):
    assert said["request untyped"] == said["callv"] == RUNNING
    for what in ("wrong type", "too few", "too many"):
        assert f"{what} went on" not in said
    assert said["after wrong calls"] == RUNNING
    errors = [line for line in said["run"].output.splitlines() if "SCRIPT ERROR" in line]
    assert len(errors) == 3 and all("requestPath" in line for line in errors)


def test_bad_values_stay_out(said):
    assert said["bad values"] == said["bad settings"] == []
    lines = re.findall(r"ERROR: \(outside the scene tree\): (\w+) must be .* not (.*); it stays", said["run"].output)
    assert len([name for name, _ in lines if name == "max_speed"]) == 4
    assert len([name for name, _ in lines if name == "cell_size"]) == 4


@pytest.mark.parametrize("path", ["res://level.tscn", "res://level.scn"])
def test_a_saved_scene_needs_no_bake(said, path):
    assert said["saves"] == [0, 0, 0]
    loaded = said[f"loaded {path}"]
    assert loaded["radius"] == 0.75 and loaded["group"] == "some group" and not loaded["ledges"]
    assert loaded["vertices"] == 4 and loaded["speed"] == 7.25 and not loaded["drive"]
    assert loaded["same"] and not loaded["baking"] and loaded["asked"] == RUNNING
    assert said[f"not baked {path}"] == []
    assert said["resource"]


def test_damaged_data_is_refused(said):
    assert said["damaged data was taken"] == 0
    assert said["empty data"] == 0
    assert len(re.findall("ERROR: navpy: NavMeshData: .* bake it again", said["run"].output)) >= 40


def test_data_of_a_mesh_in_use(said):
    assert said["walks on"] == RUNNING
    check(said["walked on"], SUCCESS, "NONE")
    check(said["taken from under the feet"], FAILURE, "NO_NAVMESH")
    assert said["put back"] == RUNNING
