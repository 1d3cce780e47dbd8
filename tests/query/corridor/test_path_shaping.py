"""Shaped paths against dense samples of the floor under them, one by one, and small cases by hand."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import navpy
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.mesh_path import MeshPath, PointFlag
from navpy.api.query.polyanya import ExactFinder
from tests.levels import box, level, ramp
from tests.meshes import cross, delaunay_mesh, grid_mesh, random_points
from tests.oracles import with_areas


def hills(size=16.0, cells=40, height=1.2):
    """A baked undulating sheet; polygons that carry detail triangles."""
    at = np.linspace(0.0, size, cells + 1)
    x, z = np.meshgrid(at, at, indexing="ij")
    y = height * np.sin(0.9 * x) * np.cos(0.7 * z) + 0.2 * np.sin(3.1 * x + z)
    i, k = np.meshgrid(np.arange(cells), np.arange(cells), indexing="ij")
    a = (i * (cells + 1) + k).ravel()
    triangles = np.concatenate([np.column_stack([a, a + 1, a + cells + 2]), np.column_stack([a, a + cells + 2, a + cells + 1])])
    vertices = np.column_stack([x.ravel(), y.ravel(), z.ravel()]).astype(np.float32)
    return navpy.bake(vertices, triangles.astype(np.int32), navpy.BakeSettings(agent_radius=0.3, agent_max_slope=60.0))


def floors():
    """A hall, a ramp out of it, and a floor above the hall that the ramp leads to."""
    return navpy.bake(*level(box((0, -0.5, 0), (24, 0, 10)), box((0, 3.5, 0), (12, 4, 10)), ramp((12, 4), (20, 0), 10, 13),
                             box((20, -0.5, 10), (24, 0, 13)), box((8, 3.5, 10), (12, 4, 13))),
                      navpy.BakeSettings(agent_radius=0.3))


def spiral(turns=2, steps=12, rise=4.0):
    """A ramp that winds upwards around a pillar of 1 m to 4 m from its axis, `rise` meters a turn."""
    vertices, polygons = [], []
    for i in range(turns * steps + 1):
        angle = 2 * np.pi * i / steps
        vertices += [(r * np.cos(angle), rise * i / steps, r * np.sin(angle)) for r in (1.0, 4.0)]
    for i in range(turns * steps):
        polygons.append((2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1))
    return NavMesh.from_polygons(np.array(vertices), polygons, climb=0.5, agent_height=2.0)


def flat_and_bumpy():
    for seed in range(3):
        yield delaunay_mesh(seed, height=1.0)
        yield delaunay_mesh(seed, points=150, removed=0.15, height=0.3)
        yield grid_mesh(seed)
        yield grid_mesh(seed, removed=0.1, angle=0.3 + seed)
    yield hills()


def shortest(mesh, rng, count):
    """Shortest paths between random places as MeshPaths."""
    finder, ends = ExactFinder(mesh), random_points(mesh, 2 * count, rng, kinds=(1, 2, 2))
    for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
        a, start, _ = mesh.locate(start, (0.01, 3.0, 3.0))
        b, goal, _ = mesh.locate(goal, (0.01, 3.0, 3.0))
        found = finder.path(a, start, b, goal)
        if found is not None and len(found[1]) > 1:
            yield MeshPath(mesh, found[1], found[3])


def corridor_paths(mesh, rng, count):
    """Paths as find_path gives them, their points rounded."""
    ends = random_points(mesh, 2 * count, rng)
    for (_, start), (_, goal) in zip(ends[::2], ends[1::2]):
        path = mesh.find_path(start, goal)
        if len(path.points) > 1:
            yield MeshPath(mesh, path.points, path.links)


def samples(path, count=60):
    """Points along the straight legs of a path, those along links left out."""
    out = []
    for p, q, link in zip(path.points, path.points[1:], path.links):
        if link < 0:
            out.append(p + np.linspace(0, 1, count)[:, None] * (q - p))
    return np.vstack(out)


def floor_under(mesh, point, within=1.0):
    """Height of the floor at a place that is on the mesh but for rounding."""
    found = mesh.locate(point, (1e-4, within, within))
    assert found is not None, point
    assert np.hypot(found[1][0] - point[0], found[1][2] - point[2]) < 3e-5, point
    return found[1][1]


def check_corridor(mesh, path):
    """Neighbors or linked, and the path's points are on its polygons, in order."""
    corridor, neighbors = path.corridor.tolist(), mesh.neighbors
    linked = {(a, b) for link in mesh.links for a, b in ((link.start_poly, link.end_poly), (link.end_poly, link.start_poly))}
    assert all(q in neighbors[p] or (p, q) in linked for p, q in zip(corridor, corridor[1:]))
    at = 0
    for point in path.points:
        while distance_to(mesh, corridor[at], point) > 3e-5:
            at += 1
    for point, poly in zip(path.points, path.polys):
        assert distance_to(mesh, poly, point) < 3e-5


