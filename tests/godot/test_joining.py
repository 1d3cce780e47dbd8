"""Navmeshes side by side become one wherever their borders meet."""
import math

import pytest

from navpy import NavMesh
from navpy.godot.joining import join


def grid(x, z, columns, rows, size=1.0, turned=0.0):
    """Squares in rows and columns from corner (x, z) on, their corners counter-clockwise seen from above."""
    c, s = math.cos(turned), math.sin(turned)
    flat = [(x + size * i, z + size * k) for k in range(rows + 1) for i in range(columns + 1)]
    w = columns + 1
    polygons = [[k * w + i, (k + 1) * w + i, (k + 1) * w + i + 1, k * w + i + 1] for k in range(rows) for i in range(columns)]
    return [(c * px - s * pz, 0.5, s * px + c * pz) for px, pz in flat], polygons


def mesh_of(*parts):
    vertices, polygons = join(parts)
    return NavMesh.from_polygons(vertices, polygons)


def test_one_part_stays_as_it_is():
    vertices, polygons = grid(0, 0, 3, 2)
    assert join([(vertices, polygons)]) == (vertices, polygons)


@pytest.mark.parametrize("turned", [0.0, 0.3, 1.0, 2.5])
@pytest.mark.parametrize("size, shift", [(1.0, 0.0), (1.0, 0.5), (0.5, 0.0), (0.7, 0.1), (4.0, -2.0), (0.25, 3.9)])
def test_parts_that_meet_are_one_island(size, shift, turned):
    west = grid(-4, 0, 4, 4, turned=turned)
    east = grid(0, shift, 4, 4, size, turned)
    mesh = mesh_of(west, east)
    assert mesh.island_count == 1
    assert mesh.area == pytest.approx(16 + 16 * size * size)


def test_parts_that_meet_only_at_a_corner_stay_apart():
    assert mesh_of(grid(-4, 0, 4, 4), grid(0, 4, 4, 4)).island_count == 2


@pytest.mark.parametrize("gap", [0.01, 1.0])
def test_a_gap_is_a_gap(gap):
    assert mesh_of(grid(-4, 0, 4, 4), grid(gap, 0.5, 4, 4)).island_count == 2


def test_another_height_is_another_floor():
    vertices, polygons = grid(0, 0.5, 4, 4)
    raised = [(x, y + 0.2, z) for x, y, z in vertices], polygons
    assert mesh_of(grid(-4, 0, 4, 4), raised).island_count == 2


def test_three_parts_and_noise_of_float32():
    def shaken(part, seed):
        return [tuple(value + 2e-6 * math.sin(seed + 7 * i + k) for k, value in enumerate(point))
                for i, point in enumerate(part[0])], part[1]
    parts = [shaken(grid(-4, 0, 4, 4), 1), shaken(grid(0, 1.5, 3, 3), 2), shaken(grid(-4, 4, 2, 2, 2.0), 3)]
    mesh = mesh_of(*parts)
    assert mesh.island_count == 1 and mesh.area == pytest.approx(16 + 9 + 16, abs=1e-3)


def test_nothing_to_join():
    assert join([]) == ([], [])
    assert join([([], []), grid(0, 0, 1, 1)])[1] == [[0, 2, 3, 1]]
