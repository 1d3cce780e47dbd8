"""Refined paths against all crossings tried on a grid, and what paths cost against polygons chosen sample by sample."""
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import navpy.query  # noqa: F401
from navpy.navmesh.navmesh import NavMesh
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.api.query.corridor_search import CorridorSearch, along_corridor, cost_of_path, refine
from navpy.navmesh.query_filter import QueryFilter
from tests.meshes import contains, delaunay_mesh, grid_mesh, portals_along, random_points
from tests.oracles import with_areas


def weighted(seed, links=0):
    rng = np.random.default_rng(seed)
    base = delaunay_mesh(seed, points=30, removed=0.05)
    if seed % 2 == 0:
        base = grid_mesh(seed, width=7, depth=6, removed=0.1, angle=0.1 * seed)
    mesh = with_areas(base, rng, 5)
    mesh.set_exit_only_areas([])
    for i in range(links):
        (_, a), (_, b) = random_points(mesh, 2, rng, kinds=(2,))
        mesh.add_link(a, b, radius=0.0, width=float(rng.choice([0.0, 0.5])), area=int(rng.integers(1, 6)), id=i)
    return mesh, rng


def ways(mesh, rng, count):
    """(corridor, entries, start, goal)"""
    ends = random_points(mesh, 2 * count, rng)
    for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
        search = CorridorSearch(mesh, a, start, b, goal)
        search.advance()
        if search.state == "found":
            yield search.corridor, search.entries, start, goal


def cheapest(gates, factors, start, goal, windows, tried):
    """Least cost with crossings from so many places of each portal, and where (0 … 1)."""
    places = [np.linspace(low, high, tried) for low, high in windows]
    points = [a + t[:, None] * (b - a) for (a, b), t in zip(gates, places)]
    layers = [start[None]] + points + [goal[None]]
    cost, before = np.zeros(1), []
    for factor, p, q in zip(factors, layers, layers[1:]):
        total = cost[:, None] + factor * np.linalg.norm(p[:, None] - q[None], axis=2)
        before.append(np.argmin(total, axis=0))
        cost = total.min(axis=0)
    at, chosen = 0, []
    for row in before[:0:-1]:
        at = row[at]
        chosen.append(at)
    return cost[0], [t[i] for t, i in zip(places, chosen[::-1])]


def bounds(gates, factors, start, goal):
    """Of the least cost: (at least, at most)."""
    tried = 101
    windows = [(0.0, 1.0)] * len(gates)
    cost, places = cheapest(gates, factors, start, goal, windows, tried)
    off = sum((factors[i] + factors[i + 1]) * np.linalg.norm(b - a) / (tried - 1) / 2 for i, (a, b) in enumerate(gates))
    least = cost - off
    size = 0.05
    while size > 1e-9:
        again, moved = cheapest(gates, factors, start, goal, [(max(0.0, t - size), min(1.0, t + size)) for t in places], 11)
        if not again < cost - 1e-12:
            size *= 0.5
        if again < cost:
            cost, places = again, moved
    return least, cost


def test_no_crossings_cost_less():
    gained = done = 0
    for seed in range(14):
        mesh, rng = weighted(seed)
        factors = [mesh.area_cost(area) for area in mesh.areas]
        for polys, entries, start, goal in ways(mesh, rng, 6):
            if len(polys) > 10:
                continue
            taut, refined = refine(mesh, polys, entries, start, goal)
            assert refined[3] <= taut[3]
            low, high = bounds(portals_along(mesh, polys), [factors[p] for p in polys], start[[0, 2]], goal[[0, 2]])
            assert low - 1e-9 <= refined[3] <= high * (1 + 1e-7) + 1e-7
            gained += refined[3] < taut[3] * 0.99
            done += 1
    assert done > 50 and gained > 15


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40)
def test_a_refined_path_is_a_path_and_costs_no_more(seed):
    mesh, rng = weighted(seed % 1000, links=4)
    ids = [link.id for link in mesh.links]
    for polys, entries, start, goal in ways(mesh, rng, 3):
        taut, (points, point_polys, links, cost) = refine(mesh, polys, entries, start, goal)
        middles, _, taken = along_corridor(mesh, polys, entries, start, goal, taut=False)
        assert cost <= taut[3] and cost <= cost_of_path(mesh, polys, entries, middles, taken) * (1 + 1e-7) + 1e-7
        assert points[0] == tuple(start) and points[-1] == tuple(goal) and len(points) == len(point_polys) == len(links)
        assert [link for link in links if link >= 0] == [link for link in taut[2] if link >= 0]
        assert set(links) <= {-1, *ids}
        assert all(a != b for a, b in zip(points, points[1:]))
        for point, poly in zip(points, point_polys):
            assert poly in polys and contains(mesh.vertices[list(mesh.polygons[poly])][:, [0, 2]], np.array(point)[[0, 2]], 2e-6)
        assert cost == pytest.approx(sampled_cost(mesh, polys, entries, points, links), rel=0.02, abs=0.02)
        assert refine(mesh, polys, entries, start, goal)[1] == (points, point_polys, links, cost)


