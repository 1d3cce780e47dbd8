"""The file of a world: written in any order, whole or not at all, and opened with whatever damage it has."""
import errno
import os
import random
import resource
import struct
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.mesh.tiles.tile import NavMeshTile
from navpy.navmesh.navmesh import NavMesh
from navpy.streaming import NavWorld
from tests.streaming.worlds import CLIMB, ORIGIN, SIZE, grid_tiles, load_all, whole_mesh, write

TILES = grid_tiles(3, 16, 16)
HEADER = 128


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """The path of a sound file."""
    path = tmp_path_factory.mktemp("worlds") / "sound.navworld"
    write(path, TILES.values())
    return path


def index_range(data, share):
    """A place of the header and one of index and graph."""
    begin = index_offset(data)
    return int(share * HEADER), begin + min(int(share * (len(data) - begin)), len(data) - begin - 1)


def index_offset(data):
    return struct.unpack_from("<q", data, 88)[0]


def test_with_all_tiles_loaded_the_mesh_is_that_of_all_tiles(tmp_path):
    write(tmp_path / "w", TILES.values())
    with NavWorld.open(tmp_path / "w") as world:
        assert world.mesh.tiles == [] and world.tile_count == len(TILES) and sorted(world.places) == sorted(TILES)
        assert load_all(world).mesh.to_bytes() == whole_mesh(TILES).to_bytes()


def test_neither_threads_nor_the_order_of_the_tiles_change_the_graph(tmp_path):
    shuffled = list(TILES.values())
    random.Random(5).shuffle(shuffled)
    write(tmp_path / "a", TILES.values())
    write(tmp_path / "b", iter(shuffled))
    with ThreadPoolExecutor(3) as executor:
        write(tmp_path / "c", TILES.values(), executor=executor)
    a, b, c = [(tmp_path / name).read_bytes() for name in "abc"]
    entries = 40 * len(TILES)
    assert a == c and a[index_offset(a) + entries:] == b[index_offset(b) + entries:]


def test_tiles_are_taken_one_after_the_other_and_not_kept(tmp_path):
    def make():
        given = []
        for tile in TILES.values():
            if len(given) == 2:
                holders = sys.getrefcount(given.pop(0)) - 1
                assert holders == 0, "somebody keeps the tile before the last one"
            given.append(NavMeshTile.from_bytes(tile.to_bytes()))
            yield given[-1]
    write(tmp_path / "w", make())
    assert NavWorld.open(tmp_path / "w").tile_count == len(TILES)


def test_links_lead_from_tile_to_tile(tmp_path):
    """Two tiles that touch nowhere, and a link that leads from one to the other."""
    tiles = {place: tile for place, tile in grid_tiles(2, 16, 4, 0.0).items() if place in ((0, 0), (2, 0))}
    assert len(tiles) == 2
    start, goal = (2.0, 0.0, 2.0), (10.0, 0.0, 2.0)
    write(tmp_path / "apart", tiles.values())
    link = OffMeshLink((4.3, 0.0, 2.0), (8.6, 0.0, 2.0), radius=0.5, two_way=False)
    tiles[0, 0] = tiles[0, 0].with_links([link])
    write(tmp_path / "linked", tiles.values())
    with NavWorld.open(tmp_path / "apart") as apart, NavWorld.open(tmp_path / "linked") as linked:
        assert apart.gate_count == 0 and apart.route(start, goal).status.name == "FAILED"
        assert linked.gate_count == 1
        assert linked.route(start, goal).length == pytest.approx(8.0)
        assert linked.route(goal, start).reason.name == "GOAL_UNREACHABLE"
        assert load_all(linked).mesh.find_path(start, goal).length == pytest.approx(8.0)


@pytest.mark.parametrize("tiles, message", [
    ([TILES[1, 1], TILES[1, 2], TILES[1, 1]], r"tiles: two at \(1, 1\)"),
    ([TILES[1, 1], None], "tiles: must be NavMeshTiles, one is None"),
])
def test_bad_tiles_are_told_and_the_old_file_stays(tmp_path, tiles, message):
    (tmp_path / "w").write_bytes(b"old")
    with pytest.raises(ValueError, match=message):
        write(tmp_path / "w", tiles)
    assert os.listdir(tmp_path) == ["w"] and (tmp_path / "w").read_bytes() == b"old"


