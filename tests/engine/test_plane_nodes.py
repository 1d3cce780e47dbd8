"""What is reached, steering, formations and areas of two-dimensional levels."""
import math

import pytest

from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, Scenarios

scenario = Scenarios("plane_nodes.gd")


@scenario("reach", expected=["max_cost must be at least 0, not -16$"])
def test_what_is_reached_is_as_far_as_paths_are_long(seen):
    seen.expect({"class": "NavReach2D", "max_cost": 400, "wrong": [], "far": True, "current": True, "current then": False,
                 "cost then": True, "negative": True})
    assert seen["cost off the path's length"] < 0.05
    assert seen["disc"] == pytest.approx(math.pi * 100 ** 2, rel=0.02)


@scenario("goal_field")
def test_the_ways_of_a_goal_field_are_as_long_as_paths(seen):
    seen.expect({"class": ["NavGoalField2D", True, True], "wrong": [], "near": 50})
    assert seen["area"] == pytest.approx(1, rel=1e-4)


@scenario("calculates")
def test_steering_is_that_of_three_dimensions(seen):
    seen.expect({"unlike": [], "first values": [240, 100, 60], "toward": "(0.0, 200.0)", "of the other dimension": "(0.0, 0.0)"})


@scenario("arrives")
def test_a_body_arrives_by_its_steering(seen):
    assert seen["off"] < 1 and seen["speed"] < 1 and seen["turns"] == 0


@scenario("walls_and_paths")
def test_steering_sees_walls_and_paths(seen):
    seen.expect({"off the wall": True, "reached": True})


@scenario("flocks")
def test_those_that_separate_are_apart(seen):
    assert seen["nearest"] > 40


@scenario("formation_through_a_door")
def test_a_formation_goes_through_a_door(seen):
    seen.expect({"spacing": 30, "first": RUNNING, "status": SUCCESS, "members": 9, "flips": 0})
    formed, broke, arrived = seen["signals"]
    assert formed == broke + 1 >= 2 and arrived == 1
    assert seen["nearest"] > 19.9 and seen["off the slots"] < 9 and seen["left"] < 1
    assert seen["seconds"] < 30                        # for 750 pixels at 64 a second


@scenario("formation_behind_a_leader", expected=["the target .nan, 0. is not a place", "neither a NavAgent2D nor a body above one"])
def test_a_formation_follows_a_leader(seen):
    seen.expect({"formed up behind it": True, "followed": True, "members": 5})
    status, why = seen["off the navmesh"]
    assert status == FAILURE
    assert why == "the target is 510.0 px off the navmesh: request NavMap2D.of(self).closest_point(target) instead"


@scenario("areas", expected=["polygon: this is not a valid outline", "polygon must be finite, vertex 0 is not"])
def test_an_area_marks_the_ground(seen):
    seen.expect({"class": "NavModifierArea2D", "polygon": True, "areas": [63, 7, 7, 63], "way round": [True, False], "baked": True,
                 "around": [False, False, False, True, True], "off": True, "navmesh": True})
