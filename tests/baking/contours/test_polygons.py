from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.make_regions import check_mesh, columns_of, levels, partitioned, polygons_of, rooms, shoelace
from navpy.api.baking.compact import floor_regions
from navpy.api.baking.contours import grid_corners, simplified_contours
from navpy.baking.contours.contours import ContourSet
from navpy.baking.contours.polygons import PolyMesh
from navpy.baking.regions.regions import build_layer_regions, build_monotone_regions, build_watershed_regions

BUILDS = [build_watershed_regions, build_monotone_regions, build_layer_regions]


def cover(mesh, compact, of):
    """How many of the mesh's polygons with the value `of(i)` lie over a point near the middle of each cell: {value: (z, x)}."""
    z, x = np.mgrid[:compact.depth, :compact.width] + 0.5
    x, z = x + 1 / 977, z + 1 / 1409              # on no line through corners of so small a grid
    counts = {}
    for i, points in enumerate(polygons_of(mesh)[0]):
        inside = np.ones_like(x, bool)
        for a, b in zip(points, points[1:] + points[:1]):
            inside &= (x - a[0]) * (b[2] - a[2]) - (b[0] - a[0]) * (z - a[2]) > 0
        counts.setdefault(of(i), np.zeros(x.shape, int))
        counts[of(i)] += inside
    return counts


@given(levels, st.sampled_from([0, 8, 400]), st.integers(3, 6), st.booleans())
@settings(max_examples=120, deadline=None)
def test_without_error_polygons_cover_exactly_the_cells(level, merge_area, vertices_per_polygon, blur):
    compact = partitioned(level, merge_area=merge_area, blur=blur)
    mesh = PolyMesh(ContourSet(compact, 0.0, 0), vertices_per_polygon)
    check_mesh(mesh)
    assert mesh.untriangulated == mesh.overlapping == 0
    areas = Counter()
    for region, points in zip(mesh.regions, polygons_of(mesh)[0]):
        areas[region] += shoelace(points)
    assert areas == Counter(floor_regions(compact).tolist())
    covered = cover(mesh, compact, lambda i: mesh.regions[i])
    columns = columns_of(compact)
    for region in range(1, compact.region_count + 1):
        expected = np.zeros((compact.depth, compact.width), int)
        np.add.at(expected, tuple(columns[floor_regions(compact) == region, ::-1].T), 1)
        assert (covered[region] == expected).all()


@given(rooms(), st.sampled_from([0.7, 1.3]), st.sampled_from([0, 8]), st.sampled_from([0, 400]))
@settings(max_examples=60, deadline=None)
def test_simplified_polygons_cover_once_what_is_away_from_walls(heights, max_error, edge_max_length_vx, merge_area):
    compact = partitioned([heights], merge_area=merge_area, blur=True)
    contours = ContourSet(compact, max_error, edge_max_length_vx)
    mesh = PolyMesh(contours, 6)
    check_mesh(mesh)
    areas = Counter()
    for region, points in zip(mesh.regions, polygons_of(mesh)[0]):
        areas[region] += shoelace(points)
    assert areas == {region: shoelace(points) for region, points in simplified_contours(contours)}
    away = np.pad(heights > 0, 3)
    away = np.min([np.roll(away, (dz, dx), (0, 1)) for dz in range(-3, 4) for dx in range(-3, 4)], axis=0)[3:-3, 3:-3] > 0
    counts = cover(mesh, compact, lambda i: 0).get(0, np.zeros(heights.shape, int))
    assert (counts[away] == 1).all()


@given(levels, st.sampled_from([0.5, 1.3, 3.0, 8.0]), st.sampled_from(BUILDS))
@settings(max_examples=150, deadline=None)
def test_any_level_gives_a_valid_mesh(level, max_error, build):
    contours = ContourSet(partitioned(level, merge_area=8, build=build), max_error, 4)
    mesh = PolyMesh(contours, 6)
    check_mesh(mesh)
    assert contours.unmerged_holes == mesh.untriangulated == mesh.overlapping == 0


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_simplified_all_of_it_is_cut_into_polygons(seed):
    rng = np.random.default_rng(seed)
    for _ in range(40):
        heights = np.where(rng.random(rng.integers(2, 22, 2)) < rng.choice([0.7, 0.9, 1.0]), rng.choice([3, 3, 3, 9]), 0)
        heights[rng.random(heights.shape) < 0.1] = 9
        compact = partitioned([heights], merge_area=int(rng.choice([0, 8, 400, 10**6])), build=BUILDS[rng.integers(3)])
        for max_error in (0.0, 0.5, 1.0, 1.3, 2.0, 6.0):
            contours = ContourSet(compact, max_error, int(rng.choice([0, 4])))
            mesh = PolyMesh(contours, int(rng.integers(3, 7)))
            assert contours.unmerged_holes == mesh.untriangulated == 0
            assert set(mesh.regions) == set(range(1, compact.region_count + 1))
            areas = Counter()
            for region, points in zip(mesh.regions, polygons_of(mesh)[0]):
                areas[region] += shoelace(points)
            assert areas == {region: shoelace(points) for region, points in simplified_contours(contours)}


