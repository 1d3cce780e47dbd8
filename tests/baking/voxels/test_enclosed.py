"""No floors inside closed solids: by hand-made levels and against a flood of all voxels."""
import pickle

import numpy as np
import pytest
from scipy import ndimage

from tests.make_columns import heightfield_of
from tests.make_solids import CELL, CLIMB_VX, HEIGHT_VX, STEP, box, level, plane, quads, voxelized
from navpy.api.baking.compact import column_starts, floor_areas, floor_heights
from navpy.api.baking.heightfield import column_flags, column_spans
from navpy.baking.voxels.compact import CompactHeightfield
from navpy.baking.voxels.enclosed import filter_enclosed_spaces, inside_of_solids
from navpy.baking.voxels.erosion import erode
from navpy.baking.voxels.heightfield import Heightfield
from navpy.api.baking.bakes import bake
from navpy.baking.settings import BakeSettings

GROUND = plane((0, 0), (20, 20), 0.0)


def floors_of(field):
    """{(x, z, floor_vx)} of walkable spans, global columns."""
    return {(field.x0 + x, field.z0 + z, top) for x in range(field.width) for z in range(field.depth)
            for _, top, area in column_spans(field, x, z) if area}


def filtered(*parts, filters=True):
    field = voxelized(*level(*parts), filters=filters)
    before = floors_of(field)
    assert filter_enclosed_spaces(field) is None
    return field, before, floors_of(field)


def at(floors, x, z, level_low=0.0):
    """Heights in meters of the floors of the column at (x, z) meters."""
    return sorted(level_low + y * STEP for i, k, y in floors if (i, k) == (int(x / CELL), int(z / CELL)))


def room(low, high, wall=0.6):
    """Six boxes round an open space: floor, ceiling and four walls."""
    (a, b, c), (d, e, f) = low, high
    return [box((a - wall, b - wall, c - wall), (d + wall, b, f + wall)), box((a - wall, e, c - wall), (d + wall, e + wall, f + wall)),
            box((a - wall, b, c - wall), (a, e, f + wall)), box((d, b, c - wall), (d + wall, e, f + wall)),
            box((a, b, c - wall), (d, e, c)), box((a, b, f), (d, e, f + wall))]


# ---- levels by hand ----

def test_the_ground_inside_a_hollow_box_goes_and_that_around_and_its_top_stay():
    field, before, after = filtered(GROUND, box((6, -0.5, 6), (12, 3, 12)))
    assert at(before, 9, 9, -0.5) == [0.25, 3.25] and at(after, 9, 9, -0.5) == [3.25]
    assert at(after, 3, 3, -0.5) == [0.25]
    assert {f for f in before if f not in after} == {f for f in before if 24 <= f[0] < 48 and 24 <= f[1] < 48 and f[2] < 10}


def test_a_box_without_an_underside_is_closed_by_the_ground():
    _, _, after = filtered(GROUND, box((6, 0, 6), (12, 3, 12), 0.3, faces=(0, 1, 3, 4, 5)))
    assert at(after, 9, 9) == [3.25]


def test_a_box_without_a_side_is_open():
    _, before, after = filtered(GROUND, box((6, 0, 6), (12, 3, 12), faces=(0, 3, 4, 5)))
    assert after == before and len(at(after, 9, 9)) == 2


def test_a_box_sunk_in_terrain():
    x, z = np.meshgrid(np.arange(21.0), np.arange(21.0), indexing="ij")
    points = np.column_stack([x.ravel(), 0.5 * np.sin(x.ravel()) + 0.3 * z.ravel() / 4, z.ravel()]).astype(np.float32)
    i = (np.arange(20)[:, None] * 21 + np.arange(20)).ravel()
    terrain = points, np.concatenate([np.column_stack([i, i + 1, i + 22]), np.column_stack([i, i + 22, i + 21])]).astype(np.int32)
    _, before, after = filtered(terrain, box((5, -3, 5), (13, 4, 13), 0.7))
    low = min(points[:, 1].min(), -3)
    assert len(at(before, 9, 9, low)) == 2 and at(after, 9, 9, low) == pytest.approx([4.0], abs=STEP)
    assert at(after, 2, 2, low) == at(before, 2, 2, low) and len(at(after, 2, 2, low)) == 1


def test_nested_boxes_are_empty_to_the_innermost():
    _, before, after = filtered(GROUND, box((2, 0, 2), (18, 9, 18)), box((5, 0.1, 5), (15, 6, 15)), box((7, 0.1, 7), (13, 3, 13)))
    assert len(at(before, 10, 10)) == 4 and at(after, 10, 10) == [9.25]
    assert len(at(before, 6, 6)) == 3 and at(after, 6, 6) == [9.25]


