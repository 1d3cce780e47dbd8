"""Agents in the plane that something stops, blocks or crowds: they stand where they come no nearer, walk on after a break, and do not
tremble more than the engine's."""
import pytest

from tests.engine.scenarios import SUCCESS, Scenarios

scenario = Scenarios("calm.gd")


@scenario("beside_a_standing_body")
def test_who_pursues_a_standing_body_stands_beside_it(seen):
    for kind in ("agent", "body alone"):
        for angle in (0, 100, 215):
            status, walked, is_near = seen[f"{kind}, {angle}"]
            assert (status, is_near) == (SUCCESS, True) and walked < 10, (kind, angle, walked)


@scenario("after_a_break")
def test_walkers_go_on_as_they_were(seen):
    for kind in ("none", "pause", "time_scale 0", "disabled", "another parent"):
        assert seen[kind] == pytest.approx([11 * 100 / 60] * 3, abs=100 / 60 + 0.1), kind        # a frame more or less


@scenario("a_horde_follows")
def test_velocities_of_a_script_tremble_no_more_than_the_engines(seen):
    (their_flips, their_changes), (flips, changes) = seen["NavigationAgent2D"], seen["NavAgent2D"]
    assert flips < 1.3 * their_flips and changes < their_changes, seen
