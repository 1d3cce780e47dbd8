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
from tests.floods import segment_distance, some_meshes, with_exit_only
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


def same_paths(a, b):
    return all(getattr(a, name).tobytes() == getattr(b, name).tobytes() for name in ("points", "corridor", "links")) \
        and a.length == b.length and a.reason == b.reason


@given(seed=st.integers(0, 10**6), links=st.integers(0, 6), goals=st.integers(1, 3), radius=st.sampled_from([0.0, 0.0, 0.2]))
@settings(max_examples=60, deadline=None)
def test_many_paths_are_bit_for_bit_those_that_are_written_alone(seed, links, goals, radius):
    """In any order: the legs that they have in common are of whichever comes first."""
    rng = np.random.default_rng(seed)
    mesh = delaunay_mesh(seed, removed=0.15) if seed % 2 else grid_mesh(seed, removed=0.15, angle=seed % 4 * 0.2)
    mesh = add_links(mesh, rng, links)
    try:
        field = GoalField(mesh, places(random_points(mesh, goals, rng, kinds=(2,))), radius=radius)
    except ValueError:                                  # no goal has room
        return
    starts = places(random_points(mesh, 40, rng))
    alone = [field.path(start) for start in starts]
    for _ in range(3):
        order = rng.integers(0, len(starts), 60)
        assert all(same_paths(path, alone[i]) for i, path in zip(order, field.paths(starts[order])))


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


# ---- changes ----

def check_same(field, fresh, starts, known_as=None):
    """Bit for bit: what one knows and how much was flooded for it. known_as: by goal of the fresh one, the field's goal that it is."""
    for kept, anew in zip(field.ways(starts), fresh.ways(starts)):
        if known_as is not None and anew.dtype == np.int32:
            anew = np.array([known_as[goal] if goal >= 0 else -1 for goal in anew], np.int32)
        assert kept.tobytes() == anew.tobytes()
    assert field.searched == fresh.searched
    for a, b in zip(field.paths(starts), fresh.paths(starts)):
        assert a.points.tobytes() == b.points.tobytes() and a.corridor.tolist() == b.corridor.tolist()


def changed_tiles(seed):
    """A mesh of tiles with links, the tiles, and others for the same places: cut otherwise, with another hole each."""
    whole, other = delaunay_mesh(seed, removed=0.1), delaunay_mesh(seed + 1, removed=0.2)
    tiles = cut_mesh(whole, 2.5, seed=seed, detail=True)
    return whole, NavMesh.from_tiles(tiles.values(), 2.5, climb=0.5), tiles, cut_mesh(other, 2.5, seed=seed + 1, detail=True)


@given(seed=st.integers(0, 10**6), goals=st.integers(1, 4), links=st.integers(0, 4), changes=st.integers(1, 6), areas=st.booleans())
@settings(max_examples=40, deadline=None)
def test_after_any_changes_it_is_the_field_that_begins_anew(seed, goals, links, changes, areas):
    rng = np.random.default_rng(seed)
    whole, mesh, tiles, others = changed_tiles(seed % 50)
    for i in range(links):
        a, b = places(random_points(whole, 2, rng, kinds=(2,)))
        mesh.add_link(a, b, radius=0.3, two_way=bool(rng.random() < 0.5), width=float(rng.choice([0.0, 0.5])), id=i)
    places_ = places(random_points(whole, goals, rng, kinds=(2,)))
    limit = float(rng.choice([np.inf, 6.0]))
    named = dict(polygons=[mesh.locate(place)[0] for place in places_]) if areas else dict(goals=places_)
    field, began, known_as = GoalField(mesh, max_length=limit, **named), mesh.version, None
    first = named.get("polygons")
    for _ in range(changes):
        x, z = list(tiles)[rng.integers(len(tiles))]
        kind = rng.integers(3)
        try:
            if kind == 0 and (x, z) in mesh.tiles:
                mesh.remove_tile(x, z)
            else:
                mesh.add_tile((tiles if kind == 1 else others).get((x, z), tiles[x, z]))
        except ValueError:                              # a polygon would be concave
            continue
        starts = places(random_points(whole, 15, rng))
        if areas:
            known_as = [i for i, poly in enumerate(first) if mesh.has_polygon(poly, began)]
            named = dict(polygons=[first[i] for i in known_as])
        try:
            fresh = GoalField(mesh, max_length=limit, **named)
        except ValueError:
            with pytest.raises(ValueError):
                field.ways(starts)
            return
        check_same(field, fresh, starts, known_as)


