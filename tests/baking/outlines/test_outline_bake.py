"""Bakes from outlines against the winding numbers along random lines, computed from the outlines themselves, and against shapely."""
import warnings

import numpy as np
import pytest
import shapely
from hypothesis import given, settings, strategies as st

import navpy
from navpy.baking.outlines.outline_bake import STAGES
from tests.baking.outlines.test_noding import windings

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]


def shifted(outline, x, y, scale=1.0):
    return [(x + scale * a, y + scale * b) for a, b in outline]


def bake(traversable, obstructions=(), **more):
    """bake_outlines, where nothing may be left."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "bake_outlines: no floor is left")
        mesh = navpy.bake_outlines(traversable, obstructions, **more)
    mesh.validate()
    return mesh


def polygons_of(mesh):
    """Corners (x, y) of each polygon; y is z of the mesh."""
    points = np.asarray(mesh.vertices)[:, [0, 2]]
    return [points[list(mesh.polygon(i))] for i in range(mesh.polygon_count)]


def crossings(outline, y):
    """(x, winding) where a level line crosses an outline."""
    points, found = np.asarray(outline, float), []
    for (x0, y0), (x1, y1) in zip(points, np.roll(points, -1, axis=0)):
        if (y0 < y) != (y1 < y):
            found.append((x0 + (x1 - x0) * (y - y0) / (y1 - y0), 1 if y0 < y else -1))
    return found


def inside_of(traversable, obstructions, y):
    """Stretches [from, to] of the line at y that are inside, by winding numbers: of all traversable outlines, of each obstruction."""
    events = [(x, w, 0) for one in traversable for x, w in crossings(one, y)]
    events += [(x, w, k) for k, one in enumerate(obstructions, 1) for x, w in crossings(one, y)]
    winding, found, since = [0] * (1 + len(obstructions)), [], None
    for x, w, layer in sorted(events):
        winding[layer] += w
        inside = winding[0] != 0 and not any(winding[1:])
        if inside and since is None:
            since = x
        elif since is not None and not inside:
            found.append((since, x))
            since = None
    return found


def stretches_of(mesh, y):
    found = []
    for polygon in polygons_of(mesh):
        x = [a for a, _ in crossings(polygon, y)]
        if x:
            found.append((min(x), max(x)))
    return found


def merged(stretches, gap):
    """Stretches that overlap or touch made one, those shorter than the gap left out; and their length counted twice."""
    out, doubled = [], 0.0
    for low, high in sorted(stretches):
        if out and low <= out[-1][1] + gap:
            doubled += max(0.0, min(high, out[-1][1]) - low)
            out[-1][1] = max(out[-1][1], high)
        else:
            out.append([low, high])
    return [s for s in out if s[1] - s[0] > 2 * gap], doubled


def agrees(traversable, obstructions, lines, unit=2.0**-16):
    """A side moves by less than a unit: along a line by so much more as the side is more level."""
    mesh = bake(traversable, obstructions)
    sides = np.concatenate([np.roll(one, -1, axis=0) - one for one in map(np.array, [*traversable, *obstructions])])
    gap = unit * (2 + np.abs(sides[sides[:, 1] != 0, 0] / sides[sides[:, 1] != 0, 1]).max(initial=0))
    for y in lines:
        expected, _ = merged(inside_of(traversable, obstructions, y), gap)
        found, doubled = merged(stretches_of(mesh, y), gap)
        assert doubled < 1e-9 and len(found) == len(expected)
        assert np.abs(np.array(found) - np.array(expected)).max(initial=0) < gap


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_random_outlines_by_winding_numbers(seed, coarse):
    """Outlines that cross themselves and each other; coarse: on a lattice, where everything touches and overlaps."""
    rng = np.random.default_rng(seed)

    def outlines(count):
        lots = [rng.uniform(-5, 5, (rng.integers(3, 9), 2)) for _ in range(count)]
        return [np.round(lot).tolist() for lot in lots] if coarse else [lot.tolist() for lot in lots]

    agrees(outlines(rng.integers(1, 5)), outlines(rng.integers(0, 4)), rng.uniform(-5, 5, 12))


@pytest.mark.parametrize("seed", range(4))
def test_tiles_far_from_the_origin_in_pixels(seed):
    rng = np.random.default_rng(seed)
    cells = np.argwhere(rng.random((12, 12)) < 0.7)
    tiles = [shifted([(0, 0), (64, 0), (64, 64), (0, 64)], 20000 + 64 * i, -9000 + 64 * k) for i, k in cells]
    walls = [shifted(SQUARE, 20000 + 64 * i, -9000 + 64 * k, 4) for i, k in cells[::5]]
    assert bake(tiles, walls).area == 64 * 64 * len(cells) - 256 * len(walls)
    agrees(tiles, walls, rng.uniform(-9000, -9000 + 64 * 12, 10), 2.0**-9)


@pytest.mark.parametrize("traversable, obstructions, area", [
    ([SQUARE], [], 16), ([SQUARE[::-1]], [], 16), ([], [], 0), ([], [SQUARE], 0), ([SQUARE], [SQUARE], 0),
    ([SQUARE, SQUARE], [], 16), ([SQUARE, shifted(SQUARE, 2, 0)], [], 24), ([SQUARE, shifted(SQUARE, 4, 0)], [], 32),
    ([SQUARE, shifted(SQUARE, 1, 1, 0.5)], [], 16),                     # nested, the same way round: united
    ([SQUARE, shifted(SQUARE, 1, 1, 0.5)[::-1]], [], 12),               # the other way round: a hole
    ([SQUARE], [shifted(SQUARE, 1, 1, 0.5)], 12), ([SQUARE], [shifted(SQUARE, 1, 1, 0.5)[::-1]], 12),
    ([SQUARE], [shifted(SQUARE, 3, 3)], 15), ([SQUARE], [shifted(SQUARE, 4, 0)], 16),
    ([SQUARE], [shifted(SQUARE, 2, 0), shifted(SQUARE, 2, 0)[::-1]], 8),        # solid, whichever way each turns
    ([SQUARE, shifted(SQUARE, 2, 0)[::-1]], [], 16),                    # what cancels out in Godot cancels out here
    ([[(0, 0), (4, 4), (4, 0), (0, 4)]], [], 8),                        # a bow tie has two wings
    ([[(0, 0), (2, 0), (4, 0), (4, 4), (0, 4), (0, 0)]], [], 16),
    ([[(0, 0), (4, 0), (2, 0)], [(1, 1), (1, 1), (1, 1)]], [], 0),
])
def test_by_hand(traversable, obstructions, area):
    assert bake(traversable, obstructions).area == area


@pytest.mark.parametrize("crossing", [
    [(14, 5), (7, 38), (22, 26), (5, 34), (4, 38), (14, 21)],           # each corner turns the same way, but it winds both ways
    [(7, 8), (20, 23), (21, 21), (12, 24), (12, 24), (23, 2)],
    [(1, 1), (9, 1), (9, 9), (1, 9), (1, 1), (11, 11), (11, 20), (20, 20), (20, 11), (11, 11)],      # two loops, one each way round
])
def test_what_crosses_itself_inside_of_another_one_leaves_it_solid(crossing):
    ground, box = [(0, 0), (100, 0), (100, 100), (0, 100)], [(0, 0), (30, 0), (30, 45), (0, 45)]
    for turned in (box, box[::-1]):
        for solids in ([crossing, turned], [turned, crossing], [crossing[::-1], turned]):
            assert bake([ground], solids).area == 10000 - 30 * 45
            assert area_by_id(bake([ground], areas=[(one, 5) for one in solids])) == {5: 30 * 45, 63: 10000 - 30 * 45}


def test_the_plane_and_the_order():
    parts = [shifted(SQUARE, 0.3 * i, 0.7 * i, 1 + 0.1 * i) for i in range(6)]
    mesh = bake(parts[:4], parts[4:], plane_height=2.5, agent_radius=0.2)
    assert (mesh.vertices[:, 1] == 2.5).all() and mesh.agent_radius == 0.2
    turned = [np.roll(np.array(part), i, axis=0)[::-1] for i, part in enumerate(parts[:3:-1])]
    again = bake(np.array(parts[:4][::-1]), turned, plane_height=2.5, agent_radius=0.2)
    assert again.to_bytes() == mesh.to_bytes()
    first = bake([[(7, 1), (9, 1), (8, 3)]])
    assert sorted(map(tuple, first.vertices.tolist())) == [(7, 0, 1), (8, 0, 3), (9, 0, 1)]     # (x, y) is (x, height, z)


@pytest.mark.parametrize("traversable, obstructions, message", [
    ([[(0, 0), (1, 1)]], [], r"traversable\[0\]: must have at least 3 points, has 2"),
    ([SQUARE], [SQUARE, []], r"obstructions\[1\]: must have at least 3 points, has 0"),
    ([[0, 1, 2]], [], r"traversable\[0\]\[0\]: must be two numbers, is 0"),
    (SQUARE, [], r"traversable\[0\]: must have at least 3 points, has 2"),
    ([5], [], r"traversable\[0\]: must be a sequence of points"),
    ([[(0, 0, 0), (1, 1, 0), (1, 0, 0)]], [], r"traversable\[0\]\[0\]: must be two numbers, is \(0, 0, 0\)"),
    ([[(0, 0), (1, float("nan")), (1, 0)]], [], r"traversable\[0\]\[1\]: must be finite and within 1e[+]09 m, is \(1, nan\)"),
    ([[(0, 0), (1, 1), (1e300, 0)]], [], r"traversable\[0\]\[2\]: must be finite and within 1e[+]09 m, is \(1e[+]300, 0\)"),
    ([[(0, 0), (1, 1), ("a", 0)]], [], r"traversable\[0\]\[2\]: must be two numbers"),
])
def test_bad_outlines_are_named(traversable, obstructions, message):
    with pytest.raises(ValueError, match=message):
        navpy.bake_outlines(traversable, obstructions)


@pytest.mark.parametrize("more, message", [
    (dict(plane_height=float("inf")), "plane_height: must be"), (dict(plane_height="up"), "plane_height: must be"),
    (dict(plane_height=1e10), "plane_height: must be"), (dict(agent_radius=-1.0), "agent_radius: must be"),
    (dict(agent_radius=float("nan")), "agent_radius: must be"), (dict(corner_error=0.0), "corner_error: must be"),
    (dict(areas=[SQUARE]), r"areas\[0\]: must be \(outline, area id\)"),
    (dict(areas=[(SQUARE, 3), (SQUARE, 64)]), r"areas\[1\]\[1\]: must be a whole number in 0 … 63, is 64"),
    (dict(areas=[(SQUARE[:2], 3)]), r"areas\[0\]\[0\]: must have at least 3 points, has 2"),
    (dict(areas=[([*SQUARE, (0, float("inf"))], 3)]), r"areas\[0\]\[0\]\[4\]: must be finite"),
    (dict(areas=5), "areas: must be a sequence"),
    (dict(links=[navpy.OffMeshLink((1, 0, 1), (30, 0, 1), radius=1.0)]), "there is no polygon within"),
])
def test_bad_arguments_are_named(more, message):
    with pytest.raises(ValueError, match=message):
        navpy.bake_outlines([SQUARE], (), **more)


@pytest.mark.parametrize("traversable, obstructions, radius", [
    ([], [], 0), ([[(0, 0), (5, 0), (9, 0)]], [], 0), ([SQUARE], [shifted(SQUARE, -1, -1, 2)], 0), ([SQUARE], [], 2),
    ([SQUARE], [], 1e30), ([SQUARE], [shifted(SQUARE, 1.5, 0, 0.25)], 1.6),
])
def test_outlines_that_leave_nothing_give_an_empty_navmesh_and_a_warning(traversable, obstructions, radius):
    stages = []
    with pytest.warns(UserWarning, match="bake_outlines: no floor is left"):
        mesh = navpy.bake_outlines(traversable, obstructions, agent_radius=radius, progress=lambda *at: stages.append(at))
    assert mesh.polygon_count == 0 and stages[0] == ("outlines", 0.0) and stages[-1] == ("done", 1.0)
    mesh.validate()


@pytest.mark.parametrize("last", [name for name, _ in STAGES])
def test_progress_stops_the_bake(last):
    with pytest.raises(navpy.BakeCancelled, match=last if last != "done" else "end"):
        navpy.bake_outlines([SQUARE], agent_radius=0.5, progress=lambda stage, fraction: stage != last)


# ---- against shapely ----

def shapes(rng, count, coarse):
    """Boxes and polygons around a place, in pixels; coarse: on a lattice, where they touch, nest and repeat."""
    found = []
    for _ in range(count):
        if rng.random() < 0.5:
            x, y, w, h = rng.uniform(0, 400, 4) * (1, 1, 0.6, 0.6) + (0, 0, 1, 1)
            found.append([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
        else:
            angles = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 10)))
            reach = rng.uniform(5, 200, len(angles))
            found.append((rng.uniform(0, 400, 2) + np.stack((np.cos(angles), np.sin(angles)), 1) * reach[:, None]).tolist())
    if coarse:
        found = [(np.round(np.array(one) / 25) * 25).tolist() for one in found]
        found += [found[k] for k in rng.integers(0, max(len(found), 1), rng.integers(0, 3)) if found]
    return found


def filled(outlines, solid=False):
    """All places with a winding number other than 0, made by shapely of the outlines' faces; solid: of any single outline."""
    if solid:
        return shapely.union_all([filled([one]) for one in outlines])
    lines = shapely.unary_union([shapely.LinearRing(one) for one in outlines if len({tuple(p) for p in one}) > 2])
    faces = [face for face in shapely.get_parts(shapely.polygonize([lines])) if not lines.is_empty]
    kept = []
    for face in faces:
        at = np.array(face.representative_point().coords[0])[None]
        ends = [(np.array(one), np.roll(np.array(one), -1, axis=0)) for one in outlines]
        if sum(windings(at, a, b, np.ones(len(a), int))[0] for a, b in ends):
            kept.append(face)
    return shapely.unary_union(kept)


