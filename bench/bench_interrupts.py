"""How long after Ctrl-C everything that takes long ends.

    python bench/bench_interrupts.py [word of a case]

Each case is run once to the end, then again and again; each time a signal comes at another moment, and the time until its
KeyboardInterrupt is caught is measured. The longest must be below a fifth of a second. Then the same call must give what it gave
before: an interrupt leaves nothing half-made. A crowd's step is not ended, but made whole.
"""
import concurrent.futures
import hashlib
import pathlib
import pickle
import signal
import sys
import tempfile
import time

import numpy as np

import navpy
from bench_bake import SETTINGS, made_level
from navpy.query import edge_clearance, narrow_edges

TIMES, LONGEST = 12, 0.2                # signals a case; seconds
SIDE = 400                              # meters of the level


class Shared:
    """What several cases start from."""

    def __init__(self, executor, processes, folder):
        self.executor, self.processes, self.folder = executor, processes, folder
        self.level = made_level(SIDE)
        self.mesh = navpy.bake(*self.level, navpy.BakeSettings(**SETTINGS, tile_size=48), executor=executor)
        self.points = navpy.find_random_points(self.mesh, 300_000, seed=1)[1]
        self.others = navpy.find_random_points(self.mesh, 300_000, seed=2)[1]
        self.tiles = [self.mesh.tile(x, z) for x, z in self.mesh.tiles]
        self.rings = self.mesh.polygons
        self.small = navpy.bake(*made_level(120), navpy.BakeSettings(**SETTINGS))
        self.data = self.mesh.to_bytes()
        self.stars = [star(at) for at in np.random.default_rng(1).uniform(0, 900, (9000, 2))]


def star(at):
    turns = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    return at + np.column_stack([np.cos(turns), np.sin(turns)]) * np.where(np.arange(10) % 2, 2.0, 5.0)[:, None]


def crowd_of(shared, count):
    crowd = navpy.Crowd(shared.mesh)
    return crowd, crowd.add_agents(shared.points[:count])


def outlines(shared, executor=None, tile_size=0.0):
    square = [(0, 0), (900, 0), (900, 900), (0, 900)]
    return navpy.bake_outlines([square], shared.stars, agent_radius=0.5, tile_size=tile_size, executor=executor)


def integration(shared):
    costs = navpy.CostField(np.ones((2000, 2000), np.float32), cell_size=0.5)
    return navpy.IntegrationField(costs, [(1.0, 1.0)]).distance([(900.0, 900.0)])


def world_file(shared, executor=None):
    path = shared.folder / "world.navworld"
    navpy.NavWorld.write(path, shared.tiles, shared.mesh.tile_size, climb=shared.mesh.climb, executor=executor)
    assert not list(shared.folder.glob("*.part"))
    return path.read_bytes()


def step(shared, executor=None):
    crowd, agents = crowd_of(shared, 10_000)
    crowd.request_paths(agents, shared.others[:10_000])
    for _ in range(5):
        crowd.step(1 / 60, executor)
    return crowd.save_state()


def index(shared, executor=None):
    shared.small.build_path_index(executor)
    return shared.small.to_bytes()