def test_of_a_far_change_only_what_is_farther_is_flooded_again():
    whole = grid_mesh(6, width=40, depth=10, removed=0.1)
    tiles = cut_mesh(whole, 5.0, seed=2)
    mesh = NavMesh.from_tiles(tiles.values(), 5.0, climb=0.5)
    goal = places(random_points(mesh, 40, np.random.default_rng(2), kinds=(2,)))
    goal = goal[goal[:, 0].argmin()][None]              # at the western end
    field, kept = GoalField(mesh, goal), []
    starts = places(random_points(whole, 20, np.random.default_rng(3)))
    for x in range(7, 1, -1):                           # and changes nearer and nearer
        mesh.remove_tile(x, 0)
        check_same(field, GoalField(mesh, goal), starts)
        kept.append(field.kept)
        mesh.add_tile(tiles[x, 0])
        check_same(field, GoalField(mesh, goal), starts)
    assert kept[0] > 0.5 * field.searched and kept == sorted(kept, reverse=True) and kept[-1] < 0.4 * field.searched


def test_a_change_of_links_and_of_rules_keeps_what_is_nearer():
    mesh = grid_mesh(6, width=40, depth=6, removed=0.1)
    rng = np.random.default_rng(3)
    points = places(random_points(mesh, 60, rng, kinds=(2,)))
    points = points[points[:, 0].argsort()]
    rules = QueryFilter(mesh)
    field = GoalField(mesh, points[:1], filter=rules)
    rules.block([mesh.locate(points[-1])[0]])
    check_same(field, GoalField(mesh, points[:1], filter=rules), points)
    assert 0.5 * field.searched < field.kept <= field.searched
    rules.unblock()
    mesh.add_link(points[-2], points[-4], radius=0.5)
    check_same(field, GoalField(mesh, points[:1], filter=rules), points)
    assert field.kept > 0.5 * field.searched


# ---- polygons as goals ----

@given(seed=st.integers(0, 10**6), removed=st.floats(0.0, 0.4), count=st.integers(1, 8))
@settings(max_examples=25, deadline=None)
def test_to_polygons_it_is_as_far_as_to_the_nearest_of_their_points(seed, removed, count):
    """Against a field to many points along the outlines of the polygons: never longer, shorter by no more than half their spacing. A
    search to the end of a path finds the same length."""
    rng = np.random.default_rng(seed)
    mesh = delaunay_mesh(seed, removed=removed) if seed % 2 else grid_mesh(seed, removed=removed, angle=seed % 4 * 0.2)
    polygons = rng.choice(mesh.polygon_count, min(count, mesh.polygon_count), replace=False)
    spacing, points = 0.02, []
    for poly in polygons:
        ring = mesh.vertices[list(mesh.polygons[poly])].astype(float)
        middle = ring.mean(axis=0)
        for a, b in zip(ring, np.roll(ring, -1, axis=0)):
            steps = np.linspace(0.0, 1.0, int(np.linalg.norm(b - a) / spacing) + 2)[:, None]
            points.append(a + steps * (b - a))
            points[-1] += 1e-6 * (middle - points[-1])  # so that the floor is the polygon's
    field, dense = GoalField(mesh, polygons=polygons), GoalField(mesh, np.concatenate(points))
    starts = places(random_points(mesh, 25, rng, kinds=(2,)))
    (lengths, directions, goals), wanted = field.ways(starts), dense.lengths(starts)
    assert (np.isfinite(lengths) == np.isfinite(wanted)).all()
    for start, length, direction, goal, want in zip(starts, lengths, directions, goals, wanted):
        inside = mesh.locate(start)[0] in polygons
        if not np.isfinite(want):
            assert goal == -1
            continue
        assert (length == 0.0 and not direction.any() and polygons[goal] == mesh.locate(start)[0]) if inside else goal >= 0
        if inside:
            continue
        assert want - 0.5 * spacing - 1e-5 <= length <= want + 1e-5
        path = field.path(start)
        steps = np.diff(path.points[:, ::2].astype(float), axis=0)
        assert np.hypot(*steps.T).sum() == pytest.approx(length, rel=1e-6, abs=1e-5)
        middle = mesh.vertices[list(mesh.polygons[polygons[goal]])].astype(float).mean(axis=0)
        inward = 1e-4 * (middle - path.points[-1])      # at a corner another polygon's floor may be found
        searched, slack = mesh.find_path(start, path.points[-1] + inward), np.linalg.norm(inward) + 1e-4
        assert searched.length == pytest.approx(path.length, rel=1e-6, abs=slack)
        end = path.points[-1].astype(float)
        ring = mesh.vertices[list(mesh.polygons[polygons[goal]])].astype(float)[:, ::2]
        assert min(segment_distance(end[::2], a, b) for a, b in zip(ring, np.roll(ring, -1, axis=0))) < 1e-4
        if length > 1e-2:
            assert direction[::2] == pytest.approx(steps[0] / np.hypot(*steps[0]), abs=1e-3)


