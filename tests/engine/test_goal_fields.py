"""NavMap.goal_field: compared with a search from each place to each goal."""
import math

import pytest

from tests.engine.scenarios import Scenarios

READY, NO_NAVMESH, NO_GOAL, COSTS_DIFFER = range(4)                    # NavGoalField.State
REASON_NO_NAVMESH, INVALID_INPUT = 2, 4                                 # NavAgent.Reason
NONE = "(0.0, 0.0, 0.0)"
scenario = Scenarios("goal_fields.gd")


@scenario("ways")
def test_its_ways_are_those_that_are_searched(seen):
    seen.expect({"state": [READY, "", True, 1], "unlike": [], "reached and not": [True, True], "goals": [True, math.inf],
                 "wrong near": 0, "one goal is off the ground": 1, "none": [0, 0, 0],
                 "nowhere": [[math.inf] * 2, f"[{NONE}, {NONE}]", [-1, -1], INVALID_INPUT]})


@scenario("triangles", expected=["edge_length must be above 0, not 0", "edge_length must be above 0, not nan",
                                 "more than 262144 triangles"])
def test_its_triangles_are_the_ground_that_it_knows(seen):
    assert 0.35 < seen["longest edge"] <= 0.7 and seen["area"] == pytest.approx(seen["of the ground that is reached"], rel=1e-4)
    seen.expect({"reached and clockwise": [True, True], "wrong lengths": [0, 0, 0]})


@scenario("changes", expected=["none of the 3 goals is on ground that may be walked on"])
def test_it_follows_the_map_and_the_filter(seen):
    seen.expect({"after a wall": [[], True, 2], "without it": [[], True], "with a filter": [], "with a block": [[], True, 2],
                 "all dearer": READY, "layers that the ground has and has not": [False, True, False, True],
                 "baker gone": [NO_NAVMESH, False, math.inf, REASON_NO_NAVMESH, 0]})


@scenario("wrong_goals", expected=["there must be one or more goals", "goal 1 is not finite",
                                   "max_length must be above 0, INF for no limit, not nan",
                                   "max_length must be above 0, INF for no limit, not -1",
                                   "max_length must be above 0, INF for no limit, not 0",
                                   "none of the 1 goals is on ground that may be walked on", "it belongs to no map",
                                   "is on ground that may be walked on with room for the path_radius",
                                   "some ways cost more than others"])
def test_what_has_no_field_is_told(seen):
    seen.expect({"no goals": True, "no number": [True] * 4, "in a wall": [NO_GOAL, False, math.inf, NONE, -1, False],
                 "in a pocket": [READY, math.inf, "no path leads to the goal", True],
                 "orphan": [NO_NAVMESH, False, math.inf, 3, False, 0, 0], "of no map": True, "too wide": NO_GOAL,
                 "uneven and wide": [COSTS_DIFFER, math.inf, False], "even and wide": READY})


@scenario("wide")
def test_with_a_path_radius_its_ways_are_those_that_are_searched(seen):
    seen.expect({"state": [READY, ""], "unlike": [], "longer": True, "area": True, "narrow again": [], "searches": 2})


@scenario("costs")
def test_where_costs_differ_its_ways_cost_about_as_much_as_those_that_are_searched(seen):
    assert seen["cost of all"] == pytest.approx(1.0, abs=0.05)
    seen.expect({"state": [READY, ""], "faults": [], "dearer": True, "triangles": True, "of one cost": []})
