"""NavMeshData to Godot's NavigationMesh and back, with Godot's own server as the judge."""
import base64
from array import array

import numpy as np
import pytest

from cutting import cut_mesh
from meshes import grid_mesh
from navpy import NavMesh, PathStatus

RUNNING, SUCCESS, FAILURE = 0, 1, 2
EXPECTED = [r"ERROR: navpy: NavMeshData.from_navigation_mesh: .*; it stays as it was",
            r"ERROR: navpy: NavMeshData: navmesh data: the checksum is wrong, it is damaged; it stays as it was, bake it again"]


def rough_mesh():
    """Three squares in a row: one with a hill, which also lifts the middle of its edge to the next, and a flat one."""
    vertices = [(0, 0, 0), (0, 0, 4), (4, 0, 4), (4, 0, 0), (8, 0, 4), (8, 0, 0), (2, 1, 2), (4, 0.2, 2), (4, 0.2, 2),
                (-4, 0, 0), (-4, 0, 4)]
    hill = [6, 0, 1, 6, 1, 2, 6, 2, 7, 6, 7, 3, 6, 3, 0]
    beside = [3, 8, 5, 8, 2, 4, 8, 4, 5]
    return NavMesh(np.array(vertices, float), array("i", [0, 4, 8, 12]), array("i", [0, 1, 2, 3, 3, 2, 4, 5, 9, 10, 1, 0]),
                   None, array("i", [0, 5, 8, 8]), array("i", hill + beside))


def large_mesh():
    """A hundred tiles, whose polygons do not meet at their corners."""
    return NavMesh.from_tiles(cut_mesh(grid_mesh(3, width=20, depth=20), 2.0, seed=5, detail=True).values(), 2.0, climb=0.4)


@pytest.fixture(scope="module")
def seen(run_level, tmp_path_factory):
    files = {name: tmp_path_factory.mktemp("meshes") / name for name in ("rough.navmesh", "large.navmesh")}
    rough_mesh().save(files["rough.navmesh"])
    large_mesh().save(files["large.navmesh"])
    return run_level("navigation_meshes", files=files, expected=EXPECTED)


def mesh_of(report):
    return NavMesh.from_bytes(base64.b64decode(report["data"]))


def agrees(report):
    """Both find the same goals reachable, and taut ways of one length."""
    mesh, reached = mesh_of(report), 0
    for way in report["ways"]:
        path = mesh.find_path(way["from"], way["to"])
        assert (path.status == PathStatus.COMPLETE) == (way["missed"] < 0.05), way
        if path.status == PathStatus.COMPLETE:
            assert path.length == pytest.approx(way["length"], rel=0.01, abs=0.02), way
            reached += 1
    assert len(report["ways"]) == 21 and 10 < reached < 21      # one goal at least is on the table


def test_godots_server_walks_our_mesh(seen):
    there = seen["there"]
    mesh = mesh_of(there)
    assert there["polygons"] == mesh.polygon_count
    assert there["area"] == pytest.approx(mesh.area, rel=1e-5)
    assert there["agent"] == pytest.approx([0.5, 1.75, 0.25])
    agrees(there)


def test_a_round_trip_keeps_the_mesh(seen):
    assert seen["round trip"] is True
    for before, after in seen["same"].values():
        assert before == pytest.approx(after, rel=1e-5)
    assert seen["empty"] == [0, 0]


def test_a_mesh_that_godot_baked(seen):
    back = seen["back"]
    assert back["taken"] and back["area"][0] == pytest.approx(back["area"][1], rel=1e-4)
    mesh = mesh_of(back)
    assert (mesh.agent_radius, mesh.agent_height, mesh.climb) == pytest.approx((0.5, 1.5, 0.5))
    agrees(back)
    assert seen["walked"] == SUCCESS


def test_what_is_wrong_is_said_and_nothing_changes(seen):
    assert seen["refused"] == [[False] * 6, True]
    lines = [line for line in seen["run"].output.splitlines() if "from_navigation_mesh" in line and "ERROR" in line]
    for line, words in zip(lines, ("there is no NavigationMesh", "has no polygons", "polygon 0 crosses", "names vertex 9, there are 8",
                                   "polygons 0 and 2 have the same corners", "nothing of the NavigationMesh can be walked on")):
        assert words in line
    assert len(lines) == 6


def test_a_hand_made_mesh(seen):
    made = seen["hand made"]
    assert made["taken"] and made["islands"] == 1 and made["vertices"] == 7 and made["asked"] == RUNNING
    assert made["area"] == pytest.approx(3.0 + 4.0, rel=1e-3)
    assert any("1 polygons without area were left out" in line for line in seen["run"].output.splitlines() if "WARNING" in line)


def test_a_rough_surface_is_given_as_triangles(seen):
    """The hill is 1 m above its square; 0.2 m is not rough, but the corner that the hill has on the edge is the neighbour's
    too."""
    rough = seen["rough"]
    sets = [set(map(int, polygon)) for polygon in rough["polygons"]]
    assert sets[:5] == [{6, 0, 1}, {6, 1, 2}, {6, 2, 7}, {6, 7, 3}, {6, 3, 0}]
    assert sorted(map(sorted, sets[5:])) == [[0, 1, 9, 10], [2, 3, 4, 5, 7]]
    assert rough["again"] and rough["islands"] == 1 and rough["area"] == pytest.approx(48)


def test_many_tiles_are_read_by_the_engines_threads(seen):
    mesh, large = large_mesh(), seen["large"]
    assert len(mesh.tiles) == 100 and len(large["read"]) == 30 and large["kept"]
    for same, polygons, vertices, islands, area in large["read"]:
        assert same and (polygons, vertices, islands) == (mesh.polygon_count, len(mesh.vertices), mesh.island_count)
        assert area == pytest.approx(mesh.area)
