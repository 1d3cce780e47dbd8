"""clean_polygons: random plane subdivisions taken apart and put together again, against what they were made from."""
import warnings
import itertools
from array import array

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.meshes import delaunay_mesh, grid_mesh
from navpy import NavMesh, clean_polygons

SQUARE = [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)]       # counter-clockwise seen from above


def rings_of(cleaned):
    offsets, corners = cleaned.offsets, list(cleaned.corners)
    return [corners[a:b] for a, b in zip(offsets, offsets[1:])]


def area_of(vertices, ring):
    """Above 0 where the ring is counter-clockwise seen from above."""
    x, _, z = np.asarray(vertices, float)[list(ring)].T
    return (np.dot(z, np.roll(x, -1)) - np.dot(x, np.roll(z, -1))) / 2


def links_of(mesh, label=lambda poly: poly):
    """Which labels are neighbors, and over which stretch (by the places of its ends)."""
    places = np.round(mesh.vertices, 4)
    found = set()
    for i, (polygon, row) in enumerate(zip(mesh.polygons, mesh.neighbors)):
        for a, b, k in zip(polygon, polygon[1:] + polygon[:1], row):
            if k >= 0 and label(i) != label(k):
                found.add((label(i), label(k), *sorted((tuple(places[a]), tuple(places[b])))))
    return found


def taken_apart(mesh, rng, noise):
    """Every polygon with vertices of its own, moved by up to `noise`, in any order, from any corner, either way round.
    Returns vertices, polygons and where each came from."""
    order = rng.permutation(mesh.polygon_count)
    vertices, polygons = [], []
    for i in order:
        ring = np.roll(mesh.polygons[i], rng.integers(9))
        ring = ring[::-1] if rng.random() < 0.5 else ring
        polygons.append(range(len(vertices), len(vertices) + len(ring)))
        vertices += list(mesh.vertices[ring] + rng.uniform(-noise, noise, (len(ring), 3)))
    shuffle = rng.permutation(len(vertices))
    back = np.argsort(shuffle)
    return np.array(vertices)[shuffle], [[int(back[k]) for k in polygon] for polygon in polygons], order


# ---- put together again ----

@pytest.mark.parametrize("noise", [0.0, 1e-4])
@pytest.mark.parametrize("seed", range(6))
def test_a_mesh_taken_apart_is_the_same_again(seed, noise):
    rng = np.random.default_rng(seed)
    for mesh in (delaunay_mesh(seed, height=1.0), grid_mesh(seed, angle=0.3 * seed)):
        vertices, polygons, order = taken_apart(mesh, rng, noise)
        if noise:                       # polygons with corners in line become slightly concave: only lattices without them
            polygons, vertices = (polygons, vertices) if max(map(len, polygons)) == 3 else (None, None)
        if polygons is None:
            continue
        again = NavMesh.from_polygons(vertices, polygons, [int(i) % 64 for i in order])
        again.validate()
        used = {corner for polygon in mesh.polygons for corner in polygon}
        assert again.vertex_count == len(used) and again.polygon_count == mesh.polygon_count
        assert again.area == pytest.approx(mesh.area, rel=1e-3 if noise else 1e-9)
        pairs = {(i, k) for i, row in enumerate(mesh.neighbors) for k in row if k >= 0}
        assert {(order[i], order[k]) for i, row in enumerate(again.neighbors) for k in row if k >= 0} == pairs
        assert again.areas.tolist() == (order % 64).tolist()


@pytest.mark.parametrize("seed", range(12))
def test_concave_faces_are_split_and_stay_neighbors(seed):
    """Cells merged at random into simple faces, most of them concave with corners in line; split again they cover the
    same cells, and the links between faces are those of the unit edges."""
    rng = np.random.default_rng(seed)
    width, angle = 10, 0.37 * seed
    label = label_cells(rng, width)
    corners = [(i, k) for i in range(width + 1) for k in range(width + 1)]
    turned = [(i * np.cos(angle) - k * np.sin(angle), 0.0, i * np.sin(angle) + k * np.cos(angle)) for i, k in corners]
    faces, names = [], []
    for name in sorted(set(label.ravel().tolist())):
        ring = outline(label == name)
        if ring is not None:
            faces.append([corners.index(corner) for corner in ring][::rng.choice([-1, 1])])
            names.append(name)
    cleaned = clean_polygons(turned, faces)
    mesh = NavMesh.from_polygons(turned, faces)
    assert cleaned.split > 3 and cleaned.message == "" and cleaned.t_junctions == 0
    for face in range(len(faces)):
        pieces = [ring for ring, source in zip(rings_of(cleaned), cleaned.source) if source == face]
        assert sum(area_of(turned, ring) for ring in pieces) == pytest.approx((label == names[face]).sum())
        assert {v for ring in pieces for v in ring} == set(faces[face])
    expected = set()
    for i in range(width):
        for k in range(width):
            for a, b, ends in ((label[i, k], label[(i + 1) % width, k], ((i + 1, k), (i + 1, k + 1))),
                               (label[i, k], label[i, (k + 1) % width], ((i, k + 1), (i + 1, k + 1)))):
                if a != b and a in names and b in names and max(ends[1]) <= width and max(ends[0]) < width + (ends[0] != ends[1]) \
                        and ends[0] != (width, k) and ends[0] != (i, width):
                    places = sorted(tuple(np.round(turned[corners.index(end)], 4)) for end in ends)
                    expected |= {(names.index(a), names.index(b), *places), (names.index(b), names.index(a), *places)}
    source = cleaned.source
    assert links_of(mesh, lambda poly: source[poly]) == expected


