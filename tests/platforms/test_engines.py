"""The extension in engines of other platforms: what the demo's first scene shows, and the bits of what it computes."""
import concurrent.futures

import pytest

from tests.engine.godot_run import ROOT
from tests.platforms.conftest import make_project
from tests.platforms.same_bits import SCRIPT, differences, results

DEMO = ROOT / "godot_project"
SAME_BITS = {SCRIPT.name: SCRIPT}
IS_LOADED = """
extends SceneTree
func _init():
    print("RESULT ", GDExtensionManager.is_extension_loaded("res://addons/navpy/navpy.gdextension"))
    quit()
"""


def run_same_bits(engine, project):
    return results(engine.run(project, "-s", f"res://{SCRIPT.name}"))


@pytest.mark.timeout(145)       # seconds: qemu takes ten times as long
def test_computes_the_same_bits(engine, tmp_path):
    found = run_same_bits(engine, make_project(tmp_path / "project", SAME_BITS))
    assert not differences(found)


@pytest.mark.timeout(145)
def test_the_first_scene_of_the_demo_runs(engine, tmp_path):
    files = [path for folder in ("scenes", "scripts") for path in (DEMO / folder).rglob("*") if path.suffix in (".gd", ".tscn")]
    project = make_project(tmp_path / "project", {str(path.relative_to(DEMO)): path for path in files})
    engine.run(project, "res://scenes/01_a_character_walks.tscn", "--", "--table")


def test_windows_loads_it_from_a_path_with_spaces_and_other_letters(wine, tmp_path):
    project = make_project(tmp_path / "Ein Spiel für Käfer/ñ 字", {"loads.gd": IS_LOADED})
    assert wine.run(project, "-s", "res://loads.gd").values() == ["true"]


def test_windows_runs_two_at_once(wine, tmp_path):
    projects = [make_project(tmp_path / name, SAME_BITS) for name in ("one", "two")]
    with concurrent.futures.ThreadPoolExecutor() as threads:
        found = list(threads.map(lambda project: run_same_bits(wine, project), projects))
    assert found[0] == found[1]
