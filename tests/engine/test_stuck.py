"""Who gets no further says why, and gets round what the navmesh does not know."""
import pytest

RUNNING, SUCCESS = 0, 1
ENGINE_RULES = ["freed or unreferenced while a signal is being emitted from it", "Lambda capture at index 0 was freed"]


@pytest.fixture(scope="module")
def said(run_level):
    return run_level("stuck", expected=ENGINE_RULES)


def test_goes_round_what_is_in_no_navmesh(said):
    assert said["round a box"]["status"] == SUCCESS and said["round a box"]["off"] <= 1.01


def test_nothing_is_wrong_on_the_way(said):
    assert "requestPath" in said["before"]
    assert said["on its way"] == ["", False]


def test_shut_in_by_what_is_in_no_navmesh(said):
    stuck, why, status = said["shut in"]
    assert stuck and status == RUNNING and "its body cannot follow its velocity" in why
    assert said["set free"] == [SUCCESS, [True, False], ""]


def test_names_who_is_in_the_way(said):
    stuck, why = said["behind another"]
    assert stuck and "waits for 1 agent before it: " in why and "Sentry" in why


def test_a_script_that_does_not_move_the_body(said):
    stuck, why = said["not moved"]
    assert stuck and "nobody has moved its body" in why
    assert said["wants to stand"] is False


def test_a_node_that_an_agent_does_not_drive(said):
    assert "nobody has moved its body" in said["not driven"] and "drives only a CharacterBody3D" in said["not driven"]


def test_other_reasons(said):
    assert "off the navmesh" in said["off the mesh"]


def test_freed_in_a_handler(said):
    assert said["freed"]
