"""What comes from queries goes through pickle and copy, to other processes too; each public class shows what it is."""
import copy
import enum
import inspect
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import navpy
import navpy.grid
import navpy.motion
import navpy.query
import navpy.streaming
from navpy.motion import dubins_path, round_corners
from navpy.query import RandomState, WidePathFinder, polygons_in_circle
from tests.levels import TILED, terrain, yard

CUTS = (pytest.param(lambda given: pickle.loads(pickle.dumps(given)), id="pickle"),
        pytest.param(lambda given: pickle.loads(pickle.dumps(given, 2)), id="oldest pickle"),
        pytest.param(copy.copy, id="copy"), pytest.param(copy.deepcopy, id="deep copy"))
MESH = navpy.keep_reachable(navpy.bake(*yard(), navpy.BakeSettings(**TILED)), [(13, 0, 13)])
STARTS, GOALS = (np.array([*navpy.find_random_points(MESH, 2, seed)[1], (999, 0, 999)]) for seed in (1, 2))


def seen(given):
    """All that an object says of itself, arrays as lists."""
    if isinstance(given, (navpy.Paths, list, tuple)) and not isinstance(given, np.ndarray):
        return [seen(each) for each in given]
    if type(given).__module__.startswith("navpy") and not isinstance(given, enum.Enum):
        names = [name for name in dir(given) if not name.startswith("_")]
        return {name: seen(getattr(given, name)) for name in names if not callable(getattr(given, name))}
    return np.asarray(given).tolist() if isinstance(given, (np.ndarray, memoryview)) else given


def detour():
    return navpy.motion.ObstacleGraph([(0, 0, 1.0), (1.5, 0, 1.0)], walker_radius=0.5).detour((-4, 0), (4, 0.1))


def animation():
    crowd = navpy.Crowd(MESH)
    agent = crowd.add_agent(STARTS[0])
    crowd.request_path(agent, GOALS[0])
    for _ in range(20):
        crowd.step(1 / 30)
    return crowd.animation_state(agent)


MADE = {
    "path": lambda: MESH.find_path(STARTS[0], GOALS[0]),
    "failed path": lambda: MESH.find_path(STARTS[2], GOALS[0]),
    "partial path": lambda: MESH.find_path(STARTS[0], GOALS[0], max_length=2.0),
    "path of links": lambda: linked().find_path(STARTS[0], GOALS[0]),
    "paths": lambda: MESH.find_paths(STARTS, GOALS),
    "no paths": lambda: MESH.find_paths(np.zeros((0, 3)), np.zeros((0, 3))),
    "ray": lambda: navpy.raycast(MESH, STARTS[0], GOALS[1]),
    "rays": lambda: navpy.raycasts(MESH, STARTS, GOALS),
    "move": lambda: navpy.move_along_surface(MESH, STARTS[0], GOALS[0]),
    "moves": lambda: navpy.moves_along_surface(MESH, STARTS, GOALS),
    "wall": lambda: navpy.distance_to_wall(MESH, STARTS[0], 5.0),
    "walls": lambda: navpy.distances_to_wall(MESH, STARTS, 5.0),
    "polygons": lambda: polygons_in_circle(MESH, STARTS[0], 2.0),
    "arcs": lambda: dubins_path((0, 0), 0.0, (5, 3), 1.0, 2.0),
    "no arcs": lambda: dubins_path((1, 2), 0.5, (1, 2), 0.5, 1.0),
    "round corners": lambda: round_corners([(0, 0), (4, 0), (4, 4)], 1.0),
    "detour": detour,
    "animation": animation,
    "link": lambda: navpy.OffMeshLink((0, 0, 0), (1, 2, 3), width=0.5),
    "settings": lambda: navpy.BakeSettings(cell_size=0.3, tile_size=32),
    "box": lambda: navpy.BoxVolume((0, 0, 0), (1, 2, 3)),
    "polygons by hand": lambda: navpy.clean_polygons([(0, 0, 0), (0, 0, 9), (9, 0, 9), (9, 0, 0)], [[0, 1, 2, 3]]),
    "no polygons": lambda: navpy.clean_polygons([], []),
    "costs": lambda: navpy.CostField(np.array([[1.5, np.inf], [2.0, 3.0]]), cell_size=0.5, origin=(1, 2)),
    "mesh": lambda: MESH,
    "random state": lambda: RandomState(2**64 - 1),
}


