"""Pedestrians: navpy's Crowd beside jupedsim's models and what was measured of people, in one run.

    python bench/bench_pedestrians.py [part …]      needs PyPI's jupedsim

All are pedestrians of radius 0.2 m and 1.34 m/s; navpy's have a time gap of half a second, and the relaxation time of Helbing & Molnár
(1995) as a bound of acceleration. Parts, all if none is named:
doors: persons a second through doors of 0.8 to 5 m. Experiments: about 1.9 for a meter of width (Seyfried et al. 2009).
density: mean speed on a corridor that leads in a circle, at 0.5 to 5 persons on a square meter, beside Weidmann's curve (1993); nan
where a model pushed somebody through a wall.
lanes: two groups of 34 through each other in corridors of 34 m, as in the experiment of Kretz et al. (2006). Order is that of Rex &
Löwen (2007): 0 where both directions are mixed, 1 in lanes.
"""
import sys

import numpy as np

from bench_crowd import FRAME, OurCrowd, deepest_overlap, rectangles

try:
    import jupedsim
    import shapely
except ImportError:
    sys.exit("left out: pip install jupedsim")

RADIUS, SPEED = 0.2, 1.34                       # meters, meters a second
RELAXATION = 0.5                                # seconds in which a pedestrian takes on the speed that it prefers (Helbing & Molnár)
PEDESTRIAN = dict(radius=RADIUS, max_speed=SPEED, max_acceleration=SPEED / RELAXATION, time_gap=0.5)
MODELS = {
    "collision-free speed": (jupedsim.CollisionFreeSpeedModel, jupedsim.CollisionFreeSpeedModelAgentParameters),
    "social force": (jupedsim.SocialForceModel, jupedsim.SocialForceModelAgentParameters),
}
THEIR_STEP = 0.01                               # seconds
PARTS = ("doors", "density", "lanes")


def their_agent(model, **where):
    return MODELS[model][1](desired_speed=SPEED, radius=RADIUS, **where)


def table(head, columns, rows):
    print(f"{head:24}" + "".join(f"{column:>9}" for column in columns), flush=True)
    for name, numbers in rows:
        print(f"{name:24}" + "".join(f"{number:9.2f}" for number in numbers), flush=True)


# ---- doors ----

DOORS = (0.8, 1.2, 1.6, 2.4, 3.6, 5.0)          # meters
PERSONS, ROOM = 120, 12.0


