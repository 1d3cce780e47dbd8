"""Nodes come, go and change places at any time; nothing crashes, leaks or is left behind.

That nothing is reported as an error or a leak is run_godot's to check."""
import pytest

RUNNING, SUCCESS, FAILURE = 0, 1, 2


def reason(name):
    from navpy.base.core import Reason
    return int(Reason[name])


# An object whose signal is being emitted may not be freed at once; that is the engine's rule, and it says so.
ENGINE_RULES = ["Object is locked and can't be freed", "Attempted to free a locked object",
                "freed or unreferenced while a signal is being emitted from it"]


@pytest.fixture(scope="module")
def freed(run_level):
    return run_level("freeing", expected=ENGINE_RULES)


def test_everything_at_any_time(freed):
    assert freed["handlers that never ran"] == []
    assert freed["nodes left"] == 0


def test_while_baking(freed):
    assert freed["long bake"] > 0


def test_cancelling(freed):
    assert freed["cancelled before it began"] == [False, [False]]
    assert freed["agent of a cancelled bake"] == [FAILURE, reason("NO_NAVMESH")]
    assert freed["waits again"] == [RUNNING, reason("BAKING")]
    assert freed["waits for its turn"] == [True, 0.0]
    assert freed["cancelled before its turn"] == [False, [False]]
    assert freed["cancelled under way"] == [[False], True]
    assert freed["agent of a cancelled bake under way"] == [FAILURE, reason("NO_NAVMESH")]
    assert freed["baked after all"] == RUNNING


def test_churn(freed):
    assert freed["churn"] == [True, True]


@pytest.mark.parametrize("when", ["at once", "baking", "cancelled", "two"])
def test_quitting_while_baking(run_level, when):
    seen = run_level("quits", user_args=[when])
    assert seen["asked"] == RUNNING
    assert when == "at once" or seen["baking"]


def test_a_thousand_reloads(run_level):
    seen = run_level("reloads", timeout=240)
    static, resident = seen["grown"]
    assert static <= 100_000                # bytes; the engine's own tables grow a little
    assert resident <= 4_000_000
    assert seen["nodes"] == [0, 0]
