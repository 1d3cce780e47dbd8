"""A baker's navmesh and links in the engine's server, in both dimensions."""
import pytest

from tests.engine.scenarios import InBoth

scenario = InBoth("server_links.gd")


def check_differences(told):
    """Meters. The server's paths are not the shortest."""
    assert told["missing"] == 0 and told["closest points"] < 1e-3 and told["ours longer"] < 1e-3 and told["theirs longer"] < 1


@scenario("answers")
def test_the_server_answers_from_the_bakers_navmesh(seen):
    for what in ("differences", "differences of one that was turned"):
        check_differences(seen[what])
    seen.expect({"owner": True, "random": True})
    assert seen["query"] >= 4


@scenario("follows_changes")
def test_the_server_follows_changes(seen):
    seen.expect({"regions": 1, "layers": 0, "disabled": 0, "enabled": 1, "off": 0, "on": 1, "out of the tree": 0, "freed": 0})
    assert seen["costs"] == pytest.approx([3.0, 2.5])


@scenario("iterations_are_counted")
def test_the_servers_map_counts_changes_without_a_copy(seen):
    seen.expect({"baked": [True, True, 0], "a tile": True, "all": True, "left on the server": 0})


@scenario("engine_agent")
def test_the_engines_own_agent(seen):
    assert seen["off"] < 0.31


@scenario("nav_links")
def test_links_of_nodes_are_on_the_server(seen):
    seen.expect({"without a link": 0, "added": True, "back": True, "one way": [True, 0], "disabled": 0, "enabled": True, "moved": True,
                 "nearer": True,  "dearer to travel": True, "on another layer": True, "freed": 0, "left": 0})
    assert sorted(seen["enter costs"]) == [0, 0, 20]


@scenario("links_of_two_bakers")
def test_a_link_between_bakers_is_there_once(seen):
    """One NavLink and one NavigationLink3D, which the engine itself shows."""
    seen.expect({"links": 2, "between": True, "without the first": 2, "with it again": [2, True], "without both": 1})
