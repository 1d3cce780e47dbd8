"""Visitors: agents of other crowds, which are seen and avoided as those of one crowd are."""
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from navpy import Crowd, Status
from tests.crowds import DT, RADIUS
from tests.meshes import DOOR, HALL, rectangles

CORRIDOR = rectangles((0, 0, 40, 2.5))


def gap(crowds):
    """Meters between the two nearest bodies of all crowds, below 0 where they overlap."""
    at = np.vstack([crowd.positions[:, ::2] for crowd in crowds])
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return apart.min() - 2 * RADIUS


def others_of(crowd, crowds):
    return [other for other in crowds if other is not crowd]


def crowds_on(mesh, groups, **params):
    """A crowd for each group, a list of (start, goal)."""
    crowds = []
    for group in groups:
        crowd = Crowd(mesh)
        for start, goal in group:
            crowd.request_path(crowd.add_agent(start, radius=RADIUS, **params), goal)
        crowds.append(crowd)
    return crowds


def walk(crowds, seconds, order=lambda crowds, i: crowds, executor=None):
    """(seconds until all rest, the least gap)."""
    least = gap(crowds)
    for i in range(int(seconds / DT)):
        for crowd in order(crowds, i):
            crowd.step(DT, executor, others_of(crowd, crowds))
        least = min(least, gap(crowds))
        if not any(crowd.is_active(agent) for crowd in crowds for agent in crowd.agents):
            return i * DT, least
    return seconds, least


def have_arrived(crowds):
    return all(crowd.status(agent) == Status.SUCCESS for crowd in crowds for agent in crowd.agents)


