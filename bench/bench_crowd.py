"""Crowds of navpy beside pyrvo (RVO2, PyPI) and Debian's librecast (DetourCrowd), in one run: time a step, and how well they walk.

    python bench/bench_crowd.py [folder of levels] [part …]      needs PyPI's pyrvo and Debian's librecast-dev

Parts, all if none is named:
plaza: one step of ORCA with constant density, orca_step beside RVO2's do_step, which also moves the agents. Every step is a repeat,
of both in turns, and everyone's new velocity must be RVO2's, or differ for a reason that is shown (check_velocities).
level: one step of a Crowd of 1,000 agents that walk to random places of nav_test, the made level without a folder, beside
DetourCrowd on the same polygons. A new target is searched for within Detour's update, and before ours: it counts with both.
Nobody may ever be off the mesh.
filters: one step of the same Crowd, with and without filters of five kinds. All let agents go where the mesh does: the
difference is the filters' own cost.
growth: one step of a Crowd in towns of 1,000 to 100,000 agents of equal density, by one and two threads, in microseconds an agent,
with and without a focus in the middle, with goals of everybody's own and with a few that all share (goal fields); the bytes that an
agent takes; the exponent of a step's time over the agents. What is asked for is printed beside it. Nobody may be off the mesh.
quality: circle, ring, streams and doorway, how long all take and how they walk, in meters and seconds (describe). RVO2 knows no
paths, so it has no doorway. "Godot" is the engine's own NavigationAgent3D with avoidance on, "in Godot" our NavAgent there, both on
the same polygons under plain nodes that go as velocity_computed says: no physics hold anybody back who leaves the mesh. Their
places are single floats.
"""
import concurrent.futures
import json
import pathlib
import resource
import statistics
import struct
import subprocess
import sys
import tempfile
import time

import numpy as np
import pyrvo

import navpy
from bench_bake import HERE, SETTINGS, build, made_level
from bench_engine import ROOT, run_engine
from bench_path import load, packed, pairs_on_one_island
from navpy.base.core import Status
from navpy.motion import nearest_velocity, orca_step
from navpy.navmesh.navmesh import NavMesh

PLAZAS, SPACING, WARM_STEPS, STEPS = (250, 1_000, 5_000, 10_000), 5.0, 20, 25
RADIUS, SPEED, DT, REACH, NEIGHBORS, HORIZON = 1.5, 2.0, 0.25, 15.0, 10, 10.0
SCENE = dict(dt=DT, neighbor_distance=REACH, max_neighbors=NEIGHBORS, time_horizon=HORIZON, time_horizon_obstacles=HORIZON)
CROWDS = (1_000, 10_000, 50_000, 100_000)
MARKETS = 4                         # places along each side of a town that all go to, where they share goals
ASKED_STEP = 16.0                   # ms: a step of the largest crowd with goal fields and a focus, by two threads
ASKED_GROWTH = 1.3                  # times what an agent of the smallest crowd costs
EQUAL = 1e-3                        # meters a second
AGENTS, WARM_UPDATES, UPDATES, FRAME = 1_000, 300, 300, 1 / 60
BODY = 0.6                          # meters: a body's radius on the level
ARRIVED = 1.5                       # meters
OFF = 0.01                          # meters off the mesh that rounding may make
# With more, Godot's agents see some of the others' velocities before and some after their step, other ones in each run.
ONE_THREAD = "[navigation]\navoidance/thread_model/avoidance_use_multiple_threads=false\n"


# ---- RVO2 ----

