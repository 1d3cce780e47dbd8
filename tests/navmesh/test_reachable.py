"""Islands without a seed go: against the islands of the mesh, whole and in tiles."""
from array import array

import numpy as np
import pytest

from tests.cutting import cut_mesh
from tests.meshes import delaunay_mesh, grid_mesh, random_points
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.navmesh.navmesh import NavMesh
from navpy.navmesh.reachable import drop_small_islands, keep_polygons, keep_reachable

CLIMB = 0.5


def rings(mesh, wanted=None):
    """Polygons as sets of corner places."""
    vertices = mesh.vertices
    return sorted(tuple(sorted(map(tuple, vertices[list(polygon)].tolist()))) for i, polygon in enumerate(mesh.polygons)
                  if polygon and (wanted is None or wanted[i]))


def inside_points(mesh, count, rng):
    return [(poly, tuple(point)) for poly, point in random_points(mesh, count, rng, kinds=(2,))]


@pytest.mark.parametrize("tile_size", [None, 3.0])
@pytest.mark.parametrize("make", [lambda: delaunay_mesh(1, removed=0.5), lambda: grid_mesh(2, removed=0.45)])
def test_exactly_the_islands_with_a_seed_stay(make, tile_size):
    rng = np.random.default_rng(3)
    mesh = make()
    if tile_size:
        mesh = NavMesh.from_tiles(cut_mesh(mesh, tile_size, (0.4, -0.3), 7).values(), tile_size, (0.4, -0.3), climb=CLIMB)
    assert mesh.island_count > 3
    for _ in range(4):
        seeds = inside_points(mesh, 2, rng)
        kept = keep_reachable(mesh, [point for _, point in seeds])
        kept.validate()
        islands = mesh.islands
        wanted = np.isin(islands, islands[[poly for poly, _ in seeds]])
        assert kept.island_count == len(set(islands[wanted].tolist())) < mesh.island_count
        assert kept.area == pytest.approx(sum_of_areas(mesh, wanted), abs=1e-9)
        assert rings(kept) == rings(mesh, wanted)
        assert kept.tiles == mesh.tiles and kept.tile_size == mesh.tile_size


def sum_of_areas(mesh, wanted):
    total = 0.0
    for i, polygon in enumerate(mesh.polygons):
        x, _, z = mesh.vertices[list(polygon)].T
        total += wanted[i] * abs(np.dot(x, np.roll(z, 1)) - np.dot(z, np.roll(x, 1))) / 2
    return total


def strip(count=6):
    """Squares along x with a gap after each pair."""
    corners = [(x, 0, z) for x in range(2 * count) for z in (0, 1)]
    squares = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(count) if i % 3 != 2]
    areas = [i + 1 for i in range(len(squares))]
    return NavMesh.from_polygons(corners, squares, areas, climb=CLIMB, agent_radius=0.3, agent_height=1.8)


def test_all_else_of_the_mesh_stays():
    mesh = strip()
    mesh.set_area_cost(3, 2.5)
    mesh.set_exit_only_areas([4])
    kept = keep_reachable(mesh, [(4.5, 0.1, 0.5)])
    assert kept.areas.tolist() == [3, 4] and kept.vertex_count == 6
    assert (kept.area_cost(3), kept.exit_only_areas) == (2.5, {4})
    assert (kept.agent_radius, kept.agent_height, kept.climb) == (0.3, 1.8, CLIMB)
    assert kept.locate((0.5, 0, 0.5), (0, 1, 1)) is None and kept.locate((4.5, 0, 0.5), (0, 1, 1)) is not None


def test_islands_joined_by_a_link_stay_together():
    mesh = strip()
    mesh.add_link((1.5, 0, 0.5), (3.5, 0, 0.5), id=5)
    kept = keep_reachable(mesh, [(4.5, 0, 0.5)])
    assert kept.polygon_count == 4 and kept.island_count == 1 and kept.links == mesh.links
    kept.validate()
    assert mesh.remove_links(5) == 1
    assert keep_reachable(mesh, [(4.5, 0, 0.5)]).polygon_count == 2


def test_where_only_a_link_comes_from_goes():
    mesh = strip()
    mesh.add_link((1.5, 0, 0.5), (3.5, 0, 0.5), two_way=False)
    mesh.add_link((3.5, 0, 0.4), (4.5, 0, 0.4), id=2)
    mesh.add_links([OffMeshLink((4.5, 0, 0.5), (90, 0, 0), id=3)], strict=False)
    assert mesh.island_count == 1
    assert keep_reachable(mesh, [(0.5, 0, 0.5)]).links == mesh.links
    kept = keep_reachable(mesh, [(4.5, 0, 0.5)])
    assert kept.areas.tolist() == [3, 4] and kept.links == mesh.links[1:]
    kept.validate()


@pytest.mark.parametrize("seeds, message", [
    ([], "seeds: there is none"),
    ([(0.5, 0, 0.5), (99, 0, 0)], r"seeds\[1\]: \(99, 0, 0\) is not on the navmesh"),
    ([(0.5, float("nan"), 0.5)], r"seeds\[0\]: must be finite"),
    ([(1, 2)], r"seeds\[0\]: must be three numbers"),
])
def test_bad_seeds_are_refused(seeds, message):
    with pytest.raises(ValueError, match=message):
        keep_reachable(strip(), seeds)


def test_polygons_of_a_tile_are_left_out():
    for tile in cut_mesh(grid_mesh(4), 3.0).values():
        keep = bytes(i % 2 for i in range(tile.polygon_count))
        kept = keep_polygons(tile, keep)
        places = [tuple(tile.vertices[i]) for i in range(len(tile.vertices))]
        expected = [[places[k] for k in polygon] for polygon, wanted in zip(tile.polygons, keep) if wanted]
        assert [[tuple(kept.vertices[k]) for k in polygon] for polygon in kept.polygons] == expected
        assert kept.portals == [row for row, wanted in zip(tile.portals, keep) if wanted]
        assert (kept.x, kept.z, len(kept.vertices)) == (tile.x, tile.z, len(set(sum([list(r) for r in expected], []))))
        assert keep_polygons(tile, bytes([1]) * tile.polygon_count) == tile
    with pytest.raises(ValueError, match="keep: must be one a polygon, are 1 for"):
        keep_polygons(tile, b"\1")


def test_small_islands_go_by_what_their_polygons_count():
    rng = np.random.default_rng(6)
    whole = grid_mesh(2, removed=0.45)
    for limit in (0, 5, 11, 10**6):
        mesh = NavMesh.from_tiles(cut_mesh(whole, 3.0).values(), 3.0, climb=CLIMB)
        sizes = {at: array("i", rng.integers(0, 5, mesh.tile(*at).polygon_count).tolist()) for at in mesh.tiles}
        counts = np.concatenate([sizes[at] for at in mesh.tiles])
        wanted = np.bincount(mesh.islands, counts)[mesh.islands] >= limit
        want = rings(mesh, wanted)
        drop_small_islands(mesh, sizes, limit)
        mesh.validate()
        assert rings(mesh) == want and (limit == 0) == wanted.all() and (limit > 100) != wanted.any()
    sizes[0, 0] = array("i", [1])
    with pytest.raises(ValueError, match="sizes: must be one a polygon, are 1 for"):
        drop_small_islands(NavMesh.from_tiles(cut_mesh(whole, 3.0).values(), 3.0), sizes, 2)