def eroded(free, radius):
    """Minus a capsule around each edge: the buffer of a whole area first leaves out small dents of its outline."""
    rings = [ring for part in shapely.get_parts(free) if part.area for ring in (part.exterior, *part.interiors)]
    edges = [shapely.LineString(edge) for ring in map(shapely.get_coordinates, rings) for edge in zip(ring, ring[1:])]
    return free - shapely.union_all(shapely.buffer(edges, radius, quad_segs=100)) if radius else free


def outer_edges(mesh):
    """Edges that no other polygon shares, as a length."""
    points = np.asarray(mesh.vertices)
    edges = {(a, b) for i in range(mesh.polygon_count) for a, b in zip(mesh.polygon(i), (*mesh.polygon(i)[1:], mesh.polygon(i)[0]))}
    lone = np.array([edge for edge in edges if edge[::-1] not in edges], int).reshape(-1, 2)
    return np.linalg.norm(points[lone[:, 0]] - points[lone[:, 1]], axis=1).sum()


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_random_outlines_against_shapely(seed):
    """The same area and the same islands; no crack and no overlap: polygons do not lie on each other, and edges that are not shared
    are as long as the boundary. Outlines of each kind have one direction, so they are united."""
    rng = np.random.default_rng(seed)
    coarse = rng.random() < 0.6
    traversable, obstructions = shapes(rng, rng.integers(1, 7), coarse), shapes(rng, rng.integers(0, 6), coarse)
    radius = float(rng.choice((0, 0, 3, 12.5, rng.uniform(0, 30))))
    free = filled(traversable) - filled(obstructions, True) if obstructions else filled(traversable)
    mesh = bake(traversable, obstructions, agent_radius=radius, corner_error=max(1e-5 * radius, 1e-6))
    expected = eroded(free, radius)
    polygons = polygons_of(mesh)
    united = shapely.union_all([shapely.Polygon(polygon) for polygon in polygons], grid_size=2.0**-16)
    slack = 1e-3 * (1 + free.length)
    assert united.symmetric_difference(expected).area < slack
    assert sum(shapely.Polygon(polygon).area for polygon in polygons) == pytest.approx(united.area, abs=1e-6)
    around = [eroded(free, radius + 0.01), eroded(free, radius - 0.01) if radius else free.buffer(0.01)]
    counts = {len([part for part in shapely.get_parts(one) if part.area]) for one in (*around, expected)}
    if len(counts) == 1:                    # else shapely's own count hangs on less than the tolerance
        assert mesh.island_count == counts.pop()
        assert outer_edges(mesh) == pytest.approx(expected.length, abs=slack)


