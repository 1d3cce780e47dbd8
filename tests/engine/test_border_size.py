"""border_size of a baker beside that of a NavigationMesh that the engine bakes from the same level."""
import pytest

RUNNING = 0
CELL = 0.25


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("border_size", expected=["/Refused: nothing was baked: border_size"])


@pytest.mark.parametrize("border", ["0.0", "1.0", "1.3"])
@pytest.mark.parametrize("limits", ["true", "false"])
def test_area_and_bounds_are_those_of_the_engines_bake(seen, border, limits):
    theirs, ours = seen[f"{border} {limits}"]
    assert ours[1:] == pytest.approx(theirs[1:], abs=1e-3)
    assert ours[0] == pytest.approx(theirs[0], rel=0.01)


def test_it_is_rounded_up_to_cells_and_inside_the_box(seen):
    assert seen["1.0 true"][1][1:] == pytest.approx([-7, -6, 6, 6])
    assert seen["1.3 true"][1][1:] == pytest.approx([-6.5, -5.5, 5.5, 5.5])


def test_boxes_with_borders_meet_without_a_gap(seen):
    assert seen["neighbours"][:2] == [RUNNING, pytest.approx(12.0, abs=0.1)], seen["neighbours"]


def test_what_cannot_be_is_refused_by_one_line(seen):
    lines = [line for line in seen["run"].output.splitlines() if "nothing was baked" in line]
    assert seen["refused"] and len(lines) == 2
    assert "tile_size" in lines[0] and "leaves nothing" in lines[1]
