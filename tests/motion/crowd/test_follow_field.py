"""Agents that follow flow fields: they arrive where there is a way, and no step ends in a wall."""
import concurrent.futures
import gc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from navpy import CostField, Crowd, FlowTiles, IntegrationField, NavMesh, Reason, Status

DT = 1 / 60


def world(rows, columns, walls=0.0, seed=0, cell=1.0, origin=(0.0, 0.0)):
    """Costs from 1 to 4 by chance, and that share of walls."""
    rng = np.random.default_rng(seed)
    costs = rng.uniform(1.0, 4.0, (rows, columns)).astype(np.float32)
    costs[rng.random(costs.shape) < walls] = np.inf
    return CostField(costs, cell_size=cell, origin=origin)


def cells_of(ground, places):
    return np.floor((np.asarray(places)[:, ::2] - ground.origin) / ground.cell_size).astype(int)[:, ::-1]


def in_wall(ground, places):
    """Of agents: whether each is in an impassable cell, or outside."""
    cells = cells_of(ground, places)
    inside = ((cells >= 0) & (cells < ground.shape)).all(axis=1)
    closed = ~inside
    closed[inside] = np.isinf(ground.costs[tuple(cells[inside].T)])
    return closed


def centers(ground, cells):
    at = (np.asarray(cells) + 0.5)[:, ::-1] * ground.cell_size + ground.origin
    return np.column_stack([at[:, 0], np.zeros(len(at)), at[:, 1]])


def some_places(ground, count, seed=0):
    free = np.argwhere(np.isfinite(ground.costs))
    return centers(ground, free[np.random.default_rng(seed).integers(len(free), size=count)])


def rest(crowd, ground, seconds=120.0, dt=DT, before_step=None):
    """Steps until no agent is active. No agent that is in no wall comes into one."""
    was = in_wall(ground, crowd.positions)
    for _ in range(int(seconds / dt)):
        if before_step:
            before_step()
            was = in_wall(ground, crowd.positions)
        crowd.step(dt)
        now = in_wall(ground, crowd.positions)
        assert not (now & ~was).any(), crowd.positions[now & ~was]
        was = now
        if not any(crowd.is_active(agent) for agent in crowd.agents):
            return
    raise AssertionError(f"not at rest: {[(crowd.position(a), crowd.distance_left(a)) for a in crowd.agents if crowd.is_active(a)]}")


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1 << 32), st.sampled_from([0.0, 0.2, 0.4]), st.sampled_from([0.25, 1.0, 3.0]), st.sampled_from([0.1, 0.4, 0.9]))
def test_who_has_a_way_arrives_and_nobody_enters_a_wall(seed, walls, cell, radius):
    ground = world(12, 14, walls, seed, cell, (-3.0, 5.0))
    goal = some_places(ground, 1, seed + 1)[0]
    places = some_places(ground, 4, seed + 2)
    field = IntegrationField(ground, [goal[::2]])
    crowd = Crowd()
    agents = crowd.add_agents(places, radius=radius, avoidance_enabled=False)
    statuses = crowd.follow(agents, field)
    labels, _ = ndimage.label(np.isfinite(ground.costs))
    there = labels[tuple(cells_of(ground, places).T)] == labels[tuple(cells_of(ground, [goal])[0])]
    assert ((statuses == Status.RUNNING) == there).all()
    rest(crowd, ground)
    assert ((crowd.statuses == Status.SUCCESS) == there).all()
    for agent, has_way in zip(agents, there):
        assert crowd.reason(agent) == (Reason.NONE if has_way else Reason.GOAL_UNREACHABLE)
        if has_way:
            assert np.hypot(*np.subtract(crowd.position(agent), goal)[::2]) < 1e-2


