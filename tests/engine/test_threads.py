"""Branches of the scene that the engine processes on threads of its own (process_thread_group)."""
import pytest

from tests.engine.scenarios import RUNNING, Scenarios

scenario = Scenarios("threads.gd")
first = Scenarios("threads.gd", alone=True)         # a process in which nobody has asked before


@scenario("walks")
def test_agents_walk_as_they_do_on_the_main_thread(seen):
    alone, threads = seen["main thread"], seen["sub threads"]
    assert alone["processed on the main thread"] == 24 and threads["processed on the main thread"] == 0
    for walks in (alone, threads):
        assert walks["all arrive"] and walks["all hear path_changed"] and walks["signals on the main thread"] == 24
    assert threads["mean way to its goal"] == pytest.approx(alone["mean way to its goal"], abs=0.25)


@scenario("nodes_change_on_threads")
def test_nodes_that_change_on_threads(seen):
    assert seen["all are somewhere"]


@scenario("baker_on_a_thread", expected=["Threaded: bake_navigation_mesh was called on a thread"])
def test_a_bake_wants_the_main_thread(seen):
    assert seen["bakes by itself"]
    assert seen["answers to a thread"] == [False, False, False] and seen["baking"] is False
    lines = seen.lines_with("was called on a thread")
    assert len(lines) == 3 and all("call_deferred()" in line for line in lines)
    assert seen["has a navmesh after call_deferred"]


@scenario("baker_tracks_on_a_thread")
def test_a_baker_that_tracks_its_level(seen):
    assert seen["tiles of each rebake"] and min(seen["tiles of each rebake"]) > 0
    assert seen["signals on the main thread"] and seen["area, less that of before"] < 0


@scenario("called_by_a_thread")
def test_a_thread_of_a_script(seen):
    assert seen["sum"] > 0


@scenario("handler_waits_for_a_thread")
def test_a_handler_may_wait_for_a_thread(seen):
    assert seen["answers to the thread"] == [RUNNING]


@first("thread_asks_first_for_regions")
def test_regions_are_found_where_a_thread_asks_first(seen):
    assert seen["answers"] and set(seen["answers"]) == {RUNNING}
    assert seen["length"] == pytest.approx(32 ** 0.5, abs=0.01)
