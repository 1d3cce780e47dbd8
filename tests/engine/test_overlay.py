"""Debug → Visible Navigation: the overlay draws navmeshes, velocities and words; paths are drawn by the agents themselves."""
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
