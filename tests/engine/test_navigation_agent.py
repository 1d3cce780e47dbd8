"""NavAgent in NavigationAgent3D's place: the same members, the same meaning, the same scripts."""
import pathlib
import runpy

import pytest

TOOL = runpy.run_path(str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools/navigation_agent_table.py"))
ENGINE_RULES = ["freed or unreferenced while a signal is being emitted from it", "Lambda capture at index 0 was freed"]
DIFFERENT_DEFAULTS = {"avoidance_enabled": ["true", "false"], "max_speed": ["3.5", "10.0"], "path_search_max_polygons": ["0", "4096"]}


@pytest.fixture(scope="module")
def said(run_level):
    return run_level("navigation_agent", expected=[r"layers are numbered from 1 to 32, (0|33) is none", *ENGINE_RULES])


@pytest.fixture(scope="module")
def classes(library, godot):
    return TOOL["read_classes"]()


def test_every_property_is_there_with_its_type_and_default(said):
    theirs, ours = said["members"]["theirs"]["properties"], said["members"]["ours"]["properties"]
    assert set(theirs) <= set(ours)
    different = {}
    for name, (type_, default, usage) in theirs.items():
        assert (ours[name][0], ours[name][2]) == (type_, usage), name
        if ours[name][1] != default:
            different[name] = [ours[name][1], default]
    assert different == DIFFERENT_DEFAULTS


def test_every_method_is_there_with_its_signature(said):
    theirs, ours = said["members"]["theirs"]["methods"], said["members"]["ours"]["methods"]
    public = {name: signature for name, signature in theirs.items() if not name.startswith("_")}
    assert set(public) <= set(ours)
    assert {name: ours[name] for name in public} == public


def test_every_signal_is_there_with_its_arguments(said):
    theirs, ours = said["members"]["theirs"]["signals"], said["members"]["ours"]["signals"]
    assert {name: ours[name] for name in theirs} == theirs


def test_what_is_set_is_there(said):
    assert said["values"] == []
    count, different = said["scene"]
    assert count == 33 and different == []


def test_layers_by_number(said):
    for found in said["layers"]:
        assert found == [1 << 31, True, False, [1 << 31, False]]


def test_rid_and_map(said):
    assert said["rid"] == [True, True]
    assert not said["map outside"] and said["map inside"]


def test_without_a_navmesh(said):
    assert said["empty map"] == [0, 0, True, 0.0, 3.0, False, False, 0]


def test_the_path(said):
    path = said["path"]
    assert path["corners"] >= 4 and path["index"] == 1 and path["same"] and path["length"] == pytest.approx(0, abs=1e-5)
    assert path["types"] == [0] * path["corners"] and path["rids"] == path["corners"] and path["owner"]
    assert path["raised"] == path["end raised"] == "(0.0, 0.5, 0.0)"
    assert path["straight"] == pytest.approx((144 + 1) ** 0.5, abs=1e-3) and path["left"] > 13 and path["reachable"]


def test_a_path_is_simplified_as_the_server_does(said):
    whole, ours, theirs = said["simplified"]
    assert len(whole) == 7 and len(theirs) == 4
    assert ours == theirs


def test_signals_in_their_order(said):
    count = said["path"]["corners"]
    assert said["signals"] == ["path_changed", *["waypoint"] * count, "target_reached", "navigation_finished"]
    assert said["waypoints"] == [True, ["position", "type", "rid", "owner"], 0, True]
    assert said["reached"]


def test_the_same_target_again_has_its_signals_again(said):
    again = said["the same target again"]
    assert again[0] == "path_changed" and again[-2:] == ["target_reached", "navigation_finished"]
    assert [one for one in again if not isinstance(one, str)] and all(one == ["position"] for one in again if not isinstance(one, str))


def test_other_params_ask_for_another_path(said):
    assert said["no layers"] == [0, False]
    assert said["a layer again"] == [True, 1]
    length, reachable, text = said["cut"]
    assert length == pytest.approx(3.0, abs=1e-6) and not reachable and "path_return_max_length" in text


def test_another_map_has_no_navmesh(said):
    from navpy.base.core import Reason
    assert said["another map"] == [True, 0, int(Reason.NO_NAVMESH)]
    assert said["its own map"]


def test_getters_in_handlers(said):
    assert said["getters in handlers"] == [True, True, True]


@pytest.mark.parametrize("height", ["0.0", "1.0"])
@pytest.mark.parametrize("avoids", ["true", "false"])
def test_the_documented_script(said, avoids, height):
    found = said[f"drop in, avoids {avoids}, origin at {height}"]
    assert found["finished"] and found["reached"] and found["off"] <= 1.01 and found["rests"]
    assert found["signals"][-2:] == ["target_reached", "navigation_finished"] and found["speed"] <= 4.001
    assert said[f"calls at rest, avoids {avoids}, origin at {height}"] == (10 if avoids == "true" else 0)


def test_a_script_steers(said):
    assert said["steered"] == ["(0.0, 2.0, 6.0)", "(0.0, 2.0, 6.0)"]
    assert said["steered, bounded"] == "(0.0, 0.0, 3.0)"
    assert said["without avoidance"] == 0 and said["with it again"]
    assert said["stopped"] == "(0.0, 0.0, 0.0)"


def test_two_that_are_steered_pass_each_other(said):
    nearest, reached = said["past each other"]
    assert nearest >= 0.99 and reached == [True, True]


@pytest.mark.parametrize("name", ["path_changed", "waypoint_reached", "velocity_computed", "navigation_finished", "target_reached"])
def test_freed_in_a_handler(said, name):
    assert said[f"freed by {name}"]


def test_leaves_the_tree_in_a_handler(said):
    assert said["left the tree"]


def test_the_page_is_what_the_classes_make(classes):
    assert TOOL["PAGE"].read_text(encoding="utf-8") == TOOL["page"](*classes)


def test_verdicts_are_given_for_what_differs(classes):
    rows = list(TOOL["rows"](*classes, "members/member"))
    assert {name for name, _, mine, theirs, _, _ in rows if mine != theirs and theirs} == set(DIFFERENT_DEFAULTS)
    there = {node.get("name") for path in ("members/member", "methods/method", "signals/signal") for node in classes[0].findall(path)}
    assert set(TOOL["VERDICTS"]) <= there and set(DIFFERENT_DEFAULTS) <= set(TOOL["VERDICTS"])
