"""NavObstacle and NavModifierVolume: what they cut out of the navmesh, what they mark, and how agents keep clear."""
from math import pi

import pytest
import shapely

from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, Scenarios

scenario = Scenarios("obstacles.gd")


@scenario("properties_of_navigation_obstacle")
def test_it_has_the_properties_of_navigation_obstacle(seen):
    assert seen["different"] == []
    assert seen["vertices"] == 3 and seen["velocity is kept"]
    assert seen["avoidance_layers"] == 4 and seen["layer 3"] is True


@scenario("outlines_are_cut_out")
@pytest.mark.parametrize("shape, area, perimeter, corners", [
    ("circle", pi * 9, 6 * pi, 2 * pi), ("square", 36, 24, 4), ("ell", 48, 32, 5)])
def test_outlines_are_cut_out(seen, shape, area, perimeter, corners):
    """By a cell of 0.25 m along the outline, as a bake is."""
    cut = seen[shape]
    assert cut["exact"] == pytest.approx(area, abs=0.25 * perimeter)
    assert cut["with radius"] == pytest.approx(area + 0.5 * perimeter, abs=0.25 * (perimeter + 4) + corners * 0.25)


@scenario("obstacle_above_or_idle")
def test_what_is_above_or_does_not_affect_cuts_nothing(seen):
    assert seen["cut by one above"] == seen["cut by one that does not affect"] == 0
    assert seen["cut by one turned and scaled"] == pytest.approx(144, abs=0.25 * 48)


@scenario("obstacle_carves")
def test_carving_rebakes_the_tiles_that_are_touched(seen):
    disc = pytest.approx(pi * 2.5 ** 2, abs=4)
    assert seen["placed"] == {"cut": disc, "tiles of each rebake": [1]}
    assert seen["moved"] == {"cut": disc, "tiles of each rebake": [1, 2]}
    assert seen["switched off"] == {"cut": 0, "rebakes": 3}


@scenario("bar_across_the_level")
def test_a_bar_shuts_the_way_while_it_is_there(seen):
    assert seen["with the bar"] == {"status": FAILURE, "islands": 2}
    assert seen["without it"] == {"status": RUNNING, "islands": 1}


@scenario("obstacle_stands_in_the_way", "obstacle_comes_towards_the_agent")
def test_agents_keep_clear(seen):
    assert seen["arrives"] and seen["nearest"] > seen["radii"] - 0.1


@scenario("agent_of_a_crowd_avoids")
def test_agents_of_a_crowd_node_keep_clear_too(seen):
    assert seen["arrives"] and seen["nearest"] > 1.3


@scenario("area_has_a_cost")
def test_areas_cost_what_the_baker_says(seen):
    assert seen["length at cost 1.0"] == pytest.approx(24, abs=0.01)
    assert seen["length at cost 1.2"] == pytest.approx(24, abs=0.3)
    assert seen["length at cost 10.0"] > 28
    assert seen["area_costs"] == pytest.approx([1, 1, 1, 1, 1, 10])
    assert seen["cut when not walkable"] > 120 and seen["cut when not enabled"] == 0
    assert seen["cut when moved away"] == 0 and seen["cut when moved back"] == pytest.approx(seen["cut when not walkable"], abs=0.1)


@scenario("body_gives_its_floor_an_area")
def test_a_body_gives_its_floor_an_area(seen):
    assert seen["length"] > 28


@scenario("bad_values", expected=["ERROR: /root/.*/Bad/"])
def test_bad_values_cost_a_line_each_and_change_nothing(seen):
    assert seen["vertices"] == 4 and seen["radius"] == 0 and seen["avoidance_layers"] == 1
    assert seen["size is as before"] and seen["area"] == 0
    lines = seen.lines_with("/Bad/")
    assert len(lines) == 6
    for word in ("not a valid outline", "vertex 0", "radius", "layer", "size", "area"):
        assert any(word in line for line in lines)


# ---- carve_when_resting ----

SIX = pytest.approx(36, abs=6)          # m², of the square of 6 m


def cut(area, bakes):
    return {"cut": area, "bakes": bakes}


@scenario("rests_moves_and_rests")
def test_it_is_cut_out_only_while_it_rests(seen):
    seen.expect({"too early": cut(0, 0), "rests": cut(SIX, 1), "trembles": cut(SIX, 1), "moves": cut(0, 2), "rests again": cut(SIX, 3),
                 "freed": cut(0, 4)})
    assert seen["longer by"] > 0.5 and seen["longer by, freed"] == pytest.approx(0, abs=0.01)


@scenario("door_swings")
def test_a_door_shuts_the_way_when_it_is_closed(seen):
    seen.expect({"open at first": RUNNING, "turn 2": FAILURE, "turn 4": RUNNING, "turn 6": FAILURE})


