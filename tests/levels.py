"""Small levels to bake, put together from solids and sheets."""
import random

import numpy as np


def box(low, high):
    """Vertices and outward triangles of a box."""
    corners = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    quads = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    return corners, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]


def level(*parts):
    vertices, triangles = [], []
    for corners, faces in parts:
        triangles += [[len(vertices) + i for i in face] for face in faces]
        vertices += corners
    return np.array(vertices, np.float32), np.array(triangles, np.int32)


def ramp(low, high, z0, z1):
    """A sheet from (x, y) low to high, facing up."""
    corners = [(low[0], low[1], z0), (low[0], low[1], z1), (high[0], high[1], z1), (high[0], high[1], z0)]
    return corners, [(0, 1, 2), (0, 2, 3)]


def hills(size=40.0, seed=3, boxes=25):
    """A rough terrain with boxes on it."""
    rng = np.random.default_rng(seed)
    count = 41
    x, z = np.meshgrid(np.linspace(0, size, count), np.linspace(0, size, count))
    y = 1.5 * np.sin(x / 6) * np.cos(z / 5) + rng.normal(0, 0.03, x.shape)
    a = (np.arange(count - 1)[:, None] * count + np.arange(count - 1)).ravel()
    quads = np.stack([a, a + count, a + 1, a + 1, a + count, a + count + 1], axis=-1).reshape(-1, 3)
    parts = [(np.stack([x, y, z], axis=-1).reshape(-1, 3).tolist(), quads.tolist())]
    for _ in range(boxes):
        low = rng.uniform(1, size - 6, 2)
        high = low + rng.uniform(0.8, 5, 2)
        parts.append(box((low[0], -3, low[1]), (high[0], rng.uniform(1, 4), high[1])))
    return level(*parts)


TILED = dict(cell_size=0.25, cell_height=0.2, agent_radius=0.5, agent_max_climb=0.4)


# ---- levels of golden values: their coordinates are sums and products of random.Random's numbers, the same bits on every machine ----

def terrain(size=28.0, cells=28, seed=3, boxes=14):
    """Rough hills with boxes on them."""
    rng, pitch = random.Random(seed), size / cells
    coarse = [[3.0 * rng.random() for _ in range(cells // 4 + 2)] for _ in range(cells // 4 + 2)]

    def height(i, k):
        a, b, s, t = i // 4, k // 4, i % 4 / 4, k % 4 / 4
        near, far = (coarse[a][b + n] * (1 - s) + coarse[a + 1][b + n] * s for n in (0, 1))
        return near * (1 - t) + far * t + 0.08 * rng.random()

    corners = [(pitch * i, height(i, k), pitch * k) for i in range(cells + 1) for k in range(cells + 1)]
    quads = [(i * (cells + 1) + k, i * (cells + 1) + k + 1, (i + 1) * (cells + 1) + k + 1, (i + 1) * (cells + 1) + k)
             for i in range(cells) for k in range(cells)]
    return level((corners, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]), *random_boxes(rng, boxes, size, -1.0, 6.0))


def random_boxes(rng, count, size, bottom, top):
    for _ in range(count):
        x, z = rng.random() * (size - 5.0), rng.random() * (size - 5.0)
        yield box((x, bottom, z), (x + 0.6 + 3.0 * rng.random(), bottom + (0.3 + 0.7 * rng.random()) * (top - bottom),
                                   z + 0.6 + 3.0 * rng.random()))


def yard(size=26.0, seed=5, boxes=26):
    """A floor with boxes, some of them low enough to step or jump on."""
    return level(box((0, -1, 0), (size, 0, size)), *random_boxes(random.Random(seed), boxes, size, -0.5, 2.0))


def house():
    """Two floors with walls and doors, joined by a ramp and by stairs; a canal of 1.5 m beside it, and a roof over a part."""
    walls = [box((x, 0, z0), (x + 0.3, 2.8, z1)) for x, z0, z1 in ((0, 0, 14), (15.7, 0, 5), (15.7, 7, 14), (8, 0, 4), (8, 5.5, 9))]
    walls += [box((x0, 0, z), (x1, 2.8, z + 0.3)) for z, x0, x1 in ((0, 0, 16), (13.7, 0, 6), (13.7, 8, 16), (9, 0, 3), (9, 4.5, 12))]
    steps = [box((9 + 0.4 * i, 0, 1), (9.4 + 0.4 * i, 0.2 * (i + 1), 3)) for i in range(14)]
    upper = [box((0, 2.8, 4.5), (16, 3, 14)), box((14.6, 2.8, 0.5), (16, 3, 4.5)), box((4, 5.0, 8), (9, 5.2, 13))]
    ground = [box((-4, -1, -4), (20, 0, 16)), box((-4, -1, 17.5), (20, 0, 24)), box((-4, -1.6, 16), (20, -1.2, 17.5))]
    return level(*ground, *walls, *steps, *upper, ramp((16.0, 3.0), (22.0, 0.0), 9, 12), ramp((-4.0, 0.0), (0.5, 3.0), 10, 12))


def ramp_tower(turns=3, rise=0.9):
    """A square stair that winds up over itself around a pillar: a ramp along each side and a landing at each corner."""
    parts = [box((-8, -1, -8), (8, 0, 8)), box((-2, 0, -2), (2, 4.0 * turns * rise + 2, 2))]
    for i in range(4 * turns):
        y, upper = rise * i, rise * (i + 1)
        (x0, z0), (x1, z1), rising = (((-2, 2), (2, 4), (y, y, upper, upper)), ((2, -2), (4, 2), (upper, y, y, upper)),
                                      ((-2, -4), (2, -2), (upper, upper, y, y)), ((-4, -2), (-2, 2), (y, upper, upper, y)))[i % 4]
        corners = ((x0, z0), (x0, z1), (x1, z1), (x1, z0))
        parts.append(([(x, h, z) for (x, z), h in zip(corners, rising)], [(0, 1, 2), (0, 2, 3)]))
        x, z = ((2, 2), (2, -4), (-4, -4), (-4, 2))[i % 4]
        parts.append(ramp((x, upper), (x + 2, upper), z, z + 2))
    return level(*parts)


def turned_box(at, size, yaw):
    """A box on the point `at`, turned about Y by radians."""
    (x, y, z), along = at, np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
    corners, faces = box((-size[0] / 2, 0, -size[2] / 2), (size[0] / 2, size[1], size[2] / 2))
    turned = np.array(corners)
    turned[:, [0, 2]] = turned[:, [0, 2]] @ along
    return (turned + (x, y, z)).tolist(), faces


def city(seed=1, size=40.0, boxes=30, stairs=4):
    """A floor with boxes of random size, height and yaw, many of them stuck into each other, and with stairs."""
    rng = np.random.default_rng(seed)
    parts = [ramp((0, 0), (size, 0), 0, size)]
    for _ in range(boxes):
        at = (rng.uniform(0, size), -0.5, rng.uniform(0, size))
        parts.append(turned_box(at, rng.uniform((1, 0.6, 1), (12, 10, 12)), rng.uniform(0, np.pi)))
    for _ in range(stairs):
        at, yaw = np.array((rng.uniform(5, size - 5), -0.2, rng.uniform(5, size - 5))), rng.uniform(0, 2 * np.pi)
        for k in range(rng.integers(4, 12)):
            parts.append(turned_box(at + (0.5 * k * np.cos(yaw), 0, -0.5 * k * np.sin(yaw)), (0.5, 0.45 + 0.25 * k, 3.0), yaw))
    return level(*parts)
