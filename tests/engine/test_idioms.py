"""What games write for the engine's agent does the same with NavAgent, and costs no error; in both dimensions."""
from tests.engine.scenarios import InBoth

scenario = InBoth("idioms.gd")


WITHOUT_A_TARGET = ("before_any_target", "next_position_without_a_target")      # there the page of members tells a difference
NO_TARGET = ("infinite_target", "target_that_is_not_a_number", "infinite_target_on_the_way")


@scenario("infinite_target", "target_that_is_not_a_number", "infinite_target_on_the_way", "target_is_here",
          "velocity_zero_in_each_frame", "under_a_body", "under_a_node", "duplicated", "freed_while_moving",
          "next_target_when_finished", "target_in_each_frame", "stays_at_its_end")
def test_it_does_the_same(seen):
    assert seen["ours"] == seen["theirs"]


@scenario(*WITHOUT_A_TARGET)
def test_without_a_target_nothing_is_reachable(seen):
    assert seen["ours"] == {**seen["theirs"], "reachable": False}


@scenario("target_in_ready")
def test_a_target_that_is_set_in_ready(seen):
    assert seen["finished at once"] is False
    assert seen["end"]["finished"] and seen["end"]["reached"] and seen["end"]["place"] == "(7.5, 6.0)"


@scenario(*NO_TARGET)
def test_a_target_that_is_no_place_is_no_target(seen):
    assert seen["finished without a target"] is True


@scenario("own_words")
def test_a_script_on_an_agent_has_words_of_its_own(seen):
    from navpy.base.core import Reason
    seen.expect({"compiles": True, "calls": 54, "place": "(7.5, 6.0)", "reason": int(Reason.STOPPED)})


@scenario("names_of_all_classes")
def test_no_class_has_a_word_that_every_game_uses(seen):
    assert len(seen) >= 6 and not any(seen.values())
