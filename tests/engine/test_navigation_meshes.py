"""NavMeshData to Godot's NavigationMesh and back, with Godot's own server as the judge."""
import base64
from array import array

import numpy as np
import pytest

from tests.cutting import cut_mesh
from tests.meshes import grid_mesh
from navpy import NavMesh, PathStatus
from tests.engine.scenarios import RUNNING, SUCCESS, Scenarios

scenario = Scenarios("navigation_meshes.gd", fixture="meshes")


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
def meshes(tmp_path_factory):
    """Options of the scenarios: these meshes, as files."""
    folder = tmp_path_factory.mktemp("meshes")
    files = {"rough.navmesh": rough_mesh(), "large.navmesh": large_mesh()}
    for name, mesh in files.items():
        mesh.save(folder / name)
    return {"files": {name: folder / name for name in files}}


def check_ways(mesh, ways):
    """Both find the same goals reachable, and taut ways of one length."""
    reached = 0
    for way in ways:
        path = mesh.find_path(way["from"], way["to"])
        assert (path.status == PathStatus.COMPLETE) == (way["missed"] < 0.05), way
        if path.status == PathStatus.COMPLETE:
            assert path.length == pytest.approx(way["length"], rel=0.01, abs=0.02), way
            reached += 1
    assert len(ways) == 21 and 10 < reached < 21            # one goal at least is on the table


@scenario("our_mesh_on_the_server")
def test_godots_server_walks_our_mesh(seen):
    mesh = NavMesh.from_bytes(base64.b64decode(seen["data"]))
    assert seen["polygons"] == mesh.polygon_count
    assert seen["area"] == pytest.approx(mesh.area, rel=1e-5)
    assert seen["agent"] == pytest.approx({"radius": 0.5, "height": 1.75, "climb": 0.25})
    check_ways(mesh, seen["ways"])


@scenario("round_trip")
def test_a_round_trip_keeps_the_mesh(seen):
    assert seen["taken"] is True
    assert seen["after"] == pytest.approx(seen["before"], rel=1e-5)
    assert seen["empty"] == {"polygons": 0, "vertices": 0}


@scenario("mesh_that_godot_baked")
def test_a_mesh_that_godot_baked(seen):
    assert seen["taken"] and seen["area"]["ours"] == pytest.approx(seen["area"]["theirs"], rel=1e-4)
    mesh = NavMesh.from_bytes(base64.b64decode(seen["data"]))
    assert (mesh.agent_radius, mesh.agent_height, mesh.climb) == pytest.approx((0.5, 1.5, 0.5))
    check_ways(mesh, seen["ways"])
    assert seen["status of a walk"] == SUCCESS


@scenario("refused_meshes", expected=[r"ERROR: NavMeshData: from_navigation_mesh: .*; the resource keeps its former navmesh"])
def test_what_is_wrong_is_said_and_nothing_changes(seen):
    reasons = {"none": "the NavigationMesh is null", "no polygons": "has no polygons", "crosses itself": "polygon 0 crosses",
               "no such vertex": "names vertex 9, there are 8", "same corners": "polygons 0 and 2 have the same corners",
               "no area": "the NavigationMesh has no walkable polygon"}
    seen.expect({what: False for what in reasons})
    assert seen["data is as before"]
    lines = [line for line in seen.lines_with("from_navigation_mesh") if "ERROR" in line]
    assert len(lines) == len(reasons)
    for line, reason in zip(lines, reasons.values()):
        assert reason in line


@scenario("mesh_made_by_hand")
def test_a_mesh_made_by_hand(seen):
    assert seen["taken"] and seen["islands"] == 1 and seen["vertices"] == 7 and seen["status"] == RUNNING
    assert seen["area"] == pytest.approx(3.0 + 4.0, rel=1e-3)
    assert any("WARNING" in line for line in seen.lines_with("1 polygons without area were left out"))


@scenario("rough_surface")
def test_a_rough_surface_is_given_as_triangles(seen):
    """The hill is 1 m above its square; 0.2 m is not rough, but the corner that the hill has on the edge is the neighbor's
    too."""
    sets = [set(map(int, polygon)) for polygon in seen["polygons"]]
    assert sets[:5] == [{6, 0, 1}, {6, 1, 2}, {6, 2, 7}, {6, 7, 3}, {6, 3, 0}]
    assert sorted(map(sorted, sets[5:])) == [[0, 1, 9, 10], [2, 3, 4, 5, 7]]
    assert seen["taken again"] and seen["islands"] == 1 and seen["area"] == pytest.approx(48)


@scenario("many_tiles", expected=["ERROR: NavMeshData: data: navmesh data: the checksum is wrong, it is damaged; the "
                                  "resource keeps its former navmesh, bake it again"])
def test_many_tiles_are_read_by_the_engines_threads(seen):
    mesh = large_mesh()
    assert len(mesh.tiles) == 100 and len(seen["read"]) == 30 and seen["data is as before"]
    for read in seen["read"]:
        assert read == {"same": True, "polygons": mesh.polygon_count, "vertices": len(mesh.vertices), "islands": mesh.island_count,
                        "area": pytest.approx(mesh.area)}
