"""Flags of polygons: set by the user, they come and go with the tiles and their bytes."""
import pickle
import struct

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.cutting import cut_mesh
from tests.meshes import SQUARE, delaunay_mesh, grid_mesh
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.portal_graph import packed
from navpy.mesh.tiles.tile import NavMeshTile
from tests.oracles import HEADER, fixed_up

SIZE = 2.5
TILES = cut_mesh(grid_mesh(2), SIZE, seed=1)


def tiled():
    return NavMesh.from_tiles(TILES.values(), SIZE, climb=0.5)


def by_place(mesh):
    """{middle of a polygon: its flags}"""
    vertices, flags = mesh.vertices, mesh.flags
    return {tuple(np.round(vertices[list({*ring})].mean(axis=0), 6)): int(flags[poly])
            for poly, ring in enumerate(mesh.polygons) if ring and mesh.has_polygon(poly)}


def live(mesh):
    return np.array([poly for poly in range(len(mesh.polygons)) if mesh.has_polygon(poly)])


def test_a_polygon_has_flags_of_1_until_others_are_set():
    mesh = tiled()
    assert mesh.flags.dtype == np.uint16 and set(mesh.flags.tolist()) == {1}
    version = mesh.version
    mesh.set_flags(np.array([3, 1], np.int32), 0xffff)
    mesh.set_flags(np.array([2, 4]), np.uint8(6))
    mesh.set_flags({5}, 0)
    assert mesh.flags[:7].tolist() == [1, 0xffff, 6, 0xffff, 6, 0, 1] and mesh.version == version + 3
    at = mesh.tile_of(3)
    gone = [poly for poly in live(mesh) if mesh.tile_of(poly) == at]
    mesh.remove_tile(*at)
    assert not mesh.flags[gone].any()
    mesh.add_tile(TILES[at])
    assert (mesh.flags[gone] == 1).all()
    assert NavMesh().flags.shape == (0,)


def test_who_walks_where():
    mesh = tiled()
    rng = np.random.default_rng(1)
    for _ in range(20):
        chosen = rng.choice(live(mesh), 4)
        mesh.set_flags(chosen, int(rng.choice([0, 1, 0x8000])))
        assert packed(mesh) == packed(mesh, afresh=True)
        assert [entry[2] for entry in packed(mesh)["polygons"].values()] == [1.0 if flags else -1.0 for flags in mesh.flags]


@pytest.mark.parametrize("polygons, flags, message", [
    ([0], -1, "flags: must be a whole number in 0 … 65535, is -1"),
    ([0], 65536, "flags: must be a whole number in 0 … 65535, is 65536"),
    ([0], 10 ** 30, "flags: must be a whole number in 0 … 65535"),
    ([0], 1.0, "flags: must be a whole number in 0 … 65535, is 1.0"),
    ([0], "1", "flags: must be a whole number in 0 … 65535, is '1'"),
    ([0], None, "flags: must be a whole number in 0 … 65535, is None"),
    ([0], int, "flags: must be a whole number in 0 … 65535"),
    ([0, 10 ** 6], 2, "polygons: there is no polygon 1000000"),
    ([0, -1], 2, "polygons: there is no polygon -1"),
    ([0, 2 ** 31], 2, "polygons: must be whole numbers of 32 bits"),
    ([0, 1.0], 2, "polygons: must be whole numbers of 32 bits"),
    ([0, "a"], 2, "polygons: must be whole numbers of 32 bits"),
    (0, 2, "polygons: must be whole numbers of 32 bits"),
    (None, 2, "polygons: must be whole numbers of 32 bits"),
])
def test_bad_flags_change_nothing(polygons, flags, message):
    mesh = tiled()
    with pytest.raises(ValueError, match=message) as error:
        mesh.set_flags(polygons, flags)
    assert "\n" not in str(error.value) and set(mesh.flags.tolist()) == {1} and mesh.version == 1


@settings(max_examples=30)
@given(st.integers(0, 2 ** 32))
def test_they_come_and_go_with_the_tile(seed):
    rng, mesh = np.random.default_rng(seed), tiled()
    for _ in range(6):
        mesh.set_flags(rng.choice(live(mesh), 5), int(rng.integers(0, 0x10000)))
    wanted = by_place(mesh)
    for at in rng.permutation(mesh.tiles)[:5].tolist():
        tile = NavMeshTile.from_bytes(mesh.tile(*at).to_bytes())
        assert tile == mesh.tile(*at) == pickle.loads(pickle.dumps(tile))
        mesh.remove_tile(*at)
        mesh.add_tile(tile)
        assert by_place(mesh) == wanted
    other = NavMesh.from_tiles([mesh.tile(*at) for at in mesh.tiles], SIZE, climb=0.5)
    assert by_place(other) == by_place(NavMesh.from_bytes(mesh.to_bytes())) == by_place(pickle.loads(pickle.dumps(mesh))) == wanted
    poly = int(rng.choice(live(mesh)))
    before = mesh.tile(*mesh.tile_of(poly))
    mesh.set_flags([poly], int(mesh.flags[poly]) ^ 1 << int(rng.integers(16)))
    assert mesh.tile(*mesh.tile_of(poly)) != before


def test_saved_and_loaded(tmp_path):
    for mesh in (delaunay_mesh(1), tiled()):
        mesh.set_flags(live(mesh)[::3], 0xfffe)
        mesh.set_flags(live(mesh)[1::3], 0)
        mesh.save(tmp_path / "a.navmesh")
        assert by_place(NavMesh.load(tmp_path / "a.navmesh")) == by_place(mesh)
        assert set(by_place(mesh).values()) == {0, 1, 0xfffe}


@pytest.mark.parametrize("flags", [0, 1, 2, 0x7fff, 0x8000, 0xffff])
def test_the_bytes(flags):
    """The upper half of the word that holds the area, the lowest bit turned over: files from before there were flags hold 1."""
    mesh = NavMesh.from_polygons(SQUARE, [range(4)], [5])
    old = mesh.to_bytes()
    assert struct.unpack_from("<I", old, HEADER + 24 + 100) == (5,)
    mesh.set_flags([0], flags)
    data = mesh.to_bytes()
    assert struct.unpack_from("<I", data, HEADER + 24 + 100) == (5 | (flags ^ 1) << 16,)
    assert NavMesh.from_bytes(data).flags.tolist() == [flags] and NavMesh.from_bytes(data).areas.tolist() == [5]
    written = bytearray(old)
    struct.pack_into("<I", written, HEADER + 24 + 100, 5 | (flags ^ 1) << 16)
    assert fixed_up(written) == data