CASES = {
    "bake in one piece": lambda s: navpy.bake(*s.level, navpy.BakeSettings(**SETTINGS)),
    "bake with links": lambda s: navpy.bake(*made_level(200), navpy.BakeSettings(**SETTINGS, link_drop_height=4.0,
                                                                                 link_jump_distance=4.0)),
    "bake in tiles, on threads": lambda s: navpy.bake(*s.level, navpy.BakeSettings(**SETTINGS, tile_size=48), executor=s.executor),
    "bake in tiles, on threads of its own": lambda s: navpy.bake(*s.level, navpy.BakeSettings(**SETTINGS, tile_size=48)),
    "bake in tiles, in processes": lambda s: navpy.bake(*s.level, navpy.BakeSettings(**SETTINGS, tile_size=48), executor=s.processes),
    "bake outlines": lambda s: outlines(s),
    "bake outlines in tiles, on threads": lambda s: outlines(s, s.executor, 50.0),
    "clean_polygons": lambda s: navpy.clean_polygons(s.mesh.vertices, [ring for ring in s.rings if ring]).offsets,
    "from_polygons": lambda s: navpy.NavMesh.from_polygons(s.mesh.vertices, [ring for ring in s.rings if ring]),
    "from_tiles": lambda s: navpy.NavMesh.from_tiles(s.tiles, s.mesh.tile_size),
    "from_bytes": lambda s: navpy.NavMesh.from_bytes(s.data),
    "find_paths": lambda s: s.mesh.find_paths(s.points[:5000], s.others[:5000]).lengths,
    "find_paths, on threads": lambda s: s.mesh.find_paths(s.points[:5000], s.others[:5000], s.executor).lengths,
    "find_paths for wide agents": lambda s: s.mesh.find_paths(s.points[:1000], s.others[:1000], radius=0.8).lengths,
    "raycasts": lambda s: navpy.raycasts(s.mesh, s.points, s.others).t,
    "raycasts, on threads": lambda s: navpy.raycasts(s.mesh, s.points, s.others, s.executor).t,
    "moves_along_surface": lambda s: navpy.moves_along_surface(s.mesh, s.points[:3000], s.others[:3000]).points,
    "distances_to_wall": lambda s: navpy.distances_to_wall(s.mesh, s.points).distances,
    "locate_many": lambda s: s.mesh.locate_many(s.points)[1],
    "nearest_many": lambda s: s.mesh.nearest_many(s.points + (0, 9, 0), executor=s.executor)[1],
    "path index": index,
    "path index, on threads": lambda s: index(s, s.executor),
    "goal field": lambda s: s.mesh.goal_field(s.points[:1]).ways(s.points[:1000])[0],
    "path lengths": lambda s: navpy.path_lengths(s.mesh, s.points[0], s.others[:3000]),
    "edge clearance": lambda s: edge_clearance(s.mesh).tobytes(),
    "narrow edges": lambda s: narrow_edges(s.mesh, 0.5),
    "random points": lambda s: navpy.find_random_points(s.mesh, 2_000_000, seed=1)[1],
    "integration field": integration,
    "crowd, requests": lambda s: (lambda crowd, agents: crowd.request_paths(agents, s.others[:3000]))(*crowd_of(s, 3000)),
    "crowd, steps of 10,000": step,
    "crowd, steps of 10,000, on threads": lambda s: step(s, s.executor),
    "world file": world_file,
    "world file, on threads": lambda s: world_file(s, s.executor),
}


def digest(answer):
    if isinstance(answer, navpy.NavMesh):
        answer = answer.to_bytes()
    return hashlib.sha256(pickle.dumps(np.asarray(answer) if not isinstance(answer, bytes) else answer)).hexdigest()


class Alarm:
    """Raises KeyboardInterrupt as Ctrl-C does, and knows when."""

    def __init__(self):
        signal.signal(signal.SIGALRM, self.ring)

    def ring(self, *_):
        raise KeyboardInterrupt

    def measure(self, call, delay):
        """Seconds from the signal to the caught interrupt; None where the call was over before."""
        due = time.monotonic() + delay
        signal.setitimer(signal.ITIMER_REAL, delay)
        try:
            call()
            signal.setitimer(signal.ITIMER_REAL, 0)
        except KeyboardInterrupt:
            return time.monotonic() - due
        return None


def run(name, call, shared, alarm):
    begin = time.monotonic()
    want = digest(call(shared))
    whole = time.monotonic() - begin
    late = [alarm.measure(lambda: call(shared), whole * (k + 0.5) / TIMES) for k in range(TIMES)]
    caught = [seconds for seconds in late if seconds is not None]
    same = digest(call(shared)) == want
    longest = max(caught, default=0.0)
    print(f"{name}: takes {whole:.2f} s, ends {1e3 * longest:.0f} ms after the signal at most, of {len(caught)}"
          f"{'' if same else ', AND GIVES ANOTHER ANSWER AFTERWARDS'}", flush=True)
    return longest, same


def main():
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as executor, \
            concurrent.futures.ProcessPoolExecutor(2) as processes:
        shared, alarm = Shared(executor, processes, pathlib.Path(folder)), Alarm()
        found = {name: run(name, call, shared, alarm) for name, call in CASES.items() if word in name}
    longest = max(found, key=lambda name: found[name][0])
    print(f"the longest: {1e3 * found[longest][0]:.0f} ms, {longest}")
    assert found[longest][0] < LONGEST and all(same for _, same in found.values())


if __name__ == "__main__":
    main()
