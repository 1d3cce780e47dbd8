"""NavMap, NavPath and NavFilter: changes while they are at work, and what nobody should ask."""
import math

from tests.engine.scenarios import FAILURE, RUNNING, Scenarios

scenario = Scenarios("hostile_map.gd")


@scenario("map_changes_under_searches")
def test_a_search_is_of_the_map_as_it_is_when_it_ends(seen):
    seen.expect({"wrong": [0, 0, 0]})


@scenario("filter_changes_under_searches")
def test_a_search_is_by_the_filter_as_it_is_when_it_ends(seen):
    seen.expect({"blocks": 0, "radius": 0, "still searching while the filter changes in each frame": 0})


@scenario("another_navmesh_of_the_same_version")
def test_another_navmesh_of_the_same_version(seen):
    seen.expect({"wrong": 0})


@scenario("forgotten_under_way")
def test_who_walks_on_what_is_forgotten(seen):
    seen.expect({"walks": RUNNING, "forgotten": FAILURE})


@scenario("reach_over_triangles")
def test_triangles_with_sides_of_one_length_are_cut(seen):
    seen.expect({"isosceles": True, "square on a slope": True})


@scenario("radius_of_all_questions")
def test_the_radius_of_a_filter_counts_in_all_questions_for_a_way(seen):
    seen.expect({"status": False, "reachable": [False, True, True], "reachable without": [True, True, True],
                 "distances": [math.inf, True], "nearest": [-1, 1]})


@scenario("shapes_and_margins", expected=["must be convex"])
def test_shapes_and_margins(seen):
    seen.expect({"star": 0, "both ways round": [1, 1], "far": [True, False, True, False, False], "boxes": [0, 1],
                 "polygons": [False, False, False, True]})


@scenario("all_at_once")
def test_nothing_crashes_or_leaks(seen):
    seen.expect({"gone": 2})
