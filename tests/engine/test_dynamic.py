"""Buildings come, move and go while agents walk: only the tiles that they touch are baked anew."""
import pytest

EXPECTED = [r"ERROR: /root/.*/Refused/.*: rebake_node and remove_node want a node", "ERROR: .* is not among what this baker collects"]


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("dynamic", expected=EXPECTED)


def test_tiles_are_as_a_full_bake_makes_them(seen):
    assert seen["is rebaking"]
    same, differs, counts = seen["placed"]
    assert same and differs and counts == [4]           # of 16: the house stands where four tiles meet
    same, counts = seen["moved"]
    assert same and len(counts) == 2 and counts[1] < 9
    assert seen["another shape"]
    assert seen["freed"] == [True, True]


def test_a_node_can_be_left_out_and_taken_in(seen):
    assert seen["left out"] and seen["taken in"]


def test_changes_are_noticed_untold(seen):
    assert seen["nothing untold"] == []
    assert seen["placed untold"] == [True, 1]
    assert seen["moved untold"] == [True, 2]
    assert seen["freed untold"] == [True, 3]


def test_changes_of_a_frame_are_one_and_wait_for_a_bake(seen):
    assert seen["20 in one frame"] == [True, 1]
    assert seen["100 in a row"] and seen["all gone"]


def test_agents_go_round_a_wall_and_straight_again_without_it(seen):
    assert max(seen["straight"]) < 0.1 < 0.4 < min(seen["round the wall"])
    assert max(seen["straight again"]) < 0.1
    assert seen["searches of who was aside"] == 0
    assert seen["arrived"]


def test_anybody_may_be_freed_meanwhile(seen):
    assert seen["node freed during a job"] and seen["freed by a handler"]


def test_a_house_that_is_shut_has_no_floor_inside(seen):
    assert seen["closed house"]


def test_a_level_that_has_outgrown_its_tiles_is_baked_as_a_whole(seen):
    same, counts, reaches = seen["outgrown"]
    assert same and counts == [] and reaches


def test_without_tiles_all_is_baked_and_one_line_says_so(seen):
    finished, smaller = seen["untiled"]
    assert finished == [True, True] and smaller
    lines = [line for line in seen["run"].output.splitlines() if "/Untiled/" in line]
    assert len(lines) == 1 and "tile_size" in lines[0]


def test_what_is_no_part_of_the_level_is_refused(seen):
    assert seen["refused"] is False
    lines = [line for line in seen["run"].output.splitlines() if "/Refused/" in line]
    assert len(lines) == 3


def test_a_loaded_navmesh_stays_as_it_is(seen):
    assert seen["loaded, nothing to do"] == []
    assert seen["loaded"] == [True, True, True, 1]


def test_houses_of_several_bodies_and_rows_of_houses(seen):
    assert seen["in branches"] and seen["branch moved"] and seen["branch cut"]


@pytest.mark.parametrize("mode", [1, 2])
def test_members_of_a_group_come_and_go(seen, mode):
    area, stranger, member, after = seen[f"group {mode}"]
    assert area == stranger == after and member < area - 15


def test_the_map_follows_a_baker_that_is_turned(seen):
    assert seen["turned"]
    straight, round_it = seen["lengths when turned"]
    assert straight == pytest.approx(40, abs=0.1) and round_it > 41
