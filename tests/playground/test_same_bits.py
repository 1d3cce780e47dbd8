"""What the core in the page computes, against the same core compiled for this machine: the same bits."""
import hashlib

import numpy as np
import pytest
from tests import levels, soups
from tests.playground.browser import CoreError

import navpy

SETTINGS = dict(cell_size=0.25, cell_height=0.2, agent_radius=0.5, agent_max_climb=0.4)
LEVELS = {level.__name__: level for level in (levels.hills, levels.terrain, levels.yard, levels.house, levels.ramp_tower)}


def as_arrays(vertices, triangles):
    return np.ascontiguousarray(vertices, np.float32), np.ascontiguousarray(triangles, np.int32)


def bake_both(page, vertices, triangles, settings):
    """The mesh in the page, and navpy's."""
    vertices, triangles = as_arrays(vertices, triangles)
    here = navpy.bake(vertices, triangles, navpy.BakeSettings(**settings))
    [stages] = page.call("bake", vertices.ravel(), triangles.ravel(), *[part for pair in settings.items() for part in pair])
    [there] = page.call("mesh_of", stages)
    return there, here


@pytest.fixture(scope="module")
def opened(shared):
    shared.open("tab=arrive")
    return shared


@pytest.fixture
def core(opened):
    yield opened
    assert opened.faults() == []


@pytest.fixture(scope="module")
def hills(opened):
    return bake_both(opened, *levels.hills(), SETTINGS)


@pytest.mark.parametrize("name", LEVELS)
def test_bakes(core, name):
    there, here = bake_both(core, *LEVELS[name](), SETTINGS)
    [found] = core.call("mesh_bytes", there)
    assert here.polygon_count > 5 and hashlib.sha256(found.tobytes()).hexdigest() == hashlib.sha256(here.to_bytes()).hexdigest()


@pytest.mark.parametrize("seed", range(30))
def test_bakes_of_odd_levels(core, seed):
    case = soups.make_case(seed)
    left_out = {"tile_size", "border_size"}         # the page bakes in one piece
    settings = {name: value for name, value in case.settings.as_dict().items() if type(value) is not bool and name not in left_out}
    there, here = bake_both(core, case.vertices, case.triangles, settings)
    [found] = core.call("mesh_bytes", there)
    assert found.tobytes() == here.to_bytes()


def random_ends(mesh, count, seed):
    rng = np.random.default_rng(seed)
    low, high = mesh.vertices.min(0), mesh.vertices.max(0)
    return rng.uniform(low, high, (count, 2, 3))


@pytest.mark.parametrize("algorithm, portal_points", [("exact", "clamped"), ("corridor", "clamped"), ("corridor", "midpoints"),
                                                      ("corridor", "centers")])
def test_paths(core, hills, algorithm, portal_points):
    there, here = hills
    complete = 0
    for ends in random_ends(here, 60, 7):
        points, corridor, length, searched, status, reason, message = core.call("path", there, ends.ravel(), algorithm, portal_points)
        path = here.find_path(ends[0], ends[1], algorithm=algorithm, portal_points=portal_points)
        assert (length, searched, status, reason, message) == (path.length, path.searched, path.status.name, path.reason.name,
                                                               path.message)
        assert points.reshape(-1, 3).astype(np.float32).tobytes() == path.points.tobytes() and corridor.tolist() == list(path.corridor)
        complete += status == "COMPLETE"
    assert complete > 10


def test_distances(core, hills):
    there, here = hills
    paths = (here.find_path(*ends) for ends in random_ends(here, 60, 7))
    goal = next(path.points[-1:].astype(float) for path in paths if path.length > 10.0)
    low, cell, columns, rows = here.vertices.min(0), 0.5, 60, 60
    [raster] = core.call("new_raster", there, low[0], 20.0, low[2], cell, columns, rows)
    [found] = core.call("distances", raster, goal.ravel())
    field = navpy.GoalField(here, goal)
    compared = 0
    for row in range(rows):
        for column in range(columns):
            x, z = low[0] + (column + 0.5) * cell, low[2] + (row + 0.5) * cell
            at = here.locate((x, 20.0, z), (0.0, 0.0, 40.0))
            if at is None or not np.isfinite(found[row * columns + column]):
                continue
            assert found[row * columns + column] == pytest.approx(field.ways([at[1]])[0][0], abs=1e-3)
            compared += 1
    assert compared > 500


def test_crowds(core, hills):
    there, here = hills
    ends = [ends for ends in random_ends(here, 80, 11) if here.find_path(*ends).status.name == "COMPLETE"][:30]
    starts, targets = (np.array([end[k] for end in ends], np.float32) for k in (0, 1))
    crowd = navpy.Crowd(here)
    agents = [crowd.add_agent(start, radius=0.3) for start in starts.astype(float)]
    [inside] = core.call("new_crowd", there)
    assert core.call("add_agents", inside, starts.ravel(), "radius", 0.3) == [0]
    core.call("send", inside, 0, targets.ravel())
    for agent, target in zip(agents, targets.astype(float)):
        crowd.request_path(agent, target, True)
    for _second in range(4):
        [places] = core.call("step", inside, 1 / 60, 60)
        for _step in range(60):
            crowd.step(1 / 60)
        assert places.reshape(-1, 7)[:, :3].tobytes() == crowd.positions.astype(np.float32).tobytes()
    assert np.linalg.norm(places.reshape(-1, 7)[:, :3] - starts, axis=1).max() > 3.0


def test_the_funnels_sides_lead_to_the_portals_ends_and_part_once(core, hills):
    there, here = hills
    corners = 0
    for ends in random_ends(here, 20, 5):
        path = core.call("path", there, ends.ravel(), "exact", "clamped")
        portals, counts, sides = core.call("funnel_steps", there, path[1], ends.ravel())
        chains = np.split(sides.reshape(-1, 3), np.cumsum(counts)[:-1]) if len(counts) else []
        assert len(chains) == len(counts) == len(portals) // 3 and sum(counts) == len(sides) // 3
        for end, left, right in zip(portals.reshape(-1, 2, 3), chains[::2], chains[1::2]):
            assert np.array_equal(left[-1], end[0]) and np.array_equal(right[-1], end[1])
            alike = [np.array_equal(a, b) for a, b in zip(left, right)]
            assert alike[0] and sorted(alike, reverse=True) == alike        # one way to the apex, then two
            corners += len(left) + len(right) - 4
    assert corners > 0


def test_a_bad_setting_is_the_cores_own_error(core):
    vertices, triangles = as_arrays(*levels.yard())
    with pytest.raises(CoreError, match="ValueError: cell_size: must be in"):
        core.call("bake", vertices.ravel(), triangles.ravel(), "cell_size", -1)
    with pytest.raises(CoreError, match="TypeError: BakeSettings has no setting 'cell_sizes'"):
        core.call("bake", vertices.ravel(), triangles.ravel(), "cell_sizes", 1)
    with pytest.raises(CoreError, match="no function nothing"):
        core.call("nothing")
    with pytest.raises(CoreError, match="MemoryError|the limit is"):
        core.call("bake", vertices.ravel(), triangles.ravel(), "cell_size", 0.001)
    core.call("bake", vertices.ravel(), triangles.ravel())
