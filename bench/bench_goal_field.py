"""One goal field against a search for each agent, in one run: a thousand places on a world, one goal.

    python bench/bench_goal_field.py [world.navmesh]

Without a world it takes one of 300 × 300 m that it makes, in tiles. The ways are compared: the field's are as long as those that are
searched. In a world of tiles some are taken away and put back, nearer and nearer to the goal: what bringing the field up to date takes
then, against a new field, which gives the same bits.
"""
import sys
import time

import numpy as np

import navpy
from bench_bake import SETTINGS, made_level
from bench_path import pairs_on_one_island, plan_lengths
from navpy.query import GoalField

AGENTS, REPEATS, ROUNDING = 1_000, 7, 1e-4


def best(function):
    """(seconds, its answer) of the fastest of some calls."""
    times = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        answer = function()
        times.append(time.perf_counter() - begin)
    return min(times), answer


def time_changes(mesh, goal, starts):
    """Takes tiles away and puts them back, the farthest from the goal first; prints the times of an update and of a new field."""
    field = GoalField(mesh, goal)
    tiles = sorted(mesh.tiles, key=lambda place: -np.hypot(*((np.add(place, 0.5) * mesh.tile_size) - goal[0][::2])))
    for share in (0.0, 0.25, 0.5, 0.75):
        tile, taken = mesh.tile(*tiles[int(share * (len(tiles) - 1))]), []
        for i in range(2 * REPEATS):
            mesh.add_tile(tile) if i % 2 else mesh.remove_tile(tile.x, tile.z)
            begin = time.process_time()
            field.update()
            taken.append(time.process_time() - begin)
        begun = []
        for _ in range(REPEATS):
            begin = time.process_time()
            fresh = GoalField(mesh, goal)
            begun.append(time.process_time() - begin)
        same = all(a.tobytes() == b.tobytes() for a, b in zip(field.ways(starts), fresh.ways(starts)))
        assert same, "an update is not the new field"
        print(f"  tile at {share:.0%} of the tiles, the farthest first: update {1e3 * min(taken):.1f} ms, "
              f"new field {1e3 * min(begun):.1f} ms, {field.kept / field.searched:.0%} kept")


def main():
    settings = navpy.BakeSettings(**SETTINGS, tile_size=64)
    mesh = navpy.NavMesh.load(sys.argv[1]) if len(sys.argv) > 1 else navpy.bake(*made_level(), settings)
    starts, goals = pairs_on_one_island(mesh, AGENTS)
    goal = goals[:1]
    searched, paths = best(lambda: mesh.find_paths(starts, np.repeat(goal, AGENTS, axis=0)))
    made, field = best(lambda: GoalField(mesh, goal))
    asked, (lengths, _, _) = best(lambda: field.ways(starts))
    floors = [mesh.locate(start) for start in starts]
    places, polygons = np.array([floor for _, floor, _ in floors]), np.array([poly for poly, _, _ in floors])
    known, (again, _, _) = best(lambda: field.ways(places, polygons=polygons))
    assert np.abs(again - lengths).max() < ROUNDING, "a way from a known polygon is of another length"
    traced, own = best(lambda: field.paths(starts))
    wanted = plan_lengths(paths)
    off = np.abs(lengths - wanted).max() / wanted.max()
    assert off < ROUNDING, f"a way of the field differs by {off:.2e} of the longest"
    assert np.allclose(plan_lengths(own), wanted, rtol=1e-6, atol=1e-2), "a path of the field is of another length"
    print(f"{mesh.polygon_count} polygons, {AGENTS} agents to one goal")
    print(f"  searches: {1e3 * searched:.1f} ms, {1e6 * searched / AGENTS:.1f} µs each")
    print(f"  field: {1e3 * made:.1f} ms, {field.searched} nodes, {field.byte_size / 1e6:.1f} MB")
    print(f"  ways: {1e9 * asked / AGENTS:.0f} ns each, with the floor under the place")
    print(f"  ways: {1e9 * known / AGENTS:.0f} ns each, where the polygons are known")
    print(f"  paths with corridors: {1e6 * traced / AGENTS:.2f} µs each")
    print(f"  field and paths over searches: {(made + traced) / searched:.3f}")
    if mesh.tiles:
        time_changes(mesh, goal, starts)


if __name__ == "__main__":
    main()
