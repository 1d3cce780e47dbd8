"""Navmesh files: what they hold, and that nothing else gets in."""
import struct
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.cutting import cut_mesh, make_tile
from tests.meshes import SQUARE, delaunay_mesh, grid_mesh
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.navmesh.navmesh import NavMesh
from tests.oracles import HEADER, fixed_up

LINK = 8 * 8 + 16


def tiled(detail=False, links=True):
    tiles = cut_mesh(grid_mesh(1, width=5, depth=4), 2.0, seed=2, detail=detail)
    mesh = NavMesh.from_tiles(tiles.values(), 2.0, agent_radius=0.3, agent_height=1.8, climb=0.4)
    if links:
        mesh.add_link((0.5, 0, 0.5), (4.5, 0, 3.5), width=0.5, id=7)
        mesh.add_links([OffMeshLink((1.5, 0, 0.5), (100, 0, 0), two_way=False, area=3, kind=-4)], strict=False)
        mesh.set_area_cost(5, 2.5)
        mesh.set_exit_only_areas([5])
    return mesh


MESHES = {"empty": NavMesh(), "square": NavMesh.from_polygons(SQUARE, [range(4)], [5], agent_radius=0.3),
          "whole": delaunay_mesh(1, points=12), "tiled": tiled(), "detailed": tiled(True), "no tiles": NavMesh.from_tiles([], 3.0)}


@pytest.mark.parametrize("name", MESHES)
def test_what_is_written_is_read(name):
    mesh = MESHES[name]
    again = NavMesh.from_bytes(mesh.to_bytes())
    again.validate()
    assert again.to_bytes() == mesh.to_bytes()
    assert again.tiles == mesh.tiles and all(again.tile(*at) == mesh.tile(*at) for at in mesh.tiles)
    assert again.vertices.tobytes() == mesh.vertices.tobytes() or mesh.tiles
    assert (again.polygons, again.neighbors) == (mesh.polygons, mesh.neighbors) or mesh.tiles
    assert again.links == mesh.links or mesh.tiles
    assert all(again.area_cost(area) == mesh.area_cost(area) for area in range(64))
    assert len(again.links) == len(mesh.links) and again.exit_only_areas == mesh.exit_only_areas
    assert (again.agent_radius, again.agent_height, again.climb) == (mesh.agent_radius, mesh.agent_height, mesh.climb)
    assert again.area == pytest.approx(mesh.area, abs=1e-9) and again.island_count == mesh.island_count


def test_the_format_is_as_documented():
    data = MESHES["square"].to_bytes()
    assert data == fixed_up(data) and data[:8] == b"NAVPYMSH"
    assert struct.unpack_from("<4i6dQ64d", data, 16) == (2, 1, 0, 0, 0.3, 0, 0, 0, 0, 0, 0, *[1.0] * 64)
    assert struct.unpack_from("<6i12d", data, HEADER) == (0, 0, 4, 1, 4, 0, *np.ravel(SQUARE))
    assert struct.unpack_from("<11i4b", data, HEADER + 24 + 96) == (4, 5, 0, 0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1)
    assert len(data) == HEADER + 24 + 96 + 44 + 4
    data = tiled().to_bytes()
    assert struct.unpack_from("<8d4i", data, HEADER) == (0.5, 0, 0.5, 4.5, 0, 3.5, 0.3, 0.5, 63, 0, 7, 0)
    assert struct.unpack_from("<8d4i", data, HEADER + 2 * LINK) == (1.5, 0, 0.5, 100, 0, 0, 0.3, 0, 3, -4, 0, 0)
    assert struct.unpack_from("<2i", data, HEADER + 3 * LINK) == (0, 0)


def test_every_truncation_and_every_flipped_bit_is_noticed():
    data = MESHES["square"].to_bytes()
    for size in range(len(data)):
        with pytest.raises(ValueError, match="navmesh data"):
            NavMesh.from_bytes(data[:size])
    with pytest.raises(ValueError, match="navmesh data"):
        NavMesh.from_bytes(data + b"\0")
    for bit in range(8 * len(data)):
        broken = bytearray(data)
        broken[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ValueError, match="navmesh data"):
            NavMesh.from_bytes(broken)


def at_header(offset, code, value):
    return lambda data: struct.pack_into("<" + code, data, offset, value)


def at_tile(offset, code, value):
    return lambda data: struct.pack_into("<" + code, data, HEADER + offset, value)


