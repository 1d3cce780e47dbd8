"""Meshes of tiles: joined they are the mesh that was cut, and whatever came and went, the one made afresh."""
import copy
import itertools
import pickle
from array import array

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.cutting import cut_mesh, make_tile
from tests.meshes import delaunay_mesh, grid_mesh, meshes, random_points
from navpy.base.core import Reason
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.navmesh.navmesh import NavMesh
from navpy.query import raycast
from navpy.api.query.corridor_search import corridor, pull
from navpy.mesh.tiles.tile import NavMeshTile
from tests.oracles import checksum

CLIMB = 0.5


def assemble(tiles, size, **options):
    mesh = NavMesh.from_tiles(tiles.values(), size, climb=CLIMB, **options)
    mesh.validate()
    return mesh


def cases():
    for seed in range(2):
        for number, mesh in enumerate(meshes(2)):
            for size in (3.0, 1.7):
                yield pytest.param(mesh, size, None if seed == 0 else 10 * seed + number, id=f"{number}-{size}-{seed}")


# ---- joined tiles are the mesh that was cut ----

@pytest.mark.parametrize("mesh, size, seed", list(cases()))
def test_areas_and_islands_of_a_cut_mesh(mesh, size, seed):
    tiles = cut_mesh(mesh, size, (0.4, -0.3), seed)
    cut = assemble(tiles, size, origin=(0.4, -0.3))
    assert cut.tiles == sorted(tiles) and cut.polygon_count > mesh.polygon_count
    assert cut.area == pytest.approx(mesh.area, abs=1e-6) and cut.island_count == mesh.island_count
    rng = np.random.default_rng(5)
    pairs = set()
    for poly, point in random_points(mesh, 80, rng, kinds=(2,)):
        found = cut.locate(point)
        assert found[2] < 1e-9
        pairs.add((mesh.islands[poly], cut.islands[found[0]]))
    assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


@pytest.mark.parametrize("mesh, size, seed", list(cases()))
def test_rays_go_as_far_as_on_the_mesh_that_was_cut(mesh, size, seed):
    cut = assemble(cut_mesh(mesh, size, seed=seed), size)
    rng = np.random.default_rng(6)
    points = [point for _, point in random_points(mesh, 120, rng, kinds=(2,))]
    free = 0
    for a, b in zip(points, points[1:]):
        whole, parts = raycast(mesh, a, b), raycast(cut, a, b)
        assert parts.hit == whole.hit and parts.t == pytest.approx(whole.t, abs=1e-6)
        free += not whole.hit
    assert free > 3


@pytest.mark.parametrize("mesh, size, seed", list(cases()))
def test_paths_are_paths_of_the_mesh_that_was_cut(mesh, size, seed):
    cut = assemble(cut_mesh(mesh, size, seed=seed), size)
    rng = np.random.default_rng(7)
    points = [point for _, point in random_points(mesh, 60, rng, kinds=(2,))]
    for a, b in zip(points, points[1:]):
        whole, parts = mesh.find_path(a, b), cut.find_path(a, b)
        assert parts.status == whole.status
        if len(parts.points):
            assert np.allclose(parts.points[[0, -1]], [a, b], atol=1e-5)
        for p, q in zip(parts.points, parts.points[1:]):
            assert all(mesh.locate(p + t * (q - p), (1e-4, 1, 1)) for t in np.linspace(0, 1, 20))
        straight = raycast(mesh, a, b)
        if not straight.hit and straight.point == pytest.approx(b, abs=1e-6):
            assert parts.length >= np.linalg.norm(b - a) - 1e-5


def level(x, z, boxes):
    """Tile of flat rectangles (x0, z0, x1, z1, y), size 4."""
    return make_tile(x, z, [[(a, y, b), (a, y, d), (c, y, d), (c, y, b)] for a, b, c, d, y in boxes], 4.0)


