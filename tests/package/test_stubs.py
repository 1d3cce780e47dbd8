"""What type checkers and editors see of navpy: stubs that agree with the compiled modules, and mistakes that are found."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

from tools.site.python_pages import installed

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def site():
    """A folder with navpy as a type checker sees it when it is installed: Python files and stubs."""
    return installed()


def test_stubs_agree_with_the_modules(site, tmp_path):
    """Each name, argument and default of the stubs is there when the modules run, and the other way round."""
    unseen = tmp_path / "unseen"        # modules without stubs: those of the library, the command line, packages without content
    empty = [str(path.parent.relative_to(ROOT)).replace("/", r"\.")
             for path in (ROOT / "navpy").rglob("__init__.py") if not path.stat().st_size]
    unseen.write_text("\n".join([r"navpy\.(godot|web|studio|compiled|__main__)(\..*)?", r".*\.__(test|pyx_capi)__", r".*\.PARAMS",
                                  r".*\.(NavWorld|FlowGroup)\.__init__", *empty]))
    rules = tmp_path / "mypy.ini"
    rules.write_text("[mypy]\n[mypy-navpy.studio.*]\nignore_errors = True\n")
    run = subprocess.run([sys.executable, "-m", "mypy.stubtest", "navpy", "--concise", "--ignore-disjoint-bases",
                          "--mypy-config-file", rules, "--allowlist", unseen, "--ignore-unused-allowlist"],
                         cwd=tmp_path, env={**os.environ, "MYPYPATH": str(site)}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


MISTAKES = '''
import navpy
from navpy.motion import arrive

floor = [(0, 0, 0), (0, 0, 20), (20, 0, 20), (20, 0, 0)]
mesh = navpy.bake(floor, [(0, 1, 2), (0, 2, 3)], navpy.BakeSettings(agent_radius=0.5))
path = mesh.find_path((2, 0, 2), (18, 0, 15))
print(path.status.name, path.length, path.points)
rays = navpy.raycasts(mesh, [(2, 0, 2)], [(18, 0, 15)])
print(rays.hit.sum(), rays.points[rays.hit], navpy.motion.seek, navpy.BakeSettings(sample_partition_type="monotone"))
crowd = navpy.Crowd(mesh)
agent = crowd.add_agent((2, 0, 2), max_speed=3.5)
crowd.request_path(agent, (18, 0, 15))
crowd.add_agents([(2, 0, 2)], radius=0.4)
field = mesh.goal_field([(2, 0, 2)])
print(mesh.find_paths([(2, 0, 2)], [(1, 0, 2)], max_searched=100).status, mesh.find_path((2, 0, 2), (18, 0, 15), radius=0.7).length)
print(field.lengths([(1, 0, 1)]), mesh.path_index_bytes)
while crowd.status(agent) == navpy.Status.RUNNING:
    crowd.step(1 / 60)

navpy.BakeSettings(agent_radus=1.0)         # wrong: a name
navpy.BakeSettings(agent_radius="wide")     # wrong: a string for a float
crowd.step("1")                             # wrong: a string for a float
navpy.raycast((mesh,), (0, 0, 0), (1, 1, 1))        # wrong: a tuple for a NavMesh
navpy.raycast(mesh, (0, 0, 0), (1, 1, 1), filtr=None)       # wrong: a name
path.lenght                                 # wrong: an attribute
crowd.add_agent((2, 0, 2), max_sped=3.5)            # wrong: a name
mesh.find_path((2, 0, 2), (18, 0, 15), radus=0.7)   # wrong: a name
field.lenths                                # wrong: an attribute
mesh.find_pth                               # wrong: an attribute
navpy.find_path(mesh, (0, 0, 0), (1, 1, 1)).pionts      # wrong: an attribute
navpy.Crowds                                # wrong: an attribute
'''


def test_pyright_finds_mistakes(site, tmp_path):
    """Those that are marked, and no others."""
    (tmp_path / "mistakes.py").write_text(MISTAKES)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(site)], "reportUnusedExpression": False}))
    run = subprocess.run([sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "-p", tmp_path],
                         capture_output=True, text=True)
    found = {(error["range"]["start"]["line"], error["message"]) for error in json.loads(run.stdout)["generalDiagnostics"]}
    marked = {line for line, text in enumerate(MISTAKES.splitlines()) if "# wrong" in text}
    assert {line for line, message in found} == marked, found


STRICT = """# pyright: strict
import numpy as np

import navpy
from navpy.motion import Vehicles, seek

floor = [(0, 0, 0), (0, 0, 20), (20, 0, 20), (20, 0, 0)]
settings = navpy.BakeSettings(agent_radius=0.5, tile_size=48)
mesh = navpy.bake(np.array(floor, dtype=np.float32), [(0, 1, 2), (0, 2, 3)], settings, volumes=[navpy.BoxVolume((4, 0, 4), (1, 1, 1))])
path = mesh.find_path((2, 0, 2), np.array([18, 0, 15]), algorithm="exact")
paths = navpy.find_paths(mesh, [(2, 0, 2)], [(1, 0, 2)], max_searched=100)
ground, hit, box = mesh.locate((2, 0, 2)), navpy.raycast(mesh, (2, 0, 2), (9, 0, 9)), mesh.bounds
if ground is not None and hit is not None and box is not None:
    print(ground[1][0] + 1.0, hit.t, box[0][1], path.points.sum(), paths.status.tolist(), mesh.tiles[0][0] + 1, path.status.name)
rules = navpy.QueryFilter(mesh)
rules.set_area_cost(5, 2.0)
crowd = navpy.Crowd(mesh)
agent = crowd.add_agent((2, 0, 2), max_speed=3.5)
crowd.request_path(agent, (18, 0, 15))
crowd.step(1 / 60)
print(crowd.position(agent)[0] + 1.0, crowd.status(agent).name, crowd.positions.mean(), seek(Vehicles([(0, 0)]), [(5, 5)]).shape)
mesh.save("floor.navmesh")
print(navpy.NavMesh.load("floor.navmesh").to_bytes()[:4], mesh.area + 1.0, mesh.polygon_count + 1)
"""


def test_a_right_program_passes_the_strict_check(site, tmp_path):
    """Nothing that it calls is of an unknown type."""
    (tmp_path / "strict.py").write_text(STRICT)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(site)]}))
    run = subprocess.run([sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "-p", tmp_path],
                         capture_output=True, text=True)
    found = [(error["range"]["start"]["line"] + 1, error["message"]) for error in json.loads(run.stdout)["generalDiagnostics"]]
    assert not found, found
