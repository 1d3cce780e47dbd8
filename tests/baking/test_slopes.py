"""A ramp no steeper than agent_max_slope is walked, with the settings as they are."""
import math

import pytest

from navpy.api.baking.bakes import bake_stages
from navpy.baking.settings import BakeSettings


def baked_ramp(degrees, turned, **settings):
    """Floor, ramp and a platform 2 m up in a row, turned about Y."""
    run = 2.0 / math.tan(math.radians(degrees))
    rows = [(-8.0, 0.0), (0.0, 0.0), (run, 2.0), (run + 6.0, 2.0)]
    c, s = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    vertices = [(c * x - s * z, y, s * x + c * z) for x, y in rows for z in (-3.0, 3.0)]
    triangles = [corners for i in (0, 2, 4) for corners in ((i, i + 1, i + 3), (i, i + 3, i + 2))]
    return bake_stages(vertices, triangles, BakeSettings(**settings))


def islands_with_ramp(degrees, turned, **settings):
    stages = baked_ramp(degrees, turned, **settings)
    assert not stages.warnings
    return stages.mesh.island_count


@pytest.mark.parametrize("turned", [0, 30, 45])
@pytest.mark.parametrize("degrees", [10, 20, 26, 27, 30, 35, 40, 44, 45])
def test_ramps_join_floors(degrees, turned):
    assert islands_with_ramp(degrees, turned) == 1


@pytest.mark.parametrize("degrees", [30, 40, 44])
def test_fine_voxels(degrees):
    assert islands_with_ramp(degrees, 30, cell_size=0.1, cell_height=0.05) == 1


@pytest.mark.parametrize("turned", range(0, 90, 5))
@pytest.mark.parametrize("degrees, climb", [(30, 0.25), (45, 0.25), (50, 0.5), (60, 0.5)])
def test_ramps_as_steep_as_the_limit(degrees, climb, turned):
    assert islands_with_ramp(degrees, turned, agent_max_slope=float(degrees), agent_max_climb=climb) == 1


@pytest.mark.parametrize("degrees", [45.01, 46, 60])
def test_steeper_ones_do_not(degrees):
    assert islands_with_ramp(degrees, 0) == 2


@pytest.mark.parametrize("tile_size", [0, 24])
@pytest.mark.parametrize("coarse, limit, mended", [
    (dict(cell_size=0.3, cell_height=0.2, agent_radius=0.6), 33.7, (dict(agent_max_climb=0.4), dict(cell_size=0.2))),
    (dict(cell_size=0.5, cell_height=0.25), 26.6, (dict(agent_max_climb=0.5), dict(cell_size=0.25))),
    (dict(agent_max_climb=0.2), 0.0, (dict(agent_max_climb=0.25),)),
])
def test_ramps_that_the_voxels_are_too_coarse_for_are_told_of_with_what_mends_it(coarse, limit, mended, tile_size):
    coarse["tile_size"] = tile_size
    if limit:
        assert islands_with_ramp(limit - 0.2, 0, **coarse) == 1
    for degrees in (limit + 5, 44):
        stages = baked_ramp(degrees, 0, **coarse)
        assert stages.mesh.island_count > 1 and len(stages.warnings) == 1
        assert stages.warnings[0].startswith(f"ramps steeper than {limit} degrees may be impassable")
    for other in mended:
        (name, value), = other.items()
        assert f"{name} at {'least' if name == 'agent_max_climb' else 'most'} {value} m" in stages.warnings[0]
        assert islands_with_ramp(44, 0, **dict(coarse, **other)) == 1
