"""NavFormation: how well members keep their slots, who is in the ranks, leaders, and what may go wrong."""
import math

import pytest

from tests.engine.scenarios import FAILURE, RUNNING, SUCCESS, Scenarios

NO_REQUEST, NO_NAVMESH, INVALID_INPUT, GOAL_OFF_MESH, STOPPED, PATH_LOST = 1, 2, 4, 6, 8, 9        # NavAgent.Reason

scenario = Scenarios("formations.gd")
leaders = Scenarios("formation_leaders.gd")
members = Scenarios("formation_members.gd")


def stand_as(figure, slots, tolerance=0.1):
    """Does each slot, in spacings behind the front and to the right of the middle, have one member within the tolerance?"""
    near = [[k for k, place in enumerate(figure) if math.dist(place, slot) <= tolerance] for slot in slots]
    return len(figure) == len(slots) and sorted(sum(near, [])) == list(range(len(figure)))


def box(count, files):
    ranks = [min(files, count - first) for first in range(0, count, files)]
    slots = [(rank, k - (size - 1) / 2) for rank, size in enumerate(ranks) for k in range(size)]
    return centered(slots)


def centered(slots):
    middle = sum(y for _, y in slots) / len(slots)
    return [(x, y - middle) for x, y in slots]


# ---- the march ----

@scenario("over_the_course")
def test_a_box_goes_round_a_corner_through_a_door_and_up_stairs(seen):
    march = seen["march"]
    assert march["status"] == SUCCESS and march["flips"] == 0
    assert march["mean off"] < 0.15 and march["most off"] < 1.0      # members catch up and brake as their bodies can
    assert 1 <= march["formed up"] <= 2 and march["seconds from the door"] < 6
    assert march["seconds"] < 30                        # for 47 m at 2.8 m/s
    assert march["height of slots"] < 0.5               # two steps of the stairs
    assert stand_as(seen["box"], box(12, 4), 0.2)
    assert seen["heights"] == pytest.approx([1.0] * 12, abs=0.05)
    assert seen["ends of the members' requests"] == [1] * 12


@scenario("winding_way")
def test_ranks_are_narrowed_in_every_bend(seen):
    for shape in ("BOX", "WEDGE"):
        assert seen[shape]["status"] == SUCCESS and seen[shape]["members"] == 12
        assert seen[shape]["flips"] == 0 and seen[shape]["most off"] < 0.6 and seen[shape]["seconds"] < 80


@scenario("strangers")
def test_the_formation_gets_past_strangers(seen):
    for way in ("towards it", "across"):
        assert seen[way]["status"] == SUCCESS and seen[way]["nearest"] > 0.9 and seen[way]["seconds"] < 60
    assert seen["across"]["members"] == 12 and seen["across"]["flips"] < 10
    assert seen["towards it"]["members"] >= 8           # the stream is as wide as the formation, and carries members back with it


@scenario("over_a_link")
def test_members_cross_a_link_one_by_one(seen):
    assert seen["status"] == SUCCESS and seen["seconds"] < 45 and stand_as(seen["figure"], box(6, 3))
    assert seen["flips"] < 100                          # while they wait for each other at the link


@scenario("shapes")
def test_shapes_are_what_they_are_called(seen):
    for shape in ("BOX", "LINE", "WEDGE", "COLUMN", "BAND"):
        assert seen[shape]["status"] == SUCCESS and seen[shape]["flips"] == 0 and seen[shape]["most off"] < 0.5
    assert stand_as(seen["BOX"]["figure"], box(7, 3))
    assert stand_as(seen["LINE"]["figure"], box(7, 7))
    wing = [k * math.sqrt(0.5) for k in range(4)]
    assert stand_as(seen["WEDGE"]["figure"], [(x, side * x) for x in wing for side in (-1, 1) if x > 0 or side > 0])
    assert stand_as(seen["COLUMN"]["figure"], [(0, 0)] + [(1 + rank, y) for rank, y in box(6, 2)])
    band = seen["BAND"]["figure"]
    assert all(math.dist(a, b) > 0.95 for a in band for b in band if a is not b)
    assert sorted(x for x, _ in band)[1] > 0.45 and len({round(x, 1) for x, _ in band}) > 4        # a leader, and no ranks


@scenario("other_bodies")
def test_nodes_that_a_crowd_or_a_script_moves_march_too(seen):
    for kind in ("crowd", "script"):
        assert seen[kind]["status"] == SUCCESS and seen[kind]["flips"] == 0 and seen[kind]["most off"] < 0.5
        assert stand_as(seen[kind]["figure"], box(6, 3))