def distance_to(mesh, poly, point):
    """Meters in the plan from a point to a convex polygon."""
    ring = mesh.vertices[list(mesh.polygons[poly])][:, [0, 2]]
    after, p = np.roll(ring, -1, axis=0), np.asarray(point)[[0, 2]]
    d = after - ring
    if (((p - ring)[:, 1] * d[:, 0] - (p - ring)[:, 0] * d[:, 1]) <= 0).all():
        return 0.0
    t = np.clip(((p - ring) * d).sum(1) / (d * d).sum(1), 0, 1)[:, None]
    return np.linalg.norm(ring + t * d - p, axis=1).min()


# ---- along the ground ----

@pytest.mark.parametrize("error", [0.0, 0.02, 0.15])
def test_slope_points_keep_the_line_on_the_ground(error):
    rng = np.random.default_rng(1)
    added = 0
    for mesh in flat_and_bumpy():
        for path in [*shortest(mesh, rng, 5), *corridor_paths(mesh, rng, 3)]:
            before, length, along = path.points, path.length, path.surface_length
            count = path.add_slope_points(error)
            added += count
            assert len(path.points) == len(before) + count
            off = [abs(floor_under(mesh, p, error + 0.01) - p[1]) for p in samples(path, 25)]
            assert max(off) <= error + 1e-5
            assert length - 1e-9 <= path.length <= along + 1e-9
            if error == 0.0:
                assert path.length == pytest.approx(along, abs=1e-5)
            rest = [p.tolist() for p, flag in zip(path.points, path.flags) if not flag & PointFlag.SLOPE]
            assert rest == before.tolist()
            check_corridor(mesh, path)
    assert added > 50


def test_slope_points_by_hand():
    """Flat, up 1 m over 2 m, flat: with a low tolerance the two bends, with a high one none."""
    vertices = [(x, y, z) for x, y in ((0, 0), (2, 0), (4, 1), (6, 1)) for z in (0, 1)]
    mesh = NavMesh.from_polygons(vertices, [(0, 1, 3, 2), (2, 3, 5, 4), (4, 5, 7, 6)])
    for error, expected in ((0.1, [(2, 0, 0.5), (4, 1, 0.5)]), (0.5, [])):
        path = MeshPath(mesh, [(0, 0, 0.5), (6, 1, 0.5)])
        assert path.surface_length == pytest.approx(4 + np.sqrt(5), abs=1e-12)
        assert path.add_slope_points(error) == len(expected)
        assert path.points[1:-1].tolist() == [pytest.approx(p, abs=1e-8) for p in expected]
        assert path.flags[1:-1] == [PointFlag.SLOPE] * len(expected)
    path = MeshPath(mesh, [(0, 0, 0.5), (6, 1, 0.5)])
    assert path.sample_ground().tolist() == [pytest.approx(p, abs=1e-8) for p in ((0, 0, .5), (2, 0, .5), (4, 1, .5), (6, 1, .5))]
    assert path.sample_ground(1.5)[:, 1].tolist() == pytest.approx([0, 0, 0.5, 1, 1])


