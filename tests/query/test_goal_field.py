"""Goal fields against a search from each place to each goal: lengths to 1e-9, the same paths, the right goal; and changes."""
import concurrent.futures

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import navpy
import navpy.query  # noqa: F401
from navpy.api.query.polyanya import ExactFinder
from navpy.base.core import PathStatus, Reason
from navpy.navmesh.navmesh import NavMesh
from navpy.navmesh.query_filter import QueryFilter
from navpy.query import GoalField
from tests.cutting import cut_mesh
from tests.floods import some_meshes, with_exit_only
from tests.meshes import ROOMS, delaunay_mesh, grid_mesh, meshes, random_points
from tests.query.polyanya.test_flood import add_links
from tests.query.test_links import side_by_side


def shortest(mesh, finder, start, goals):
    """(length, index of the goal) of the shortest of the paths to all goals."""
    a, start, _ = mesh.locate(start)
    lengths = []
    for goal in goals:
        b, goal, _ = mesh.locate(goal)
        path = finder.path(a, start, b, goal)
        lengths.append(np.inf if path is None else path[0])
    return min(lengths), int(np.argmin(lengths)), sorted(lengths)


def check_corridor(mesh, path):
    """Each polygon of the corridor is entered from the one before it, by an edge or by a link of the path."""
    corridor, taken = path.corridor.tolist(), [int(i) for i in path.links if i >= 0]
    by_link = [(a, b) for a, b in zip(corridor, corridor[1:]) if b not in mesh.neighbors[a]]
    ends = {link.id: link for link in mesh.links}
    for i in np.flatnonzero(path.links >= 0):
        link, (a, b) = ends[path.links[i]], path.points[i:i + 2].astype(float)
        along = (np.asarray(link.end, float) - link.start)[::2]
        ways = [along, -along][:1 + link.two_way]
        off = 2 * link.radius + 1e-4                    # both ends are taken to the floor
        assert min(np.hypot(*((b - a)[::2] - way)) for way in ways) < off, "the path takes a link the wrong way"
    assert len(by_link) <= len(taken)
    assert corridor[0] in polygons_at(mesh, path.points[0]) and corridor[-1] in polygons_at(mesh, path.points[-1])


def polygons_at(mesh, point):
    """The polygons whose plan a point lies in or on."""
    found = []
    for poly, ring in enumerate(mesh.polygons):
        ring = mesh.vertices[list(ring)][:, ::2]
        sides, to = np.roll(ring, -1, axis=0) - ring, np.asarray(point, float)[::2] - ring
        if (sides[:, 0] * to[:, 1] - sides[:, 1] * to[:, 0] < 1e-4).all():
            found.append(poly)
    return found


def check_field(mesh, goals, starts):
    """How many of the starts have a way."""
    finder, field = ExactFinder(mesh), GoalField(mesh, goals)
    lengths, directions, nearest = field.ways(starts)
    for start, length, direction, goal in zip(starts, lengths, directions, nearest):
        want, index, all_lengths = shortest(mesh, finder, start, goals)
        assert length == pytest.approx(want, rel=1e-9, abs=1e-9)
        path = field.path(start)
        if np.isinf(want):
            assert goal == -1 and not direction.any()
            assert path.status == PathStatus.FAILED and path.reason == Reason.GOAL_UNREACHABLE and len(path.points) == 0
            continue
        assert goal == index or all_lengths[1] == pytest.approx(want, rel=1e-9, abs=1e-9)
        assert path.status == PathStatus.COMPLETE
        exact = mesh.find_path(start, goals[goal])
        assert exact.status == PathStatus.COMPLETE
        legs = np.diff(path.points.astype(float), axis=0)[:, ::2]
        if mesh.links == []:
            assert np.hypot(*legs.T).sum() == pytest.approx(want, rel=1e-6, abs=1e-5)
            assert path.length == pytest.approx(exact.length, rel=1e-6, abs=1e-4 + 0.02 * abs(path.length - np.hypot(*legs.T).sum()))
        check_corridor(mesh, path)
        far = [leg for leg in legs if np.hypot(*leg) > 1e-5]
        if len(far):
            assert np.dot(direction[[0, 2]], far[0] / np.hypot(*far[0])) == pytest.approx(1.0, abs=1e-4)
        else:
            assert length < 1e-4
    return np.isfinite(lengths).sum()