@scenario("the_target_moves")
def test_a_target_that_moves_is_followed(seen):
    assert seen["flips"] == 0 and seen["most off"] < 0.6 and seen["turns back"]


@scenario("the_navmesh_changes")
def test_the_navmesh_changes_on_the_march(seen):
    assert seen["arrives"] and seen["members"] == 6
    assert seen["without a navmesh"] == [FAILURE, NO_NAVMESH]


@scenario("before_the_bake")
def test_a_request_waits_for_the_bake(seen):
    assert seen["asked"] == RUNNING and "being baked" in seen["reason"] and seen["arrives"]


# ---- who is in the ranks ----

@members("ranks_are_closed")
def test_ranks_are_closed(seen):
    assert not seen["whole"] and seen["members"] == 5
    assert seen["status"] == SUCCESS and stand_as(seen["figure"], box(5, 3))
    assert seen["sent elsewhere"] < 1 and seen["stopped"] == [FAILURE, FAILURE]
    assert stand_as(seen["closed at the target"], box(4, 2)) and seen["still"] == SUCCESS
    assert stand_as(seen["joined"], box(5, 3))
    assert seen["all are back"] == 7 and seen["at last"] == SUCCESS


@members("members_come_and_go")
def test_members_come_and_go_on_the_march(seen):
    assert seen["left"] == 4 and seen["then"] == 5
    assert seen["arrives"] and stand_as(seen["figure"], box(5, 3), 0.2)
    assert seen["outside"] == FAILURE and seen["again"] == RUNNING and seen["freed by its signal"]


@members("all_members_are_freed")
def test_nobody_is_left(seen):
    assert seen["status"] == FAILURE and len(seen["failed"]) == 1 and "way was lost" in seen["failed"][0]


@members("a_formation_is_reparented")
def test_a_formation_goes_on_elsewhere_in_the_tree(seen):
    assert seen["outside"] == FAILURE and seen["inside again"] == RUNNING
    assert sorted(seen["behind the leader"]) == pytest.approx([1.5 * k for k in range(1, 7)], abs=0.4)
    assert seen["members"] == 6
    assert seen["asked"] == seen["goes on"] == RUNNING and seen["arrives"]
    assert sorted(seen["at the target"]) == pytest.approx([1.5 * k for k in range(6)], abs=0.4)
    assert seen["rests"] == seen["canceled outside"] == [FAILURE, 0]


@members("what_it_has_is_disabled_and_freed")
def test_what_a_formation_has_is_disabled_and_freed(seen):
    assert max(seen["behind it again"]) < 8 and min(seen["behind it again"]) > 0.6
    assert seen["without the leader"] == [FAILURE, True]
    assert seen["all disabled"][1] == 0 and seen["nobody"] == [FAILURE, 0]


@members("too_little_spacing")
def test_slots_are_never_nearer_than_members_are_wide(seen):
    for shape in ("BOX", "LINE", "WEDGE", "COLUMN", "BAND"):
        assert seen[f"{shape}: on the march"] > 1.1 * 0.8 - 0.01
        assert seen[f"{shape}: a wide one"] > 1.1 * 1.4 - 0.01
        assert seen[f"{shape}: arrives"] and seen[f"{shape}: members stand"] > 1.0


@members("left_behind")
def test_who_cannot_come_is_left_behind(seen):
    assert seen["asked"] == RUNNING and seen["arrives"]
    assert seen["members"] == 5 and seen["lost"] < 0.1


@members("slots_are_taken")
def test_who_finds_somebody_on_his_slot_stands_beside_it(seen):
    assert seen["arrives"] and seen["members"] == 5
    assert min(seen["off"]) < 0.3


# ---- leaders ----

@leaders("behind_a_leader")
def test_a_column_follows_the_trail_of_a_leader_that_is_no_member(seen):
    assert seen["is the leader"] and seen["status"] == RUNNING
    assert seen["beside the trail"] < 0.4 and seen["flips"] == 0
    distances = sorted(seen["distances"])
    assert 1.4 < distances[0] < 2.1
    assert [b - a for a, b in zip(distances, distances[1:])] == pytest.approx([1.5] * 5, abs=0.1)
    assert sorted(seen["elsewhere"]) == pytest.approx([1.5 * k for k in range(1, 7)], abs=0.3)
    assert seen["without the leader"]["status"] == FAILURE and seen["without the leader"]["leader"] is True
    assert seen["stand"] and seen["request"] == RUNNING


