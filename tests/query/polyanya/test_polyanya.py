"""Polyanya against a visibility graph over the walls, against every way across links tried out, and against the funnel."""
import itertools
import math
import warnings

import numpy as np
import pytest

import navpy.query  # noqa: F401
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.corridor_search import corridor, pull
from navpy.api.query.polyanya import ExactFinder
from tests.cutting import cut_mesh
from tests.meshes import delaunay_mesh, grid_mesh, meshes, random_points, strip
from tests.visibility import VisibilityGraph

NUDGE = 1e-3        # meters


def flat_length(points):
    points = np.asarray(points)
    return np.hypot(*np.diff(points[:, ::2], axis=0).T).sum()


def inwards(mesh, poly, point):
    """A little towards the polygon's middle."""
    middle = mesh.vertices[list(mesh.polygons[poly])].mean(axis=0)
    return point + NUDGE * (middle - point)


def check_form(mesh, path, start, goal):
    """The path leads through neighbors, is as long as it says, and no longer than the funnel's in the same corridor."""
    length, points, polys, links, corridor, entries = path
    assert flat_length(points) == pytest.approx(length, rel=1e-9, abs=1e-9)
    assert len(points) == len(polys) == len(links) and set(links) == {-1} and entries == [-1] * len(corridor)
    assert points[0] == pytest.approx(start) and points[-1][::2] == pytest.approx(np.asarray(goal)[::2])
    assert all(q in mesh.neighbors[p] for p, q in zip(corridor, corridor[1:]))
    assert flat_length(pull(mesh, corridor, start, goal)[0]) == pytest.approx(length, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("kind", range(4))
def test_paths_are_as_short_as_walls_allow(kind):
    rng = np.random.default_rng(kind)
    equal = total = 0
    for seed in range(25):
        mesh = next(itertools.islice(meshes_of(seed), kind, None))
        finder = ExactFinder(mesh)
        ends = [(poly, inwards(mesh, poly, point)) for poly, point in random_points(mesh, 60, rng)]
        pairs = list(zip(ends[::2], ends[1::2]))
        flat = [np.array([point[::2] for _, point in side]) for side in zip(*pairs)]
        for ((a, start), (b, goal)), want in zip(pairs, VisibilityGraph(mesh).distances(*flat)[0]):
            if (start == goal).all():
                continue
            path = finder.path(a, start, b, goal)
            total += 1
            if path is None:
                assert np.isinf(want) and mesh.islands[a] != mesh.islands[b]
                equal += 1
                continue
            check_form(mesh, path, start, goal)
            assert path[0] <= want * (1 + 1e-6)
            equal += path[0] >= want * (1 - 1e-6)       # walls that touch may hide a gap from the oracle
    assert equal == total if kind > 1 else equal > 0.85 * total


def meshes_of(seed):
    yield delaunay_mesh(seed)
    yield delaunay_mesh(seed, points=25, removed=0.1, height=0.4)
    yield grid_mesh(seed)
    yield grid_mesh(seed, removed=0.1, angle=0.3 + seed)


def test_ends_on_vertices_and_edges_are_as_near_as_ends_beside_them():
    rng = np.random.default_rng(5)
    for mesh in meshes(20):
        finder = ExactFinder(mesh)
        for (a, start), (b, goal) in zip(random_points(mesh, 40, rng, kinds=(0, 1)), random_points(mesh, 40, rng, kinds=(0, 1, 2))):
            near_start, near_goal = inwards(mesh, a, start), inwards(mesh, b, goal)
            path, beside = finder.path(a, start, b, goal), finder.path(a, near_start, b, near_goal)
            assert (path is None) == (beside is None)
            if path is not None:
                check_form(mesh, path, start, goal)
                moved = np.linalg.norm(start - near_start) + np.linalg.norm(goal - near_goal)
                assert abs(path[0] - beside[0]) <= moved + 1e-9
                back = finder.path(b, goal, a, start)
                assert back[0] == pytest.approx(path[0], rel=1e-9, abs=1e-9)


def test_never_longer_than_the_funnel_through_the_cheapest_corridor():
    rng = np.random.default_rng(6)
    shorter = 0
    for mesh in meshes(10):
        finder = ExactFinder(mesh)
        for (a, start), (b, goal) in zip(random_points(mesh, 40, rng), random_points(mesh, 40, rng)):
            path, way = finder.path(a, start, b, goal), corridor(mesh, a, start, b, goal)
            assert (path is None) == (way is None)
            if way is not None:
                other = flat_length(pull(mesh, way[0], start, goal)[0])
                assert path[0] <= other + 1e-9
                shorter += path[0] < other - 1e-6
    assert shorter > 50


def test_from_a_point_to_itself():
    mesh = grid_mesh(3)
    for poly, point in random_points(mesh, 30, np.random.default_rng(1)):
        length, points, polys, links, way, entries = ExactFinder(mesh).path(poly, point, poly, point)
        assert length == 0.0 and points == [tuple(point)] and polys == [poly] and links == [-1]
        assert way == [poly] and entries == [-1]


def test_tiles_and_collinear_corners_change_no_length():
    rng = np.random.default_rng(2)
    for seed in range(4):
        mesh = grid_mesh(seed, removed=0.15)
        tiled = NavMesh.from_tiles(cut_mesh(mesh, 2.5, seed=seed).values(), 2.5)
        whole, cut = ExactFinder(mesh), ExactFinder(tiled)
        for (a, start), (b, goal) in zip(random_points(mesh, 30, rng, kinds=(2,)), random_points(mesh, 30, rng, kinds=(2,))):
            path, other = whole.path(a, start, b, goal), cut.path(tiled.locate(start)[0], start, tiled.locate(goal)[0], goal)
            assert (path is None) == (other is None)
            if path is not None:
                assert other[0] == pytest.approx(path[0], rel=1e-5)       # corners of tiles are rounded to float32


# ---- shapes that could lead a search in circles ----

def test_a_spiral_stair_around_a_pole():
    turns = 3
    angles = np.linspace(0, 2 * np.pi * turns, 8 * turns + 1)
    mesh = strip([((np.cos(t), t / 3, np.sin(t)), (2 * np.cos(t), t / 3, 2 * np.sin(t))) for t in angles])
    path = ExactFinder(mesh).path(0, mesh.vertices[0], mesh.polygon_count - 1, mesh.vertices[-2])
    assert path[0] == pytest.approx(8 * turns * 2 * np.sin(np.pi / 8)) and len(path[4]) == mesh.polygon_count
    path = ExactFinder(mesh).path(0, mesh.vertices[1], mesh.polygon_count - 1, mesh.vertices[-1])
    tangent = np.sqrt(3)            # from radius 2 to radius 1: the stair's own corners are within a chord of it
    assert 2 * tangent + 2 * np.pi * turns - 3 < path[0] < 2 * tangent + 2 * np.pi * turns


def test_a_fan_of_triangles_that_winds_around_one_vertex():
    count = 20                      # of 30°: one and two thirds of a turn about a shared vertex
    vertices = [(0, 0, 0)] + [(np.cos(k * np.pi / 6), k / 2, -np.sin(k * np.pi / 6)) for k in range(count + 1)]
    mesh = NavMesh.from_polygons(vertices, [(0, k + 1, k + 2) for k in range(count)], climb=0.5)
    finder = ExactFinder(mesh)
    for last in range(count):
        start, goal = np.array(vertices[1]) * 0.9, np.array(vertices[last + 2]) * 0.9
        path = finder.path(0, start, last, goal)
        turned = (last + 1) * np.pi / 6
        assert path[0] == pytest.approx(1.8 * np.sin(turned / 2) if turned < np.pi else 1.8)
        assert path[4] == list(range(last + 1))


def test_floors_over_each_other_stay_apart():
    floor = [(x, 0.0, z) for x in range(5) for z in range(5)]
    quads = [(5 * x + z, 5 * x + z + 1, 5 * x + z + 6, 5 * x + z + 5) for x in range(4) for z in range(4)]
    stack = [(x, 3.0 * k, z) for k in range(3) for x, _, z in floor]
    mesh = NavMesh.from_polygons(stack, [tuple(i + 25 * k for i in quad) for k in range(3) for quad in quads])
    finder = ExactFinder(mesh)
    assert finder.path(0, (0.5, 0, 0.5), 15, (3.5, 0, 3.5))[0] == pytest.approx(3 * np.sqrt(2))
    assert finder.path(0, (0, 0, 0), 47, (4, 6, 4)) is None
    for start in ((2, 3, 2), (1, 3, 1), (0, 3, 4)):
        for goal in ((2, 3, 2), (4, 3, 4), (3, 3, 0)):
            a, b = mesh.locate(start)[0], mesh.locate(goal)[0]
            path = finder.path(a, start, b, goal)
            assert path[0] == pytest.approx(np.hypot(start[0] - goal[0], start[2] - goal[2]))


def test_slivers():
    for thin in (1.1e-3, 1e-2):
        mesh = strip([((x, 0, 0), (x, 0, 1)) for x in (0, 1, 1 + thin, 2, 2 + thin, 3)])
        path = ExactFinder(mesh).path(0, (0.1, 0, 0.2), 4, (2.9, 0, 0.8))
        assert path[0] == pytest.approx(np.hypot(2.8, 0.6)) and len(path[1]) == 2 and path[4] == [0, 1, 2, 3, 4]


def test_one_may_not_pass_where_corners_only_touch():
    square = [(0, 0), (0, 1), (1, 1), (1, 0)]
    cells = [(0, 0), (1, 1), (0, 1)]
    index, polygons = {}, []
    for x, z in cells[:2]:
        polygons.append([index.setdefault((x + i, 0.0, z + k), len(index)) for i, k in square])
    mesh = NavMesh.from_polygons(list(index), polygons)
    assert ExactFinder(mesh).path(0, (0.5, 0, 0.5), 1, (1.5, 0, 1.5)) is None
    polygons.append([index.setdefault((cells[2][0] + i, 0.0, cells[2][1] + k), len(index)) for i, k in square])
    mesh = NavMesh.from_polygons(list(index), polygons)
    path = ExactFinder(mesh).path(0, (0.5, 0, 0.5), 1, (1.5, 0, 1.5))
    assert path[0] == pytest.approx(np.sqrt(2)) and path[4] == [0, 2, 1]


# ---- areas and links ----

def test_exit_only_areas_are_left_but_not_entered():
    mesh = grid_mesh(1, removed=0.0)
    areas = np.random.default_rng(0).integers(1, 3, mesh.polygon_count)
    mesh = NavMesh.from_polygons(mesh.vertices, mesh.polygons, areas)
    mesh.set_exit_only_areas([2])
    finder, rng = ExactFinder(mesh), np.random.default_rng(4)
    found = 0
    for (a, start), (b, goal) in zip(random_points(mesh, 200, rng), random_points(mesh, 200, rng)):
        path, way = finder.path(a, start, b, goal), corridor(mesh, a, start, b, goal)
        assert (path is None) == (way is None)
        if path is not None:
            found += 1
            assert all(areas[q] != 2 or areas[p] == 2 for p, q in zip(path[4], path[4][1:]))
            assert path[0] <= flat_length(pull(mesh, way[0], start, goal)[0]) + 1e-9
    assert 40 < found < 200


def point_links(base, rng, count):
    mesh = NavMesh.from_polygons(base.vertices, base.polygons, rng.integers(1, 2, base.polygon_count))
    for i in range(count):
        (_, a), (_, b) = random_points(mesh, 2, rng, kinds=(2,))
        mesh.add_link(a, b, radius=0.0, two_way=bool(rng.random() < 0.5), area=int(rng.integers(1, 3)), id=i)
    mesh.set_area_cost(2, 0.3)      # links of it are cheaper than the ground, no polygon has it
    return mesh


def test_point_links_against_all_ways_across_them():
    rng = np.random.default_rng(7)
    taken = 0
    for base in meshes(5):
        mesh = point_links(base, rng, 4)
        finder, bare = ExactFinder(mesh), ExactFinder(base)
        ways = []
        for link in mesh.links:
            a, b = (link.start_poly, np.array(link.start)), (link.end_poly, np.array(link.end))
            cost = flat_length([link.start, link.end]) * mesh.area_cost(link.area)
            ways += [(a, b, cost)] + ([(b, a, cost)] if link.two_way else [])
        for start, goal in zip(random_points(mesh, 25, rng), random_points(mesh, 25, rng)):
            outs, ins = [start] + [end for _, end, _ in ways], [goal] + [begin for begin, _, _ in ways]
            steps = np.full((len(outs) + 1, len(outs) + 1), np.inf)      # the last one is the goal
            for i, out in enumerate(outs):
                for k, into in enumerate(ins):
                    path = bare.path(*out, *into)
                    steps[i, k if k else -1] = (np.inf if path is None else path[0]) + (ways[k - 1][2] if k else 0.0)
            best = np.full(len(outs) + 1, np.inf)
            best[0] = 0.0
            for _ in range(len(best)):
                best = np.minimum(best, (best[:, None] + steps).min(axis=0))
            path = finder.path(*start, *goal)
            assert (path is None) == np.isinf(best[-1])
            if path is not None:
                assert path[0] == pytest.approx(best[-1], rel=1e-9, abs=1e-9)
                taken += max(path[3]) >= 0
    assert taken > 60


def crossing_lengths(mesh, bare, link, start, goal):
    """How long the way across a link is, over places along its width."""
    along = np.array(link.end) - link.start
    across = np.array((along[2], 0, -along[0])) / np.hypot(along[0], along[2])
    lengths = []
    for (p, a), (q, b) in [((link.start_poly, link.start), (link.end_poly, link.end)),
                           ((link.end_poly, link.end), (link.start_poly, link.start))][:1 + link.two_way]:
        for t in np.linspace(-0.5, 0.5, 31):
            leave, land = np.array(a) + t * link.width * across, np.array(b) + t * link.width * across
            if inside(mesh, p, leave) and inside(mesh, q, land):
                one, two = bare.path(*start, p, leave), bare.path(q, land, *goal)
                if one is not None and two is not None:
                    lengths.append(one[0] + mesh.area_cost(link.area) * flat_length([a, b]) + two[0])
    return lengths


def inside(mesh, poly, point):
    from tests.meshes import contains
    return contains(mesh.vertices[list(mesh.polygons[poly])][:, ::2], np.asarray(point)[::2], 1e-9)


def test_wide_links_against_all_places_tried():
    rng = np.random.default_rng(9)
    across = 0
    for base in meshes(9):
        (_, a), (_, b) = random_points(base, 2, rng, kinds=(2,))
        mesh = NavMesh.from_polygons(base.vertices, base.polygons)
        mesh.add_link(a, b, radius=0.0, width=float(rng.choice([0.5, 3.0])), two_way=bool(rng.random() < 0.7), area=2, id=3)
        mesh.set_area_cost(2, 0.2)
        finder, bare, link = ExactFinder(mesh), ExactFinder(base), mesh.links[0]
        for start, goal in zip(random_points(mesh, 14, rng, kinds=(2,)), random_points(mesh, 14, rng, kinds=(2,))):
            direct = bare.path(*start, *goal)
            lengths = crossing_lengths(mesh, bare, link, start, goal) + ([direct[0]] if direct else [])
            path = finder.path(*start, *goal)
            assert (path is None) == (not lengths)
            if path is None or 3 not in path[3]:
                assert path is None or path[0] == pytest.approx(direct[0])
                continue
            across += 1
            i = path[3].index(3)
            step = np.array(path[1][i + 1]) - path[1][i]
            assert min(lengths) - 2 * link.width / 30 <= path[0] <= min(lengths) + 1e-9
            assert flat_length(path[1]) - 0.8 * np.hypot(step[0], step[2]) == pytest.approx(path[0], rel=1e-9, abs=1e-9)
            assert abs(step[0] * (b - a)[2] - step[2] * (b - a)[0]) < 1e-9       # straight ahead
    assert across > 15


def test_a_wide_link_is_crossed_where_the_way_is_straight():
    square = [(0, 0, 0), (0, 0, 10), (4, 0, 10), (4, 0, 0)]
    mesh = NavMesh.from_polygons(square + [(x + 6, y, z) for x, y, z in square], [(0, 1, 2, 3), (4, 5, 6, 7)])
    mesh.add_link((2, 0, 5), (8, 0, 5), width=6, id=1)
    finder = ExactFinder(mesh)
    for start, goal, length, z in (((1, 0, 4), (9, 0, 6), 6 + np.hypot(2, 2), 5.0),      # on to the other side
                                   ((1, 0, 4), (7, 0, 6), 6 + np.hypot(2, 2), 5.0),      # back to this one
                                   ((3, 0, 4), (9, 0, 6), 6 + np.hypot(2, 2), 5.0),
                                   ((1, 0, 1), (9, 0, 1), 6 + 2 * np.sqrt(2), 2.0),      # by an end of its width
                                   ((2, 0, 4), (8, 0, 7), 6 + 3, None), ((2, 0, 4), (8, 0, 4), 6, 4.0)):
        path = finder.path(0, start, 1, goal)
        assert path[0] == pytest.approx(length) and path[3].count(1) == 1
        at = path[1][path[3].index(1)]
        assert at[0] == pytest.approx(2) and (z is None or at[2] == pytest.approx(z)) and path[4] == [0, 1]


def test_two_wide_links_in_a_row_share_the_turn():
    polygons = [[(x, 0, 0), (x, 0, 10), (x + 2, 0, 10), (x + 2, 0, 0)] for x in (0, 3, 6)]
    mesh = NavMesh.from_polygons([v for ring in polygons for v in ring], [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)])
    mesh.add_link((2, 0, 5), (3, 0, 5), width=10, id=1)
    mesh.add_link((5, 0, 5), (6, 0, 5), width=10, id=2)
    path = ExactFinder(mesh).path(0, (1, 0, 1), 2, (7, 0, 9))
    assert path[0] == pytest.approx(2 + np.hypot(4, 8)) and path[3] == [-1, 1, -1, 2, -1, -1] and path[5] == [-1, 0, 2]
    assert [p[2] for p in path[1][1:5]] == pytest.approx([3, 3, 7, 7])


