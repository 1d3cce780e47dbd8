"""A bake that finds no memory is a MemoryError; the process, which may be an engine, lives on."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MIB = 1 << 20

STARVED = """
import pathlib, resource
import numpy as np
from navpy.api.baking.bakes import bake
from navpy.baking.settings import BakeSettings

def bumpy(size, seed):
    rng = np.random.default_rng(seed)
    x, z = np.divmod(np.arange(size * size), size)
    corner = np.arange(size * size).reshape(size, size)
    a, b, c, d = corner[:-1, :-1].ravel(), corner[:-1, 1:].ravel(), corner[1:, 1:].ravel(), corner[1:, :-1].ravel()
    vertices = np.column_stack([2 * x, rng.uniform(0, 1.5, size * size), 2 * z]).astype(np.float32)
    return vertices, np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])]).astype(np.int32)

vertices, triangles = bumpy(60, 0)
options = BakeSettings()
stages = set()
for extra in range(0, 48, 2):
    held = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + (extra << 20), resource.RLIM_INFINITY))
    reached = []
    try:
        bake(vertices, triangles, options, lambda stage, fraction: reached.append(stage))
    except MemoryError:
        stages.add(reached[-1])
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert bake(vertices, triangles, options).polygon_count > 0
print(*stages, sep=",")
"""


def run(program):
    return subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)


def test_a_bake_without_memory_raises():
    done = run(STARVED)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.strip().split(",")) >= 2, done.stdout


def test_a_level_far_too_large_for_the_memory_raises():
    done = run(f"""
import resource
from navpy.api.baking.bakes import bake
from navpy.baking.settings import BakeSettings
resource.setrlimit(resource.RLIMIT_AS, ({900 * MIB}, {900 * MIB}))
try:
    bake([(0, 0, 0), (0, 0, 16000), (16000, 0, 16000), (16000, 0, 0)], [(0, 1, 2), (0, 2, 3)],
         BakeSettings(cell_size=1, agent_radius=1))
except MemoryError:
    print("refused")
""")
    assert done.stdout == "refused\n", (done.returncode, done.stderr)


def test_memory_grows_with_the_floors_not_with_their_pairs():
    """A hundred floors above each other: 1.4 million floors of columns, and 100 times as many pairs of them."""
    done = run(f"""
import pathlib, resource
import numpy as np
from navpy.api.baking.bakes import bake
from navpy.baking.settings import BakeSettings
corners = np.array([(0, 0, 0), (0, 0, 12), (12, 0, 12), (12, 0, 0)])
vertices = np.concatenate([corners + (0, 2 * i, 0) for i in range(100)]).astype(np.float32)
triangles = np.concatenate([np.array([(0, 1, 2), (0, 2, 3)], dtype=np.int32) + 4 * i for i in range(100)])
held = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (held + {300 * MIB}, resource.RLIM_INFINITY))
print(bake(vertices, triangles, BakeSettings(cell_size=0.1, cell_height=0.1, agent_radius=0.2)).polygon_count)
""")
    assert done.stdout == "100\n", (done.returncode, done.stderr)


def test_memory_grows_with_the_voxels_of_a_heap_of_triangles():
    """Three hundred triangles at random through a cube of 60 m: eight million voxels of surfaces, up to dozens above each other, whose
    outlines cross wherever they can."""
    done = run(f"""
import pathlib, resource
import numpy as np
from navpy.api.baking.bakes import bake
from navpy.baking.settings import BakeSettings
vertices = np.random.default_rng(1).uniform(0, 60, (900, 3)).astype(np.float32)
held = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (held + {200 * MIB}, resource.RLIM_INFINITY))
mesh = bake(vertices, np.arange(900, dtype=np.int32).reshape(-1, 3), BakeSettings(cell_size=0.1, cell_height=0.05))
mesh.validate()
print(mesh.polygon_count > 1000)
""")
    assert done.stdout == "True\n", (done.returncode, done.stderr)


def test_containers_grow_only_by_what_can_raise():
    """Cython knows vector.assign(count, value) and map[key] = value as functions that never throw, and lets the process
    end where they do."""
    arguments = re.compile(r"\.assign\(([^,()]|\([^()]*\))+,([^,()]|\([^()]*\))+\)")
    for path in sorted(ROOT.glob("navpy/**/*.p[yx][xd]")):
        for call in arguments.finditer(path.read_text()):
            assert "begin()" in call[0] or "&" in call[0] or "corners + " in call[0], f"{path.name}: {call[0]}"


def test_no_element_is_chosen_against_a_number():
    """Cython keeps the address of what `elements[i] if there_is else 0` chooses: of the number, that is a temporary's."""
    choice = re.compile(r"(\.back\(\)|\.at\([^)]*\)|\w\.\w+\[[^]]+\]) if .* else -?[0-9]")
    for path in sorted(ROOT.glob("navpy/**/*.pyx")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            copied = "<" in line or "godot" in path.parts       # a cast has no address; the engine's are pointers' elements
            assert copied or not choice.search(line), f"{path.name}:{number}: {line.strip()}"
