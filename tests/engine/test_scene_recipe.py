"""The scene that the README shows, dropped into an empty project, walks."""
import re

import pytest

from tests.engine.godot_run import ROOT
from tests.engine.scenarios import SUCCESS, Scenarios

RECIPE = re.search(r"```gdscene\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL).group(1)
scenario = Scenarios("scene_recipe.gd", files={"recipe.tscn": RECIPE})


def test_it_is_short():
    assert len(RECIPE.splitlines()) <= 32


@scenario("hero_walks")
def test_the_scene_recipe_walks(seen):
    assert seen["status"] == SUCCESS
    assert seen["place"] == pytest.approx({"x": 8.0, "z": 8.0}, abs=0.05)


@scenario("something_is_seen")
def test_the_camera_shows_the_floor_and_the_hero_in_the_light(seen):
    seen.expect({"camera": "Camera", "goal is in view": True, "light": {"visible": True, "shines down": True},
                 "Floor/Mesh": {"visible": True, "corners in view": 8}, "Hero/Mesh": {"visible": True, "corners in view": 8}})