def places(pairs):
    return np.array([point for _, point in pairs])


def test_lengths_goals_and_paths_are_those_of_find_path():
    rng = np.random.default_rng(3)
    reached = sum(check_field(mesh, places(random_points(mesh, int(rng.integers(1, 5)), rng, kinds=(2,))),
                              places(random_points(mesh, 25, rng, kinds=(2,)))) for mesh in meshes(8))
    assert reached > 500


def test_on_exit_only_areas_tiles_bumps_and_floors_over_each_other():
    rng = np.random.default_rng(4)
    for name, mesh in some_meshes():
        goals = places(random_points(mesh, 2, rng, kinds=(2,)))
        assert check_field(mesh, goals, places(random_points(mesh, 25, rng, kinds=(2,)))) > 0, name


def test_one_way_edges_lead_out_and_not_in():
    mesh = with_exit_only(delaunay_mesh(5, removed=0.0), 1)
    rng = np.random.default_rng(5)
    assert len(mesh.exit_only_areas) > 0
    goals = places(random_points(mesh, 3, rng, kinds=(2,)))
    assert 5 < check_field(mesh, goals, places(random_points(mesh, 60, rng, kinds=(2,))))


def test_across_links_of_all_kinds():
    """One-way links lead only their way."""
    rng = np.random.default_rng(6)
    reached = 0
    for base in meshes(4):
        mesh = add_links(base, rng, 6)
        reached += check_field(mesh, places(random_points(mesh, 2, rng, kinds=(2,))), places(random_points(mesh, 20, rng, kinds=(2,))))
    for seed in range(12):
        mesh = side_by_side(seed, wide=float(rng.choice([0.4, 1.0, 3.0])), angle=0.4 * seed)
        if mesh is not None:
            goal, starts = (places(random_points(mesh, count, rng, kinds=(2,))) for count in (1, 20))
            reached += check_field(mesh, goal, starts)
    assert reached > 300


@given(seed=st.integers(0, 10**6), removed=st.floats(0.0, 0.5), goals=st.integers(1, 6))
@settings(max_examples=50, deadline=None)
def test_on_any_mesh(seed, removed, goals):
    rng = np.random.default_rng(seed)
    mesh = delaunay_mesh(seed, removed=removed) if seed % 2 else grid_mesh(seed, removed=removed, angle=seed % 4 * 0.2)
    check_field(mesh, places(random_points(mesh, goals, rng)), places(random_points(mesh, 12, rng)))


def test_walking_by_its_directions_arrives_and_is_no_longer():
    """Steps of 5 cm by the direction of where one stands lead to the goal in the length of the way."""
    mesh, rng = ROOMS.mesh, np.random.default_rng(8)
    goal = places(random_points(mesh, 1, rng, kinds=(2,)))
    field, walked = GoalField(mesh, goal), 0
    for start in places(random_points(mesh, 30, rng, kinds=(2,))):
        length = field.lengths([start])[0]
        if np.isinf(length):
            continue
        at, steps = np.array(start), 0
        while field.lengths([at])[0] > 0.05:
            at = np.array(navpy.move_along_surface(mesh, at, at + 0.05 * field.directions([at])[0]).point)
            steps += 1
            assert steps * 0.05 < length * 1.02 + 0.2
        walked += 1
    assert walked > 15


def test_nothing_is_known_beyond_its_limit():
    mesh = delaunay_mesh(1, removed=0.0)
    rng = np.random.default_rng(1)
    goal, starts = places(random_points(mesh, 1, rng, kinds=(2,))), places(random_points(mesh, 100, rng, kinds=(2,)))
    whole, near = GoalField(mesh, goal).lengths(starts), GoalField(mesh, goal, max_length=2.0).lengths(starts)
    assert near[whole <= 2.0] == pytest.approx(whole[whole <= 2.0], rel=1e-9) and np.isinf(near[whole > 2.0]).all()
    assert (whole <= 2.0).any() and np.isinf(near).any()