def test_to_all_polygons_of_an_area():
    mesh = ROOMS.mesh
    goals = np.arange(mesh.polygon_count)[::5]
    field = mesh.goal_field(polygons=goals)
    lengths = field.lengths([mesh.vertices[list(ring)].mean(axis=0) for ring in mesh.polygons])
    assert (lengths[goals] == 0.0).all() and np.isfinite(lengths).any() and (lengths >= 0.0).all()
    assert repr(field).startswith(f"<GoalField to {len(goals)} polygons")


# ---- where costs differ ----

def costly_mesh(seed, links=0):
    """Three areas, of which one costs twice and one four times as much; links that cost less than the ground, too."""
    rng = np.random.default_rng(seed)
    base = delaunay_mesh(seed, removed=0.2) if seed % 2 else grid_mesh(seed, removed=0.1)
    mesh = NavMesh.from_polygons(base.vertices, base.polygons, rng.integers(1, 4, base.polygon_count).astype(np.int32), climb=0.5)
    mesh.set_area_cost(2, 2.0)
    mesh.set_area_cost(3, 4.0)
    mesh.set_area_cost(4, 0.5)
    for i in range(links):
        (_, a), (_, b) = random_points(mesh, 2, rng, kinds=(2,))
        mesh.add_link(a, b, radius=0.0, two_way=bool(i % 2), width=float(i % 3 == 0), area=4, id=i)
    return mesh, rng


def cost_of(mesh, start, goal, filter=None):
    return navpy.query.path_lengths(mesh, start, [goal], filter=filter)[0]


@given(seed=st.integers(0, 10**6), goals=st.integers(1, 4), links=st.integers(0, 4))
@settings(max_examples=25, deadline=None)
def test_where_costs_differ_its_paths_are_those_of_find_path_by_the_middles_of_portals(seed, goals, links):
    """On meshes of random triangles, where no two ways cost the same."""
    mesh, rng = costly_mesh(2 * seed + 1, links)
    ends, starts = places(random_points(mesh, goals, rng, kinds=(2,))), places(random_points(mesh, 15, rng, kinds=(2,)))
    field = GoalField(mesh, ends)
    lengths, directions, nearest = field.ways(starts)
    for start, length, direction, goal in zip(starts, lengths, directions, nearest):
        found = [mesh.find_path(start, end, portal_points="midpoints") for end in ends]
        assert np.isfinite(length) == any(path.status == PathStatus.COMPLETE for path in found) == (goal >= 0)
        path = field.path(start)
        if goal < 0:
            assert path.status == PathStatus.FAILED
            continue
        assert path.corridor.tolist() == found[goal].corridor.tolist()
        assert path.points == pytest.approx(found[goal].points, abs=1e-5)
        assert path.points[-1] == pytest.approx(np.asarray(mesh.locate(ends[goal])[1]), abs=1e-4)
        check_corridor(mesh, path)
        if len(path.points) > 1:
            step = (path.points[1] - path.points[0])[::2].astype(float)
            if np.hypot(*step) > 1e-2:
                assert direction[::2] == pytest.approx(step / np.hypot(*step), abs=1e-3)


def test_where_costs_differ_its_ways_cost_on_average_what_those_of_find_path_do():
    """Both search by one point a portal, not by the same one, and of several goals the one is taken to which that way costs least."""
    own, searched, nearest = [], [], []
    for seed in range(10):
        mesh, rng = costly_mesh(seed)
        goal = places(random_points(mesh, 3, rng, kinds=(2,)))
        field, to_any = GoalField(mesh, goal[:1]), GoalField(mesh, goal)
        for start in places(random_points(mesh, 20, rng, kinds=(2,))):
            length = field.lengths([start])[0]
            if np.isfinite(length):
                nearest.append((to_any.lengths([start])[0], min(cost_of(mesh, start, end) for end in goal)))
                own.append(length)
                searched.append(cost_of(mesh, start, goal[0]))
    assert len(own) > 100 and sum(own) == pytest.approx(sum(searched), rel=0.03)
    assert np.sum(nearest, axis=0)[0] == pytest.approx(np.sum(nearest, axis=0)[1], rel=0.05)


def test_costs_penalties_and_limits_of_a_filter_are_followed():
    mesh, rng = costly_mesh(4)
    rules, goal = QueryFilter(mesh), places(random_points(mesh, 1, rng, kinds=(2,)))
    starts = places(random_points(mesh, 30, rng, kinds=(2,)))
    field = GoalField(mesh, goal, filter=rules)
    before = field.lengths(starts)
    known = np.isfinite(before) & (before > 1.0)
    start = starts[known][before[known].argmax()]
    rules.set_penalty(field.path(start).corridor[1:2], 50.0)
    assert field.lengths(starts).tobytes() == GoalField(mesh, goal, filter=rules).lengths(starts).tobytes()
    assert (field.lengths(starts)[known] >= before[known] - 0.1).all()
    limit = float(np.median(before[known]))
    rules.set_penalty(range(mesh.polygon_count), 0.0)
    near = GoalField(mesh, goal, filter=rules, max_length=limit).lengths(starts)
    assert np.isinf(near).any() and near[np.isfinite(near)] == pytest.approx(before[np.isfinite(near)], rel=1e-12)
    assert np.isfinite(near[before < 0.6 * limit]).all()   # a way by the middles of portals costs more than the path


