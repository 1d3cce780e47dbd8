"""Calls that a signal interrupts at random moments:  python -m tests.interrupted GROUP COUNT

For each call of the group that changes something, COUNT times: a fresh thing, the call with a signal somewhere in it, then the thing's
state. It must be the state before the call or that after a call without a signal, and the same call must lead on to the latter."""
import faulthandler
import os
import pathlib
import random
import signal
import sys
import tempfile
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import navpy
from navpy.query import PathCache, PathQueue
from tests.meshes import grid_mesh

LIMIT = 120                             # seconds without an end
POOL = ThreadPoolExecutor(2)
FOLDER = pathlib.Path(tempfile.mkdtemp())
RANDOM = random.Random(1)


class Rung(KeyboardInterrupt):
    """Of this harness alone."""


def ring(*_):
    raise Rung


def interrupted(call, delay):
    """Whether a signal came, after so many seconds, before the call had ended."""
    try:
        signal.setitimer(signal.ITIMER_REAL, delay)
        call()
        signal.setitimer(signal.ITIMER_REAL, 0)
        return False
    except Rung:
        return True
    finally:
        while True:                     # a signal may have come by now, or come in here
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
                time.sleep(0.002)       # another thread may have got it, and tell this one late
                break
            except Rung:
                pass


# ---- what is changed ----

def tiled():
    boxes = [[(x, z), (x + 2, z), (x + 2, z + 3), (x, z + 3)] for x in range(1, 36, 5) for z in range(1, 36, 5)]
    return navpy.bake_outlines([[(0, 0), (40, 0), (40, 40), (0, 40)]], boxes, tile_size=8.0)


BYTES, PLACES = tiled().to_bytes(), np.random.default_rng(1).uniform(0, 40, (400, 3)) * (1, 0, 1)
TILE = navpy.NavMesh.from_bytes(BYTES).tile(2, 2)
LINKS = [navpy.OffMeshLink((0.5, 0, 0.5), (39.5, 0, 39.5), radius=1.0, id=k) for k in range(20)]
SQUARES = grid_mesh(3, 40, 40)
COUNT = SQUARES.polygon_count


def mesh():
    return navpy.NavMesh.from_bytes(BYTES)


def linked():
    made = mesh()
    made.add_links(LINKS)
    return made


def indexed():
    made = mesh()
    made.build_path_index()
    return made


def state_of_mesh(made):
    made.validate()
    return made.to_bytes(), made.version, made.path_index_bytes, made.find_paths(PLACES[:20], PLACES[20:40]).lengths.tobytes()


MESHES = {
    "add_tile": (mesh, lambda made: made.add_tile(TILE), state_of_mesh),
    "remove_tile": (mesh, lambda made: made.tiles.count((2, 2)) and made.remove_tile(2, 2), state_of_mesh),
    "add_links": (mesh, lambda made: made.links or made.add_links(LINKS), state_of_mesh),
    "remove_links": (linked, lambda made: made.remove_links(*range(20)), state_of_mesh),
    "set_area_cost": (mesh, lambda made: made.area_cost(63) == 2.0 or made.set_area_cost(63, 2.0), state_of_mesh),
    "set_exit_only_areas": (mesh, lambda made: made.exit_only_areas or made.set_exit_only_areas([5]), state_of_mesh),
    "set_flags": (mesh, lambda made: made.flags[0] == 2 or made.set_flags(range(made.polygon_count), 2), state_of_mesh),
    "build_path_index": (mesh, lambda made: made.build_path_index(), state_of_mesh),
    "build_path_index on threads": (mesh, lambda made: made.build_path_index(POOL), state_of_mesh),
    "build_path_index again": (indexed, lambda made: made.build_path_index(), state_of_mesh),
}


def save(made):
    made.save(FOLDER / "mesh.navmesh")


def with_file():
    (FOLDER / "mesh.navmesh").write_bytes(b"old")
    return linked()


def state_of_files(_made):
    assert not list(FOLDER.glob("*.part"))
    return (FOLDER / "mesh.navmesh").read_bytes()