def test_the_floor_beneath_a_one_sided_bridge_stays():
    _, before, after = filtered(GROUND, plane((0, 8), (20, 12), 3.0))
    assert after == before and len(at(after, 10, 10)) == 2


def test_a_closed_room_stays_and_the_insides_of_its_walls_go():
    parts = room((6, 1, 6), (14, 4, 14), wall=1.25)
    _, before, after = filtered(GROUND, *parts, filters=False)
    assert at(after, 10, 10, -0.25) == [1.25, 5.5]              # the room's floor, the roof
    assert at(before, 5.4, 10, -0.25) == [0.25, 1.25, 4.25, 5.5]    # inside a wall: ground, top of the floor box, of the wall
    assert at(after, 5.4, 10, -0.25) == [5.5]
    _, _, after = filtered(GROUND, *parts)
    assert at(after, 10, 10, -0.25) == [1.25, 5.5]


@pytest.mark.parametrize("thickness", [0.3, 0.7, 1.5])
def test_a_closed_room_under_a_thin_ceiling_stays(thickness):
    _, before, after = filtered(GROUND, *room((6, 1, 6), (14, 4, 14), wall=0.3)[:1], *room((6, 1, 6), (14, 4, 14), wall=0.3)[2:],
                                box((5.7, 4, 5.7), (14.3, 4 + thickness, 14.3)))
    assert 1.25 in at(before, 10, 10) and 1.25 in at(after, 10, 10)


def test_a_house_with_a_door_stays():
    parts = room((6, 0.1, 6), (14, 4, 14), wall=0.6)
    door = [box((6, 0.1, 14), (9, 4, 14.6)), box((11, 0.1, 14), (14, 4, 14.6)), box((9, 2.5, 14), (11, 4, 14.6))]
    _, _, after = filtered(GROUND, *parts[:5], *door)
    assert 0.25 in at(after, 10, 10, -0.5) and 0.25 in at(after, 10, 15, -0.5)


def test_a_solid_at_the_rim_of_the_level_is_open_there():
    # The box is cut by the level's end, nothing closes it there.
    field, before, after = filtered(plane((0, 0), (8, 20), 0.0), box((4, 0, 6), (8, 3, 12), faces=(0, 3, 4, 5)))
    assert after == before


def test_the_ceilings_vote():
    # Two halves of a ceiling, 5 columns of one kind and 7 of the other.
    for width, stays in ((2.75, True), (3.25, False)):
        walls = box((6, 0, 6), (12, 3, 12), faces=(0, 1, 4, 5))
        roof = [plane((6, 6), (6 + width, 12), 3.0), plane((6 + width, 6), (12, 12), 3.0, faces_up=False)]
        _, before, after = filtered(GROUND, walls, *roof)
        assert at(before, 9, 9)[0] == 0.25 and (0.25 in at(after, 9, 9)) == stays


@pytest.mark.parametrize("up, stays", [((True, True), False), ((True, False), True), ((False, False), True)])
def test_where_the_ceilings_vote_alike_the_floor_stays(up, stays):
    """Two columns between walls, under a roof of one column each."""
    corners = [(1.5, 1.5), (4.5, 1.5), (4.5, 3.5), (1.5, 3.5)]
    walls = [quads([(*a, 0), (*b, 0), (*b, 5), (*a, 5)], [(0, 1, 2, 3)]) for a, b in zip(corners, corners[1:] + corners[:1])]
    walls = [(points[:, (0, 2, 1)], triangles) for points, triangles in walls]
    roof = [plane((2 + k, 2), (3 + k, 3), 4.5, faces_up) for k, faces_up in enumerate(up)]
    vertices, triangles = level(plane((0, 0), (6, 5), 0.5), *walls, *roof)
    field = Heightfield((0, 0, 0), (6, 6, 5), 1.0, 1.0)
    field.rasterize(vertices, triangles, np.full(len(triangles), 63, np.uint8), 1)
    before = [column_spans(field, x, 2) for x in (2, 3)]
    assert [[top for _, top, _ in spans] for spans in before] == [[1, 5]] * 2
    filter_enclosed_spaces(field)
    assert [column_spans(field, x, 2)[0][2] for x in (2, 3)] == ([63, 63] if stays else [0, 0])


