import math

import numpy as np
import pytest
from hypothesis import given, strategies as st

from navpy.baking.settings import FIELDS, BakeSettings


def test_defaults_are_valid_and_are_godots():
    settings = BakeSettings()
    settings.validate()
    assert settings.as_dict() == dict(
        cell_size=0.25, cell_height=0.25, agent_height=1.5, agent_radius=0.5, agent_max_climb=0.25, agent_max_slope=45.0,
        region_min_size=2.0, region_merge_size=20.0, edge_max_length=0.0, edge_max_error=1.3, vertices_per_polygon=6,
        detail_sample_distance=6.0, detail_sample_max_error=1.0, sample_partition_type=0,
        link_drop_height=0.0, link_climb_height=0.0, link_jump_distance=0.0, tile_size=0, border_size=0.0,
        filter_low_hanging_obstacles=True, filter_ledge_spans=True, filter_walkable_low_height_spans=True,
        filter_enclosed_spaces=True, filter_median_areas=False)


def test_every_row_says_what_a_property_needs():
    for field in FIELDS:
        assert field.type in (float, int, bool) and type(field.default) is field.type
        assert field.doc.endswith(".") and len(field.doc) > 10
        if field.type is not bool:
            assert field.minimum <= field.default <= field.maximum and field.step > 0


def test_voxel_values_of_the_defaults():
    s = BakeSettings()
    assert (s.height_vx, s.climb_vx, s.radius_vx, s.edge_max_length_vx, s.region_min_area, s.region_merge_area) == (6, 1, 2, 0, 4, 400)


@pytest.mark.parametrize("meters, cells", [(0.0, 0), (0.1, 1), (0.25, 1), (0.26, 2), (1.0, 4)])
def test_a_border_is_rounded_up_to_cells(meters, cells):
    assert BakeSettings(border_size=meters).border_vx == cells


def test_a_border_is_for_a_bake_in_one_piece():
    with pytest.raises(ValueError, match="border_size.*tile_size"):
        BakeSettings(border_size=1.0, tile_size=32).validate()


def test_voxel_values_of_the_recast_demo():
    s = BakeSettings(cell_size=0.3, cell_height=0.2, agent_height=2.0, agent_radius=0.6, agent_max_climb=0.9,
                     region_min_size=8, edge_max_length=12)
    assert (s.height_vx, s.climb_vx, s.radius_vx, s.edge_max_length_vx, s.region_min_area) == (10, 4, 2, 40, 64)


@given(st.integers(1, 700), st.sampled_from([0.05, 0.1, 0.2, 0.25, 0.3, 0.7]), st.booleans())
def test_whole_numbers_of_cells_survive_float_noise(cells, size, single):
    number = np.float32 if single else float
    s = BakeSettings(cell_size=number(size), cell_height=number(size), agent_height=number(cells * size),
                     agent_radius=number(cells * size), agent_max_climb=number(cells * size), edge_max_length=number(cells * size))
    assert s.height_vx == s.radius_vx == s.climb_vx == s.edge_max_length_vx == cells


    s = BakeSettings(cell_size=0.2, cell_height=0.2, agent_height=1.5, agent_radius=0.5, agent_max_climb=0.5, edge_max_length=0.5)
    assert (s.height_vx, s.radius_vx, s.climb_vx, s.edge_max_length_vx) == (8, 3, 2, 2)
    assert BakeSettings(edge_max_length=0.01).edge_max_length_vx == 1      # 0 would mean no limit


@pytest.mark.parametrize("overrides, message", [
    (dict(cell_size=0), "cell_size: must be in 0.001 … 500.0 m, is 0.0"),
    (dict(cell_height=-1), "cell_height: .*is -1.0"),
    (dict(agent_radius=float("nan")), "agent_radius: .*is nan"),
    (dict(agent_height=float("inf")), "agent_height: .*is inf"),
    (dict(agent_max_slope=90.5), "agent_max_slope: must be in 0.0 … 90.0 degrees, is 90.5"),
    (dict(vertices_per_polygon=2), "vertices_per_polygon: must be in 3 … 255, is 2"),
    (dict(vertices_per_polygon=10 ** 400), "vertices_per_polygon: must be in 3 … 255"),
    (dict(edge_max_error=-0.1), "edge_max_error: .*is -0.1"),
    (dict(cell_height=0.001, agent_height=100.0), "agent_height 100.0 m is 100000 voxels, the limit is 65535"),
    (dict(cell_size=0.001, agent_radius=100.0), "agent_radius 100.0 m is 100000 voxels, the limit is 32767"),
])
def test_bad_values_and_combinations_are_named(overrides, message):
    with pytest.raises(ValueError, match=message):
        BakeSettings(**overrides).validate()