def test_floors_are_joined_by_height():
    left = level(0, 0, [(0, 0, 4, 4, 0.0), (0, 0, 4, 4, 3.0)])
    right = level(1, 0, [(4, 0, 8, 4, 3.2), (4, 0, 8, 4, 0.1), (4, 0, 8, 4, 6.0)])
    mesh = assemble({0: left, 1: right}, 4.0)
    assert mesh.island_count == 3
    assert mesh.neighbors[0].count(3) == 1 and mesh.neighbors[1].count(2) == 1 and set(mesh.neighbors[4]) == {-1}


def test_a_long_edge_is_cut_at_the_neighbors_ends():
    left = level(0, 0, [(0, 0, 4, 4, 0.0)])
    right = level(1, 0, [(4, 0.5, 8, 1, 0.0), (4, 1, 8, 2, 0.0), (4, 2.5, 8, 4, 0.2)])
    mesh = assemble({0: left, 1: right}, 4.0)
    # the unit square's −z, −x, +z sides, then +x: a wall, three portals and the gap between the last two
    assert sorted(mesh.neighbors[0]) == [-1, -1, -1, -1, -1, 1, 2, 3] and len(mesh.polygon(0)) == 8
    assert mesh.area == pytest.approx(16 + 4 * 3) and mesh.island_count == 1
    assert mesh.locate((3.9, 0, 3))[1] == pytest.approx((3.9, 0, 3)) and mesh.locate((4.1, 0.2, 3))[1][1] == pytest.approx(0.2)
    for other in (1, 2, 3):
        shared = set(mesh.polygon(0)) & set(mesh.polygon(other))
        assert len(shared) == 2 and all(mesh.vertices[v][0] == 4 for v in shared)


def test_corners_where_four_tiles_meet_are_one_vertex():
    tiles = {(x, z): level(x, z, [(4 * x, 4 * z, 4 * x + 4, 4 * z + 4, 0.1 * x)]) for x in range(2) for z in range(2)}
    mesh = assemble(tiles, 4.0)
    assert len(set.intersection(*map(set, mesh.polygons))) == 1
    for gone in tiles:
        mesh.remove_tile(*gone)
        mesh.validate()
        mesh.add_tile(tiles[gone])
        mesh.validate()
    assert len(set.intersection(*map(set, filter(None, mesh.polygons)))) == 1


def test_a_shared_vertex_is_that_of_the_tile_of_the_least_z_then_x():
    """Four tiles, each at a height of its own: that of the corner where they meet tells whose it is, whichever are there."""
    heights = {(0, 0): 0.1, (1, 0): 0.0, (0, 1): 0.3, (1, 1): 0.2}
    tiles = {at: level(*at, [(4 * at[0], 4 * at[1], 4 * at[0] + 4, 4 * at[1] + 4, y)]) for at, y in heights.items()}
    for there in itertools.chain(*(itertools.permutations(tiles, count) for count in (2, 3, 4))):
        mesh = assemble({at: tiles[at] for at in there[:1]}, 4.0)
        for at in there[1:]:
            mesh.add_tile(tiles[at])
        if mesh.island_count > 1:               # two tiles that meet at the corner alone
            continue
        corner = {y for x, y, z in mesh.vertices[sorted({v for ring in mesh.polygons for v in ring})] if (x, z) == (4, 4)}
        first = min(there, key=lambda at: at[::-1])
        assert corner == {heights[first]}, there


@pytest.mark.parametrize("mesh", [delaunay_mesh(3, height=0.3), grid_mesh(3)])
@pytest.mark.parametrize("detail", [False, True])
def test_surfaces_stay_what_they_were(mesh, detail):
    tiles = cut_mesh(mesh, 2.5, seed=4, detail=detail)
    cut = assemble(tiles, 2.5)
    rng = np.random.default_rng(8)
    for key, tile in tiles.items():
        alone = assemble({key: tile}, 2.5)
        for _, point in random_points(alone, 12, rng, kinds=(2,)):
            assert cut.locate(point)[1] == alone.locate(point)[1]
            assert cut.nearest(point)[2] <= alone.nearest(point)[2]
        assert cut.tile(*key) == tile