@pytest.mark.parametrize("goals", [[(27.0, 9.5)], [(27.0, 9.5), (5.0, 1.5)], "area"])
@pytest.mark.parametrize("follows", ["field", "tiles"])
def test_a_crowd_arrives_among_others(goals, follows):
    costs = np.ones((20, 30), np.float32)
    costs[4:, 10] = costs[:16, 20] = np.inf
    ground = CostField(costs)
    if goals == "area":
        goals = np.zeros(costs.shape, bool)
        goals[5:9, 24:28] = True
    tiles = FlowTiles(ground, sector_size=8)
    field = IntegrationField(ground, goals) if follows == "field" else tiles.request(goals)
    crowd = Crowd()
    agents = crowd.add_agents(some_places(ground, 40, 3), radius=0.3)
    crowd.follow(agents, field)
    rest(crowd, ground, before_step=lambda: tiles.update(max_cells=2000))
    assert (crowd.statuses == Status.SUCCESS).all()
    place = crowd.positions[:, ::2]
    apart = np.hypot(*(place[:, None] - place[None]).transpose(2, 0, 1)) + 10.0 * np.eye(len(place))
    assert apart.min() > 0.5


def test_pushed_by_a_giant_nobody_enters_a_wall():
    ground = world(15, 15, 0.25, 4)
    field = IntegrationField(ground, some_places(ground, 1)[:, ::2])
    crowd = Crowd()
    giant = crowd.add_agent((7.5, 0.0, 7.5), radius=2.0, yields=False)
    agents = crowd.add_agents(some_places(ground, 60, 1), radius=0.3)
    crowd.follow(agents, field)
    rng = np.random.default_rng(0)
    was = in_wall(ground, crowd.positions[1:])
    for step in range(600):
        if step % 40 == 0:
            velocity = rng.uniform(-8.0, 8.0, 2)
        at = np.clip(np.array(crowd.position(giant))[::2] + velocity * DT, 0.0, 15.0)
        crowd.set_position(giant, (at[0], 0.0, at[1]), (velocity[0], 0.0, velocity[1]))
        crowd.step(DT if step % 7 else 0.3)
        assert not in_wall(ground, crowd.positions[1:]).any()
    assert not was.any()


def test_goals_in_line_with_corners_of_walls():
    """Moves through a corner of cells exactly, or past it by rounding: they end, and not in a wall."""
    rng = np.random.default_rng(0)
    costs = np.where(rng.random((16, 16)) < 0.2, np.inf, 1.0).astype(np.float32)
    costs[7:9, 7:9] = 1.0
    ground = CostField(costs)
    corners = rng.integers(1, 16, (1000, 2))
    places = np.insert(corners + rng.uniform(0.01, 0.3, (1000, 1)) * (corners - 8.0), 1, 0.0, axis=1)   # in line with both
    crowd = Crowd()
    agents = crowd.add_agents(places[~in_wall(ground, places)], radius=0.3, avoidance_mask=0, target_desired_distance=20.0)
    crowd.follow(agents, IntegrationField(ground, [(8.0, 8.0)]))
    rest(crowd, ground)


