"""Times what a tiled navmesh is for: a tile replaced, removed and added in a large mesh, and the mesh written and read.

    python bench/bench_tiles.py [tiles a side]

The tiles are made by hand, 30 polygons each, with borders that do not match their neighbors': the worst case for stitching.
After each change the mesh must be the one made afresh."""
import pathlib
import statistics
import sys
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from navpy.navmesh.navmesh import NavMesh       # noqa: E402
from tests.cutting import make_tile             # noqa: E402

SIZE, CELL, CLIMB = 48.0, 0.3, 0.6


def lines(rng, low, pieces):
    inner = np.sort(rng.choice(np.arange(1, 160), pieces - 1, replace=False)) * CELL
    return [low, *(low + inner).tolist(), low + SIZE]


def hilly_tile(x, z, seed=0):
    rng = np.random.default_rng((seed, x, z))
    across, along = lines(rng, x * SIZE, 5), lines(rng, z * SIZE, 6)

    def corner(a, b):
        return a, 0.3 * float(np.sin(a / 9) + np.cos(b / 7)), b
    return make_tile(x, z, [[corner(a, b), corner(a, d), corner(c, d), corner(c, b)] for a, c in zip(across, across[1:])
                            for b, d in zip(along, along[1:])], SIZE, detail=True)


def timed(act, arguments):
    seconds = []
    for argument in arguments:
        begun = time.perf_counter()
        act(*argument)
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


def main(side):
    tiles = {(x, z): hilly_tile(x, z) for x in range(side) for z in range(side)}
    some = [(x, z) for x in range(side // 2) for z in range(side // 2)][:100]
    others = [hilly_tile(*place, seed=1) for place in some]
    mesh = NavMesh.from_tiles(tiles.values(), SIZE, climb=CLIMB)
    made = timed(lambda: NavMesh.from_tiles(tiles.values(), SIZE, climb=CLIMB), [()] * 5)
    assert mesh.island_count == 1 and abs(mesh.area - (side * SIZE) ** 2) < 1e-3
    replaced = timed(mesh.add_tile, [(tile,) for tile in others])
    afresh = NavMesh.from_tiles({**tiles, **dict(zip(some, others))}.values(), SIZE, climb=CLIMB).to_bytes()
    assert mesh.to_bytes() == afresh
    removed = timed(mesh.remove_tile, some)
    assert len(mesh.tiles) == side * side - len(some)
    added = timed(mesh.add_tile, [(tile,) for tile in others])
    assert mesh.to_bytes() == afresh and mesh.island_count == 1
    mesh.validate()
    written = timed(mesh.to_bytes, [()] * 5)
    read = timed(NavMesh.from_bytes, [(afresh,)] * 5)
    assert NavMesh.from_bytes(afresh).to_bytes() == afresh
    print(f"{side * side} tiles, {mesh.polygon_count} polygons, {len(afresh) / 1e6:.1f} MB")
    print(f"one tile: replace {1e6 * replaced:.0f} µs, remove {1e6 * removed:.0f} µs, add {1e6 * added:.0f} µs")
    print(f"all: assemble {1e3 * made:.1f} ms, write {1e3 * written:.1f} ms, read {1e3 * read:.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 35)
