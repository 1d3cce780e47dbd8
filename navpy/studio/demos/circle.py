"""Agents stand on a circle, a little unevenly, and change places with the agents opposite: all of them cross the middle."""
import numpy as np

import navpy
from navpy.studio.player import Panel, color_wheel, crowd_frames, rectangle, to_world

CAPTION = "60 agents of a Crowd, each on its way across"
SECONDS, COLUMNS = 21.0, 1
COUNT, RADIUS, RING, HALF, UNEVEN = 60, 0.4, 12.0, 13.5, 0.15    # agents; the others in meters
STEPS = 3                                           # of the crowd, a frame


def panels():
    return [Panel("", RADIUS, color_wheel(COUNT), [rectangle(-HALF, -HALF, HALF, HALF)])]


def frames():
    inner = HALF - RADIUS                           # the floor for the agents' centers
    mesh = navpy.NavMesh.from_polygons(to_world(rectangle(-inner, -inner, inner, inner)), [range(4)], agent_radius=RADIUS)
    angles = 2 * np.pi * np.arange(COUNT) / COUNT
    starts = RING * np.column_stack([np.cos(angles), np.sin(angles)])
    starts += np.random.default_rng(1).uniform(-UNEVEN, UNEVEN, starts.shape)
    crowd, headings = navpy.Crowd(mesh), angles + np.pi
    for start in starts:
        agent = crowd.add_agent(to_world([start])[0], radius=RADIUS, max_speed=3.5, target_desired_distance=0.2)
        crowd.request_path(agent, to_world([-start])[0])
    yield from crowd_frames(crowd, headings, STEPS)
