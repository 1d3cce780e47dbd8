"""What a NavAgent's request costs in the real engine, beside NavigationServer3D.map_get_path over the same polygons.

    python bench/bench_engine_paths.py [folder of .obj levels] [path of a Godot executable]

A row is the median of rounds in turn, over seeded pairs on the level's largest island; a request is the body's new place, the
agent's stop and its requestPath, all called from GDScript. Where both lead to the goal, ours must not be longer in sum.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import navpy
from bench_bake import made_level, our_settings, read_level
from bench_path import pairs_on_one_island

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAIRS = {"world": 300}


def write_levels(folder, levels):
    """The navmeshes and pairs that the engine's script reads."""
    found = [path for path in sorted(levels.iterdir()) if path.stem in ("nav_test", "undulating", "world")] if levels else []
    for name, (vertices, triangles) in [(path.stem, read_level(path)) for path in found if path.suffix in (".obj", ".npz")] or [
            ("made", made_level())]:
        with ThreadPoolExecutor() as executor:
            mesh = navpy.bake(vertices, triangles, our_settings(triangles), executor=executor)
        mesh.save(folder / f"{name}.navmesh")
        starts, goals = pairs_on_one_island(mesh, PAIRS.get(name, 2000))
        np.stack([starts, goals], axis=1).astype(np.float32).tofile(folder / f"{name}.pairs")


def run_engine(godot, levels):
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        (project / "project.godot").write_text('config_version=5\n[application]\nconfig/name="bench"\n')
        (project / "addons").mkdir()
        (project / "addons/navpy").symlink_to(ROOT / "addons/navpy")
        (project / ".godot").mkdir()
        (project / ".godot/extension_list.cfg").write_text("res://addons/navpy/navpy.gdextension\n")
        (project / "bench.gd").write_text((ROOT / "bench/engine_paths.gd").read_text())
        (project / "bench").mkdir()
        write_levels(project / "bench", levels)
        home = {name: str(project / "home") for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
        done = subprocess.run([godot, "--headless", "--path", project, "-s", "res://bench.gd"], capture_output=True, text=True,
                              timeout=1200, env={**os.environ, **home})
    if done.returncode or "ERROR: no path" in done.stderr or "SCRIPT ERROR" in done.stderr:
        sys.exit(f"the engine ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout.splitlines()


def main():
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    levels = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
    lines = run_engine(sys.argv[2] if len(sys.argv) > 2 else found.stdout.strip(), levels)
    rows = [json.loads(line.partition("paths ")[2]) for line in lines if line.startswith("RESULT paths ")]
    assert rows, "the engine measured nothing"
    for row in rows:
        ours, theirs = statistics.median(row["ours"]), statistics.median(row["theirs"])
        assert row["ours_length"] <= row["theirs_length"] * (1 + 1e-6), row
        print(f"{row['level']}: a request {ours:.2f} µs, map_get_path {theirs:.2f} µs, ratio {ours / theirs:.3f}; on the "
              f"{row['both']} of {row['pairs']} pairs that Godot leads to the goal its paths are "
              f"{100 * (row['theirs_length'] / max(row['ours_length'], 1e-9) - 1):.2f} % longer", flush=True)


if __name__ == "__main__":
    main()
