"""NavAgent in NavigationAgent3D's place: the same members, the same meaning, the same scripts."""
import runpy

import pytest

from tests.engine.godot_run import ROOT
from tests.engine.scenarios import FREED_BY_ITS_SIGNAL, Scenarios

TOOL = runpy.run_path(str(ROOT / "tools/navigation_agent_table.py"))
DIFFERENT_DEFAULTS = {"avoidance_enabled": ("true", "false"), "max_speed": ("3.5", "10.0"), "path_search_max_polygons": ("0", "4096")}
NOWHERE = {"x": 0, "y": 0, "z": 0}
scenario = Scenarios("navigation_agent.gd")


@pytest.fixture(scope="module")
def classes(library, godot):
    return TOOL["read_classes"]()


@scenario("members")
def test_every_property_is_there_with_its_type_and_default(seen):
    theirs, ours = seen["theirs"]["properties"], seen["ours"]["properties"]
    assert set(theirs) <= set(ours)
    different = {}
    for name, their in theirs.items():
        assert (ours[name]["type"], ours[name]["usage"]) == (their["type"], their["usage"]), name
        if ours[name]["default"] != their["default"]:
            different[name] = (ours[name]["default"], their["default"])
    assert different == DIFFERENT_DEFAULTS


@scenario("members")
def test_every_method_is_there_with_its_signature(seen):
    theirs, ours = seen["theirs"]["methods"], seen["ours"]["methods"]
    public = {name: signature for name, signature in theirs.items() if not name.startswith("_")}
    assert set(public) <= set(ours)
    assert {name: ours[name] for name in public} == public


@scenario("members")
def test_every_signal_is_there_with_its_arguments(seen):
    theirs, ours = seen["theirs"]["signals"], seen["ours"]["signals"]
    assert {name: ours[name] for name in theirs} == theirs


@scenario("values_are_kept")
def test_what_is_set_is_there(seen):
    assert seen["lost"] == []
    assert seen["properties in the scene"] == 33 and seen["different in the scene"] == []


@scenario("layers_by_number", expected=["(layer|mask)_number must be 1 to 32, not (0|33)"])
def test_layers_by_number(seen):
    kept = {"mask": 1 << 31, "32": True, "1": False, "mask after 0 and 33": 1 << 31, "33": False}
    seen.expect({"navigation_layer": kept, "avoidance_layer": kept, "avoidance_mask": kept})


@scenario("rid_and_map")
def test_rid_and_map(seen):
    assert seen["RID is valid"] and seen["RID stays the same"]
    assert not seen["map outside the tree is valid"] and seen["map is the world's"]


@scenario("without_a_navmesh")
def test_without_a_navmesh(seen):
    seen.expect({"points": 0, "index": 0, "next position is its own": True, "length": 0.0, "distance to the target": 3.0,
                 "reached": False, "reachable": False, "points of the result": 0})


@scenario("path")
def test_the_path(seen):
    points, result = seen["points"], seen["result"]
    assert points >= 4 and seen["index"] == 1
    assert result == {"same path": True, "types": [0] * points, "RIDs": points, "longer by": pytest.approx(0, abs=1e-5),
                      "a baker owns it": True}
    raised = {"x": 0, "y": 0.5, "z": 0}
    assert seen["next position over the path"] == raised and seen["final position over the path"] == raised
    assert seen["distance to the target"] == pytest.approx((144 + 1) ** 0.5, abs=1e-3)
    assert seen["distance left"] > 13 and seen["reachable"]


@scenario("path_is_simplified")
def test_a_path_is_simplified_as_the_server_does(seen):
    assert len(seen["whole"]) == 7 and len(seen["theirs"]) == 4
    assert seen["ours"] == seen["theirs"]


@scenario("signals_of_a_walk")
def test_signals_in_their_order(seen):
    assert seen["signals"] == ["path_changed", *["waypoint_reached"] * seen["points"], "target_reached", "navigation_finished"]
    assert seen["waypoints are the points of the path"] and seen["reached"]
    assert seen["first waypoint"] == {"keys": ["position", "type", "rid", "owner"], "type": 0, "a baker owns it": True}


@scenario("the_same_target_again")
def test_the_same_target_again_has_its_signals_again(seen):
    signals = seen["signals"]
    assert signals[0] == "path_changed" and signals[-2:] == ["target_reached", "navigation_finished"]
    assert seen["keys of each waypoint"] and all(keys == ["position"] for keys in seen["keys of each waypoint"])


