"""Reports of avoidance in the engine that overlooks obstacles, ends in a deadlock, or depends on the ticks."""
import pytest

from tests.engine.scenarios import SUCCESS, InBoth

scenario = InBoth("reported_avoidance.gd")


@scenario("obstacle_below_the_origin")
def test_an_obstacle_below_the_origin_of_a_body_is_avoided(seen):
    """On the way, at any height of the body's origin over it, though the target is set in every frame.
    godotengine/godot 83625, 76670"""
    assert len(seen) == 3
    for height, walk in seen.items():
        assert walk["finished"] and walk["least"] > 2.5 - 0.05, height


@scenario("head_on")
def test_two_agents_that_meet_head_on_pass(seen):
    """Exactly in line, each on its way to where the other one began. godotengine/godot 84938"""
    assert seen["seconds"] < 16 / 4 + 2 and seen["least"] > 0.95


@scenario("ticks")
def test_safe_velocities_are_meters_a_second_at_any_tick(seen):
    """Of one that walks around another one. godotengine/godot 62532"""
    assert len(seen) == 3
    for ticks, walk in seen.items():
        assert walk["status"] == SUCCESS and walk["fastest"] == pytest.approx(4, abs=0.05), ticks
        assert walk["least"] > 0.9 and walk["seconds"] < 20 / 4 + 2, ticks


@scenario("mask_changes")
def test_a_mask_that_changes_on_the_way_counts_at_once(seen):
    """From avoiding to not avoiding, and back. godotengine/godot 69988"""
    assert len(seen) == 4
    for masks, walk in seen.items():
        assert walk["status"] == SUCCESS, masks
        assert (walk["least"] > 0.9) == masks.endswith("4]"), masks