def test_samples_lie_on_the_ground():
    rng = np.random.default_rng(2)
    for mesh in flat_and_bumpy():
        for path in shortest(mesh, rng, 4):
            for spacing in (0.0, 0.37):
                points = path.sample_ground(spacing)
                assert max(abs(floor_under(mesh, p, 0.01) - p[1]) for p in points) < 1e-5
                steps = np.linalg.norm(np.diff(points[:, [0, 2]], axis=0), axis=1)
                assert steps.sum() == pytest.approx(np.linalg.norm(np.diff(path.points[:, [0, 2]], axis=0), axis=1).sum())
                if spacing:
                    assert steps.max() <= spacing + 1e-9
                    legs = np.linalg.norm(np.diff(path.points[:, [0, 2]], axis=0), axis=1)
                    assert len(points) == len(path.points) + sum(max(0, int(np.ceil(leg / spacing - 1e-9)) - 1) for leg in legs)
                else:
                    assert np.linalg.norm(np.diff(points, axis=0), axis=1).sum() == pytest.approx(path.surface_length, abs=1e-5)


def test_surface_length_of_dense_samples():
    rng = np.random.default_rng(3)
    mesh = hills()
    for path in shortest(mesh, rng, 6):
        dense = np.vstack([[(p[0], floor_under(mesh, p, 3.0), p[2]) for p in leg + 0 * leg]
                           for leg in np.split(samples(path, 400), len(path.points) - 1)])
        measured = np.linalg.norm(np.diff(dense, axis=0), axis=1).sum()
        assert path.surface_length - 0.01 * measured <= measured <= path.surface_length + 1e-4
        assert path.surface_length > path.length


def test_floors_are_kept_apart():
    mesh = floors()
    below, above = (2, 0, 5), (2, 4, 5)
    hall, up = (mesh.find_path(below, end) for end in ((18, 0, 5), above))
    assert up.points[0][1] < 0.5 and up.points[-1][1] > 3.5
    path = MeshPath(mesh, hall.points)
    assert abs(path.sample_ground(0.1)[:, 1]).max() < 0.2
    path = MeshPath(mesh, up.points)
    path.add_slope_points(0.05)
    for p in samples(path):
        assert abs(floor_under(mesh, p, 0.3) - p[1]) < 0.05 + 1e-5
    heights = path.sample_ground(0.1)[:, 1]
    assert heights[0] < 0.2 and heights[-1] > 3.8 and (np.diff(heights) > -0.1).all()
    cut = MeshPath(mesh, up.points)
    cut.limit_length(up.length / 2)
    assert 0.2 < cut.points[-1][1] < 3.8
    check_corridor(mesh, cut)


# ---- fewer points ----

@pytest.mark.parametrize("epsilon", [0.0, 0.3, 100.0])
def test_simplified_paths_stay_on_the_mesh(epsilon):
    rng = np.random.default_rng(5)
    dropped = 0
    for base in flat_and_bumpy():
        for mesh in (base, with_areas(base, rng, 3)) if len(base.vertices) < 400 else (base,):
            for path in [*shortest(mesh, rng, 5), *corridor_paths(mesh, rng, 5)]:
                path.add_slope_points(0.05)
                before, corridor = path.points, path.corridor.tolist()
                count = path.simplify(epsilon)
                dropped += count
                after = path.points
                assert len(after) == len(before) - count
                assert after[0].tolist() == before[0].tolist() and after[-1].tolist() == before[-1].tolist()
                at = [before.tolist().index(p) for p in after.tolist()]
                assert at == sorted(at)
                for a, b in zip(at, at[1:]):
                    for p in before[a + 1:b]:
                        assert plan_distance(p, before[a], before[b]) <= epsilon + 1e-8
                for p in samples(path, 25):
                    floor_under(mesh, p, 3.0)
                check_corridor(mesh, path)
                if mesh is not base:
                    polygons = {*corridor, *path.corridor.tolist()}
                    assert cost_of(mesh, after, polygons) <= cost_of(mesh, before, polygons) + 1e-3
    assert dropped > 100


def plan_distance(p, a, b):
    p, a, b = p[[0, 2]], a[[0, 2]], b[[0, 2]]
    t = np.clip(np.dot(p - a, b - a) / np.dot(b - a, b - a), 0, 1)
    return np.linalg.norm(a + t * (b - a) - p)