def test_links_lead_nowhere_in_circles():
    polygons = [[(x, 0, 0), (x, 0, 10), (x + 2, 0, 10), (x + 2, 0, 0)] for x in (0, 3, 6)]
    mesh = NavMesh.from_polygons([v for ring in polygons for v in ring], [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)])
    for i in range(6):
        mesh.add_link((1, 0, i + 2), (4, 0, 8 - i), width=3, id=i)
    mesh.add_link((7, 0, 5), (4, 0, 5), two_way=False, id=9)        # joins the islands, but leads away from the goal
    assert ExactFinder(mesh).path(0, (1, 0, 1), 2, (7, 0, 9)) is None


def test_unknown_polygons_are_refused():
    mesh = grid_mesh(1)
    with pytest.raises(ValueError, match="path: there is no polygon 999"):
        ExactFinder(mesh).path(0, (0, 0, 0), 999, (0, 0, 0))


# ---- searches in parts, and meshes that change ----

def test_a_search_stops_at_its_limit_and_says_so():
    rng = np.random.default_rng(11)
    stopped = 0
    for mesh in meshes(6):
        finder = ExactFinder(mesh)
        for start, goal in zip(random_points(mesh, 20, rng), random_points(mesh, 20, rng)):
            path = finder.path(*start, *goal)
            assert not finder.limit_reached
            searched = finder.searched
            for limit in {0, searched // 2, searched - 1} & set(range(searched)):
                assert finder.path(*start, *goal, limit) is None
                assert finder.limit_reached and finder.searched == limit
                stopped += 1
            assert finder.path(*start, *goal, searched + 1) == path and not finder.limit_reached
            finder.begin(*start, *goal)
            while not finder.advance(3):
                assert finder.found() is None
            assert finder.found() == path
    assert stopped > 50


def test_tiles_that_come_and_go_change_what_one_finder_finds():
    rng = np.random.default_rng(12)
    found = 0
    tiles = cut_mesh(grid_mesh(5, removed=0.1), 2.5, seed=5)
    mesh = NavMesh.from_tiles(tiles.values(), 2.5)
    finder = ExactFinder(mesh)
    for place in [*tiles][::2]:
        for present in (False, True):
            mesh.add_tile(tiles[place]) if present else mesh.remove_tile(*place)
            fresh = NavMesh.from_tiles([tile for at, tile in tiles.items() if present or at != place], 2.5)
            starts, goals = (np.array([point for _, point in random_points(fresh, 12, rng)]) for _ in range(2))
            lengths, want = finder.lengths(starts, goals), ExactFinder(fresh).lengths(starts, goals)
            assert list(lengths) == pytest.approx(list(want), rel=1e-9, abs=1e-9)
            found += np.isfinite(want).sum()
    assert found > 100


def test_a_search_over_a_mesh_that_changes_meanwhile_ends_without_a_path():
    tiles = cut_mesh(grid_mesh(5, removed=0.1), 2.5, seed=5)
    mesh = NavMesh.from_tiles(tiles.values(), 2.5)
    finder, ends = ExactFinder(mesh), random_points(mesh, 2, np.random.default_rng(3), kinds=(2,))
    finder.begin(*ends[0], *ends[1])
    assert not finder.advance(1)
    mesh.remove_tile(*[*tiles][0])
    assert finder.advance(1) and finder.found() is None


# ---- floors and corners that share a place in the plan ----

def test_floors_over_each_other_that_a_stair_joins():
    """The stair leads up beside itself, round the end of a wall at (5, 1): the way goes by that, and by what the stair's upper
    end lets one see of it."""
    floor = [(x, z) for x in range(4) for z in range(4)]
    quads = [(4 * x + z, 4 * x + z + 1, 4 * x + z + 5, 4 * x + z + 4) for x in range(3) for z in range(3)]
    vertices = [(x, 3.0 * k, z) for k in range(2) for x, z in floor]
    vertices += [(5, 1.5, 0), (5, 1.5, 1), (5, 1.5, 2), (6, 1.5, 2), (6, 1.5, 0)]
    polygons = [tuple(i + 16 * k for i in quad) for k in range(2) for quad in quads]
    polygons += [(12, 13, 33, 32), (32, 33, 34, 35, 36), (29, 30, 34, 33)]
    mesh = NavMesh.from_polygons(vertices, polygons, climb=0.5)
    finder, rng = ExactFinder(mesh), np.random.default_rng(8)
    for _ in range(400):
        start, goal = rng.uniform(0, 3, (2, 2)) if rng.random() < 0.8 else rng.integers(0, 3, (2, 2)).astype(float)
        (a, b), places = ((int(p[0]) * 3 + int(p[1]) for p in (start, goal)), ((start[0], 0, start[1]), (goal[0], 3, goal[1])))
        up = np.hypot(5 - start[0], 1 - start[1]) if start[1] <= 1 else np.hypot(3 - start[0], 1 - start[1]) + 2
        if goal[1] < 1:
            down = 2 + np.hypot(3 - goal[0], 1 - goal[1])
        elif 1 + 2 * (goal[1] - 1) / (5 - goal[0]) > 2:
            down = np.hypot(2, 1) + np.hypot(3 - goal[0], 2 - goal[1])
        else:
            down = np.hypot(5 - goal[0], 1 - goal[1])
        assert finder.path(a, places[0], 9 + b, places[1])[0] == pytest.approx(up + down, rel=1e-9)
        assert finder.path(a, places[0], b, (goal[0], 0, goal[1]))[0] == pytest.approx(np.hypot(*(goal - start)))


def unrolled(radius, start, goal):
    """Length of the shortest way outside of a circle between angles, at distances from its middle; radius 0: a point."""
    (a, r), (b, s) = start, goal
    turn = abs(b - a) - np.arccos(radius / r) - np.arccos(radius / s)
    if turn <= 0:
        return np.sqrt(r * r + s * s - 2 * r * s * np.cos(b - a))
    return np.sqrt(r * r - radius * radius) + np.sqrt(s * s - radius * radius) + turn * radius


@pytest.mark.parametrize("inner", [0.0, 0.7, 1.5])
def test_ways_round_a_spiral_stair(inner):
    """Against the way round a pole; its corners, 64 a turn, let the stair's own be shorter by the sagitta."""
    per_turn, turns = 64, 3
    angles = np.linspace(0, 2 * np.pi * turns, per_turn * turns + 1)
    outer = [(4 * np.cos(t), t / 3, -4 * np.sin(t)) for t in angles]
    rng = np.random.default_rng(int(10 * inner))
    if inner:
        mesh = strip([((inner * np.cos(t), t / 3, -inner * np.sin(t)), point) for t, point in zip(angles, outer)])
    else:
        mesh = NavMesh.from_polygons([(0, 0, 0), *outer], [(0, k + 1, k + 2) for k in range(len(outer) - 1)], climb=0.5)
    finder, shorter = ExactFinder(mesh), 1 - np.cos(np.pi / per_turn) + 1e-9
    for _ in range(300):
        ends = [(rng.uniform(0, angles[-1]), rng.uniform(inner + 0.1, 3.9)) for _ in range(2)]
        (a, start), (b, goal) = ((min(int(t / angles[1]), len(angles) - 2), (r * np.cos(t), t / 3, -r * np.sin(t)))
                                 for t, r in ends)
        length = finder.path(a, start, b, goal)[0]
        want = unrolled(inner, *ends)
        assert want * (1 - 2 * shorter) - 1e-9 <= length <= want + 1e-9


def test_places_on_vertices_and_in_line_corners_in_the_oracle():
    """Starts and goals on corners, on the lattice points along straight edges too, themselves included."""
    rng = np.random.default_rng(21)
    total = 0
    for seed in range(20):
        mesh = grid_mesh(seed, removed=0.2, angle=seed % 2 * 0.37)
        finder, oracle = ExactFinder(mesh), VisibilityGraph(mesh)
        ends = [(poly, inwards(mesh, poly, point)) for poly, point in random_points(mesh, 100, rng, kinds=(0, 0, 1))]
        exact = [(poly, point) for poly, point in random_points(mesh, 100, np.random.default_rng(seed), kinds=(0,))]
        flat = np.array([point[::2] for _, point in ends])
        want = oracle.distances(flat[:50], flat[50:])[0]
        for (a, start), (b, goal), length in zip(ends[:50], ends[50:], want):
            path = finder.path(a, start, b, goal)
            if (start == goal).all():       # a distance of 0 is none to the oracle
                assert path[0] == 0.0
                continue
            assert (path is None) == np.isinf(length)
            if path is not None:
                assert path[0] == pytest.approx(length, rel=1e-6)
                total += 1
        for a, start in exact:
            path = finder.path(a, start, a, start)
            assert path[0] == 0.0 and path[4] == [a]
    assert total > 700


def test_corners_that_only_touch_are_no_way_in_the_oracle():
    """Squares of a chess board that hang together by corners here and by edges there: as far as walls let one."""
    rng = np.random.default_rng(31)
    total = 0
    for seed in range(20):
        free = np.random.default_rng(100 + seed).random((7, 7)) < 0.6
        index, polygons = {}, []
        for x, z in np.argwhere(free).tolist():
            polygons.append([index.setdefault((x + i, 0.0, z + k), len(index)) for i, k in ((0, 0), (0, 1), (1, 1), (1, 0))])
        mesh = NavMesh.from_polygons(list(index), polygons)
        finder, oracle = ExactFinder(mesh), VisibilityGraph(mesh)
        ends = [(poly, inwards(mesh, poly, point)) for poly, point in random_points(mesh, 160, rng, kinds=(0, 1, 2))]
        flat = np.array([point[::2] for _, point in ends])
        for (a, start), (b, goal), length in zip(ends[:80], ends[80:], oracle.distances(flat[:80], flat[80:])[0]):
            path = finder.path(a, start, b, goal)
            assert (path is None) == (mesh.islands[a] != mesh.islands[b])
            if path is not None:
                assert path[0] <= length * (1 + 1e-6)
                total += abs(path[0] - length) <= 1e-6 * length or length == 0
    assert total > 500


@pytest.mark.parametrize("along", [0.5, 1.0, 1.9])
def test_a_path_turns_at_the_end_of_a_wall_without_thickness(along):
    """Two polygons lie against the wall from (−2, 0) to (0, 0) and have straight corners at its end, around which the ground goes by
    exactly 360°. The sides of the wall differ in height alone."""
    vertices = [(-2, 0, 0), (0, 0.2, 0), (2, 0.2, 0), (2, 0.2, 2), (-2, 0.2, 2), (-2, 0.4, 0), (2, 0.2, -2), (-2, 0.2, -2)]
    mesh = NavMesh.from_polygons(vertices, [[0, 4, 3, 2, 1], [5, 1, 2, 6, 7]], climb=0.5)
    for side in (1.0, -1.0):
        path = mesh.find_path((-along, 0.2, side), (-along, 0.2, -side), algorithm="exact")
        assert path.points[:, ::2].tolist() == [[-np.float32(along), side], [0.0, 0.0], [-np.float32(along), -side]]


def rooms_with_thin_walls(seed):
    """A hall cut into rectangles, again and again. Where the sides of two lie on each other but end elsewhere, there is a wall without
    a width: around its ends the ground is a full turn wide."""
    rng = np.random.default_rng(seed)
    boxes = [(0, 0, 12, 10)]
    for _cut in range(int(rng.integers(6, 40))):
        k = int(rng.integers(len(boxes)))
        low, high = list(boxes[k][:2]), list(boxes[k][2:])
        axis = int(rng.integers(2))
        if high[axis] - low[axis] >= 2:
            at = int(rng.integers(low[axis] + 1, high[axis]))
            boxes[k] = (*low, *[at if i == axis else high[i] for i in range(2)])
            boxes.append((*[at if i == axis else low[i] for i in range(2)], *high))
    marked, angle = rng.random((13, 11)) < rng.choice([0.0, 0.3, 0.6]), rng.choice([0.0, rng.uniform(0, 6)])
    index, polygons = {}, []
    for x0, z0, x1, z1 in boxes:
        ring = [(x0, z) for z in range(z0, z1)] + [(x, z1) for x in range(x0, x1)]
        ring += [(x1, z) for z in range(z1, z0, -1)] + [(x, z0) for x in range(x1, x0, -1)]
        polygons.append([index.setdefault(p, len(index)) for p in ring if marked[p] or (p[0] in (x0, x1) and p[1] in (z0, z1))])
    x, z = np.array(list(index), float).T
    c, s = np.cos(angle), np.sin(angle)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "NavMesh.from_polygons: ")
        return NavMesh.from_polygons(np.column_stack([x * c - z * s, 0 * x, x * s + z * c]), polygons)


