"""Clearances of edges against distances sampled along them, and paths of wide agents against plain distances to walls, a flood over
a fine grid, and a graph of straight lines between circles around the walls' corners."""
import numpy as np
import pytest
from scipy import ndimage
from scipy.sparse.csgraph import dijkstra

import navpy.query  # noqa: F401
from navpy.base.core import PathStatus, Reason
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.clearance import WidePathFinder, edge_clearance, free_parts, narrow_edges
from navpy.api.query.polyanya import ExactFinder
from navpy.navmesh.query_filter import QueryFilter
from tests.clearances import ROUNDING, check_path, distances, flat, length, sampled
from tests.meshes import contains, delaunay_mesh, grid_mesh, meshes, random_points
from tests.oracles import with_areas
from tests.visibility import VisibilityGraph, side_of, wall_edges



def edges_of(mesh):
    """(index, ends in the ground plane, polygon beyond) of every corner's edge."""
    vertices, index = mesh.vertices[:, [0, 2]], 0
    for polygon, neighbors in zip(mesh.polygons, mesh.neighbors):
        for a, b, other in zip(polygon, polygon[1:] + polygon[:1], neighbors):
            yield index, vertices[[a, b]], other
            index += 1


# ---- edges ----

def room_along(mesh, walls, t):
    """(edges, places): meters to the nearest wall at places on every edge, 0 … 1 from its corner to the next one."""
    ends = np.array([ends for _, ends, _ in edges_of(mesh)])
    places = ends[:, :1] + t[:, None] * (ends[:, 1:] - ends[:, :1])
    return distances(places.reshape(-1, 2), walls).reshape(len(ends), len(t)), np.hypot(*(ends[:, 1] - ends[:, 0]).T)


def test_clearances_of_edges():
    for mesh in meshes(3):
        rooms, lengths = room_along(mesh, wall_edges(mesh), np.linspace(0, 1, 201))
        for most in (10.0, 0.2):
            found = edge_clearance(mesh, most)
            for i, _, other in edges_of(mesh):
                if other < 0:
                    assert found[i] == 0.0
                else:
                    best = rooms[i].max()
                    assert min(best, most) - 2 * ROUNDING <= found[i] <= min(best + lengths[i] / 400, most)


def test_free_parts_of_edges_and_narrow_edges():
    rng = np.random.default_rng(0)
    for mesh in meshes(3):
        t, radius = np.linspace(0, 1, 201), rng.uniform(0.05, 0.5)
        rooms, narrow = room_along(mesh, wall_edges(mesh), t)[0] - radius, narrow_edges(mesh, radius)
        assert set(narrow) <= {0, 1}
        for i, _, other in edges_of(mesh):
            parts = free_parts(mesh, i, radius)
            assert narrow[i] == (other >= 0 and not parts)
            if other < 0:
                assert parts == []
                continue
            free = np.any([(low <= t) & (t <= high) for low, high in parts] or [t < 0], axis=0)
            assert (free == (rooms[i] >= 0))[abs(rooms[i]) > ROUNDING].all()
            assert all(0 <= low <= high <= 1 for low, high in parts) and sorted(parts) == parts


def test_bad_arguments():
    mesh = grid_mesh(0)
    for call in (edge_clearance, narrow_edges, WidePathFinder):
        with pytest.raises(ValueError, match="must be a finite number of meters"):
            call(mesh, float("nan"))
    with pytest.raises(ValueError, match="radius: must be a finite"):
        free_parts(mesh, 0, -1)
    with pytest.raises(IndexError, match="edge 100000"):
        free_parts(mesh, 100000, 1)
    with pytest.raises(ValueError, match="goal: must be finite"):
        WidePathFinder(mesh, 0.1).path((0, 0, 0), (0, float("inf"), 0))
    empty = NavMesh()
    assert len(edge_clearance(empty)) == 0 and narrow_edges(empty, 1) == b"" and WidePathFinder(empty, 1).pieces == []
    assert WidePathFinder(empty, 1).path((0, 0, 0), (1, 0, 1)) is None


# ---- paths ----