def cost_of(mesh, points, polygons):
    """What the way along the points costs on some of the polygons; on their borders the one that costs less."""
    total = 0.0
    for p, q in zip(points, points[1:]):
        spans = []
        for i in polygons:
            low, high, ring = 0.0, 1.0, mesh.vertices[list(mesh.polygons[i])][:, [0, 2]]
            for a, b in zip(ring, np.roll(ring, -1, axis=0)):
                at, to = (cross(a, b, point[[0, 2]]) / np.hypot(*(b - a)) + 1e-5 for point in (p, q))
                if at < 0 and to < 0:
                    high = -1.0
                elif at < 0:
                    low = max(low, at / (at - to))
                elif to < 0:
                    high = min(high, at / (at - to))
            if high > low:
                spans.append((low, high, mesh.area_cost(mesh.areas[i])))
        ends = sorted({0.0, 1.0, *(t for low, high, _ in spans for t in (low, high))})
        for a, b in zip(ends, ends[1:]):
            costs = [cost for low, high, cost in spans if low <= (a + b) / 2 <= high]
            total += (b - a) * np.hypot(*(q - p)[[0, 2]]) * min(costs, default=0.0)
    return total


def test_simplify_takes_no_shortcut_to_another_floor():
    """Half a turn of a spiral and one and a half end above each other."""
    mesh = spiral()
    angles = np.linspace(0.3, 0.3 + 3 * np.pi, 40)
    points = [on_spiral(mesh, a, 2.5) for a in angles]
    path = MeshPath(mesh, points)
    assert path.corridor.tolist() == sorted(set(path.corridor.tolist()))
    assert path.simplify(100.0) > 20
    check_corridor(mesh, path)
    assert len(path.points) >= 6                    # round the pillar once and a half
    assert path.points[-1][1] == pytest.approx(points[-1][1]) and path.corridor[-1] >= 17
    path.add_slope_points(0.05)
    assert (np.diff(path.points[:, 1]) > -0.1).all()


def on_spiral(mesh, angle, radius):
    return mesh.locate((radius * np.cos(angle), 2.0 * angle / np.pi, radius * np.sin(angle)), (0.01, 0.2, 0.2))[1]


def test_simplify_sees_that_the_same_place_is_another_floor():
    """Corners of a triangle round the pillar: from each the next but one is seen, one floor lower."""
    mesh = spiral(turns=3)
    points = [on_spiral(mesh, 2 * np.pi * (1.05 + i / 3), 3.5) for i in range(5)]
    path = MeshPath(mesh, points)
    for start, end in zip(points, points[2:]):
        seen = navpy.raycast(mesh, start, end)
        assert not seen.hit and seen.point[1] < end[1] - 3.0
    assert path.simplify(100.0) == 0 and path.points.tolist() == [list(p) for p in points]


def test_simplify_keeps_to_cheap_ground():
    """Round a swamp: the way straight through it is free but costs more."""
    vertices = [(x, 0, z) for x in range(4) for z in range(4)]
    cells = [(4 * x + z, 4 * x + z + 1, 4 * x + z + 5, 4 * x + z + 4) for x in range(3) for z in range(3)]
    mesh = NavMesh.from_polygons(vertices, cells, [5 if cell[0] == 5 else 63 for cell in cells])
    way = [(0.5, 0, 0.9), (1, 0, 2.1), (2, 0, 2.1), (2.5, 0, 0.9)]
    path = MeshPath(mesh, way)
    assert path.simplify(5.0) == 2 and path.points[1:-1].tolist() == []
    mesh.set_area_cost(5, 30.0)
    path = MeshPath(mesh, way)
    assert path.simplify(5.0) == 0 and path.points.tolist() == [list(p) for p in way]


def linked():
    """Three platforms, the second lower, joined by two links; a path over both."""
    squares = [[(x, y, 0), (x, y, 3), (x + 3, y, 3), (x + 3, y, 0)] for x, y in ((0, 0), (5, -1), (10, 0))]
    mesh = NavMesh.from_polygons([v for s in squares for v in s], [range(4 * i, 4 * i + 4) for i in range(3)])
    mesh.add_link((3, 0, 1), (5, -1, 1), id=7)
    mesh.add_link((8, -1, 2), (10, 0, 2), id=8)
    return mesh, [(1, 0, 2), (2, 0, 1), (3, 0, 1), (5, -1, 1), (8, -1, 2), (10, 0, 2), (12, 0, 2)], [-1, -1, 7, -1, 8, -1, -1]


