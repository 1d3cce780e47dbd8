"""Where points are: the surface of polygons whose corners are not in one plane holds every corner; the floor under a point and
the nearest point of the surface against brute force over all triangles; borders; hostile points."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.cutting import make_tile
from tests.meshes import contains, delaunay_mesh, grid_mesh, meshes, random_points
from navpy.api.baking.bakes import bake
from navpy.baking.settings import BakeSettings
from navpy.navmesh.navmesh import NavMesh

CLOSE = (1e-4, 1e-4, 1e-4)


def raised(mesh, seed):
    """The same polygons with vertices of any height."""
    vertices = mesh.vertices.copy()
    vertices[:, 1] = np.random.default_rng(seed).uniform(-2, 2, len(vertices))
    return NavMesh.from_polygons(vertices, mesh.polygons)


def bumpy(seed, cell_size=0.25, size=14, roughness=1.5):
    """A baked level of slopes."""
    rng = np.random.default_rng(seed)
    x, z = np.divmod(np.arange(size * size), size)
    corner = np.arange(size * size).reshape(size, size)
    a, b, c, d = corner[:-1, :-1].ravel(), corner[:-1, 1:].ravel(), corner[1:, 1:].ravel(), corner[1:, :-1].ravel()
    vertices = np.column_stack([2 * x, rng.uniform(0, roughness, size * size), 2 * z])
    return bake(vertices, np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])]),
                BakeSettings(cell_size=cell_size, detail_sample_distance=0))     # surfaces are the fans of their corners


def alone(mesh, poly):
    """One polygon as a mesh."""
    return NavMesh.from_polygons(mesh.vertices[list(poly)], [range(len(poly))])


def check_corners(mesh):
    """Each polygon's surface passes through its corners, straight below them and nearest in space."""
    for poly in mesh.polygons:
        single = alone(mesh, poly)
        for vertex in mesh.vertices[list(poly)]:
            below, nearest = single.locate(vertex, CLOSE), single.nearest(vertex)
            assert below is not None, (poly, vertex)
            assert below[1] == pytest.approx(vertex, abs=1e-9) and nearest[1] == pytest.approx(vertex, abs=1e-9)
            assert below[2] <= 1e-9 and nearest[2] <= 1e-9
    for vertex in {v for poly in mesh.polygons for v in poly}:
        point = mesh.vertices[vertex]
        assert mesh.locate(point, CLOSE)[2] <= 1e-9 and mesh.nearest(point)[2] <= 1e-9


def check_triangles(mesh):
    """As many as the corners ask for, none turned over, together as large as the polygons."""
    a, b, c = (mesh.vertices[np.array(mesh.triangles)[k::3]] for k in range(3))
    turn = (c[:, 0] - a[:, 0]) * (b[:, 2] - a[:, 2]) - (b[:, 0] - a[:, 0]) * (c[:, 2] - a[:, 2])
    assert len(turn) == sum(len(poly) - 2 for poly in mesh.polygons)
    assert turn.min() > 1e-9 and turn.sum() / 2 == pytest.approx(mesh.area)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("make", [
    lambda seed: delaunay_mesh(seed, points=30), grid_mesh, lambda seed: grid_mesh(seed, removed=0.05, angle=0.3 + seed)])
def test_corners_of_raised_meshes(make, seed):
    mesh = raised(make(seed), seed)
    check_corners(mesh)
    check_triangles(mesh)


@pytest.mark.parametrize("seed, cell_size", [(0, 0.25), (1, 0.3), (2, 0.2)])
def test_corners_of_baked_meshes(seed, cell_size):
    mesh = bumpy(seed, cell_size)
    assert any(len(poly) > 3 for poly in mesh.polygons)
    check_corners(mesh)
    check_triangles(mesh)


def test_a_corner_in_line_with_the_first_counts():
    vertices = [(0, 0, 0), (0, 2, 2), (0, 0, 4), (4, 0, 4), (4, 0, 0)]
    mesh = NavMesh.from_polygons(vertices, [range(5)])
    assert mesh.locate((0, 2, 2))[1] == (0, 2, 2)
    assert mesh.locate((0, 1, 1), (0, 0.5, 0.5))[1] == (0, 1, 1)


