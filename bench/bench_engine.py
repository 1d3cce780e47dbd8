"""What an idle NavAgent costs a frame of the real engine, beside the engine's own NavigationAgent3D.

    python bench/bench_engine.py [path of a Godot executable]

Frames are run as fast as they go, with and without 10,000 agents in turn; a row is the median of the rounds. The editor's
own binary is used unless another is named: a release template takes less.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNT = 10_000


def run_engine(godot, script, *options, prepare=lambda project: None, faults=("ERROR",)):
    """The lines that a script of this folder prints in a project of its own with the addon; ends the program where the engine fails or
    prints one of the faults. prepare: is given the project's folder first."""
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        (project / "project.godot").write_text('config_version=5\n[application]\nconfig/name="bench"\n')
        (project / "addons").mkdir()
        (project / "addons/navpy").symlink_to(ROOT / "addons/navpy")
        (project / ".godot").mkdir()
        (project / ".godot/extension_list.cfg").write_text("res://addons/navpy/navpy.gdextension\n")
        (project / "bench.gd").write_text((ROOT / "bench" / script).read_text())
        prepare(project)
        home = {name: str(project / "home") for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
        done = subprocess.run([godot, "--headless", *options, "--path", project, "-s", "res://bench.gd"],
                              capture_output=True, text=True, timeout=1200, env={**os.environ, **home})
    if done.returncode or any(fault in done.stderr for fault in faults):
        sys.exit(f"the engine ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def main():
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    godot = sys.argv[1] if len(sys.argv) > 1 else found.stdout.strip()
    lines = run_engine(godot, "engine.gd", "--fixed-fps", "60")
    rows = [json.loads(line.partition("cost ")[2]) for line in lines if line.startswith("RESULT cost ")]
    assert len(rows) == 3 and all(row["count"] == COUNT and len(row["ns"]) >= 5 for row in rows)
    print(next(line for line in lines if line.startswith("RESULT threads ")).removeprefix("RESULT "))
    print(f"{'10,000 in the scene':42}{'ns an agent and frame':>22}{'least':>8}{'most':>8}")
    for row in rows:
        print(f"{row['what']:42}{statistics.median(row['ns']):22.1f}{min(row['ns']):8.1f}{max(row['ns']):8.1f}")


if __name__ == "__main__":
    main()
