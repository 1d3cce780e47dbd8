"""Two dimensions in the real engine: bakes from outlines and paths, beside NavigationServer2D on the same outlines; frames of agents
that walk, beside NavigationAgent2D's.

    python bench/bench_plane.py [path of a Godot executable]

Levels are squares with an obstacle of ten corners in each field; the server's polygon has square corners where ours has round ones. A
bake is the median of some rounds on the main thread, in one piece, as the server's is. Paths are 200 between random places, with their
points. Ours are asked once and then again and again, as a map keeps what it has seen from its corners; of the later passes, ours and
the server's in turn, the fastest counts. A call alone is a path from a place to itself. None of ours may be longer than the
server's by more than what its corners allow, half a radius for each field crossed.

Walking ones: whole frames with agents that walk to the same goals on the same level and avoid each other, under plain nodes, without
physics bodies; nobody arrives meanwhile, and all sides must have come equally far (bench_engine.py does the same in three dimensions).

Then a TileMapLayer of 512 × 512 cells, every fifth a wall: its bake in tiles, from the cells to the navmesh, on all threads and
on the worker alone; and one changed cell, by how much the longest frame until it is there is longer than an idle one, and how
long that takes.
"""
import json
import statistics
import sys

from bench_engine import APART, COUNTS, ROUNDS, SIZE, make_ends, run_engine
from tests.engine.godot_run import find_godot

ROUND = 5.0                 # pixels a field: a quarter circle around a corner against the corner's square
FIELD = 160.0
PIXELS = 20.0               # for a meter of the square of bench_engine.py
PEER = "NavigationAgent2D"
SIDES = (PEER, "NavAgent2D, moved by a script", "NavAgent2D, moved by its Crowd2D", "Crowd2D with a MultiMesh")


def check(level):
    ours, theirs = level["lengths"]
    both = [(a, b) for a, b in zip(ours, theirs) if a >= 0 and b >= 0]
    assert len(both) > 0.9 * len(ours), f"{level['corners']} corners: only {len(both)} of {len(ours)} paths are complete on both sides"
    worst = max(a - b - ROUND * (1 + b / FIELD) for a, b in both)
    assert worst <= 0, f"{level['corners']} corners: a path is {worst:.1f} pixels longer than it may be"
    return sum(a for a, _ in both) / sum(b for _, b in both)


def row(level):
    """A line of the table."""
    length = check(level)
    (first, again, server, alone), (few, many) = level["path_us"], level["polygons"]
    bake, server_bake = level["ours"], level["theirs"]
    return (f"{level['corners']:8} {bake:7.2f} ms {server_bake:8.2f} ms {bake / server_bake:6.3f} {few:7} : {many:6} "
            f"{first:8.1f} {again:8.1f} {server:8.1f} {again / server:6.3f} {alone:8.2f} {length:7.4f}")


def print_walking(godot):
    """Frames, by side and count."""
    starts, goals = make_ends(COUNTS[-1])
    runs = [{"side": side, "count": count} for count in COUNTS for _ in range(ROUNDS) for side in SIDES]
    starts, goals = ([[PIXELS * x, PIXELS * y] for x, y in places] for places in (starts, goals))
    settings = {"starts": starts, "goals": goals, "runs": runs, "size": PIXELS * SIZE, "max_speed": 2.0 * PIXELS,
                "neighbor_distance": 10.0 * PIXELS, "warm": 60, "frames": 120}

    def prepare(project):
        (project / "bench").mkdir()
        (project / "bench/walking.json").write_text(json.dumps(settings))

    lines = run_engine(godot, "plane_walking.gd", "--fixed-fps", "60", prepare=prepare)
    rows = [json.loads(line.removeprefix("RESULT walking ")) for line in lines if line.startswith("RESULT walking ")]
    assert len(rows) == len(runs)
    print(f"{'walking and avoiding, a whole frame':42}{'agents':>8}{'ms':>8}{'by NavigationAgent2D':>22}{'pixels walked':>15}")
    for count in COUNTS:
        found = {side: [row for row in rows if row["side"] == side and row["count"] == count] for side in SIDES}
        usec = {side: statistics.median(row["usec"] for row in several) for side, several in found.items()}
        pixels = {side: several[0]["walked"] for side, several in found.items()}
        assert max(pixels.values()) - min(pixels.values()) < APART * max(pixels.values()), f"some walk farther than others: {pixels}"
        for side in SIDES:
            print(f"{side:42}{count:8}{usec[side] / 1000:8.2f}{usec[side] / usec[PEER]:22.2f}{pixels[side]:15.1f}")


def main():
    godot = sys.argv[1] if len(sys.argv) > 1 else find_godot()
    print(f"{'corners':>8} {'bake':>10} {'server':>11} {'ratio':>6} {'polygons':>16} "
          f"{'path µs':>8} {'again':>8} {'server':>8} {'ratio':>6} {'call':>8} {'length':>7}")
    for line in run_engine(godot, "plane.gd"):
        if line.startswith("{"):
            print(row(json.loads(line)))
    print_walking(godot)
    print(f"\n{'radius':>8} {'bake':>10} {'worker':>11} {'polygons':>9} {'one cell':>11} {'until then':>11}")
    for line in run_engine(godot, "plane_cells.gd", "--fixed-fps", "60"):
        if line.startswith("{"):
            cells = json.loads(line)
            (bake, worker), (longer, until) = cells["bake"], cells["change"]
            print(f"{cells['radius']:8.0f} {bake:7.0f} ms {worker:8.0f} ms {cells['polygons']:9} {longer:8.2f} ms {until:8.1f} ms")


if __name__ == "__main__":
    main()
