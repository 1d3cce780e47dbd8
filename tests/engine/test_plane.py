"""Two-dimensional levels, in pixels: bakes, agents, links, obstacles, crowds and questions."""
import math

import pytest

from tests.engine.godot_run import PROJECT, ROOT
from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, Scenarios, run_all

scenario = Scenarios("plane.gd")
START, GOAL = (50, 100), (950, 550)
ENDS = (380, 400), (420, 400), (580, 200), (620, 200)           # of the two walls


def length_through(*points):
    return sum(math.dist(a, b) for a, b in zip(points, points[1:]))


def bounds_of_the_way():
    """Of the shortest way from START to GOAL, 10 away from walls: with no distance at all, and with square corners for round ones."""
    outside = (370, 410), (430, 410), (570, 190), (630, 190)
    return length_through(START, *ENDS, GOAL), length_through(START, *outside, GOAL)


@scenario("bakes")
def test_a_bake_is_exact(seen):
    seen.expect({"class": "NavMeshData2D", "islands": 1, "on the floor": True, "in a wall": False, "closest": True})
    assert seen["area"] == pytest.approx(seen["expected"], abs=0.1)         # square pixels


@scenario("walks")
def test_an_agent_drives_its_body(seen):
    seen.expect({"at first": RUNNING, "corners apart from walls": True, "status": SUCCESS, "turned": 0, "signals": [1, 1, 1, True]})
    low, high = bounds_of_the_way()
    assert low < seen["length"] < high and seen["sum"] == pytest.approx(seen["length"], abs=1e-3)
    assert seen["fastest"] == pytest.approx(100, abs=1e-3) and seen["off the target"] < 0.1
    assert seen["length"] / 100 - 0.3 < seen["seconds"] < seen["length"] / 100 + 1.5


@scenario("a_script_drives")
def test_a_script_drives_its_body(seen):
    seen.expect({"target": "(950.0, 550.0)", "arrived": True, "reached": True, "near": True})


@scenario("scales")
def test_a_level_is_the_same_at_any_scale(seen):
    lengths = [seen[f"length {factor}"] for factor in (0.25, 1.0, 16.0)]
    assert [seen[f"status {factor}"] for factor in (0.25, 1.0, 16.0)] == [SUCCESS] * 3
    assert lengths == pytest.approx([lengths[1]] * 3, rel=1e-6)


@scenario("defaults_arrive")
def test_agents_arrive_at_any_speed_and_tick(seen):
    seen.expect({"failed": []})


@scenario("first_values")
def test_first_values_are_the_engines(seen):
    seen.expect({"other": {"avoidance_enabled": [False, True], "path_search_max_polygons": [4096, 0],
                           "target_desired_distance": [10, 24]}, "max_speed": 100,
                 "neighbor_distance": 500, "max_acceleration": 240, "max_deceleration": 480})


@scenario("fits_speed")
def test_first_accelerations_fit_the_speed(seen):
    for speed in (20, 100, 500, 2000):
        seen.expect({f"kept {speed}.0 240.0": 240})
        # To full speed in 100/240 s, to rest in half of it; arrived 20 pixels before the end.
        assert seen[f"{speed}.0 240.0"] == pytest.approx(776 / speed + (100 / 240 + 100 / 480) / 2, abs=0.15)
    to_the_end = math.sqrt(2 * 24 / (5 * 480))         # seconds of braking over target_desired_distance, which a crowd's walk counts
    assert seen["crowd"] == pytest.approx(seen["500.0 240.0"] + to_the_end, abs=0.1)
    assert seen["500.0 200.0"] == pytest.approx(776 / 500 + (500 / 200 + 100 / 480) / 2, abs=0.15)


@scenario("limits_scripts")
def test_a_scripts_velocity_is_limited(seen):
    seen.expect({f"fastest {speed}.0": pytest.approx(speed) for speed in (56, 100, 300)})


def project(pixels):
    return {"project.godot": f"{PROJECT}[navpy]\n2d/pixels_per_meter={pixels}\n"}