@pytest.mark.parametrize("error", [None, 0.5, 2.0])
def test_round_corners_keep_the_area(error):
    walls = [shifted(SQUARE, 40 + 60 * x, 40 + 60 * y, 3 + x) for x in range(4) for y in range(4)]
    ground = [(0, 0), (300, 0), (300, 300), (0, 300)]
    mesh = bake([ground], walls, agent_radius=10, corner_error=error)
    free = shapely.Polygon(ground) - shapely.union_all([shapely.Polygon(wall) for wall in walls])
    assert mesh.area == pytest.approx(free.buffer(-10, quad_segs=1000).area, rel=1e-6)


# ---- tiles ----

@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32))
def test_tiles_make_the_same_mesh(seed):
    """The same area but for a unit along its boundary, and the same islands; a tile depends on nothing that is far from it."""
    rng = np.random.default_rng(seed)
    coarse, radius, size = rng.random() < 0.6, float(rng.choice((0, 3, 12.5, 27.1))), float(rng.choice((33.3, 50, 64, 200, 1000)))
    traversable, obstructions = shapes(rng, rng.integers(1, 7), coarse), shapes(rng, rng.integers(0, 6), coarse)
    areas = [(one, int(k) + 1) for k, one in enumerate(shapes(rng, rng.integers(0, 3), coarse))]
    more = dict(agent_radius=radius, areas=areas, corner_error=0.01)     # not coarse: vertices of arcs hang on the angle
    whole, tiled = (bake(traversable, obstructions, tile_size=each, **more) for each in (0, size))
    unit = 2.0**-14                         # of 1,000 pixels
    assert tiled.area == pytest.approx(whole.area, abs=unit * (outer_edges(whole) + 1))
    assert tiled.island_count == whole.island_count
    assert tiled.tile_size == pytest.approx(size, abs=unit)
    near = []
    for away in (5000, 6000):
        mesh = bake([*traversable, shifted(SQUARE, away, 0, 50)], obstructions, tile_size=size, **more)
        near.append(sorted(polygon.tolist() for polygon in polygons_of(mesh) if polygon[:, 0].max() < 4000))
    assert near[0] == near[1]


