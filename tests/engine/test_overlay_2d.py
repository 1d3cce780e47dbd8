"""Debug → Visible Navigation in two dimensions: the overlay draws navmeshes, links, obstacles, corridors, velocities and words on the
canvas of each node; agents draw their paths themselves."""
from tests.engine.scenarios import Scenarios

scenario = Scenarios("overlays_2d.gd", args=["--debug-navigation"])
without = Scenarios("overlays_2d.gd")


@scenario("overlay_is_there", "overlay_comes_back")
def test_it_comes_by_itself_and_comes_back(seen):
    assert seen["there"] is True and not seen.get("that of space")


@without("overlay_is_there")
def test_a_game_without_it_draws_nothing(seen):
    seen.expect({"there": False})


@scenario("goal_field")
def test_it_draws_a_goal_field(seen):
    seen.expect({"drawn": [True] * 4, "none": [0, 0]})


@scenario("flow_field")
def test_it_draws_a_flow_field(seen):
    # 20 × 15 cells, 12 of them walls; at the goal there is no direction.
    seen.expect({"drawn": [288, 288, 287], "red and blue": ["(1.0, 0.1, 0.1, 0.65)", True], "follows": 287,
                 "none": [0, 0], "freed": False})


@scenario("what_is_drawn")
def test_it_draws_navmesh_corridor_and_velocities(seen):
    seen.expect({"navmesh": [True] * 4, "ends of lines": 4, "lines begin at the agent": True, "corridor": True, "made once": True,
                 "text": "",
                 "switched off": [0, 0]})
    assert seen["text of who cannot go"] == seen["why"] != ""


@scenario("navmesh_changes")
def test_it_follows_bakes_and_the_baker(seen):
    seen.expect({"changed": True, "as the navmesh": True, "corridor as the agent's": True, "as other tiles": True, "disabled": 0,
                 "enabled": True, "moved": True})


@scenario("links_and_obstacles")
def test_it_draws_links_and_obstacles_where_they_are(seen):
    seen.expect({"link": ["(360.0, 300.0)", "(440.0, 300.0)", 2 + 4 + 8], "link changed": ["(350.0, 300.0)", 2 + 4 + 4],
                 "circle": True, "outline": True,
                 "hidden": False})


@scenario("canvases")
def test_every_node_is_drawn_on_its_own_canvas(seen):
    seen.expect({"of the level": True, "of another world": [True, True], "of a layer": True, "with another parent": True})


@scenario("nodes_go")
def test_nothing_is_left_of_who_is_gone(seen):
    seen.expect({"without the baker": [2, 0], "left": 1, "again in the tree": 1})