class Rvo:
    """pyrvo's side."""

    def __init__(self, positions, radius=RADIUS, speed=SPEED, dt=DT, obstacles=()):
        self.simulator = pyrvo.RVOSimulator(dt, REACH, NEIGHBORS, HORIZON, HORIZON, radius, speed)
        self.indices = range(len(positions))
        for position in positions:
            self.simulator.add_agent(tuple(position))
        for ring in obstacles:
            self.simulator.add_obstacle([tuple(corner) for corner in ring])
        self.simulator.process_obstacles()

    def positions(self):
        return np.array([(p.x, p.y) for p in map(self.simulator.get_agent_position, self.indices)])

    def velocities(self):
        return np.array([(v.x, v.y) for v in map(self.simulator.get_agent_velocity, self.indices)])

    def step(self, preferred):
        """Seconds."""
        for i in self.indices:
            self.simulator.set_agent_pref_velocity(i, tuple(preferred[i]))
        begin = time.perf_counter()
        self.simulator.do_step()
        return time.perf_counter() - begin

    def lines(self, i):
        """Of an agent in the step before: (n, 4), a point on each and its direction."""
        lines = [self.simulator.get_agent_orca_line(i, k) for k in range(self.simulator.get_agent_num_orca_lines(i))]
        return np.array([(*point, *direction) for direction, point in lines])

    def neighbors(self, i):
        return [self.simulator.get_agent_agent_neighbor(i, k) for k in range(self.simulator.get_agent_num_agent_neighbors(i))]


def towards(goals, positions, speed):
    """Preferred velocities, as exact as RVO2 takes them."""
    way = goals - positions
    distance = np.hypot(*way.T)[:, None]
    return np.where(distance > speed, way / np.maximum(distance, 1e-9) * speed, way).astype(np.float32).astype(float)


# ---- a plaza ----

def against(lines, velocity):
    """By how much a velocity goes against the line that it goes most against."""
    x, y, along_x, along_y = lines.T
    return (along_x * (y - velocity[1]) - along_y * (x - velocity[0])).max()


def rounded_apart(positions, i, others):
    """Does |gap|² lie so near to the square of both radii that RVO2's floats may take a body for one that touches?"""
    reach = (2 * RADIUS) ** 2
    return np.abs(np.sum((positions[others] - positions[i]) ** 2, axis=1) - reach) <= np.spacing(np.float32(reach))


def check_velocities(rvo, positions, velocities, preferred, ours):
    """RVO2 reckons in floats, and these decide otherwise now and then. Where a velocity differs, the neighbors must be the same, and
    * if two bodies touch within a float's rounding, RVO2 takes them for touching, which makes another line of them. With these put
      nearer by a micrometer ours must be RVO2's;
    * else RVO2's own lines solved with doubles must give our velocity, and RVO2's must go against them more than ours, or as much.
    Returns how many agents differ by rounding the gap, and how many by rounding the program."""
    theirs, counts = rvo.velocities(), [0, 0]
    for i in np.flatnonzero(np.abs(theirs - ours).max(axis=1) > EQUAL).tolist():
        others, lines = np.array(rvo.neighbors(i)), rvo.lines(i)
        distances = np.hypot(*(positions - positions[i]).T)
        distances[i] = np.inf
        assert set(others) == set(np.argsort(distances, kind="stable")[:len(others)]), f"agent {i}: other neighbors than RVO2's"
        exact = nearest_velocity(lines, preferred[i], SPEED)[0]
        own, touching = ours[i], rounded_apart(positions, i, others)
        if touching.any():
            here = [i, *others]
            near = positions[here]
            near[1:][touching] += 1e-6 * (near[0] - near[1:][touching])
            own = orca_step(near, velocities[here], preferred[here], RADIUS, SPEED, **SCENE)[0]
        counts[0 if touching.any() else 1] += 1
        assert np.abs(exact - own).max() <= EQUAL, f"agent {i}: {own}, RVO2's lines allow {exact}"
        assert against(lines, own) <= against(lines, theirs[i]) + EQUAL, f"agent {i}: goes against RVO2's lines by more than RVO2's"
    return np.array(counts)


