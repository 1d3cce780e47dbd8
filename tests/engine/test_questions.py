"""NavMap: questions to a map, compared with the engine's own answers on the same ground."""
import math

import pytest

from tests.engine.scenarios import Scenarios

COMPLETE, PARTIAL, FAILED = 0, 1, 2             # NavPath.Status
NO_NAVMESH, BAKING, INVALID_INPUT = 2, 3, 4     # NavAgent.Reason
scenario = Scenarios("questions.gd")
NOWHERE = "(inf, inf, inf)"


@scenario("closest_points")
def test_closest_points_are_as_near_as_the_engine_s(seen):
    assert seen["batch differs"] == 0
    assert seen["worst difference of distance"] < 2e-3


@scenario("closest_points_to_segments")
def test_closest_points_to_segments(seen):
    assert seen["segments that hit"] == 40
    assert seen["hits that differ"] == 0
    assert seen["farther from the segment than the engine's"] < 2e-3


@scenario("paths")
def test_paths_are_never_longer_than_the_engine_s(seen):
    assert seen["statuses"] == [21, 39, 0]
    assert seen["longer than the engine's"] < 1e-3
    assert seen["between the ends"] < 2e-3
    assert seen["off the ground"] < 0.101


@scenario("lengths")
def test_lengths_are_those_of_paths(seen):
    assert seen["worst difference"] < 1e-3
    assert seen["off the navmesh"] == [[math.inf] * 2, -1]
    assert seen["nearest"]
    assert seen["paths"] == [True, False, True]


@scenario("reachable_area")
def test_reachable_area_is_where_paths_are_short(seen):
    assert seen["wrong"] == 0 and seen["worst cost"] < 1e-5
    assert seen["near the border"] < 4
    assert 60 < seen["area"] < math.pi * 81
    assert seen["all clockwise"] and seen["polygons"] and seen["is current"]
    assert not seen["is current after a change"] and seen["cost after a change"]


@scenario("reach_over_many_polygons")
def test_reachable_area_over_many_polygons(seen):
    assert seen["polygons"] == 1600 and seen["circle"]
    assert seen["corner"] == pytest.approx(39.5 * math.sqrt(2))


@scenario("reach_over_too_many_polygons", expected=["takes more than 30000 steps of the search"])
def test_reachable_area_holds_up_no_frame(seen):
    assert seen["polygons"] == 0 and 300 < seen["near"] < 400


@scenario("reach_where_areas_cost_more", expected=["more than 1024 polygons of areas that do not cost the same"])
def test_reachable_area_where_areas_cost_more(seen):
    assert seen["costs"] == pytest.approx([2, 9])
    seen.expect({"polygons": 2, "contains": [True, False], "too many": 0})


@scenario("walls_and_rays")
def test_walls_and_rays(seen):
    assert seen["to the wall"] == pytest.approx(2) and seen["beyond"] == math.inf
    seen.expect({"wall": [True, "(6.0, 0.0, 1.0)", "(-1.0, 0.0, 0.0)"], "ray": [True, "(6.0, 0.0, 0.0)", "(-1.0, 0.0, 0.0)", 6.0],
                 "free ray": [False, "(3.0, 0.0, 0.0)", 3.0], "ray from nowhere": True, "on": [True, False, True],
                 "normal": "(0.0, 1.0, 0.0)", "slope": 0.0})


@scenario("slope")
def test_slope_of_the_ground(seen):
    assert seen["slope"] == pytest.approx(0.3, abs=1e-6)
    assert seen["normal"] == [pytest.approx(-math.sin(0.3), abs=1e-6), pytest.approx(math.cos(0.3), abs=1e-6), 0]


@scenario("random_points")
def test_random_points(seen):
    assert seen["same"] and seen["same, by other NavMaps of the map"] and seen["off the mesh"] < 1e-4
    assert 20 < seen["on the island"] < 60
    seen.expect({"near": [200, True, True], "one": True})


@scenario("polygons")
def test_polygons_and_what_they_are(seen):
    assert seen["neighbors"][0] == seen["neighbors"][1]
    seen.expect({"owners": [True, True], "layers": [1, 4], "outline": 4, "center": "(3.0, 0.0, 0.0)", "area": 63, "box": True,
                 "circle": True,
                 "outline of a shape": True, "is there": True, "is there later": False, "version grew": True})


@scenario("no_map")
def test_without_a_map_every_question_has_an_answer(seen):
    seen.expect({"path": [FAILED, NO_NAVMESH, 0, False], "point": NOWHERE, "others": [NOWHERE, 0, True, 0, False, -1, math.inf, True],
                 "reach": 0})
    assert "add a NavMeshBaker" in seen["text"]


@scenario("wrong_questions", expected=["not inside the scene tree", "the node is null", "belongs to no map", "too many for one call",
                                       "as many of both", "there is no polygon", "must be convex"])
def test_wrong_questions_are_told(seen):
    seen.expect({"out of the tree": True, "null": True, "orphan": [NOWHERE, FAILED],
                 "nan": [NOWHERE, INVALID_INPUT, INVALID_INPUT, False, 0], "many": [0, 0, 0], "unequal": [], "no polygon": [0, 0],
                 "concave": []})


@scenario("map_that_is_gone")
def test_a_map_that_is_gone(seen):
    seen.expect({"before": "(0.0, 0.0, 0.0)", "after": NOWHERE, "path": NO_NAVMESH})


@scenario("async")
def test_searches_that_are_spread_over_frames(seen):
    seen.expect({"searching": True, "finished": 99, "differ from find_path": 0, "awaited": True})
    assert seen["canceled"] == [FAILED, "the search was canceled"]


@scenario("change_is_seen")
def test_a_change_is_seen_or_pending(seen):
    seen.expect({"not baked": NO_NAVMESH, "pending": [True, BAKING], "done": [False, 2], "pending or seen": True,
                 "path round the wall": 5, "changed was emitted": True, "baker gone": NOWHERE})


@scenario("threads_ask")
def test_threads_ask(seen):
    assert seen["all the same"]


@scenario("maps_of")
def test_where_a_map_is_got_from(seen):
    seen.expect({"agent": True, "world": True, "baker": True})
