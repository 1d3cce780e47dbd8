"""Who crosses a link first: where two would meet on it, one waits."""
import numpy as np
import pytest

from navpy import Crowd, OffMeshLink, Status
from tests.meshes import rectangles

RADIUS = 0.4
EAST, WEST = (18.0, 0.0, 3.0), (2.0, 0.0, 3.0)


def two_floors(**link):
    """Two floors, x from 0 to 8 and from 12 to 20 m, and a link over the gap."""
    mesh = rectangles((0, 0, 8, 6), (12, 0, 20, 6))
    mesh.add_links([OffMeshLink((7.5, 0, 3), (12.5, 0, 3), two_way=True, **link)])
    return mesh


class Meeting:
    """Agents that go east, and agents that go west."""
    def __init__(self, east, west, mesh=None, **params):
        self.crowd = Crowd(two_floors() if mesh is None else mesh)
        params = {"radius": RADIUS, "max_speed": 2.0, **params}
        self.east = [self.crowd.add_agent((x, 0, z), **params) for x, z in east]
        self.west = [self.crowd.add_agent((x, 0, z), **params) for x, z in west]
        for agents, goal in (self.east, EAST), (self.west, WEST):
            for agent in agents:
                self.crowd.request_path(agent, goal)

    def step(self, dt=1 / 60):
        """True if nobody is on the link with somebody who comes from its other end."""
        self.crowd.step(dt)
        east, west = ([self.crowd.link(agent) >= 0 for agent in agents] for agents in (self.east, self.west))
        return not (any(east) and any(west))

    def go_on(self, seconds, dt=1 / 60):
        """Whether that was so in all steps, and the seconds until all had arrived; None: they had not."""
        was_free = True
        for step in range(round(seconds / dt)):
            was_free = self.step(dt) and was_free
            if all(self.crowd.status(agent) == Status.SUCCESS for agent in self.east + self.west):
                return was_free, step * dt
        return was_free, None


@pytest.mark.parametrize("later", [0.0, 0.01, 0.5, 1.0, 2.0, 3.0, 4.0])
@pytest.mark.parametrize("hertz", [30, 60, 144])
@pytest.mark.parametrize("acceleration", [0.0, 4.0])
def test_two_never_meet_on_a_link(later, hertz, acceleration):
    was_free, seconds = Meeting([(4.0, 3.0)], [(16.0 - later, 3.0)], max_acceleration=acceleration).go_on(30.0, 1 / hertz)
    assert was_free and seconds is not None and seconds < 16.0


def test_who_stands_at_its_begin_waits_too():
    """Both are asked in one frame, at the two ends."""
    was_free, seconds = Meeting([(7.5, 3.0)], [(12.5, 3.0)]).go_on(30.0)
    assert was_free and seconds < 16.0


@pytest.mark.parametrize("east, west", [(2, 2), (1, 5), (5, 5)])
def test_groups_take_turns(east, west):
    """Nobody is passed over: whoever came first goes first, from either end."""
    meeting = Meeting([(6.0 - i, 2.5 + i % 2) for i in range(east)], [(14.0 + i, 2.5 + i % 2) for i in range(west)])
    was_free, seconds = meeting.go_on(90.0)
    assert was_free and seconds is not None


def test_one_direction_waits_for_nobody():
    meeting = Meeting([(6.0 - 0.9 * i, 3.0) for i in range(5)], [])
    assert meeting.go_on(30.0)[1] < 13.0        # one after the other: 16.4 m at 2 m/s from the last one's place, and 5 goals in one


def test_in_a_passage_for_one():
    """The one who waits is in the way of the one who comes off the link, and backs off."""
    mesh = rectangles((0, 0, 3, 6), (3, 2.6, 8, 3.4), (12, 2.6, 17, 3.4), (17, 0, 20, 6))
    mesh.add_links([OffMeshLink((7.5, 0, 3), (12.5, 0, 3), two_way=True)])
    was_free, seconds = Meeting([(1.0, 3.0)], [(18.5, 3.0)], mesh).go_on(60.0)
    assert was_free and seconds is not None


def test_a_wide_link_has_room_for_both():
    mesh = two_floors(width=4.0)
    alone = Meeting([(4.0, 1.2)], [], mesh).go_on(30.0)[1]
    both = Meeting([(4.0, 1.2)], [(16.0, 4.8)], mesh).go_on(30.0)[1]
    assert both == pytest.approx(alone, abs=0.5)


def test_who_is_held_before_the_link_holds_nobody():
    """It came first, and does not move: the other one crosses."""
    meeting = Meeting([(6.5, 3.0)], [(18.0, 3.0)])
    meeting.crowd.set_params(meeting.east[0], max_speed=0.0)
    for _ in range(900):
        meeting.step(1 / 60)
    assert meeting.crowd.status(meeting.west[0]) == Status.SUCCESS


def test_who_avoids_nobody_any_more_waits_for_nobody():
    """It waits at the link, and its avoidance is turned off there, for good."""
    meeting = Meeting([(6.5, 3.0)], [(14.5, 3.0)])
    for _ in range(60):
        meeting.step()
    meeting.crowd.set_params(meeting.west[0], avoidance_enabled=False)
    assert meeting.go_on(30.0)[1] is not None


def test_a_loaded_state_goes_on_to_the_bit():
    meeting = Meeting([(6.0 - i, 3.0) for i in range(3)], [(14.0 + i, 3.0) for i in range(3)])
    for _ in range(6):
        for _ in range(97):
            meeting.step()
        state, loaded = meeting.crowd.save_state(), Crowd(two_floors())
        loaded.load_state(state)
        for _ in range(60):
            loaded.step(1 / 60)
            meeting.step()
        assert np.array_equal(loaded.positions, meeting.crowd.positions)
