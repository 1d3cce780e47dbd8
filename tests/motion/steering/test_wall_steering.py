"""Steering by walls in a room of 10 m by 10 m with a pillar of 2 m by 2 m in its middle."""
import math

import numpy as np
import pytest

from navpy.motion import Vehicles, Wander, avoid_walls, follow_wall, wander
from navpy.navmesh.navmesh import NavMesh

LINES = [0.0, 4.0, 6.0, 10.0]


def room(height=0.0):
    """Eight cells round the pillar; the plan's y is the world's −z."""
    vertices = [(x, height, -y) for x in LINES for y in LINES]
    cells = [(i, k) for i in range(3) for k in range(3) if (i, k) != (1, 1)]
    return NavMesh.from_polygons(vertices, [[4 * i + k, 4 * i + 4 + k, 4 * i + 5 + k, 4 * i + k + 1] for i, k in cells])


ROOM = room()


def to_room(places):
    """Meters to the room's own walls, below 0 outside."""
    return np.minimum(places, 10.0 - places).min(axis=-1)


def to_pillar(places):
    return np.hypot(*np.maximum(np.maximum(4.0 - places, places - 6.0), 0.0).T)


def walk(vehicles, behavior, dt, seconds):
    places = []
    for _ in range(round(seconds / dt)):
        force = behavior(vehicles)
        assert np.hypot(*force.T).max() <= 15.0 * (1 + 1e-12)
        vehicles.move(force, dt)
        places.append(vehicles.positions)
    return np.array(places)


# ---- following ----

def rounds(places):
    angle = np.unwrap(np.arctan2(places[:, 0, 1] - 5.0, places[:, 0, 0] - 5.0))
    return (angle[-1] - angle[0]) / (2 * math.pi)


@pytest.mark.parametrize("side, way", [("left", -1), ("right", 1)])
@pytest.mark.parametrize("distance", [0.5, 1.0])
@pytest.mark.parametrize("start", [(1.5, 5.0), (2.2, 1.0)])
def test_the_walls_of_a_room_are_followed_into_its_corners(side, way, distance, start):
    """Concave corners: never nearer than the distance; across a corner at most as far as a bend of that radius leaves."""
    places = walk(Vehicles([start]), lambda v: follow_wall(ROOM, v, 0.0, side, distance), 1 / 60, 30)
    assert rounds(places) * way > 1.0           # the wall on the left: clockwise
    settled = to_room(places[180:, 0])
    assert settled.min() >= 0.98 * distance and settled.max() <= 1.4 * distance
    straight = (np.abs(places[180:, 0] - 5.0) < 1.0).any(axis=-1)
    assert settled[straight] == pytest.approx(distance, rel=0.02)


@pytest.mark.parametrize("side, way", [("left", 1), ("right", -1)])
@pytest.mark.parametrize("distance", [0.5, 1.0])
def test_a_pillar_is_followed_round_its_corners(side, way, distance):
    """Convex corners: a circle round each."""
    places = walk(Vehicles([(3.2, 5.0)]), lambda v: follow_wall(ROOM, v, 0.0, side, distance), 1 / 60, 30)
    assert rounds(places) * way > 2.0
    assert to_pillar(places[180:, 0]) == pytest.approx(distance, rel=0.1)


def test_one_that_comes_from_afar_finds_the_wall():
    vehicles = Vehicles([(2.0, 2.5)], (0.0, 1.0))
    places = walk(vehicles, lambda v: follow_wall(ROOM, v, 0.0, "left", 0.5), 1 / 60, 10)
    assert to_room(places[-1]) == pytest.approx(0.5, rel=0.5) and to_room(places[:, 0]).min() > 0.4


def test_a_slow_a_weak_and_a_heavy_one_follow_too():
    for limits in (dict(max_speed=0.3), dict(max_force=1.0), dict(mass=15.0)):
        places = walk(Vehicles([(1.0, 5.0)], **limits), lambda v: follow_wall(ROOM, v, 0.0, "right", 0.6), 1 / 30, 40)
        settled = to_room(places[600:, 0])
        assert settled.min() >= 0.55 and settled.max() <= 1.0


# ---- avoidance ----

def test_in_a_corner_one_turns_to_the_side_that_is_open():
    """It drifts to the left, where the other wall is; without that wall it would go on to the left."""
    corner, middle = Vehicles([(9.0, 9.5), (9.0, 5.0)], (2.0, 0.3)), Vehicles([(9.0, 5.0)], (2.0, 0.3))
    assert avoid_walls(ROOM, corner, 0.0)[0, 1] < -0.5
    assert avoid_walls(ROOM, middle, 0.0)[0, 1] > 0.5

