"""What each dial of the crowd does: scenes that change when a dial of navpy/motion/agent/dials.pxd changes.

    python bench/bench_dials.py [scene …]

The dials name the scenes that show them. To try another value: run the scene, change the dial, make build, run it again. Crowds are
chaotic, so a row moves a little with everything; what counts is more than the rows of starts that are moved by a centimeter
(--noise SEED) differ. A row tells, until all are there:

seconds    until the last agent rests or is there
there      agents that are there, or have succeeded
turn       mean change of heading, degrees a second, while faster than 0.2 of full speed
flips      changes of the turning direction a second of moving, where both turns are over 3 degrees
accel      mean acceleration, m/s²
stopped    share of the time below 0.1 of full speed
walked     meters that an agent walks
overlap    deepest overlap of two bodies, m
searches   paths searched
"""
import pathlib
import sys
import tempfile

import numpy as np

import navpy
from bench_crowd import FRAME, OurCrowd, deepest_overlap, near_by, rectangles, scenes, walk_crowd
from bench_motion import SPEED, first_there, grid, more_scenes, motion
from navpy.base.core import Status

SQUARE = ((0, 0, 40, 40),)
WORLD_FRAME = 1 / 30                # seconds
SCENES = {}
noise = None                        # a generator that moves starts, None: they are exact
missing = []                        # scenes in which not all came to where they go


def scene(name):
    def put(function):
        SCENES[name] = function
        return function
    return put


def starting(places):
    places = np.array(places, float)
    if noise is not None:
        places[:, ::2] += 0.01 * noise.uniform(-1, 1, (len(places), 2))
    return places


# ---- rows ----

HEADER = (f"{'':16} {'seconds':>7} {'there':>9} {'turn':>6} {'flips':>6} {'accel':>6} {'stopped':>7} {'walked':>7} {'overlap':>8} "
          f"{'searches':>8}")


def row(name, track, there, radius, searches, until=None, dt=FRAME, speed=SPEED, wanted=None):
    """track: (steps, n, 2). wanted: agents that are to be there, None: all."""
    assert np.isfinite(track).all(), f"{name}: a position is not finite"
    turn, flips, accel, _high, _most, stopped = motion(track, dt, speed, until)
    walked = np.hypot(*np.moveaxis(np.diff(track, axis=0), 2, 0)).sum() / track.shape[1]
    count = track.shape[1]
    print(f"{name:16} {(len(track) - 1) * dt:7.1f} {there:>4}/{count:<4} {turn:6.1f} {flips:6.2f} {accel:6.2f} {stopped:7.3f} "
          f"{walked:7.1f} {deepest_overlap(track[::2], radius):8.3f} {searches:8}", flush=True)
    if there < (count if wanted is None else wanted):
        missing.append(name)


def step_until(crowd, seconds, is_over, before=lambda step: None, dt=FRAME):
    """(steps, n, 2)"""
    track = [crowd.positions[:, ::2].copy()]
    while (len(track) - 1) * dt < seconds and not is_over():
        before(len(track) - 1)
        crowd.step(dt)
        track.append(crowd.positions[:, ::2].copy())
    return np.array(track)


def send(crowd, agents, goals):
    for agent, goal in zip(agents, goals):
        crowd.request_path(agent, goal)


def at_rest(crowd, agents):
    return lambda: not any(crowd.is_active(agent) for agent in agents)


def succeeded(crowd, agents):
    return sum(crowd.status(agent) == Status.SUCCESS for agent in agents)


# ---- meetings ----

def meeting(given):
    def run(name):
        mesh, starts, goals, _obstacles, params, dt, most = given()[name]
        starts = starting(starts)
        side = OurCrowd(mesh, starts, goals, **params)
        track = walk_crowd(side, starts, goals, params, dt, min(most, 4000))
        until, arrived = first_there(track, goals, near_by(params))
        row(name, track, arrived, params["radius"], side.crowd.searches, until, dt, params["max_speed"])
    return run


SCENES["doorway"] = meeting(scenes)
for _name in ("ring of 24", "two doors", "corridor"):
    SCENES[_name] = meeting(more_scenes)


def past(name, mesh, standing, starts, goals, seconds, yields=False, radius=0.4):
    """All are to come within a meter of their goals, past agents that stand."""
    crowd, goals = navpy.Crowd(mesh), np.array(goals, float)
    for place in standing:
        crowd.add_agent(place, radius=radius, yields=yields)
    send(crowd, [crowd.add_agent(start, radius=radius) for start in starting(starts)], goals)
    near = np.zeros(len(goals), bool)

    def all_there():
        near[:] |= np.hypot(*(crowd.positions[len(standing):, ::2] - goals[:, ::2]).T) < 1.0
        return near.all()
    track = step_until(crowd, seconds, all_there)[:, len(standing):]
    until, arrived = first_there(track, goals, 1.0)
    row(name, track, arrived, radius, crowd.searches, until)


def mirrored(starts, width):
    return (width, 0, 0) + starts * (-1, 0, 1)