def test_paths_keep_away_from_walls():
    rng, outcomes = np.random.default_rng(1), []
    for mesh in meshes(8):
        walls, radius = wall_edges(mesh), float(rng.choice([0.02, 0.1, 0.2, 0.3, 0.45]))
        finder = WidePathFinder(mesh, radius)
        for (_, start), (_, goal) in zip(random_points(mesh, 15, rng), random_points(mesh, 15, rng)):
            found = finder.path(start, goal)
            outcomes.append(found[0])
            if found[0] == "found":
                check_path(mesh, walls, radius, found, start, goal)
            else:
                assert found[1:] == ([], [], [], [], [])
    assert outcomes.count("found") > 300 and outcomes.count("no way is wide enough") > 50


def test_pieces_are_what_is_off_the_walls():
    rng = np.random.default_rng(2)
    for mesh in meshes(2):
        walls, radius, pieces = wall_edges(mesh), float(rng.choice([0.1, 0.25, 0.4])), {}
        for poly, ring in WidePathFinder(mesh, radius).pieces:
            pieces.setdefault(poly, []).append(np.array(ring))
        borders = [sampled(np.concatenate([ring, ring[:1]]), 0.05) for rings in pieces.values() for ring in rings]
        assert distances(np.concatenate([*borders, [(-9, -9)]]), walls).min() >= radius
        points = random_points(mesh, 150, rng, kinds=(2,))
        for (poly, point), room in zip(points, distances(np.array([point[[0, 2]] for _, point in points]), walls)):
            on_piece = any(contains(ring, point[[0, 2]], 1e-9) for ring in pieces.get(poly, []))
            assert on_piece if room > 1.04 * radius else not on_piece or room >= radius


def inside(mesh, points):
    out, vertices = np.zeros(len(points), bool), mesh.vertices[:, [0, 2]]
    for polygon in mesh.polygons:
        ring = vertices[list(polygon)]
        out |= np.all([side_of(a, b, points) >= -1e-9 for a, b in zip(ring, np.roll(ring, -1, axis=0))], axis=0)
    return out


@pytest.mark.parametrize("seed", range(4))
def test_a_path_is_found_wherever_a_slightly_larger_disc_gets_to(seed):
    rng = np.random.default_rng(seed)
    mesh = delaunay_mesh(seed, points=30, removed=0.15, size=5.0) if seed % 2 else grid_mesh(seed, 6, 6, removed=0.2, angle=0.4)
    walls, radius = wall_edges(mesh), (0.35, 0.3, 0.4, 0.35)[seed]
    low, high, step = mesh.vertices[:, [0, 2]].min(axis=0), mesh.vertices[:, [0, 2]].max(axis=0), 0.03 * radius
    x, z = np.arange(low[0], high[0], step), np.arange(low[1], high[1], step)
    grid = np.stack(np.meshgrid(x, z, indexing="ij"), axis=-1).reshape(-1, 2)
    room = distances(grid, walls)
    labels = ndimage.label(((room >= 1.05 * radius) & inside(mesh, grid)).reshape(len(x), len(z)))[0].ravel()
    finder, places, connected = WidePathFinder(mesh, radius), np.flatnonzero(labels), 0
    for i, k in rng.choice(places, (150, 2)):
        if labels[i] == labels[k]:
            connected += 1
            assert finder.path((grid[i, 0], 0, grid[i, 1]), (grid[k, 0], 0, grid[k, 1]))[0] == "found"
    assert connected > 20