def test_a_tile_beyond_its_bounds_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"tile \(1, 1\): has a vertex outside of the tile's bounds"):
        NavWorld.write(tmp_path / "w", [TILES[1, 1]], SIZE / 2, ORIGIN)
    assert os.listdir(tmp_path) == []


def test_a_full_disk_is_one_error_and_the_old_file_stays(tmp_path):
    (tmp_path / "w").write_bytes(b"old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, limits[1]))
    try:
        with pytest.raises(OSError) as raised:
            write(tmp_path / "w", TILES.values())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert raised.value.errno == errno.EFBIG and raised.value.filename == str(tmp_path / "w")
    assert os.listdir(tmp_path) == ["w"] and (tmp_path / "w").read_bytes() == b"old"


def test_an_error_of_the_tiles_own_leaves_no_part(tmp_path):
    def broken():
        yield TILES[1, 1]
        raise RuntimeError("the bake failed")
    with pytest.raises(RuntimeError, match="the bake failed"):
        write(tmp_path / "w", broken())
    assert os.listdir(tmp_path) == []


# ---- damage ----

def open_bytes(folder, data):
    path = folder / "changed.navworld"
    path.write_bytes(data)
    return NavWorld.open(path)


@given(share=st.floats(0.0, 1.0, exclude_max=True))
def test_a_truncated_file_is_one_error(sound, share):
    data = sound.read_bytes()
    for length in index_range(data, share):
        with pytest.raises(ValueError, match="is too short for its header|ends before its (index|coarse graph) does"):
            open_bytes(sound.parent, data[:length])


@given(share=st.floats(0.0, 1.0, exclude_max=True), bit=st.integers(0, 7))
def test_a_changed_bit_of_header_index_or_graph_is_one_error(sound, share, bit):
    data = sound.read_bytes()
    for at in index_range(data, share):
        changed = bytearray(data)
        changed[at] ^= 1 << bit
        with pytest.raises(ValueError, match=r"^world '.*changed.navworld': [^\n]+$"):
            open_bytes(sound.parent, bytes(changed))


@given(at=st.integers(0, 10 ** 9), bit=st.integers(0, 7))
def test_a_damaged_tile_is_named_and_the_others_are_loaded(sound, at, bit):
    data = sound.read_bytes()
    changed = bytearray(data)
    changed[HEADER + at % (index_offset(data) - HEADER)] ^= 1 << bit
    with open_bytes(sound.parent, bytes(changed)) as world:
        with pytest.warns(RuntimeWarning, match=r"^world tile \(-?\d+, -?\d+\): [^\n]+$"):
            load_all(world)
        [lost] = world.damaged
        rest = {place: tile for place, tile in TILES.items() if place != lost}
        assert world.mesh.to_bytes() == NavMesh.from_tiles(rest.values(), SIZE, ORIGIN, climb=CLIMB).to_bytes()
        assert world.update(None) == 0              # it is not read again


def test_what_is_no_world_is_told(tmp_path):
    (tmp_path / "mesh").write_bytes(whole_mesh(TILES).to_bytes())
    with pytest.raises(ValueError, match="does not begin as a streamed world does"):
        NavWorld.open(tmp_path / "mesh")
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(ValueError, match="is too short for its header"):
        NavWorld.open(tmp_path / "empty")
    with pytest.raises(FileNotFoundError):
        NavWorld.open(tmp_path / "none")


def test_a_world_without_tiles(tmp_path):
    write(tmp_path / "w", [])
    with NavWorld.open(tmp_path / "w") as world:
        assert load_all(world).tile_count == 0
        assert world.route((0, 0, 0), (1, 0, 1)).reason.name == "START_OFF_MESH"
        assert world.find_path((0, 0, 0), (1, 0, 1)).reason.name == "NO_NAVMESH"


def test_a_file_that_is_closed_meanwhile_damages_nothing_that_is_loaded(tmp_path):
    write(tmp_path / "w", TILES.values())
    world = NavWorld.open(tmp_path / "w")
    world.focus, world.distance = [(6.0, 0.0, 6.0)], 0.1
    world.update(None)
    before = world.mesh.to_bytes()
    world.close()
    world.distance = 3.0
    with pytest.warns(RuntimeWarning, match="cannot be read"):
        world.update(None)
    assert world.mesh.to_bytes() == before
