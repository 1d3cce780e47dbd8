"""Stairs of boxes: how fast a body goes up and down, what it never climbs, and its picture."""
import math

import pytest

from tests.engine.scenarios import Scenarios

TICKS = (30, 60, 144)
SPEEDS = (2.0, 6.0)
MEASURES = ((0.2, 0.1), (0.3, 0.2), (0.4, 0.25))
SHAPES = ("capsule", "box", "cylinder", "sphere")
CLIMB = 0.25                    # agent_max_climb
MARGIN = 0.02                   # meters
scenario = Scenarios("stairs.gd", limit=120)


@scenario("up_and_down")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("ticks", TICKS)
def test_up_and_down_at_the_speed_of_a_ramp(seen, ticks, shape):
    for tread, rise in MEASURES:
        for speed in SPEEDS:
            stairs = seen[f"stairs {tread} x {rise}, {ticks} ticks, {speed} m/s, {shape}"]
            ramp = seen[f"ramp {tread} x {rise}, {ticks} ticks, {speed} m/s, capsule"]
            for way in ("up", "down"):
                walk = stairs[way]
                assert walk["ended"], (tread, rise, speed, way)
                assert walk["seconds"] <= ramp[way]["seconds"] / 0.9 + 1 / ticks
                assert walk["seconds"] <= 10 * tread / speed / 0.9 + 1 / ticks
                assert walk["air"] <= 2 and walk["fastest"] <= 1.06 and walk["slowest"] >= 0.65
                assert max(walk["rise"], walk["fall"]) <= rise + MARGIN


@scenario("askew")
@pytest.mark.parametrize("shape", ["capsule", "box", "cylinder"])
@pytest.mark.parametrize("degrees", [0, 45, 70])
@pytest.mark.parametrize("ticks", [60, 144])
def test_askew_as_fast_as_straight(seen, ticks, degrees, shape):
    length = 3.0 / math.cos(math.radians(degrees))
    for way, walk in seen[f"{ticks} ticks, {degrees} degrees, {shape}"].items():
        assert walk["ended"] and walk["seconds"] <= length / 4.0 / 0.9 + 1 / ticks and walk["air"] / ticks <= 2 / 60, way


@scenario("moved_by_move_and_slide")
def test_move_and_slide_stands_at_the_first_step_and_is_told_what_climbs_it(seen):
    assert not seen["reached"] and seen["height"] < 0.2
    assert "move_and_climb(velocity)" in seen["why"] and "StaticBody3D" in seen["why"]


@scenario("moved_by_move_and_climb")
def test_a_script_climbs_by_move_and_climb(seen):
    assert seen["reached"] and seen["height"] == pytest.approx(2.0, abs=0.05) and seen["why"] == ""


@scenario("picture")
@pytest.mark.parametrize("shape", ["box", "capsule"])
@pytest.mark.parametrize("ticks", TICKS)
def test_the_picture_glides(seen, ticks, shape):
    """At 3.5 m/s on stairs of 0.3 x 0.2 m a steady rise is 3.5 * 2 / 3 m/s."""
    glide = seen[f"{shape}, {ticks} ticks"]
    steady = 3.5 * 2 / 3 / ticks
    assert glide["picture"] <= 2.0 * steady and glide["picture"] < 0.8 * glide["body"] and glide["behind"] <= CLIMB
    left = [value for what, value in seen.items() if what.startswith(f"{shape}, {ticks} ticks, left")]
    assert len(left) == 2 and max(map(abs, left)) < 1e-5


@scenario("picture_elsewhere")
def test_the_picture_is_where_the_body_is_on_a_ramp_and_after_a_teleport(seen):
    assert seen["ramp"] <= 0.06
    assert abs(seen["teleport"]) < 1e-3 and abs(seen["off"]) < 1e-5
