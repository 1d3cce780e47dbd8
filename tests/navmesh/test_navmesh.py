"""NavMesh: what it takes and refuses, what it derives, where it finds a point, and its bytes."""
import pickle
from array import array
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from navpy.navmesh.navmesh import NavMesh
from tests.cutting import cut_mesh
from tests.meshes import contains, delaunay_mesh, grid_mesh, meshes, random_points

SQUARE = [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)]       # counter-clockwise seen from above


def floors():
    """A floor, a smaller one 3 m over it, and a ramp from one to the other."""
    vertices = [(0, 0, 0), (0, 0, 10), (10, 0, 10), (10, 0, 0), (2, 3, 2), (2, 3, 6), (6, 3, 6), (6, 3, 2),
                (14, 3, 10), (14, 3, 0)]
    return NavMesh.from_polygons(vertices, [(0, 1, 2, 3), (4, 5, 6, 7), (3, 2, 8, 9)], climb=0.4)


# ---- taking and refusing ----

def test_from_buffers_without_numpy():
    flat = array("d", [c for v in SQUARE for c in v])
    vertices = memoryview(flat).cast("B").cast("d", (4, 3))
    mesh = NavMesh(vertices, array("i", [0, 4]), array("i", [0, 1, 2, 3]), array("i", [7]), agent_radius=0.4)
    assert mesh.polygons == ((0, 1, 2, 3),) and mesh.areas.tolist() == [7] and mesh.agent_radius == 0.4
    assert mesh.area == 1.0 and mesh.bounds == ((0, 0, 0), (1, 0, 1)) and mesh.triangles.tolist() == [0, 1, 2, 0, 2, 3]


@pytest.mark.parametrize("mesh", [NavMesh(), NavMesh.from_polygons([], []), NavMesh.from_polygons(SQUARE, [])])
def test_empty(mesh):
    mesh.validate()
    assert mesh.polygon_count == mesh.island_count == 0 and mesh.area == 0.0
    assert mesh.islands.shape == (0,) and mesh.polygons == () and mesh.vertices.shape == (mesh.vertex_count, 3)
    assert mesh.locate((0, 0, 0)) is None and mesh.nearest((0, 0, 0)) is None
    assert NavMesh.from_bytes(mesh.to_bytes()).vertex_count == mesh.vertex_count


def test_clockwise_polygons_are_turned_round_for_people_only():
    mesh = NavMesh.from_polygons(SQUARE, [(3, 2, 1, 0)])
    assert mesh.polygons == ((0, 1, 2, 3),)
    with pytest.raises(ValueError, match="polygon 0 is clockwise"):
        NavMesh(np.array(SQUARE, float), array("i", [0, 4]), array("i", [3, 2, 1, 0]))


PENTAGRAM = [(np.sin(a), 0, np.cos(a)) for a in 4 * np.pi * np.arange(5) / 5]