class CircleGraph:
    """Shortest ways off the walls: straight lines between places on circles around the walls' corners."""
    PLACES = 48

    def __init__(self, mesh, radius):
        self.walls, self.radius = wall_edges(mesh), radius
        turns = 2 * np.pi * np.arange(self.PLACES) / self.PLACES
        circle = radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        places = (VisibilityGraph(mesh).corners[:, None] + circle).reshape(-1, 2)
        self.places = places[(distances(places, self.walls) >= radius - 1e-9) & inside(mesh, places)]
        self.between = self.straight(self.places, self.places)

    def straight(self, starts, goals):
        """(n, m): lengths of the straight ways that are clear of walls, but for what a chord cuts off a circle; infinite others."""
        p, q = np.repeat(starts, len(goals), axis=0), np.tile(goals, (len(starts), 1))
        a, b = self.walls[:, 0], self.walls[:, 1]
        room = np.full(len(p), np.inf)
        for wall in self.walls:
            room = np.minimum(room, distances(p, wall[None]))
            room = np.minimum(room, distances(q, wall[None]))
        along = q - p
        for corner in np.unique(self.walls.reshape(-1, 2), axis=0):
            t = np.clip(((corner - p) * along).sum(axis=1) / np.maximum((along ** 2).sum(axis=1), 1e-30), 0, 1)
            room = np.minimum(room, np.hypot(*(corner - p - t[:, None] * along).T))
        crossed = np.zeros(len(p), bool)
        for a, b in self.walls:
            crossed |= (side_of(a, b, p) * side_of(a, b, q) < 0) & (side_of(p, q, a) * side_of(p, q, b) < 0)
        clear = ~crossed & (room >= self.radius * np.cos(2 * np.pi / self.PLACES) - 1e-9)
        return np.where(clear, np.hypot(*along.T), np.inf).reshape(len(starts), len(goals))

    def distance(self, start, goal):
        ends, n = np.array([start, goal]), len(self.places)
        graph = np.zeros((n + 2, n + 2))
        graph[:n, :n], graph[n:, :n] = self.between, self.straight(ends, self.places)
        graph[:n, n:], graph[n, n + 1] = graph[n:, :n].T, self.straight(ends[:1], ends[1:])[0, 0]
        return dijkstra(np.where(np.isinf(graph), 0, graph), directed=False, indices=n)[n + 1]


@pytest.mark.parametrize("seed", range(4))
def test_paths_in_the_open_are_hardly_longer_than_the_shortest(seed):
    rng, surplus = np.random.default_rng(seed), []
    radius = (0.1, 0.2, 0.3, 0.4)[seed]
    mesh = grid_mesh(seed, 6, 6, removed=0.2, angle=0.2 * seed)     # gaps are none or wide
    finder, graph = WidePathFinder(mesh, radius), CircleGraph(mesh, radius)
    ends = np.array([point for _, point in random_points(mesh, 120, rng, kinds=(2,))])
    ends = ends[distances(ends[:, [0, 2]], graph.walls) > 1.04 * radius]
    for start, goal in zip(ends[::2], ends[1::2]):
        found, shortest = finder.path(start, goal), graph.distance(start[[0, 2]], goal[[0, 2]])
        if np.isinf(shortest):
            assert found[0] == "no way is wide enough"
            continue
        surplus.append(length(found[1]) / shortest)
        assert 0.98 < surplus[-1] < 1.05
    assert len(surplus) > 5 and np.mean(surplus) < 1.02


def test_without_a_radius_the_path_is_the_exact_one():
    rng = np.random.default_rng(3)
    some = 0
    for mesh in meshes(4):
        finder = WidePathFinder(mesh, 0)
        for (a, start), (b, goal) in zip(random_points(mesh, 20, rng, kinds=(2,)), random_points(mesh, 20, rng, kinds=(2,))):
            found, exact = finder.path(start, goal), ExactFinder(mesh).path(a, start, b, goal)
            assert (found[0] == "found") == (exact is not None)
            if exact is not None:
                assert length(found[1]) == pytest.approx(exact[0])
        near = WidePathFinder(mesh, 1e-4)
        for (a, start), (b, goal) in zip(random_points(mesh, 20, rng, kinds=(2,)), random_points(mesh, 20, rng, kinds=(2,))):
            exact, found = ExactFinder(mesh).path(a, start, b, goal), near.path(start, goal)
            if exact is not None and found[0] == "found" and length(found[1]) < exact[0] + 0.01:
                some += 1
            assert exact is not None or found[0] != "found"
    assert some > 100


# ---- gaps ----

