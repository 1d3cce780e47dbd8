"""Debug → Visible Navigation: the overlay draws navmeshes, corridors, velocities and words; agents draw their paths themselves."""
from tests.engine.scenarios import Scenarios

scenario = Scenarios("overlays.gd", args=["--debug-navigation"])
without = Scenarios("overlays.gd")
corridor = Scenarios("corridors.gd", args=["--debug-navigation"])


@scenario("overlay_is_there", "overlay_comes_back")
def test_it_comes_by_itself_and_comes_back(seen):
    assert seen["there"] is True


@without("overlay_is_there")
def test_a_game_without_it_draws_nothing(seen):
    assert seen["there"] is False


@scenario("what_is_drawn")
def test_it_draws_navmesh_and_velocities_but_no_path(seen):
    assert seen["surfaces of the navmesh"] == 2             # surface and edges
    assert seen["ends of lines"] == 4 and seen["lines begin at the agent"]          # desired and safe velocity
    assert seen["label"] == ""
    assert seen["label of who cannot go"] == seen["why"] != ""


@scenario("tiles_change")
def test_it_follows_changes_of_tiles(seen):
    corners = seen["corners"]
    assert corners["after"] != corners["before"] and corners["after"] == corners["of the navmesh"]


@scenario("goal_field")
def test_it_draws_a_goal_field(seen):
    seen.expect({"red and blue": [True, True], "arrows": [True, True], "follows": True, "none": 0})


@scenario("flow_field")
def test_it_draws_a_flow_field(seen):
    # 20 × 15 cells, 12 of them walls; at the goal there is no direction.
    seen.expect({"drawn": [288, 288, 287], "follows": 287, "none": 0, "freed": 0})


@scenario("areas_have_colors")
def test_areas_have_colors(seen):
    seen.expect({"inside": True, "outside": True, "differ": True})


@scenario("baker_is_switched_off")
def test_it_hides_what_is_switched_off(seen):
    assert seen["visible when off"] is False and seen["visible when on"] is True


@scenario("nodes_get_other_parents")
def test_it_follows_what_moves(seen):
    assert seen["surfaces of the navmesh"] == 2 and seen["label"] != ""


@scenario("another_world")
def test_it_leaves_other_worlds_alone(seen):
    assert seen["its navmesh is drawn"] is False


@scenario("another_world")
def test_nothing_is_left_of_who_is_gone(seen):
    assert seen["left when all are gone"] == {"surfaces": 0, "agents": 1, "nodes": 2}       # lines, bands


@corridor("corridor_of_a_path", "path_through_the_middles_of_edges")
def test_the_corridor_is_the_polygons_that_the_path_leads_through(seen):
    polygons = seen["polygons"]
    assert 3 <= polygons["drawn"] < polygons["all"]
    assert polygons["missing"] == 0 and polygons["too many"] == 0


@corridor("corridor_of_a_path")
def test_without_a_path_there_is_no_corridor(seen):
    assert seen["surfaces before there is a path"] == 0


@corridor("another_path")
def test_the_corridor_follows_the_path_and_is_made_once(seen):
    assert seen["drawn once"] and seen["drawn anew"]
    polygons = seen["polygons"]
    assert 1 <= polygons["drawn"] < polygons["all"]
    assert polygons["missing"] == 0 and polygons["too many"] == 0


@corridor("navmesh_is_baked_again")
def test_the_corridor_follows_the_navmesh(seen):
    assert seen["drawn anew"]


@corridor("agent_is_not_to_be_seen")
def test_no_corridor_is_drawn_of_who_is_not_to_be_seen(seen):
    assert seen["switched off"] == seen["freed"] == {"corridors": 0, "paths": 0}
    assert seen["switched on"] == {"corridors": 1} and seen["corners outside the tree"] == 0
