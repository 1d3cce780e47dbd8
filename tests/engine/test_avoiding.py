"""Agents in each other's way, under the engine's own bodies."""
import pytest

from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, Scenarios

TOUCH = 1.0                 # meters: two capsules of the engine's own radius
MOST_OVERLAP = 0.05         # meters, of two radii: bodies that are driven do not part at once
SAFE_MARGIN = 0.02          # meters by which the engine's bodies, and numbers of its precision, may be off

scenario = Scenarios("avoiding.gd")


def check_passage(walk, count, seconds):
    assert walk["succeeded"] == count and walk["all rest"]
    assert walk["nearest"] >= TOUCH - MOST_OVERLAP
    assert walk["seconds"] <= seconds
    assert walk["lowest"] >= -0.05


@scenario("defaults")
def test_names_and_defaults_are_the_engines_own(seen):
    assert seen["different"] == ["avoidance_enabled"] and seen["avoidance_enabled"] is True
    assert seen["yields"] is True


@scenario("defaults", expected=[r"ERROR: \(outside the scene tree\): \w+ must be "])
def test_bad_values_stay_out(seen):
    assert seen["after bad values"] == {"avoidance_layers": 0x80000001, "avoidance_mask": 1, "max_neighbors": 10,
                                        "avoidance_priority": 1.0}


@scenario("head_on", "head_on_solid")
def test_two_swap_places(seen):
    check_passage(seen, 2, 12 / 3.5 + 1)
    assert seen["farthest from its goal"] <= 0.05


@scenario("four_across_a_ring")
def test_four_swap_places_across_a_ring(seen):
    check_passage(seen, 4, 10 / 3.5 + 2)
    assert seen["farthest from its goal"] <= 0.05


@scenario("doorway", "doorway_solid")
def test_three_against_three_through_a_door_for_one(seen):
    check_passage(seen, 6, 30)
    assert seen["most turns"] <= 0.5 * seen["seconds"]          # nobody spins


@scenario("twenty_to_one_target")
def test_twenty_to_one_target_settle(seen):
    """Twenty discs of half a meter fill one of 2.5 m radius, if they lie close."""
    check_passage(seen, 20, 15)
    assert seen["farthest from its goal"] <= 4.5
    assert seen["afterwards"]["all have succeeded"] and seen["afterwards"]["moved"] <= 0.1


@scenario("asked_in_every_frame")
def test_who_has_settled_stays_so_however_often_it_is_asked(seen):
    assert seen["all have succeeded"] and seen["arrivals"] == 12 and seen["moved in the last second"] <= 0.1
    for radius in (7.2, 7.5, 7.8, 8.05):
        assert seen[f"arrivals from {radius} m"] == 12, "who makes room for others does not arrive again"
    assert seen["status of who is carried off"] == RUNNING and seen["its distance from the target, back again"] <= 4


@scenario("solid_bodies_at_a_door")
def test_bodies_as_wide_as_their_agents_do_not_jam_at_a_door(seen):
    assert seen["all are through"]


@scenario("bridge_of_2_m", "bridge_of_2_m_solid", "bridge_of_3_m", "bridge_of_3_m_solid")
def test_nobody_falls_off_a_bridge(seen):
    """On the narrower one there is no room for two side by side: one lets the other pass."""
    assert seen["lowest"] >= -0.05 and seen["succeeded"] == 2 and seen["all rest"]


@scenario("bridge_of_3_m", "bridge_of_3_m_solid")
def test_two_pass_each_other_on_a_bridge(seen):
    check_passage(seen, 2, 7)


@scenario("neither_avoids", "one_does_not_avoid")
def test_without_avoidance_they_walk_through_each_other(seen):
    assert seen["succeeded"] == 2 and seen["nearest"] <= 0.2
    assert seen["aside"] == pytest.approx({"first": 0, "second": 0}, abs=1e-6)


@scenario("second_avoids_first")
def test_one_goes_round_another_that_minds_nobody(seen):
    assert seen["succeeded"] == 2 and seen["nearest"] >= TOUCH - SAFE_MARGIN
    assert seen["aside"]["first"] <= 1e-6 and seen["aside"]["second"] >= 0.9


@scenario("masks_exclude_each_other")
def test_who_is_on_no_layer_of_the_mask_is_not_avoided(seen):
    assert seen["succeeded"] == 2 and seen["nearest"] <= 0.2
    assert seen["aside"] == pytest.approx({"first": 0, "second": 0}, abs=1e-6)


@scenario("velocity_computed")
def test_the_signal_brings_the_safe_velocity(seen):
    check_passage(seen, 2, 8 / 3.5 + 1)
    signaled = seen["velocity_computed"]
    assert signaled["is always safe_velocity"] and signaled["was once another than desired"]
    assert signaled["fastest"] <= 3.5 + 1e-5


@scenario("player_crosses")
def test_a_body_that_a_script_moves_is_avoided_and_left_alone(seen):
    assert seen["nearest"] >= TOUCH - SAFE_MARGIN and seen["player off its line"] == 0
    assert seen["status"] == SUCCESS and seen["status of the player"] == FAILURE


@scenario("map_changes", "map_of_a_crowd_changes")
def test_all_look_for_another_path_once_the_map_has_changed(seen):
    assert seen["agents with another path"] == 30


@scenario("put_elsewhere")
def test_a_leap_is_no_speed(seen):
    assert seen["the other goes aside"] <= 0.01


@scenario("on_two_floors")
def test_those_on_another_floor_are_not_in_the_way(seen):
    assert seen["succeeded"] == 2 and seen["nearest"] <= 0.2
    assert seen["aside"] == pytest.approx({"first": 0, "second": 0}, abs=1e-6)


@scenario("stands_and_yields", "node_stands_and_yields")
def test_who_stands_in_a_corridor_steps_aside(seen):
    assert seen["status of who passes"] == SUCCESS and seen["x of who passes"] == pytest.approx(8, abs=0.1)
    assert seen["nearest"] >= TOUCH - SAFE_MARGIN
    assert 0.2 <= seen["moved aside"] <= 3 and seen["rests"]


@scenario("stands_and_does_not_yield", "stands_and_was_never_asked", "stands_and_was_stopped")
def test_who_does_not_yield_stays(seen):
    assert seen["moved aside"] == 0 and seen["nearest"] >= TOUCH - SAFE_MARGIN
    assert seen["status of who passes"] == RUNNING and seen["x of who passes"] < 0


@scenario("crate_in_the_way")
def test_what_is_not_in_the_navmesh_holds_up_only_whom_it_does(seen):
    assert seen["status"] == RUNNING and seen["place"]["x"] <= -0.95
    assert seen["status of the other"] == SUCCESS and abs(seen["place"]["z"]) <= 3.5       # aside, on the navmesh
    assert seen["status without the crate"] == SUCCESS


@scenario("nose_to_nose")
def test_of_two_bodies_nose_to_nose_in_a_passage_for_one_one_goes_back(seen):
    """The way is 28 m; the first one presses after 5 diameter times, and the other one goes back up to 20 m, at a third of full speed
    or more, and comes again."""
    speed, wide = 3.5, 3.0
    for share in (1.0, 0.99, 0.93, 0.87, 0.7):
        walk = seen[f"share {share}"]
        assert walk["arrived"] == 2 and walk["seconds"] < 60, share
        if share == 1.0:                # as wide as their agents, bodies touch before avoidance parts them
            continue
        assert walk["seconds"] <= 28 / speed + 12 * wide / speed + 20 / (speed / 3) + 20 / speed, share
