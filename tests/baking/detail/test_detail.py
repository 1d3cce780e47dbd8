"""The detail mesh against the triangles that the level was made of."""
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.measure_heights import facing_up, heights_at, nearest_errors, plan_areas, points_on
from navpy.baking.voxels.compact import CompactHeightfield
from navpy.baking.contours.contours import ContourSet
from navpy.baking.detail.detail import DetailMesh
from navpy.baking.voxels.distance_field import build_distance_field
from navpy.baking.voxels.erosion import erode
from navpy.baking.voxels.filters import filter_ledge_spans, filter_low_hanging_obstacles, filter_walkable_low_height_spans
from navpy.baking.detail.source_heights import SourceHeights
from navpy.baking.voxels.heightfield import Heightfield
from navpy.baking.voxels.triangle_soup import bounds_of, mark_walkable_triangles
from navpy.baking.contours.polygons import PolyMesh
from navpy.baking.regions.regions import build_watershed_regions
from tests.levels import box, level

CELL_SIZE, CELL_HEIGHT, CLIMB_VX, HEIGHT_VX = 0.25, 0.2, 4, 9


def detailed(vertices, triangles, max_error=CELL_HEIGHT, sample_distance=6 * CELL_SIZE, radius_vx=2):
    """(PolyMesh, DetailMesh) of a level."""
    vertices, triangles = np.ascontiguousarray(vertices, np.float32), np.ascontiguousarray(triangles, np.int32)
    areas = mark_walkable_triangles(vertices, triangles, 45.0)
    field = Heightfield(*bounds_of(vertices), CELL_SIZE, CELL_HEIGHT)
    field.rasterize(vertices, triangles, areas, CLIMB_VX)
    filter_low_hanging_obstacles(field, CLIMB_VX)
    filter_ledge_spans(field, HEIGHT_VX, CLIMB_VX)
    filter_walkable_low_height_spans(field, HEIGHT_VX)
    compact = CompactHeightfield(field, HEIGHT_VX, CLIMB_VX)
    erode(compact, radius_vx)
    build_distance_field(compact)
    build_watershed_regions(compact, 16, 400)
    polygons = PolyMesh(ContourSet(compact, 1.3, 0), 6)
    (x0, _, z0), (x1, _, z1) = bounds_of(vertices)
    ground = SourceHeights(vertices, triangles, areas, (x0, z0), (x1, z1), CELL_SIZE)
    return polygons, DetailMesh(compact, polygons, ground, sample_distance, max_error)


def terrain(height, size=14.0, step=1.0):
    n = int(round(size / step))
    x, z = np.meshgrid(np.arange(n + 1) * step, np.arange(n + 1) * step)
    a = (np.arange(n)[:, None] * (n + 1) + np.arange(n)).ravel()
    quads = np.stack([a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2], axis=-1)
    return np.stack([x, height(x, z) + 0 * x, z], axis=-1).reshape(-1, 3), quads.reshape(-1, 3)


def check_shape(polygons, detail):
    """Triangles cover their polygons exactly, corners keep their place, and edges have the same vertices from both sides."""
    vertices, triangles = np.asarray(detail.vertices), np.asarray(detail.triangles).reshape(-1, 3)
    offsets, corners = np.asarray(polygons.offsets), np.asarray(polygons.corners)
    count = len(polygons.vertices)
    assert (vertices[:count, [0, 2]] == np.asarray(polygons.vertices)[:, [0, 2]]).all()
    assert len(detail.offsets) == len(offsets) and detail.offsets[-1] == len(triangles)
    if len(triangles):
        assert triangles.min() >= 0 and set(range(count, len(vertices))) <= set(triangles.ravel())
        assert (plan_areas(vertices, triangles) > 0).all()
    else:
        assert len(vertices) == count
    outer = Counter()
    for i in range(polygons.polygon_count):
        ring = corners[offsets[i]:offsets[i + 1]].tolist()
        edges = set(zip(ring, ring[1:] + ring[:1]))
        own = triangles[detail.offsets[i]:detail.offsets[i + 1]].tolist()
        if own:
            inner = Counter((t[k], t[(k + 1) % 3]) for t in own for k in range(3))
            assert max(inner.values()) == 1
            edges = {(a, b) for a, b in inner if (b, a) not in inner}
            x, z = vertices[ring][:, 0], vertices[ring][:, 2]
            whole = (np.roll(x, -1) * z - x * np.roll(z, -1)).sum() / 2
            assert plan_areas(vertices, np.array(own)).sum() == pytest.approx(whole, rel=1e-9)
        outer.update(edges)
    shared = Counter(tuple(sorted(edge)) for edge in outer)
    assert max(outer.values()) == 1 and max(shared.values()) <= 2
    inner_edges = Counter(tuple(sorted(edge)) for i in range(polygons.polygon_count) for edge in zip(
        corners[offsets[i]:offsets[i + 1]], np.roll(corners[offsets[i]:offsets[i + 1]], -1)))
    for (a, b), times in inner_edges.items():       # an edge that two polygons share is nowhere open
        if times == 2 and (a, b) in shared:
            assert shared[a, b] == 2