def label_cells(rng, width):
    """Patches of cells that grew from seeds."""
    label = np.full((width, width), -1)
    for name, cell in enumerate(rng.permutation(width * width)[:9]):
        label[divmod(cell, width)] = name
    while (label < 0).any():
        i, k = rng.integers(width, size=2)
        step = [(1, 0), (-1, 0), (0, 1), (0, -1)][rng.integers(4)]
        if label[i, k] < 0 and 0 <= i + step[0] < width and 0 <= k + step[1] < width:
            label[i, k] = label[i + step[0], k + step[1]]
    return label


def outline(cells):
    """The lattice points round a patch of cells; None where it has a hole or touches itself."""
    after = {}
    padded = np.pad(cells, 1)
    for i, k in np.argwhere(cells):
        for step, a, b in (((0, -1), (i, k), (i + 1, k)), ((1, 0), (i + 1, k), (i + 1, k + 1)),
                           ((0, 1), (i + 1, k + 1), (i, k + 1)), ((-1, 0), (i, k + 1), (i, k))):
            if not padded[i + 1 + step[0], k + 1 + step[1]]:
                if tuple(a) in after:
                    return None
                after[tuple(map(int, a))] = tuple(map(int, b))
    ring = [next(iter(after))]
    while after[ring[-1]] != ring[0]:
        ring.append(after[ring[-1]])
    return ring if len(ring) == len(after) else None


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.integers(5, 40))
def test_star_shaped_faces(seed, count):
    """Random stars: pieces are convex, keep all corners and none but them, and have the star's area."""
    rng = np.random.default_rng(seed)
    angles = np.sort(rng.uniform(0, 2 * np.pi, count))
    if np.diff(angles, append=angles[0] + 2 * np.pi).max() > 3.0 or np.diff(angles).min() < 1e-3:
        return
    radii = rng.uniform(0.3, 5.0, count)
    star = np.column_stack([radii * np.sin(angles), rng.uniform(-1, 1, count), radii * np.cos(angles)])
    cleaned = clean_polygons(star, [range(count)], [7])
    mesh = NavMesh(cleaned.vertices, cleaned.offsets, cleaned.corners, cleaned.areas)
    mesh.validate()
    assert mesh.area == pytest.approx(abs(area_of(star, range(count))), rel=1e-9)
    assert mesh.island_count == 1 and set(cleaned.areas) == {7} and set(cleaned.corners) == set(range(count))
    assert sum(row.count(-1) for row in mesh.neighbors) == count        # the star's edges, each once


# ---- welding ----

@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.floats(0.0, 0.3))
def test_welding_does_not_depend_on_the_order_and_moves_nothing_far(seed, reach):
    rng = np.random.default_rng(seed)
    points = rng.choice([0.0, 0.05, 0.1, 0.35, 1.0], (60, 3)) + rng.choice([0.0, -0.0, 0.013], (60, 3))
    order = rng.permutation(60)
    one, other = welded_to(points, reach), welded_to(points[order], reach)
    assert (one[order] == other).all()
    assert (np.linalg.norm(one - points, axis=1) <= reach).all()
    anchors = np.unique(one, axis=0)
    gaps = np.linalg.norm(anchors[:, None] - anchors[None], axis=2) + np.eye(len(anchors)) * 9
    assert len(anchors) == 1 or gaps.min() > reach
    away = np.linalg.norm(points[:, None] - anchors[None], axis=2).min(axis=1)
    assert np.linalg.norm(one - points, axis=1) == pytest.approx(away, abs=0)


