"""Steering behaviors against closed forms, the examples of Reynolds 1999 and as properties."""
import math

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from navpy.motion import (Vehicles, Wander, arrive, braking_speed_at, evade, flee, follow_path, hide, interpose,
                          offset_pursuit, pursue, seek, wander)

ORIGIN = (0.0, 0.0, 0.0)

# ---- vehicles: seek and flee ----

RELAXATION = 0.5                        # seconds
coordinates = st.floats(-50, 50).map(lambda x: round(x, 9))     # squares of less vanish
places = st.tuples(coordinates, coordinates)


def sizes(vectors):
    return np.hypot(*np.transpose(vectors))


def at_rest(vehicles, targets, within=1e-9):
    return (sizes(vehicles.positions - targets) <= within) & (vehicles.velocities == 0.0).all(axis=1)


def test_seek_nears_full_speed_exponentially():
    """v' = v + (S − v)·dt/τ, so v = S·(1 − (1 − dt/τ)^n)."""
    vehicles = Vehicles([(0.0, 0.0)], mass=3.0, max_speed=2.0, max_force=1e3)
    for n in range(1, 60):
        vehicles.move(seek(vehicles, (3e5, 4e5)), 0.02)
        speed = 2.0 * (1.0 - (1.0 - 0.02 / RELAXATION) ** n)
        assert vehicles.velocities[0] == pytest.approx((0.6 * speed, 0.8 * speed))


def test_seek_of_the_weak_is_steady_acceleration():
    vehicles = Vehicles([(0.0, 0.0)], mass=2.0, max_speed=10.0, max_force=1.0)
    for n in range(1, 50):
        vehicles.move(seek(vehicles, (1e6, 0.0)), 0.1)
        assert vehicles.velocities[0] == pytest.approx((0.05 * n, 0.0))


def test_seek_does_not_stop():
    vehicles = Vehicles([(0.0, 0.0)])
    way = []
    for _ in range(600):
        vehicles.move(seek(vehicles, (5.0, 0.0)), 1 / 60)
        way.append(vehicles.positions[0][0])
    assert max(way) > 5.5 and min(way[way.index(max(way)):]) < 4.9


@given(places, places, places)
def test_flee_is_away_and_of_one_that_stands_the_opposite_of_seek(position, velocity, other):
    assume(math.dist(position, other) > 1e-6)
    standing = Vehicles([position])
    assert flee(standing, other) == pytest.approx(-seek(standing, other))
    moving = Vehicles([position], [velocity])
    assert np.dot(flee(moving, other)[0] / 2 + moving.velocities[0], np.subtract(position, other)) >= -1e-9


def test_flee_minds_its_panic_distance():
    vehicles = Vehicles([(3.0, 0.0), (3.1, 0.0), (0.0, 0.0)], (0.0, 1.0))
    forces = flee(vehicles, (0.0, 0.0), panic_distance=3.05)
    assert forces[0][0] > 0 and tuple(forces[1]) == (0.0, 0.0)
    assert forces[2] == pytest.approx((0.0, 2.5 / RELAXATION))       # on the very spot: straight on


# ---- arrive ----

def brute_braking_distance(speed, step, dt):
    covered = 0.0
    while speed > 0.0:
        covered += speed * dt
        speed -= step
    return covered


@given(st.floats(1e-3, 1e3), st.floats(1e-2, 10), st.floats(1e-3, 10))
def test_the_braking_law_is_the_fastest_that_stops_in_time(distance, step, dt):
    assume(distance / (step * dt) < 1e5)
    speed = braking_speed_at(distance, step, dt)
    assert brute_braking_distance(speed * (1 - 1e-9), step, dt) <= distance
    assert brute_braking_distance(speed * (1 + 1e-9), step, dt) >= distance


@pytest.mark.parametrize("speed, deceleration", [(1, 2), (3.5, 15), (20, 4)])
def test_with_short_steps_the_braking_law_is_that_of_steady_deceleration(speed, deceleration):
    distance = speed ** 2 / (2 * deceleration)
    for dt in (1e-2, 1e-3, 1e-4):
        law = braking_speed_at(distance, deceleration * dt, dt)
        assert speed - deceleration * dt < law < speed + deceleration * dt


