"""What agents cost a frame of the real engine, beside the engine's own NavigationAgent3D.

    python bench/bench_engine.py [path of a Godot executable]

Idle ones: frames with and without 10,000 agents in turn. Walking ones: whole frames with agents that walk to the same goals
on the same polygons and avoid each other, under plain nodes, without physics bodies; nobody arrives meanwhile, and all
sides must have come equally far. The script of the peer is printed. Frames are run as fast as they go; a row is the median
of the rounds, the sides in turn. Walking bodies: the same with 1,000 CharacterBody3D on the square's floor, among its pillars,
and how much of it is move_and_slide; the last row has no agents at all, its bodies repeat the slides of the NavAgents that a
script moves, and must come to the same places. Loading: a world of 1,225 tiles from its bytes until an agent has a way
through it, beside a map that takes up the same polygons from a NavigationMesh that is there already; ours must lead everywhere
that it does, and no farther. And one building that comes or goes in a tiled world of 400, beside one region of 400 that is
switched off or on: by how much the frames until it is there are longer than idle ones. The editor's own binary is used unless
another is named: a release template takes less.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import numpy as np

import navpy
from bench_bake import SETTINGS, made_level
from bench_path import pairs_on_one_island

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNT = 10_000
PEER, SCRIPT = "NavigationAgent3D", "NavAgent, moved by a script"
MOVED, DRAWN = "NavAgent, moved by its Crowd", "Crowd with a MultiMesh"
DRIVEN, REPEATED = "NavAgent that drives its body", "no agents, the slides repeated"
COUNTS = (1000, 5000)
BODIES = 1000
WORLD = 35                  # tiles a side
ROUNDS = 3
SIZE = 200.0                # meters, of a square with a pillar in each of 100 fields
APART = 0.04                # of the way that the sides walk in the mean: so far they may be apart


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
        for name, source in (("bench.gd", script), ("walkers.gd", "engine_walkers.gd"), ("walking.gd", "walking.gd")):
            (project / name).write_text((ROOT / "bench" / source).read_text())
        prepare(project)
        home = {name: str(project / "home") for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
        done = subprocess.run([godot, "--headless", *options, "--path", project, "-s", "res://bench.gd"],
                              capture_output=True, text=True, timeout=1200, env={**os.environ, **home})
    if done.returncode or any(fault in done.stderr for fault in faults):
        sys.exit(f"the engine ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def make_square():
    """Triangles of a floor with pillars four meters wide."""
    boxes = [(-SIZE / 2, -0.5, -SIZE / 2, SIZE / 2, 0.0, SIZE / 2)]
    middles = [SIZE * (i + 0.5) / 10 - SIZE / 2 for i in range(10)]
    boxes += [(x - 2, 0.0, z - 2, x + 2, 3.0, z + 2) for x in middles for z in middles]
    sides = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
                      [1, 5, 7], [1, 7, 3]])
    vertices = [[(x0, x1)[k >> 2], (y0, y1)[k >> 1 & 1], (z0, z1)[k & 1]] for x0, y0, z0, x1, y1, z1 in boxes for k in range(8)]
    triangles = np.concatenate([sides + 8 * i for i in range(len(boxes))])
    return np.array(vertices, np.float32), triangles.astype(np.int32)


def make_ends(count):
    """Starts evenly spread beside the pillars, and goals at least 40 meters from them."""
    rng = np.random.default_rng(1)
    line = (np.arange(np.ceil(np.sqrt(1.1 * count))) + 0.5) / np.ceil(np.sqrt(1.1 * count)) * (SIZE - 4) - SIZE / 2 + 2
    places = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    places = places[np.abs((places + SIZE / 2) % (SIZE / 10) - SIZE / 20).max(1) > 3]
    assert len(places) >= count
    starts, goals = rng.permutation(places)[:count], rng.permutation(places)[:count]
    while True:
        near = np.hypot(*(goals - starts).T) < 40
        if not near.any():
            return starts.tolist(), goals.tolist()
        goals[near] = places[rng.integers(0, len(places), near.sum())]


def measure_walking(godot):
    """Microseconds a frame, by side and count."""
    mesh = navpy.bake(*make_square(), navpy.BakeSettings())
    starts, goals = make_ends(2 * COUNTS[-1])
    runs = [{"side": side, "count": count} for count in COUNTS for _ in range(ROUNDS) for side in (PEER, SCRIPT, MOVED, DRAWN)]
    runs += [{"side": DRAWN, "count": 2 * COUNTS[-1]}] * ROUNDS
    settings = {"starts": starts, "goals": goals, "runs": runs, "max_speed": 2.0, "radius": 0.5, "neighbor_distance": 10.0,
                "warm": 60, "frames": 120}

    def prepare(project):
        (project / "bench").mkdir()
        (project / "bench/walking.navmesh").write_bytes(mesh.to_bytes())
        (project / "bench/walking.json").write_text(json.dumps(settings))

    lines = run_engine(godot, "engine_walking.gd", "--fixed-fps", "60", prepare=prepare)
    rows = [json.loads(line.removeprefix("RESULT walking ")) for line in lines if line.startswith("RESULT walking ")]
    assert len(rows) == len(runs)
    found = {}
    for row in rows:
        found.setdefault((row["side"], row["count"]), []).append(row)
    for count in COUNTS:
        meters = [found[side, count][0]["walked"] for side in (PEER, SCRIPT, MOVED, DRAWN)]
        assert max(meters) - min(meters) < APART * max(meters), f"some walk farther than others: {meters}"
    return {key: statistics.median(row["usec"] for row in several) for key, several in found.items()}


def print_walking(found):
    print("the peer's script:")
    text = (ROOT / "bench/engine_walkers.gd").read_text()
    print(text[text.index("class Walker"):text.index("## Likewise, but")].rstrip())
    print(f"{'walking and avoiding, a whole frame':42}{'agents':>8}{'ms':>8}{'by NavigationAgent3D':>22}")
    for (side, count), usec in sorted(found.items(), key=lambda item: item[0][1]):
        peer = found[PEER, min(count, COUNTS[-1])]
        print(f"{side:42}{count:8}{usec / 1000:8.2f}{usec / peer:22.2f}" + (f" (of {COUNTS[-1]})" if count > COUNTS[-1] else ""))


def print_slides(godot):
    """1,000 bodies: the frame, and move_and_slide of it."""
    mesh = navpy.bake(*make_square(), navpy.BakeSettings())
    starts, goals = make_ends(BODIES)
    sides = (PEER, SCRIPT, DRIVEN, REPEATED)
    settings = {"starts": starts, "goals": goals, "sides": sides, "rounds": ROUNDS, "max_speed": 2.0, "radius": 0.5,
                "neighbor_distance": 10.0, "warm": 60, "frames": 120, "size": SIZE}

    def prepare(project):
        (project / "bench").mkdir()
        mesh.save(project / "bench/slides.navmesh")
        (project / "bench/slides.json").write_text(json.dumps(settings))

    lines = run_engine(godot, "engine_slides.gd", "--fixed-fps", "60", prepare=prepare)
    found = {side: [] for side in sides}
    for row in [json.loads(line.removeprefix("RESULT slides ")) for line in lines if line.startswith("RESULT slides ")]:
        found[row["side"]].append(row)
    assert all(len(rows) == ROUNDS for rows in found.values())
    meters = [rows[0]["meters"] for rows in found.values()]
    assert max(meters) - min(meters) < APART * max(meters), f"some walk farther than others: {meters}"
    for row in sum(found.values(), []):
        assert row["on_floor"] == BODIES, row
        assert row["side"] == DRIVEN or row["slides"] == BODIES * settings["frames"], row
    assert all(row["apart"] < 0.01 for row in found[REPEATED]), f"the repeated slides lead elsewhere: {found[REPEATED]}"
    print(f"{'1,000 CharacterBody3D, a whole frame':42}{'ms':>8}{'of it move_and_slide':>22}{'without':>9}")
    for side in sides:
        whole, slides = (statistics.median(row[key] for row in found[side]) / 1000 for key in ("usec", "slide_usec"))
        print(f"{side:42}{whole:8.2f}" + (f"{slides:22.2f}{whole - slides:9.2f}" if side != DRIVEN else ""))


def print_loading(godot):
    """A large world, from bytes to answers."""
    tile = 48
    level = made_level(size=int(WORLD * tile * SETTINGS["cell_size"]))
    mesh = navpy.bake(*level, navpy.BakeSettings(**SETTINGS, tile_size=tile, filter_enclosed_spaces=False))
    assert len(mesh.tiles) == WORLD ** 2

    def prepare(project):
        (project / "bench").mkdir()
        mesh.save(project / "bench/world.navmesh")
        pairs = np.stack(pairs_on_one_island(mesh, 20), axis=1)
        pairs[np.argsort(np.linalg.norm(pairs[:, 1] - pairs[:, 0], axis=1))].astype(np.float32).tofile(project / "bench/world.pairs")

    lines = run_engine(godot, "engine_loading.gd", "--fixed-fps", "60", prepare=prepare)
    row = json.loads(next(line for line in lines if line.startswith("RESULT loading ")).removeprefix("RESULT loading "))
    assert row["polygons"] == mesh.polygon_count and len(row["ours"]) == len(row["theirs"]) == row["rounds"]
    assert row["both"] >= 10 and row["ours_length"] <= row["theirs_length"] * (1 + 1e-6) < 1.1 * row["ours_length"], row
    print(f"{f'a world of {WORLD ** 2:,} tiles':42}{'polygons':>9}{'first ms':>10}{'median':>8}{'least':>8}")
    for what, key, polygons in (("navpy: from bytes to a way", "ours", row["polygons"]),
                                ("of that until the bytes are read", "read", row["polygons"]),
                                ("Godot: the map takes up a region", "theirs", row["their_polygons"])):
        print(f"{what:42}{polygons:9}{row[key][0]:10.2f}{statistics.median(row[key]):8.2f}{min(row[key]):8.2f}")


def print_changes(godot):
    rows = [json.loads(line.removeprefix("RESULT change ")) for line in run_engine(godot, "engine_changes.gd", "--fixed-fps", "60")
            if line.startswith("RESULT change ")]
    assert len(rows) == 2 and all(len(row["ms"]) == 40 for row in rows)
    print(f"{'one change of a world of 400 parts':42}{'ms of frames':>14}{'longest frame':>16}{'most of all':>14}")
    for row in rows:
        print(f"{row['what']:42}{statistics.median(row['ms']):14.2f}{statistics.median(row['longest']):16.2f}{max(row['longest']):14.2f}")


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
    print_walking(measure_walking(godot))
    print_slides(godot)
    print_loading(godot)
    print_changes(godot)


if __name__ == "__main__":
    main()
