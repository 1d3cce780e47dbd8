"""Checks what a release ships on the machine that it runs on, whatever its system:  check_release.py DIST [GODOT]

It needs Python alone: the wheel for this machine runs the README's recipe in a fresh environment, and GODOT, the path of an engine,
computes the bits that tests/data/platforms.json has of all platforms.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROJECT = 'config_version=5\n\n[application]\nconfig/name="check"\n'
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, encoding="utf-8", errors="replace", **options)
    if done.returncode:
        sys.exit(f"check_release: {command[0]} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_wheel(dist, folder):
    venv.create(folder / "env", with_pip=True)
    python = folder / "env" / SCRIPTS / "python"
    run(python, "-m", "pip", "install", "--quiet", "--find-links", dist, "navpy-navmesh")
    recipe = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    answer = run(python, "-c", recipe, cwd=folder)
    if not answer.startswith("COMPLETE 20.6"):
        sys.exit(f"check_release: the README's recipe says {answer}")
    print("wheel: the README's recipe runs")


def make_project(dist, folder):
    """A Godot project with the addon that is packed in DIST, and the script that computes the bits."""
    packed = next(path for path in sorted(dist.glob("navpy-addon-*.zip")) if not path.stem.endswith("arm64"))
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(folder)
    (folder / "project.godot").write_text(PROJECT)
    (folder / ".godot").mkdir()
    (folder / ".godot/extension_list.cfg").write_text("res://addons/navpy/navpy.gdextension\n")
    (folder / "same_bits.gd").write_bytes((ROOT / "tests/platforms/same_bits.gd").read_bytes())


def check_addon(dist, godot, folder):
    make_project(dist, folder)
    answer = run(godot, "--headless", "--fixed-fps", "60", "--path", folder, "-s", "res://same_bits.gd")
    found = dict(json.loads(line.partition("RESULT ")[2]) for line in answer.splitlines() if line.startswith("RESULT "))
    table = json.loads((ROOT / "tests/data/platforms.json").read_text())
    differing = [name for name in table | found if table.get(name) != found.get(name)]
    if differing:
        sys.exit(f"check_release: the addon computes other values of {', '.join(differing)}")
    print(f"addon: the {len(table)} values of all platforms")


def main(dist, godot=None):
    dist = pathlib.Path(dist).resolve()
    for check, arguments in ((check_wheel, ()), *(((check_addon, (godot,)),) if godot else ())):
        with tempfile.TemporaryDirectory() as folder:
            check(dist, *arguments, pathlib.Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