def test_arrive_accelerates_cruises_and_brakes():
    """10 m with a = 2, at most 4 m/s, steps of 1 s: 2 and 4; of the 4 m left no more than 3 in the next step, 1 then is the last."""
    vehicles = Vehicles([(0.0, 0.0)], max_speed=4.0, max_force=2.0)
    speeds = []
    while not at_rest(vehicles, (10.0, 0.0)).all():
        vehicles.move(arrive(vehicles, (10.0, 0.0), 1.0), 1.0)
        speeds.append(vehicles.velocities[0][0])
    assert speeds == pytest.approx([2, 4, 3, 1, 0])


# In units of what a step may change (m/s) and of dt, so that every run is short: way, top speed, speed of the start, its direction.
starts = dict(way=st.floats(0.01, 400), top=st.floats(1, 60), haste=st.sampled_from([0.0, 0.3, 1.0]),
              course=st.floats(-math.pi, math.pi), dt=st.sampled_from([1 / 240, 1 / 60, 0.1, 1.0, 30.0]),
              step=st.floats(1e-3, 1e3), mass=st.floats(0.1, 100),
              bearing=st.floats(-math.pi, math.pi))


def start_arriving(way, top, haste, course, dt, step, mass, bearing, **limits):
    """Vehicle and target so that the vehicle is no faster than ``haste`` times what it can brake in time."""
    distance = way * step * dt
    target = np.array([3.0, -2.0]) * distance
    away = distance * np.array([math.cos(bearing), math.sin(bearing)])
    speed = haste * min(top * step, braking_speed_at(distance, step, dt))
    velocity = (speed * math.cos(bearing + math.pi + course), speed * math.sin(bearing + math.pi + course))
    return Vehicles([target + away], [velocity], mass=mass, max_speed=top * step, max_force=mass * step / dt, **limits), target, speed


def steps_at_most(way, top, speed, step):
    """Twice to take off the speed of the start, at full speed all the way, and twice to gather speed and lose it."""
    return 2 * speed / step + way / top + 2 * math.sqrt(2 * way) + 5


@settings(max_examples=120, deadline=None)
@given(**starts)
def test_arrive_comes_to_rest_in_time_and_neither_past_nor_round_the_target(way, top, haste, course, dt, step, mass, bearing):
    vehicles, target, speed = start_arriving(way, top, haste, course, dt, step, mass, bearing)
    distance, turned, steps = way * step * dt, 0.0, 0
    slack = 1e-9 + 1e-9 * distance
    before = vehicles.positions[0] - target
    while not at_rest(vehicles, target, slack).all():
        force = arrive(vehicles, target, dt)
        assert sizes(force)[0] <= mass * step / dt * (1 + 1e-12)
        vehicles.move(force, dt)
        steps += 1
        assert steps <= steps_at_most(way, top, speed, step)
        here = vehicles.positions[0] - target
        left = math.hypot(*here)
        # after this step it could still stop before it has covered what is left of the way, in whatever direction
        stopping = brute_braking_distance(math.hypot(*vehicles.velocities[0]) - step, step, dt)
        assert stopping <= left + slack
        if left > slack:
            turned += math.atan2(before[0] * here[1] - before[1] * here[0], np.dot(before, here))
            assert abs(turned) < math.pi
        before = here


@settings(max_examples=80, deadline=None)
@given(**{**starts, "course": st.just(0.0)})
def test_on_a_straight_way_arrive_never_goes_back(way, top, haste, course, dt, step, mass, bearing):
    vehicles, target, speed = start_arriving(way, top, haste, course, dt, step, mass, bearing)
    left, slack = way * step * dt, 1e-9 + 1e-9 * way * step * dt
    line = (target - vehicles.positions[0]) / left
    while not at_rest(vehicles, target, slack).all():
        vehicles.move(arrive(vehicles, target, dt), dt)
        now = np.dot(target - vehicles.positions[0], line)
        assert -slack <= now <= left + slack
        assert abs(np.dot(target - vehicles.positions[0], (-line[1], line[0]))) <= slack
        left = now