def test_links_stay():
    mesh, points, links = linked()
    path = MeshPath(mesh, points, links)
    F = PointFlag
    assert path.flags == [F.START, F.CORNER, F.LINK_START, F.LINK_END | F.CORNER, F.LINK_START | F.CORNER, F.LINK_END, F.END]
    assert path.corridor.tolist() == [0, 1, 2] and path.length == pytest.approx(path.surface_length)
    assert path.simplify(10.0) == 1
    assert path.points.tolist() == [list(p) for p in points[:1] + points[2:]] and path.links.tolist() == links[1:]
    assert path.add_slope_points(0.0) == 0 and len(path.sample_ground(0.5)) > 12
    between = path.sample_ground(0.5)[:, 0]
    assert not ((3.01 < between) & (between < 4.99)).any()


def test_simplify_looks_at_the_distance():
    path = MeshPath(grid_mesh(1, removed=0.0), [(0.1, 0, 0.1), (4.2, 0, 5.1), (8.5, 0, 7.2)])
    assert path.simplify(1.0) == 0 and path.simplify(1.5) == 1 and len(path.points) == 2
    assert MeshPath(grid_mesh(1, removed=0.0), [(0.1, 0, 0.1)]).simplify(1.0) == 0


# ---- limits ----

def test_lengths_are_exact():
    rng = np.random.default_rng(7)
    for mesh in flat_and_bumpy():
        for path in [*shortest(mesh, rng, 4), *corridor_paths(mesh, rng, 4)]:
            points, whole = path.points, path.length
            again = MeshPath(mesh, points)
            assert again.limit_length(whole + 1e-9) == 0.0 and again.points.tolist() == points.tolist()
            for share in (0.0, 0.3, 0.9):
                cut = MeshPath(mesh, points)
                remainder = cut.limit_length(share * whole)
                assert cut.length == pytest.approx(share * whole, abs=1e-9)
                check_cut(mesh, cut, points, remainder)


def check_cut(mesh, cut, points, remainder):
    kept = len(cut.points) - 1
    end = cut.points[-1]
    assert cut.flags[-1] & PointFlag.END and cut.flags[-1] & PointFlag.LIMIT and cut.links[-1] == -1
    assert floor_under(mesh, end, 0.01) == pytest.approx(end[1], abs=1e-6)
    if kept:
        assert cut.points[:-1].tolist() == points[:kept].tolist()
        assert plan_distance(end, points[kept - 1], points[kept]) < 1e-9
    beyond = np.vstack([end, points[max(kept, 1):]])
    assert remainder == pytest.approx(np.linalg.norm(np.diff(beyond, axis=0), axis=1).sum(), abs=1e-9)
    assert cut.corridor[-1] == cut.polys[-1]
    check_corridor(mesh, cut)


@pytest.mark.parametrize("in_plan", [False, True])
def test_radii_are_exact(in_plan):
    rng = np.random.default_rng(8)
    cuts = 0
    for mesh in flat_and_bumpy():
        for path in [*shortest(mesh, rng, 5), *corridor_paths(mesh, rng, 3)]:
            points = path.points
            center = points[0] + rng.uniform(-0.5, 0.5, 3)
            for radius in (1.0, 3.0):
                cut = MeshPath(mesh, points)
                remainder = cut.limit_radius(radius, center, in_plan)
                distance = np.linalg.norm((points - center) * (1, not in_plan, 1), axis=1)
                if (distance <= radius).all():
                    assert remainder == 0.0 and cut.points.tolist() == points.tolist()
                    continue
                cuts += 1
                assert np.linalg.norm((cut.points[-1] - center) * (1, not in_plan, 1)) == pytest.approx(radius, abs=1e-9)
                assert (np.linalg.norm((samples(cut) - center) * (1, not in_plan, 1), axis=1) <= radius + 1e-9).all()
                check_cut(mesh, cut, points, remainder)
    assert cuts > 60


