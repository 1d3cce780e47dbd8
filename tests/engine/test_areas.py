"""Areas by name: the project setting navpy/areas/names."""
from math import hypot

import pytest

from tests.engine.godot_run import PROJECT
from tests.engine.scenarios import Scenarios


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
