"""Right of way: crowds pass gates without overlaps, agents that press are let through, agents that stepped aside return."""
import numpy as np
import pytest

from navpy import Crowd, Status
from tests.crowds import AT_ONCE, DT, walk_all
from tests.meshes import DOOR, HALL, rectangles

RADIUS, SPEED = 0.3, 3.5


def gate(width, length=1.0, side=20.0):
    """Two halls and a passage between them: where centers may go."""
    middle = side / 2
    return rectangles((0, 0, side, side), (side, middle - width / 2, side + length, middle + width / 2),
                      (side + length, 0, 2 * side + length, side))


def scatter(rng, count, low, high):
    """Places whose bodies do not touch."""
    places = []
    while len(places) < count:
        place = rng.uniform((low, 0.5), (high, 19.5))
        if all(np.hypot(*(place - other)) > 2.05 * RADIUS for other in places):
            places.append(place)
    return [(x, 0.0, z) for x, z in places]


def deepest_overlap(crowd):
    at = crowd.positions[:, ::2]
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return 2 * RADIUS - apart.min()


def pass_gate(width, there, back, seconds, seed=0):
    """(when all had passed or None, longest stay of an agent in one place before the gate, deepest overlap), seconds and meters."""
    rng = np.random.default_rng(seed)
    starts = scatter(rng, there, 0.5, 19.5) + scatter(rng, back, 21.5, 40.5)
    goals = scatter(rng, there, 22, 40) + scatter(rng, back, 1, 19)
    crowd = Crowd(gate(width))
    agents = [crowd.add_agent(start, radius=RADIUS, max_speed=SPEED) for start in starts]
    for agent, goal in zip(agents, goals):
        crowd.request_path(agent, goal)
    through, left, since, longest, deepest = np.zeros(len(agents), bool), crowd.positions.copy(), np.zeros(len(agents)), 0.0, 0.0
    for step in range(int(seconds / DT)):
        crowd.step(DT)
        x = crowd.positions[:, 0]
        through |= np.where(np.arange(len(agents)) < there, x > 21, x < 20)
        deepest = max(deepest, deepest_overlap(crowd))
        moved = through | (np.linalg.norm(crowd.positions - left, axis=1) > 2 * RADIUS)
        left[moved], since[moved] = crowd.positions[moved], step
        longest = max(longest, (step - since).max() * DT)
        if through.all():
            return step * DT, longest, deepest
    return None, longest, deepest


@pytest.mark.parametrize("z", [10.0, 9.95, 8.0])
def test_a_file_walks_through_a_narrow_gate_as_if_there_was_none(z):
    """Its last one arrives as soon as it would alone: nobody ahead is held up by those behind."""
    crowd = Crowd(gate(0.1))
    agents = [crowd.add_agent((19 - i, 0, z), radius=RADIUS, max_speed=SPEED) for i in range(15)]
    for agent in agents:
        crowd.request_path(agent, (38, 0, 10))
    alone = Crowd(gate(0.1))
    last = alone.add_agent((5, 0, z), radius=RADIUS, max_speed=SPEED)
    alone.request_path(last, (38, 0, 10))
    steps = [0, 0]
    for which, (one, agent) in enumerate(((crowd, agents[-1]), (alone, last))):
        while one.position(agent)[0] < 22:
            one.step(DT)
            steps[which] += 1
            assert steps[which] < 1000
    assert steps[0] <= 1.1 * steps[1]


@pytest.mark.parametrize("width, seconds", [(0.1, 30), (0.7, 25), (3.0, 12)])
def test_a_crowd_does_not_clog_a_gate(width, seconds):
    """40 agents at once. One that starts at the gate leaves room for the next one after √(2 · 0.6 / 8) = 0.39 s: a file of them needs
    15 s."""
    done, _longest, deepest = pass_gate(width, 40, 0, seconds)
    assert done is not None and deepest < 0.1 * RADIUS


@pytest.mark.parametrize("width", [0.1, 0.7, 1.4, 3.0])
@pytest.mark.parametrize("seed", [0, 1])
def test_two_crowds_pass_a_gate_both_ways(width, seed):
    """Also where only one fits through: they take turns, nobody waits for long, nobody walks through anybody. One file of the 60 needs
    23 s."""
    done, longest, deepest = pass_gate(width, 30, 30, 100, seed)
    assert done is not None and longest < {0.1: 35, 0.7: 15}.get(width, 10) and deepest < 0.4 * RADIUS


