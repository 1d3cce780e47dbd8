"""Where a body stops, who drives it, and ground that two bakers have in the same place."""
import pytest

from tests.engine.scenarios import RUNNING, SUCCESS, InBoth

scenario = InBoth("arriving.gd")


@scenario("desired_distance")
def test_a_body_stops_where_its_request_succeeds(seen):
    """With the first value it goes to the target itself, 0.1 m being what a path's last step may leave."""
    for what, (status, away) in seen.items():
        wanted = {"<null>": 0.0, "0.3": 0.3, "4.0": 4.0, "4": 4.0}[what.split(",")[0]]
        assert status == SUCCESS and away == pytest.approx(wanted, abs=0.1), what


@scenario("two_agents_of_one_body", expected=["its body is driven by /root/.*, too"])
def test_two_agents_of_one_body(seen):
    assert seen["both drive"] == [RUNNING, RUNNING] and len(seen.lines_with("its body is driven by")) == 1


@scenario("overlapping_bakers", expected=["Second: its navmesh overlaps that of /root/.*First, as at .*no path leads"])
def test_overlapping_ground_is_told_with_both_names(seen):
    assert seen == {"joined from 2.0": False, "joined from 6.0": True} and len(seen.lines_with("its navmesh overlaps")) == 1


@scenario("duplicated_baker", expected=["its navmesh overlaps that of /root/.*and is left out"])
def test_a_duplicated_baker_is_left_out(seen):
    assert seen["is walkable"]


@scenario("layers_over_each_other")
def test_ground_of_other_layers_lies_over_ground(seen):
    """The engine's regions end 0.5 m before the edge; an agent stops within 0.1 m."""
    for what in ("bakers", "regions"):
        assert seen[f"{what}: layers 2"][0] and seen[f"{what}: layers 2"][1] <= 0.1
        assert not seen[f"{what}: layers 1"][0] and seen[f"{what}: layers 1"][1] <= {"bakers": 0.1, "regions": 0.6}[what]
    assert seen.lines_with("overlaps") == []
