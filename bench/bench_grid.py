"""Flow fields on grids beside scikit-fmm: times, errors against exact solutions, repairs, directions.

    python -m pip install scikit-fmm        # a compiler builds it
    python bench/bench_grid.py

One thread, best of some runs, the two sides by turns. Every answer is checked: fields against exact solutions or scikit-fmm's within
the error that both have, repaired fields against new ones, directions for their length."""
import time

import numpy as np
import skfmm
from scipy.ndimage import gaussian_filter

from navpy import CostField, IntegrationField
from tests.grid.test_integration_field import centers, gradient_case, wall_case

SIZE = 1024
REPEATS = 5
STAMP = 16


def timed(function, repeats=REPEATS):
    best = np.inf
    for _ in range(repeats):
        begun = time.perf_counter()
        result = function()
        best = min(best, time.perf_counter() - begun)
    return best, result


def fast_marching(costs, cell, cell_size=1.0, order=2):
    """scikit-fmm's time from the front around one cell, half a cell from its center."""
    front = np.ones(costs.shape)
    front[tuple(cell)] = -1
    walls = ~np.isfinite(costs)
    speed = np.where(walls, 1.0, 1.0 / np.where(walls, 1.0, costs))
    return np.ma.filled(skfmm.travel_time(np.ma.MaskedArray(front, walls), speed, dx=cell_size, order=order), np.inf)