def rooms(polygons, **arguments):
    """A mesh of polygons of (x, z), counter-clockwise or not; corners at one place are one."""
    index = {}
    rings = [[index.setdefault((float(x), 0.0, float(z)), len(index)) for x, z in ring] for ring in polygons]
    return NavMesh.from_polygons(list(index), rings, **arguments)


def door(width):
    """Two rooms and a door in a wall that is as thick as the door is wide."""
    low, high = 2 - width / 2, 2 + width / 2
    left, right = 4, 4 + width
    return rooms([[(0, 0), (0, 4), (left, 4), (left, high), (left, low), (left, 0)],
                  [(left, low), (left, high), (right, high), (right, low)],
                  [(right, 0), (right, low), (right, high), (right, 4), (right + 4, 4), (right + 4, 0)]])


@pytest.mark.parametrize("radius", (0.01, 0.2, 0.5, 1.3))
def test_a_gap_lets_through_what_fits(radius):
    for factor, fits in ((2.1, True), (2.01, True), (1.9999, False), (1.5, False)):
        mesh = door(factor * radius)
        start, goal = (2, 0, 1.5), (6 + factor * radius, 0, 2.4)
        found = WidePathFinder(mesh, radius).path(start, goal)
        assert found[0] == ("found" if fits else "no way is wide enough"), factor
        if fits:
            check_path(mesh, wall_edges(mesh), radius, found, start, goal)


@pytest.mark.parametrize("angle", np.arange(0, 1.6, 0.2))
def test_a_gap_between_two_corners(angle):
    """Floor around two pillars whose corners face each other, at any angle to the directions that arcs are drawn in."""
    for factor, fits in ((2.1, True), (1.999, False)):
        gap = 0.5 * factor
        ring = [(0, 0), (5, 0), (5, 2 - gap / 2), (6, 0), (11, 0), (11, 4), (6, 4), (5, 2 + gap / 2), (5, 4), (0, 4)]
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        ring = [tuple(turn @ point) for point in ring]
        mesh = NavMesh.from_polygons([(x, 0, z) for x, z in ring], [tuple(range(10))])
        start, goal = [np.insert(turn @ point, 1, 0.0) for point in ((1, 1), (10, 3))]
        found = WidePathFinder(mesh, 0.5).path(start, goal)
        assert found[0] == ("found" if fits else "no way is wide enough")


def test_a_corner_between_two_wide_edges_of_one_polygon():
    """Both portals are wide, but a corner of a wall faces the way from one to the other."""
    mesh = rooms([[(-5, -0.9), (5, -0.9), (0, 0)], [(-5, -0.9), (0, 0), (-0.5, 5), (-5, 5)], [(5, -0.9), (5, 5), (0.5, 5), (0, 0)]])
    assert min(c for c, (_, _, other) in zip(edge_clearance(mesh), edges_of(mesh)) if other >= 0) > 0.7
    for radius, fits in ((0.425, True), (0.451, False)):
        assert sum(narrow_edges(mesh, radius)) == 0
        assert (WidePathFinder(mesh, radius).path((-3, 0, 3), (3, 0, 3))[0] == "found") == fits


# ---- ends ----

def test_ends_at_walls():
    mesh = rooms([[(0, 0), (0, 10), (10, 10), (10, 0)]])
    finder = WidePathFinder(mesh, 1.0)
    for start, first in (((0, 0, 5), (1, 5)), ((0, 0, 0), (1, 1)), ((10, 0, 9.9), (9, 9)), ((0.3, 0, 4), (1, 4))):
        outcome, points, *_ = finder.path(start, (5, 0, 5))
        assert outcome == "found" and points[0] == pytest.approx(start) and flat(points)[1] == pytest.approx(first, abs=1e-4)
        outcome, points, *_ = finder.path((5, 0, 5), start)
        assert outcome == "found" and points[-1] == pytest.approx(start) and flat(points)[-2] == pytest.approx(first, abs=1e-4)
    outcome, points, polys, *_ = finder.path((0, 0, 4), (0, 0, 6))
    assert flat(points) == pytest.approx(np.array([(0, 4), (1, 4), (1, 6), (0, 6)]), abs=1e-4)
    narrow = WidePathFinder(mesh, 5.1)
    assert narrow.path((5, 0, 5), (1, 0, 1))[0] == "no room at the start" and narrow.pieces == []