def test_the_force_before_a_wall_is_that_of_steady_braking():
    """2 m/s straight at a wall 1.5 m ahead, 0.5 m of which to keep: a = 2²/(2·1)."""
    vehicles = Vehicles([(8.5, 5.0)], (2.0, 0.0), mass=2.0, max_force=4.0)
    assert avoid_walls(ROOM, vehicles, 0.0, [2.0], [0.0], clearance=0.5) == pytest.approx(np.array([(-4.0, 0.0)]))
    assert avoid_walls(ROOM, vehicles, 0.0, [1.4], [0.0], clearance=0.5).tolist() == [[0.0, 0.0]]


def test_what_force_is_left_turns_it_along_the_wall():
    for heading, way in (((2.0, 0.5), 1), ((2.0, -0.5), -1), ((2.0, 0.0), 1)):
        force = avoid_walls(ROOM, Vehicles([(8.5, 3.0)], heading), 0.0, [2.0], [0.0])[0]
        assert force[0] < 0.0 and force[1] * way > 0.0


def test_along_or_away_from_a_wall_nothing_is_done():
    vehicles = Vehicles([(9.5, 2.0), (9.5, 2.0)], [(0.0, 2.0), (-2.0, 0.0)])
    assert avoid_walls(ROOM, vehicles, 0.0).tolist() == [[0.0, 0.0]] * 2


@pytest.mark.parametrize("dt", [1 / 60, 0.05])
def test_nobody_runs_into_a_wall(dt):
    """From where there is room to brake, in every direction, with what one wants otherwise added where nothing is to be avoided."""
    rng = np.random.default_rng(0)
    places = rng.uniform(0.7, 9.3, (300, 2))
    places = places[to_pillar(places) > 0.7]
    course = rng.uniform(-math.pi, math.pi, len(places))
    vehicles = Vehicles(places, 2.0 * np.column_stack([np.cos(course), np.sin(course)]), max_speed=2.0)
    state = Wander(len(places), seed=1)

    def behavior(v):
        away = avoid_walls(ROOM, v, 0.0, (2.0, 1.5, 1.5, 1.0, 1.0), (0.0, 0.5, -0.5, 1.2, -1.2), clearance=0.3)
        return np.where((away != 0.0).any(axis=1)[:, None], away, wander(v, state, dt))

    way = walk(vehicles, behavior, dt, 20).reshape(-1, 2)
    assert to_room(way).min() > 0.2 and to_pillar(way).min() > 0.1


def test_heights_tell_floors_apart():
    vehicles = Vehicles([(8.5, 5.0)] * 2, (2.0, 0.0))
    forces = avoid_walls(room(6.0), vehicles, [6.0, 60.0])
    assert forces[0][0] < 0.0 and tuple(forces[1]) == (0.0, 0.0)
    assert follow_wall(room(6.0), vehicles, [6.0, 60.0], "left", 0.5)[1].tolist() == [0.0, 0.0]


def test_off_the_floor_there_is_no_wall():
    assert avoid_walls(ROOM, Vehicles([(50.0, 50.0)], (1.0, 0.0)), 0.0).tolist() == [[0.0, 0.0]]


@pytest.mark.parametrize("call, name", [
    (lambda v: avoid_walls(ROOM, v, math.nan), "heights"), (lambda v: avoid_walls(ROOM, v, 0, [], []), "lengths"),
    (lambda v: avoid_walls(ROOM, v, 0, [1.0, -1.0], [0.0, 1.0]), "lengths"),
    (lambda v: avoid_walls(ROOM, v, 0, [1.0], [math.inf]), "angles"),
    (lambda v: avoid_walls(ROOM, v, 0, [1.0] * 17, [0.0] * 17), "lengths"),
    (lambda v: avoid_walls(ROOM, v, 0, 2.0), "angles"), (lambda v: avoid_walls(ROOM, v, 0, clearance=-1), "clearance"),
    (lambda v: follow_wall(ROOM, v, 0, "up", 1.0), "side"), (lambda v: follow_wall(ROOM, v, 0, "left", 0.0), "distance"),
])
def test_bad_arguments_are_named(call, name):
    with pytest.raises(ValueError, match=f"^{name}:"):
        call(Vehicles([(1, 1), (2, 2)]))
