"""Obstacle avoidance and queuing: nobody is run into."""
import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.motion import Vehicles, arrive, avoid_obstacles, braking_speed_at, queue, seek


def sizes(vectors):
    return np.hypot(*np.transpose(vectors))


# ---- obstacles ----

def test_reynolds_picture():
    """Straight ahead and within the time looked ahead: to the side away from the center. Anything else: nothing."""
    vehicles = Vehicles([(0.0, 0.0)], (2.0, 0.0), max_force=100.0)
    for y in (-0.5, 0.5):
        force = avoid_obstacles(vehicles, [(5.0, y, 1.0)], 0.4, look_ahead=3.0)[0]
        assert force[0] == 0.0 and math.copysign(1.0, force[1]) == -math.copysign(1.0, y)
    assert avoid_obstacles(vehicles, [(5.0, 0.0, 1.0)], 0.4, look_ahead=3.0)[0][1] > 0.0         # dead ahead: left
    for circle in ((5.0, 1.5, 1.0), (-3.0, 0.0, 1.0), (9.0, 0.0, 1.0)):       # beside, behind, too far
        assert avoid_obstacles(vehicles, [circle], 0.4, look_ahead=3.0).tolist() == [[0.0, 0.0]]
    assert avoid_obstacles(vehicles, [], 0.4).tolist() == [[0.0, 0.0]]
    both = [(6.0, 0.3, 1.0), (4.0, -0.3, 1.0)]
    assert avoid_obstacles(vehicles, both, 0.4, 3.0) == pytest.approx(avoid_obstacles(vehicles, both[1:], 0.4, 3.0))


def test_the_force_is_the_steady_one_that_clears_the_breadth_in_time():
    """Radius 1, offset 0.6: the border is 0.8 before the center and 0.4 too broad; 4 s to it at 1 m/s: a = 2·0.4/16."""
    vehicles = Vehicles([(0.0, 0.0)], (1.0, 0.0), mass=3.0, max_force=100.0)
    assert avoid_obstacles(vehicles, [(4.8, 0.6, 1.0)], 0.0, 10.0)[0] == pytest.approx((0.0, -3.0 * 0.05))


@settings(max_examples=40, deadline=None)
@given(st.floats(-1, 1), st.floats(0.2, 5), st.floats(0, 1), st.floats(0.5, 5), st.floats(3, 30),
       st.sampled_from([1 / 120, 1 / 60, 1 / 30]))
def test_a_circle_is_passed_without_touching_it(offset, radius, body, speed, force, dt):
    """From a distance from which one could stop twice, and seen from there."""
    reach = radius + body
    ahead = reach + 1.0 + speed * speed / force + 4 * speed * dt
    vehicles = Vehicles([(0.0, 0.0)], (speed, 0.0), max_speed=speed, max_force=force)
    circle = (ahead, offset * reach, radius)
    for _ in range(200):
        push = avoid_obstacles(vehicles, [circle], body, look_ahead=ahead / speed)
        assert sizes(push)[0] <= force * (1 + 1e-12)
        vehicles.move(push, dt)
        assert sizes(vehicles.positions - circle[:2])[0] >= reach * (1 - 1e-9)


def test_a_forest_is_crossed():
    rng = np.random.default_rng(2)
    trees = np.array([(x, y + rng.uniform(-0.5, 0.5), rng.uniform(0.3, 0.6)) for x in range(4, 30, 4) for y in range(-12, 13, 4)])
    vehicles = Vehicles(np.column_stack([np.zeros(60), rng.uniform(-8, 8, 60)]), (2.0, 0.0), max_speed=2.5, max_force=15.0)
    for _ in range(1200):
        away = avoid_obstacles(vehicles, trees, 0.4, look_ahead=1.0)
        vehicles.move(np.where((away != 0.0).any(axis=1)[:, None], away, seek(vehicles, (40.0, 0.0))), 1 / 60)
        for x, y, radius in trees:
            assert sizes(vehicles.positions - (x, y)).min() >= radius + 0.4 - 0.01
    assert vehicles.positions[:, 0].min() > 32.0


def test_out_of_an_obstacle_is_straight_out():
    vehicles = Vehicles([(1.0, 0.0), (0.0, 0.0)], (0.0, 1.0), max_force=5.0)
    assert avoid_obstacles(vehicles, [(0.0, 0.0, 2.0)], 0.0).tolist() == [[5.0, 0.0], [0.0, -5.0]]


# ---- queuing ----