def test_nothing_leads_across_a_drop():
    heights = np.full((9, 9), 3)
    heights[3, 2:7] = 4
    heights[4, 2:7] = 2
    mesh = PolyMesh(ContourSet(partitioned([heights], merge_area=10**6), 1.3, 0), 6)
    check_mesh(mesh)
    edges = Counter(frozenset(edge) for polygon in polygons_of(mesh)[1] for edge in zip(polygon, polygon[1:] + polygon[:1]))
    on_drop = [sorted(grid_corners(mesh)[i] for i in edge) for edge in edges
               if all(grid_corners(mesh)[i][2] == 4 and 2 <= grid_corners(mesh)[i][0] <= 7 for i in edge)]
    shared = [sorted(grid_corners(mesh)[i] for i in edge) for edge, count in edges.items() if count == 2]
    assert sum(b[0] - a[0] for a, b in on_drop) == 2 * 5 and not [edge for edge in on_drop if edge in shared]


def test_a_comb_of_a_thousand_teeth():
    heights = np.zeros((8, 2001), int)
    heights[0], heights[:, ::2] = 3, 3
    mesh = PolyMesh(ContourSet(partitioned([heights], merge_area=10**6), 0.0, 0), 6)
    check_mesh(mesh)
    assert mesh.untriangulated == 0 and sum(shoelace(points) for points in polygons_of(mesh)[0]) == (heights > 0).sum()


def test_a_square_is_one_polygon():
    mesh = PolyMesh(ContourSet(partitioned([np.full((10, 12), 3)]), 1.3, 0), 6)
    assert mesh.polygon_count == 1 and list(mesh.offsets) == [0, 4] and list(mesh.areas) == [63]
    vertices = np.asarray(mesh.vertices)
    assert vertices.shape == (4, 3) and vertices.dtype == np.float64
    assert sorted(map(tuple, vertices[mesh.corners])) == [(0, 3, 0), (0, 3, 10), (12, 3, 0), (12, 3, 10)]


@pytest.mark.parametrize("most, sizes", [(3, [3] * 8), (4, [4] * 4), (6, [6, 6]), (8, [4, 8])])
def test_polygons_grow_until_they_have_as_many_vertices_as_they_may(most, sizes):
    """Ten corners of a rectangle whose long sides are split: the eight triangles between them can be merged at will."""
    mesh = PolyMesh(ContourSet(partitioned([np.full((4, 12), 3)]), 0.0, 4), most)
    check_mesh(mesh)
    assert sorted(np.diff(mesh.offsets)) == sizes


def test_three_vertices_a_polygon_means_triangles():
    mesh = PolyMesh(ContourSet(partitioned([np.full((10, 12), 3)]), 1.3, 0), 3)
    assert mesh.polygon_count == 2


def test_an_l_shape_is_two_polygons_that_share_an_edge():
    heights = np.full((10, 10), 3)
    heights[:5, :5] = 0
    contours = ContourSet(partitioned([heights], merge_area=10**6), 0.0, 0)
    mesh = PolyMesh(contours, 6)
    check_mesh(mesh)
    edges = Counter(frozenset(edge) for polygon in polygons_of(mesh)[1] for edge in zip(polygon, polygon[1:] + polygon[:1]))
    assert mesh.polygon_count == 2 and list(edges.values()).count(2) == 1


def test_nothing_gives_empty_buffers():
    mesh = PolyMesh(ContourSet(partitioned([np.zeros((3, 3), int)]), 1.3, 0), 6)
    assert mesh.polygon_count == 0 and list(mesh.offsets) == [0]
    assert len(mesh.vertices) == len(mesh.corners) == len(mesh.areas) == 0


def test_too_few_vertices_are_refused():
    with pytest.raises(ValueError, match="vertices_per_polygon: must be at least 3, is 2"):
        PolyMesh(ContourSet(partitioned([np.full((3, 3), 3)]), 1.3, 0), 2)
