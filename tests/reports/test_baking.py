"""Reports of bakes with holes, spikes, folded or missing polygons."""
import math
import warnings

import numpy as np
import pytest
import shapely
from shapely.ops import unary_union

from navpy import BakeSettings, bake, bake_outlines
from tests.levels import box, level, ramp
from tests.meshes import cross
from tests.navmesh.test_tile_paths import prism
from tests.reports.test_seams import sheet


def rings_of(mesh, below=math.inf):
    """(x, z) corners of the polygons that lie below a height."""
    rings = [mesh.vertices[list(ring)] for ring in mesh.polygons]
    return [ring[:, [0, 2]] for ring in rings if ring[:, 1].max() < below]


def check_cover(mesh, below=math.inf):
    """Every polygon is convex and turns the right way, and none lies on another. Returns what they cover."""
    rings = rings_of(mesh, below)
    for ring in rings:
        turns = [cross(a, b, c) for a, b, c in zip(np.roll(ring, 1, axis=0), ring, np.roll(ring, -1, axis=0))]
        assert min(turns) > -1e-6 or max(turns) < 1e-6
    cover = unary_union([shapely.Polygon(ring) for ring in rings])
    assert sum(shapely.Polygon(ring).area for ring in rings) == pytest.approx(cover.area, rel=1e-4)
    return cover


def outlines(traversable, obstructions=(), **more):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "bake_outlines: no floor is left")
        return bake_outlines(traversable, obstructions, **more)


def square(x, y, size, turned=False):
    ring = [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
    return ring[::-1] if turned else ring


# ---- from triangles ----

def test_a_flat_floor_is_baked_where_it_is():
    """The navmesh of a floor at any height is at that height, and not a voxel or a half above it. godotengine/godot 119714"""
    for y in (0.0, 0.13, -1.6, 7.349):
        for cell_height in (0.05, 0.25, 0.4):
            mesh = bake(*level(box((0, y - 1, 0), (12, y, 12))), BakeSettings(cell_height=cell_height, agent_max_climb=0.4))
            assert mesh.polygon_count and np.abs(mesh.vertices[:, 1] - y).max() < 1e-3


@pytest.mark.parametrize("height", [-1.5, -1.6, -1.75, -0.3, 0.2])
def test_flat_ground_has_no_hole_at_the_origin(height):
    """Ground of a height field around the origin, at heights below it. godotengine/godot 80509"""
    corners, faces = sheet(lambda x, z: height, 16)
    corners = [(x - 8, y, z - 8) for x, y, z in corners]
    mesh = bake(*level((corners, faces)), BakeSettings(agent_radius=0.5))
    cover = check_cover(mesh)
    assert len(cover.interiors) == 0 and 14.5 ** 2 - 1e-6 <= cover.area <= 15 ** 2           # a cell less than the radius, at a ledge
    assert mesh.locate((0, height, 0), (0.01, 0.1, 0.1)) is not None


@pytest.mark.parametrize("partition", [0, 1, 2])
def test_floors_under_a_bridge_keep_their_own_height(partition):
    """A hall with a bridge, stairs up to it and a floor above: every corner is on the ground that it belongs to, however the floors
    are cut into regions. godotengine/godot 95029"""
    solids = [((0, -1, 0), (24, 0, 24)), ((0, 3, 9), (24, 3.3, 13)), ((0, 0, 9), (3, 3.3, 13)), ((21, 0, 9), (24, 3.3, 13)),
              ((6, 6.5, 0), (18, 6.8, 24))]
    stairs = [((3 + 0.5 * i, 0, 13), (3.5 + 0.5 * i, 3.3 - 0.3 * i, 16)) for i in range(11)]
    parts = level(*(box(*one) for one in solids + stairs), box((2, 0, 13), (3, 3.3, 16)))
    tops = sorted({high[1] for _, high in solids + stairs})
    mesh = bake(*parts, BakeSettings(sample_partition_type=partition, cell_height=0.1, agent_max_climb=0.4))
    check = np.abs(mesh.vertices[:, 1][:, None] - tops).min(axis=1)
    assert check.max() < 0.35
    for y in (0.0, 3.3, 6.8):
        assert mesh.locate((12, y, 11), (0.1, 0.2, 0.2)) is not None, y
    for ring in mesh.polygons:
        heights = mesh.vertices[list(ring)][:, 1]
        x, z = mesh.vertices[list(ring)][:, [0, 2]].mean(axis=0)
        if not (2 < x < 9 and 12.5 < z < 16.5):
            assert np.ptp(heights) < 0.35, (x, z, heights)


@pytest.mark.parametrize("cell_size", [0.05, 0.1, 0.15, 0.3])
def test_a_tight_alley_has_no_peak(cell_size):
    """Walls that come together to a point: the surface between them is that of the ground, at any cell size. recastnavigation 351"""
    wedge = [([(x, y, z) for y in (-0.5, 8) for x, z in ring], [(0, 1, 2), (3, 5, 4), *[t for i in range(3) for k in [(i + 1) % 3]
             for t in ((i, i + 3, k), (k, i + 3, k + 3))]]) for ring in ([(2, 0), (10, 4.9), (10, 0)], [(2, 10), (10, 10), (10, 5.3)])]
    parts = level(box((0, -1, 0), (12, 0, 10)), *wedge)
    mesh = bake(*parts, BakeSettings(cell_size=cell_size, cell_height=0.1, agent_radius=0.0, agent_max_climb=0.4))
    heights = mesh.vertices[[i for ring in mesh.polygons for i in ring], 1]
    assert len(heights) and np.minimum(np.abs(heights), np.abs(heights - 8)).max() < 0.1
    for place in np.random.default_rng(1).uniform((0, 0, 0), (12, 0, 10), (400, 3)):
        floor = mesh.locate(place, (0.0, 0.5, 0.5))
        assert floor is None or abs(floor[1][1]) < 0.1
    assert mesh.locate((1, 0, 5), (0.0, 0.5, 0.5)) is not None


def test_slivers_of_ground_make_no_folded_polygons():
    """Thin, bent and pointed strips: no polygon is turned over or lies on another one. recastnavigation 494"""
    rng = np.random.default_rng(2)
    for _ in range(12):
        count = rng.integers(4, 9)
        angle = np.sort(rng.uniform(0, 2 * np.pi, count))
        away = rng.uniform(3, 14, count)
        ring = [(16 + r * math.cos(a), 0.02 * k, 16 + r * math.sin(a)) for k, (a, r) in enumerate(zip(angle, away))]
        corners = [(16, 0, 16)] + ring
        faces = [(0, 1 + (k + 1) % count, 1 + k) for k in range(count) if (angle[(k + 1) % count] - angle[k]) % (2 * np.pi) < np.pi]
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "ground that lies open along z|nothing is walkable")
            mesh = bake(*level((corners, faces)), BakeSettings(agent_radius=0.25, agent_max_climb=0.4, region_min_size=0))
        if mesh.polygon_count:
            cover = check_cover(mesh)
            ground = unary_union([shapely.Polygon([(corners[i][0], corners[i][2]) for i in face]) for face in faces])
            assert cover.difference(ground.buffer(0.6)).area < 1e-6


