"""Values of a NavMeshBaker that have the names of NavigationRegion3D's and NavigationMesh's, and bakes by them."""
import pytest

from tests.engine.scenarios import Scenarios

scenario = Scenarios("region_words.gd")


@scenario("values_are_kept")
def test_what_is_set_is_kept(seen):
    assert seen["lost"] == []
    assert (seen["parsed_geometry_type"], seen["collision_mask"]) == (2, 5)         # set by their other names
    assert (seen["source_geometry_mode"], seen["source_group_name"]) == (1, "ground")
    assert seen["navigation_layers with 1, without 2"] == 5
    assert seen["layer 3"] is True and seen["layer 2"] is False
    assert seen["collision_mask with 32"] == 5 | 1 << 31


@scenario("plane")
def test_a_plane_has_four_corners_at_once(seen):
    assert seen["polygons"] == 1 and seen["vertices"] == 4 and seen["baking"] is False
    assert seen["polygons at each navigation_mesh_changed"] == [1]
    assert seen["bounds"] == pytest.approx({"begin in z": 2.5, "end in z": 11.5, "width in x": 9.0})


@scenario("box_limits_the_bake", "box_limits_a_bake_in_tiles")
def test_only_what_is_in_the_box_is_baked(seen):
    assert seen["bounds"] == pytest.approx({"begin in x": -3, "end in x": 7, "begin in z": -4, "end in z": 4})
    assert seen["area"] == pytest.approx(80)


@scenario("bad_values", expected=["ERROR: /root/.*/Limits/", "layer_number must be 1 to 32"])
def test_bad_values_are_refused(seen):
    assert seen["box is as before"] and seen["navigation_layers"] == 1


@scenario("bad_values")
def test_wrong_costs_are_named_and_the_others_count(seen):
    seen.expect({"area_costs": [1, 2, 1, 1, 5], "area_costs of too many": 64})
    assert "not those of area 2 (-1), 3 (nan), which cost 1 now" in seen.lines_with("area_costs must be")[0]
    assert len(seen.lines_with("area_costs has 70 numbers, but area ids are 0 to 63")) == 1
