"""Agents that stand and do not step aside: walkers go round them, or another way, or wait."""
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from navpy import Crowd, Status
from tests.crowds import AT_ONCE, DT, RADIUS
from tests.meshes import HALL, rectangles

LINE = [(20, 0, z) for z in np.arange(12, 28.1, 1.2)]                               # nobody fits between
BAY = LINE + [(20 - 1.2 * i, 0, z) for i in range(1, 6) for z in (12, 27.6)]        # open to the west
TWO_DOORS = rectangles((0, 0, 10, 20), (10, 4, 12, 5), (10, 15, 12, 16), (12, 0, 22, 20))
ONE_DOOR = rectangles((0, 0, 10, 20), (10, 4, 12, 5), (12, 0, 22, 20))
RING = rectangles((0, 4, 10, 5), (10, 4, 20, 5), (0, 5, 1, 16), (1, 15, 19, 16), (19, 5, 20, 16))       # nobody gets past another one


def walk_past(mesh, standers, start, goal, seconds):
    """(crowd, walker, standing agents, meters walked)"""
    crowd = Crowd(mesh)
    standing = [crowd.add_agent(place, radius=RADIUS, yields=False) for place in standers]
    walker = crowd.add_agent(start, radius=RADIUS)
    crowd.request_path(walker, goal)
    walked, before = 0.0, np.array(start)
    for _ in range(int(seconds / DT)):
        crowd.step(DT)
        at = np.array(crowd.position(walker))
        walked, before = walked + np.linalg.norm(at - before), at
        assert all(np.linalg.norm(at - place) > 2 * RADIUS - 0.01 for place in standers)
        if not crowd.is_active(walker):
            break
    assert (crowd.positions[:len(standing)] == standers).all()
    return crowd, walker, standing, walked


@pytest.mark.parametrize("standers, start, most", [(LINE, (10, 0, 20), 34), (BAY, (17, 0, 20), 40), (BAY, (5, 0, 20), 52)])
def test_islands_of_standers_are_gone_round(standers, start, most):
    crowd, walker, _standing, walked = walk_past(HALL, standers, start, (30, 0, 20), 25)
    assert crowd.status(walker) == Status.SUCCESS and walked < most and crowd.searches == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_field_of_standers_is_crossed(seed):
    places = [(x, 0, z) for x, z in np.random.default_rng(seed).uniform(8, 32, (120, 2))]
    crowd, walker, _standing, _walked = walk_past(HALL, places, (3, 0, 20), (37, 0, 20), 45)
    assert crowd.status(walker) == Status.SUCCESS


def test_another_door_is_taken_where_one_is_blocked():
    crowd, walker, _standing, walked = walk_past(TWO_DOORS, [(11, 0, 4.5)], (2, 0, 3), (20, 0, 3), 25)
    assert crowd.status(walker) == Status.SUCCESS and crowd.replans(walker) == 1 and walked > 35


def test_the_next_one_knows_that_it_is_blocked():
    crowd, walker, _standing, _walked = walk_past(TWO_DOORS, [(11, 0, 4.5)], (2, 0, 3), (20, 0, 3), 5)
    crowd.request_path(walker, (20, 0, 2))
    later = crowd.add_agent((2, 0, 2), radius=RADIUS)
    thin = crowd.add_agent((2, 0, 1), radius=0.1)
    crowd.request_path(later, (20, 0, 2))
    crowd.request_path(thin, (20, 0, 2))
    assert crowd.path(later)[:, 2].max() >= 15 and crowd.path(walker)[:, 2].max() >= 15
    assert crowd.path(thin)[:, 2].max() < 6                                     # it may fit past


@pytest.mark.parametrize("move", [False, True])
def test_a_way_is_open_again_once_the_standing_agent_has_gone(move):
    crowd, walker, standing, _walked = walk_past(TWO_DOORS, [(11, 0, 4.5)], (2, 0, 3), (20, 0, 3), 5)
    if move:
        crowd.set_position(standing[0], (11, 0, 15.5))
    else:
        crowd.remove(standing[0])
    crowd.step(DT)
    late = crowd.add_agent((2, 0, 2), radius=RADIUS)
    crowd.request_path(late, (20, 0, 2))
    assert crowd.path(late)[:, 2].max() < 6


def test_without_another_way_an_agent_waits():
    crowd, walker, standing, _walked = walk_past(ONE_DOOR, [(11, 0, 4.5)], (2, 0, 3), (20, 0, 3), 15)
    assert crowd.status(walker) == Status.RUNNING and crowd.position(walker)[0] < 11
    crowd.remove(standing[0])
    for _ in range(400):
        crowd.step(DT)
    assert crowd.status(walker) == Status.SUCCESS


@pytest.mark.parametrize("stander, goal, replans, most", [(9.999, 10.001, 0, 8), (9.7, 10.1, 1, 65)])
def test_another_way_is_taken_only_where_it_leads_nearer(stander, goal, replans, most):
    """Where somebody stands on the goal, the agent has arrived beside it."""
    crowd, walker, _standing, walked = walk_past(RING, [(stander, 0, 4.5)], (3, 0, 4.5), (goal, 0, 4.5), 45)
    assert crowd.status(walker) == Status.SUCCESS
    assert crowd.replans(walker) == replans and walked < most


