"""NavFilter: who may go where, of queries, agents and crowds."""
import math
import re

from tests.engine.scenarios import FAILURE, RUNNING, Scenarios

scenario = Scenarios("filters.gd")


@scenario("costs_of_areas")
def test_costs_of_areas(seen):
    seen.expect({"without": "north", "empty": "north", "dear mud": "south", "cheap mud": "north", "no mud": "south",
                 "read back": [{"5": math.inf}, math.inf, True], "again": "north", "areas of the path": True})


@scenario("saved_and_loaded")
def test_a_filter_is_saved_and_loaded(seen):
    seen.expect({"same": [True, 5, True, True, True, 4.0, 0.75], "text": True})


@scenario("layers")
def test_layers(seen):
    seen.expect({"all": True, "one layer": [False, "(0.0, 0.0, 0.0)"], "both layers": True, "excluded": False,
                 "a layer that nothing has": True})


@scenario("knowledge")
def test_what_was_seen(seen):
    seen.expect({"nothing known": "none", "the south is known": "south", "forgotten": "none", "unknown at a cost": "north",
                 "seen again": "south", "after a bake": "south", "a copy knows nothing": "none", "all forgotten": "none"})


@scenario("blocks")
def test_blocks_and_penalties(seen):
    seen.expect({"blocked": "south", "both blocked": "none", "one has ended": "south", "cleared": "north", "penalty": "south",
                 "without the filter": "north"})


@scenario("exit_only")
def test_areas_that_are_left_but_not_entered(seen):
    seen.expect({"round it": "south", "out of it": True, "into it": False})


@scenario("radius")
def test_radius_of_queries(seen):
    assert seen["through the gap"] < 16.2
    assert seen["round"][0] > 20 and seen["round"][1]


@scenario("of_agents")
def test_agents_follow_the_changes_of_their_filter(seen):
    seen.expect({"at first": ["north", "north"], "no mud": ["north", "south"], "mud again": "north", "blocked": "south",
                 "block ended": "north",
                 "taken away": "north", "another": "south", "arrives": True})


@scenario("of_crowds")
def test_each_agent_of_a_crowd_has_its_own(seen):
    seen.expect({"sides": ["north", "north", "south", "south"], "sides later": ["north", "south", "north", "north"],
                 "after the tree": ["south", "south"]})


@scenario("wrong_values", expected=["there is no area", "must be at least 0, or INF", "the key is neither an area id",
                                    "a cost is a number", "must be 0, or finite", "the point must be finite", "must be above 0"])
def test_wrong_values_are_told(seen):
    seen.expect({"nothing": [{}, 0, 0.0]})


@scenario("wrong_costs", expected=["area_costs: the entry"])
def test_a_wrong_cost_is_named_once_and_the_others_count(seen):
    seen.expect({"costs": "{ 5: 0.0, 6: inf, 63: 3.0 }"})
    name, cost = seen.lines_with("NavFilter: area_costs")
    assert "the entry mud: 2.0 is ignored, as the key is neither an area id, 0 to 63, nor a name in the project setting" in name
    assert "the entry 4: nan is ignored, as a cost is a number of at least 0, or INF to exclude the area" in cost


@scenario("shared_by_worlds")
def test_worlds_share_a_filter(seen):
    seen.expect({"both": [True, True, False], "agent": [RUNNING, FAILURE], "one": True})


@scenario("why_a_filter_leaves_no_path")
def test_reasons_name_the_distance_and_the_filter(seen):
    assert seen["status"] == FAILURE
    step = r": request NavMap\.of\(self\)\.closest_point\(target\) instead"
    for name, then in {"agent": f"{step}; ground that its", "excluded": "; ground that the"}.items():
        assert re.search(rf"is \d\.\d\d m off the navmesh{then} filter excludes does not count", seen[name])
    assert re.search(r"the goal is 20\.\d\d m off the navmesh", seen["beside"]), seen["beside"]
    assert seen["nothing"] == "the filter leaves no ground to walk on"


@scenario("many_places")
def test_places_that_come_and_go_for_ever(seen):
    seen.expect({"forgotten last": False, "revealed last": True})


@scenario("places_of_all_sizes")
def test_the_last_place_over_the_ground_counts(seen):
    assert 5 < seen["known"] < 59 and seen["as they should be"]


@scenario("very_many_places")
def test_a_place_costs_no_more_after_many_others(seen):
    few, many = seen["milliseconds"]
    assert many < 64 * few, "sixteen times as many places"
