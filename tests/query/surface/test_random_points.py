"""Random points against areas measured in thin strips: how many on each polygon, and where along each axis."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.stats import chi2, kstest

from tests.floods import edges_of, flat, in_circle, part_within, some_meshes, spiral
from tests.meshes import INSIDE, contains, random_points
from navpy.navmesh.navmesh import NavMesh
from navpy.query import RandomState, find_random_points, reachable_polygons

MESHES = dict(some_meshes())
COUNT = 4000
UNLIKELY = 1e-5                         # of each of the tests below, whose seeds are fixed


def strips(ring, axis, at, center=None, radius=None):
    """Length of the part of a convex ring on the lines where a coordinate is ``at``; of a circle's part of it."""
    low, high = np.full(len(at), np.inf), np.full(len(at), -np.inf)
    for a, b in zip(ring, np.roll(ring, -1, axis=0)):
        if a[axis] != b[axis]:
            t = (at - a[axis]) / (b[axis] - a[axis])
            crossing = a[1 - axis] + t * (b[1 - axis] - a[1 - axis])
            met = (t >= 0) & (t <= 1)
            low, high = np.where(met, np.minimum(low, crossing), low), np.where(met, np.maximum(high, crossing), high)
    if radius is not None:
        half = np.sqrt(np.maximum(radius ** 2 - (at - center[axis]) ** 2, 0))
        low, high = np.maximum(low, center[1 - axis] - half), np.minimum(high, center[1 - axis] + half)
    return np.maximum(high - low, 0)


def check_uniform(mesh, polygons, polys, points, center=None, radius=None):
    """The share of every polygon by chi-square, the distribution along both axes by Kolmogorov and Smirnov."""
    vertices = mesh.vertices
    rings = {i: flat(vertices[list(mesh.polygons[i])]) for i in polygons}
    everything = np.vstack(list(rings.values()))
    for axis in range(2):
        low, high = everything[:, axis].min(), everything[:, axis].max()
        if radius is not None:
            low, high = max(low, center[axis] - radius), min(high, center[axis] + radius)
        step = (high - low) / 6000
        at = low + step * (np.arange(6000) + 0.5)
        lengths = {i: strips(ring, axis, at, center, radius) for i, ring in rings.items()}
        sums = np.concatenate([[0], np.cumsum(sum(lengths.values()))])
        placed = flat(points)[:, axis]
        assert kstest(placed, lambda x: np.interp(x, np.append(at - step / 2, high), sums / sums[-1])).pvalue > UNLIKELY
    areas = np.array([lengths[i].sum() for i in polygons])
    found = np.array([(polys == i).sum() for i in polygons])
    assert found.sum() == len(polys)
    expected = areas / areas.sum() * len(polys)
    few = expected < 5
    found, expected = np.append(found[~few], found[few].sum()), np.append(expected[~few], expected[few].sum())
    good = expected > 1
    assert chi2.sf((((found - expected) ** 2)[good] / expected[good]).sum(), max(good.sum() - 1, 1)) > UNLIKELY


def check_places(mesh, polys, points):
    """Every point is on its polygon, at its height."""
    for poly, point in zip(polys[:150], points[:150]):
        assert contains(flat(mesh.vertices[list(mesh.polygons[poly])]), flat(point), 1e-9)
        at = mesh.nearest(point)
        assert at[2] < 1e-9


@pytest.mark.parametrize("name", MESHES)
def test_anywhere(name):
    mesh = MESHES[name]
    polys, points = find_random_points(mesh, COUNT, 1)
    assert polys.shape == (COUNT,) and polys.dtype == np.int32 and points.shape == (COUNT, 3)
    check_places(mesh, polys, points)
    check_uniform(mesh, range(mesh.polygon_count), polys, points)


@pytest.mark.parametrize("name", MESHES)
def test_within_what_can_be_reached(name):
    mesh, rng = MESHES[name], np.random.default_rng(2)
    for _, start in random_points(mesh, 2, rng, (INSIDE,)):
        polys, points = find_random_points(mesh, COUNT, 2, start)
        check_uniform(mesh, list(reachable_polygons(mesh, start)), polys, points)


@pytest.mark.parametrize("name", MESHES)
def test_within_a_circle(name):
    mesh, rng = MESHES[name], np.random.default_rng(3)
    edges = edges_of(mesh)
    for radius, (_, start) in zip((0.1, 0.8, 2.5, 40.0), random_points(mesh, 4, rng, (INSIDE,))):
        poly, place, _ = mesh.locate(start)
        polys, points = find_random_points(mesh, COUNT, 3, place, radius)
        assert np.hypot(*(flat(points) - flat(place)).T).max() <= radius * (1 + 1e-12)
        check_places(mesh, polys, points)
        part = part_within(edges, poly, in_circle(flat(place), radius))
        check_uniform(mesh, sorted(part), polys, points, flat(place), radius)


