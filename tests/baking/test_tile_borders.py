"""Portals between neighboring tiles: both sides must make the same of the line between them."""
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.make_columns import heightfield_of
from tests.make_regions import UPPER, check_mesh, columns_of, levels, partitioned, polygons_of
from navpy.api.baking.compact import floor_areas, floor_neighbors
from navpy.baking.voxels.compact import CompactHeightfield
from navpy.baking.contours.contours import ContourSet
from navpy.baking.voxels.distance_field import build_distance_field
from navpy.baking.voxels.erosion import erode
from navpy.baking.contours.polygons import PolyMesh
from navpy.baking.regions.regions import build_layer_regions, build_monotone_regions, build_watershed_regions

BUILDS = [build_watershed_regions, build_monotone_regions, build_layer_regions]
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
SIZE = 12           # columns of a tile's core


class Tile:
    """The tile (i, k) of a world: its compact heightfield and its polygons."""

    def __init__(self, world, i, k, build=build_watershed_regions, max_error=1.3, radius_vx=1):
        floors, areas = world
        border = radius_vx + 3
        self.x0, self.z0 = i * SIZE - border, k * SIZE - border
        window = np.s_[k * SIZE:(k + 1) * SIZE + 2 * border, i * SIZE:(i + 1) * SIZE + 2 * border]
        heights = [np.pad(floor, ((border, border + SIZE), (border, border + SIZE)))[window] for floor in floors]
        area = np.pad(areas, ((border, border + SIZE), (border, border + SIZE)), constant_values=1)[window]
        rows = [[[(UPPER * n + int(h[z, x]) - 1, UPPER * n + int(h[z, x]), int(area[z, x])) for n, h in enumerate(heights)
                  if h[z, x]] for x in range(heights[0].shape[1])] for z in range(heights[0].shape[0])]
        self.compact = CompactHeightfield(heightfield_of(rows), 4, 1, border)
        self.compact.x0, self.compact.z0, self.compact.cell_size = self.x0, self.z0, 0.3
        erode(self.compact, radius_vx)
        build_distance_field(self.compact)
        build(self.compact, 4, 60)
        self.mesh = PolyMesh(ContourSet(self.compact, max_error, 5), 6)

    def portals(self, side):
        """[(area, low end, high end, vertex indices), …] of the portals on a side; ends are (x, z, y) in global columns."""
        polygons, indices = polygons_of(self.mesh)
        found = []
        for n, (points, vertices) in enumerate(zip(polygons, indices)):
            sides = list(self.mesh.portals)[self.mesh.offsets[n]:self.mesh.offsets[n + 1]]
            for m, at in enumerate(sides):
                if at == side:
                    ends = [((p[0] + self.x0, p[2] + self.z0, p[1]), v)
                            for p, v in ((points[m], vertices[m]), (points[(m + 1) % len(points)], vertices[(m + 1) % len(points)]))]
                    (low, v), (high, w) = sorted(ends)
                    found.append((self.mesh.areas[n], low, high, (v, w)))
        return found

    def crossings(self, side):
        """How many floors of the core lead over the side to a walkable floor."""
        x, z = columns_of(self.compact).T
        border, across = self.compact.border_vx, floor_neighbors(self.compact)[:, side]
        edge = (x == border, z == border + SIZE - 1, x == border + SIZE - 1, z == border)[side]
        core = (x >= border) & (z >= border) & (x < border + SIZE) & (z < border + SIZE)
        walkable = floor_areas(self.compact) > 0
        return int((edge & core & walkable & (across >= 0) & walkable[across]).sum())


def joined(portals):
    """The portals with those that follow each other made one: a sorted list of (low end, high end)."""
    lows, highs = Counter(p[1] for p in portals), Counter(p[2] for p in portals)
    return (sorted((lows - highs).elements()), sorted((highs - lows).elements()))


