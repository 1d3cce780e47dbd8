"""The ground between bakers of the plane whose outlines touch: it is what one baker would make of both outlines."""
import math

import pytest

from tests.engine.scenarios import Scenarios

scenario = Scenarios("plane_seams.gd")
RADIUS = 10         # pixels, of the first bake


@scenario("walls")
@pytest.mark.parametrize("thickness", ["0.5", "1.0", "2.0", "4.0", "8.0", "16.0"])
def test_no_way_leads_through_a_wall_nor_a_door_that_is_too_narrow(seen, thickness):
    assert seen[thickness] == [24, 30, 60]


@scenario("post")
def test_a_post_on_the_line_keeps_its_distance(seen):
    """Round corners are off the circle by a 16th of the radius at most."""
    assert seen["crossable"] and seen["nearest"] > RADIUS * 15 / 16 - 0.5


@scenario("radii")
@pytest.mark.parametrize("radii", ["[10, 20]", "[20, 20]", "[10, 0]", "[0, 0]"])
def test_bakers_of_any_radii_are_joined(seen, radii):
    assert seen[radii]


@scenario("owners")
def test_each_half_is_its_neighbors(seen):
    assert seen["crossable"] and seen["end of layer 1"] == seen["end of layer 2"] == pytest.approx(500, abs=0.01)
    around = 2 * (math.dist((500, 100), (300, 200)) + 100)
    assert seen["around the lava"] == pytest.approx(around, rel=0.03)


@scenario("properties_change")
def test_seams_follow_layers_and_costs_and_what_is_enabled(seen):
    assert seen["wrong"] == [] and min(seen["ways"]) > 50


@scenario("engine_polygons")
def test_polygons_of_the_engine_are_joined_where_its_map_joins_them(seen):
    """Nobody knows what they keep from walls: a resource has an agent_radius of 10 pixels also if its polygons end at walls."""
    assert all(ours == theirs for ours, theirs in seen.values())
    assert [what for what, (ours, _theirs) in seen.items() if ours] == ["drawn, 0.0", "drawn, 0.5", "drawn, 0.9"]
