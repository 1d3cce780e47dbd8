"""Off-mesh links: A* against a Dijkstra that knows them, and where paths cross them against all places tried."""
import pickle

import numpy as np
import pytest

import navpy.query  # noqa: F401
from navpy.base.core import PathStatus, Reason
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.corridor_search import corridor
from tests.cutting import cut_mesh
from tests.meshes import contains, delaunay_mesh, grid_mesh, meshes, random_points
from tests.oracles import Ways, with_areas


def with_links(base, rng, links=8, kinds=3):
    """The same polygons with random areas, costs, exit-only areas, and point links between random places inside polygons."""
    mesh = with_areas(base, rng, kinds)
    for i in range(links):
        (_, a), (_, b) = random_points(mesh, 2, rng, kinds=(2,))
        mesh.add_link(a, b, radius=0.0, two_way=bool(rng.random() < 0.5), area=int(rng.integers(1, kinds + 2)), id=i)
    return mesh


def square(x, z, size=1.0, y=0.0):
    return [(x, y, z), (x, y, z + size), (x + size, y, z + size), (x + size, y, z)]


def islands(*squares, areas=None):
    vertices = [v for s in squares for v in s]
    return NavMesh.from_polygons(vertices, [range(4 * i, 4 * i + 4) for i in range(len(squares))], areas, climb=0.4)


# ---- search ----

def test_the_cost_is_dijkstras():
    rng = np.random.default_rng(2)
    found = lost = by_link = one_way = 0
    for k, base in enumerate(meshes(5)):
        mesh = with_links(base, rng)
        mesh.validate()
        ways = Ways(mesh)
        ends = random_points(mesh, 24, rng)
        points = ("clamped", "midpoints", "centers")[k % 3]
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            way, cost = corridor(mesh, a, start, b, goal, points), ways.cost(a, start, b, goal, points)
            if way is None:
                lost += 1
                assert np.isinf(cost) and b not in ways.reached(a)
                one_way += mesh.islands[a] == mesh.islands[b]
                continue
            found += 1
            assert way[1] == pytest.approx(cost, rel=1e-9, abs=1e-9)
            assert way[0][0] == a and way[0][-1] == b
            assert all(q in [step[1] for step in ways.out[p]] for p, q in zip(way[0], way[0][1:]))
            by_link += any(q not in mesh.neighbors[p] for p, q in zip(way[0], way[0][1:]))
    assert found > 150 and lost > 20 and by_link > 40 and one_way > 10


def test_paths_hold_the_ends_of_the_links_they_take():
    rng = np.random.default_rng(6)
    taken = 0
    for base in meshes(4):
        mesh = with_links(base, rng)
        by_id = {link.id: link for link in mesh.links}
        ends = [point for _, point in random_points(mesh, 24, rng, kinds=(2,))]
        paths = mesh.find_paths(ends[::2], ends[1::2])
        for path, start, goal in zip(paths, ends[::2], ends[1::2]):
            assert path.links.dtype == np.int32 and len(path.links) == len(path.points)
            again = mesh.find_path(start, goal)
            assert again.points.tolist() == path.points.tolist() and again.links.tolist() == path.links.tolist()
            if path.status == PathStatus.COMPLETE:
                assert path.length == pytest.approx(np.linalg.norm(np.diff(path.points, axis=0), axis=1).sum(), abs=1e-4)
            for i in np.flatnonzero(path.links >= 0):
                link = by_id[path.links[i]]
                ways = [(link.start, link.end), (link.end, link.start)][:1 + link.two_way]
                assert any(path.points[i] == pytest.approx(a, abs=1e-5) and path.points[i + 1] == pytest.approx(b, abs=1e-5)
                           for a, b in ways)
                taken += 1
    assert taken > 40


