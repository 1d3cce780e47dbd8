"""Agents that go to one goal surround whoever stands there: the widest arc between two is that of an even ring, give or take a third,
they rest soon, and nobody trembles."""
import numpy as np
import pytest

from navpy import Crowd, NavMesh, Status, bake_outlines
from tests.cutting import cut_mesh
from tests.meshes import rectangles
from tests.motion.crowd.test_restart import again

GOAL = (13.0, 0.0, 10.0)
OPEN = rectangles((-20, -20, 40, 40))
MOST = 1.3                                  # widest arc, in those of an even ring
RESTS_AFTER = 4.0                           # seconds after the first has arrived
STARTS = {
    "from the west": lambda i, n: (2.0 + i % 5, 7.0 + i // 5),
    "from the north": lambda i, n: (11.0 + i % 5, 1.0 + i // 5),
    "in a file": lambda i, n: (7.0 - i, 10.0),
    "abreast": lambda i, n: (5.0, 10.0 + 0.9 * (i - (n - 1) / 2)),
    "from all sides": lambda i, n: (13.0 + (6.0 + i % 3) * np.cos(2.4 * i), 10.0 + (6.0 + i % 3) * np.sin(2.4 * i)),
}


class Ring:
    """A crowd whose agents are sent to GOAL in each step, by a game that asks in each frame."""
    def __init__(self, count, start="from the west", seen=True, mesh=OPEN, **params):
        params = {"radius": 0.35, "max_speed": 5.0, "target_desired_distance": 1.2, **params}
        self.crowd, self.goal = Crowd(mesh), GOAL
        self.player = self.crowd.add_agent(GOAL, radius=0.4) if seen else None
        places = [STARTS[start](i, count) for i in range(count)]
        self.agents = [self.crowd.add_agent((x, 0.0, z), **params) for x, z in places]
        self.places = []                    # of all agents but the player, by step

    def go_on(self, seconds, dt=1 / 60):
        for _step in range(round(seconds / dt)):
            for agent in self.agents:
                self.crowd.request_path(agent, self.goal)
            self.crowd.step(dt)
            self.places.append(self.crowd.positions[-len(self.agents):].copy())
        return self

    def rests_after(self, dt=1 / 60):
        """Seconds from when the first one has come within 1.2 m of the goal to when all are slower than 5 cm a second for good."""
        places = np.array(self.places)
        first = np.argmax((np.hypot(places[..., 0] - self.goal[0], places[..., 2] - self.goal[2]) < 1.2).any(axis=1))
        moving = np.flatnonzero(np.abs(np.diff(places, axis=0)).max(axis=(1, 2)) > 0.05 * dt)
        return (moving[-1] + 1 - first) * dt

    def widest_arc(self):
        """In even arcs, of all who do not stand on the goal."""
        off = self.places[-1][:, ::2] - (self.goal[0], self.goal[2])
        angles = np.sort(np.arctan2(off[:, 1], off[:, 0])[np.hypot(*off.T) > 0.1])
        return np.diff([*angles, angles[0] + 2 * np.pi]).max() * len(angles) / (2 * np.pi)


@pytest.mark.parametrize("count", [2, 3, 5, 8, 12, 16, 20])
@pytest.mark.parametrize("start", [start for start in STARTS if start != "in a file"])      # where the last ones come later
def test_the_ring_is_even_and_rests_soon(count, start):
    ring = Ring(count, start).go_on(12.0)
    assert ring.widest_arc() <= MOST
    assert ring.rests_after() <= RESTS_AFTER
    assert all(ring.crowd.status(agent) == Status.SUCCESS for agent in ring.agents)
    assert np.allclose(ring.crowd.position(ring.player), GOAL, atol=0.05)


@pytest.mark.parametrize("count", [12, 20])
@pytest.mark.parametrize("params", [dict(yields=False), dict(max_speed=2.0), dict(radius=0.5), dict(radius=0.25),
                                    dict(target_desired_distance=0.5), dict(max_acceleration=10.0),
                                    dict(max_acceleration=0.0)], ids=str)
def test_it_is_with_other_bodies(count, params):
    ring = Ring(count, **params).go_on(15.0)
    assert ring.widest_arc() <= MOST and ring.rests_after() <= RESTS_AFTER * max(1.0, 5.0 / params.get("max_speed", 5.0))


@pytest.mark.parametrize("count", [12, 20])
@pytest.mark.parametrize("rate", [30, 144])
def test_it_is_at_other_rates(count, rate):
    ring = Ring(count).go_on(12.0, 1 / rate)
    assert ring.widest_arc() <= MOST and ring.rests_after(1 / rate) <= RESTS_AFTER


@pytest.mark.parametrize("count", [12, 20])
def test_one_stands_on_a_goal_where_nobody_is_seen(count):
    ring = Ring(count, seen=False).go_on(12.0)
    assert ring.widest_arc() <= MOST and ring.rests_after() <= RESTS_AFTER
    assert np.hypot(*(ring.places[-1][:, ::2] - (GOAL[0], GOAL[2])).T).min() < 0.1


def test_later_ones_take_the_widest_arcs():
    ring = Ring(6).go_on(8.0)
    first = ring.places[-1].copy()
    for i in range(6):
        ring.agents.append(ring.crowd.add_agent((2.0 + i, 0.0, 12.0), radius=0.35, max_speed=5.0, target_desired_distance=1.2))
    ring.places.clear()
    ring.go_on(8.0)
    assert np.abs(ring.places[-1][:6] - first).max() < 0.1           # those who have arrived stay
    assert ring.widest_arc() <= MOST


def test_a_wall_beside_the_goal():
    """Half of the ground is there: all stand on it, and the ring is even from wall to wall."""
    ring = Ring(8, mesh=rectangles((-20, -20, 13.4, 40))).go_on(12.0)
    off = ring.places[-1][:, ::2] - (GOAL[0], GOAL[2])
    angles = np.sort(np.arctan2(off[:, 1], -off[:, 0]))
    assert ring.rests_after() <= RESTS_AFTER and np.diff(angles).max() <= MOST * (angles[-1] - angles[0]) / 7


def test_a_target_that_moves_on_is_surrounded_where_it_stops():
    ring = Ring(12)
    ring.crowd.set_params(ring.player, yields=False)        # its body belongs to the game
    for step in range(240):
        ring.goal = (13.0 + step / 60, 0.0, 10.0)
        ring.crowd.set_position(ring.player, ring.goal)
        ring.go_on(1 / 60)
    ring.places.clear()
    ring.go_on(12.0)
    assert ring.widest_arc() <= MOST and ring.rests_after() <= RESTS_AFTER


def test_a_target_that_trembles_stands():
    ring, rng = Ring(12), np.random.default_rng(0)
    for _step in range(600):
        ring.goal = (13.0 + rng.uniform(-0.005, 0.005), 0.0, 10.0 + rng.uniform(-0.005, 0.005))
        ring.go_on(1 / 60)
    assert ring.widest_arc() <= MOST


def test_a_corridor_is_filled_by_a_queue():
    """Nobody can pass another one: they arrive from the front to the back."""
    ring = Ring(6, seen=False, mesh=rectangles((-20, 9.95, 13.2, 10.05)), start="in a file").go_on(20.0)
    assert (np.diff(ring.places[-1][:, 0]) < -0.6).all()
    assert all(ring.crowd.status(agent) == Status.SUCCESS for agent in ring.agents)


def test_who_keeps_a_distance_goes_around_where_one_side_has_not_room_for_all():
    few, many = (Ring(count, stopping_distance=2.0).go_on(12.0) for count in (3, 14))
    assert np.hypot(*(many.places[-1][:, ::2] - (GOAL[0], GOAL[2])).T).min() > 1.9
    assert (few.places[-1][:, 0] < GOAL[0]).all() and many.widest_arc() <= MOST


def test_a_path_that_is_searched_anew_beside_the_goal():
    """The ground around the goal changes while they take their places."""
    tiles = cut_mesh(OPEN, 10.0)
    mesh = NavMesh.from_tiles(list(tiles.values()), 10.0, climb=0.4)
    crowd = Crowd(mesh)
    agents = [crowd.add_agent((2.0 + i % 5, 0.0, 17.0 + i // 5), radius=0.35, max_speed=5.0) for i in range(12)]
    for step in range(900):
        for agent in agents:
            crowd.request_path(agent, (14.0, 0.0, 19.0))
        if 120 <= step < 200 and step % 10 == 0:
            mesh.remove_tile(1, 1)
        elif 120 <= step < 200 and step % 10 == 5:
            mesh.add_tile(tiles[1, 1])
        crowd.step(1 / 60)
    assert all(crowd.status(agent) == Status.SUCCESS and not crowd.is_active(agent) for agent in agents)


def test_a_goal_next_to_another_is_another_goal():
    """Units that a player has sent to slots next to each other go to these."""
    crowd = Crowd(OPEN)
    agents = [crowd.add_agent((2.0, 0.0, float(i)), radius=0.2) for i in range(6)]
    for _step in range(900):
        for i, agent in enumerate(agents):
            crowd.request_path(agent, (10.0, 0.0, 3.0 + 0.45 * i))
        crowd.step(1 / 60)
    assert np.allclose(crowd.positions[:, 2], 3.0 + 0.45 * np.arange(6), atol=0.01)


def test_a_ring_that_is_half_full_goes_on_in_another_crowd():
    ring = Ring(12).go_on(2.2)
    other = Crowd(again(OPEN))
    other.load_state(ring.crowd.save_state())
    for _step in range(300):
        ring.crowd.step(1 / 60)
        other.step(1 / 60)
        assert np.array_equal(ring.crowd.positions, other.positions)


@pytest.mark.parametrize("params", [dict(radius=0.0), dict(max_speed=0.0), dict(max_acceleration=0.05), dict(auto_brake=False)],
                         ids=str)
def test_one_who_is_unlike_the_others_harms_nobody(params):
    ring = Ring(8)
    odd = ring.crowd.add_agent((4.0, 0.0, 9.0), **{"radius": 0.35, "max_speed": 5.0, **params})
    ring.crowd.request_path(odd, GOAL)
    ring.go_on(10.0)
    assert np.isfinite(ring.crowd.positions).all() and np.isfinite(ring.crowd.preferred_velocities).all()
    assert not any(ring.crowd.is_active(agent) for agent in ring.agents)


@pytest.mark.parametrize("count", [2, 5, 12, 40])
@pytest.mark.parametrize("seed", range(6))
def test_all_rest_in_narrow_places(count, seed):
    """Goals beside walls' ends, in corners, doors and corridors, where rings have no room."""
    rng = np.random.default_rng(100 * count + seed)
    mesh = rectangles((0, 0, 15, 30), (15, 0, 19, 12), (19, 0, 40, 30), (15, 18, 19, 30), (40, 14, 60, 15.5))
    crowd = Crowd(mesh)
    goal = [(16.0, 0.0, 11.8), (0.3, 0.0, 0.3), (17.0, 0.0, 12.0), (50.0, 0.0, 14.8), (40.0, 0.0, 14.2), (15.0, 0.0, 18.2)][seed]
    if seed % 2:
        crowd.add_agent(goal, radius=0.4, yields=False)
    starts = rng.uniform((20, 0, 1), (39, 0, 29), size=(count, 3))
    agents = [crowd.add_agent(start, radius=0.4) for start in starts]
    for agent in agents:
        crowd.request_path(agent, goal)
    for _step in range(60 * 90):
        crowd.step(1 / 60)
        if not any(crowd.is_active(agent) for agent in agents):
            break
    assert all(crowd.status(agent) == Status.SUCCESS and not crowd.is_active(agent) for agent in agents)


def strewn(rng, wide, deep):
    """Outlines of solids: none, a wall with a door, or boxes."""
    kind = rng.integers(0, 4)
    if kind == 1:
        x, door = wide / 2, rng.uniform(1.0, 2.5)
        z = rng.uniform(1, deep - 1 - door)
        return [[(x, low), (x + 0.3, low), (x + 0.3, high), (x, high)] for low, high in ((-1, z), (z + door, deep + 1))]
    boxes = rng.integers(1, 6) if kind == 2 else 0
    corners = [(rng.uniform(1, wide - 2), rng.uniform(1, deep - 2), *rng.uniform(0.3, 2, 2)) for _ in range(boxes)]
    return [[(x, z), (x + a, z), (x + a, z + b), (x, z + b)] for x, z, a, b in corners]


@pytest.mark.parametrize("seed", [4127, 5482, 4209, *range(6)])
def test_all_rest_on_strewn_ground(seed):
    """Up to three goals, on the mesh, beside walls and beside each other, of agents of different radii and speeds. In the first two
    seeds a wall stands between an agent on the last leg of its path and its place, in the third one those of another goal fill the
    way."""
    rng = np.random.default_rng(seed)
    wide, deep = rng.uniform(8, 24, 2)
    mesh = bake_outlines([[(0, 0), (wide, 0), (wide, deep), (0, deep)]], strewn(rng, wide, deep), agent_radius=0.4)
    crowd, agents = Crowd(mesh), []
    count, stopping, near = rng.integers(2, 41), rng.choice([0, 0, 0, 1.2, 2.0]), rng.choice([0.3, 1.0, 1.2])
    while len(agents) < count:
        x, z = rng.uniform(0.5, [wide - 0.5, deep - 0.5])
        if mesh.nearest((x, 0, z)) is not None:
            place, radius, speed = mesh.nearest((x, 0, z))[1], rng.choice([0.3, 0.35, 0.4, 0.4]), rng.uniform(2, 6)
            agents.append(crowd.add_agent(place, radius=radius, max_speed=speed, target_desired_distance=near,
                                          stopping_distance=stopping))
    goals = rng.uniform(0.5, [wide - 0.5, deep - 0.5], (rng.integers(1, 4), 2))
    goals[:, 0] = np.where(rng.random(len(goals)) < 0.4, rng.uniform(0, 0.6, len(goals)), goals[:, 0])
    if rng.random() < 0.4:
        goals = goals[:1] + rng.uniform(-1, 1, goals.shape)
    goals = np.clip(goals, 0.02, [wide - 0.02, deep - 0.02])
    of_agent = rng.integers(0, len(goals), count)
    if rng.random() < 0.3:
        crowd.add_agent((goals[0, 0], 0, goals[0, 1]), radius=0.4)
    rate = rng.choice([30, 60, 144])
    for step in range(60 * rate):
        if step % (rate // 4) == 0:
            for agent, (x, z) in zip(agents, goals[of_agent], strict=True):
                crowd.request_path(agent, (x, 0.0, z))
        crowd.step(1 / rate)
    assert [agent for agent in agents if crowd.status(agent) != Status.SUCCESS] == []


def test_who_comes_when_the_others_have_left_goes_to_the_goal():
    """When the second one sets out, a first one arrives there; it is gone when the second one comes."""
    crowd = Crowd(OPEN)
    guard, hero = crowd.add_agent((11.5, 0.0, 10.0)), crowd.add_agent((-4.0, 0.0, 10.0))
    for step in range(900):
        crowd.request_path(guard, GOAL if step < 60 else (13.0, 0.0, 30.0))
        crowd.request_path(hero, GOAL)
        crowd.step(1 / 60)
    assert np.allclose(crowd.position(hero), GOAL, atol=0.05)


@pytest.mark.parametrize("begins", [1, 19, 25, 67, 139])
def test_a_pursuer_comes_to_rest_beside_its_quarry(begins):
    """The quarry goes to a place of its own, and the pursuer's target is where the quarry is. They have no goal in common."""
    crowd = Crowd(OPEN)
    quarry, pursuer = (crowd.add_agent((x, 0.0, z), radius=0.5, target_desired_distance=1.0) for x, z in ((2.0, 9.0), (19.0, 6.0)))
    crowd.request_path(quarry, (10.0, 0.0, 10.0))
    for step in range(600):
        if step >= begins:
            crowd.request_path(pursuer, crowd.position(quarry))
        crowd.step(1 / 60)
        if step > begins and not crowd.is_active(quarry) and not crowd.is_active(pursuer):
            break
    assert step < 420 and crowd.status(quarry) == crowd.status(pursuer) == Status.SUCCESS
    assert np.hypot(crowd.position(quarry)[0] - 10.0, crowd.position(quarry)[2] - 10.0) <= 1.0


def test_a_pursuer_at_full_speed_makes_progress():
    """Of a quarry that is faster it never comes nearer."""
    crowd = Crowd(OPEN)
    pursuer = crowd.add_agent((-12.0, 0.0, 10.0), max_speed=2.0)
    for step in range(420):
        crowd.request_path(pursuer, (-10.0 + 2.5 * step / 60, 0.0, 10.0))
        crowd.step(1 / 60)
    assert crowd.is_active(pursuer) and crowd.velocity(pursuer)[0] == pytest.approx(2.0, abs=0.01)
