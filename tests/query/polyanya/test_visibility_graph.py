"""What corners see of each other, against a visibility graph that only knows walls; and kept while the mesh changes."""
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import navpy
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.polyanya import ExactFinder
from navpy.api.query.visibility_graph import CornerVisibility
from tests.cutting import cut_mesh, make_tile, split, tile_rings
from tests.meshes import contains, delaunay_mesh, grid_mesh, random_points
from tests.visibility import VisibilityGraph, side_of, wall_edges

LEFT, RIGHT = 1, 2
FLAT = 1e-9             # m²: nearer to a line than that, either side is right


def walls_at(mesh):
    """{place: the other ends of its two walls}, of the corners of a single wall each."""
    before, after = {}, {}
    for a, b in wall_edges(mesh):
        after.setdefault(tuple(a.round(6)), []).append(b)
        before.setdefault(tuple(b.round(6)), []).append(a)
    return {place: (after[place][0], ends[0]) for place, ends in before.items() if len(ends) == 1}


def sides(a, b, walls):
    """How a path from a to b may turn at b, whose walls end there."""
    left = [side_of(a, b, wall) for wall in walls]
    return LEFT * all(s >= -FLAT for s in left) | RIGHT * all(s <= FLAT for s in left)


def corners_of(mesh):
    """{place: (polygon, corner)}, one for each place."""
    return {tuple(mesh.vertices[v, ::2].round(6)): (poly, i) for poly, ring in enumerate(mesh.polygons) for i, v in enumerate(ring)}


@pytest.mark.parametrize("seed", range(12))
def test_corners_see_what_walls_leave_of_each_other(seed):
    mesh = delaunay_mesh(seed, points=45, removed=0.25)
    oracle, sights, walls, edges = VisibilityGraph(mesh), CornerVisibility(mesh), walls_at(mesh), 0
    names = [tuple(place) for place in oracle.corners.round(6)]
    for place, name, row in zip(oracle.corners, names, oracle.between):
        if name not in walls:
            continue
        want = {LEFT: {}, RIGHT: {}}
        for other, end, length in zip(names, oracle.corners, row):
            turns = sides(place, end, walls[other]) if other in walls and 0 < length < np.inf else 0
            for turn in (LEFT, RIGHT):
                if turns and turn & sides(2 * place - end, place, walls[name]):
                    want[turn][other] = turns
        for turn, seen in zip((LEFT, RIGHT), sights.seen_from(*corners_of(mesh)[name])):
            found = {(round(x, 6), round(z, 6)): turns for x, z, turns, _ in seen if (round(x, 6), round(z, 6)) in walls}
            assert found == want[turn]
            edges += len(found)
    assert edges > 20


@pytest.mark.parametrize("mesh", [grid_mesh(3), grid_mesh(4, angle=0.3), delaunay_mesh(5), delaunay_mesh(6, height=0.3)])
def test_ways_go_straight_from_polygon_to_polygon(mesh):
    sights, neighbors, vertices, longest = CornerVisibility(mesh), mesh.neighbors, mesh.vertices[:, ::2], 0
    for poly, corners in enumerate(mesh.polygons):
        for i, v in enumerate(corners):
            for x, z, turns, polys in [corner for seen in sights.seen_from(poly, i) or [] for corner in seen]:
                end = np.array([x, z])
                assert turns in (LEFT, RIGHT, LEFT | RIGHT)
                assert v in mesh.polygons[polys[0]]
                assert any(np.allclose(vertices[w], end) for w in mesh.polygons[polys[-1]])
                longest = max(longest, len(polys))
                for p, q in zip(polys, polys[1:]):
                    assert q in neighbors[p]
                    ring = vertices[list(mesh.polygons[p])]
                    shared = [(a, b) for a, b, other in zip(ring, np.roll(ring, -1, axis=0), neighbors[p]) if other == q]
                    assert any(side_of(vertices[v], end, a) * side_of(vertices[v], end, b) <= 1e-9 for a, b in shared)
    assert longest > 3