def grounds():
    rng = np.random.default_rng(1)
    middle = slice(SIZE // 2 - 2, SIZE // 2 + 3)
    free = np.ones((SIZE, SIZE), np.float32)
    rocks = np.where(rng.random(free.shape) < 0.25, np.inf, 1.0).astype(np.float32)
    noise = gaussian_filter(rng.normal(size=free.shape), 8)
    caves = np.where(noise > np.quantile(noise, 0.7), np.inf, 1.0).astype(np.float32)
    rough = (1.0 + 9.0 * (20.0 * noise).clip(0.0, 1.0)).astype(np.float32)
    for costs in (rocks, caves):
        costs[middle, middle] = 1.0
    return {"free": free, "rocks, 25 %": rocks, "caves": caves, "costs 1 … 10": rough}


def fields():
    print(f"{SIZE} × {SIZE} cells, one goal in the middle; milliseconds, and the ratio of the second order to scikit-fmm's")
    print(f"{'':14} {'eikonal 2':>10} {'eikonal 1':>10} {'dijkstra':>10} {'bfs':>10} {'scikit-fmm':>11} {'ratio':>7} {'flow':>7}")
    for name, costs in grounds().items():
        goal, field = (SIZE // 2, SIZE // 2), CostField(costs)
        runs = dict.fromkeys((("eikonal", 2), ("eikonal", 1), ("dijkstra", 1), ("bfs", 1), ("peer", 2)), np.inf)
        for _ in range(REPEATS):
            for method, order in runs:
                run = (lambda: fast_marching(costs, goal)) if method == "peer" else \
                    (lambda: IntegrationField(field, [goal], method=method, order=order))
                seconds, found = timed(run, 1)
                runs[method, order] = min(runs[method, order], seconds)
                if (method, order) == ("eikonal", 2):
                    ours = found
        reached = np.isfinite(ours.times)
        assert (reached == np.isfinite(found)).all()
        off = ours.times[reached] - found[reached]              # a front half a cell off the center, and both errors
        assert np.abs(off).max() < costs[goal] + 0.012 * ours.times[reached].max()
        flow, directions = timed(ours.flow, 1)
        assert np.allclose(np.linalg.norm(directions[reached & (ours.times > 0)], axis=-1), 1.0)
        ms = [1e3 * seconds for seconds in runs.values()]
        print(f"{name:14}" + "".join(f" {one:10.1f}" for one in ms) + f" {ms[0] / ms[4]:8.3f} {1e3 * flow:7.1f}")


def repairs():
    print(f"\na stamp of {STAMP} × {STAMP} impassable cells set and taken back, milliseconds: median and worst of 40, and a new field")
    for name, costs in grounds().items():
        rng, goal, field = np.random.default_rng(2), (SIZE // 2, SIZE // 2), CostField(costs)
        new = timed(lambda: IntegrationField(field, [goal]))[0]
        ours, seconds = IntegrationField(field, [goal]), []
        while len(seconds) < 40:
            row, column = rng.integers(0, SIZE - STAMP, 2)
            if abs(row + 8 - goal[0]) < 20 and abs(column + 8 - goal[1]) < 20:
                continue
            old = np.array(field.costs[row:row + STAMP, column:column + STAMP])
            for values in (np.full_like(old, np.inf), old):
                field.set_costs(row, column, values)
                seconds.append(timed(ours.update, 1)[0])
                if len(seconds) < 10:
                    fresh = IntegrationField(field, [goal]).times
                    assert np.array_equal(np.isfinite(fresh), np.isfinite(ours.times))
                    assert np.allclose(fresh, ours.times, rtol=1e-5)
        print(f"{name:14} {1e3 * np.median(seconds):9.2f} {1e3 * max(seconds):9.2f} {1e3 * new:9.1f}")


def sampling():
    print("\ndirections and distances, nanoseconds a point: crowds of 100 within 4 cells, and points all over the field")
    rng = np.random.default_rng(3)
    for name, costs in grounds().items():
        field = IntegrationField(CostField(costs), [(SIZE // 2, SIZE // 2)])
        spread = rng.uniform(0, SIZE, (200_000, 2))
        crowds = (np.repeat(spread[:2000], 100, 0) + rng.uniform(-2, 2, spread.shape)).clip(0, SIZE)
        row = []
        for points in (crowds, spread):
            seconds, found = timed(lambda: field.directions(points))
            size = np.linalg.norm(found, axis=1)
            assert (size < 1.0 + 1e-9).all() and (np.abs(size - 1.0) < 1e-9).mean() > 0.4
            row += [seconds, timed(lambda: field.distance(points))[0]]
        print(f"{name:14}" + "".join(f"{1e9 * seconds / len(spread):9.0f}" for seconds in row))


def errors():
    print("\nlargest and mean error in cells against exact solutions; scikit-fmm's less the median, as its front is not at the center")
    print(f"{'':24} {'order 1':>14} {'order 2':>14} {'scikit-fmm':>14}")
    for cells in (64, 256, 512):
        free = np.ones((cells, cells), np.float32)
        corner = np.linalg.norm(centers(free.shape) - (cells // 3 + 0.5, cells // 4 + 0.5), axis=-1)
        wall, goal, round_it = wall_case(cells // 4 * 4 + 1)
        gradient, size, at, exact = gradient_case(1.0, cells)
        cases = {"free": (free, 1.0, (cells // 3 + 0.5, cells // 4 + 0.5), corner), "one wall": (wall, 1.0, goal, round_it),
                 "speed in a gradient": (gradient, size, at, exact)}
        for name, (costs, cell_size, place, answer) in cases.items():
            passable, row = np.isfinite(costs), []
            for order in (1, 2, 0):
                if order:
                    off = IntegrationField(CostField(costs, cell_size=cell_size), [place], order=order).times - answer
                else:
                    cell = np.floor(np.array(place)[::-1] / cell_size).astype(int)
                    off = np.where(passable, fast_marching(costs, cell, cell_size), 0.0) - answer
                    off -= np.median(off[passable])
                row.append((np.abs(off[passable]).max() / cell_size, np.abs(off[passable]).mean() / cell_size))
            assert row[1][0] < 2.5 and row[1][1] < 0.6
            print(f"{name + ', ' + str(cells):24} " + " ".join(f"{most:7.3f} {mean:6.3f}" for most, mean in row))


if __name__ == "__main__":
    fields()
    repairs()
    sampling()
    errors()
