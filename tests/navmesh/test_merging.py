"""Navmeshes side by side become one wherever their borders meet."""
import math

import numpy as np
import pytest

from navpy import bake
from navpy import BakeSettings, NavMesh, QueryFilter
from navpy.navmesh.merging import copy_mesh, update_copied_mesh, merge_meshes


def grid(x, z, columns, rows, size=1.0, height=0.5, noise=None):
    """Squares in rows and columns from corner (x, z) on."""
    flat = [(x + size * i, height, z + size * k) for k in range(rows + 1) for i in range(columns + 1)]
    if noise is not None:
        flat = [tuple(value + 2e-6 * math.sin(noise + 7 * i + k) for k, value in enumerate(point)) for i, point in enumerate(flat)]
    w = columns + 1
    polygons = [[k * w + i, (k + 1) * w + i, (k + 1) * w + i + 1, k * w + i + 1] for k in range(rows) for i in range(columns)]
    return NavMesh.from_polygons(flat, polygons)


def outlines(mesh):
    return sorted(sorted(map(tuple, np.round(mesh.vertices[list(corners)], 6))) for corners in mesh.polygons)


def test_one_part_stays_as_it_is():
    mesh = grid(0, 0, 3, 2)
    same = merge_meshes([mesh])
    assert outlines(same) == outlines(mesh) and same.area == mesh.area and same.version == 1
    same.validate()


@pytest.mark.parametrize("turned", [0.0, 0.3, 1.0, 2.5])
@pytest.mark.parametrize("size, shift", [(1.0, 0.0), (1.0, 0.5), (0.5, 0.0), (0.7, 0.1), (4.0, -2.0), (0.25, 3.9)])
def test_parts_that_meet_are_one_island(size, shift, turned):
    place = (3.0, 0.0, -2.0, turned)
    mesh = merge_meshes([grid(-4, 0, 4, 4), grid(0, shift, 4, 4, size)], [place, place])
    mesh.validate()
    assert mesh.island_count == 1
    assert mesh.area == pytest.approx(16 + 16 * size * size)


def test_it_is_where_it_was_put():
    mesh = merge_meshes([grid(0, 0, 2, 1)], [(10.0, 1.0, -5.0, math.pi / 2)])
    low, high = mesh.bounds
    assert low == pytest.approx((10, 1.5, -7)) and high == pytest.approx((11, 1.5, -5))


def test_parts_that_meet_only_at_a_corner_stay_apart():
    assert merge_meshes([grid(-4, 0, 4, 4), grid(0, 4, 4, 4)]).island_count == 2


@pytest.mark.parametrize("gap", [0.01, 1.0])
def test_a_gap_is_a_gap(gap):
    assert merge_meshes([grid(-4, 0, 4, 4), grid(gap, 0.5, 4, 4)]).island_count == 2


@pytest.mark.parametrize("short", [0.0002, 0.0005, 0.0009, 0.0011, 0.01])
@pytest.mark.parametrize("at", [0.0, 1.0])
def test_an_edge_shorter_than_the_weld_distance_is_shared_all_the_same(short, at):
    """Two corners of one part lie within 1 mm of a corner of the other, in either order of the parts."""
    corners = [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)]
    beside = [(1, 0, 0), (1, 0, short if at == 0.0 else 1 - short), (1, 0, 1), (2, 0, 1), (2, 0, 0)]
    parts = [NavMesh.from_polygons(ring, [range(len(ring))], weld_distance=0.0) for ring in (corners, beside)]
    for order in (parts, parts[::-1]):
        mesh = merge_meshes(order)
        mesh.validate()
        assert mesh.island_count == 1 and mesh.area == pytest.approx(2.0)
        assert sorted(map(len, mesh.polygons)) == [5, 5] and [row.count(-1) for row in mesh.neighbors] == [3, 3]


def test_another_height_is_another_floor():
    assert merge_meshes([grid(-4, 0, 4, 4), grid(0, 0.5, 4, 4, height=0.7)]).island_count == 2


def test_three_parts_and_noise_of_float32():
    mesh = merge_meshes([grid(-4, 0, 4, 4, noise=1), grid(0, 1.5, 3, 3, noise=2), grid(-4, 4, 2, 2, 2.0, noise=3)])
    mesh.validate()
    assert mesh.island_count == 1 and mesh.area == pytest.approx(16 + 9 + 16, abs=1e-3)


def test_the_same_twice_is_a_contradiction():
    with pytest.raises(ValueError):
        merge_meshes([grid(0, 0, 2, 2), grid(0, 0, 2, 2)])


def test_nothing_to_join():
    assert merge_meshes([]).polygon_count == 0
    assert merge_meshes([NavMesh(), grid(0, 0, 1, 1)]).polygon_count == 1