def welded_to(points, reach):
    """Where each of the points goes: each is a corner of a large triangle of its own."""
    far = np.array([(100.0 + 9 * i, 0, k) for i in range(len(points)) for k in (0, 5)])
    count = len(points)
    cleaned = clean_polygons(np.vstack([points, far]), [(i, count + 2 * i, count + 2 * i + 1) for i in range(count)],
                             weld_distance=reach)
    vertices = np.asarray(cleaned.vertices)
    near = [[v for v in ring if vertices[v][0] < 50] for ring in rings_of(cleaned)]
    return np.array([vertices[ring[0]] for ring in near])


@pytest.mark.parametrize("axis", range(3))
def test_a_vertex_between_two_anchors_goes_to_the_first_by_coordinates(axis):
    """It is as near to both, and they are too far from each other to be one."""
    low, middle, high = (0.5 * i * np.eye(3)[axis] for i in range(3))
    for order in itertools.permutations((0, 1, 2)):
        points = np.array([low, middle, high])[list(order)]
        welded = welded_to(points, 0.75)
        assert welded.tolist() == [(low, low, high)[i].tolist() for i in order]


def test_a_chain_of_near_vertices_keeps_its_polygon():
    """A circle whose corners are each nearer to the next than the welding distance."""
    angles = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    circle = np.column_stack([np.sin(angles), 0 * angles, np.cos(angles)])
    cleaned = clean_polygons(circle, [range(400)], weld_distance=0.1)
    assert len(rings_of(cleaned)) == 1 and 50 < len(cleaned.corners) < 70 and cleaned.welded == 400 - len(cleaned.corners)
    assert area_of(cleaned.vertices, rings_of(cleaned)[0]) == pytest.approx(np.pi, rel=0.03)


def test_what_welding_takes_is_told():
    small = [(5, 0, 5), (5, 0, 5.0005), (5.0005, 0, 5)]
    cleaned = clean_polygons(SQUARE + small, [range(4), (4, 5, 6)])
    assert list(cleaned.skipped) == list(cleaned.collapsed) == [1] and cleaned.welded == 2
    assert "1 of them, the first is 1, had one before vertices nearer than weld_distance 0.001 m" in cleaned.message
    assert len(rings_of(clean_polygons(SQUARE + small, [range(4), (4, 5, 6)], weld_distance=0))) == 2
    pinched = [(0, 0, 0), (-1, 0, 1), (-0.001, 0, 1), (-1, 0, 2), (0, 0, 3), (1, 0, 2), (0.001, 0, 1), (1, 0, 1)]
    assert clean_polygons(pinched, [range(8)]).split == 1
    with pytest.raises(ValueError, match="polygon 0 crosses or touches itself"):
        clean_polygons(pinched, [range(8)], weld_distance=0.01)


# ---- what is left out, turned or refused ----

def test_faces_without_area():
    vertices = SQUARE + [(0, 0, 2), (0, 5, 1), (0, 9, 1)]
    faces = [(0, 1, 4), range(4), (0, 5, 6), (0, 0, 1), (3, 3, 2, 2), (0, 1, 2, 3)[::-1]]
    cleaned = clean_polygons(vertices, faces[:5])
    assert rings_of(cleaned) == [[0, 1, 2, 3]] and list(cleaned.source) == [1] and list(cleaned.skipped) == [0, 2, 3, 4]
    assert not cleaned.collapsed and cleaned.message.startswith("4 polygons without area were left out, the first is 0")
    with pytest.warns(UserWarning, match="4 polygons without area"):
        NavMesh.from_polygons(vertices, faces[:5])
    with pytest.raises(ValueError, match="polygons 1 and 5 have the same corners"):
        clean_polygons(vertices, faces)


def test_repeated_corners_are_dropped_and_clockwise_faces_turned():
    cleaned = clean_polygons(SQUARE, [(3, 3, 2, 1, 1, 0, 3)], [5])
    assert sorted(rings_of(cleaned)[0]) == [0, 1, 2, 3] and area_of(SQUARE, rings_of(cleaned)[0]) == 1.0
    assert cleaned.turned == 1 and list(cleaned.areas) == [5] and cleaned.message == ""


PENTAGRAM = [(np.sin(a), 0, np.cos(a)) for a in 4 * np.pi * np.arange(5) / 5]


