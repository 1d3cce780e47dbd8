"""Meshes that several tests walk on, and small geometry that owes nothing to the code under test."""
import math

import numpy as np
from scipy.spatial import Delaunay

from navpy.navmesh.navmesh import NavMesh


def delaunay_mesh(seed, points=60, removed=0.3, size=10.0, height=0.0):
    """Triangles of random points, some taken out; height: meters that the vertices go up and down by."""
    rng = np.random.default_rng(seed)
    flat = rng.uniform(0.0, size, (points, 2))
    triangles = Delaunay(flat).simplices
    area = [abs(cross(flat[a], flat[b], flat[c])) for a, b, c in triangles]
    triangles = triangles[np.array(area) > 1e-3]
    triangles = triangles[rng.random(len(triangles)) >= removed]
    vertices = np.column_stack([flat[:, 0], rng.uniform(-height, height, points), flat[:, 1]])
    return NavMesh.from_polygons(vertices, triangles.tolist(), climb=0.5)


def grid_mesh(seed, width=9, depth=8, removed=0.25, angle=0.0):
    """Unit cells of a grid, some taken out, the others merged to rectangles that keep the lattice points on their
    borders as corners in line; turned by an angle."""
    rng = np.random.default_rng(seed)
    free = rng.random((width, depth)) >= removed
    polygons = []
    for x in range(width):
        for z in range(depth):
            if not free[x, z]:
                continue
            right, far = x + 1, z + 1
            while right < width and right - x < 3 and free[right, z]:
                right += 1
            while far < depth and far - z < 3 and free[x:right, far].all():
                far += 1
            free[x:right, z:far] = False
            ring = [(i, z) for i in range(x, right)] + [(right, k) for k in range(z, far)]
            ring += [(i, far) for i in range(right, x, -1)] + [(x, k) for k in range(far, z, -1)]
            polygons.append([i * (depth + 1) + k for i, k in ring])
    i, k = np.divmod(np.arange((width + 1) * (depth + 1)), depth + 1)
    x, z = i * np.cos(angle) - k * np.sin(angle), i * np.sin(angle) + k * np.cos(angle)
    return NavMesh.from_polygons(np.column_stack([x, 0.0 * x, z]), polygons)


def meshes(count):
    """Some of each kind."""
    for seed in range(count):
        yield delaunay_mesh(seed)
        yield delaunay_mesh(seed, points=25, removed=0.1, height=0.4)
        yield grid_mesh(seed)
        yield grid_mesh(seed, removed=0.1, angle=0.3 + seed)


VERTEX, EDGE, INSIDE = range(3)


def random_points(mesh, count, rng, kinds=(VERTEX, EDGE, INSIDE, INSIDE)):
    """(polygon, point) pairs: inside polygons, on their edges and on their vertices."""
    vertices, polygons = mesh.vertices, mesh.polygons
    out = []
    for i in range(count):
        poly = int(rng.integers(len(polygons)))
        corner = int(rng.integers(len(polygons[poly])))
        ring = np.roll(vertices[list(polygons[poly])], -corner, axis=0)
        kind = rng.choice(kinds)
        if kind == VERTEX:
            point = ring[0]
        elif kind == EDGE:
            point = ring[0] + rng.random() * (ring[1] - ring[0])
        else:
            point = np.dot(rng.dirichlet(np.ones(len(ring))), ring)
        out.append((poly, point))
    return out


def cross(o, a, b):
    """Above 0 where b lies left of o → a seen from above (x, z pairs)."""
    return (a[1] - o[1]) * (b[0] - o[0]) - (a[0] - o[0]) * (b[1] - o[1])


def contains(ring, point, slack=0.0):
    """Is (x, z) in a convex polygon of (x, z) corners, up to slack meters?"""
    return all(cross(a, b, point) >= -slack * np.hypot(*(b - a)) for a, b in zip(ring, np.roll(ring, -1, axis=0)))


