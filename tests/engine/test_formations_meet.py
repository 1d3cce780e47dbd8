"""Formations that meet: none waits for the other for good."""
from tests.engine.scenarios import Scenarios

scenario = Scenarios("formations_meet.gd", limit=110)


@scenario("in_a_gap")
def test_formations_come_through_each_other_as_others_do(seen):
    """As fast as as many who walk for themselves, but for the time to form up: at most one and a half times as long. Through a gap of
    2 m two can walk side by side."""
    for width in ("2.0", "3.0", "4.0"):
        of_width = {what: value for what, value in seen.items() if f"through {width} m" in what}
        free = max(seconds for what, (seconds, _stuck) in of_width.items() if what.startswith("free"))
        for what, (seconds, stuck) in of_width.items():
            assert seconds <= 1.5 * free and stuck < 10, what
