"""What a game does with agents besides walking."""
import pytest

from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, Scenarios

NO_REQUEST, NO_NAVMESH = 1, 2
scenario = Scenarios("everyday.gd")


@scenario("stairs")
@pytest.mark.parametrize("radius", [0.3, 0.5])
@pytest.mark.parametrize("rise, tread", [(0.17, 0.28), (0.2, 0.3), (0.25, 0.28), (0.2, 0.25)])
def test_real_stairs_are_climbed(seen, rise, tread, radius):
    climb = seen[f"rise {rise}, tread {tread}, radius {radius}"]
    assert climb["status"] == SUCCESS and climb["distance from the goal"] <= 0.15


@scenario("second_baker_is_late")
def test_an_agent_waits_for_the_baker_that_matters(seen):
    assert seen["status when asked"] == RUNNING and seen["status"] == SUCCESS and seen["baked"]


@scenario("map_goes_and_comes")
def test_a_walk_ends_with_its_map_and_begins_when_asked_again(seen):
    assert seen["without a map"] == {"status": FAILURE, "reason": NO_NAVMESH}
    assert seen["with the map"] == {"status": FAILURE, "drift": pytest.approx(0, abs=1e-3)}
    assert seen["status when asked again"] == RUNNING and seen["status"] == SUCCESS


@scenario("body_is_put_back_elsewhere")
def test_a_body_put_back_elsewhere_stays_there(seen):
    assert seen["status"] == FAILURE and seen["reason"] == NO_REQUEST
    assert seen["distance from where it was put"] == pytest.approx(0, abs=1e-3)


@scenario("beside_the_upper_of_two_floors")
def test_a_body_at_the_rim_of_a_storey_is_on_that_storey(seen):
    assert seen["asked"] == RUNNING and seen["status"] == SUCCESS
    assert seen["first corner"] == pytest.approx(2.2, abs=0.1)
    assert seen["feet off the goal"] < 0.3


@scenario("lifted_after_arrival")
def test_a_body_falls_after_arrival_until_it_is_stopped(seen):
    assert seen["height some time after it was lifted"] == pytest.approx(1.0, abs=0.05)
    assert seen["height some time after it was stopped and lifted"] == pytest.approx(6.0, abs=0.05)


@scenario("parent_is_rotated")
def test_it_faces_its_way_under_a_rotated_parent(seen):
    assert seen["how much it faces its way"] == pytest.approx(1, abs=1e-3)


@scenario("fails_at_once")
def test_a_request_that_fails_at_once_says_so_once(seen):
    assert seen["signals"] == ["navigation_finished"]


@scenario("trembling_target")
def test_a_trembling_target_is_one_target(seen):
    assert sorted(seen["signals"]) == ["navigation_finished", "path_changed", "target_reached"]


@scenario("floating_body")
def test_a_floating_body_knows_no_gravity(seen):
    assert seen["status"] == SUCCESS and seen["distance from the goal"] <= 0.1
    assert seen["vertical speed"] == pytest.approx(0, abs=0.01)
