"""What games write for NavigationAgent3D does the same with NavAgent, and costs no error."""
from tests.engine.scenarios import Scenarios

scenario = Scenarios("idioms.gd")


WITHOUT_A_TARGET = ("before_any_target", "next_position_without_a_target")      # there the page of members tells a difference
NO_TARGET = ("infinite_target", "target_that_is_not_a_number", "infinite_target_on_the_way")


@scenario(*(name for name in scenario.declared if name not in (*WITHOUT_A_TARGET, "target_in_ready")))
def test_it_does_the_same(seen):
    assert seen["ours"] == seen["theirs"]


@scenario(*WITHOUT_A_TARGET)
def test_without_a_target_nothing_is_reachable(seen):
    assert seen["ours"] == {**seen["theirs"], "reachable": False}


@scenario("target_in_ready")
def test_a_target_that_is_set_in_ready(seen):
    assert seen["finished at once"] is False
    assert seen["end"]["finished"] and seen["end"]["reached"] and seen["end"]["place"] == "(7.5, 0.0, 6.0)"


@scenario(*NO_TARGET)
def test_a_target_that_is_no_place_is_no_target(seen):
    assert seen["finished without a target"] is True
