"""Segments in space against every triangle of the surface, one by one."""
import numpy as np
import pytest

from tests.floods import some_meshes
from tests.levels import terrain
from tests.meshes import delaunay_mesh, random_points
import navpy
from navpy import NavMesh, QueryFilter
from navpy.api.query.surface import closest_to_segment

MESHES = {**dict(some_meshes()), "bumpy": delaunay_mesh(3, height=2.0),
          "terrain": navpy.bake(*terrain(), navpy.BakeSettings(agent_radius=0.3))}
EXACT = 1e-9                                    # meters


def triangles_of(mesh, shut=()):
    """(polygon of each triangle, (n, 3, 3) their corners)."""
    corners = mesh.vertices[np.array(mesh.triangles).reshape(-1, 3)]
    polys = np.repeat(np.arange(mesh.polygon_count), [max(len(ring) - 2, 0) for ring in mesh.polygons])
    if len(polys) != len(corners):              # there are detail triangles
        polys = np.full(len(corners), -1)
    open_ = ~np.isin(polys, list(shut))
    return polys[open_], corners[open_]


def on_triangles(point, corners):
    """Nearest places of triangles to a point, or to one point each: inside, or on one of the sides."""
    a, b, c = corners.transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    size = np.einsum("ij,ij->i", normal, normal)
    foot = point - normal * (np.einsum("ij,ij->i", point - a, normal) / size)[:, None]
    inside = np.ones(len(corners), bool)
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= np.einsum("ij,ij->i", np.cross(q - p, foot - p), normal) >= 0
    places = [np.where(inside[:, None], foot, np.inf)]
    for p, q in ((a, b), (b, c), (c, a)):
        t = np.clip(np.einsum("ij,ij->i", point - p, q - p) / np.einsum("ij,ij->i", q - p, q - p), 0, 1)
        places.append(p + t[:, None] * (q - p))
    places = np.array(places)
    least = np.linalg.norm(places - point, axis=2).argmin(axis=0)
    return places[least, np.arange(len(corners))]


def first_meeting(start, end, corners, slack=0.0):
    """0 … 1 along the segment where it meets the first triangle, widened by a slack; infinite where it meets none."""
    a, b, c = corners.transpose(1, 0, 2)
    along, normal = end - start, np.cross(b - a, c - a)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.einsum("ij,ij->i", a - start, normal) / (normal @ along)
    place = start + t[:, None] * along
    met = (t >= 0) & (t <= 1)
    for p, q in ((a, b), (b, c), (c, a)):
        side = np.einsum("ij,ij->i", np.cross(q - p, place - p), normal)
        met &= side >= -slack * np.linalg.norm(q - p, axis=1) * np.linalg.norm(normal, axis=1)
    return t[met].min(initial=np.inf)


def distance_to_surface(start, end, corners):
    """Meters between a segment and the surface, by a search for the least along the segment, which is convex for each triangle."""
    low, high = np.zeros(len(corners)), np.ones(len(corners))

    def distances(t):
        points = start + t[:, None] * (end - start)
        return np.linalg.norm(on_triangles(points, corners) - points, axis=1)
    for _ in range(70):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        nearer = distances(one) <= distances(two)
        low, high = np.where(nearer, low, one), np.where(nearer, two, high)
    return distances((low + high) / 2).min()


def to_segment(point, start, end):
    along = end - start
    t = np.clip((point - start) @ along / max(along @ along, 1e-300), 0, 1)
    return np.linalg.norm(start + t * along - point)


def segments(mesh, rng, count):
    """Through places of the surface, beside it, above it, far and short ones."""
    low, high = mesh.vertices.min(axis=0) - 2, mesh.vertices.max(axis=0) + 2
    for _, place in random_points(mesh, count, rng):
        middle = np.array(place, float)
        yield middle + rng.uniform(-3, 3, 3) + (0, 3, 0), middle + rng.uniform(-3, 3, 3) - (0, 3, 0)
        yield rng.uniform(low, high), rng.uniform(low, high)
        start = rng.uniform(low, high)
        yield start, start + rng.uniform(-0.3, 0.3, 3)


@pytest.mark.parametrize("name", MESHES)
def test_the_first_point_that_a_segment_meets(name):
    mesh, rng = MESHES[name], np.random.default_rng(5)
    polys, corners = triangles_of(mesh)
    for start, end in segments(mesh, rng, 60):
        found = closest_to_segment(mesh, start, end, meets=True)
        t, surely = first_meeting(start, end, corners, EXACT), first_meeting(start, end, corners, -EXACT)
        length = np.linalg.norm(end - start)
        if found is None:
            assert surely == np.inf
            continue
        poly, point = found
        assert t * length - EXACT <= np.linalg.norm(point - start) <= surely * length + EXACT
        own = corners[(polys == poly) | (polys < 0)]
        assert np.linalg.norm(on_triangles(np.array(point), own) - point, axis=1).min() <= EXACT * max(1, length)


@pytest.mark.parametrize("name", MESHES)
def test_the_point_nearest_to_a_segment(name):
    mesh, rng = MESHES[name], np.random.default_rng(6)
    polys, corners = triangles_of(mesh)
    for start, end in list(segments(mesh, rng, 3)):
        poly, point = closest_to_segment(mesh, start, end)
        assert to_segment(np.array(point), start, end) == pytest.approx(distance_to_surface(start, end, corners), abs=1e-6)
        assert np.linalg.norm(on_triangles(np.array(point), corners[(polys == poly) | (polys < 0)]) - point, axis=1).min() <= 1e-7


def test_no_segment_slips_through_between_two_triangles():
    """Steep views of the common edge of two triangles, exactly at a place on it."""
    rng, missed = np.random.default_rng(7), 0
    for _ in range(1000):
        a, b = (0.0, 0.0, 0.0), (rng.uniform(-1, 1), rng.uniform(-0.3, 0.3), 4.0)
        c, d = (3.0, rng.uniform(-0.5, 0.5), 2.0), (-3.0, rng.uniform(-0.5, 0.5), 2.0)
        mesh = NavMesh.from_polygons([a, b, c, d], [(0, 1, 2), (1, 0, 3)])
        a, b = np.array(a), np.array(b)
        place = a + rng.uniform(0.1, 0.9) * (b - a)
        start = place + rng.uniform(-1, 1, 3) + (0, 12, 0)
        missed += closest_to_segment(mesh, start, 2 * place - start, meets=True) is None
    assert missed == 0


def test_what_a_filter_shuts_is_not_met():
    mesh = MESHES[next(iter(MESHES))]
    rng = np.random.default_rng(8)
    shut = [poly for poly in range(mesh.polygon_count) if rng.random() < 0.5]
    filter = QueryFilter(mesh)
    filter.block(shut)
    polys, corners = triangles_of(mesh, shut)
    for start, end in segments(mesh, rng, 20):
        poly, point = closest_to_segment(mesh, start, end, filter=filter)
        assert poly not in shut
        if first_meeting(start, end, corners, -EXACT) < np.inf:
            assert to_segment(np.array(point), start, end) <= EXACT


def test_segments_of_no_length_and_numbers_that_are_none():
    mesh = MESHES[next(iter(MESHES))]
    point = mesh.vertices[0] + (0, 1, 0)
    _, found = closest_to_segment(mesh, point, point)
    assert np.linalg.norm(found - point) <= 1 + EXACT
    assert closest_to_segment(mesh, point, point, meets=True) is None
    with pytest.raises(ValueError):
        closest_to_segment(mesh, point, (0, np.nan, 0))
    assert closest_to_segment(NavMesh.from_polygons(np.zeros((0, 3)), []), point, point) is None