@pytest.mark.parametrize("radius", (1e4, 1e6, 1e8, 1e10, 1e30))
@pytest.mark.parametrize("name", MESHES)
def test_a_circle_around_everything_cuts_nothing_off(name, radius):
    mesh, rng = MESHES[name], np.random.default_rng(5)
    start = mesh.locate(random_points(mesh, 1, rng, (INSIDE,))[0][1])[1]
    polys, points = find_random_points(mesh, COUNT, 5, start, radius)
    check_places(mesh, polys, points)
    check_uniform(mesh, list(reachable_polygons(mesh, start)), polys, points)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=3, max_size=7, unique=True), st.integers(0, 10 ** 6),
       st.sampled_from([1.0, 2.0, 3.0, 5.0, np.sqrt(2), 0.5]))
def test_circles_that_touch_corners_and_edges(corners, seed, radius):
    """One polygon on a lattice, looked at from its own lattice points."""
    from scipy.spatial import ConvexHull, QhullError
    try:
        hull = ConvexHull(np.array(corners, float))
    except QhullError:
        return
    ring = np.array(corners, float)[hull.vertices]
    mesh = NavMesh.from_polygons(np.column_stack([ring[:, 0], 0 * ring[:, 0], ring[:, 1]]), [range(len(ring))])
    center = ring[seed % len(ring)] if seed % 2 else np.round(ring.mean(axis=0))
    found = find_random_points(mesh, 1500, seed, (center[0], 0, center[1]), radius)
    place = mesh.locate((center[0], 0, center[1]))
    if place is None:
        assert found is None
        return
    polys, points = found
    assert np.hypot(*(flat(points) - flat(place[1])).T).max() <= radius + 1e-9
    assert all(contains(flat(mesh.vertices[list(mesh.polygons[0])]), point, 1e-9) for point in flat(points)[:200])
    check_uniform(mesh, [0], polys, points, flat(place[1]), radius)


def test_a_sliver_in_front_of_a_hall():
    """The circle ends just inside of the hall: its share is that of the segment alone."""
    vertices = [(0, 0, -0.005), (10, 0, -0.005), (10, 0, 0.005), (0, 0, 0.005), (10, 0, -50), (10, 0, 50), (60, 0, -50), (60, 0, 50)]
    mesh = NavMesh.from_polygons(vertices, [(0, 3, 2, 1), (4, 1, 2, 5, 7, 6)])
    for radius in (10.001, 10.2):
        polys, points = find_random_points(mesh, COUNT, 5, (0, 0, 0), radius)
        half = np.arccos(10 / radius)
        segment = radius ** 2 * (half - np.sin(half) * np.cos(half))
        share = segment / (segment + 0.1)
        assert abs((polys == 1).mean() - share) < 5 * np.sqrt(share * (1 - share) / COUNT)
        assert points[polys == 1][:, 0].min() >= 10 - 1e-9


def test_the_same_seed_gives_the_same_points():
    mesh = MESHES["triangles 0"]
    polys, points = find_random_points(mesh, 50, 12345)
    again = find_random_points(mesh, 50, 12345)
    assert (again[0] == polys).all() and (again[1] == points).all()
    assert (find_random_points(mesh, 20, 12345)[1] == points[:20]).all()
    assert not (flat(find_random_points(mesh, 50, 12346)[1]) == flat(points)).any()
    state = RandomState(12345)
    parts = [find_random_points(mesh, count, state)[1] for count in (20, 0, 30)]
    assert (np.vstack(parts) == points).all()


def test_the_numbers_are_those_of_splitmix64():
    state = RandomState(1234567)
    assert [state.random() * 2 ** 53 for _ in range(3)] == [n >> 11 for n in (
        6457827717110365317, 3203168211198807973, 9817491932198370423)]


def test_where_there_is_nothing_to_draw_from():
    assert find_random_points(NavMesh(), 3, 0) is None and find_random_points(spiral(), 3, 0, (90, 0, 0)) is None
    polys, points = find_random_points(spiral(), 0, 0)
    assert polys.shape == (0,) and points.shape == (0, 3)


def test_polygons_that_nobody_walks_on_are_left_out():
    mesh = spiral()
    mesh.set_flags(range(5, 30), 0)
    polys, _ = find_random_points(mesh, 500, 0)
    assert set(polys.tolist()) == set(range(5))


def test_bad_arguments():
    mesh = spiral()
    for seed in (-1, 2 ** 64, 0.5, "x", None):
        with pytest.raises(ValueError, match="^seed: must be [^\n]*$"):
            find_random_points(mesh, 1, seed)
    for count in (-1, 1.5, None, 10 ** 30):
        with pytest.raises(ValueError, match="^count: must be [^\n]*$"):
            find_random_points(mesh, count, 0)
    for radius in (-1, 0, np.nan, np.inf):
        with pytest.raises(ValueError, match="^radius: must be [^\n]*$"):
            find_random_points(mesh, 1, 0, (3, 0.6, 0.8), radius)
    with pytest.raises(ValueError, match="^radius: must have a start, is without one$"):
        find_random_points(mesh, 1, 0, radius=2)
    with pytest.raises(ValueError, match="^start: must be finite[^\n]*$"):
        find_random_points(mesh, 1, 0, (np.nan, 0, 0))
