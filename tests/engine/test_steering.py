"""NavSteering in the engine, by the functions of navpy.motion, and by where bodies get with it."""
import numpy as np
import pytest

from navpy.motion import Vehicles, arrive, evade, flee, pursue, seek, weighted_sum
from tests.engine.scenarios import Scenarios

DELTA = 1 / 60
SEEK, FLEE, PURSUE, EVADE = 0, 1, 3, 4
PRIORITY, CONTEXT = 1, 2
PLACES = np.array([(1, 5, 2), (-3, 0, 4), (0, 1, 0)], float)
VELOCITIES = np.array([(2, 9, -1), (0, 0, 0), (-2, 0, 1.5)], float)
TARGET = np.array([(4, -2, -6)], float)

scenario = Scenarios("steering.gd")


def plan(rows):
    return np.asarray(rows, float)[:, ::2] * (1, -1)


def vehicles(places=PLACES, velocities=VELOCITIES, max_speed=3.0, max_force=15.0):
    return Vehicles(plan(places), plan(velocities), max_speed=max_speed, max_force=max_force)


@scenario("types")
def test_saved_scenes_keep_their_behaviors(seen):
    names = ["SEEK", "FLEE", "ARRIVE", "PURSUE", "EVADE", "WANDER", "SEPARATION", "ALIGNMENT", "COHESION",
             "AVOID_OBSTACLES", "AVOID_WALLS",
             "FOLLOW_PATH"]
    seen.expect({"values": [[name, value] for value, name in enumerate(names)],
                 "choices": ",".join(name.capitalize().replace("_", " ") for name in names)})


@scenario("calculated")
def test_behaviors_are_those_of_the_core(seen):
    target = Vehicles(plan(TARGET), max_speed=3.0)
    expected = {"SEEK": seek(vehicles(), plan(TARGET)[0]), "FLEE": flee(vehicles(), plan(TARGET)[0]),
                "ARRIVE": arrive(vehicles(), plan(TARGET)[0], DELTA), "PURSUE": pursue(vehicles(), target, 1.0),
                "EVADE": evade(vehicles(), target, look_ahead=1.0)}
    for name, forces in expected.items():
        assert plan(seen[name]) == pytest.approx(forces, rel=1e-5, abs=1e-5), name
        assert not np.array(seen[name])[:, 1].any()


@scenario("calculated")
def test_combinations_are_those_of_the_core(seen):
    for limit in (15.0, 4.0):
        vehicle = vehicles(PLACES[:1], VELOCITIES[:1], 3.5, limit)
        forces = [0.5 * seek(vehicle, plan(TARGET)[0]), 2.0 * flee(vehicle, (0, 0))]
        assert plan([seen[f"sum within {limit}"]]) == pytest.approx(weighted_sum(forces, 1.0, limit), rel=1e-5)
        assert plan([seen[f"priority within {limit}"]]) == pytest.approx(weighted_sum(forces[:1], 1.0, limit), rel=1e-5)
        assert seen[f"sum within {limit}"] != seen[f"priority within {limit}"]
    assert seen["priority when the first one is far off"] == pytest.approx(seen["second alone"], rel=1e-6)
    assert seen["without behaviors"] == [0, 0, 0]
    own = 0.5 * seek(vehicles(PLACES[:1], VELOCITIES[:1], 3.5), plan(TARGET)[0])
    assert plan([seen["own target"]]) == pytest.approx(own, rel=1e-5) and seen["own target"] == seen["empty element"]


@scenario("wanders")
def test_a_walk_depends_on_the_seed(seen):
    assert seen["same seed"] and seen["other seed"] > 0.5
    assert max(seen[f"sharpest turn {i}"] for i in (1, 2, 3)) < 0.2


@scenario("arrives")
def test_it_arrives_and_rests(seen):
    assert seen["off"] < 0.01 and seen["speed"] < 0.01 and seen["without its target"] == 0


