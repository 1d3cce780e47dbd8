"""Who may import whom: base ← mesh … navmesh ← query ← motion, bake beside them, and nobody imports navpy.godot."""
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASE = {"core", "geom", "heap", "splitmix", "union_find", "vec2"}
STAGES = ["settings", "buffers", "outlines", "triangle_buckets", "span_merger", "rasterizer", "heightfield", "source", "filters",
          "enclosed", "compact", "areas", "erosion", "median_filter", "distance_field", "floor_graph", "watershed", "monotone",
          "region_graph", "regions", "tracing", "simplification", "conflicts", "holes", "contours", "triangulation", "polygons",
          "storeys", "ground", "profile", "floor_map", "edge_fitting", "delaunay", "detail", "off_mesh_links"]   # in a bake's order
NAVMESH = {"arguments": 0, "pieces": 0, "portals": 0, "mesh": 1, "topology": 2, "off_mesh_link": 2, "poly_grid": 2, "convex_split": 2,
           "t_junctions": 2, "portal_graph": 2, "location": 3, "tile": 3, "polygon_soup": 3, "query_filter": 3, "mesh_data": 4,
           "links": 5, "stitching": 5, "tiling": 6, "tile_links": 6, "edge_connections": 6,
           "navmesh_file": 7, "navmesh": 8, "joining": 9, "reachable": 9}              # each sees those of lower rank
MOTION = ["neighbor_grid", "vehicle", "steering", "obstacle_avoidance", "leader_following", "flow_field", "arbitration",
          "context_steering", "flocking", "linear_program", "orca", "velocity_obstacle", "sampling_avoidance", "obstacle_islands",
          "island_contour", "taut_way", "obstacle_graph", "path_velocity", "locomotion_avoidance", "steering_circles",
          "formation_slots", "formation", "wall_steering", "walkable", "local_boundary", "agent", "path_corridor", "path_following",
          "right_of_way", "avoidance", "contacts", "arrival", "crowd_data", "crowd_agents", "crowd_detours", "crowd_state",
          "crowd_step", "crowd_threads", "crowd"]
IN_THE_PLAN = set(MOTION[:MOTION.index("wall_steering")])        # these know of no navmesh
FOR_PEOPLE = {"__main__", "cli", "debug", "demos", "extras", "formats", "plot", "webview"}
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n]*)|c?import[ \t]+([\w., \t]+))", re.M)


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = sorted(path for kind in ("py", "pyx", "pxd") for path in (ROOT / "navpy").rglob(f"*.{kind}"))
MODULES = {module_name(path) for path in SOURCES}


def absolute(target, importer):
    """A relative target (``.core``) as seen from the importing file, written in full."""
    dots = len(target) - len(target.lstrip("."))
    if not dots:
        return target
    package = importer.relative_to(ROOT).parts[:-1]
    return ".".join([*package[:len(package) - dots + 1], target[dots:]]).rstrip(".")


def imported_modules(path, text=None):
    """navpy's modules that a source file names in import and cimport statements."""
    found = set()
    for source, names, plain in IMPORT.findall(path.read_text() if text is None else text):
        if plain:
            found |= {name.split()[0] for name in plain.split(",") if name.strip()}
            continue
        source = absolute(source, path)
        names = [name.split()[0] for name in names.strip("() ").replace("\n", " ").split(",") if name.strip(" ()")]
        submodules = {f"{source}.{name}" for name in names} & MODULES
        found |= submodules or {source}
    return {name for name in found if name == "navpy" or name.startswith("navpy.")} - {module_name(path)}


def may_import(importer, target):
    """The rule of the house, for dotted names."""
    room, _, leaf = importer.removeprefix("navpy").strip(".").partition(".")
    target_room, _, target_leaf = target.removeprefix("navpy").strip(".").partition(".")
    if room == "godot" or room in FOR_PEOPLE or importer == "navpy":
        return room == "godot" or target_room != "godot"
    if target_room in BASE:
        return room not in BASE
    if room in NAVMESH:
        return NAVMESH.get(target_room, 9) < NAVMESH[room]
    if room == "bake":
        if leaf in ("", "pipeline"):
            return target_room in ("bake", "tile", "off_mesh_link", "navmesh", "reachable")
        return target_room == "bake" and target_leaf not in ("", "pipeline") and not is_later(STAGES, target_leaf, leaf)
    if room == "query":
        return target_room in {*NAVMESH, "query"}
    if room == "motion":
        allowed = {"motion", "arguments", "pieces"} if leaf in IN_THE_PLAN else {*NAVMESH, "query", "motion"}
        return target_room in allowed and not is_later(MOTION, target_leaf, leaf)
    return False