@pytest.mark.parametrize("vertices, polygons, message", [
    ([(0, 0, 0), (1, 0, np.nan), (1, 0, 1)], [(0, 1, 2)], "vertex 1 is not finite"),
    ([(0, 0, 0), (1, np.inf, 0), (1, 0, 1)], [(0, 1, 2)], "vertex 1 is not finite"),
    ([(0, 0, 0), (1e10, 0, 0), (1, 0, 1)], [(0, 1, 2)], "vertex 1 is more than 1e[+]09 m"),
    (SQUARE, [(0, 1, 4)], "polygon 0 names vertex 4, there are 4"),
    (SQUARE, [(0, 1, -1)], "polygon 0 names vertex -1"),
    (SQUARE, [(0, 1)], "polygon 0 has 2 corners"),
    (SQUARE, [(0, 1, 2), ()], "polygon 1 has 0 corners"),
    (SQUARE, [(0, 2, 1, 3)], "polygon 0 has no area"),
    (SQUARE, [(0, 1, 2, 2)], "two corners in a row, 2 and 2"),
    ([(0, 0, 0), (0, 0, 1), (0, 0, 2)], [(0, 1, 2)], "polygon 0 has no area"),
    ([(0, 0, 0), (0, 5, 1), (0, 9, 1)], [(0, 1, 2)], "polygon 0 has no area"),
    ([(0, 0, 0), (0, 0, 2), (2, 0, 2), (0.3, 0, 1.7)], [(0, 1, 2, 3)], "polygon 0 is not convex in the ground plane at its corner 3"),
    (PENTAGRAM, [(0, 1, 2, 3, 4)], "polygon 0 is not convex"),
    (SQUARE + [(0, 0, 3)], [(0, 1, 4, 1, 2, 3)], "polygon 0 is not convex"),
    (SQUARE, [(0, 1, 2, 3), (0, 1, 2)], "polygons 0 and 1 both lie on the same side of the edge 0-1"),
    (SQUARE + [(-1, 0, 0.5), (-2, 0, 0.5)], [(0, 1, 2, 3), (1, 0, 4), (1, 0, 5)],
     "more than two polygons share the edge 0-1, among them 0 and 1"),
])
def test_faults_are_named(vertices, polygons, message):
    offsets = np.cumsum([0, *map(len, polygons)], dtype=np.int32)
    with pytest.raises(ValueError, match=message) as error:
        NavMesh(np.array(vertices, float), offsets, np.concatenate(polygons).astype(np.int32))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("arguments, message", [
    (dict(offsets=array("i", [0, 3]), corners=array("i", [0, 1, 2, 3])), "offsets: must run from 0 to the 4 corners"),
    (dict(offsets=array("i", [1, 4]), corners=array("i", [0, 1, 2, 3])), "offsets: must run from 0"),
    (dict(offsets=array("i", [0, 9, 4]), corners=array("i", [0, 1, 2, 3])), "offsets: must not decrease"),
    (dict(offsets=array("i", [0, -5, 4]), corners=array("i", [0, 1, 2, 3])), "offsets: must not decrease"),
    (dict(corners=array("i", [0, 1, 2, 3])), "offsets: missing"),
    (dict(offsets=array("i", [0, 4]), corners=array("i", [0, 1, 2, 3]), areas=array("i", [1, 2])), "areas: must be one"),
    (dict(agent_radius=-1), "agent_radius: must be"),
    (dict(climb=float("nan")), "climb: must be"),
])
def test_bad_buffers_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        NavMesh(np.array(SQUARE, float), **arguments)


def test_corners_in_line_are_fine_even_rounded_to_float32():
    for angle in np.linspace(0, 6, 30):
        x, z = np.array([(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)], float).T + 100.0
        turned = np.column_stack([x * np.cos(angle) - z * np.sin(angle), 0 * x, x * np.sin(angle) + z * np.cos(angle)])
        NavMesh.from_polygons(turned.astype(np.float32), [range(8)]).validate()


# ---- what is derived ----

def test_neighbors_islands_and_area_by_brute_force():
    for mesh in meshes(4):
        mesh.validate()
        polygons, flat = mesh.polygons, mesh.vertices[:, [0, 2]]
        edges = [{frozenset(e) for e in zip(p, p[1:] + p[:1])} for p in polygons]
        pairs = {(i, k) for i, a in enumerate(edges) for k, b in enumerate(edges) if i != k and a & b}
        assert {(i, k) for i, row in enumerate(mesh.neighbors) for k in row if k >= 0} == pairs
        for polygon, row in zip(polygons, mesh.neighbors):
            for a, b, k in zip(polygon, polygon[1:] + polygon[:1], row):
                assert k < 0 or frozenset((a, b)) in edges[k]
        graph = np.zeros((len(polygons),) * 2)
        graph[tuple(np.array(list(pairs)).T)] = 1
        count, labels = connected_components(csr_matrix(graph))
        assert count == mesh.island_count
        assert len(set(zip(labels.tolist(), mesh.islands.tolist()))) == count == len(set(mesh.islands.tolist()))
        shoelace = sum(abs(np.dot(x, np.roll(z, 1)) - np.dot(z, np.roll(x, 1))) / 2 for x, z in
                       (flat[list(p)].T for p in polygons))
        assert mesh.area == pytest.approx(shoelace, rel=1e-12)
        fans = np.reshape(mesh.triangles, (-1, 3))
        a, b, c = (flat[fans[:, i]] for i in range(3))
        assert np.abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]).sum() / 2 == pytest.approx(shoelace)


