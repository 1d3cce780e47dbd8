"""The scene that the README shows, dropped into an empty project, walks."""
import re

import pytest

from tests.engine.godot_run import ROOT
from tests.engine.scenarios import SUCCESS, Scenarios

RECIPE = re.search(r"```gdscene\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL).group(1)
scenario = Scenarios("scene_recipe.gd", files={"recipe.tscn": RECIPE})


def test_it_is_short():
    assert len(RECIPE.splitlines()) <= 20


@scenario("hero_walks")
def test_the_scene_recipe_walks(seen):
    assert seen["status"] == SUCCESS
    assert seen["place"] == pytest.approx({"x": 8.0, "z": 8.0}, abs=0.05)
