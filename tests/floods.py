"""Parts of a mesh that hang together within a shape, by plain means: every edge is looked at, again and again."""
import numpy as np

from navpy.navmesh.navmesh import NavMesh
from tests.cutting import cut_mesh
from tests.meshes import delaunay_mesh, grid_mesh


def flat(points):
    """(x, z) of (x, y, z)."""
    return np.asarray(points, float)[..., [0, 2]]


def segment_distance(p, a, b):
    """From a point to a segment, or to each of many."""
    t = np.clip(((p - a) * (b - a)).sum(-1) / ((b - a) ** 2).sum(-1), 0.0, 1.0)
    return np.linalg.norm(a + t[..., None] * (b - a) - p, axis=-1)


def edges_of(mesh):
    """(polygon, polygon beyond or −1, start, end) of every edge, ends as (x, z); what may not be entered is a wall."""
    vertices, areas, exit_only, out = mesh.vertices, mesh.areas, mesh.exit_only_areas, []
    for poly, (ring, beyond) in enumerate(zip(mesh.polygons, mesh.neighbors)):
        for k, other in enumerate(beyond):
            if other >= 0 and areas[other] in exit_only and areas[other] != areas[poly]:
                other = -1
            out.append((poly, other, flat(vertices[ring[k]]), flat(vertices[ring[(k + 1) % len(ring)]])))
    return out


def part_within(edges, poly, touches):
    """Polygons that hang together with one across those edges that a shape touches: touches(starts, ends)."""
    part, portals = {poly}, [edge for edge in edges if edge[1] >= 0]
    touched = touches(np.array([a for _, _, a, _ in portals]), np.array([b for _, _, _, b in portals]))
    open_edges = [(i, k) for (i, k, _, _), touching in zip(portals, touched) if touching]
    while True:
        found = {k for i, k in open_edges if i in part} - part
        if not found:
            return part
        part |= found


def in_circle(center, radius):
    return lambda starts, ends: segment_distance(center, starts, ends) <= radius


def with_exit_only(mesh, seed):
    """The same polygons in three areas, one of which is not entered."""
    areas = np.random.default_rng(seed).integers(1, 4, mesh.polygon_count)
    mesh = NavMesh.from_polygons(mesh.vertices, mesh.polygons, areas, climb=0.5)
    mesh.set_exit_only_areas([3])
    return mesh


def spiral(turns=2.5, steps=12, rise=3.0):
    """A stair round a pillar, ever narrower on its way up."""
    angles = 2 * np.pi * np.arange(int(turns * steps) + 1) / steps
    outer = 4.0 - angles / 8.0
    vertices = [(r * np.cos(t), rise * t / (2 * np.pi), r * np.sin(t)) for t, far in zip(angles, outer) for r in (0.7, far)]
    return NavMesh.from_polygons(vertices, [(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1) for i in range(len(angles) - 1)], climb=0.5)


def some_meshes():
    """(name, mesh): one floor and flat or bumpy, in tiles, with exit-only areas, and over itself."""
    for seed in range(2):
        yield f"triangles {seed}", delaunay_mesh(seed)
        yield f"bumpy {seed}", delaunay_mesh(seed, points=25, removed=0.1, height=0.4)
        yield f"grid {seed}", grid_mesh(seed, removed=0.1, angle=0.3 + seed)
        yield f"exit-only {seed}", with_exit_only(delaunay_mesh(seed + 5, removed=0.1), seed)
    whole = delaunay_mesh(7, removed=0.15)
    yield "tiles", NavMesh.from_tiles(cut_mesh(whole, 3.0, seed=1, detail=True).values(), 3.0, climb=0.5)
    yield "spiral", spiral()