def streams(mesh_name):
    if mesh_name == "crossing":
        return HALL, [[((2 + 1.5 * i, 0, 18 + 1.5 * j), (33 + i, 0, 18 + 1.5 * j)) for i in range(5) for j in range(3)],
                      [((18 + 1.5 * j, 0, 2 + 1.5 * i), (18 + 1.5 * j, 0, 33 + i)) for i in range(5) for j in range(3)]]
    if mesh_name == "corridor":
        there = [((1 + 1.5 * i, 0, z), (39 - 1.5 * i, 0, z)) for i in range(5) for z in (0.6, 1.9)]
        return CORRIDOR, [there, [(goal, start) for start, goal in there]]
    starts = [(2 + 2 * (i % 3), 0, 3 + 2 * (i // 3)) for i in range(6)]
    there = [((x, y, z), (21 - x, y, z)) for x, y, z in starts]
    return DOOR, [there, [(goal, start) for start, goal in there]]


# ---- two crowds are as one ----

def test_two_head_on_are_as_two_of_one_crowd():
    ways = [((5, 0, 20), (35, 0, 20)), ((35, 0, 20), (5, 0, 20))]
    apart = crowds_on(HALL, [ways[:1], ways[1:]])
    together = crowds_on(HALL, [ways])
    for _ in range(600):
        for crowd in apart:
            crowd.step(DT, others=others_of(crowd, apart))
        together[0].step(DT)
        assert np.abs(np.vstack([crowd.positions for crowd in apart]) - together[0].positions).max() < 0.02
    assert have_arrived(apart)


@pytest.mark.parametrize("order", [lambda crowds, i: crowds, lambda crowds, i: crowds[::-1],
                                   lambda crowds, i: crowds[::-1] if i % 3 else crowds], ids=["in order", "reversed", "by turns"])
@pytest.mark.parametrize("name", ["crossing", "corridor", "doorway"])
def test_two_streams_pass_as_those_of_one_crowd_do(name, order):
    mesh, groups = streams(name)
    apart, together = crowds_on(mesh, groups), crowds_on(mesh, [groups[0] + groups[1]])
    time_together, least_together = walk(together, 120)
    time, least = walk(apart, 120, order)
    assert have_arrived(together) and have_arrived(apart)
    assert time < 1.5 * time_together
    assert least > min(least_together, 0.0) - 0.1 * RADIUS          # what the others do in this step is foreseen, not known
    for crowd in apart:
        for x, _, z in crowd.positions:
            assert mesh is not CORRIDOR or (-1e-6 <= x <= 40 + 1e-6 and -1e-6 <= z <= 2.5 + 1e-6)


def test_agents_of_two_crowds_arrive_around_one_goal():
    starts = [(2 + 1.3 * (i % 8), 0, 2 + 1.3 * (i // 8)) for i in range(40)]
    crowds = crowds_on(HALL, [[(start, (30, 0, 30)) for start in starts[k::2]] for k in range(2)])
    _, least = walk(crowds, 40)
    assert have_arrived(crowds) and least > -0.05 * 2 * RADIUS
    places = np.vstack([crowd.positions for crowd in crowds])
    assert np.linalg.norm(places - (30, 0, 30), axis=1).max() < 8


def test_two_in_the_very_same_place_part():
    crowds = crowds_on(HALL, [[((20, 0, 20), (30, 0, 20))], [((20, 0, 20), (30, 0, 20))]])
    for _ in range(30):
        for crowd in crowds:
            crowd.step(DT, others=others_of(crowd, crowds))
    assert gap(crowds) > -0.1 * RADIUS


def test_one_that_presses_is_let_through_by_standing_ones_of_another_crowd():
    mesh = rectangles((0, 0, 20, 1.4))
    walker, stands = Crowd(mesh), Crowd(mesh)
    first = walker.add_agent((2, 0, 0.7), radius=RADIUS)
    stands.add_agent((10, 0, 0.7), radius=RADIUS)
    walker.request_path(first, (18, 0, 0.7))
    for _ in range(int(40 / DT)):
        for crowd, other in ((walker, stands), (stands, walker)):
            crowd.step(DT, others=[other])
        assert gap([walker, stands]) > -0.1 * RADIUS
        if walker.status(first) == Status.SUCCESS:
            break
    assert stands.positions[0, 0] > 10.5, "the standing agent did not step aside"


def block(mesh):
    """A wall of agents that do not yield, across one of two doors."""
    gate = Crowd(mesh)
    for z in (4.5, 5.5):
        gate.add_agent((10.5, 0, z), radius=RADIUS, yields=False)
    return gate


def test_a_way_that_visitors_block_is_left_and_found_again_when_they_have_gone():
    mesh = rectangles((0, 0, 10, 20), (10, 4, 11, 6), (10, 14, 11, 16), (11, 0, 21, 20))
    crowd, gate = Crowd(mesh), block(mesh)
    agent = crowd.add_agent((2, 0, 5), radius=RADIUS)
    crowd.request_path(agent, (19, 0, 5))
    through = []
    for _ in range(int(40 / DT)):
        crowd.step(DT, others=[gate])
        x, _, z = crowd.position(agent)
        if 10 < x < 11:
            through.append(z)
        if crowd.status(agent) == Status.SUCCESS:
            break
    assert crowd.status(agent) == Status.SUCCESS and min(through) > 13, "it went through the door that is blocked"
    for held in gate.agents:
        gate.remove(held)
    second = crowd.add_agent((2, 0, 5), radius=RADIUS)
    crowd.step(DT, others=[gate])
    crowd.request_path(second, (19, 0, 5))
    assert crowd.path(second)[:, 2].max() < 7, "the way is still blocked"


# ---- who sees whom ----

def test_masks_are_those_of_one_crowd():
    """The first sees the second; the second sees nobody, and goes straight on."""
    ways = [((5, 0, 20), (35, 0, 20)), ((35, 0, 20.1), (5, 0, 20.1))]
    first, second = crowds_on(HALL, [ways[:1], ways[1:]])
    first.set_params(first.agents[0], avoidance_layers=1, avoidance_mask=2)
    second.set_params(second.agents[0], avoidance_layers=2, avoidance_mask=0)
    least = []
    for _ in range(700):
        for crowd, other in ((first, second), (second, first)):
            crowd.step(DT, others=[other])
        assert second.positions[0, 2] == pytest.approx(20.1, abs=1e-9)
        least.append(gap([first, second]))
    assert min(least) > -0.01


def test_on_two_floors_they_do_not_see_each_other():
    crowd, above = crowds_on(HALL, [[((5, 0, 20), (35, 0, 20))]], height=1.0)[0], Crowd()
    agent = above.add_agent((35, 3, 20), radius=RADIUS, height=1.0)
    least = np.inf
    for i in range(500):
        above.set_position(agent, (35 - 3 * i * DT, 3, 20), velocity=(-3, 0, 0))
        crowd.step(DT, others=[above])
        least = min(least, gap([crowd, above]))
        assert crowd.positions[0, 2] == pytest.approx(20, abs=1e-9)
    assert least < -0.9 * RADIUS


@pytest.mark.parametrize("far", [0.0, 300.0])
def test_only_visitors_nearby_change_bits(far):
    mesh = rectangles((0, 0, 400, 400))
    alone, seeing = (crowds_on(mesh, [[((5, 0, 20), (35, 0, 20))]])[0] for _ in range(2))
    other = crowds_on(mesh, [[((35 + far, 0, 20), (5 + far, 0, 20))]], max_speed=3.0)[0]
    for _ in range(300):
        alone.step(DT)
        seeing.step(DT, others=[other])
        other.step(DT, others=[seeing])
    assert (alone.positions.tobytes() == seeing.positions.tobytes()) == (far > 0)


# ---- determinism ----

@pytest.mark.parametrize("workers", [2, 3])
def test_threads_change_no_bit(workers):
    def states(executor):
        rng = np.random.default_rng(5)
        mesh = rectangles((0, 0, 60, 60))
        places = rng.uniform(1, 59, (2, 700, 2, 2))
        crowds = crowds_on(mesh, [[((a[0], 0, a[1]), (b[0], 0, b[1])) for a, b in group] for group in places], max_speed=2.0)
        for _ in range(40):
            for crowd in crowds:
                crowd.step(DT, executor, others_of(crowd, crowds))
        return [crowd.save_state() for crowd in crowds]
    with ThreadPoolExecutor(workers) as executor:
        assert states(executor) == states(None)


def test_visitors_are_never_written():
    mesh, groups = streams("doorway")
    crowd, other = crowds_on(mesh, groups)
    for _ in range(200):
        for one, seen in ((crowd, other), (other, crowd)):
            one.step(DT, others=[seen])
    before = other.save_state()
    for _ in range(200):
        crowd.step(DT, others=[other])
    assert other.save_state() == before


def test_restored_states_lead_to_the_same_bits():
    mesh, groups = streams("doorway")
    crowds = crowds_on(mesh, groups)
    walk(crowds, 5)
    saved = [crowd.save_state() for crowd in crowds]
    walk(crowds, 5)
    restored = [Crowd(mesh), Crowd(mesh)]
    for crowd, state in zip(restored, saved):
        crowd.load_state(state)
    walk(restored, 5)
    assert [crowd.positions.tobytes() for crowd in crowds] == [crowd.positions.tobytes() for crowd in restored]
    for crowd, state in zip(crowds, saved):
        crowd.load_state(state)
    walk(crowds, 5)
    assert [crowd.positions.tobytes() for crowd in crowds] == [crowd.positions.tobytes() for crowd in restored]


@pytest.mark.parametrize("first", [0, 1])
def test_both_see_the_other_at_the_same_moment(first):
    """Two with mirrored ways stay mirrored, whoever makes its step first: else the second would see the first a step ahead."""
    ways = [[((10, 0, 20.2), (30, 0, 20.2))], [((30, 0, 19.8), (10, 0, 19.8))]]
    crowds = crowds_on(HALL, ways)
    for _ in range(400):
        for crowd in (crowds[first], crowds[1 - first]):
            crowd.step(DT, others=others_of(crowd, crowds))
        assert np.abs(crowds[0].positions[0] + crowds[1].positions[0] - (40, 0, 40)).max() < 1e-9


def test_agents_that_come_and_go_between_the_steps():
    mesh, groups = streams("crossing")
    crowds = crowds_on(mesh, groups)
    rng = np.random.default_rng(2)
    for i in range(300):
        for crowd in crowds:
            crowd.step(DT, others=others_of(crowd, crowds))
            if i % 3 == 0:
                crowd.remove(rng.choice(crowd.agents))
                added = crowd.add_agent((*rng.uniform(5, 35, 1), 0, *rng.uniform(5, 35, 1)), radius=RADIUS)
                crowd.request_path(added, (20, 0, 20))
    assert all(np.isfinite(crowd.positions).all() and np.isfinite(crowd.velocities).all() for crowd in crowds)


# ---- bodies that others move ----

def cross(late, in_own_crowd, direction=(0, 1), speed=3.0, start=None, seconds=12.0):
    """The gap after each step between a walker at 1.4 m/s and a circle of 1 m that a script moves. Without a start their ways
    cross, and the circle is there `late` seconds after the walker."""
    mesh = rectangles((0, 0, 60, 60))
    crowd = Crowd(mesh)
    circles = crowd if in_own_crowd else Crowd(mesh)
    walker = crowd.add_agent((20, 0, 30), radius=0.3, max_speed=1.4)
    crowd.request_path(walker, (40, 0, 30))
    way = np.array([direction[0], 0.0, direction[1]]) * speed
    begin = (30, 0, 30) - way * (10 / 1.4 + late) if start is None else np.array(start, float)
    circle = circles.add_agent(begin, radius=1.0, yields=False, avoidance_mask=0)
    gaps = []
    for i in range(int(seconds / DT)):
        circles.set_position(circle, begin + way * i * DT, velocity=way)
        crowd.step(DT, others=[] if in_own_crowd else [circles])
        at = np.subtract(crowd.position(walker), begin + way * (i + 1) * DT)
        gaps.append(np.hypot(at[0], at[2]) - 1.3)
    return np.array(gaps)


@pytest.mark.parametrize("in_own_crowd", [True, False])
@pytest.mark.parametrize("late", [-0.6, -0.3, 0.0, 0.2, 0.4, 0.6, 1.0])
def test_a_circle_that_crosses_is_let_past(late, in_own_crowd):
    assert cross(late, in_own_crowd).min() > 0.0


@pytest.mark.parametrize("speed", [0.7, 1.0])
def test_behind_a_slower_circle_an_agent_keeps_its_distance(speed):
    gaps = cross(0, False, (1, 0), speed, (23, 0, 30), seconds=15.0)
    assert gaps.min() > 0.0 and gaps[-60:].max() < 0.5


def test_a_faster_circle_that_comes_head_on_is_let_past():
    assert cross(0, False, (-1, 0), 3.0, (50, 0, 30)).min() > 0.0


def test_an_agent_leaves_the_lane_of_a_faster_circle_behind_it():
    """The circle does not slow down for it, and its own middle is never under the circle."""
    assert cross(0, False, (1, 0), 3.0, (2, 0, 30)).min() > -0.3


def test_a_velocity_that_is_told_is_finite():
    crowd = Crowd(HALL)
    agent = crowd.add_agent((20, 0, 20))
    with pytest.raises(ValueError, match="velocity: must be finite"):
        crowd.set_position(agent, (20, 0, 20), velocity=(np.nan, 0, 0))
    assert crowd.velocity(agent) == (0, 0, 0)


# ---- what is refused ----

def test_others_that_are_no_other_crowds_are_refused():
    crowd, other = Crowd(HALL), Crowd(HALL)
    for call in (crowd.step, crowd.steer):
        with pytest.raises(ValueError, match=r"others\[1\]: is this crowd itself"):
            call(DT, others=[other, crowd])
        with pytest.raises(ValueError, match=r"others\[1\]: is others\[0\] once more"):
            call(DT, others=[other, other])
        with pytest.raises(TypeError, match=r"others\[0\]: must be a Crowd, is a str"):
            call(DT, others=["other"])
        with pytest.raises(TypeError):
            call(DT, others=None)