def test_a_huge_sparse_mesh_stays_small():
    """Crumbs and long splinters over 1000 km: the grid neither outgrows memory nor loses a polygon."""
    rng = np.random.default_rng(1)
    vertices, polygons = [], []
    for i in range(200):
        at = rng.uniform(-5e5, 5e5, 2)
        along = rng.uniform(-5e5, 5e5, 2) if i % 4 == 0 else rng.uniform(0.1, 1.0, 2)
        aside = np.array((-along[1], along[0])) / np.hypot(*along)
        for x, z in (at, at + along, at + along / 2 + aside):
            vertices.append((x, float(i), z))
        polygons.append((3 * i, 3 * i + 1, 3 * i + 2))
    mesh = NavMesh.from_polygons(vertices, polygons)
    for i in range(200):
        assert mesh.locate(np.mean(vertices[3 * i:3 * i + 3], axis=0), (0, 0.1, 0.1))[0] == i


# ---- lists ----

LISTS = ["vertices", "polygons", "areas", "flags", "islands", "neighbors", "triangles"]


@pytest.mark.parametrize("name", LISTS)
def test_lists_are_kept_and_cannot_be_written(name):
    mesh = grid_mesh(3)
    listed = getattr(mesh, name)
    assert getattr(mesh, name) is listed and len(listed)
    with pytest.raises((TypeError, ValueError)):
        listed[0] = listed[0]


def test_lists_follow_changes():
    tiles = cut_mesh(grid_mesh(3), 4.0)
    seen = NavMesh.from_tiles(tiles.values(), 4.0)
    place = seen.tiles[0]

    def lists(mesh):
        return [np.concatenate([np.ravel(row) for row in getattr(mesh, name)]).tolist() for name in LISTS]

    changes = [lambda mesh: mesh.remove_tile(*place), lambda mesh: mesh.add_tile(tiles[place]), lambda mesh: mesh.set_flags([0], 6),
               lambda mesh: mesh.add_link(mesh.nearest((0, 0, 0))[1], mesh.nearest((99, 0, 99))[1])]
    for i in range(len(changes)):
        lists(seen)
        changes[i](seen)
        unseen = NavMesh.from_tiles(tiles.values(), 4.0)        # nothing was listed before its changes
        for change in changes[:i + 1]:
            change(unseen)
        assert lists(seen) == lists(unseen)


# ---- where a point is ----

def test_every_point_of_the_mesh_is_found_on_it():
    rng = np.random.default_rng(7)
    for mesh in meshes(4):
        for poly, point in random_points(mesh, 60, rng):
            for at in (point, point.astype(np.float32).astype(float)):
                found, where, distance = mesh.locate(at + (0, 0.2, 0))
                ring = mesh.vertices[list(mesh.polygons[found])][:, [0, 2]]
                assert contains(ring, np.array(where)[[0, 2]], 1e-9) and contains(ring, at[[0, 2]], 2e-5)
                assert np.hypot(*(np.array(where) - at)[[0, 2]]) < 2e-5


def brute_locate(mesh, point, sideways, up, down):
    """The highest surface under the point if that is at most 2.25 m down; else the least meters aside + 4 × meters
    further down than 2.25 of all in the window. Flat polygons only."""
    over, aside = [], []
    for i, polygon in enumerate(mesh.polygons):
        ring = mesh.vertices[list(polygon)]
        y = ring[0, 1]
        if not point[1] - down <= y <= point[1] + up:
            continue
        flat, at = ring[:, [0, 2]], point[[0, 2]]
        if contains(flat, at):
            over.append((-y, i))
            aside.append((4 * max(point[1] - y - 2.25, 0), abs(y - point[1]), i))
            continue
        edge = np.roll(flat, -1, axis=0) - flat
        t = np.clip(((at - flat) * edge).sum(axis=1) / (edge * edge).sum(axis=1), 0, 1)
        off = np.hypot(*(flat + t[:, None] * edge - at).T).min()
        if off <= sideways:
            aside.append((off + 4 * max(point[1] - y - 2.25, 0), np.hypot(off, y - point[1]), i))
    if over and point[1] + min(over)[0] <= 2.25:
        return min(over)[1]
    return min(aside)[2] if aside else None


