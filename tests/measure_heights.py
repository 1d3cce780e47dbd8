"""Heights of a surface of triangles against brute force over the source's triangles."""
import numpy as np

from navpy.navmesh.navmesh import NavMesh

TOUCH = 2e-5        # meters


def facing_up(vertices, triangles):
    """The source's triangles that face up and are no steeper than 80 degrees: float64 (m, 3, 3)."""
    corners = np.asarray(vertices, float)[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return corners[normals[:, 1] > 0.1736 * np.linalg.norm(normals, axis=1)]


def heights_at(corners, x, z):
    """Heights of all triangles (m, 3, 3) at one place: a sorted array."""
    sides = []
    inside = np.ones(len(corners), bool)
    for k in range(3):
        a, b = corners[:, (k + 1) % 3], corners[:, (k + 2) % 3]
        side = (x - a[:, 0]) * (b[:, 2] - a[:, 2]) - (b[:, 0] - a[:, 0]) * (z - a[:, 2])
        inside &= side >= -TOUCH * np.hypot(b[:, 0] - a[:, 0], b[:, 2] - a[:, 2])
        sides.append(side)
    weights = np.stack(sides, axis=1)[inside]
    y = corners[inside][:, :, 1]
    return np.sort(np.clip((weights * y).sum(1) / weights.sum(1), y.min(1), y.max(1)))


def nearest_errors(corners, points):
    """Meters from every point straight up or down to the nearest source surface; infinite where there is none."""
    return np.array([min(abs(heights_at(corners, x, z) - y), default=np.inf) for x, y, z in points])


def points_on(polygons, detail, polygon, count, rng):
    """Random points on a polygon's surface: its detail triangles, or without any the surface that NavMesh gives it."""
    vertices, triangles = np.asarray(detail.vertices), np.asarray(detail.triangles).reshape(-1, 3)
    triangles = triangles[detail.offsets[polygon]:detail.offsets[polygon + 1]]
    if len(triangles):
        return sample(vertices, triangles, count, rng)
    ring = np.asarray(polygons.corners)[polygons.offsets[polygon]:polygons.offsets[polygon + 1]]
    mesh = NavMesh.from_polygons(vertices[ring], [list(range(len(ring)))])
    points = sample(vertices, np.array([(ring[0], ring[k], ring[k + 1]) for k in range(1, len(ring) - 1)]), count, rng)
    return np.array([mesh.locate(point, (1e-3, 1e3, 1e3))[1] for point in points])


def sample(vertices, triangles, count, rng):
    """Random points on triangles, more of them on larger ones: float64 (count, 3)."""
    areas = np.maximum(plan_areas(vertices, triangles), 0)
    chosen = rng.choice(len(triangles), count, p=areas / areas.sum())
    return np.einsum("ik,ikc->ic", rng.dirichlet((1, 1, 1), count), vertices[triangles[chosen]])


def plan_areas(vertices, triangles):
    """Square meters in the ground plane, positive where counter-clockwise seen from above."""
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    return ((c[:, 0] - a[:, 0]) * (b[:, 2] - a[:, 2]) - (b[:, 0] - a[:, 0]) * (c[:, 2] - a[:, 2])) / 2
