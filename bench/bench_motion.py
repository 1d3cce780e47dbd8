"""How agents move: navpy's Crowd beside DetourCrowd, RVO2 and Godot's agents, in one run.

    python bench/bench_motion.py [folder of levels] [part …] [--gifs folder]      needs what bench_crowd.py does

Parts, all if none is named:
levels: agents that walk to random places of nav_test (the made level without a folder) and of an open square, 20 s each.
hall: a thousand through a door of 10 m; RVO2 has their paths made by hand.
waits: a thousand of radius 0.3 m on nav_test (the made level without a folder) for 10,000 steps. Who moves by less than a diameter in
10 s waits: in a queue, where somebody is within a diameter before it on its way, or with nobody before it, which no queue explains.
meetings: rings, streams against and across each other, a doorway, a bottleneck, two doors and a corridor two bodies wide, until all
are through or the time is over. RVO2 knows no paths, so it has the open scenes alone. Godot's agents have those of bench_crowd.py.

A row tells, of all agents until they are there:
turn       mean change of heading, degrees a second, while faster than 0.2 of full speed
flips      changes of the turning direction a second of moving, where both turns are over 3 degrees
accel      mean, 99th percentile and maximum of the acceleration, m/s²
stopped    share of the time below 0.1 of full speed
overlap    deepest overlap of two bodies, m; on levels from the fifth second on, as some begin in each other
off mesh   farthest from the navmesh, m
result     targets reached, or steps until all were there, and how many were

--gifs writes a picture of each meeting and side that moves, to look at where agents meet.
"""
import pathlib
import sys

import numpy as np

import navpy
from bench_bake import SETTINGS, made_level
from bench_crowd import (FRAME, OFF, DetourCrowd, OurCrowd, Rvo, Walkers, box, deepest_overlap, find_godot, furthest_off, near_by,
                         rectangles, ring, scenes, towards, walk_all)
from bench_path import load, pairs_on_one_island

SPEED, SECONDS = 3.5, 20.0
FLIP = np.radians(3)
PARTS = ("levels", "meetings", "hall", "waits")
WAIT = 10.0                         # seconds


# ---- the metrics ----

def motion(track, dt, speed, until=None):
    """Turn, flips, the acceleration's mean, 99th percentile and maximum, the share stopped. until: by agent, the step it was there."""
    velocity = np.diff(track, axis=0) / dt
    pace = np.hypot(*np.moveaxis(velocity, 2, 0))
    counted = np.ones(pace.shape, bool) if until is None else np.arange(len(pace))[:, None] < until
    heading = np.arctan2(velocity[..., 1], velocity[..., 0])
    turn = (np.diff(heading, axis=0) + np.pi) % (2 * np.pi) - np.pi
    moves = (pace > 0.2 * speed) & counted
    moving = moves[1:] & moves[:-1]
    large = (np.abs(turn) > FLIP) & moving
    flips = (turn[1:] * turn[:-1] < 0) & large[1:] & large[:-1]
    acceleration = (np.hypot(*np.moveaxis(np.diff(velocity, axis=0) / dt, 2, 0)))[counted[1:]]
    return (np.degrees(np.abs(turn[moving]).mean() / dt), flips.sum() / max(1, moving.sum()) / dt, acceleration.mean(),
            np.percentile(acceleration, 99), acceleration.max(), (pace < 0.1 * speed)[counted].mean())


HEADER = (f"{'':18} {'':9} {'turn':>6} {'flips':>6} {'accel':>6} {'p99':>6} {'max':>6} {'stopped':>7} {'overlap':>8} {'off mesh':>8}"
          "  result")


def row(scene, side, numbers, overlap, off, result):
    turn, flips, mean, high, most, stopped = numbers
    print(f"{scene:18} {side:9} {turn:6.1f} {flips:6.2f} {mean:6.1f} {high:6.1f} {most:6.0f} {stopped:7.2f} {overlap:8.3f} {off:8.3f}"
          f"  {result}", flush=True)


# ---- random targets ----

def targets(scene, mesh, count, radius):
    starts, goals = pairs_on_one_island(mesh, count)
    places = np.concatenate([goals, starts])
    crowds = {"navpy": OurCrowd(mesh, starts, goals, radius=radius), "Detour": DetourCrowd(mesh, starts, goals, radius, SPEED)}
    for side, crowd in crowds.items():
        walkers = Walkers(crowd, goals, places)
        spots = np.array([starts] + [walkers.update() for _step in range(round(SECONDS / FRAME))])
        found = mesh.locate_many(spots[-1])[1]
        off = np.linalg.norm(spots[-1] - found, axis=1).max()
        assert side != "navpy" or off <= OFF, f"{scene}: an agent is {off} m off the mesh"
        track = spots[..., ::2]
        row(scene, side, motion(track, FRAME, SPEED), deepest_overlap(track[300::6], radius), off, f"{walkers.drawn.sum()} targets")
        if side == "Detour":
            crowd.close()


