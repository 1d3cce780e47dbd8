"""Flocks and leashes of NavAgents and of a Crowd's agents without nodes."""
from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, Scenarios

NO_REQUEST = 1

scenario = Scenarios("flocks.gd")


@scenario("herd_of_bodies")
def test_bodies_follow_their_leader_without_a_request(seen):
    assert seen["places while the leader stands near"] < 4.0
    assert seen["largest gap"] < 8.0 and max(seen["gaps"]) < 4.2     # the leash is 3 m long, some stand behind others
    assert max(seen["speeds"]) < 0.01
    assert seen["statuses"] == [FAILURE] * 4 and seen["reasons"] == [NO_REQUEST] * 4 and seen["emitted"] == []


@scenario("herd_of_bodies")
def test_a_request_comes_first_and_the_leash_afterwards(seen):
    assert seen["request"] == RUNNING and seen["status of the request"] == SUCCESS
    assert seen["gap of the request"] > 6 and seen["gap afterwards"] < 4.0
    assert seen["moved without a leader"] < 0.1


@scenario("herd_moved_by_its_crowd")
def test_a_crowd_moves_those_on_a_leash(seen):
    assert max(seen["gaps"]) < 3.5 and seen["statuses"] == [FAILURE] * 3


@scenario("herd_without_nodes")
def test_agents_without_nodes_follow_a_player(seen):
    assert seen["farthest"] < 7 and seen["nearest to the player"] > 0.75 and seen["nearest two"] > 0.55
    assert seen["speeds"] == 0 and seen["told"] == 0 and not seen["moved without a leader"]


@scenario("marches")
def test_separation_spreads_a_march(seen):
    assert seen["median with 2.0"] > 1.25 * seen["median with 0.0"]
    assert seen["statuses with 0.0"] == seen["statuses with 2.0"] == [SUCCESS] * 12


@scenario("leader_is_freed")
def test_a_leader_may_go_and_another_come(seen):
    assert seen["speed on the leash"] > 3 and seen["speed without a leader"] < 0.1
    assert seen["gap to the next one"] < 2.6 and seen["gap when it is back"] < 2.6


@scenario("ring_of_leaders")
def test_those_who_lead_each_other_meet(seen):
    assert max(seen["gaps"]) < 3 and max(seen["speeds"]) < 0.01


@scenario("who_cannot_lead",
          expected=[": flock_leader .*: .*(is no NavAgent|cannot lead itself|is in another crowd)", "set_flock_leader was given"])
def test_who_cannot_lead_is_told_once(seen):
    told = [line for line in seen.lines_with(": flock_leader ") if line.startswith("ERROR")]
    assert len(told) == 3 and "is no NavAgent" in told[0] and "cannot lead itself" in told[1] and "in another crowd" in told[2]
    assert seen["path"] == "../Nobody" and seen["id"]
    assert len([line for line in seen.lines_with("no agent of this crowd") if line.startswith("ERROR")]) == 1