@pytest.mark.parametrize("change, message", [
    (at_header(16, "i", 1), "has format 1, this program reads 2"),
    (at_header(20, "i", -1), "hold no -1 tiles"),
    (at_header(20, "i", 2 ** 31 - 1), "hold no 2147483647 tiles"),
    (at_header(24, "i", 2 ** 31 - 1), "and 2147483647 links"),
    (at_header(20, "i", 0), "without a tile size there must be one tile"),
    (at_header(28, "i", -1), "hold no path index of -8"),
    (at_header(32, "d", float("nan")), "agent's measures"),
    (at_header(48, "d", -1.0), "agent's measures"),
    (at_header(56, "d", float("inf")), "tile size and origin"),
    (at_header(56, "d", 0.5), "vertex outside of the tile's bounds"),
    (at_header(88, "d", -0.1), "an area's cost"),
    (at_tile(0, "i", 2 ** 31 - 1), "coordinates beyond 1e9"),
    (at_tile(8, "i", -1), "negative count"),
    (at_tile(8, "i", 2 ** 31 - 1), "ask for more bytes than there are"),
    (at_tile(12, "i", 2 ** 31 - 1), "ask for more bytes"),
    (at_tile(16, "i", 3), "bytes that fill a tile up are not 0"),
    (at_tile(16, "i", 5), "ask for more bytes"),
    (at_tile(24 + 96, "i", 5), "more corners or detail triangles"),
    (at_tile(24, "d", float("nan")), "vertex 0 is not finite"),
    (at_tile(24 + 96, "i", 3), "fewer corners or detail triangles"),
    (at_tile(24 + 96, "i", 2), "fewer than 3 corners"),
    (at_tile(24 + 100, "i", 64), "area id is not 0 to 63"),
    (at_tile(24 + 104, "i", 1), "more corners or detail triangles"),
    (at_tile(24 + 108, "i", 4), "names vertex 4, there are 4"),
    (at_tile(24 + 108, "i", 1), "has two corners in a row"),
    (at_tile(24 + 124, "i", 0), "do not agree on the edge"),
    (at_tile(24 + 124, "i", 4), "twin is out of range"),
    (at_tile(24 + 140, "b", 2), "polygon with a portal has no detail triangles"),
    (at_tile(24 + 140, "b", 4), "portal is no side of a tile"),
])
def test_what_is_wrong_is_named(change, message):
    data = bytearray(MESHES["square"].to_bytes())
    change(data)
    with pytest.raises(ValueError, match=message) as error:
        NavMesh.from_bytes(fixed_up(data))
    assert str(error.value).startswith("navmesh data: ")


def test_tiles_in_the_wrong_order_or_twice():
    a, b = (NavMesh.from_tiles([make_tile(x, 0, [], 4.0)], 4.0).to_bytes() for x in (0, 1))
    two = bytearray(a)
    struct.pack_into("<i", two, 20, 2)
    NavMesh.from_bytes(fixed_up(bytes(two) + b[HEADER:])).validate()
    for tail in (a, b):
        head = b if tail is a else a
        with pytest.raises(ValueError, match="not in the order of z, then x"):
            NavMesh.from_bytes(fixed_up(head[:20] + bytes([2]) + head[21:] + (tail if tail is a else a)[HEADER:]))


def test_a_link_of_any_width_is_cut_to_its_polygons():
    mesh = delaunay_mesh(1, points=12, removed=0.0)
    ends = [mesh.vertices[list(polygon)].mean(axis=0) for polygon in (mesh.polygons[0], mesh.polygons[-1])]
    mesh.add_link(*ends, width=0.5)
    data = bytearray(mesh.to_bytes())
    for width in (1e30, 1e200, 1.7e308):
        struct.pack_into("<d", data, HEADER + 56, width)
        NavMesh.from_bytes(fixed_up(data)).validate()


def test_a_tiles_link_that_only_leads_back_is_a_way_of_its_own():
    mesh = tiled(links=False)
    mesh.add_link((0.5, 0, 0.5), (4.5, 0, 3.5), two_way=False)
    data = bytearray(mesh.to_bytes())
    struct.pack_into("<i", data, HEADER + LINK - 4, 2)             # the way back of a tile's link
    mesh = NavMesh.from_bytes(fixed_up(data))
    for place in list(mesh.tiles):
        mesh.add_tile(mesh.tile(*place))
        mesh.validate()
    ways = [(link.start[::2], link.end[::2], link.two_way, link.of_tile) for link in mesh.links]
    assert ways == [((0.5, 0.5), (4.5, 3.5), False, True)]


def test_an_edge_shorter_than_rounding_does_not_put_links_off_their_polygon():
    corners = [(0, 0, -5e-315), (2, 0, 1), (2, 0, 0), (1, 0, 0), (0, 0, 0)]
    mesh = NavMesh(np.array(corners, float), np.array([0, 5], np.int32), np.arange(5, dtype=np.int32))
    mesh.add_link((1, 0, 0.4), (1.8, 0, 0.4), radius=0.3)
    NavMesh.from_bytes(mesh.to_bytes()).validate()


INTERESTING = st.one_of(st.integers(-2, 60), st.integers(-2 ** 31, 2 ** 31 - 1),
                        st.sampled_from([0x7FF00000, 0x7FF80000, -0x100000, 0x7FEFFFFF, 0x43E00000, 0x00100000]))


