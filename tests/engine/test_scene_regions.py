"""What the engine's regions and links say beside their meshes: costs of entering, RIDs, maps of their own, and changes."""
import pytest

from tests.engine.scenarios import RUNNING, SUCCESS, InBoth

scenario = InBoth("scene_regions.gd")
STRAIGHT, ROUND = {"status": RUNNING, "goes round": False}, {"status": RUNNING, "goes round": True}


@scenario("entering_a_region", "entering_a_region_across_gaps", "entering_a_baker")
def test_entering_costs_once(seen):
    seen.expect({"cost 0": STRAIGHT, "cost 15": STRAIGHT, "cost 40": ROUND, "cost 15 again": STRAIGHT})


@scenario("entering_a_region", "entering_a_region_across_gaps")
def test_who_is_inside_pays_nothing(seen):
    assert seen["from inside"] == STRAIGHT


@scenario("owners_of_points")
def test_points_tell_whose_they_are(seen):
    ours, theirs = seen["ours"], seen["theirs"]
    assert ours["by RID"] == ours["by id"] and theirs["by RID"] == theirs["by id"]
    assert ours["by id"][0] == theirs["by id"][0] == "west" and ours["by id"][-1] == theirs["by id"][-1] == "east"
    assert [name for name, type in zip(ours["by id"], ours["types"]) if type == 1] == ["link"]
    assert {name for name, type in zip(theirs["by id"], theirs["types"]) if type == 1} == {"link"}
    assert seen["signals"] == len(ours["by id"]) + 1
    assert seen["details have the RID of their owner"] and seen["a link is among the details"]
    assert seen["points have owners when a region is freed"]


@scenario("our_own_nodes_have_no_rid")
def test_our_own_nodes_have_no_rid(seen):
    assert seen["no RIDs"] and seen["owners"] == ["NavMeshBaker", "NavLink", "NavMeshBaker", "NavMeshBaker"]


@scenario("regions_on_another_map")
def test_regions_on_maps_of_their_own(seen):
    nearest, goal, none = (pytest.approx({"ours": z, "theirs": z}) for z in (4.0, 10.0, -1.0))
    seen.expect({"on the world's map": nearest, "on the other map": goal, "on the other map, region gone": none,
                 "on the world's map, with the region": goal})
    assert "navigation map" in seen["reason"]


@scenario("regions_that_an_empty_baker_hides", "regions_that_a_disabled_baker_hides")
def test_a_baker_that_hides_regions_says_so_once(seen):
    line, = [line for line in seen.lines if "hides the scene's" in line]
    assert ("/Hiding/Empty" in line or "/Hiding/Disabled" in line) and "bake it and set enabled" in line
    assert RUNNING in seen.values()


@scenario("faulty_polygons", expected=[r"WARNING: .*: 2 polygons of its navigation mesh are left out, the first is 2: they cross"])
def test_faulty_polygons_are_left_out_and_not_their_region(seen):
    assert seen["path"] == {"status": 0, "length": pytest.approx(197 ** 0.5)}
    assert len(seen.lines_with("are left out")) == 1


@scenario("changes")
def test_changes_are_seen_in_the_next_frame(seen):
    off = ("disabled", "on another layer", "moved", "another mesh", "without a mesh", "out of the tree", "freed", "link disabled",
           "link the other way", "link freed")
    assert len(seen) == 19
    seen.expect({step: step not in off for step in seen})


@scenario("platform_moves_while_its_link_is_crossed")
def test_an_agent_over_no_ground_goes_on(seen):
    assert seen["was on the link"] and seen["status over no ground"] == RUNNING
    assert seen["status"] == SUCCESS and seen["distance from the goal"] <= 1.01


@scenario("frames_of_regions")
def test_turned_and_scaled_regions(seen):
    assert len(seen) == 5
    seen.expect({kind: [True, True, True, False, False, False] for kind in seen})


@scenario("two_worlds")
def test_each_world_has_its_regions(seen):
    assert seen["lengths"] == pytest.approx([5.0, 11.0])
