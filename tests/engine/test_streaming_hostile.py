"""Streamed worlds whose file, memory, askers and nodes do what they should not."""
import re
import shutil

import pytest

from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, Scenarios

scenario = Scenarios("streaming_hostile.gd")

TILES = 48          # of the valley
CUT = r"world_file user://valley.navworld: tile \(\d+, \d+\) cannot be read, .*as are others that cannot be read"


def errors(seen, text="ERROR"):
    return [line for line in seen.lines if "ERROR" in line and re.search(text, line)]


@scenario("removed_file")
def test_a_file_that_is_removed_while_it_is_open_streams_on(seen):
    told = seen["removed"]
    assert told["agent"] == SUCCESS and told["streams"] and told["there"] > 0


@scenario("cut_file", expected=[CUT])
def test_a_file_that_is_cut_off_while_it_is_open_is_one_error_and_what_is_loaded_goes_on(seen):
    told = seen["cut"]
    assert told["agent"] == SUCCESS and told["before"] > 0 and told["streams"] and told["there"] == 0
    assert len(errors(seen)) == 1, errors(seen)


PLACES = {
    "in_the_header": "is too short for its header", "in_a_tile": "ends before its index does",
    "in_the_index": "ends before its index does",
    "in_the_graph": "ends before its coarse graph does", "before_the_last_byte": "ends before its coarse graph does",
}
CUT_AT = [rf"world_file user://{place}.navworld: {why}; the baker keeps" for place, why in PLACES.items()]


@scenario("cut_at_each_place", expected=CUT_AT)
def test_a_file_that_was_cut_off_anywhere_is_one_error(seen):
    assert list(seen["seen"].values()) == [[False, True]] * len(PLACES)
    for place in PLACES:
        assert len(errors(seen, place)) == 1


@scenario("little_memory", expected=["stream_memory must be finite and at least 0, not -1"])
def test_memory_for_less_than_a_tile_loads_none_and_says_how_many_are_starved(seen):
    seen.expect({"0.0": [True, 0, 0, True], "0.0001": [True, 0, 0, True]})
    streams, tiles, loaded, starved = seen["-1.0"]             # refused: the default stays
    assert streams and tiles > 0 and loaded > 0 and not starved


@scenario("strange_settings", expected=["must be finite and at least 0, not (nan|inf)"])
def test_settings_of_0_stream_a_tile_a_frame_and_what_is_no_number_is_refused(seen):
    seen.expect({"no budget, no distance": [True, 1], "all come": True, "not a number": [500, 64, 0, True], "infinite": True})


@scenario("asker_nowhere")
def test_an_asker_at_no_place_of_the_world_asks_for_nothing(seen):
    seen.expect({"streams": [True, True], "back": True})


@scenario("ten_thousand_askers")
def test_ten_thousand_ask_for_ground(seen):
    seen.expect({"tiles": [TILES, TILES]})


@scenario("freed_while_tiles_come")
def test_nodes_are_freed_while_tiles_come(seen):
    seen.expect({"freed": 12})


@scenario("scene_changed_while_tiles_come")
def test_the_scene_is_changed_while_tiles_come(seen):
    seen.expect({"the last one streams": True, "nodes left": 0})


@scenario("world_closed_under_agents")
def test_requests_end_once_with_a_reason_when_the_world_is_closed(seen):
    seen.expect({"walk": [RUNNING, [RUNNING, RUNNING], 0], "closed": [FAILURE, 1, [FAILURE, FAILURE], True],
                 "opened again": [FAILURE, 1, 2], "asked again": [RUNNING, [RUNNING, RUNNING]]})
    assert "has no navmesh on the map" in seen["why"] and "world_file was closed" in seen["why"]


@scenario("two_on_one_file", expected=[r"world_file user://valley.navworld: /root/\S+ streams a world there already"])
def test_two_bakers_on_one_file_at_one_place_are_one_error(seen):
    seen.expect({"both": [True, False, True], "walks": SUCCESS})
    assert len(errors(seen)) == 1, errors(seen)


@scenario("folders", expected=[r"world_file (res|user)://\w*: it is a folder; the baker keeps",
                               r"save_world: (res|user)://\w*: it is a folder; nothing"])
def test_a_folder_is_named(seen):
    seen.expect({"streams": [False, True], "saved": [False, False]})
    assert len(errors(seen, "it is a folder")) == 5 == len(errors(seen))


@scenario("saved_over_the_open_file")
def test_a_world_is_saved_over_the_file_that_is_open(seen):
    seen.expect({"first": True, "again": True, "streams on": True, "left": []})


@scenario("link_over_a_chasm")
def test_a_nav_link_counts_where_both_of_its_ends_are_loaded(seen):
    seen.expect({"saved": True, "far end away": [FAILURE, False, False], "both ends loaded": [SUCCESS, True, True]})
    assert "another island" in seen["why"]


# ---- a full disk ----

LIMIT_KIB = 20      # more than a world of one tile takes, less than the valley's

full = Scenarios("streaming_hostile.gd", fixture="limited_files")


@pytest.fixture
def limited_files():
    """Options of a Godot whose files may have LIMIT_KIB, where a write beyond fails as on a full disk."""
    if shutil.which("sh") is None:
        pytest.skip("there is no shell that limits the size of files")
    return {"launcher": ["sh", "-c", f'trap "" XFSZ; ulimit -f {2 * LIMIT_KIB}; exec "$@"', "limited"]}


@full("full_disk", expected=["save_world: user://valley.navworld: it cannot be written: the disk is full, or it fails; nothing"])
def test_a_full_disk_is_one_error_and_the_old_file_stays(seen):
    seen.expect({"small": True, "whole": False, "same": True, "left": [], "opens": True})
    assert len(errors(seen)) == 1, errors(seen)
