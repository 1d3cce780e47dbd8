"""Feeds broken navmesh files, most of them with their checksum put right, to NavMesh.from_bytes for a while.

    python bench/fuzz_navmesh_file.py [seconds] [seed]

Each must be a ValueError of one line or a mesh that is sound, can be searched and changed, and is written as it was read.
Prints how many inputs there were and how many of them were taken. What goes wrong is left in fuzz_navmesh_file.bin, which
is written before each input, so that it is there even after a crash."""
import pathlib
import random
import struct
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from cutting import cut_mesh                    # noqa: E402
from meshes import delaunay_mesh, grid_mesh     # noqa: E402
from navpy.navmesh import NavMesh               # noqa: E402
from test_navmesh_file import fixed_up          # noqa: E402

INTS = (0, 1, -1, 2, 3, 4, 63, 64, 2 ** 31 - 1, -2 ** 31, 2 ** 30, 0x7FF80000, 0x7FF00000, 0x3FF00000, 0x43E00000, 2 ** 24)
DOUBLES = (0.0, -0.0, 1.0, -1.0, float("nan"), float("inf"), float("-inf"), 1e9, 1e10, 1e30, 1e308, 5e-324, 1e-12, 0.5, 2.0)


def originals():
    for seed in range(3):
        yield delaunay_mesh(seed, points=12, height=0.3).to_bytes()
        for detail in (False, True):
            tiles = cut_mesh(grid_mesh(seed, width=5, depth=4), 2.0, seed=seed, detail=detail)
            mesh = NavMesh.from_tiles(tiles.values(), 2.0, agent_radius=0.3, agent_height=1.8, climb=0.4)
            mesh.add_link((0.5, 0, 0.5), (4.5, 0, 3.5), width=0.5, id=7)
            yield mesh.to_bytes()


def mutate(data, rng):
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        kind, at = rng.randrange(8), rng.randrange(16, len(data) - 8)
        if kind <= 2:
            data[at // 4 * 4:at // 4 * 4 + 4] = struct.pack("<i", rng.choice(INTS) if kind else rng.randrange(-2, 80))
        elif kind == 3:
            data[at // 8 * 8:at // 8 * 8 + 8] = struct.pack("<d", rng.choice(DOUBLES))
        elif kind == 4:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 5:
            del data[at:at + rng.randrange(1, 100)]
        elif kind == 6:
            data[at:at] = data[at:at + rng.randrange(1, 100)]
        else:
            other = rng.randrange(16, len(data) - 8)
            data[at:at + 8], data[other:other + 8] = data[other:other + 8], data[at:at + 8]
    return data


def use(mesh, rng):
    mesh.validate()
    assert NavMesh.from_bytes(mesh.to_bytes()).to_bytes() == mesh.to_bytes()
    for _ in range(3):
        mesh.find_path([rng.uniform(-1, 6) for _ in range(3)], [rng.uniform(-1, 6) for _ in range(3)], allow_partial=True)
    for at in rng.sample(mesh.tiles, min(2, len(mesh.tiles))):
        tile = mesh.tile(*at)
        mesh.remove_tile(*at)
        mesh.validate()
        mesh.add_tile(tile)
        mesh.validate()


def main(seconds, seed):
    rng, sources, taken, count, slowest = random.Random(seed), list(originals()), 0, 0, 0.0
    left = pathlib.Path("fuzz_navmesh_file.bin")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        content = bytes(mutate(bytearray(rng.choice(sources)), rng))
        if rng.random() < 0.98:
            content = fixed_up(content)
        left.write_bytes(content)
        begun = time.monotonic()
        try:
            mesh = NavMesh.from_bytes(content)
        except ValueError as error:
            assert str(error).startswith("navmesh data: ") and "\n" not in str(error), error
        else:
            use(mesh, rng)
            taken += 1
        slowest = max(slowest, time.monotonic() - begun)
        count += 1
    left.unlink()
    print(f"{count} inputs, {taken} taken, slowest {1e3 * slowest:.0f} ms, seed {seed}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
