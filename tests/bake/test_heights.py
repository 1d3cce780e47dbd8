"""The surface of the polygons against the floors that they were made from."""
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from make_regions import columns_of, levels, partitioned, rooms, shoelace
from navpy.bake.contours import ContourSet
from navpy.bake.pipeline import bake_stages
from navpy.bake.polygons import PolyMesh
from navpy.bake.settings import BakeSettings
from navpy.navmesh import NavMesh
from test_pipeline import box, level, ramp
from test_polygons import check_mesh, polygons_of

FAR = 1000.0
ANYTHING = float("inf")


def navmesh_of(compact, height_error_vx, max_error=1.3):
    mesh = PolyMesh(ContourSet(compact, max_error, 0, height_error_vx), 6)
    check_mesh(mesh)
    return NavMesh(mesh.vertices, mesh.offsets, mesh.corners, mesh.areas)


def floor_points(compact, bounds_min=(0, 0, 0)):
    """Middle of every floor in metres, float64 (n, 3)."""
    columns = columns_of(compact)
    heights = np.asarray(compact.floor_heights)
    return np.stack([(columns[:, 0] + 0.5) * compact.cell_size, heights * compact.cell_height,
                     (columns[:, 1] + 0.5) * compact.cell_size], axis=1) + bounds_min


def misfits(mesh, points):
    """Metres between every point and the surface straight above or below it, which there must be; for levels of one storey."""
    return np.array([abs(mesh.locate(point, (1e-3, FAR, FAR))[1][1] - point[1]) for point in points])


def away_from_walls(compact, cells):
    """Floors from which one can walk so many cells in any direction without leaving the regions."""
    neighbors = np.asarray(compact.floor_neighbors)
    inside = np.asarray(compact.floor_regions) != 0
    for _ in range(cells):
        inside = inside & ((neighbors >= 0) & inside[neighbors]).all(axis=1)
    return inside


STAIRS_DECK_RAMP = level(
    box((0, -1, 0), (26, 0, 12)),
    *[box((4 + 0.5 * k, 0, 2), (4.5 + 0.5 * k, 0.25 * (k + 1), 6)) for k in range(12)],
    box((10, 2.8, 2), (16, 3, 10)),
    ramp((16, 3), (22, 0), 2, 6))


def test_stairs_deck_and_ramp():
    options = BakeSettings(agent_height=1.8, agent_max_climb=0.5)
    stages = bake_stages(*STAIRS_DECK_RAMP, options)
    stages.mesh.validate()
    assert stages.warnings == []
    tolerance = options.height_error_vx * options.cell_height
    points = floor_points(stages.compact, (0, -1, 0))
    for point in points[away_from_walls(stages.compact, 3)]:
        assert stages.mesh.locate(point, (1e-3, tolerance, tolerance)) is not None, point
    deck = stages.mesh.locate((13, 3, 4), (1e-3, 0.5, 0.5))
    under = stages.mesh.locate((13, 0, 8), (1e-3, 0.5, 0.5))
    assert deck[0] != under[0] and stages.mesh.islands[deck[0]] == stages.mesh.islands[under[0]]


@pytest.mark.parametrize("wave", [5, 7, 12])
def test_hills(wave):
    x, z = np.meshgrid(np.arange(90), np.arange(70))
    heights = np.rint(20 + 0.6 * wave * np.sin(x / wave) * np.cos(z / wave)).astype(int)
    compact = partitioned([heights], merge_area=10**6)
    fitted, loose = (misfits(navmesh_of(compact, limit), floor_points(compact)) for limit in (3.0, ANYTHING))
    assert fitted.max() <= 3 + 1e-9
    assert loose.max() > 3 + 1e-9


def test_a_hill_amid_a_flat_border():
    x, z = np.meshgrid(np.arange(40), np.arange(40))
    heights = 5 + np.clip(12 - np.maximum(abs(x - 20), abs(z - 20)), 0, None)
    compact = partitioned([heights], merge_area=10**6)
    mesh = navmesh_of(compact, 2.0)
    assert misfits(mesh, floor_points(compact)).max() <= 2 + 1e-9
    assert mesh.island_count == 1 and mesh.area == 1600
    assert mesh.polygon_count <= 12


@st.composite
def strips(draw):
    """Heights of a strip, up, down and level in straight stretches."""
    length = draw(st.integers(20, 70))
    slopes = draw(st.lists(st.sampled_from([-1, -0.5, 0, 0, 0.5, 1]), min_size=4, max_size=7))
    profile = np.floor(np.cumsum(np.repeat(slopes, -(-length // len(slopes)))[:length])).astype(int)
    return np.tile(profile - profile.min() + 3, (draw(st.integers(3, 25)), 1))


@given(strips(), st.sampled_from([0, 10**6]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_slopes_in_a_row(heights, merge_area, blur):
    compact = partitioned([heights], merge_area=merge_area, blur=blur)
    mesh = navmesh_of(compact, 3.0)
    mesh.validate()
    assert mesh.island_count == 1 and mesh.area == heights.size
    assert misfits(mesh, floor_points(compact)).max() <= 3 + 1e-9


@given(levels, st.sampled_from([0.0, 0.7, 2.0]), st.sampled_from([0, 8, 400]), st.integers(3, 6))
@settings(max_examples=80, deadline=None)
def test_fitting_keeps_the_area_and_the_shape_of_polygons(level, height_error_vx, merge_area, vertices_per_polygon):
    compact = partitioned(level, merge_area=merge_area)
    mesh = PolyMesh(ContourSet(compact, 0.0, 0, height_error_vx), vertices_per_polygon)
    check_mesh(mesh)
    assert mesh.untriangulated == mesh.overlapping == 0
    areas = Counter()
    for region, points in zip(mesh.regions, polygons_of(mesh)[0]):
        areas[region] += shoelace(points)
    assert areas == Counter(compact.floor_regions.tolist())


@given(rooms(), st.sampled_from([0.0, 1.3]), st.sampled_from([0, 400]))
@settings(max_examples=30, deadline=None)
def test_flat_levels_are_as_without_a_limit(heights, max_error, merge_area):
    compact = partitioned([heights], merge_area=merge_area, blur=True)
    fitted, loose = (PolyMesh(ContourSet(compact, max_error, 0, limit), 6) for limit in (0.0, ANYTHING))
    assert fitted.grid_corners == loose.grid_corners and polygons_of(fitted) == polygons_of(loose)


@pytest.mark.parametrize("limit", [-1.0, float("nan")])
def test_bad_limits_are_refused(limit):
    with pytest.raises(ValueError, match="height_error_vx must be >= 0"):
        ContourSet(partitioned([np.full((3, 3), 3)]), 1.3, 0, limit)
