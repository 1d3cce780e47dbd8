"""Reports of tiles and regions that do not join along their borders, join what is apart, or have a step between them."""
import math

import numpy as np
import pytest

from navpy import BakeSettings, NavMesh, bake
from tests.levels import box, hills, level, ramp

COARSE = dict(cell_size=0.25, cell_height=0.2, agent_radius=0.5, agent_max_climb=0.4)


def sheet(height, size, step=1.0):
    """Ground whose height at (x, z) a function tells."""
    count = int(size / step) + 1
    at = np.linspace(0, size, count)
    corners = [(x, height(x, z), z) for x in at for z in at]
    faces = [t for i in range(count - 1) for k in range(count - 1) for a in [i * count + k]
             for t in ((a, a + 1, a + count), (a + 1, a + count + 1, a + count))]
    return corners, faces


def across(mesh):
    """Pairs of neighbors in different tiles, with the ends of the edge that they have in common."""
    for poly, (ring, neighbors) in enumerate(zip(mesh.polygons, mesh.neighbors)):
        for k, other in enumerate(neighbors):
            if other > poly and mesh.tile_of(poly) != mesh.tile_of(other):
                yield poly, other, mesh.vertices[ring[k]], mesh.vertices[ring[(k + 1) % len(ring)]]


@pytest.mark.parametrize("tile_size", [8, 16, 33])
def test_a_corridor_of_one_polygon_a_tile_goes_through(tile_size):
    """A walkway so narrow that a tile holds a single polygon of it, straight, round a corner and oblique. recastnavigation 296"""
    walkway = level(box((0, -1, 4.1), (40, 0, 6.1)), box((38, -1, 4.1), (40, 0, 30)))
    mesh = bake(*walkway, BakeSettings(tile_size=tile_size, **COARSE))
    assert mesh.find_path((1, 0, 5.1), (39, 0, 29)).status == 0 and len(set(mesh.islands)) == 1
    oblique = level(([(0, 0, 0), (0, 0, 3), (40, 0, 33), (40, 0, 30)], [(0, 1, 2), (0, 2, 3)]))
    path = bake(*oblique, BakeSettings(tile_size=tile_size, **COARSE)).find_path((1, 0, 2.25), (39, 0, 30.75))
    assert path.status == 0 and path.length < 1.03 * math.hypot(38, 28.5)


@pytest.mark.parametrize("seed", range(3))
def test_the_surface_is_as_high_on_both_sides_of_a_tile_border(seed):
    """On rough ground, all along each border between two tiles. recastnavigation 348"""
    mesh = bake(*hills(size=24.0, seed=seed, boxes=8), BakeSettings(tile_size=24, **COARSE))
    seen = 0
    for poly, other, a, b in across(mesh):
        along = (b - a) / np.linalg.norm(b - a)
        out = np.array([along[2], 0, -along[0]]) * 2e-4
        for t in np.linspace(0.05, 0.95, 7):
            place = a + t * (b - a)
            sides = [mesh.locate(place + sign * out, (1e-3, 0.6, 0.6)) for sign in (-1, 1)]
            assert None not in sides
            assert abs(sides[0][1][1] - sides[1][1][1]) < 2e-3, (poly, other, place)
            seen += 1
    assert seen > 150


def test_floors_over_each_other_on_uneven_slopes_are_not_joined_at_a_border():
    """Two sheets, the upper one 2.8 m above the lower, whose heights vary by more than that. recastnavigation 737"""
    def low(x, z):
        return 1.7 * math.sin(x / 5) + 1.1 * math.cos(z / 4)
    whole = level(sheet(low, 32), sheet(lambda x, z: low(x, z) + 2.8, 32))
    mesh = bake(*whole, BakeSettings(tile_size=16, agent_height=1.8, **COARSE))
    floors = [0 if np.mean([p[1] - low(p[0], p[2]) for p in mesh.vertices[list(ring)]]) < 1.4 else 1 for ring in mesh.polygons if ring]
    joins = 0
    for poly, neighbors in enumerate(mesh.neighbors):
        for other in neighbors:
            if other >= 0:
                joins += mesh.tile_of(poly) != mesh.tile_of(other)
                assert floors[poly] == floors[other]
    assert joins > 50 and len(set(mesh.islands)) == 2


