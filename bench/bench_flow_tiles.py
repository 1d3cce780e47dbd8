"""Flow tiles on large maps beside whole integration fields: work a frame, frames until units move, memory, growth.

    python bench/bench_flow_tiles.py [path of a Godot executable]

10,000 units in 100 groups, each with a goal of its own anywhere on the map, all requested in one frame; a stamp of walls across some
ways. The units walk by the directions. What is timed is checked: ways against a whole field of the same run, places against walls.
The same units then walk in the engine by the node NavFlowField."""
import concurrent.futures
import json
import math
import subprocess
import sys
import time

import numpy as np
from scipy.ndimage import gaussian_filter

from bench_engine import ROOT, run_engine
from navpy import CostField, FlowTiles, IntegrationField

SIZES = (1365, 2730, 4096)              # 1, 4 and 9 times the map
GROUPS, UNITS = 100, 100
STEP = 0.3                              # cells a frame
BUDGET = 0.003                          # seconds a frame: a task that has begun may end half a millisecond later
LIMIT = 0.004
AFTER, STAMP = 60, 24                   # frames that units walk before the stamp and after it; cells


def ground(size):
    noise = gaussian_filter(np.random.default_rng(1).normal(size=(1024, 1024)), 8, mode="wrap")
    costs = np.where(noise > np.quantile(noise, 0.7), np.inf, 1.0).astype(np.float32)
    return np.tile(costs, (4, 4))[:size, :size].copy()


def free_places(costs, rng, count):
    places = np.zeros((0, 2))
    while len(places) < count:
        found = rng.uniform(0.0, costs.shape[0], (count, 2))
        rows, columns = np.floor(found[:, ::-1]).astype(int).T
        places = np.concatenate([places, found[np.isfinite(costs[rows, columns])]])
    return places[:count]


def whole(field, goal):
    """Seconds, and bytes: two floats and a byte by cell, and of the flow two doubles and two bytes."""
    begun = time.perf_counter()
    found = IntegrationField(field, [goal])
    found.flow()
    return time.perf_counter() - begun, 27 * found.times.size, found


def units_of(costs):
    """A goal for each group, and the places of its units."""
    rng = np.random.default_rng(2)
    goals, starts = free_places(costs, rng, GROUPS), free_places(costs, rng, GROUPS)
    places = []
    for start in starts:
        near = (start + rng.uniform(-12.0, 12.0, (4 * UNITS, 2))).clip(0.0, costs.shape[0] - 1e-3)
        near = near[np.isfinite(costs[tuple(np.floor(near[:, ::-1]).astype(int).T)])]
        places.append(near[:UNITS])
    return goals, places


def follow(costs, tiles, groups, places):
    """One frame: seconds of field work, also without those that other programs had, and what each unit went by."""
    begun, processor = time.perf_counter(), time.thread_time()
    tiles.update(seconds=BUDGET)
    worked = time.perf_counter() - begun, time.thread_time() - processor
    guides = np.concatenate([tiles.guides(group, at) for group, at in zip(groups, places, strict=True)])
    for group, at in zip(groups, places, strict=True):
        at += STEP * tiles.directions(group, at)
    every = np.concatenate(places)
    deep = np.minimum(every % 1.0, 1.0 - every % 1.0).min(1) > 1e-6         # on a border, rounding tells the cell
    assert np.isfinite(costs[tuple(np.floor(every[deep][:, ::-1]).astype(int).T)]).all()
    return worked, guides


