"""Whole games: what their bots come to, with agents that are never stuck for long."""
import json

import pytest

from tests.engine.godot_run import ROOT

DEMO = ROOT / "godot_project"
SUFFIXES = (".gd", ".tscn", ".tres", ".gdshader")
SCRIPTS = ("museum_rounds.gd", "bridgehead_game.gd")


@pytest.fixture(scope="module")
def games(make_project):
    """The demo's games, scenes and scripts in a project of their own, with the scripts that look on."""
    files = {str(path.relative_to(DEMO)): path for folder in ("scenes", "scripts", "games") for path in (DEMO / folder).rglob("*")
             if path.suffix in SUFFIXES}
    return make_project({**files, **{name: ROOT / "tests/engine" / name for name in SCRIPTS}})


@pytest.fixture
def play_museum(games, run_godot):
    """play_museum(level, ticks, reload_after=-1) → how the game went, in its witness's words. What that finds wrong fails the run."""
    def play(level, ticks, reload_after=-1):
        return run_godot(project=games, args=["res://games/museum/main.tscn"],
                         user_args=["--bot", str(level), str(ticks), str(reload_after)], timeout=300).values("won ")[0]
    return play


@pytest.mark.parametrize("level, ticks", [(0, 30), (0, 60), (1, 60), (7, 30)])
def test_the_bot_wins_the_museum(play_museum, level, ticks):
    """The day with the key, the alarm and 150 visitors, the night with eight guards. Nobody is stuck, off the mesh or the floor."""
    assert f"at {ticks} ticks" in play_museum(level, ticks)


def test_a_saved_museum_goes_on(play_museum):
    """Saved in the day, while the robot is under way."""
    assert "at 30 ticks" in play_museum(0, 30, 15)


def test_rounds_of_the_museum_leave_nothing(games, run_godot):
    """What the first round has loaded stays, and nothing of the others does."""
    done = run_godot(project=games, args=["-s", "res://museum_rounds.gd"], user_args=["0", "5", "3"])
    seen = json.loads(done.values()[0])
    assert seen["objects"][1:] == [seen["objects"][1]] * 4 and seen["orphans"] == [0] * 5


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
