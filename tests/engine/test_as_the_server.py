"""What the engine's own tests of its navigation nodes and server hold them to, asked of ours and of theirs in one level."""
import pytest

from tests.engine.scenarios import InBoth

scenario = InBoth("as_the_server.gd")


@scenario("accessors")
def test_properties_are_read_and_set_by_the_engines_names(seen):
    for node in ("Agent", "Obstacle", "Link", "Region"):
        assert seen[node] and all(ours == theirs for ours, theirs in seen[node]), node
    for path, getter in seen["flags"].items():
        name = path.split(".")[1]
        assert getter in ("get_" + name, "is_" + name), path
        assert getter.startswith("get_") or name == "bidirectional" or name.endswith("enabled"), (path, getter)


@scenario("rids_and_maps")
def test_rids_and_maps(seen):
    assert seen["ours"] == seen["theirs"] == [True, False, True, False]
    seen.expect({"baker": [True], "baker outside": False})


@scenario("queries")
def test_queries_of_a_map_with_a_hole(seen):
    ours, theirs = seen["closest"]
    assert seen["empty"] == {"closest": False, "path": 0} and seen["owner"]
    assert ours == pytest.approx(theirs, abs=0.01) and ours > 4             # half of the hole, and the agent's radius
    ours, theirs = seen["lengths"]
    assert 20 < ours < theirs + 1e-3
    assert seen["postprocessing 0"] >= 4 and seen["postprocessing 1"] >= 4 and seen["other layers"] == 0


@scenario("simplified")
def test_a_simplified_path_has_the_servers_points(seen):
    assert seen["whole"] == 7 and len(seen["theirs"]) < 7 and seen["ours"] == pytest.approx(seen["theirs"], abs=1e-3)


@scenario("agents_avoid_each_other")
def test_two_agents_give_way_to_the_same_sides(seen):
    for who in ("theirs", "ours"):
        one, other = seen[who]["aside"]
        assert one < -0.1 and other > 0.1 and seen[who]["passed"], who


@scenario("agents_avoid_obstacles")
def test_an_agent_gives_way_to_an_obstacle(seen):
    for who in ("theirs", "ours"):
        assert seen[who]["aside"][0] < -0.1 and seen[who]["distance"] > 1.9, who


@scenario("agents_avoid_walls")
def test_an_agent_gives_way_to_a_wall_that_it_would_touch(seen):
    for who in ("theirs", "ours"):
        assert seen[who]["near"] < -0.1 and abs(seen[who]["free"]) < 1e-3, who


@scenario("postprocessing")
def test_no_postprocessing_makes_a_longer_way_than_the_servers(seen):
    """But for corners that ours welds, which moves each by a millimeter at most."""
    for way in seen["ways"]:
        for ours, points, theirs in way:
            assert 0 < ours < theirs + 0.001 * points
        taut, _, raw = way
        assert raw[0] == pytest.approx(taut[0], abs=1e-3) and raw[1] >= taut[1]
    assert sum(raw[1] - taut[1] for taut, _, raw in seen["ways"]) > len(seen["ways"])
