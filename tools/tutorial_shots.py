"""Takes the tutorial's pictures, docs/images/tutorial_<step>.png:  .venv/bin/python tools/tutorial_shots.py [STEP…]

Each step of docs/tutorials/godot.md is played in a project of its own, in a window of Xvfb. Needs the built addon, xvfb and Pillow.
"""
import pathlib
import subprocess
import sys
import tempfile

import stage_addon
from PIL import Image
from tutorial_project import PAGE, PROJECT, ROOT, project_files, steps

COLORS = 128                    # of a picture: a third of the bytes, and nothing to see of it
FRAMES_PER_SECOND = 10          # tutorial_shot.gd counts in these


def take(step, godot):
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        for name, content in {"project.godot": PROJECT, **project_files(PAGE.read_text(), step)}.items():
            (project / name).write_text(content)
        stage_addon.stage(project)
        subprocess.run([godot, "--headless", "--path", project, "--import"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # Godot's movie writer draws at a fixed step however slow the machine is; the last frame is the picture.
        subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 960x540x24", godot, "--path", project, "--rendering-driver", "opengl3",
                        "--audio-driver", "Dummy", "--resolution", "960x540", "--fixed-fps", str(FRAMES_PER_SECOND), "--debug-navigation",
                        "--write-movie", project / "shot.png", "-s", ROOT / "tools/tutorial_shot.gd", "--", str(step)], check=True)
        out = ROOT / f"docs/images/tutorial_{step}.png"
        Image.open(max(project.glob("shot*.png"))).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(out, optimize=True)
        print(out, out.stat().st_size, "bytes")


if __name__ == "__main__":
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    for number in [int(argument) for argument in sys.argv[1:]] or steps(PAGE.read_text()):
        take(number, found)