@settings(max_examples=60, deadline=None)
@given(**starts, excess=st.floats(1, 3))
def test_one_that_begins_too_fast_passes_and_comes_back(way, top, haste, course, dt, step, mass, bearing, excess):
    vehicles, target, _ = start_arriving(way, top, haste, course, dt, step, mass, bearing)
    speed = min(excess * braking_speed_at(way * step * dt, step, dt), top * step)
    velocity = speed * np.array([math.cos(bearing + math.pi + course), math.sin(bearing + math.pi + course)])
    vehicles = Vehicles(vehicles.positions, velocity, mass=mass, max_speed=top * step, max_force=mass * step / dt)
    farthest = way + brute_braking_distance(speed / step, 1.0, 1.0)
    for _ in range(int(2 * speed / step + steps_at_most(farthest, top, speed, step))):
        vehicles.move(arrive(vehicles, target, dt), dt)
    assert at_rest(vehicles, target, 1e-9 + 1e-9 * way * step * dt).all()


@settings(max_examples=50, deadline=None)
@given(**starts, turn=st.floats(0.02, 4))
def test_arrive_does_not_circle_a_target_that_it_cannot_turn_to(way, top, haste, course, dt, step, mass, bearing, turn):
    """``turn``: radians a step. The limit of speed makes up for two angles as large as the first."""
    vehicles, target, speed = start_arriving(way, top, haste, course, dt, step, mass, bearing, max_turn_rate=turn / dt)
    steps = 4 * steps_at_most(way, top, speed, step) + 8 * math.pi / turn
    for _ in range(int(steps)):
        vehicles.move(arrive(vehicles, target, dt), dt)
    assert at_rest(vehicles, target, 1e-9 + 1e-9 * way * step * dt).all()


def test_one_that_has_arrived_stays():
    vehicles = Vehicles([(1.0, 2.0)])
    assert arrive(vehicles, (1.0, 2.0), 0.1).tolist() == [[0.0, 0.0]]
    assert arrive(Vehicles([(0, 0)], max_force=0.0), (1.0, 0.0), 0.1).tolist() == [[0.0, 0.0]]
    assert arrive(Vehicles([(0, 0)], max_speed=0.0), (1.0, 0.0), 0.1).tolist() == [[0.0, 0.0]]


# ---- pursue and evade ----

def test_pursuit_meets_the_quarry_where_the_closed_form_says():
    """From (0, 0) at 5 m/s, a quarry at (0, 8) going east at 3 m/s: they meet after 2 s at (6, 8)."""
    quarry = Vehicles([(0.0, 8.0)], (3.0, 0.0), max_speed=3.0)
    standing = Vehicles([(0.0, 0.0)], max_speed=5.0, max_force=1e6)
    assert pursue(standing, quarry)[0] == pytest.approx(np.array([3.0, 4.0]) / RELAXATION)
    hunter = Vehicles([(0.0, 0.0)], (3.0, 4.0), max_speed=5.0, max_force=1e6)
    for _ in range(200):
        hunter.move(pursue(hunter, quarry), 0.01)
        quarry.move((0.0, 0.0), 0.01)
    assert hunter.positions[0] == pytest.approx((6.0, 8.0)) and quarry.positions[0] == pytest.approx((6.0, 8.0))


@given(places, places, places, st.floats(0.5, 20))
def test_the_place_of_interception_is_reached_by_both_at_once(position, start, velocity, speed):
    vehicle = Vehicles([position], max_speed=speed, max_force=1e12)
    quarry = Vehicles([start], [velocity], max_speed=1e3)
    assume(math.dist(position, start) > 1e-3)
    course = pursue(vehicle, quarry)[0]
    direction = course / math.hypot(*course)
    gap, faster = np.subtract(start, position), math.hypot(*velocity) < 0.99 * speed
    if faster:                          # then it always meets it: seen from the hunter the quarry only comes nearer
        closing = np.array(velocity) - speed * direction
        assert abs(gap[0] * closing[1] - gap[1] * closing[0]) <= 1e-6 * math.hypot(*gap) * max(math.hypot(*closing), 1.0)
        assert np.dot(gap, closing) < 0


