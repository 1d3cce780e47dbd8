"""Agents that go to one who stands surround it, with bodies that collide, in both dimensions."""
import pytest

from tests.engine.scenarios import InBoth

scenario = InBoth("surrounding.gd")
MOST = 1.3                                  # widest arc, in even ones
RESTS_AFTER = 4.0                           # seconds after the first has come near


@scenario("rings")
@pytest.mark.parametrize("count", [12, 20])
@pytest.mark.parametrize("sight", ["seen true", "seen false"])
def test_the_ring_is_even_and_rests_soon(seen, count, sight):
    widest, rests_after, _farthest = seen[f"{count}, {sight}"]
    assert widest <= MOST and rests_after <= RESTS_AFTER


@scenario("rates")
@pytest.mark.parametrize("rate", [30, 144])
def test_it_is_at_other_rates(seen, rate):
    widest, rests_after, _farthest = seen[f"at {rate}"]
    assert widest <= MOST and rests_after <= RESTS_AFTER


@scenario("beside_the_engine")
def test_beside_agents_of_the_engine(seen):
    assert seen["ours"][0] <= seen["the engine's"][0] and seen["ours"][1] <= seen["the engine's"][1]


@scenario("sent_on")
def test_who_is_sent_on_from_a_ring_makes_progress(seen):
    """An agent that had a place in the ring counted as one without progress on all of its next way."""
    assert seen and set(seen.values()) == {0.0}
