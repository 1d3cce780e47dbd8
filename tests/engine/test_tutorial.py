"""The tutorial's steps, done in the order of the page: after each, what the page says is seen."""
import math

import pytest

from tests.engine.godot_run import EDITOR_NOISE
from tests.engine.scenarios import Scenarios
from tools.tutorial_project import PAGE, PROJECT, project_files, steps

TEXT = PAGE.read_text()
NUMBERS = list(steps(TEXT))
SWUNG = 0.05                    # meters by which bodies that pass may come nearer than their radii


@pytest.fixture(scope="session")
def tutorial(make_project, run_godot):
    """A folder step_<n> with the project after each step. The editor has read it once, so that it knows the addon's classes."""
    files = {}
    for number in NUMBERS:
        for name, content in project_files(TEXT, number).items():
            files[f"step_{number}/{name}"] = content.replace("res://", f"res://step_{number}/")
    files["project.godot"] = PROJECT.replace("res://", f"res://step_{NUMBERS[-1]}/", 1)
    project = make_project(files, copy=True)
    run_godot(args=["--import"], project=project, expected=EDITOR_NOISE)
    return {"project": project}


scenario = Scenarios("tutorial.gd", fixture="tutorial", limit=120)


def test_every_step_is_played():
    assert NUMBERS == list(range(1, 1 + len(scenario.declared)))


@scenario("step_1")
def test_a_character_walks_to_a_click_through_the_doorway(seen):
    assert seen["off"] < 0.2 and abs(seen["falls"]) < 0.05
    assert len(seen["crossed at"]) == 1 and -7 < seen["crossed at"][0] < -5


@scenario("step_2")
def test_two_characters_pass_each_other(seen):
    assert seen["off"] < 0.2 and seen["guard is back"]
    assert 1 - SWUNG < seen["nearest"] < 2


@scenario("step_3")
def test_a_door_is_gone_round_while_it_is_shut(seen):
    assert max(seen["shut"], seen["open"], seen["shut on the way"]) < 0.2
    first, second, third = seen["crossed at"]
    assert first > 6 and -7 < second < -5 and third > 6
    assert seen["tiles"] and max(seen["tiles"]) < 9


@scenario("step_4")
def test_a_link_is_jumped_up_and_down(seen):
    assert max(seen["up"], seen["down"]) < 0.2 and seen["height"] == pytest.approx(1, abs=0.05)
    assert 1.05 < seen["highest"] < 3


@scenario("step_5")
def test_two_hundred_arrive(seen):
    seen.expect({"drawn": 200, "statuses": 200})
    assert seen["farthest"] < 3 * 0.2 * math.sqrt(200)          # they fill a disc around it, with two characters in their way
    assert sum(seen["ways"].values()) >= 200 and seen["ways"]["doorway"] > 0


@scenario("step_6")
def test_a_behavior_follows_the_hero(seen):
    assert all(0.9 < distance < 1.6 for distance in seen.values())