def test_a_solid_without_back_faces_is_left_alone():
    field = heightfield_of([[[(0, 9, 0)]] * 3, [[(0, 9, 0)], [(0, 1, 63), (8, 9, 0)], [(0, 9, 0)]], [[(0, 9, 0)]] * 3])
    filter_enclosed_spaces(field)
    assert column_spans(field, 1, 1) == [(0, 1, 63), (8, 9, 0)]


def test_nothing_is_kept_for_the_agent_inside_after_erosion():
    field, _, _ = filtered(GROUND, box((6, -0.5, 6), (12, 3, 12)))
    compact = CompactHeightfield(field, HEIGHT_VX, CLIMB_VX)
    erode(compact, 2)
    columns = np.repeat(np.arange(compact.width * compact.depth), np.diff(column_starts(compact)))
    x, z, low = columns % compact.width, columns // compact.width, floor_heights(compact) < 10
    walkable = floor_areas(compact) > 0
    assert not np.any(walkable & low & (abs(x - 36) < 14) & (abs(z - 36) < 14))
    assert np.sum(walkable & ~low) > 300 and np.sum(walkable & low) > 3000


# ---- against a flood of voxels ----

def random_level(rng, size=12.0):
    """Boxes with and without some faces, and one-sided planes, on ground with a hole."""
    parts = [plane((0, 0), (size, size), 0.0), plane((0, 0), (size / 2, size / 2), float(rng.uniform(1, 3)))]
    for _ in range(int(rng.integers(5, 10))):
        low, extent = rng.uniform(0, size * 0.6, 3), rng.uniform(1.0, 6.0, 3)
        low[1] *= 0.3
        faces = [i for i in range(6) if rng.random() > 0.06]
        parts.append(box(low, np.minimum(low + extent, size), rng.choice([0.0, rng.uniform(0, 3)]), faces))
    return level(*parts)


def flooded_floors(field):
    """Floors to be removed, by labelling every voxel of air."""
    height = 1 + max((top for x in range(field.width) for z in range(field.depth) for _, top, _ in column_spans(field, x, z)),
                     default=0)
    air = np.ones((field.width, field.depth, height), bool)
    outside = np.zeros_like(air)
    outside[[0, -1]] = outside[:, [0, -1]] = outside[:, :, -1] = True
    for x in range(field.width):
        for z in range(field.depth):
            spans = column_spans(field, x, z)
            for bottom, top, _ in spans:
                air[x, z, bottom:top] = False
            outside[x, z, :spans[0][0] if spans else height] = True
    labels, _ = ndimage.label(air)
    open_labels = set(np.unique(labels[outside & air]))
    votes, floors = {}, {}
    for x in range(field.width):
        for z in range(field.depth):
            spans, flags = column_spans(field, x, z), column_flags(field, x, z)
            for i in range(len(spans) - 1):
                label = labels[x, z, spans[i][1]]
                if label not in open_labels:
                    votes[label] = votes.get(label, 0) + (1 if flags[i + 1] & 1 else -1)
                    if spans[i][2]:
                        floors.setdefault(label, set()).add((x, z, spans[i][1]))
    return {floor for label, found in floors.items() if votes[label] > 0 for floor in found}


LEVELS = [random_level(np.random.default_rng(seed)) for seed in range(12)]


def test_against_a_flood_of_voxels():
    removed = 0
    for vertices, triangles in LEVELS:
        field = voxelized(vertices, triangles, filters=False)
        before, doomed = floors_of(field), flooded_floors(field)
        filter_enclosed_spaces(field)
        assert floors_of(field) == before - doomed
        removed += len(doomed) > 0
    assert removed >= 6


# ---- windows ----

def windows_of(vertices, triangles, core, border):
    """(fields with the floors of their own columns, spaces) of all tiles, each filtered."""
    whole = voxelized(vertices, triangles, filters=False)
    fields, spaces = [], []
    for z0 in range(0, whole.level_depth, core):
        for x0 in range(0, whole.level_width, core):
            field = voxelized(vertices, triangles, (x0 - border, z0 - border, core + 2 * border, core + 2 * border), filters=False)
            spaces.append(pickle.loads(pickle.dumps(filter_enclosed_spaces(field, border))))
            fields.append(field)
    return fields, spaces


def own_floors(field, border, told, inside):
    """The floors of a window's own columns, less those that turned out to be inside of solids."""
    ordered = [(field.x0 + x, field.z0 + z, top) for z in range(field.depth) for x in range(field.width)
               for _, top, area in column_spans(field, x, z) if area]
    told_floors = zip(*[iter(told.floors)] * 3, told.labels) if told else ()
    lost = {(x, z, top) for x, z, top, label in told_floors if label in inside}
    assert lost <= set(ordered)
    x1, z1 = field.x0 + field.width - border, field.z0 + field.depth - border
    return {f for f in ordered if field.x0 + border <= f[0] < x1 and field.z0 + border <= f[1] < z1} - lost


