"""Who would meet on a link takes turns, with bodies that collide, in both dimensions."""
from tests.engine.scenarios import InBoth

scenario = InBoth("link_turns.gd", limit=120)


@scenario("from_both_ends")
def test_nobody_meets_another_on_a_link(seen):
    assert len(seen) == 12
    for what, (arrived, stuck, least) in seen.items():
        assert arrived == (6 if what.startswith("three") else 2) and stuck == 0.0 and least == 100.0, what


@scenario("taken_over")
def test_others_wait_for_who_has_taken_it_over(seen):
    assert seen["taken over"] == [2, 0.0, 100.0]
