"""Worlds that a NavMeshBaker streams from a file, against the same level as a whole."""
import re

from tests.engine.scenarios import FAILURE, FREED_BY_ITS_SIGNAL, RUNNING, SUCCESS, Scenarios

scenario = Scenarios("streaming.gd")

TILES = 48          # of the valley
WIDER = 1.06        # a route over gates may be so much longer than the shortest path


@scenario("as_the_whole")
def test_all_tiles_are_the_whole_navmesh(seen):
    seen.expect({"saved": True, "opening": True, "tiles": [TILES, TILES, 0], "same navmesh": True, "bytes": True,
                 "closed": [False, True, 0]})
    assert abs(seen["length"] - 1) < 1e-6


@scenario("crosses")
def test_an_agent_crosses_a_world_of_which_little_is_loaded(seen):
    whole = seen["whole"]
    assert whole["status"] == SUCCESS and whole["stood"] == 0
    for way in ("streamed", "back"):
        walk = seen[way]
        assert (walk["status"], walk["stood"]) == (SUCCESS, 0), walk["reason"]
        assert walk["off"] < 1.1 and walk["walked"] < WIDER * seen["shortest"]
        assert 0 < walk["most tiles"] < TILES / 2
        assert walk["turns"] < 1.5 * whole["turns"] + 45


@scenario("crowd_crosses")
def test_a_crowd_crosses_a_world_that_is_moved_and_turned(seen):
    assert seen["status"] == [SUCCESS] * 8, seen["why"]
    assert seen["off"] < 2.5
    assert 0 < seen["most tiles"]


@scenario("memory")
def test_loaded_tiles_keep_to_the_memory(seen):
    seen.expect({"starved": [True, TILES], "within": True, "here": True})


@scenario("waits_for_ground")
def test_an_agent_whose_ground_was_unloaded_waits_and_goes_on(seen):
    status, moved, why, has_target = seen["without ground"]
    assert (status, moved, has_target) == (RUNNING, 0, True) and "not loaded" in why
    seen.expect({"arrived": [SUCCESS, True]})


@scenario("no_way")
def test_a_target_that_no_way_leads_to_fails(seen):
    assert seen["yard"]["status"] == FAILURE and "another island" in seen["yard"]["reason"]
    assert seen["beyond"]["status"] == FAILURE and "off the navmesh" in seen["beyond"]["reason"]
    assert seen["near"]["status"] == SUCCESS


@scenario("questions")
def test_a_path_over_ground_that_is_not_loaded_is_partial_and_says_so(seen):
    partial, for_want, why, has_points, is_shorter = seen["far"]
    assert partial and for_want and has_points and is_shorter and "loaded" in why
    assert seen["end"] > 10
    assert seen["near"] is True


BAD = {
    "none.navworld": "there is no such file",
    "": "it is a folder",
    "empty.navworld": "too short",
    "text.navworld": "does not begin",
    "head.navworld": "header is damaged",
    "graph.navworld": "graph is damaged",
    "short.navworld": "ends before|too short",
}
TOLD = [rf"NavMeshBaker.*world_file user://{name}: .*({why}).*keeps its former navmesh" for name, why in BAD.items()]
NOT_SAVED = [r"save_world: user://no/folder/x.navworld: its folder is not there; nothing was written",
             r"save_world: : the path is empty; nothing was written"]


@scenario("bad_files", expected=[*TOLD, *NOT_SAVED])
def test_a_file_that_is_no_world_is_one_error_and_changes_nothing(seen):
    seen.expect({"kept": [True, False, True], "save": [False, False, False], "still there": True})
    for name, why in BAD.items():
        told = [line for line in seen.lines if re.search(rf"ERROR.*world_file user://{name}: ", line)]
        assert len(told) == 1 and re.search(why, told[0]), (name, told)


@scenario("saved_onto_what_is_no_file", expected=[
    "save_world: user://pipe.navworld: it is no regular file, or there is no permission; nothing was written",
    "save_world: user://folder.navworld: it is a folder; nothing was written"])
def test_a_world_takes_the_place_of_files_alone(seen):
    seen.expect({"made": 0, "saved": [False, False, True], "is a pipe": True, "parts": []})


@scenario("saved_through_links")
def test_a_world_takes_the_place_of_what_links_lead_to(seen):
    seen.expect({"linked": [0, 0, 0], "saved": [True, True], "links": [True, True, True], "same": True, "parts": []})


@scenario("damaged_tile", expected=[r"world_file user://valley.navworld: tile \(0, 0\) .*it is left out"])
def test_a_damaged_tile_is_left_out(seen):
    seen.expect({"rest": [TILES - 1, TILES, 0]})


@scenario("replaced_while_open", expected=[r"world_file user://valley.navworld: .*keeps its former navmesh"])
def test_a_file_may_be_replaced_while_it_is_open(seen):
    seen.expect({"by a rename": [True, True], "emptied": [False, True]})


@scenario("comes_and_goes", expected=[r"world_file user://none.navworld: there is no such file"])
def test_a_baker_comes_and_goes_at_any_time(seen):
    outside, back, (changes, loaded) = seen["outside"], seen["back"], seen["another"]
    assert outside == [False, True, 0] and back > 0
    assert changes == ["user://second.navworld"] and loaded == back


@scenario("freed_by_its_signal", expected=FREED_BY_ITS_SIGNAL)
def test_a_handler_of_tile_loaded_frees_the_baker(seen):
    seen.expect({"navmesh_changed": False, "tile_loaded": False, "tiles_changed": False})


@scenario("with_other_bakers")
def test_streamed_worlds_beside_each_other_and_beside_a_bake(seen):
    assert seen["first"]["status"] == SUCCESS, seen["first"]["reason"]
    seen.expect({"second": [SUCCESS, True], "loaded": [True, True, True]})


@scenario("refusals", expected=[r"nothing was baked, as the navmesh is streamed from user://valley.navworld",
                                r"save_world: user://part.navworld: this navmesh is streamed",
                                r"save_world: user://piece.navworld: the navmesh was baked in one piece",
                                r"save_world: user://nothing.navworld: there is no navmesh"])
def test_what_a_streaming_baker_refuses(seen):
    seen.expect({"bake": False, "save": False, "ended": [False, ""], "one piece": False, "nothing": False})


@scenario("nobody_asks")
def test_a_world_that_nobody_asks_for_ground_warns(seen):
    assert seen["tiles"] == 0
    assert sum("streams nothing" in line for line in seen.lines) == 1


in_plane = Scenarios("streaming_2d.gd")


@in_plane("crosses")
def test_an_agent_crosses_a_plane_of_which_little_is_loaded(seen):
    seen.expect({"saved": True, "distance": 300, "arrived": [SUCCESS, True, ""]})
    assert seen["walked"] < WIDER and 0 < seen["part"] < 0.5