def test_a_change_of_the_mesh_or_the_filter_is_followed():
    whole = delaunay_mesh(7, removed=0.15)
    tiles = cut_mesh(whole, 3.0, seed=1, detail=True)
    mesh, rng = NavMesh.from_tiles(tiles.values(), 3.0, climb=0.5), np.random.default_rng(2)
    goal, starts = places(random_points(mesh, 1, rng, kinds=(2,))), places(random_points(mesh, 40, rng, kinds=(2,)))
    field = GoalField(mesh, goal)
    before = field.lengths(starts)
    away = next(place for place in tiles if place != tuple(np.floor_divide(goal[0][::2], 3.0).astype(int)))
    mesh.remove_tile(*away)
    assert field.lengths(starts) == pytest.approx(GoalField(mesh, goal).lengths(starts), rel=1e-9)
    mesh.add_tile(tiles[away])
    assert field.lengths(starts) == pytest.approx(before, rel=1e-9)
    rules = QueryFilter(mesh)
    field = GoalField(mesh, goal, filter=rules)
    assert field.lengths(starts) == pytest.approx(before, rel=1e-9)
    middle = mesh.locate(starts[np.isfinite(before)][0])[0]
    rules.block([middle])
    assert field.lengths(starts) == pytest.approx(GoalField(mesh, goal, filter=rules).lengths(starts), rel=1e-9)


def test_threads_ask_at_once():
    mesh, rng = ROOMS.mesh, np.random.default_rng(9)
    field = GoalField(mesh, places(random_points(mesh, 3, rng, kinds=(2,))))
    starts = places(random_points(mesh, 2000, rng, kinds=(2,)))
    alone = field.lengths(starts)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for found in pool.map(field.lengths, [starts] * 8):
            assert found.tolist() == alone.tolist()


def test_the_polygons_of_points_may_be_told():
    for mesh in meshes(3):
        rng = np.random.default_rng(10)
        field = GoalField(mesh, places(random_points(mesh, 2, rng, kinds=(2,))))
        found = [mesh.locate(point) for point in places(random_points(mesh, 200, rng, kinds=(2,)))]
        points, polygons = np.array([floor for _, floor, _ in found]), np.array([poly for poly, _, _ in found])
        told, by_search = field.ways(points, polygons=polygons), field.ways(points)
        assert told[0] == pytest.approx(by_search[0], rel=1e-9, abs=1e-9) and np.isfinite(told[0]).any()
        assert told[1] == pytest.approx(by_search[1], abs=1e-6)
        none = field.ways(points, polygons=np.full(len(points), -1))
        assert np.isinf(none[0]).all() and not none[1].any() and (none[2] == -1).all()


def test_bad_arguments_are_refused():
    mesh = grid_mesh(2)
    place = np.mean(mesh.vertices[list(mesh.polygons[0])], axis=0)
    with pytest.raises(ValueError, match="goals: none of 1 is on the navmesh"):
        GoalField(mesh, [(1e6, 0, 0)])
    with pytest.raises(ValueError, match="goals: must be one or more points, are none"):
        GoalField(mesh, np.zeros((0, 3)))
    with pytest.raises(ValueError, match="goals"):
        GoalField(mesh, [(np.nan, 0, 0)])
    with pytest.raises(ValueError, match="max_length"):
        GoalField(mesh, [place], max_length=-1.0)
    with pytest.raises(ValueError, match="points"):
        GoalField(mesh, [place]).ways([(1.0, 2.0)])
    for polygons in ([], [0, 1], [0.5], [mesh.polygon_count], [-2]):
        with pytest.raises(ValueError, match="polygons: must be"):
            GoalField(mesh, [place]).ways([place], polygons=polygons)
    field = GoalField(mesh, [(1e6, 0, 0), place])
    assert field.ways([place])[2].tolist() == [1] and field.lengths([place])[0] == pytest.approx(0.0, abs=1e-9)
    lost = field.ways([(np.nan, 0, 0), (1e5, 0, 0)])
    assert np.isinf(lost[0]).all() and not lost[1].any() and (lost[2] == -1).all()
    lost = field.ways([(np.nan, 0, 0), (0, np.nan, np.inf)], polygons=[0, 0])
    assert not np.isfinite(lost[0]).any() and not lost[1].any() and (lost[2] == -1).all()
    assert field.path((1e5, 0, 0)).reason == Reason.START_OFF_MESH
    costly = NavMesh.from_polygons(mesh.vertices, mesh.polygons, [1 + i % 2 for i in range(mesh.polygon_count)])
    costly.set_area_cost(2, 3.0)
    with pytest.raises(ValueError, match="goals: some ways cost more than others"):
        GoalField(costly, [place])
