"""A paused game goes on as if it had not been paused."""
from tests.engine.scenarios import InBoth, Scenarios

scenario = InBoth("pauses.gd")
stairs = Scenarios("paused_stairs.gd")


def check_pauses(seen):
    assert seen.pop("moves") and len(seen) == 15
    assert {pause: tick for pause, tick in seen.items() if tick >= 0} == {}


@scenario("bodies", "crowd", "formation")
def test_the_ticks_after_a_pause_are_those_without_it(seen):
    check_pauses(seen)


@stairs("stairs")
def test_a_picture_glides_through_a_pause(seen):
    check_pauses(seen)
