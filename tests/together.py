"""Threads that ask a thing while another one changes it to and fro:  python -m tests.together THING SECONDS [READER…]

Each writer of the thing runs for so many seconds beside two threads of each reader. What the reader tells must be what it tells of one
of the states that the writer makes. The process ends with 0 where all was so; a crash or a hang ends it otherwise, with all stacks."""
import contextlib
import faulthandler
import itertools
import pickle
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import navpy
from navpy.navmesh.merging import copy_mesh, merge_meshes
from navpy.query import (PathCache, PathQueue, WidePathFinder, distances_to_wall, edge_clearance,
                         find_random_points, path_costs, raycasts, reachable_polygons)

LIMIT = 60                              # seconds without an end


def level(size=24.0, seed=1):
    """(mesh of tiles with boxes, the tile in its middle)"""
    rng = np.random.default_rng(seed)
    floor = [(0, 0, 0), (0, 0, size), (size, 0, size), (size, 0, 0)], [(0, 1, 2), (0, 2, 3)]
    boxes = [navpy.BoxVolume((x, 0, z), (1.5, 4, 1.5)) for x, z in rng.uniform(2, size - 2, (20, 2))]
    boxes.append(navpy.BoxVolume((4, 0, 4), (6, 4, 6), area=5))
    mesh = navpy.bake(*floor, navpy.BakeSettings(agent_radius=0.5, tile_size=32), bounds=((0, -1, 0), (size, 5, size)), volumes=boxes)
    return mesh, mesh.tile(*mesh.tiles[len(mesh.tiles) // 2])


def places(count, seed, size=24.0):
    return np.random.default_rng(seed).uniform(1, size - 1, (count, 3)) * (1, 0, 1)


def told(value):
    """Something that compares: a tuple of bytes."""
    if isinstance(value, (tuple, list)):
        return tuple(map(told, value))
    if hasattr(value, "lengths") and hasattr(value, "offsets"):
        return told((value.lengths, value.status))
    return np.round(np.asarray(value, dtype=np.float64), 3).tobytes()


# ---- a navmesh ----

MESH, TILE = level()
A, B = places(60, 2), places(60, 3)
FILTER = navpy.QueryFilter(MESH, area_costs={5: 3.0})
POOL = ThreadPoolExecutor(2)


def walking_crowd():
    crowd = navpy.Crowd(MESH)
    agents = crowd.add_agents(A)
    crowd.request_paths(agents, B)
    return crowd, agents


CROWD, AGENTS = walking_crowd()
FIELD = MESH.goal_field(B[:2])
CACHE, QUEUE, WIDE = PathCache(MESH), PathQueue(MESH), WidePathFinder(MESH, 0.3)
LOCK = threading.Lock()


def ask_queue():
    ticket = QUEUE.start(A[0], B[0])
    while not ticket.is_over:
        QUEUE.advance(20)
    return QUEUE.finish(ticket).length


def same_bits(call):
    """Ways of one length may be told in other orders by other memories: only that there is an answer counts."""
    return lambda: call() is None


def build_index():
    with contextlib.suppress(ValueError):       # of a mesh with links, or whose ways lead one way
        MESH.build_path_index()


def step():
    CROWD.step(1 / 60)


ON_MESH = {
    "find_path": lambda: [MESH.find_path(A[k], B[k]).length for k in range(20)][0],
    "find_paths": lambda: MESH.find_paths(A, B),
    "find_paths on threads": lambda: MESH.find_paths(np.tile(A, (10, 1)), np.tile(B, (10, 1)), POOL),
    "find_paths with a filter": lambda: MESH.find_paths(A, B, filter=FILTER),
    "find_paths of a radius": lambda: MESH.find_paths(A[:10], B[:10], radius=0.9).status,
    "locate_many": lambda: MESH.locate_many(A)[1],
    "locate": lambda: MESH.locate(A[0]) is None,
    "walls": lambda: distances_to_wall(MESH, A).distances,
    "rays": lambda: raycasts(MESH, A, B).t,
    "reachable": lambda: len(reachable_polygons(MESH, A[0]) or ()) > 0,
    "random points": lambda: find_random_points(MESH, 50, 1)[1],
    "goal field": same_bits(lambda: FIELD.lengths(A)),
    "path queue": same_bits(ask_queue),
    "path cache": same_bits(lambda: [CACHE.find_path(A[k], B[k]).length for k in range(20)]),
    "wide paths": same_bits(lambda: [WIDE.path(A[k], B[k]) for k in range(5)]),
    "crowd step": same_bits(step),
    "crowd step on threads": same_bits(lambda: CROWD.step(1 / 60, POOL)),
    "crowd requests": same_bits(lambda: CROWD.request_paths(AGENTS, B)),
    "arrays": lambda: (len(MESH.polygons) == len(MESH.neighbors) == len(MESH.areas), MESH.area),
    "bytes": lambda: navpy.NavMesh.from_bytes(MESH.to_bytes()).area,
    "copies": lambda: copy_mesh(MESH).area,
    "merges": lambda: merge_meshes([MESH]).area,
    "widths": lambda: len(edge_clearance(MESH)) > 0,
    "costs": lambda: len(path_costs(MESH, A[0])) > 0,
    "index": same_bits(build_index),
    "validate": same_bits(MESH.validate),
}
LINK = navpy.OffMeshLink(tuple(MESH.locate(A[1])[1]), tuple(MESH.locate(A[2])[1]), radius=0.3, id=9)
CHANGES = {                             # the last change is that back to the first state
    "tile": [lambda: MESH.remove_tile(TILE.x, TILE.z), lambda: MESH.add_tile(TILE)],
    "tile again": [lambda: MESH.add_tile(TILE)],
    "cost": [lambda: MESH.set_area_cost(63, 2.0), lambda: MESH.set_area_cost(63, 1.0)],
    "exit": [lambda: MESH.set_exit_only_areas([5]), lambda: MESH.set_exit_only_areas([])],
    "flags": [lambda: MESH.set_flags(range(5), 2), lambda: MESH.set_flags(range(5), 1)],
    "links": [lambda: MESH.add_links([LINK]), lambda: MESH.remove_links(9)],
}
BY_INDEX = {"index": [lambda: MESH.build_path_index(), lambda: MESH.set_flags([0], 1)]}


# ---- other things ----

COSTS = navpy.CostField(np.ones((96, 96), np.float32))
TIMES, TILES = navpy.IntegrationField(COSTS, [(3.5, 3.5)]), navpy.FlowTiles(COSTS, sector_size=16)
GROUP, SPOTS = TILES.request([(90.5, 90.5)]), np.random.default_rng(4).uniform(0, 96, (200, 2))
FOLLOWERS = navpy.Crowd()
FOLLOWERS.follow(FOLLOWERS.add_agents(np.stack([SPOTS[:80, 0], np.zeros(80), SPOTS[:80, 1]], 1)), TIMES)
FOLLOWERS.follow(FOLLOWERS.add_agents(np.stack([SPOTS[80:160, 0], np.zeros(80), SPOTS[80:160, 1]], 1)), GROUP)
ANEW = navpy.Crowd()                    # alone has the fields that its agents follow
ANEW_AGENTS = ANEW.add_agents(np.stack([SPOTS[:20, 0], np.zeros(20), SPOTS[:20, 1]], 1))
STATE = CROWD.save_state()
OTHER = navpy.Crowd(MESH)
OTHER.add_agents(B)


def follow_anew():
    ANEW.follow(ANEW_AGENTS, navpy.IntegrationField(COSTS, [(90.5, 90.5)]))
    ANEW.follow(ANEW_AGENTS, navpy.FlowTiles(COSTS, sector_size=16).request([(3.5, 3.5)]))


def wall(cost):
    return lambda: COSTS.set_costs(20, 20, np.full((40, 3), cost))


def make_world():
    folder = tempfile.mkdtemp()
    navpy.NavWorld.write(f"{folder}/w.navworld", [MESH.tile(*at) for at in MESH.tiles], MESH.tile_size, agent_radius=0.5)
    world = navpy.NavWorld.open(f"{folder}/w.navworld")
    world.focus = [(12.0, 0.0, 12.0)]
    world.update(None)
    crowd = navpy.Crowd(world)
    crowd.request_paths(crowd.add_agents(A), B)
    return world, crowd


def to_distance(meters):
    def change():
        WORLD.distance = meters
        WORLD.update(None)
    return change


def some_agent(call):
    return lambda: call(CROWD.add_agent((12.0, 0.0, 12.0)))


def set_filter(name, value):
    return lambda: setattr(FILTER, name, value)


THINGS = {
    "mesh": (ON_MESH, {**CHANGES, **BY_INDEX}),
    "crowd": ({"step": same_bits(step), "step on threads": same_bits(lambda: CROWD.step(1 / 60, POOL)),
               "steps with others": same_bits(lambda: (CROWD.step(1 / 60, others=[OTHER]), OTHER.step(1 / 60, others=[CROWD]))),
               "positions": same_bits(lambda: [CROWD.position(agent) for agent in AGENTS]),
               "lists": same_bits(lambda: [len(CROWD), CROWD.agents, CROWD.positions.sum(), CROWD.save_state()])},
              {"agents": [some_agent(CROWD.remove)],
               "requests": [lambda: CROWD.request_paths(AGENTS, A), lambda: CROWD.request_paths(AGENTS, B)],
               "request": [lambda: CROWD.request_path(int(AGENTS[0]), A[0]), lambda: CROWD.stop(int(AGENTS[0]))],
               "params": [lambda: CROWD.set_params(int(AGENTS[0]), radius=0.4), lambda: CROWD.set_params(int(AGENTS[0]), radius=0.5)],
               "filter": [lambda: CROWD.set_filter(int(AGENTS[1]), FILTER), lambda: CROWD.set_filter(int(AGENTS[1]), None)],
               "place": [lambda: CROWD.set_position(int(AGENTS[2]), A[5])], "state": [lambda: CROWD.load_state(STATE)],
               "mesh": [lambda: setattr(CROWD, "mesh", MESH)], "step": [step]}),
    "filter": ({"find_paths": same_bits(lambda: MESH.find_paths(A, B, filter=FILTER)), "copy": same_bits(lambda: pickle.dumps(FILTER)),
                "step": same_bits(lambda: (CROWD.set_filter(int(AGENTS[1]), FILTER), step()))},
               {"blocks": [lambda: FILTER.block(range(3)), lambda: FILTER.unblock(range(3))],
                "flags": [set_filter("exclude_flags", 4), set_filter("exclude_flags", 0)],
                "costs": [lambda: FILTER.set_area_cost(63, 2.0), lambda: FILTER.set_area_cost(63, None)],
                "tile": CHANGES["tile"], "mesh costs": CHANGES["cost"]}),
    "grid": ({"field": lambda: np.isfinite(navpy.IntegrationField(COSTS, [(90.5, 90.5)]).times).mean(),
              "directions": same_bits(lambda: (TIMES.directions(SPOTS), TIMES.distance(SPOTS), TIMES.times.sum())),
              "tiles": same_bits(lambda: (TILES.directions(GROUP, SPOTS), TILES.distances(GROUP, SPOTS), TILES.bytes)),
              "crowd": same_bits(lambda: FOLLOWERS.step(1 / 60)), "crowd that follows anew": same_bits(lambda: ANEW.step(1 / 60)),
              "groups": same_bits(lambda: TILES.directions(TILES.request([SPOTS[0]]), SPOTS))},
             {"costs": [wall(np.inf), wall(1.0)], "update": [wall(3.0), TIMES.update, wall(1.0), TIMES.update],
              "tiles": [wall(np.inf), TILES.update, wall(1.0), TILES.update], "follow": [follow_anew],
              "stamps": [lambda: TILES.stamp(20, 20, np.full((4, 4), np.inf)), lambda: TILES.stamp(20, 20, np.ones((4, 4)))]}),
    "world": ({"route": same_bits(lambda: WORLD.route(A[0], B[0])), "find_path": same_bits(lambda: WORLD.find_path((12, 0, 12), B[0])),
               "mesh": same_bits(lambda: WORLD.mesh.find_paths(A, B)), "crowd": same_bits(lambda: WALKERS.step(1 / 60)),
               "update": same_bits(lambda: WORLD.update())},
              {"distance": [to_distance(1.0), to_distance(100.0)]}),
}
WORLD, WALKERS = make_world() if sys.argv[1:2] == ["world"] else (None, None)


# ---- together ----

def run(reader, changes, seconds):
    """What went wrong, in lines; at least one change and one answer are waited for."""
    states = [told(reader())]
    for change in changes:
        change()
        states.append(told(reader()))
    wrong, done, counts = [], threading.Event(), [0, 0]

    def ask(k):
        while not done.is_set() and not wrong:
            try:
                found = told(reader())
            except BaseException as error:
                wrong.append(f"reader: {error!r}")
                return
            if found not in states:
                wrong.append("an answer that no state gives")
            counts[k] += 1

    threads = [threading.Thread(target=ask, args=(k,), daemon=True) for k in range(2)]
    for thread in threads:
        thread.start()
    end, changed = time.monotonic() + seconds, 0
    try:
        for change in itertools.chain.from_iterable(itertools.repeat(changes)):
            change()
            changed += 1
            if (time.monotonic() > end and changed % len(changes) == 0 and all(counts)) or wrong:
                break
    except BaseException as error:
        wrong.append(f"writer: {error!r}")
    done.set()
    for thread in threads:
        thread.join(LIMIT)
    if any(thread.is_alive() for thread in threads):
        wrong.append("a reader has not ended")
    return wrong


def main(thing, seconds, names):
    readers, writers = THINGS[thing]
    for name, (writer, changes) in itertools.product(names or readers, writers.items()):
        faulthandler.dump_traceback_later(LIMIT, exit=True)
        wrong = run(readers[name], changes, seconds)
        if wrong:
            print(f"{name} beside {writer}: {wrong[0]}")
            return 1
    faulthandler.cancel_dump_traceback_later()
    return 0


if __name__ == "__main__":
    faulthandler.enable()
    sys.exit(main(sys.argv[1], float(sys.argv[2]), sys.argv[3:]))
