"""Flows of integration fields: where they point, and where walkers come to by them."""
import math

import numpy as np
import pytest

from navpy import CostField, IntegrationField
from navpy.motion import FlowField, Vehicles, follow_field
from tests.grid.test_integration_field import METHODS, centers, free_cell, random_costs

STEP = 0.1                              # cells


def maze(seed, size=31, loops=0.05):
    """Corridors a cell wide: a random spanning tree, and some walls taken out."""
    rng = np.random.default_rng(seed)
    costs = np.full((size, size), np.inf, np.float32)
    stack, seen = [(1, 1)], {(1, 1)}
    costs[1, 1] = 1
    while stack:
        row, column = stack[-1]
        ways = [(row + i, column + k) for i, k in ((0, 2), (2, 0), (0, -2), (-2, 0))
                if 0 < row + i < size and 0 < column + k < size and (row + i, column + k) not in seen]
        if not ways:
            stack.pop()
            continue
        to = ways[rng.integers(len(ways))]
        costs[(row + to[0]) // 2, (column + to[1]) // 2] = costs[to] = 1
        seen.add(to)
        stack.append(to)
    inner = np.zeros(costs.shape, bool)
    inner[1:-1, 1:-1] = True
    costs[inner & (rng.random(costs.shape) < loops)] = 1
    return costs


def cell_of(places):
    return tuple(np.floor(places[:, ::-1]).astype(int).T)


def walk(field, costs, goal, starts, reach=1e-9):
    """Steps of a tenth of a cell until the goal is a step away. Returns the lengths; infinite for who did not come."""
    places, lengths = starts.copy(), np.full(len(starts), np.inf)
    bound = 3.0 * np.max(field.distance(starts)) / STEP + 50
    going, steps = np.arange(len(starts)), 0
    while len(going) and steps < bound:
        places[going] += STEP * field.directions(places[going])
        steps += 1
        inside = (places[going] >= 0).all() and (places[going] <= np.array(costs.shape)[::-1]).all()
        assert inside and np.isfinite(costs[cell_of(np.minimum(places[going], np.array(costs.shape)[::-1] - 1e-9))]).all()
        there = np.linalg.norm(places[going] - goal, axis=1) <= STEP
        lengths[going[there]] = steps * STEP
        going = going[~there]
    return lengths


def starts_in(field, rng, count):
    cells = np.argwhere(np.isfinite(field.times))
    return cells[rng.integers(len(cells), size=count)][:, ::-1] + rng.uniform(0.0, 1.0, (count, 2))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", ("maze", "loops", "rocks", "dense", "open", "terrain", "steep"))
@pytest.mark.parametrize("method", METHODS)
def test_who_walks_by_it_arrives_by_about_the_shortest_way(kind, method, seed):
    costs = {"maze": lambda: maze(seed), "loops": lambda: maze(seed, 41, 0.3), "rocks": lambda: random_costs(seed, (50, 60), 0.15, 1),
             "dense": lambda: random_costs(seed, (50, 60), 0.38, 1), "open": lambda: np.ones((40, 30), np.float32),
             "terrain": lambda: random_costs(seed, (40, 40), 0.1, 4),
             "steep": lambda: random_costs(seed + 100, (40, 40), 0.2, 20)}[kind]()
    rng = np.random.default_rng(seed)
    goal = np.array(free_cell(costs, seed))[::-1] + rng.uniform(0.05, 0.95, 2)
    field = IntegrationField(CostField(costs), [goal], method=method)
    starts = starts_in(field, rng, 500)
    lengths = walk(field, costs, goal, starts)
    assert np.isfinite(lengths).all(), starts[~np.isfinite(lengths)][:5]
    if kind not in ("terrain", "steep") and method == "eikonal":
        # a cell more at both ends, and 3 in a hundred
        assert (lengths <= 1.03 * field.distance(starts) + 2.0).all()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(4))
def test_no_direction_points_into_a_wall_or_past_its_corner(method, seed):
    costs = random_costs(seed, (60, 70), (0.1, 0.3, 0.4, 0.2)[seed], (1, 1, 1, 9)[seed])
    field = IntegrationField(CostField(costs), [free_cell(costs, seed)], method=method)
    flow, padded = field.flow(), np.pad(costs, 2, constant_values=np.inf)
    reached = np.isfinite(field.times)
    size = np.linalg.norm(flow, axis=-1)
    assert (size[~reached] == 0).all() and (size[reached] == 0).sum() == 1
    assert np.allclose(size[reached & (field.times > 0)], 1.0)
    for part in (0.25, 0.5, 0.75, 1.0):                         # along the ray, as far as the next cell's center
        at = centers(costs.shape) + part * (1 - 1e-9) * flow
        ahead = padded[cell_of(at.reshape(-1, 2) + 2.0)].reshape(costs.shape)
        assert np.isfinite(ahead[reached]).all()


