"""NavFlowField: compared with the same fields of the core."""
import math

import numpy as np
import pytest

import navpy
from tests.engine.scenarios import FAILURE, FREED_BY_ITS_SIGNAL, RUNNING, SUCCESS, InBoth, Scenarios

ROWS, COLUMNS, FIRST, CELL, PLACE = 18, 24, np.array([-6, 4]), 0.5, np.array([3.0, -2.0])        # as flow_fields.gd has them
METHODS = ("eikonal", "dijkstra", "bfs")
both = InBoth("flow_fields.gd")
tiles = Scenarios("flow_field_tiles.gd")
grid_maps = Scenarios("flow_field_grid_maps.gd")


def check(told, method="eikonal"):
    """What a scenario tells of a field is what the core computes of the costs."""
    costs = np.array(told["costs"], np.float32).reshape(ROWS, COLUMNS)
    ground = navpy.CostField(costs, cell_size=CELL, origin=CELL * FIRST)
    field = navpy.IntegrationField(ground, np.array(told["goals"]) - PLACE, method=method)
    points = np.array(told["points"]) - PLACE
    distances = field.distance(points)
    assert np.isfinite(distances).sum() > 10
    assert np.allclose(np.array(told["distances"], float), distances, rtol=1e-5, atol=1e-4)
    assert np.abs(np.array(told["directions"]) - field.directions(points)).max() < 1e-3
    assert told["one by one"]


@both("ways")
def test_ways_are_those_of_the_core(seen):
    for number, method in enumerate(METHODS):
        check(seen[str(number)], method)


@both("many_points")
def test_many_points_are_as_single_ones(seen):
    seen.expect({"wrong": 0})


@both("changes")
def test_changes_are_taken_in(seen):
    for step in range(6):
        check(seen[f"step {step}"])
    seen.expect({"searches": 6})


@both("turned")
def test_a_turned_node(seen):
    seen.expect({"wrong": 0, "cells": [True, True], "moves with its goals": True, "outside of the tree": True})


@both("paths")
def test_paths_lead_to_the_goal_and_into_no_wall(seen):
    told = seen["seen"]
    assert told.pop("paths") > 200
    assert told == {"in walls": 0, "other ends": 0, "not from there": 0, "ways without": 0}


@both("would_block")
def test_would_block_is_a_search_over_the_cells(seen):
    seen.expect({"wrong": 0, "some and not all": [True, True], "no goals": False})


@both("regions", expected=["1 of its 2 goals are outside of its region now"])
def test_cells_that_stay_keep_their_costs(seen):
    assert seen["first"][0] == "[P: (0, 0), S: (32, 32)]" and seen["first"][1] in (1, 16) and seen["first"][2:] == [1, 0, 0, 1]
    seen.expect({"smaller": [5, math.inf, 1, math.inf, 1], "other default": [5, 2], "twice as large": [True, pytest.approx(2)],
                 "costs around": [2, 2, math.inf, math.inf]})


@both("signal", expected=["a cost is a number from", *FREED_BY_ITS_SIGNAL])
def test_the_signal_comes_once_a_frame(seen):
    seen.expect({"nothing": 0, "once a frame": [1, 1], "no change": 1, "freed by a handler": False})


@both("images", expected=["from_image: the image has no pixels", "from_image: the image is compressed"])
def test_brightness_is_speed(seen):
    costs = np.array(seen["costs"], float).reshape(3, 5)
    expected = np.full((3, 5), 2.0)
    expected[0, 1:3], expected[1, 3] = np.inf, 2 / (128 / 255)
    assert np.allclose(costs, expected, rtol=0.01)
    region = "[P: (10, 20), S: (5, 3)]"
    seen.expect({"done": [True, region], "none": [False, False, region], "compressed": False})


@both("navmesh", expected=["there is no navmesh to walk on"])
def test_cells_on_the_navmesh_are_free(seen):
    seen.expect({"none": False, "done": True, "cells": [0, 12 * 8]})