def test_a_tile_in_the_middle_of_ground_is_one_polygon():
    mesh = bake([shifted(SQUARE, -8, -8, 10)], agent_radius=1, tile_size=4)
    assert len(mesh.tiles) == 100 and mesh.polygon_count == 100 and mesh.area == 38 ** 2 and mesh.island_count == 1
    assert not mesh.unconnected_tiles()
    path = mesh.find_path((-6, 0, -6), (30, 0, 22))
    assert path.length == pytest.approx(np.hypot(36, 28))


# ---- areas ----

def area_by_id(mesh):
    found = {}
    for area, polygon in zip(mesh.areas, polygons_of(mesh)):
        found[int(area)] = found.get(int(area), 0.0) + shapely.Polygon(polygon).area
    return found


def test_areas_cut_the_ground_and_the_last_one_counts():
    areas = [(shifted(SQUARE, 2, 2), 5), (shifted(SQUARE, 4, 4)[::-1], 7), (shifted(SQUARE, 0, 4), 5), (shifted(SQUARE, 8, 0), 0)]
    mesh = bake([shifted(SQUARE, 0, 0, 2.5)], areas=areas)
    whole, placed = shapely.Polygon(shifted(SQUARE, 0, 0, 2.5)), {}
    left = whole
    for outline, area in reversed(areas):
        one = shapely.Polygon(outline)
        placed[area] = placed.get(area, 0.0) + left.intersection(one).area
        left -= one
    placed.pop(0)
    assert area_by_id(mesh) == {**placed, 63: left.area}
    assert mesh.island_count == 1


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32))
def test_random_areas(seed):
    rng = np.random.default_rng(seed)
    coarse, radius = rng.random() < 0.5, float(rng.choice((0, 8)))
    traversable, outlines = shapes(rng, 3, coarse), shapes(rng, rng.integers(1, 7), coarse)
    ids = rng.integers(0, 4, len(outlines)).tolist()
    mesh = bake(traversable, areas=list(zip(outlines, ids)), agent_radius=radius, corner_error=1e-3)
    left, placed = eroded(filled(traversable), radius), {}
    for outline, area in reversed(list(zip(outlines, ids))):
        one = filled([outline])
        placed[area] = placed.get(area, 0.0) + left.intersection(one).area
        left = left - one
    placed.pop(0, None)
    found = area_by_id(mesh)
    for area, size in {**placed, 63: left.area}.items():
        assert found.get(area, 0.0) == pytest.approx(size, abs=0.05)


