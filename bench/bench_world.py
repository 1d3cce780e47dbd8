"""Twenty agents cross a streamed world of hills, rivers with bridges, walls and houses: file, memory, frames and arrivals.

    python bench/bench_world.py [--side METERS] [--workers N] [--keep FILE]

The side is 10 km by default: 40,000 tiles of 50 m, baked once, each from its surroundings alone, by the worker processes of a local
Dask cluster (pip install dask distributed). All agents must arrive. On a world of 500 m their ways are compared with exact paths on
the whole mesh."""
import argparse
import math
import pathlib
import resource
import sys
import tempfile
import time
import warnings

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import navpy                                    # noqa: E402
from navpy.base.core import Status              # noqa: E402

TILE, CELL, STEP = 50.0, 0.5, 2.5               # meters: a tile, a voxel, between the heights of the terrain
SETTINGS = dict(cell_size=CELL, cell_height=0.25, agent_radius=0.5, agent_height=2.0, agent_max_climb=0.5, tile_size=int(TILE / CELL))
LOW, HIGH = -20.0, 60.0                         # meters: heights of the world
MARGIN = 10.0                                   # meters of surroundings that a tile's bake sees, more than tile_reach
DT, SPEED = 1 / 30, 4.0
SMALL = 500.0                                   # meters


# ---- the terrain, the same from whichever tile it is looked at ----

