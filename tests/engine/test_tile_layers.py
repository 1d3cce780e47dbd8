"""TileMapLayers whose tiles have navigation polygons, without a baker: the engine's own map of the same level is the judge."""

from tests.engine.scenarios import FAILURE, RUNNING, Scenarios

scenario = Scenarios("tile_layers.gd")


def check_paths(told):
    assert told["paths"] > 50 and told["complete"] == told["paths"] and told["other ends"] == told["ours off the floor"] == 0
    assert told["theirs off the floor"] < 0.25 * told["paths"]
    assert told["longer"] < 0.01 and told["shorter"] > 1                    # pixels; the engine's way over cells is not the shortest


@scenario("paths")
def test_paths_are_never_longer_than_the_engines(seen):
    check_paths(seen["paths"])
    assert seen["owner"]


@scenario("frames")
def test_turned_and_scaled_layers(seen):
    for told in seen.values():
        check_paths(told)


@scenario("an_agent_walks")
def test_an_agent_walks_on_tiles(seen):
    assert seen["arrives"] and seen["off"] < 21


@scenario("changes")
def test_changes_are_seen(seen):
    off = ("shut", "erased", "disabled", "without navigation", "on other layers", "out of the tree", "cleared", "freed")
    seen.expect({step: step not in off for step in seen})


@scenario("turned_tiles")
def test_turned_and_mirrored_tiles(seen):
    assert seen["differ"] == 0 and 0 < seen["inside"] < 32 * 24


@scenario("layers_on_each_other")
def test_layers_may_lie_on_each_other(seen):
    seen.expect({"from grass to road": True, "straight over both": 2, "the road alone": [True, False],
                 "the grass alone": [True, False]})


@scenario("navigation_layers")
def test_navigation_layers_of_tiles(seen):
    seen.expect({"on layers 1": [True, False, False, True], "on layers 2": [False, True, True, False], "on layers 3": [True] * 4})


@scenario("another_map")
def test_a_layer_on_another_map(seen):
    seen.expect({"on its world's map": FAILURE, "on the other map": RUNNING})


@scenario("beside_other_ground")
def test_beside_other_ground(seen):
    seen.expect({"tiles and a region": True, "by the baker": [True, False], "without the baker": True})


@scenario("large_map")
def test_a_change_of_a_large_map(seen):
    seen.expect({"at first": True, "after": False, "cells": True})


@scenario("mistakes", expected=["Corrupted navigation mesh set on region",              # the engine's own line
                                "its navigation mesh is left out, bake it again or correct it: the cell"])
def test_mistakes_take_no_other_ground_away(seen):
    both = [False, True]
    seen.expect({"not finite": both, "flat": both, "no such vertex": both, "none": both, "null": both, "without a tile set": both,
                 "scaled to nothing": False, "nowhere": False, "back": True})
