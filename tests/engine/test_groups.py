"""Where bodies look while they queue; in both dimensions."""
from tests.engine.scenarios import InBoth

scenario = InBoth("groups.gd")


@scenario("faces_in_a_queue")
def test_bodies_in_a_queue_keep_their_fronts(seen):
    assert seen["slow"] > 500 and seen["p95"] <= 90 and seen["share over 180"] < 0.02