def test_a_faster_quarry_that_comes_by_is_met_as_soon_as_it_can_be():
    """(10 − 5t)² + 1 = t² twice: first after (100 − √304) / 48 s."""
    vehicle, quarry = Vehicles([(0.0, 0.0)], max_speed=1.0, max_force=1e6), Vehicles([(10.0, 1.0)], (-5.0, 0.0), max_speed=5.0)
    force = pursue(vehicle, quarry)[0]
    assert force[0] / force[1] == pytest.approx(10.0 - 5.0 * (100.0 - math.sqrt(304.0)) / 48.0)


def test_a_quarry_that_gets_away_is_followed_by_the_time_to_where_it_is():
    vehicle, quarry = Vehicles([(0.0, 0.0)], max_speed=1.0, max_force=1e6), Vehicles([(4.0, 0.0)], (0.0, 2.0), max_speed=2.0)
    force = pursue(vehicle, quarry)[0]
    assert force[1] / force[0] == pytest.approx(8.0 / 4.0)
    near = pursue(vehicle, quarry, look_ahead=0.5)[0]
    assert near[1] / near[0] == pytest.approx(1.0 / 4.0)


def test_pursuit_is_faster_than_seeking():
    def steps(behavior):
        vehicle, quarry = Vehicles([(0.0, 0.0)], max_speed=3.0), Vehicles([(10.0, 0.0)], (0.0, 2.0))
        for step in range(5000):
            if sizes(vehicle.positions - quarry.positions)[0] < 0.2:
                return step
            vehicle.move(behavior(vehicle, quarry), 0.01)
            quarry.move((0.0, 0.0), 0.01)
    assert steps(pursue) < steps(lambda vehicle, quarry: seek(vehicle, quarry.positions))


def test_evasion_flees_from_where_the_pursuer_will_be():
    vehicle, pursuer = Vehicles([(0.0, 4.0)], max_speed=3.0), Vehicles([(0.0, 0.0)], (2.0, 0.0))
    assert evade(vehicle, pursuer) == pytest.approx(flee(vehicle, (1.6, 0.0)))      # at 2 and 3 m/s the 4 m take 0.8 s
    assert evade(vehicle, pursuer, look_ahead=0.5) == pytest.approx(flee(vehicle, (1.0, 0.0)))
    assert evade(vehicle, pursuer, panic_distance=3.9).tolist() == [[0.0, 0.0]]
    assert evade(vehicle, Vehicles([(0.0, 0.0)])) == pytest.approx(flee(vehicle, (0.0, 0.0)))


@given(places, places, st.floats(0.5, 10), st.floats(-math.pi, math.pi))
def test_who_is_run_at_flees_straight_ahead_of_it_wherever_it_looks(position, start, speed, looks):
    gap = np.subtract(position, start)
    assume(math.hypot(*gap) > 1e-3)
    line = gap / math.hypot(*gap)
    vehicle = Vehicles([position], [(1e-9 * math.cos(looks), 1e-9 * math.sin(looks))], max_force=1e3)
    force = evade(vehicle, Vehicles([start], [speed * line], max_speed=10.0))[0]
    assert force == pytest.approx(3.5 * line / RELAXATION, abs=1e-6)


# ---- wander ----

def wandering(seed, count=8, steps=200, dt=0.05, **options):
    vehicles, state = Vehicles(np.zeros((count, 2)), (1.0, 0.0)), Wander(count, seed=seed, **options)
    way = []
    for _ in range(steps):
        force = wander(vehicles, state, dt)
        vehicles.move(force, dt)
        way.append((force, vehicles.positions, vehicles.headings, state.angles))
    return [np.array(what) for what in zip(*way)]


def test_wandering_is_of_its_seed_and_its_row_alone():
    first, again, other = wandering(5), wandering(5), wandering(6)
    assert all((a == b).all() for a, b in zip(first, again))
    assert not (first[1] == other[1]).any(axis=(0, 2)).all()
    assert (wandering(5, count=3)[1] == first[1][:, :3]).all()
    assert len(np.unique(first[1][-1].round(6), axis=0)) == 8


