"""The scenes that the README and the page of two dimensions show, dropped into an empty project, walk;
the scripts that the pages and the help show compile."""
import math
import re
import textwrap

import pytest

from tests.engine.godot_run import ROOT
from tests.engine.scenarios import SUCCESS, Scenarios

RECIPE, RECIPE_2D = (re.search(r"```gdscene\n(.*?)```", (ROOT / page).read_text(), re.DOTALL).group(1)
                     for page in ("README.md", "docs/guides/two-dimensions.md"))

# What the scripts take from the game around them.
GIVEN = """
var target: Vector3
var goal: Vector3
var a: Vector3
var b: Vector3
var places: PackedVector3Array
var squad: Array
var sheep: PackedInt64Array
var map: NavMap
func climb_the_ladder(_from, _to): await get_tree().physics_frame
"""

# Their names are global after the editor's first import alone.
BEHAVIORS = """
const NavMoveTo := preload("res://addons/navpy/behavior_tree/move_to.gd")
const NavFollow := preload("res://addons/navpy/behavior_tree/follow.gd")
const NavPatrol := preload("res://addons/navpy/behavior_tree/patrol.gd")
"""


def as_script(shown):
    """A class of its own: statements become a function."""
    if "func " not in shown:
        shown = "func shown():\n" + textwrap.indent(shown, "\t")
    if "extends " not in shown:
        shown = "extends CharacterBody3D\n" + shown
    steering = "" if "var steering" in shown else "var steering: NavSteering\n"
    return shown + GIVEN + steering + BEHAVIORS


def shown_scripts():
    """{file name: what it shows}"""
    pages = {page.stem: re.findall(r"```gdscript\n(.*?)```", page.read_text(), re.DOTALL)
             for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]}
    for module in (ROOT / "navpy/godot").rglob("*.pyx"):
        text = re.sub(r'"\s*\n\s*b?"', "", module.read_text())
        pages[module.stem] = [code.replace("\\n", "\n").replace("    ", "\t")
                              for code in re.findall(r"\[codeblock\](?:\\n)?(.*?)\[/codeblock\]", text)]
    return {f"{name}_{i}.gd": script for name, scripts in pages.items() for i, script in enumerate(scripts)}


SHOWN = shown_scripts()
FILES = {f"shown/{name}": as_script(text) for name, text in SHOWN.items()}
scenario = Scenarios("scene_recipe.gd", files={"recipe.tscn": RECIPE, "recipe_2d.tscn": RECIPE_2D, **FILES})


def test_it_is_short():
    assert len(RECIPE.splitlines()) <= 32 and len(RECIPE_2D.splitlines()) <= 32


@scenario("hero_walks")
def test_the_scene_recipe_walks(seen):
    assert seen["status"] == SUCCESS
    assert seen["place"] == pytest.approx({"x": 8.0, "z": 8.0}, abs=0.05)


@scenario("hero_walks_in_the_plane")
def test_the_scene_of_two_dimensions_walks_round_the_wall(seen):
    """By both corners of the wall, 10 pixels off them: tangents, arcs, and the wall's width."""
    length = 40.0
    for across in (556 - 100, 1000 - 596):
        away = math.hypot(across, 200)
        length += math.sqrt(away ** 2 - 10 ** 2) + 10 * (math.atan2(200, across) + math.asin(10 / away))
    assert seen["length"] == pytest.approx(length, abs=2 * 10 / 16)     # each corner is off its circle by a 16th of the radius
    assert seen["status"] == SUCCESS and seen["off"] <= 1


@scenario("something_is_seen")
def test_the_camera_shows_the_floor_and_the_hero_in_the_light(seen):
    seen.expect({"camera": "Camera", "goal is in view": True, "light": {"visible": True, "shines down": True},
                 "Floor/Mesh": {"visible": True, "corners in view": 8}, "Hero/Mesh": {"visible": True, "corners in view": 8}})


@scenario("scripts_of_the_pages")
def test_the_scripts_of_the_pages_compile(seen):
    assert len(SHOWN) > 20 and dict(seen) == dict.fromkeys(SHOWN, True)