def sampled_cost(mesh, polys, entries, points, links):
    """Least cost of a path cut into short steps, each counted at the cost of one of the corridor's polygons that its middle
    lies in, in order."""
    rings = [mesh.vertices[list(mesh.polygons[p])][:, [0, 2]] for p in polys]
    factors = np.array([mesh.area_cost(mesh.areas[p]) for p in polys])
    cost = np.full(len(polys), np.inf)
    cost[0] = 0.0
    flat = np.array(points)[:, [0, 2]]
    for i, (a, b) in enumerate(zip(flat, flat[1:])):
        length = np.hypot(*(b - a))
        if links[i] >= 0:
            area = next(link.area for link in mesh.links if link.id == links[i])
            moved = np.where(np.array(entries)[1:] >= 0, cost[:-1], np.inf) + mesh.area_cost(area) * length
            cost = np.append(np.inf, moved)
            continue
        cost = hop(cost, entries)
        steps = max(1, int(length / 0.02))
        middles = a + (np.arange(steps)[:, None] + 0.5) / steps * (b - a)
        for inside in np.array([within(ring, middles) for ring in rings]).T:
            cost = hop(np.where(inside, cost + factors * length / steps, np.inf), entries)
    return cost[-1]


def within(ring, points, slack=1e-5):
    """Which of the points are in a convex polygon, up to slack meters?"""
    along = np.roll(ring, -1, axis=0) - ring
    off = points[:, None] - ring
    return (along[:, 1] * off[..., 0] - along[:, 0] * off[..., 1] >= -slack * np.hypot(*along.T)).all(axis=1)


def hop(cost, entries):
    """On to the next polygons for nothing, but across links."""
    cost = cost.copy()
    for i in range(1, len(cost)):
        if entries[i] < 0:
            cost[i] = min(cost[i], cost[i - 1])
    return cost


def test_snells_law():
    mesh = NavMesh.from_polygons([(x, 0, z) for x in (0, 1, 2) for z in (0, 5)], [(0, 1, 3, 2), (2, 3, 5, 4)], [1, 2])
    mesh.set_area_cost(2, 2.0)
    start, goal = (0.0, 0.0, 1.0), (2.0, 0.0, 4.0)
    taut, refined = refine(mesh, [0, 1], [-1, -1], start, goal)
    assert len(taut[0]) == 2 and taut[3] == pytest.approx(1.5 * np.hypot(2, 3))
    (x, _, z), = refined[0][1:-1]
    assert x == 1.0 and (z - 1) / np.hypot(1, z - 1) == pytest.approx(2 * (4 - z) / np.hypot(1, 4 - z), abs=1e-6)


def test_several_crossings_leave_a_vertex_together():
    """Slices around the origin, every other one dearer: the taut path bends at the tip; where it turns by less than half a round,
    the cheapest one does not touch it."""
    count = 8
    angles = np.linspace(0, 1.5 * np.pi, count + 1)
    vertices = [(0, 0, 0)] + [(np.cos(a), 0, -np.sin(a)) for a in angles]
    slices = [(0, i + 1, i + 2) for i in range(count)]
    mesh = NavMesh.from_polygons(vertices, slices, [1 + i % 2 for i in range(count)])
    mesh.set_area_cost(2, 1.5)
    start = np.dot([0.1, 0.85, 0.05], [vertices[k] for k in slices[0]])
    for last, touches in ((2, False), (3, False), (5, True), (7, True)):
        polys = list(range(last + 1))
        goal = np.dot([0.1, 0.05, 0.85], [vertices[k] for k in slices[last]])
        _, refined = refine(mesh, polys, [-1] * len(polys), start, goal)
        low, high = bounds(portals_along(mesh, polys), [1.0 + 0.5 * (p % 2) for p in polys], start[[0, 2]], goal[[0, 2]])
        assert low <= refined[3] <= high + 1e-7 and ((0.0, 0.0, 0.0) in refined[0]) == touches


def test_a_crossing_near_a_vertex_does_not_hide_the_way_along_the_next_portal():
    """The path leaves the first polygon just beside a vertex and then follows the portal into the dear one."""
    mesh = NavMesh.from_polygons([(0, 0, 0), (0, 0, -2), (5, 0, 0), (-1, 0, 2), (5, 0, 2), (-1, 0, -2)],
                                 [(0, 1, 2), (3, 0, 2, 4), (5, 1, 0, 3)][:2] + [(1, 0, 3, 5)], [1, 2, 3], climb=0.4)
    mesh.set_area_cost(2, 5.0)
    points = [(-0.5, 0, -1), (0, 0, -4e-6), (4, 0, 0), (4, 0, 1)]
    cost = cost_of_path(mesh, [2, 0, 1], [-1] * 3, points, [-1] * 4)
    assert cost == pytest.approx(np.hypot(0.5, 1) + 4 + 5, abs=1e-4)


