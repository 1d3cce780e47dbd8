"""The map of a world: NavigationRegion3D and NavigationLink3D nodes where it has no baker, NavLinks, layers and costs."""
import math

import pytest

from tests.engine.scenarios import FAILURE, RUNNING, Scenarios

scenario = Scenarios("map.gd")


def reason(name):
    from navpy.base.core import Reason
    return int(Reason[name])


@scenario("region_comes_and_goes")
def test_a_region_is_walked_on(seen):
    assert seen["no region"] == {"status": FAILURE, "reason": reason("NO_NAVMESH")}
    seen.expect({"empty mesh": FAILURE, "a region": RUNNING, "arrives": True, "region freed": FAILURE})


@scenario("region_that_the_engine_bakes")
def test_a_region_as_the_engine_bakes_it(seen):
    assert seen["height over the floor"] > 0.05
    assert seen["arrives round a wall"] is True and seen["arrives up a step"] is True


@scenario("changes_of_a_region")
def test_changes_of_a_region_are_seen_by_the_next_frame(seen):
    seen.expect({"as it is": RUNNING, "disabled": FAILURE, "enabled": RUNNING, "smaller mesh": FAILURE, "without a mesh": FAILURE,
                 "with a mesh": RUNNING, "no layers": FAILURE, "layer 1": RUNNING, "outside the tree": FAILURE,
                 "back in the tree": RUNNING})


@scenario("region_changes_under_way")
def test_a_region_changes_under_way(seen):
    assert seen["status when disabled"] == FAILURE
    assert seen["target beyond is reachable"] is False and seen["target on a new region is reachable"] is True


@scenario("region_is_moved")
def test_a_region_is_where_its_node_is(seen):
    seen.expect({"elsewhere": FAILURE, "moved": RUNNING, "turned": RUNNING, "scaled": RUNNING, "mirrored": RUNNING, "tilted": RUNNING})
    assert seen["height of the goal on the slope"] == pytest.approx(3 * math.tan(math.radians(30)), abs=0.05)


@scenario("regions_side_by_side")
def test_regions_side_by_side(seen):
    seen.expect({"arrives": True, "with a gap": FAILURE, "without the gap": RUNNING})


@scenario("travel_cost_of_a_region")
def test_travel_cost_of_a_region(seen):
    assert seen["length at cost 1"] == pytest.approx(14.0, abs=0.01)
    assert seen["length at cost 5"] == pytest.approx(2 * math.hypot(3, 2) + 8, abs=0.01)


@scenario("another_path_at_a_link")
def test_a_handler_that_asks_for_another_path_is_told_of_that_next(seen):
    """Nothing more of the path that was given up, such as its link."""
    told = seen["told"]
    assert told[told.index("asked") + 1] == "path_changed" and "link_reached" in told
    assert seen["distance from the other goal"] <= 1.0


@scenario("travel_costs_of_two_regions")
def test_each_region_has_its_own_travel_cost(seen):
    assert seen["length at costs 2 and 5"] == pytest.approx(14.0, abs=0.01)
    assert seen["length at costs 5 and 2"] == pytest.approx(2 * math.hypot(3, 1) + 8, abs=0.01)


@scenario("link_of_the_engine")
def test_links_of_the_engine(seen):
    seen.expect({"without a link": FAILURE, "arrives": True, "one way": FAILURE, "both ways": RUNNING, "disabled": FAILURE,
                 "raised": FAILURE, "lowered": RUNNING, "no layers": FAILURE})
    assert seen["the link is the owner, at each link_reached"] == [True]


@scenario("baker_and_region")
def test_where_there_is_a_baker_regions_count_for_nothing(seen):
    seen.expect({"region alone": RUNNING, "with a baker": FAILURE, "baker freed": RUNNING})


@scenario("setters_of_a_link", expected=["must be finite, not", "must be finite and at least 0, not -1", "layer_number must be 1"])
def test_nav_link_speaks_as_navigation_link_3d(seen):
    assert all(seen["defaults are the engine's"].values())
    assert seen["lost"] == [] and seen["KIND_JUMP"] == 3
    assert seen["is_enabled"] is False and seen["is_bidirectional"] is False
    assert seen["layers"] == {"mask": 0x80000001, "1": True, "2": False, "32": True}
    assert seen["global start is as set"] and seen["start is the engine's"] and seen["global end is the engine's"]
    assert seen["after bad values"] == {"start is the engine's": True, "travel_cost": 2.5, "layers": 0x80000001}