def test_links_areas_and_costs_come_along():
    west, east = grid(-4, 0, 2, 2), grid(4, 0, 2, 2)
    west.add_link((-3.5, 0.5, 0.5), (-2.5, 0.5, 1.5), id=1)
    east.add_link((4.5, 0.5, 0.5), (5.5, 0.5, 1.5), id=1, two_way=False, kind=3)
    east.set_area_cost(5, 2.0)
    mesh = merge_meshes([west, east])
    mesh.validate()
    first, second = mesh.links
    assert first.id == 1 and second.id > 1 and second.kind == 3 and not second.two_way
    assert second.start == (4.5, 0.5, 0.5) and min(second.start_poly, second.end_poly) >= 0
    assert mesh.area_cost(5) == 2.0


def test_order_of_vertices_does_not_matter_for_the_ways():
    meshes = [grid(-4, 0, 4, 4), grid(0, 0.5, 4, 4), grid(0, -3.5, 4, 4)]
    paths = [merge_meshes(order).find_path((-3.5, 0.5, 0.2), (3.5, 0.5, -3.2)) for order in (meshes, meshes[::-1])]
    assert paths[0].length == pytest.approx(paths[1].length, abs=1e-9)
    assert paths[0].length == pytest.approx(math.hypot(7, 3.4), abs=0.5)


def test_flags_tell_whose_polygons_and_links_they_are():
    west, east = grid(-2, 0, 2, 2), grid(0, 0, 2, 2)
    west.add_link((-1.9, 0.5, 0.1), (-0.1, 0.5, 1.9))
    mesh = merge_meshes([west, east], flags=[1, 2])
    assert sorted(mesh.flags) == [1] * 4 + [2] * 4
    ends = (-1.9, 0.5, 0.1), (-0.1, 0.5, 1.9)
    assert not mesh.find_path(*ends, filter=QueryFilter(mesh, include_flags=2)).points.size
    assert mesh.find_path((-1.9, 0.5, 0.1), (1.9, 0.5, 0.1)).points.size
    assert not mesh.find_path((-1.9, 0.5, 0.1), (1.9, 0.5, 0.1), filter=QueryFilter(mesh, include_flags=1)).points.size


def test_a_link_is_shut_by_flags_of_its_own():
    island, other = grid(0, 0, 2, 2), grid(4, 0, 2, 2)
    bridge = merge_meshes([island, other])
    bridge.add_link((1.9, 0.5, 1.0), (4.1, 0.5, 1.0))
    both = merge_meshes([bridge], flags=[3])
    ends = (0.5, 0.5, 1.0), (5.5, 0.5, 1.0)
    assert both.find_path(*ends, filter=QueryFilter(both, include_flags=2)).points.size
    both.set_flags(range(both.polygon_count), 7)
    assert not both.find_path(*ends, filter=QueryFilter(both, include_flags=4)).points.size
    assert both.find_path(*ends, filter=QueryFilter(both, include_flags=5)).points.size


@pytest.fixture(scope="module")
def tiled():
    corners = np.array([(0, 0, 0), (12, 0, 0), (12, 0, 12), (0, 0, 12)], float)
    mesh = bake(corners, np.array([(0, 2, 1), (0, 3, 2)]), BakeSettings(agent_radius=0.5, tile_size=16))
    assert len(mesh.tiles) >= 9
    return mesh


@pytest.mark.parametrize("shift", [None, (100.25, 3.0, -50.5)])
def test_a_copy_follows_its_tiles(tiled, shift):
    mesh = copy_mesh(tiled)
    copy = copy_mesh(mesh, shift)
    by = np.array(shift or (0, 0, 0))
    copy.validate()
    assert copy.area == pytest.approx(mesh.area) and copy.island_count == mesh.island_count
    assert copy.bounds[0] == pytest.approx(np.array(mesh.bounds[0]) + by)
    tiles = [mesh.tile(1, 1), mesh.tile(0, 1)]
    for change in (lambda: mesh.remove_tile(1, 1), lambda: mesh.remove_tile(0, 1), lambda: mesh.add_tile(tiles[0]),
                   lambda: mesh.add_tile(tiles[1])):
        version, before = mesh.version, copy.version
        change()
        update_copied_mesh(copy, mesh, by, version)
        copy.validate()
        assert copy.version > before and copy.tiles == mesh.tiles and copy.area == pytest.approx(mesh.area)
        assert copy.island_count == mesh.island_count
        start, goal = np.array((1.0, 0.1, 6.0)), np.array((11.0, 0.1, 6.0))
        one, other = mesh.find_path(start, goal), copy.find_path(start + by, goal + by)
        assert one.reason == other.reason and one.length == pytest.approx(other.length, abs=1e-6)


def test_a_copy_is_another_mesh(tiled):
    copy = copy_mesh(tiled)
    copy.add_link((2, 0, 2), (4, 0, 4))
    copy.remove_tile(1, 1)
    assert tiled.links == [] and (1, 1) in tiled.tiles and tiled.version < copy.version
    assert tiled.to_bytes() == copy_mesh(tiled).to_bytes()


def test_a_merged_mesh_is_read_back_as_it_was_saved():
    mesh = merge_meshes([grid(-4, 0, 4, 4), grid(0, 0.5, 4, 4)])
    again = NavMesh.from_bytes(mesh.to_bytes())
    assert again.area == mesh.area and again.island_count == 1 and (again.vertices == mesh.vertices).all()
