"""Levels of few large triangles, as editors of solid blocks make them: flights of stairs, floors above each other, blocks stuck into
each other, ramps. Made by code, the same each time."""
import numpy as np

CORNERS = np.array([(x, y, z) for y in (0, 1) for z in (-0.5, 0.5) for x in (-0.5, 0.5)])      # of a block
SIDES = np.array([(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
                  (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)])


def block(x, y, z, width, height, depth, angle=0.0, ramp=False):
    """Corners of a block of the size, in meters, whose bottom's center is at (x, y, z), turned by an angle. ramp: its top begins at
    the bottom on one side."""
    corners = CORNERS * (width, height, depth)
    if ramp:
        corners[CORNERS[:, 0] < 0, 1] = 0
    cosine, sine = np.cos(angle), np.sin(angle)
    return corners @ np.array([(cosine, 0, sine), (0, 1, 0), (-sine, 0, cosine)]) + (x, y, z)


def joined(blocks):
    """Vertices (n, 3), float32, and triangles (m, 3), int32, of blocks."""
    triangles = [SIDES + len(CORNERS) * i for i in range(len(blocks))]
    return np.concatenate(blocks).astype(np.float32), np.concatenate(triangles).astype(np.int32)


def stairs(size=60, flights=40):
    """Flights of 10 to 29 steps on a floor, many of them through each other."""
    rng = np.random.default_rng(1)
    blocks = [block(size / 2, -1, size / 2, size, 1, size)]
    for _ in range(flights):
        x, z, width, angle = *rng.uniform(10, size - 10, 2), rng.uniform(2, 4), rng.integers(4) * np.pi / 2
        for i in range(rng.integers(10, 30)):
            along = 0.35 * (i - 15)
            blocks.append(block(x + along * np.cos(angle), 0, z + along * np.sin(angle), 0.35, 0.2 * (i + 1), width, angle))
    return joined(blocks)


def floors(size=60, slabs=60):
    """Slabs at eight heights and a little more."""
    rng = np.random.default_rng(2)
    return joined([block(*(rng.uniform(10, size - 10), rng.integers(8) * 2.6 + rng.choice([0, 0.15, 0.3]), rng.uniform(10, size - 10)),
                         rng.uniform(5, 20), 0.2, rng.uniform(5, 20)) for _ in range(slabs)])


def blocks(size=80, count=300):
    """Blocks at all angles, stuck into each other, some no higher than a step."""
    rng = np.random.default_rng(3)
    return joined([block(size / 2, -1, size / 2, size, 1, size)] + [
        block(rng.uniform(5, size - 5), -0.1, rng.uniform(5, size - 5), rng.uniform(1, 12), rng.choice([0.2, 0.4, 0.6, 0.8, 3]),
              rng.uniform(1, 12), rng.uniform(0, np.pi)) for _ in range(count)])


def ramps(size=80, count=60):
    """Wide ramps at all angles, stuck into each other."""
    rng = np.random.default_rng(4)
    found = [block(size / 2, -1, size / 2, size, 1, size)]
    for _ in range(count):
        width = rng.uniform(4, 20)
        found.append(block(rng.uniform(10, size - 10), 0, rng.uniform(10, size - 10), width, width * rng.uniform(0.1, 0.6),
                           rng.uniform(4, 20), rng.uniform(0, 2 * np.pi), ramp=True))
    return joined(found)


LEVELS = {"stairs": stairs, "floors": floors, "blocks": blocks, "ramps": ramps}