@pytest.mark.parametrize("seed", range(6))
def test_holes_of_any_shape_leave_convex_polygons(seed):
    """Pillars of three to six sides, many of whose leftmost corners are in line. recastnavigation 734"""
    rng = np.random.default_rng(seed)
    pillars = [prism((3.5 + 5.5 * i, 3.5 + 5.5 * k), rng.uniform(0.6, 1.8), int(rng.integers(3, 7)),
                     rng.choice([0.0, math.pi, rng.uniform(0, 6)])) for i in range(4) for k in range(4)]
    roof = box((-1, 8.5, -1), (25, 9.5, 25))           # nobody stands on the pillars
    mesh = bake(*level(box((0, -1, 0), (24, 0, 24)), *pillars, roof), BakeSettings(cell_size=0.2, cell_height=0.2, agent_radius=0.4,
                                                                                    agent_max_climb=0.4))
    cover = check_cover(mesh, below=1.0)
    solids = unary_union([shapely.MultiPoint([(x, z) for x, _, z in corners]).convex_hull for corners, _ in pillars])
    assert cover.intersection(solids).area < 1e-6
    free = shapely.box(0, 0, 24, 24).buffer(-1.0).difference(solids.buffer(1.0))
    assert free.difference(cover.buffer(0.15)).area < 0.05 * free.area


@pytest.mark.parametrize("degrees", [0, 20, 45, 70])
def test_ramps_below_the_steepest_slope_are_walkable_in_any_direction(degrees):
    """At 40 degrees of 45, whichever way they point among the cells. godotengine/godot 77695"""
    slope, turn = math.radians(40), math.radians(degrees)
    length, half, top = 8.0, 2.0, 8.0 * math.tan(slope)
    def turned(part):
        corners, faces = part
        return [(x * math.cos(turn) - z * math.sin(turn), y, x * math.sin(turn) + z * math.cos(turn)) for x, y, z in corners], faces     # noqa: E306
    parts = level(turned(box((-6, -1, -half), (0, 0, half))), turned(ramp((0, 0.0), (length, top), -half, half)),
                  turned(box((length, top - 1, -half), (length + 6, top, half))))
    mesh = bake(*parts, BakeSettings(cell_size=0.25, cell_height=0.25, agent_max_climb=0.3))
    start, goal = (np.array([x * math.cos(turn), y, x * math.sin(turn)]) for x, y in ((-3, 0), (length + 3, top)))
    assert mesh.find_path(start, goal).status == 0