def test_a_level_of_another_size_is_the_same_with_a_setting(start_godot):
    """To the bit, with the first values."""
    tracks = set()
    for pixels in (4, 16, 256):
        seen = run_all(start_godot, Scenarios("plane.gd", files=project(pixels)), ["units"])["units"].check()
        seen.expect({"pixels": pixels, "reverts to": 16, "radius": 10 * pixels / 16, "baked for": 10 * pixels / 16, "arrived": True})
        tracks.add(seen["track"])
    assert len(tracks) == 1


@pytest.mark.parametrize("value", ["100", "0", "2048", '"16"'])
def test_a_setting_that_is_no_power_of_two_is_refused(run_godot, value):
    radius = 'ClassDB.class_get_property_default_value("NavAgent2D", "radius")'
    script = f'extends SceneTree\nfunc _init():\n\tprint("radius ", {radius})\n\tquit()\n'
    done = run_godot(script, files=project(value), expected=["navpy/2d/pixels_per_meter"])
    assert "pixels_per_meter must be a power of two from 1 to 1024: 16 is used" in done.output and "radius 10.0" in done.output


@scenario("turn_ahead")
def test_turn_ahead_is_from_the_front_of_a_body_in_the_plane(seen):
    for front, turn in {0: 90, 90: 180, 180: -90, -90: 0, -45: 45}.items():
        assert abs(seen[f"from {front}"]) == pytest.approx(abs(turn), abs=0.1) and (turn == 180 or seen[f"from {front}"] * turn >= 0)


@scenario("thrown_back")
def test_a_body_that_its_script_moves_later_is_no_two_bodies(seen):
    seen.expect({"jerks": [0, 0], "arrived": True})


@scenario("seen_from_the_side")
def test_a_script_jumps_where_a_platformer_has_links(seen):
    for goal in ("1000.0", "50.0", "570.0"):
        assert (seen[f"request {goal}"], seen[f"arrived {goal}"]) == (RUNNING, True) and seen[f"miss {goal}"] < 2
    assert seen["jumps"] == 3 and seen["floats"] < 3 * 60


@scenario("links")
def test_a_link_leads_through_a_wall(seen):
    seen.expect({"without": False, "global": "(460.0, 300.0)", "with": True, "arrived": True})


@scenario("obstacles")
def test_obstacles_are_cut_out(seen):
    seen.expect({"vertices": True, "cut out": [False, False, True], "freed": True})
    assert seen["round"] == pytest.approx(150 - 50 - 10, abs=0.3)


@scenario("questions")
def test_a_script_asks_the_map(seen):
    seen.expect({"class": "NavPath2D", "hit": [True, "(370.0, 100.0)", "(-1.0, 0.0)", 320.0], "to the wall": 70, "far": math.inf,
                 "nobody": "(inf, inf)", "batch": [35, True], "random": True, "blocked": False})        # 35: PackedVector2Array
    assert seen["sum"] == pytest.approx(seen["length"], abs=1e-3)


@scenario("crowds")
def test_a_crowd_walks_and_is_drawn(seen):
    seen.expect({"places": True, "failed": 0, "speeds": True, "format": 0, "is never culled": True, "own bounds": [20, True]})
    assert seen["seconds"] < 16 and seen["closest"] > 19 and seen["drawn"] < 1e-3 and seen["front"] > 0.9


@scenario("worlds")
def test_worlds_do_not_see_each_other(seen):
    straight, around = seen["lengths"]
    assert straight == 800 and around > 1200


@scenario("frames")
def test_turned_and_scaled_levels(seen):
    seen.expect({"inside": [True, False, True, False, True]})


@scenario("mistakes", expected=["nothing was baked: (there is no outline|no floor is left)", r"outlines\[0\] is left out",
                                "radius must be finite", "set_filter takes a NavFilter2D, and was given another resource",
                                r"the target \(nan, 0\) is not a place"])