def test_wandering_changes_its_mind_slowly_and_goes_on_forwards():
    """A circle of 1 m, 2 m ahead: never farther aside than its tangent, 30°. On it the point moves by at most rate·√(3·dt)."""
    vehicles, state = Vehicles(np.zeros((50, 2)), max_speed=2.0), Wander(50, seed=1, radius=1.0, distance=2.0, rate=2.0)
    forces, angles = zip(*[(wander(vehicles, state, 0.02), state.angles) for _ in range(2000)])     # they stand and look east
    strayed = np.abs(np.angle(np.exp(1j * np.diff(angles, axis=0))))
    assert strayed.max() <= 2.0 * math.sqrt(3 * 0.02) + 1e-12 and np.abs(angles).max() <= math.pi
    aside = np.arctan2(np.array(forces)[..., 1], np.array(forces)[..., 0])
    assert 29.0 < math.degrees(aside.max()) <= 30.0 + 1e-9 and -29.0 > math.degrees(aside.min()) >= -30.0 - 1e-9
    assert np.abs(np.diff(aside, axis=0)).max() <= 2.0 * math.sqrt(3 * 0.02)       # seen from farther away than from the center
    assert sizes(np.concatenate(forces)) == pytest.approx(2.0 / RELAXATION)


def test_how_far_wandering_strays_does_not_depend_on_the_step():
    """A random walk of variance rate²·t: 0.3² after 1 s, before it gets round the circle."""
    for dt in (0.01, 0.1):
        angles = wandering(3, count=4000, steps=round(1 / dt), dt=dt, rate=0.3)[3][-1]
        assert angles.mean() == pytest.approx(0.0, abs=4 * 0.3 / math.sqrt(4000))
        assert angles.std() == pytest.approx(0.3, rel=4 / math.sqrt(2 * 4000))


# ---- interpose, hide, offset pursuit ----

def test_interposing_ends_in_the_middle_of_two_that_stand():
    vehicle, a, b = Vehicles([(7.0, 9.0)], (1.0, -2.0)), Vehicles([(0.0, 0.0)]), Vehicles([(4.0, 2.0)])
    for _ in range(400):
        vehicle.move(interpose(vehicle, a, b, 1 / 60), 1 / 60)
    assert at_rest(vehicle, (2.0, 1.0)).all()


def test_interposing_keeps_in_the_middle_of_two_that_move():
    vehicle, a, b = Vehicles([(7.0, 9.0)]), Vehicles([(0.0, 0.0)], (2.0, 0.0)), Vehicles([(4.0, 2.0)], (0.0, 1.0))
    for step in range(900):
        vehicle.move(interpose(vehicle, a, b, 1 / 60), 1 / 60)
        a.move((0.0, 0.0), 1 / 60), b.move((0.0, 0.0), 1 / 60)
        if step >= 600:
            assert vehicle.positions == pytest.approx((a.positions + b.positions) / 2, abs=1e-8)


def test_the_hiding_place_is_behind_the_obstacle_on_the_line_from_the_pursuer():
    """Reynolds' picture: obstacle of radius 1 at (5, 0), pursuer at (0, 0), 0.5 m behind it is (6.5, 0)."""
    vehicle = Vehicles([(5.0, 4.0)])
    for _ in range(600):
        vehicle.move(hide(vehicle, [(5.0, 0.0, 1.0), (-9.0, 0.0, 1.0)], (0.0, 0.0), 1 / 60), 1 / 60)
    assert at_rest(vehicle, (6.5, 0.0)).all()


@given(st.lists(st.tuples(st.floats(-20, 20), st.floats(-20, 20), st.floats(0.1, 3)), max_size=6), places, places)
def test_one_hides_behind_the_nearest(obstacles, pursuer, position):
    vehicle = Vehicles([position])
    force = hide(vehicle, obstacles, pursuer, 0.1, clearance=0.7)
    spots = [np.add(o[:2], np.subtract(o[:2], pursuer) * (o[2] + 0.7) / math.dist(o[:2], pursuer))
             for o in obstacles if math.dist(o[:2], pursuer) > o[2]]
    if not spots:
        assert force == pytest.approx(flee(vehicle, pursuer))
        return
    order = sorted(spots, key=lambda spot: math.dist(spot, position))
    assume(len(order) == 1 or math.dist(order[1], position) - math.dist(order[0], position) > 1e-9)
    assert force == pytest.approx(arrive(vehicle, order[0], 0.1), abs=1e-6)


