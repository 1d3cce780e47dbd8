"""Nodes come, go and change places at any time; nothing crashes, leaks or is left behind.

That nothing is reported as an error or a leak is checked by scenarios.py."""
from tests.engine.scenarios import FAILURE, RUNNING, Scenarios

scenario = Scenarios("freeing.gd")
quits = Scenarios("quits.gd", alone=True)
reloads = Scenarios("reloads.gd")


def reason(name):
    from navpy.base.core import Reason
    return int(Reason[name])


def check_all_parts(seen):
    """Each part of a game was freed in both ways."""
    parts = ("agent", "body", "baker", "crowd", "level")
    seen.expect({f"{how} {part}": True for how in ("queue_free", "free") for part in parts})
    assert seen["nodes left"] == 0


@scenario("freed_while_the_agent_waits", "freed_while_the_agent_walks", "freed_when_the_agent_has_arrived")
def test_everything_is_freed_at_any_time(seen):
    check_all_parts(seen)


# An object whose signal is being emitted may not be freed at once; that is the engine's rule, and it says so.
@scenario("freed_in_velocity_computed", "freed_in_path_changed", "freed_in_waypoint_reached", "freed_in_target_reached",
          "freed_in_navigation_finished", "freed_in_bake_progress", "freed_in_bake_finished", "freed_in_navmesh_changed",
          expected=["Object is locked and can't be freed", "Attempted to free a locked object",
                    "freed or unreferenced while a signal is being emitted from it"])
def test_everything_is_freed_in_any_handler(seen):
    check_all_parts(seen)


@scenario("freed_while_baking")
def test_while_baking(seen):
    seen.expect({"agent, bake has begun": True, "baker, bake has begun": True, "level, bake has begun": True, "nodes left": 0})


@scenario("bake_is_canceled")
def test_cancelling(seen):
    no_navmesh = {"status": FAILURE, "reason": reason("NO_NAVMESH")}
    assert seen["before it began"] == {"baking": False, "bake_finished": [False]}
    assert seen["agent of a bake canceled before it began"] == no_navmesh
    assert seen["agent of the next bake"] == {"status": RUNNING, "reason": reason("BAKING")}
    assert seen["second baker"] == {"baking": True, "progress": 0.0}           # waits for its turn
    assert seen["second baker, canceled"] == {"baking": False, "bake_finished": [False]}
    assert seen["under way"] == {"bake_finished": [False], "has a navmesh": False}
    assert seen["agent of a bake canceled under way"] == no_navmesh
    assert seen["status when baked after all"] == RUNNING


@scenario("agents_come_and_go")
def test_churn(seen):
    assert seen["walking agents of the crowd"] <= seen["agents of the crowd"] <= 41
    assert seen["nodes left"] == 0


@quits("at_once", "while_it_bakes", "when_the_bake_is_canceled", "while_two_bakers_wait")
def test_quitting_while_an_agent_waits_for_the_bake(seen):
    assert seen["status"] == RUNNING


@quits("while_it_bakes", "when_the_bake_is_canceled", "while_two_bakers_wait")
def test_quitting_while_baking(seen):
    assert seen["baking"]


@quits("while_searches_wait")
def test_quitting_while_searches_wait(seen):
    seen.expect({"waiting": True})


@reloads("a_thousand_reloads")
def test_a_thousand_reloads(seen):
    before, after = seen["memory before"], seen["memory after"]
    assert after["static"] - before["static"] <= 100_000            # bytes; the engine's own tables grow a little
    assert after["resident"] - before["resident"] <= 4_000_000
    assert seen["nodes left"] == seen["orphan nodes"] == 0