def test_around_walls_without_a_width_all_searches_find_the_same_length():
    """By visible vertices, by intervals alone and by a path index."""
    rng, found = np.random.default_rng(3), 0
    for seed in range(60):
        mesh = rooms_with_thin_walls(seed)
        by_vertices, by_intervals = ExactFinder(mesh), ExactFinder(mesh, by_visibility=False)
        ends = random_points(mesh, 40, rng, (2,))
        lengths = []
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            path, other = by_vertices.path(a, start, b, goal), by_intervals.path(a, start, b, goal)
            assert (path is None) == (other is None)
            if path is not None:
                assert path[0] == pytest.approx(other[0], rel=1e-9)
                check_form(mesh, path, start, goal)
                lengths.append((a, start, b, goal, path[0]))
        found += len(lengths)
        mesh.build_path_index()
        for a, start, b, goal, length in lengths:
            assert ExactFinder(mesh).path(a, start, b, goal)[0] == pytest.approx(length, rel=1e-9)
    assert found > 800


def test_a_path_goes_on_around_the_end_of_a_wall_that_it_has_come_along():
    """A ramp, and beside it the floor above, whose sides are in line: at its upper end the path turns around."""
    lower = [(0, 0, 0), (0, 0, 12), (12, 0, 12), (12, 0, 3), (12, 0, 0)]
    upper = [(20, 3, 0), (20, 3, 3), (24, 3, 3), (24, 3, 0), (24, 3, 12), (0, 3, 12), (0, 3, 3)]
    polygons = [(0, 1, 2, 3, 4), (4, 3, 6, 5), (5, 6, 7, 8), (6, 11, 10, 9, 7)]
    mesh = NavMesh.from_polygons(lower + upper, polygons, agent_height=1.8, climb=0.4)
    for start, goal in (((3, 0, 8), (3, 3, 8)), ((3, 3, 8), (3, 0, 8))):
        path = mesh.find_path(start, goal)
        assert path.status == 0
        assert flat_length(path.points) == pytest.approx(math.hypot(9, 5) + 8 + math.hypot(17, 5), abs=1e-5)