@pytest.mark.parametrize("overrides, remark", [
    (dict(agent_radius=0.2), "agent_radius 0.2 m is rounded up to one cell of 0.25 m: "),
    (dict(agent_height=0.2, agent_max_climb=0.0), "agent_height 0.2 m is rounded up to one cell height of 0.25 m"),
    (dict(cell_height=0.1), "agent_max_climb 0.25 m is rounded down to 0.2 m, 2 × cell_height: make cell_height 0.0625 m, "),
    (dict(cell_height=0.5), "agent_max_climb 0.25 m is rounded down to 0 m, 0 × cell_height: make cell_height 0.25 m, "),
    (dict(agent_max_climb=1.5), "agent_max_climb 1.5 m is not below agent_height 1.5 m: "),
])
def test_what_is_rounded_is_told_and_baked(overrides, remark):
    settings = BakeSettings(**overrides)
    settings.validate()
    told, = settings.remarks()
    assert told.startswith(remark)
    assert not BakeSettings().remarks() and not BakeSettings(cell_size=np.float32(0.3), agent_radius=0.3).remarks()


def test_voxels_of_what_is_below_one():
    s = BakeSettings(agent_radius=0.01, agent_height=0.0, agent_max_climb=0.2)
    assert (s.radius_vx, s.height_vx, s.climb_vx) == (1, 1, 0)


def test_edges_of_the_allowed_range():
    BakeSettings(agent_radius=0).validate()
    BakeSettings(agent_radius=0.25, agent_height=0.5, agent_max_slope=0, vertices_per_polygon=3).validate()
    BakeSettings(cell_size=np.float32(0.3), agent_radius=0.3).validate()


@pytest.mark.parametrize("name, closest", [("agent_raduis", "agent_radius"), ("cellsize", "cell_size"),
                                           ("filter_ledges", "filter_ledge_spans"), ("max_slope", "agent_max_slope")])
def test_an_unknown_name_is_refused_with_the_closest_known_one(name, closest):
    with pytest.raises(TypeError, match=f"has no setting '{name}'; did you mean '{closest}'"):
        BakeSettings(**{name: 1})
    with pytest.raises(AttributeError, match=f"has no setting '{name}'; did you mean '{closest}'"):
        setattr(BakeSettings(), name, 1)


@pytest.mark.parametrize("name, value", [("cell_size", "0.3"), ("cell_size", None), ("vertices_per_polygon", 4.5),
                                         ("filter_ledge_spans", 2), ("filter_ledge_spans", "no"), ("agent_height", 10 ** 400)])
def test_values_of_another_type_are_refused(name, value):
    with pytest.raises(ValueError, match=f"{name}: must be an? (float|int|bool)"):
        BakeSettings(**{name: value})


def test_values_take_the_type_of_the_field():
    s = BakeSettings(cell_size=1, vertices_per_polygon=np.int64(4), filter_ledge_spans=np.False_)
    assert (type(s.cell_size), type(s.vertices_per_polygon), type(s.filter_ledge_spans)) == (float, int, bool)
    assert s.filter_ledge_spans is False


def test_equality_and_repr():
    assert BakeSettings() == BakeSettings() != BakeSettings(cell_size=0.3)
    assert BakeSettings() != "BakeSettings()"
    changed = BakeSettings(agent_radius=0.75, filter_ledge_spans=False)
    assert repr(changed) == "BakeSettings(agent_radius=0.75, filter_ledge_spans=False)"
    assert eval(repr(changed)) == changed
    assert repr(BakeSettings()) == "BakeSettings()"


# ---- senseless numbers ----

def senseless(field):
    """Values that no setting has: of another sign, beyond the limits, none at all."""
    if field.type is bool:
        return [2, -1, "yes", None, math.nan]
    found = [math.nan, math.inf, -math.inf, field.maximum + 1, None, "x", 1e300, -1e300]
    return found + [field.minimum - 1, 0.5 if field.type is int else -1e-9 + field.minimum]


@pytest.mark.parametrize("field", FIELDS, ids=[field.name for field in FIELDS])
def test_a_senseless_number_is_refused_where_it_is_given(field):
    """By the constructor and by an assignment, in one line that begins with its name; what was set before stays."""
    settings = BakeSettings()
    for value in senseless(field):
        with pytest.raises(ValueError) as made:
            BakeSettings(**{field.name: value})
        with pytest.raises(ValueError) as assigned:
            setattr(settings, field.name, value)
        text = str(made.value)
        assert text.startswith(f"{field.name}: must be ") and "\n" not in text and str(assigned.value) == text, (value, text)
    assert settings == BakeSettings()
