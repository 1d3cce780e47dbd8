"""Godot in a window that nobody sees, for tools that take pictures. Needs the built addon and xvfb-run."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(size, fps, *words):
    """Runs the demo project's Godot with these words at a fixed step, however slow the machine is."""
    godot = subprocess.run([ROOT / "tools/get_godot.sh"], capture_output=True, text=True, check=True).stdout.strip()
    command = ["xvfb-run", "-a", "-s", "-screen 0 1280x720x24", godot, "--path", ROOT / "godot_project",
               "--rendering-driver", "opengl3", "--audio-driver", "Dummy", "--resolution", size, "--fixed-fps", str(fps), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    if done.returncode or "SCRIPT ERROR" in done.stderr:
        sys.exit(f"{words}: {done.stdout}{done.stderr}")