@scenario("parameters_change")
def test_other_params_ask_for_another_path(seen):
    assert seen["no layers"] == {"points": 0, "reachable": False}
    assert seen["layer 1"]["points"] > 2 and seen["layer 1"]["signals"] == 1
    cut = seen["path_return_max_length"]
    assert cut["length"] == pytest.approx(3.0, abs=1e-6) and not cut["reachable"] and "path_return_max_length" in cut["reason"]


@scenario("another_map")
def test_another_map_has_no_navmesh(seen):
    from navpy.base.core import Reason
    assert seen["another map"] == {"is set": True, "points": 0, "reason": int(Reason.NO_NAVMESH)}
    assert seen["points on its own map"] > 2


@scenario("getters_in_handlers")
def test_getters_in_handlers(seen):
    assert seen["calls"] > 10 and seen["turned"] and seen["distance from the second target"] < 1.1


@scenario("documented_script", "documented_script_origin_above_the_floor", "documented_script_avoids",
          "documented_script_avoids_origin_above_the_floor")
def test_the_documented_script(seen):
    assert seen["finished"] and seen["reached"] and seen["distance from the target"] <= 1.01 and seen["rests"]
    assert seen["signals"][-2:] == ["target_reached", "navigation_finished"] and seen["fastest"] <= 4.001


@scenario("documented_script", "documented_script_origin_above_the_floor")
def test_without_avoidance_there_is_no_signal_at_rest(seen):
    assert seen["calls of velocity_computed in 10 frames at rest"] == 0


@scenario("documented_script_avoids", "documented_script_avoids_origin_above_the_floor")
def test_with_avoidance_there_is_a_signal_in_each_frame_at_rest(seen):
    assert seen["calls of velocity_computed in 10 frames at rest"] == 10


@scenario("script_steers")
def test_a_script_steers(seen):
    assert seen["velocity_computed"] == seen["velocity"] == {"x": 0, "y": 2, "z": 6}
    assert seen["velocity_computed, bounded"] == {"x": 0, "y": 0, "z": 3}
    assert seen["signals without avoidance"] == 0 and seen["signals with it again"] > 0
    assert seen["velocity_computed, stopped"] == NOWHERE


@scenario("scripts_steer_past_each_other")
def test_two_that_are_steered_pass_each_other(seen):
    assert seen["nearest"] >= 0.99 and seen["both have reached their targets"]


@scenario("freed_in_path_changed", "freed_in_waypoint_reached", "freed_in_velocity_computed", "freed_in_navigation_finished",
          "freed_in_target_reached",
          expected=FREED_BY_ITS_SIGNAL)
def test_freed_in_a_handler(seen):
    assert seen["freed"]


@scenario("leaves_the_tree_in_a_handler")
def test_leaves_the_tree_in_a_handler(seen):
    assert seen["outside the tree"]


@scenario("listeners_come_late")
def test_listeners_that_come_late_hear_what_follows(seen):
    heard = seen["heard"]
    assert seen["arrived"] and heard["path_changed"] == 1
    assert len(seen["path"]) > 2 and heard["waypoints"] == seen["path"]
    assert heard["velocities in five frames"] == 5


def test_the_page_is_what_the_classes_make(classes):
    assert TOOL["PAGE"].read_text(encoding="utf-8") == TOOL["page"](*classes)


def test_verdicts_are_given_for_what_differs(classes):
    rows = list(TOOL["rows"](*classes, "members/member"))
    assert {name for name, _, mine, theirs, _, _ in rows if mine != theirs and theirs} == set(DIFFERENT_DEFAULTS)
    there = {node.get("name") for path in ("members/member", "methods/method", "signals/signal") for node in classes[0].findall(path)}
    assert set(TOOL["VERDICTS"]) <= there and set(DIFFERENT_DEFAULTS) <= set(TOOL["VERDICTS"])


@scenario("target_creeps")
def test_a_target_that_creeps_takes_the_end_of_the_path_along(seen):
    for how in ("requestPath", "target_position"):
        for where in ("in sight", "behind the wall"):
            told = seen[f"{how}, {where}"]
            assert told["new paths"] == 1 and told["off the target"] < 0.03, (how, where)


@scenario("target_creeps_off_the_mesh")
def test_the_end_of_a_path_follows_a_target_off_the_mesh(seen):
    assert seen["margin 0.00"] == seen["margin 0.25"] == seen["margin 1.00"] == 1