def test_a_one_way_link_leads_one_way():
    mesh = islands(square(0, 0), square(5, 0, y=-3.0))
    mesh.add_link((0.9, 0, 0.5), (5.1, -3, 0.5), two_way=False, id=4)
    there, back = (0.5, 0, 0.5), (5.5, -3, 0.5)
    path = mesh.find_path(there, back)
    assert path.status == PathStatus.COMPLETE and path.links.tolist() == [-1, 4, -1, -1]
    assert path.points[1:3].tolist() == pytest.approx(np.float32([(0.9, 0, 0.5), (5.1, -3, 0.5)]))
    assert path.length == pytest.approx(0.4 + np.hypot(4.2, 3) + 0.4)
    path = mesh.find_path(back, there)
    assert (path.status, path.reason, len(path.links)) == (PathStatus.FAILED, Reason.GOAL_UNREACHABLE, 0)
    assert mesh.island_count == 1 and "one-way link" in path.message
    path = mesh.find_path(back, there, allow_partial=True)
    assert (path.status, path.reason) == (PathStatus.PARTIAL, Reason.GOAL_UNREACHABLE)
    assert path.points[-1] == pytest.approx((5, -3, 0.5))


def test_a_partial_path_goes_across_links():
    mesh = islands(square(0, 0), square(3, 0), square(6, 0))
    mesh.add_link((0.9, 0, 0.5), (3.1, 0, 0.5), id=1)
    path = mesh.find_path((0.5, 0, 0.5), (6.5, 0, 0.5), allow_partial=True)
    assert (path.status, path.reason) == (PathStatus.PARTIAL, Reason.GOAL_UNREACHABLE)
    assert path.points[-1] == pytest.approx((4, 0, 0.5)) and path.links.tolist() == [-1, 1, -1, -1]


def test_costs_decide_between_links_and_exit_only_areas_close_them():
    mesh = islands(square(0, 0), square(3, 0))
    mesh.add_link((0.9, 0, 0.2), (3.1, 0, 0.2), area=5, id=1)
    mesh.add_link((0.9, 0, 0.8), (3.1, 0, 0.8), area=6, id=2)
    ends = (0.5, 0, 0.3), (3.5, 0, 0.3)
    assert 1 in mesh.find_path(*ends).links
    mesh.set_area_cost(5, 2.0)
    assert 2 in mesh.find_path(*ends).links
    mesh.set_exit_only_areas([6])
    assert 1 in mesh.find_path(*ends).links
    mesh.set_exit_only_areas([5, 6])
    assert mesh.find_path(*ends).reason == Reason.GOAL_UNREACHABLE
    mesh.set_exit_only_areas([63])           # from one polygon of it to another one never leaves it
    assert mesh.find_path(*ends).status == PathStatus.COMPLETE


def test_a_link_may_lead_to_the_same_or_a_neighboring_polygon():
    mesh = islands([(0, 0, 0), (0, 0, 1), (9, 0, 1), (9, 0, 0)], areas=[7])
    mesh.add_link((1, 0, 0.5), (8, 0, 0.5), area=8, id=3)
    ends = (0.5, 0, 0.5), (8.5, 0, 0.5)
    assert mesh.find_path(*ends).links.tolist() == [-1, -1]
    mesh.set_area_cost(7, 2.0)
    path = mesh.find_path(*ends)
    assert path.links.tolist() == [-1, 3, -1, -1] and path.corridor.tolist() == [0, 0]
    path = mesh.find_path((1, 0, 0.5), (8, 0, 0.5))     # from its very start to its very end
    assert path.links.tolist() == [3, -1] and path.length == pytest.approx(7)
    assert mesh.find_path(*ends[::-1]).links.tolist() == [-1, 3, -1, -1]


# ---- wide links ----