@st.composite
def worlds(draw):
    """Two tiles side by side: floors with walls, drops and gaps, and an area id of every column."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    shape = (SIZE, 2 * SIZE) if draw(st.booleans()) else (2 * SIZE, SIZE)
    floors = []
    for _ in range(draw(st.integers(1, 2))):
        heights = np.full(shape, 3)
        for _ in range(draw(st.integers(0, 8))):
            z, x = rng.integers(0, shape[0]), rng.integers(0, shape[1])
            heights[z:z + rng.integers(1, 6), x:x + rng.integers(1, 6)] = rng.choice([0, 0, 4, 4, 9])
        floors.append(heights)
    areas = np.full(shape, 63)
    for _ in range(draw(st.integers(0, 3))):
        z, x = rng.integers(0, shape[0]), rng.integers(0, shape[1])
        areas[z:z + rng.integers(1, 9), x:x + rng.integers(1, 9)] = 5
    return floors, areas


@given(worlds(), st.sampled_from(BUILDS), st.sampled_from([0.0, 1.3, 4.0]), st.integers(0, 2))
@settings(max_examples=150, deadline=None)
def test_both_tiles_give_their_portals_the_same_ends(world, build, max_error, radius_vx):
    along_x = world[1].shape[1] > SIZE
    a, b = Tile(world, 0, 0, build, max_error, radius_vx), Tile(world, *((1, 0) if along_x else (0, 1)), build, max_error, radius_vx)
    out, back = (2, 0) if along_x else (1, 3)
    ours, theirs = a.portals(out), b.portals(back)
    assert joined(ours) == joined(theirs)
    for tile, side, portals in ((a, out, ours), (b, back, theirs)):
        line = SIZE
        assert all(low[not along_x] == high[not along_x] == line for _, low, high, _ in portals)
        assert sum(high[along_x] - low[along_x] for _, low, high, _ in portals) == tile.crossings(side)
        assert tile.mesh.untriangulated == tile.mesh.overlapping == 0
        check_mesh(tile.mesh)


@given(worlds(), st.sampled_from([0.0, 1.3]))
@settings(max_examples=60, deadline=None)
def test_where_the_area_changes_on_one_side_both_have_a_corner(world, max_error):
    along_x = world[1].shape[1] > SIZE
    a, b = Tile(world, 0, 0, max_error=max_error), Tile(world, *((1, 0) if along_x else (0, 1)), max_error=max_error)
    ours, theirs = a.portals(2 if along_x else 1), b.portals(0 if along_x else 3)
    for one, other in ((ours, theirs), (theirs, ours)):
        ends = {end for _, low, high, _ in other for end in (low, high)}
        for area, _, high, _ in one:
            for other_area, low, _, _ in one:
                assert low != high or area == other_area or low in ends


@given(worlds())
@settings(max_examples=30, deadline=None)
def test_ends_have_the_same_coordinates_to_the_bit(world):
    along_x = world[1].shape[1] > SIZE
    a, b = Tile(world, 0, 0), Tile(world, *((1, 0) if along_x else (0, 1)))
    places = [{end: tuple(np.asarray(tile.mesh.vertices)[vertex]) for _, low, high, vertices in tile.portals(side)
               for end, vertex in zip((low, high), vertices)} for tile, side in ((a, 2 if along_x else 1), (b, 0 if along_x else 3))]
    common = places[0].keys() & places[1].keys()
    assert all(places[0][end] == places[1][end] for end in common)
    assert all(places[0][end] == (end[0] * 0.3, end[2], end[1] * 0.3) for end in common)


@pytest.mark.parametrize("build", BUILDS)
def test_open_ground_is_one_square_with_a_portal_on_each_side(build):
    world = [np.full((3 * SIZE, 3 * SIZE), 3)], np.full((3 * SIZE, 3 * SIZE), 63)
    tile = Tile(world, 1, 1, build)
    for side, (dx, dz) in enumerate(STEPS):
        low = (SIZE + SIZE * (dx > 0), SIZE + SIZE * (dz > 0), 3)
        high = (low[0] + SIZE * (dx == 0), low[1] + SIZE * (dz == 0), 3)
        assert joined(tile.portals(side)) == ([low], [high])
    x, _, z = np.asarray(tile.mesh.vertices).T
    assert {x.min(), z.min()} == {SIZE * 0.3} and {x.max(), z.max()} == {2 * SIZE * 0.3}


def test_a_level_of_one_piece_has_no_portals():
    mesh = PolyMesh(ContourSet(partitioned([np.full((10, 12), 3)]), 1.3, 0), 6)
    assert list(mesh.portals) == [-1] * 4


@given(levels, st.sampled_from([0.0, 1.3]), st.sampled_from(BUILDS), st.integers(1, 4))
@settings(max_examples=80, deadline=None)
def test_any_tile_is_valid_and_its_portals_run_along_its_core(level, max_error, build, border):
    width, depth = len(level[0][0]), len(level[0])
    border = min(border, (min(width, depth) - 1) // 2)
    compact = partitioned(level, 0, 8, build=build, border_vx=border)
    contours = ContourSet(compact, max_error, 4)
    mesh = PolyMesh(contours, 6)
    check_mesh(mesh)
    assert contours.unmerged_holes == mesh.untriangulated == 0
    corners, indices = polygons_of(mesh)
    sides = iter(mesh.portals)
    for points in corners:
        for a, b in zip(points, points[1:] + points[:1]):
            side = next(sides)
            if side >= 0:
                place = (border, depth - border, width - border, border)[side]
                assert [p[2 if side % 2 else 0] for p in (a, b)] == [place, place]
                assert (b[0] - a[0], b[2] - a[2])[1 - side % 2] * (1 if side < 2 else -1) > 0
