"""A baker's navmesh in NavigationServer3D: what the engine's server answers from it."""
from tests.engine.scenarios import Scenarios

scenario = Scenarios("server_copy.gd")


@scenario("answers")
def test_the_server_answers_from_the_baker_s_navmesh(seen):
    worst, longer, missing = seen["differences"]
    assert worst < 0.25, "closest points differ by more than a cell height"
    assert longer < 1e-3 and missing == 0
    assert seen["tiles"] > 3
    seen.expect({"owner": True, "random": True, "query": True, "owner of the path": True})


@scenario("follows_changes")
def test_the_server_follows_changes(seen):
    worst, longer, missing = seen["differences"]
    assert worst < 0.25 and longer < 1e-3 and missing == 0
    seen.expect({"longer": True, "as before": True, "moved": True, "layers": 0, "disabled": 0, "enabled": True, "off": 0,
                 "out of the tree": 0,
                 "freed": 0})


@scenario("links_and_engine_agents")
def test_links_and_the_engine_s_own_agents(seen):
    seen.expect({"over the gap": True, "engine's agent": True, "off by default": False})


@scenario("across_tiles")
def test_the_server_finds_the_ways_across_tiles(seen):
    assert seen["found"]["ours"] == 80
    assert seen["found"]["theirs"] == seen["found"]["ours"]


@scenario("near_edges")
def test_the_server_does_not_compare_edges_of_tiles(seen):
    """It would compare each edge that no other shares with all others: 25 s for 1,000 tiles."""
    seen.expect({"regions that look for near edges": 0, "edges without a neighbor that it keeps": 0})


@scenario("twisted_polygons")
def test_the_server_s_heights_are_ours(seen):
    """Where it takes a polygon for flat, its plane may be a cell height off; where it takes it for a fan, twice that."""
    assert seen["worst"]["closest point"] < 0.25 and seen["worst"]["point on a line down"] < 2 * 0.25
    ours, theirs = seen["polygons"]
    assert theirs < 4 * ours