@st.composite
def rings(draw):
    """A convex polygon with corners in line on any of its edges, at lattice points or turned; any heights."""
    real = draw(st.sampled_from([
        [(0, 0), (0, 12), (12, 0)], [(0, 0), (0, 12), (12, 12), (12, 0)], [(0, 0), (-6, 6), (0, 12), (12, 12), (12, 0)]]))
    flat = []
    for (ax, az), (bx, bz) in zip(real, real[1:] + real[:1]):
        parts = sorted(draw(st.sets(st.integers(1, 5), max_size=3)))
        flat += [(ax, az)] + [(ax + (bx - ax) * part / 6, az + (bz - az) * part / 6) for part in parts]
    angle, far = draw(st.sampled_from([0.0, 0.7, 2.0])), draw(st.sampled_from([0.0, 1000.0]))
    heights = draw(st.lists(st.integers(0, 40), min_size=len(flat), max_size=len(flat)))
    single = draw(st.booleans())        # rounded as an engine rounds
    vertices = [(far + x * np.cos(angle) - z * np.sin(angle), y / 8, x * np.sin(angle) + z * np.cos(angle))
                for (x, z), y in zip(flat, heights)]
    return np.array(vertices, dtype=np.float32 if single else np.float64).astype(np.float64)


@given(rings(), st.integers(0, 20), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_the_surface_is_the_same_whichever_corner_is_named_first(ring, turn, random):
    count = len(ring)
    mesh = NavMesh.from_polygons(ring, [range(count)])
    turned = NavMesh.from_polygons(ring, [[(i + turn) % count for i in range(count)]])
    reversed_ = NavMesh.from_polygons(ring, [[(turn - i) % count for i in range(count)]])
    check_corners(mesh)
    assert mesh.triangles.tolist() == turned.triangles.tolist() == reversed_.triangles.tolist()
    for _ in range(5):
        weights = np.array([random.random() + 0.01 for _ in ring])
        point = weights @ ring / weights.sum()
        found = mesh.locate(point, (0.01, 10, 10))
        assert found == turned.locate(point, (0.01, 10, 10)) and mesh.nearest(point) == turned.nearest(point)
    again = NavMesh.from_bytes(mesh.to_bytes())
    assert again.polygons == mesh.polygons
    again.validate()


# ---- against brute force ----

def hills(tile_size=0):
    """Rolling ground that polygons of many detail triangles lie on, with a roof over a part of it."""
    rng = np.random.default_rng(5)
    size = 17
    x, z = np.divmod(np.arange(size * size), size)
    corner = np.arange(size * size).reshape(size, size)
    a, b, c, d = corner[:-1, :-1].ravel(), corner[:-1, 1:].ravel(), corner[1:, 1:].ravel(), corner[1:, :-1].ravel()
    ground = np.column_stack([1.5 * x, 1.2 * np.sin(x / 2) + 0.9 * np.cos(z / 1.7) + rng.uniform(0, 0.1, size * size), 1.5 * z])
    roof = np.array([(6, 4.5, 6), (6, 4.5, 14), (16, 4.5, 14), (16, 4.5, 6)])
    faces = np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d]), size * size + np.array([(0, 1, 2), (0, 2, 3)])])
    return bake(np.concatenate([ground, roof]), faces, BakeSettings(cell_size=0.25, cell_height=0.1, tile_size=tile_size))


@pytest.fixture(scope="module", params=["whole", "tiled", "floors"])
def level(request):
    if request.param == "whole":
        mesh = hills()
        assert len(mesh.triangles) // 3 > 20 * mesh.polygon_count       # so detail triangles are looked up in buckets
        return mesh
    if request.param == "tiled":
        mesh = hills(32)
        assert len(mesh.tiles) > 4
        return mesh
    floors = [delaunay_mesh(seed, points=40, height=0.4) for seed in range(4)]
    first = np.cumsum([0, *(len(floor.vertices) for floor in floors)])
    return NavMesh.from_polygons(
        np.concatenate([floor.vertices + (0, 1.7 * i, 0) for i, floor in enumerate(floors)]),
        [[first[i] + corner for corner in polygon] for i, floor in enumerate(floors) for polygon in floor.polygons])


def corners_of(mesh):
    return [mesh.vertices[np.array(mesh.triangles)[k::3]] for k in range(3)]


