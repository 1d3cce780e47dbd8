"""A picture of a navmesh, its level and paths on it: for notebooks, and for the command line."""
import itertools
from collections.abc import Iterable
from typing import Any, Literal

import numpy as np

from navpy.navmesh.navmesh import NavMesh
from navpy.studio import debug
from navpy.studio import plot

MAX_LEGEND_ROWS = 6
# None is near the blue of the largest island.
PATH_COLORS = ((232, 116, 59), (24, 24, 32), (214, 64, 120), (250, 220, 80), (150, 90, 210), (20, 110, 60))


def draw_mesh(mesh: NavMesh, *, level: Any = None, paths: Iterable[Any] | None = (),
              color: Literal["island", "area", "polygon"] = "island", title: str = "", subtitle: str = "", turn: float = 30.0,
              tilt: float = 48.0, width: int = plot.WIDTH) -> Any:
    """
    Draws a navmesh, seen from above at an angle, as an image that notebooks show; ``.save("mesh.png")`` writes it.

    Parameters
    ----------
    mesh : NavMesh
    level : Level or (vertices, triangles), optional
        Drawn below the navmesh; meters, Y up.
    paths : sequence of PathResult or array_like (n, 3), optional
        Each in a color of its own, over all else; what a surface hides of them is drawn faintly.
    color : str, optional
        What has one color: "island", "area" or "polygon".
    title, subtitle : str, optional
        Text above the picture.
    turn, tilt : float, optional
        The camera's direction: degrees around Y, from +z, and degrees by which it looks down.
    width : int, optional
        Pixels of the drawing, without the frame around it.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    ImportError
        Matplotlib or Pillow is missing; the extra ``cli`` brings both.
    ValueError
        There is nothing to draw, or ``color`` is none of the three.
    """
    edges = debug.Edges(mesh)
    return plot.draw_image(title, subtitle, solids=[debug.draw_level(*level)] if level is not None else (),
                           surfaces=[debug.draw_surface(mesh, color)],
                           walls=[edges.draw(edges.walls(), debug.WALL), debug.draw_links(mesh)],
                           edges=[edges.draw(edges.shared(), debug.PORTAL)],
                           paths=list(_drawn_paths(mesh, paths)),
                           legend=_legend(mesh, color), azimuth=turn, elevation=tilt, width=width)


def _drawn_paths(mesh, paths):
    """A Drawing of each path that has a leg."""
    for path, color in zip(() if paths is None else paths, itertools.cycle(PATH_COLORS)):
        points = debug.path_on_surface(mesh, path) if hasattr(path, "points") else np.asarray(path, dtype=np.float64).reshape(-1, 3)
        if len(points) > 1:
            yield debug.draw_path(points, color)


def _legend(mesh, color):
    rows = debug.legend_rows(mesh, color)
    legend = [(f"{name}: {size:,.1f} m²", shade) for name, size, shade in rows[:MAX_LEGEND_ROWS]]
    if len(rows) > MAX_LEGEND_ROWS:
        more = sum(size for _, size, _ in rows[MAX_LEGEND_ROWS:])
        legend.append((f"{len(rows) - MAX_LEGEND_ROWS} more: {more:,.1f} m²", plot.BACKGROUND))
    return legend
