"""A ramp less steep than agent_max_slope is walked, with the settings as they are."""
import math

import pytest

from navpy.bake.pipeline import bake
from navpy.bake.settings import BakeSettings


def islands_with_ramp(degrees, turned, **settings):
    """Floor, ramp and a platform 2 m up in a row, turned about Y."""
    run = 2.0 / math.tan(math.radians(degrees))
    rows = [(-8.0, 0.0), (0.0, 0.0), (run, 2.0), (run + 6.0, 2.0)]
    c, s = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    vertices = [(c * x - s * z, y, s * x + c * z) for x, y in rows for z in (-3.0, 3.0)]
    triangles = [corners for i in (0, 2, 4) for corners in ((i, i + 1, i + 3), (i, i + 3, i + 2))]
    return bake(vertices, triangles, BakeSettings(**settings)).island_count


@pytest.mark.parametrize("turned", [0, 30, 45])
@pytest.mark.parametrize("degrees", [10, 20, 26, 27, 30, 35, 40, 44])
def test_ramps_join_floors(degrees, turned):
    assert islands_with_ramp(degrees, turned) == 1


@pytest.mark.parametrize("degrees", [30, 40, 44])
def test_fine_voxels(degrees):
    assert islands_with_ramp(degrees, 30, cell_size=0.1, cell_height=0.05) == 1


@pytest.mark.parametrize("degrees", [46, 60])
def test_steeper_ones_do_not(degrees):
    assert islands_with_ramp(degrees, 0) == 2
