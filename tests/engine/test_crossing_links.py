"""A driven body crosses links by itself; a script may do it instead."""
import pytest

RUNNING, SUCCESS = 0, 1
ENGINE_RULES = ["freed or unreferenced while a signal is being emitted from it", "Lambda capture at index 0 was freed"]


@pytest.fixture(scope="module")
def said(run_level):
    return run_level("crossing_links", expected=ENGINE_RULES)


@pytest.mark.parametrize("what, top, entry, exit", [
    ("climb", (2.5, 2.8), 0.0, 2.5), ("drop", (2.4, 2.7), 2.5, 0.0), ("jump", (0.25, 2.5), 0.0, 0.0),
    ("jump at once", (0.25, 2.5), 0.0, 0.0)])
def test_crosses(said, what, top, entry, exit):
    found = said[what]
    assert found["status"] == SUCCESS and found["off"] <= 0.15 and found["crossed"]
    assert top[0] <= found["top"] <= top[1]
    assert found["links"] == 1 and found["type"] == 1
    assert found["entry"] == pytest.approx(entry, abs=0.1) and found["exit"] == pytest.approx(exit, abs=0.1)
    assert found["fastest"] <= 16.0             # nobody is thrown across


def test_without_gravity_straight(said):
    assert said["floats"]["status"] == SUCCESS and said["floats"]["height"] == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("finishes", ["true", "false"])
def test_a_script_takes_a_link_over(said, finishes):
    assert said["off links"] is False
    moved, status, stuck, why = said[f"waits, finishes {finishes}"]
    assert moved <= 1e-3 and status == RUNNING and not stuck and why == ""
    found = said[f"taken over, finishes {finishes}"]
    assert found["status"] == SUCCESS and found["taken"] == [True] and found["off"] <= 0.1


def test_a_led_agent_crosses(said):
    assert said["led"]["links"] == 1 and said["led"]["reached"] and said["led"]["off"] <= 1.01


def test_freed_on_a_link(said):
    assert said["freed"]
