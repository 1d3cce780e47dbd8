"""Flow tiles against whole fields, scipy's components and tiles made anew; where walkers come to by them."""
import concurrent.futures

import numpy as np
import pytest
from scipy.ndimage import gaussian_filter, label

from navpy import CostField, FlowTiles, IntegrationField
from tests.grid.test_flow import STEP, cell_of, maze
from tests.grid.test_integration_field import free_cell, random_costs

NOTHING, AIR_LINE, GATE, FIELD = range(4)


def ground(kind, seed, size=200):
    noise = gaussian_filter(np.random.default_rng(seed).normal(size=(size, size - 13)), 6)
    return {"open": lambda: np.ones((size, size - 13), np.float32),
            "rocks": lambda: random_costs(seed, (size, size - 13), 0.2, 1),
            "dense": lambda: random_costs(seed, (size, size - 13), 0.4, 1),
            "maze": lambda: maze(seed, size // 2 * 2 + 1),
            "caves": lambda: np.where(noise > np.quantile(noise, 0.6), np.inf, 1.0).astype(np.float32),
            "hills": lambda: (1.0 + 9.0 * (15.0 * noise).clip(0.0, 1.0)).astype(np.float32),
            "terrain": lambda: random_costs(seed, (size, size - 13), 0.1, 4),
            "steep": lambda: random_costs(seed, (size, size - 13), 0.2, 20)}[kind]()


KINDS = ("open", "rocks", "dense", "maze", "caves", "hills", "terrain", "steep")


def places_in(costs, rng, count):
    cells = np.argwhere(np.isfinite(costs))
    return cells[rng.integers(len(cells), size=count)][:, ::-1] + rng.uniform(0.0, 1.0, (count, 2))


def are_free(costs, places):
    """Whether places lie in free cells, or on the border of one but for rounding."""
    free = np.isfinite(costs)
    return np.any([free[cell_of(np.clip(places + off, 0, np.array(costs.shape)[::-1] - 1e-9))]
                   for off in ((0, 0), (1e-9, 1e-9), (1e-9, -1e-9), (-1e-9, 1e-9), (-1e-9, -1e-9))], axis=0)


def asked(tiles, group, places):
    """Everything computed, also for what lies ahead."""
    tiles.directions(group, places)
    tiles.update()
    return tiles.directions(group, places), tiles.distances(group, places)


@pytest.mark.parametrize("size", (16, 37))
@pytest.mark.parametrize("kind", KINDS)
def test_ways_lead_from_where_they_lead_from_in_a_whole_field_and_cost_about_as_much(kind, size):
    """Over gates they cost more; round corners, where a whole field has an error, less."""
    costs, rng = ground(kind, 3), np.random.default_rng(4)
    goal = free_cell(costs, 5)
    field = CostField(costs)
    whole, tiles = IntegrationField(field, [goal]), FlowTiles(field, sector_size=size)
    group, places = tiles.request([goal]), places_in(costs, rng, 3000)
    expected, (directions, found) = whole.distance(places), asked(tiles, group, places)
    parts, _count = label(np.isfinite(costs))
    reached = parts[cell_of(places)] == parts[goal]
    assert (np.isfinite(expected) == reached).all() and (np.isfinite(found) == reached).all()
    assert (directions[~reached] == 0).all() and (np.linalg.norm(directions[reached], axis=1) > 0).mean() > 0.999
    assert (tiles.guides(group, places)[reached] == FIELD).all()
    far = reached & (expected > 2 * size)
    ratio = found[far] / expected[far]
    assert ratio.min() > 0.9 and ratio.mean() < 1.1 and ratio.max() < 1.5
    if kind == "open":
        assert ratio.min() > 1.0 - 1e-5 and ratio.mean() < 1.05 and ratio.max() < 1.15


def walk(tiles, group, costs, goal, places, budget=None):
    """Steps of a tenth of a cell. Returns what the ways have cost; infinite for who did not come."""
    limits = np.array(costs.shape)[::-1]
    open_ = IntegrationField(CostField(np.where(np.isfinite(costs), 1.0, np.inf)), [goal])
    bound = 3.0 * np.max(open_.distance(places)) / STEP + 2000
    places, spent, going, steps = places.copy(), np.zeros(len(places)), np.arange(len(places)), 0
    while len(going) and steps < bound:
        if steps % 5 == 0:
            tiles.update(max_cells=budget)
        places[going] += STEP * tiles.directions(group, places[going])
        assert (places[going] >= 0).all() and (places[going] <= limits).all()
        passed = costs[cell_of(np.minimum(places[going], limits - 1e-9))]
        assert np.isfinite(passed).all()
        spent[going] += STEP * passed
        steps += 1
        going = going[np.linalg.norm(places[going] - goal, axis=1) > STEP]
    spent[going] = np.inf
    return spent


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_who_walks_by_them_arrives_and_pays_little_more(kind, seed):
    costs, rng = ground(kind, seed, 130), np.random.default_rng(seed)
    goal = np.array(free_cell(costs, seed))[::-1] + rng.uniform(0.05, 0.95, 2)
    field = CostField(costs)
    whole, tiles = IntegrationField(field, [goal]), FlowTiles(field, sector_size=(16, 25, 32)[seed])
    places = places_in(costs, rng, 300)
    places = places[np.isfinite(whole.distance(places))]
    group = tiles.request([goal], positions=places)
    spent = walk(tiles, group, costs, goal, places)
    assert np.isfinite(spent).all(), places[~np.isfinite(spent)][:5]
    assert np.mean(spent / (whole.distance(places) + 2.0)) < 1.05
    if kind == "open":
        assert (spent <= 1.05 * whole.distance(places) + 1.0).all()


@pytest.mark.parametrize("kind", ("caves", "rocks", "hills"))
def test_within_a_small_budget_units_go_at_once_and_never_into_a_wall(kind):
    """First steps follow the air line, then the gates, then fields; walls are stamped meanwhile."""
    costs, rng = ground(kind, 1, 130), np.random.default_rng(2)
    goal = free_cell(costs, 2)
    tiles = FlowTiles(CostField(costs), sector_size=16)
    places = places_in(costs, rng, 300)
    group, seen = tiles.request([goal], positions=places), set()
    for frame in range(400):
        directions, guides = tiles.directions(group, places), tiles.guides(group, places)
        seen |= set(guides.tolist())
        assert frame > 0 or (np.linalg.norm(directions, axis=1) > 0.0).mean() > 0.9
        places += 0.4 * directions
        assert are_free(costs, places).all()
        if frame % 20 == 10:
            row, column = rng.integers(0, 110, 2)
            there = (np.floor(places) >= (column, row)).all(1) & (np.floor(places) < (column + 9, row + 9)).all(1)
            if not there.any() and not (row <= goal[0] < row + 9 and column <= goal[1] < column + 9):
                costs[row:row + 9, column:column + 9] = np.inf
                tiles.stamp(row, column, costs[row:row + 9, column:column + 9])
        tiles.update(max_cells=300)
    assert {AIR_LINE, GATE, FIELD} <= seen


@pytest.mark.parametrize("kind", KINDS)
def test_after_stamps_everything_is_as_of_new_tiles(kind):
    costs, rng = ground(kind, 7), np.random.default_rng(8)
    field = CostField(costs)
    tiles = FlowTiles(field, sector_size=24)
    goals = [[free_cell(costs, 10 + k)] for k in range(4)]
    groups, places = [tiles.request(goal) for goal in goals], places_in(costs, rng, 150)     # not in all sectors
    for k in range(12):
        size = rng.integers(1, 30, 2)
        row, column = rng.integers(0, np.array(costs.shape) - size)
        stamp = np.full(size, (np.inf, 1.0, 0.5, 7.0)[k % 4], np.float32)
        for (at,) in goals:
            if row <= at[0] < row + size[0] and column <= at[1] < column + size[1]:
                stamp[at[0] - row, at[1] - column] = 1.0
        for group in groups:
            tiles.directions(group, places)
        tiles.update(max_cells=(None, 5000)[k % 2])             # half of the stamps come while there is work left
        tiles.stamp(row, column, stamp)
    fresh = FlowTiles(field, sector_size=24)
    for group, goal in zip(groups, goals, strict=True):
        ours, new = asked(tiles, group, places), asked(fresh, fresh.request(goal), places)
        for a, b in zip(ours, new, strict=True):
            assert a.tobytes() == b.tobytes()


def test_threads_and_budgets_change_no_bit():
    costs, rng = ground("caves", 9), np.random.default_rng(10)
    places, goals = places_in(costs, rng, 500), [[free_cell(costs, k)] for k in range(6)]
    results = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for executor, budget in ((None, None), (pool, None), (None, 2000), (pool, 2000)):
            field = CostField(costs)
            tiles = FlowTiles(field, sector_size=16, executor=executor)
            groups, frames = [tiles.request(goal) for goal in goals], []
            for frame in range(150):
                if frame == 20:
                    tiles.stamp(50, 60, np.ones((20, 30), np.float32))
                frames.append(b"".join(tiles.directions(group, places).tobytes() for group in groups))
                tiles.update(max_cells=budget)
            results.append(frames)
    assert results[0] == results[1] and results[2] == results[3]        # in every frame
    assert results[0][-1] == results[2][-1] and results[2][1] != results[2][-1]


def test_groups_share_the_fields_up_to_where_their_ways_part():
    costs = np.ones((64, 96), np.float32)
    costs[:, 64] = np.inf
    costs[30, 64] = 1.0                                         # all go through this gate
    tiles, rng = FlowTiles(CostField(costs), sector_size=16), np.random.default_rng(0)
    places = rng.uniform((0, 0), (60, 64), (500, 2))
    first = tiles.request([(90.0, 5.0)])
    before = asked(tiles, first, places)
    count = tiles.field_count
    second = tiles.request([(85.0, 60.0)])
    after = asked(tiles, second, places)
    assert tiles.field_count == count and (before[0] == after[0]).all()
    apart = after[1] - before[1]
    assert apart == pytest.approx(apart[0], rel=1e-5)
    again = tiles.request([(90.0, 5.0)])
    assert tiles.guides(again, places).tolist() == [FIELD] * 500        # the same goals need no search
    asked(tiles, second, np.array([(80.0, 50.0)]))
    assert tiles.field_count > count


def test_in_the_goals_sector_ways_are_straight():
    tiles = FlowTiles(CostField(np.ones((50, 60), np.float32), cell_size=0.5, origin=(3, 4)), sector_size=20)
    goal, rng = np.array((17.3, 18.9)), np.random.default_rng(1)       # its sector is (13, 14) … (23, 24)
    group, places = tiles.request([goal]), rng.uniform((13.5, 14.5), (22.5, 23.5), (300, 2))
    directions, distances = asked(tiles, group, places)
    off = goal - places
    assert np.abs(distances - np.linalg.norm(off, axis=1)).max() < 0.25
    far = np.linalg.norm(off, axis=1) > 2.0
    assert (directions * off)[far].sum(1) / np.linalg.norm(off[far], axis=1) == pytest.approx(1.0, abs=0.01)
    assert tiles.directions(group, [goal]) == pytest.approx(np.zeros((1, 2)))


def test_many_goals_and_values():
    costs = ground("caves", 20)
    cells = np.argwhere(np.isfinite(costs))
    rng = np.random.default_rng(21)
    goals, values = cells[rng.integers(len(cells), size=40)], rng.uniform(0, 30, 40)
    field, places = CostField(costs), places_in(costs, rng, 800)
    whole, tiles = IntegrationField(field, goals, goal_values=values), FlowTiles(field, sector_size=32)
    _directions, found = asked(tiles, tiles.request(goals, goal_values=values), places)
    expected = whole.distance(places)
    assert (np.isfinite(found) == np.isfinite(expected)).all()
    near = np.isfinite(expected)
    assert (found[near] > 0.95 * expected[near] - 1.0).all() and np.mean(found[near] / (expected[near] + 1.0)) < 1.05


def test_a_door_opens_and_shuts():
    costs = np.ones((48, 48), np.float32)
    costs[:, 24] = np.inf
    tiles = FlowTiles(CostField(costs), sector_size=16)
    group, places = tiles.request([(40.0, 8.0)]), np.array([(4.0, 40.0), (44.0, 40.0)])
    for opened in (False, True, False, True):
        tiles.stamp(20, 24, np.full((1, 1), 1.0 if opened else np.inf, np.float32))
        directions, distances = asked(tiles, group, places)
        assert np.isfinite(distances).tolist() == [opened, True]
        assert (directions[0] != 0).any() == opened and (tiles.guides(group, places) == [FIELD if opened else NOTHING, FIELD])[1]


def test_a_change_elsewhere_leaves_ways_and_fields_alone():
    costs = np.ones((64, 256), np.float32)
    costs[:, 127] = np.inf
    tiles = FlowTiles(CostField(costs), sector_size=32)
    group, places = tiles.request([(10.0, 10.0)]), np.array([(100.0, 50.0), (60.0, 20.0)])
    before = asked(tiles, group, places)
    tiles.stamp(5, 200, np.full((4, 4), np.inf, np.float32))
    cells = tiles.update()
    assert 0 < cells <= 16 * 32 * 32                             # the costs to the sector's gates, no route, no field
    assert all((a == b).all() for a, b in zip(before, asked(tiles, group, places), strict=True))


def test_fields_without_units_go_when_there_are_too_many():
    costs = np.ones((128, 128), np.float32)
    for limit, kept in ((0, False), (1 << 30, True)):
        tiles = FlowTiles(CostField(costs), sector_size=16, max_bytes=limit)
        group, rng = tiles.request([(60.0, 60.0)]), np.random.default_rng(2)
        asked(tiles, group, rng.uniform(0, 128, (2000, 2)))
        assert tiles.field_count == 64 and tiles.field_bytes > 64 * 256 * 12
        corner = np.array([(3.0, 3.0)])
        asked(tiles, group, corner)
        tiles.update()
        assert (tiles.field_count == 64) == kept and (kept or tiles.field_count <= 2)
        assert tiles.guides(group, corner)[0] == FIELD
        del group
        tiles.update()
        assert tiles.field_count == (64 if kept else 0)


@pytest.mark.parametrize("shape, size", [((1, 40), 8), ((40, 1), 8), ((1, 1), 8), ((20, 30), 1024), ((17, 65), 16)])
def test_small_grids_and_sectors_that_do_not_divide_them(shape, size):
    costs = np.ones(shape, np.float32)
    field = CostField(costs)
    tiles, whole = FlowTiles(field, sector_size=size), IntegrationField(field, [(0, 0)])
    places = np.random.default_rng(0).uniform((0, 0), (shape[1], shape[0]), (200, 2))
    _directions, distances = asked(tiles, tiles.request([(0, 0)]), places)
    assert distances == pytest.approx(whole.distance(places), rel=0.05, abs=0.5)


def test_groups_come_and_go():
    tiles, rng = FlowTiles(CostField(np.ones((64, 64), np.float32)), sector_size=16), np.random.default_rng(3)
    groups = {}
    for k in range(200):
        goal, places = rng.uniform(0, 64, (1, 2)), rng.uniform(0, 64, (20, 2))
        groups[k % 7] = tiles.request(goal, positions=places), goal, places
        tiles.update(max_cells=3000)
    for group, goal, places in groups.values():
        _directions, distances = asked(tiles, group, places)
        assert distances == pytest.approx(np.linalg.norm(places - goal, axis=1), rel=0.15, abs=1.0)


# ---- bad input ----

def test_bad_input_has_one_clear_line():
    costs = np.ones((40, 40), np.float32)
    costs[5, 6] = np.inf
    field = CostField(costs)
    for wrong, message in ((dict(sector_size=7), "sector_size: must be"), (dict(sector_size=2.5), "sector_size"),
                           (dict(max_bytes=-1), "max_bytes"), (dict(max_bytes=np.nan), "max_bytes"), (dict(executor=3), "executor")):
        with pytest.raises(ValueError, match=message):
            FlowTiles(field, **wrong)
    with pytest.raises(TypeError):
        FlowTiles(costs)
    tiles = FlowTiles(field, sector_size=16)
    group = tiles.request([(3.0, 3.0)])
    for goals, message in (([(5, 6)], "goals: number 0, in row 5, column 6, lies in an impassable cell"),
                           ([], "goals: there must be one"), ([(50.0, 3.0)], "outside"), ([(np.nan, 1.0)], "goals"),
                           (np.zeros((40, 41), bool), "mask")):
        with pytest.raises(ValueError, match=message):
            tiles.request(goals)
    with pytest.raises(ValueError, match="positions"):
        tiles.request([(3.0, 3.0)], positions=[(1.0, np.inf)])
    for call in (tiles.directions, tiles.distances, tiles.guides):
        with pytest.raises(ValueError, match="positions"):
            call(group, [(np.nan, 0.0)])
        with pytest.raises(ValueError, match="group: is of other FlowTiles"):
            call(FlowTiles(field).request([(3.0, 3.0)]), [(0.0, 0.0)])
        with pytest.raises(TypeError):
            call(None, [(0.0, 0.0)])
        assert len(call(group, np.zeros((0, 2)))) == 0
    for wrong in (dict(max_cells=0), dict(seconds=0.0), dict(seconds=np.nan), dict(seconds=1.0, max_cells=1)):
        with pytest.raises(ValueError):
            tiles.update(**wrong)
    places = np.array([(30.0, 30.0)])
    before = asked(tiles, group, places)
    for row, column, values in ((0, 0, [[np.nan]]), (39, 39, np.ones((2, 2))), (0, 0, [[-1.0]]), (0, 0, np.ones((0, 2)))):
        with pytest.raises(ValueError):
            tiles.stamp(row, column, values)
    assert tiles.update() == 0 and all((a == b).all() for a, b in zip(before, asked(tiles, group, places), strict=True))
    with pytest.raises(TypeError):
        type(group)()


def test_a_goal_under_a_stamp_is_lost_until_it_is_free_again():
    tiles = FlowTiles(CostField(np.ones((40, 40), np.float32)), sector_size=16)
    group, places = tiles.request([(30.5, 30.5)]), np.array([(3.0, 3.0), (30.5, 25.0)])
    for blocked in (True, False):
        tiles.stamp(30, 30, np.full((1, 1), np.inf if blocked else 1.0, np.float32))
        directions, distances = asked(tiles, group, places)
        assert (np.isinf(distances) == blocked).all() and ((directions == 0).all() == blocked)


@pytest.mark.parametrize("corner", ((0.0, 0.0), (187.0, 200.0), (95.2, 0.0), (64.0, 64.0), (63.99, 100.5)))
@pytest.mark.parametrize("cost", (1.0, 4.0))
def test_within_a_goals_cell_distances_are_straight(cost, corner):
    """By whole fields and by tiles, at the grid's border, too."""
    costs = np.full((200, 187), cost, np.float32)
    field, goal = CostField(costs, cell_size=0.5, origin=(-3.0, 7.0)), np.array((-3.0, 7.0)) + 0.5 * np.array(corner)
    cell = np.minimum(np.floor(corner), (186, 199))
    places = np.array((-3.0, 7.0)) + 0.5 * (cell + np.random.default_rng(3).uniform(0.001, 0.999, (40, 2)))
    tiles = FlowTiles(field, sector_size=16)
    expected = cost * np.linalg.norm(places - goal, axis=1)
    assert np.allclose(IntegrationField(field, [goal]).distance(places), expected, atol=1e-6)
    assert np.allclose(asked(tiles, tiles.request([goal], goal_values=[2.5]), places)[1], 2.5 + expected, atol=1e-6)
    assert IntegrationField(field, [goal]).distance([goal])[0] == 0.0


def test_units_far_from_where_a_route_was_searched_set_out_at_once():
    """The search for units beside the goal ends there, and says nothing about other sectors."""
    costs = np.ones((200, 200), np.float32)
    costs[:150, 100] = costs[120:130, 120:130] = np.inf
    costs[123:127, 123:127] = 1.0
    tiles = FlowTiles(CostField(costs), sector_size=16)
    group = tiles.request([(20.0, 20.0)], positions=[(24.0, 24.0)])
    tiles.update()
    far, shut_in = [(180.0, 20.0), (180.0, 190.0)], [(125.0, 125.0)]
    assert (tiles.guides(group, far) == AIR_LINE).all() and np.isnan(tiles.distances(group, far)).all()
    assert np.allclose(np.linalg.norm(tiles.directions(group, far), axis=1), 1.0)
    tiles.directions(group, shut_in)
    tiles.update()
    assert (tiles.guides(group, shut_in) == NOTHING).all() and np.isinf(tiles.distances(group, shut_in)).all()
    assert np.isfinite(asked(tiles, group, far)[1]).all()