def heights_over(triangles, points, slack):
    """Heights (points, triangles) of the triangles' planes over the points, NaN where they are more than slack, as a share of the
    height of the triangle on an edge, outside."""
    a, b, c = (corner[None] for corner in triangles)
    x, z = points[:, None, 0], points[:, None, 2]

    def turn(p, q, x, z):
        return (q[..., 0] - p[..., 0]) * (z - p[..., 2]) - (x - p[..., 0]) * (q[..., 2] - p[..., 2])
    whole = turn(a, b, c[..., 0], c[..., 2])
    shares = [turn(b, c, x, z) / whole, turn(c, a, x, z) / whole, turn(a, b, x, z) / whole]
    y = shares[0] * a[..., 1] + shares[1] * b[..., 1] + shares[2] * c[..., 1]
    return np.where(np.min(shares, axis=0) >= -slack, y, np.nan)


def points_around(mesh, rng, count):
    """On the surface and up to 4 m above and 2 m below it, and anywhere."""
    a, b, c = corners_of(mesh)
    weights, chosen = rng.dirichlet((1, 1, 1), count), rng.integers(0, len(a), count)
    on = weights[:, :1] * a[chosen] + weights[:, 1:2] * b[chosen] + weights[:, 2:] * c[chosen]
    low, high = np.array(mesh.bounds)
    return np.concatenate([on, on + np.outer(rng.uniform(-2, 4, count), (0, 1, 0)), rng.uniform(low - 3, high + 3, (count, 3))])


def test_the_floor_is_the_highest_surface_within_reach(level):
    points = points_around(level, np.random.default_rng(1), 250)
    up, down = 0.8, 2.0
    polygons, places, distances = level.locate_many(points, (0, up, down))
    heights = heights_over(corners_of(level), points, 1e-9)
    y = points[:, None, 1]
    with np.errstate(invalid="ignore"):
        within = np.where((heights <= y + up + 1e-9) & (heights >= y - down - 1e-9), heights, -np.inf)
    expected = within.max(axis=1)
    assert (polygons >= 0).tolist() == np.isfinite(expected).tolist() and 0.2 < np.mean(polygons >= 0) < 1
    found = polygons >= 0
    assert places[found, 1] == pytest.approx(expected[found], abs=1e-6)
    assert (places[found][:, [0, 2]] == points[found][:, [0, 2]]).all()
    assert distances[found] == pytest.approx(np.abs(points[found, 1] - expected[found]), abs=1e-6)
    assert np.isinf(distances[~found]).all() and (places[~found] == points[~found]).all()
    for poly, place in zip(polygons[found], places[found]):
        assert contains(level.vertices[list(level.polygons[poly])][:, [0, 2]], place[[0, 2]], 1e-9)


def closest_on_triangles(point, a, b, c):
    """Distance of the point from the nearest of the triangles: from their planes where it is over them, else their edges."""
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    inside = np.ones(len(a), bool)
    best = np.inf
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= np.einsum("nk,nk->n", np.cross(q - p, point - p), normal) >= 0
        edge = q - p
        t = np.clip(np.einsum("nk,nk->n", point - p, edge) / np.einsum("nk,nk->n", edge, edge), 0, 1)
        best = min(best, np.linalg.norm(p + t[:, None] * edge - point, axis=1).min())
    over = np.abs(np.einsum("nk,nk->n", point - a, normal))[inside]
    return min(best, over.min()) if inside.any() else best


def test_the_nearest_point_of_all(level):
    rng = np.random.default_rng(2)
    low, high = np.array(level.bounds)
    triangles = corners_of(level)
    points = np.concatenate([points_around(level, rng, 40), rng.uniform(low - 200, high + 200, (40, 3)),
                             rng.uniform(low, high, (20, 3)) + (0, 60, 0)])
    for point in points:
        poly, place, distance = level.nearest(point)
        assert distance == pytest.approx(closest_on_triangles(point, *triangles), abs=1e-9)
        assert np.linalg.norm(np.array(place) - point) == pytest.approx(distance, abs=1e-12)
        assert contains(level.vertices[list(level.polygons[poly])][:, [0, 2]], np.array(place)[[0, 2]], 1e-6)
        assert level.nearest(point, (1e6, 1e6, 1e6)) == (poly, place, distance)
        assert level.nearest(point, [2 * distance + 1] * 3) == (poly, place, distance)


