"""A viewport gets another World2D or World3D at run time: all that is in it is on the new world's map."""
from tests.engine.scenarios import RUNNING, SUCCESS, InBoth

scenario = InBoth("other_worlds.gd")
LEVEL = {"floor": True, "link": True, "obstacle": False, "hole": False}
NOTHING = dict.fromkeys(LEVEL, False)


@scenario("viewport_gets_another_world")
def test_all_nodes_follow_their_viewport(seen):
    assert seen["before"][0] == LEVEL and seen["before"][2] == 1
    seen.expect({"new": LEVEL, "old": NOTHING, "of nodes": [LEVEL] * 3, "baked again": LEVEL, "back": [LEVEL, NOTHING]})
    assert seen["status"] == [RUNNING, RUNNING, 1]
    assert seen["arrived"] == [[SUCCESS, True]] * 2
    assert seen["again"] == [RUNNING, RUNNING]


@scenario("viewport_loses_its_world")
def test_a_viewport_without_a_world_of_its_own(seen):
    assert not seen["world"][0]
    seen.expect({"new": LEVEL, "old": NOTHING, "arrived": SUCCESS})


@scenario("viewport_in_a_viewport")
def test_an_inner_viewport_stays(seen):
    seen.expect({"inner": [True, LEVEL], "outer": NOTHING})


@scenario("level_moves_to_another_viewport")
def test_a_level_moves_to_another_viewport(seen):
    seen.expect({"new": LEVEL, "old": NOTHING, "arrived": SUCCESS})


@scenario("many_worlds")
def test_world_after_world(seen):
    assert seen["left"] == [False, True, True, False]