@scenario("changes_of_a_link")
def test_changes_of_a_nav_link_count_at_once(seen):
    assert seen["arrives"] is True and seen["height of the goal"] == pytest.approx(1.0, abs=0.01)
    assert seen["the link is the owner, at each link_reached"] == [True]
    seen.expect({"one way": FAILURE, "both ways": RUNNING, "disabled": FAILURE, "enabled": RUNNING, "no layers": FAILURE,
                 "layer 1": RUNNING, "raised": FAILURE, "moved": RUNNING, "end moved to the start": FAILURE,
                 "end moved back": RUNNING, "freed": FAILURE})


@scenario("width_of_a_link")
def test_a_wide_link_is_crossed_straight_ahead(seen):
    wide = seen["length at a width of 6 m"]
    assert wide == pytest.approx(math.hypot(4, 1), abs=0.2) and seen["length at a width of 0 m"] > wide + 3


@scenario("link_on_a_baker", "link_on_a_baker_that_is_moved")
def test_a_link_on_a_baked_navmesh_is_no_part_of_it(seen):
    seen.expect({"without a link": FAILURE, "with a link": RUNNING, "resource is as before": True, "arrives": True,
                 "baked again": RUNNING, "link freed": FAILURE})


@scenario("costs_of_links")
def test_of_two_links_the_cheaper_one_is_taken(seen):
    near, far = pytest.approx(6.0, abs=0.01), pytest.approx(2 * math.hypot(1.8, 3) + 2.4, abs=0.01)
    seen.expect({"travel_cost 1": near, "travel_cost 4": far, "travel_cost 1 again": near, "enter_cost 10": far, "enter_cost 0": near})


@scenario("edges_that_nearly_meet")
def test_edges_that_nearly_meet(seen):
    seen.expect({"0.1 m off": RUNNING, "0.1 m over and above": RUNNING, "0.2 m off, below and aside": RUNNING, "0.3 m off": FAILURE,
                 "without edge connections": FAILURE, "arrives": True})
    assert seen["length"] == pytest.approx(math.hypot(14, 5), abs=0.05)


@scenario("layers_of_an_agent")
def test_layers_of_an_agent(seen):
    """With mask 2 its own ground is 7 m off: it goes straight to the closest point on that."""
    assert seen["default"] == FAILURE and seen["points of the path"] == 0
    seen.expect({"mask 3": RUNNING, "mask 2": RUNNING, "mask 0": FAILURE, "mask 1": FAILURE, "mask 80000003": RUNNING})


@scenario("layers_of_a_region")
def test_layers_of_a_region(seen):
    seen.expect({"east 5": RUNNING, "east 4": FAILURE, "both 4": FAILURE, "west 1, east 4": FAILURE, "both 1": RUNNING})
    assert seen["status when changed on the way"] == FAILURE


@scenario("layers_of_a_link")
def test_layers_of_a_link(seen):
    seen.expect({"link 8, agent 3": FAILURE, "link 1, agent 3": RUNNING, "link 12, agent 3": FAILURE, "link 12, agent 11": RUNNING,
                 "link 12, agent 9": FAILURE})


@scenario("more_layers_than_flags", expected=["has more than 16 different values of navigation_layers"])
def test_more_layers_than_there_are_flags(seen):
    seen.expect({"to a layer of the agent's": RUNNING, "to another layer": FAILURE, "with all layers": RUNNING,
                 "from the last flag's layers to those beyond": RUNNING})
    assert len(seen.lines_with("more than 16 different")) == 1


@scenario("churn_while_agents_cross")
def test_nodes_come_and_go_while_agents_cross(seen):
    seen.expect({f"agent {i} arrives": True for i in range(6)})


@scenario("navigation_map_of_a_baker")
def test_a_baker_tells_the_engines_map(seen):
    seen.expect({"its world's": True, "a region's": True, "another world's": True, "of one world": False,
                 "valid outside the tree": False, "the server answers": True})
