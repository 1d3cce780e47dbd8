"""Raycast against clipping the ray to every polygon, without knowing which are neighbors; moves against all polygons near."""
import numpy as np
import pytest

from navpy.navmesh.navmesh import NavMesh
from navpy.query import move_along_surface, raycast
from tests.floods import edges_of, flat, in_circle, part_within, segment_distance, some_meshes, with_exit_only
from tests.meshes import INSIDE, contains, cross, delaunay_mesh, grid_mesh, random_points


def square_ring():
    """Eight unit cells round the hole (1, 1)–(2, 2)."""
    cells = [[x * 4 + z, x * 4 + z + 1, x * 4 + z + 5, x * 4 + z + 4] for x in range(3) for z in range(3) if (x, z) != (1, 1)]
    return NavMesh.from_polygons([(x, 0, z) for x in range(4) for z in range(4)], cells)


def free_until(mesh, start, end):
    """First t at which the ray is on no polygon, 1 where there is none: clip it to each and join the pieces."""
    pieces = []
    p, d = start[[0, 2]], (end - start)[[0, 2]]
    for polygon in mesh.polygons:
        ring = mesh.vertices[list(polygon)][:, [0, 2]]
        low, high = 0.0, 1.0
        for a, b in zip(ring, np.roll(ring, -1, axis=0)):
            at, slope = cross(a, b, p), cross(a, b, p + d) - cross(a, b, p)
            if slope > 0.0:
                low = max(low, -at / slope)
            elif slope < 0.0:
                high = min(high, -at / slope)
            elif at < 0.0:
                high = -1.0
        if low <= high:
            pieces.append((low, high))
    reached = 0.0
    for low, high in sorted(pieces):
        if low > reached + 1e-9:
            break
        reached = max(reached, high)
    return reached


def test_against_every_polygon():
    rng = np.random.default_rng(4)
    walls = 0
    for seed in range(8):
        for mesh in (delaunay_mesh(seed), grid_mesh(seed), grid_mesh(seed, angle=0.7)):
            for _, start in random_points(mesh, 12, rng, (INSIDE,)):
                end = start + rng.uniform(-6, 6, 3) * (1, 0, 1)
                ray = raycast(mesh, start, end)
                expected = free_until(mesh, start, end)
                assert ray.t == pytest.approx(expected, abs=1e-9)
                assert ray.hit == (expected < 1.0 - 1e-9)
                where = np.array(ray.point)
                assert np.allclose(where[[0, 2]], (start + ray.t * (end - start))[[0, 2]], atol=1e-9)
                assert contains(mesh.vertices[list(mesh.polygons[ray.poly])][:, [0, 2]], where[[0, 2]], 1e-6)
                if ray.hit:
                    walls += 1
                    assert np.hypot(*ray.normal) == pytest.approx(1.0)
                    assert np.dot(ray.normal, (end - start)[[0, 2]]) < 0.0
                else:
                    assert ray.normal == (0.0, 0.0)
    assert walls > 150


def test_every_ray_between_lattice_points_of_a_ring():
    """Through vertices, along edges and walls: only what crosses the inside of the hole is stopped."""
    mesh = square_ring()
    lattice = [np.array((x / 2, 0.0, z / 2)) for x in range(7) for z in range(7) if not (2 < x < 4 and 2 < z < 4)]
    for start in lattice:
        for end in lattice:
            t = np.linspace(0.0, 1.0, 1201)[:, None]
            way = start + t * (end - start)
            in_hole = ((way[:, [0, 2]] > 1 + 1e-9) & (way[:, [0, 2]] < 2 - 1e-9)).all(axis=1)
            assert raycast(mesh, start, end).hit == in_hole.any(), (start, end)


def test_wall_by_hand():
    ray = raycast(square_ring(), (0.5, 0, 1.5), (2.5, 0, 1.5))
    assert ray.hit and ray.t == 0.25 and ray.point == (1.0, 0.0, 1.5) and ray.normal == (-1.0, 0.0)


def test_two_walls_that_touch_let_nothing_through():
    cells = [(0, 1, 4, 3), (4, 5, 8, 7)]        # two cells that meet at one vertex only
    mesh = NavMesh.from_polygons([(x, 0, z) for x in range(3) for z in range(3)], cells)
    ray = raycast(mesh, (0.5, 0, 0.5), (1.5, 0, 1.5))
    assert ray.hit and ray.t == pytest.approx(0.5)