def noise(x, z, salt):
    """Whole numbers to numbers in 0 … 1: SplitMix64's last steps."""
    with np.errstate(over="ignore"):
        bits = np.asarray(x, np.int64).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        bits ^= np.asarray(z, np.int64).astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F) + np.uint64(salt)
        bits = (bits ^ bits >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        bits = (bits ^ bits >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return ((bits ^ bits >> np.uint64(31)) >> np.uint64(11)).astype(float) / 2.0 ** 53


def smooth_noise(x, z, size, salt):
    """Noise on a grid of this size, smooth in between."""
    i, k = np.floor(x / size), np.floor(z / size)
    u, v = x / size - i, z / size - k
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    return ((1 - u) * (1 - v) * noise(i, k, salt) + u * (1 - v) * noise(i + 1, k, salt)
            + (1 - u) * v * noise(i, k + 1, salt) + u * v * noise(i + 1, k + 1, salt))


def height(x, z):
    """Hills; rivers too deep to wade where a slow noise is about one half; a bridge of 10 m where a road crosses one, every 200 m."""
    hills = 12.0 * smooth_noise(x, z, 160.0, 1) + 3.0 * smooth_noise(x, z, 45.0, 2)
    river = np.abs(smooth_noise(x, z, 400.0, 3) - 0.5) < 0.012
    bridge = (np.abs((x + 5.0) % 200.0 - 100.0) <= 5.0) | (np.abs((z + 5.0) % 200.0 - 100.0) <= 5.0)
    return hills - np.where(river & ~bridge, 6.0, 0.0)


def box(low, high):
    x, y, z = zip(low, high)
    corners = [(x[i & 1], y[i >> 1 & 1], z[i >> 2]) for i in range(8)]
    return corners, [(0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 2, 6), (0, 6, 4),
                     (1, 5, 7), (1, 7, 3)]


def boxes_near(low, high):
    """Houses in half of all squares of 25 m, and walls with a gate along every other border of a square of 50 m."""
    for i in range(math.floor(low[0] / 25) - 1, math.ceil(high[0] / 25) + 1):
        for k in range(math.floor(low[1] / 25) - 1, math.ceil(high[1] / 25) + 1):
            a, b, c, d = [float(noise(i, k, salt)) for salt in (11, 12, 13, 14)]
            if a < 0.5:
                x, z = 25.0 * i + 3.0 + 8.0 * b, 25.0 * k + 3.0 + 8.0 * c
                ground = float(height(np.float64(x + 4.0), np.float64(z + 4.0)))
                yield (x, ground - 6.0, z), (x + 6.0 + 5.0 * d, ground + 7.0, z + 11.0 - 5.0 * d)
    for i in range(math.floor(low[0] / 50) - 1, math.ceil(high[0] / 50) + 1):
        for k in range(math.floor(low[1] / 50) - 1, math.ceil(high[1] / 50) + 1):
            if float(noise(i, k, 21)) < 0.5:
                gate = 50.0 * k + 8.0 + 26.0 * float(noise(i, k, 22))
                for begin, end in ((50.0 * k, gate), (gate + 8.0, 50.0 * k + 50.0)):
                    yield (50.0 * i + 24.0, LOW + 1.0, begin), (50.0 * i + 25.0, 30.0, end)


def surroundings(x, z):
    """(vertices, triangles) around a tile."""
    low, high = (x * TILE - MARGIN, z * TILE - MARGIN), (x * TILE + TILE + MARGIN, z * TILE + TILE + MARGIN)
    xs, zs = [np.arange(math.floor(a / STEP), math.ceil(b / STEP) + 1) * STEP for a, b in zip(low, high)]
    gx, gz = np.meshgrid(xs, zs, indexing="ij")
    vertices = [np.column_stack([gx.ravel(), height(gx, gz).ravel(), gz.ravel()])]
    i, k = [a.ravel() for a in np.meshgrid(np.arange(len(xs) - 1), np.arange(len(zs) - 1), indexing="ij")]
    at = i * len(zs) + k
    triangles = [np.column_stack([at, at + 1, at + len(zs)]), np.column_stack([at + 1, at + len(zs) + 1, at + len(zs)])]
    count = len(vertices[0])
    for a, b in boxes_near(low, high):
        if a[0] < high[0] and b[0] > low[0] and a[2] < high[1] and b[2] > low[1]:
            corners, faces = box(a, b)
            vertices.append(np.array(corners))
            triangles.append(np.array(faces) + count)
            count += 8
    return np.concatenate(vertices).astype(np.float32), np.concatenate(triangles).astype(np.int32)


def bake_one(x, z, side):
    vertices, triangles = surroundings(x, z)
    return navpy.bake_tile(vertices, triangles, navpy.BakeSettings(**SETTINGS), x, z, bounds=((0.0, LOW, 0.0), (side, HIGH, side)))


def bake_row(z, side):
    return [bake_one(x, z, side).to_bytes() for x in range(round(side / TILE))]


def baked_tiles(side, workers):
    """All tiles, as they come from the cluster; a few rows are under way at a time."""
    from dask.distributed import Client, LocalCluster
    rows = round(side / TILE)
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster, \
            Client(cluster) as client:
        waiting = [client.submit(bake_row, z, side, pure=False) for z in range(min(rows, 4 * workers))]
        for z in range(rows):
            row = waiting.pop(0).result()
            if z + 4 * workers < rows:
                waiting.append(client.submit(bake_row, z + 4 * workers, side, pure=False))
            yield from map(navpy.NavMeshTile.from_bytes, row)


# ---- the walk ----

def memory_now():
    """Bytes of this process that are in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def crossings(world, side, count, seed=1):
    """Pairs of places at opposite ends of the world that a route joins."""
    rng, found = np.random.default_rng(seed), []
    while len(found) < count:
        across, (a, b) = len(found) % 2 == 1, rng.uniform(0.05, 0.95, 2) * side
        ends = [(0.03 * side, a), (0.97 * side, b)]
        start, goal = [(*(end[::-1] if across else end),) for end in (ends if len(found) % 4 < 2 else ends[::-1])]
        start, goal = [(x, float(height(np.float64(x), np.float64(z))), z) for x, z in (start, goal)]
        if world.route(start, goal).status.name == "COMPLETE":
            found.append((start, goal))
    return found


def settle(world, places, distance):
    world.focus, world.distance = places, distance
    world.update(None)


def walk(world, pairs, distance, seconds):
    """Steps until all have arrived; returns what was seen."""
    settle(world, [start for start, _goal in pairs], distance)
    crowd, seen = navpy.Crowd(world), dict(update=[], step=[], loaded=[], starved=0)
    agents = [crowd.add_agent(start, max_speed=SPEED) for start, _goal in pairs]
    for agent, (_start, goal) in zip(agents, pairs):
        crowd.request_path(agent, goal)
    walked, before = np.zeros(len(agents)), crowd.positions.copy()
    for _step in range(int(seconds / DT)):
        world.focus = crowd.positions
        times = [time.thread_time()]
        world.update(0.002)
        times.append(time.thread_time())
        crowd.step(DT)
        times.append(time.thread_time())
        seen["update"].append(times[1] - times[0])
        seen["step"].append(times[2] - times[1])
        seen["loaded"].append(world.loaded_bytes)
        seen["starved"] = max(seen["starved"], world.starved)
        walked += np.linalg.norm(crowd.positions - before, axis=1)
        before = crowd.positions.copy()
        if not any(crowd.status(agent) == Status.RUNNING for agent in agents):
            break
    seen["arrived"] = sum(crowd.status(agent) == Status.SUCCESS for agent in agents)
    seen["walked"] = walked
    for agent, (start, goal) in zip(agents, pairs):
        if crowd.status(agent) != Status.SUCCESS:
            print(f"  agent from {start} to {goal}: {crowd.status(agent).name} {crowd.reason(agent).name} at {crowd.position(agent)}")
    return seen


def report(name, seconds):
    """Of the owner's thread: what others do on the machine does not count."""
    times = 1e3 * np.sort(seconds)
    print(f"{name:28} median {np.median(times):.2f} ms, 99 % {times[int(0.99 * len(times))]:.2f} ms, longest {times[-1]:.2f} ms")


def make_world(path, side, workers):
    begun = time.perf_counter()
    navpy.NavWorld.write(path, baked_tiles(side, workers), TILE, agent_radius=0.5, agent_height=2.0, climb=0.5)
    return time.perf_counter() - begun


def compare_exact(workers):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "small.navworld"
        make_world(path, SMALL, workers)
        with navpy.NavWorld.open(path, memory=1e9) as world:
            pairs = crossings(world, SMALL, 20, seed=2)
            seen = walk(world, pairs, 110.0, 1200.0)
            assert seen["arrived"] == len(pairs)
            settle(world, [(0.0, 0.0, 0.0)], 2 * SMALL)
            exact = np.array([world.mesh.find_path(*pair).length for pair in pairs])
            routes = np.array([world.route(*pair).length for pair in pairs])
    print(f"world of {SMALL:.0f} m against exact paths on the whole mesh, mean (worst):  routes {np.mean(routes / exact):.3f} "
          f"({np.max(routes / exact):.3f}), ways walked while tiles come and go {np.mean(seen['walked'] / exact):.3f} "
          f"({np.max(seen['walked'] / exact):.3f})")


def main(side, workers, memory, keep):
    warnings.simplefilter("error")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(keep or f"{folder}/world.navworld")
        if not path.exists():
            seconds = make_world(path, side, workers)
            print(f"baked and written            {seconds:8.1f} s by {workers} processes")
        cross(path, side, memory)
    compare_exact(workers)


def cross(path, side, memory):
    before, begun = memory_now(), time.perf_counter()
    with navpy.NavWorld.open(path, memory=memory) as world:
        opened = time.perf_counter() - begun
        print(f"{side / 1000:g} × {side / 1000:g} km, {world.tile_count} tiles, {world.gate_count} gates, file of "
              f"{path.stat().st_size / 1e6:.1f} MB, opened in {1e3 * opened:.1f} ms; coarse graph {world.graph_bytes / 1e6:.2f} MB, "
              f"{world.graph_bytes / world.tile_count:.0f} bytes a tile")
        pairs = crossings(world, side, 20)
        routes = np.array([world.route(*pair).length for pair in pairs])
        seen = walk(world, pairs, 150.0, 3.0 * side / SPEED + 600.0)
        print(f"loaded                       most {max(seen['loaded']) / 1e6:.1f} of {memory / 1e6:.0f} MB, {seen['starved']} tiles "
              f"starved; process {(memory_now() - before) / 1e6:.0f} MB more than before")
        report("update, CPU time", seen["update"])
        report("step of 20, CPU time", seen["step"])
        print(f"arrived                      {seen['arrived']} of {len(pairs)}, walked {seen['walked'].sum() / 1000:.1f} km, "
              f"{np.mean(seen['walked'] / routes):.3f} of their coarse routes (worst {np.max(seen['walked'] / routes):.3f})")
        assert seen["arrived"] == len(pairs) and max(seen["loaded"]) <= memory


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--side", type=float, default=10000.0, help="meters, a multiple of 50")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--memory", type=float, default=64e6, help="bytes for loaded tiles")
    parser.add_argument("--keep", help="file that is written, or read where it is there")
    given = parser.parse_args()
    main(given.side, given.workers, given.memory, given.keep)