def check_heights(vertices, triangles, polygons, detail, max_error=CELL_HEIGHT, count=400):
    corners, rng = facing_up(vertices, triangles), np.random.default_rng(0)
    assert nearest_errors(corners, np.asarray(detail.vertices)).max() < 1e-6
    worst = 0.0
    for i in range(polygons.polygon_count):
        points = points_on(polygons, detail, i, count // polygons.polygon_count + 5, rng)
        worst = max(worst, nearest_errors(corners, points).max())
    assert worst <= max_error + 1e-6
    return worst


@pytest.mark.parametrize("degrees", [0, 10, 30, 44.9])
def test_a_plane_is_met_exactly_without_a_detail_mesh(degrees):
    mesh = terrain(lambda x, z: 0.13 + np.tan(np.radians(degrees)) * x)
    polygons, detail = detailed(*mesh)
    check_shape(polygons, detail)
    assert len(detail.triangles) == 0 and check_heights(*mesh, polygons, detail) < 1e-6


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.4, 0.75, 1.5]), st.sampled_from([0.05, 0.2, 0.5]))
@settings(max_examples=25, deadline=None)
def test_rough_terrain(seed, step, max_error):
    rng = np.random.default_rng(seed)
    a, b, noise = rng.uniform(1.5, 4), rng.uniform(1.5, 4), rng.uniform(0, 0.08)
    mesh = terrain(lambda x, z: 0.8 * np.sin(x / a) * np.cos(z / b) + rng.normal(0, noise, x.shape), 12.0, step)
    polygons, detail = detailed(*mesh, max_error)
    assert polygons.polygon_count > 0
    check_shape(polygons, detail)
    check_heights(*mesh, polygons, detail, max_error)


def steps(rise, run, count, beside):
    """Stairs towards +x, 4 m wide, on a floor that goes on so far beside them."""
    z0, z1 = beside, beside + 4.0
    return level(box((0, -1, 0), (14, 0, z1 + beside)),
                 *[box((4 + run * k, 0, z0), (4 + run * (k + 1), rise * (k + 1), z1)) for k in range(count)],
                 box((4 + run * count, 0, z0), (12, rise * count, z1)))


def test_stairs():
    mesh = steps(0.2, 0.3, 10, 0.0)
    polygons, detail = detailed(*mesh)
    check_shape(polygons, detail)
    check_heights(*mesh, polygons, detail, count=3000)
    assert len(detail.vertices) < 2 * len(polygons.vertices)


def test_steps_higher_than_the_error_allowed_are_bridged():
    mesh = steps(0.35, 0.5, 6, 2.0)
    polygons, detail = detailed(*mesh, max_error=0.1)
    check_shape(polygons, detail)
    corners, rng, reach = facing_up(*mesh), np.random.default_rng(0), 1.5 * CELL_SIZE
    for i in range(polygons.polygon_count):
        for x, y, z in points_on(polygons, detail, i, 300, rng):
            around = np.concatenate([heights_at(corners, x + dx, z + dz) for dx in (-reach, 0, reach)
                                     for dz in (-reach, 0, reach)])
            assert around.min() - 0.1 <= y <= around.max() + 0.1 + 1e-6


def test_a_ramp_out_of_the_ground():
    plane = terrain(lambda x, z: 0.0, 14.0, 14.0)
    slope = np.array([(3, -1.5, 4), (3, -1.5, 10), (11, 2.5, 10), (11, 2.5, 4)])
    mesh = level((plane[0].tolist(), plane[1].tolist()), (slope.tolist(), [(0, 1, 2), (0, 2, 3)]))
    polygons, detail = detailed(*mesh)
    check_shape(polygons, detail)
    corners, rng = facing_up(*mesh), np.random.default_rng(0)
    on_ramp = 0
    for i in range(polygons.polygon_count):
        for x, y, z in points_on(polygons, detail, i, 300, rng):
            if 3 < x < 8 and 5 < z < 9:
                on_ramp += 1
                assert abs(y - heights_at(corners, x, z).max()) <= CELL_HEIGHT + 1e-6
    assert on_ramp > 50


