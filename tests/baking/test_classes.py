"""Floors kept apart by area and flags."""
import pickle

import numpy as np
import pytest

from navpy import BakeSettings, BoxVolume, bake, bake_tile
from navpy.baking.source import BakeSource
from tests.levels import box, level

CLASSES = ((0, 1), (5, 1), (5, 4), (9, 2), (9, 4), (63, 1), (63, 4))
STRIPS = (5, 6, 2, 0, 1)               # classes of strips side by side along x, 8 m × 12 m each


def strips():
    vertices, triangles = level(*[box((8 * i, -1, 0), (8 * i + 8, 0, 12)) for i in range(len(STRIPS))])
    return vertices, triangles, np.repeat(np.array(STRIPS, np.uint8), len(triangles) // len(STRIPS))


def baked(tile_size=0, **more):
    vertices, triangles, areas = strips()
    return bake(vertices, triangles, BakeSettings(tile_size=tile_size), areas=areas, **more)


def ground(mesh):
    """Square meters by area and flags."""
    sums = {}
    for polygon, area, flags in zip(mesh.polygons, mesh.areas.tolist(), mesh.flags.tolist()):
        x, z = mesh.vertices[list(polygon)][:, [0, 2]].T
        sums[area, flags] = sums.get((area, flags), 0.0) + 0.5 * abs(x @ np.roll(z, -1) - np.roll(x, -1) @ z)
    return sums


@pytest.mark.parametrize("tile_size", [0, 24])
def test_polygons_have_the_area_and_the_flags_of_their_floor(tile_size):
    found = ground(baked(tile_size, classes=CLASSES))
    assert found == pytest.approx({(63, 1): 7.25 * 10.5, (63, 4): 8 * 10.5, (5, 4): 7.5 * 10.5, (5, 1): 6.5 * 10.5}, rel=0.08)


@pytest.mark.parametrize("tile_size", [0, 24])
def test_where_polygons_lie_does_not_depend_on_what_the_classes_are_called(tile_size):
    """Areas alone, with numbers in the same order."""
    plain, classed = baked(tile_size), baked(tile_size, classes=CLASSES)
    assert (plain.vertices == classed.vertices).all() and plain.polygons == classed.polygons
    assert [(CLASSES[number]) for number in plain.areas] == list(zip(classed.areas.tolist(), classed.flags.tolist()))


@pytest.mark.parametrize("tile_size", [0, 24])
def test_a_volume_changes_the_area_and_leaves_the_flags(tile_size):
    volume = BoxVolume((8, 0, 6), (10, 2, 4), area=9)
    found = ground(baked(tile_size, classes=CLASSES + ((9, 1),), volumes=[volume]))
    assert found[9, 1] == pytest.approx(20, rel=0.1) and found[9, 4] == pytest.approx(20, rel=0.1) and (9, 2) not in found
    cut = ground(baked(tile_size, classes=CLASSES, volumes=[BoxVolume((8, 0, 6), (10, 2, 4))]))
    assert cut[63, 4] < found[63, 4] + found[9, 4] - 15 and sum(cut.values()) < sum(found.values()) - 40


def test_a_tile_baked_alone_is_the_tile_of_the_level():
    vertices, triangles, areas = strips()
    settings, bounds = BakeSettings(tile_size=24), (vertices.min(axis=0), vertices.max(axis=0))
    mesh = bake(vertices, triangles, settings, areas=areas, classes=CLASSES, bounds=bounds)
    for x, z in mesh.tiles:
        tile = bake_tile(vertices, triangles, settings, x, z, areas=areas, classes=CLASSES, bounds=bounds)
        assert tile == mesh.tile(x, z) and tile.flags.tolist() == mesh.tile(x, z).flags.tolist()


def test_flags_are_saved_and_a_source_is_sent():
    mesh = baked(24, classes=CLASSES)
    assert (type(mesh).from_bytes(mesh.to_bytes()).flags == mesh.flags).all() and set(mesh.flags.tolist()) == {1, 4}
    vertices, triangles, areas = strips()
    source = BakeSource(vertices, triangles, BakeSettings(), areas, [BoxVolume((8, 0, 6), (10, 2, 4))], None, CLASSES)
    sent = pickle.loads(pickle.dumps(source))
    assert sent.classes == CLASSES and sent.volume_tables == source.volume_tables


@pytest.mark.parametrize("classes, volumes, message", [
    ((), (), "classes: must be 1 to 64, the first with area 0"),
    (((63, 1),), (), "classes: must be 1 to 64, the first with area 0"),
    (((0, 1), (0, 2)), (), "classes: must be 1 to 64, the first with area 0"),
    (((0, 1), (64, 2)), (), r"classes: must be \(area id 0 … 63, flags 0 … 0xffff\), one is \(64, 2\)"),
    (((0, 1), (63, 1)), (), "areas: must be classes below 2"),
    (CLASSES, (BoxVolume((8, 0, 6), (10, 2, 4), area=9),), r"classes: must contain \(9, 1\)"),
])
def test_bad_classes_are_refused(classes, volumes, message):
    with pytest.raises(ValueError, match=message):
        baked(classes=classes, volumes=volumes)
