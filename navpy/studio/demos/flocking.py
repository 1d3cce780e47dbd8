"""Boids: the order of the flock comes from each boid's reactions to its neighbors."""
import numpy as np

from navpy.motion import Vehicles, flock_forces
from navpy.studio.player import FRAME, Panel, Snapshot, rectangle

CAPTION = "300 boids, colored by heading: separation, alignment, cohesion"
SECONDS, COLUMNS = 16.0, 1
COUNT, SIZE, HALF_X, HALF_Y = 300, 0.35, 20.0, 12.5      # the others in meters
SPEED, FORCE = 4.0, 6.0                                 # m/s, newtons
TURN, PULL = 0.7, 5.0                                   # boids turn back from this share of the way to the border, by this factor
RULES = dict(separation_radius=0.9, alignment_radius=3.0, cohesion_radius=3.0, separation_weight=1.0, alignment_weight=2.5,
             cohesion_weight=0.15, view_angle=1.5 * np.pi, max_force=FORCE, max_speed=SPEED)


def panels():
    return [Panel("", SIZE, [], [rectangle(-HALF_X, -HALF_Y, HALF_X, HALF_Y)])]


def keep_going(positions, velocities, headings):
    """Forces in newtons: forwards up to full speed, and near the border to the side on which the center lies."""
    slower = SPEED - np.hypot(*velocities.T)[:, None]
    over = np.maximum(np.hypot(*(positions / (HALF_X, HALF_Y)).T)[:, None] - TURN, 0.0)
    left = headings[:, ::-1] * (-1, 1)
    inwards = np.where((left * positions).sum(1)[:, None] < 0, left, -left)
    return 2.0 * slower * headings + FORCE * np.minimum(PULL * over, 1.0) * inwards


def frames():
    random = np.random.default_rng(7)
    angles = random.uniform(0, 2 * np.pi, COUNT)
    places = random.uniform(-1, 1, (COUNT, 2)) * (HALF_X - 3, HALF_Y - 3)
    boids = Vehicles(places, SPEED * np.column_stack([np.cos(angles), np.sin(angles)]), max_speed=SPEED, max_force=FORCE)
    while True:
        heading = boids.headings
        order = np.hypot(*heading.mean(0))
        yield [Snapshot(boids.positions, np.arctan2(heading[:, 1], heading[:, 0]), f"order {order:.2f}")]
        boids.move(flock_forces(boids.positions, boids.velocities, **RULES) + keep_going(boids.positions, boids.velocities, heading),
                   FRAME)
