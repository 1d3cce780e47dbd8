"""Agents in each other's way, under the engine's own bodies."""
import pytest

RUNNING, SUCCESS, FAILURE = 0, 1, 2
TOUCH = 1.0                 # metres: two capsules of the engine's own radius
SAFE_MARGIN = 0.02          # metres by which the engine's bodies, and numbers of its precision, may be off


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("avoiding", expected=[r"ERROR: \(outside the scene tree\): \w+ must be "])


def check_passage(walk, count, seconds):
    assert walk["succeeded"] == count and walk["rests"]
    assert walk["nearest"] >= TOUCH - SAFE_MARGIN
    assert walk["seconds"] <= seconds
    assert walk["lowest"] >= -0.05


def test_names_and_defaults_are_the_engines_own(seen):
    differ = {name for name, (ours, theirs) in seen["defaults"].items() if ours != theirs}
    assert differ == {"avoidance_enabled"} and seen["defaults"]["avoidance_enabled"][0] is True
    assert seen["yields"] is True


def test_bad_values_stay_out(seen):
    assert seen["refused"] == [0x80000001, 1, 10, 1.0]


@pytest.mark.parametrize("bodies", ["head on", "head on, solid"])
def test_two_swap_places(seen, bodies):
    check_passage(seen[bodies], 2, 12 / 3.5 + 1)
    assert seen[bodies]["off"] <= 0.05


def test_four_swap_places_across_a_ring(seen):
    check_passage(seen["ring"], 4, 10 / 3.5 + 2)
    assert seen["ring"]["off"] <= 0.05


@pytest.mark.parametrize("bodies", ["doorway", "doorway, solid"])
def test_three_against_three_through_a_door_for_one(seen, bodies):
    check_passage(seen[bodies], 6, 30)
    assert seen[bodies]["turned"] <= 0.5 * seen[bodies]["seconds"]     # nobody spins


def test_twenty_to_one_target_settle(seen):
    """Twenty discs of half a metre fill one of 2.5 m radius, if they lie close."""
    check_passage(seen["twenty to one"], 20, 15)
    assert seen["twenty to one"]["off"] <= 4.5
    assert seen["twenty to one, settled"]["status"] and seen["twenty to one, settled"]["moved"] <= 0.1


def test_who_has_settled_stays_so_however_often_it_is_asked(seen):
    asked = seen["asked every tick"]
    assert asked["status"] and asked["arrivals"] == 12 and asked["moved"] <= 0.1
    assert asked["asked"] == RUNNING and asked["back"] <= 4


@pytest.mark.parametrize("bodies", ["", ", solid"])
@pytest.mark.parametrize("width", [2, 3])
def test_nobody_falls_off_a_bridge(seen, width, bodies):
    """On the narrower one there is no room for two side by side: one lets the other pass."""
    walk = seen[f"bridge of {width} m{bodies}"]
    assert walk["lowest"] >= -0.05 and walk["succeeded"] == 2 and walk["rests"]
    if width == 3:
        check_passage(walk, 2, 7)


@pytest.mark.parametrize("count", [1, 2])
def test_without_avoidance_they_walk_through_each_other(seen, count):
    walk = seen[f"{count} without avoidance"]
    assert walk["succeeded"] == 2 and walk["nearest"] <= 0.2
    assert seen[f"{count} without avoidance, strayed"] <= 1e-6


def test_who_minds_whom(seen):
    """The first minds layers 4 only. With mask 1 the second avoids it alone, with mask 4 it doesn't either."""
    assert seen["mask 1"]["succeeded"] == seen["mask 4"]["succeeded"] == 2
    assert seen["mask 1"]["nearest"] >= TOUCH - SAFE_MARGIN and seen["mask 4"]["nearest"] <= 0.2
    assert seen["mask 1, strayed"][0] <= 1e-6 and seen["mask 1, strayed"][1] >= 0.9
    assert seen["mask 4, strayed"] == pytest.approx([0, 0], abs=1e-6)


def test_the_signal_brings_the_safe_velocity(seen):
    check_passage(seen["nodes"], 2, 8 / 3.5 + 1)
    assert seen["nodes, signal"]["same"] and seen["nodes, signal"]["turned aside"]
    assert seen["nodes, signal"]["fastest"] <= 3.5 + 1e-5


def test_a_body_that_a_script_moves_is_avoided_and_left_alone(seen):
    assert seen["player"]["nearest"] >= TOUCH - SAFE_MARGIN and seen["player"]["off"] == 0
    assert seen["player"]["status"] == SUCCESS and seen["player"]["other"] == FAILURE


@pytest.mark.parametrize("where", ["", ", crowd"])
def test_all_look_for_another_path_once_the_map_has_changed(seen, where):
    assert seen["map changed" + where] == 30


def test_a_leap_is_no_speed(seen):
    assert seen["teleported"] <= 0.01


def test_those_on_another_storey_are_not_in_the_way(seen):
    assert seen["storeys"]["succeeded"] == 2 and seen["storeys"]["nearest"] <= 0.2
    assert seen["storeys, strayed"] <= 1e-6


@pytest.mark.parametrize("kind", ["yields", "is a node"])
def test_who_stands_in_a_corridor_steps_aside(seen, kind):
    one = seen[f"one {kind}"]
    assert one["status"] == SUCCESS and one["x"] == pytest.approx(8, abs=0.1)
    assert one["nearest"] >= TOUCH - SAFE_MARGIN
    assert 0.2 <= one["moved"] <= 3 and one["rests"]


@pytest.mark.parametrize("kind", ["does not yield", "was never asked", "was stopped"])
def test_who_does_not_yield_stays(seen, kind):
    one = seen[f"one {kind}"]
    assert one["moved"] == 0 and one["nearest"] >= TOUCH - SAFE_MARGIN
    assert one["status"] == RUNNING and one["x"] < 0


def test_what_is_not_in_the_navmesh_holds_up_only_whom_it_does(seen):
    assert seen["blocked"]["status"] == RUNNING and seen["blocked"]["x"] <= -0.95
    assert seen["blocked"]["other"] == SUCCESS and abs(seen["blocked"]["z"]) <= 3.5     # aside, on the navmesh
    assert seen["no longer blocked"] == SUCCESS
