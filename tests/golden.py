"""Golden values: the bytes that bakes, paths and crowds come to, each by a name, and the table of their SHA-256.

    .venv/bin/python -m tests.golden            writes tests/data/golden.json anew, and says which names have changed

A change that is meant to change results comes with a new table, and its commit says why; any other keeps all values.

What is computed here is +, −, ·, /, √ and rounding in IEEE doubles, and what navpy/base/elementary.pyx makes of them, so the values
hold for every processor, operating system and compiler (-ffp-contract=off, no -ffast-math), any number of threads and every numpy.
Levels come from tests/levels.py without sin and cos, as numpy's differ from processor to processor; places come from navpy's own
random numbers.
"""
import functools
import hashlib
import json
import pathlib
import random

import numpy as np

import navpy
import navpy.motion
from tests.levels import house, ramp_tower, terrain, yard

TABLE = pathlib.Path(__file__).resolve().parent / "data/golden.json"
CASES = {}              # name: function that returns bytes
DT = 1 / 60
LEVELS = {"terrain": terrain, "yard": yard, "house": house, "tower": ramp_tower}


def case(name):
    def add(function):
        CASES[name] = function
        return function
    return add


def digest(name):
    return hashlib.sha256(CASES[name]()).hexdigest()


def numbers(values):
    """Bytes of an array of doubles."""
    return np.ascontiguousarray(values, float).tobytes()


# ---- bakes ----

SETTINGS = {
    "defaults": {},
    "wide agent": dict(agent_radius=0.7, agent_height=2.2),
    "climber": dict(agent_max_climb=0.6, agent_max_slope=60.0, cell_height=0.2),
    "tiles": dict(tile_size=32, agent_radius=0.4),
    "monotone": dict(sample_partition_type=1, edge_max_length=4.0),
    "layers, triangles": dict(sample_partition_type=2, vertices_per_polygon=3),
    "coarse, no detail": dict(cell_size=0.4, detail_sample_distance=0.0, edge_max_error=2.0),
    "fine detail": dict(cell_size=0.2, detail_sample_distance=1.0, detail_sample_max_error=0.2),
    "links": dict(link_drop_height=3.5, link_climb_height=1.2, link_jump_distance=2.5),
    "links of tiles": dict(tile_size=40, link_drop_height=3.5, link_climb_height=1.2, link_jump_distance=2.5),
    "no filters": dict(filter_ledge_spans=False, filter_low_hanging_obstacles=False, filter_walkable_low_height_spans=False,
                       filter_enclosed_spaces=False),
}


@functools.cache
def baked(level, settings):
    return navpy.bake(*LEVELS[level](), navpy.BakeSettings(**SETTINGS[settings]))


