"""Heights: what a body climbs, what it walks round, and which floor it is on."""
import pytest

from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, Scenarios

FLOOR = pytest.approx(0.0, abs=0.05)
scenario = Scenarios("steps.gd")


def check_arrival(walk):
    assert walk["asked"] == RUNNING and walk["status"] == SUCCESS
    assert walk["distance from the goal"] <= 0.1
    assert walk["walked"] <= 1.05 * walk["length"]


def check_up_and_down(seen, height, speed):
    up, down = seen[f"up, {speed} m/s"], seen[f"down, {speed} m/s"]
    check_arrival(up)
    check_arrival(down)
    assert up["height"] == pytest.approx(height, abs=0.05)
    assert down["height"] == FLOOR
    assert up["highest"] <= height + 0.3        # it walks up, it doesn't fly


@scenario("steps")
@pytest.mark.parametrize("speed", [1.0, 3.5, 10.0])
def test_up_and_down_steps(seen, speed):
    check_up_and_down(seen, 1.0, speed)


@scenario("ramp")
@pytest.mark.parametrize("speed", [1.0, 3.5, 10.0])
def test_up_and_down_a_ramp(seen, speed):
    check_up_and_down(seen, 2.0, speed)


@scenario("block")
def test_a_block_is_walked_round(seen):
    walk = seen["behind it"]
    check_arrival(walk)
    assert walk["highest"] == FLOOR
    assert walk["walked"] > 12.5                # 12 m as the crow flies


@scenario("block")
def test_a_block_is_an_island(seen):
    walk = seen["onto it"]
    assert walk["asked"] == FAILURE and "island" in walk["reason"]
    assert walk["highest"] == FLOOR


@scenario("steep")
def test_a_slope_steeper_than_the_body_s_floors_is_not_climbed_in_steps(seen):
    """It begins at x = 0, where the body's radius of 0.4 m lets it touch the slope."""
    assert seen["farthest"] > -0.6 and seen["highest"] < 0.1


@scenario("floors")
def test_right_below_the_goal_is_not_there(seen):
    assert seen["status right below the goal"] == seen["status right below the goal, asked afterwards"] == RUNNING
    assert seen["status of a node right below the goal"] == RUNNING


@scenario("floors")
def test_between_floors(seen):
    up, down = seen["up"], seen["down"]
    check_arrival(up)
    check_arrival(down)
    assert up["height"] == pytest.approx(5.0, abs=0.05) and down["height"] == pytest.approx(1.0, abs=0.05)
    assert up["walked"] > 10.0