def flow(times):
    """Persons a second, without the first and the last tenth of them, where the crowd forms and thins."""
    times = np.sort(times)[len(times) // 10:-(len(times) // 10)]
    return (len(times) - 1) / (times[-1] - times[0])


def persons():
    k = np.arange(PERSONS)
    return np.stack([0.5 + 0.6 * (k // 15), np.zeros(PERSONS), 0.7 + 0.75 * (k % 15)], axis=1)


def flow_of_navpy(width):
    """The navmesh ends a radius before the walls."""
    low, high = (ROOM - width) / 2 + RADIUS, (ROOM + width) / 2 - RADIUS
    mesh = rectangles((RADIUS, RADIUS, ROOM - RADIUS, ROOM - RADIUS), (ROOM - RADIUS, low, ROOM + 0.2 + RADIUS, high),
                      (ROOM + 0.2 + RADIUS, RADIUS, ROOM + 15, ROOM - RADIUS))
    starts = persons()
    goals = np.array([(ROOM + 14.5, 0, min(max(z, RADIUS), ROOM - RADIUS)) for z in starts[:, 2]])
    side = OurCrowd(mesh, starts, goals, **PEDESTRIAN)
    track = [starts[:, ::2]]
    while len(track) < 9000 and not (track[-1][:, 0] > ROOM + 1).all():
        track.append(side.step(FRAME)[1][:, ::2])
    over = np.array(track)[..., 0] > ROOM + 0.2
    return flow(over.argmax(axis=0)[over.any(axis=0)] * FRAME)


def flow_of(model, width):
    low, high = (ROOM - width) / 2, (ROOM + width) / 2
    walls = [(0, 0), (ROOM, 0), (ROOM, low), (ROOM + 0.2, low), (ROOM + 0.2, 0), (ROOM + 15, 0), (ROOM + 15, ROOM), (ROOM + 0.2, ROOM),
             (ROOM + 0.2, high), (ROOM, high), (ROOM, ROOM), (0, ROOM)]
    simulation = jupedsim.Simulation(model=MODELS[model][0](), geometry=walls, dt=THEIR_STEP)
    leave = simulation.add_exit_stage([(ROOM + 14, 0.1), (ROOM + 14.9, 0.1), (ROOM + 14.9, ROOM - 0.1), (ROOM + 14, ROOM - 0.1)])
    journey = simulation.add_journey(jupedsim.JourneyDescription([leave]))
    for x, _, z in persons():
        simulation.add_agent(their_agent(model, journey_id=journey, stage_id=leave, position=(x, z)))
    seen, times = set(), []
    while simulation.agent_count() and simulation.elapsed_time() < 150 and len(seen) < PERSONS:
        simulation.iterate()
        for agent in simulation.agents():
            if agent.position[0] > ROOM + 0.2 and agent.id not in seen:
                seen.add(agent.id)
                times.append(simulation.elapsed_time())
    return flow(times)


def doors():
    rows = [("navpy", map(flow_of_navpy, DOORS))] + [(model, [flow_of(model, width) for width in DOORS]) for model in MODELS]
    table("persons a second", [f"{width} m" for width in DOORS], [*rows, ("experiments", [1.9 * width for width in DOORS])])


# ---- a corridor that leads in a circle ----

LENGTH, DEPTH, WIDTH = 16.0, 8.0, 2.0           # meters, between the outer walls
DENSITIES = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0)     # persons a square meter
MEASURED = 10.0                                 # meters of each long side, in which density and speed are measured
LANES = (0.4, 0.8, 1.2, 1.6)                    # meters from the outer wall: of the points of jupedsim's rounds, which stay
MINUTE = 60.0                                   # seconds; the second half of it is measured


def people(density):
    """Places on a lattice of triangles, of which the corridor holds density persons a square meter."""
    step, near = np.sqrt(2 / np.sqrt(3) / density), 1.1 * RADIUS
    x, z = np.meshgrid(np.arange(near, LENGTH - near - step / 2, step), np.arange(near, DEPTH - near, step * np.sqrt(0.75)))
    x = x + step / 2 * (np.arange(len(x)) % 2)[:, None]
    places = np.stack([x.ravel(), z.ravel()], axis=1)
    return places[(np.abs(places - (LENGTH / 2, DEPTH / 2)) > (LENGTH / 2 - WIDTH + near, DEPTH / 2 - WIDTH + near)).any(axis=1)]


def rounds(lane):
    """The four points of a round, clockwise on a screen from the upper left."""
    return np.array([(WIDTH + 1, lane), (LENGTH - WIDTH - 1, lane), (LENGTH - WIDTH - 1, DEPTH - lane), (WIDTH + 1, DEPTH - lane)])


def ahead(place, point):
    """A point of the round as far from the outer wall as the walker is now: who walks on a side of the corridor stays there."""
    x, z = rounds(max(RADIUS, min(*place, LENGTH - place[0], DEPTH - place[1], WIDTH - RADIUS)))[point]
    return x, 0.0, z


def first_point(place, way):
    """The point of a round that comes next for one that walks clockwise (1) or against it (−1)."""
    upper = place[1] < DEPTH / 2
    if not WIDTH < place[0] < LENGTH - WIDTH:
        return {(True, 1): 0, (False, 1): 2, (True, -1): 3, (False, -1): 1}[place[0] < LENGTH / 2, way]
    return (1 if upper else 3) if way == 1 else (0 if upper else 2)


def is_past(place, point, way):
    """True for one on a long side that has come to a point of its round."""
    upper = point < 2
    on_its_side = place[1] < WIDTH if upper else place[1] > DEPTH - WIDTH
    return on_its_side and (place[0] - rounds(0.0)[point][0]) * (1 if upper else -1) * way > -0.3


def walk_navpy(places, ways):
    inner = (WIDTH - RADIUS, LENGTH - WIDTH + RADIUS, DEPTH - WIDTH + RADIUS)
    mesh = rectangles((RADIUS, RADIUS, LENGTH - RADIUS, inner[0]), (RADIUS, inner[2], LENGTH - RADIUS, DEPTH - RADIUS),
                      (RADIUS, inner[0], inner[0], inner[2]), (inner[1], inner[0], LENGTH - RADIUS, inner[2]))
    points = np.array([first_point(place, way) for place, way in zip(places, ways)])
    goals = np.array([ahead(place, point) for place, point in zip(places, points)])
    side = OurCrowd(mesh, np.insert(places, 1, 0.0, axis=1), goals, auto_brake=False, **PEDESTRIAN)
    track = [places]
    while len(track) * FRAME < MINUTE:
        track.append(side.step(FRAME)[1][:, ::2])
        for i, place in enumerate(track[-1]):
            if is_past(place, points[i], ways[i]) or side.crowd.status(side.agents[i]).name != "RUNNING":
                points[i] = (points[i] + ways[i]) % 4
                side.aim(i, ahead(place, points[i]))
    return np.array(track), FRAME


def walk_model(model, places, ways):
    floor = shapely.box(0, 0, LENGTH, DEPTH) - shapely.box(WIDTH, WIDTH, LENGTH - WIDTH, DEPTH - WIDTH)
    simulation = jupedsim.Simulation(model=MODELS[model][0](), geometry=floor, dt=THEIR_STEP)
    journeys = {}
    for lane in LANES:
        for way in (1, -1):
            stages = [simulation.add_waypoint_stage(tuple(point), 1.0) for point in rounds(lane)]
            journey = jupedsim.JourneyDescription(stages)
            for k in range(4):
                journey.set_transition_for_stage(stages[k], jupedsim.Transition.create_fixed_transition(stages[(k + way) % 4]))
            journeys[lane, way] = simulation.add_journey(journey), stages
    for i, (place, way) in enumerate(zip(places, ways)):
        journey, stages = journeys[LANES[i % len(LANES)], way]
        simulation.add_agent(their_agent(model, journey_id=journey, stage_id=stages[first_point(place, way)], position=tuple(place)))
    track = [places]
    while len(track) * THEIR_STEP < MINUTE:
        try:
            simulation.iterate()
        except RuntimeError:                    # a person was pushed through a wall: jupedsim ends there
            return np.full((9, len(places), 2), np.nan), THEIR_STEP
        track.append(np.array([agent.position for agent in simulation.agents()]))
    return np.array(track), THEIR_STEP


def look(track, dt):
    """Of the second half, on the long sides: persons a square meter, and the mean speed along the corridor."""
    track = track[len(track) // 2::max(1, round(0.1 / dt))]
    pace = np.abs(np.diff(track[..., 0], axis=0)) / (dt * max(1, round(0.1 / dt)))
    inside = (np.abs(track[1:, :, 0] - LENGTH / 2) < MEASURED / 2) & (np.abs(track[1:, :, 1] - DEPTH / 2) > DEPTH / 2 - WIDTH)
    return (inside.sum() / len(inside) / (2 * MEASURED * WIDTH), pace[inside].mean()) if inside.any() else (np.nan, np.nan)


def weidmann(density):
    return SPEED * (1 - np.exp(-1.913 * (1 / density - 1 / 5.4)))


def density():
    print(f"{'in a corridor':24}  persons on a square meter: meters a second", flush=True)
    speeds = {name: [] for name in ("navpy", *MODELS, "people (Weidmann)")}
    for crowded in DENSITIES:
        places = people(crowded)
        ways = np.ones(len(places), int)
        sides = {"navpy": walk_navpy(places, ways), **{model: walk_model(model, places, ways) for model in MODELS}}
        for name, (track, dt) in sides.items():
            measured, speed = look(track, dt)
            speeds[name] += [measured, speed]
        speeds["people (Weidmann)"] += [crowded, weidmann(crowded)]
    for name, numbers in speeds.items():
        print(f"{name:24}" + "".join(f"  {a:4.2f}:{b:5.2f}" for a, b in zip(numbers[::2], numbers[1::2])), flush=True)


# ---- both ways ----

AISLE = 34.0                                    # meters, length of the corridor
SIDES = (2.0, 3.0, 4.0)                         # meters, its widths
GROUP = 34                                      # persons at each end
PASSED = 16.0                                   # meters that one has walked who is past all of the other group


def groups(width):
    """Places of both groups, in rows that face each other, a little out of line."""
    k, abreast, random = np.arange(GROUP), int(width / 0.6), np.random.default_rng(3)

    def rows():
        places = np.stack([9.0 - 0.9 * (k // abreast), 0.3 + (width - 0.6) / (abreast - 1) * (k % abreast)], axis=1)
        return places + random.uniform(-0.1, 0.1, places.shape) * (1, 0.5)
    return np.concatenate([rows(), (AISLE, width) - rows()])


def cross_navpy(starts, width):
    mesh = rectangles((RADIUS, RADIUS, AISLE - RADIUS, width - RADIUS))
    goals = np.insert(np.stack([AISLE - starts[:, 0], starts[:, 1]], axis=1), 1, 0.0, axis=1)
    side = OurCrowd(mesh, np.insert(starts, 1, 0.0, axis=1), goals, **PEDESTRIAN)
    return np.array([starts] + [side.step(FRAME)[1][:, ::2] for _step in range(round(MINUTE / FRAME))]), FRAME


def cross_model(model, starts, width):
    simulation = jupedsim.Simulation(model=MODELS[model][0](), geometry=shapely.box(-9, 0, AISLE + 9, width), dt=THEIR_STEP)
    journeys = []
    for x in (AISLE + 5, -5):
        stage = simulation.add_waypoint_stage((x, width / 2), width)
        journeys.append((simulation.add_journey(jupedsim.JourneyDescription([stage])), stage))
    for i, start in enumerate(starts):
        journey, stage = journeys[i // GROUP]
        simulation.add_agent(their_agent(model, journey_id=journey, stage_id=stage, position=tuple(start)))
    track = [starts]
    for _step in range(round(MINUTE / THEIR_STEP)):
        simulation.iterate()
        track.append(np.array([agent.position for agent in simulation.agents()]))
    return np.array(track), THEIR_STEP


def order(track, dt):
    """Rex & Löwen's order of those who have somebody of the other group within three meters: of each person the others on the strip
    that it walks, a body's width, and three meters ahead and behind."""
    ways, phi = np.repeat([1, -1], GROUP), []
    for places in track[::round(0.5 / dt)]:
        gap = np.abs(places[:, None] - places)
        around = (gap[..., 0] < 3) & ~np.eye(len(places), dtype=bool)
        near, same = around & (gap[..., 1] < 2 * RADIUS), ways[:, None] == ways
        mixed = (around & ~same).any(axis=1) & near.any(axis=1)
        phi += list((((near & same).sum(axis=1) - (near & ~same).sum(axis=1))[mixed] / near.sum(axis=1)[mixed]) ** 2)
    return np.mean(phi)


def lanes():
    print(f"{'both ways':24}  width: order, seconds until half and nine tenths are past the others, meters walked back at most, "
          "deepest overlap", flush=True)
    for width in SIDES:
        starts = groups(width)
        for name in ("navpy", *MODELS):
            track, dt = cross_navpy(starts, width) if name == "navpy" else cross_model(name, starts, width)
            walked = (track - track[0])[..., 0] * np.repeat([1, -1], GROUP)
            times = np.where((walked > PASSED).any(axis=0), (walked > PASSED).argmax(axis=0) * dt, np.inf)
            back = (np.maximum.accumulate(walked, axis=0) - walked)[:, times < np.inf]
            half, most = (np.sort(times)[round(part * 2 * GROUP)] for part in (0.5, 0.9))
            print(f"{name:24}  {width} m: {order(track, dt):5.2f} {half:6.1f} {most:6.1f} {back.max():6.1f} "
                  f"{deepest_overlap(track[::30], RADIUS):6.3f}", flush=True)
    print(f"{'without each other':24}              {PASSED / SPEED:6.1f}", flush=True)


def main():
    for part in [part for part in PARTS if part in sys.argv[1:]] or PARTS:
        print(f"--- {part}", flush=True)
        {"doors": doors, "density": density, "lanes": lanes}[part]()


if __name__ == "__main__":
    main()