def test_locate_by_brute_force_on_many_floors():
    rng = np.random.default_rng(13)
    vertices, polygons = [], []
    for i in range(60):
        center, y = rng.uniform(0, 12, 2), rng.integers(0, 5) * 1.5 + i * 1e-4
        angles = np.sort(rng.uniform(0, 2 * np.pi, 6))
        ring = center + rng.uniform(0.5, 3) * np.column_stack([np.cos(angles), np.sin(angles)])
        polygons.append(range(len(vertices), len(vertices) + 6))
        vertices += [(x, y, z) for x, z in ring]
    mesh = NavMesh.from_polygons(vertices, polygons)
    outcomes = set()
    for point in rng.uniform((-2, -3, -2), (14, 9, 14), (400, 3)):
        reach = rng.uniform(0, (1.5, 1.0, 4.0))
        found = mesh.locate(point, reach)
        expected = brute_locate(mesh, point, *reach)
        assert (found and found[0]) == expected
        outcomes.add(None if found is None else found[1][0] == point[0])
    assert outcomes == {None, True, False}


@pytest.mark.parametrize("point, poly, y", [
    ((4, 0.0, 4), 0, 0), ((4, 2.4, 4), 0, 0),           # below the upper floor, even just under its slab
    ((4, 2.6, 4), 1, 3), ((4, 3.0, 4), 1, 3),           # feet sunk into it by less than reach.up, or on it
    ((4, 5.0, 4), 1, 3),                                # an origin 2 m up
    ((2, 3.0, 2), 1, 3), ((4, 3.0, 2), 1, 3),           # the floor's corner and border
    ((12, 1.5, 5), 2, 1.5), ((10, 0, 5), 0, 0),         # ramp, and where it begins
    ((-0.7, 0, 5), 0, 0),                               # aside, within reach
    ((1.5, 3.0, 4), 1, 3), ((1.5, 4.2, 4), 1, 3),       # half a meter beside the floor, at its height or with the origin up
    ((1.5, 1.4, 4), 0, 0), ((1.5, 3.4, 2), 1, 3),
])
def test_the_floor_under_the_feet(point, poly, y):
    found, where, distance = floors().locate(point)
    assert found == poly and where[1] == pytest.approx(y)
    assert distance == pytest.approx(np.linalg.norm(np.array(where) - point))


@pytest.mark.parametrize("point", [(4, 9, 4), (-1.1, 0, 5), (4, -0.6, 4), (4, -9, 4), (1e29, 0, 0)])
def test_out_of_reach(point):
    assert floors().locate(point) is None


def test_nearest_is_by_space():
    mesh = floors()
    assert mesh.nearest((4, -9, 4)) == (0, (4.0, 0.0, 4.0), 9.0)
    assert mesh.nearest((4, 9, 4)) == (1, (4.0, 3.0, 4.0), 6.0)
    rng = np.random.default_rng(3)
    mesh = delaunay_mesh(0, points=20, height=2.0)
    weights = rng.dirichlet(np.full(3, 0.6), 4000)
    samples = np.einsum("sk,pkc->psc", weights, mesh.vertices[np.array(mesh.polygons)]).reshape(-1, 3)
    for point in rng.uniform((-3, -4, -3), (13, 4, 13), (60, 3)):
        poly, where, distance = mesh.nearest(point)
        best = np.linalg.norm(samples - point, axis=1).min()
        assert best - 0.1 <= distance <= best + 1e-12
        assert distance == pytest.approx(np.linalg.norm(where - point))
        ring = mesh.vertices[list(mesh.polygons[poly])]
        assert abs(np.dot(where - ring[0], np.cross(ring[1] - ring[0], ring[2] - ring[0]))) < 1e-9


def test_points_that_are_none():
    for point in ((0, float("nan"), 0), (float("inf"), 0, 0), (0, 0, 1e31)):
        for ask in (floors().locate, floors().nearest):
            with pytest.raises(ValueError, match="point: must be finite"):
                ask(point)
    with pytest.raises(ValueError, match="point: must be three numbers"):
        floors().locate((0, 0))
    with pytest.raises(ValueError, match=r"reach: must be three finite numbers of meters, not below 0, are \(1, -1, 1\)"):
        floors().locate((0, 0, 0), (1, -1, 1))
    for reach in (5, (1, 2), "abcd"):
        with pytest.raises(ValueError, match="reach: must be"):
            floors().locate((0, 0, 0), reach)
    with pytest.raises(ValueError, match="reach: must be three numbers"):
        floors().locate((0, 0, 0), (1, 1, "deep"))


