"""Changes of two-dimensional levels: only tiles near them are baked again, and the navmesh is that of a bake of the whole level."""
import pytest
import shapely

from tests.engine.scenarios import Scenarios

scenario = Scenarios("plane_tiles.gd")


@scenario("layouts")
def test_cells_are_read_as_the_engine_reads_them(seen):
    """Against shapely's union of what the engine's parser finds; its corners are rounded to float32."""
    for name in ("square", "turned", "isometric", "half offset", "hexagon"):
        traversable, obstructions, corners = seen[name]
        assert len(traversable) > 200 and len(obstructions) > 40
        grid = 2.0 ** -10
        free = shapely.union_all([shapely.Polygon(one) for one in traversable], grid_size=grid)
        free -= shapely.union_all([shapely.Polygon(one) for one in obstructions], grid_size=grid)
        walked = shapely.union_all([shapely.Polygon(corners[i:i + 3]) for i in range(0, len(corners), 3)], grid_size=grid)
        assert walked.symmetric_difference(free).area < 1e-2 * 0.01 * free.area, name


@scenario("two_layers")
def test_layers_that_touch_are_one(seen):
    seen.expect({"islands": [1] * 6})
    assert seen["lengths"] == pytest.approx([1] * 6)


@scenario("cells")
def test_changed_cells(seen):
    seen.expect({"as a whole bake": True, "triangles": True})
    assert seen["most tiles"] <= 4 and seen["changes"] >= 8             # of 12: some cells are the same again


@scenario("cells_by_themselves")
def test_cells_are_noticed(seen):
    seen.expect({"before": False, "noticed": True, "after": True, "beyond": True, "freed": True})
    assert seen["frames"] <= 62


@scenario("tracked_layers")
def test_cells_of_many_layers_are_noticed(seen):
    seen.expect({"layers": 23, "in use": True, **{f"turn {turn}": True for turn in range(8)}})


@scenario("tracked_tile_sets")
def test_tiles_that_are_edited_are_noticed(seen):
    seen.expect({"before": 63 * 32, "edited": True, "without": True, "another": True})


@scenario("tracking_time")
def test_a_frame_costs_the_same_in_larger_maps(seen):
    """The median of frames, which has neither the one in a second that compares all cells nor those of a busy machine."""
    assert 0 < seen["small"] and seen["large"] < 4 * seen["small"]


@scenario("a_body_shuts_the_way")
def test_agents_go_around_a_body_that_came(seen):
    seen.expect({"around": True, "arrived": True, "open again": True})
    assert seen["straight"] == pytest.approx(400) and seen["tiles"] and seen["tiles"][0] <= 4


@scenario("other_changes")
def test_outlines_obstacles_and_nodes(seen):
    seen.expect({"outline": [False, True], "body": False, "smaller": [False, True], "removed": True, "obstacle": False,
                 "moved": [True, False], "as a whole bake": True})
    assert len(seen["counts"]) >= 6 and max(seen["counts"]) <= 16        # of 128 and those around


@scenario("whole_bakes", expected=["rebake_around needs a finite place"])
def test_levels_that_outgrow_their_grid(seen):
    seen.expect({"(12, 3)": True, "(500, -700)": True, "first": {"tiles": 1, "whole": 1}, "one piece": True, "then": [1, 2]})


NO_OUTLINE = "nothing was baked: there is no outline to walk in"


@scenario("broken_layers", expected=[NO_OUTLINE, r"the cell \(\d+, \d+\) has an outline with a point that is not finite"])
def test_broken_layers(seen):
    full = 30 * 30 * 16 * 16
    seen.expect({"no tile set": False, "baked": True, "removed": 0, "taken in": full, "freed": 0})
    # The engine makes a scale of 0 one of 1e-5.
    assert seen["areas"] == pytest.approx([full, 0, full, 0, full, 0, full], abs=1e-3)


@scenario("many_changes")
def test_cells_that_change_all_the_time(seen):
    assert seen["area"] == seen["cells"] > 0
