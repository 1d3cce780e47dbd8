"""The packed graph of a mesh: what it must be, and the same however the mesh came to be what it is."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.changes import CUTS, SIZE, centers, change, with_rules
from tests.meshes import delaunay_mesh, grid_mesh, meshes
from navpy.navmesh.navmesh import NavMesh
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.api.query.portal_graph import packed
from tests.packed_oracle import WOUND, Graph, check_packed


def check(mesh):
    assert packed(mesh) == packed(mesh, afresh=True)
    check_packed(packed(mesh), Graph(mesh))


@pytest.mark.parametrize("mesh", [*meshes(3), NavMesh(), delaunay_mesh(1, points=4, removed=0.0)])
def test_whole_meshes(mesh):
    check(mesh)
    assert packed(mesh)["uniform"] == (mesh.polygon_count > 0)
    if mesh.polygon_count > 4:
        for seed in range(3):
            check(with_rules(mesh, np.random.default_rng(seed)))


@pytest.mark.parametrize("turns, wound", [(0.3, False), (0.7, False), (0.99, False), (1.2, True), (1.9, True), (3.3, True)])
def test_spiral_stairs_are_wound(turns, wound):
    angles = np.linspace(0.1, 0.1 + 2 * np.pi * turns, int(8 * turns) + 3)
    vertices = [(0, 0, 0), *np.column_stack([np.cos(angles), 0.5 * angles, np.sin(angles)])]
    mesh = NavMesh.from_polygons(vertices, [(0, i + 1, i) for i in range(1, len(angles))])
    check(mesh)
    post = [corner for entry in packed(mesh)["polygons"].values() for corner in entry[4] if corner[:2] == (0, 0)]
    assert len(post) == len(angles) - 1 and {bool(corner[5] & WOUND) for corner in post} == {wound}
    assert (post[0][4] >= 0) == (turns > 0.5)


def test_a_room_with_one_door_is_a_dead_end():
    """A corridor of five cells along x, the middle one with a room of two cells behind it."""
    ring = [(0, 0), (0, 1), (1, 1), (1, 0)]
    cells = [(i, 0) for i in range(5)] + [(2, 1), (2, 2)]
    vertices = [(x + i, 0, z + k) for i, k in cells for x, z in ring]
    mesh = NavMesh.from_polygons(vertices, [range(4 * i, 4 * i + 4) for i in range(len(cells))])
    mesh.add_links([OffMeshLink((0.5, 0, 0.5), (4.5, 0, 0.5), radius=0.1)])
    check(mesh)
    outs = [entry[1] for entry in packed(mesh)["polygons"].values()]
    assert outs == [-1, -1, -1, -1, -1, 2, 5]
    mesh.add_links([OffMeshLink((0.5, 0, 0.5), (2.5, 0, 2.5), radius=0.1, id=9)])
    assert [entry[1] for entry in packed(mesh)["polygons"].values()] == [-1] * 7
    mesh.remove_links(9)
    assert [entry[1] for entry in packed(mesh)["polygons"].values()] == outs


@pytest.mark.parametrize("cost, least, uniform", [(3.0, 2.0, True), (2.0, 2.0, True), (1.0, 1.0, False), (0.0, 0.0, False)])
def test_a_link_that_costs_less_than_the_ground(cost, least, uniform):
    mesh = grid_mesh(3, removed=0.0)
    mesh.set_area_cost(63, 2)
    mesh.set_area_cost(7, cost)
    places = centers(mesh)
    mesh.add_links([OffMeshLink(places[0], places[-1], radius=1e-4, area=7)])
    check(mesh)
    graph = packed(mesh)
    assert (graph["ground_cost"], graph["least_cost"], graph["least_ratio"], graph["uniform"]) == (2.0, least, least / 2, uniform)
    length = np.hypot(*(places[0] - places[-1])[[0, 2]])
    assert [link[:2] for link in graph["links"]] == [(cost, pytest.approx(cost / 2 * length))] * 2


# ---- kept up to date ----

@settings(max_examples=60)
@given(st.integers(0, 2), st.integers(0, 2 ** 32))
def test_whatever_came_and_went(which, seed):
    rng, tiles = np.random.default_rng(seed), CUTS[which]
    mesh = NavMesh.from_tiles(list(tiles[0].values())[:-3], SIZE, climb=0.5)
    check(mesh)
    for step in range(12):
        change(mesh, tiles, rng)
        assert packed(mesh) == packed(mesh, afresh=True)
        assert packed(mesh)["version"] == mesh.version
    check(mesh)