def test_blocked_ways_are_saved():
    crowd, walker, _standing, _walked = walk_past(TWO_DOORS, [(11, 0, 4.5)], (2, 0, 3), (20, 0, 3), 5)
    other = Crowd(TWO_DOORS)
    other.load_state(crowd.save_state())
    assert other.save_state() == crowd.save_state()
    paths = []
    for one in (crowd, other):
        late = one.add_agent((2, 0, 2), radius=RADIUS)
        one.request_path(late, (20, 0, 2))
        paths.append(one.path(late).tolist())
    assert paths[0] == paths[1] and max(z for _x, _y, z in paths[0]) >= 15
    for _ in range(1500):                                                       # until the way is blocked no longer
        crowd.step(DT)
        other.step(DT)
    assert other.save_state() == crowd.save_state()


# ---- the budget of searches ----

def replanning_crowd(budget, count=40, **params):
    crowd = Crowd(TWO_DOORS)
    crowd.search_budget = budget
    agents = [crowd.add_agent((1 + 0.2 * i, 0, 1 + 0.4 * i), radius=0.1, **params) for i in range(count)]
    for agent in agents:
        crowd.request_path(agent, (21, 0, 10))
    crowd.step(DT)
    crowd.mesh = TWO_DOORS                                                      # all have to look anew
    return crowd, agents


def test_searches_of_a_step_keep_to_the_budget_and_nobody_is_forgotten():
    crowd, agents = replanning_crowd(1)
    for step in range(len(agents)):
        before = crowd.searches
        crowd.step(DT)
        assert crowd.searches - before == 1                                     # one always, however small the budget is
    before = crowd.searches
    crowd.step(DT)
    assert crowd.searches == before and all(crowd.replans(agent) == 1 for agent in agents)


def test_in_the_queue_of_searches_an_agent_walks_on():
    crowd, agents = replanning_crowd(1, avoidance_enabled=False)
    free, others = replanning_crowd(1_000_000, avoidance_enabled=False)
    for _ in range(10):
        crowd.step(DT)
        free.step(DT)
    assert free.searches == 2 * len(others) and crowd.searches == len(agents) + 10
    assert np.allclose(crowd.positions, free.positions, atol=1e-9)


def test_in_the_queue_of_searches_an_agent_does_not_walk_past_its_goal():
    crowd = Crowd(HALL)
    crowd.search_budget = 1
    agents = [crowd.add_agent((5, 0, 5 + 0.1 * i), radius=0.1, avoidance_enabled=False, **AT_ONCE) for i in range(300)]
    for i, agent in enumerate(agents):
        crowd.request_path(agent, (9, 0, 5 + 0.1 * i))
    for _ in range(30):
        crowd.step(DT)
    crowd.mesh = HALL
    for _ in range(100):
        crowd.step(DT)
    late = crowd.positions[-100:, 0]
    assert (8.8 <= late).all() and (late <= 9 + 1e-6).all()        # it goes on until there, but a stride


def test_an_agent_that_waits_for_its_first_path_stands():
    crowd = Crowd()
    crowd.search_budget = 1
    agents = [crowd.add_agent((5, 0, 5 + 0.1 * i), radius=0.1) for i in range(20)]
    for agent in agents:
        assert crowd.request_path(agent, (30, 0, 20)) == Status.FAILURE                         # there is no navmesh yet
    crowd.mesh = HALL
    for step in range(len(agents)):
        crowd.step(0.0)
        assert crowd.searches == step + 1 and sum(len(crowd.path(agent)) > 0 for agent in agents) == step + 1
    assert all(crowd.status(agent) == Status.RUNNING for agent in agents)


def test_a_budget_below_one_is_refused():
    with pytest.raises(ValueError, match="search_budget: must be a whole number in 1"):
        Crowd(HALL).search_budget = 0


def test_threads_and_a_small_budget_make_no_difference():
    states = []
    with ThreadPoolExecutor(3) as executor:
        for threads in (None, executor):
            crowd, _agents = replanning_crowd(30, 45)
            for i in range(600):
                crowd.add_agent((1 + 0.3 * (i % 28), 0, 1 + 0.6 * (i // 28)), radius=0.1)
            for _ in range(60):
                crowd.step(DT, threads)
            states.append(crowd.save_state())
    assert states[0] == states[1]


def test_many_agents_may_find_one_way_blocked():
    """More than fit into a byte, and the way is open again once the standing agent has gone."""
    crowd = Crowd(TWO_DOORS)
    stander = crowd.add_agent((11, 0, 4.5), radius=RADIUS, yields=False)
    walkers = [crowd.add_agent((2, 0, 3), radius=RADIUS, avoidance_mask=2) for _ in range(300)]
    crowd.add_agent((11, 0, 4.5), radius=RADIUS, yields=False, avoidance_layers=2)
    for walker in walkers:
        crowd.request_path(walker, (20, 0, 3))
    for _ in range(600):
        crowd.step(DT)
    assert all(crowd.path(walker)[:, 2].max() >= 15 for walker in walkers)
    for agent in crowd.agents:
        if agent not in walkers:
            crowd.remove(agent)
    assert stander not in crowd
    crowd.step(DT)
    late = crowd.add_agent((2, 0, 2), radius=RADIUS)
    crowd.request_path(late, (20, 0, 2))
    assert crowd.path(late)[:, 2].max() < 6
