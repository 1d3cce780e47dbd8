"""Branches of the scene that the engine processes on threads of its own (process_thread_group)."""
import pytest

RUNNING = 0


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("threads", expected=["Threaded: bake_navigation_mesh was called on a thread"])


def test_agents_walk_as_they_do_on_the_main_thread(seen):
    alone, threads = seen["main thread"], seen["sub threads"]
    assert alone["on main"] == 24 and threads["on main"] == 0
    for walks in (alone, threads):
        assert walks["there"] and walks["told"] and walks["heard on main"] == 24
    assert threads["off"] == pytest.approx(alone["off"], abs=0.5)


def test_nodes_that_change_on_threads(seen):
    assert seen["changes"][0]


def test_a_bake_wants_the_main_thread(seen):
    assert seen["a baker on a thread"] == [True, True]
    assert seen["bakes on a thread"] == [[False] * 3, False]
    lines = [line for line in seen["run"].output.splitlines() if "was called on a thread" in line]
    assert len(lines) == 3 and all("call_deferred()" in line for line in lines)
    assert seen["and later"]


def test_a_baker_that_tracks_its_level(seen):
    assert seen["tracks on a thread"] == [True] * 3


def test_a_thread_of_a_script(seen):
    assert seen["by a thread"]
    assert seen["waits for a thread"] == [RUNNING]


def test_regions_are_found_where_a_thread_asks_first(run_level):
    seen = run_level("threads", user_args=["regions"])
    assert seen["on regions"] == [True, pytest.approx(32 ** 0.5, abs=0.01)]
