"""The nearest wall against every wall, by the definition: the circle that meets one first."""
import numpy as np
import pytest

from tests.floods import edges_of, flat, in_circle, part_within, segment_distance, some_meshes, spiral
from tests.meshes import EDGE, INSIDE, VERTEX, cross, random_points
from navpy.navmesh.navmesh import NavMesh
from navpy.query import distance_to_wall, raycast

MESHES = dict(some_meshes())


def by_definition(edges, poly, point):
    """The least radius at which what hangs together with the point in the circle has a wall there that faces it."""
    walls = sorted((segment_distance(point, a, b), i) for i, k, a, b in edges if k < 0 and cross(a, b, point) > -1e-9)
    for radius, _ in walls:
        part = part_within(edges, poly, in_circle(point, radius + 1e-12))
        if any(distance <= radius and i in part for distance, i in walls):
            return radius
    return None


@pytest.mark.parametrize("name", MESHES)
def test_against_the_definition(name):
    mesh, rng = MESHES[name], np.random.default_rng(1)
    edges = edges_of(mesh)
    for _, point in random_points(mesh, 15, rng, (INSIDE,)):
        poly, place, _ = mesh.locate(point)
        wall = distance_to_wall(mesh, place)
        assert wall.distance == pytest.approx(by_definition(edges, poly, flat(place)), abs=1e-9)
        check(mesh, place, wall)
        assert distance_to_wall(mesh, place, wall.distance * 0.999) is None
        assert distance_to_wall(mesh, place, wall.distance * 1.001).point == wall.point


def check(mesh, place, wall):
    """The wall is one, its point is on it, and the normal leads from there to the place."""
    a, b = flat(wall.edge)
    assert segment_distance(flat(wall.point), a, b) < 1e-9
    assert np.hypot(*(flat(place) - flat(wall.point))) == pytest.approx(wall.distance, abs=1e-9)
    assert np.hypot(*wall.normal) == pytest.approx(1.0)
    if wall.distance > 1e-6:
        assert np.allclose(flat(wall.point) + wall.distance * np.array(wall.normal), flat(place), atol=1e-9)
    ring = mesh.polygons[wall.poly]
    k = [tuple(mesh.vertices[v]) for v in ring].index(wall.edge[0])
    beyond = mesh.neighbors[wall.poly][k]
    assert tuple(mesh.vertices[ring[(k + 1) % len(ring)]]) == wall.edge[1]
    assert beyond < 0 or mesh.areas[beyond] in mesh.exit_only_areas


@pytest.mark.parametrize("name", [name for name in MESHES if name.split()[0] in ("triangles", "bumpy", "grid", "tiles")])
def test_on_one_floor_it_is_the_nearest_of_all_walls(name):
    mesh, rng = MESHES[name], np.random.default_rng(2)
    walls = [(a, b) for _, k, a, b in edges_of(mesh) if k < 0]
    for _, point in random_points(mesh, 40, rng, (INSIDE, EDGE, VERTEX)):
        nearest = min(segment_distance(flat(point), a, b) for a, b in walls)
        assert distance_to_wall(mesh, point).distance == pytest.approx(nearest, abs=1e-9)


@pytest.mark.parametrize("name", MESHES)
def test_straight_walks_of_that_length_are_free_in_all_directions(name):
    mesh, rng = MESHES[name], np.random.default_rng(3)
    for _, point in random_points(mesh, 12, rng, (INSIDE,)):
        place = np.array(mesh.locate(point)[1])
        wall = distance_to_wall(mesh, place)
        for angle in np.linspace(0, 2 * np.pi, 16):
            way = wall.distance * np.array((np.cos(angle), 0, np.sin(angle)))
            assert not raycast(mesh, place, place + 0.999 * way).hit
        beyond = place + 1.001 * (np.array(wall.point) - place)
        towards = raycast(mesh, place, beyond)
        assert towards.hit or segment_distance(flat(wall.point), *flat(wall.edge)) in (0.0, pytest.approx(0.0, abs=1e-9))


def test_the_floor_above_has_no_part_in_it():
    """On the wide turn at the bottom the narrow ones above end nearer in the plan."""
    mesh = spiral()
    wall = distance_to_wall(mesh, (3.0, 0.6, 0.8))
    assert wall.distance > 0.5 and wall.point[1] < 1.5
    assert min(segment_distance((3.0, 0.8), a, b) for _, k, a, b in edges_of(mesh) if k < 0) < 0.3


def test_by_hand():
    mesh = NavMesh.from_polygons([(0, 0, 0), (4, 0, 0), (4, 0, 2), (0, 0, 2), (8, 1, 0), (8, 1, 2)], [(0, 1, 2, 3), (1, 4, 5, 2)])
    wall = distance_to_wall(mesh, (3.5, 0, 1.75))
    assert (wall.distance, wall.point, wall.normal) == (0.25, (3.5, 0.0, 2.0), (0.0, -1.0))
    assert distance_to_wall(mesh, (7.9, 1, 1)).point == pytest.approx((8.0, 1.0, 1.0))
    assert distance_to_wall(mesh, (3.5, 0, 2)).normal == (0.0, -1.0)        # on the wall
    assert distance_to_wall(mesh, (3.5, 0, 2), 0).distance == 0.0
    assert distance_to_wall(mesh, (3.5, 0, 1), 0.5) is None and distance_to_wall(mesh, (50, 0, 1)) is None


def test_of_equally_near_walls_it_is_the_first_of_the_polygon():
    """In the middle of a room; its polygon tells which side is the first."""
    mesh = NavMesh.from_polygons([(0, 0, 0), (0, 0, 4), (4, 0, 4), (4, 0, 0)], [range(4)])
    wall, (a, b) = distance_to_wall(mesh, (2, 0, 2)), mesh.vertices[list(mesh.polygons[0][:2])]
    assert wall.distance == 2.0 and wall.point == tuple((a + b) / 2) and wall.edge == (tuple(a), tuple(b))


def test_bad_arguments():
    mesh = spiral()
    for point in ((np.nan, 0, 0), (0, np.inf, 0), (0, 0), None):
        with pytest.raises(ValueError, match="^point: must be [^\n]*$"):
            distance_to_wall(mesh, point)
    for most in (-1, np.nan, "x"):
        with pytest.raises(ValueError, match="^max_distance: must be [^\n]*$"):
            distance_to_wall(mesh, (3, 0.6, 0.8), most)
    assert distance_to_wall(NavMesh(), (0, 0, 0)) is None
