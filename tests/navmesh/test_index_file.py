"""The path index in a navmesh file: read as it was written, left out where it is damaged, never dangerous."""
import pickle
import random
import struct
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.navmesh.navmesh import NavMesh
from tests.cutting import cut_mesh
from tests.meshes import grid_mesh, random_points
from tests.oracles import checksum

SIDE = 8.0
HEAD = 40                               # bytes


def tiled(seed=4, size=24):
    return NavMesh.from_tiles(cut_mesh(grid_mesh(seed, width=size, depth=size, removed=0.3), SIDE).values(), SIDE)


def indexed(mesh):
    mesh.build_path_index()
    return mesh


def without_views():
    """A mesh on which too many corners see a polygon to list them."""
    return NavMesh.from_tiles(cut_mesh(grid_mesh(7, width=50, depth=50, removed=0.01), 1.0).values(), 1.0)


def paths(mesh, ends):
    return mesh.find_paths(*(np.array([point for _, point in side]) for side in (ends[::2], ends[1::2])))


def compare(mesh, again, count=60):
    ends = random_points(mesh, 2 * count, np.random.default_rng(2), kinds=(2,))
    found, other = paths(mesh, ends), paths(again, ends)
    assert np.array_equal(found.points, other.points) and np.array_equal(found.status, other.status)


@pytest.mark.parametrize("make", [tiled, without_views, lambda: grid_mesh(3, width=12, depth=9, removed=0.2)])
def test_what_is_written_is_read(make):
    mesh = make()
    bare = mesh.to_bytes()
    indexed(mesh)
    data = mesh.to_bytes()
    assert data.startswith(bare[:8]) and len(data) > len(bare)
    again = NavMesh.from_bytes(data)
    assert again.path_index_bytes == mesh.path_index_bytes > 0
    assert again.to_bytes() == data
    assert mesh.to_bytes(with_path_index=False) == again.to_bytes(with_path_index=False) == bare
    compare(mesh, again)


def test_by_files_and_pickles(tmp_path):
    mesh = indexed(tiled())
    mesh.save(tmp_path / "with.navmesh")
    mesh.save(tmp_path / "without.navmesh", with_path_index=False)
    assert NavMesh.load(tmp_path / "with.navmesh").path_index_bytes == mesh.path_index_bytes
    assert NavMesh.load(tmp_path / "without.navmesh").path_index_bytes == 0
    assert pickle.loads(pickle.dumps(mesh)).path_index_bytes == mesh.path_index_bytes


def test_the_format_is_as_documented():
    mesh = indexed(tiled())
    data, bare = mesh.to_bytes(), mesh.to_bytes(with_path_index=False)
    words, = struct.unpack_from("<i", data, 28)
    section = data[-8 * words:]
    assert len(data) == len(bare) + 8 * words and struct.unpack_from("<i", bare, 28) == (0,)
    assert data[:8] == bare[:8] and data[16:28] + data[32:-8 * words] == bare[16:28] + bare[32:]
    assert struct.unpack_from("<Q", section)[0] == checksum(section[8:])
    vertices, arcs, scanned, views, regions, has_views, edges = struct.unpack_from("<7i", section, 8)
    assert has_views == 1 and regions == max(1, vertices // 64) and edges == sum(map(len, mesh.polygons))
    size = HEAD + vertices * (20 + 128 + 32) + arcs * 40 + scanned * 8 + views * 16 + 4 * (mesh.polygon_count + 1)
    assert len(section) == size + -size % 8


def test_a_mesh_whose_tiles_were_added_in_another_order():
    tiles = cut_mesh(grid_mesh(4, width=24, depth=24, removed=0.3), SIDE)
    mesh = NavMesh.from_tiles(tiles.values(), SIDE)
    for at in ((1, 1), (0, 2), (2, 0)):
        mesh.remove_tile(*at)
    for at in ((2, 0), (1, 1), (0, 2)):
        mesh.add_tile(tiles[at])
    indexed(mesh)
    again = NavMesh.from_bytes(mesh.to_bytes())
    assert again.path_index_bytes > 0
    plain = NavMesh.from_bytes(mesh.to_bytes(with_path_index=False))
    ends = random_points(again, 200, np.random.default_rng(5), kinds=(2,))
    found, other = paths(again, ends), paths(plain, ends)
    assert np.array_equal(found.status, other.status) and found.lengths == pytest.approx(other.lengths, rel=1e-9)


def test_a_damaged_index_is_left_out():
    mesh = indexed(tiled(size=12))
    data, bare = mesh.to_bytes(), mesh.to_bytes(with_path_index=False)
    begin = len(data) - 8 * struct.unpack_from("<i", data, 28)[0]
    rng = random.Random(1)
    for at in [*range(begin, begin + HEAD), *(rng.randrange(begin, len(data)) for _ in range(60))]:
        broken = bytearray(data)
        broken[at] ^= 1 << rng.randrange(8)
        with pytest.warns(UserWarning, match="the path index is left out") as caught:
            again = NavMesh.from_bytes(broken)
        assert len(caught) == 1 and "\n" not in str(caught[0].message)
        assert again.path_index_bytes == 0 and again.to_bytes() == bare


def test_damage_before_the_index_and_cut_files_are_refused():
    data = indexed(tiled(size=12)).to_bytes()
    for at in (20, 28, 29, 40, 700, 1000):
        broken = bytearray(data)
        broken[at] ^= 1
        with pytest.raises(ValueError, match="navmesh data: "):
            NavMesh.from_bytes(broken)
    for size in (599, 600, 2000, len(data) // 2, len(data) - 8, len(data) - 1):
        with pytest.raises(ValueError, match="navmesh data: "):
            NavMesh.from_bytes(data[:size])


INDEXED = {make.__name__: indexed(make()).to_bytes() for make in (tiled, without_views)}


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(INDEXED)), st.integers(0, 2 ** 31))
def test_wrong_numbers_under_a_right_checksum_do_no_harm(name, seed):
    """They are refused, or the searches end: with what they find, whatever it is."""
    rng = random.Random(seed)
    data = bytearray(INDEXED[name])
    begin = len(data) - 8 * struct.unpack_from("<i", data, 28)[0]
    for _ in range(rng.choice((1, 5, 200))):
        at = begin + 8 + 4 * rng.randrange((len(data) - begin - 8) // (4 * rng.choice((1, 1, 100))))
        old, = struct.unpack_from("<i", data, at)
        near = old + rng.randrange(-3, 4)
        struct.pack_into("<I", data, at, rng.choice((near, rng.randrange(2000), -1, 0, 2 ** 31 - 1, -2 ** 31)) & 0xffffffff)
    data[begin:begin + 8] = checksum(bytes(data[begin + 8:])).to_bytes(8, "little")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mesh = NavMesh.from_bytes(data)
    paths(mesh, random_points(mesh, 40, np.random.default_rng(seed), kinds=(2,)))
