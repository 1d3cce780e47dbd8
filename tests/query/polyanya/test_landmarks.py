"""Searches by landmarks against searches without: the same paths, polygon by polygon, by fewer expansions."""
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import navpy
import navpy.query  # noqa: F401
from navpy.api.query.polyanya import ExactFinder
from navpy.navmesh.navmesh import NavMesh
from tests.meshes import delaunay_mesh, grid_mesh, random_points, strip

MOST_LANDMARKS = 32
LONG_SEARCH = 48                # expansions; what searches take beyond pays for landmarks


def train(finder, ends, rounds=20):
    """Search until all landmarks are made, or some at least."""
    for _ in range(rounds):
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            finder.path(a, start, b, goal)
        if finder.landmarks[0] == MOST_LANDMARKS:
            break


def is_same(path, other):
    return (path is None) == (other is None) and (path is None or all(np.array_equal(x, y) for x, y in zip(path, other)))


def compare(mesh, finder, ends):
    """Are all paths those of searches without landmarks, and as long as those by intervals alone?
    Expansions with landmarks, and without."""
    by_intervals, with_them, without = ExactFinder(mesh, by_visibility=False), [], []
    plain = ExactFinder(mesh)
    for i, ((a, start), (b, goal)) in enumerate(zip(ends[::2], ends[1::2])):
        if plain.landmarks[0] > 0 or i % 16 == 0:
            plain = ExactFinder(mesh)
        path, other, third = (each.path(a, start, b, goal) for each in (finder, plain, by_intervals))
        assert plain.landmarks[1] == 0
        assert is_same(path, other), f"{a} {start} {b} {goal}"
        assert (path is None) == (third is None)
        if path is not None:
            assert path[0] == pytest.approx(third[0], rel=1e-12, abs=1e-12)
        with_them.append(finder.searched)
        without.append(plain.searched)
    return np.array(with_them), np.array(without)


def maze(seed, size=48, removed=0.36):
    return grid_mesh(seed, width=size, depth=size, removed=removed, angle=0.1)


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 1000), kind=st.sampled_from(["grid", "turned", "triangles"]))
def test_paths_are_those_of_searches_without(seed, kind):
    rng = np.random.default_rng(seed)
    if kind == "triangles":
        mesh = delaunay_mesh(seed, points=1500, removed=0.3)
    else:
        mesh = grid_mesh(seed, 40, 40, 0.3, 0.1 * (kind == "turned"))
    finder = ExactFinder(mesh)
    train(finder, random_points(mesh, 200, rng, kinds=(2,)))
    compare(mesh, finder, random_points(mesh, 120, rng))


def test_long_searches_expand_less():
    rng = np.random.default_rng(1)
    mesh = delaunay_mesh(3, points=1500, removed=0.2)
    finder = ExactFinder(mesh)
    train(finder, random_points(mesh, 300, rng, kinds=(2,)))
    used, repeated = finder.landmarks[1:]
    with_them, without = compare(mesh, finder, random_points(mesh, 300, rng, kinds=(2,)))
    assert finder.landmarks[1] - used > 20 * (1 + finder.landmarks[2] - repeated)
    assert with_them.sum() < 0.6 * without.sum()


def test_levels_in_which_several_ways_are_as_short():
    """Square pillars in rows, seen from middles of cells: few searches are made again, for a line that grazes a corner."""
    size = 31
    row = size + 1                              # vertices
    cells = [(x, z) for x in range(size) for z in range(size) if x % 2 == 0 or z % 2 == 0]
    vertices = [(x, 0.0, z) for x in range(row) for z in range(row)]
    corners = [x * row + z for x, z in cells]
    mesh = NavMesh.from_polygons(vertices, [(at, at + 1, at + row + 1, at + row) for at in corners])
    rng, ends = np.random.default_rng(2), []
    for x, z in np.array(cells)[rng.integers(len(cells), size=400)]:
        ends.append((mesh.locate((x + 0.5, 0.0, z + 0.5))[0], np.array([x + 0.5, 0.0, z + 0.5])))
    finder = ExactFinder(mesh)
    train(finder, ends)
    compare(mesh, finder, ends)
    count, used, repeated = finder.landmarks
    assert 0 < repeated < 0.05 * used


def test_searches_that_are_divided():
    """A few expansions at a time: landmarks grow between the parts of a search."""
    rng = np.random.default_rng(3)
    mesh = maze(5)
    finder, ends = ExactFinder(mesh), random_points(mesh, 200, rng, kinds=(2,))
    for _ in range(60):
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            finder.begin(a, start, b, goal)
            while not finder.advance(17):
                pass
        if finder.landmarks[0] == MOST_LANDMARKS:
            break
    compare(mesh, finder, ends)
    assert finder.landmarks[1] > 0


def test_they_go_with_a_change_of_the_mesh():
    floor = [(0, 0, 0), (0, 0, 60), (60, 0, 60), (60, 0, 0)]
    pillars = np.random.default_rng(4).uniform(3, 57, (220, 2))
    volumes = [navpy.BoxVolume((x, 0, z), (1.5, 4, 1.5)) for x, z in pillars]
    settings_, bounds = navpy.BakeSettings(agent_radius=0.3, cell_size=0.2, tile_size=48), ((0, -1, 0), (60, 5, 60))
    mesh = navpy.bake(floor, [(0, 1, 2), (0, 2, 3)], settings_, bounds=bounds, volumes=volumes)
    finder, rng = ExactFinder(mesh), np.random.default_rng(5)
    ends = random_points(mesh, 300, rng, kinds=(2,))
    train(finder, ends)
    assert finder.landmarks[0] > 0
    mesh.add_tile(navpy.bake_tile(floor, [(0, 1, 2), (0, 2, 3)], settings_, 2, 2, bounds=bounds, volumes=volumes[::2]))
    ends = [(mesh.nearest(point)[0], mesh.nearest(point)[1]) for _, point in ends]
    finder.path(*ends[0], *ends[1])
    assert finder.landmarks == (0, 0, 0)
    compare(mesh, finder, ends)
    train(finder, ends)
    compare(mesh, finder, ends)


def test_short_searches_pay_for_none():
    rng = np.random.default_rng(6)
    mesh = grid_mesh(1)
    finder, ends = ExactFinder(mesh), random_points(mesh, 200, rng, kinds=(2,))
    for _ in range(20):
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            finder.path(a, start, b, goal)
            assert finder.searched <= LONG_SEARCH
    assert finder.landmarks == (0, 0, 0)


def test_spiral_stairs():
    """From corners whose polygons cover directions twice, a flood takes all that one scan sees."""
    rng = np.random.default_rng(7)
    angles = np.linspace(0, 60 * np.pi, 721)
    radii = 1.0 + 0.5 * rng.random(len(angles)), 3.0 - 0.5 * rng.random(len(angles))
    mesh = strip([tuple((r * np.cos(t), t / 3, r * np.sin(t)) for r in pair) for t, *pair in zip(angles, *radii)])
    finder, ends = ExactFinder(mesh), random_points(mesh, 100, rng, kinds=(2,))
    for _ in range(30):
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            finder.path(a, start, b, goal)
    compare(mesh, finder, ends)
