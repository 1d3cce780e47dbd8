"""Integration fields against closed forms and scipy's Dijkstra; repaired ones against new ones."""
import concurrent.futures
import math
import threading

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from navpy import CostField, IntegrationField

METHODS = ("eikonal", "dijkstra", "bfs")


def centers(shape, cell_size=1.0, origin=(0.0, 0.0)):
    """float64 (rows, columns, 2), x and y."""
    rows, columns = np.indices(shape)
    return np.stack([columns + 0.5, rows + 0.5], axis=-1) * cell_size + origin


def random_costs(seed, shape=(40, 50), walls=0.3, most=9):
    rng = np.random.default_rng(seed)
    costs = rng.integers(1, most + 1, shape).astype(np.float32)
    costs[rng.random(shape) < walls] = np.inf
    return costs


def free_cell(costs, seed):
    return tuple(np.random.default_rng(seed).choice(np.argwhere(np.isfinite(costs))))


def steps_graph(costs, cell_size, diagonal):
    """The graph of allowed steps between passable cells."""
    rows, columns = costs.shape
    open_ = np.isfinite(costs)
    at, to, length = [], [], []
    for i, k in np.argwhere(open_):
        for di, dk in [(0, 1), (1, 0), (0, -1), (-1, 0)] + [(-1, -1), (-1, 1), (1, -1), (1, 1)] * diagonal:
            if not (0 <= i + di < rows and 0 <= k + dk < columns and open_[i + di, k + dk] and open_[i + di, k] and open_[i, k + dk]):
                continue
            at.append(i * columns + k)
            to.append((i + di) * columns + k + dk)
            length.append(cell_size * (math.hypot(di, dk) * (costs[i, k] + costs[i + di, k + dk]) / 2 if diagonal else 1.0))
    return coo_matrix((length, (at, to)), shape=(costs.size, costs.size)).tocsr()


# ---- oracles ----

@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("method", ("dijkstra", "bfs"))
def test_steps_are_scipys(method, seed):
    costs = random_costs(seed)
    goals = [free_cell(costs, seed), free_cell(costs, seed + 100)]
    values = np.array([0.0, 7.5])
    found = IntegrationField(CostField(costs, cell_size=0.5), goals, method=method, goal_values=values).times
    graph = steps_graph(costs, 0.5, method == "dijkstra")
    each = dijkstra(graph, indices=[i * costs.shape[1] + k for i, k in goals]) + values[:, None]
    expected = np.where(np.isfinite(costs), each.min(0).reshape(costs.shape), np.inf)
    np.testing.assert_allclose(found, expected, rtol=1e-5)


@pytest.mark.parametrize("cell_size, origin, goal", [
    (1.0, (0, 0), (20.5, 30.5)), (0.25, (-3, 5), (1.13, 9.71)), (2.0, (1, 1), (1.0, 1.0)), (1.0, (0, 0), (60.0, 40.0)),
    (1.0, (0, 0), (17.0, 23.5))])
@pytest.mark.parametrize("cost", (1.0, 3.0))
def test_on_open_ground_distances_are_exact(cell_size, origin, goal, cost):
    field = IntegrationField(CostField(np.full((40, 60), cost), cell_size=cell_size, origin=origin), [goal])
    expected = cost * np.linalg.norm(centers((40, 60), cell_size, origin) - goal, axis=-1)
    np.testing.assert_allclose(field.times, expected, rtol=2e-7, atol=1e-7)


def walls_in_sight(costs, goal):
    """Whether the open segment from each center to the goal stays out of the interior of all walls, by exact clipping of each wall."""
    seen = np.isfinite(costs)
    at = centers(costs.shape)
    for i, k in np.argwhere(~np.isfinite(costs)):
        enter, leave = np.zeros(costs.shape), np.ones(costs.shape)
        for axis, low in ((0, k), (1, i)):
            by = at[..., axis] - goal[axis]
            with np.errstate(divide="ignore", invalid="ignore"):
                a, b = (low - goal[axis]) / by, (low + 1 - goal[axis]) / by
            inside = (low < goal[axis]) & (goal[axis] < low + 1)
            a, b = np.where(by == 0, -np.inf if inside else np.inf, a), np.where(by == 0, np.inf if inside else -np.inf, b)
            enter, leave = np.maximum(enter, np.minimum(a, b)), np.minimum(leave, np.maximum(a, b))
        seen &= ~(enter + 1e-9 < leave)
    return seen


