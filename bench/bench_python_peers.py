"""navpy beside what Python users take otherwise, on the same input in the same run; the answers are compared.

    python bench/bench_python_peers.py [part …]     needs PyPI's pynavmesh, tcod, pathfinding, pyrvo, jupedsim

Parts, all if none is named:
bake: a house of two floors and its yard, pynavmesh's Recast in Python. The area of the floors must be the same to a tenth.
mesh: 100 paths on pynavmesh's polygons, pynavmesh's A* and funnel. No path of ours may be longer.
grid: 100 ways to one goal on a map of 512² cells with rocks: tcod's A* a way, pathfinding's for 3 of them, navpy's field for all.
Lengths must be pathfinding's; tcod's may be shorter, as they pass between two rocks that touch at a corner.
orca: steps of 250 agents who change places across a circle, pyrvo. The new velocities must be the same.
crowd: 120 pedestrians leave a room by a door of 1.6 m, jupedsim's collision-free speed model. As many of ours come through a second as
in experiments (Seyfried et al. 2009: 1.9 for a meter of width), to a sixth.
"""
import sys
import time

import numpy as np

import navpy
from navpy.motion import orca_step
from tests.levels import house

try:
    import jupedsim             # noqa: F401  (bench_pedestrians leaves out everything without it)
    import pyrvo
    import tcod
    from pathfinder import PathFinder, navmesh_baker
    from pathfinding.core.diagonal_movement import DiagonalMovement
    from pathfinding.core.grid import Grid
    from pathfinding.finder.a_star import AStarFinder
except ImportError as error:
    sys.exit(f"left out: pip install pynavmesh tcod pathfinding pyrvo jupedsim ({error})")

from bench_pedestrians import flow_of, flow_of_navpy

SETTINGS = dict(cell_size=0.3, cell_height=0.2, agent_height=2.0, agent_radius=0.6, agent_max_climb=0.4)
DOOR = 1.6                      # meters
PARTS = ("bake", "mesh", "grid", "orca", "crowd")


def timed(call, runs=1):
    """(what a call returns, the seconds of its fastest run)."""
    best = np.inf
    for _ in range(runs):
        begin = time.perf_counter()
        found = call()
        best = min(best, time.perf_counter() - begin)
    return found, best


def row(name, ours, theirs, answers):
    print(f"{name:34} {1e3 * ours:10.3f} {1e3 * theirs:12.3f} {ours / theirs:9.4f}   {answers}", flush=True)


def plan_area(vertices, polygons):
    """Square meters of polygons in the ground plane."""
    total = 0.0
    for polygon in polygons:
        x, _, z = np.asarray(vertices)[list(polygon)].T
        total += abs(np.dot(x, np.roll(z, -1)) - np.dot(z, np.roll(x, -1))) / 2
    return total


def plan_length(points):
    return np.linalg.norm(np.diff(points[:, ::2], axis=0), axis=1).sum()


# ---- parts ----

def their_bake(vertices, triangles):
    """Vertices and polygons, lists."""
    baker = navmesh_baker.NavmeshBaker()
    baker.add_geometry(vertices.tolist(), triangles.tolist())
    assert baker.bake(**SETTINGS)
    return baker.get_polygonization()


def bake():
    vertices, triangles = house()
    mesh, ours = timed(lambda: navpy.bake(vertices, triangles, navpy.BakeSettings(**SETTINGS)), 5)
    (corners, polygons), seconds = timed(lambda: their_bake(vertices, triangles))
    areas = plan_area(mesh.vertices, mesh.polygons), plan_area(corners, polygons)
    assert abs(areas[0] / areas[1] - 1) < 0.1, areas
    row("bake a house: pynavmesh", ours, seconds, f"{areas[0]:.0f} and {areas[1]:.0f} m²")


def mesh():
    corners, polygons = their_bake(*house())
    mesh, finder = navpy.NavMesh.from_polygons(corners, polygons), PathFinder(corners, polygons)
    _, points = navpy.find_random_points(mesh, 2000, 1)
    island = np.bincount(mesh.islands).argmax()
    points = [tuple(map(float, point)) for point in points if mesh.islands[mesh.locate(point)[0]] == island][:200]
    pairs = list(zip(points[::2], points[1::2]))
    assert len(pairs) == 100
    found, ours = timed(lambda: [mesh.find_path(*pair).points for pair in pairs], 5)
    ways, theirs = timed(lambda: [finder.search_path(*pair) for pair in pairs])
    exact, other = ([plan_length(np.asarray(way)) for way in some] for some in (found, ways))
    assert (np.array(exact) <= np.array(other) + 1e-3).all()
    row("100 paths on a navmesh: pynavmesh", ours, theirs, f"theirs are {100 * (sum(other) / sum(exact) - 1):.1f} % longer")


