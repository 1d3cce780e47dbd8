import subprocess
import sys

import numpy as np
import pytest

from navpy.bake.pipeline import STAGES, BakeCancelled, bake, bake_stages
from navpy.bake.settings import BakeSettings

FINE = dict(cell_size=0.1, cell_height=0.1, agent_radius=0.3, agent_height=1.5, agent_max_climb=0.3)


def box(low, high):
    """Vertices and outward triangles of a box."""
    corners = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    quads = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    return corners, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]


def level(*parts):
    vertices, triangles = [], []
    for corners, faces in parts:
        triangles += [[len(vertices) + i for i in face] for face in faces]
        vertices += corners
    return np.array(vertices, np.float32), np.array(triangles, np.int32)


def ramp(low, high, z0, z1):
    """A sheet from (x, y) low to high, facing up."""
    corners = [(low[0], low[1], z0), (low[0], low[1], z1), (high[0], high[1], z1), (high[0], high[1], z0)]
    return corners, [(0, 1, 2), (0, 2, 3)]


GROUND = box((0, -1, 0), (10, 0, 10))


def floor_at(mesh, x, y, z):
    """The polygon right at the point, within half a metre of height and a millimetre sideways."""
    found = mesh.locate((x, y, z), (0.001, 0.5, 0.5))
    return None if found is None else found[0]


def test_floor_with_a_box():
    mesh = bake(*level(GROUND, box((4, -1, 4), (6, 1.4, 6))), BakeSettings(**FINE))
    mesh.validate()
    # The box's top is an island of its own. Beside a drop, one cell is a ledge before the radius is taken off.
    assert mesh.island_count == 2
    assert mesh.area == pytest.approx(9.2**2 - 2.6**2 + 1.2**2, rel=0.01)
    for x, z in ((1, 1), (5, 2), (2, 5), (8, 5), (9, 9)):
        assert floor_at(mesh, x, 0, z) is not None
    for x, z in ((5, 5), (3.85, 5), (6.15, 5), (5, 3.85), (0.1, 5), (5, 9.9)):
        assert floor_at(mesh, x, 0, z) is None
    assert floor_at(mesh, 5, 1.4, 5) is not None


def test_a_ramp_joins_two_floors_and_a_steep_one_does_not():
    upper = box((14, 1, 0), (20, 2, 10))
    for end, joined in ((14, True), (10.5, False)):
        mesh = bake(*level(GROUND, upper, ramp((10, 0), (end, 2), 0, 10)), BakeSettings(**FINE))
        mesh.validate()
        low, high = floor_at(mesh, 2, 0, 5), floor_at(mesh, 18, 2, 5)
        assert (mesh.islands[low] == mesh.islands[high]) == joined


def test_two_storeys():
    mesh = bake(*level(GROUND, box((0, 3, 0), (10, 3.5, 10))), BakeSettings(**FINE))
    mesh.validate()
    low, high = floor_at(mesh, 5, 0, 5), floor_at(mesh, 5, 3.5, 5)
    assert mesh.island_count == 2 and mesh.islands[low] != mesh.islands[high]
    assert mesh.area == pytest.approx(2 * 9.2**2, rel=0.01)
    assert np.abs(mesh.vertices[list(mesh.polygon(high))][:, 1] - 3.5).max() <= 0.1 + 1e-6


def test_a_ceiling_too_low_for_the_agent():
    mesh = bake(*level(GROUND, box((0, 1.2, 0), (5, 1.5, 10))), BakeSettings(**FINE))
    assert floor_at(mesh, 2, 0, 5) is None and floor_at(mesh, 8, 0, 5) is not None


@pytest.mark.parametrize("step, joined", [(0.2, True), (0.5, False)])
def test_stairs(step, joined):
    steps = [box((10 + 0.5 * k, -1, 0), (10.5 + 0.5 * k, step * (k + 1), 10)) for k in range(8)]
    mesh = bake(*level(GROUND, *steps, box((14, -1, 0), (20, step * 8, 10))), BakeSettings(**FINE))
    low, high = floor_at(mesh, 2, 0, 5), floor_at(mesh, 18, 8 * step, 5)
    assert (mesh.islands[low] == mesh.islands[high]) == joined


def test_the_agent_is_noted_in_the_mesh():
    mesh = bake(*level(GROUND), BakeSettings(**FINE))
    assert (mesh.agent_radius, mesh.agent_height) == (0.3, 1.5)
    assert mesh.climb == pytest.approx(0.3 + 0.1)


def test_the_same_input_gives_the_same_bytes_whatever_its_container():
    vertices, triangles = level(GROUND, box((4, 0, 4), (6, 3, 6)), ramp((6, 0), (9, 2), 3, 8))
    first = bake(vertices, triangles).to_bytes()
    assert bake(vertices, triangles).to_bytes() == first
    assert bake(vertices.tolist(), triangles.tolist()).to_bytes() == first
    assert bake(vertices.astype(float), np.asfortranarray(triangles, np.int64)).to_bytes() == first