@pytest.mark.parametrize("seed", range(8))
def test_what_is_in_sight_is_exact_and_straight(seed):
    costs = random_costs(seed, (30, 34), walls=(0.02, 0.1, 0.3)[seed % 3], most=1)
    rng = np.random.default_rng(seed)
    goal = np.array(free_cell(costs, seed))[::-1] + rng.uniform(0.1, 0.9, 2)        # in general position
    field = IntegrationField(CostField(costs), [goal])
    seen = walls_in_sight(costs, goal)
    away = centers(costs.shape) - goal
    distance = np.linalg.norm(away, axis=-1)
    assert seen.sum() > 5
    np.testing.assert_allclose(field.times[seen], distance[seen], rtol=2e-7)
    np.testing.assert_allclose(field.flow()[seen], -away[seen] / distance[seen][:, None], atol=1e-12)
    hidden = np.isfinite(field.times) & ~walls_in_sight(costs, goal)
    first = IntegrationField(CostField(costs), [goal], order=1).times
    assert (first[hidden] > distance[hidden]).all()


def wall_case(size=101):
    """A wall across the ground with its end in the middle; distances round it by the visibility graph of its two corners."""
    costs = np.ones((size, size), np.float32)
    middle = size // 2
    costs[middle, : middle + 1] = np.inf
    goal = np.array((middle / 2, middle / 2))
    at = centers(costs.shape)
    below, above = np.array((middle + 1.0, middle)), np.array((middle + 1.0, middle + 1.0))      # the wall's two corners
    direct = np.linalg.norm(at - goal, axis=-1)
    # round both corners, round the lower one alone, or straight
    by_two = np.linalg.norm(below - goal) + 1.0 + np.linalg.norm(at - above, axis=-1)
    by_one = np.linalg.norm(below - goal) + np.linalg.norm(at - below, axis=-1)
    cross_lower = (below[0] - goal[0]) * (at[..., 1] - goal[1]) - (below[1] - goal[1]) * (at[..., 0] - goal[0])
    exact = np.where(cross_lower <= 0, direct, np.where(at[..., 0] >= middle + 1, by_one, by_two))
    exact = np.where(at[..., 1] < middle, direct, exact)
    return costs, goal, exact


def test_round_a_wall_the_second_order_is_near():
    costs, goal, exact = wall_case()
    open_ = np.isfinite(costs)
    first, second = (np.abs(IntegrationField(CostField(costs), [goal], order=order).times - exact)[open_] for order in (1, 2))
    assert second.max() < 1.5 and second.mean() < 0.6 * first.mean() and first.max() < 2.5        # cells, of 130


def test_round_a_wall_errors_fall_with_the_cell():
    worst = []
    for size in (51, 101, 201, 401):
        costs, goal, exact = wall_case(size)
        times = IntegrationField(CostField(costs), [goal]).times
        worst.append(np.abs(times - exact)[np.isfinite(costs)].max() / size)
    assert all(fine < 0.65 * coarse for coarse, fine in zip(worst, worst[1:]))


