"""Agents whose ground changes, and whose bodies others move: they go on from where they are, and say the truth of it."""
import pytest

from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, InBoth, Scenarios

scenario = InBoth("found_again.gd")
falls = Scenarios("falls.gd")


@scenario("nearly_everything_changes")
def test_an_unreachable_target_stops_nobody_while_others_move(seen):
    """At 3 m/s to the nearest place, which is 36 m farther along x and 20 m aside: 2.62 m a second along x."""
    assert len(seen) == 8
    for what, walk in seen.items():
        assert walk["walked"] > 13, what
        assert walk["least in a second"] > 2.6, what


@scenario("the_way_opens")
def test_a_way_that_opens_is_taken(seen):
    assert seen["before, on the way"] == {"reachable": False, "finished": False}
    assert seen["before, at the end"] == {"reachable": False, "finished": True}
    for when in "on the way", "at the end":
        after = seen[f"after, {when}"]
        assert after["reachable"] and after["reached"] and after["off"] <= 1.51, when


@scenario("put_elsewhere")
def test_who_was_put_elsewhere_finds_a_way_from_there(seen):
    for what in "polled, on its way", "polled, arrived", "driven, on its way", "driven, arrived":
        assert seen[what]["reached"] and seen[what]["off"] <= 1.51 and seen[what]["without a word"] == [], what


@scenario("as_near_as_possible")
def test_a_request_for_as_near_as_possible(seen):
    assert seen["strict"] == FAILURE and seen["near"] == RUNNING
    end = seen["end"]
    assert end["status"] == SUCCESS and -end["near"] <= end["x"] <= 0 and not end["reached"] and end["why"]
    assert seen["when a way has opened"] == {"status": SUCCESS, "reached": True, "near": True}


@scenario("edges_within_the_margin")
def test_connected_edges_are_walked_across(seen):
    crossing = seen["at the first margin"]
    assert crossing["status"] == SUCCESS and crossing["links"] == 0 and crossing["hop"] < 0.12
    assert seen["at a smaller one"] == FAILURE and seen["without connections"] == FAILURE


@scenario("edges_within_a_wider_margin")
def test_the_margin_is_the_maps(seen):
    crossing = seen["at a wider one"]
    assert seen["at the first margin"] == FAILURE and seen["of a region without connections"] == FAILURE
    assert crossing["status"] == SUCCESS and crossing["links"] == 0 and crossing["hop"] < 0.12


@falls("off_a_link")
def test_who_falls_off_a_link_goes_on_below(seen):
    assert len(seen) == 8
    for what, fall in seen.items():
        assert fall["without a word"] == [] and not fall["reachable"] and fall["finished"], what
        if what.startswith("script"):
            assert fall["off the nearest place"] <= 1.1, what


@falls("off_a_platform")
def test_who_falls_off_a_platform_does_not_stay_arrived(seen):
    for what, fall in seen.items():
        assert fall["before"] == SUCCESS, what
        assert fall["after"] == fall["expected"] and not fall["reached"], what


@falls("max_speed_of_a_script")
def test_a_scripts_velocity_is_bounded_by_a_max_speed_that_was_set(seen):
    assert seen["never set"] == pytest.approx(8.0, abs=0.05)
    assert seen["set to the default"] == seen["set before it was added"] == pytest.approx(3.5, abs=0.05)
    assert seen["a duplicate of one that was never set"] == pytest.approx(8.0, abs=0.05)
    assert seen["a duplicate of one that was set"] == pytest.approx(3.5, abs=0.05)
    assert seen["a duplicate without a velocity walks"]


@scenario("moved_before_a_bake")
def test_a_bake_takes_obstacles_where_they_are(seen):
    """An obstacle that waits for its rest is left out while it moves."""
    for whose in "its own", "its parent's":
        assert seen[f"{whose} place, waits for rest: false"] == [False, True]
        assert seen[f"{whose} place, waits for rest: true"] == [False, False]