@scenario("predicts")
def test_pursuit_and_evasion_predict(seen):
    assert seen[str(PURSUE)] < seen[str(SEEK)] == 500                       # SEEK runs after it, and has not met it yet
    assert seen[str(EVADE)] > seen[str(FLEE)] + 0.5


@scenario("flocks")
def test_a_flock_goes_one_way_together_and_apart(seen):
    assert seen["order"] > 0.97 and seen["nearest"] > 0.5 and seen["farthest"] < 8 and seen["way"] > 4


@scenario("stays_off_walls")
def test_wanderers_stay_on_the_floor(seen):
    assert seen["lowest"] > 0.9 and seen["shortest way"] > 15


@scenario("goes_round")
def test_it_goes_round_what_stands_in_the_way(seen):
    for combination in (PRIORITY, CONTEXT):
        assert seen[f"nearest by {combination}"] > 1.35 and seen[f"off by {combination}"] < 0.1, combination


@scenario("by_context_along_walls")
def test_context_maps_lead_along_walls(seen):
    assert seen["off"] < 0.5 and seen["nearest to the wall"] > 0.35


@scenario("follows_its_path")
def test_it_follows_its_path_round_a_wall(seen):
    assert seen["farthest in z"] > 10.3 and seen["off"] < 0.2


@scenario("with_avoidance")
def test_steering_and_avoidance_together(seen):
    assert seen["nearest"] > 0.75 and seen["through"] > 5


@scenario("saved_with_a_scene")
def test_it_is_saved_with_its_scene(seen):
    assert seen["behaviors"] == [[SEEK, "Goal", 0.5]] and seen["limit"] == 9
    expected = np.array([0.6, 0, -0.8]) * 0.5 * 7
    assert seen["steering"] == pytest.approx(expected, abs=1e-4)
    assert seen["with another one"] == pytest.approx(2 * expected, abs=1e-4)


@scenario("what_is_wrong",
          expected=["has the target Nowhere", "the agent is null or not in the scene", "delta must be above 0", "must be (0 |8 to)"])
def test_what_is_wrong_is_told(seen):
    assert all(seen[f"lost {i}"] == "(0.0, 0.0, 0.0)" for i in range(3))
    assert len([line for line in seen.lines_with("has the target Nowhere") if line.startswith("ERROR")]) == 1
    assert seen["kept"] == [16, SEEK]
    for what in ("no agent", "no time", "calculated in no time", "outside the tree"):
        assert seen[what] == "(0.0, 0.0, 0.0)"


@scenario("not_finite", expected=["which is no place", "of what a NavSteering steers", "weight must be"])
def test_a_behavior_without_a_place_has_no_effect_on_the_others(seen):
    for combination in (0, 1, 2):
        for kind in range(5):
            assert seen[f"by {combination}: {kind}"] == 6, (combination, kind)
    for what in ("a given target", "its own place", "its own velocity"):
        assert seen[what] == "(0.0, 0.0, 0.0)", what
    assert seen["weight"] == 1
    for what, count in {"which is no place": 31, "of what a NavSteering steers": 1}.items():       # one a new target, one a resource
        assert len([line for line in seen.lines_with(what) if line.startswith("ERROR")]) == count, what


@scenario("a_neighbor_is_nowhere", expected=["of what a NavSteering steers"])
def test_a_neighbor_at_no_place_does_no_harm(seen):
    assert seen["finite"] == 240 and all(0.01 < way < 10 for way in seen["moved"]) and 0.1 < seen["back"] < 5


@scenario("in_one_place")
def test_agents_in_one_place_part(seen):
    for combination in (0, 1, 2):
        assert seen[f"nearest by {combination}"] > 0.5


@scenario("shared")
def test_many_agents_share_a_resource(seen):
    assert seen["different walks"] > 40


@scenario("a_target_is_looked_at_often")
def test_looking_at_a_target_leaves_nothing_behind(seen):
    assert seen["bytes"] < 20_000