def side_by_side(seed, wide, gap=2.0, angle=0.0):
    """Two random meshes beside each other along x, the second one lower, joined by a wide link between their facing sides."""
    rng = np.random.default_rng(seed)
    left, right = delaunay_mesh(seed, points=14, removed=0.1, size=8.0), grid_mesh(seed + 50, width=8, depth=8, removed=0.15)
    a, b = left.vertices, right.vertices + (8.0 + gap, -1.0, 0.0)
    polygons = [*left.polygons, *(tuple(i + len(a) for i in polygon) for polygon in right.polygons)]
    vertices = np.vstack([a, b])
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    z = rng.uniform(2, 6)
    mesh = NavMesh.from_polygons(vertices @ turn, polygons, climb=0.5)
    for shift in (0.0, 0.7, 1.4):
        start, end = np.array((7.0 - shift, 0.0, z)) @ turn, np.array((8.6 + gap + shift, -1.0, z)) @ turn
        if mesh.locate(start, (0.3, 0.3, 0.3)) and mesh.locate(end, (0.3, 0.3, 0.3)):
            mesh.add_link(start, end, radius=0.3, width=wide, id=2)
            return mesh
    return None


def flat_length(points):
    return np.linalg.norm(np.diff(points[:, ::2], axis=0), axis=1).sum()


def test_wide_links_are_crossed_straight_ahead_within_their_width_where_the_way_is_shortest():
    rng = np.random.default_rng(8)
    crossed = inside = 0
    for seed in range(40):
        mesh = side_by_side(seed, wide=float(rng.choice([0.4, 1.0, 3.0])), angle=0.4 * seed)
        if mesh is None:
            continue
        mesh.validate()
        link = mesh.links[0]
        along = np.array(link.end) - link.start
        across = np.array((along[2], 0, -along[0])) / np.hypot(along[0], along[2])
        rings = [mesh.vertices[list(mesh.polygons[i])][:, ::2] for i in (link.start_poly, link.end_poly)]
        for (_, start), (_, goal) in zip(random_points(mesh, 14, rng), random_points(mesh, 14, rng)):
            path = mesh.find_path(start, goal)
            if path.status != PathStatus.COMPLETE or (path.links >= 0).sum() != 1:
                continue
            crossed += 1
            i = int(np.argmax(path.links))
            a, b = path.points[i].astype(float), path.points[i + 1].astype(float)
            backwards = np.linalg.norm(a - link.start) > np.linalg.norm(a - link.end)
            if backwards:
                a, b = b, a
            places = tried_places(mesh, link, rings, across)
            x, y = places[0]
            assert contains(rings[0], a[::2], 1e-5) and contains(rings[1], b[::2], 1e-5)
            assert abs((a - x) @ across) <= link.width + 1e-5
            assert (b - a)[::2] == pytest.approx((y - x)[::2], abs=1e-5)        # straight ahead
            lengths = [taut_length(mesh, path.corridor.tolist(), link, start, goal, *((y, x) if backwards else (x, y)))
                       for x, y in places]
            mine = flat_length(path.points.astype(float))
            assert min(lengths) - 0.05 * link.width <= mine <= min(lengths) + 1e-5
            inside += 0 < np.argmin(lengths) < len(lengths) - 1
    assert crossed > 40 and inside > 10


def tried_places(mesh, link, rings, across):
    """Pairs of points on both widths, all along what lies on both polygons."""
    start, end = (np.array(mesh.locate(p, (0.3, 0.3, 0.3))[1]) for p in (link.start, link.end))
    pairs = []
    for t in np.linspace(-0.5, 0.5, 41):
        x, y = start + t * link.width * across, end + t * link.width * across
        if contains(rings[0], x[::2], 1e-6) and contains(rings[1], y[::2], 1e-6):
            pairs.append((x, y))
    return pairs or [(start, end)]


def taut_length(mesh, polys, link, start, goal, leave, land):
    """Length in the ground plane by way of two given places, through the same polygons."""
    from navpy.api.query.corridor_search import pull
    ends = {(link.start_poly, link.end_poly), (link.end_poly, link.start_poly)}
    cut = next(i for i in range(1, len(polys)) if (polys[i - 1], polys[i]) in ends)
    first, second = pull(mesh, polys[:cut], start, leave)[0], pull(mesh, polys[cut:], land, goal)[0]
    return flat_length(np.array(first)) + flat_length(np.array([leave, land])) + flat_length(np.array(second))