def test_no_floor_is_left_inside_of_boxes_that_stand_on_it():
    """Boxes as meshes have them, hollow and without a floor of their own. godotengine/godot 87027"""
    boxes = [((4, -0.01, 4), (10, 3, 9)), ((14, 0, 3), (22, 5, 20)), ((3, -0.5, 14), (9, 2.4, 21))]
    mesh = bake(*level(box((0, -1, 0), (26, 0, 26)), *(box(*one) for one in boxes)), BakeSettings(cell_height=0.1))
    for low, high in boxes:
        inner = shapely.box(low[0], low[2], high[0], high[2])
        assert all(shapely.Polygon(ring).intersection(inner).area < 1e-6 for ring in rings_of(mesh, below=low[1] + 1.5))


def test_ground_too_small_for_the_agent_is_told():
    """A cube of a meter and an agent that is as wide. godotengine/godot 85995"""
    with pytest.warns(UserWarning, match="agent_radius"):
        mesh = bake(*level(box((0, 0, 0), (1, 1, 1))), BakeSettings())
    assert mesh.polygon_count == 0


# ---- from outlines ----

def area_of(mesh):
    return check_cover(mesh).area if mesh.polygon_count else 0.0


@pytest.mark.parametrize("turned", [False, True])
def test_an_obstruction_that_lies_across_the_border_leaves_the_rest(turned):
    """An L is left of a square, whichever way the other one turns. godotengine/godot 85550"""
    mesh = outlines([square(0, 0, 100)], [square(-20, -20, 100, turned)])
    assert area_of(mesh) == pytest.approx(100 ** 2 - 80 ** 2)
    assert len(set(mesh.islands)) == 1


def test_obstructions_that_have_a_corner_or_a_side_in_common_leave_the_rest():
    """With the ground, with each other, in a corner, along a side: none makes all of it vanish. godotengine/godot 95148"""
    ground = [square(0, 0, 60)]
    for obstructions, expected in [
            ([square(0, 0, 20)], 3600 - 400), ([square(40, 20, 20)], 3600 - 400),
            ([square(10, 10, 10), square(20, 20, 10)], 3600 - 200), ([square(10, 10, 10), square(20, 10, 10)], 3600 - 200),
            ([[(0, 0), (60, 60), (60, 0)]], 1800),
            ([square(0, 0, 30), square(30, 30, 30)], 1800)]:
        for turned in (1, -1):
            assert area_of(outlines(ground, [ring[::turned] for ring in obstructions])) == pytest.approx(expected)


def test_a_field_of_obstructions_that_abut_is_cut_out_whole():
    """Sixteen squares, side by side, for an agent without a radius. godotengine/godot 99334"""
    blocks = [square(100 * i - 50, 100 * k - 50, 100) for k in range(1, 5) for i in range(1, 5)]
    mesh = outlines([square(0, 0, 500)], blocks)
    assert area_of(mesh) == pytest.approx(500 ** 2 - 400 ** 2) and len(set(mesh.islands)) == 1


def test_obstructions_that_turn_different_ways_do_not_cancel():
    """Tiles that were flipped lie on tiles that were not. godotengine/godot 85122"""
    for second in (square(30, 30, 40), square(30, 30, 40, True)):
        for first in (square(10, 10, 40), square(10, 10, 40, True)):
            assert area_of(outlines([square(0, 0, 100)], [first, second])) == pytest.approx(10000 - 2 * 1600 + 400)


def test_a_ring_of_ground_with_an_island_in_it():
    """Squares inside of each other, by turns ground and not. godotengine/godot 70823"""
    mesh = outlines([square(-500, -500, 1000), square(-10, -10, 20)], [])
    assert area_of(mesh) == pytest.approx(1000 ** 2)
    hole = outlines([square(-500, -500, 1000), square(-300, -300, 600, True), square(-10, -10, 20)])
    assert area_of(hole) == pytest.approx(1000 ** 2 - 600 ** 2 + 400) and len(set(hole.islands)) == 2


@pytest.mark.parametrize("place", [(-256, 120), (360, -100), (0.5, -0.25), (1e5, -3e4)])
def test_a_hole_is_cut_wherever_it_is(place):
    """A polygon that is bent inwards, near the middle, at the rim and far out. godotengine/godot 85098"""
    star = [(place[0] + r * math.cos(a), place[1] + r * math.sin(a)) for r, a in zip((40, 15) * 5, np.arange(10) * math.pi / 5)]
    ground = square(place[0] - 300, place[1] - 290, 600)
    for hole in (star, star[::-1]):
        mesh = outlines([ground], [hole])
        assert area_of(mesh) == pytest.approx(360000 - shapely.Polygon(star).area, rel=1e-6)