def test_the_nearest_point_in_a_box(level):
    """Of what lies in the box nothing is nearer: many samples of the surface say so, and how much nearer it can be at most."""
    rng = np.random.default_rng(3)
    a, b, c = corners_of(level)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    chosen = rng.choice(len(a), 40000, p=area / area.sum())
    weights = rng.dirichlet((1, 1, 1), len(chosen))
    samples = weights[:, :1] * a[chosen] + weights[:, 1:2] * b[chosen] + weights[:, 2:] * c[chosen]
    outcomes = {"none": 0, "nearest of all": 0, "other": 0}
    for point in points_around(level, rng, 60):
        extents = rng.uniform(0.1, (3, 1, 3))
        found, of_all = level.nearest(point, extents), level.nearest(point)
        away = samples[(np.abs(samples - point) <= extents).all(axis=1)] - point
        if found is None:
            assert len(away) == 0 and (np.abs(np.array(of_all[1]) - point) > extents).any()
            outcomes["none"] += 1
            continue
        assert (np.abs(np.array(found[1]) - point) <= extents + 1e-12).all()
        assert closest_on_triangles(np.array(found[1]), a, b, c) < 1e-9
        assert np.linalg.norm(np.array(found[1]) - point) == pytest.approx(found[2], abs=1e-9)
        if len(away):
            assert found[2] <= np.linalg.norm(away, axis=1).min() + 1e-9
        outcomes["nearest of all" if found == of_all else "other"] += 1
    assert min(outcomes.values()) > 3, outcomes


def test_many_points_are_found_as_one_by_one(level):
    points = np.concatenate([points_around(level, np.random.default_rng(4), 60), [point for _, point in random_points(
        level, 60, np.random.default_rng(4))]])
    for reach in (None, (0, 1, 1), (3, 0.5, 2), (1e30, 1e30, 1e30)):
        for point, poly, place, distance in zip(points, *level.locate_many(points, reach)):
            assert level.locate(point, reach) == (None if poly < 0 else (poly, tuple(place), distance))
            assert poly >= 0 or (place == point).all() and distance == np.inf
    assert [len(part) for part in level.locate_many(np.zeros((0, 3)))] == [0, 0, 0]


# ---- borders ----

@pytest.mark.parametrize("mesh", list(meshes(1)), ids=["triangles", "hilly triangles", "cells", "turned cells"])
def test_a_border_belongs_to_all_polygons_that_meet_there(mesh):
    """Within the rounding of heights that is: the highest of them wins, and where all are as high that of the lowest index."""
    rings = [mesh.vertices[list(polygon)] for polygon in mesh.polygons]
    flat = len({y for ring in rings for y in ring[:, 1]}) == 1
    for _, point in random_points(mesh, 150, np.random.default_rng(6)):
        poly, place, distance = mesh.locate(point, (1e-3, 0.1, 0.1))
        there = [i for i, ring in enumerate(rings) if contains(ring[:, [0, 2]], point[[0, 2]], 1e-12)]
        assert poly in there and distance < 1e-9
        if flat and any((ring == point).all(axis=1).any() for ring in rings):        # exactly at a vertex
            assert poly == min(there)


def square(x, y, z=0.0):
    return [(x, y, z), (x, y, z + 1), (x + 1, y, z + 1), (x + 1, y, z)]


def squares(*corners):
    return NavMesh.from_polygons(np.concatenate([square(*corner) for corner in corners]),
                                 [range(4 * i, 4 * i + 4) for i in range(len(corners))], weld_distance=0)