def is_later(order, name, than):
    return name in order and than in order and order.index(name) > order.index(than)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path):
    wrong = sorted(name for name in imported_modules(path) if not may_import(module_name(path), name))
    assert not wrong, f"{module_name(path)} must not import {', '.join(wrong)}"


@pytest.mark.parametrize("importer, statement, allowed", [
    ("navpy/heap.pyx", "from navpy.navmesh cimport NavMesh", False),
    ("navpy/navmesh.pyx", "from .core cimport PolyRef", True),
    ("navpy/navmesh.pyx", "from navpy.topology cimport link", True),
    ("navpy/topology.pyx", "from navpy.mesh cimport MeshView", True),
    ("navpy/topology.pyx", "from navpy.location cimport locate", False),
    ("navpy/location.pyx", "from navpy.navmesh cimport NavMesh", False),
    ("navpy/mesh.pxd", "from navpy.core cimport PolyRef", True),
    ("navpy/heap.pxd", "from navpy.mesh cimport MeshView", False),
    ("navpy/navmesh.pyx", "from navpy.query.path cimport (\n    Path,\n)", False),
    ("navpy/bake/heightfield.pyx", "from navpy.navmesh cimport NavMesh", False),
    ("navpy/bake/heightfield.pyx", "from .compact cimport CompactField", False),
    ("navpy/bake/compact.pyx", "from .heightfield cimport Heightfield", True),
    ("navpy/bake/pipeline.py", "from ..navmesh import NavMesh", True),
    ("navpy/bake/polygons.pyx", "from navpy.mesh cimport MeshView", False),
    ("navpy/query/astar.pyx", "from navpy.location cimport Location", True),
    ("navpy/query/astar.pyx", "from navpy.bake.compact cimport CompactField", False),
    ("navpy/query/astar.pyx", "import navpy.bake.compact as compact", False),
    ("navpy/query/astar.pyx", "    from navpy import bake", False),
    ("navpy/motion/steering.pyx", "from navpy.query.path cimport Path", False),
    ("navpy/motion/steering.pyx", "from navpy.mesh cimport MeshView", False),
    ("navpy/motion/orca.pyx", "from navpy.motion.linear_program cimport Line", True),
    ("navpy/motion/orca.pyx", "from navpy.motion.crowd cimport Crowd", False),
    ("navpy/motion/crowd.pyx", "from navpy.query.path cimport Path", True),
    ("navpy/motion/crowd.pyx", "from navpy.motion.path_following cimport FollowedPath", True),
    ("navpy/motion/path_following.pyx", "from navpy.motion.crowd cimport Crowd", False),
    ("navpy/motion/crowd.pyx", "from navpy.demos import player", False),
    ("navpy/demos/circle.py", "from navpy.motion.orca import orca_step", True),
    ("navpy/demos/circle.py", "from navpy.godot import registration", False),
    ("navpy/__init__.py", "from navpy.godot import registration", False),
    ("navpy/godot/crowd_node.pyx", "from navpy.motion.crowd cimport Crowd", True),
])
def test_the_rule_itself(importer, statement, allowed):
    path = ROOT / importer
    names = imported_modules(path, statement + "\n")
    assert names and all(may_import(module_name(path), name) for name in names) == allowed


def run_python(code):
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)


def test_import_navpy_leaves_the_engine_side_alone():
    done = run_python("import sys, navpy; sys.exit(', '.join(n for n in sys.modules if n.startswith('navpy.godot')) or 0)")
    assert done.returncode == 0, done.stderr


def needed_by_the_engine():
    built = {module_name(path) for path in SOURCES if path.suffix in (".py", ".pyx")}
    return sorted(name for name in built if not name.startswith("navpy.godot") and FOR_PEOPLE.isdisjoint(name.split(".")))


def test_core_imports_without_numpy():
    done = run_python(f"import sys; sys.modules['numpy'] = None\nfor name in {needed_by_the_engine()}: __import__(name)")
    assert done.returncode == 0, done.stderr