def test_a_center_far_away_leaves_the_start():
    mesh, points, links = linked()
    path = MeshPath(mesh, points, links)
    assert path.limit_radius(1.0, (50, 0, 0)) == pytest.approx(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    assert path.points.tolist() == [list(points[0])] and path.corridor.tolist() == [0]
    assert path.flags == [PointFlag.START | PointFlag.END | PointFlag.LIMIT]


def test_no_path_ends_on_a_link():
    mesh, points, links = linked()
    ways = np.linalg.norm(np.diff(points, axis=0), axis=1)
    for length in np.linspace(0.0, ways.sum(), 40):
        path = MeshPath(mesh, points, links)
        remainder = path.limit_length(length)
        to_link, along = (ways[:2].sum(), ways[2]) if length < ways[:4].sum() else (ways[:4].sum(), ways[4])
        on_link = to_link <= length < to_link + along
        assert path.length == pytest.approx(to_link if on_link else length, abs=1e-9)
        assert path.length + remainder == pytest.approx(ways.sum())
        assert len(path.corridor) == 1 + np.count_nonzero(path.links >= 0)
        assert path.links[-1] == -1 and not path.flags[-1] & PointFlag.LINK_START
    path = MeshPath(mesh, points, links)
    path.limit_radius(3.0)                      # within the first link
    assert path.points.tolist() == [list(p) for p in points[:3]] and path.corridor.tolist() == [0]


def test_limits_after_simplify():
    """The corridor is the new way's then."""
    rng = np.random.default_rng(9)
    for mesh in flat_and_bumpy():
        for path in corridor_paths(mesh, rng, 6):
            path.add_slope_points(0.02)
            path.simplify(1.0)
            points = path.points
            length = 0.6 * path.length
            remainder = path.limit_length(length)
            assert path.length == pytest.approx(length, abs=1e-9)
            check_cut(mesh, path, points, remainder)


# ---- the points given ----

def test_far_from_the_origin():
    """Rounded to float32 there, points are some millimeters off the mesh."""
    rng = np.random.default_rng(10)
    base = delaunay_mesh(1, points=150, removed=0.15, height=0.3)
    far = NavMesh.from_polygons(base.vertices + (20000.0, 0.0, -30000.0), base.polygons, climb=0.5)
    for path in corridor_paths(far, rng, 40):
        length = path.length
        path.add_slope_points(0.02)
        assert path.length >= length - 1e-9
        path.simplify(0.5)
        assert path.limit_length(0.5 * length) > 0.0
        assert path.length == pytest.approx(0.5 * length, abs=1e-9)


@pytest.mark.parametrize("bulge, free", [(5e-6, True), (1e-3, False)])
def test_a_wall_that_bulges_by_no_more_than_rounding_is_passed(bulge, free):
    """The leg meets the first wall between its ends, and the vertex ahead is that far in its way."""
    vertices = [(0, 0, 0), (0, 0, 2), (10, 1, 2), (10, 1, bulge), (100, 1, 2), (100, 1, 0)]
    mesh = NavMesh.from_polygons(vertices, [(0, 1, 2, 3), (3, 2, 4, 5)], climb=0.5)
    way = [(0, 0, 0.4 * bulge), (100, 1, 0)]
    if free:
        path = MeshPath(mesh, way)
        assert path.corridor.tolist() == [0, 1]
        assert path.add_slope_points(0.01) == 1 and path.points[1] == pytest.approx((10, 1, 0), abs=1e-5)
        assert path.simplify(0.0) == 0              # straight on is a shortcut through the wall
    else:
        with pytest.raises(ValueError, match="leaves the navmesh"):
            MeshPath(mesh, way)


@pytest.mark.parametrize("points, links, message", [
    ([], None, "points: there are none"),
    ([(1, 0)], None, "points: point 0: must be three numbers"),
    ([(1, 0, 1), (float("nan"), 0, 1)], None, "points: point 1: must be finite and within 1e30 m"),
    ([(1, 0, -2)], None, "points: the first one is not on the navmesh"),
    ([(1, 0, 1), (4, 0, 1)], None, "points: the way from point 0 to the next one leaves the navmesh"),
    ([(1, 0, 1), (2, 0, 1)], [-1], "links: must be as many as points, are 1 for 2"),
    ([(1, 0, 1), (2, 0, 1)], [-1, 7], "links: none can begin at the last point"),
    ([(1, 0, 1), (5, -1, 1)], [7, -1], "links: there is no link 7 that leads from point 0 to the next one"),
    ([(3, 0, 1), (5, -1, 1)], [8, -1], "links: there is no link 8 that leads from point 0 to the next one"),
    ([(3, 0, 1), (5, -1, 1)], ["x", -1], "links: entry 0: must be a whole number"),
    ([(3, 0, 1), (5, -1, 1)], [10 ** 12, -1], "links: entry 0: must be a whole number"),
])
def test_what_is_no_path(points, links, message):
    with pytest.raises(ValueError, match=message):
        MeshPath(linked()[0], points, links)


@pytest.mark.parametrize("call", ["add_slope_points", "sample_ground", "simplify", "limit_length", "limit_radius"])
def test_arguments(call):
    path = MeshPath(linked()[0], [(1, 0, 1), (2, 0, 1)])
    for value in (-1.0, float("nan"), "a"):
        with pytest.raises(ValueError):
            getattr(path, call)(value)
    assert path.points.tolist() == [[1, 0, 1], [2, 0, 1]]


def test_what_was_made_on_another_mesh_is_not_shaped():
    """Links and polygons are known by their indices, and these are others once a link or a tile has gone."""
    mesh, points, links = linked()
    path = MeshPath(mesh, points, links)
    whole = path.length
    mesh.remove_links(7, 8)
    for call in STEPS + ["sample_ground"]:
        with pytest.raises(ValueError, match="the navmesh has changed since the path was made"):
            getattr(path, call)(1.0)
    with pytest.raises(ValueError, match="the navmesh has changed"):
        path.surface_length
    assert path.length == whole and path.points.tolist() == [list(p) for p in points]
    assert MeshPath(mesh, points[:2]).simplify(1.0) == 0


STEPS = ["add_slope_points", "simplify", "limit_length", "limit_radius"]


@settings(max_examples=150)
@given(st.integers(0, 3), st.lists(st.tuples(st.floats(0, 9), st.floats(0, 8)), min_size=1, max_size=6),
       st.lists(st.tuples(st.sampled_from(STEPS), st.floats(0, 12)), max_size=5))
def test_any_order_of_shaping(seed, places, steps):
    """Whatever is done in whatever order: the path stays a path on the mesh."""
    mesh = grid_mesh(seed, removed=0.05)
    try:
        path = MeshPath(mesh, [(x, 0, z) for x, z in places])
    except ValueError:
        return
    for step, value in steps:
        before, start = path.length, path.points[0].tolist()
        getattr(path, step)(value)
        assert path.length <= before + 1e-9 and path.points[0].tolist() == start
        check_corridor(mesh, path)
        again = MeshPath(mesh, path.points)
        assert again.length == path.length


@pytest.mark.parametrize("error", [0.02, 0.1, 0.5])
def test_what_tells_level_legs_by_the_corridor_leaves_out_no_slope_point(error):
    """find_path looks at the corridor's bounds first; a MeshPath walks along each leg."""
    rng, some, none = np.random.default_rng(11), 0, 0
    for mesh in (*flat_and_bumpy(), floors(), spiral()):
        ends = random_points(mesh, 40, rng)
        for (_, start), (_, goal) in zip(ends[::2], ends[1::2]):
            plain, path = mesh.find_path(start, goal), mesh.find_path(start, goal, height_error=error)
            if len(plain.points) < 2:
                continue
            walked = MeshPath(mesh, plain.points, plain.links)
            walked.add_slope_points(error)
            assert len(path.points) == len(walked.points)
            # float32 moves the place where a leg crosses an edge at a flat angle
            assert np.abs(np.array(path.points) - walked.points).max() <= 1e-3
            some, none = some + (len(path.points) > len(plain.points)), none + (len(path.points) == len(plain.points))
    assert some > 20 and none > 20