def levels(folder):
    mesh = load(pathlib.Path(folder), "nav_test") if folder else navpy.bake(*made_level(), navpy.BakeSettings(**SETTINGS))
    name = "nav_test" if folder else "made level"
    targets(f"200 on {name}", mesh, 200, 0.4)
    targets(f"400 on {name}", mesh, 400, 0.3)
    targets("plaza of 1000", rectangles((0, 0, 100, 100)), 1000, 0.4)


# ---- a hall ----

def hall():
    """Seconds until the last of a thousand is through the door. RVO2's agents walk to the nearest place in the door, then on."""
    rank, file = np.divmod(np.arange(1000), 25)
    starts = np.stack([-3.5 - 0.8 * rank, 0.0 * rank, 0.8 * (file - 12)], axis=1)
    goals, radius = starts + (37, 0, 0), 0.3
    side = OurCrowd(rectangles((-40, -14, -0.5, 14), (-0.5, -5, 0.5, 5), (0.5, -14, 40, 14)), starts, goals, radius=radius)
    walls = [box(-0.5 + radius, low, 0.5 - radius, high) for low, high in ((-14, -5 - radius), (5 + radius, 14))]
    rvo = Rvo(starts[:, ::2], radius, SPEED, FRAME, walls)

    def step_rvo():
        at = rvo.positions()
        door = np.stack([np.full(1000, 0.6), np.clip(at[:, 1], -4.9, 4.9)], axis=1)
        rvo.step(towards(np.where(at[:, :1] < 0.5, door, goals[:, ::2]), at, SPEED))
        return rvo.positions()
    for name, step in (("navpy", lambda: side.step(FRAME)[1][:, ::2]), ("RVO2", step_rvo)):
        track = [starts[:, ::2]]
        while len(track) * FRAME < 120 and not (track[-1][:, 0] > 0.5).all():
            track.append(step())
        track = np.array(track)
        row("a thousand", name, motion(track, FRAME, SPEED), deepest_overlap(track[::30], radius), 0.0,
            f"{(track[-1][:, 0] > 0.5).sum()} through after {len(track) * FRAME:.1f} s")


# ---- waits ----

def waits(folder, count=1000, radius=0.3, steps=10_000):
    mesh = load(pathlib.Path(folder), "nav_test") if folder else navpy.bake(*made_level(), navpy.BakeSettings(**SETTINGS))
    starts, goals = pairs_on_one_island(mesh, count)
    side = OurCrowd(mesh, starts, goals, radius=radius)
    walkers = Walkers(side, goals, np.concatenate([goals, starts]))
    left, since, longest, alone = starts[:, ::2].copy(), np.zeros(count), np.zeros(count), np.zeros(count)
    for step in range(steps):
        at = walkers.update()[:, ::2]
        moved = np.hypot(*(at - left).T) > 2 * radius
        left[moved], since[moved] = at[moved], step
        longest = np.maximum(longest, (step - since) * FRAME)
        for i in np.flatnonzero((step - since) * FRAME > WAIT):
            way = side.crowd.preferred_velocities[i, ::2]
            gap = at - at[i]
            ahead = (gap @ way > 0) & (np.hypot(*gap.T) < 4 * radius)
            alone[i] += FRAME * (not ahead.any() and way.any())
    waited = longest > WAIT
    print(f"{count} agents, {steps} steps: {walkers.drawn.sum()} targets; {waited.sum()} waited over {WAIT:.0f} s at once, "
          f"{longest.max():.0f} s at most; {(alone > 0).sum()} of them, for {alone.sum():.1f} s in all, with nobody before them",
          flush=True)


# ---- meetings ----

