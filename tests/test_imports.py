"""The rooms of navpy and who may import whom: the table "Rooms" in docs/architecture.md against folders and imports."""
import graphlib
import pathlib
import re
import subprocess
import sys

import pytest
from tools.imports import SOURCES, find_modules, imported_modules, module_name

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/architecture.md").read_text()
ROW = re.compile(r"^\| `([\w/]+)` \| ([^|]+) \|([^|]*)\|$", re.M)
SEES = {room: re.findall(r"`([\w/*]+)`", sees) for room, _holds, sees in ROW.findall(PAGE)}
MOST_MODULES = 20               # of a room: as many as one can read at a glance
MODULES = set(find_modules())
PACKAGES = {module_name(path) for path in SOURCES if path.stem == "__init__"}


def room_of(module):
    """The room of a dotted name: "mesh/tiles" of navpy.mesh.tiles.tile, "" of navpy itself."""
    folder = module if module in PACKAGES else module.rpartition(".")[0]
    return folder.removeprefix("navpy").strip(".").replace(".", "/")


def may_import(importer, target):
    """The rule of the house, for dotted names. The package navpy itself sees all rooms but the engine's and the page's."""
    room, other = room_of(importer), room_of(target)
    if not room:
        return not other.startswith(("godot", "web"))
    if not other:
        return room.startswith("studio")
    sees = SEES.get(room, ["base"])             # a package without modules of its own
    return room == other or any(other == seen or (seen.endswith("/*") and other.startswith(seen[:-1])) for seen in sees)


def test_the_table_names_every_room():
    rooms = {room_of(name) for name in MODULES - PACKAGES} - {""}
    assert sorted(SEES) == sorted(rooms), "docs/architecture.md, section Rooms, is out of date"


def test_rooms_are_two_levels_deep_and_small():
    for room in SEES:
        modules = sorted(name for name in MODULES - PACKAGES if room_of(name) == room)
        assert room.count("/") <= 1 and len(modules) <= MOST_MODULES, f"{room} holds {len(modules)} modules"


def test_rooms_see_each_other_one_way():
    rooms = {room: {other for other in SEES if other != room and any(
        other == seen or (seen.endswith("/*") and other.startswith(seen[:-1])) for seen in sees)} for room, sees in SEES.items()}
    list(graphlib.TopologicalSorter(rooms).static_order())          # CycleError names the cycle


def test_no_modules_import_each_other_in_a_circle():
    modules = {}
    for path in SOURCES:
        modules.setdefault(module_name(path), set()).update(imported_modules(path) - PACKAGES)
    list(graphlib.TopologicalSorter(modules).static_order())        # CycleError names the cycle


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path):
    wrong = sorted(name for name in imported_modules(path) if not may_import(module_name(path), name))
    assert not wrong, f"{module_name(path)} must not import {', '.join(wrong)}"


@pytest.mark.parametrize("importer, statement, allowed", [
    ("navpy/base/parallel.pyx", "from navpy.navmesh.navmesh cimport NavMesh", False),
    ("navpy/navmesh/navmesh.pyx", "from ..base.core cimport PolyRef", True),
    ("navpy/navmesh/navmesh.pyx", "from navpy.mesh.tiles.tiling cimport add_tile", True),
    ("navpy/mesh/topology.pyx", "from navpy.mesh.tiles.tiling cimport add_tile", False),
    ("navpy/navmesh/navmesh.pyx", "from navpy.query.path cimport (\n    Path,\n)", False),
    ("navpy/baking/voxels/heightfield.pyx", "from navpy.navmesh.navmesh cimport NavMesh", False),
    ("navpy/baking/voxels/compact.pyx", "from .heightfield cimport Heightfield", True),
    ("navpy/baking/voxels/compact.pyx", "from navpy.baking.contours.tracing cimport trace", False),
    ("navpy/baking/pipeline.py", "from ..navmesh.navmesh import NavMesh", True),
    ("navpy/query/corridor/astar.pyx", "from navpy.mesh.nearest_poly cimport NearestPoly", True),
    ("navpy/query/corridor/astar.pyx", "import navpy.baking.voxels.compact as compact", False),
    ("navpy/query/corridor/astar.pyx", "    from navpy import baking", False),
    ("navpy/motion/steering/steering.pyx", "from navpy.query.path cimport Path", False),
    ("navpy/motion/avoidance/orca.pyx", "from navpy.motion.avoidance.linear_program cimport Line", True),
    ("navpy/motion/avoidance/orca.pyx", "from navpy.motion.crowd.crowd_data cimport CrowdData", False),
    ("navpy/motion/avoidance/orca.pyx", "from navpy.api.motion.orca import orca_step", False),
    ("navpy/api/motion/orca.pyx", "from navpy.motion.avoidance.orca cimport OrcaScene", True),
    ("navpy/api/motion/orca.pyx", "from navpy.studio import player", False),
    ("navpy/motion/crowd/crowd_step.pyx", "from navpy.query.path cimport Path", True),
    ("navpy/motion/crowd/crowd_step.pyx", "from navpy.studio import player", False),
    ("navpy/studio/demos/circle.py", "from navpy.motion import orca_step", True),
    ("navpy/studio/demos/circle.py", "from navpy.godot import registration", False),
    ("navpy/__init__.py", "from navpy.godot import registration", False),
    ("navpy/__init__.py", "from navpy.web import paths", False),
    ("navpy/web/crowds.pyx", "from navpy.motion.crowd.crowd_data cimport CrowdData", True),
    ("navpy/web/crowds.pyx", "from navpy.api.motion.crowd import Crowd", False),
    ("navpy/godot/crowd_node.pyx", "from navpy.motion.crowd.crowd_data cimport CrowdData", True),
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
    return sorted(name for name in built if not room_of(name).startswith(("godot", "studio", "web")) and name != "navpy.__main__")


def test_core_imports_without_numpy():
    done = run_python(f"import sys; sys.modules['numpy'] = None\nfor name in {needed_by_the_engine()}: __import__(name)")
    assert done.returncode == 0, done.stderr