def test_stages_can_be_looked_at():
    stages = bake_stages(*level(GROUND))
    assert stages.warnings == []
    assert stages.compact.region_count == len(stages.contours.merged)
    assert stages.polygons.polygon_count == stages.mesh.polygon_count
    assert stages.heightfield.width == 40


def test_progress_names_every_stage_and_rises_from_0_to_1():
    calls = []
    bake(*level(GROUND), progress=lambda name, fraction: calls.append((name, fraction)))
    assert calls == list(STAGES)
    fractions = [fraction for _, fraction in calls]
    assert fractions == sorted(fractions) and fractions[0] == 0 and fractions[-1] == 1


@pytest.mark.parametrize("last", [name for name, _ in STAGES])
def test_false_stops_the_bake_at_any_stage(last):
    calls = []

    def progress(name, fraction):
        calls.append(name)
        return name != last
    with pytest.raises(BakeCancelled, match=last if last != "done" else "end"):
        bake(*level(GROUND), progress=progress)
    assert calls[-1] == last


@pytest.mark.parametrize("answer", [None, 0, "", True])
def test_only_false_itself_stops_the_bake(answer):
    assert bake(*level(GROUND), progress=lambda name, fraction: answer).polygon_count > 0


@pytest.mark.parametrize("parts, settings, reason", [
    ([ramp((0, 0), (1, 9), 0, 9)], {}, "agent_max_slope"),
    ([GROUND, box((-1, 0.5, -1), (11, 2, 11)), ], dict(agent_radius=6.0), "agent_radius"),
    ([box((0, 0, 0), (0.3, 1, 0.3))], {}, "ledge"),
])
def test_a_level_without_walkable_ground_says_why(parts, settings, reason):
    stages = bake_stages(*level(*parts), BakeSettings(**settings))
    assert stages.mesh.polygon_count == 0
    assert len(stages.warnings) == 1 and reason in stages.warnings[0]


TRIANGLE = [[0, 0, 0], [0, 0, 1], [1, 0, 0]]


@pytest.mark.parametrize("vertices, triangles, message", [
    ([], [[0, 1, 2]], "vertices is empty"),
    (TRIANGLE, [], "triangles is empty"),
    (np.zeros((0, 3), np.float32), np.zeros((0, 3), np.int32), "vertices is empty"),
    (TRIANGLE, [[0, 1, 3]], "triangle 0"),
    (TRIANGLE, [[0, 1, -1]], "triangle 0"),
    (TRIANGLE, [[0, 1, 2**40]], "32-bit integers"),
    (TRIANGLE, [[0.0, 1.5, 2.0]], "32-bit integers"),
    (TRIANGLE, [[0, 1]], r"triangles must have shape \(n, 3\)"),
    (TRIANGLE, [0, 1, 2], r"triangles must have shape \(n, 3\)"),
    (TRIANGLE, "abc", "triangles cannot be read"),
    ([[0, 0], [1, 1]], [[0, 1, 1]], r"vertices must have shape \(n, 3\)"),
    ([[0, 0, 0], [0, 0]], [[0, 1, 1]], "vertices cannot be read"),
    ([[0, 0, 0], [0, float("nan"), 1], [1, 0, 0]], [[0, 1, 2]], "vertex 1 is not finite"),
    ([[0, 0, 0], [0, 1e300, 1], [1, 0, 0]], [[0, 1, 2]], "vertex 1 is not finite"),
])
def test_bad_geometry_is_refused(vertices, triangles, message):
    with pytest.raises(ValueError, match=message):
        bake(vertices, triangles)


@pytest.mark.parametrize("offset, message", [
    ((1e9, 0, 0), "float32 knows steps of 64 m only: too coarse for cell_size 0.25 m"),
    ((0, 0, -1e9), "float32 knows steps of 64 m only: too coarse for cell_size 0.25 m"),
    ((0, 1e9, 0), "float32 knows steps of 64 m only: too coarse for cell_height 0.25 m"),
])
def test_levels_too_far_out_for_float32(offset, message):
    with pytest.raises(ValueError, match=message):
        bake(np.array([(0, 0, 0), (0, 0, 900), (900, 0, 0)]) + offset, [(0, 1, 2)])


@pytest.mark.parametrize("options", [{}, {"cell_size": 1}, "fine", 5, BakeSettings])
def test_settings_of_a_wrong_type(options):
    with pytest.raises(ValueError, match="settings must be BakeSettings"):
        bake(*level(GROUND), options)


def test_settings_are_checked():
    with pytest.raises(ValueError, match="cell_size"):
        bake(*level(GROUND), BakeSettings(cell_size=0.0))


def test_right_buffers_need_no_numpy():
    program = """
import sys
from array import array
from navpy.bake.pipeline import bake
vertices = memoryview(array("f", [0, 0, 0, 0, 0, 9, 9, 0, 9, 9, 0, 0])).cast("B").cast("f", (4, 3))
triangles = memoryview(array("i", [0, 1, 2, 0, 2, 3])).cast("B").cast("i", (2, 3))
mesh = bake(vertices, triangles)
assert mesh.polygon_count == 1, mesh
assert "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
