"""Feeds broken files of navmeshes and tiles, nearly all with their checksum put right, to the readers.

    python bench/fuzz_navmesh_file.py [inputs, 1000000] [seed, 1]

First what can be gone through: every length that a file may be cut off at, every bit turned over, every whole number and
every double of the file replaced by hostile ones. Then random changes, several at once. Each input must be a ValueError of
one line or a mesh that is sound, can be searched and changed, and is written as it was read. Prints how many inputs there
were and how many of them were taken. What goes wrong, be it a crash or an input of more than 20 s, is left in
fuzz_navmesh_file.bin, with the bytes of the input from the beginning."""
import os
import pathlib
import random
import signal
import struct
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from navpy import BakeSettings, NavMesh, NavMeshTile, OffMeshLink, bake          # noqa: E402
from navpy.api.query.portal_graph import packed                     # noqa: E402
from tests.cutting import cut_mesh                                  # noqa: E402
from tests.meshes import delaunay_mesh, grid_mesh                   # noqa: E402
from tests.oracles import checksum, fixed_up                        # noqa: E402

LEFT = "fuzz_navmesh_file.bin"
SECONDS = 20                        # an input that takes longer hangs
TILE_SIZE = 2.0
INTS = (0, 1, -1, -2, 2, 3, 4, 63, 64, 2 ** 31 - 1, -2 ** 31, 2 ** 30, 0x7FF80000, 0x7FF00000, 0x3FF00000, 0x43E00000, 2 ** 24,
        0x15555556, 0x55555556, 0x0AAAAAAB)     # times 12, 3 or 24 a little above a power of two
DOUBLES = (0.0, -0.0, 1.0, -1.0, float("nan"), float("inf"), float("-inf"), 1e9, -1e9, 1e10, 1e30, 1e308, 5e-324, 1e-12, 0.5, 2.0)
INT_BYTES = [struct.pack("<i", value) for value in INTS]
DOUBLE_BYTES = [struct.pack("<d", value) for value in DOUBLES]


def links(mesh):
    """Ways across, one of them wide and one that leads nowhere."""
    centers = [mesh.vertices[list(polygon)].mean(axis=0) for polygon in mesh.polygons]
    mesh.add_links([OffMeshLink(centers[0], centers[-1], radius=0.3, width=0.5, id=7),
                    OffMeshLink(centers[1], centers[-2], radius=0.3, two_way=False, area=3, kind=-4),
                    OffMeshLink(centers[0], (100, 0, 0), two_way=False, area=3)], strict=False)
    return mesh


def originals():
    yield NavMesh().to_bytes()
    yield NavMesh.from_tiles([], 3.0).to_bytes()
    yield NavMesh.from_polygons([(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)], [range(4)], [5], agent_radius=0.3).to_bytes()
    steps = [(0, 0, 0), (9, 0, 0), (9, 0, 9), (0, 0, 9)], [(3, 0, 3), (6, 0, 3), (6, 1, 6), (3, 1, 6)]
    vertices = [point for ring in steps for point in ring]
    triangles = [(0, 2, 1), (0, 3, 2), (4, 6, 5), (4, 7, 6)]
    yield links(bake(vertices, triangles, BakeSettings(cell_size=0.5, agent_radius=0.5, region_min_size=0))).to_bytes()
    for seed in range(3):
        yield delaunay_mesh(seed, points=8, height=0.3).to_bytes()
        yield links(delaunay_mesh(seed + 3, points=12, height=0.3, removed=0.0)).to_bytes()
        for detail in (False, True):
            tiles = cut_mesh(grid_mesh(seed, width=4, depth=3), TILE_SIZE, seed=seed if seed else None, detail=detail)
            mesh = NavMesh.from_tiles(tiles.values(), TILE_SIZE, agent_radius=0.3, agent_height=1.8, climb=0.4)
            mesh.set_area_cost(5, 2.5)
            mesh.set_exit_only_areas([5])
            mesh.set_flags(range(0, mesh.polygon_count, 3), 0)
            mesh.set_flags(range(1, mesh.polygon_count, 3), 0xfffe)
            yield links(mesh).to_bytes() if detail else mesh.to_bytes()
            yield mesh.tile(0, 0).to_bytes()