def test_penalties_count_for_every_polygon_entered():
    mesh, rng = weighted(3)
    filter = QueryFilter(mesh, area_costs={1: 3.0, 2: 0.5})
    filter.set_penalty(range(0, mesh.polygon_count, 2), 1.5)
    plain = QueryFilter(mesh, area_costs={1: 3.0, 2: 0.5})
    for polys, entries, start, goal in ways(mesh, rng, 12):
        found, without = (refine(mesh, polys, entries, start, goal, rules) for rules in (filter, plain))
        for one, other in zip(found, without):
            assert one[:3] == other[:3]
            assert one[3] == pytest.approx(other[3] + 1.5 * sum(p % 2 == 0 for p in polys[1:]), abs=1e-9)
        assert found[1][3] <= found[0][3]
        assert cost_of_path(mesh, polys, entries, found[1][0], found[1][2], filter) == found[1][3]


def test_what_costs_the_same_stays_as_it_is():
    mesh = delaunay_mesh(1, points=30, removed=0.05)
    rng = np.random.default_rng(3)
    for polys, entries, start, goal in ways(mesh, rng, 10):
        taut, refined = refine(mesh, polys, entries, start, goal)
        assert taut == refined
        assert taut[3] == pytest.approx(np.hypot(*np.diff(np.array(taut[0])[:, [0, 2]], axis=0).T).sum(), abs=1e-9)


def test_the_path_through_the_middles():
    vertices = [(x, y, z) for x, y in ((0, 0), (2, 2), (4, 2)) for z in (0, 2)] + [(8, 5, 0), (8, 5, 2), (9, 5, 2), (9, 5, 0)]
    mesh = NavMesh.from_polygons(vertices, [(0, 1, 3, 2), (2, 3, 5, 4), (6, 7, 8, 9)])
    mesh.add_link((4, 2, 1.0), (8, 5, 1.0), width=1.0, id=7)
    link = next(i for i, way in enumerate([(1, 2), (2, 1)]) if way == (1, 2))
    points, polys, links = along_corridor(mesh, [0, 1, 2], [-1, -1, link], (0.5, 0.5, 0.1), (8.9, 5, 0.1), taut=False)
    assert points == [(0.5, 0.5, 0.1), (2, 2, 1), (4, 2, 1), (8, 5, 1), (8.9, 5, 0.1)]
    assert polys == [0, 1, 1, 2, 2] and links == [-1, -1, 7, -1, -1]
    taut = along_corridor(mesh, [0, 1, 2], [-1, -1, link], (0.5, 0.5, 0.1), (8.9, 5, 0.1))
    assert taut[2] == [-1, 7, -1, -1]


@pytest.mark.parametrize("polys, entries, message", [
    ([], [], "corridor: has no polygon"), ([0, 3], [-1, -1], "there is no polygon 3"), ([0], [-1, -1], "entries: must be as many"),
    ([0, 1], [-1, 5], "entries: there is no link 5, there are 0"),
])
def test_bad_corridors_are_refused(polys, entries, message):
    mesh = NavMesh.from_polygons([(x, 0, z) for x in (0, 1, 2) for z in (0, 5)], [(0, 1, 3, 2), (2, 3, 5, 4)])
    for lists in ((polys, entries), (iter(polys), iter(entries))):
        with pytest.raises(ValueError, match=message):
            refine(mesh, *lists, (0, 0, 0), (1, 0, 1))


@pytest.mark.parametrize("polys, entries, message", [
    ([1], [0], "the first polygon is entered by none"), ([1, 0], [-1, 0], "link 0 does not lead from polygon 1 to 0"),
    ([1, 2], [-1, 2], "link 2 does not lead from polygon 1 to 2"), ([1, 2], [-1, 2 ** 31], "must be whole numbers"),
    ([1, "x"], [-1, -1], "must be whole numbers"),
])
def test_a_corridor_enters_by_links_that_lead_there(polys, entries, message):
    mesh = NavMesh.from_polygons([(x, 0, z) for x in (0, 1, 2, 4, 5) for z in (0, 5)], [(0, 1, 3, 2), (2, 3, 5, 4), (6, 7, 9, 8)])
    mesh.add_links([OffMeshLink((1.5, 0, 1), (4.5, 0, 1), id=1), OffMeshLink((1.5, 0, 1), (100, 0, 1), id=2)], strict=False)
    assert [(link.start_poly, link.end_poly) for link in mesh.links] == [(1, 2), (1, -1)]
    for call in (refine, along_corridor):
        assert call(mesh, [0, 1, 2], [-1, -1, 0], (0.5, 0, 1), (4.8, 0, 1))
        for lists in ((polys, entries), (iter(polys), iter(entries))):
            with pytest.raises(ValueError, match=message):
                call(mesh, *lists, (1.5, 0, 1), (1.6, 0, 1))
