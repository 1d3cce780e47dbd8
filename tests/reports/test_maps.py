"""Reports of maps whose regions, links and obstacles do not count where they are, or not from when they should."""
from tests.engine.scenarios import InBoth

scenario = InBoth("reported_maps.gd")


@scenario("bridge_saved_disabled")
def test_a_region_that_was_saved_disabled_counts_once_it_is_enabled(seen):
    """And no longer when it is disabled again. godotengine/godot 83364"""
    assert seen["reaches"] == [False, True, False, True]


@scenario("link_saved_disabled")
def test_a_link_that_is_switched_or_changes_its_layers_is_noticed_by_who_is_on_the_way(seen):
    """Without another target. godotengine/godot 95446, 83707, 102745"""
    assert seen["enabled"] == [False, True, False, True]
    assert seen["layers"] == [False, True, True, False]


@scenario("moved_region")
def test_a_region_counts_where_it_was_moved_to(seen):
    """And leads on where its edge lies on another one's. godotengine/godot 85545"""
    assert seen["seen"] == [[False, True, False], [True, True, False], [False, True, False], [True, True, False]]


@scenario("transforms")
def test_a_region_is_as_large_as_its_node_makes_it(seen):
    """Turned, scaled unevenly and mirrored; its edges join those that they then lie on. godotengine/godot 47133"""
    assert seen["wrong"] == [] and seen["joins"] == [True] * 4


@scenario("left_the_tree")
def test_what_leaves_the_tree_and_comes_back_counts_again(seen):
    """A region, and a link. godotengine/godot 15767"""
    assert seen["seen"] == [True, True, False, False, True, True, True, False, True, True]


@scenario("chain_of_links")
def test_each_link_on_the_way_is_told(seen):
    """Four of them, one after the other. godotengine/godot 71438"""
    assert seen["told"] == [11, 21, 31, 41] and seen["reached"]


@scenario("link_below_a_node")
def test_a_link_may_be_anywhere_in_the_scene(seen):
    """Below a node that is moved and turned. godotengine/godot-docs 11856"""
    assert seen["reaches"]


@scenario("link_of_one_way")
def test_a_link_leads_both_ways_only_where_it_says_so(seen):
    """And as soon as it says so. godotengine/godot 100769"""
    assert seen["there and back"] == [True, False, True, True]


@scenario("gap_between_regions")
def test_a_gap_is_crossed_only_where_both_regions_lie_on_it(seen):
    """No path cuts the corner beside the part of the edges that is connected. godotengine/godot 92924"""
    assert seen["found"] == 8 and seen["worst"] < 1e-3


@scenario("map_is_usable_when_it_has_changed")
def test_a_map_that_says_that_it_has_changed_answers(seen):
    """In the handler of the signal. godotengine/godot 112652"""
    assert seen["seen"] and all(answers == [True, True] for answers in seen["seen"])


@scenario("turned_obstacle_is_cut_out")
def test_a_turned_obstacle_is_cut_out_as_it_lies(seen):
    """By its node's transform and those above it. godotengine/godot 95820, 99271"""
    assert seen["wrong"] == 0
