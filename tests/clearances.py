"""Paths for wider agents against the walls of their mesh, for tests of clearance."""
import numpy as np
import pytest

from tests.meshes import contains

ROUNDING = 1e-6         # meters


def distances(points, walls):
    """(n,): meters from points to the nearest of all walls."""
    least = np.full(len(points), np.inf)
    for a, b in walls:
        offset, along = points - a, b - a
        t = np.clip(offset @ along / (along @ along), 0, 1)
        np.minimum(least, ((offset - t[:, None] * along) ** 2).sum(axis=1), out=least)
    return np.sqrt(least)


def sampled(points, step=0.01):
    """Points along a path, no more than a step apart."""
    return np.concatenate([p + np.linspace(0, 1, int(np.hypot(*(q - p)) / step) + 2)[:, None] * (q - p)
                           for p, q in zip(points, points[1:])] or [points])


def flat(points):
    return np.asarray(points)[:, [0, 2]]


def length(points):
    return np.hypot(*np.diff(flat(points), axis=0).T).sum()


def check_path(mesh, walls, radius, found, start, goal):
    """Keeps away from walls, but for a straight way from or to an end that is too near to one; leads from polygon to neighbor."""
    outcome, points, polys, links, corridor, entries = found
    assert outcome == "found" and len(points) == len(polys) == len(links) and len(corridor) == len(entries)
    assert points[0] == pytest.approx(start, abs=1e-4) and points[-1] == pytest.approx(goal, abs=1e-4)
    assert all(q in mesh.neighbors[p] for p, q in zip(corridor, corridor[1:]))
    assert set(polys) <= set(corridor)
    near = [int(room < radius + 1e-5) for room in distances(flat([start, goal]), walls)]
    body = flat(points)[near[0]:len(points) - near[1]]
    assert len(body) == 0 or distances(sampled(body), walls).min() >= radius - ROUNDING
    rings = mesh.vertices[:, [0, 2]]
    for point, poly in zip(points, polys):
        assert contains(rings[list(mesh.polygons[poly])], np.array(point)[[0, 2]], 1e-5)
    if near[0]:         # straight, and no farther than a corner of walls makes it
        assert np.hypot(*(flat(points)[1] - flat(points)[0])) <= 8 * radius + 1e-3
