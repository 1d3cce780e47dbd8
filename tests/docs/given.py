"""What pages take from their readers: files that lie in the folder before a page's blocks run."""
import pathlib

import navpy


def files_of_the_command_line():
    """A level of a floor and water, two navmeshes to merge, and pairs of places."""
    import trimesh
    scene = trimesh.Scene()
    for name, size, x in (("floor", (30, 1, 40), -5), ("water_1", (10, 1, 40), 15)):
        place = trimesh.transformations.translation_matrix((x, -0.5, 0))
        scene.add_geometry(trimesh.creation.box(size), node_name=name, transform=place)
    scene.export("level.glb")
    floor = [(0, 0, 0), (0, 0, 20), (20, 0, 20), (20, 0, 0)]
    for name in ("town", "castle"):
        navpy.bake(floor, [(0, 1, 2), (0, 2, 3)]).save(f"{name}.navmesh")
    pathlib.Path("must_be_reachable.csv").write_text("0,0,0,5,0,5\n")


FILES = {"docs/guides/command-line.md": files_of_the_command_line}