def run(size, executor=None):
    costs = ground(size)
    field, begun = CostField(costs), time.perf_counter()
    tiles = FlowTiles(field, executor=executor)
    built = time.perf_counter() - begun
    goals, places = units_of(costs)
    groups = [tiles.request([goal], positions=at) for goal, at in zip(goals, places, strict=True)]
    starts = [at.copy() for at in places]
    seconds, first = [], {}
    while len(seconds) < 2000 and "field" not in first:
        worked, guides = follow(costs, tiles, groups, places)
        seconds.append(worked)
        for least, name in ((1, "air line"), (2, "gate"), (3, "field")):
            if name not in first and ((guides >= least) | (guides == 0)).mean() > 0.99:
                first[name] = len(seconds)
    ways = len(seconds)
    for _frame in range(AFTER):
        seconds.append(follow(costs, tiles, groups, places)[0])
    row, column = (np.floor(np.mean(places[0], axis=0)[::-1]).astype(int) + 30).clip(0, size - STAMP)
    every = np.floor(np.concatenate(places)[:, ::-1]).astype(int)
    covered = costs[row:row + STAMP, column:column + STAMP].copy()
    covered[2::4] = np.inf
    inside = every[((every >= (row, column)) & (every < (row + STAMP, column + STAMP))).all(1)]
    covered[tuple((inside - (row, column)).T)] = 1.0
    begun = time.perf_counter()
    tiles.stamp(row, column, covered)
    costs[row:row + STAMP, column:column + STAMP] = covered
    stamped, work = time.perf_counter() - begun, []
    for _frame in range(AFTER):
        work.append(follow(costs, tiles, groups, places)[0])
    seconds += work
    bytes_ = tiles.bytes
    alone, alone_bytes, exact = whole(field, goals[0])
    exact_there = exact.distance(starts[0])
    tiles.directions(groups[0], starts[0])
    tiles.update()
    ours = tiles.distances(groups[0], starts[0])
    known = np.isfinite(exact_there)
    ratio = ours[known] / exact_there[known]
    assert (np.isfinite(ours) == known).all() and 0.95 < ratio.mean() < 1.1
    busy = np.array(work)[:, 0] > 2e-4
    most, seconds = 1e3 * np.max(work), np.array(seconds)
    print(f"{size} × {size} cells, {GROUPS * UNITS} units in {GROUPS} groups{', two threads' if executor else ''}")
    print(f"  costs between gates, once      {built:8.2f} s")
    for k, name in enumerate(("field work a frame", "of the thread alone")):
        print(f"  {name:30} {1e3 * seconds[:, k].mean():8.2f} ms mean, {1e3 * seconds[:, k].max():.2f} most", end="")
        print(f" ({1e3 * LIMIT:.0f} asked), {np.mean(seconds[:, k] > LIMIT):.1%} of {len(seconds)} frames above")
    print("  frames until 99 % go by        " + ", ".join(f"{first[name]:4} {name}" for name in first))
    print(f"  a stamp of {STAMP} × {STAMP} cells        {1e3 * stamped:8.2f} ms, then {most:.2f} most, work in {busy.sum()} frames")
    print(f"  memory                         {bytes_ / 2**20:8.0f} MB,", end="")
    print(f" {tiles.field_bytes / 2**20:.1f} of it in {tiles.field_count} fields")
    print(f"  a whole field of one group     {1e3 * alone:8.0f} ms, {alone_bytes / 2**20:.0f} MB; distances by tiles", end="")
    print(f" {ratio.mean():.4f} of its")
    return built, seconds[:ways, 1].sum(), bytes_, alone


def write_scene(folder, size):
    """What engine_flow_tiles.gd reads: costs, goals and starts of the run above."""
    folder.mkdir()
    costs = ground(size)
    goals, places = units_of(costs)
    costs.tofile(folder / "costs")
    np.asarray(goals, np.float32).tofile(folder / "goals")
    np.concatenate(places).astype(np.float32).tofile(folder / "starts")
    (folder / "scene.json").write_text(json.dumps({"size": size, "step": STEP}))


def run_in_engine(godot, size):
    lines = run_engine(godot, "engine_flow_tiles.gd", prepare=lambda project: write_scene(project / "bench", size))
    told = {name: json.loads(values) for mark, name, values in (line.split(" ", 2) for line in lines if line.startswith("RESULT "))}
    assert told["wrong"] == [0, 0], f"in walls, without a first step: {told['wrong']}"
    print(f"NavFlowField, {size} × {size} cells, {GROUPS * UNITS} units in {GROUPS} goal sets")
    print(f"  costs between gates, once      {told['built'] / 1e6:8.2f} s, in {told['frames_to_fields']} frames more all go by fields")
    for name, what in (("work", "field work a frame"), ("questions", "questions of the script")):
        times = np.array(told[name]) / 1e3
        print(f"  {what:30} {times.mean():8.2f} ms mean, {times.max():.2f} most", end="")
        print(f" ({1e3 * LIMIT:.0f} asked), {np.mean(times > 1e3 * LIMIT):.1%} of {len(times)} frames above")


def main():
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    godot = sys.argv[1] if len(sys.argv) > 1 else found.stdout.strip()
    rows = [run(size) for size in SIZES]
    print("\ngrowth with the number of cells, 1×, 4×, 9×, and its exponent")
    names = ("costs between gates", "work until all have fields", "memory", "a whole field of one group")
    for name, values, unit in zip(names, zip(*rows, strict=True), ("s", "s", "MB", "s"), strict=True):
        values = [value / 2**20 if unit == "MB" else value for value in values]
        exponent = math.log(values[-1] / values[0]) / math.log(SIZES[-1]**2 / SIZES[0]**2)
        print(f"  {name:28}" + "".join(f"{value:9.2f}" for value in values) + f" {unit}, {exponent:.2f}")
    print()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        run(SIZES[-1], pool)
    print()
    run_in_engine(godot, SIZES[-1])


if __name__ == "__main__":
    main()