def test_an_agent_that_has_stepped_aside_returns():
    corridor = rectangles((0, 0, 40, 1.2))
    crowd = Crowd(corridor)
    walker, stander = crowd.add_agent((1, 0, 0.6)), crowd.add_agent((20, 0, 0.6))
    crowd.request_path(stander, (20, 0, 0.6))
    crowd.step(DT)
    assert crowd.status(stander) == Status.SUCCESS and not crowd.is_active(stander)
    crowd.request_path(walker, (39, 0, 0.6))
    furthest = 0.0
    for _ in range(1500):
        crowd.step(DT)
        furthest = max(furthest, np.hypot(*np.subtract(crowd.position(stander), (20, 0, 0.6))[::2]))
        assert crowd.status(stander) == Status.SUCCESS
    assert furthest > 0.5 and crowd.status(walker) == Status.SUCCESS
    assert crowd.position(stander) == pytest.approx((20, 0, 0.6), abs=1e-3) and not crowd.is_active(stander)


def test_an_agent_whose_home_is_taken_tries_for_a_while():
    """It gets as near to it as it can, and rests only after 2.5 diameter times without progress."""
    crowd = Crowd(rectangles((0, 0, 40, 1.2)))
    walker, stander = crowd.add_agent((1, 0, 0.6)), crowd.add_agent((20, 0, 0.6))
    crowd.request_path(stander, (20, 0, 0.6))
    crowd.step(DT)
    crowd.request_path(walker, (39, 0, 0.6))
    while crowd.position(walker)[0] < 22:
        crowd.step(DT)
    crowd.add_agent((20, 0, 0.6), yields=False)
    away, tried = crowd.position(stander)[0], 0
    while not crowd.is_active(stander):
        crowd.step(DT)
    while crowd.is_active(stander):
        crowd.step(DT)
        tried += 1
    assert tried * DT > 2.5 / 3.5 and crowd.position(stander)[0] < away - 0.05 and crowd.status(stander) == Status.SUCCESS


def test_an_agent_that_was_put_elsewhere_stays_there():
    crowd = Crowd(rectangles((0, 0, 40, 1.2)))
    walker, stander = crowd.add_agent((18, 0, 0.6)), crowd.add_agent((20, 0, 0.6))
    crowd.request_path(stander, (20, 0, 0.6))
    crowd.request_path(walker, (39, 0, 0.6))
    while crowd.position(stander)[0] < 20.4:
        crowd.step(DT)
    crowd.set_position(stander, (5, 0, 0.6))
    for _ in range(600):
        crowd.step(DT)
    assert crowd.position(stander) == (5, 0, 0.6)


def test_a_higher_priority_is_not_slowed_by_a_lower():
    crowd, alone = Crowd(HALL), Crowd(HALL)
    high, only = crowd.add_agent((5, 0, 20)), alone.add_agent((5, 0, 20))
    low = crowd.add_agent((35, 0, 20), avoidance_priority=0.5)
    for one, agent, goal in ((crowd, high, (35, 0, 20)), (alone, only, (35, 0, 20)), (crowd, low, (5, 0, 20))):
        one.request_path(agent, goal)
    for _ in range(600):
        crowd.step(DT)
        alone.step(DT)
        assert crowd.position(high) == alone.position(only)
    assert crowd.status(low) == Status.SUCCESS