@pytest.mark.parametrize("core, border", [(8, 1), (11, 3), (16, 4), (64, 2)])
def test_windows_know_together_what_the_whole_knows(core, border):
    undecided = 0
    for vertices, triangles in LEVELS:
        whole = voxelized(vertices, triangles, filters=False)
        filter_enclosed_spaces(whole)
        fields, spaces = windows_of(vertices, triangles, core, border)
        inside = inside_of_solids(spaces)
        undecided += sum(len(found) for found in inside)
        assert set().union(*[own_floors(*row) for row in zip(fields, [border] * len(fields), spaces, inside)]) == floors_of(whole)
    assert undecided > 20 or core == 64


def test_windows_that_are_told_nothing_say_nothing():
    vertices, triangles = level(GROUND)
    field = voxelized(vertices, triangles, (8, 8, 20, 20))
    assert filter_enclosed_spaces(field, 2) is None
    assert inside_of_solids([None, None]) == [frozenset(), frozenset()]
    assert inside_of_solids([]) == []


@pytest.mark.parametrize("window, border", [((8, 8, 20, 20), 0), ((8, 8, 20, 20), 10), (None, -1), (None, 40)])
def test_a_border_that_does_not_fit_is_refused(window, border):
    field = voxelized(*level(GROUND), window)
    with pytest.raises(ValueError, match="border_vx: must be at least"):
        filter_enclosed_spaces(field, border)


# ---- what people build ----

AGENT = dict(cell_size=CELL, cell_height=STEP, agent_radius=0.3, agent_height=1.5, agent_max_climb=0.3, region_min_size=0)


def wall(a, b, low=0.0, high=3.0):
    """A one-sided upright rectangle from a to b, (x, z), that looks to the right of that way."""
    return quads([(a[0], low, a[1]), (a[0], high, a[1]), (b[0], high, b[1]), (b[0], low, b[1])], [(0, 1, 2, 3)])


def turned_over(part):
    return part[0], part[1][:, ::-1].copy()


def sheets(part, sides):
    """A sheet that looks outwards, inwards or both ways."""
    return {"out": [part], "in": [turned_over(part)], "both": [part, turned_over(part)]}[sides]


def hut(walls, door, *roof):
    """Four sheets as walls around 8 m × 8 m of the ground, with a door 2 m wide or without, and a roof at 3 m."""
    front = [wall((9, 6), (6, 6)), wall((14, 6), (11, 6)), wall((11, 6), (9, 6), 2.5)] if door else [wall((14, 6), (6, 6))]
    upright = [wall((14, 14), (14, 6)), wall((6, 14), (14, 14)), wall((6, 6), (6, 14)), *front]
    return [GROUND, *[sheet for part in upright for sheet in sheets(part, walls)], *roof]


ROOF = plane((6, 6), (14, 14), 3.0)
ROOFS = {                                   # parts, and whether a closed room under it counts as a solid
    "sheet seen from above": ([ROOF], True),
    "sheet seen from below": ([turned_over(ROOF)], False),
    "sheet seen from both sides": ([ROOF, turned_over(ROOF)], True),
    "slab in one cell height": ([box((6, 3.05, 6), (14, 3.15, 14))], True),
    "slab of a cell height": ([box((6, 3, 6), (14, 3.25, 14))], False),
    "slab of two": ([box((6, 3, 6), (14, 3.5, 14))], False),
}


def stands(parts, *places, **settings):
    """Whether there is floor at places (x, y, z), for a level in one piece and in tiles alike."""
    found = []
    for tile_size in (0, 24):
        mesh = bake(*level(*parts), BakeSettings(**AGENT, tile_size=tile_size, **settings))
        found.append([mesh.locate(place, (0.01, 0.6, 0.6)) is not None for place in places])
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize("walls", ["out", "in", "both"])
@pytest.mark.parametrize("roof", ROOFS)
def test_huts_of_sheets(walls, roof):
    parts, solid = ROOFS[roof]
    inside, outside, above = (10, 0, 10), (2, 0, 2), (10, 3.2, 10)
    roofed = roof != "sheet seen from below"
    assert stands(hut(walls, True, *parts), inside, outside, above) == [True, True, roofed]
    assert stands(hut(walls, False, *parts), inside, outside, above) == [not solid, True, roofed]
    assert stands(hut(walls, False, *parts), inside, outside, above, filter_enclosed_spaces=False) == [True, True, roofed]


