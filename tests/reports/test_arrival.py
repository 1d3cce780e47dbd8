"""Reports of agents that do not set out, pass corners badly, stop early, never stop, or say so twice or never."""
import json
import math

import pytest

from tests.engine.scenarios import RUNNING, SUCCESS, InBoth

scenario = InBoth("reported_agents.gd")


@scenario("before_any_target")
def test_an_agent_without_a_target_goes_nowhere(seen):
    """Not to (0, 0, 0), and it says that it has finished, also when its layers and its map were set.
    godotengine/godot 65472, 101232"""
    seen.expect({"next is its own place": True, "finished": True, "points": 0, "moved": 0.0, "signals": []})


@scenario("path_is_there_at_once")
def test_the_path_is_there_as_soon_as_the_target_is_set(seen):
    """No other method has to be called before. godotengine/godot 104673"""
    assert seen["points"] >= 4 and seen["length"] > 40 and seen["signals"] == ["path_changed"]


@scenario("desired_distances")
def test_a_target_is_reached_whichever_distance_is_the_smaller(seen):
    """Within the target's distance, with one signal of each kind. godotengine/godot 82560, 85247"""
    assert len(seen) == 4
    for distances, end in seen.items():
        assert end["reached"] and end["off"] <= json.loads(distances)[1] + 1e-4, distances
        assert end["signals"] == ["path_changed", "target_reached", "navigation_finished"], distances


@scenario("patrol")
def test_each_of_many_targets_is_told_once(seen):
    """Also where the next one is set in the handler of the signal. godotengine/godot 47334, 106291"""
    for which, end in seen.items():
        assert end == {"counts": [7, 7], "left": 0, "off": pytest.approx(0, abs=0.51)}, which


@scenario("exactly_at_the_distance")
def test_a_path_that_ends_exactly_at_the_desired_distance_ends(seen):
    """Two meters beside the navmesh, and two are allowed. godotengine/godot 108777"""
    assert seen["finished"] and seen["frames"] < 10 / 4 * 60 + 30
    assert seen["signals"].count("navigation_finished") == 1 and seen["signals"].count("target_reached") <= 1


@scenario("dense")
def test_small_polygons_do_not_end_the_way_early(seen):
    """Points of the path nearer to each other than its distance, and a target that counts as reached later.
    godotengine/godot 108261"""
    assert seen["off"] <= 0.2 + 1e-4 and seen["signals"][-2:] == ["target_reached", "navigation_finished"]


@scenario("fast")
def test_who_is_fast_for_the_path_distance_passes_its_corners(seen):
    """Steps of up to 1.5 m where points count as passed within 0.2 m: it comes to a step from the end without going back.
    godotengine/godot 114006, 92184"""
    assert len(seen) == 3
    for speed, end in seen.items():
        assert end["near"] and end["frames"] <= 1.15 * end["due"] + 3, speed


@scenario("every_frame")
def test_a_target_set_in_every_frame_is_walked_to(seen):
    """The same or one that trembles: in the time of the way, and never back. godotengine/godot 107638"""
    assert len(seen) == 2
    for end in seen.values():
        assert end["seconds"] < 55 / 4 + 1.5 and end["back"] == 0 and end["off"] < 0.7


@scenario("two_ways_as_long")
def test_nobody_hesitates_between_two_ways_that_are_as_long(seen):
    """The place and the target tremble, so that now one and now the other is shorter. godotengine/godot 95628"""
    assert seen["seconds"] < 26 / 4 + 1.5 and seen["off"] < 0.7


@scenario("rests_after_arrival")
def test_who_has_arrived_stands_still(seen):
    """With avoidance on, by the velocities that it is given. godotengine/godot 78840"""
    assert seen["drift"] == 0 and seen["off"] < 1.1 and seen["velocity"]


@scenario("final_position_as_target")
def test_the_end_of_a_path_is_a_target_that_can_be_reached(seen):
    """As it is told, rounded to single precision; and the target stays what was set. godotengine/godot 106268"""
    assert len(seen) == 4
    for aim, end in seen.items():
        assert end == {"reachable": True, "same": True, "kept": True}, aim


@scenario("unreachable_every_frame")
def test_an_unreachable_target_set_in_every_frame_stops_nobody(seen):
    """It walks on to the nearest place. NavMeshComponents 114"""
    assert seen["least speed"] > 3.9 and seen["x"] > -4


@scenario("pause")
def test_after_a_pause_avoidance_is_as_before(seen):
    """One that avoids nobody goes straight through before and after. godotengine/godot 120246"""
    assert seen["moved in the pause"] == 0 and seen["status"] == SUCCESS and seen["aside"] < 1e-3
    assert seen["the other moved"] >= 0 and RUNNING == 0


@scenario("time_scale")
def test_the_speed_is_the_same_at_any_time_scale(seen):
    """Of slow motion and of fast forward: it arrives, at its own meters a second. godotengine/godot 62532"""
    assert len(seen) == 3
    for scale, end in seen.items():
        assert end["status"] == SUCCESS and end["fastest"] == pytest.approx(4, abs=0.05), scale
        assert end["off"] < end["near"] + 0.2 + 4 / 60 * float(scale), scale


@scenario("many_polygons")
def test_a_target_beyond_4096_polygons_is_reached(seen):
    """From corner to corner of 6,400 cells, with the engine's own limit in the property. godotengine/godot 102767"""
    assert seen["end"] < 1e-3 and seen["reachable"] and seen["length"] == pytest.approx(79 * math.sqrt(2), rel=1e-4)
