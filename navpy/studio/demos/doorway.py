"""Two groups pass a doorway from both sides at once. It is one agent wide."""
import numpy as np

import navpy
from navpy.studio.player import Panel, crowd_frames, to_world

CAPTION = "Two groups of a Crowd at a doorway one agent wide"
SECONDS, COLUMNS = 23.0, 1
RADIUS, DOOR, DEPTH, WEST, NORTH = 0.4, 0.7, 0.3, 8.0, 4.0       # meters; DOOR, WEST and NORTH from the center
STEPS = 3                                                        # of the crowd, a frame
ROWS = 2                                                         # of three, a group


def rooms(inset):
    """The outline of two rooms and the doorway between them, moved inwards by ``inset`` meters."""
    x, y, door, wall = WEST - inset, NORTH - inset, DOOR - inset, 0.5 * DEPTH + inset
    east = np.array([(wall, -door), (wall, -y), (x, -y), (x, y), (wall, y), (wall, door)])
    return np.concatenate([east, -east])


def panels():
    return [Panel("", RADIUS, ["#e8743b"] * 3 * ROWS + ["#2f7fd1"] * 3 * ROWS, [rooms(0.0)], trail=1.0)]


def frames():
    outline = rooms(RADIUS)                          # of the floor for the agents' centers
    mesh = navpy.NavMesh.from_polygons(to_world(outline), [range(len(outline))], agent_radius=RADIUS)
    places = np.array([(-3.0 - 1.6 * column, 1.6 * (row - 0.5 * (ROWS - 1))) for column in range(3) for row in range(ROWS)])
    starts = np.concatenate([places, -places])
    crowd, headings = navpy.Crowd(mesh), np.repeat([0.0, np.pi], len(places))
    for start in starts:
        agent = crowd.add_agent(to_world([start])[0], radius=RADIUS, target_desired_distance=0.3)
        crowd.request_path(agent, to_world([start * (-1, 1)])[0])
    yield from crowd_frames(crowd, headings, STEPS)
