"""What a game does with agents besides walking."""
import pytest

RUNNING, SUCCESS, FAILURE = 0, 1, 2
NO_REQUEST, NO_NAVMESH = 1, 2


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("everyday")


@pytest.mark.parametrize("radius", [0.3, 0.5])
@pytest.mark.parametrize("stairs", [[0.17, 0.28], [0.2, 0.3], [0.25, 0.28], [0.2, 0.25]])
def test_real_stairs_are_climbed(seen, stairs, radius):
    climb = seen[f"stairs {stairs}, radius {radius}"]
    assert climb["status"] == SUCCESS and climb["off"] <= 0.15


def test_an_agent_waits_for_the_baker_that_matters(seen):
    late = seen["second baker"]
    assert late["asked"] == RUNNING and late["status"] == SUCCESS and late["baked"], late["reason"]


def test_a_walk_ends_with_its_map_and_begins_when_asked_again(seen):
    back = seen["map back"]
    assert back["without"] == [FAILURE, NO_NAVMESH]
    assert back["status"] == FAILURE and back["drift"] == pytest.approx(0, abs=1e-3)
    assert back["again"] == RUNNING and seen["map back, asked again"] == SUCCESS


def test_a_body_put_back_elsewhere_stays_there(seen):
    assert seen["put back"]["status"] == FAILURE and seen["put back"]["reason"] == NO_REQUEST
    assert seen["put back"]["off"] == pytest.approx(0, abs=1e-3)


def test_a_body_falls_after_arrival_until_it_is_stopped(seen):
    assert seen["lifted"]["fallen"] == pytest.approx(1.0, abs=0.05)
    assert seen["lifted"]["stopped"] == pytest.approx(6.0, abs=0.05)


def test_it_faces_its_way_under_a_rotated_parent(seen):
    assert seen["rotated"] == pytest.approx(1, abs=1e-3)


def test_a_request_that_fails_at_once_says_so_once(seen):
    assert seen["fails at once"] == ["finished"]


def test_a_trembling_target_is_one_target(seen):
    assert seen["trembling"] == {"path": 1, "reached": 1, "finished": 1}


def test_a_floating_body_knows_no_gravity(seen):
    assert seen["floating"]["status"] == SUCCESS and seen["floating"]["off"] <= 0.1
    assert seen["floating"]["vertical"] == pytest.approx(0, abs=0.01)
