"""What a NavAgent's request and NavMap's questions cost in the real engine, beside NavigationServer3D's over the same polygons.

    python bench/bench_engine_paths.py [folder of .obj levels] [path of a Godot executable]

A row is the median of rounds in turn, over seeded pairs on the level's largest island; a request is the body's new place, the
agent's cancel_request and its requestPath, all called from GDScript. Where both lead to the goal, ours must not be longer in sum.
Of the questions, no closest point of ours may be farther away than the place on our surface that is nearest to the engine's answer;
its polygons are flatter than ours. `call` is a method that does nothing.
"""
import json
import pathlib
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import navpy
from bench_bake import made_level, our_settings, read_level
from bench_engine import ROOT, run_engine
from bench_path import pairs_on_one_island

PAIRS = {"world": 300}


def write_levels(folder, levels):
    """The navmeshes and pairs that the engine's script reads."""
    folder.mkdir()
    found = [path for path in sorted(levels.iterdir()) if path.stem in ("nav_test", "undulating", "world")] if levels else []
    for name, (vertices, triangles) in [(path.stem, read_level(path)) for path in found if path.suffix in (".obj", ".npz")] or [
            ("made", made_level())]:
        with ThreadPoolExecutor() as executor:
            mesh = navpy.bake(vertices, triangles, our_settings(triangles), executor=executor)
        mesh.save(folder / f"{name}.navmesh")
        starts, goals = pairs_on_one_island(mesh, PAIRS.get(name, 2000))
        np.stack([starts, goals], axis=1).astype(np.float32).tofile(folder / f"{name}.pairs")


def main():
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    levels = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
    lines = run_engine(sys.argv[2] if len(sys.argv) > 2 else found.stdout.strip(), "engine_paths.gd",
                       prepare=lambda project: write_levels(project / "bench", levels), faults=("ERROR: no path", "SCRIPT ERROR"))
    rows = [json.loads(line.partition("paths ")[2]) for line in lines if line.startswith("RESULT paths ")]
    assert rows, "the engine measured nothing"
    for row in rows:
        ours, theirs = statistics.median(row["ours"]), statistics.median(row["theirs"])
        assert row["ours_length"] <= row["theirs_length"] * (1 + 1e-6), row
        print(f"{row['level']}: a request {ours:.2f} µs, map_get_path {theirs:.2f} µs, ratio {ours / theirs:.3f}; on the "
              f"{row['both']} of {row['pairs']} pairs that Godot leads to the goal its paths are "
              f"{100 * (row['theirs_length'] / max(row['ours_length'], 1e-9) - 1):.2f} % longer", flush=True)
    for line in lines:
        if line.startswith("RESULT questions "):
            row = json.loads(line.partition("questions ")[2])
            print_questions(row["level"], row["farther"], {name: statistics.median(times) for name, times in row["times"].items()})


def print_questions(level, farther, times):
    assert farther < 1e-3, f"{level}: a closest point is {farther} m farther away than another place of the surface"
    print(f"{level}: find_path {times['find_path']:.2f} µs, map_get_path {times['map_get_path']:.2f} µs, ratio "
          f"{times['find_path'] / times['map_get_path']:.3f}; closest_point {times['closest_point']:.2f} µs, map_get_closest_point "
          f"{times['map_get_closest_point']:.2f} µs, ratio {times['closest_point'] / times['map_get_closest_point']:.4f}; 10,000 "
          f"closest_points in one call {times['closest_points'] / 1000:.2f} ms; an empty call {times['call']:.2f} µs", flush=True)


if __name__ == "__main__":
    main()
