"""A long game, shortened: nothing is reported as an error, nothing leaks, and memory stays as it is once all has been used.

The arguments are of soaks.gd; a longer run is made by a greater count."""
import pytest

STATIC = 200_000        # bytes that Godot's own tables may grow by
RESIDENT = 12_000_000   # bytes: pages come and go

# The churn bakes where nothing is to be baked, and the same floor twice.
SENSELESS = [r"nothing was baked", r"overlaps that of another Nav"]


def memory_is_flat(seen):
    before, after = seen["memory"]
    return after[0] - before[0] <= STATIC and after[1] - before[1] <= RESIDENT and before[1] > 0


def test_scenes_come_and_go(run_level):
    seen = run_level("soaks", user_args=["scenes", "1000"])
    assert memory_is_flat(seen) and seen["nodes"] == [0, 0]
    assert seen["crossed"] > 100             # freed on a link


@pytest.mark.parametrize("what, seed", [("churn", "1"), ("churn", "2"), ("regions", "3")])
def test_nodes_come_go_and_change_places(run_level, what, seed):
    seen = run_level("soaks", user_args=[what, "3000", seed], expected=SENSELESS)
    assert memory_is_flat(seen) and seen["nodes"] == [0, 0]
    assert seen["walked"] > 100


def test_a_long_game(run_level):
    seen = run_level("soaks", user_args=["frames", "30000"])
    assert memory_is_flat(seen)
    assert seen["arrived"] > 400
