"""The same script on NavigationAgent3D and NavAgent: forty trips over one level."""
import pytest

from tests.engine.scenarios import Scenarios

CELL = 0.25
scenario = Scenarios("switching_over.gd")
ONE_MESH, TWO_MESHES = "on_one_navmesh", "on_the_bakers_navmesh"


def trips(seen):
    assert len(seen) == 40
    for name, trip in seen.items():
        yield name, trip, trip["theirs"], trip["ours"]


def border(seen):
    """Meters between the borders of the two navmeshes: none of one, a cell's diagonal of two."""
    return 0.01 if ONE_MESH in seen.name else CELL * 2 ** 0.5


@scenario(ONE_MESH, TWO_MESHES)
def test_all_trips_end(seen):
    for name, _, theirs, ours in trips(seen):
        assert theirs["finished"] and ours["finished"], name


@scenario(ONE_MESH, TWO_MESHES)
def test_paths_lead_to_the_same_place_or_nearer_to_the_target(seen):
    nearer = []
    for name, trip, theirs, ours in trips(seen):
        if trip["paths' ends apart"] > border(seen):
            assert ours["path's end off the target"] < theirs["path's end off the target"] - 0.5, name
            nearer.append(name)
    assert sorted(nearer) == ["east to in the wall", "west to in the wall", "west to island"]


@scenario(ONE_MESH, TWO_MESHES)
def test_the_same_targets_are_reached_and_the_same_ends(seen):
    for name, trip, theirs, ours in trips(seen):
        if trip["paths' ends apart"] > border(seen):
            continue
        assert (ours["reached"], ours["reachable"]) == (theirs["reached"], theirs["reachable"]), name
        assert ours["off the target"] == pytest.approx(theirs["off the target"], abs=0.1 + border(seen)), name
        if trip["exact"]:
            assert trip["apart"] <= 0.1 + (0 if theirs["reached"] else border(seen)), name


@scenario(ONE_MESH, TWO_MESHES)
def test_it_keeps_to_the_ground(seen):
    """The navmesh itself is up to 0.3 m off the ground. Nobody keeps nearer to it on one mesh."""
    for name, _, theirs, ours in trips(seen):
        assert ours["ground"] <= theirs["ground"] + 0.1, name
        if ONE_MESH in seen.name:
            assert ours["off the navmesh"] <= max(theirs["off the navmesh"], 0.02), name
    assert max(ours["ground"] for *_, ours in trips(seen)) < max(theirs["ground"] for _, _, theirs, _ in trips(seen))


@scenario(ONE_MESH, TWO_MESHES)
def test_its_ways_are_no_longer(seen):
    assert sum(ours["walked"] for *_, ours in trips(seen)) < sum(theirs["walked"] for _, _, theirs, _ in trips(seen))


@scenario("points_over_the_hump")
def test_the_points_of_a_path_over_a_hump(seen):
    points, (told, length) = seen["points"], seen["length"]
    assert points > 8 and seen["highest"] > 2.5 and seen["points of requestPath"] < 6
    assert seen["passed all but the last, in their order"] and points - 1 <= seen["points passed"] <= points
    assert seen["frames in which the index is not the next point's"] == 0 and seen["the index never falls"]
    assert told == pytest.approx(length, abs=1e-3) and told > 23.5
    assert seen["ends at"] and seen["new paths"] == 1