def test_floors_keep_to_their_own_floor():
    low = terrain(lambda x, z: 0.4 * np.sin(x / 2) * np.cos(z / 2))
    high = terrain(lambda x, z: 3.0 + 0.4 * np.cos(x / 2) * np.sin(z / 3))
    mesh = level(*[(v.tolist(), t.tolist()) for v, t in (low, high)])
    polygons, detail = detailed(*mesh)
    check_shape(polygons, detail)
    check_heights(*mesh, polygons, detail)
    vertices, offsets = np.asarray(detail.vertices), np.asarray(detail.offsets)
    sides = set()
    for i in range(polygons.polygon_count):
        ring = np.asarray(polygons.corners)[polygons.offsets[i]:polygons.offsets[i + 1]]
        upper = vertices[ring][:, 1] > 1.7
        assert upper.all() or not upper.any()
        own = np.asarray(detail.triangles).reshape(-1, 3)[offsets[i]:offsets[i + 1]]
        assert ((vertices[own.ravel()][:, 1] > 1.7) == upper[0]).all()
        sides.add(bool(upper[0]))
    assert sides == {False, True}


def test_over_a_gap_narrower_than_a_cell_the_surface_is_as_high_as_its_brinks():
    """Corners of the obstacle's outline lie in the gap, whose ground is 2 m down."""
    mesh = level(box((0, -1, 0), (14, 0, 14)), box((0, 1, 0), (6.9, 2.03, 14)), box((7.1, 1, 0), (14, 2.16, 14)),
                 box((7.5, 2, 5), (9, 5, 9)))
    polygons, detail = detailed(*mesh)
    check_shape(polygons, detail)
    vertices = np.asarray(detail.vertices)
    assert ((vertices[:, 0] > 6.9) & (vertices[:, 0] < 7.1)).any()
    assert np.minimum(abs(vertices[:, 1] - 2.03), abs(vertices[:, 1] - 2.16)).max() < 1e-6


@pytest.mark.parametrize("above", [2.5, 6.0])
def test_another_floor_makes_no_vertices(above):
    hills = terrain(lambda x, z: 0.8 * np.sin(x / 2) * np.cos(z / 3))
    roof = level((hills[0].tolist(), hills[1].tolist()), ((hills[0] * (1, 0.3, 1) + (0, above, 0)).tolist(), hills[1].tolist()))
    low, both = detailed(*hills)[1], detailed(*roof)[1]
    lower = np.asarray(both.vertices)[np.asarray(both.vertices)[:, 1] < above - 1.5]
    assert {tuple(point) for point in lower} == {tuple(point) for point in np.asarray(low.vertices)}


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=10, deadline=None)
def test_the_order_of_triangles_changes_nothing(seed):
    vertices, triangles = terrain(lambda x, z: 0.8 * np.sin(x / 2) * np.cos(z / 3), 10.0)
    one = detailed(vertices, triangles)[1]
    other = detailed(vertices, triangles[np.random.default_rng(seed).permutation(len(triangles))])[1]
    assert bytes(one.vertices) == bytes(other.vertices) and one.triangles == other.triangles and one.offsets == other.offsets


def test_no_sample_distance_sets_only_the_corners():
    mesh = terrain(lambda x, z: 0.8 * np.sin(x / 2) * np.cos(z / 3))
    polygons, detail = detailed(*mesh, sample_distance=0.0)
    assert len(detail.triangles) == 0 and len(detail.vertices) == len(polygons.vertices)
    assert len(detail.offsets) == polygons.polygon_count + 1
    assert nearest_errors(facing_up(*mesh), np.asarray(detail.vertices)).max() < 1e-6


def test_no_error_allowed_ends():
    mesh = terrain(lambda x, z: 0.5 * np.sin(x) * np.cos(z), 8.0)
    polygons, detail = detailed(*mesh, max_error=0.0)
    check_shape(polygons, detail)
    assert check_heights(*mesh, polygons, detail, 0.01) > 0


@pytest.mark.parametrize("name", ["sample_distance", "max_error"])
@pytest.mark.parametrize("value", [-1.0, float("nan")])
def test_bad_arguments_are_refused(name, value):
    with pytest.raises(ValueError, match=f"{name}_m: must be at least 0"):
        detailed(*terrain(lambda x, z: 0.0), **{name: value})


def test_nothing_walkable():
    polygons, detail = detailed(*terrain(lambda x, z: 3 * x))
    assert polygons.polygon_count == 0
    assert list(detail.offsets) == [0] and len(detail.vertices) == 0 and len(detail.triangles) == 0