def test_ends_in_a_passage_that_is_too_narrow():
    """From a corridor beside a room, out to the room and back again."""
    mesh = rooms([[(0, 0), (0, 6), (6, 6), (6, 3), (6, 2.5), (6, 0)], [(6, 2.5), (6, 3), (60, 3), (60, 2.5)]])
    finder = WidePathFinder(mesh, 1.0)
    outcome, points, _, _, corridor, _ = finder.path((7, 0, 2.75), (3, 0, 3))
    assert outcome == "found" and corridor == [1, 0] and flat(points)[1][0] == pytest.approx(5, abs=0.05)
    assert finder.path((3, 0, 3), (7, 0, 2.75))[4] == [0, 1]
    assert finder.path((40, 0, 2.75), (3, 0, 3))[0] == "no room at the start"
    assert finder.path((3, 0, 3), (40, 0, 2.75))[0] == "no room at the goal"


def test_an_end_does_not_go_through_a_wall():
    """A thin wall parts a pocket, where there is no room, from a hall beside it."""
    mesh = rooms([[(0, 0), (0, 4), (1.5, 4), (1.5, 0)], [(1.6, 0), (1.6, 4), (8, 4), (8, 0)]])
    finder = WidePathFinder(mesh, 1.0)
    assert finder.path((1.2, 0, 2), (5, 0, 2))[0] == "no room at the start"
    assert finder.path((5, 0, 2), (1.2, 0, 2))[0] == "no room at the goal"


def test_of_the_places_next_to_an_end_one_with_a_way_is_taken():
    """A widening of the corridor is nearer than the hall, but leads nowhere."""
    mesh = rooms([[(0, 0), (0, 4), (4, 4), (4, 2.4), (4, 1.6), (4, 0)], [(4, 1.6), (4, 2.4), (7, 2.4), (7, 1.6)],
                  [(7, 0.9), (7, 1.6), (7, 2.4), (7, 3.1), (9.2, 3.1), (9.2, 0.9)]])
    finder = WidePathFinder(mesh, 1.0)
    outcome, points, *_ = finder.path((6.2, 0, 2), (2, 0, 2))
    assert outcome == "found" and flat(points)[1][0] < 3.5
    assert finder.path((6.2, 0, 2), (8.1, 0, 2))[0] == "found"
    assert finder.path((8.1, 0, 2), (2, 0, 2))[0] == "no way is wide enough"


# ---- what find_path says ----

def test_partial_paths_end_at_the_nearest_place_that_is_wide_enough():
    width, radius = 1.0, 0.6
    mesh = door(width)
    path = mesh.find_path((1, 0, 1.5), (7, 0, 2), True, radius=radius)
    assert path.status is PathStatus.PARTIAL and path.reason is Reason.TOO_NARROW and "ends at the nearest point" in path.message
    end = path.points[-1].astype(float)
    nearest = 4 - np.sqrt(radius ** 2 - (width / 2) ** 2)       # between the corners of the door
    assert nearest - 0.04 * radius <= end[0] <= nearest and end[2] == pytest.approx(2, abs=0.04)
    assert distances(sampled(flat(path.points)), wall_edges(mesh)).min() >= radius - ROUNDING
    assert path.remainder == pytest.approx(7 - end[0], abs=1e-5) and path.corridor.tolist() == [0]
    alone = mesh.find_path((1, 0, 1.5), (7, 0, 2), radius=radius)
    assert alone.status is PathStatus.FAILED and alone.reason is Reason.TOO_NARROW and len(alone.points) == 0
    stuck = mesh.find_path((1, 0, 1.5), (7, 0, 2), True, radius=3.0)
    assert stuck.status is PathStatus.FAILED and stuck.reason is Reason.TOO_NARROW and len(stuck.points) == 0


