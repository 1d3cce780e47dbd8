"""NavObstacle and NavModifierVolume: what they cut out of the navmesh, what they mark, and how agents keep clear."""
from math import pi

import pytest

RUNNING, FAILURE = 0, 2
EXPECTED = [r"ERROR: /root/.*/Bad/"]


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("obstacles", expected=EXPECTED)


def test_it_speaks_navigation_obstacle(seen):
    assert seen["other words"] == []
    assert seen["kept"] == [3, True, 4, True]


@pytest.mark.parametrize("shape, area, perimeter, corners", [
    ("circle", pi * 9, 6 * pi, 2 * pi), ("square", 36, 24, 4), ("ell", 48, 32, 5)])
def test_outlines_are_cut_out(seen, shape, area, perimeter, corners):
    """By a cell of 0.25 m along the outline, as a bake is."""
    exact, with_radius = seen[shape]
    assert exact == pytest.approx(area, abs=0.25 * perimeter)
    assert with_radius == pytest.approx(area + 0.5 * perimeter, abs=0.25 * (perimeter + 4) + corners * 0.25)


def test_what_is_above_or_does_not_affect_cuts_nothing(seen):
    assert seen["above"] == seen["doesn't affect"] == 0
    assert seen["turned and scaled"] == pytest.approx(144, abs=0.25 * 48)


def test_carving_rebakes_the_tiles_that_are_touched(seen):
    area, counts = seen["carved"]
    assert area == pytest.approx(pi * 2.5 ** 2, abs=4) and counts == [1]
    area, counts = seen["carved elsewhere"]
    assert area == pytest.approx(pi * 2.5 ** 2, abs=4) and counts == [1, 2]
    assert seen["filled"] == [0, 3]


def test_a_bar_shuts_the_way_while_it_is_there(seen):
    assert seen["shut"] == [FAILURE, 2]
    assert seen["open"] == [RUNNING, 1]


@pytest.mark.parametrize("what", ["avoided", "avoided, moving"])
def test_agents_keep_clear(seen, what):
    arrived, nearest, radii = seen[what]
    assert arrived and nearest > radii - 0.1


def test_agents_of_a_crowd_node_keep_clear_too(seen):
    arrived, nearest = seen["in a crowd"]
    assert arrived and nearest > 1.3


def test_areas_cost_what_the_baker_says(seen):
    straight, dear, too_dear = seen["lengths by cost"]
    assert straight == pytest.approx(24, abs=0.01) and dear == pytest.approx(24, abs=0.3)
    assert too_dear > 28
    assert seen["costs"] == pytest.approx([1, 1, 1, 1, 1, 10])
    assert seen["not walkable"] > 120 and seen["not enabled"] == 0


def test_a_body_gives_its_floor_an_area(seen):
    assert seen["round the slab"] > 28


def test_bad_values_cost_a_line_each_and_change_nothing(seen):
    assert seen["bad"] == [4, 0, 1, True, 0]
    lines = [line for line in seen["run"].output.splitlines() if "/Bad/" in line]
    assert len(lines) == 6
    for word in ("no outline", "vertex 0", "radius", "layer", "size", "area"):
        assert any(word in line for line in lines)
