"""Whole games: what their bots come to, with agents that are never stuck for long."""
import json

import pytest

from tests.engine.godot_run import ROOT

DEMO = ROOT / "godot_project"
SUFFIXES = (".gd", ".tscn", ".tres", ".gdshader")
SCRIPTS = ("museum_day.gd", "bridgehead_game.gd")


@pytest.fixture(scope="module")
def games(make_project):
    """The demo's games, scenes and scripts in a project of their own, with the scripts that look on."""
    files = {str(path.relative_to(DEMO)): path for folder in ("scenes", "scripts", "games") for path in (DEMO / folder).rglob("*")
             if path.suffix in SUFFIXES}
    return make_project({**files, **{name: ROOT / "tests/engine" / name for name in SCRIPTS}})


@pytest.fixture
def play_day(games, run_godot):
    """play_day(level, ticks, reload_after=0) → what was seen until night; a game that is reloaded goes on."""
    def play(level, ticks, reload_after=0):
        done = run_godot(project=games, args=["-s", "res://museum_day.gd"], user_args=[str(level), str(ticks), str(reload_after)])
        return json.loads(done.values()[0])
    return play


@pytest.mark.parametrize("ticks", [30, 60, 144])
@pytest.mark.parametrize("level", [0, 1, 7])
def test_a_day_at_the_museum(play_day, level, ticks):
    """The robot goes through the vent for the key, the player by stairs or lift to the alarm, and 150 visitors leave by two exits."""
    seen = play_day(level, ticks)
    assert seen["night"] and seen["has key"] and seen["guards"] == 8
    assert seen["left inside"] == 0 and seen["stuck"] < 10


@pytest.mark.parametrize("seconds", [8, 25, 38, 60])
def test_a_saved_day_goes_on(play_day, seconds):
    """Saved while the robot is under way, the player walks or rides the lift, and everybody flees."""
    seen = play_day(0, 60, seconds)
    assert seen["night"] and seen["has key"] and seen["left inside"] == 0 and seen["stuck"] < 10


@pytest.fixture
def play_bridgehead(games, run_godot):
    """play_bridgehead(level, ticks, difficulty=1, reload_after=-1) → what was seen until the end; a game that is reloaded goes on."""
    def play(level, ticks, difficulty=1, reload_after=-1):
        done = run_godot(project=games, args=["-s", "res://bridgehead_game.gd"], timeout=300,
                         user_args=[str(each) for each in (level, ticks, difficulty, reload_after)])
        return json.loads(done.values()[0])
    return play


@pytest.mark.parametrize("ticks", [30, 60, 144])
@pytest.mark.parametrize("level", [0, 1, 7])
def test_the_bot_wins_bridgehead(play_bridgehead, level, ticks):
    """Five waves of 2,000 attackers and two bosses are beaten, each thing is heard, and no soldier waits for ten seconds."""
    seen = play_bridgehead(level, ticks)
    assert seen["won"] and seen["keep"] > 0 and seen["kills"] == 2000 and seen["stuck"] < 10
    assert seen["hears"]["boss"] == 2 and seen["hears"]["wave"] == 5 and seen["hears"]["stone"] > 0 and seen["hears"]["built"] > 0


@pytest.mark.parametrize("seconds", [10, 45, 110])
def test_a_saved_game_of_bridgehead_goes_on(play_bridgehead, seconds):
    """Saved in the calm, in a wave, and while a boss walks."""
    seen = play_bridgehead(0, 30, 0, seconds)
    assert seen["won"] and seen["kills"] == 1000