@pytest.mark.parametrize("seed", range(3))
def test_nobody_gets_nearer_than_a_partial_path(seed):
    rng, mesh, radius, partial = np.random.default_rng(seed), grid_mesh(seed, removed=0.2), 0.5, 0
    finder, walls = WidePathFinder(mesh, radius), wall_edges(mesh)
    places = np.array([point for _, point in random_points(mesh, 150, rng)])
    room = distances(flat(places), walls)
    for start, goal in zip(places[:40], places[40:80]):
        path = mesh.find_path(start, goal, True, radius=radius)
        if path.status is not PathStatus.PARTIAL:
            continue
        partial += 1
        left = np.linalg.norm(path.points[-1] - goal)
        assert path.remainder == pytest.approx(left, abs=1e-5)
        for place in places[room > radius + 1e-4]:
            if np.linalg.norm(place - goal) < left - 1e-4:
                assert finder.path(start, place)[0] != "found"
    assert partial


def test_what_nobody_gets_to_is_not_too_narrow():
    """With a radius as without: beyond what a filter leaves out, another island, an area that may not be entered."""
    mesh = rooms([[(x, 0), (x, 4), (x + 4, 4), (x + 4, 0)] for x in (0, 4, 8, 14)])
    closed = QueryFilter(mesh)
    closed.block([1])
    for goal, rules in (((10, 0, 2), closed), ((16, 0, 2), None)):
        for radius in (None, 0.3):
            path = mesh.find_path((1, 0, 2), goal, radius=radius, filter=rules)
            assert path.status is PathStatus.FAILED and path.reason is Reason.GOAL_UNREACHABLE
            path = mesh.find_path((1, 0, 2), goal, True, radius=radius, filter=rules)
            assert path.status is PathStatus.PARTIAL and path.reason is Reason.GOAL_UNREACHABLE
            assert path.points[-1] == pytest.approx(np.array((4 if rules else 12, 0, 2)), abs=1e-5)
    mesh = NavMesh.from_polygons([(x, 0, z) for x in (0, 4, 8) for z in (0, 4)], [(0, 1, 3, 2), (2, 3, 5, 4)], [63, 5])
    mesh.set_exit_only_areas([5])
    for radius in (None, 0.3):
        path = mesh.find_path((1, 0, 2), (7, 0, 2), True, radius=radius)
        assert path.status is PathStatus.PARTIAL and path.reason is Reason.GOAL_UNREACHABLE
        assert path.points[-1][0] == pytest.approx(4, abs=0.3 + 1e-5)
        assert mesh.find_path((1, 0, 2), (7, 0, 2), radius=radius).reason is Reason.GOAL_UNREACHABLE


def test_simplified_paths_keep_away_from_walls():
    rng, dropped = np.random.default_rng(5), 0
    mesh = rooms([[(x, z), (x, z + 1), (x + 1, z + 1), (x + 1, z)] for x in range(12) for z in range(12)
                  if not (5 <= x < 7 and 5 <= z < 7)])
    block = mesh.find_path((4, 0, 7.9), (8.2, 0, 3), radius=1.0, simplify=0.5)
    assert distances(sampled(flat(block.points)), wall_edges(mesh)).min() >= 1.0 - ROUNDING
    for seed in range(3):
        for mesh in (grid_mesh(seed, removed=0.15), with_areas(delaunay_mesh(seed, removed=0.1), rng, 4)):
            mesh.set_exit_only_areas([])
            walls = wall_edges(mesh)
            places = [point for _, point in random_points(mesh, 60, rng) if distances(flat([point]), walls)[0] > 0.15]
            for start, goal in zip(places[::2], places[1::2]):
                path, fewer = (mesh.find_path(start, goal, radius=0.15, simplify=epsilon) for epsilon in (None, 1.0))
                assert path.status is fewer.status
                if path.status is PathStatus.COMPLETE:
                    dropped += len(path.points) - len(fewer.points)
                    assert distances(sampled(flat(fewer.points)), walls).min() >= 0.15 - ROUNDING
    assert dropped > 0


