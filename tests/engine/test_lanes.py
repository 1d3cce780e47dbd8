"""Agents of a world that go to one place from beside each other keep to lanes of their own."""
from tests.engine.scenarios import InBoth

scenario = InBoth("lanes.gd")


@scenario("abreast_round_a_wall")
def test_bodies_pass_the_end_of_a_wall_beside_each_other(seen):
    assert seen["asked"] and max(seen["lengths"]) <= 1.0301 and max(seen["lengths"]) > 1.005
    assert max(seen["beside the wall"]) - min(seen["beside the wall"]) > 1.2, seen
