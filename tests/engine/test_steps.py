"""Heights: what a body climbs, what it walks round, and which storey it is on."""
import pytest

FLOOR = pytest.approx(0.0, abs=0.05)


@pytest.fixture(scope="module")
def climbs(run_level):
    return run_level("steps")


def arrived(walk, longer=1.05):
    assert walk["asked"] == 0 and walk["status"] == 1, walk["reason"]
    assert walk["off"] <= 0.1
    assert walk["walked"] <= longer * walk["length"]
    return True


@pytest.mark.parametrize("speed", [1.0, 3.5, 10.0])
@pytest.mark.parametrize("what, height", [("steps", 1.0), ("ramp", 2.0)])
def test_up_and_down(climbs, what, height, speed):
    up, down = climbs[f"{what} up, {speed} m/s"], climbs[f"{what} down, {speed} m/s"]
    assert arrived(up) and arrived(down)
    assert up["height"] == pytest.approx(height, abs=0.05)
    assert down["height"] == FLOOR
    assert up["highest"] <= height + 0.3        # it walks up, it doesn't fly


def test_a_block_is_walked_round(climbs):
    walk = climbs["behind the block"]
    assert arrived(walk)
    assert walk["highest"] == FLOOR
    assert walk["walked"] > 12.5                # 12 m as the crow flies


def test_a_block_is_an_island(climbs):
    walk = climbs["onto the block"]
    assert walk["asked"] == 2 and "island" in walk["reason"]
    assert walk["highest"] == FLOOR


def test_right_below_the_goal_is_not_there(climbs):
    assert climbs["right below"] == climbs["right below, a frame on"] == climbs["a node right below"] == 0


def test_between_storeys(climbs):
    up, down = climbs["upper storey"], climbs["lower storey"]
    assert arrived(up) and arrived(down)
    assert up["height"] == pytest.approx(5.0, abs=0.05) and down["height"] == pytest.approx(1.0, abs=0.05)
    assert up["walked"] > 10.0
