"""What is said about levels that look wrong, and that nothing is said about levels that are meant so."""
import pathlib
import subprocess
import sys
import tracemalloc
import warnings

import numpy as np
import pytest
from hypothesis import given, strategies as st

import navpy
from navpy.api.baking.bakes import CURES
from navpy.baking.level_check import COLUMN_BYTES, MOST_DOWN, LevelRemark, bake_remarks, inside_out_remarks, level_remarks
from navpy.baking.source import BakeSource
from tests import levels
from tests.levels import box, level, ramp

LEVELS = {make.__name__: make for make in (levels.hills, levels.terrain, levels.yard, levels.house, levels.ramp_tower)}
HIGH = 2.0                      # meters, of an agent


def kinds(vertices, triangles, **settings):
    chosen = navpy.BakeSettings(**{"tile_size": 64, "agent_height": HIGH, **settings})
    source = BakeSource(np.ascontiguousarray(vertices, np.float32), np.ascontiguousarray(triangles, np.int32), chosen)
    return [remark.kind for remark in level_remarks(source) + inside_out_remarks(source)]


def z_up(vertices):
    """The same level as programs with Z up have it."""
    return np.stack([vertices[:, 0], -vertices[:, 2], vertices[:, 1]], axis=1)


@pytest.mark.parametrize("name", LEVELS)
def test_levels_that_are_meant_so_have_no_remarks(name):
    vertices, triangles = LEVELS[name]()
    assert kinds(vertices, triangles) == []
    assert navpy.check_level(vertices, triangles, navpy.BakeSettings(agent_radius=0.6)) == []
    for turn in (0.0, 1.0, 2.5):                # about Y, which changes nothing
        cos, sin = np.cos(turn), np.sin(turn)
        assert kinds(vertices @ np.array([(cos, 0, sin), (0, 1, 0), (-sin, 0, cos)]), triangles) == []


@pytest.mark.parametrize("name", LEVELS)
def test_a_reversed_level_is_told_as_such(name):
    vertices, triangles = LEVELS[name]()
    assert set(kinds(vertices, triangles[:, ::-1])) & {"reversed", "inside out"}


@pytest.mark.parametrize("name", ["hills", "terrain"])
def test_open_ground_tells_which_axis_points_up(name):
    vertices, triangles = LEVELS[name]()
    assert kinds(z_up(vertices), triangles) == ["z"]
    assert kinds(z_up(vertices) * (1, 1, -1), triangles[:, ::-1]) == ["-z"]
    text, = navpy.check_level(z_up(vertices), triangles)
    assert text.endswith('so z is probably the axis that points up: pass up="z"')
    assert navpy.check_level(z_up(vertices), triangles, up="z") == []
    text, = navpy.check_level(vertices, triangles, up="z")
    assert text.endswith('leave out up="z"')


@given(st.floats(2.5, 5.0))
def test_a_level_of_walls_in_another_unit_is_told_as_such(height):
    """Walls of one to two storeys: a millimeter and a centimeter are told apart, and no meter is taken for either."""
    vertices, triangles = level(box((0, -height, 0), (40, 0, 30)), box((3, 0, 3), (30, height, 4)), box((3, 0, 9), (30, height, 10)))
    assert kinds(vertices, triangles) == []
    for factor, scale in ((1000, "0.001"), (100, "0.01")):
        cells = {"cell_size": 0.25 * factor, "cell_height": 0.25 * factor}
        assert kinds(vertices * factor, triangles, **cells) == ["unit"]
        text, = navpy.check_level(vertices * factor, triangles, navpy.BakeSettings(agent_height=HIGH, **cells))
        assert text.endswith(f"pass scale={scale}")
        assert navpy.check_level(vertices * factor, triangles, scale=float(scale)) == []
    for height_of_agent in (0.1, 500.0):
        assert kinds(vertices, triangles, agent_height=height_of_agent) == []


def test_a_level_narrower_than_its_agent():
    vertices, triangles = level(box((0, 0, 0), (0.9, 1, 0.8)))
    assert kinds(vertices, triangles, cell_size=0.1) == ["small"]
    assert kinds(vertices * 1.2, triangles, cell_size=0.1) == []


@pytest.mark.parametrize("ceilings", [0, 1, 2, 3])
def test_ceilings_do_not_make_a_level_reversed(ceilings):
    """A floor, a solid's bottom under it and a ceiling above it: one face up, two down; and domes and canopies of any size above."""
    floor = ramp((0, 0), (20, 0), 0, 20)
    sheets = [ramp((-9 * i, 4 + i), (20 + 9 * i, 4 + i), 0, 20) for i in range(ceilings)]
    sheets = [(corners, [face[::-1] for face in faces]) for corners, faces in (ramp((0, -1), (20, -1), 0, 20), *sheets)]
    assert kinds(*level(floor, *sheets[1:])) == []
    assert kinds(*level(floor, *sheets)) == []
    assert MOST_DOWN == 2.0