@scenario("rests_from_the_start")
def test_the_obstacles_of_a_scene_rest_when_it_is_loaded(seen):
    seen.expect({"loaded": cut(SIX, 0), "moves": cut(0, 1), "rests": cut(SIX, 2)})


@scenario("whole_bake_before_it_rests")
def test_a_bake_of_the_level_takes_what_has_just_come(seen):
    seen.expect({"baked": cut(SIX, 0), "moves": cut(0, 1)})


@scenario("rest_is_switched")
def test_switches_of_its_rest(seen):
    seen.expect({"without": cut(SIX, 1), "switched on": cut(SIX, 1), "other layers": cut(SIX, 1), "with a circle within": SIX,
                 "affects nothing": cut(0, 1), "affects again": cut(SIX, 2), "moves": cut(0, 3), "switched off": cut(SIX, 4)})


@scenario("rests_in_two_worlds")
def test_it_rests_in_one_world(seen):
    seen.expect({"here": [cut(SIX, 1), cut(0, 0)], "there": [cut(0, 2), cut(SIX, 1)]})


@scenario("outline_is_avoided")
def test_agents_walk_around_an_outline_that_is_not_cut_out(seen):
    assert seen["arrives"] and 0.45 <= seen["least"] < 1


@scenario("outline_is_cut_out")
def test_an_outline_that_is_cut_out_is_no_wall_for_avoidance(seen):
    """Paths lead along its very edge, where no agent would fit beside a wall."""
    assert seen["arrives"] and 0 <= seen["least"] < 0.3


@scenario("outlines_that_cannot_be_cut_out", expected=["not a valid outline"])
@pytest.mark.parametrize("shape", ["wall", "crossing"])
def test_an_outline_that_cannot_be_cut_out_stays_a_wall(seen, shape):
    assert seen[shape] > 0.4


@scenario("comes_right_again", expected=["/(Circle|Outline|Resting|Volume): it has no effect on the navmesh"])
@pytest.mark.parametrize("kind", ["Circle", "Outline", "Resting", "Volume"])
def test_what_cannot_be_baked_says_so_once_and_counts_again_when_it_can(seen, kind):
    faults = [what for what in seen if what.startswith(kind)]
    assert len(faults) == (6 if kind == "Outline" else 5)
    for what in faults:
        assert seen[what] == {"left": pytest.approx(0), "again": True}, what
    assert len(seen.lines_with(f"/{kind}: it has no effect")) == len(faults)


@scenario("affects_later")
def test_a_place_where_it_affected_nothing_does_not_count(seen):
    assert seen["elsewhere"]["cut"] == 0 and seen["on the level"] == SIX


@scenario("outline_shuts_a_door")
def test_an_outline_that_shuts_a_door_leads_agents_elsewhere(seen):
    seen.expect({"arrives": True, "by the other door": True})


@scenario("outline_shuts_a_door")
def test_the_door_is_open_when_the_outline_is_gone(seen):
    assert seen["returns"]


@scenario("concave_outline")
def test_agents_leave_the_bay_of_a_concave_outline(seen):
    assert seen["arrives"] and seen["least"] >= 0.45


def length_around(points, z, radius):
    """Meters of the shortest way from (-10, z) to (10, z) around a solid, by its convex hull with both ends."""
    solid = shapely.LineString(points) if len(points) == 2 else shapely.Polygon(points)
    ends = [shapely.Point(x, z) for x in (-10, 10)]
    ring = shapely.union_all([solid.buffer(radius, 64), *ends]).convex_hull.exterior
    a, b = (ring.project(end) for end in ends)
    return min(abs(a - b), ring.length - abs(a - b))


@scenario("ways_around_outlines")
@pytest.mark.parametrize("shape", ["flat", "corner", "octagon", "round", "ell", "mouth", "wall"])
def test_an_outline_that_stands_is_gone_around_on_the_shortest_way_without_a_stop(seen, shape):
    passes = {what: of for what, of in seen.items() if what.split()[0] == shape}
    assert len(passes) == 5
    for what, of in passes.items():
        assert of["status"] == SUCCESS and of["slow"] == 0, what
        assert of["seconds"] <= 1.1 * seen["free"]["seconds"] * length_around(of["points"], of["z"], 0.5) / 20, what


@scenario("gap_of_outlines")
def test_a_gap_between_outlines_is_taken_where_it_is_wide_enough(seen):
    for gap in ("gap 0.9", "gap 1.3"):
        assert seen[gap]["status"] == SUCCESS and seen[gap]["slow"] == 0, gap
    assert abs(seen["gap 1.3"]["side"]) < 0.16 and abs(seen["gap 0.9"]["side"]) > 6
