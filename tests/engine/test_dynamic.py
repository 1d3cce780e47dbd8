"""Buildings come, move and go while agents walk: only the tiles that they touch are baked anew."""
import pytest

from tests.engine.scenarios import Scenarios

scenario = Scenarios("dynamic.gd")


@scenario("house_comes_moves_and_goes")
def test_tiles_are_as_a_full_bake_makes_them(seen):
    assert seen["rebaking"]
    # Of 16 tiles: the house stands where four meet.
    assert seen["placed"] == {"as baked anew": True, "as before": False, "tiles of each rebake": [4]}
    moved = seen["moved"]
    assert moved["as baked anew"] and moved["rebakes"] == 2 and moved["tiles of the last"] < 9
    assert seen["another shape"] == {"as baked anew": True}
    assert seen["told by its place"] == {"as baked anew": True, "rebakes": 4}
    assert seen["freed"] == {"as baked anew": True, "as before": True}


@scenario("house_left_out_and_taken_in")
def test_a_node_can_be_left_out_and_taken_in(seen):
    assert seen["as before when it is there"] is False
    assert seen["as before when left out"] and seen["as baked anew when taken in"]


@scenario("floor_of_a_tile_goes")
def test_a_tile_whose_floor_is_gone_is_gone(seen):
    assert seen["gone"] == {"part that is left": pytest.approx(0.5, abs=0.05), "as baked anew": True}
    assert seen["back"] == {"part that is left": 1.0, "as baked anew": True}


@scenario("pillar_beside_a_border")
def test_what_stands_beside_a_border_bakes_both_tiles_at_once(seen):
    for x in (15.2, 16.8):
        assert seen[f"at {x}"] == {"tiles of each rebake": [2], "as baked anew": True}


@scenario("changes_are_noticed")
def test_changes_are_noticed_untold(seen):
    assert seen["rebakes without a change"] == 0
    assert seen["placed"] == {"as baked anew": True, "rebakes": 1}
    assert seen["moved"] == {"as baked anew": True, "rebakes": 2}
    assert seen["freed"] == {"as before": True, "rebakes": 3}


@scenario("many_changes")
def test_changes_of_a_frame_are_one_and_wait_for_a_bake(seen):
    assert seen["20 in one frame"] == {"as baked anew": True, "rebakes": 1}
    assert seen["100 in a row"] == {"as baked anew": True}
    assert seen["all gone"] == {"as before": True}


@scenario("wall_across_the_way")
def test_agents_go_round_a_wall_and_straight_again_without_it(seen):
    assert max(seen["detours at first"]) < 0.1
    assert min(seen["detours round the wall"]) > 0.4
    assert max(seen["detours without the wall"]) < 0.1
    assert seen["searches of the agent whose way is free"] == 0
    assert seen["all arrive"]


@scenario("house_freed_before_its_rebake")
def test_a_house_may_be_freed_meanwhile(seen):
    assert seen["as baked anew"]


@scenario("baker_freed_before_its_rebake")
def test_a_baker_may_be_freed_meanwhile(seen):
    assert seen["freed by its handler"]


@scenario("house_is_shut")
def test_a_house_that_is_shut_has_no_floor_inside(seen):
    assert seen["as baked anew"]


@scenario("level_outgrows_its_tiles")
def test_a_level_that_has_outgrown_its_tiles_is_baked_as_a_whole(seen):
    assert seen["as baked anew"] and seen["rebakes of tiles"] == 0
    assert seen["end in x"] > 60


@scenario("baker_without_tiles")
def test_without_tiles_all_is_baked_and_one_line_says_so(seen):
    assert seen["bake_finished"] == [True, True]
    assert seen["area, less that of before"] < 0
    lines = seen.lines_with("/Untiled/")
    assert len(lines) == 1 and "tile_size" in lines[0]


@scenario("strangers_are_refused", expected=["/Refused/.*: rebake_node and remove_node need a node",
                                             "this baker does not collect"])
def test_what_is_no_part_of_the_level_is_refused(seen):
    assert seen["rebaking"] is False
    assert len(seen.lines_with("/Refused/")) == 3


@scenario("navmesh_from_a_scene")
def test_a_loaded_navmesh_stays_as_it_is(seen):
    assert seen["rebakes without a change"] == 0
    assert seen["as baked anew"] and seen["rebakes"] == 1
    assert seen["resource is as before"] and seen["baker has another"]


@scenario("rows_of_houses")
def test_houses_of_several_bodies_and_rows_of_houses(seen):
    assert seen["as baked anew"] and seen["as baked anew, row moved"] and seen["as baked anew, house freed"]


@scenario("group_with_children", "group_without_children")
def test_members_of_a_group_come_and_go(seen):
    area = seen["area"]
    assert seen["area with the house outside the group"] == area
    assert seen["area with the house in the group"] < area - 15
    assert seen["area when it has left"] == area


@scenario("baker_is_turned")
def test_the_map_follows_a_baker_that_is_turned(seen):
    assert seen["as baked anew"]
    assert seen["length at first"] == pytest.approx(40, abs=0.1)
    assert seen["length round the wall"] > 41


@scenario("volumes_larger_than_the_level")
def test_what_a_volume_costs_follows_the_level(seen):
    for size in ("10000.0", "30000.0", "1000000000.0"):
        box = seen[f"box of {size} m"]
        assert box == {"tiles": [16, 16], "as if it covered the level": True}
    assert seen["removed"] == {"tiles": [16]}
    for radius in ("10000.0", "30000.0", "100000000.0"):
        assert seen[f"disc of {radius} m"] == {"tiles": [12, 12], "part that it leaves": pytest.approx(0.5, abs=0.02)}


@scenario("volumes_that_are_no_numbers", expected=["/Bad: size must be finite", "/Bad: it has no effect on the navmesh"])
def test_a_volume_that_is_no_number_costs_a_line_until_it_is_one(seen):
    lines = [line.partition("/Bad: ")[2] for line in seen.lines_with("/Bad: ")]
    assert "size must" in lines[0] and "(inf, 1, 1)" in lines[0] and "size must" in lines[1] and "(nan, 1, 1)" in lines[1]
    assert [line.rpartition(" ")[2] for line in lines[2:]] == ["-1.5e+09", "nan", "nan"]
    assert seen["as before"]