@both("hostile", expected=[
    r"a cost is a number from 1e-09 to 1e\+09, or INF for a wall, not", "is outside of the region", "are not within the region",
    "set_costs was given 3 costs for 2 × 2 cells", r"cells\[0\] is no Vector2i", r"cells\[1\] is no Vector2i",
    "a field has 1 to 16777216 cells", "default_cost must be", "cell_size must be", "method must be", "goal 0, .*, is not finite",
    "is in a wall", "the point .* is not finite", "have to be in the scene tree"])
def test_bad_input_changes_nothing(seen):
    seen.expect({"unchanged": [True, True, 1], "no point": [math.inf, True, False, 0], "no cells": [False, False, False],
                 "no goals": [math.inf, True, 0], "walled in": [math.inf, False], "open again": True,
                 "outside of the tree": [True, False], "of a node that is nowhere": True})
    assert [value for what, value in seen.items() if what.startswith("costs of")] == [0] * 4


@tiles("layers")
def test_tiles_with_ground_are_free(seen):
    rows = ["#####", "#...#", "#.#~#", "#...#"]
    expected = [math.inf if tile == "#" else 1 for row in rows for tile in row]
    seen.expect({"by polygon": [True, "[P: (2, -1), S: (5, 4)]", expected, [math.inf, 1]],
                 "place": [True, True, True], "by collision": expected,
                 "by data": [math.inf if tile == "#" else 2.5 if tile == "~" else 1 for row in rows for tile in row]})


@tiles("wrong", expected=["has no tiles", "has no tile set", "are no squares", "there is no node", "have to be in the scene tree",
                          'the custom data "cost" of the tile in the cell .* is nan'])
def test_wrong_layers_change_nothing(seen):
    seen.expect({"answers": [False] * 7, "region": "[P: (0, 0), S: (32, 32)]"})


@grid_maps("level")
def test_items_of_a_level_are_free(seen):
    seen.expect({"done": [True, "[P: (-1, 2), S: (3, 2)]", 2.5], "costs": [1, 1, math.inf, 1, math.inf, 1], "place": [True, True],
                 "upper": [True, "[P: (5, 5), S: (1, 1)]"], "items": 3})


@grid_maps("wrong", expected=["has no items on level 7", "are not as deep as wide", "there is no node"])
def test_wrong_grid_maps_change_nothing(seen):
    seen.expect({"answers": [False] * 3, "region": "[P: (0, 0), S: (32, 32)]"})


@both("follow")
def test_a_crowd_follows_a_field_without_a_navmesh(seen):
    seen.expect({"refused": 0, "seen": [40, 0, 0], "statuses": 40, "around the goal": True})


@both("follow_and_lose")
def test_what_is_followed_may_change_and_go(seen):
    seen.expect({"another region": 0, "moved": 0, "shut": 40, "open again": 0, "freed": 80, "crowd freed first": True})


@both("follow_what_is_none", expected=[
    "follow_field takes a NavFlowField", "it has no goals, so nobody can follow it", "it is turned, so a crowd",
    "it is turned: those who followed it", "it has no goals any more"])
def test_what_cannot_be_followed_is_told(seen):
    seen.expect({"null": 40, "gone": 2, "none": 0, "no goals": 40, "turned": 40, "not turned": 0,
                 "turned under way": 40, "goals gone": 40})


@both("agent_follows")
def test_an_agent_follows_a_field(seen):
    seen.expect({"at first": RUNNING, "arrived": [SUCCESS, 0, True],
                 "told": {"path_changed": 0, "target_reached": 1, "navigation_finished": 1}, "again": RUNNING,
                 "freed": [FAILURE, "the flow field was freed: call follow_field with another one"],
                 "none": [FAILURE, "there is no flow field: follow_field was given none"],
                 "shut": [FAILURE, "no way of the flow field leads from here to a goal: cells that are walls shut it", RUNNING],
                 "cancelled": FAILURE})