@leaders("a_leader_without_a_direction", expected=["/root/.*: its leader .* has no direction"])
def test_members_stand_while_the_leader_has_no_direction(seen):
    for named in ("not a number", "scaled to zero"):
        assert max(seen[f"{named}: moved"]) < 0.2 and seen[f"{named}: status"] == RUNNING
        for when in ("distances", "at once"):
            assert sorted(seen[f"{named}: {when}"]) == pytest.approx([1.5 * k for k in range(1, 7)], abs=0.4)
    assert len(seen.lines_with("has no direction")) == 4


@leaders("a_leader_beside_the_mesh")
def test_members_stay_near_a_leader_beside_the_navmesh_and_follow_it_back(seen):
    assert seen["statuses"] == [RUNNING] * 40 and seen["comes back"] < 6


@leaders("a_leader_turns_back")
def test_ranks_form_up_anew_behind_a_leader_that_turns_back(seen):
    for shape in ("COLUMN", "BAND", "BOX"):
        assert seen[f"{shape}: walked for a step back"] < 2.5
        assert seen[f"{shape}: nearest"] > 0.7 and seen[f"{shape}: formed up"]
        assert seen[f"{shape}: behind it"] > 0
        assert max(seen[f"{shape}: walked"]) < 25                        # its leader walks 20 m


@leaders("a_leader_runs_on")
def test_members_take_the_shortest_way_to_a_leader_that_has_run_on(seen):
    for shape in ("COLUMN", "BAND"):
        assert seen[f"{shape}: seconds"] < 20 and seen[f"{shape}: members"] == 8
        assert max(seen[f"{shape}: distances"]) < 13


@leaders("a_member_leads")
def test_a_member_leads_the_wedge(seen):
    assert seen["status"] == SUCCESS and seen["leader"] < 0.1 and seen["flips"] == 0
    assert seen["figure"][5] == pytest.approx((0, 0), abs=0.05)


@leaders("a_saved_scene")
def test_a_scene_keeps_the_leader(seen):
    assert seen["kept"] == [3, 2.0, True]
    assert seen["arrives"] and seen["in front"] < 1.0


# ---- what may go wrong ----

@members("in_another_world")
def test_a_formation_in_another_world(seen):
    assert seen["too far for this world"] == FAILURE and seen["asked"] == RUNNING and seen["arrives"]


@members("bad_calls", expected=["/Bad: ", r"\(outside the scene tree\): requestPath"])
def test_bad_calls_cost_a_line_each(seen):
    assert seen["no members"]["status"] == FAILURE and "call add_member" in seen["no members"]["text"]
    assert seen["no navmesh"] == {"status": FAILURE, "reason": NO_NAVMESH}
    assert seen["not finite"] == {"status": FAILURE, "reason": INVALID_INPUT}
    assert seen["off the mesh"] == {"status": FAILURE, "reason": GOAL_OFF_MESH}
    assert seen["as before"] == [1.5, 0, 0]
    assert seen["with a leader of its own"] == FAILURE
    assert seen["stopped"] == [FAILURE, STOPPED, FAILURE]
    assert seen["outside the tree"] == [FAILURE, FAILURE, 0, True]
    lines = seen.lines_with("ERROR")
    for words in ("has no members", "is not a place", "spacing must be finite and at least 0.1 and at most 1000, not 0;", "not nan",
                  "files must be", "shape must be", "add_member: null is neither", "remove_member: /root", "is no member",
                  "not in the scene tree"):
        assert len([line for line in lines if words in line]) == 1, words
    assert len(lines) == 11


@members("senseless_places")
def test_members_at_senseless_places_harm_nobody(seen):
    assert seen["arrives"] and stand_as(seen["figure"], box(4, 2), 0.2)


@members("anything_goes", expected=["requestPath: its leader .* is no member", "requestPath: the formation has no members"])
def test_anything_goes(seen):
    assert seen["calls"] == 2500 and seen["end"]


@leaders("a_minute_of_a_box", "a_minute_of_a_line", "a_minute_of_a_wedge", "a_minute_of_a_column", "a_minute_of_a_band")
def test_nobody_gets_stuck_behind_a_leader(seen):
    assert seen["longest stand"] < 12 and seen["off the mesh"] < 0.5
    assert seen["most members"] > 30 and seen["members"][0] == seen["members"][1]