# ---- tiles that come and go ----

def canonical(mesh):
    """What the mesh is, whatever places its tiles have: by tile the corners, neighbors, surfaces and island of every polygon."""
    vertices, polygons, neighbors, islands = mesh.vertices, mesh.polygons, mesh.neighbors, mesh.islands
    names, count, out, labels = {}, {}, {}, {}
    for poly in range(len(polygons)):
        if mesh.has_polygon(poly):
            tile = mesh.tile_of(poly)
            names[poly] = tile, count.setdefault(tile, 0)
            count[tile] += 1
    for name, poly in sorted((name, poly) for poly, name in names.items()):
        out[name] = (vertices[list(polygons[poly])].tolist(), [names.get(k) for k in neighbors[poly]],
                     labels.setdefault(islands[poly], len(labels)))
    assert len(labels) == mesh.island_count and len(names) == mesh.polygon_count
    return out, mesh.tiles, mesh.bounds, mesh.to_bytes()


@pytest.mark.parametrize("seed", range(4))
def test_tiles_that_come_and_go_leave_the_mesh_made_afresh(seed):
    rng = np.random.default_rng(seed)
    whole = [delaunay_mesh(seed, height=0.4), grid_mesh(seed)][seed % 2]
    size = (2.1, 3.0)[seed // 2]
    kinds = [cut_mesh(whole, size, seed=cut, detail=cut == 2) for cut in (None, 1, 2)]
    places = sorted(kinds[0])
    present = {place: kinds[0][place] for place in places}
    mesh = assemble(present, size)
    for step in range(60):
        place = places[rng.integers(len(places))]
        if place in present and rng.random() < 0.4:
            mesh.remove_tile(*place)
            del present[place]
        else:
            present[place] = kinds[rng.integers(3)][place]
            mesh.add_tile(present[place])
        mesh.validate()
        assert mesh.version == step + 2
        assert canonical(mesh) == canonical(assemble(present, size))
    for place in list(present):
        mesh.remove_tile(*place)
        mesh.validate()
    assert mesh.polygon_count == mesh.island_count == 0 and mesh.bounds is None and mesh.locate((1, 0, 1)) is None
    assert mesh.nearest((1, 0, 1)) is None and mesh.find_path((1, 0, 1), (2, 0, 2)).reason == Reason.NO_NAVMESH
    with pytest.raises(ValueError, match="there is no polygon 0"):
        corridor(mesh, 0, (1, 0, 1), 0, (1, 0, 1))
    with pytest.raises(ValueError, match="there is no polygon 0"):
        pull(mesh, [0], (1, 0, 1), (1, 0, 1))


def test_places_are_reused():
    whole = grid_mesh(1, width=12, depth=12)
    tiles = cut_mesh(whole, 3.0, seed=1)
    mesh = assemble(tiles, 3.0)
    sizes = []
    for _ in range(5):
        for tile in tiles.values():
            mesh.add_tile(tile)
        sizes.append((len(mesh.polygons), mesh.vertex_count))
    assert sizes[1:] == [sizes[1]] * 4 and sizes[0][0] == sum(tile.polygon_count for tile in tiles.values())


def test_the_order_of_tiles_does_not_matter():
    tiles = cut_mesh(delaunay_mesh(5, height=0.2), 2.5, seed=3)
    forward, backward = assemble(tiles, 2.5), assemble(dict(reversed(tiles.items())), 2.5)
    assert canonical(forward) == canonical(backward)


def test_which_references_stay_valid():
    tiles = cut_mesh(grid_mesh(2), 3.0)
    mesh = assemble(tiles, 3.0)
    assert mesh.version == 1 and mesh.tile_version(1, 1) == 1
    before = {poly: (mesh.tile_of(poly), mesh.vertices[list(polygon)].mean(axis=0)) for poly, polygon in enumerate(mesh.polygons)}
    mesh.add_tile(tiles[1, 1])
    assert mesh.version == mesh.tile_version(1, 1) == 2 and mesh.tile_version(0, 0) == 1
    for poly, (tile, center) in before.items():
        assert mesh.has_polygon(poly, 1) == (tile != (1, 1))
        assert mesh.has_polygon(poly, 2)
    mesh.remove_tile(1, 1)
    for poly, (tile, center) in before.items():
        assert mesh.has_polygon(poly) == mesh.has_polygon(poly, 1) == (tile != (1, 1))
        if tile == (1, 1):
            assert mesh.polygon(poly) == () and mesh.neighbors[poly] == () and mesh.islands[poly] == -1
            with pytest.raises(ValueError, match=f"polygon {poly}: there is none"):
                mesh.tile_of(poly)
            assert raycast(mesh, center, center + (0.1, 0, 0)) is None or mesh.locate(center)[0] != poly
        else:
            assert mesh.tile_of(poly) == tile and mesh.locate(center)[0] == poly
    assert not mesh.has_polygon(-1) and not mesh.has_polygon(10 ** 6)
    with pytest.raises(ValueError, match=r"tile \(1, 1\): there is none"):
        mesh.tile_version(1, 1)
    with pytest.raises(ValueError, match=r"tile \(1, 1\): there is none"):
        mesh.remove_tile(1, 1)


def test_tiles_that_do_not_fit():
    tiles = cut_mesh(grid_mesh(2), 3.0)
    with pytest.raises(ValueError, match=r"tiles: two at \(0, 0\)"):
        NavMesh.from_tiles([tiles[0, 0], tiles[0, 0]], 3.0)
    with pytest.raises(ValueError, match="tile_size_m: must be a finite number of meters above 0"):
        NavMesh.from_tiles([], 0)
    with pytest.raises(ValueError, match="vertex outside of the tile's bounds"):
        NavMesh.from_tiles([tiles[1, 1]], 2.5)
    with pytest.raises(ValueError, match="portal that does not lie on the tile's border"):
        NavMesh.from_tiles([tiles[0, 0]], 3.5)
    for origin in ((1,), (1, 2, 3, 4), 3, ("a", 1), (float("nan"), 0), None):
        with pytest.raises(ValueError, match="origin: must be"):
            NavMesh.from_tiles([], 1, origin=origin)
    with pytest.raises(ValueError, match="was not made from tiles"):
        grid_mesh(2).add_tile(tiles[0, 0])
    assert grid_mesh(2).tiles == [] and grid_mesh(2).tile_size == 0
    many = [[(0, y, 0), (0, y, 4), (4, y, 4), (4, y, 0)] for y in range(2049)]
    with pytest.raises(ValueError, match="more than 2048 portals on one side"):
        NavMesh.from_tiles([make_tile(0, 0, many, 4.0)], 4.0)
    far = NavMeshTile(np.zeros((0, 3)), x=2 ** 31 - 1)
    with pytest.raises(ValueError, match="beyond 1e9"):
        NavMesh.from_tiles([far], 4.0)


# ---- a tile by itself ----

def test_tiles_travel_as_bytes():
    for tile in [*cut_mesh(grid_mesh(1), 3.0).values(), *cut_mesh(delaunay_mesh(1), 4.0, detail=True).values(),
                 NavMeshTile(np.zeros((0, 3)), x=-5, z=7)]:
        for other in (NavMeshTile.from_bytes(tile.to_bytes()), pickle.loads(pickle.dumps(tile)), copy.copy(tile)):
            assert other == tile and hash(other) == hash(tile) and (other.x, other.z) == (tile.x, tile.z)
            assert other.polygons == tile.polygons and other.portals == tile.portals
    assert tile != NavMeshTile(np.zeros((0, 3)), x=-5, z=8) and tile != 3


SQUARE = np.array([(0, 0, 0), (0, 0, 4), (4, 0, 4), (4, 0, 0), (2, 1, 2)], float)
OUTLINE = (array("i", [0, 4]), array("i", [0, 1, 2, 3]))


@pytest.mark.parametrize("arguments, message", [
    (dict(portals=array("b", [0, 1, 2])), "portals: must be one a corner, are 3 for 4"),
    (dict(portals=array("b", [0, 1, 2, 4])), "portals: must be −1 or a side 0 … 3, corner 3 has 4"),
    (dict(portals=array("b", [0, 1, 2, -2])), "portals: must be −1 or"),
    (dict(areas=array("i", [64])), "areas: must be 0 … 63, polygon 0 has 64"),
    (dict(areas=array("i", [-1])), "areas: must be 0 … 63"),
    (dict(detail_triangles=array("i", [0, 1, 4])), "detail_offsets: missing for 1"),
    (dict(detail_triangles=array("i", [0, 1])), "detail_triangles: must be 3 a triangle, are 2"),
    (dict(detail_triangles=array("i", [0, 1, 4]), detail_offsets=array("i", [0, 2])), "detail_offsets: must be 2 that run from 0"),
    (dict(detail_triangles=array("i", [0, 1, 4]), detail_offsets=array("i", [0, 1])), "those of polygon 0 don't cover it"),
    (dict(detail_triangles=array("i", [0, 4, 1]), detail_offsets=array("i", [0, 1])), "triangle 0 of polygon 0 is turned over"),
    (dict(detail_triangles=array("i", [0, 1, 5]), detail_offsets=array("i", [0, 1])), "names vertex 5, there are 5"),
])
def test_bad_tiles_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        NavMeshTile(SQUARE, *OUTLINE, **arguments)


def test_an_edge_that_polygons_share_is_no_portal():
    vertices = np.array([(0, 0, 0), (0, 0, 4), (2, 0, 4), (2, 0, 0), (4, 0, 4), (4, 0, 0)], float)
    tile = NavMeshTile(vertices, array("i", [0, 4, 8]), array("i", [0, 1, 2, 3, 3, 2, 4, 5]), None, array("b", [0, 1, 2, 3] * 2))
    assert sorted(tile.portals[0] + tile.portals[1]) == [-1, -1, 0, 1, 1, 2, 3, 3]
    assert [len(t) for t in tile.detail_triangles] == [2, 2]


@settings(max_examples=200)
@given(st.data())
def test_broken_tiles_are_refused_or_sound(data):
    tile = cut_mesh(grid_mesh(1), 3.0, detail=data.draw(st.booleans()))[0, 0]
    content = bytearray(tile.to_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        at = 4 * data.draw(st.integers(6, len(content) // 4 - 1))
        value = data.draw(st.one_of(st.integers(-2, 40), st.integers(-2 ** 31, 2 ** 31 - 1)))
        content[at:at + 4] = value.to_bytes(4, "little", signed=True)
    content[16:24] = checksum(content[24:]).to_bytes(8, "little")
    try:
        tile = NavMeshTile.from_bytes(content)
        mesh = NavMesh.from_tiles([tile], 3.0)
    except ValueError as error:
        assert "\n" not in str(error)
    else:
        mesh.validate()


# ---- links ----

def by_brute_force(mesh):
    """Islands as a partition of the polygons, from neighbors and links."""
    parent = list(range(len(mesh.polygons)))

    def root(i):
        while parent[i] != i:
            i = parent[i]
        return i
    pairs = [(i, k) for i, row in enumerate(mesh.neighbors) for k in row if k >= 0]
    pairs += [(link.start_poly, link.end_poly) for link in mesh.links if min(link.start_poly, link.end_poly) >= 0]
    for a, b in pairs:
        parent[root(a)] = root(b)
    groups = {}
    for i in filter(mesh.has_polygon, range(len(parent))):
        groups.setdefault(root(i), []).append(i)
    return sorted(groups.values())


def test_links_follow_the_tiles():
    tiles = {(x, z): level(x, z, [(4 * x + 0.5, 4 * z + 0.5, 4 * x + 3.5, 4 * z + 3.5, 0.0)]) for x in range(3) for z in range(3)}
    mesh = assemble(tiles, 4.0, agent_radius=0.3)
    assert mesh.island_count == 9
    rng = np.random.default_rng(3)
    for i in range(6):
        mesh.add_link(*(rng.integers(3, size=(2, 3)) * (4, 0, 4) + (2, 0.1, 2)), two_way=bool(i % 2), id=i % 4)
    loose = OffMeshLink((2, 0, 2), (50, 0, 0), id=9)
    assert mesh.add_links([loose], strict=False) == mesh.links[-1:] and mesh.links[-1].end_poly == -1
    assert len(mesh.links) == 7 and mesh.version == 8
    for _ in range(60):
        place = tuple(rng.integers(3, size=2).tolist())
        if place in mesh.tiles:
            mesh.remove_tile(*place)
        else:
            mesh.add_tile(tiles[place])
        mesh.validate()
        labels = mesh.islands
        groups = {}
        for i in filter(mesh.has_polygon, range(len(labels))):
            groups.setdefault(labels[i], []).append(i)
        assert sorted(groups.values()) == by_brute_force(mesh)
        for link in mesh.links:
            for end in ("start", "end"):
                under, poly = tuple(int(c // 4) for c in getattr(link, end)[::2]), getattr(link, end + "_poly")
                assert (poly >= 0) == (under in mesh.tiles)
                assert poly < 0 or mesh.tile_of(poly) == under
    assert mesh.remove_links(9) == 1 and mesh.remove_links(9) == 0
    mesh.validate()
    for id_ in range(4):
        mesh.remove_links(id_)
    assert mesh.links == [] and mesh.island_count == len(mesh.tiles)


def test_bad_links():
    mesh = grid_mesh(1)
    for arguments, message in (
            (dict(area=64), "area: must be a whole number in 1 … 63"), (dict(area=0), "area: must be"), (dict(radius=-1), "radius"),
            (dict(width=float("nan")), "width"),
            (dict(start=(0, 0)), "start: must be three"), (dict(end=(0, 0, float("inf"))), "end: must be finite")):
        with pytest.raises(ValueError, match=message):
            mesh.add_link(**{"start": (0, 0, 0), "end": (1, 0, 1), **arguments})


def test_a_tile_that_joining_would_bend_is_refused_and_the_mesh_stays():
    """Two corners so near to each other that rounding may tell them apart no more become one where four tiles meet."""
    others = {(x, z): level(x, z, [(4 * x, 4 * z, 4 * x + 4, 4 * z + 4, 0.0)]) for x in range(2) for z in range(2)}
    near = 4.0 - 1.7e-6
    bad = make_tile(0, 0, [[(0, 0, 0), (0, 0, 4.0), (4.0, 0, 4.0), (4.0, 0, near)], [(0, 0, 0), (4.0, 0, near), (4.0, 0, 0)]], 4.0)
    assert assemble({(0, 0): bad}, 4.0).area == pytest.approx(16)
    with pytest.raises(ValueError, match=r"tile \(0, 0\): has polygons too thin to be joined"):
        NavMesh.from_tiles([bad, *list(others.values())[1:]], 4.0)
    for present in (others, dict(list(others.items())[1:])):
        mesh = assemble(present, 4.0)
        before = canonical(mesh)
        with pytest.raises(ValueError, match=r"tile \(0, 0\): it or a neighbor has polygons too thin"):
            mesh.add_tile(bad)
        assert canonical(mesh) == before
        mesh.validate()
