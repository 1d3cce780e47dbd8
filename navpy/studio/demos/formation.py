"""A box of twenty agents walks around corners and through a narrow place, and forms the box again behind it."""
import numpy as np

from navpy.motion import Formation, box, orca_step, round_corners
from navpy.studio.player import FRAME, Panel, Snapshot, color_wheel, headings_of

CAPTION = "A Formation of 20 narrows to two files in a gap"
SECONDS, COLUMNS = 34.0, 1
COUNT, FILES, SPACING, RADIUS, SPEED, HASTE = 20, 4, 1.2, 0.35, 1.4, 2.4       # meters and m/s; haste: what an agent can do
WAY = [(-17.0, -6.0), (-6.0, -6.0), (-6.0, 6.0), (17.0, 6.0)]
GAP = ((4.0, 5.5), (4.6, 7.4))                      # meters: x from … to, y from … to
RADIUS_OF_TURNS = 5.0                               # meters: the ranks keep more than a body between files on the inner side
FLOOR = np.array([(-22, -9.5), (-2.5, -9.5), (-2.5, 2.5), (4, 2.5), (4, 4.6), (5.5, 4.6), (5.5, 2.5), (18.5, 2.5), (18.5, 9.5),
                  (5.5, 9.5), (5.5, 7.4), (4, 7.4), (4, 9.5), (-9.5, 9.5), (-9.5, -2.5), (-22, -2.5)], dtype=np.float64)
PATH = round_corners(WAY, RADIUS_OF_TURNS)


def panels():
    return [Panel("", RADIUS, color_wheel(COUNT), [FLOOR], [PATH.sample()], trail=2.0)]


def clear_width(x, y):
    """Meters between the walls at the formation's probe."""
    (west, east), (south, north) = GAP
    return north - south if west - 0.5 <= x <= east + 0.5 and y > 0 else 7.0


def frames():
    slots = box(COUNT, FILES, SPACING)
    formation = Formation("column", slots, PATH, SPACING, SPEED, HASTE)
    positions = np.random.default_rng(5).permutation(box(COUNT, 5, 1.0)) * (1.0, 0.9) + WAY[0] + (1.0, 0.3)
    velocities, headings = np.zeros((COUNT, 2)), np.zeros(COUNT)
    while True:
        targets, of_slots = formation.advance(FRAME, positions, clear_width(*formation.probe[:2]))
        preferred = (targets - positions) / FRAME
        preferred *= np.minimum(1.0, HASTE / np.maximum(np.hypot(*preferred.T), 1e-9))[:, None]
        velocities = orca_step(positions, velocities, preferred, RADIUS, HASTE, obstacles=[FLOOR[::-1]], dt=FRAME, time_horizon=1.0,
                               time_horizon_obstacles=0.5)
        headings = headings_of(velocities, headings, 0.3)
        state = "arrived" if formation.arrived else "in formation" if formation.stands else "changing"
        yield [Snapshot(positions, headings, state, targets)]
        positions = positions + FRAME * velocities