def with_world():
    (FOLDER / "out.navworld").write_bytes(b"old")
    return [TILE]


FILES = {
    "save": (with_file, save, state_of_files),
    "NavWorld.write": (with_world, lambda tiles: navpy.NavWorld.write(FOLDER / "out.navworld", tiles, 8.0),
                       lambda _made: (FOLDER / "out.navworld").read_bytes()),
}


# ---- filters ----

def known():
    made = navpy.QueryFilter(SQUARES, knows_all=False, time=1.0)
    made.know(range(COUNT // 2))
    made.block(range(0, COUNT, 7), links=(3, 4), until=5.0)
    made.set_penalty(range(0, COUNT, 5), 2.0)
    SQUARES.find_path((1, 0, 1), (30, 0, 30), filter=made)
    return made


def state_of_filter(made):
    return str(made.__reduce__()), made.include_flags, SQUARES.find_paths(PLACES[:9], PLACES[20:29], filter=made).lengths.tobytes()


FILTERS = {
    "know": (known, lambda made: made.know(range(COUNT)), state_of_filter),
    "forget": (known, lambda made: made.forget(), state_of_filter),
    "block": (known, lambda made: made.block(range(COUNT), links=range(50), until=9.0), state_of_filter),
    "unblock": (known, lambda made: made.unblock(range(COUNT), links=range(50)), state_of_filter),
    "time": (known, lambda made: setattr(made, "time", 7.0), state_of_filter),
    "set_penalty": (known, lambda made: made.set_penalty(range(COUNT), 3.0), state_of_filter),
    "set_area_cost of a filter": (known, lambda made: made.set_area_cost(63, 3.0), state_of_filter),
    "include_flags": (known, lambda made: setattr(made, "include_flags", 3), state_of_filter),
}


# ---- crowds ----

def crowd(radius=0.0):
    made = navpy.Crowd(SQUARES)
    made.add_agents(PLACES[:150], path_radius=radius)
    return made


def walking():
    made = crowd()
    made.request_paths(made.agents, PLACES[150:300])
    made.step(1 / 60)
    return made


def state_of_crowd(made):
    return made.save_state(), len(made), made.filter(made.agents[1]) is not None


LATER = walking()
for _ in range(5):
    LATER.step(1 / 60)
LATER.add_agents(PLACES[:20])
LATER = LATER.save_state()
RULES = navpy.QueryFilter(SQUARES)
GROUND = navpy.CostField(np.ones((40, 40), np.float32))
FIELD = navpy.IntegrationField(GROUND, [(3.5, 3.5)])


CROWDS = {
    "step": (walking, lambda made: made.step(1 / 60), state_of_crowd),
    "step on threads": (walking, lambda made: made.step(1 / 60, POOL), state_of_crowd),
    "add_agents": (crowd, lambda made: made.add_agents(PLACES[:300]), state_of_crowd),
    "set_params": (walking, lambda made: made.set_params(made.agents[3], radius=0.3, max_speed=2.0, path_radius=0.2), state_of_crowd),
    "set_filter": (walking, lambda made: made.set_filter(made.agents[1], RULES), state_of_crowd),
    "set_position": (walking, lambda made: made.set_position(made.agents[1], PLACES[9], (1, 0, 0)), state_of_crowd),
    "remove": (walking, lambda made: made.remove((1 << 32) + 5), state_of_crowd),
    "stop": (walking, lambda made: made.stop(made.agents[5]), state_of_crowd),
    "set_flock_leader": (walking, lambda made: made.set_flock_leader(made.agents[5], made.agents[6]), state_of_crowd),
    "load_state": (walking, lambda made: made.load_state(LATER), state_of_crowd),
    "request_path": (lambda: crowd(0.7), lambda made: made.request_path(made.agents[5], PLACES[9]), state_of_crowd),
    "follow": (crowd, lambda made: made.follow(made.agents, FIELD), state_of_crowd),
    "mesh": (walking, lambda made: setattr(made, "mesh", None), state_of_crowd),
}


# ---- grids ----

def costs():
    return navpy.CostField(np.ones((400, 400), np.float32))


def state_of_costs(made):
    return made.costs.tobytes()


def field():
    made = navpy.IntegrationField(costs(), [(1.5, 1.5)])
    made.flow()
    made.cost_field.set_costs(100, 100, np.full((200, 200), 3.0))
    return made


def state_of_field(made):
    return made.times.tobytes(), made.flow().tobytes(), made.directions(PLACES[:, ::2]).tobytes()


class Tiles:
    def __init__(self):
        self.tiles = navpy.FlowTiles(costs(), sector_size=32)
        self.group = self.tiles.request([(390.5, 390.5)])
        self.tiles.directions(self.group, 10 * PLACES[:, ::2])

    def all(self):
        while self.tiles.update():
            self.tiles.directions(self.group, 10 * PLACES[:, ::2])


def stamped():
    made = Tiles()
    made.all()
    made.tiles.stamp(100, 100, np.full((40, 200), np.inf))
    return made


def state_of_tiles(made):
    """What there is in the end, however far the call came."""
    made.all()
    return made.tiles.directions(made.group, 10 * PLACES[:, ::2]).tobytes(), made.tiles.cost_field.costs.tobytes()


GRIDS = {
    "set_costs": (costs, lambda made: made.set_costs(10, 10, np.full((300, 300), 2.0)), state_of_costs),
    "IntegrationField.update": (field, lambda made: made.update(), state_of_field),
    "FlowTiles.update": (Tiles, lambda made: made.tiles.update(), state_of_tiles),
    "FlowTiles.update after a change": (stamped, lambda made: made.tiles.update(), state_of_tiles),
    "FlowTiles.stamp": (Tiles, lambda made: made.tiles.stamp(100, 100, np.full((40, 200), np.inf)), state_of_tiles),
    "FlowTiles.request": (Tiles, lambda made: made.tiles.request([(5.5, 5.5)], positions=PLACES[:, ::2]), state_of_tiles),
}


# ---- searches that keep something ----

class Kept:
    """A search over a mesh that changes under it."""

    def __init__(self, make, ask):
        self.mesh = mesh()
        self.thing, self.ask = make(self.mesh), ask
        self.answer()
        self.mesh.remove_tile(2, 2)

    def answer(self):
        return self.ask(self.thing)


def goal_field_lengths(made):
    return np.round(made.lengths(PLACES), 6).tobytes()


def goal_field(**options):
    return Kept(lambda on: on.goal_field(PLACES[:1], **options), goal_field_lengths)


def queue_answers(made):
    tickets = [made.start(PLACES[k], PLACES[-k - 1]) for k in range(8)]
    while made.advance(200):
        pass
    return [made.finish(ticket).length for ticket in tickets]


def lengths_of(made):
    return [round(made.find_path(PLACES[k], PLACES[-k - 1]).length, 6) for k in range(20)]


KEPT = {
    "GoalField.update": (goal_field, lambda made: made.thing.update(), Kept.answer),
    "GoalField's questions": (goal_field, Kept.answer, Kept.answer),
    "GoalField of a radius": (lambda: goal_field(radius=0.3), Kept.answer, Kept.answer),
    "PathQueue": (lambda: Kept(PathQueue, queue_answers), Kept.answer, Kept.answer),
    "PathCache": (lambda: Kept(PathCache, lengths_of), Kept.answer, Kept.answer),
}


# ---- streamed worlds ----

def open_world():
    world = navpy.NavWorld.open(FOLDER / "w.navworld")
    world.focus, world.distance = [(20.0, 0.0, 20.0)], 200.0
    return world


def loaded():
    world = open_world()
    world.update(None)
    world.distance, world.focus = 1.0, [(4.0, 0.0, 4.0)]
    return world


class Led:
    """A world, and a crowd that asks for tiles on which its targets are."""

    def __init__(self):
        self.world = open_world()
        self.world.distance = 1.0
        self.world.update(None)
        self.crowd = navpy.Crowd(self.world)
        self.crowd.request_paths(self.crowd.add_agents(np.full((9, 3), (20.0, 0.0, 20.4))), PLACES[:9])
        self.crowd.step(1 / 60)

    def state(self):
        for _ in range(3):
            self.world.update(None)
            self.crowd.step(1 / 60)
        return [self.crowd.reason(agent) for agent in self.crowd.agents]


def state_of_world(world):
    """Where the next update leads."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        world.update(None)
    world.mesh.validate()
    lengths = world.mesh.find_paths(PLACES[:9], PLACES[9:18]).lengths
    return sorted(world.mesh.tiles), world.loaded_bytes, world.damaged, repr(world), lengths.tobytes()


def little(world):
    for _ in range(200):
        if world.update(1e-6) == 0:
            break


def other_places(world):
    """Tiles come and go."""
    for k in range(6):
        world.distance, world.focus = 3.0, [(8.0 * k, 0.0, 30.0)]
        world.update(None if k % 2 else 1e-5)
    world.distance, world.focus = 9.0, [(20.0, 0.0, 20.0)]


def after_other_places(world):
    """Tiles that are loaded stay a little longer than others come, so all but those of a corner go first."""
    world.distance, world.focus = 0.1, [(0.0, 0.0, 0.0)]
    world.update(None)
    world.distance, world.focus = 9.0, [(20.0, 0.0, 20.0)]
    return state_of_world(world)


WORLDS = {
    "NavWorld.update adds": (open_world, lambda world: world.update(None), state_of_world),
    "NavWorld.update adds a little": (open_world, little, state_of_world),
    "NavWorld.update removes": (loaded, lambda world: world.update(None), state_of_world),
    "NavWorld.update moves": (open_world, other_places, after_other_places),
    "NavWorld.update reads goals": (Led, lambda made: made.world.update(None), Led.state),
    "NavWorld.route": (open_world, lambda world: [world.route(PLACES[k], PLACES[k + 9]) for k in range(9)], state_of_world),
}
GROUPS = {"meshes": MESHES, "files": FILES, "filters": FILTERS, "crowds": CROWDS, "grids": GRIDS, "kept": KEPT, "worlds": WORLDS}


# ---- the harness ----

def run(make, call, state, count):
    """→ (how many signals came before the call had ended, faults)"""
    before, thing = state(make()), make()
    took = -time.perf_counter()
    call(thing)
    took += time.perf_counter()
    after, rung, faults = state(thing), 0, []
    for _ in range(count):
        thing = make()
        rung += interrupted(lambda: call(thing), RANDOM.uniform(1e-6, 1.1 * took + 2e-5))       # noqa: B023
        found = state(thing)
        if found not in (before, after):
            faults.append("neither the state before nor that after")
        elif found == before:
            call(thing)
            if state(thing) != after:
                faults.append("the call leads elsewhere the second time")
    return rung, faults


def main(group, count):
    signal.signal(signal.SIGALRM, ring)
    navpy.NavWorld.write(FOLDER / "w.navworld", (mesh().tile(*at) for at in mesh().tiles), 8.0)
    failed = False
    for name, (make, call, state) in GROUPS[group].items():
        faulthandler.dump_traceback_later(LIMIT + 2 * count, exit=True)
        rung, faults = run(make, call, state, count)
        print(f"{name}: {rung} of {count} interrupted" + (f"; {len(faults)} FAULTS: {faults[0]}" if faults else ""), flush=True)
        failed = failed or bool(faults)
    faulthandler.cancel_dump_traceback_later()
    return failed


if __name__ == "__main__":
    faulthandler.enable()
    code = main(sys.argv[1], int(sys.argv[2]))
    POOL.shutdown(wait=False)           # a thread may wait for ever for a lock that a signal has left locked in concurrent.futures
    for file in FOLDER.iterdir():
        file.unlink()
    FOLDER.rmdir()
    os._exit(code)