def test_the_ray_follows_the_floor():
    vertices = [(0, 0, 0), (2, 0, 0), (2, 0, 2), (0, 0, 2), (4, 2, 0), (4, 2, 2)]
    mesh = NavMesh.from_polygons(vertices, [(0, 1, 2, 3), (1, 4, 5, 2)])
    assert raycast(mesh, (1, 0, 1), (3, 0, 1)).point == pytest.approx((3.0, 1.0, 1.0))


def test_standing_still_and_off_the_mesh():
    mesh = square_ring()
    assert not raycast(mesh, (0, 0, 0), (0, 0, 0)).hit
    assert raycast(mesh, (50, 0, 0), (0, 0, 0)) is None
    for start in (5, (0, 0), "abc"):
        with pytest.raises(ValueError, match="start: must be three numbers"):
            raycast(mesh, start, (0, 0, 0))
    with pytest.raises(ValueError, match="end: must be finite"):
        raycast(mesh, (0, 0, 0), (0, 0, float("nan")))


MESHES = dict(some_meshes())


@pytest.mark.parametrize("name", MESHES)
def test_a_ray_tells_its_way_and_its_wall(name):
    mesh, rng = MESHES[name], np.random.default_rng(8)
    neighbors, walls = mesh.neighbors, 0
    for _, start in random_points(mesh, 40, rng):
        poly, place, _ = mesh.locate(start)
        ray = raycast(mesh, place, place + rng.uniform(-6, 6, 3))
        assert ray.visited[0] == poly and ray.visited[-1] == ray.poly
        assert (ray.edge is None) == (not ray.hit)
        if ray.hit:
            walls += 1
            a, b = flat(ray.edge)
            assert segment_distance(flat(ray.point), a, b) < 1e-8
            assert np.dot(b - a, ray.normal) == pytest.approx(0.0, abs=1e-9) and cross(a, b, a + ray.normal) > 0.0
            assert any({(*a, k), (*b, k)} == {(*p, k), (*q, k)} for _, k, p, q in edges_of(mesh) if k < 0)
        for i, k in zip(ray.visited, ray.visited[1:]):
            assert k in neighbors[i] or set(mesh.polygons[i]) & set(mesh.polygons[k])       # across an edge or round a vertex
    assert walls > 10


@pytest.mark.parametrize("seed", range(3))
def test_what_may_not_be_entered_is_a_wall(seed):
    """As on a mesh without the exit-only polygons, for rays that begin outside of them."""
    mesh, rng = with_exit_only(delaunay_mesh(seed + 5, removed=0.1), seed), np.random.default_rng(9)
    kept = [i for i, area in enumerate(mesh.areas) if area not in mesh.exit_only_areas]
    without = NavMesh.from_polygons(mesh.vertices, [mesh.polygons[i] for i in kept])
    for poly, start in random_points(without, 60, rng, (INSIDE,)):
        end = start + rng.uniform(-6, 6, 3) * (1, 0, 1)
        ray, expected = raycast(mesh, start, end), raycast(without, start, end)
        assert ray.hit == expected.hit and ray.t == pytest.approx(expected.t, abs=1e-9)
    for poly, start in random_points(mesh, 60, rng, (INSIDE,)):
        if mesh.areas[poly] in mesh.exit_only_areas:
            assert not raycast(mesh, start, start + 1e-6).hit       # one can stand there, and leave


def ring_of(mesh, poly):
    return flat(mesh.vertices[list(mesh.polygons[poly])])


def distance_to(ring, point):
    return 0.0 if contains(ring, point) else min(segment_distance(point, a, b) for a, b in zip(ring, np.roll(ring, -1, axis=0)))