def test_a_link_over_many_tiles_is_taken():
    """Its ends are nine tiles apart. recastnavigation 586"""
    mesh = bake(*level(box((0, -1, 0), (10, 0, 10)), box((90, -1, 0), (100, 0, 10))), BakeSettings(tile_size=32, **COARSE))
    assert mesh.find_path((5, 0, 5), (95, 0, 5)).status != 0
    mesh.add_link((9, 0, 5), (91, 0, 5), id=5)
    for start, goal in (((5, 0, 5), (95, 0, 5)), ((95, 0, 5), (5, 0, 5))):
        path = mesh.find_path(start, goal)
        assert path.status == 0 and 5 in path.links and path.length == pytest.approx(90, abs=0.1)


def test_polygons_whose_edges_only_overlap_in_part_are_joined_in_tiles():
    """Where a tile's edge ends in the middle of its neighbor's: all ways of the bake in one piece are there. recastnavigation 537"""
    places = [(3, 2), (7.2, 7.1), (7.9, 15), (12, 4.2), (15.7, 9.9), (20, 17), (23.8, 3), (31.2, 12), (33, 5)]
    whole = level(box((0, -1, 0), (40, 0, 24)), *(box((x, 0, z), (x + 1.3, 3, z + 2.1)) for x, z in places))
    one, tiled = (bake(*whole, BakeSettings(tile_size=size, **COARSE)) for size in (0, 19))
    rng, most = np.random.default_rng(4), 0.0
    for start, goal in rng.uniform((1, 0, 1), (39, 0, 23), (150, 2, 3)):
        a, b = one.find_path(start, goal), tiled.find_path(start, goal)
        assert a.status == b.status
        if a.status == 0:
            most = max(most, b.length - a.length)
    assert most < 0.3


def test_ramps_and_stairs_over_tile_borders_lead_up():
    """A ramp and its landing in four tiles, at all places of the borders below them. recastnavigation 371"""
    for shift in np.arange(0.0, 4.0, 0.7):
        parts = level(box((-6 + shift, -1, -4), (2 + shift, 0, 4)), ramp((2 + shift, 0.0), (8 + shift, 3.0), -2, 2),
                      box((8 + shift, 2, -4), (16 + shift, 3, 4)))
        mesh = bake(*parts, BakeSettings(tile_size=16, **COARSE))
        path = mesh.find_path((-3 + shift, 0, 0), (13 + shift, 3, 0))
        assert path.status == 0 and path.length < 17.5


@pytest.mark.parametrize("gap", [0.0, 2e-4, 8e-4])
def test_a_round_island_in_a_round_hole_is_joined_to_it(gap):
    """A disc in a hall with a hole, whose corners lie on each other but for rounding. godotengine/godot 56849"""
    count, rng = 24, np.random.default_rng(5)
    angle = 2 * np.pi * np.arange(count) / count
    rim = np.column_stack([4 * np.cos(angle), 0 * angle, 4 * np.sin(angle)])
    far = np.column_stack([12 * np.cos(angle), 0 * angle, 12 * np.sin(angle)])
    vertices = np.concatenate([rim, far, rim + rng.uniform(-gap, gap, rim.shape) * (1, 0, 1)])
    polygons = [(k, (k + 1) % count, count + (k + 1) % count, count + k) for k in range(count)] + [tuple(range(2 * count, 3 * count))]
    mesh = NavMesh.from_polygons(vertices, polygons, weld_distance=2e-3)
    for turn in rng.uniform(0, 2 * np.pi, 40):
        way = np.array([np.cos(turn), 0, np.sin(turn)])
        for start, goal in ((-10 * way, 10 * way), (9 * way, 0 * way)):
            path = mesh.find_path(start, goal)
            assert path.status == 0 and path.length == pytest.approx(math.dist(start, goal), abs=2e-3)
