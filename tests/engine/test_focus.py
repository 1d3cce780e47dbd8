"""Level of detail of a Crowd: focus points, who steps, and how the others are drawn."""
from tests.engine.scenarios import Scenarios

scenario, flat = Scenarios("focus.gd"), Scenarios("focus_2d.gd")
COUNT, WALK = 600, 1 + 1e-4             # of a step at full speed, with the rounding of single floats


@scenario("a_camera_passes")
def test_agents_in_the_distance_step_less_often(seen):
    still = seen["with a still camera"]
    assert 0.05 * 96 * COUNT < still["moves"] < 0.3 * 96 * COUNT
    assert still["of an agent"] > 10                                # at once, after its turn


@scenario("a_camera_passes")
def test_instances_move_in_every_frame_as_fast_as_agents(seen):
    still, fast, cut, after = (seen[key] for key in ("with a still camera", "with a fast camera", "after a cut", "after the focus"))
    assert max(part["of an instance"] for part in (still, fast, cut, after)) < 2 * WALK
    assert still["instances that stand"] < 0.02 * 96 * COUNT        # arrived, or held up
    assert 10 < still["behind"] <= 16 * WALK


@scenario("a_camera_passes")
def test_nobody_leaves_the_navmesh(seen):
    assert max(seen[key]["off"] for key in ("with a still camera", "with a fast camera", "after a cut", "after the focus")) < 0.01


@scenario("near_agents_walk_as_ever")
def test_near_agents_walk_and_are_drawn_as_without_a_focus(seen):
    assert seen["hash with a focus"] == seen["hash without"]


@scenario("groups_and_points", expected=["set_focus_points needs positions that are finite"])
def test_groups_and_points(seen):
    every = 16 * COUNT
    assert min(seen[key] for key in ("without a focus", "without a member", "when it is freed", "without points")) > 0.95 * every
    assert seen["with a member"] < 0.4 * every
    assert 0.9 * COUNT < seen["with points far away"] < 1.1 * COUNT and 0.9 * COUNT < seen["when points are refused"] < 1.1 * COUNT
    assert 3.9 * COUNT < seen["with seven steps"] < 4.1 * COUNT


@scenario("nodes_step_in_every_frame")
def test_agents_with_nodes_make_every_step(seen):
    assert min(seen["frames with a move"]) == 60 and max(seen["most in a frame"]) < 1.01


@scenario("changes_of_those_who_wait")
def test_changes_of_those_who_wait(seen):
    assert seen["instance of one that was placed"] < 0.1
    assert seen["agents"] == seen["instances"] == COUNT - 488 and seen["failed"] == 0
    assert seen["off"] < 0.01 and seen["behind when all stand"] < 1e-4


@flat("focus")
def test_in_the_plane(seen):
    assert seen["focus_distance at first"] == 600
    assert seen["frames with a step"][0] == 64 and 4 <= seen["frames with a step"][1] <= 6
    assert max(seen["fastest instance"]) < 200.1 and min(seen["fastest instance"]) > 99