def test_a_house_of_boxes_with_rooms_behind_one_another():
    parts = [GROUND, *room((6, 0.1, 6), (14, 3, 14), wall=0.5)[:5], box((6, 0.1, 14), (9, 3, 14.5)), box((11, 0.1, 14), (14, 3, 14.5)),
             box((9, 2.5, 14), (11, 3, 14.5)), box((6, 0.1, 9.5), (8, 3, 10)), box((10, 0.1, 9.5), (14, 3, 10))]
    assert stands(parts, (10, 0.1, 12), (10, 0.1, 8), (2, 0, 2), (10, 3.5, 10)) == [True] * 4


def test_boxes_on_one_another_are_empty():
    parts = [GROUND, box((6, -0.5, 6), (14, 3, 14)), box((6, 3, 6), (14, 6, 14)), box((7, 6, 7), (13, 9, 13))]
    assert stands(parts, (10, 0, 10), (10, 3, 10), (10, 6, 10), (10, 9, 10)) == [False, False, False, True]


@pytest.mark.parametrize("underside", [False, True])
def test_a_basement_with_stairs(underside):
    """A pit of 10 m × 6 m under the ground, which is a sheet or has an underside; stairs lead up through a hole of 4 m × 2 m."""
    hole, frame = ((5, 7), (9, 9)), [plane((0, 0), (20, 7), 3.0), plane((0, 9), (20, 20), 3.0), plane((0, 7), (5, 9), 3.0),
                                     plane((9, 7), (20, 9), 3.0)]
    pit = [plane((5, 5), (15, 11), 0.0), *[turned_over(part) for part in (
        wall((15, 11), (15, 5)), wall((5, 11), (15, 11)), wall((5, 5), (5, 11)), wall((15, 5), (5, 5)))]]
    stairs = [box((5 + 0.3 * i, 0, 7), (5.3 + 0.3 * i, 3 - 0.25 * i, 9)) for i in range(12)]
    parts = [*frame, *pit, *stairs, *([turned_over(part) for part in frame] if underside else [])]
    assert stands(parts, (12, 0, 8), (2, 3, 2), (12, 3, 8)) == [True, True, True]
    assert stands([*parts, plane(*hole, 3.0)], (12, 0, 8), (2, 3, 2), (12, 3, 8)) == [False, True, True]


@pytest.mark.parametrize("end", [20.0, 20.1, 20.13, 20.25])
@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("axes", [(0, 1, 2), (2, 1, 0)])
def test_a_building_at_the_rim_of_the_level_is_empty(end, mirror, axes):
    """Its outermost wall lies on the end of the grid, or beyond where that is rounded to."""
    sign = -1 if mirror else 1
    parts = plane((0, 0), (end, end), 0.0), box((12, -1, 5), (end, 5, 15)), box((12, -1, 16), (end, 5, end))
    parts = [(points[:, axes] * (sign, 1, sign), faces[:, ::-1 if axes[0] else 1]) for points, faces in parts]
    places = [np.array(place)[list(axes)] * (sign, 1, sign) for place in ((16, 0, 10), (18, 0, 18), (16, 5, 10), (4, 0, 4))]
    assert stands(parts, *places) == [False, False, True, True]


def test_a_building_that_is_cut_by_given_bounds_just_inside_its_wall():
    parts = [GROUND, box((12, -1, 5), (18.2, 5, 15))]
    for tile_size in (0, 24):
        mesh = bake(*level(*parts), BakeSettings(**AGENT, tile_size=tile_size), bounds=((0, -1, 0), (18, 6, 20)))
        assert mesh.locate((15, 0, 10), (0.01, 0.6, 0.6)) is None and mesh.locate((4, 0, 4), (0.01, 0.6, 0.6)) is not None


def test_terrain_with_an_underside_and_a_bridge():
    underside = plane((0, 0), (20, 20), -2.0, faces_up=False)
    rim = [wall((20, 20), (20, 0), -2, 0), wall((0, 20), (20, 20), -2, 0), wall((0, 0), (0, 20), -2, 0), wall((20, 0), (0, 0), -2, 0)]
    bridge = [box((8, 2.5, 0), (11, 2.8, 20)), plane((14, 0), (17, 20), 3.0)]
    places = (9.5, 0, 10), (9.5, 2.8, 10), (15.5, 0, 10), (15.5, 3, 10), (2, 0, 2)
    assert stands([GROUND, underside, *rim, *bridge], *places) == [True] * 5
