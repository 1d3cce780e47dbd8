"""NavMeshData to Godot's NavigationMesh and back, with Godot's own server as the judge."""
import base64

import numpy as np
import pytest

from navpy import NavMesh, PathStatus

RUNNING, SUCCESS, FAILURE = 0, 1, 2
EXPECTED = [r"ERROR: navpy: NavMeshData.from_navigation_mesh: .*; it stays as it was"]


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("navigation_meshes", expected=EXPECTED)


def mesh_of(report):
    return NavMesh.from_bytes(base64.b64decode(report["data"]))


def agrees(report):
    """Both find the same goals reachable; where they do, ours is no longer than Godot's and at least the straight line.
    Godot pulls its corridor taut as well, but may choose a longer one."""
    mesh, reached = mesh_of(report), 0
    for way in report["ways"]:
        path = mesh.find_path(way["from"], way["to"])
        assert (path.status == PathStatus.COMPLETE) == (way["missed"] < 0.05), way
        if path.status == PathStatus.COMPLETE:
            straight = np.linalg.norm(np.subtract(way["to"], way["from"]))
            assert straight - 1e-3 <= path.length <= 1.05 * way["length"] + 0.01
            assert way["length"] <= 1.3 * path.length + 0.01
            reached += 1
    assert 3 < reached
    return reached


def test_godots_server_walks_our_mesh(seen):
    there = seen["there"]
    mesh = mesh_of(there)
    assert there["polygons"] == mesh.polygon_count
    assert there["area"] == pytest.approx(mesh.area, rel=1e-5)
    assert there["agent"] == pytest.approx([0.5, 1.75, 0.25])
    assert agrees(there) < len(there["ways"])       # some points are on the table


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
