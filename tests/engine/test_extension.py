"""The one file that a game copies: what it needs, what it shows, and where it runs."""
import pathlib
import re
import subprocess

import pytest

from tests.engine.godot_run import ROOT

IS_LOADED = """
extends SceneTree
func _init():
    print("RESULT ", GDExtensionManager.is_extension_loaded("res://addons/navpy/navpy.gdextension"))
    quit()
"""


def tool(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def as_version(parts):
    return tuple(map(int, parts))


def test_size_stays_below_6_66_mb(library):
    assert library.stat().st_size <= 6_660_000


def test_runs_with_the_c_library_that_the_readme_names(library):
    promised = re.search(r"glibc (\d+)\.(\d+) or newer", (ROOT / "README.md").read_text()).groups()
    needed = re.findall(r"GLIBC_(\d+)\.(\d+)", tool("readelf", "--version-info", "--wide", library))
    assert max(map(as_version, needed)) <= as_version(promised)


def test_needs_only_the_c_library(library):
    lines = tool("readelf", "--dynamic", "--wide", library).splitlines()
    needed = {line.partition("[")[2].rstrip("]") for line in lines if "(NEEDED)" in line}
    assert needed <= {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}
    assert not [line for line in lines if "RPATH" in line or "RUNPATH" in line]


def test_exports_nothing_but_the_entry(library):
    defined = tool("nm", "--dynamic", "--defined-only", library).split()[2::3]
    assert defined == ["navpy_init"]


def test_names_no_folder_of_this_machine(library):
    assert str(library.parents[4]).encode() not in library.read_bytes()


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
