"""Agents share the parameters that are the same, and each has its own nevertheless."""
import pathlib
import resource

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from navpy import Crowd
from tests.crowds import DT
from tests.meshes import rectangles

FIELD = rectangles((0, 0, 400, 400))
SPEEDS = st.sampled_from([0.5, 1.0, 2.0])


def speeds(crowd, agents):
    """Meters a second at which they set out; none is near another one."""
    crowd = twin(crowd)
    for agent in agents:
        crowd.request_path(agent, (399, 0, crowd.positions[agent & 0xFFFFFFFF][2]))
    crowd.step(DT)
    return [np.hypot(*crowd.velocities[agent & 0xFFFFFFFF][::2]) for agent in agents]


def twin(crowd):
    other = Crowd(FIELD)
    other.load_state(crowd.save_state())
    return other


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["add", "set", "remove", "reload", "take over"]), st.integers(0, 30), SPEEDS), max_size=40))
def test_every_agent_walks_by_its_own(calls):
    """Beside a dictionary, while agents come and go, change theirs, and states are loaded."""
    crowd, expected, row = Crowd(FIELD), {}, 0
    for call, which, speed in calls:
        agents = list(expected)
        if call == "add":
            row = (row + 1) % 40
            expected[crowd.add_agent((2, 0, 5 + 9 * row), max_speed=speed, max_acceleration=0, neighbor_distance=3)] = speed
        elif call == "reload":
            crowd.load_state(crowd.save_state())
        elif call == "take over":
            crowd = twin(crowd)
        elif agents and call == "set":
            crowd.set_params(agents[which % len(agents)], max_speed=speed)
            expected[agents[which % len(agents)]] = speed
        elif agents:
            crowd.remove(agents[which % len(agents)])
            del expected[agents[which % len(agents)]]
    assert speeds(crowd, list(expected)) == pytest.approx(list(expected.values()))


STATM = pathlib.Path("/proc/self/statm")


@pytest.mark.skipif(not STATM.exists(), reason="needs Linux's /proc")
def test_parameters_of_nobody_are_forgotten():
    """A parameter that changes in every frame, as a speed that follows a slope, takes no more memory with time."""
    def resident():
        return int(STATM.read_text().split()[1]) * resource.getpagesize()
    crowd = Crowd(FIELD)
    agents = crowd.add_agents([(2, 0, 2 + 3 * i) for i in range(100)])
    before = resident()
    for frame in range(500):
        for row, agent in enumerate(agents.tolist()):
            crowd.set_params(agent, max_speed=1.0 + 1e-3 * frame + 1e-6 * row)
    assert resident() - before < 4e6            # of 50,000 parameter sets of 300 bytes 100 are left