def gradient_case(size, cells=64):
    """Speed 1 + a·x: the exact time is arccosh(1 + a²·d² / (2·s·s₀)) / a."""
    h, a = size / cells, 0.5 / size * 4
    at = centers((cells, cells), h)
    goal = at[cells // 4, cells // 3]
    speed = 1.0 + a * at[..., 0]
    distance = np.linalg.norm(at - goal, axis=-1)
    exact = np.arccosh(1.0 + a * a * distance ** 2 / (2.0 * speed * (1.0 + a * goal[0]))) / a
    return (1.0 / speed).astype(np.float32), h, goal, exact


def test_in_a_gradient_of_speed_errors_fall_with_the_cell():
    worst = []
    for cells in (64, 128, 256):
        costs, h, goal, exact = gradient_case(10.0, cells)
        worst.append(np.abs(IntegrationField(CostField(costs, cell_size=h), [goal]).times - exact).max())
    assert worst[0] < 0.05 and worst[1] < 0.6 * worst[0] and worst[2] < 0.6 * worst[1]


@pytest.mark.parametrize("seed", range(4))
def test_behind_walls_it_is_at_most_as_long_as_ways_of_eight_directions(seed):
    """And shorter by no more than these are longer than straight lines: 8.24 % (1 / cos 22.5°). A cell or two for corners."""
    rng = np.random.default_rng(seed)
    costs = np.ones((120, 120), np.float32)
    for _ in range(12):
        row, column = rng.integers(5, 105, 2)
        costs[row:row + rng.integers(2, 20), column:column + rng.integers(2, 20)] = np.inf
    ground, goal = CostField(costs), free_cell(costs, seed)
    times, ways = (IntegrationField(ground, [goal], method=method).times for method in ("eikonal", "dijkstra"))
    reached = np.isfinite(ways)
    assert (reached == np.isfinite(times)).all() and reached.sum() > 5000
    assert (times[reached] < ways[reached] + 2.0).all()
    assert (times[reached] > ways[reached] * np.cos(np.pi / 8) - 2.0).all()


# ---- goals ----

def test_goals_of_all_kinds_are_the_same_goals():
    field = CostField(random_costs(5), cell_size=0.5, origin=(2, -3))
    cells = np.array([(3, 4), (30, 41)])
    mask = np.zeros(field.shape, bool)
    mask[tuple(cells.T)] = True
    points = centers(field.shape, 0.5, (2, -3))[tuple(cells.T)]
    for method in METHODS:
        first, *others = (IntegrationField(field, goals, method=method).times.tobytes()
                          for goals in (cells, mask, points, cells.tolist(), mask.tolist(), points.tolist(), cells.astype(np.uint8)))
        assert all(other == first for other in others)


@pytest.mark.parametrize("count", (2, 7, 8, 40))
@pytest.mark.parametrize("method", METHODS)
def test_the_nearest_of_many_goals_counts(count, method):
    rng = np.random.default_rng(count)
    field = CostField(np.ones((50, 60)))
    points, values = rng.uniform(0, (60, 50), (count, 2)), rng.uniform(0, 12, count)
    found = IntegrationField(field, points, method=method, goal_values=values).times
    alone = np.min([IntegrationField(field, [point], method=method, goal_values=value).times
                    for point, value in zip(points, values)], 0)
    if method == "eikonal" and count > 7:                   # without a line of sight
        np.testing.assert_allclose(found, alone, atol=0.8)
    else:
        np.testing.assert_allclose(found, alone, rtol=1e-5, atol=1e-5)


def test_more_goals_than_bits_in_fewer_cells_are_seen_from_afar():
    field = CostField(np.ones((20, 30)))
    many = IntegrationField(field, [(5.5, 5.5)] * 9 + [(20.5, 3.5)])
    assert many.times.tobytes() == IntegrationField(field, [(5.5, 5.5), (20.5, 3.5)]).times.tobytes()


def test_a_goal_in_a_wall_is_reached_when_it_is_opened():
    costs = np.ones((9, 9))
    costs[4, 4] = np.inf
    field = CostField(costs)
    for method in METHODS:
        field.set_costs(4, 4, [[np.inf]])
        times = IntegrationField(field, [(4, 4)], method=method)
        assert np.isinf(times.times).all() and (times.flow() == 0).all()
        field.set_costs(4, 4, [[1.0]])
        assert times.update() and np.isfinite(times.times).all()


def test_nothing_goes_between_two_cells_that_meet_at_a_corner():
    costs = np.where(np.eye(8)[::-1] > 0, np.inf, 1.0)
    for method in METHODS:
        times = IntegrationField(CostField(costs), [(0, 0)], method=method).times
        assert (np.isfinite(times) == (np.add.outer(np.arange(8), np.arange(8)) < 7)).all()


# ---- repair ----

def same(repaired, new):
    np.testing.assert_allclose(repaired.times, new.times, rtol=2e-5)
    np.testing.assert_allclose(repaired.flow(), new.flow(), atol=2e-2)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_repaired_field_is_that_of_new_costs(data):
    shape = data.draw(st.tuples(st.integers(1, 18), st.integers(1, 18)))
    method, order = data.draw(st.sampled_from(METHODS)), data.draw(st.sampled_from((1, 2)))
    seed, most = data.draw(st.integers(0, 2 ** 20)), data.draw(st.sampled_from((1, 2, 200)))
    costs = CostField(random_costs(seed, shape, data.draw(st.sampled_from((0.0, 0.15, 0.4))), most), cell_size=0.7, origin=(3, 1))
    rng = np.random.default_rng(seed)
    count = data.draw(st.sampled_from((1, 1, 3, 12)))
    goals = rng.uniform((3, 1), (3 + 0.7 * shape[1], 1 + 0.7 * shape[0]), (count, 2))
    options = dict(method=method, order=order, goal_values=rng.uniform(0, 4, count) * data.draw(st.booleans()))
    field = IntegrationField(costs, goals, **options)
    field.flow()
    for _ in range(data.draw(st.integers(1, 4))):
        for _ in range(data.draw(st.integers(1, 2))):
            rows, columns = rng.integers(1, np.minimum(shape, 6) + 1)
            row, column = rng.integers(0, shape[0] - rows + 1), rng.integers(0, shape[1] - columns + 1)
            costs.set_costs(row, column, random_costs(int(rng.integers(99999)), (rows, columns), rng.choice((0.0, 0.5, 1.0)), most))
        field.update()
        assert not field.update()
        same(field, IntegrationField(costs, goals, **options))


@pytest.mark.parametrize("method", METHODS)
def test_a_stamp_on_a_large_field_is_repaired_and_taken_back(method):
    costs = CostField(random_costs(3, (200, 210), 0.2, 3))
    goal = free_cell(np.array(costs.costs), 1)
    field = IntegrationField(costs, [goal], method=method)
    before, flow = field.times.tobytes(), field.flow().tobytes()
    rng = np.random.default_rng(0)
    for _ in range(20):
        row, column = rng.integers(0, 184, 2)
        old = np.array(costs.costs[row:row + 16, column:column + 16])
        costs.set_costs(row, column, np.full((16, 16), np.inf))
        assert field.update()
        same(field, IntegrationField(costs, [goal], method=method))
        costs.set_costs(row, column, old)
        assert field.update()
    np.testing.assert_allclose(np.frombuffer(before, np.float32), field.times.ravel(), rtol=2e-5)
    np.testing.assert_allclose(np.frombuffer(flow), field.flow().ravel(), atol=2e-2)


def test_a_field_that_missed_too_many_changes_is_computed_anew():
    costs = CostField(np.ones((30, 30)))
    field, watched = IntegrationField(costs, [(0, 0)]), IntegrationField(costs, [(0, 0)])
    for k in range(10_000):
        costs.set_costs(5 + k % 20, 7, [[np.inf if k // 20 % 2 else 2.0]])
        if k % 1000 == 0:
            watched.update()
    assert field.update() and watched.update()
    assert field.times.tobytes() == IntegrationField(costs, [(0, 0)]).times.tobytes()
    same(watched, field)


def test_costs_that_stay_the_same_change_nothing():
    costs = CostField(random_costs(1))
    field = IntegrationField(costs, [(1, 1)])
    costs.set_costs(3, 3, np.array(costs.costs[3:9, 3:9]))
    assert not field.update()


# ---- arrays, threads, arguments ----

def test_arrays_are_the_fields_own_memory():
    costs = CostField(np.ones((12, 15), np.uint8))
    field = IntegrationField(costs, [(2, 2)])
    for first, second in ((costs.costs, costs.costs), (field.times, field.times), (field.flow(), field.flow())):
        assert np.shares_memory(first, second) and not first.flags.writeable
        with pytest.raises(ValueError):
            first.flags.writeable = True
    shown, times, flow = costs.costs, field.times, field.flow()
    costs.set_costs(3, 0, np.full((1, 14), 255, np.uint8))
    field.update()
    assert np.isinf(shown[3, :14]).all() and np.isinf(times[3, :14]).all() and (flow[3, :14] == 0).all()
    assert times.dtype == shown.dtype == np.float32 and times.shape == (12, 15) and flow.shape == (12, 15, 2)
    del costs, field
    assert np.isinf(shown[3, 0]) and np.isinf(times[3, 0])          # views keep the field


def test_uint8_is_what_the_floats_are():
    costs = np.array([[0, 1, 254, 255]], np.uint8)
    assert CostField(costs).costs.tolist() == [[1.0, 1.0, 254.0, math.inf]]


@pytest.mark.parametrize("low, high, cell_size, value", [
    (1e-9, 1e9, 1.0, 0.0), (1e-9, 1e9, 1e-9, 0.0), (1e-9, 1e9, 1e9, 1e30), (1e-9, 1e-9, 1e-9, 1e30),
    (1e9, 1e9, 1e9, 5.0), (1.0, 1e6, 1.0, 1e6)])
@pytest.mark.parametrize("method", METHODS)
def test_numbers_of_any_size_come_to_an_end(method, low, high, cell_size, value):
    rng = np.random.default_rng(0)
    costs = np.where(rng.random((25, 30)) < 0.5, low, high)
    ground, options = CostField(costs, cell_size=cell_size), dict(method=method, goal_values=[value, 0.0])
    field = IntegrationField(ground, [(3, 3), (20, 25)], **options)
    assert np.isfinite(field.times).all() and np.isfinite(field.flow()).all()
    if method == "dijkstra":
        each = dijkstra(steps_graph(costs.astype(np.float32).astype(float), cell_size, True), indices=[3 * 30 + 3, 20 * 30 + 25])
        np.testing.assert_allclose(field.times.ravel(), np.minimum(each[0] + value, each[1]), rtol=1e-5)
    ground.set_costs(10, 10, np.full((4, 4), np.inf))
    field.update()
    assert np.isinf(field.times).sum() == 16


def test_a_field_is_computed_without_the_gil():
    costs = CostField(random_costs(0, (600, 600), 0.1))
    ticks, done = [0], threading.Event()

    def count():
        while not done.is_set():
            ticks[0] += 1
            done.wait(1e-4)

    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        pool.submit(count)
        fields = list(pool.map(lambda _: IntegrationField(costs, [(300, 300)]).times.tobytes(), range(6)))
        done.set()
    assert len(set(fields)) == 1 and ticks[0] > 5


@pytest.mark.parametrize("given_, message", [
    (np.broadcast_to(np.uint8(1), (1, 1 << 29)), "costs: must be of shape"),
    (np.ones(4), r"costs: must be of shape \(rows, columns\), .*, is \(4,\)"), (np.ones((0, 3)), "costs: must be of shape"),
    ([[1.0, math.nan]], r"costs: must be in .* cell \(0, 1\) is nan"), ([[1.0], [-2.0]], r"costs: .* cell \(1, 0\) is -2"),
    ([[0.0]], r"costs: .* cell \(0, 0\) is 0"), ([[1e30]], "costs: must be in"),
    (np.ones((2, 2), np.int64), "costs: must be of uint8"),
    (np.ones((2, 2), bool), "costs: must be of uint8"), ("walls", "costs: must be an array"), ([[-math.inf]], "costs: must be in"),
    ([[1, 2], [3]], "costs: must be an array"), (None, "costs: must be"), (np.ones((2, 2), complex), "costs: must be of uint8"),
])
def test_costs_that_are_none_are_refused(given_, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        CostField(given_)
    field = CostField(np.ones((5, 5)))
    with pytest.raises(ValueError, match=f"^{message}"):
        field.set_costs(0, 0, given_)
    assert (field.costs == 1.0).all()


@pytest.mark.parametrize("call, message", [
    (lambda f: CostField(np.ones((2, 2)), cell_size=0.0), "cell_size: must be in"),
    (lambda f: CostField(np.ones((2, 2)), cell_size=math.nan), "cell_size: must be in"),
    (lambda f: CostField(np.ones((2, 2)), origin=(0, math.inf)), "origin: must be finite"),
    (lambda f: f.set_costs(5, 0, np.ones((2, 2))), "row: must be a whole number in 0 … 4"),
    (lambda f: f.set_costs(0, -1, np.ones((2, 2))), "column: must be a whole number in 0 … 6"),
    (lambda f: f.set_costs(0, 0, np.ones((7, 2))), "costs: 7 × 2 cells are more"),
    (lambda f: IntegrationField(f, []), "goals: there must be one"),
    (lambda f: IntegrationField(f, np.zeros((6, 8), bool)), "goals: there must be one"),
    (lambda f: IntegrationField(f, np.zeros((6, 7), bool)), "goals: a mask must be of the field's shape"),
    (lambda f: IntegrationField(f, [(8.1, 1.0)]), "goals: number 0, in row 1, column 8, is outside"),
    (lambda f: IntegrationField(f, [(0, 0), (6, 0)]), "goals: number 1, in row 6, column 0, is outside"),
    (lambda f: IntegrationField(f, [(math.nan, 1.0)]), "goals: must be finite"),
    (lambda f: IntegrationField(f, [(1, 2, 3)]), "goals: must be of shape"),
    (lambda f: IntegrationField(f, [(1.0, 2.0, 3.0)]), "goals: must be of shape"),
    (lambda f: IntegrationField(f, "home"), "goals: must be an array"),
    (lambda f: IntegrationField(f, [(1, 1)], method="A*"), 'method: must be "eikonal", "dijkstra" or "bfs"'),
    (lambda f: IntegrationField(f, [(1, 1)], method=None), "method: must be"),
    (lambda f: IntegrationField(f, [(1, 1)], order=3), "order: must be a whole number in 1 … 2"),
    (lambda f: IntegrationField(f, [(1, 1)], goal_values=-1.0), "goal_values: must be in"),
    (lambda f: IntegrationField(f, [(1, 1)], goal_values=[1, 2]), "goal_values: must be one number or"),
    (lambda f: IntegrationField(f, [(1, 1)]).directions([(1, math.nan)]), "points: must be finite"),
    (lambda f: IntegrationField(f, [(1, 1)]).distance([1, 2, 3]), "points: must be of shape"),
])
def test_other_arguments_are_refused_in_one_line(call, message):
    with pytest.raises(ValueError, match=f"^{message}") as caught:
        call(CostField(np.ones((6, 8))))
    assert "\n" not in str(caught.value)


def test_there_are_no_fields_without_cells():
    for made in (CostField, IntegrationField):
        with pytest.raises(TypeError):
            made.__new__(made)
    with pytest.raises(TypeError):
        IntegrationField(None, [(0, 0)])


# ---- costs and values of any size ----

def least_times(costs, cell_size, method, goals, values):
    """By scipy, for goals that are cells."""
    graph = steps_graph(costs, cell_size, method == "dijkstra")
    each = dijkstra(graph, indices=[i * costs.shape[1] + k for i, k in goals]) + np.asarray(values, dtype=np.float64)[:, None]
    return np.where(np.isfinite(costs), each.min(0).reshape(costs.shape), np.inf)


@st.composite
def grids(draw):
    """(costs, cell size, goals, their values): in one or two dimensions, with walls, of costs that differ by up to a million times."""
    rows, columns = draw(st.sampled_from([(1, 40), (40, 1), (1, 2), (9, 11), (14, 5)]))
    low, high = sorted(draw(st.tuples(st.floats(-3, 3), st.floats(-3, 3))))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    costs = (10 ** rng.uniform(low, high, (rows, columns))).astype(np.float32)
    costs[rng.random((rows, columns)) < draw(st.sampled_from([0.0, 0.2, 0.4]))] = np.inf
    goals = [tuple(map(int, rng.integers((rows, columns)))) for _ in range(draw(st.integers(1, 9)))]
    for goal in goals:
        costs[goal] = 10 ** low
    return costs, draw(st.sampled_from([0.01, 1.0, 30.0])), goals, [draw(st.sampled_from([0.0, 5.0, 1e4])) for _ in goals]


@pytest.mark.parametrize("method", ("dijkstra", "bfs"))
@settings(deadline=None, max_examples=150)
@given(grid=grids())
def test_steps_of_any_cost_are_scipys(method, grid):
    costs, cell_size, goals, values = grid
    found = IntegrationField(CostField(costs, cell_size=cell_size), np.array(goals), method=method, goal_values=values).times
    np.testing.assert_allclose(found, least_times(costs, cell_size, method, goals, values), rtol=2e-5)


@settings(deadline=None, max_examples=150)
@given(grid=grids(), order=st.sampled_from([1, 2]))
def test_the_eikonal_reaches_what_steps_reach(grid, order):
    """The same cells as steps to four neighbors do, and at no more than these cost, each at the entered cell's price."""
    costs, cell_size, goals, values = grid
    found = IntegrationField(CostField(costs, cell_size=cell_size), np.array(goals), order=order, goal_values=values).times
    steps = IntegrationField(CostField(costs, cell_size=cell_size), np.array(goals), method="bfs").times
    assert np.array_equal(np.isfinite(found), np.isfinite(steps))


@pytest.mark.parametrize("cost", (1e-9, 1e-3, 0.1, 0.5, 0.7, 1.0, 7.0, 1e3, 1e9))
@pytest.mark.parametrize("method", METHODS)
def test_a_row_of_one_cost_is_reached_to_its_end(method, cost):
    found = np.asarray(IntegrationField(CostField(np.full((1, 50), cost)), np.array([(0, 0)]), method=method).times)[0]
    np.testing.assert_allclose(found, np.arange(50) * (1.0 if method == "bfs" else cost), rtol=1e-5)


@pytest.mark.parametrize("value", (0.0, 1e3, 1e8, 1e12, 1e20, 1e30))
@pytest.mark.parametrize("cost", (1e-3, 1.0, 1e3))
@pytest.mark.parametrize("method", METHODS)
def test_goals_of_any_value_reach_all(method, cost, value):
    """Where a step adds less than a float can tell, and where goals differ by any amount."""
    shape = (9, 30)
    for goals, values in (([(4, 0)], [value]), ([(4, 0), (4, 29)], [0.0, value])):
        found = np.asarray(IntegrationField(CostField(np.full(shape, cost)), np.array(goals), method=method, goal_values=values).times)
        assert np.isfinite(found).all() and found.min() == np.float32(min(values))
        if method != "eikonal":
            expected = least_times(np.full(shape, np.float32(cost)), 1.0, method, goals, values)
            np.testing.assert_allclose(found, expected, rtol=2e-5)


def test_repairs_of_cheap_steps_are_as_new():
    rng = np.random.default_rng(8)
    costs = np.full((20, 30), 0.01, np.float32)
    field = CostField(costs)
    ways = {method: IntegrationField(field, np.array([(3, 4)]), method=method) for method in METHODS}
    for _ in range(12):
        row, column = rng.integers((17, 27))
        patch = np.where(rng.random((3, 3)) < 0.5, np.inf, 10 ** rng.uniform(-2, 1, (3, 3))).astype(np.float32)
        field.set_costs(int(row), int(column), patch)
        for method, way in ways.items():
            way.update()
            anew = IntegrationField(CostField(np.array(field.costs)), np.array([(3, 4)]), method=method)
            np.testing.assert_allclose(way.times, anew.times, rtol=1e-5)