def linked():
    mesh = copy.copy(MESH)
    mesh.add_link(STARTS[0], GOALS[0])
    return mesh


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("name", MADE)
def test_it_comes_back_as_it_was(name, cut):
    made = MADE[name]()
    back = cut(made)
    assert type(back) is type(made) and back is not made or name == "mesh"
    assert repr(seen(back)) == repr(seen(made)) and repr(back) == repr(made)     # NaN is none of itself


@pytest.mark.parametrize("kind", [navpy.Status, navpy.PathStatus, navpy.Reason, navpy.PointFlag, navpy.motion.DetourStatus])
def test_enums_are_the_same_ones(kind):
    assert all(cut.values[0](member) is member for cut in CUTS for member in kind)


def test_the_numbers_of_a_random_state_go_on():
    state = RandomState(7)
    state.random()
    copied = copy.copy(state)
    assert [copied.random() for _ in range(9)] == [state.random() for _ in range(9)]


def find_both(mesh, start, goal):
    return mesh.find_path(start, goal), mesh.find_paths([start], [goal])


def test_workers_return_paths():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = [pool.submit(find_both, MESH, *ends) for ends in zip(STARTS, GOALS)]
        for (path, paths), ends in zip([each.result(60) for each in found], zip(STARTS, GOALS)):
            here = MESH.find_path(*ends)
            assert seen(path) == seen(here) and seen(paths[0]) == seen(here) and len(paths) == 1


# ---- equal meshes ----

def test_meshes_with_the_same_content_are_equal():
    settings = navpy.BakeSettings(**TILED, tile_size=48)
    one, other = navpy.bake(*terrain(), settings), navpy.bake(*terrain(), settings)
    assert one == other and not one != other and one == navpy.NavMesh.from_bytes(one.to_bytes()) == copy.copy(one)
    tiles = list(one.tiles)
    moved = one.tile(*tiles[0])
    other.remove_tile(*tiles[0])
    assert one != other
    other.add_tile(moved)
    assert one == other                 # whatever the order of its tiles
    one.build_path_index()
    assert one == other
    one.set_area_cost(63, 2.0)
    assert one != other
    assert one != 1 and one is not None and (one == "mesh") is False


def test_what_can_change_has_no_hash():
    for given in (MESH, navpy.BakeSettings()):
        with pytest.raises(TypeError, match="unhashable"):
            hash(given)


# ---- what is shown ----

def public_classes():
    found = {}
    for module in (navpy, navpy.grid, navpy.motion, navpy.query, navpy.streaming):
        for name in dir(module):
            given = getattr(module, name)
            if not name.startswith("_") and inspect.isclass(given):
                found[given] = f"{module.__name__}.{name}"
    return found


@pytest.mark.parametrize("kind, name", [pytest.param(kind, name, id=name) for kind, name in public_classes().items()])
def test_each_public_class_shows_what_it_is(kind, name):
    assert kind.__repr__ is not object.__repr__, f"{name} has no repr of its own"


def test_what_is_shown_says_how_it_stands():
    crowd = navpy.Crowd(MESH)
    agent = crowd.add_agent(STARTS[0])
    crowd.add_agent(STARTS[1])
    crowd.request_path(agent, GOALS[0])
    crowd.remove(crowd.add_agent(GOALS[1]))
    assert repr(crowd).startswith("<Crowd of 2 agents, 1 on their way, on <NavMesh of ")
    assert repr(navpy.Crowd()) == "<Crowd of 0 agents, 0 on their way, on None>"
    queue = navpy.PathQueue(MESH)
    queue.start(STARTS[0], GOALS[0])
    assert repr(queue) == "<PathQueue: 1 waiting>"
    field = navpy.CostField(np.full((3, 4), 2.0), cell_size=0.5)
    assert repr(field) == "<CostField of 3 × 4 cells of 0.5 m, costs from 2>"
    way = navpy.IntegrationField(field, np.array([(0, 0)]), method="bfs")
    assert repr(way) == f"<IntegrationField by bfs to 1 goals on {field!r}>"
    assert "0.3 m beyond" in repr(WidePathFinder(MESH, 0.3))