@scene("gate both ways")
def gate_both_ways(name):
    """36 on either side of a gate for one or two at a time, and no other way."""
    west = grid(36, 6, (1, 2), (1.1, 1.1))
    east = mirrored(west, 23)
    past(name, rectangles((0, 0, 11, 10), (11, 4.6, 12, 5.4), (12, 0, 23, 10)), [], np.concatenate([west, east]),
         np.concatenate([east, west]), 90)


@scene("wide doors")
def wide_doors(name):
    """120 before a door of 5 m, with another one farther away."""
    starts = grid(120, 12, (1, 1), (0.9, 0.9))
    mesh = rectangles((0, 0, 14, 30), (14, 3, 15, 8), (14, 20, 15, 25), (15, 0, 34, 30))
    past(name, mesh, [], starts, starts + (18, 0, 0), 40)


# ---- those who stand ----

@scene("standing, yield")
def standing_yield(name):
    """Six who make way stand in a corridor from wall to wall."""
    past(name, rectangles((0, 0, 45, 6)), [(20, 0, 0.45 + 0.95 * i) for i in range(6)], grid(10, 3, (1, 0.8), (1.2, 1.2)),
         grid(10, 3, (34, 1.5), (1.2, 1.2)), 40, yields=True)


@scene("standing, doors")
def standing_doors(name):
    """Those who stand block one of two doors."""
    starts = grid(10, 3, (1, 2), (1.2, 1.2))
    past(name, rectangles((0, 0, 10, 20), (10, 4, 12, 6), (10, 15, 12, 17), (12, 0, 22, 20)),
         [(11, 0, 4.1), (11, 0, 5.0), (11, 0, 5.9)], starts, mirrored(starts, 22), 60)


@scene("standing, field")
def standing_field(name):
    """110 who stand in an open square, crossed by eight."""
    rng, places = np.random.default_rng(11), []
    while len(places) < 110:
        place = rng.uniform(6, 34, 2)
        if all(np.hypot(*(place - other)) > 1.0 for other in places):
            places.append(place)
    starts = np.array([(2.0, 0, 8 + 3 * i) for i in range(8)])
    past(name, rectangles(*SQUARE), [(x, 0, z) for x, z in places], starts, starts + (36, 0, 0), 40)


def aside(name, width):
    """Twelve rest in a corridor; six walk through them and back; then all have time to go home."""
    crowd = navpy.Crowd(rectangles((0, 0, 50, width)))
    agents = [crowd.add_agent(start, radius=0.4, yields=True) for start in starting(grid(12, 2, (2, 0.4), (1.1, 0.9)))]
    send(crowd, agents, grid(12, 2, (20, 0.35 * width), (1.1, 0.9)))
    step_until(crowd, 20, at_rest(crowd, agents))
    places = starting(grid(6, 2, (1, 0.4), (1.2, 0.9)))
    others, tracks = [crowd.add_agent(place, radius=0.4) for place in places], []
    for goals in (places + (40, 0, 0), places):
        send(crowd, others, goals)
        tracks.append(step_until(crowd, 40, at_rest(crowd, others)))
    tracks.append(step_until(crowd, 10, lambda: False))
    row(name, np.concatenate(tracks)[:, :12], succeeded(crowd, agents), 0.4, crowd.searches)


SCENES["aside, 2.4 m"] = lambda name: aside(name, 2.4)
SCENES["aside, 3 m"] = lambda name: aside(name, 3.0)


# ---- goals in common ----

def around(count, least_way, most_way, seed, apart):
    """Places around the middle of the square, none nearer to another than that."""
    rng, places = np.random.default_rng(seed), []
    while len(places) < count:
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(least_way, most_way)
        place = 20 + far * np.array([np.cos(angle), np.sin(angle)])
        if all(np.hypot(*(place - other)) > apart for other in places):
            places.append(place)
    return np.array([(x, 0.0, z) for x, z in places])


def to_goals(name, mesh, starts, goals, seconds, radius=0.4):
    crowd = navpy.Crowd(mesh)
    agents = [crowd.add_agent(start, radius=radius) for start in starting(starts)]
    send(crowd, agents, goals)
    track = step_until(crowd, seconds, at_rest(crowd, agents))
    row(name, track, succeeded(crowd, agents), radius, crowd.searches)


def in_square(name, seed, goals):
    to_goals(name, rectangles(*SQUARE), around(len(goals), 8, 18, seed, 1.0), goals, 40)


SCENES["one goal, 24"] = lambda name: in_square(name, 6, [(20, 0, 20)] * 24)
SCENES["one goal, 60"] = lambda name: in_square(name, 5, [(20, 0, 20)] * 60)
SCENES["goals near by"] = lambda name: in_square(name, 8, around(40, 0, 1.5, 9, 0.0))


@scene("dead end")
def dead_end(name):
    """A goal in a corridor that ends: they cannot fill a disc."""
    to_goals(name, rectangles((0, 0, 10, 10), (10, 4.4, 30, 5.6)), grid(20, 5, (1, 1), (1.5, 1.8)), [(29, 0, 5)] * 20, 60)