def test_a_ledge_is_dropped_from_on_the_straight_way():
    mesh = islands([(0, 0, 0), (0, 0, 10), (2, 0, 10), (2, 0, 0)], [(3, -2, 0), (3, -2, 10), (6, -2, 10), (6, -2, 0)])
    mesh.add_link((2, 0, 5), (3, -2, 5), width=8, two_way=False, id=1)
    path = mesh.find_path((1, 0, 3), (4, -2, 4.5))
    assert path.points.tolist() == pytest.approx(np.float32([(1, 0, 3), (2, 0, 3.75), (3, -2, 3.75), (4, -2, 4.5)]))
    path = mesh.find_path((1, 0, 9.5), (4, -2, 9.5))
    assert path.points[1:3].tolist() == pytest.approx(np.float32([(2, 0, 9), (3, -2, 9)]))
    path = mesh.find_path((0.5, 0, 1), (5.5, -2, 0.5))
    assert path.points[1:3].tolist() == pytest.approx(np.float32([(2, 0, 1), (3, -2, 1)]))


def test_two_wide_links_in_a_row_share_the_turn():
    mesh = islands(*([(x, 0, 0), (x, 0, 10), (x + 2, 0, 10), (x + 2, 0, 0)] for x in (0, 3, 6)))
    mesh.add_link((2, 0, 5), (3, 0, 5), width=10, id=1)
    mesh.add_link((5, 0, 5), (6, 0, 5), width=10, id=2)
    path = mesh.find_path((1, 0, 1), (7, 0, 9))
    assert path.links.tolist() == [-1, 1, -1, 2, -1, -1]
    assert path.points[1:5, 2] == pytest.approx([3, 3, 7, 7], abs=1e-3)


def test_a_link_is_as_wide_as_both_polygons_are_there():
    mesh = islands([(0, 0, 0), (0, 0, 10), (2, 0, 10), (2, 0, 0)], [(3, 0, 4), (3, 0, 6), (6, 0, 6), (6, 0, 4)])
    mesh.add_link((2, 0, 5), (3, 0, 5), width=8)
    for z, goal_z, expected in ((1, 4, 4), (9, 6, 6), (5, 5, 5), (1, 5, 4)):
        assert mesh.find_path((1, 0, z), (5, 0, goal_z)).points[1, 2] == pytest.approx(expected, abs=1e-6)


# ---- links of a mesh ----

def test_an_end_off_the_mesh_is_told():
    mesh = islands(square(0, 0), square(3, 0))
    version = mesh.version
    with pytest.raises(ValueError, match=r"^link 0: there is no polygon within 0\.1 m of its start, \(1\.2, 0, 0\.5\)$"):
        mesh.add_link((1.2, 0, 0.5), (3.1, 0, 0.5), radius=0.1)
    with pytest.raises(ValueError, match=r"^link 1: there is no polygon within 0\.5 m of its end, \(3\.1, 2, 0\.5\)$"):
        mesh.add_links([OffMeshLink((0.9, 0, 0.5), (3.1, 0, 0.5)), OffMeshLink((0.9, 0, 0.5), (3.1, 2, 0.5))])
    assert mesh.links == [] and mesh.version == version and mesh.island_count == 2
    mesh.validate()
    loose = mesh.add_links([OffMeshLink((0.9, 0, 0.5), (3.1, 0, 0.5), id=1), OffMeshLink((0.9, 0, 0.5), (3.1, 2, 0.5), id=2)],
                           strict=False)
    assert [link.id for link in loose] == [2] and [link.id for link in mesh.links] == [1, 2]
    assert mesh.version == version + 1 and mesh.island_count == 1
    assert mesh.add_links([]) == [] and mesh.version == version + 1
    with pytest.raises(ValueError, match="link 0: must be an OffMeshLink, is"):
        mesh.add_links([((0, 0, 0), (1, 1, 1))])


