"""Agents that queue before a door take another one where that is shorter in time."""
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest

import navpy
from navpy import Crowd
from tests.crowds import AT_ONCE, DT
from tests.levels import box, level
from tests.meshes import rectangles

RADIUS, SPEED = 0.4, 3.5
ROOM, HALL = (0, 0, 14, 10), (15, 0, 60, 10)
NEAR, SECOND = (14, 4.8, 15, 5.2), (14, 8.8, 15, 9.2)
TWO_DOORS = rectangles(ROOM, NEAR, SECOND, HALL)
ONE_DOOR = rectangles(ROOM, NEAR, HALL)
THREE_ROOMS = rectangles(ROOM, (14, 3.8, 15, 4.2), SECOND, (15, 0, 29, 10), (29, 3.8, 30, 4.2), (29, 8.8, 30, 9.2), (30, 0, 60, 10))
GOAL = (58, 0, 5)
WALL = 14.5                                                         # x in the middle of the first wall


def long_way(far):
    """Its second way is a corridor that turns ``far`` meters north, behind a door as wide as the first."""
    return rectangles(ROOM, NEAR, (15, 0, 40, 10), (12, 10, 14, far), (14, far - 1.2, 15, far - 0.8), (15, 10, 17, far))


def in_rows(count, across=8, step=1.1, place=(2, 1)):
    k = np.arange(count)
    return np.stack([place[0] + step * (k // across), 0.0 * k, place[1] + step * (k % across)], axis=1)


def a_little_off(places, seed):
    return places + np.random.default_rng(seed).uniform(-0.05, 0.05, places.shape) * (1, 0, 1)


class Walk:
    """A crowd walks to one goal until all are over the line x = ``line``: when each was, whether it went through the second door of
    the first wall, beyond z = ``between``, how often its path changed from one of these doors to the other, and the searches."""

    def __init__(self, mesh, starts, line, goal=GOAL, seconds=60.0, between=7.0, avoids=True, each_step=None, **params):
        avoids = np.broadcast_to(avoids, len(starts))
        self.crowd = Crowd(mesh)
        self.agents = [self.crowd.add_agent(start, radius=RADIUS, max_speed=SPEED, avoids_congestion=bool(own), **params)
                       for start, own in zip(starts, avoids)]
        for agent in self.agents:
            self.crowd.request_path(agent, goal)
        requested, self.track = self.crowd.searches, []
        self.through, self.changes = np.full(len(starts), np.inf), np.zeros(len(starts), int)
        self.by_second = np.array([self.is_by_second(agent, between) for agent in self.agents])
        for step in range(int(seconds / DT)):
            if each_step:
                each_step(self.crowd, self.agents, step)
            self.crowd.step(DT)
            at = self.crowd.positions.copy()
            self.track.append(at)
            for i, agent in enumerate(self.agents):
                if agent in self.crowd and at[i, 0] < WALL:
                    by_second = self.is_by_second(agent, between)
                    self.changes[i] += by_second != self.by_second[i]
                    self.by_second[i] = by_second
            self.through[(at[:, 0] > line) & np.isinf(self.through)] = step * DT
            if np.isfinite(self.through).all():
                break
        self.searches = self.crowd.searches - requested

    def is_by_second(self, agent, between):
        path = self.crowd.path(agent)
        for a, b in zip(path, path[1:]):
            if a[0] < WALL <= b[0]:
                return a[2] + (WALL - a[0]) / (b[0] - a[0]) * (b[2] - a[2]) > between
        return False


@cache
def walk(name, avoids, bounds=True):
    mesh, line = {"two": (TWO_DOORS, 15.2), "one": (ONE_DOOR, 15.2), "rooms": (THREE_ROOMS, 30.2)}[name]
    return Walk(mesh, in_rows(60), line, avoids=avoids, **({} if bounds else AT_ONCE))


@cache
def walk_round(far, avoids):
    return Walk(long_way(far), in_rows(60), 17.2, goal=(38, 0, 5), between=9.9, avoids=avoids)


# ---- two doors ----

@pytest.mark.parametrize("bounds", [True, False])
def test_a_crowd_spreads_over_two_doors(bounds):
    before, now = walk("two", False, bounds), walk("two", True, bounds)
    assert now.through.max() < 0.85 * before.through.max() and now.through.mean() < 0.9 * before.through.mean()


@pytest.mark.parametrize("bounds", [True, False])
def test_both_doors_are_free_at_about_the_same_time(bounds):
    """Wardrop's principle: then nobody would have been sooner through the other door. The way through the second one is 4 m longer at
    most, and nobody changes for less than a diameter time. On the average of some starts, as each jam goes another way."""
    walks = [Walk(TWO_DOORS, a_little_off(in_rows(60), seed), 15.2, **({} if bounds else AT_ONCE)) for seed in range(8)]
    last = np.mean([[now.through[now.by_second == door].max() for door in (False, True)] for now in walks], axis=0)
    headway = max(np.diff(np.sort(now.through[now.by_second == door])).mean() for now in walks for door in (False, True))
    assert abs(last[0] - last[1]) < (4 + 2 * RADIUS) / SPEED + 3 * headway, f"the doors are free after {last} s"


@pytest.mark.parametrize("name", ["two", "rooms"])
def test_nobody_goes_to_and_fro(name):
    assert walk(name, True).changes.max() <= 2


def test_in_three_rooms_each_wall_has_its_two_doors():
    before, now = walk("rooms", False), walk("rooms", True)
    assert now.through.max() < 0.85 * before.through.max() and now.through.mean() < before.through.mean()
    for wall in (14.5, 29.5):
        z = np.array([[at[i, 2] for at in now.track if at[i, 0] > wall][0] for i in range(60)])
        assert 15 <= (z > 7).sum() <= 45, f"{(z > 7).sum()} of 60 go through the second door at x = {wall}"


def test_who_does_not_avoid_congestion_keeps_its_way():
    """Others may push it to where the second door is the nearer one; whoever starts beyond the near door is never there."""
    avoids = np.arange(60) // 8 % 2 == 0
    now, beyond = Walk(TWO_DOORS, in_rows(60), 15.2, avoids=avoids), in_rows(60)[:, 2] < 4
    assert now.changes[beyond & avoids].any() and not now.changes[beyond & ~avoids].any()


def test_a_target_that_moves_takes_nobody_back():
    """It jumps by 20 m, so that each request searches a path. Who starts beyond the near door has its shortest path through it."""
    def chase(crowd, agents, step):
        if step % 10 == 0:
            for agent in agents:
                crowd.request_path(agent, (58 - 20 * (step // 10 % 2), 0, 5))
    now = Walk(TWO_DOORS, in_rows(60), 15.2, each_step=chase)
    beyond = in_rows(60)[:, 2] < 5
    assert now.changes[beyond].max() == 1 and 20 <= now.by_second.sum() <= 40 and now.searches > 1000


def pass_against_each_other(avoids, seed):
    """Mean seconds of 60 agents until each is through."""
    west = a_little_off(in_rows(30, place=(5, 1)), seed)
    east = (29, 0, 0) + west * (-1, 1, 1)
    starts, goals = np.concatenate([west, east]), np.concatenate([east, west])
    crowd = Crowd(TWO_DOORS)
    agents = [crowd.add_agent(start, radius=RADIUS, avoids_congestion=avoids) for start in starts]
    for agent, goal in zip(agents, goals):
        crowd.request_path(agent, goal)
    through, ways = np.full(60, np.inf), np.sign(goals[:, 0] - starts[:, 0])
    for step in range(6000):
        crowd.step(DT)
        through[((crowd.positions[:, 0] - WALL) * ways > 1) & np.isinf(through)] = step * DT
        if np.isfinite(through).all():
            break
    return through.mean()


def test_crowds_against_each_other_are_sooner_through():
    """On the average of some starts, as each jam goes another way."""
    without, now = (np.mean([pass_against_each_other(avoids, seed) for seed in range(12)]) for avoids in (False, True))
    assert now < 0.9 * without, f"{now} s, without it {without} s"


def second_door_closed():
    closed = navpy.QueryFilter(TWO_DOORS)
    closed.block([i for i, polygon in enumerate(TWO_DOORS.polygons) if np.allclose(TWO_DOORS.vertices[list(polygon)].mean(axis=0),
                                                                                   (WALL, 0, 9))], until=1e9)
    return closed


def test_filters_decide_who_has_another_way():
    """Who may not use the second door stays; that it has no other way says nothing about those who have."""
    closed, start = second_door_closed(), in_rows(60)
    rules = [closed if i % 2 else navpy.QueryFilter(TWO_DOORS, area_costs={1: 2.0}) for i in range(60)]
    now = Walk(TWO_DOORS, start, 15.2, each_step=lambda crowd, agents, step: step == 0 and [
        crowd.set_filter(agent, rule) for agent, rule in zip(agents, rules)])
    assert not now.by_second[1::2].any() and now.by_second[::2].sum() >= 12


# ---- ways that are not shorter ----

@pytest.mark.parametrize("far", [20, 40, 70])
def test_a_long_way_is_taken_by_those_for_whom_it_is_shorter_in_time(far):
    before, now = walk_round(far, False), walk_round(far, True)
    assert not before.by_second.any()
    if far == 70:                                               # 35 s of walking; before, the last one was through after 36 s
        assert not now.by_second.any() and (now.through == before.through).all()
        return
    assert 0 < now.by_second.sum() < 30
    # Who stays behind at the near door is followed by those who have left it, a headway after each other, had they stayed.
    near = np.sort(now.through[~now.by_second])
    stayed = near[-1] + np.diff(near).mean() * np.arange(1, now.by_second.sum() + 1)
    round_about = np.sort(now.through[now.by_second])
    assert (round_about <= stayed).all(), f"{round_about} by the long way, {stayed} by the near one"


def test_fewer_take_a_longer_way():
    counts = [walk_round(far, True).by_second.sum() for far in (20, 40, 70)]
    assert counts[0] > counts[1] > counts[2] == 0


def test_where_there_is_one_door_nothing_changes():
    before, now = walk("one", False), walk("one", True)
    assert np.array_equal(before.track, now.track)
    assert now.searches == before.searches + 1, "one search tells that there is no other way"


def test_a_few_without_a_queue_do_not_search():
    before, now = (Walk(TWO_DOORS, in_rows(6, place=(8, 3)), 15.2, avoids=avoids) for avoids in (False, True))
    assert np.array_equal(before.track, now.track) and now.searches == before.searches == 0


def test_a_queue_that_dissolves_takes_nobody_away():
    def take_most_away(crowd, agents, step):
        if step == 90:                                          # they stand before the door; the nearest eight go on
            for agent in sorted(agents, key=lambda agent: abs(crowd.position(agent)[0] - 14) + abs(crowd.position(agent)[2] - 5))[8:]:
                crowd.remove(agent)
    crowd_of = {avoids: Walk(long_way(20), in_rows(60), 17.2, goal=(38, 0, 5), seconds=8.0, between=9.9, each_step=take_most_away,
                             avoids=avoids) for avoids in (False, True)}
    assert len(crowd_of[True].crowd) == 8 and np.array_equal(crowd_of[True].track, crowd_of[False].track)


# ---- meshes that were baked ----

@pytest.mark.parametrize("tile_size", [0, 6.0])
def test_doors_of_a_baked_level(tile_size):
    """A tile's border leads through the middle of a door (z = 6, 12), so that its edge is in two pieces."""
    walls = [box((14, -1, z0), (15, 2, z1)) for z0, z1 in ((0, 5.2), (6.8, 11.2), (12.8, 14))]
    settings = navpy.BakeSettings(agent_radius=RADIUS, cell_size=0.1, tile_size=tile_size)
    mesh = navpy.bake(*level(box((0, -1, 0), (60, 0, 14)), *walls), settings)
    before, now = (Walk(mesh, in_rows(60, place=(2, 2)), 15.5, goal=(55, 0, 6), between=9, avoids=avoids) for avoids in (False, True))
    assert now.through.max() < 0.85 * before.through.max(), f"{before.through.max()} s, now {now.through.max()} s"
    assert now.by_second.sum() > before.by_second.sum() + 5


# ---- one state, the same bits ----

def test_queues_are_saved():
    crowd = Crowd(TWO_DOORS)
    for start in in_rows(60):
        crowd.request_path(crowd.add_agent(start, radius=RADIUS), GOAL)
    other = Crowd(TWO_DOORS)
    for step in range(900):
        crowd.step(DT)
        if step == 150:
            other.load_state(crowd.save_state())
            assert other.save_state() == crowd.save_state()
        elif step > 150:
            other.step(DT)
    assert other.save_state() == crowd.save_state() and crowd.searches > 80


def test_threads_change_nothing():
    states = []
    for workers in (1, 3):
        crowd = Crowd(TWO_DOORS)
        for start in in_rows(200, across=12, step=0.8, place=(0.5, 0.5)):
            crowd.request_path(crowd.add_agent(start, radius=0.3), GOAL)
        with ThreadPoolExecutor(workers) as executor:
            for _ in range(400):
                crowd.step(DT, executor)
        states.append(crowd.save_state())
    assert states[0] == states[1] and crowd.searches > 220


def test_searches_for_other_ways_keep_to_the_budget():
    """With a budget of one node a step, a step searches one path, or one other way in a look of three searches."""
    crowd = Crowd(TWO_DOORS)
    for start in in_rows(60):
        crowd.request_path(crowd.add_agent(start, radius=RADIUS), GOAL)
    crowd.search_budget = 1
    by_step = []
    for _ in range(900):
        before = crowd.searches
        crowd.step(DT)
        by_step.append(crowd.searches - before)
    assert 0 < sum(by_step) and max(by_step) <= 3
    assert np.array(by_step)[np.flatnonzero(np.array(by_step) > 1)].size < 20


def test_a_mesh_that_changes_forgets_its_queues():
    crowd = Crowd(TWO_DOORS)
    agents = [crowd.add_agent(start, radius=RADIUS) for start in in_rows(60)]
    for agent in agents:
        crowd.request_path(agent, GOAL)
    for step in range(900):
        if step % 100 == 50:
            crowd.mesh = (ONE_DOOR, TWO_DOORS)[step // 100 % 2]
        crowd.step(DT)
    assert all(crowd.status(agent) != navpy.Status.FAILURE for agent in agents)


def test_no_gate_is_looked_for_on_polygons_that_are_gone():
    """Of a queue before a door, most still wait for their search when a mesh of one polygon has been there for a few steps."""
    rows = range(400)
    door = rectangles(*((0, z, 14, z + 1) for z in rows), (14, 399, 15, 399.4), *((15, z, 29, z + 1) for z in rows))
    crowd, open_ground = Crowd(door), rectangles((0, 0, 29, 400))
    crowd.search_budget = 1
    agents = [crowd.add_agent((13 - 0.7 * (i // 10), 0, 399.4 - 0.7 * (i % 10)), radius=0.3) for i in range(100)]
    for agent in agents:
        crowd.request_path(agent, (20, 0, 395))
    for step in range(400):
        if step % 40 == 0:
            crowd.mesh = door
        if step > 60 and step % 40 == 34:
            crowd.mesh = open_ground
        crowd.step(DT)
    assert np.isfinite(crowd.positions).all() and sum(crowd.is_active(agent) for agent in agents) > 50
