"""What a game's animations need of agents."""
import math

import numpy as np
import pytest

from tests.engine.scenarios import FREED_BY_ITS_SIGNAL, Scenarios

scenario = Scenarios("animation.gd")
WALK = [["started", True], ["stopped", False]]
FRAME = 1 / 60


@scenario("once_a_start_and_stop")
@pytest.mark.parametrize("kind", ["driven", "by a script", "by target_position"])
def test_one_signal_for_each_start_and_stop(seen, kind):
    assert seen["signals, " + kind] == 2 * WALK
    assert seen["stands, " + kind] == [0, 0, False, 0, 0]


@scenario("of_nodes_that_a_crowd_moves")
def test_signals_of_nodes_that_a_crowd_moves(seen):
    assert seen["signals"] == 4 * [WALK] and seen["processed by the engine"] == 4 * [False]


@scenario("freed_in_its_handlers", expected=FREED_BY_ITS_SIGNAL)
def test_freed_in_its_handlers(seen):
    assert len(seen) == 4 and all(seen.values())


@scenario("handlers_that_change_its_request")
def test_handlers_that_change_its_request(seen):
    assert seen["on and back"] == 2 * WALK
    outside = seen["outside the tree"]
    assert outside[:2] == [False, 0] and outside[3] == 0
    assert seen["there and back in the tree"] == WALK and seen["processed at last"] is False


@scenario("canceled")
def test_after_cancel_request_the_body_is_the_scripts(seen):
    assert seen["signals"] == WALK and seen["the body was left alone"] and seen["processed at last"] is False


@scenario("held_up")
def test_a_body_at_a_wall_does_not_walk(seen):
    wall = seen["at the wall"]
    assert wall["wanted"] > 3 and wall["speed"] < 0.09 and wall["moving"] is False


@scenario("held_up_for_a_frame")
def test_held_up_for_a_frame_it_walks_on(seen):
    assert seen["signals"] == WALK[:1]


@scenario("in_a_circle")
@pytest.mark.parametrize("side", [1, -1])
def test_the_turn_of_a_circle(seen, side):
    assert seen[f"turning speed, side {side}"] == pytest.approx(90 * side, rel=0.02)
    assert seen[f"speed, side {side}"] == pytest.approx(2, rel=0.02)


@scenario("turn_ahead")
def test_turn_ahead_is_from_the_front_of_the_body(seen):
    turns = {int(degrees): turn for degrees, turn in seen["at the start"].items()}
    assert len(turns) == 9
    for degrees, turn in turns.items():
        assert turn == pytest.approx(degrees, abs=2.0), f"{degrees}°"


@scenario("in_a_file")
def test_a_body_that_is_kept_slow_faces_its_way(seen):
    assert max(seen["speeds"]) < 1.1 and max(seen["off their way"]) < 10


@scenario("backwards")
def test_a_body_turns_to_its_way_as_soon_as_it_shows_moving(seen):
    """180° at 120 °/s."""
    assert seen["off its way, 1.5 s after its start"] < 30


@scenario("way_ahead")
def test_the_way_ahead(seen):
    assert seen["before"] == [True, 0, 0, 0, 0]
    assert seen["wrong"] == {"corner": 0, "distance": 0, "order": 0}
    assert len(seen["angles"]) >= 3 and seen["angles"][-1] == 0
    assert seen["angles"][:-1] == pytest.approx(seen["angles of the path"], abs=5.0)
    assert seen["angles"][0] > 0, "round a wall to the north its way turns to the left"


@scenario("way_ahead")
def test_it_comes_to_rest_where_distance_to_stop_said(seen):
    x, z, said = np.array(seen["to stop"]).T
    left = np.hypot(x - x[-1], z - z[-1])
    assert np.abs(left - said).max() < 0.03


@scenario("without_nodes")
def test_agents_without_nodes(seen):
    """An exponential filter of the speeds by which they were moved, each of which the next frame's places tell."""
    assert all(len(values) == 6 and not any(values) for values in seen["before"])
    places = np.array([frame[0] for frame in seen["track"]])
    speeds = np.hypot(*np.moveaxis(np.diff(places, axis=0) / FRAME, 2, 0))
    shown = np.array([frame[1] for frame in seen["track"]])
    expected, keep = shown[0], math.exp(-FRAME / 0.25)
    for speed, value in zip(speeds, shown[1:]):
        expected = speed + keep * (expected - speed)
        assert value == pytest.approx(expected, abs=0.02)
    assert shown.max() > 3
    moving = np.array([frame[2] for frame in seen["track"]])
    assert (np.count_nonzero(np.diff(moving, axis=0), axis=0) == 2).all() and not moving[-1].any()
    assert seen["greatest turn ahead of the first"] > 30


@scenario("without_nodes")
def test_when_all_were_stopped_they_settle(seen):
    speeds, turning, moving, stand = seen["at last"]
    assert not any(speeds) and not any(turning) and not any(moving) and stand
