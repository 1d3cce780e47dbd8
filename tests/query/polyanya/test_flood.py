"""Floods against one search for each place: lengths to the same 1e-9, and nothing beyond where a flood ends."""
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import navpy.query  # noqa: F401
from navpy.api.query.polyanya import ExactFinder, ExactFlood
from navpy.navmesh.navmesh import NavMesh
from tests.meshes import OPEN, ROOMS, delaunay_mesh, grid_mesh, meshes, random_points, rectangles, strip
from tests.query.test_links import side_by_side


def check_flood(mesh, a, start, goals, limit=None):
    """Compares a flood, and one that ends at ``limit`` or at the middle of the lengths, with paths; how many places were reached."""
    finder, flood = ExactFinder(mesh), ExactFlood(mesh, a, start)
    paths = [finder.path(a, start, b, goal) for b, goal in goals]
    want = np.array([np.inf if path is None else path[0] for path in paths])
    got = np.array([flood.length(b, goal) for b, goal in goals])
    assert got == pytest.approx(want, rel=1e-9, abs=1e-9)
    assert {b for (b, _), path in zip(goals, paths) if path is not None} <= set(flood.polygons)
    near = want[np.isfinite(want)]
    if len(near) == 0:
        return 0
    limit = np.median(near) if limit is None else limit
    flood = ExactFlood(mesh, a, start, limit)
    got = np.array([flood.length(b, goal) for b, goal in goals])
    within = want <= limit
    assert got[within] == pytest.approx(want[within], rel=1e-9, abs=1e-9)
    assert (got[~within] > limit * (1 - 1e-9)).all() and (got >= want - 1e-9).all()
    entered = flood.polygons
    assert len(set(entered)) == len(entered) and {b for (b, _), reached in zip(goals, within) if reached} <= set(entered)
    return within.sum()


def check_entered(mesh, a, start, limit):
    """The polygons that a flood enters are those of which it reaches something: here the ends of 16 parts of each edge tell."""
    flood, whole = ExactFlood(mesh, a, start, limit), ExactFlood(mesh, a, start)
    entered, vertices = set(flood.polygons), mesh.vertices
    for poly in set(whole.polygons) - {a}:
        ring = vertices[list(mesh.polygons[poly])]
        sides = np.linalg.norm(np.roll(ring, -1, axis=0) - ring, axis=1)
        places = [p + t * (q - p) for p, q in zip(ring, np.roll(ring, -1, axis=0)) for t in np.linspace(0, 1, 17)]
        least = min(whole.length(poly, place) for place in places)
        assert least > limit - 1e-9 or poly in entered
        assert least < limit + sides.max() / 32 + 1e-9 or poly not in entered


def test_lengths_are_those_of_paths():
    rng = np.random.default_rng(7)
    reached = 0
    for mesh in meshes(12):
        for a, start in random_points(mesh, 4, rng):
            reached += check_flood(mesh, a, start, random_points(mesh, 60, rng))
            check_entered(mesh, a, start, rng.uniform(0.5, 8.0))
    assert reached > 4000


@given(seed=st.integers(0, 10**6), removed=st.floats(0.0, 0.5), limit=st.floats(0.0, 15.0))
@settings(max_examples=60, deadline=None)
def test_lengths_are_those_of_paths_on_any_mesh(seed, removed, limit):
    rng = np.random.default_rng(seed)
    mesh = delaunay_mesh(seed, removed=removed) if seed % 2 else grid_mesh(seed, removed=removed, angle=seed % 4 * 0.2)
    (a, start), *goals = random_points(mesh, 40, rng)
    check_flood(mesh, a, start, goals, limit)
    check_entered(mesh, a, start, limit)


@pytest.mark.parametrize("level", [OPEN, ROOMS], ids=["open", "rooms"])
def test_rooms(level):
    rng = np.random.default_rng(3)
    for a, start in random_points(level.mesh, 4, rng):
        assert check_flood(level.mesh, a, start, random_points(level.mesh, 200, rng)) > 50


def add_links(mesh, rng, count):
    """Links of all kinds between random places."""
    mesh.set_area_cost(5, 3.0)
    for i in range(count):
        (_, a), (_, b) = random_points(mesh, 2, rng, kinds=(2,))
        two_way, width, area = bool(rng.random() < 0.5), float(rng.choice([0.0, 1.0])), int(rng.choice([1, 5]))
        mesh.add_link(a, b, radius=0.0, two_way=two_way, width=width, area=area, id=i)
    return mesh


def test_across_links():
    rng = np.random.default_rng(11)
    reached = 0
    for base in meshes(8):
        mesh = add_links(base, rng, 6)
        for a, start in random_points(mesh, 3, rng):
            reached += check_flood(mesh, a, start, random_points(mesh, 40, rng))
    assert reached > 1500