def test_offset_pursuit_keeps_station():
    """2 m behind and 1 m to the left of a leader that goes north: 1 m west of and 2 m south of it."""
    leader = Vehicles([(0.0, 0.0)], (0.0, 1.5))
    wing = Vehicles([(6.0, -3.0), (-1.0, 8.0)])
    for step in range(900):
        wing.move(offset_pursuit(wing, leader, (-2.0, 1.0), 1 / 60), 1 / 60)
        leader.move((0.0, 0.0), 1 / 60)
        if step >= 600:
            assert wing.positions - leader.positions == pytest.approx(np.array([(-1.0, -2.0)] * 2), abs=1e-8)
            assert wing.velocities == pytest.approx(np.array([(0.0, 1.5)] * 2), abs=1e-8)


def test_a_station_that_moves_across_is_seen_in_one_direction_until_it_is_reached():
    """That is the way of interception (Reynolds 1999, "Pursuit"), at full speed over the ground."""
    leader, wing = Vehicles([(0.0, 0.0)], (0.0, 2.0)), Vehicles([(-60.0, 10.0)], max_speed=4.0, max_force=1e3)
    for _ in range(600):
        gap = leader.positions[0] - wing.positions[0]
        assert math.atan2(gap[1], gap[0]) == pytest.approx(math.atan2(-10, 60), abs=1e-3)
        wing.move(offset_pursuit(wing, leader, (0.0, 0.0), 1 / 60), 1 / 60)
        leader.move((0.0, 0.0), 1 / 60)
        assert sizes(wing.velocities)[0] == pytest.approx(4.0)


# ---- path following ----

ZIGZAG = np.array([(0, 0), (10, 5), (20, -5), (30, 5), (40, 0)], dtype=float)


def off_path(points, place):
    best = math.inf
    for a, b in zip(points, points[1:]):
        t = np.clip(np.dot(place - a, b - a) / np.dot(b - a, b - a), 0, 1)
        best = min(best, math.hypot(*(place - a - t * (b - a))))
    return best


@pytest.mark.parametrize("speed, force, look_ahead", [(2.0, 15.0, 1.0), (3.5, 15.0, 0.5), (1.5, 4.0, 1.0)])
@pytest.mark.parametrize("dt", [1 / 60, 0.1])
def test_a_zigzag_is_followed_within_its_radius_to_its_end(speed, force, look_ahead, dt):
    vehicles = Vehicles([(0.0, 0.3)], max_speed=speed, max_force=force)
    for _ in range(int(1.3 * sizes(np.diff(ZIGZAG, axis=0)).sum() / speed / dt)):
        vehicles.move(follow_path(vehicles, ZIGZAG, 1.0, look_ahead, dt), dt)
        assert off_path(ZIGZAG, vehicles.positions[0]) <= 1.0
    assert at_rest(vehicles, ZIGZAG[-1]).all()


def test_within_the_radius_nothing_is_corrected():
    """Reynolds' path following: what counts is where one will be, not that one is right on the path."""
    line = [(0.0, 0.0), (100.0, 0.0)]
    inside = Vehicles([(10.0, 0.9)], (2.0, -0.1), max_speed=4.0)
    force = follow_path(inside, line, 1.0, 1.0, 0.1)[0]
    assert force[0] * -0.1 - force[1] * 2.0 == pytest.approx(0.0) and force[0] > 0.0
    leaving = Vehicles([(10.0, 0.9)], (2.0, 0.2), max_speed=4.0)
    assert follow_path(leaving, line, 1.0, 1.0, 0.1)[0][1] < 0.0
    backwards = Vehicles([(10.0, 0.0)], (-2.0, 0.0), max_speed=4.0)
    assert follow_path(backwards, line, 1.0, 1.0, 0.1)[0][0] > 0.0


@given(places, st.tuples(st.floats(-2, 2), st.floats(-2, 2)))
@settings(max_examples=12, deadline=None)
def test_from_anywhere_the_path_is_found(position, velocity):
    vehicles = Vehicles([position], [velocity], max_speed=3.0)
    line = np.array([(-20.0, 0.0), (20.0, 0.0), (20.0, 0.0), (20.0, 30.0)])
    for _ in range(800):
        vehicles.move(follow_path(vehicles, line, 1.0, 0.7, 0.1), 0.1)
    assert at_rest(vehicles, line[-1]).all()


