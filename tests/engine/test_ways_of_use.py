"""How two-dimensional games use the engine's navigation, with the class of the agent as the one thing that changes."""
from math import pi

import pytest

from tests.engine.scenarios import Scenarios

scenario = Scenarios("ways_of_use.gd")


@scenario("a_character")
def test_a_character_ends_where_the_engines_does(seen):
    assert len(seen) == 20
    for trip in seen.values():
        ours, theirs = trip["ours"], trip["theirs"]
        assert ours["finished"] and (ours["reached"], ours["reachable"]) == (theirs["reached"], theirs["reachable"])
        assert ours["path"] < theirs["path"] + 0.01 and ours["end"] < 2.01                  # pixels
        assert ours["off"] < max(theirs["off"], 2.01)
    assert any(trip["ours"]["reached"] for trip in seen.values()) and max(trip["ours"]["path"] for trip in seen.values()) > 1000


@scenario("chunks")
def test_chunks_side_by_side_are_one_ground(seen):
    assert seen["regions"] == 24 and seen["freed"] == [True, False]
    assert seen["paths"]["paths"] == 60 and seen["paths"]["other ends"] == 0
    assert seen["paths"]["longer"] < 0.01 and seen["paths"]["shorter"] > 1


@scenario("a_town_with_a_star")
def test_paths_through_a_town_are_no_longer_than_those_of_cells(seen):
    told = seen["paths"]
    assert told["paths"] > 60 and told["complete"] > 40 and told["other ends"] == 0
    assert told["longer"] < 0.01


@scenario("obstacles_are_cut_out")
def test_obstacles_are_cut_out_exactly(seen):
    """The engine bakes a circle of twelve corners, and mitered ones around a square."""
    circle, square = pi * 48 ** 2, 96 ** 2
    assert seen["circle, exact"] == {"ours": pytest.approx(circle, rel=1e-3), "theirs": pytest.approx(circle, rel=0.05)}
    wide = pi * 56 ** 2
    assert seen["circle, with radius"] == {"ours": pytest.approx(wide, rel=1e-3), "theirs": pytest.approx(wide, rel=0.05)}
    assert seen["square, exact"] == pytest.approx({"ours": square, "theirs": square})
    assert seen["square, with radius"] == pytest.approx({"ours": square + 4 * 96 * 8 + pi * 64, "theirs": 112 ** 2}, rel=1e-3)
