"""border_size of a baker beside that of a NavigationMesh that the engine bakes from the same level."""
import pytest

from tests.engine.scenarios import RUNNING, Scenarios

scenario = Scenarios("border_size.gd")


@scenario("beside_the_engine_in_a_box", "beside_the_engine")
@pytest.mark.parametrize("border", ["0.0", "1.0", "1.3"])
def test_area_and_bounds_are_those_of_the_engines_bake(seen, border):
    bakes = seen[f"border of {border} m"]
    assert bakes["ours"]["bounds"] == pytest.approx(bakes["theirs"]["bounds"], abs=1e-3)
    assert bakes["ours"]["area"] == pytest.approx(bakes["theirs"]["area"], rel=0.01)


@scenario("beside_the_engine_in_a_box")
@pytest.mark.parametrize("border, low, high", [("1.0", (-7, -6), (6, 6)), ("1.3", (-6.5, -5.5), (5.5, 5.5))])
def test_it_is_rounded_up_to_cells_and_inside_the_box(seen, border, low, high):
    bounds = {"begin in x": low[0], "begin in z": low[1], "end in x": high[0], "end in z": high[1]}
    assert seen[f"border of {border} m"]["ours"]["bounds"] == pytest.approx(bounds)


@scenario("boxes_with_borders_meet")
def test_boxes_with_borders_meet_without_a_gap(seen):
    assert seen["status"] == RUNNING and seen["length"] == pytest.approx(12.0, abs=0.1)


@scenario("refused", expected=["/Refused: nothing was baked: border_size"])
def test_what_cannot_be_is_refused_by_one_line(seen):
    lines = seen.lines_with("nothing was baked")
    assert seen["has no navmesh"] and len(lines) == 2
    assert "tile_size" in lines[0] and "leaves nothing" in lines[1]