def test_where_too_much_is_in_sight_nothing_is_kept():
    """A field of many cells with a few pillars: paths are the shortest all the same."""
    mesh = grid_mesh(7, width=50, depth=50, removed=0.01)
    tiles = NavMesh.from_tiles(cut_mesh(mesh, 1.0).values(), 1.0)
    sights, rng, oracle = CornerVisibility(tiles), np.random.default_rng(7), VisibilityGraph(mesh)
    corners = corners_of(tiles)
    kept = [sights.seen_from(*corners[tuple(place)]) is not None for place in oracle.corners.round(6)]
    assert len(kept) > 40 and sum(kept) < 0.3 * len(kept)
    finder, ends = ExactFinder(tiles), random_points(tiles, 200, rng, kinds=(2,))
    starts, goals = (np.array([point for _, point in side]) for side in (ends[::2], ends[1::2]))
    want = oracle.distances(starts[:, ::2], goals[:, ::2])[0]
    for (a, start), (b, goal), length in zip(ends[::2], ends[1::2], want):
        assert finder.path(a, start, b, goal)[0] == pytest.approx(length, rel=1e-6)


def test_what_is_not_kept():
    mesh = grid_mesh(2)
    sights = CornerVisibility(mesh)
    straight = next((poly, i) for poly, ring in enumerate(mesh.polygons) for i, v in enumerate(ring)
                    if tuple(mesh.vertices[v, ::2]) not in {tuple(p) for p in VisibilityGraph(mesh).corners})
    assert sights.seen_from(*straight) is None
    for poly, i in ((-1, 0), (mesh.polygon_count, 0), (0, 99), (0, -1)):
        with pytest.raises(ValueError, match="there is no corner"):
            sights.seen_from(poly, i)
    mesh.add_links([navpy.OffMeshLink(mesh.vertices[mesh.polygons[0][0]], mesh.vertices[mesh.polygons[-1][0]], radius=0.5)])
    with pytest.raises(ValueError, match="links"):
        sights.seen_from(0, 0)


# ---- a mesh that changes ----

SIZE = 4.0
WHOLE = [grid_mesh(1, width=24, depth=20), delaunay_mesh(2, points=160, size=22.0, removed=0.2)]


def tiles_of(mesh, seed):
    rng = np.random.default_rng(seed)
    return {at: make_tile(*at, split(rings, rng) if seed else rings, SIZE) for at, rings in sorted(tile_rings(mesh, SIZE).items())}


CUTS = [[tiles_of(mesh, seed) for seed in range(3)] for mesh in WHOLE]


def change(mesh, tiles, rng):
    places, polygons = sorted(tiles[0]), [poly for poly, ring in enumerate(mesh.polygons) if ring]
    kind = rng.integers(6)
    if kind <= 2 or len(polygons) < 40:
        mesh.add_tile(tiles[rng.integers(len(tiles))][places[rng.integers(len(places))]])
    elif kind <= 4:
        mesh.remove_tile(*mesh.tiles[rng.integers(len(mesh.tiles))])
    else:
        mesh.set_flags(rng.choice(polygons, 3), int(rng.choice([0, 1])))


@settings(max_examples=30)
@given(st.integers(0, 1), st.integers(0, 2 ** 32))
def test_what_is_kept_is_what_would_be_looked_up(which, seed):
    rng, tiles = np.random.default_rng(seed), CUTS[which]
    mesh = NavMesh.from_tiles(list(tiles[0].values())[:-2], SIZE)
    kept, finder = CornerVisibility(mesh), ExactFinder(mesh)
    for _ in range(10):
        fresh, anew = CornerVisibility(mesh), ExactFinder(mesh)
        rings = [(poly, ring) for poly, ring in enumerate(mesh.polygons) if ring]
        for k in rng.integers(len(rings), size=40):
            poly, ring = rings[k]
            i = int(rng.integers(len(ring)))
            assert kept.seen_from(poly, i) == fresh.seen_from(poly, i)
        for _ in range(15):
            (a, start), (b, goal) = (rings[rng.integers(len(rings))] for _ in range(2))
            ends = a, mesh.vertices[list(start)].mean(axis=0), b, mesh.vertices[list(goal)].mean(axis=0)
            assert finder.path(*ends) == anew.path(*ends)
        change(mesh, tiles, rng)