def grid(count, across, place, step):
    """(count, 3) places in rows of `across`, from a corner on."""
    k = np.arange(count)
    return np.stack([place[0] + step[0] * (k // across), np.zeros(count), place[1] + step[1] * (k % across)], axis=1)


def more_scenes():
    """As bench_crowd's: mesh, starts, goals, RVO2's obstacles or None, parameters, seconds a step, steps at most."""
    walker = dict(radius=0.4, max_speed=SPEED)
    east, north = grid(30, 5, (2, 17), (1.5, 1.2)), grid(30, 5, (2, 17), (1.5, 1.2))[:, ::-1] * (1, 0, 1)
    crossing = np.concatenate([east, north]), np.concatenate([east + (28, 0, 0), north + (0, 0, 28)])
    crowd = grid(60, 8, (2, 1), (1.1, 1.1))
    file = grid(10, 2, (1, 0.45), (1.2, 0.9))
    against = np.concatenate([file, (30, 0, 0) + file * (-1, 0, 1)]), np.concatenate([(30, 0, 0) + file * (-1, 0, 1), file])
    hall = ((0, 0, 14, 10), (15, 0, 40, 10))
    return {
        "crossing streams": (rectangles((0, 0, 40, 40)), *crossing, (), walker, FRAME, 3000),
        "ring of 24": (rectangles((0, 0, 40, 40)), *ring(24, 12, 20), (), walker, FRAME, 3000),
        "bottleneck 1.2 m": (rectangles(*hall, (14, 4.8, 15, 5.2)), crowd, crowd + (20, 0, 0), None, walker, FRAME, 6000),
        "two doors": (rectangles(*hall, (14, 4.8, 15, 5.2), (14, 8.8, 15, 9.2)), crowd, crowd + (20, 0, 0), None, walker, FRAME, 6000),
        "corridor": (rectangles((0, 0, 30, 1.8)), *against, None, walker, FRAME, 6000),
    }


def first_there(track, goals, near):
    """By agent, the step in which it came near its goal, the last one for who did not."""
    there = np.hypot(*np.moveaxis(track - goals[:, ::2], 2, 0)) <= near
    return np.where(there.any(axis=0), there.argmax(axis=0), len(track) - 1), int(there.any(axis=0).sum())


def meetings(gifs):
    godot, engine_scenes = find_godot(), scenes()
    del engine_scenes["circle of 250"]
    for name, scene in {**engine_scenes, **more_scenes()}.items():
        mesh, _starts, goals, _obstacles, params, dt, _most = scene
        for side, track in walk_all(name, scene, godot if name in engine_scenes else None).items():
            until, arrived = first_there(track, goals, near_by(params))
            row(name, side, motion(track, dt, params["max_speed"], until), deepest_overlap(track, params["radius"]),
                furthest_off(mesh, track), f"{len(track) - 1} steps, {arrived}/{len(goals)}")
            if gifs:
                draw(gifs / f"{name} {side}.gif".replace(" ", "_"), mesh, track, params["radius"])


def draw(path, mesh, track, radius, every=6):
    """A picture that moves, ten frames a second: bodies, their last second as lines, on the mesh."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import animation, collections, pyplot
    figure, axes = pyplot.subplots(figsize=(8, 8 * np.ptp(mesh.vertices[:, 2]) / np.ptp(mesh.vertices[:, 0]) + 0.2))
    corners = mesh.vertices[:, ::2]
    axes.add_collection(collections.PolyCollection([corners[list(polygon)] for polygon in mesh.polygons], facecolor="0.93"))
    low, high = corners.min(axis=0) - 1, corners.max(axis=0) + 1
    axes.set(xlim=(low[0], high[0]), ylim=(high[1], low[1]), aspect="equal")
    axes.axis("off")
    colors = pyplot.cm.hsv(np.linspace(0, 1, track.shape[1], endpoint=False))
    bodies = axes.add_collection(collections.EllipseCollection(*[2 * radius] * 2, 0, units="xy", offsets=track[0], facecolors=colors,
                                                               transOffset=axes.transData))
    tails = axes.add_collection(collections.LineCollection([], colors=colors, linewidths=1))

    def show(step):
        bodies.set_offsets(track[step])
        tails.set_segments(np.moveaxis(track[max(0, step - 60):step + 1], 1, 0))
    path.parent.mkdir(parents=True, exist_ok=True)
    animation.FuncAnimation(figure, show, range(0, len(track), every)).save(path, writer=animation.PillowWriter(10))
    pyplot.close(figure)


def main():
    arguments = sys.argv[1:]
    gifs = None
    if "--gifs" in arguments:
        at = arguments.index("--gifs")
        gifs = pathlib.Path(arguments[at + 1])
        del arguments[at:at + 2]
    parts = [argument for argument in arguments if argument in PARTS] or PARTS
    folders = [argument for argument in arguments if argument not in PARTS]
    if {"levels", "meetings", "hall"} & set(parts):
        print(HEADER, flush=True)
    if "levels" in parts:
        levels(folders[0] if folders else None)
    if "meetings" in parts:
        meetings(gifs)
    if "hall" in parts:
        hall()
    if "waits" in parts:
        waits(folders[0] if folders else None)


if __name__ == "__main__":
    main()
