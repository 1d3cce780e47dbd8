"""How long a navmesh of a large level takes to be read and written, and that it is the same afterwards.

    python bench/bench_load.py [tiles a side, 35]

The level is one of hills with blocks on them, baked in tiles and with a detail mesh."""
import statistics
import sys
import time

from bench_bake import SETTINGS, made_level
import navpy

REPEATS = 15
TILE = 48                           # columns


def timed(function, *arguments):
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        result = function(*arguments)
        times.append(time.perf_counter() - start)
    return result, statistics.median(times), times[0]


def main(side):
    level = made_level(size=int(side * TILE * SETTINGS["cell_size"]))
    mesh = navpy.bake(*level, navpy.BakeSettings(**SETTINGS, tile_size=TILE, filter_enclosed_spaces=False))
    data, writing, _ = timed(mesh.to_bytes)
    again, reading, first = timed(navpy.NavMesh.from_bytes, data)
    again.validate()
    assert again.to_bytes() == data and again.area == mesh.area and again.island_count == mesh.island_count
    size = len(data) / 1e6
    print(f"{mesh.polygon_count} polygons, {len(mesh.tiles)} tiles, {size:.2f} MB: read in {1e3 * reading:.1f} ms "
          f"({size / reading:.0f} MB/s; at first {1e3 * first:.1f} ms), written in {1e3 * writing:.1f} ms ({size / writing:.0f} MB/s)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 35)