def every_change(data):
    """What can be gone through of one file."""
    for size in range(len(data)):
        yield data[:size]
    for bit in range(8 * len(data)):
        broken = bytearray(data)
        broken[bit // 8] ^= 1 << bit % 8
        yield broken
    for at in range(8, len(data) - 3, 4):
        for four in INT_BYTES:
            yield data[:at] + four + data[at + 4:]
    for at in range(8, len(data) - 7, 8):
        for eight in DOUBLE_BYTES:
            yield data[:at] + eight + data[at + 8:]


def change(data, rng):
    """Several random changes at once, most of them behind the header; the first 16 bytes stay."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 2, 2, 3, 8))):
        kind, at = rng.randrange(10), rng.randrange(rng.choice((16, 600, 600)) if len(data) > 616 else 16, max(len(data) - 8, 17))
        if kind <= 1:
            data[at // 4 * 4:at // 4 * 4 + 4] = rng.choice(INT_BYTES)
        elif kind <= 3:
            data[at // 4 * 4:at // 4 * 4 + 4] = struct.pack("<i", rng.randrange(-2, 80))
        elif kind == 4:
            data[at // 8 * 8:at // 8 * 8 + 8] = rng.choice(DOUBLE_BYTES)
        elif kind == 5:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 6:
            del data[at:at + rng.randrange(1, 100)]
        elif kind == 7:
            data[at:at] = data[at:at + rng.randrange(1, 100)]
        else:
            size, other = rng.choice((4, 8, 24)), rng.randrange(16, max(len(data) - 8, 17)) // 4 * 4
            at = at // 4 * 4
            data[at:at + size], data[other:other + size] = data[other:other + size], data[at:at + size]
    return data


def inputs(rng):
    """Without end: what can be gone through, with its checksum put right and, of a few, left wrong, then random changes."""
    sources = list(originals())
    for source in sources:
        for broken in every_change(source):
            yield put_right(broken) if rng.random() < 0.98 else broken
    while True:
        yield put_right(change(rng.choice(sources), rng))


def put_right(data):
    """The input with the checksum that its bytes now have: from byte 8 on of a mesh, from 16 of a tile."""
    if len(data) >= 24 and data[:8] == b"NAVPYTIL":
        return bytes(data[:16]) + checksum(data[24:]).to_bytes(8, "little") + bytes(data[24:])
    return fixed_up(data) if len(data) >= 16 else bytes(data)


def read(content):
    """The mesh that a file holds, be it a mesh or a tile."""
    if content[:8] == b"NAVPYTIL":
        tile = NavMeshTile.from_bytes(content)
        assert tile.to_bytes() == content
        return NavMesh.from_tiles([tile], TILE_SIZE, climb=0.4)
    mesh = NavMesh.from_bytes(content)
    assert mesh.to_bytes() == content, "is not written as it was read"
    return mesh


def use(mesh, rng):
    mesh.validate()
    points = [(rng.uniform(-1, 6), rng.uniform(-1, 1), rng.uniform(-1, 6)) for _ in range(3)]
    for a, b in ((0, 1), (1, 2)):
        mesh.find_path(points[a], points[b], allow_partial=True)
    mesh.locate(points[0])
    mesh.nearest(points[1])
    if mesh.tiles:
        at = rng.choice(mesh.tiles)
        tile, flags = mesh.tile(*at), sorted(mesh.flags.tolist())
        mesh.remove_tile(*at)
        mesh.validate()
        mesh.add_tile(tile)
        mesh.validate()
        assert sorted(mesh.flags.tolist()) == flags, "flags are lost with their tile"
        assert packed(mesh) == packed(mesh, afresh=True), "is not packed as it is"


def main(wanted, seed):
    rng, taken, count, slowest, begun = random.Random(seed), 0, 0, 0.0, time.monotonic()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)       # ends the process even where Python does not run
    left = os.open(LEFT, os.O_RDWR | os.O_CREAT)
    for content in inputs(rng):
        if count == wanted:
            break
        count += 1
        os.pwrite(left, content, 0)
        os.truncate(left, len(content))
        signal.alarm(SECONDS)
        start = time.monotonic()
        try:
            mesh = read(content)
        except ValueError as error:
            assert str(error).startswith(("navmesh data: ", "tile data: ", "tile (")) and "\n" not in str(error), error
        else:
            use(mesh, rng)
            taken += 1
        slowest = max(slowest, time.monotonic() - start)
        if count % 100_000 == 0:
            print(f"{count} inputs, {taken} taken, {time.monotonic() - begun:.0f} s", flush=True)
    signal.alarm(0)
    os.remove(LEFT)
    print(f"{count} inputs, {taken} taken, slowest {1e3 * slowest:.0f} ms, seed {seed}, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]), *(1_000_000, 1)[len(sys.argv) - 1:])
