"""Two agents whose paths cross at a right angle, by four kinds of velocity obstacles."""
import numpy as np

from navpy.motion import avoid, orca_step
from navpy.studio.player import FRAME, Panel, Snapshot, headings_of, rectangle

CAPTION = "Ways at right angles: how often each kind of velocity obstacle lets the two swerve"
SECONDS, COLUMNS = 11.0, 2
KINDS = ("vo", "rvo", "hrvo", "orca")
STARTS, GOALS = np.array([(-6.0, 0.0), (0.05, -6.0)]), np.array([(6.0, 0.0), (0.05, 6.0)])
RADIUS, SPEED, HORIZON, DT = 0.5, 1.5, 6.0, 0.1      # meters, m/s, seconds; two frames a step
SWERVING = 1e-3                                     # m/s sideways


class Walkers:
    """The two agents with one kind of avoidance. changes: how often the sign of a lateral velocity has changed."""

    def __init__(self, kind):
        self.kind, self.positions, self.changes = kind, STARTS.copy(), 0
        self.paths = (GOALS - STARTS) / np.hypot(*(GOALS - STARTS).T)[:, None]
        self.velocities, self.side = SPEED * self.paths, np.zeros(2)

    def choose(self):
        """Chooses new velocities for the next DT seconds."""
        left = GOALS - self.positions
        preferred = left * np.minimum(SPEED / np.maximum(np.hypot(*left.T), 1e-9), 1 / DT)[:, None]
        state = (self.positions, self.velocities, preferred, RADIUS, SPEED)
        if self.kind == "orca":
            self.velocities = orca_step(*state, dt=DT, time_horizon=HORIZON)
        else:
            self.velocities = avoid(*state, kind=self.kind, neighbor_distance=20.0, max_neighbors=1, time_horizon=HORIZON, dt=DT)
        lateral = self.paths[:, 0] * self.velocities[:, 1] - self.paths[:, 1] * self.velocities[:, 0]
        side = np.where(abs(lateral) > SWERVING, np.sign(lateral), self.side)
        self.changes += int((side * self.side < 0).sum())
        self.side = side


def panels():
    return [Panel(kind.upper(), RADIUS, ["#e8743b", "#2f7fd1"], [rectangle(-7, -7, 7, 7)], trail=SECONDS,
                  paths=[np.stack(ends) for ends in zip(STARTS, GOALS)]) for kind in KINDS]


def frames():
    walkers = [Walkers(kind) for kind in KINDS]
    headings = np.array([[0.0, 0.5 * np.pi]] * len(KINDS))
    while True:
        for each in walkers:
            each.choose()
        for _ in range(round(DT / FRAME)):
            headings = [headings_of(each.velocities, before, 0.05) for each, before in zip(walkers, headings)]
            yield [Snapshot(each.positions.copy(), angles, f"swerves: {each.changes}") for each, angles in zip(walkers, headings)]
            for each in walkers:
                each.positions += FRAME * each.velocities
