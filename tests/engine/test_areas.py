"""Areas by name: the project setting navpy/areas/names."""
from math import hypot

import pytest

from tests.engine.godot_run import PROJECT
from tests.engine.scenarios import FAILURE, RUNNING, Scenarios


def project(names):
    return {"project.godot": f"{PROJECT}[navpy]\nareas/names={names}\n"}


scenario = Scenarios("areas.gd", files=project('PackedStringArray("", "road", "swamp")'))
no_names = Scenarios("areas.gd")
TYPE_PACKED_STRING_ARRAY = 34
STRAIGHT = pytest.approx(24.0, abs=0.1)
OUTSIDE = pytest.approx(2 * hypot(9, 10) + 6, abs=1.0)         # around the middle


@scenario("metadata")
def test_a_body_names_the_area_of_its_floor(seen):
    for area in ("2", "swamp", "swamp of StringName", "not walkable"):
        assert seen[area] == OUTSIDE, area
    for area in ("<null>", "1", "road", "ground"):
        assert seen[area] == STRAIGHT, area


@scenario("metadata_above_a_body")
def test_the_nearest_node_with_an_area_names_that_of_the_floor(seen):
    for where in ("of the group", "of the group's group", "its own below a mesh", "of the mesh"):
        assert seen[where] == OUTSIDE, where
    for where in ("of the nearer group", "its own in a group", "its own below a mesh with another"):
        assert seen[where] == STRAIGHT, where


@scenario("metadata_below_a_mesh_changes")
def test_metadata_of_nodes_below_each_other_changes(seen):
    seen.expect({"none": [63, 63], "of one": [63, 2], "of both": [1, 2], "of the mesh": [1, 1], "with layers": [1, 3], "layers": [4],
                 "one is gone": [1, -1]})


@scenario("metadata_of_no_area", expected=["ERROR: /root/.*/Middle: the metadata nav_area is "])
def test_an_unknown_area_costs_a_line_and_is_ground(seen):
    assert list(seen.values()) == [STRAIGHT] * 5
    lines = [line.partition("nav_area is ")[2].partition(":")[0] for line in seen.lines_with("nav_area is")]
    assert lines == ["'swmp'", "''", "64", "-1", "of another type"]


@scenario("inspector", expected=["/Volume: area must be 0 to 63, not 64"])
def test_the_inspector_shows_the_names(seen):
    assert seen["area"] == {"hint": 2, "choices": "not walkable:0,road:1,swamp:2,ground:63"}
    assert seen["area without a name"] == seen["area that there isn't"] == 40


@no_names("inspector", expected=["/Volume: area must be 0 to 63, not 64"])
def test_without_names_the_inspector_shows_ids(seen):
    assert seen["area"] == {"hint": 1, "choices": "0,63"}


@scenario("setting")
def test_the_setting_is_one_of_the_project(seen):
    assert seen["names"] == ["", "road", "swamp"] and seen["reverts to"] == [] and seen["type"] == TYPE_PACKED_STRING_ARRAY


@no_names("setting")
def test_the_setting_is_there_from_the_start(seen):
    assert seen["names"] == [] and seen["type"] == TYPE_PACKED_STRING_ARRAY


def test_a_setting_of_another_type_is_refused(run_godot):
    done = run_godot("extends SceneTree\nfunc _init():\n\tquit()\n", files=project('"road"'), expected=["navpy/areas/names"])
    assert "the project setting navpy/areas/names must be a PackedStringArray" in done.output


def check_lengths(seen, on_ground, everywhere):
    """An agent that may use the ground of the baker's layers alone goes around the middle."""
    assert seen["1"] == (OUTSIDE if on_ground else STRAIGHT)
    assert seen["2"] == -1.0
    for layers in everywhere:
        assert seen[layers] == STRAIGHT, layers


@scenario("layers_of_the_ground")
def test_a_body_has_navigation_layers_of_its_own(seen):
    assert len(seen) == 6
    for lengths in seen.values():
        check_lengths(lengths, True, ("3", "7"))


@scenario("layers_beside_another_baker")
def test_layers_are_those_of_the_map(seen):
    check_lengths(seen["lengths"], True, ("3", "7"))


@scenario("layers_change")
def test_layers_change_with_the_tiles_of_the_body(seen):
    check_lengths(seen["none"], False, ("3", "7"))
    check_lengths(seen["2"], True, ("3", "7"))
    check_lengths(seen["4"], True, ("7",))
    assert seen["4"]["3"] == OUTSIDE
    assert seen["none again"] == seen["none"] and seen["masks after a whole bake"] == []


@scenario("layers_are_saved")
def test_layers_are_saved_with_the_navmesh(seen):
    assert seen["masks"] == [2]
    check_lengths(seen["lengths"], True, ("3", "7"))


@scenario("layers_and_areas")
def test_a_volume_leaves_the_layers(seen):
    check_lengths(seen["lengths"], True, ("3", "7"))


@scenario("layers_that_are_none", expected=["/Middle: the metadata nav_layers is "])
def test_layers_that_are_none_cost_a_line(seen):
    assert len(seen.lines_with("it must be navigation layers as a number, 0 to 4294967295")) == len(seen) == 4
    for lengths in seen.values():
        check_lengths(lengths, False, ("3", "7"))


@scenario("too_many_layers", expected=["/Many/.*: nothing was baked: the level has 16 different values of the metadata nav_layers"])
def test_too_many_layers_are_refused(seen):
    assert seen["has no navmesh"] and len(seen.lines_with("at most 15 can be baked")) == 1


@scenario("layers_and_baked_links")
def test_baked_links_between_floors_with_layers_of_their_own(seen):
    for turn in ("0.0", "0.5"):
        assert (seen[f"turned by {turn}, layers 1"], seen[f"turned by {turn}, layers 2"]) == (FAILURE, RUNNING)
