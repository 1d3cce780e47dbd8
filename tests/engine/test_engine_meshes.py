"""NavMeshData to the engine's navigation meshes and back, in both dimensions."""
import pytest

from tests.engine.scenarios import RUNNING, InBoth

scenario = InBoth("engine_meshes.gd")


@scenario("round_trip")
def test_a_round_trip_keeps_the_mesh(seen):
    assert seen["taken"] is True and seen["after"] == pytest.approx(seen["before"], rel=1e-5) and seen["before"]["area"] > 300
    assert seen["radius"] == pytest.approx([seen["radius"][0]] * 2) and seen["radius"][0] > 0.4
    assert seen["empty"] == {"polygons": 0, "vertices": 0}
    assert seen["path on theirs"] == pytest.approx(seen["path on ours"], abs=1e-4)
    assert seen["path on ours"] < seen["path of theirs"] + 1e-3


@scenario("refused_meshes", expected=[r"ERROR: NavMeshData(: from_navigation_mesh|2D: from_navigation_polygon): .*; the "
                                      "resource keeps its former navmesh"])
def test_what_is_wrong_is_said_and_nothing_changes(seen):
    reasons = {"none": "is null", "no polygons": "has no polygons", "crosses itself": "polygon 0 crosses",
               "no such vertex": "names vertex 9, there are 8", "same corners": "polygons 0 and 2 have the same corners",
               "no area": "has no walkable polygon"}
    seen.expect({what: False for what in reasons})
    assert seen["data is as before"]
    lines = [line for line in seen.lines_with("from_navigation_") if "ERROR" in line]
    assert len(lines) == len(reasons)
    for line, reason in zip(lines, reasons.values()):
        assert reason in line
        assert "NavigationMesh" not in line or "2D" not in line


@scenario("mesh_made_by_hand")
def test_a_mesh_made_by_hand(seen):
    assert seen["taken"] and seen["islands"] == 1 and seen["vertices"] == 7 and seen["status"] == RUNNING
    assert seen["area"] == pytest.approx(3.0 + 4.0, rel=1e-3)
    assert any("WARNING" in line for line in seen.lines_with("1 polygons without area were left out"))