@settings(deadline=None, max_examples=500)
@given(st.sampled_from(["square", "whole", "tiled", "detailed"]), st.data())
def test_hostile_bytes_with_a_right_checksum_never_crash(name, data):
    content = bytearray(MESHES[name].to_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        at = 4 * data.draw(st.integers(4, len(content) // 4 - 1))
        content[at:at + 4] = data.draw(INTERESTING).to_bytes(4, "little", signed=True)
    if data.draw(st.booleans()):
        start, size = data.draw(st.integers(16, len(content) - 8)), data.draw(st.integers(1, 64))
        content = content[:start] + content[start + size:] if data.draw(st.booleans()) else content[:start + size] + content[start:]
    try:
        mesh = NavMesh.from_bytes(fixed_up(content))
    except ValueError as error:
        assert "\n" not in str(error)
    else:
        mesh.validate()
        mesh.find_path((0.5, 0, 0.5), (3.5, 0, 2.5))
        for tile in mesh.tiles[:2]:
            mesh.add_tile(mesh.tile(*tile))
            mesh.validate()


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=200))
def test_rubbish_never_crashes(data):
    for bytes_ in (data, fixed_up(b"NAVPYMSH" + bytes(8) + data), fixed_up(MESHES["square"].to_bytes()[:HEADER] + data)):
        with pytest.raises(ValueError):
            NavMesh.from_bytes(bytes_)


@pytest.fixture(scope="module")
def large():
    """More tiles than one thread takes at once, with links, as bytes."""
    tiles = cut_mesh(grid_mesh(3, width=20, depth=20), 2.0, seed=5, detail=True)
    mesh = NavMesh.from_tiles(tiles.values(), 2.0, agent_radius=0.3, agent_height=1.8, climb=0.4)
    mesh.add_link(*(middle(mesh, poly) for poly in (0, -1)), width=0.5, id=7)
    assert len(mesh.tiles) > 64
    return mesh.to_bytes()


def middle(mesh, poly):
    return mesh.vertices[list(mesh.polygons[poly])].mean(axis=0)


def all_of(mesh):
    return (mesh.to_bytes(), mesh.vertices.tobytes(), mesh.polygons, mesh.neighbors, mesh.islands.tolist(), mesh.tiles,
            [mesh.find_path(middle(mesh, 0), middle(mesh, poly)).points.tolist() for poly in (-1, 50, 100, 150)])


def test_threads_read_what_one_reads(large):
    alone = NavMesh.from_bytes(large)
    alone.validate()
    with ThreadPoolExecutor(4) as executor:
        for _ in range(50):
            shared = NavMesh.from_bytes(large, executor)
            assert all_of(shared) == all_of(alone)
        shared.validate()
    for place in list(alone.tiles)[::7]:
        tile = alone.tile(*place)
        for mesh in (alone, shared):
            mesh.remove_tile(*place)
            mesh.add_tile(tile)
        assert all_of(shared) == all_of(alone)
    shared.validate()


def test_threads_name_the_same_fault(large):
    """The first one, wherever in the file; damage before all that may follow from it."""
    at = [i for i in range(HEADER + 2 * LINK, len(large) - 8, 8 * 997)]
    with ThreadPoolExecutor(4) as executor:
        for first, second in zip(at, at[3:]):
            data = bytearray(large)
            for offset in (first, second):
                struct.pack_into("<i", data, offset, -7)
            for given in (data, fixed_up(data), large[:first], fixed_up(large[:first])):
                told = []
                for chosen in (None, executor):
                    try:
                        told.append(all_of(NavMesh.from_bytes(given, chosen)))
                    except ValueError as error:
                        told.append(str(error))
                assert told[0] == told[1]
            with pytest.raises(ValueError, match="checksum is wrong"):
                NavMesh.from_bytes(data, executor)


def test_an_executor_that_takes_nothing(large):
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(RuntimeError):
        NavMesh.from_bytes(large, executor)
    with pytest.raises(ValueError, match="executor: must be"):
        NavMesh.from_bytes(large, "threads")
    with ThreadPoolExecutor(1) as busy:                 # holds nobody up
        free = threading.Event()
        busy.submit(free.wait, 60)
        assert NavMesh.from_bytes(large, busy).to_bytes() == large
        free.set()


def test_a_file_is_loaded_by_threads(large, tmp_path):
    (tmp_path / "large.navmesh").write_bytes(large)
    with ThreadPoolExecutor(2) as executor:
        assert NavMesh.load(tmp_path / "large.navmesh", executor).to_bytes() == large


def test_a_file_that_is_no_navmesh_is_named(tmp_path):
    (tmp_path / "letter.navmesh").write_text("Dear navmesh, " * 9)
    with pytest.raises(ValueError, match=r"letter\.navmesh: navmesh data: \d+ bytes are too few"):
        NavMesh.load(tmp_path / "letter.navmesh")
