"""Small levels to bake, put together from solids and sheets."""
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