# ---- wider agents ----

@pytest.mark.parametrize("radius", [0.15, 0.4])
def test_with_a_radius_its_paths_are_those_of_find_path(radius):
    found = 0
    for seed in range(6):
        rng = np.random.default_rng(seed)
        mesh = delaunay_mesh(seed, removed=0.15, size=20.0) if seed % 2 else grid_mesh(seed, removed=0.1)
        if seed % 3 == 2:
            mesh = add_links(mesh, rng, 4)
        goal = places(random_points(mesh, 1, rng, kinds=(2,)))
        starts = places(random_points(mesh, 25, rng, kinds=(2,)))
        try:
            field = GoalField(mesh, goal, radius=radius)
        except ValueError:
            assert all(mesh.find_path(start, goal[0], radius=radius).status == PathStatus.FAILED for start in starts)
            continue
        lengths, directions, goals = field.ways(starts)
        for start, length, direction, index in zip(starts, lengths, directions, goals):
            wanted, path = mesh.find_path(start, goal[0], radius=radius), field.path(start)
            if wanted.status != PathStatus.COMPLETE:
                assert np.isinf(length) and index == -1 and path.status == PathStatus.FAILED
                continue
            found += 1
            flat = np.hypot(*np.diff(wanted.points[:, ::2].astype(float), axis=0).T).sum()
            assert length == pytest.approx(flat, rel=1e-6, abs=1e-4) and index == 0
            assert path.length == pytest.approx(wanted.length, rel=1e-6, abs=1e-5)
            assert path.points[[0, -1]] == pytest.approx(wanted.points[[0, -1]], abs=1e-5)
            step = (path.points[1] - path.points[0])[::2].astype(float) if len(path.points) > 1 else np.zeros(2)
            if np.hypot(*step) > 1e-2:
                assert direction[::2] == pytest.approx(step / np.hypot(*step), abs=2e-3)
    assert found > 30


def test_with_a_radius_it_goes_to_the_nearest_goal_and_follows_changes():
    tiles = cut_mesh(grid_mesh(3, removed=0.1), 3.0, seed=1)
    mesh, rng = NavMesh.from_tiles(tiles.values(), 3.0, climb=0.5), np.random.default_rng(4)
    goals, starts = places(random_points(mesh, 3, rng, kinds=(2,))), places(random_points(mesh, 20, rng, kinds=(2,)))
    field = GoalField(mesh, goals, radius=0.2)
    for key in [(0, 0), (1, 1), (2, 1)]:
        fresh = GoalField(mesh, goals, radius=0.2)
        assert field.lengths(starts).tobytes() == fresh.lengths(starts).tobytes()
        each = [mesh.find_path(start, goal, radius=0.2) for start in starts for goal in goals]
        flat = [np.hypot(*np.diff(path.points[:, ::2].astype(float), axis=0).T).sum() for path in each]
        flat = np.where([path.status == PathStatus.COMPLETE for path in each], flat, np.inf)
        assert field.lengths(starts) == pytest.approx(np.reshape(flat, (len(starts), 3)).min(axis=1), rel=1e-6, abs=1e-4)
        mesh.remove_tile(*key)


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
    with pytest.raises(ValueError, match="goals: must be points, or polygons in place of them"):
        GoalField(mesh)
    with pytest.raises(ValueError, match="goals: must be points, or polygons in place of them"):
        GoalField(mesh, [place], polygons=[0])
    with pytest.raises(ValueError, match="polygons: there is no polygon 100000"):
        GoalField(mesh, polygons=[0, 100000])
    with pytest.raises(ValueError, match="polygons: must be one or more numbers, are none"):
        GoalField(mesh, polygons=[])
    with pytest.raises(ValueError, match="polygons: must be points where there is a radius"):
        GoalField(mesh, polygons=[0], radius=0.3)
    for radius in (-1.0, np.nan):
        with pytest.raises(ValueError, match="radius"):
            GoalField(mesh, [place], radius=radius)
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
    with pytest.raises(ValueError, match="radius: some ways cost more than others, and so a goal field has no radius"):
        GoalField(costly, [place], radius=0.1)
    with pytest.raises(ValueError, match="polygons: some ways cost more than others, and so a goal field has no polygons as goals"):
        GoalField(costly, polygons=[0])
    with pytest.raises(ValueError, match="goals: none of 1 is on the navmesh"):
        GoalField(costly, [(1e6, 0, 0)])
