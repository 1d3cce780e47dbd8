"""Random rules and changes of meshes, and the tiles that the changes put in."""
from array import array

import numpy as np

from tests.cutting import make_tile, split, tile_rings
from tests.meshes import delaunay_mesh, grid_mesh
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.navmesh.navmesh import NavMesh

COSTS = (0.0, 0.5, 1.0, 1.0, 3.0)


def centers(mesh):
    vertices = mesh.vertices
    return [vertices[list(polygon)].mean(axis=0) if polygon else None for polygon in mesh.polygons]


def link(mesh, rng, id=0):
    """A way between two places of the mesh."""
    places = [center for center in centers(mesh) if center is not None]
    a, b = rng.choice(len(places), 2, replace=False)
    return OffMeshLink(places[a], places[b], radius=1e-4, two_way=bool(rng.random() < 0.5), area=int(rng.integers(1, 5)),
                       kind=int(rng.integers(3)), id=id)


def with_rules(mesh, rng):
    """The same polygons with areas, costs, exit-only areas, flags and links."""
    mesh = NavMesh.from_polygons(mesh.vertices, mesh.polygons, rng.integers(1, 5, mesh.polygon_count), climb=0.5)
    change_rules(mesh, rng)
    mesh.set_flags(np.flatnonzero(rng.random(mesh.polygon_count) < 0.1), 0)
    mesh.add_links([link(mesh, rng, id=i) for i in range(4)])
    return mesh


def change_rules(mesh, rng):
    for area in range(1, 5):
        mesh.set_area_cost(area, rng.choice(COSTS))
    mesh.set_exit_only_areas([area for area in range(1, 5) if rng.random() < 0.2])


SIZE = 2.3
WHOLE = [grid_mesh(1, width=8, depth=7), delaunay_mesh(2, points=30, height=0.3), grid_mesh(5, width=8, depth=7, removed=0.0)]


def tiles_of(mesh, seed):
    """{(x, z): NavMeshTile} of a mesh, each cut once more, most of them with areas and flags of their own."""
    tiles, rng = {}, np.random.default_rng(seed)
    for (x, z), rings in sorted(tile_rings(mesh, SIZE).items()):
        rings = split(rings, rng) if seed else rings
        areas = array("i", rng.choice([1, 2, 3, 63, 63, 63] if rng.random() < 0.7 else [63], len(rings)).tolist())
        tiles[x, z] = make_tile(x, z, rings, SIZE, areas=areas)
    cut = NavMesh.from_tiles(tiles.values(), SIZE, climb=0.5)
    cut.set_flags(np.flatnonzero(rng.random(cut.polygon_count) < 0.1), 0)
    cut.set_flags(np.flatnonzero(rng.random(cut.polygon_count) < 0.2), 6)
    return {at: cut.tile(*at) for at in cut.tiles}


CUTS = [[tiles_of(mesh, seed) for seed in range(3)] for mesh in WHOLE]


def change(mesh, tiles, rng):
    """One random change of a mesh; tiles: those that may be put in, a dict each."""
    places, kind = sorted(tiles[0]), rng.integers(8)
    polygons = [poly for poly, ring in enumerate(mesh.polygons) if ring]
    if kind <= 1 or len(polygons) < 20:
        mesh.add_tile(tiles[rng.integers(len(tiles))][places[rng.integers(len(places))]])
    elif kind == 2:
        mesh.remove_tile(*mesh.tiles[rng.integers(len(mesh.tiles))])
    elif kind == 3:
        mesh.add_links([link(mesh, rng, id=int(rng.integers(5)))])
    elif kind == 4:
        mesh.remove_links(int(rng.integers(5)))
    elif kind == 5:
        mesh.set_area_cost(int(rng.choice([1, 2, 3, 4, 63])), rng.choice(COSTS))
    elif kind == 6:
        mesh.set_exit_only_areas(rng.choice([1, 2, 3, 4, 63], rng.integers(3)))
    else:
        mesh.set_flags(rng.choice(polygons, 3), int(rng.choice([0, 1, 2, 5, 0xffff])))