def portals_along(mesh, polys):
    """(right, left) ends (x, z) of the portals of a corridor without links: the first run of edges from one polygon to the next."""
    out = []
    flat = mesh.vertices[:, [0, 2]]
    for p, q in zip(polys, polys[1:]):
        ring, across = mesh.polygons[p], mesh.neighbors[p]
        n = len(ring)
        begin = next(i for i in range(n) if across[i] == q and across[i - 1] != q)
        count = next(k for k in range(1, n) if across[(begin + k) % n] != q)
        out.append((flat[ring[begin]], flat[ring[(begin + count) % n]]))
    return out


def strip(corners):
    """Quads between pairs of points, each joined to the next."""
    vertices = [point for pair in corners for point in pair]
    return NavMesh.from_polygons(vertices, [(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1) for i in range(len(corners) - 1)], climb=0.5)


# ---- boxes, and levels drawn as text ----

def rectangles(*boxes):
    """A mesh of boxes (x0, z0, x1, z1), cut at all their sides."""
    xs, zs = sorted({box[i] for box in boxes for i in (0, 2)}), sorted({box[i] for box in boxes for i in (1, 3)})
    index, polygons = {}, []
    for x0, x1 in zip(xs, xs[1:]):
        for z0, z1 in zip(zs, zs[1:]):
            if any(a <= x0 and x1 <= c and b <= z0 and z1 <= d for a, b, c, d in boxes):
                polygons.append([index.setdefault(p, len(index)) for p in ((x0, 0, z0), (x0, 0, z1), (x1, 0, z1), (x1, 0, z0))])
    return NavMesh.from_polygons(np.array(list(index), float), polygons, agent_radius=0.5)


HALL = rectangles((0, 0, 40, 40))
DOOR = rectangles((0, 0, 10, 10), (10, 4.7, 11, 5.3), (11, 0, 21, 10))          # where centers may go: one abreast


class Level:
    """A grid of 1 m cells, row = z, column = x; every cell that is not # is a polygon at height slope·x."""

    def __init__(self, text, slope=0.0):
        self.rows = [row.strip() for row in text.strip().splitlines()]
        self.depth, self.width = len(self.rows), len(self.rows[0])
        self.slope = slope
        vertices = [(x, slope * x, z) for z in range(self.depth + 1) for x in range(self.width + 1)]
        w = self.width + 1
        cells = [(z * w + x, (z + 1) * w + x, (z + 1) * w + x + 1, z * w + x + 1)
                 for z in range(self.depth) for x in range(self.width) if self.free(x, z)]
        self.mesh = NavMesh.from_polygons(vertices, cells)

    def free(self, x, z):
        return 0 <= x < self.width and 0 <= z < self.depth and self.rows[z][x] != "#"

    def on_floor(self, x, z, tolerance=1e-6):
        near = [(int(math.floor(x + a)), int(math.floor(z + b)))
                for a in (-tolerance, tolerance) for b in (-tolerance, tolerance)]
        return any(self.free(*cell) for cell in near)

    def assert_step_on_floor(self, a, b, tolerance=1e-6):
        for t in np.linspace(0, 1, 9):
            x, z = a[0] + t * (b[0] - a[0]), a[2] + t * (b[2] - a[2])
            assert self.on_floor(x, z, tolerance), f"({x}, {z}) on the step {a} → {b} is in a wall"

    def reachable(self, start):
        """Cells that share an edge with one another, from the start on."""
        seen, todo = {start}, [start]
        while todo:
            x, z = todo.pop()
            for cell in [(x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)]:
                if self.free(*cell) and cell not in seen:
                    seen.add(cell)
                    todo.append(cell)
        return seen


OPEN = Level("\n".join(["." * 40] * 40))
ROOMS = Level("""
    ....................
    .........#..........
    .........#...#..#...
    .........#..........
    .........#...#..#...
    .........#..........
    ...................#
    .........#.........#
    .........#....######
    .........#..........
    ##########..........
    ....................
""")
SQUARE = [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)]
