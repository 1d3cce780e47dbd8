"""The scenes of the README and the pages run in the engine, and those that are dropped into an empty project walk; the scripts of the
pages and of the help compile."""
import math
import re
import textwrap

import pytest

from tests.docs.blocks import ROOT, blocks_in
from tests.engine.scenarios import SUCCESS, Scenarios

RECIPE, RECIPE_2D = (next(block.text for block in blocks_in("gdscene") if block.page == page)
                     for page in ("docs/install.md", "docs/guides/two-dimensions.md"))

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

# Names of the addon's scripts are global after the editor's first import alone.
BEHAVIORS = "".join(f'const {name} := preload("res://{path.relative_to(ROOT).as_posix()}")\n'
                    for path in sorted((ROOT / "addons/navpy/behavior_tree").glob("*.gd"))
                    for name in re.findall(r"^class_name (\w+)", path.read_text(), re.M))


def as_script(shown):
    """A class of its own: statements become a function; what the script itself declares is not given."""
    if "func " not in shown:
        shown = "func shown():\n" + textwrap.indent(shown, "\t")
    if not re.search(r"^extends ", shown, re.M):
        shown = "extends CharacterBody3D\n" + shown
    declared = set(re.findall(r"^(?:@\w+ )*(?:var|const|func) (\w+)", shown, re.M))
    given = (GIVEN + "var steering: NavSteering\n" + BEHAVIORS).splitlines()
    return "\n".join([shown, *(line for line in given if (re.findall(r"^\w+ (\w+)", line) or [""])[0] not in declared)])


def shown_scripts():
    """{file name: what it shows}"""
    found = {f"{str(block).replace('/', '_').replace(':', '_')}.gd": block.text for block in blocks_in("gdscript") if not block.title}
    for module in (ROOT / "navpy/godot").rglob("*.pyx"):
        text = re.sub(r'"\s*\n\s*b?"', "", module.read_text())
        for i, code in enumerate(re.findall(r"\[codeblock\](?:\\n)?(.*?)\[/codeblock\]", text)):
            found[f"{module.stem}_{i}.gd"] = code.replace("\\n", "\n").replace("    ", "\t")
    return found


SHOWN = shown_scripts()
SCENES = {f"scene_{i}.tscn": block.text for i, block in enumerate(blocks_in("gdscene"))}
FILES = {f"shown/{name}": as_script(text) for name, text in SHOWN.items()} | {f"scenes/{name}": text for name, text in SCENES.items()}
DEMO = ROOT / "godot_project"
FILES |= {path.relative_to(DEMO).as_posix(): path.read_text() for path in (DEMO / "scripts").rglob("*.gd")}
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


@scenario("scenes_of_the_pages")
def test_the_scenes_of_the_pages_run(seen):
    assert dict(seen) == dict.fromkeys(SCENES, True)
