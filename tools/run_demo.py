"""Runs the demo's scenes without a window at 60 fixed frames a second and passes on their tables and the first bad exit code.

With --play it opens the menu of the scenes in a window instead."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROJECT = ROOT / "godot_project"


def main(plays):
    if plays and sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        print("make play: there is no screen, as neither DISPLAY nor WAYLAND_DISPLAY is set; make demo needs none", file=sys.stderr)
        return 1
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    if found.returncode:
        return found.returncode
    program = found.stdout.strip()
    godot = [program, "--headless", "--path", str(PROJECT)]
    # A fresh checkout has neither imported resources nor the list of script classes; a further import takes a moment.
    imported = subprocess.run([*godot, "--import"], capture_output=True, text=True)
    if imported.returncode:
        print(imported.stdout + imported.stderr, file=sys.stderr)
        return imported.returncode
    if plays:
        return subprocess.run([program, "--path", str(PROJECT)]).returncode
    for scene in sorted(PROJECT.glob("scenes/[0-9]*.tscn")):
        print(scene.stem, flush=True)
        code = subprocess.run([*godot, "--fixed-fps", "60", f"res://scenes/{scene.name}", "--", "--table"]).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main("--play" in sys.argv[1:]))