class Plaza:
    def __init__(self, count, seed=1):
        rng = np.random.default_rng(seed)
        side = int(np.ceil(np.sqrt(count)))
        places = np.array([(i % side, i // side) for i in range(count)])
        self.count, self.times, self.odd = count, [], np.zeros(2, int)
        self.rvo = Rvo(SPACING * places + rng.uniform(-1, 1, (count, 2)))
        self.goals = rng.uniform(0, SPACING * side, (count, 2))

    def step(self, executor):
        """Our two ways come first in turns: the other one finds all in the caches."""
        positions, velocities = self.rvo.positions(), self.rvo.velocities()
        preferred = towards(self.goals, positions, SPEED)
        seconds, answers = [0.0, 0.0], [None, None]
        for way in ((0, 1), (1, 0))[len(self.times) % 2]:
            begin = time.perf_counter()
            answers[way] = orca_step(positions, velocities, preferred, RADIUS, SPEED, **SCENE, executor=(None, executor)[way])
            seconds[way] = time.perf_counter() - begin
        self.times.append((*seconds, self.rvo.step(preferred)))
        ours = answers[0]
        assert (ours == answers[1]).all(), "two threads have another answer"
        self.odd += check_velocities(self.rvo, positions, velocities, preferred, ours)

    def report(self):
        """Seconds an agent: ours, by two threads, RVO2's."""
        one, two, theirs = (statistics.median(side) for side in zip(*self.times[WARM_STEPS:]))
        print(f"plaza of {self.count}: {one * 1e3:.3f} ms a step, two threads {two * 1e3:.3f} ms, RVO2 {theirs * 1e3:.3f} ms; "
              f"ratios {one / theirs:.2f} and {two / theirs:.2f}; RVO2's rounding changes "
              f"{self.odd.sum()} of {self.count * len(self.times)} velocities, {self.odd[0]} where bodies touch", flush=True)
        return one / self.count, two / self.count, theirs / self.count


def plazas():
    all_plazas = [Plaza(count) for count in PLAZAS]
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        for _step in range(WARM_STEPS + STEPS):
            for plaza in all_plazas:
                plaza.step(executor)
    costs = np.array([plaza.report() for plaza in all_plazas])
    one, two, theirs = costs[-1] / costs[0]
    print(f"an agent of {PLAZAS[-1]} costs {one:.2f} times one of {PLAZAS[0]}, by two threads {two:.2f}, RVO2's {theirs:.2f} times",
          flush=True)


# ---- DetourCrowd ----

class DetourCrowd:
    """librecast's side: a program that holds the mesh and the agents."""

    def __init__(self, mesh, starts, goals, radius, speed):
        program = build(HERE / "detour_crowd.cpp", "detour_crowd", "-std=c++17", "-lDetourCrowd", "-lDetour")
        self.count = len(starts)
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdin.write(packed(mesh, np.asarray(starts, float), np.asarray(goals, float)))
        self.tell(f"crowd {radius} 2 {speed}")

    def tell(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def aim(self, agent, goal):
        self.tell("goal {} {:.9g} {:.9g} {:.9g}".format(agent, *goal))

    def step(self, dt):
        """(seconds, positions (n, 3))."""
        self.tell(f"step {dt:.9g}")
        self.process.stdin.flush()
        answer = self.process.stdout.read(8 + 12 * self.count)
        return struct.unpack("=d", answer[:8])[0], np.frombuffer(answer[8:], np.float32).reshape(-1, 3).astype(float)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class OurCrowd:
    def __init__(self, mesh, starts, goals, filters=(None,), **params):
        self.crowd = navpy.Crowd(mesh)
        self.agents = [self.crowd.add_agent(start, **params) for start in starts]
        for i, agent in enumerate(self.agents):
            self.crowd.set_filter(agent, filters[i % len(filters)])
        self.requests = 0.0
        for agent, goal in enumerate(goals):
            self.aim(agent, goal)

    def aim(self, agent, goal):
        begin = time.perf_counter()
        self.crowd.request_path(self.agents[agent], goal)
        self.requests += time.perf_counter() - begin

    def step(self, dt):
        """(seconds, positions (n, 3))."""
        begin = time.perf_counter()
        self.crowd.step(dt)
        seconds, self.requests = time.perf_counter() - begin + self.requests, 0.0
        return seconds, self.crowd.positions.copy()

    def settled(self):
        return np.array([self.crowd.status(agent) == Status.SUCCESS for agent in self.agents])


# ---- a level ----

class Walkers:
    """One side's agents, who get another target each time that they have reached theirs."""

    def __init__(self, side, goals, targets):
        self.side, self.goals, self.targets = side, goals.copy(), targets
        self.drawn = np.zeros(len(goals), int)
        self.seconds = []

    def update(self):
        """Positions."""
        seconds, positions = self.side.step(FRAME)
        self.seconds.append(seconds)
        there = np.hypot(*(positions - self.goals)[:, ::2].T) < ARRIVED
        if isinstance(self.side, OurCrowd):
            there |= self.side.settled()
        for agent in np.flatnonzero(there):
            self.drawn[agent] += 1
            self.goals[agent] = self.targets[(agent + 997 * self.drawn[agent]) % len(self.targets)]
            self.side.aim(agent, self.goals[agent])
        return positions


def overlapping(positions):
    gaps = np.linalg.norm(positions[:, None] - positions, axis=2)
    np.fill_diagonal(gaps, np.inf)
    return (gaps.min(axis=1) < 1.8 * BODY).sum()


def level(name, mesh, count=AGENTS):
    starts, goals = pairs_on_one_island(mesh, count)
    targets = np.concatenate([goals, starts])
    ours = Walkers(OurCrowd(mesh, starts, goals, radius=BODY), goals, targets)
    detour = DetourCrowd(mesh, starts, goals, BODY, 3.5)
    theirs = Walkers(detour, goals, targets)
    for _update in range(WARM_UPDATES + UPDATES):
        others, positions = theirs.update(), ours.update()
        assert np.isfinite(positions).all(), f"{name}: a position is not finite"
        polys, floor, _distance = mesh.locate_many(positions)
        off = np.linalg.norm(positions - floor, axis=1)
        assert (polys >= 0).all() and off.max() <= OFF, f"{name}: an agent is {off.max()} m off the mesh"
    detour.close()
    one, other = (statistics.median(side.seconds[WARM_UPDATES:]) for side in (ours, theirs))
    one_mean, other_mean = (statistics.mean(side.seconds[WARM_UPDATES:]) for side in (ours, theirs))
    print(f"{name}: {count} agents, {one * 1e3:.2f} ms an update, DetourCrowd {other * 1e3:.2f} ms, ratio {one / other:.2f}; means "
          f"{one_mean * 1e3:.2f} and {other_mean * 1e3:.2f}; {ours.drawn.sum()} and {theirs.drawn.sum()} targets "
          f"reached; {overlapping(positions)} and {overlapping(others)} agents are in another by over a tenth of it", flush=True)


# ---- filters ----

def kinds_of_filters(mesh):
    """Of five kinds; none of them closes anything, or makes it dearer."""
    known, blocked = navpy.QueryFilter(mesh, knows_all=False), navpy.QueryFilter(mesh)
    known.know(range(mesh.polygon_count))
    blocked.block([0], until=1.0)
    blocked.time = 1.0
    return [navpy.QueryFilter(mesh, area_costs={1: 2.0}), navpy.QueryFilter(mesh, exclude_flags=0x8000), known, blocked,
            navpy.QueryFilter(mesh, exit_only_areas=[1])]


def filters(name, mesh, count=AGENTS):
    starts, goals = pairs_on_one_island(mesh, count)
    targets = np.concatenate([goals, starts])
    kinds = kinds_of_filters(mesh)
    crowds = [OurCrowd(mesh, starts, goals, some, radius=BODY) for some in ((None,), kinds)]
    sides = [Walkers(crowd, goals, targets) for crowd in crowds]
    for update in range(WARM_UPDATES + UPDATES):
        for side in sides[::1 if update % 2 else -1]:
            side.update()
    one, other = (statistics.median(side.seconds[WARM_UPDATES:]) for side in sides)
    print(f"{name}: {count} agents of {len(kinds)} kinds of filters, {other * 1e3:.2f} ms an update, without filters "
          f"{one * 1e3:.2f} ms, ratio {other / one:.3f}", flush=True)


# ---- growth ----

def town(count):
    """(mesh, length): streets 10 m wide between blocks of 20 m, ten square meters of street to an agent."""
    blocks = max(2, round((count * 10 / 500) ** 0.5))
    lines = [30.0 * (i // 2) + 10.0 * (i % 2) for i in range(2 * blocks + 2)]
    index, polygons = {}, []
    for i in range(2 * blocks + 1):
        for k in range(2 * blocks + 1):
            if not (i % 2 and k % 2):
                ring = [(i, k), (i, k + 1), (i + 1, k + 1), (i + 1, k)]
                polygons.append([index.setdefault((lines[x], 0.0, lines[z]), len(index)) for x, z in ring])
    return NavMesh.from_polygons(list(index), polygons, agent_radius=0.5), lines[-1]


def townspeople(count, seed=1, shares=False):
    """(crowd, bytes an agent, length of the town): all are on the way to somewhere within two blocks, or to the nearest market."""
    rng = np.random.default_rng(seed)
    mesh, length = town(count)
    places = rng.uniform(0.1, length - 0.1, (3 * count, 2))
    starts = places[((places % 30) < 9.9).any(axis=1)][:count]
    goals = np.clip(starts + rng.uniform(-45, 45, starts.shape), 1, length - 1)
    inside = ~((goals % 30) < 9.5).any(axis=1)
    goals[inside, 0] = goals[inside, 0] // 30 * 30 + 5
    if shares:
        part = length / MARKETS
        goals = (starts // part * part + part / 2) // 30 * 30 + 5
    assert len(starts) == count
    before = resident()
    crowd = navpy.Crowd(mesh)
    for (x, z), (goal_x, goal_z) in zip(starts.tolist(), goals.tolist()):
        crowd.request_path(crowd.add_agent((x, 0, z), radius=0.5), (goal_x, 0, goal_z))
    crowd.step(FRAME)
    return crowd, (resident() - before) / count, length


def resident():
    """Bytes."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def step_times(crowd, executors, steps):
    """Median seconds of a step with each executor, in turns."""
    times = [[] for _executor in executors]
    for _step in range(steps):
        for executor, seconds in zip(executors, times):
            begin = time.perf_counter()
            crowd.step(FRAME, executor)
            seconds.append(time.perf_counter() - begin)
    return [statistics.median(seconds) for seconds in times]


def with_goal_fields(count, executor):
    """Prints what a step costs where all share a few goals, with a focus in the middle."""
    crowd, _size, length = townspeople(count, shares=True)
    assert crowd.goal_fields == MARKETS ** 2, f"{crowd.goal_fields} goal fields"
    crowd.focus = [(length / 2, 0, length / 2)]
    step_times(crowd, (executor,), WARM_STEPS)
    one, two = step_times(crowd, (None, executor), 2 * crowd.focus_steps)
    check_on_mesh(crowd)
    print(f"{count} agents with {crowd.goal_fields} goal fields and a focus: a step {one * 1e3:.1f} ms, two threads "
          f"{two * 1e3:.1f} ms; asked for: {ASKED_STEP:g} ms", flush=True)


def check_on_mesh(crowd):
    _polys, floor, _distance = crowd.mesh.locate_many(crowd.positions)
    assert np.linalg.norm(crowd.positions - floor, axis=1).max() <= OFF, f"{len(crowd)}: an agent is off the mesh"


def growth():
    rows = []
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        for count in CROWDS:
            crowd, size, length = townspeople(count)
            step_times(crowd, (executor,), WARM_STEPS)
            plain = step_times(crowd, (None, executor), STEPS)
            crowd.focus = [(length / 2, 0, length / 2)]
            step_times(crowd, (executor,), WARM_STEPS)
            focused = step_times(crowd, (None, executor), 2 * crowd.focus_steps)
            check_on_mesh(crowd)
            rows.append((count, *plain, *focused))
            one, two, far, far_two = (1e6 * seconds / count for seconds in rows[-1][1:])
            print(f"{count} agents: {one:.2f} us an agent, two threads {two:.2f}; with a focus {far:.2f} and {far_two:.2f}, "
                  f"a step {focused[0] * 1e3:.1f} and {focused[1] * 1e3:.1f} ms; {size:.0f} bytes an agent", flush=True)
        with_goal_fields(CROWDS[-1], executor)
    logs = np.log(np.array(rows))
    exponents = [np.polyfit(logs[:, 0], logs[:, column], 1)[0] for column in range(1, 5)]
    ratio = rows[-1][1] / rows[-1][0] / (rows[0][1] / rows[0][0])
    print("exponents of a step's time over the agents: " + ", ".join(f"{exponent:.2f}" for exponent in exponents)
          + f"; an agent of {CROWDS[-1]} costs {ratio:.2f} times one of {CROWDS[0]}, asked for: {ASKED_GROWTH:g}", flush=True)


# ---- quality ----

def rectangles(*rects):
    """A mesh of rectangles (x0, z0, x1, z1), cut by the lines of all."""
    xs, zs = (sorted({rect[i] for rect in rects for i in axis}) for axis in ((0, 2), (1, 3)))
    index, polygons = {}, []
    for x0, x1 in zip(xs, xs[1:]):
        for z0, z1 in zip(zs, zs[1:]):
            if any(rect[0] <= x0 and x1 <= rect[2] and rect[1] <= z0 and z1 <= rect[3] for rect in rects):
                polygons.append([index.setdefault((x, 0.0, z), len(index)) for x, z in ((x0, z0), (x0, z1), (x1, z1), (x1, z0))])
    return NavMesh.from_polygons(list(index), polygons, agent_radius=0.5)


def ring(count, radius, middle):
    angles = 2 * np.pi * np.arange(count) / count
    starts = np.stack([middle + radius * np.cos(angles), np.zeros(count), middle + radius * np.sin(angles)], axis=1)
    return starts, 2 * np.array([middle, 0, middle]) - starts


def box(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def scenes():
    """Name: mesh, starts, goals, RVO2's obstacles or None, agents' parameters, seconds a step, steps at most."""
    circle = dict(radius=RADIUS, max_speed=SPEED, neighbor_distance=REACH, max_neighbors=NEIGHBORS, time_horizon_agents=HORIZON)
    walker = dict(radius=0.5, max_speed=3.5)
    left = np.array([(1 + 1.5 * i, 0, z) for i in range(5) for z in (0.6, 1.9)])
    right = np.array([(39 - 1.5 * i, 0, z) for i in range(5) for z in (0.6, 1.9)])
    west = np.array([(2.0 + 2 * (i % 3), 0, 3.0 + 2 * (i // 3)) for i in range(6)])
    east = (21, 0, 0) + west * (-1, 1, 1)
    streams = np.concatenate([left, right]), np.concatenate([right, left])
    door = np.concatenate([west, east]), np.concatenate([east, west])
    return {
        "circle of 250": (rectangles((0, 0, 500, 500)), *ring(250, 200, 250), (), circle, DT, 2000),
        "ring of 4": (rectangles((0, 0, 40, 40)), *ring(4, 10, 20), (), walker, FRAME, 6000),
        "streams": (rectangles((0, 0, 40, 2.5)), *streams, (box(-5, 0.5, 45, 5), box(-5, -8, 45, -3)), walker, FRAME, 6000),
        "doorway": (rectangles((0, 0, 10, 10), (10, 4.7, 11, 5.3), (11, 0, 21, 10)), *door, None, walker, FRAME, 6000),
    }


def near_by(params):
    """Meters: as near as RVO2's circle asks for, and as a Crowd does by itself."""
    return max(params["radius"], 1.0)


def walk(step, starts, goals, near_by, most):
    """Tracks in the ground plane, (steps + 1, n, 2), until each has come near to its goal once."""
    track, near = [starts[:, ::2]], np.zeros(len(starts), bool)
    while len(track) <= most and not near.all():
        track.append(step())
        near |= np.hypot(*(track[-1] - goals[:, ::2]).T) <= near_by
    return np.array(track)


def walk_crowd(side, starts, goals, params, dt, most):
    return walk(lambda: side.step(dt)[1][:, ::2], starts, goals, near_by(params), most)


def walk_rvo(starts, goals, obstacles, params, dt, most):
    goal, plan = goals[:, ::2] * (1, -1), np.array([1, -1])
    rvo = Rvo(starts[:, ::2] * plan, params["radius"], params["max_speed"], dt, obstacles)

    def step():
        rvo.step(towards(goal, rvo.positions(), params["max_speed"]))
        return rvo.positions() * plan
    return walk(step, starts, goals, near_by(params), most)


def find_godot():
    """Path of a Godot for the scenes to be played in, None where there is none."""
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    built = any((ROOT / "addons/navpy/bin").glob("*/libnavpy.so"))
    if found.returncode or not built:
        print(f"rows of the engine left out: {'the extension is not built' if not built else 'no Godot'}", flush=True)
        return None
    return found.stdout.strip()


def walk_in_engine(godot, mesh, starts, goals, params, dt, most):
    """Tracks of the engine's own agents and of ours in the engine."""
    ticks = round(1 / dt)
    settings = dict(params=params, ticks=ticks, near=near_by(params), most=most, polygons=mesh.polygon_count)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        mesh.save(folder / "scene.navmesh")
        np.stack([starts, goals]).astype(np.float32).tofile(folder / "scene.ends")
        (folder / "scene.json").write_text(json.dumps(settings))

        def prepare(project):
            (project / "bench").symlink_to(folder)
            with open(project / "project.godot", "a") as file:
                file.write(ONE_THREAD)
        run_engine(godot, "engine_crowd.gd", "--fixed-fps", str(ticks), prepare=prepare)
        tracks = {side: np.fromfile(folder / f"{side}.track", np.float32).reshape(-1, len(starts), 2).astype(float)
                  for side in ("Godot", "in Godot")}
    for side, track in tracks.items():
        longest = np.hypot(*np.moveaxis(np.diff(track, axis=0), 2, 0)).max()
        assert longest <= 1.01 * params["max_speed"] * dt, f"{side}: a step of {longest} m, a frame is missing"
    return tracks


def check_engine(godot):
    """One alone is there when it should be, at each of the scenes' steps, and four in each other's way keep apart."""
    for mesh, starts, goals, _obstacles, params, dt, most in (scenes()[name] for name in ("circle of 250", "ring of 4")):
        starts, goals = np.array([(10.0, 0, 20)]), np.array([(30.0, 0, 20)])
        steps = (20 - near_by(params)) / (params["max_speed"] * dt)
        for side, track in walk_in_engine(godot, mesh, starts, goals, params, dt, most).items():
            assert abs(len(track) - 1 - steps) <= 1, f"{side}: alone, {len(track) - 1} steps instead of {steps:.1f}"
    mesh, starts, goals, _obstacles, params, dt, most = scenes()["ring of 4"]
    for side, track in walk_in_engine(godot, mesh, starts, goals, params, dt, most).items():
        assert deepest_overlap(track, params["radius"]) < 0.1 * params["radius"], f"{side}: nobody avoids anybody"


def deepest_overlap(track, radius):
    from scipy.spatial import cKDTree
    deepest = 0.0
    for places in track:
        pairs = cKDTree(places).query_pairs(2 * radius, output_type="ndarray")
        if len(pairs):
            deepest = max(deepest, (2 * radius - np.hypot(*(places[pairs[:, 0]] - places[pairs[:, 1]]).T)).max())
    return deepest


def furthest_off(mesh, track):
    """Meters off the mesh, in the ground plane."""
    places = np.insert(track.reshape(-1, 2), 1, 0, axis=1)
    return np.linalg.norm(places - mesh.locate_many(places, (100, 1, 1))[1], axis=1).max()


def describe(track, goals, radius, near_by, dt):
    """Steps, how many came near to their goals, and until each did so first: deepest overlap of all, mean seconds, walked
    over straight, mean size of the change of acceleration in m/s³."""
    near = np.hypot(*np.moveaxis(track - goals[:, ::2], 2, 0)) <= near_by
    arrived = near.any(axis=0)
    last = np.where(arrived, near.argmax(axis=0), len(track) - 1)
    lengths = np.hypot(*np.moveaxis(np.diff(track, axis=0), 2, 0))
    jerks = np.hypot(*np.moveaxis(np.diff(track, 3, axis=0), 2, 0)) / dt ** 3
    jerk = np.concatenate([jerks[:max(end - 2, 0), i] for i, end in enumerate(last)]).mean()
    row = f"{len(track) - 1:6} {arrived.sum():5}/{len(goals):<3} {deepest_overlap(track, radius):8.4f} {jerk:8.1f}"
    if not arrived.any():
        return row
    walked = np.array([lengths[:end, i].sum() for i, end in enumerate(last)])
    straight = np.hypot(*(track[last, np.arange(len(last))] - track[0]).T)
    return f"{row} {(last[arrived] * dt).mean():8.2f} {(walked / straight)[arrived].mean():8.3f}"


def walk_all(name, scene, godot):
    """Tracks by side. godot: a Godot for the engine's sides, or None. Nobody of ours may be off the mesh."""
    mesh, starts, goals, obstacles, params, dt, most = scene
    tracks = {"navpy": walk_crowd(OurCrowd(mesh, starts, goals, **params), starts, goals, params, dt, most)}
    if obstacles is not None:
        tracks["RVO2"] = walk_rvo(starts, goals, obstacles, params, dt, most)
    detour = DetourCrowd(mesh, starts, goals, params["radius"], params["max_speed"])
    tracks["Detour"] = walk_crowd(detour, starts, goals, params, dt, most)
    detour.close()
    if godot:
        tracks.update(walk_in_engine(godot, mesh, starts, goals, params, dt, most))
    for side, track in tracks.items():
        assert np.isfinite(track).all(), f"{name}: a position is not finite"
        off = furthest_off(mesh, track)
        assert off <= OFF or side not in ("navpy", "in Godot"), f"{name}, {side}: an agent is {off} m off the mesh"
    return tracks


def quality():
    godot = find_godot()
    if godot:
        check_engine(godot)
    print(f"{'':15} {'':8} {'off mesh':>8} {'steps':>6} {'arrived':>9} {'overlap':>8} {'jerk':>8} {'seconds':>8} {'stretch':>8}")
    for name, scene in scenes().items():
        mesh, _starts, goals, _obstacles, params, dt, _most = scene
        for side, track in walk_all(name, scene, godot).items():
            row = describe(track, goals, params["radius"], near_by(params), dt)
            print(f"{name:15} {side:8} {furthest_off(mesh, track):8.3f} {row}", flush=True)


def main():
    parts = [argument for argument in sys.argv[1:] if argument in ("plaza", "level", "filters", "growth", "quality")]
    folders = [argument for argument in sys.argv[1:] if argument not in parts]
    if not parts or "plaza" in parts:
        plazas()
    for part, run in (("level", level), ("filters", filters)):
        if not parts or part in parts:
            if folders:
                run("nav_test", load(pathlib.Path(folders[0]), "nav_test"))
            else:
                run("made level", navpy.bake(*made_level(), navpy.BakeSettings(**SETTINGS)))
    if not parts or "growth" in parts:
        growth()
    if not parts or "quality" in parts:
        quality()


if __name__ == "__main__":
    main()
