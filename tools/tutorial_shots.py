"""Takes the tutorial's pictures, docs/images/tutorial_<step>.png:  .venv/bin/python tools/tutorial_shots.py [STEP…]

Each step of docs/tutorials/godot.md is played in a project of its own, in a window of Xvfb. The first step has a picture of the
editor, too, tutorial_editor.png. Needs the built addon, xvfb and Pillow.
"""
import pathlib
import subprocess
import sys
import tempfile

import stage_addon
from PIL import Image
from tutorial_project import PAGE, ROOT, steps, write_project

COLORS = 128                    # of a picture: a third of the bytes, and nothing to see of it
FRAMES_PER_SECOND = 10          # tutorial_shot.gd counts in these
SHOT = [*"xvfb-run -a -s".split(), "-screen 0 1280x720x24"]
DRAWN = f"--rendering-driver opengl3 --audio-driver Dummy --debug-navigation --fixed-fps {FRAMES_PER_SECOND}".split()


def save(shot, name):
    out = ROOT / f"docs/images/tutorial_{name}.png"
    Image.open(shot).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(out, optimize=True)
    print(out, out.stat().st_size, "bytes")


def take(step, godot):
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        write_project(project, step)
        if step == 1:
            shot = project / "editor.png"
            subprocess.run([ROOT / "tools/editor_shot.sh", shot, "level.tscn", project], check=True)
            save(shot, "editor")
        stage_addon.stage(project)
        subprocess.run([godot, "--headless", "--path", project, "--import"], check=True, capture_output=True)
        # Godot's movie writer draws at a fixed step however slow the machine is; the last frame is the picture.
        subprocess.run([*SHOT, godot, "--path", project, *DRAWN, "--write-movie", project / "shot.png",
                        "-s", ROOT / "tools/tutorial_shot.gd", "--", str(step)], check=True)
        save(max(project.glob("shot*.png")), step)


if __name__ == "__main__":
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    for number in [int(argument) for argument in sys.argv[1:]] or steps(PAGE.read_text()):
        take(number, found)