def entered(mesh, path, penalties):
    """Meters that the polygons which a path enters count for."""
    return sum(penalties.get(poly, 0.0) for poly in path.corridor[1:])


def test_a_wider_agent_weighs_penalties():
    """Two gaps in a wall lead from room to room, one of them farther away."""
    ring = [1, 3, 6, 8]
    mesh = rooms([[(0, 0), (0, 9), (6, 9), *((6, z) for z in reversed(ring)), (6, 0)],
                  *[[(6, z), (6, z + 2), (7, z + 2), (7, z)] for z in ring[::2]],
                  [(7, 0), *((7, z) for z in ring), (7, 9), (13, 9), (13, 0)]])
    start, goal = (2, 0, 3), (11, 0, 3)
    free = mesh.find_path(start, goal, radius=0.5)
    closed = QueryFilter(mesh)
    closed.block([1])
    detour = mesh.find_path(start, goal, radius=0.5, filter=closed).length - free.length
    assert free.corridor.tolist() == [0, 1, 3] and detour > 0.5
    assert sum(poly == 3 for poly, _ in WidePathFinder(mesh, 0.5).pieces) > 1       # it is entered once all the same
    for penalties, gap in (({1: 0.5 * detour}, 1), ({1: 2.0 * detour}, 2), ({3: 100.0}, 1), ({1: 2.0 * detour, 3: 100.0}, 2),
                           ({1: 5.0, 2: 5.0}, 1), ({0: 100.0}, 1)):
        rules = QueryFilter(mesh)
        for poly, meters in penalties.items():
            rules.set_penalty([poly], meters)
        path = mesh.find_path(start, goal, radius=0.5, filter=rules)
        assert path.status is PathStatus.COMPLETE and path.corridor.tolist() == [0, gap, 3], penalties
        assert path.length == pytest.approx(free.length + (detour if gap == 2 else 0.0), abs=1e-4)


