"""The demo as an exported game for Linux, with the addon out of the zip that game developers get."""
import os
import re
import shutil
import subprocess
import sys
import zipfile

from tests.engine.godot_run import ROOT, run_to_end
from tools.platforms import this_machine

DEMO = ROOT / "godot_project"
PROGRAM = "demo.x86_64"

# Said by Debian's release template of any scene with a container, and by the engine where there is no shell.
ENGINE_NOISE = ["Attempt to disconnect a nonexistent connection", "xdg-user-dir"]


def pack_addon(folder):
    """Path of the zip that `make addon` writes, in a folder, for this machine's platform alone."""
    command = [sys.executable, ROOT / "tools/pack_addon.py", "-o", folder, this_machine().name]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()[0]


def copy_demo(packed_addon, project, scene):
    """The demo as a game developer would have it: the project, and the addon unpacked from the zip."""
    shutil.copytree(DEMO, project, ignore=shutil.ignore_patterns(".godot", "addons", "*.uid", "*.import"))
    with zipfile.ZipFile(packed_addon) as archive:
        archive.extractall(project)
    settings = project / "project.godot"
    settings.write_text(re.sub("(?<=run/main_scene=).*", f'"res://scenes/{scene}.tscn"', settings.read_text()))
    (project / ".godot").mkdir()
    (project / ".godot/extension_list.cfg").write_text("res://addons/navpy/navpy.gdextension\n")


def export_demo(editor, packed_addon, folder, template=None, scene="01_a_character_walks"):
    """The folder of the exported game, which shows SCENE: a release, or a debug build with the engine TEMPLATE (a path) in it."""
    project, game = folder / "project", folder / "game"
    copy_demo(packed_addon, project, scene)
    game.mkdir()
    if template:
        with open(project / "export_presets.cfg", "a") as presets:
            presets.write(f'custom_template/debug="{template}"\ndebug/export_console_wrapper=0\n')
    done = run_to_end([editor, "--headless", "--path", str(project), "--export-debug" if template else "--export-release", "Linux",
                       str(game / PROGRAM)], 300, dict(os.environ))
    assert done.code == 0 and (game / PROGRAM).exists(), done.output[-4000:]
    assert {path.name for path in game.iterdir()} == {"demo.pck", PROGRAM, "libnavpy.so"}
    return game


def run_demo_in_bare_root(game, root=None):
    """Runs the exported game in a root without Python, the engine's or ROOT; it must end well and without errors."""
    environment = {**os.environ, **({"BARE_ROOT": str(root)} if root else {})}
    run = run_to_end([ROOT / "tools/run_in_bare_root.sh", str(game), PROGRAM, "--headless", "--fixed-fps", "60", "--", "--table"],
                     300, environment)
    assert run.code == 0, run.output[-4000:]
    assert not run.trouble(expected=ENGINE_NOISE), run.output[-4000:]
