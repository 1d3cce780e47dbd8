"""A long game, shortened: nothing is reported as an error, nothing leaks, and memory stays as it is once all has been used.

For a longer one, raise a count in soaks.gd."""
from tests.engine.scenarios import Scenarios

STATIC = 200_000        # bytes that Godot's own tables may grow by
RESIDENT = 12_000_000   # bytes: pages come and go

# The churn bakes where nothing is to be baked, and the same floor twice.
SENSELESS = [r"nothing was baked", r"overlaps that of "]
scenario = Scenarios("soaks.gd", alone=True)


def check_memory(seen):
    before, after = seen["memory before"], seen["memory after"]
    assert after["static"] - before["static"] <= STATIC
    assert before["resident"] > 0 and after["resident"] - before["resident"] <= RESIDENT


@scenario("scenes_come_and_go")
def test_scenes_come_and_go(seen):
    check_memory(seen)
    assert seen["nodes left"] == seen["orphan nodes"] == 0
    assert seen["crossed"] > 100             # freed on a link


@scenario("churn", "churn_of_another_seed", "churn_with_regions", expected=SENSELESS)
def test_nodes_come_go_and_change_places(seen):
    check_memory(seen)
    assert seen["nodes left"] == seen["orphan nodes"] == 0
    assert seen["walked"] > 100


@scenario("long_game")
def test_a_long_game(seen):
    check_memory(seen)
    assert seen["arrived"] > 360