def grid():
    rng = np.random.default_rng(1)
    free = np.ones((512, 512), np.int8)
    for r, c in rng.integers(0, 500, (500, 2)):
        free[r:r + rng.integers(2, 12), c:c + rng.integers(2, 12)] = 0
    cells = np.argwhere(free == 1)
    goal = tuple(map(int, cells[rng.integers(len(cells))]))
    costs = np.where(free == 1, 1, 255).astype(np.uint8)

    def ours():
        field = navpy.IntegrationField(navpy.CostField(costs), np.array([goal]), method="dijkstra")
        return np.asarray(field.times)

    lengths, seconds = timed(ours, 5)
    starts = [tuple(map(int, cell)) for cell in cells[rng.integers(len(cells), size=400)] if np.isfinite(lengths[tuple(cell)])][:100]
    lengths = np.array([lengths[start] for start in starts])

    def length(way):
        return np.linalg.norm(np.diff(np.asarray(way, float), axis=0), axis=1).sum()

    finder = tcod.path.AStar(free, diagonal=2 ** 0.5)
    ways, theirs = timed(lambda: [[start, *finder.get_path(*start, *goal)] for start in starts])
    shorter = lengths / np.array([length(way) for way in ways])
    assert (shorter > 1 - 1e-5).all(), shorter.min()
    row("100 ways on a grid: tcod", seconds, theirs, f"theirs are {100 * (shorter.mean() - 1):.1f} % shorter, past rocks that touch")

    def walk(start):
        board = Grid(matrix=free.tolist())
        finder = AStarFinder(diagonal_movement=DiagonalMovement.only_when_no_obstacle)
        return finder.find_path(board.node(start[1], start[0]), board.node(goal[1], goal[0]), board)[0]

    ways, theirs = timed(lambda: [[(node.y, node.x) for node in walk(start)] for start in starts[:3]])
    assert np.allclose([length(way) for way in ways], lengths[:3], rtol=1e-5)
    row("100 ways on a grid: pathfinding", seconds, theirs / 3 * 100, "theirs of 3 ways, the same lengths")


def orca():
    angle = np.linspace(0, 2 * np.pi, 250, endpoint=False)
    positions = np.float32(60 * np.column_stack([np.cos(angle), np.sin(angle)])).astype(float)
    goals, steps = -positions, 100
    simulation = pyrvo.RVOSimulator()
    simulation.set_time_step(0.1)
    simulation.set_agent_defaults(15.0, 10, 5.0, 5.0, 0.5, 2.0)
    for place in positions:
        simulation.add_agent(tuple(place))
    velocities, ours, theirs, most = np.zeros((250, 2)), 0.0, 0.0, 0.0
    for _ in range(steps):
        to_goal = goals - positions
        preferred = np.float32(to_goal / np.maximum(1, np.linalg.norm(to_goal, axis=1))[:, None] * 1.5).astype(float)
        for agent, velocity in enumerate(preferred):
            simulation.set_agent_pref_velocity(agent, tuple(velocity))
        new, seconds = timed(lambda: orca_step(positions, velocities, preferred, 0.5, 2.0, dt=0.1, neighbor_distance=15.0,
                                               max_neighbors=10, time_horizon=5.0, time_horizon_obstacles=5.0))
        ours += seconds
        theirs += timed(simulation.do_step)[1]
        velocity = np.array([simulation.get_agent_velocity(agent).to_tuple() for agent in range(250)])
        most = max(most, np.abs(new - velocity).max())
        positions = np.array([simulation.get_agent_position(agent).to_tuple() for agent in range(250)])
        velocities = velocity               # both go on from RVO2's floats
    row("100 steps of 250 agents: pyrvo", ours, theirs, f"velocities differ by {most:.1e} m/s at most")
    assert most < 1e-3


def crowd():
    flow, ours = timed(lambda: flow_of_navpy(DOOR))
    other, theirs = timed(lambda: flow_of("collision-free speed", DOOR))
    row("120 pedestrians leave: jupedsim", ours, theirs, f"{flow:.2f} and {other:.2f} a second; people {1.9 * DOOR:.2f}")
    assert abs(flow / (1.9 * DOOR) - 1) < 1 / 6


if __name__ == "__main__":
    wanted = sys.argv[1:] or PARTS
    assert set(wanted) <= set(PARTS), f"parts are {', '.join(PARTS)}"
    print(f"{'milliseconds':34} {'navpy':>10} {'the other':>12} {'ratio':>9}   answers")
    for part in wanted:
        globals()[part]()