@pytest.mark.filterwarnings("ignore:NavMesh.from_polygons")
@pytest.mark.parametrize("step, x, expected", [
    (0.0, 1.0, 0),                                          # on the border of both, as high: the lower polygon
    (0.005, 1.0, 1), (-0.005, 1.0, 0),                      # the higher one
    (0.005, 1 - 5e-6, 0), (0.005, 1 + 5e-6, 1),             # one floor: the polygon that the point is inside of
    (-0.005, 1 - 5e-6, 0), (-0.005, 1 + 5e-6, 1),
    (0.05, 1 - 5e-6, 1), (0.05, 1 + 5e-6, 1),               # a step: the higher one, which rounding has put the point beside
    (0.05, 1 - 1e-3, 0),                                    # but not from farther away
])
def test_which_of_two_polygons_at_a_border(step, x, expected):
    assert squares((0, 0), (1, step)).locate((x, 0, 0.5))[0] == expected
    assert squares((1, step), (0, 0)).locate((x, 0, 0.5))[0] == (0 if step == 0 and x == 1 else 1 - expected)


@pytest.mark.filterwarnings("ignore:NavMesh.from_polygons")
def test_what_is_one_floor_does_not_depend_on_the_order_of_polygons():
    """Heights where the first is one floor with the second and the second with the third, but not the first with the third."""
    from itertools import permutations
    places = [(-1, 0.0, -1), (0, 0.008, -1), (-1, 0.016, 0), (0, -0.5, 0)]
    for point in ((2e-6, 0, -3e-6), (-2e-6, 0, -3e-6), (0, 0, 0), (3e-6, 0, 2e-6)):
        found = set()
        for order in permutations(range(4)):
            poly, place, _ = squares(*(places[i] for i in order)).locate(point)
            found.add((order[poly], place))
        assert len(found) == 1, (point, found)


def test_a_point_that_rounding_has_put_outside_is_on_the_mesh():
    rng = np.random.default_rng(7)
    mesh = delaunay_mesh(3, removed=0)
    vertices = mesh.vertices + (5000, 0, -7000)
    far = NavMesh.from_polygons(vertices, mesh.polygons)
    outer = [(polygon[k], polygon[(k + 1) % 3]) for polygon, across in zip(mesh.polygons, mesh.neighbors)
             for k in range(3) if across[k] < 0]
    for a, b in outer:
        point = (vertices[a] + rng.random() * (vertices[b] - vertices[a])).astype(np.float32)
        assert far.locate(point)[2] < 1e-3, point


def test_equally_near_polygons():
    for corners in ([(0, 0), (2, 0)], [(2, 0), (0, 0)], [(2, 0), (0, 0), (2, -1.0), (0, -1.0)]):
        assert squares(*corners).nearest((1.5, 0, 0.5))[0] == squares(*corners).nearest((1.5, 0, 0.5), (1, 1, 1))[0] == 0
    cells = [(2 * x, 0, 2 * z) for x in range(12) for z in range(12)]
    assert squares(*cells).nearest((13.5, 0, 9.5))[0] == cells.index((12, 0, 8))
    assert squares(*cells[::-1]).nearest((13.5, 0, 9.5))[0] == cells[::-1].index((14, 0, 10))


# ---- which polygons count, and when ----

def test_polygons_that_nobody_walks_on_are_not_found():
    mesh = squares((0, 0), (0, 1.0), (3, 0))
    assert mesh.locate((0.5, 1, 0.5))[0] == 1 and mesh.nearest((0.5, 1, 0.5))[0] == 1
    mesh.set_flags([1], 0)
    assert mesh.locate((0.5, 1, 0.5))[0] == 0 and mesh.nearest((0.5, 1, 0.5))[0] == 0
    mesh.set_flags([0], 0)
    assert mesh.locate((0.5, 1, 0.5)) is None and mesh.nearest((0.5, 1, 0.5))[0] == 2
    assert mesh.nearest((0.5, 1, 0.5), (2.4, 2, 1)) is None
    mesh.set_flags([0, 1, 2], 1)
    assert mesh.locate((0.5, 1, 0.5))[0] == 1


def test_after_tiles_came_and_went_all_is_found_as_in_a_mesh_made_afresh():
    baked = hills(32)
    tiles = {place: baked.tile(*place) for place in baked.tiles}
    some = sorted(tiles)[::3]
    points = points_around(baked, np.random.default_rng(8), 150)

    def joined(places):
        return NavMesh.from_tiles([tiles[place] for place in places], baked.tile_size, climb=baked.climb,
                                  agent_radius=baked.agent_radius, agent_height=baked.agent_height)

    def found(one):
        nearest = [one.nearest(point) for point in points[::3]]
        return [part.tolist() for part in one.locate_many(points)[1:]], [place and place[1:] for place in nearest]
    mesh = joined(tiles)
    for place in some:
        mesh.remove_tile(*place)
    mesh.validate()
    assert found(mesh) == found(joined(sorted(set(tiles) - set(some))))
    for place in reversed(some):
        mesh.add_tile(tiles[place])
    mesh.validate()
    assert found(mesh) == found(NavMesh.from_bytes(baked.to_bytes()))
    for place in tiles:
        mesh.remove_tile(*place)
    assert all(mesh.locate(point) is mesh.nearest(point) is mesh.nearest(point, (1, 1, 1)) is None for point in points[:5])


