"""Off-mesh links from tile to tile over ground that is not loaded, and agents on them while tiles come and go."""
import math

import pytest
from navpy.base.core import Reason, Status
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.motion import Crowd
from navpy.streaming import NavWorld
from tests.cutting import make_tile
from tests.streaming.worlds import CLIMB

SIZE = 8.0
SHORE, FAR_SHORE = (6.0, 0.0, 4.0), (26.0, 0.0, 4.0)        # ends of the link over a chasm of two tiles without ground
START, GOAL = (-20.0, 0.0, 4.0), (44.0, 0.0, 4.0)
WALKER = dict(radius=0.3, max_speed=4.0, target_desired_distance=0.2)
DT = 1 / 30


def square(x, z):
    return [(SIZE * (x + i), 0.0, SIZE * (z + k)) for i, k in ((0, 0), (0, 1), (1, 1), (1, 0))]


@pytest.fixture(scope="module", params=[0.0, 2.0], ids=["narrow", "wide"])
def world_file(request, tmp_path_factory):
    """Tiles -4 … 0 and 3 … 6 of a strip; a link leads over the gap, one way."""
    tiles = {x: make_tile(x, 0, [square(x, 0)], SIZE) for x in [*range(-4, 1), *range(3, 7)]}
    tiles[0] = tiles[0].with_links([OffMeshLink(SHORE, FAR_SHORE, width=request.param, two_way=False)])
    path = tmp_path_factory.mktemp("worlds") / "w"
    NavWorld.write(path, tiles.values(), SIZE, climb=CLIMB)
    return path


@pytest.fixture
def walk(world_file):
    """A world, a crowd and its agent that is on the way to the goal; `go` steps until something is true, with a focus or around it."""
    with NavWorld.open(world_file) as world:
        world.distance, world.focus = 3.0, [START]
        world.update(None)
        crowd = Crowd(world)
        agent = crowd.add_agent(START, **WALKER)
        crowd.request_path(agent, GOAL)

        def go(until, focus=None, seconds=60.0):
            for _step in range(int(seconds / DT)):
                world.focus = focus if focus is not None else [crowd.position(agent)]
                world.update(None)
                crowd.step(DT)
                if until():
                    return True
            return False
        yield world, crowd, agent, go


def test_a_route_takes_a_link_that_is_not_loaded(world_file):
    with NavWorld.open(world_file) as world:
        route = world.route(START, GOAL)
        assert route.status.name == "COMPLETE" and route.length == pytest.approx(64.0, abs=1e-3)
        assert SHORE in route.points and FAR_SHORE in route.points and [x for x, _z in route.tiles] == [-3, -2, -1, 0, 3, 4, 5]
        assert world.route(GOAL, START).reason.name == "GOAL_UNREACHABLE"           # it leads one way
        assert world.mesh.tiles == []


def test_an_agent_crosses_a_link_that_it_finds_on_its_way(walk):
    world, crowd, agent, go = walk
    world.distance, flown = 25.0, []
    assert go(lambda: crowd.link(agent) >= 0 and flown.append(crowd.position(agent)[0]) or crowd.status(agent) != Status.RUNNING)
    assert crowd.status(agent) == Status.SUCCESS and math.dist(crowd.position(agent), GOAL) < 0.3
    assert min(flown) < 8.0 and max(flown) > 24.0


def test_an_agent_waits_at_a_link_whose_other_end_is_not_loaded(walk):
    world, crowd, agent, go = walk
    shore = [(4.0, 0.0, 4.0), (-4.0, 0.0, 4.0), (-12.0, 0.0, 4.0), START]
    assert not go(lambda: crowd.link(agent) >= 0, shore, 20.0)
    assert crowd.status(agent) == Status.RUNNING and math.dist(crowd.position(agent), SHORE) < 1.5
    world.distance = 25.0
    assert go(lambda: crowd.link(agent) >= 0)
    assert go(lambda: crowd.status(agent) != Status.RUNNING)
    assert crowd.status(agent) == Status.SUCCESS


@pytest.mark.parametrize("left", ["the end", "the start", "nothing"])
def test_tiles_that_go_while_an_agent_is_on_a_link(walk, left):
    """It lands, waits where there is no ground, and goes on when it is back."""
    world, crowd, agent, go = walk
    world.distance = 25.0
    assert go(lambda: crowd.link(agent) >= 0 and crowd.position(agent)[0] > 12.0)
    world.distance = 3.0
    focus = {"the end": [(28.0, 0.0, 4.0)], "the start": [(4.0, 0.0, 4.0)], "nothing": []}[left]
    go(lambda: crowd.link(agent) < 0, focus, 20.0)
    assert crowd.link(agent) < 0 and math.dist(crowd.position(agent), FAR_SHORE) < 1.0
    go(lambda: False, focus, 3.0)
    assert crowd.status(agent) == Status.RUNNING
    if left != "the end":
        assert crowd.reason(agent) == Reason.NO_NAVMESH and math.dist(crowd.position(agent), FAR_SHORE) < 1.0
    assert go(lambda: crowd.status(agent) != Status.RUNNING)
    assert crowd.status(agent) == Status.SUCCESS and math.dist(crowd.position(agent), GOAL) < 0.3


def test_a_link_that_was_added_by_hand_counts_where_both_ends_are_loaded(walk):
    world, crowd, agent, go = walk
    assert world.mesh.add_links([OffMeshLink(FAR_SHORE, SHORE, two_way=False)], strict=False) != []
    assert world.route(GOAL, START).reason.name == "GOAL_UNREACHABLE"               # it is none of the file's
    world.focus, world.distance = [(4.0, 0.0, 4.0), (28.0, 0.0, 4.0)], 60.0
    world.update(None)
    assert world.find_path(GOAL, START).status.name == "COMPLETE"