@pytest.mark.parametrize("areas", [[1.5], [2**40], [-2**31 - 1], ["a"], [None], [[1]], 3, [float("nan")], [10**30]])
def test_areas_that_are_no_32_bit_integers(areas):
    with pytest.raises(ValueError, match="areas: "):
        NavMesh.from_polygons(SQUARE, [range(4)], areas)


@pytest.mark.parametrize("vertices", ["abc", [(0, 0, 0), (0, 1)], [("a", "b", "c")], 5, None, [(0, 0)]])
def test_vertices_that_are_no_points(vertices):
    with pytest.raises(ValueError, match="vertices: "):
        NavMesh.from_polygons(vertices, [range(4)])


# ---- bytes ----

def same(a, b):
    return (a.vertices.tobytes() == b.vertices.tobytes() and a.polygons == b.polygons and a.neighbors == b.neighbors
            and a.islands.tolist() == b.islands.tolist() and a.areas.tolist() == b.areas.tolist()
            and (a.agent_radius, a.agent_height, a.climb) == (b.agent_radius, b.agent_height, b.climb))


def test_round_trips(tmp_path):
    kept = NavMesh.from_polygons(SQUARE, [range(4)], [5], agent_radius=0.3, agent_height=1.7, climb=0.2)
    for i, mesh in enumerate([NavMesh(), kept, *meshes(1)]):
        assert same(mesh, NavMesh.from_bytes(mesh.to_bytes()))
        assert same(mesh, pickle.loads(pickle.dumps(mesh)))
        mesh.save(tmp_path / "a.navmesh")       # over the one before
        assert same(mesh, NavMesh.load(tmp_path / "a.navmesh"))
        assert [p.name for p in tmp_path.iterdir()] == ["a.navmesh"]


def test_a_save_that_fails_leaves_nothing(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        floors().save(tmp_path / "folder")
    assert [p.name for p in tmp_path.iterdir()] == ["folder"]
    with pytest.raises(FileNotFoundError) as error:
        floors().save(tmp_path / "none" / "a.navmesh")
    assert error.value.filename == str(tmp_path / "none" / "a.navmesh")


def test_threads_that_save_to_one_path(tmp_path):
    path = tmp_path / "a.navmesh"
    meshes_ = [floors(), delaunay_mesh(0, points=600)]
    wanted = {mesh.to_bytes() for mesh in meshes_}
    meshes_[0].save(path)

    def save(mesh):
        for _ in range(100):
            mesh.save(path)

    with ThreadPoolExecutor(4) as pool:
        saving = [pool.submit(save, mesh) for mesh in meshes_ * 2]
        while not all(job.done() for job in saving):
            assert path.read_bytes() in wanted
        for job in saving:
            job.result()
    assert [p.name for p in tmp_path.iterdir()] == ["a.navmesh"]


def test_a_saved_file_has_the_permissions_of_any_other(tmp_path):
    path, other = tmp_path / "a.navmesh", tmp_path / "other"
    other.write_bytes(b"")
    floors().save(path)
    assert path.stat().st_mode == other.stat().st_mode
    path.chmod(0o640)
    floors().save(path)
    assert path.stat().st_mode & 0o777 == 0o640


@settings(deadline=None, max_examples=300)
@given(st.lists(st.tuples(*[st.floats(-4, 4, width=16)] * 3), max_size=8),
       st.lists(st.lists(st.integers(-1, 8), max_size=6), max_size=5))
def test_any_polygons_are_taken_whole_or_refused(vertices, polygons):
    flat = np.array(vertices, float).reshape(-1, 3)
    offsets = np.cumsum([0, *map(len, polygons)], dtype=np.int32)
    try:
        mesh = NavMesh(flat if len(flat) else None, offsets, np.array(sum(polygons, []), np.int32))
    except ValueError:
        return
    mesh.validate()
    for i, polygon in enumerate(polygons):
        center = mesh.vertices[polygon].mean(axis=0)
        assert mesh.locate(center, (0, 20, 20)) is not None


def test_the_grid_mesh_is_what_it_says():
    mesh = grid_mesh(0)
    assert mesh.area == pytest.approx(round(mesh.area)) and max(map(len, mesh.polygons)) > 4