def test_warnings_name_the_line_that_bakes_and_come_before_the_bake():
    vertices, triangles = levels.terrain()
    seen = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        navpy.bake(vertices, triangles[:, ::-1], progress=lambda stage, fraction: seen.append((stage, len(caught))))
    assert [(w.category, w.filename) for w in caught] == [(navpy.LevelWarning, __file__)]
    assert str(caught[0].message).startswith("most faces look down, ") and seen[0] == ("rasterize", 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        navpy.bake(vertices, triangles)
        with pytest.raises(navpy.LevelWarning):
            navpy.bake(vertices, triangles[:, ::-1])


@pytest.mark.parametrize("name", LEVELS)
def test_a_box_to_bake_does_not_change_what_the_level_looks_like(name):
    vertices, triangles = LEVELS[name]()
    for wrong in ((vertices, triangles), (vertices, triangles[:, ::-1]), (z_up(vertices), triangles)):
        low = wrong[0].min(axis=0)
        for bounds in ((low, low + 2.0), (low - 500.0, low + 900.0)):
            assert navpy.check_level(*wrong, bounds=bounds) == navpy.check_level(*wrong)


def test_every_remark_is_one_line_and_has_its_cure_everywhere():
    from navpy.studio.cli import CURES as IN_FILES
    assert set(CURES) == set(IN_FILES) == {"reversed", "inside out", "unit", "small", "large", "z", "-z"}
    vertices, triangles = levels.terrain()
    for wrong in ((z_up(vertices), triangles), (vertices, triangles[:, ::-1]), (vertices / 1000, triangles)):
        told = navpy.check_level(*wrong, navpy.BakeSettings(cell_size=0.01))
        assert told and all("\n" not in text and any(text.endswith(cure) for cure in CURES.values()) for text in told)


# ---- levels whose bake takes all memory ----

def room(size, high=3.0):
    """A floor with four walls."""
    walls = [box((0, 0, 0), (size, high, 0.2)), box((0, 0, size), (size, high, size + 0.2)), box((0, 0, 0), (0.2, high, size)),
             box((size, 0, 0), (size + 0.2, high, size))]
    return level(box((0, -1, 0), (size, 0, size)), *walls)


@pytest.mark.parametrize("turned_up", [False, True])
def test_a_level_in_centimeters_is_refused_before_it_takes_the_memory(turned_up):
    vertices, triangles = room(20.0)
    vertices = np.asarray(vertices) * 100 @ (np.array([(1, 0, 0), (0, 0, 1), (0, -1, 0)]) if turned_up else np.eye(3))
    tracemalloc.start()
    with pytest.raises(ValueError, match=r"probably in centimeters: pass scale=0\.01\. the level is 8,0\d\d × 8,0\d\d cells, so its "
                                         r"bake in one piece takes 2\.\d GB or more: set tile_size") as caught:
        navpy.bake(vertices, triangles, up="z" if turned_up else "y")
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "\n" not in str(caught.value) and taken < 100e6
    told = navpy.check_level(vertices, triangles, up="z" if turned_up else "y")
    assert len(told) == 2 and "centimeters" in told[0] and "GB" in told[1]


def test_a_large_level_in_meters_is_warned_of():
    vertices, triangles = room(20.0)
    wide = np.asarray(vertices) * (100, 1, 100)
    assert kinds(wide, triangles, tile_size=0) == ["large"] and kinds(wide, triangles, tile_size=64) == []
    assert kinds(wide, triangles, tile_size=0, cell_size=1.0) == [] and kinds(vertices, triangles, tile_size=0) == []
    assert bake_remarks([LevelRemark("large", "so large")], {"large": "smaller"}) == ["so large: smaller"]


def test_the_estimate_is_what_a_bake_takes():
    """Of a plain floor, within half as much again."""
    status = pathlib.Path("/proc/self/status")
    if not status.exists():
        pytest.skip("the peak of a process's memory is asked of Linux")
    code = ("import pathlib, re, sys, navpy; s = float(sys.argv[1])\n"
            f"peak = lambda: 1024 * int(re.search(r'VmHWM:\\s*(\\d+)', pathlib.Path('{status}').read_text())[1])\n"
            "navpy.bake([(0, 0, 0), (0, 0, 8), (8, 0, 8), (8, 0, 0)], [(0, 1, 2), (0, 2, 3)]); before = peak()\n"
            "navpy.bake([(0, 0, 0), (0, 0, s), (s, 0, s), (s, 0, 0)], [(0, 1, 2), (0, 2, 3)])\n"
            "print((peak() - before) / (4 * s) ** 2)")
    done = subprocess.run([sys.executable, "-c", code, "400"], capture_output=True, text=True, check=True)
    assert COLUMN_BYTES / 1.5 < float(done.stdout) < COLUMN_BYTES * 1.5


# ---- ground that volumes cut out ----

FLOOR = [(0, 0, 0), (0, 0, 20), (20, 0, 20), (20, 0, 0)], [(0, 1, 2), (0, 2, 3)]


@pytest.mark.parametrize("tile_size", [0, 32])
@pytest.mark.parametrize("eroded, side, why", [
    (True, 40, "volumes with area 0 cut all floors out$"),
    (True, 17, r"volumes with area 0 cut [78]\d% of the floors out, and every other one is within agent_radius"),
    (False, 40, r"volumes with area 0 cut \d\d% of the floors out, and every other one is within agent_radius")])
def test_volumes_that_cut_all_ground_out_are_named(tile_size, eroded, side, why):
    volume = navpy.BoxVolume((10, 0, 10), (side, 4, side), eroded=eroded)
    with pytest.warns(navpy.LevelWarning, match="nothing is walkable: " + why):
        navpy.bake(*FLOOR, navpy.BakeSettings(agent_radius=1.5, tile_size=tile_size), volumes=[volume])


def test_without_volumes_they_are_not_named():
    with pytest.warns(navpy.LevelWarning, match="nothing is walkable: every floor is within agent_radius"):
        navpy.bake([(0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0)], FLOOR[1], navpy.BakeSettings(agent_radius=1.0))