def hostile(rng, size=40.0):
    """An outline that may turn one way and go round twice, go back on itself, repeat corners, or be two loops that wind either way."""
    kind = rng.integers(5)
    if kind == 0:                           # turns one way, more than once round
        angles = np.cumsum(rng.uniform(0.6, 3.1, rng.integers(5, 9)))
        middle, reach = rng.uniform(0.2, 0.8, 2) * size, rng.uniform(0.1, 0.5, (len(angles), 1)) * size
        one = middle + np.stack((np.cos(angles), np.sin(angles)), 1) * reach
    elif kind == 1:                         # two loops of either direction, with a way between that is there and back
        unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
        a, b = [rng.uniform(0, 0.8, 2) * size + unit * rng.uniform(1, 0.4 * size) for _ in range(2)]
        a, b = a[::rng.choice((1, -1))], b[::rng.choice((1, -1))]
        one = np.concatenate((a, a[:1], b, b[:1]))
    else:
        one = rng.uniform(0, size, (rng.integers(3, 9 if kind < 4 else 60), 2))
    if kind == 3:
        one = np.round(one / 5) * 5
    if rng.random() < 0.5:                  # equal corners, and corners that go straight on or back
        at = rng.integers(len(one))
        one = np.insert(one, at, [one[at], one[at - 1], 0.5 * (one[at] + one[at - 1])][rng.integers(3)], axis=0)
    return one.tolist()


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_solids_that_cross_themselves_are_solid_whatever_else_covers_them(seed):
    """Of obstructions and areas, alone and on each other, in one piece and in tiles."""
    rng = np.random.default_rng(seed)
    ground, tile_size = [(-5, -5), (45, -5), (45, 45), (-5, 45)], float(rng.choice((0, 7, 16)))
    solids = [hostile(rng) for _ in range(rng.integers(1, 4))]
    solids += [solids[0]] * int(rng.integers(2)) + [solids[-1][::-1]] * int(rng.integers(2))
    solid, slack = (filled(solids, True) & shapely.Polygon(ground)).area, 1e-3 * sum(len(one) for one in solids)
    assert bake([ground], solids, tile_size=tile_size).area == pytest.approx(2500 - solid, abs=slack)
    mesh = bake([ground], areas=[(one, 5) for one in solids], tile_size=tile_size)
    assert area_by_id(mesh).get(5, 0.0) == pytest.approx(solid, abs=slack) and mesh.area == pytest.approx(2500)