def test_walls_that_come_while_they_walk():
    costs = np.ones((20, 30), np.float32)
    ground = CostField(costs)
    field = IntegrationField(ground, [(28.5, 10.0)])
    crowd = Crowd()
    agents = crowd.add_agents([(2.0 + k % 5, 0.0, 4.0 + 2.0 * (k // 5)) for k in range(30)], radius=0.3)
    crowd.follow(agents, field)
    steps = 0

    def build():
        nonlocal steps
        steps += 1
        if steps == 60:
            ground.set_costs(2, 14, np.full((17, 1), np.inf, np.float32))       # with a gap on both sides
        if steps == 90:                                 # for half a second they only know that they cannot pass
            field.update()
        if steps == 100:
            ground.set_costs(6, 3, np.full((8, 6), np.inf, np.float32))         # over the heads of those behind
            field.update()
    rest(crowd, ground, before_step=build)
    assert (crowd.statuses == Status.SUCCESS).all() and not in_wall(ground, crowd.positions).any()


def test_a_way_that_is_cut_off_ends_the_request():
    ground = CostField(np.ones((5, 20), np.float32))
    field = IntegrationField(ground, [(18.5, 2.5)])
    crowd = Crowd()
    agent = crowd.add_agent((1.5, 0.0, 2.5))
    assert crowd.follow(agent, field) == Status.RUNNING
    crowd.step(DT)
    ground.set_costs(0, 10, np.full((5, 1), np.inf, np.float32))
    field.update()
    rest(crowd, ground)
    assert (crowd.status(agent), crowd.reason(agent)) == (Status.FAILURE, Reason.GOAL_UNREACHABLE)
    assert crowd.follow(agent, field) == Status.FAILURE
    ground.set_costs(2, 10, np.ones((1, 1), np.float32))
    field.update()
    assert crowd.follow(agent, field) == Status.RUNNING
    rest(crowd, ground)
    assert crowd.status(agent) == Status.SUCCESS


@pytest.mark.parametrize("radius", [0.2, 0.45, 3.0])
def test_a_corridor_of_one_cell_has_room_for_all(radius):
    costs = np.full((7, 9), np.inf, np.float32)
    costs[1, 1:8] = costs[1:6, 7] = costs[5, 1:8] = 1.0
    ground = CostField(costs)
    field = IntegrationField(ground, [(1.5, 5.5)])
    crowd = Crowd()
    agent = crowd.add_agent((1.5, 0.0, 1.5), radius=radius)
    crowd.follow(agent, field)
    track = [crowd.position(agent)]
    rest(crowd, ground, before_step=lambda: track.append(crowd.position(agent)))
    assert crowd.status(agent) == Status.SUCCESS
    steps = np.diff(np.array(track)[:, ::2], axis=0)
    assert 12.0 < np.hypot(*steps.T).sum() < 16.0           # 6 + 4 + 6 m through the middles of cells
    if radius >= 0.45:
        straight = np.array([p for p in track if 2.5 < p[0] < 6.0])
        assert np.abs((straight[:, 2] - 3.5) ** 2 - 4.0).max() < 0.6        # near the middle of both corridors


@pytest.mark.parametrize("seed", range(6))
def test_ways_are_as_long_as_the_field_says(seed):
    """A field's lengths add up cell by cell; agents with no inertia walk nearly as far, or less."""
    rng = np.random.default_rng(seed)
    costs = np.ones((40, 40), np.float32)
    for _ in range(6):
        row, column = rng.integers(0, 34, 2)
        costs[row:row + 6, column:column + 3] = np.inf
    ground = CostField(costs)
    start, goal = some_places(ground, 2, seed)
    field = IntegrationField(ground, [goal[::2]])
    crowd = Crowd()
    agent = crowd.add_agent(start, radius=0.3, max_acceleration=0.0, turn_rate=0.0)
    track = [start]
    crowd.follow(agent, field)
    rest(crowd, ground, before_step=lambda: track.append(crowd.position(agent)))
    walked = np.hypot(*np.diff(np.array(track)[:, ::2], axis=0).T).sum()
    assert crowd.status(agent) == Status.SUCCESS
    assert walked < 1.05 * field.distance([start[::2]])[0] + 0.3


def test_in_longer_steps_they_arrive_and_enter_no_wall():
    ground = world(40, 40, 0.1, 9, 0.5)
    field = IntegrationField(ground, some_places(ground, 1, 2)[:, ::2])
    crowd = Crowd()
    crowd.focus, crowd.focus_distance = [(0.0, 0.0, 0.0)], 2.0              # most agents make one of up to 16 steps
    agents = crowd.add_agents(some_places(ground, 100, 3), radius=0.2)
    has_way = crowd.follow(agents, field) == Status.RUNNING
    rest(crowd, ground)
    assert has_way.sum() > 90 and ((crowd.statuses == Status.SUCCESS) == has_way).all()


def start_crowd(ground, field, executor=None, steps=0):
    crowd = Crowd()
    agents = crowd.add_agents(some_places(ground, 400, 5), radius=0.3)
    crowd.follow(agents, field)
    for _ in range(steps):
        crowd.step(DT, executor)
    return crowd, agents


def test_bits_are_the_same_with_threads_and_after_a_state():
    ground = world(40, 40, 0.1, 7)
    field = IntegrationField(ground, some_places(ground, 2)[:, ::2])
    crowd, agents = start_crowd(ground, field, steps=40)
    with concurrent.futures.ThreadPoolExecutor(3) as executor:
        other, _ = start_crowd(ground, field, executor, 40)
    state = crowd.save_state()
    assert state == other.save_state()
    for _ in range(200):
        crowd.step(DT)
    later = crowd.save_state()
    crowd.load_state(state)                                         # rows keep their field
    fresh = Crowd()
    fresh.load_state(state)
    fresh.follow(agents, field)
    for again in (crowd, fresh):
        for _ in range(200):
            again.step(DT)
        assert again.save_state() == later


def test_tiles_give_the_same_bits_with_threads():
    ground = world(40, 40, 0.1, 8)
    states = []
    for workers in (1, 3):
        tiles = FlowTiles(ground, sector_size=8)
        group = tiles.request(some_places(ground, 1)[:, ::2])
        crowd, _ = start_crowd(ground, group)
        with concurrent.futures.ThreadPoolExecutor(workers) as executor:
            for _ in range(60):
                crowd.step(DT, executor if workers > 1 else None)
                tiles.update(max_cells=500)
        states.append(crowd.save_state())
    assert states[0] == states[1]


def test_a_state_without_its_field_fails_and_goes_on_with_it():
    ground = CostField(np.ones((5, 20), np.float32))
    field = IntegrationField(ground, [(18.5, 2.5)])
    crowd = Crowd()
    agent = crowd.add_agent((1.5, 0.0, 2.5))
    crowd.follow(agent, field)
    crowd.step(DT)
    other = Crowd()
    other.load_state(crowd.save_state())
    other.step(DT)
    assert (other.status(agent), other.reason(agent)) == (Status.FAILURE, Reason.PATH_LOST)
    assert other.follow(agent, field) == Status.RUNNING
    rest(other, ground)
    assert other.status(agent) == Status.SUCCESS


def test_on_a_navmesh_agents_stay_on_it_and_out_of_walls():
    mesh = NavMesh.from_polygons([(0, 0, 0), (20, 0, 0), (20, 2, 8), (0, 2, 8), (8, 2, 20), (0, 2, 20)],
                                 [[0, 3, 2, 1], [3, 5, 4, 2]])              # a ramp, and behind it a floor that becomes narrower
    costs = np.ones((20, 20), np.float32)
    costs[3:6, 4:14] = np.inf
    ground = CostField(costs)
    field = IntegrationField(ground, [(7.9, 19.5)])
    crowd = Crowd(mesh)
    agents = crowd.add_agents([(3.0 + k % 6 * 2, 0.25 + 0.25 * (k // 6), 1.0 + k // 6) for k in range(12)], radius=0.3)
    crowd.follow(agents, field)
    for _ in range(1800):
        crowd.step(DT)
        assert not in_wall(ground, crowd.positions).any()
        for x, y, z in crowd.positions:
            assert z <= 8.0 or x <= 20.0 - (z - 8.0) + 1e-6
            assert abs(y - min(z, 8.0) * 0.25) < 1e-3
    assert (crowd.statuses == Status.SUCCESS).all()


def test_other_requests_end_it():
    mesh = NavMesh.from_polygons([(0, 0, 0), (20, 0, 0), (20, 0, 20), (0, 0, 20)], [[0, 3, 2, 1]])
    costs = np.ones((20, 20), np.float32)
    costs[5, :] = np.inf
    field = IntegrationField(CostField(costs), [(10.5, 1.5)])
    crowd = Crowd(mesh)
    agent = crowd.add_agent((2.5, 0.0, 2.5))
    crowd.follow(agent, field)
    crowd.step(DT)
    assert crowd.request_path(agent, (10.0, 0.0, 15.0)) == Status.RUNNING
    while crowd.is_active(agent):
        crowd.step(DT)
    assert crowd.position(agent)[2] == pytest.approx(15.0, abs=0.1)         # by its path it has gone through the field's wall
    assert crowd.follow(agent, field) == Status.FAILURE and crowd.reason(agent) == Reason.GOAL_UNREACHABLE
    crowd.set_position(agent, (2.5, 0.0, 2.5))
    assert crowd.follow(agent, field) == Status.RUNNING
    crowd.stop(agent)
    assert (crowd.status(agent), crowd.reason(agent)) == (Status.FAILURE, Reason.STOPPED)
    at = crowd.position(agent)
    crowd.step(DT)
    assert crowd.position(agent) == at
    other = IntegrationField(field.cost_field, [(18.5, 3.5)])
    crowd.follow(agent, field)
    crowd.follow(agent, other)
    while crowd.is_active(agent):
        crowd.step(DT)
    assert np.hypot(crowd.position(agent)[0] - 18.5, crowd.position(agent)[2] - 3.5) < 1e-2
    assert crowd.follow(agent, other) == Status.SUCCESS and not crowd.is_active(agent)


def test_fields_live_as_long_as_they_are_followed():
    crowd = Crowd()
    agents = crowd.add_agents([(1.5, 0.0, 1.5), (2.5, 0.0, 1.5)])
    ground = CostField(np.ones((3, 30), np.float32))
    crowd.follow(agents[:1], IntegrationField(ground, [(28.5, 1.5)]))
    crowd.follow(agents[1:], FlowTiles(ground, sector_size=8).request([(28.5, 1.5)]))
    del ground
    gc.collect()
    for _ in range(900):
        crowd.step(DT)
    assert crowd.status(agents[0]) == Status.SUCCESS
    crowd.remove(agents[0])
    crowd.follow(agents[1:], IntegrationField(CostField(np.ones((3, 30), np.float32)), [(1.5, 1.5)]))
    gc.collect()
    crowd.step(DT)
    assert crowd.status(agents[1]) == Status.RUNNING


def test_a_field_that_nobody_follows_is_freed_after_the_call():
    """Not within it: the call is inside the field's guard, and writes to it when it leaves."""
    ground = world(8, 8)
    crowd = Crowd()
    agent = crowd.add_agent((1.5, 0.0, 1.5))
    seen = []

    class Watched(IntegrationField):
        def __del__(self):
            try:
                crowd.step(DT)              # refused within a call of the crowd
                seen.append("after")
            except RuntimeError:
                seen.append("within")

    crowd.follow(agent, Watched(ground, [(6.5, 6.5)]))
    crowd.follow(agent, IntegrationField(ground, [(1.5, 6.5)]))
    gc.collect()
    assert seen == ["after"]


def test_hostile_places():
    ground = CostField(np.ones((5, 20), np.float32), origin=(10.0, 10.0))
    field = IntegrationField(ground, [(28.5, 12.5)])
    crowd = Crowd()
    far, near = crowd.add_agents([(-50.0, 3.0, 400.0), (9.0, 3.0, 12.0)], max_speed=50.0)
    crowd.follow([far, near], field)                            # they come in from outside, straight
    for _ in range(1200):
        crowd.step(DT)
    assert crowd.status(far) == Status.SUCCESS and crowd.status(near) == Status.SUCCESS
    assert not in_wall(ground, crowd.positions).any() and (crowd.positions[:, 1] == 3.0).all()
    closed = IntegrationField(CostField(np.full((3, 3), np.inf, np.float32)), [(1.5, 1.5)])
    assert crowd.follow(far, closed) == Status.FAILURE and crowd.reason(far) == Reason.GOAL_UNREACHABLE
    crowd.follow(far, field)
    for dt in (0.0, 1e-9, 1e9, 0.1):
        crowd.step(dt)
    assert np.isfinite(crowd.positions).all()


def test_errors():
    field = IntegrationField(CostField(np.ones((3, 3))), [(1.5, 1.5)])
    crowd = Crowd()
    agent = crowd.add_agent((0.5, 0.0, 0.5))
    with pytest.raises(TypeError, match="field: must be an IntegrationField"):
        crowd.follow(agent, "field")
    with pytest.raises(TypeError, match="field: must be an IntegrationField"):
        crowd.follow(agent, None)
    with pytest.raises(ValueError, match="agents: 77 was removed"):
        crowd.follow([agent, 77], field)
    assert crowd.reason(agent) == Reason.NO_REQUEST
    with pytest.raises(ValueError, match="agents: must be ids"):
        crowd.follow([0.5], field)
    assert crowd.follow([], field).shape == (0,)