@pytest.mark.parametrize("seed", [0, 8, 18])
def test_all_come_to_rest_behind_a_doorway(seed):
    """An agent whose home is taken when it returns does not try for ever."""
    rng = np.random.default_rng(seed)
    starts = [(2 + 2 * (i % 3) + rng.uniform(-1e-3, 1e-3), 0, 3 + 2 * (i // 3) + rng.uniform(-1e-3, 1e-3)) for i in range(6)]
    goals = [(21 - x, 0, z) for x, _, z in starts]
    crowd, agents, least = walk_all(DOOR, starts + goals, goals + starts, 30)
    assert not any(crowd.is_active(agent) for agent in agents) and least > -0.1 * 0.5
    assert all(crowd.status(agent) == Status.SUCCESS for agent in agents)


def test_a_crowd_uses_all_of_a_wide_door():
    """400 agents in front of a door of 10 m, drawn to neither side of it, pass it at 20 a second and more."""
    crowd = Crowd(gate(10.0, side=40.0))
    starts = [(38 - 0.8 * (i // 20), 0, 12.4 + 0.8 * (i % 20)) for i in range(400)]
    rng = np.random.default_rng(0)
    agents = [crowd.add_agent(start, radius=RADIUS, max_speed=SPEED) for start in starts]
    for agent in agents:
        crowd.request_path(agent, (rng.uniform(50, 80), 0, rng.uniform(1, 39)))
    crossed, deepest = np.full(400, np.nan), 0.0
    for step in range(int(20 / DT)):
        crowd.step(DT)
        places = crowd.positions
        new = np.isnan(crossed) & (places[:, 0] > 41)
        crossed[new] = places[new, 2]
        deepest = max(deepest, deepest_overlap(crowd)) if step % 10 == 0 else deepest
        if not np.isnan(crossed).any():
            break
    assert not np.isnan(crossed).any() and abs(np.median(crossed) - 20) < 1.25 and deepest < 0.2 * RADIUS


def test_agents_before_a_door_have_not_arrived_behind_it():
    """120 agents with one goal 11 m beyond a door fill the ground around it; none succeeds on the near side."""
    crowd = Crowd(rectangles((0, 0, 19.4, 29), (19.4, 13.5, 20.6, 15.5), (20.6, 0, 39, 29)))
    agents = [crowd.add_agent((2 + 1.1 * (i // 14), 0, 7 + 1.1 * (i % 14)), radius=0.5) for i in range(120)]
    for agent in agents:
        crowd.request_path(agent, (31.5, 0, 14.5))
    for _ in range(int(90 / DT)):
        crowd.step(DT)
        statuses = np.array([crowd.status(agent) for agent in agents])
        assert (crowd.positions[statuses == Status.SUCCESS, 0] > 20.6).all()
        if not any(crowd.is_active(agent) for agent in agents):
            break
    assert (statuses == Status.SUCCESS).all()
    assert np.hypot(*(crowd.positions - (31.5, 0, 14.5))[:, ::2].T).max() < 10.5      # 5.8 m if packed without gaps


@pytest.mark.parametrize("width", [0.1, 0.7])
def test_a_large_agent_is_let_in_by_a_stream_of_small_ones(width):
    """Its center is farther from the gate than those of the small ones that squeeze in before it, and there is no end of them."""
    crowd, rng = Crowd(gate(width)), np.random.default_rng(0)
    large = crowd.add_agent((19.9, 0, 12), radius=1.0, max_speed=SPEED)
    stream = [crowd.add_agent((18 - 0.7 * (i // 6), 0, 8.25 + 0.7 * (i % 6)), radius=RADIUS, max_speed=SPEED) for i in range(24)]
    for agent in [large, *stream]:
        crowd.request_path(agent, (30, 0, 10))
    went_first = 0
    for _ in range(int(40 / DT)):
        crowd.step(DT)
        for agent in stream:
            if crowd.position(agent)[0] > 22:                       # to the end of the queue
                went_first += 1
                crowd.set_position(agent, (8 + rng.uniform(-2, 2), 0, 10 + rng.uniform(-2, 2)))
                crowd.stop(agent)
                crowd.request_path(agent, (30, 0, 10))
        if crowd.position(large)[0] > 21:
            break
    assert crowd.position(large)[0] > 21 and went_first > 12


def test_a_file_in_a_dead_end_arrives_from_the_front_to_the_back():
    """The last of six stands 5 m before the goal, and little of the ground between is filled: it goes on trying for a while."""
    crowd = Crowd(rectangles((0, 0, 40, 0.1)))
    agents = [crowd.add_agent((30 - 1.5 * i, 0, 0.05), radius=0.5) for i in range(6)]
    for agent in agents:
        crowd.request_path(agent, (39, 0, 0.05))
    stand, arrived = None, {}
    for step in range(int(60 / DT)):
        crowd.step(DT)
        if stand is None and np.abs(crowd.velocities).max() < 0.05:
            stand = step * DT
        for agent in agents:
            if agent not in arrived and crowd.status(agent) == Status.SUCCESS:
                arrived[agent] = step * DT
    times = [arrived[agent] for agent in agents]
    assert times == sorted(times) and times[-1] > stand + 5


def cut_in(held, angle):
    """One whose body does not move, 0.5 m wide and with 3.5 m/s to go, was held up for so many of its diameter times. Another one's
    straight way leads across, 1 m ahead of it. (m/s by which the first slows down, meters that the second goes aside by)"""
    crowd, direction, crossing = Crowd(HALL), np.array((np.cos(angle), 0, -np.sin(angle))), np.array((13.0, 0, 20))
    stuck = crowd.add_agent((12, 0, 20), radius=0.5, max_speed=3.5, **AT_ONCE)
    crowd.request_path(stuck, (39, 0, 20))
    for _ in range(round(held * (1.0 / 3.5) / DT)):
        crowd.steer(DT)
    other = crowd.add_agent(crossing - 5 * direction, radius=0.5, max_speed=3.5, **AT_ONCE)
    crowd.request_path(other, crossing + 14 * direction)
    slows = aside = 0.0
    for _ in range(240):
        crowd.steer(DT)
        slows = max(slows, crowd.preferred_velocity(stuck)[0] - crowd.velocity(stuck)[0])
        aside = max(aside, abs(np.dot(crowd.position(other) - crossing, (np.sin(angle), 0, np.cos(angle)))))
        crowd.set_position(other, np.add(crowd.position(other), np.multiply(crowd.velocity(other), DT)))
    return slows, aside


@pytest.mark.parametrize("angle", [0.35, 0.6])
def test_who_is_held_up_is_let_in_after_twelve_diameter_times_and_not_before(angle):
    """Before, others cut in ahead of it as if it had just come, though it presses after five: a queue keeps its order."""
    first = cut_in(1, angle)[0]
    assert first > 0.7 and [cut_in(held, angle)[0] for held in (4, 7)] == pytest.approx([first, first], rel=0.05)
    assert cut_in(14, angle)[0] < 0.3 * first and cut_in(20, angle)[0] < 0.3 * first        # what is left comes from contact


# ---- priorities, told by who gives way: the bodies are stuck, so that all stand as they began ----

def steer_on(crowd, seconds):
    for _ in range(round(seconds / DT)):
        crowd.steer(DT)


def gives_way(crowd, agent):
    """m/s."""
    return np.hypot(*np.subtract(crowd.velocity(agent), crowd.preferred_velocity(agent))[::2])


def test_two_that_stand_against_each_other_take_turns():
    """The one that came 5 s earlier goes first, and from then on each has its turn once in 60 diameter times of 1 / 3.5 s."""
    crowd = Crowd(HALL)
    one, other = crowd.add_agent((19.25, 0, 20), **AT_ONCE), crowd.add_agent((20.75, 0, 20), **AT_ONCE)
    crowd.request_path(one, (39, 0, 20))
    steer_on(crowd, 5)
    crowd.request_path(other, (1, 0, 20))
    turns = []
    for step in range(round(60 / DT)):
        crowd.steer(DT)
        of_one, of_other = gives_way(crowd, one), gives_way(crowd, other)
        if max(of_one, of_other) < 1.0:                         # for a step, where one of them takes over
            continue
        assert min(of_one, of_other) == 0.0
        if not turns or turns[-1][0] != (of_other > 0.0):
            turns.append((of_other > 0.0, step * DT))
    assert [first for first, _ in turns] == [True, False] * 3 + [True]
    begins = [begin for _, begin in turns]
    for of_one in (begins[1::2], begins[2::2]):
        assert np.diff(of_one) == pytest.approx(60 / 3.5, abs=2 * DT)


def file_and_opponent(beside, first):
    """Ten in a file eastwards, and one beside one of them that walks westwards. Number `first`, from the front, came 2 s before the
    opponent, the others 2 s after it. (m/s by which the one beside the opponent gives way, and the opponent)"""
    crowd = Crowd(HALL)
    file = [crowd.add_agent((26 - 1.1 * i, 0, 20), **AT_ONCE) for i in range(10)]
    opponent = crowd.add_agent((26.4 - 1.1 * beside, 0, 20.95), **AT_ONCE)
    crowd.request_path(file[first], (39, 0, 20))
    steer_on(crowd, 2)
    crowd.request_path(opponent, (1, 0, 20.6))
    steer_on(crowd, 2)
    for agent in file[:first] + file[first + 1:]:
        crowd.request_path(agent, (39, 0, 20))
    steer_on(crowd, 6)
    return gives_way(crowd, file[beside]), gives_way(crowd, opponent)


def test_a_priority_is_inherited_by_all_ahead_and_by_five_behind():
    for beside in range(10):
        member, opponent = file_and_opponent(beside, first=9)
        assert member < opponent                                        # the last of the file came first
        member, opponent = file_and_opponent(beside, first=0)
        assert (member > opponent) == (beside > 5)


@pytest.mark.parametrize("width", [0.02, 0.1, 0.6])
def test_who_arrives_right_behind_a_gate_does_not_plug_it(width):
    """Each crowd's goals are the places of the other one, so that its first ones arrive among those who wait to go through."""
    k = np.arange(25)
    west = np.stack([18.5 - 0.7 * (k // 5), 0.0 * k, 8.4 + 0.8 * (k % 5)], axis=1)
    east = (39, 0, 0) + west * (-1, 1, 1)
    crowd = Crowd(rectangles((0, 0, 19, 20), (19, 10 - width / 2, 20, 10 + width / 2), (20, 0, 39, 20)))
    agents = [crowd.add_agent(place, radius=RADIUS, max_speed=SPEED) for place in np.concatenate([west, east])]
    for agent, goal in zip(agents, np.concatenate([east, west])):
        crowd.request_path(agent, goal)
    left, since, longest = crowd.positions.copy(), np.zeros(50), 0.0
    for step in range(int(120 / DT)):
        crowd.step(DT)
        waits = np.array([crowd.status(agent) is Status.RUNNING for agent in agents])
        moved = ~waits | (np.linalg.norm(crowd.positions - left, axis=1) > 2 * RADIUS)
        left[moved], since[moved] = crowd.positions[moved], step
        longest = max(longest, (step - since).max() * DT)
        if not waits.any():
            break
    assert not waits.any() and longest < 30, f"{waits.sum()} are not there, one stood for {longest} s"


def test_streams_against_each_other_in_the_open_do_not_push_each_other_back():
    random, k = np.random.default_rng(0), np.arange(34)
    west = np.stack([9 - 0.9 * (k // 6), 0.0 * k, 0.5 + 0.8 * (k % 6)], axis=1) + random.uniform(-0.1, 0.1, (34, 3)) * (1, 0, 1)
    starts = np.concatenate([west, (34, 0, 5) - west])
    crowd = Crowd(rectangles((0, 0, 34, 5)))
    agents = [crowd.add_agent(start, radius=0.2, max_speed=1.34) for start in starts]
    for agent, start in zip(agents, starts):
        crowd.request_path(agent, (34 - start[0], 0, start[2]))
    farthest, back = np.zeros(68), np.zeros(68)
    for _ in range(int(30 / DT)):
        crowd.step(DT)
        walked = (crowd.positions - starts)[:, 0] * np.repeat([1, -1], 34)
        farthest = np.maximum(farthest, walked)
        back = np.maximum(back, farthest - walked)
    assert (walked > 14).all() and back.mean() < 1, f"walked {walked.min()} m, back {back.mean()} m on the average"


@pytest.mark.parametrize("time_gap, speed", [(0.5, 1.0), (1.0, 1.0), (0.5, 2.0)])
def test_who_follows_a_slower_one_keeps_its_time_gap(time_gap, speed):
    """Behind it the speed minimizes (v − 3.5)² + 20 (v − gap / T)², with the weight of others' lines: v = (3.5 + 20 gap / T) / 21."""
    crowd = Crowd(rectangles((0, 0, 100, 4)))
    ahead, behind = (crowd.add_agent((x, 0, 2), radius=RADIUS, max_speed=most, time_gap=time_gap)
                     for x, most in ((5, speed), (2, 3.5)))
    for agent in (ahead, behind):
        crowd.request_path(agent, (99, 0, 2))
    for _ in range(int(20 / DT)):
        crowd.step(DT)
    gap = crowd.position(ahead)[0] - crowd.position(behind)[0] - 2 * RADIUS
    assert gap == pytest.approx(time_gap * (21 * speed - 3.5) / 20, abs=0.02)


def test_two_that_stand_and_have_made_way_for_each_other():
    """The first one keeps nothing of it once it walks: else the right of each against a third one would be that of the other."""
    crowd = Crowd(rectangles((0, 0, 40, 0.2)))
    first, second, presses, _stands = (crowd.add_agent((x, 0, 0.1), yields=x < 38) for x in (15, 17, 36, 38))
    crowd.request_path(presses, (39, 0, 0.1))
    crowd.request_path(second, (1, 0, 0.1))
    for _ in range(300):
        crowd.step(DT)
    assert crowd.position(first)[0] < 14                            # it has made way
    crowd.stop(second)
    crowd.request_path(first, (35, 0, 0.1))
    for _ in range(300):
        crowd.step(DT)
    assert crowd.position(second)[0] > 24
    crowd.stop(first)
    for _ in range(60):
        crowd.step(DT)
    assert crowd.status(presses) == Status.RUNNING and crowd.position(presses)[0] == pytest.approx(37, abs=0.05)