# ---- hostile points ----

def test_nothing_hangs_or_breaks_on_points_that_are_none(level):
    bad = [(np.nan, 0, 0), (0, np.nan, 0), (0, 0, np.inf), (-np.inf, 0, 0), (1e300, 0, 0), (0, -2e30, 0)]
    polygons, _, distances = level.locate_many(bad, (1e30, 1e30, 1e30))
    assert (polygons == -1).all() and np.isinf(distances).all()
    for mesh in (level, NavMesh(), NavMesh.from_tiles([], 10.0)):
        for point in bad:
            with pytest.raises(ValueError, match="point: must be finite and within 1e30 m"):
                mesh.nearest(point)
    assert NavMesh().nearest((1, 2, 3)) is NavMesh.from_tiles([], 10.0).nearest((1, 2, 3), (1e30, 1, 0)) is None
    far = [(1e30, 0, 0), (0, 1e30, -1e30), (-1e30, -1e30, 1e30), (1e15, 3, 2), (-3e9, 0, 3e9)]
    assert (level.locate_many(far)[0] == -1).all()
    for point in far:
        assert level.nearest(point)[2] == pytest.approx(np.linalg.norm(point), rel=1e-6)
        assert level.nearest(point, (1, 1, 1)) is None and level.nearest(point, (0, 0, 0)) is None


def test_a_huge_reach_costs_no_more_than_the_mesh():
    """Tiles at the ends of the world: no way leads through all places between them."""
    tiles = [make_tile(x, z, [[(10.0 * x, 0, 10.0 * z), (10.0 * x, 0, 10.0 * z + 10), (10.0 * x + 10, 0, 10.0 * z + 10),
                               (10.0 * x + 10, 0, 10.0 * z)]], 10.0) for x, z in [(0, 0), (9 * 10**7, 9 * 10**7), (-9 * 10**7, 3)]]
    mesh = NavMesh.from_tiles(tiles, 10.0)
    point = (-4e8, 0, 5)
    assert mesh.locate(point, (1e12, 1e12, 1e12))[1][0] == pytest.approx(0)
    assert mesh.locate(point, (1e8, 1, 1)) is None and mesh.locate((-0.5, 0, 5), (1, 1, 1))[1] == (0, 0, 5)
    assert mesh.nearest(point)[1][0] == pytest.approx(0) and mesh.nearest(point, (1e8, 1e30, 1e30)) is None
    assert mesh.nearest((-6e8, 0, 5), (5e8, 1e30, 1e30))[1][0] == pytest.approx(-9e8 + 10)


@pytest.mark.parametrize("ask, message", [
    (lambda mesh: mesh.nearest((0, 0, 0), (1, 2)), r"extents: must be three numbers, is \(1, 2\)"),
    (lambda mesh: mesh.nearest((0, 0, 0), 3), "extents: must be three numbers"),
    (lambda mesh: mesh.nearest((0, 0, 0), (1, -1, 1)), "extents: must be three finite numbers of meters, not below 0"),
    (lambda mesh: mesh.nearest((0, 0, 0), (1, 1, float("nan"))), "extents: must be three finite"),
    (lambda mesh: mesh.locate_many([(0, 0, 0)], (1, 1)), "reach: must be"),
    (lambda mesh: mesh.locate_many([(0, 0)]), r"points: must be of shape \(n, 3\), is \(1, 2\)"),
    (lambda mesh: mesh.locate_many([(0, 0, 0), (0, 0)]), "points: must be an array of numbers"),
])
def test_bad_arguments_are_told(ask, message):
    with pytest.raises(ValueError, match=message):
        ask(squares((0, 0)))