@scene("pursuit")
def pursuit(name):
    """Ten request a path to one that walks, stands, and walks again, in each step."""
    crowd = navpy.Crowd(rectangles(*SQUARE))
    quarry = crowd.add_agent((20, 0, 20), radius=0.4, max_speed=2.5)
    agents = [crowd.add_agent(start, radius=0.4) for start in starting(around(10, 10, 18, 10, 1.0))]

    def aim(step):
        if step in (0, 1400):
            crowd.request_path(quarry, (35, 0, 30) if step == 0 else (8, 0, 33))
        send(crowd, agents, [crowd.position(quarry)] * 10)
    track = step_until(crowd, 40, lambda: False, aim)[:, 1:]
    row(name, track, succeeded(crowd, agents), 0.4, crowd.searches, wanted=0)           # nobody comes to one that walks on


# ---- together ----

def street():
    """10 m wide, with three turns."""
    return rectangles((0, 0, 25, 10), (15, 10, 25, 25), (25, 15, 45, 25), (35, 25, 45, 50))


def abreast(name, wide, goals):
    k = np.arange(len(goals))
    starts = np.stack([4 - 1.2 * (k // wide), np.zeros(len(goals)), 0.5 + 0.8 * (k % wide)], axis=1)
    to_goals(name, street(), starts, goals, 60, 0.35)


SCENES["abreast, 12"] = lambda name: abreast(name, 12, [(36.3 + 0.6 * i, 0, 48.0) for i in range(12)])
SCENES["abreast, 32"] = lambda name: abreast(name, 8, [(40.0, 0, 48.0)] * 32)


@scene("followers")
def followers(name):
    """15 follow a leader through streets of 8 m that turn back at their ends; twice it stops for a while."""
    parts = [(0, 10 * i, 50, 10 * i + 8) for i in range(5)]
    parts += [(46, 10 * i + 8, 50, 10 * i + 10) if i % 2 == 0 else (0, 10 * i + 8, 4, 10 * i + 10) for i in range(4)]
    crowd, dt = navpy.Crowd(rectangles(*parts)), WORLD_FRAME
    leader = crowd.add_agent((8, 0, 4), radius=0.4, max_speed=2.5)
    agents = [crowd.add_agent(start, radius=0.4, separation_weight=1.0, alignment_weight=1.0, cohesion_weight=0.5, leash_length=3.0)
              for start in starting(grid(15, 5, (1, 1), (1.2, 1.2)))]
    for agent in agents:
        crowd.set_flock_leader(agent, leader)

    def lead(step):
        if step in (600, 1500):
            crowd.stop(leader)
        elif step in (0, 720, 1620):
            crowd.request_path(leader, (48, 0, 44))
        elif crowd.status(leader) == Status.SUCCESS:
            crowd.request_path(leader, (2, 0, 4))
    track = step_until(crowd, 100, lambda: False, lead, dt)[:, 1:]
    near = np.hypot(*(track[-1] - np.array(crowd.position(leader))[::2]).T) < 12
    row(name, track, near.sum(), 0.4, crowd.searches, dt=dt)


@scene("streamed world")
def streamed_world(name):
    """Eight agents across a world of which the tiles around them are loaded."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
    from tests.meshes import random_points
    from tests.streaming.worlds import grid_tiles, whole_mesh, write
    tiles = grid_tiles(2, 40, 40, 0.2)
    mesh = whole_mesh(tiles)
    places = [tuple(point) for _poly, point in random_points(mesh, 400, np.random.default_rng(3), kinds=(3,))]
    ways = [(start, goal) for start, goal in zip(places[::2], places[1::2]) if 28 < mesh.find_path(start, goal).length < np.inf][:8]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "town.navworld"
        write(path, tiles.values())
        with navpy.NavWorld.open(path) as world:
            starts = starting([start for start, _goal in ways])
            world.distance, world.focus = 8.0, starts.tolist()
            world.update(None)
            crowd = navpy.Crowd(world)
            agents = [crowd.add_agent(start, radius=0.2, max_speed=3.0, target_desired_distance=0.2) for start in starts]
            send(crowd, agents, [goal for _start, goal in ways])

            def stream(_step):
                world.focus = [crowd.position(agent) for agent in agents]
                world.update(None)

            def is_over():
                return all(crowd.status(agent) != Status.RUNNING for agent in agents)
            track = step_until(crowd, 50, is_over, stream, WORLD_FRAME)
            row(name, track, succeeded(crowd, agents), 0.2, crowd.searches, dt=WORLD_FRAME, speed=3.0)


def main():
    global noise
    names = sys.argv[1:]
    if "--noise" in names:
        at = names.index("--noise")
        noise = np.random.default_rng(int(names[at + 1]))
        del names[at:at + 2]
    unknown = set(names) - SCENES.keys()
    if unknown:
        sys.exit(f"no scene {'; '.join(sorted(unknown))}: they are {'; '.join(SCENES)}")
    print(HEADER, flush=True)
    for name in names or SCENES:
        SCENES[name](name)
    if missing:
        sys.exit(f"not all are there: {'; '.join(missing)}")


if __name__ == "__main__":
    main()