@pytest.mark.parametrize("name", MESHES)
def test_moves_against_every_polygon_within_the_circle(name):
    """As near to the end as the part of the mesh comes that hangs together within the circle around the way; what only just
    touches the circle may count or not."""
    mesh, rng = MESHES[name], np.random.default_rng(10)
    edges = edges_of(mesh)
    allowed = {(i, k) for i, k, _, _ in edges if k >= 0}
    arrived = 0
    for _, point in random_points(mesh, 40, rng):
        poly, place, _ = mesh.locate(point)
        end = np.array(place) + rng.uniform(-2, 2, 3) * rng.choice((0.1, 1.0))
        move = move_along_surface(mesh, place, end)
        middle, radius = (flat(place) + flat(end)) / 2, np.hypot(*(flat(end) - flat(place))) / 2
        away = np.hypot(*(flat(move.point) - flat(end)))
        inner, outer = (min(distance_to(ring_of(mesh, i), flat(end)) for i in part_within(edges, poly, in_circle(middle, r)))
                        for r in (radius - 1e-9, radius + 1e-4))
        assert outer - 1e-9 <= away <= inner + 1e-9
        ray = raycast(mesh, place, end)
        assert away <= 1e-9 if not ray.hit else away <= (1 - ray.t) * 2 * radius + 1e-9
        assert move.arrived == (flat(move.point) == flat(end)).all()
        assert contains(ring_of(mesh, move.poly), flat(move.point), 1e-9)
        assert mesh.locate(move.point, (1e-6, 1e-6, 1e-6)) is not None
        assert move.visited[0] == poly and move.visited[-1] == move.poly
        if ray.hit:
            assert all(step in allowed for step in zip(move.visited, move.visited[1:]))
        arrived += move.arrived
    assert 3 < arrived < 40


def test_a_walk_along_a_wall_stays_on_the_mesh():
    """Pushing at an angle from wall to wall, step after step, from where the last one ended."""
    for name in ("triangles 0", "grid 1", "tiles", "spiral"):
        mesh, rng = MESHES[name], np.random.default_rng(11)
        for _, place in random_points(mesh, 3, rng):
            island = mesh.islands[mesh.locate(place)[0]]
            for _ in range(60):
                move = move_along_surface(mesh, place, place + rng.uniform(-1, 1, 3))
                assert mesh.islands[move.poly] == island and np.abs(np.array(move.point) - place).max() < 3.0
                assert contains(ring_of(mesh, move.poly), flat(move.point), 1e-9)
                place = np.array(move.point)


def test_sliding_by_hand():
    mesh = square_ring()
    move = move_along_surface(mesh, (0.25, 0, 1.25), (1.25, 0, 1.75))         # into the hole's wall
    assert move.point == (1.0, 0.0, 1.75) and not move.arrived
    move = move_along_surface(mesh, (0.25, 0, 0.25), (-1, 0, -2))           # into the outer corner
    assert move.point == (0.0, 0.0, 0.0)
    assert move_along_surface(mesh, (0, 0, 1), (0, 0, 2.5)).point == (0.0, 0.0, 2.5)       # along the border
    assert move_along_surface(mesh, (0.5, 0, 0.5), (0.5, 0, 0.5)).arrived
    assert move_along_surface(mesh, (0, 0, 1), (-1, 0, 1)).point == (0.0, 0.0, 1.0)


def test_no_move_leads_through_a_wall():
    """Two rooms on both sides of a wall without thickness, whose end is far, and then near."""
    vertices = [(0, 0, 0), (4, 0, 0), (4, 0, 1), (0, 0, 1), (0, 0, 1), (4, 0, 2), (0, 0, 2), (5, 0, 0), (5, 0, 1), (5, 0, 2)]
    offsets, corners = np.array([0, 4, 8, 12, 16], np.int32), np.array([0, 3, 2, 1, 4, 6, 5, 2, 1, 2, 8, 7, 2, 5, 9, 8], np.int32)
    mesh = NavMesh(np.array(vertices, float), offsets, corners)
    assert move_along_surface(mesh, (1, 0, 0.9), (1, 0, 1.5)).point == (1.0, 0.0, 1.0)
    assert mesh.islands.max() == 0 and move_along_surface(mesh, (3.9, 0, 0.5), (3.9, 0, 1.5)).arrived


def test_moves_off_the_mesh_and_bad_points():
    mesh = square_ring()
    assert move_along_surface(mesh, (50, 0, 0), (0, 0, 0)) is None
    for bad in ((np.nan, 0, 0), (0, 0, np.inf), (0, 0), 5):
        with pytest.raises(ValueError, match="^start: must be [^\n]*$"):
            move_along_surface(mesh, bad, (0, 0, 0))
        with pytest.raises(ValueError, match="^end: must be [^\n]*$"):
            move_along_surface(mesh, (0, 0, 0), bad)


def test_far_away_ends():
    mesh = square_ring()
    for far in (1e9, 1e30):
        ray, move = raycast(mesh, (0.5, 0, 0.5), (far, 0, 0.5)), move_along_surface(mesh, (0.5, 0, 0.5), (far, 0, 0.5))
        assert ray.hit and ray.point[0] == pytest.approx(3.0, abs=1e-6)
        assert contains(ring_of(mesh, move.poly), flat(move.point)) and (far > 1e9 or move.point[0] == 3.0)