@settings(max_examples=20)
@given(st.integers(0, 1), st.integers(0, 2 ** 32))
def test_searches_with_filters_and_changes_between(which, seed):
    """They share a working memory, which fits itself to the mesh with whichever search comes first."""
    rng, tiles = np.random.default_rng(seed), CUTS[which]
    mesh = NavMesh.from_tiles(tiles[0].values(), SIZE)
    for step in range(24):
        rings = [ring for ring in mesh.polygons if ring]
        for _ in range(1 if step % 2 else 6):
            start, goal = (mesh.vertices[list(rings[rng.integers(len(rings))])].mean(axis=0) for _ in range(2))
            anew = ExactFinder(mesh).lengths(np.array([start]), np.array([goal]))[0]
            found = mesh.find_path(start, goal, filter=navpy.QueryFilter(mesh) if rng.random() < 0.3 else None)
            assert (found.length if len(found.points) else np.inf) == pytest.approx(anew, rel=1e-6)
        if rng.random() < 0.7:
            mesh.add_tile(tiles[rng.integers(len(tiles))][sorted(tiles[0])[rng.integers(len(tiles[0]))]])


def test_nothing_depends_on_what_was_asked_before():
    mesh = WHOLE[0]
    ends = random_points(mesh, 120, np.random.default_rng(3))
    pairs = [(a, start, b, goal) for (a, start), (b, goal) in zip(ends[::2], ends[1::2])]
    finder = ExactFinder(mesh)
    first = [finder.path(*pair) for pair in pairs]
    assert [finder.path(*pair) for pair in reversed(pairs)] == first[::-1]
    assert [ExactFinder(mesh).path(*pair) for pair in pairs] == first
    assert all(contains(mesh.vertices[mesh.polygons[poly], ::2], point[::2], 1e-6) for path in first if path
               for point, poly in zip(np.array(path[1]), path[2]))


@pytest.mark.parametrize("steps", [1, 50, 10**9])
def test_looking_ahead_leaves_nothing_to_be_looked_at(steps):
    mesh = NavMesh.from_tiles(CUTS[0][1].values(), SIZE)
    kept, places = CornerVisibility(mesh), [(poly, i) for poly, ring in enumerate(mesh.polygons) for i in range(len(ring))]
    calls = 1
    while not kept.scan_ahead(steps):
        calls += 1
    assert calls == 1 if steps == 10**9 else calls > 10
    looks, anew = kept.scans, CornerVisibility(mesh)
    assert [kept.seen_from(*place) for place in places] == [anew.seen_from(*place) for place in places]
    assert kept.scans == looks == anew.scans > 100
    for _ in range(3):
        mesh.remove_tile(*mesh.tiles[4])
        while not kept.scan_ahead(steps):
            pass
        looks = kept.scans
        for poly, ring in enumerate(mesh.polygons):
            for i in range(len(ring)):
                kept.seen_from(poly, i)
        assert kept.scans == looks
    mesh.add_link(mesh.vertices[mesh.polygons[0][0]], mesh.vertices[mesh.polygons[1][0]], radius=0.5)
    assert kept.scan_ahead(0)


def test_walls_that_end_on_the_lines_between_tiles_are_forgotten_with_their_tile():
    """A corner there is seen from the tile beside its own. Paths are those of a copy that knows nothing yet."""
    chance = random.Random(1)
    side, count, tile_size = 16.0, 100, 256.0
    size = side * count
    ground = [[(0, 0), (size, 0), (size, size), (0, size)]]
    more = dict(agent_radius=3.0, tile_size=tile_size, bounds=((0, 0), (size, size)))
    walls = {(x, y) for x in range(0, count, 5) for y in range(count) if y % 4}

    def cells():
        return [[(side * (x + i), side * (y + k)) for i, k in ((0, 0), (1, 0), (1, 1), (0, 1))] for x, y in walls]

    def tiles_near(place):
        return {min(max(int((side * (place + i) + reach) // tile_size), 0), 6) for i, reach in ((0, -4), (1, 4))}
    mesh = navpy.bake_outlines(ground, cells(), **more)
    for _ in range(60):
        cell = chance.randrange(count), chance.randrange(count)
        walls.discard(cell)
        if chance.random() < 0.5:
            walls.add(cell)
        for x in tiles_near(cell[0]):
            for z in tiles_near(cell[1]):
                mesh.add_tile(navpy.bake_outline_tile(ground, cells(), x, z, **more))
        copy = NavMesh.from_bytes(mesh.to_bytes())
        for _ in range(20):
            start, end = [(chance.uniform(0, size), 0, chance.uniform(0, size)) for _ in range(2)]
            assert navpy.find_path(mesh, start, end).length == pytest.approx(navpy.find_path(copy, start, end).length)
