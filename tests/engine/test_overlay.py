"""Debug → Visible Navigation: the overlay draws navmeshes, corridors, velocities and words; agents draw their paths themselves."""
import pytest


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("overlays", args=["--debug-navigation"])


def test_it_comes_by_itself_and_comes_back(seen):
    assert seen["there"] and seen["back"]


def test_a_game_without_it_draws_nothing(run_level):
    assert run_level("overlays")["there"] is False


def test_it_draws_navmesh_and_velocities_but_no_path(seen):
    assert seen["surfaces"] == 2                    # surface and edges
    assert seen["lines"] == [4, True]               # wished for and left, each from the agent
    assert seen["label"] == "" and seen["label of who cannot go"]


def test_it_follows_what_moves_and_leaves_other_worlds_alone(seen):
    assert seen["moved"] == [2, True]
    assert seen["of another world"][0] is False
    assert seen["tiles"] == [True, True] and seen["switched off"] == [True, True]
    assert seen["left"] == [0, 1, 1]


@pytest.fixture(scope="module")
def corridors(run_level):
    return run_level("corridors", args=["--debug-navigation"])


@pytest.mark.parametrize("which", ["drawn", "through the middles of edges"])
def test_the_corridor_is_the_polygons_that_the_path_leads_through(corridors, which):
    polygons, drawn, missing, too_many = corridors[which]
    assert 3 <= drawn < polygons
    assert missing == 0 and too_many == 0


def test_the_corridor_follows_the_path_and_is_made_once(corridors):
    assert corridors["before"] == 0                 # surfaces: there is no path yet
    assert corridors["made once"] and corridors["baked again"]
    redrawn, (polygons, drawn, missing, too_many) = corridors["another way"]
    assert redrawn and 1 <= drawn < polygons and missing == too_many == 0


def test_no_corridor_is_drawn_of_who_is_not_to_be_seen(corridors):
    assert corridors["switched off"] == [0, 0] and corridors["switched on"] == 1
    assert corridors["left"] == [0, 0] and corridors["outside"] == 0
