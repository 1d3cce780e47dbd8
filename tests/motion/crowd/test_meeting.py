"""Agents that meet exactly in one line, touch, or stand in one place: nobody waits for ever, and mirror images take as long."""
import math

import numpy as np
import pytest

from navpy import Crowd, Status
from tests.meshes import rectangles

OPEN = rectangles((-40, -40, 40, 40))
WIDE = 0.8                                  # meters, a diameter
BODY = dict(radius=WIDE / 2, max_speed=3.5)
BODIES = {"by default": {}, "without inertia": dict(max_acceleration=0.0), "heavy": dict(max_acceleration=3.0, max_deceleration=6.0)}
STEPS = [1 / 30, 1 / 60, 1 / 144]


def one(start, goal, **params):
    return (start[0], 0.0, start[1]), (goal[0], 0.0, goal[1]), {**BODY, **params}


def times(mesh, agents, dt=1 / 60, most=60.0):
    """(seconds until each has arrived, infinite for who has not; the deepest overlap at the end, meters)."""
    crowd = Crowd(mesh)
    numbers = [crowd.add_agent(start, **params) for start, _, params in agents]
    for number, (_, goal, _) in zip(numbers, agents):
        crowd.request_path(number, goal)
    took = np.full(len(agents), np.inf)
    for step in range(int(most / dt)):
        crowd.step(dt)
        took[(crowd.statuses == Status.SUCCESS) & np.isinf(took)] = (step + 1) * dt
        if np.isfinite(took).all():
            break
    radii = np.array([params["radius"] for _, _, params in agents])
    apart = np.hypot(*(crowd.positions[:, None, ::2] - crowd.positions[None, :, ::2]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return took, (radii[:, None] + radii - apart).max()


def alone(mesh, agents, dt=1 / 60):
    return np.array([times(mesh, [agent], dt)[0][0] for agent in agents])


def turned(agents, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def turn(place):
        return c * place[0] - s * place[2], 0.0, s * place[0] + c * place[2]
    return [(turn(start), turn(goal), params) for start, goal, params in agents]


def mirrored(agents):
    return [((x, y, -z), (gx, gy, -gz), params) for (x, y, z), (gx, gy, gz), params in agents]


# ---- one behind the other ----

@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("dt", STEPS)
@pytest.mark.parametrize("radii", [(0.4, 0.4), (0.8, 0.35), (0.35, 0.8)])
@pytest.mark.parametrize("gap", [0.0, 1.0, 6.0])
def test_a_faster_one_exactly_behind_a_slower_one_overtakes(body, dt, radii, gap):
    """The way around it, half a circle in place of its diameter, is less than the sum of both widths longer."""
    slow = one((0, 0), (36, 0), **{**BODIES[body], "max_speed": 1.0, "radius": radii[0]})
    fast = one((-sum(radii) - gap, 0), (26, 0), **{**BODIES[body], "max_speed": 4.0, "radius": radii[1]})
    took, _ = times(OPEN, [slow, fast], dt)
    assert took[1] <= alone(OPEN, [fast], dt)[0] + 2 * sum(radii) / 1.0


@pytest.mark.parametrize("degrees", [0, 30, 90, 141, 180])
def test_a_convoy_sorts_itself_by_speed(degrees):
    agents = [one((-1.5 * i, 0), (20 + 1.2 * i, 0), max_speed=1.0 + 0.3 * i) for i in range(10)]
    took, overlap = times(OPEN, turned(agents, degrees))
    assert (took <= 1.5 * alone(OPEN, agents)).all() and overlap < 0.02


@pytest.mark.parametrize("count", [2, 4, 7])
@pytest.mark.parametrize("body", BODIES)
def test_a_convoy_of_three_speeds(count, body):
    agents = [one((-1.5 * i, 0), (30 - 1.5 * i, 0), **{**BODIES[body], "max_speed": [1.0, 2.0, 4.0][i % 3]}) for i in range(count)]
    took, _ = times(OPEN, agents)
    assert (took <= 1.25 * alone(OPEN, agents) + 1.0).all()


@pytest.mark.parametrize("side", [1, -1])
def test_along_a_wall_the_free_side_is_taken(side):
    """Both walk along it, the slower one ahead: one of the two sides is a wall."""
    mesh = rectangles((-20, 0, 20, 12)) if side > 0 else rectangles((-20, -12, 20, 0))
    agents = [one((-8 - 3 * i, 0), (15 + 1.5 * i, 0), max_speed=1.0 + 1.5 * i) for i in range(2)]
    took, _ = times(mesh, agents)
    assert (took <= 1.2 * alone(mesh, agents) + 1.0).all()


def test_one_of_the_same_speed_stays_behind():
    """Nobody leaves a file without need."""
    crowd = Crowd(OPEN)
    for i in range(5):
        crowd.request_path(crowd.add_agent((-0.8 * i, 0, 0), **BODY), (30 - 0.8 * i, 0, 0))
    for _ in range(480):
        crowd.step(1 / 60)
        assert np.abs(crowd.positions[:, 2]).max() == 0.0


# ---- head on ----

@pytest.mark.parametrize("dt", STEPS)
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("width", [None, 2.2, 3.0, 4.0])
def test_rows_against_each_other_pass(dt, body, count, width):
    """In the open and in corridors of so many diameters."""
    mesh = OPEN if width is None else rectangles((-20, -(width - 1) * WIDE / 2, 20, (width - 1) * WIDE / 2))
    agents = [one((side * (4 + 1.2 * i), 0), (-side * (14 - 1.2 * i), 0), **BODIES[body]) for side in (1, -1) for i in range(count)]
    took, _ = times(mesh, agents, dt)
    assert (took <= 1.2 * alone(mesh, agents, dt) + 0.5).all()


@pytest.mark.parametrize("radii", [(0.4, 0.4), (0.3, 0.9)])
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("dt", STEPS)
@pytest.mark.parametrize("degrees", [0, 37, 90])
def test_two_that_touch_head_on_part(radii, body, dt, degrees):
    """Half a circle around each other is longer than straight on by less than the sum of their widths, and bodies with inertia get up
    to speed twice."""
    apart, speed = sum(radii), BODY["max_speed"]
    gains = speed / BODIES[body].get("max_acceleration", 8.0) if body != "without inertia" else 0.0
    agents = turned([one((-apart / 2, 0), (8, 0), **{**BODIES[body], "radius": radii[0]}),
                     one((apart / 2, 0), (-8, 0), **{**BODIES[body], "radius": radii[1]})], degrees)
    took, overlap = times(OPEN, agents, dt)
    assert (took <= alone(OPEN, agents, dt) + 4 * apart / speed + gains + 0.5).all() and overlap <= 0


@pytest.mark.parametrize("priorities", [(1.0, 0.2), (0.2, 1.0)])
def test_head_on_with_priorities(priorities):
    agents = [one((-8 * side, 0), (8 * side, 0), avoidance_priority=priority) for side, priority in zip((1, -1), priorities)]
    assert (times(OPEN, agents)[0] <= 1.1 * alone(OPEN, agents)).all()


@pytest.mark.parametrize("width", [1.2, 1.5])
def test_in_a_passage_for_one_one_of_two_goes_back(width):
    """They come to a stop, the first one presses after 5 diameter times, and the other one goes back at half of full speed or more,
    then all of the way again."""
    half = (width - 1) * WIDE / 2
    mesh = rectangles((-14, -5, -5, 5), (-5, -half, 5, half), (5, -5, 14, 5))
    agents = [one((-9, 0), (9, 0)), one((9, 0), (-9, 0))]
    took, _ = times(mesh, agents)
    speed = BODY["max_speed"]
    assert took.max() <= alone(mesh, agents)[0] + 12 * WIDE / speed + 5 / (speed / 2) + 10 / speed + 2.0


# ---- all at once ----

@pytest.mark.parametrize("count", [3, 4, 5, 8])
@pytest.mark.parametrize("body", BODIES)
def test_a_star_changes_places(count, body):
    place = [(6 * math.cos(2 * math.pi * i / count), 6 * math.sin(2 * math.pi * i / count)) for i in range(count)]
    agents = [one(at, (-at[0], -at[1]), **BODIES[body]) for at in place]
    took, _ = times(OPEN, agents)
    assert (took <= 2.0 * alone(OPEN, agents)).all()


@pytest.mark.parametrize("count", [2, 3, 5, 8])
@pytest.mark.parametrize("apart", [True, False])
def test_agents_in_the_very_same_place_part(count, apart):
    angles = [2 * math.pi * i / count for i in range(count)]
    goals = [(10 * math.cos(angle), 10 * math.sin(angle)) for angle in angles] if apart else [(12, 1.2 * i) for i in range(count)]
    agents = [one((0, 0), goal) for goal in goals]
    took, overlap = times(OPEN, agents)
    assert (took <= 2.0 * alone(OPEN, agents)).all() and overlap < 0.02


@pytest.mark.parametrize("side", [2, 3, 4])
def test_touching_squares_go_through_each_other(side):
    """Each has to let at most all others pass: a diameter for each, at half of full speed."""
    agents = [one((way * -(4 + WIDE * i), WIDE * j), (way * (6 + 1.2 * WIDE * i), 1.2 * WIDE * j)) for way in (1, -1)
              for i in range(side) for j in range(side)]
    took, _ = times(OPEN, agents)
    assert (took <= alone(OPEN, agents) + 2 * side * side * WIDE / (BODY["max_speed"] / 2)).all()


@pytest.mark.parametrize("scene", [
    [one((-8, 0), (8, 0)), one((8, 0), (-8, 0))],
    [one((-0.4, 0), (8, 0)), one((0.4, 0), (-8, 0))],
    [one((0, 0), (30, 0), max_speed=1.0), one((-4, 0), (26, 0))],
    [one((4, 0), (-6, 0)), one((-4, 0), (6, 0)), one((0, 4), (0, -6)), one((0, -4), (0, 6))]])
def test_mirror_images_take_as_long(scene):
    assert times(OPEN, mirrored(scene))[0] == pytest.approx(times(OPEN, scene)[0], abs=0.1)