@pytest.mark.parametrize("vertices, polygons, message", [
    ([(0, 0, 0), (1, 0, np.nan), (1, 0, 1)], [(0, 1, 2)], "vertex 1 is not finite"),
    (SQUARE, [(0, 1, 4)], "polygon 0 names vertex 4, there are 4"),
    (SQUARE, [(0, 1)], "polygon 0 has 2 corners"),
    (SQUARE, [(0, 1.5, 2)], "polygon 0 is not a sequence of vertex indices"),
    (SQUARE, [(0, 1, 2 ** 40)], "polygon 0 is not a sequence of vertex indices"),
    (SQUARE, [3], "polygon 0 is not a sequence of vertex indices"),
    (SQUARE, [(0, 2, 1, 3)], "polygon 0 crosses or touches itself, at its edges from vertex 0 and from vertex 1"),
    (SQUARE + [(5, 0, 5), (6, 0, 5), (5, 0, 6)], [(4, 5, 6), (0, 2, 1, 3)], "polygon 1 crosses"),
    (PENTAGRAM, [range(5)], "polygon 0 crosses"),
    (SQUARE + [(0, 0, 3)], [(0, 1, 4, 1, 2, 3)], "polygon 0 crosses or touches itself"),
    (SQUARE + [(0, 0, 0.5)], [(0, 1, 2, 4, 3)], "polygon 0 crosses or touches itself"),
    ([*SQUARE, (1, 5, 0)], [(0, 1, 2, 4, 3)], "polygon 0 has two corners in a row, 4 and 3, at the same x and z"),
    (SQUARE, [(0, 1, 2, 3), (0, 1, 2)], "polygons 0 and 1 both lie on the same side of the edge 0-1"),
    (SQUARE + SQUARE, [(0, 1, 2, 3), (6, 5, 4, 7)], "polygons 0 and 1 have the same corners"),
    (SQUARE + [(-1, 0, 0.5), (-2, 0, 0.5), (0, 0, 0), (0, 0, 1)], [(0, 1, 2, 3), (0, 1, 4), (6, 7, 5)],
     "more than two polygons share the edge 0-1: 0, 1, 2"),
])
def test_faults_are_named(vertices, polygons, message):
    for make in (clean_polygons, NavMesh.from_polygons):
        with pytest.raises(ValueError, match=message) as error:
            make(vertices, polygons)
        assert "\n" not in str(error.value)


# ---- faulty polygons left out ----

@pytest.mark.parametrize("seed", range(8))
def test_a_mesh_is_the_same_without_the_faulty_polygons_put_among_it(seed):
    """Each faulty polygon lies on an edge of a sound one, on the same side, or crosses itself."""
    rng = np.random.default_rng(seed)
    mesh = delaunay_mesh(seed, height=1.0)
    vertices, polygons = mesh.vertices.tolist(), [list(polygon) for polygon in mesh.polygons]
    sound = len(polygons)
    for i in rng.choice(sound, 5, replace=False):
        a, b, c = polygons[i][:3]
        vertices.append(np.average(mesh.vertices[[a, b, c]], axis=0, weights=rng.uniform(0.2, 1, 3)) + [0, 0.3, 0])
        polygons.append([a, b, len(vertices) - 1])
        vertices += [[30, 0, 30 + i], [31, 0, 30 + i], [30, 0, 30.5 + i], [31, 0, 30.5 + i]]
        polygons.append([len(vertices) - k for k in (4, 2, 3, 1)])
    with pytest.raises(ValueError, match="same side|more than two|crosses"):
        clean_polygons(vertices, polygons)
    cleaned = clean_polygons(vertices, polygons, leave_out_faulty=True)
    assert list(cleaned.faulty) == list(range(sound, len(polygons))) and "10 polygons were left out" in cleaned.message
    again = NavMesh(cleaned.vertices, cleaned.offsets, cleaned.corners, cleaned.areas)
    assert links_of(again) == links_of(mesh) and again.area == pytest.approx(mesh.area)


@pytest.mark.parametrize("polygons, kept", [
    ([(0, 1, 2, 3), (0, 1, 2)], [0]),
    ([(0, 1, 2), (0, 1, 2, 3), (0, 2, 3)], [0, 2]),         # the second one leaves its other edges to those that follow
    ([(0, 1, 2, 3), (3, 2, 1, 0)], [0]),
    ([(0, 2, 1, 3), (0, 1, 2, 3)], [1]),
    ([(0, 1, 2, 3)], [0]),
])
def test_of_polygons_on_one_side_of_an_edge_the_first_remains(polygons, kept):
    cleaned = clean_polygons(SQUARE, polygons, [7 + i for i in range(len(polygons))], leave_out_faulty=True)
    assert list(cleaned.source) == kept and sorted(kept + list(cleaned.faulty)) == list(range(len(polygons)))
    assert list(cleaned.areas) == [7 + i for i in kept]
    assert NavMesh(cleaned.vertices, cleaned.offsets, cleaned.corners, cleaned.areas).area == 1.0