def test_across_the_width_of_links():
    rng = np.random.default_rng(12)
    reached = 0
    for seed in range(40):
        mesh = side_by_side(seed, wide=float(rng.choice([0.4, 1.0, 3.0])), angle=0.4 * seed)
        if mesh is not None:
            for a, start in random_points(mesh, 3, rng):
                reached += check_flood(mesh, a, start, random_points(mesh, 40, rng))
    assert reached > 1000


@pytest.mark.parametrize("inner", [0.0, 1.0])
def test_up_a_spiral_stair(inner):
    turns, rng = 3, np.random.default_rng(1)
    angles = np.linspace(0, 2 * np.pi * turns, 8 * turns + 1)
    outer = [(2 * np.cos(t), t / 3, 2 * np.sin(t)) for t in angles]
    if inner:
        mesh = strip([((inner * np.cos(t), t / 3, inner * np.sin(t)), point) for t, point in zip(angles, outer)])
    else:
        mesh = NavMesh.from_polygons([(0, 0, 0), *outer], [(0, k + 2, k + 1) for k in range(len(outer) - 1)], climb=0.5)
    for a, start in random_points(mesh, 20, rng):
        check_flood(mesh, a, start, random_points(mesh, 60, rng))


def test_a_hall_that_is_seen_through_two_doors():
    """Both doors lead into one polygon; each place in it is as far as by the nearer door."""
    mesh = rectangles((0, 0, 20, 2), (2, 2, 3, 3), (17, 2, 18, 3))
    corners = np.array([(0, 0, 3), (0, 0, 23), (20, 0, 23), (20, 0, 3)])
    door = [(x, 0.0, 3.0) for x in (2, 3, 17, 18)]
    vertices = [*mesh.vertices, *corners[:3], corners[3]]
    index = {tuple(np.round(v, 6)): i for i, v in enumerate(vertices)}
    ring = [(0, 0, 3), (0, 0, 23), (20, 0, 23), (20, 0, 3), *door[::-1]]
    mesh = NavMesh.from_polygons(vertices, [*mesh.polygons, [index[tuple(np.round(v, 6))] for v in ring]])
    hall = mesh.polygon_count - 1
    start = np.array((10.0, 0.0, 1.0))
    flood = ExactFlood(mesh, mesh.locate(start)[0], start)
    for x, z in np.random.default_rng(2).uniform((0, 3), (20, 23), (300, 2)):
        left, right = (by_door(start[::2], np.array((x, z)), near) for near in (3.0, 17.0))
        assert flood.length(hall, (x, 0, z)) == pytest.approx(min(left, right), rel=1e-9)


def by_door(start, goal, near):
    """Meters around the near sides of a door of one meter, whose far sides nobody needs to touch, or by both of its sides."""
    x0, x1 = (near - 1, near) if near < 10 else (near, near + 1)
    inside, outside, far = np.array((near, 2.0)), np.array((near, 3.0)), np.array((x0 if near < 10 else x1, 3.0))
    step = np.hypot
    first = step(*(inside - start))
    ahead = goal[0] - inside[0] if near > 10 else inside[0] - goal[0]        # how far the goal lies beyond the near side
    if ahead <= 0:
        return first + 1 + step(*(goal - outside))
    if ahead <= (goal[1] - 2):                                                # not behind the far side
        return first + step(*(goal - inside))
    return first + step(*(far - inside)) + step(*(goal - far))


def test_a_limit_of_nothing_reaches_the_start_alone():
    mesh = grid_mesh(1, removed=0.0)
    a, start = random_points(mesh, 1, np.random.default_rng(1), kinds=(2,))[0]
    flood = ExactFlood(mesh, a, start, 0.0)
    assert flood.polygons == [a] and flood.length(a, start) == 0.0


def test_bad_arguments_are_refused():
    mesh = grid_mesh(2)
    place = tuple(np.mean(mesh.vertices[list(mesh.polygons[0])], axis=0))
    with pytest.raises(ValueError, match="flood: there is no polygon 9999"):
        ExactFlood(mesh, 9999, place)
    with pytest.raises(ValueError, match="flood: from .* coordinates must be finite"):
        ExactFlood(mesh, 0, (np.nan, 0, 0))
    with pytest.raises(ValueError, match="length: there is no polygon -1"):
        ExactFlood(mesh, 0, place).length(-1, place)
    vertices, polygons = mesh.vertices, mesh.polygons
    mesh = NavMesh.from_polygons(vertices, polygons, [1 + i % 2 for i in range(len(polygons))])
    mesh.set_area_cost(2, 3.0)
    with pytest.raises(ValueError, match="flood: not all polygons and links of the mesh cost the same"):
        ExactFlood(mesh, 0, place)