# ---- chosen tiles ----

BOUNDS = ((-100.0, -100.0), (500.0, 500.0))


def put_tile(mesh, tile):
    """Add a tile, or remove that in its place where no ground is left."""
    if tile.polygon_count:
        mesh.add_tile(tile)
    elif (tile.x, tile.z) in mesh.tiles:
        mesh.remove_tile(tile.x, tile.z)


def tiles_of(mesh):
    return {place: mesh.tile(*place).to_bytes() for place in mesh.tiles}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_a_tile_is_that_of_a_whole_bake(seed):
    """To the byte, also on a level that has changed; only tiles near the change have; and the mesh with them put in is as good."""
    rng = np.random.default_rng(seed)
    coarse, radius = rng.random() < 0.6, float(rng.choice((0, 3, 12.5)))
    more = dict(tile_size=float(rng.choice((33.3, 50, 64, 200))), agent_radius=radius, bounds=BOUNDS)
    more["areas"] = [(one, int(k) + 1) for k, one in enumerate(shapes(rng, rng.integers(0, 3), coarse))]
    traversable, obstructions = shapes(rng, rng.integers(1, 6), coarse), shapes(rng, rng.integers(0, 5), coarse)
    new = shapes(rng, 1, coarse)[0]
    before, after = bake(traversable, obstructions, **more), bake(traversable, [*obstructions, new], **more)
    assert not before.unconnected_tiles() and not after.unconnected_tiles()
    olds, news = tiles_of(before), tiles_of(after)
    low, high = np.min(new, axis=0), np.max(new, axis=0)
    size, reach = before.tile_size, radius * 17 / 16 + 0.01
    first, last = np.floor((low - reach) / size).astype(int), np.floor((high + reach) / size).astype(int)
    near = {(x, z) for x in range(first[0], last[0] + 1) for z in range(first[1], last[1] + 1)}
    for place in olds.keys() | news.keys() - near:
        assert place in near or olds.get(place) == news.get(place)
    for x, z in near:
        tile = navpy.bake_outline_tile(traversable, [*obstructions, new], x, z, **more)
        assert tile.to_bytes() == news[x, z] if (x, z) in news else not tile.polygon_count
        put_tile(before, tile)
    before.validate()
    assert tiles_of(before) == news
    assert before.area == pytest.approx(after.area) and before.island_count == after.island_count
    assert not before.unconnected_tiles()


