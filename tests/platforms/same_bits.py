"""Golden values of same_bits.gd: what each platform's extension computes, by a name, and the table of their SHA-256.

    .venv/bin/python -m tests.platforms.same_bits       writes tests/data/platforms.json anew, by this machine's Godot

A change that is meant to change results comes with a new table, and its commit says why. Where a platform comes to other values, the
table is not at fault: something depends on the C library, the processor or the compiler.
"""
import json
import os
import pathlib
import tempfile

from tests.engine.godot_run import PROJECT, ROOT, find_godot, run_to_end
from tools.stage_addon import stage

SCRIPT = pathlib.Path(__file__).resolve().parent / "same_bits.gd"
TABLE = ROOT / "tests/data/platforms.json"


def results(run):
    """{name: SHA-256} of what a run of the script has printed."""
    return dict(json.loads(line) for line in run.values())


def differences(found):
    """Names of values that are not those of the table."""
    table = json.loads(TABLE.read_text())
    return [name for name in {**table, **found} if table.get(name) != found.get(name)]


def run_here():
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        stage(project)
        (project / "project.godot").write_text(PROJECT)
        command = [find_godot(), "--headless", "--fixed-fps", "60", "--path", folder, "-s", str(SCRIPT)]
        return run_to_end(command, 120, {**os.environ, "XDG_DATA_HOME": folder})


def main():
    run = run_here()
    if run.code or run.trouble():
        raise SystemExit(run.output)
    found = results(run)
    changed = differences(found) if TABLE.exists() else list(found)
    TABLE.write_text(json.dumps(found, indent=1) + "\n")
    for name in changed:
        print("changed:" if name in found else "gone:", name)


if __name__ == "__main__":
    main()
