"""NavFormation under orders: a target that changes in a door, or a little, moves nobody back and forms no ranks anew."""
import pytest

from tests.engine.scenarios import SUCCESS, Scenarios

scenario = Scenarios("formation_orders.gd", limit=120)
SHAPES = ["BOX", "LINE", "WEDGE", "COLUMN", "BAND"]


@scenario("orders_in_a_door")
@pytest.mark.parametrize("shape, count", [(shape, count) for shape in SHAPES for count in (4, 12)])
def test_orders_in_a_door_take_nobody_back_through_it(seen, shape, count):
    marches = {what.removeprefix(f"{shape} {count} "): march for what, march in seen.items() if what.startswith(f"{shape} {count} ")}
    assert len(marches) == 7
    for what, march in marches.items():
        assert march["status"] == SUCCESS and march["members"] == count, what
        assert march["returns"] == 0 and (what == "beside" or march["back"] < 0.4), what        # ranks wheel towards a place beside
        assert march["stood"] <= marches["none"]["stood"] + 12, what
        assert march["seconds"] <= 1.1 * marches["none"]["seconds"] + 0.5, what


@scenario("orders_at_the_target")
@pytest.mark.parametrize("shape", SHAPES)
def test_a_small_order_at_the_target_moves_members_by_no_more(seen, shape):
    """Whatever its direction: a turn would take members of a line or a column many meters."""
    moves = {what: move for what, move in seen.items() if what.startswith(shape)}
    assert len(moves) == 12
    for what, move in moves.items():
        assert move["status"] == SUCCESS and move["moved"] <= move["off"] + 0.4 and move["seconds"] < 2.5, what
