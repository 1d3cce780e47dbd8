"""Draws docs/images/paths.png: four ways from one place to another on one level, which differ in how they were found.

    python tools/draw_paths.py [file.png]
"""
import pathlib
import sys

import navpy
from navpy.studio import debug
from navpy.studio import plot

HERE = pathlib.Path(__file__).resolve().parent.parent
START, GOAL = (-12, 0, -8), (10, 0, 2)
WALLS = [((-7, -3.4), (1, 12.2)), ((-7, 9.4), (1, 8.6)), ((1, -9.3), (1, 9.4)), ((0, -15.6), (32, 3.2)), ((1, 6.2), (1, 16.6)),
         ((7.5, -6.5), (1, 10)),
         ((7.5, 6), (1, 12.5)), ((-2.6, 2.5), (3.2, 3.2)), ((4.3, -1.2), (2, 2)), ((-10.5, 5.5), (2.4, 5)), ((11, 2.5), (2.8, 2))]
WAYS = (("exact: the shortest there is", (214, 48, 49), {}),
        ("corridor: A* and the funnel", (40, 96, 214), {"algorithm": "corridor"}),
        ("centers: A* alone", (130, 130, 130), {"algorithm": "centers"}),
        ("exact, for an agent twice as wide", (20, 140, 60), {"radius": 0.8}))


def level():
    """A floor with walls on it: vertices and triangles."""
    vertices, triangles = [(-16, 0, -18), (-16, 0, 14), (16, 0, 14), (16, 0, -18)], [(0, 1, 2), (0, 2, 3)]
    for (x, z), (width, depth) in WALLS:
        low, high = (x - width / 2, 0.0, z - depth / 2), (x + width / 2, 1.2, z + depth / 2)
        first = len(vertices)
        ends = (low, high)
        vertices += [(ends[i][0], ends[k][1], ends[m][2]) for k in (0, 1) for i, m in ((0, 0), (0, 1), (1, 1), (1, 0))]
        triangles += [(first + 4, first + 5, first + 6), (first + 4, first + 6, first + 7)]
        for i in range(4):
            k = (i + 1) % 4
            triangles += [(first + i, first + k, first + 4 + k), (first + i, first + 4 + k, first + 4 + i)]
    return vertices, triangles


def main():
    vertices, triangles = level()
    mesh = navpy.bake(vertices, triangles, navpy.BakeSettings(agent_radius=0.4, agent_max_climb=0.25), seeds=[START])
    paths, legend = [], []
    for label, color, options in WAYS:
        path = mesh.find_path(START, GOAL, **options)
        if path.status is not navpy.PathStatus.COMPLETE:
            sys.exit(f"{label}: {path.message}")
        paths.append(debug.draw_path(debug.path_on_surface(mesh, path), color))
        legend.append((f"{label}, {path.length:.2f} m", color))
    edges = debug.Edges(mesh)
    image = plot.draw_image("Four ways to find a way",
                            "One navmesh, baked for a radius of 0.4 m; thick lines are its walls, thin ones its polygons.",
                            solids=[debug.draw_level(vertices, triangles)], surfaces=[debug.draw_surface(mesh)],
                            walls=[edges.draw(edges.walls(), debug.WALL)], edges=[edges.draw(edges.shared(), debug.PORTAL)],
                            paths=paths[::-1], legend=legend, azimuth=0, elevation=62)
    image.save(sys.argv[1] if len(sys.argv) > 1 else HERE / "docs/images/paths.png")


if __name__ == "__main__":
    main()
