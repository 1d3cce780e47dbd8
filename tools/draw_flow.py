"""Draws docs/images/flow_field.png: lines of equal cost and directions of an integration field.

    .venv/bin/python tools/draw_flow.py"""
import pathlib

import matplotlib
import numpy as np

import navpy

matplotlib.use("Agg")
import matplotlib.pyplot as plt                                             # noqa: E402

OUT = pathlib.Path(__file__).resolve().parent.parent / "docs/images/flow_field.png"
GOAL = (49.5, 15.5)


def ground():
    costs = np.ones((40, 60), np.float32)
    costs[8:34, 38:40] = costs[20:22, 12:38] = costs[0:12, 20:22] = np.inf
    costs[26:36, 14:32] = 5.0
    return costs


def main():
    costs = ground()
    field = navpy.IntegrationField(navpy.CostField(costs), [GOAL])
    times, flow, walls = field.times, field.flow(), ~np.isfinite(costs)
    x, y = np.arange(60) + 0.5, np.arange(40) + 0.5
    figure, axes = plt.subplots(figsize=(9, 5.2), layout="tight")
    shown = axes.pcolormesh(np.arange(61), np.arange(41), np.ma.masked_where(walls, times), cmap="viridis_r", alpha=0.75)
    axes.contour(x, y, np.ma.masked_where(walls, times), np.arange(0, times[~walls].max(), 4.0), colors="white", linewidths=0.6)
    axes.pcolormesh(np.arange(61), np.arange(41), np.ma.masked_where(~walls, walls), cmap="gray", vmin=0, vmax=2)
    axes.contour(x, y, costs == 5.0, [0.5], colors="saddlebrown", linewidths=1.5)
    every = np.zeros(costs.shape, bool)
    every[::2, ::2] = True
    rows, columns = np.nonzero(every & ~walls)
    axes.quiver(columns + 0.5, rows + 0.5, *flow[rows, columns].T, scale=45, width=0.0016, pivot="mid")
    axes.plot(*GOAL, "*", color="red", markersize=14)
    places, way = np.array([(2.5, 37.5), (8.5, 2.5), (22.5, 37.5), (30.5, 18.5)]), []
    for _ in range(1200):
        way.append(places.copy())
        places += 0.1 * field.directions(places)
    for track in np.moveaxis(way, 1, 0):
        axes.plot(*track.T, color="red", linewidth=1.5)
    axes.set(aspect="equal", xlabel="x, m", ylabel="y, m", title="cost to the goal, and the flow; in the brown outline mud")
    figure.colorbar(shown, ax=axes, label="meters · cost", shrink=0.8)
    figure.savefig(OUT, dpi=80)


if __name__ == "__main__":
    main()
