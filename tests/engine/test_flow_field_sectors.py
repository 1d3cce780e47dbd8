"""NavFlowField in sectors, and with several goal sets: compared with flow tiles of the core, and with whole fields."""
import math

import numpy as np

import navpy
from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, InBoth, Scenarios

ROWS, COLUMNS, FIRST, SECTOR = 50, 70, np.array([-10, 5]), 16          # as flow_field_sectors.gd has them
both = InBoth("flow_field_sectors.gd")
groups = Scenarios("flow_field_groups.gd")


@both("ways")
def test_ways_are_those_of_the_core(seen):
    costs = np.array(seen["costs"], np.float32).reshape(ROWS, COLUMNS)
    tiles = navpy.FlowTiles(navpy.CostField(costs, origin=FIRST), sector_size=SECTOR)
    points = np.array(seen["points"])
    for number in (0, 1):
        group = tiles.request(seen[f"goals {number}"], positions=points)
        tiles.update()
        expected = tiles.distances(group, points)
        assert np.isfinite(expected).sum() > 40
        assert np.allclose(np.array(seen[f"distances {number}"], float), expected, rtol=1e-5, atol=1e-4)
        assert np.abs(np.array(seen[f"directions {number}"]) - tiles.directions(group, points)).max() < 1e-3
        assert seen[f"one by one {number}"]
    seen.expect({"set out at once": True})


@both("walk")
def test_units_of_two_sets_arrive(seen):
    seen.expect({"seen": {"in walls": 0, "stands at first": 0, "arrived": [60, 60]}, "reached": True})


@both("goal_sets", expected=["goal 0, in the cell .*, is outside of the region", "there is no goal set 1: add_goal_set",
                             "goal set 0 is the node's own"])
def test_goal_sets_share_a_grid(seen):
    for size in (0, SECTOR):
        seen.expect({f"sets {size}": [1, 2, True, math.inf, 0, True], f"refused {size}": [-1, 1], f"set later {size}": True,
                     f"removed {size}": [math.inf, True, 0, 1], f"another number {size}": 3})


@both("changed")
def test_the_signal_comes_when_the_ways_are_found(seen):
    seen.expect({"at first": True, "found": [1, False], "nothing": [1, True], "is finding": True, "once": [2, True],
                 "a budget takes frames": [True, 2], "then it is done": [False, 3]})


@both("paths")
def test_paths_compute_the_sectors_on_their_way(seen):
    seen.expect({"many": True, "seen": {"in walls": 0, "other ends": 0, "not from there": 0, "twice": 0, "without": 0}})


@both("drawings")
def test_drawings_show_the_sectors_with_fields(seen):
    seen.expect({"arrows": [True, True, True], "no more": True, "arrows point the way": True})


@both("would_block", expected=[r"would_block: cells\[1\] is no Vector2i$"])
def test_would_block_counts_the_cells_of_points(seen):
    seen.expect({"as a whole field": [0, True, True], "on the cell": [True] * 3, "before it": [False] * 3,
                 "on the goal": [True, False], "without a way today": False, "no cell": False})


@both("settings", expected=["sector_size must be", "update_budget must be finite and at least 0.1"])
def test_settings_are_checked(seen):
    seen.expect({"size": 0, "size 3": 3, "size 1024": 1024, "size 64": 64, "budget": True})


@both("follow", expected=["there is no goal set 1"])
def test_a_crowd_follows_goal_sets(seen):
    seen.expect({"refused": [0, 0], "set out": 40, "seen": [40, 0, 0], "at their goals": True, "set removed": True,
                 "far from where its way was searched": 0, "unknown": 40})


@both("agent", expected=["it has no goals", "it is turned"])
def test_an_agent_tells_why_it_lost_a_field(seen):
    turned = "the flow field was turned, and a crowd cannot follow it so: its rotation in world space must be 0"
    no_goals = "the flow field had no goals: call set_goals, and follow_field again"
    seen.expect({"no goals": [FAILURE, no_goals], "at first": [RUNNING, ""], "arrived": [SUCCESS, True],
                 "goals gone": no_goals, "turned": turned,
                 "set removed": "the flow field has no goal set 1, or has none any more: add_goal_set gives another number",
                 "freed": "the flow field was freed: call follow_field with another one",
                 "none": "there is no flow field: follow_field was given none"})


@both("texts", expected=[": fill: a cost is a number from .*: nothing has changed", r"would_block: cells\[0\] is no Vector2i$"])
def test_errors_name_their_call(seen):
    seen.expect({"unchanged": 64})


@both("at_the_goal")
def test_distances_in_a_goal_s_cell_are_straight(seen):
    seen.expect({"wrong 0": [], "wrong 8": []})


@groups("hundred_groups")
def test_a_hundred_groups_set_out_at_once_and_arrive(seen):
    seen.expect({"tower": True, "seen": {"without a first step": 0, "in walls": 0}, "groups that have not arrived": 0})