@pytest.mark.parametrize("arguments, message", [
    (dict(start=(0, 0)), "start: must be three numbers"), (dict(end=(0, float("nan"), 0)), "end: must be finite"),
    (dict(end=(0, 0, 0)), "end: must be another place than the start"), (dict(radius=-1), "radius: must be a finite"),
    (dict(width=float("inf")), "width: must be a finite"), (dict(area=64), "area: must be a whole number in 1 … 63, is 64"),
    (dict(area=0), "area: must be a whole number in 1 … 63, is 0"),
    (dict(area=1.5), "area: must be a whole number"), (dict(id=-1), "id: must be a whole number in 0 …"),
    (dict(kind=2**31), "kind: must be a whole number"),
])
def test_bad_links_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        OffMeshLink(**{"start": (0, 0, 0), "end": (1, 0, 0), **arguments})


def test_links_are_plain_values():
    a = OffMeshLink((0, 0, 0), [1, 2, 3], width=0.5, two_way=False, area=3, kind=-4, id=5)
    assert a == OffMeshLink((0, 0, 0), (1, 2, 3), width=0.5, two_way=False, area=3, kind=-4, id=5) == pickle.loads(pickle.dumps(a))
    assert a != OffMeshLink((0, 0, 0), (1, 2, 3), width=0.5, area=3, kind=-4, id=5) and a != 1 and len({a, a}) == 1
    assert eval(repr(a)) == a and (a.start, a.end, a.radius, a.start_poly) == ((0, 0, 0), (1, 2, 3), None, -1)
    mesh = islands(square(0, 0), square(3, 0))
    mesh.add_links([OffMeshLink((0.9, 0, 0.5), (3.1, 0, 0.5), id=1), OffMeshLink((0.8, 0, 0.5), (3.1, 0, 0.5), two_way=False)])
    again = NavMesh()
    assert again.add_links(mesh.links, strict=False) == again.links == mesh.links
    assert [link.two_way for link in mesh.links] == [True, False] and mesh.links[0].radius == 0.5


def test_links_of_a_file_lead_the_same_ways():
    rng = np.random.default_rng(1)
    mesh = with_links(grid_mesh(3), rng)
    again = NavMesh.from_bytes(mesh.to_bytes())
    again.validate()
    assert again.links == mesh.links
    for (_, start), (_, goal) in zip(random_points(mesh, 20, rng), random_points(mesh, 20, rng)):
        a, b = mesh.find_path(start, goal), again.find_path(start, goal)
        assert a.points.tobytes() == b.points.tobytes() and a.links.tobytes() == b.links.tobytes()


def test_paths_follow_links_while_tiles_come_and_go():
    tiles = cut_mesh(grid_mesh(2, width=8, depth=8, removed=0.0), 4.0, seed=1)
    mesh = NavMesh.from_tiles(tiles.values(), 4.0, agent_radius=0.3)
    for place in ((1, 0), (0, 1)):
        mesh.remove_tile(*place)
    mesh.add_link((1, 0, 1), (7, 0, 7), width=1.0, id=3)
    ends = (0.5, 0, 0.5), (7.5, 0, 7.5)
    expected = mesh.find_path(*ends)
    assert 3 in expected.links
    for place in ((1, 1), (0, 0), (1, 1)):
        mesh.remove_tile(*place)
        mesh.validate()
        assert mesh.find_path(*ends).status == PathStatus.FAILED
        mesh.add_tile(tiles[place])
        mesh.validate()
        assert mesh.find_path(*ends).points.tolist() == expected.points.tolist()
        mesh.add_tile(tiles[place])             # replaced by itself
        mesh.validate()
        assert mesh.find_path(*ends).points.tolist() == expected.points.tolist()
    assert mesh.remove_links(3) == 1 and mesh.find_path(*ends).status == PathStatus.FAILED