def test_mistakes_are_told_in_pixels(seen):
    seen.expect({"no body": "the NavAgent2D isn't in the scene tree under a Node2D", "no outline": False, "not finite": True,
                 "no navmesh": "there is no navmesh here: add a NavMeshBaker2D to the scene and bake it", "the other one": 12,
                 "target": "the target has a coordinate that is not finite", "radius": 10,
                 "too narrow": [False, 12], "filter": True, "reason": 0,
                 "far": "the target is 1010.0 px off the navmesh: request NavMap2D.of(self).closest_point(target) instead"})


@scenario("both")
def test_two_and_three_dimensions_at_once(seen):
    seen.expect({"two": True, "three": FAILURE, "reason": 2})           # 2: NO_NAVMESH


@scenario("members")
@pytest.mark.parametrize("theirs, lacks", [
    ("NavigationAgent2D", []),
    ("NavigationLink2D", ["get_rid", "set_navigation_map", "get_navigation_map"]),
    ("NavigationObstacle2D", ["get_rid", "set_navigation_map", "get_navigation_map"]),
    ("NavigationRegion2D", ["get_rid", "set_navigation_polygon", "get_navigation_polygon", "set_navigation_map", "get_region_rid",
                            "set_use_edge_connections", "get_use_edge_connections", "navigation_polygon", "use_edge_connections"]),
])
def test_every_member_of_the_engines_nodes_is_there_or_the_page_says_why_not(seen, theirs, lacks):
    assert sorted(seen[theirs]) == sorted(lacks)
    others = ["bake_navigation_polygon", "bake_finished"] if theirs == "NavigationRegion2D" else []
    assert [name for name, _, _ in seen[f"{theirs}, other types"]] == others
    page = (ROOT / "docs/guides/two-dimensions.md").read_text().partition("## Members that are missing")[2].partition("\n## ")[0]
    row = next((line for line in page.splitlines() if line.startswith(f"| `{theirs}`")), "")
    assert [name for name in lacks if f"`{name}`" not in row] == []


@scenario("path_result")
def test_the_result_of_a_path(seen):
    seen.expect({"points": True, "owner": "NavMeshBaker2D", "without flags": [0, 0, 0]})
    assert seen["length"][0] == pytest.approx(seen["length"][1], abs=1e-3) and len(set(seen["counts"])) == 1


@scenario("boxes")
def test_rectangles_stand_for_boxes(seen):
    seen.expect({"bounds": "[P: (10.0, 10.0), S: (980.0, 580.0)]", "all": True, "one": True, "circle": True})


@scenario("bake_again")
def test_after_cancel_bake_the_next_bake_may_begin_at_once(seen):
    seen.expect({"ended": True, "finished": [False, False, False, True], "baked": 12})


@scenario("link_is_freed")
def test_a_link_that_is_freed_is_not_reached_again(seen):
    seen.expect({"on it": True, "arrived": True, "owners": [True], "paths": 2})


@scenario("bakers_side_by_side")
def test_bakers_whose_outlines_touch_are_joined(seen):
    seen.expect({"reachable": [True, False], "arrived": True, "touching": True})
    assert seen["length"] == pytest.approx(math.dist((300, 100), (800, 500)), rel=0.01)
    assert seen["slowest"] > 95 and seen["least turn"] > 0.95


def test_the_map_may_be_what_is_asked_for_first(run_godot):
    """Before any node of ours is made."""
    run_godot("""extends SceneTree
func _initialize():
	var region := NavigationRegion2D.new()
	root.add_child(region)
	await physics_frame
	print("RESULT ", NavMap2D.of(region).is_empty())
	quit()
""")


@scenario("outlines_that_move")
@pytest.mark.parametrize("way, least", [("(-1.0, 0.0)", 5), ("(0.0, 1.0)", 5), ("(0.0, -2.0)", 0)])    # it is faster than the agent
def test_agents_get_out_of_the_way_of_an_outline(seen, way, least):
    walk = seen[f"by {way}"]
    assert walk["status"] == SUCCESS and walk["inside"] == 0 and walk["turns"] <= 1 and walk["nearest"] > least
    assert seen["past one that was put there"]
