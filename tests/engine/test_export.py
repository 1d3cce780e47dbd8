"""The packed addon in an empty project, and the demo as an exported game, on a machine without Python."""
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from tests.engine.godot_run import ROOT, run_to_end
from tools.platforms import this_machine

DEMO = ROOT / "godot_project"

# Said by Debian's release template of any scene with a container, and by the engine where there is no shell.
ENGINE_NOISE = ["Attempt to disconnect a nonexistent connection", "xdg-user-dir"]


@pytest.fixture(scope="module")
def engine_with_templates():
    """A Godot and its export templates, from Debian's packages whatever GODOT says: they must be of one version."""
    environment = {name: value for name, value in os.environ.items() if name != "GODOT"}
    environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
    found = subprocess.run([ROOT / "tools/get_godot.sh", "--templates"], stdout=subprocess.PIPE, text=True, env=environment)
    assert found.returncode == 0, "no export templates to test with"
    return found.stdout.strip()


@pytest.fixture(scope="module")
def packed_addon(tmp_path_factory):
    """The zip that `make addon` writes, for this machine's platform alone."""
    command = [sys.executable, ROOT / "tools/pack_addon.py", "-o", tmp_path_factory.mktemp("dist"), this_machine().name]
    packed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return packed.stdout.split()[0]


def copy_demo(packed_addon, project):
    """The demo as a game developer would have it: the project, and the addon unpacked from the zip."""
    shutil.copytree(DEMO, project, ignore=shutil.ignore_patterns(".godot", "addons", "*.uid", "*.import"))
    with zipfile.ZipFile(packed_addon) as archive:
        archive.extractall(project)
    (project / ".godot").mkdir()
    (project / ".godot/extension_list.cfg").write_text("res://addons/navpy/navpy.gdextension\n")


def test_the_exported_demo_runs_where_there_is_no_python(engine_with_templates, packed_addon, tmp_path):
    project, game = tmp_path / "project", tmp_path / "game"
    copy_demo(packed_addon, project)
    game.mkdir()
    export = run_to_end([engine_with_templates, "--headless", "--path", str(project), "--export-release", "Linux",
                         str(game / "demo.x86_64")], 300, dict(os.environ))
    assert export.code == 0 and (game / "demo.x86_64").exists(), export.output[-4000:]
    assert sorted(path.name for path in game.iterdir()) == ["demo.pck", "demo.x86_64", "libnavpy.so"]
    run = run_to_end([ROOT / "tools/run_in_bare_root.sh", str(game), "demo.x86_64", "--headless", "--fixed-fps", "60", "--",
                      "--table"], 300, dict(os.environ))
    assert run.code == 0, run.output[-4000:]
    assert not run.trouble(expected=ENGINE_NOISE), run.output[-4000:]
