"""Six of Reynolds' steering behaviors side by side."""
import numpy as np

from navpy.motion import Vehicles, Wander, arrive, flee, follow_path, pursue, seek, wander
from navpy.studio.player import FRAME, Panel, Snapshot, rectangle

CAPTION = "Steering behaviors (Reynolds 1999); crosses are targets"
SECONDS, COLUMNS = 16.0, 3
NAMES = ("seek", "flee", "arrive", "pursue", "wander", "follow path")
PATH = np.array([(-5, -4), (-1, -4), (1, 0), (-4, 1), (-4, 4.5), (2, 4.5), (5, 2), (4, -4.5)], dtype=np.float64)
TARGETS = np.array([(4.5, 3.5), (-4.5, 2.0), (3.0, -4.0), (-3.5, -3.5)])      # one after the other
CHANGE = 4.0                                            # seconds that each is the target
LIMITS = dict(max_speed=3.0, max_force=5.0)


def panels():
    return [Panel(name, 0.35, ["#e8743b"] + ["#2f7fd1"] * (name in ("flee", "pursue")), [rectangle(-6.5, -6.5, 6.5, 6.5)], trail=4.0,
                  paths=[PATH] if name == "follow path" else []) for name in NAMES]


def on_a_loop(seconds, size, pace):
    """Position and velocity on a figure of eight."""
    a = pace * seconds
    return (np.array([[size * np.sin(a), 0.7 * size * np.sin(2 * a)]]),
            np.array([[pace * size * np.cos(a), 1.4 * pace * size * np.cos(2 * a)]]))


def steer(name, vehicle, target, other, walk):
    home = 4.0 * np.maximum(abs(vehicle.positions) - 4.0, 0.0) * -np.sign(vehicle.positions)       # newtons, back into the picture
    if name == "seek":
        return seek(vehicle, target)
    if name == "flee":
        return flee(vehicle, other.positions, 4.5) + home
    if name == "arrive":
        return arrive(vehicle, target, FRAME)
    if name == "pursue":
        return pursue(vehicle, other)
    if name == "wander":
        return wander(vehicle, walk, FRAME) + home
    return follow_path(vehicle, PATH, 0.4, 0.4, FRAME)


def frames():
    vehicles = {name: Vehicles([(-5.0, -4.0)], **LIMITS) for name in NAMES}
    walk, k = Wander(1, seed=3), 0
    while True:
        target = TARGETS[int(k * FRAME / CHANGE) % len(TARGETS)]
        other = Vehicles(*on_a_loop(k * FRAME, 4.5, 0.35), max_speed=9.0)
        snapshots = []
        for name, vehicle in vehicles.items():
            all_of = [vehicle, other] if name in ("flee", "pursue") else [vehicle]
            places, headings = (np.concatenate([getattr(each, what) for each in all_of]) for what in ("positions", "headings"))
            speed = np.hypot(*vehicle.velocities[0])
            snapshots.append(Snapshot(places, np.arctan2(headings[:, 1], headings[:, 0]), f"{speed:.1f} m/s",
                              target if name in ("seek", "arrive") else PATH[-1] if name == "follow path" else ()))
            vehicle.move(steer(name, vehicle, target, other, walk), FRAME)
        yield snapshots
        k += 1