@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), "far", None])
def test_bad_weld_distances(value):
    with pytest.raises(ValueError, match="weld_distance: must be"):
        clean_polygons(SQUARE, [range(4)], weld_distance=value)


def test_buffers_without_numpy_and_nothing_at_all():
    flat = memoryview(array("d", [c for v in SQUARE for c in v])).cast("B").cast("d", (4, 3))
    cleaned = clean_polygons(flat, [range(4)])
    assert NavMesh(cleaned.vertices, cleaned.offsets, cleaned.corners, cleaned.areas).area == 1.0
    for vertices in ([], SQUARE):
        cleaned = clean_polygons(vertices, [])
        assert list(cleaned.offsets) == [0] and not cleaned.corners and cleaned.message == ""


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_anything_is_cleaned_or_refused(data):
    """Faces of a few coarse points: a mesh or a ValueError, and always the same one."""
    points = data.draw(st.lists(st.tuples(*[st.sampled_from([0.0, 1.0, 2.0, 1.0005, 2.5])] * 3), min_size=3, max_size=9))
    faces = data.draw(st.lists(st.lists(st.integers(0, len(points) - 1), min_size=3, max_size=8), max_size=4))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outcomes = []
        for _ in range(2):
            try:
                mesh = NavMesh.from_polygons(points, faces)
                mesh.validate()
                outcomes.append(mesh.to_bytes())
            except ValueError as error:
                outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


# ---- edges that meet without being shared ----

def brute_junctions(mesh):
    """Border edges that overlap one of another polygon that runs the other way, by all pairs."""
    vertices, edges = mesh.vertices, []
    for i, (polygon, row) in enumerate(zip(mesh.polygons, mesh.neighbors)):
        edges += [(i, vertices[a], vertices[b]) for a, b, k in zip(polygon, polygon[1:] + polygon[:1], row) if k < 0]
    found = set()
    for e, (i, a, b) in enumerate(edges):
        along = (b - a) / np.linalg.norm(b - a)
        for f, (k, c, d) in enumerate(edges):
            if i != k and np.dot(along, c - d) > 0:
                s, t = np.dot(d - a, along), np.dot(c - a, along)
                aside = max(np.linalg.norm(p - a - np.dot(p - a, along) * along) for p in (c, d))
                if min(t, np.linalg.norm(b - a)) - max(s, 0) > 2e-3 and aside < 1e-3:
                    found |= {e, f}
    return len(found)


@pytest.mark.parametrize("seed", range(10))
def test_t_junctions_by_all_pairs(seed):
    """Rectangles of a lattice without corners in line, some of them a floor up."""
    rng = np.random.default_rng(seed)
    mesh = grid_mesh(seed, width=14, depth=12, removed=0.1)
    vertices, faces = [], []
    turn = np.array([(np.cos(seed), np.sin(seed)), (-np.sin(seed), np.cos(seed))])
    for polygon in mesh.polygons:
        ring = mesh.vertices[list(polygon)]
        low, high = ring.min(axis=0), ring.max(axis=0)
        y = rng.choice([0.0, 0.0, 0.0, 3.0])
        faces.append(range(len(vertices), len(vertices) + 4))
        for x, z in ((low[0], low[2]), (low[0], high[2]), (high[0], high[2]), (high[0], low[2])):
            flat = np.dot((x, z), turn)
            vertices.append((flat[0], y, flat[1]))
    cleaned = clean_polygons(vertices, faces)
    with pytest.warns(UserWarning, match="edges lie along another polygon's edge without sharing both vertices"):
        again = NavMesh.from_polygons(vertices, faces)
    assert cleaned.t_junctions == brute_junctions(again) > 5


def test_a_t_junction_is_named():
    vertices = SQUARE + [(1, 0, 0.5), (2, 0, 0), (2, 0, 0.5), (2, 0, 1)]
    faces = [range(4), (3, 4, 6, 5), (4, 2, 7, 6)]
    cleaned = clean_polygons(vertices, faces)
    assert cleaned.t_junctions == 3
    assert "the first is 2-3 of polygon 0 along 4-2 of polygon 2" in cleaned.message \
        or "the first is 2-3 of polygon 0 along 3-4 of polygon 1" in cleaned.message
    assert clean_polygons(vertices, [(0, 1, 2, 4, 3), *faces[1:]]).t_junctions == 0
