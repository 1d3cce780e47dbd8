"""Agents that stand round a circle, a little unevenly, change places with those across, all through the middle."""
import numpy as np

import navpy
from navpy.studio.player import Stage, rectangle, watch, wheel, world

CAPTION = "60 agents of a Crowd, each on its way across"
SECONDS, COLUMNS = 21.0, 1
COUNT, RADIUS, RING, HALF, UNEVEN = 60, 0.4, 12.0, 13.5, 0.15    # agents; the others in meters
STEPS = 3                                           # of the crowd, a frame


def stages():
    return [Stage("", RADIUS, wheel(COUNT), [rectangle(-HALF, -HALF, HALF, HALF)])]


def frames():
    inner = HALF - RADIUS                           # where the agents' middles may go
    mesh = navpy.NavMesh.from_polygons(world(rectangle(-inner, -inner, inner, inner)), [range(4)], agent_radius=RADIUS)
    angles = 2 * np.pi * np.arange(COUNT) / COUNT
    starts = RING * np.column_stack([np.cos(angles), np.sin(angles)])
    starts += np.random.default_rng(1).uniform(-UNEVEN, UNEVEN, starts.shape)
    crowd, looking = navpy.Crowd(mesh), angles + np.pi
    for start in starts:
        agent = crowd.add_agent(world([start])[0], radius=RADIUS, max_speed=3.5, target_desired_distance=0.2)
        crowd.request_path(agent, world([-start])[0])
    yield from watch(crowd, looking, STEPS)
