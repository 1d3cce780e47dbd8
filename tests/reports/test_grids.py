"""Reports of searches on grids that miss the cheapest way."""
import math

import numpy as np
import pytest
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from navpy import CostField, IntegrationField

STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def times(costs, goal):
    """Of every cell, by scipy: a step costs its length times the mean of both cells; a diagonal one wants both corners free."""
    rows, columns = costs.shape
    at, to, pays = [], [], []
    for i, k in np.argwhere(np.isfinite(costs)):
        for di, dk in STEPS:
            if not (0 <= i + di < rows and 0 <= k + dk < columns):
                continue
            if np.isfinite([costs[i + di, k + dk], costs[i, k + dk], costs[i + di, k]]).all():
                at.append(i * columns + k)
                to.append((i + di) * columns + k + dk)
                pays.append(math.hypot(di, dk) * (costs[i, k] + costs[i + di, k + dk]) / 2)
    graph = coo_matrix((pays, (at, to)), shape=(costs.size, costs.size)).tocsr()
    return dijkstra(graph, directed=False, indices=goal[0] * columns + goal[1]).reshape(costs.shape)


@pytest.mark.parametrize("cheap", [0.001, 0.05, 0.5])
def test_cheap_cells_count_as_cheap(cheap):
    """Costs below 1 among dear ones: nothing is taken for farther than it is. godotengine/godot-docs 11620"""
    for seed in range(4):
        rng = np.random.default_rng(seed)
        costs = rng.choice([cheap, 1.0, 7.0], (23, 31)).astype(np.float32)
        costs[rng.random(costs.shape) < 0.2] = np.inf
        goal = tuple(rng.choice(np.argwhere(np.isfinite(costs))))
        expected = np.where(np.isfinite(costs), times(costs.astype(float), goal), np.inf)
        found = IntegrationField(CostField(costs), [goal], method="dijkstra").times
        np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_the_way_to_a_dear_goal_does_not_circle_it():
    """The goal alone costs much, its neighbors little: each of them goes straight in. godotengine/godot 37944"""
    for cost in (2.0, 11.0, 500.0):
        costs = np.ones((9, 9), np.float32)
        costs[4, 4] = cost
        for method in ("dijkstra", "eikonal"):
            field = IntegrationField(CostField(costs), [(4, 4)], method=method)
            ways = field.flow()
            for i, k in [(3, 4), (5, 4), (4, 3), (4, 5)]:
                inwards = np.array([4 - k, 4 - i]) / math.hypot(4 - k, 4 - i)
                assert np.dot(ways[i, k], inwards) > 0.99


def test_the_cheapest_way_over_weighted_cells_is_found_on_both_diagonals():
    """Steps across corners are longer than those along sides, and cost that much more. godotengine/godot 62366"""
    costs = np.array([[1, 1, 1, 1], [1, 3, 3, 1], [1, 3, 1, 1], [1, 1, 1, 1]], np.float32)
    for goal in [(0, 0), (3, 3), (0, 3), (2, 2)]:
        for turned in (costs, costs[::-1].copy(), costs.T.copy()):
            found = IntegrationField(CostField(turned), [goal], method="dijkstra").times
            np.testing.assert_allclose(found, times(turned.astype(float), goal), rtol=1e-6)
