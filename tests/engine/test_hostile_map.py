"""NavMap, NavPath and NavFilter: changes while they are at work, and what nobody should ask."""
from tests.engine.scenarios import FAILURE, RUNNING, Scenarios

scenario = Scenarios("hostile_map.gd")

COMPLETE = 0                                    # NavPath.Status


@scenario("changes_between_frames_of_a_search")
def test_a_search_gives_the_path_of_its_version(seen):
    seen.expect({"wrong": 0})


@scenario("filter_changes_under_a_search")
def test_a_filter_changes_under_a_search(seen):
    seen.expect({"under way": True, "as now": True, "under way again": True, "as with the radius": True,
                 "is found though the filter changes all the time": [COMPLETE, COMPLETE]})


@scenario("another_navmesh_of_the_same_version")
def test_another_navmesh_of_the_same_version(seen):
    seen.expect({"wrong": 0})


@scenario("forgotten_under_way")
def test_who_walks_on_what_is_forgotten(seen):
    seen.expect({"walks": RUNNING, "forgotten": FAILURE})