@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10 ** 6), st.sampled_from([1 / 60, 0.1, 0.5, 2.0]), st.floats(0.1, 1), st.floats(0, 1))
def test_a_queue_never_closes_up_further_than_its_gap(seed, dt, body, gap):
    """Whatever each can brake and wherever they all want to go. They begin where each could stop in time."""
    rng = np.random.default_rng(seed)
    brakes, speeds, mass = rng.uniform(1, 20, 6), rng.uniform(0, 3, 6), rng.uniform(0.3, 5, 6)
    forces = brakes * mass
    room = 2 * body + gap + np.concatenate([[0.0], (3 + brakes[1:] * dt) ** 2 / (2 * brakes[1:]) + 3 * dt])
    vehicles = Vehicles(np.column_stack([-np.cumsum(room), np.zeros(6)]), np.column_stack([speeds, np.zeros(6)]), max_speed=3.0,
                        max_force=forces, mass=mass)
    for _ in range(120):
        wish = arrive(vehicles, np.column_stack([np.full(6, 8.0), np.zeros(6)]), dt)
        push = queue(vehicles, wish, body, dt, gap)
        assert (sizes(push) <= forces * (1 + 1e-12)).all()
        vehicles.move(push, dt)
        assert (-np.diff(vehicles.positions[:, 0]) >= 2 * body + gap - 1e-9).all()


def test_a_queue_stands_gap_by_gap():
    vehicles = Vehicles([(-3.0 * i, 0.0) for i in range(5)], max_force=8.0)
    for _ in range(900):
        vehicles.move(queue(vehicles, arrive(vehicles, (4.0, 0.0), 1 / 60), 0.4, 1 / 60, gap=0.2), 1 / 60)
    assert vehicles.positions == pytest.approx(np.array([(4.0 - i, 0.0) for i in range(5)]), abs=1e-6)
    assert (vehicles.velocities == 0.0).all()


def test_who_stands_is_approached_by_the_braking_law():
    """2.8 m between bodies and gap: at that speed the next step may begin, and no faster."""
    vehicles = Vehicles([(0.0, 0.0), (4.0, 0.0)], [(2.9, 0.0), (0.0, 0.0)], max_speed=50.0, max_force=1.0)
    speed = braking_speed_at(4.0 - 1.0 - 0.2, 0.1, 0.1)
    push = queue(vehicles, (0.0, 0.0), 0.5, 0.1, gap=0.2)
    assert push[0] == pytest.approx((max(-1.0, (speed - 2.9) / 0.1), 0.0)) and tuple(push[1]) == (0.0, 0.0)
    slow = Vehicles(vehicles.positions, [(speed - 1e-9, 0.0), (0.0, 0.0)], max_speed=50.0, max_force=1.0)
    assert queue(slow, (0.0, 0.0), 0.5, 0.1, gap=0.2).tolist() == [[0.0, 0.0]] * 2


@given(st.floats(-1, 1), st.floats(1.5, 6), st.floats(0.01, 0.1))
def test_who_has_to_brake_and_is_to_turn_brakes(sideways, room, excess):
    """It may brake by 0.1 m/s in a step, and no more than what is too fast is taken off."""
    allowed = braking_speed_at(room, 0.1, 0.1)
    vehicles = Vehicles([(0.0, 0.0), (room + 1.2, 0.0)], [(allowed + excess, 0.0), (0.0, 0.0)], max_speed=50.0, max_force=1.0)
    vehicles.move(queue(vehicles, (math.sqrt(1 - sideways * sideways), sideways), 0.5, 0.1, gap=0.2), 0.1)
    turned = math.asin(0.1 / allowed)                                   # at most; then so much less is straight ahead
    assert braking_speed_at((room + 1.2) * math.cos(turned) - 1.2, 0.1, 0.1) <= sizes(vehicles.velocities)[0] <= allowed * (1 + 1e-12)


def test_only_what_is_ahead_counts():
    places = [(0.0, 0.0), (-2.0, 0.0), (2.0, 1.01), (0.5, -1.01)]
    vehicles = Vehicles(places, [(3.0, 0.0), (0, 0), (0, 0), (0, 0)])
    assert queue(vehicles, (0.0, 0.0), 0.5, 0.1).tolist() == [[0.0, 0.0]] * 4


@pytest.mark.parametrize("call, name", [
    (lambda v: avoid_obstacles(v, [(0, 0)], 0.4), "circles"), (lambda v: avoid_obstacles(v, [], -1), "radius"),
    (lambda v: avoid_obstacles(v, [], 0.4, math.nan), "look_ahead"), (lambda v: queue(v, (0, 0), -1, 0.1), "radius"),
    (lambda v: queue(v, (0, 0), 1, -0.1), "dt"), (lambda v: queue(v, [(0, 0)] * 3, 1, 0.1), "forces"),
    (lambda v: queue(v, (0, 0), 1, 1, -1), "gap"),
])
def test_bad_arguments_are_named(call, name):
    with pytest.raises(ValueError, match=f"^{name}:"):
        call(Vehicles([(0, 0), (5, 5)]))
