"""What costs of areas and filters make of the ways over a streamed world, beside the cheapest paths on the whole mesh.

    python bench/bench_route_costs.py [--pairs N] [--side METERS]

A world of unit cells in tiles of 16 m, with swamps and roads. Agents with a filter cross it without avoiding each other, while tiles
come and go around them. Their ways are priced by the areas under their steps. "lengths alone" is the same world in a file of format 1,
whose routes know no costs."""
import argparse
import pathlib
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from navpy.base.core import Status                              # noqa: E402
from navpy.motion import Crowd                                  # noqa: E402
from navpy.navmesh.navmesh import NavMesh                       # noqa: E402
from navpy.navmesh.query_filter import QueryFilter              # noqa: E402
from navpy.query import path_lengths                            # noqa: E402
from navpy.streaming import NavWorld                            # noqa: E402
from tests.cutting import make_tile, tile_rings                 # noqa: E402
from tests.meshes import grid_mesh, random_points               # noqa: E402
from tests.streaming.test_route_costs import ROAD, SWAMP, as_format_1, may_stand  # noqa: E402

TILE, DT, SPEED = 16.0, 1 / 10, 4.0
DISTANCE = 20.0                 # meters around an agent that are loaded
GROUP = 4                       # agents that cross the world at once: with many of them all of it would be loaded
FILTERS = {"swamp 5": {SWAMP: 5.0}, "swamp 2": {SWAMP: 2.0}, "swamp 5, road 0.5": {SWAMP: 5.0, ROAD: 0.5}, "no swamp": {SWAMP: np.inf}}


def area_at(x, z):
    """Swamps of some ten meters, and roads."""
    if abs((z + 0.3 * x) % 61.0 - 30.0) < 1.5 or abs((x - 0.2 * z) % 83.0 - 40.0) < 1.5:
        return ROAD
    return SWAMP if np.sin(0.11 * x + 1.0) + np.cos(0.09 * z + 0.05 * x) > 0.6 else 63


def make_tiles(side):
    for (x, z), rings in sorted(tile_rings(grid_mesh(1, side, side, 0.12), TILE).items()):
        yield make_tile(x, z, rings, TILE, areas=np.array([area_at(*np.mean(ring, axis=0)[[0, 2]]) for ring in rings], np.int32))


def walk(file, mesh, jobs, costs):
    """What each agent has walked, priced; NaN where it has not arrived."""
    price = np.array([costs.get(int(area), 1.0) for area in mesh.areas])
    walked = np.zeros(len(jobs))
    with NavWorld.open(file, memory=1e9) as world:
        world.distance, world.focus = DISTANCE, [start for start, _goal in jobs]
        world.update(None)
        crowd, rules = Crowd(world), QueryFilter(world.mesh, area_costs=costs)
        crowd.search_budget = 1_000_000
        walker = dict(radius=0.1, max_speed=SPEED, target_desired_distance=0.2, avoidance_enabled=False)
        agents = [crowd.add_agent(start, **walker) for start, _goal in jobs]
        for agent, (_start, goal) in zip(agents, jobs):
            crowd.set_filter(agent, rules)
            crowd.request_path(agent, goal)
        at = np.array([crowd.position(agent) for agent in agents])
        for _step in range(6000):
            world.focus = at
            world.update(None)
            crowd.step(DT)
            now = np.array([crowd.position(agent) for agent in agents])
            polys = np.asarray(mesh.locate_many((at + now) / 2)[0])
            step = np.hypot(*(now - at)[:, [0, 2]].T)
            walked += np.where(step > 0, step * np.where(np.isfinite(price[polys]), price[polys], 1e3), 0.0)
            at = now
            if not any(crowd.status(agent) == Status.RUNNING for agent in agents):
                break
        walked[[crowd.status(agent) != Status.SUCCESS for agent in agents]] = np.nan
    return walked


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pairs", type=int, default=300)
    options.add_argument("--side", type=int, default=240)
    options = options.parse_args()
    tiles = list(make_tiles(options.side))
    mesh = NavMesh.from_tiles(tiles, TILE, climb=0.5)
    with tempfile.TemporaryDirectory() as folder:
        file, lengths = pathlib.Path(folder) / "costs", pathlib.Path(folder) / "lengths"
        begin = time.perf_counter()
        NavWorld.write(file, tiles, TILE, climb=0.5)
        data = file.read_bytes()
        lengths.write_bytes(as_format_1(data))
        with NavWorld.open(file) as world, NavWorld.open(lengths) as old:
            print(f"{len(tiles)} tiles, {world.gate_count} gates, written in {time.perf_counter() - begin:.1f} s; the graph has "
                  f"{world.graph_bytes / len(tiles):.0f} bytes a tile, {old.graph_bytes / len(tiles):.0f} of lengths alone")
        places = [tuple(point) for _poly, point in random_points(mesh, 8 * options.pairs, np.random.default_rng(5), kinds=(3,))]
        print("cost over that of the cheapest path: mean (worst)")
        print(f"{'':20}{'pairs':>6}{'route':>16}{'walked':>22}{'with lengths alone':>22}")
        for name, costs in FILTERS.items():
            exact = QueryFilter(mesh, area_costs=costs)
            jobs, cheapest = [], []
            for start, goal in zip(places[::2], places[1::2]):
                cost = path_lengths(mesh, start, [goal], exact)[0]
                stands = may_stand(exact, start) and may_stand(exact, goal)
                if 60.0 < cost < np.inf and stands and len(jobs) < options.pairs:
                    jobs.append((start, goal))
                    cheapest.append(cost)
            cheapest = np.array(cheapest)
            with NavWorld.open(file) as world:
                rules = QueryFilter(world.mesh, area_costs=costs)
                begin = time.perf_counter()
                routes = np.array([world.route(start, goal, filter=rules).length for start, goal in jobs]) / cheapest
                each = (time.perf_counter() - begin) / len(jobs)
            columns = []
            for path in (file, lengths):
                ratios = np.concatenate([walk(path, mesh, jobs[i:i + GROUP], costs) for i in range(0, len(jobs), GROUP)]) / cheapest
                columns.append(f"{np.nanmean(ratios):.3f} ({np.nanmax(ratios):.2f}), {np.isnan(ratios).sum()} lost")
            print(f"{name:20}{len(jobs):6}{np.mean(routes):10.3f} ({routes.max():.2f}){columns[0]:>22}{columns[1]:>22}    "
                  f"{1e3 * each:.1f} ms a route")


if __name__ == "__main__":
    main()
