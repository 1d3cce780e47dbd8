"""The games' shell: menus by a pad alone, and records that play the same game again."""
import json
import os

import pytest

from tests.engine.exported_demo import ENGINE_NOISE
from tests.engine.godot_run import ROOT, run_to_end
from tests.engine.test_games import games  # noqa: F401 - a fixture
from tools.build_games import export, pack_addon
from tools.platforms import this_machine

SCRIPTS = ("recorded_game.gd", "menus_by_pad.gd")
BOTH = pytest.mark.parametrize("game", ["museum", "bridgehead"])


@pytest.fixture
def record(games, run_godot, tmp_path):         # noqa: F811
    """record(game, ticks, *options of the bot) → path of a record."""
    def make(game, ticks, *bot):
        path = tmp_path / f"{game}.replay"
        run_godot(project=games, files={name: ROOT / "tests/engine" / name for name in SCRIPTS}, args=["-s", "res://recorded_game.gd"],
                  user_args=[game, str(ticks), "--bot", *bot, "--record", str(path)])
        return path
    return make


@pytest.fixture
def replay(games, start_godot):         # noqa: F811
    """replay(game, path of a record) → Run of another process."""
    def play(game, path):
        return start_godot(project=games, args=[f"res://games/{game}/main.tscn"], user_args=["--replay", str(path)])
    return play


@BOTH
@pytest.mark.parametrize("bot", [("0", "60"), ("7", "144"), ("0", "60", "4")], ids=["60 ticks", "144 ticks", "saved and loaded"])
def test_a_record_plays_the_same_game(record, replay, game, bot):
    """In slow motion for a while; a game that was loaded is recorded from there on."""
    again = replay(game, record(game, 600, *bot))
    assert "the same game" in again.stdout and again.code == 0 and not again.trouble(), again.output


def test_another_game_is_noticed(record, replay):
    """The level's number is one of the record's first values."""
    path = record("bridgehead", 300, "0", "60")
    saved = path.read_bytes()
    word = b"level\0\0\0\2\0\0\0"
    assert saved.count(word) == 1
    path.write_bytes(saved.replace(word + b"\0\0\0\0", word + b"\1\0\0\0"))
    again = replay("bridgehead", path)
    assert "another game from tick 1 on" in again.stdout and again.code == 1


@BOTH
def test_the_menus_by_a_pad(games, run_godot, game):            # noqa: F811
    """From the title to the options, through a game that is paused, saved, loaded and begun again, to a replay and to the end."""
    done = run_godot(project=games, files={name: ROOT / "tests/engine" / name for name in SCRIPTS}, args=["-s", "res://menus_by_pad.gd"],
                     user_args=[game])
    first = {"museum": "The old wing", "bridgehead": "The old bridge"}[game]
    assert json.loads(done.values()[0]) == [
        f"title: {first}", "options: 60", "144 ticks", "difficulty 2", "moved", "paused: Go on", "stands still", "options: 144",
        "60 ticks", "back: Go on", "saved: Go on", "moved", "moved", "B goes on", "replay: the same game"]


def test_an_exported_game_plays_a_record_where_there_is_no_python(record, engine_with_templates, tmp_path):
    """Out of the addon's zip: the same bits in the release template as in the editor's engine."""
    path = record("bridgehead", 600, "0", "60")
    folder = tmp_path / "game"
    program = export(engine_with_templates, "bridgehead", this_machine().name, pack_addon(tmp_path, [this_machine().name]), folder)
    assert {each.name for each in folder.iterdir()} == {"bridgehead.pck", program.name, "libnavpy.so"}
    path.rename(folder / path.name)
    run = run_to_end([ROOT / "tools/run_in_bare_root.sh", str(folder), program.name, "--headless", "--fixed-fps", "60", "--",
                      "--replay", f"/game/{path.name}"], 300, dict(os.environ))
    assert run.code == 0 and "the same game" in run.stdout and not run.trouble(expected=ENGINE_NOISE), run.output[-4000:]
