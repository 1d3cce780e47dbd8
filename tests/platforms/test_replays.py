"""Whole games in engines of other platforms: a record made here plays the same game there."""
import pytest

from tests.engine.godot_run import ROOT
from tests.platforms.conftest import make_project
from tools.build_games import DEMO, GAMES, list_files

SCRIPT = ROOT / "tests/engine/recorded_game.gd"
SLOWEST = 280       # seconds: qemu takes ten times as long


@pytest.mark.timeout(2 * SLOWEST)
@pytest.mark.parametrize("game", GAMES)
def test_a_record_plays_the_same_game(engine, native, tmp_path, game):
    """Bakes, paths and crowds are navpy's; bodies that slide, sines and square roots of scripts are the engine's."""
    files = {str(path.relative_to(DEMO)): path for path in list_files(game)}
    project = make_project(tmp_path / "project", {**files, SCRIPT.name: SCRIPT})
    record = tmp_path / "game.replay"
    native.run(project, "-s", f"res://{SCRIPT.name}", "--", game, "600", "--bot", "0", "60", "--record", str(record))
    again = engine.run(project, f"res://games/{game}/main.tscn", "--", "--replay", str(record), timeout=SLOWEST)
    assert "the same game" in again.stdout