def test_ground_ends_at_the_bounds():
    mesh = bake([shifted(SQUARE, -50, -50, 100)], agent_radius=1, tile_size=4, bounds=((0, 0), (10, 14)))
    assert mesh.area == 8 * 12
    mesh = bake([shifted(SQUARE, -50, -50, 100)], bounds=((0, 0), (10, 14)))
    assert mesh.area == 140 and mesh.polygon_count == 1


@pytest.mark.parametrize("bounds, message", [
    (5, r"bounds: must be \(\(x, y\) least"), (((0, 0), (1, float("nan"))), r"bounds\[1\]: must be finite"),
    (((0, 0), (0, 1)), "bounds: the first corner must be less"), (None, "bounds: must be those of the whole level's bake"),
])
def test_bad_bounds_are_named(bounds, message):
    with pytest.raises(ValueError, match=message):
        navpy.bake_outline_tile([SQUARE], (), 0, 0, tile_size=2, bounds=bounds)


@pytest.mark.parametrize("radius", [0, 1])
def test_walls_on_the_lines_of_tiles_are_no_portals(radius):
    """Ground up to a line, a wall along a part of one, a hole from line to line."""
    walls = [[(8, 4), (12, 4), (12, 8), (8, 8)], [(0, 8), (3, 8), (3, 9), (0, 9)], [(16, 1), (17, 1), (17, 3), (16, 3)]]
    # so that the curve lies on the lines:
    walls = [np.array(wall) - np.sign(np.array(wall) - np.mean(wall, axis=0)) * radius for wall in walls]
    mesh = bake([[(-radius, -radius), (24 + radius, -radius), (24 + radius, 16 + radius), (-radius, 16 + radius)]], walls, tile_size=4,
                agent_radius=radius)
    mesh.validate()
    assert mesh.unconnected_tiles() == [] and mesh.island_count == 1
    assert mesh.find_path((7, 0, 6), (13, 0, 6)).length > 6
    mesh.remove_tile(0, 0)
    assert (0, 0) in mesh.unconnected_tiles()


def test_buffers_and_threads_change_nothing():
    from concurrent.futures import ThreadPoolExecutor
    rng = np.random.default_rng(5)
    ground, walls = shapes(rng, 6, False), shapes(rng, 4, True)
    mesh = bake(ground, walls, agent_radius=5, tile_size=50)
    with ThreadPoolExecutor(2) as threads:
        again = bake(list(map(np.array, ground)), list(map(np.array, walls)), agent_radius=5, tile_size=50, executor=threads)
    assert again.to_bytes() == mesh.to_bytes()
    with pytest.raises(ValueError, match=r"traversable\[0\]\[1\]: must be finite"):
        bake([np.array([(0, 0), (1, np.nan), (1, 1)])])
