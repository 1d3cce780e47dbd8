"""The vehicle model against closed forms and its limits."""
import math

import numpy as np
import pytest
from hypothesis import given, strategies as st

from navpy.motion import Vehicles

finite = st.floats(-100, 100)
vectors = st.tuples(finite, finite)
positive = st.floats(0.01, 100)


def angle_between(a, b):
    return abs(math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]))


def test_a_steady_force_is_steady_acceleration():
    """v = n·a·dt and, the velocity changing first, x = a·dt²·n(n + 1)/2."""
    vehicles = Vehicles([(1.0, 2.0)], mass=4.0, max_speed=100.0, max_force=50.0)
    for n in range(1, 30):
        vehicles.move((8.0, -4.0), 0.1)
        assert vehicles.velocities[0] == pytest.approx((0.2 * n, -0.1 * n))
        assert vehicles.positions[0] == pytest.approx((1.0 + 0.01 * n * (n + 1), 2.0 - 0.005 * n * (n + 1)))
        assert vehicles.headings[0] == pytest.approx((2 / math.sqrt(5), -1 / math.sqrt(5)))


@given(vectors, vectors, vectors, positive, positive, positive, st.floats(0, 10), st.floats(0.001, 1))
def test_no_limit_is_ever_passed(position, velocity, force, mass, max_speed, max_force, turn_rate, dt):
    vehicles = Vehicles([position], [velocity], mass=mass, max_speed=max_speed, max_force=max_force, max_turn_rate=turn_rate)
    before, start, heading = vehicles.velocities[0], vehicles.positions[0], vehicles.headings[0]
    vehicles.move([force], dt)
    after = vehicles.velocities[0]
    assert math.hypot(*after) <= max_speed * (1 + 1e-12)
    assert angle_between(heading, vehicles.headings[0]) <= turn_rate * dt + 1e-7
    assert math.hypot(*vehicles.headings[0]) == pytest.approx(1.0)
    assert math.hypot(*after) <= math.hypot(*before) + max_force * dt / mass + 1e-9
    assert vehicles.positions[0] == pytest.approx(start + after * dt, abs=1e-9)
    if math.hypot(*after) > 0:
        assert after / math.hypot(*after) == pytest.approx(vehicles.headings[0], abs=1e-9)


@given(vectors, vectors, positive, positive, st.floats(0.001, 1))
def test_without_a_turn_limit_the_velocity_changes_by_the_force_alone(velocity, force, mass, max_force, dt):
    vehicles = Vehicles([(0, 0)], [velocity], mass=mass, max_speed=1e6, max_force=max_force)
    before = vehicles.velocities[0]
    vehicles.move([force], dt)
    size = math.hypot(*force)
    cut = np.array(force) * (min(1.0, max_force / size) if size > 0 else 0.0)
    assert vehicles.velocities[0] == pytest.approx(before + cut * dt / mass, abs=1e-9)


def test_pushed_sideways_it_goes_round_its_turning_circle():
    """Chords of 2·R·sin(ω·dt/2), R being a little more than speed over turn rate."""
    vehicles = Vehicles([(0.0, 0.0)], (2.0, 0.0), max_speed=2.0, max_force=1e3, max_turn_rate=0.8)
    places = []
    for _ in range(200):
        vehicles.move(500.0 * vehicles.headings[:, ::-1] * (-1, 1), 0.05)
        places.append(vehicles.positions[0])
    radius = 2.0 * 0.05 / (2 * math.sin(0.8 * 0.05 / 2))
    # a chord's end lies half a step's turn before the direction of the circle there
    center = places[0] + radius * np.array([-math.sin(0.04 + 0.02), math.cos(0.04 + 0.02)])
    assert np.hypot(*np.transpose(places - center)) == pytest.approx(radius, rel=1e-6)


def test_one_that_is_to_turn_about_does_not_move_before_it_faces_its_way():
    vehicles = Vehicles([(0.0, 0.0)], max_turn_rate=1.0, max_force=1.0)
    for step in range(1, 15):
        vehicles.move((-1.0, 0.0), 0.1)
        assert vehicles.headings[0] == pytest.approx((math.cos(0.1 * step), math.sin(0.1 * step)))
        assert tuple(vehicles.positions[0]) == (0.0, 0.0)


@given(vectors, positive, st.floats(0.001, 1))
def test_what_cancels_is_rest(velocity, mass, dt):
    vehicles = Vehicles([(0, 0)], [velocity], mass=mass, max_speed=1e3, max_force=1e9, max_turn_rate=1.0)
    heading = vehicles.headings[0]
    vehicles.move(-vehicles.velocities * mass / dt, dt)
    assert tuple(vehicles.velocities[0]) == (0.0, 0.0) and tuple(vehicles.positions[0]) == (0.0, 0.0)
    assert tuple(vehicles.headings[0]) == tuple(heading)


@given(st.floats(-math.pi, math.pi), st.floats(-170, -100))
def test_a_heading_is_a_unit_vector_however_slow_the_vehicle(angle, power):
    """Squares of such speeds lose their digits, or vanish."""
    velocity = 10.0 ** power * np.array([math.cos(angle), math.sin(angle)])
    vehicles = Vehicles([(0, 0)], [velocity])
    assert math.hypot(*vehicles.headings[0]) == pytest.approx(1.0)
    vehicles = Vehicles([(0, 0)])
    vehicles.move(velocity, 1.0)
    assert math.hypot(*vehicles.headings[0]) == pytest.approx(1.0)


def test_each_has_its_own_limits():
    vehicles = Vehicles([(0, 0), (0, 0)], mass=[1, 2], max_speed=[9, 0.5], max_force=[1, 4])
    vehicles.move((10.0, 0.0), 1.0)
    assert vehicles.velocities.tolist() == [[1.0, 0.0], [0.5, 0.0]]
    assert len(vehicles) == 2 and len(Vehicles(np.empty((0, 2)))) == 0
    Vehicles(np.empty((0, 2))).move(np.empty((0, 2)), 0.1)


def test_arrays_are_copies():
    vehicles = Vehicles([(0, 0)])
    vehicles.positions[0] = 7.0
    assert tuple(vehicles.positions[0]) == (0.0, 0.0)


@pytest.mark.parametrize("arguments, name", [
    (dict(positions=[1, 2]), "positions"), (dict(positions=[(math.nan, 0)]), "positions"),
    (dict(positions=[(0, 0)], velocities=[(0, 0), (1, 1)]), "velocities"), (dict(positions=[(0, 0)], mass=0), "mass"),
    (dict(positions=[(0, 0)], max_speed=-1), "max_speed"), (dict(positions=[(0, 0)], max_force=math.nan), "max_force"),
    (dict(positions=[(0, 0)], max_force=math.inf), "max_force"), (dict(positions=[(0, 0)], max_turn_rate=[1, 2]), "max_turn_rate"),
])
def test_bad_arguments_are_named(arguments, name):
    with pytest.raises(ValueError, match=f"^{name}:"):
        Vehicles(**arguments)


@pytest.mark.parametrize("forces, dt, name", [([(math.nan, 0)], 0.1, "forces"), ([(0, 0), (0, 0)], 0.1, "forces"),
                                              ([(0, 0)], 0.0, "dt"), ([(0, 0)], math.nan, "dt"), ([(0, 0)], math.inf, "dt"),
                                              ([(0, 0)], "soon", "dt")])
def test_bad_moves_are_named(forces, dt, name):
    with pytest.raises(ValueError, match=f"^{name}:"):
        Vehicles([(0, 0)]).move(forces, dt)