def areas_of(triangles):
    """Area ids of triangles, in patches; some are not walkable."""
    return np.array([(63, 63, 63, 5, 5, 0, 9, 63)[i // 24 % 8] for i in range(len(triangles))], np.int32)


VOLUMES = (navpy.BoxVolume((9, 1, 9), (6, 6, 4), area=3), navpy.CylinderVolume((17, 1, 15), 2.5, 6.0, area=7),
           navpy.ConvexVolume([(4, 16), (9, 15), (10, 20), (5, 22)], -2.0, 5.0, area=11), navpy.BoxVolume((20, 1, 6), (2, 6, 2)))


@functools.cache
def baked_with_areas(tile_size):
    vertices, triangles = terrain()
    settings = navpy.BakeSettings(tile_size=tile_size, filter_median_areas=True, agent_radius=0.3)
    mesh = navpy.bake(vertices, triangles, settings, areas=areas_of(triangles), volumes=VOLUMES)
    for area, cost in ((3, 4.0), (5, 2.0), (7, 0.5), (9, 1.5), (11, 6.0)):
        mesh.set_area_cost(area, cost)
    return mesh


def add_bakes():
    for level in LEVELS:
        for settings in SETTINGS:
            case(f"bake of {level}, {settings}")(lambda level=level, settings=settings: baked(level, settings).to_bytes())
    for name, size in (("areas and volumes", 0), ("areas and volumes in tiles", 24)):
        case(f"bake with {name}")(lambda size=size: baked_with_areas(size).to_bytes())


add_bakes()


@case("bake of the house from seeds, with a link made by hand")
def bake_seeds():
    links = [navpy.OffMeshLink((2, 0, 15.5), (2, 0, 18.5), radius=1.0, width=0.6, two_way=False, id=4)]
    return navpy.bake(*house(), navpy.BakeSettings(agent_radius=0.4), seeds=[(2, 0, -2), (2, 0, 20)], links=links).to_bytes()


@case("bake of outlines")
def bake_outlines():
    rng = random.Random(2)
    holes = [[(x, y), (x + 1.5, y), (x + 2.0, y + 1.5), (x + 0.5, y + 2.0)]
             for x, y in ((20 * rng.random(), 20 * rng.random()) for _ in range(9))]
    areas = [([(2, 1), (9, 3), (5, 20)], 4), ([(4, 4), (20, 9), (7, 14)], 6)]
    ground = [(0, 0), (24, 0), (24, 16), (12, 24), (0, 24)]
    return b"".join(navpy.bake_outlines([ground], holes, agent_radius=radius, areas=areas).to_bytes() for radius in (0.0, 0.4))


@case("polygons cleaned")
def clean():
    rng = random.Random(4)
    vertices = [(x + 1e-4 * rng.random(), 0.0, z + 1e-4 * rng.random()) for x in range(12) for z in range(12) for _ in range(2)]
    polygons = [[2 * (12 * x + z) + rng.randrange(2) for x, z in ((a, b), (a, b + 1), (a + 1, b + 1), (a + 1, b))]
                for a in range(11) for b in range(11) if rng.random() < 0.8]
    cleaned = navpy.clean_polygons(vertices, polygons, weld_distance=0.01)
    return b"".join(bytes(part) for part in (cleaned.vertices, cleaned.offsets, cleaned.corners, cleaned.source))


@case("tiles replaced, removed and added")
def exchange_tiles():
    mesh = navpy.NavMesh.from_bytes(baked("yard", "tiles").to_bytes())
    vertices, triangles = yard(seed=6)
    settings, at = navpy.BakeSettings(**SETTINGS["tiles"]), mesh.tiles
    bounds = vertices.min(axis=0), vertices.max(axis=0)
    for x, z in at[::3]:
        mesh.add_tile(navpy.bake_tile(vertices, triangles, settings, x, z, bounds=bounds))
    mesh.remove_tile(*at[4])
    return mesh.to_bytes()


# ---- paths ----

def ends(mesh, count, seed=5):
    _polys, points = navpy.find_random_points(mesh, 2 * count, seed)
    return zip(*np.asarray(points).reshape(2, count, 3).tolist())


def path_bytes(path):
    said = (path.status.name, path.reason.name, len(path.points), [int(poly) for poly in path.corridor], [int(i) for i in path.links])
    return numbers(path.points) + numbers([path.length, path.remainder]) + repr(said).encode()


def paths(mesh, count=60, **options):
    mesh = mesh()
    return b"".join(path_bytes(mesh.find_path(start, goal, **options)) for start, goal in ends(mesh, count))


SEARCHES = {
    "exact": dict(algorithm="exact"),
    "corridor": dict(algorithm="corridor"),
    "corridor by midpoints": dict(algorithm="corridor", portal_points="midpoints"),
    "centers": dict(algorithm="centers"),
    "partial": dict(allow_partial=True),
    "search limit": dict(algorithm="corridor", max_searched=12, allow_partial=True),
    "cut off": dict(max_length=14.0, max_radius=9.0),
    "post-processed": dict(simplify=0.3, height_error=0.1),
    "clearance": dict(radius=0.9),
    "clearance, partial": dict(radius=1.6, allow_partial=True),
}
MESHES = {
    "yard": lambda: baked("yard", "defaults"),
    "terrain in tiles": lambda: baked("terrain", "tiles"),
    "house with links": lambda: baked("house", "links"),
    "tower": lambda: baked("tower", "climber"),
}


def add_paths():
    for where, mesh in MESHES.items():
        for what, options in SEARCHES.items():
            case(f"paths over {where}, {what}")(functools.partial(paths, mesh, **options))
    for what, options in (("cheapest", {}), ("cheapest with clearance", dict(radius=0.7)), ("search limit", dict(max_searched=9))):
        for where, size in (("areas", 0), ("areas in tiles", 24)):
            mesh = functools.partial(baked_with_areas, size)
            case(f"paths over {where}, {what}")(functools.partial(paths, mesh, count=40, **options))


add_paths()


@case("paths by a filter's rules")
def paths_by_rules():
    mesh = baked("house", "links")
    rules = navpy.QueryFilter(mesh)
    rules.set_penalty(list(range(0, mesh.polygon_count, 5)), 3.0)
    rules.block(list(range(3, mesh.polygon_count, 11)))
    return b"".join(path_bytes(mesh.find_path(start, goal, filter=rules, allow_partial=True)) for start, goal in ends(mesh, 40))


def surface_bytes(mesh):
    for start, goal in ends(mesh, 120):
        ray, moved = navpy.raycast(mesh, start, goal), navpy.move_along_surface(mesh, start, goal)
        wall = navpy.distance_to_wall(mesh, start)
        yield repr((ray.t, ray.poly, ray.point, ray.normal, ray.visited, moved.poly, moved.point, moved.visited,
                    wall and (wall.distance, wall.point, wall.normal))).encode()


def add_surfaces():
    for where, mesh in MESHES.items():
        case(f"rays, moves and walls over {where}")(lambda mesh=mesh: b"".join(surface_bytes(mesh())))


add_surfaces()


@case("lengths of the ways from one place")
def lengths():
    mesh = baked("house", "links")
    goals = [goal for _start, goal in ends(mesh, 80)]
    return b"".join(numbers(navpy.path_lengths(mesh, goal, goals)) for goal in goals[:5])


# ---- crowds ----

def walked(crowd, steps, executor=None, each=None):
    """Bytes of all places, every 20 steps, and of the velocities and statuses at the end."""
    found = []
    for step in range(steps):
        crowd.step(DT) if executor is None else crowd.step(DT, executor)
        if each:
            each(step)
        if step % 20 == 19:
            found.append(numbers(crowd.positions))
    return b"".join(found) + numbers(crowd.velocities) + np.asarray(crowd.statuses, np.int32).tobytes()


def crowd_of(mesh, starts, goals, **params):
    crowd = navpy.Crowd(mesh)
    for start, goal in zip(starts, goals):
        crowd.request_path(crowd.add_agent(tuple(start), **params), tuple(goal))
    return crowd


def boxes(*parts):
    """A mesh of boxes (x0, z0, x1, z1) that touch each other along the lines of a grid."""
    xs, zs = sorted({part[i] for part in parts for i in (0, 2)}), sorted({part[i] for part in parts for i in (1, 3)})
    cells = [(a, b, c, d) for a, c in zip(xs, xs[1:]) for b, d in zip(zs, zs[1:])
             if any(p[0] <= a and c <= p[2] and p[1] <= b and d <= p[3] for p in parts)]
    vertices = [(x, 0.0, z) for x in xs for z in zs]
    index = {(x, z): i for i, (x, _, z) in enumerate(vertices)}
    return navpy.NavMesh.from_polygons(vertices, [[index[a, b], index[a, d], index[c, d], index[c, b]] for a, b, c, d in cells])


GATE = (0, 0, 12, 12), (12, 5.3, 13, 6.7), (13, 0, 25, 12)


def gate_crowd():
    rng = random.Random(1)
    left = [(1.0 + 1.3 * (i // 6), 0.0, 1.5 + 1.7 * (i % 6) + 0.2 * rng.random()) for i in range(24)]
    right = [(25.0 - x, 0.0, 12.0 - z + 0.2 * rng.random()) for x, _, z in left]
    return crowd_of(boxes(*GATE), left + right, right + left, radius=0.4, max_speed=3.0)


@case("crowd: two groups at a gate")
def crowd_at_gate(executor=None):
    return walked(gate_crowd(), 600, executor)


@case("crowd: streams that cross in a hall")
def crowd_crossing():
    rng = random.Random(2)
    lanes = [(2.0 + 1.2 * (i // 5), 10.0 + 1.5 * (i % 5) + 0.3 * rng.random()) for i in range(25)]
    starts = [(x, 0, z) for x, z in lanes] + [(z, 0, x) for x, z in lanes]
    goals = [(x + 22, 0, z) for x, z in lanes] + [(z, 0, x + 22) for x, z in lanes]
    return walked(crowd_of(boxes((0, 0, 32, 32)), starts, goals, max_speed=3.5), 400)


@case("crowd: on hills, in tiles")
def crowd_on_hills():
    starts, goals = zip(*ends(baked("terrain", "tiles"), 40, seed=9))
    return walked(crowd_of(baked("terrain", "tiles"), starts, goals, radius=0.4), 400)


@case("crowd: over links, on two floors")
def crowd_over_links():
    starts, goals = zip(*ends(baked("house", "links"), 30, seed=3))
    return walked(crowd_of(baked("house", "links"), starts, goals, radius=0.4), 500)


@case("crowd: some stand in the way")
def crowd_around_standers():
    standers = [(12.0, 0.0, 4.0 + 1.15 * i) for i in range(8)] + [(20.0, 0.0, 10.0 + 1.4 * i) for i in range(6)]
    walkers = [(3.0, 0.0, 5.0 + 1.5 * i) for i in range(8)]
    crowd = crowd_of(boxes((0, 0, 28, 24)), walkers, [(25.0, 0.0, z) for _, _, z in walkers])
    for place in standers:
        crowd.add_agent(place)
    return walked(crowd, 500)


@case("crowd: tiles change, agents come and go")
def crowd_through_changes():
    mesh, other = (navpy.NavMesh.from_bytes(baked("yard", "tiles").to_bytes()) for _ in range(2))
    starts, goals = zip(*ends(mesh, 30, seed=4))
    crowd = crowd_of(mesh, starts, goals, radius=0.4, max_speed=3.0)
    agents = list(crowd.agents)

    def change(step):
        if step % 60 == 30:
            mesh.remove_tile(*mesh.tiles[step % len(mesh.tiles)])
        elif step % 60 == 50:
            for at in set(other.tiles) - set(mesh.tiles):
                mesh.add_tile(other.tile(*at))
        elif step % 60 == 10:
            crowd.remove(agents[step // 60])
            crowd.request_path(crowd.add_agent(starts[step // 60]), goals[-1], True)
        elif step % 60 == 20:
            crowd.stop(agents[-1 - step // 60])
            crowd.set_params(agents[-3 - step // 60], max_speed=1.5, radius=0.6)
    return walked(crowd, 400, each=change)


# ---- ORCA alone ----

ROOM = [(-6, 0), (-5, 3), (-3, 5), (0, 6), (4, 5), (6, 1), (5, -4), (1, -6), (-4, -5)]         # clockwise: the free ground is inside


def orca_in_room(count, low, high, max_neighbors):
    """New velocities of agents whose centers are low … high meters from a wall of a room."""
    rng, positions, velocities = random.Random(7), [], []
    for _ in range(count):
        k, t, off = rng.randrange(len(ROOM)), rng.random(), low + (high - low) * rng.random()
        (ax, ay), (bx, by) = ROOM[k], ROOM[(k + 1) % len(ROOM)]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        positions.append((ax + t * (bx - ax) + off * (by - ay) / length, ay + t * (by - ay) - off * (bx - ax) / length))
        velocities.append((3 * rng.random() - 1.5, 3 * rng.random() - 1.5))
    return numbers(navpy.motion.orca_step(positions, velocities, velocities, 0.5, 2.0, [ROOM], 0.1, 5.0, max_neighbors,
                                          3.0, 1.0))


case("orca: agents that touch or overlap the walls of a room")(lambda: orca_in_room(600, 0.05, 0.6, 0))
case("orca: a crowd near the walls of a room")(lambda: orca_in_room(60, 0.5, 3.0, 10))


# ---- flow fields on grids ----

def grid_field(method, order, most, goals):
    """Times, directions and a walk, of costs 1 … most with walls, after changes."""
    rng = random.Random(most)
    costs = [[float("inf") if rng.random() < 0.2 else rng.randrange(1, most + 1) for _ in range(90)] for _ in range(70)]
    ground = navpy.CostField(costs, cell_size=0.3, origin=(-2.0, 5.0))
    field = navpy.IntegrationField(ground, [(-2.0 + 27.0 * rng.random(), 5.0 + 21.0 * rng.random()) for _ in range(goals)],
                                   method=method, order=order)
    places = np.array([(-2.0 + 27.0 * rng.random(), 5.0 + 21.0 * rng.random()) for _ in range(50)])
    field.flow()
    for row in range(0, 60, 7):
        ground.set_costs(row, row, [[float("inf") if (row + k) % 3 else most for k in range(8)]] * 5)
        field.update()
        places += 0.1 * field.directions(places)
    return field.times.tobytes() + field.flow().tobytes() + places.tobytes()


for given in (("eikonal", 2, 1, 1), ("eikonal", 2, 9, 3), ("eikonal", 1, 2, 12), ("dijkstra", 1, 9, 2), ("bfs", 1, 9, 2)):
    case("grid: {}, order {}, costs to {}, goals {}".format(*given))(functools.partial(grid_field, *given))


def main():
    before = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    now = {name: digest(name) for name in CASES}
    TABLE.write_text(json.dumps(now, indent=1) + "\n")
    for name in sorted(before.keys() | now.keys()):
        if before.get(name) != now.get(name):
            print("changed:" if name in before and name in now else "new:" if name in now else "gone:", name)


if __name__ == "__main__":
    main()