@pytest.mark.parametrize("seed", range(4))
def test_penalties_never_lead_a_wider_agent_to_a_dearer_path(seed):
    rng, better = np.random.default_rng(seed), 0
    mesh = grid_mesh(seed, removed=0.15)
    penalties = {int(poly): float(rng.uniform(1, 20)) for poly in rng.permutation(mesh.polygon_count)[:mesh.polygon_count // 3]}
    rules, walls = QueryFilter(mesh), wall_edges(mesh)
    for poly, meters in penalties.items():
        rules.set_penalty([poly], meters)
    places = [point for _, point in random_points(mesh, 60, rng, kinds=(2,)) if distances(flat([point]), walls)[0] > 0.25]
    for start, goal in zip(places[::2], places[1::2]):
        plain, path, fewer = (mesh.find_path(start, goal, radius=0.25, **options)
                              for options in ({}, {"filter": rules}, {"filter": rules, "simplify": 2.0}))
        assert plain.status is path.status is fewer.status
        if plain.status is PathStatus.COMPLETE:
            cost, other = path.length + entered(mesh, path, penalties), plain.length + entered(mesh, plain, penalties)
            better += cost < other - 0.1
            assert cost <= other + 1e-3
            assert fewer.length + entered(mesh, fewer, penalties) <= cost + 1e-3
            assert distances(sampled(flat(path.points)), walls).min() >= 0.25 - ROUNDING
    assert better


def test_searches_for_wider_agents_count_their_nodes():
    mesh = door(2.0)
    assert mesh.find_path((1, 0, 2), (3, 0, 2), radius=0.5).searched == 0
    for goal in ((8, 0, 3.5), (8, 0, 0.5)):
        assert mesh.find_path((2, 0, 0.5), goal, radius=0.5).searched > 0
    mesh.set_area_cost(63, 0.0)
    assert mesh.find_path((2, 0, 0.5), (8, 0, 0.5), radius=0.5).searched > 0


# ---- areas and links ----

def test_exit_only_areas_are_left_but_not_entered():
    mesh = rooms([[(0, 0), (0, 4), (4, 4), (4, 0)], [(4, 0), (4, 4), (8, 4), (8, 0)]], areas=[1, 2])
    mesh.set_exit_only_areas([2])
    finder = WidePathFinder(mesh, 0.5)
    assert finder.path((2, 0, 2), (6, 0, 2))[0] == "no way is wide enough"
    out = finder.path((6, 0, 2), (2, 0, 3))
    assert out[0] == "found" and length(out[1]) == pytest.approx(np.hypot(4, 1))
    along = sampled(flat(finder.path((2, 0, 0.5), (3.5, 0, 3.5))[1]))
    assert along[:, 0].max() <= 3.5
    beside = finder.path((4.2, 0, 2), (2, 0, 2))                    # half across already
    assert beside[0] == "found" and length(beside[1]) == pytest.approx(2.2)


def two_floors():
    return rooms([[(0, 0), (0, 4), (4, 4), (4, 0)], [(6, 0), (6, 4), (10, 4), (10, 0)]])


def test_point_links_are_trusted():
    mesh = two_floors()
    mesh.add_link((4, 0, 2), (6, 0, 2), id=7, two_way=False)
    finder = WidePathFinder(mesh, 1.0)
    outcome, points, polys, links, corridor, entries = finder.path((2, 0, 2), (8, 0, 2))
    assert outcome == "found" and corridor == [0, 1] and entries == [-1, 0]
    at = links.index(7)
    assert points[at] == (4, 0, 2) and points[at + 1] == (6, 0, 2) and polys[at:at + 2] == [0, 1]
    assert length(points) == pytest.approx(6)
    assert links.count(7) == 1 and set(links) == {-1, 7}
    assert flat(points)[at - 1] == pytest.approx((3, 2), abs=1e-4) and flat(points)[at + 2] == pytest.approx((7, 2), abs=1e-4)
    assert finder.path((8, 0, 2), (2, 0, 2))[0] == "no way is wide enough"


def test_wide_links_need_room():
    mesh = two_floors()
    mesh.add_link((3, 0, 2), (7, 0, 2), width=1.0, id=3)
    for radius, fits in ((0.4, True), (0.49, True), (0.51, False)):
        found = WidePathFinder(mesh, radius).path((2, 0, 1.7), (8, 0, 1.7))
        assert (found[0] == "found") == fits
        if fits:
            at = found[3].index(3)
            assert abs(found[1][at][2] - 2) <= 0.5 - radius + 1e-9 and found[1][at][0] == pytest.approx(3)
            assert found[1][at + 1][2] == pytest.approx(found[1][at][2])
    ledge = two_floors()
    ledge.add_link((4, 0, 2), (6, 0, 2), width=2.0, id=3)           # its ends are walls
    found = WidePathFinder(ledge, 0.5).path((2, 0, 2), (8, 0, 2))
    assert found[0] == "found" and length(found[1]) == pytest.approx(6)


def test_links_in_random_levels():
    rng, taken = np.random.default_rng(8), 0
    for seed in range(12):
        mesh = grid_mesh(seed, removed=0.35)
        for _ in range(8):
            (_, a), (_, b) = random_points(mesh, 2, rng)
            mesh.add_link(a, b, width=float(rng.choice([0, 0, 0.8])), two_way=bool(rng.integers(2)), id=int(rng.integers(100)))
        walls, radius = wall_edges(mesh), 0.3
        finder = WidePathFinder(mesh, radius)
        for (_, start), (_, goal) in zip(random_points(mesh, 20, rng), random_points(mesh, 20, rng)):
            outcome, points, polys, links, corridor, entries = finder.path(start, goal)
            if outcome != "found":
                continue
            crossed = [entry for entry in entries if entry >= 0]
            taken += len(crossed) > 0
            assert sum(link >= 0 for link in links) == len(crossed)
            for p, q, entry in zip(corridor, corridor[1:], entries[1:]):
                assert q in mesh.neighbors[p] if entry < 0 else True
            room = distances(flat(points), walls)
            for i in range(1, len(points) - 1):
                by_link = links[i] >= 0 or links[i - 1] >= 0
                assert by_link or room[i] >= radius - ROUNDING
    assert taken > 20
