"""Thin plates on a floor: seen from above, the ground has the plate's area, whatever its height and the order of the triangles."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import navpy
from navpy.api.baking.bakes import bake_stages
from tests.make_solids import box, level, plane

SIDE = 16.0
LOW, HIGH = (4.0, 5.0), (11.0, 12.0)        # x and z of the plate's corners
SWAMP, GROUND = 5, 63
INSIDE = [(x, z) for x in (5.0, 7.5, 10.0) for z in (6.0, 8.5, 11.0)]
OUTSIDE = [(x, z) for x in np.arange(1.5, 15, 1.5) for z in np.arange(1.5, 15, 1.5) if not (3 <= x <= 12 and 4 <= z <= 13)]


def plate(top, thickness):
    return box((LOW[0], top - thickness, LOW[1]), (HIGH[0], top, HIGH[1])) if thickness else plane(LOW, HIGH, top)


def bake(floor_y, top, thickness, area, floor_area=GROUND, order=None, tilt=0.0, **options):
    """A floor with a plate on it, tilted along x."""
    ground, cover = plane((0, 0), (SIDE, SIDE), floor_y), plate(top, thickness)
    vertices, triangles = level(ground, cover)
    vertices[:, 1] += tilt * vertices[:, 0]
    areas = np.repeat(np.array([floor_area, area], np.uint8), [len(ground[1]), len(cover[1])])
    order = np.arange(len(triangles)) if order is None else np.array(order(len(triangles)))
    return navpy.bake(vertices, triangles[order], navpy.BakeSettings(**dict(agent_radius=0.0) | options), areas=areas[order])


def areas_at(mesh, places, y, tilt=0.0):
    """The areas of the ground at places of the plan, 0 where there is none."""
    areas, found = mesh.areas, [mesh.nearest((x, y + tilt * x, z), (0.1, 2.0, 0.1)) for x, z in places]
    return {0 if near is None else areas[near[0]] for near in found}


@settings(max_examples=60, deadline=None)
@given(st.floats(0, 1), st.one_of(st.just(0.0), st.floats(0, 0.9)), st.sampled_from([0.0, 0.02, 0.05, 0.1]),
       st.sampled_from([0, SWAMP, 40]), st.sampled_from([GROUND, 41]), st.randoms(use_true_random=False), st.sampled_from([0.1, 0.25]),
       st.sampled_from([0.0, 0.3]))
def test_the_ground_is_what_the_plate_on_it_is(floor_y, height, thickness, area, floor_area, random, cell_height, tilt):
    top = floor_y + height
    mesh = bake(floor_y, top, thickness, area, floor_area, lambda count: random.sample(range(count), count), tilt,
                cell_height=cell_height, agent_max_climb=0.25 if tilt == 0.0 else 0.5)
    assert areas_at(mesh, INSIDE, top, tilt) == {area}
    assert areas_at(mesh, OUTSIDE, floor_y, tilt) == {floor_area}


@pytest.mark.parametrize("height, expected", [(0.0, 9), (0.2, 9), (0.3, 40)])
def test_of_two_areas_in_one_voxel_the_lower_one_counts_and_else_the_higher_floor(height, expected):
    assert areas_at(bake(0.0, height, 0.0, 40, 9), INSIDE, 0.0) == {expected}


def test_a_wall_on_a_floor_does_not_close_it():
    """Only a floor is closed by the area 0: the sides of a plate of ground are no floor."""
    mesh = bake(0.0, 0.3, 0.3, GROUND, 0)
    assert areas_at(mesh, INSIDE, 0.3) == {GROUND} and areas_at(mesh, OUTSIDE, 0.0) == {0}


def test_a_level_of_closed_floors_says_why_it_is_empty():
    stages = bake_stages(*plane((0, 0), (SIDE, SIDE), 0.0), areas=np.zeros(2, np.uint8))
    assert stages.mesh.polygon_count == 0 and "or have the area 0" in stages.warnings[0]