# ---- all of them ----

def every_force(vehicles, other, dt):
    yield seek(vehicles, other.positions)
    yield flee(vehicles, other.positions)
    yield arrive(vehicles, other.positions, dt)
    yield pursue(vehicles, other)
    yield evade(vehicles, other)
    yield wander(vehicles, Wander(1, seed=1), dt)
    yield interpose(vehicles, other, vehicles, dt)
    yield hide(vehicles, [(1.0, 2.0, 3.0)], other.positions, dt)
    yield offset_pursuit(vehicles, other, (1.0, -1.0), dt)
    yield follow_path(vehicles, ZIGZAG, 1.0, 1.0, dt)


limits = st.floats(0, 100).map(lambda x: round(x, 9))


@settings(max_examples=60, deadline=None)
@given(places, places, places, places, st.floats(0.01, 100), limits, limits, st.floats(0.001, 50))
def test_no_force_is_above_its_limit_and_none_moves_anything(p, v, q, w, mass, max_speed, max_force, dt):
    vehicles = Vehicles([p], [v], mass=mass, max_speed=max_speed, max_force=max_force)
    other = Vehicles([q], [w], max_speed=100.0)
    before = vehicles.positions, vehicles.velocities, vehicles.headings
    for force in every_force(vehicles, other, dt):
        assert force.shape == (1, 2) and sizes(force)[0] <= max_force * (1 + 1e-12)
    assert all((a == b).all() for a, b in zip(before, (vehicles.positions, vehicles.velocities, vehicles.headings)))


def test_one_on_top_of_the_other_has_a_force_that_is_a_number():
    same = Vehicles([(1.0, 2.0)])
    for force in every_force(same, Vehicles([(1.0, 2.0)]), 0.1):
        assert np.isfinite(force).all()


@pytest.mark.parametrize("call, name", [
    (lambda v: seek(v, [(0, 0, 0)]), "targets"), (lambda v: seek(v, (math.nan, 0)), "targets"), (lambda v: arrive(v, (0, 0), 0), "dt"),
    (lambda v: flee(v, (0, 0), -1), "panic_distance"), (lambda v: pursue(v, Vehicles([(0, 0)] * 3)), "quarry"),
    (lambda v: evade(v, None), "pursuers"), (lambda v: wander(v, Wander(1, seed=1), 0.1), "state"),
    (lambda v: Wander(2, seed=-1), "seed"),
    (lambda v: hide(v, [(0, 0)], (0, 0), 0.1), "obstacles"), (lambda v: hide(v, [(0, 0, -1)], (0, 0), 0.1), "obstacles"),
    (lambda v: follow_path(v, [(0, 0)], 1, 1, 0.1), "polyline"), (lambda v: follow_path(v, [(0, 0), (1, 0)], 0, 1, 0.1), "radius"),
])
def test_bad_arguments_are_named(call, name):
    with pytest.raises(ValueError, match=f"^{name}:"):
        call(Vehicles([(0, 0), (1, 1)]))


def test_nobody_has_no_force():
    nobody = Vehicles(np.empty((0, 2)))
    assert seek(nobody, (0, 0)).shape == (0, 2) and wander(nobody, Wander(0, seed=1), 0.1).shape == (0, 2)


def test_where_a_path_crosses_itself_the_loop_is_not_left_out():
    """A path leads through (5, 0) eastwards, and after a loop of 20 m southwards: who comes there first goes on eastwards."""
    loop = [(0, 0), (10, 0), (10, 5), (5, 5), (5, -20)]
    for speed in (0.0, 2.0):
        vehicle = Vehicles([(5.0, 0.0)], (speed, 0.0))
        force, straight_on = (follow_path(vehicle, path, 0.5, 0.5, 1 / 60) for path in (loop, [(0, 0), (100, 0)]))
        assert force.tolist() == straight_on.tolist() and force[0, 0] > 0.0 and force[0, 1] == 0.0
