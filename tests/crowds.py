"""How tests let crowds walk."""
import math

import numpy as np

from navpy import Crowd

DT, RADIUS = 1 / 60, 0.5
START, GOAL = (1.5, 0.0, 1.5), (1.5, 0.0, 11.5)     # in ROOMS: through the doors, past the pillars' corners, round the wall
AT_ONCE = dict(max_acceleration=0, turn_rate=0)         # a body without inertia has any velocity at once


# ---- one agent ----

def flat(a, b):
    return math.hypot(b[0] - a[0], b[2] - a[2])


def flat_length(points):
    return sum(flat(a, b) for a, b in zip(points, points[1:]))


def walk(crowd, agent, level=None, dt=DT, seconds=60.0, before_step=None):
    """Steps until the agent is at rest; the places it was at."""
    places = [crowd.position(agent)]
    for _ in range(int(seconds / dt)):
        if before_step:
            before_step()
            places.append(crowd.position(agent))
        crowd.step(dt)
        places.append(crowd.position(agent))
        if level:
            level.assert_step_on_floor(places[-2], places[-1])
        if not crowd.is_active(agent):
            assert crowd.preferred_velocity(agent) == (0, 0, 0)
            return places
    raise AssertionError(f"not at rest after {seconds} s: {crowd.position(agent)}, {crowd.distance_left(agent)} m left")


# ---- all agents ----

def gap(crowd):
    """Meters between the two nearest bodies, below 0 where they overlap."""
    at = crowd.positions[:, ::2]
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return apart.min() - 2 * RADIUS


def walk_all(mesh, starts, goals, seconds, **params):
    """(the crowd, its agents, the least gap): stepped until all have succeeded and rest, or the time is over."""
    crowd = Crowd(mesh)
    agents = [crowd.add_agent(start, radius=RADIUS, **params) for start in starts]
    for agent, goal in zip(agents, goals):
        crowd.request_path(agent, goal)
    least = gap(crowd)
    for _ in range(int(seconds / DT)):
        crowd.step(DT)
        least = min(least, gap(crowd))
        if not any(crowd.is_active(agent) for agent in agents):
            break
    return crowd, agents, least


def ring(count, radius=10.0, middle=(20.0, 20.0)):
    angle = np.arange(count) * 2 * np.pi / count
    x, z = radius * np.cos(angle), radius * np.sin(angle)
    return (np.column_stack([middle[0] + sign * x, 0 * x, middle[1] + sign * z]) for sign in (1, -1))
