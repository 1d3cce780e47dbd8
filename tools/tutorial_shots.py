"""Takes the tutorial's pictures, docs/images/tutorial_<step>.png:  .venv/bin/python tools/tutorial_shots.py [STEP…]

Each step of docs/tutorials/godot.md is played in a project of its own, in a window of Xvfb. Needs the built addon, xvfb and Pillow.
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


def take(step, godot):
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        write_project(project, step)
        stage_addon.stage(project)
        subprocess.run([godot, "--headless", "--path", project, "--import"], check=True, capture_output=True)
        # Godot's movie writer draws at a fixed step however slow the machine is; the last frame is the picture.
        subprocess.run([*SHOT, godot, "--path", project, *DRAWN, "--write-movie", project / "shot.png",
                        "-s", ROOT / "tools/tutorial_shot.gd", "--", str(step)], check=True)
        out = ROOT / f"docs/images/tutorial_{step}.png"
        last = max(project.glob("shot*.png"))
        Image.open(last).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(out, optimize=True)
        print(out, out.stat().st_size, "bytes")


if __name__ == "__main__":
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    for number in [int(argument) for argument in sys.argv[1:]] or steps(PAGE.read_text()):
        take(number, found)
