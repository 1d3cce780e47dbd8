"""What the engine's regions and links say beside their meshes: costs of entering, RIDs, and maps of their own."""
import pytest

RUNNING = 0


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("scene_regions")


@pytest.mark.parametrize("what", ["regions", "regions with gaps", "bakers"])
def test_entering_costs_once(seen, what):
    assert seen[what] == [[RUNNING, False], [RUNNING, False], [RUNNING, True], [RUNNING, False]]


@pytest.mark.parametrize("what", ["regions", "regions with gaps"])
def test_who_is_inside_pays_nothing(seen, what):
    assert seen[f"{what}, from inside"] == [RUNNING, False]


def test_points_tell_whose_they_are(seen):
    rids, owners, types = seen["rids of NavAgent"]
    assert rids == owners
    their_rids, their_owners, their_types = seen["rids of NavigationAgent3D"]
    assert their_rids == their_owners
    assert (rids[0], rids[-1]) == (their_rids[0], their_rids[-1]) == ("west", "east")
    assert [name for name, type in zip(rids, types) if type == 1] == ["link"]
    assert {name for name, type in zip(their_rids, their_types) if type == 1} == {"link"}
    count, same, link = seen["rids of details"]
    assert count == len(rids) + 1 and same and link
    assert seen["a region that is gone"]


def test_our_own_nodes_have_no_rid(seen):
    empty, owners = seen["rids of our own"]
    assert empty and owners == ["NavMeshBaker", "NavLink", "NavMeshBaker", "NavMeshBaker"]


def test_regions_on_maps_of_their_own(seen):
    assert seen["map, own"] == pytest.approx([4.0, 4.0])                # as near as the world's map comes
    assert seen["map, other"] == pytest.approx([10.0, 10.0])
    assert seen["map, moved back"] == [-1.0, -1.0]                      # nothing is left there
    assert "navigation map" in seen["map, reason"]
    assert seen["map, own again"] == pytest.approx([10.0, 10.0])
