"""Draws docs/images/flow_tiles.png: two groups on their way by flow tiles.

    .venv/bin/python tools/draw_flow_tiles.py"""
import pathlib

import matplotlib
import numpy as np

import navpy

matplotlib.use("Agg")
import matplotlib.pyplot as plt                                             # noqa: E402

OUT = pathlib.Path(__file__).resolve().parent.parent / "docs/images/flow_tiles.png"
SIZE, FRAMES = 32, 1900
GOALS = ((280.0, 20.0), (262.0, 150.0))
STARTS = ((12.0, 150.0), (14.0, 24.0))


def ground():
    costs = np.ones((176, 300), np.float32)
    costs[30:140, 60:66] = costs[0:84, 128:132] = costs[92:176, 128:132] = np.inf           # a door in the long wall
    costs[120:150, 180:240] = costs[30:60, 190:196] = costs[90:96, 160:230] = np.inf
    costs[10:60, 210:260] = 4.0
    return costs


def main():
    costs = ground()
    tiles = navpy.FlowTiles(navpy.CostField(costs), sector_size=SIZE)
    random, tracks = np.random.default_rng(2), []
    places = [np.array(start) + random.uniform(-9, 9, (24, 2)) for start in STARTS]
    groups = [tiles.request([goal], positions=at) for goal, at in zip(GOALS, places, strict=True)]
    asked = np.zeros((2, *(-(-length // SIZE) for length in costs.shape)), int)
    for _frame in range(FRAMES):
        tiles.update()
        tracks.append([at.copy() for at in places])
        for k, (group, at) in enumerate(zip(groups, places, strict=True)):
            rows, columns = np.floor(at[:, ::-1] / SIZE).astype(int).T
            asked[k, rows, columns] += 1
            at += 0.2 * tiles.directions(group, at)
    figure, axes = plt.subplots(figsize=(9, 5.6), layout="tight")
    for (row, column), both in np.ndenumerate(asked.astype(bool).sum(0)):
        if both:
            color = "tab:purple" if both == 2 else ("tab:blue", "tab:orange")[int(asked[1, row, column] > 0)]
            axes.add_patch(plt.Rectangle((column * SIZE, row * SIZE), SIZE, SIZE, color=color, alpha=0.16, linewidth=0))
    walls = ~np.isfinite(costs)
    edges = np.arange(costs.shape[1] + 1), np.arange(costs.shape[0] + 1)
    axes.pcolormesh(*edges, np.ma.masked_where(~walls, walls), cmap="gray", vmin=0, vmax=2)
    axes.contour(edges[0][:-1] + 0.5, edges[1][:-1] + 0.5, costs == 4.0, [0.5], colors="saddlebrown", linewidths=1.5)
    for lines, limit in ((axes.axvline, costs.shape[1]), (axes.axhline, costs.shape[0])):
        for at in range(0, limit, SIZE):
            lines(at, color="gray", linewidth=0.5)
    for k, color in enumerate(("tab:blue", "tab:orange")):
        for track in np.moveaxis([frame[k] for frame in tracks], 1, 0):
            axes.plot(*track.T, color=color, linewidth=0.8)
        axes.plot(*GOALS[k], "*", color="red", markersize=14)
        axes.plot(*np.array(tracks[0][k]).T, ".", color=color, markersize=4)
    axes.set(aspect="equal", xlim=(0, costs.shape[1]), ylim=(0, costs.shape[0]), xlabel="x, m", ylabel="y, m",
             title="tracks of two groups, and the sectors that had fields for them; in the brown outline mud")
    figure.savefig(OUT, dpi=80)


if __name__ == "__main__":
    main()
