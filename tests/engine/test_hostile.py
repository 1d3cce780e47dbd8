"""Scripts do what they should not, at the worst of times: nothing crashes, and everybody else goes on."""
import pytest

SUCCESS = 1

# What the test does on purpose, and the engine's words for it.
EXPECTED = ["outside the scene tree", "/Senseless", "navpy: NavMeshBaker: a layer is a number", "it marks nothing on the navmesh",
            "its multimesh is also that of"]


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("hostile", expected=EXPECTED)


def test_a_slot_that_changes_hands_amid_a_step_moves_nobody(seen):
    assert seen["slot"] == [True, True]


@pytest.mark.parametrize("how", ["free", "remove", "free body"])
def test_an_agent_that_steps_its_crowd_may_be_freed_by_it(seen, how):
    assert seen[f"stepper {how}"] == [True, True]


def test_a_crowd_changes_worlds_without_the_obstacles(seen):
    assert seen["taken along"] == 2
    assert seen["in the other world"] == [[0, 0], True]
    assert seen["back again"] == [SUCCESS, True]


def test_an_obstacle_knows_a_new_crowd_from_the_old_one(seen):
    assert seen["lost to an obstacle"] == 0


def test_obstacles_do_not_count_as_agents(seen):
    assert seen["agents beside an obstacle"] == 1


def test_who_is_there_already_arrives_once(seen):
    assert seen["already there"] == [1, SUCCESS]


def test_no_numbers_and_no_entries_and_very_many(seen):
    assert seen["among no numbers"] == [True, True] and seen["beside no numbers"] == []
    assert seen["none"] == [0, 0]
    assert seen["many"] == [100000, 0, 0]


@pytest.mark.parametrize("clock", ["[0.0, 60]", "[10.0, 60]", "[1.0, 30]", "[1.0, 240]", "[1.0, 60]"])
def test_any_clock_will_do(seen, clock):
    assert seen[f"clock {clock}"] == [SUCCESS] * 3
    assert seen["time stands"] and seen["paused"]


def test_a_multimesh_may_be_shared(seen):
    assert seen["shared"] == 2


def test_every_property_and_method_takes_anything(seen):
    assert seen["anything"] and seen["nodes left"] == 2


def test_every_property_survives_saving_and_duplicating(seen):
    assert seen["unlike"] == ["NavAgent.pathfinding_algorithm is as before"]       # there is one
    assert seen["properties"] > 100
