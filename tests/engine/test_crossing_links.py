"""A driven body crosses links by itself; a script may do it instead."""
import pytest

from tests.engine.scenarios import FREED_BY_ITS_SIGNAL, RUNNING, SUCCESS, Scenarios

scenario = Scenarios("crossing_links.gd")


@scenario("climbs", "drops", "jumps", "jumps_at_speed")
def test_crosses(seen):
    assert seen["status"] == SUCCESS and seen["distance from the goal"] <= 0.15 and seen["was on a link"]
    assert seen["fastest"] <= 16.0              # nobody is thrown across
    assert [link["type"] for link in seen["links"]] == [1]


@scenario("climbs")
def test_climbs_no_higher_than_the_ledge_asks(seen):
    assert 2.5 <= seen["highest"] <= 2.8
    assert [(link["entry height"], link["exit height"]) for link in seen["links"]] == [pytest.approx((0.0, 2.5), abs=0.1)]


@scenario("drops")
def test_drops_from_the_ledge(seen):
    assert 2.4 <= seen["highest"] <= 2.7
    assert [(link["entry height"], link["exit height"]) for link in seen["links"]] == [pytest.approx((2.5, 0.0), abs=0.1)]


@scenario("jumps", "jumps_at_speed")
def test_jumps_in_an_arc(seen):
    assert 0.25 <= seen["highest"] <= 2.5
    assert [(link["entry height"], link["exit height"]) for link in seen["links"]] == [pytest.approx((0.0, 0.0), abs=0.1)]


@scenario("floats_across")
def test_without_gravity_straight(seen):
    assert seen["status"] == SUCCESS and seen["height"] == pytest.approx(1.0, abs=0.1)


@scenario("script_takes_over_and_finishes", "script_takes_over_without_finishing")
def test_a_script_takes_a_link_over(seen):
    assert seen["take_over_link off a link"] is False
    waits = seen["while the script waits"]
    assert waits["moved"] <= 1e-3 and waits["status"] == RUNNING and not waits["stuck"] and waits["why"] == ""
    assert seen["status"] == SUCCESS and seen["take_over_link on each link"] == [True]
    assert seen["distance from the goal"] <= 0.1


@scenario("script_goes_from_point_to_point")
def test_a_led_agent_crosses(seen):
    assert seen["links"] == 1 and seen["reached"] and seen["distance from the goal"] <= 1.01


@scenario("freed_in_its_handler", expected=FREED_BY_ITS_SIGNAL)
def test_freed_on_a_link(seen):
    assert seen["freed"]


@scenario("meet_at_a_ladder")
def test_bodies_from_both_ends_of_a_ladder_take_turns(seen):
    assert len(seen) == 12
    for what, (arrived, stuck) in seen.items():
        assert arrived == (6 if what.startswith("[3") else 2) and stuck == 0.0, what


@scenario("rides_by_a_detour")
def test_who_has_taken_a_link_over_keeps_it_until_it_says_so(seen):
    """Below the link, and without a request: a lift goes where others want to go, and games change their minds."""
    assert seen.pop("arrived") == [SUCCESS, True]
    assert len(seen) == 5 and all(seen.values())
