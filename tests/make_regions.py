"""Levels of voxels as hypothesis draws them, brought as far as the stage under test."""
from collections import Counter

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.make_columns import heightfield_of
from navpy.api.baking.compact import column_starts
from navpy.api.baking.contours import grid_corners
from navpy.baking.voxels.compact import CompactHeightfield
from navpy.baking.voxels.distance_field import blur_distance_field, build_distance_field
from navpy.baking.regions.regions import build_watershed_regions

UPPER = 20          # height of the upper floor; a floor of height h lies at UPPER + h


def floor(shape):
    """Heights, 0 for no floor: from solid ground with few gaps to scattered cells, flat, gently rough or in two levels."""
    noise = arrays(np.int8, shape, elements=st.integers(0, 99))
    return st.tuples(noise, noise, st.integers(0, 99), st.sampled_from([(3,), (3, 4), (3, 4, 5), (3, 3, 3, 9)])).map(
        lambda drawn: np.where(drawn[0] >= drawn[2], np.take(drawn[3], drawn[1] % len(drawn[3])), 0))


shapes = st.tuples(st.integers(1, 20), st.integers(1, 20))
levels = shapes.flatmap(lambda shape: st.lists(floor(shape), min_size=1, max_size=2))


@st.composite
def spirals(draw):
    """Floors with gaps that wind up around the middle, one floor a turn: what is connected lies above itself."""
    depth, width, turns = draw(st.integers(6, 20)), draw(st.integers(6, 20)), draw(st.integers(2, 3))
    z, x = np.mgrid[:depth, :width] - np.array([depth, width]).reshape(2, 1, 1) / 2 + 0.5
    heights = 1 + (np.arctan2(z, x) / (2 * np.pi) % 1 * UPPER).astype(int)
    gaps = arrays(np.int8, (turns, depth, width), elements=st.integers(0, 99))
    return list(np.where(draw(gaps) >= draw(st.integers(0, 40)), heights, 0) * (np.hypot(x, z) > 1.5))


@st.composite
def rooms(draw):
    """One flat floor as a designer would draw it: ground with a few rectangular holes."""
    heights = np.full((draw(st.integers(8, 30)), draw(st.integers(8, 30))), 3)
    for _ in range(draw(st.integers(0, 6))):
        x, z = draw(st.integers(0, heights.shape[1] - 1)), draw(st.integers(0, heights.shape[0] - 1))
        heights[z:z + draw(st.integers(1, 9)), x:x + draw(st.integers(1, 9))] = 0
    return heights


def partitioned(floors, min_area=0, merge_area=0, blur=False, height_vx=4, climb_vx=1, area=lambda x, z: 63,
                build=build_watershed_regions, border_vx=0):
    """The floors, lowest first, as a compact heightfield with regions."""
    depth, width = np.shape(floors[0])
    rows = [[[(UPPER * k + int(s[z][x]) - 1, UPPER * k + int(s[z][x]), area(x, z)) for k, s in enumerate(floors) if s[z][x]]
             for x in range(width)] for z in range(depth)]
    compact = CompactHeightfield(heightfield_of(rows), height_vx, climb_vx, border_vx)
    build_distance_field(compact)
    if blur:
        blur_distance_field(compact)
    build(compact, min_area, merge_area)
    return compact


def columns_of(compact):
    """(x, z) of every floor."""
    column = np.repeat(np.arange(compact.width * compact.depth), np.diff(column_starts(compact)))
    return np.stack([column % compact.width, column // compact.width], axis=1)


def shoelace(points):
    """Area of (x, y, z) points in the ground plane, positive where they run counter-clockwise seen from above."""
    x, z = np.array([[p[0], p[2]] for p in points], dtype=np.int64).T
    return -(x * np.roll(z, -1) - np.roll(x, -1) * z).sum() / 2


def polygons_of(mesh):
    """Corners of every polygon in exact voxel units, and their vertex indices."""
    indices = [mesh.corners[a:b].tolist() for a, b in zip(mesh.offsets, mesh.offsets[1:])]
    places = grid_corners(mesh)
    return [[places[i] for i in polygon] for polygon in indices], indices


def check_mesh(mesh):
    corners, indices = polygons_of(mesh)
    directed = Counter()
    for points, polygon in zip(corners, indices):
        assert 3 <= len(polygon) <= mesh.vertices_per_polygon and len(set(polygon)) == len(polygon)
        flat = np.array(points, dtype=np.int64)[:, [0, 2]]
        before, after = flat - np.roll(flat, 1, axis=0), np.roll(flat, -1, axis=0) - flat
        turns = before[:, 1] * after[:, 0] - before[:, 0] * after[:, 1]
        assert (turns >= 0).all() and shoelace(points) > 0
        assert ((turns > 0) | ((before * after).sum(axis=1) > 0)).all()
        angles = np.arctan2(turns, (before * after).sum(axis=1))
        assert angles.sum() == pytest.approx(2 * np.pi)
        directed.update(zip(polygon, polygon[1:] + polygon[:1]))
    assert max(directed.values(), default=1) == 1     # so an edge has at most two polygons, on different sides
