"""The library in a game: it ignores what is around it. tests/platforms/test_libraries.py looks at the file itself."""
import pathlib

import pytest

IS_LOADED = """
extends SceneTree
func _init():
    print("RESULT ", GDExtensionManager.is_extension_loaded("res://addons/navpy/navpy.gdextension"))
    quit()
"""


def test_loads_and_leaves_nothing_behind(run_godot):
    assert run_godot(IS_LOADED).values() == ["true"]


@pytest.mark.parametrize("environment", [
    {"PYTHONHOME": "/nowhere/at/all", "PYTHONPATH": "/nowhere/else"},
    {"PYTHONSTARTUP": "/etc/passwd", "PYTHONINSPECT": "1", "PYTHONVERBOSE": "3", "PYTHONUTF8": "0"},
    {"LC_ALL": "C", "LANG": "tr_TR.UTF-8"},
], ids=["home and path", "other variables", "locale"])
def test_ignores_the_environment(run_godot, environment):
    done = run_godot(IS_LOADED, environment=environment)
    assert done.values() == ["true"]
    assert "import " not in done.stderr        # what PYTHONVERBOSE would print


def test_takes_no_python_files_from_the_project(run_godot):
    traps = {name: "raise SystemError('taken from the project')" for name in ("enum.py", "encodings.py", "navpy.py")}
    assert run_godot(IS_LOADED, files=traps).values() == ["true"]


def test_runs_from_a_path_with_spaces_and_umlauts(run_godot, make_project):
    project = make_project(name="Ein Spiel für Käfer/ñ 字", copy=True)
    assert run_godot(IS_LOADED, project=project).values() == ["true"]


def test_editor_opens_and_closes_cleanly(editor_home):
    """editor_home is the home of an editor that has done so; it leaves there what it has collected for its help."""
    cache = pathlib.Path(editor_home["environment"]["XDG_CACHE_HOME"])
    assert list(cache.rglob("editor_doc_cache*"))