def test_directions_are_bilinear_where_there_are_no_walls():
    field = IntegrationField(CostField(np.ones((30, 30)), cell_size=0.5, origin=(1, 2)), [(2.2, 3.3)])
    places = np.random.default_rng(0).uniform((6, 7), (15, 16), (500, 2))
    by_hand = FlowField((1.25, 2.25), 0.5, field.flow()).sample(places)
    by_hand /= np.linalg.norm(by_hand, axis=1)[:, None]
    assert field.directions(places) == pytest.approx(by_hand, abs=1e-12)


def test_distances_are_bilinear_and_infinite_in_walls():
    costs = np.ones((20, 20))
    costs[10:12, 5:15] = np.inf
    field = IntegrationField(CostField(costs), [(10.0, 2.0)])
    assert field.distance([(3.5, 7.5)]) == pytest.approx(field.times[7, 3])
    assert field.distance([(4.0, 7.0)]) == pytest.approx(field.times[6:8, 3:5].mean())
    assert np.isinf(field.distance([(7.5, 11.5)])).all() and np.isfinite(field.distance([(-5, -5)])).all()
    assert field.distance(np.zeros((0, 2))).shape == (0,) and field.directions([]).shape == (0, 2)


def test_within_the_goals_cell_it_is_straight():
    field = IntegrationField(CostField(np.ones((9, 9))), [(4.2, 4.7)])
    assert field.directions([(4.9, 4.7), (4.2, 4.1), (4.2, 4.7)]) == pytest.approx(np.array([(-1, 0), (0, 1), (0, 0)]))


def test_out_of_a_wall_it_leads_back():
    costs = np.ones((9, 9))
    costs[:, 4] = np.inf
    field = IntegrationField(CostField(costs), [(8.5, 4.5), (0.5, 4.5)])
    assert (np.sign(field.directions([(4.1, 4.5), (4.9, 4.5)])[:, 0]) == [-1, 1]).all()


def test_vehicles_follow_the_flow_of_a_grid_and_stay_out_of_its_walls():
    """The class of flow fields follows it by the same sampling."""
    costs = np.ones((24, 24))
    costs[12, :18] = np.inf
    grid = CostField(costs)
    field = IntegrationField(grid, [(3.5, 20.5)])
    flow = FlowField((0.5, 0.5), 1.0, 2.0 * field.flow(), ~np.isfinite(field.times))
    places = np.random.default_rng(2).uniform(0, 24, (300, 2))
    unit = flow.sample(places) / np.maximum(np.linalg.norm(flow.sample(places), axis=1), 1e-12)[:, None]
    away = np.linalg.norm(places - (3.5, 20.5), axis=1) > 1.0
    assert unit[away] == pytest.approx(field.directions(places)[away], abs=1e-12)
    vehicles = Vehicles([(2.5, 3.5), (10.5, 10.5)], max_speed=2.0, max_force=50.0)
    for _ in range(1500):
        vehicles.move(follow_field(vehicles, flow, 0.1), 0.02)
        assert np.isfinite(costs[cell_of(vehicles.positions)]).all()
    assert np.linalg.norm(vehicles.positions - (3.5, 20.5), axis=1).max() < 1.5


@pytest.mark.parametrize("closed", (np.ones((3, 4), bool), np.ones((4, 3)), "walls"))
def test_walls_of_another_shape_are_refused(closed):
    with pytest.raises(ValueError, match="^closed: must be booleans of shape"):
        FlowField((0, 0), 1.0, np.zeros((4, 3, 2)), closed)


def test_a_flow_on_the_border_of_the_grid_stays_inside():
    field = IntegrationField(CostField(np.ones((1, 40))), [(39.5, 0.5)])
    places = np.array([(0.0, 0.0), (0.0, 1.0), (3.3, 0.01)])
    for _ in range(450):
        places += STEP * field.directions(places)
    assert places == pytest.approx(np.tile((39.5, 0.5), (3, 1)), abs=STEP) and not math.isnan(places.sum())
