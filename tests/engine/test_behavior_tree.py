"""MoveTo, Follow, Flee, Wander and Patrol, and the leaves for Beehave and LimboAI that are made of them.

Neither addon is needed: what leaves use of them is in stand_ins/.
"""
import pathlib

import pytest

from tests.engine.godot_run import EDITOR_NOISE, PROJECT, ROOT
from tests.engine.scenarios import FAILURE, PLUGIN, PLUGINS, RUNNING, SUCCESS, EditorScenarios, Scenarios

HERE = pathlib.Path(__file__).resolve().parent
LIMBOAI_SETTINGS = """[limbo_ai]
behavior_tree/user_task_dir_1="res://ai/tasks"
behavior_tree/user_task_dir_2=""
behavior_tree/user_task_dir_3=""
"""
TASKS = "res://addons/navpy/behavior_tree/limboai"
STAND_INS = {
    "addons/beehave/action_leaf.gd": HERE / "stand_ins/beehave.gd",
    "addons/beehave/blackboard.gd": HERE / "stand_ins/blackboard.gd",
    "addons/limboai/bt_action.gd": HERE / "stand_ins/limboai.gd",
}
BEHAVIORS = ["flee", "follow", "hide", "move_to", "patrol", "wander"]
NO_REASON, STOPPED = 0, 8

behavior = Scenarios("behavior_tree.gd")
leaf = Scenarios("behavior_leaves.gd", fixture="with_both_addons")
plane = Scenarios("leaves_in_plane.gd", fixture="with_both_addons")
editor = EditorScenarios("loads_scripts.gd")


@pytest.fixture(scope="module")
def in_editor(run_scenarios, editor_home):
    """in_editor(project, files={}) → what an editor reports of the project's scripts."""
    def run(project, files=None):
        name = "scripts_are_loaded"
        return run_scenarios(editor, [name], project=project, files=files or {}, **editor_home)[name].check()
    return run


@pytest.fixture(scope="module")
def both_addons(make_project, in_editor):
    """A project with both addons, and what its editor reports."""
    project = make_project(STAND_INS, copy=True)
    return project, in_editor(project, {"project.godot": PROJECT + PLUGINS + LIMBOAI_SETTINGS})


@pytest.fixture(scope="module")
def with_both_addons(both_addons):
    """Options of the scenarios of leaves: that project, and the script of the guide."""
    guide = (ROOT / "docs/guides/behavior-trees.md").read_text()
    script = guide.split("```gdscript\n")[1].split("```")[0]
    return {"project": both_addons[0], "files": {"guard.gd": script, "rigs.gd": HERE / "rigs.gd"}}


def written(project):
    folder = project / "addons/navpy/behavior_tree"
    return sorted(str(path.relative_to(folder)) for addon in ("beehave", "limboai") for path in (folder / addon).rglob("*.gd"))


# ---- the behaviors ------------------------------------------------------------------------------------------------

@behavior("follow")
def test_follow_keeps_its_distance(seen):
    assert seen["status"] == RUNNING
    assert seen["gap"] == pytest.approx(3, abs=0.2)
    assert seen["moves when the leader makes a small step"] == pytest.approx(0, abs=0.01)
    assert seen["largest gap while the leader walks"] <= 4.2
    assert seen["gap when the leader stands"] == pytest.approx(3, abs=0.2)


@behavior("follow_across")
def test_follow_goes_where_it_meets_a_moving_target(seen):
    assert seen["frames with 2.0 s"] < 0.9 * seen["frames with 0.0 s"] < 540


@behavior("follow_beside_a_wall")
def test_follow_does_not_go_round_a_wall_for_a_predicted_place(seen):
    assert seen["farthest in x"] < 7.5 and seen["gap"] < 4.2


@behavior("follow_the_unreachable")
def test_follow_waits_for_who_cannot_be_reached(seen):
    assert seen["unreachable"]["status"] == RUNNING and "another island" in seen["unreachable"]["why"]
    assert seen["reachable"] == {"status": RUNNING, "why": ""}
    assert seen["gap"] == pytest.approx(3, abs=0.2)


@behavior("follow_the_freed")
def test_follow_stops_when_its_target_is_gone(seen):
    assert seen["next tick"] == {"status": FAILURE, "why": "the target was freed"} and seen["reason"] == STOPPED
    assert seen["next tick without the agent"] == {"status": FAILURE, "why": "the agent is gone"}


@behavior("without_an_agent")
def test_without_an_agent_in_the_scene_it_fails(seen):
    assert seen["outside the tree"] == {"status": FAILURE, "why": "the agent is not in the scene"}
    assert seen["null"] == {"status": FAILURE, "why": "the agent is gone"}


@behavior("hide")
def test_hide_runs_behind_a_wall(seen):
    assert seen["status"] == seen["status then"] == SUCCESS and seen["status when it is seen again"] == RUNNING
    assert seen["x"] > 8 and seen["x then"] < 8
    assert seen["next tick without the threat"] == {"status": FAILURE, "why": "the target was freed"}

@behavior("hide_in_the_open")
def test_hide_fails_in_the_open(seen):
    assert seen["status"] == FAILURE and "no hidden place" in seen["why"]


@behavior("hide_from_one_off_the_navmesh")
def test_a_threat_beside_the_navmesh_sees_from_the_nearest_ground(seen):
    assert seen["first"] == seen["first on the other side"] == RUNNING
    assert seen["status"] == seen["status then"] == SUCCESS
    assert seen["x"] > 8 and seen["x then"] < 8


@behavior("hide_without_cover")
def test_hide_without_cover_fails_at_once_and_rests(seen):
    assert seen["failures (-3.0, 0.0, 0.0)"] == seen["failures (4.0, 0.0, 0.0)"] == seen["failures (24.0, 0.0, 0.0)"] == 120
    assert seen["stands"] < 0.05


@behavior("hide_without_a_navmesh")
def test_without_a_navmesh_nobody_is_hidden(seen):
    assert seen["none"] == {"status": FAILURE, "why": "there is no navmesh here"} and seen["baking"] == RUNNING


@behavior("a_hundred_hide")
def test_a_hundred_hide_in_a_frame(seen):
    assert seen["median"] < 20_000 and seen["statuses"]["1"] > 30_000


@behavior("flee")
def test_flee_runs_until_it_is_far_enough(seen):
    assert seen["status"] == seen["status of the next tick"] == seen["status when the threat has come"] == SUCCESS
    assert 8 <= seen["distance"] <= 8.5 and 8 <= seen["distance then"] <= 8.5
    assert seen["next tick without the threat"] == {"status": FAILURE, "why": "the target was freed"}


@behavior("flee_sideways")
def test_flee_goes_out_of_the_way_of_a_moving_threat(seen):
    assert seen["nearest with 2.0 s"] > seen["nearest with 0.0 s"] + 0.5


@behavior("flee_along_a_wall")
def test_flee_goes_round_what_is_behind_it_and_not_towards_the_threat(seen):
    assert seen["status"] == SUCCESS and seen["distance"] >= 10 and seen["nearest"] >= 0.75 * 3.5


@behavior("flee_when_cornered")
def test_the_cornered_fail_and_stay(seen):
    assert seen["status"] == FAILURE and "cornered" in seen["why"]
    assert seen["drift"] == pytest.approx(0, abs=0.01)
    assert seen["status when the threat is gone"] == SUCCESS


@behavior("wander")
def test_wander_walks_and_pauses_near_its_home(seen):
    walk = seen["Rover, seed 1"]
    assert walk["status"] == RUNNING and walk["farthest"] <= 5.1
    assert len(walk["ends"]) >= 6 and 60 <= walk["frames at rest"] <= 800


@behavior("wander")
def test_a_seed_gives_a_walk_and_names_tell_wanderers_apart(seen):
    assert seen["Rover, seed 1"] == seen["Rover, seed 1 again"]
    assert seen["Rover, seed 1"]["ends"] != seen["Rover, seed 2"]["ends"]
    assert seen["Rover, seed 1"]["ends"] != seen["Bello, seed 1"]["ends"]


@behavior("wander_near_a_home")
def test_wander_stays_near_a_node_that_is_its_home(seen):
    assert seen["distance from home"] <= 3.1
    assert seen["next tick without the home"] == {"status": FAILURE, "why": "the target was freed"}


@behavior("patrol_in_a_loop")
def test_patrol_begins_again_after_the_last_point(seen):
    check_patrol(seen, RUNNING, [0, 1, 2, 0, 1, 2, 0], waits=5)


@behavior("patrol_to_and_fro")
def test_patrol_turns_round_at_the_last_point(seen):
    check_patrol(seen, RUNNING, [0, 1, 2, 1, 0, 1, 2], waits=5)


@behavior("patrol_once")
def test_patrol_ends_at_the_last_point(seen):
    check_patrol(seen, SUCCESS, [0, 1, 2], waits=2)


def check_patrol(seen, status, visits, waits):
    assert seen["status"] == status and seen["visits"] == visits
    assert seen["frames at rest"] >= waits * 20         # of the 30 frames of a wait some go by while it brakes


@behavior("patrol_round_the_unreachable")
def test_patrol_leaves_out_what_cannot_be_reached(seen):
    assert seen["status"] == RUNNING and seen["distance from the point"] <= 1.01
    assert seen["without it"]["status"] == FAILURE and "none of the points" in seen["without it"]["why"]
    assert seen["next tick without the points"] == {"status": FAILURE, "why": "the points are gone"}


@behavior("patrol_round_the_unreachable")
def test_who_has_given_up_looks_again_later(seen):
    assert 0 < seen["failures until it looks again"] <= 31


@behavior("off_the_navmesh")
@pytest.mark.parametrize("name", ["flee", "wander"])
def test_off_the_navmesh_that_is_the_reason(seen, name):
    assert seen[name]["failures"] == 40 and "off the navmesh" in seen[name]["why"]


@behavior("off_the_navmesh")
def test_off_the_navmesh_a_patrol_walks_back(seen):
    assert seen["patrol"] == {"failures": 0, "why": ""} and seen["meters that the patrol has walked"] > 1


@behavior("patrol_is_interrupted")
def test_patrol_goes_on_where_it_was_interrupted(seen):
    assert seen["reason"] == STOPPED and seen["same point"] is True and seen["first point"] is False


@behavior("patrol_without_points")
@pytest.mark.parametrize("points", ["[]", "null", "a node without children", "3", "[null]", "strings"])
def test_patrol_without_points(seen, points):
    assert seen[points]["status"] == FAILURE
    assert "no points" in seen[points]["why"] or "none of the points" in seen[points]["why"]


@behavior("without_a_target", expected=["must be finite"])
def test_targets_that_are_no_place_fail_and_complain_once(seen):
    assert seen["failures"] == 3 * (5 * 10 + 10)
    assert len(seen.lines_with("must be finite")) == 3 * 2


@behavior("one_behavior_after_another")
def test_an_interrupt_leaves_an_agent_alone_that_another_behavior_has(seen):
    assert seen["first interrupted"] == {"status": RUNNING, "reason": NO_REASON}
    assert seen["second interrupted"] == {"reason": STOPPED}


# ---- the leaves ---------------------------------------------------------------------------------------------------

both = pytest.mark.parametrize("addon", ["beehave", "limboai"])


@both
@leaf("fixed_target", "target_at_a_path", "variable_with_a_place", "variable_with_a_node", "variable_with_a_path",
      "variable_with_a_callable")
def test_a_leaf_walks_to_its_target(seen, addon):
    walk = seen[addon]
    assert walk["statuses"] == ["RUNNING", "SUCCESS"] and walk["x"] == pytest.approx(2.1, abs=0.1)


def check_failure(told, why):
    assert told["statuses"] == ["FAILURE"] and why in told["why"]


@both
@leaf("unreachable_target")
def test_an_unreachable_target_is_a_failure(seen, addon):
    check_failure(seen[addon], "off the navmesh")


@both
@leaf("unset_variable")
def test_an_unset_variable_is_a_failure(seen, addon):
    check_failure(seen[addon], "variable goal is not set")


@both
@leaf("no_node_at_the_path", expected=["finds no node"])
def test_a_path_to_no_node_is_a_failure(seen, addon):
    check_failure(seen[addon], "finds no node ../Nowhere")


@both
@leaf("target_that_is_no_number", expected=["must be finite"])
def test_a_target_that_is_no_number_is_a_failure(seen, addon):
    check_failure(seen[addon], "must be finite")


@both
@leaf("target_at_a_path_is_freed")
def test_a_freed_target_at_a_path_is_a_failure(seen, addon):
    check_failure(seen[addon], "../Prey was freed")


@both
@leaf("target_of_a_variable_is_freed")
def test_a_freed_target_of_a_variable_is_a_failure(seen, addon):
    check_failure(seen[addon], "was freed")


@both
@leaf("target_of_a_variable_is_freed_and_forgotten", "target_of_move_to_is_freed")
def test_move_to_says_that_its_target_was_freed(seen, addon):
    check_failure(seen[addon], "was freed")


@both
@leaf("actor_is_freed")
def test_a_freed_actor_is_a_failure(seen, addon):
    check_failure(seen[addon], "the actor is gone")


@both
@leaf("no_agent", expected=["finds no NavAgent"])
def test_without_an_agent_a_leaf_fails_until_there_is_one(seen, addon):
    check_failure(seen[addon], "finds no NavAgent")
    assert seen[addon]["status with an agent"] == "RUNNING"


@both
@leaf("agent_is_freed")
def test_a_freed_agent_is_a_failure_until_there_is_another(seen, addon):
    check_failure(seen[addon], "the agent is gone")
    assert seen[addon]["status with an agent"] == "RUNNING"


@both
@leaf("no_target", expected=["has no target: set target_var or target_path"])
def test_a_leaf_without_a_target_fails(seen, addon):
    statuses = {behavior: told["statuses"] for behavior, told in seen[addon].items()}
    assert statuses == {"follow": ["FAILURE"], "flee": ["FAILURE"], "hide": ["FAILURE"], "patrol": ["FAILURE"]}


@leaf("no_node_at_the_path", "target_that_is_no_number", "no_agent")
def test_a_mistake_is_complained_of_once_and_not_every_frame(seen):
    assert len([line for line in seen.lines if line.startswith("ERROR")]) == 2          # one of each addon


@leaf("no_target")
def test_a_missing_target_is_complained_of_once_and_not_every_frame(seen):
    assert len([line for line in seen.lines if line.startswith("ERROR")]) == 2 * 4      # by four leaves of each addon


@both
@leaf("aborted")
def test_an_aborted_leaf_stops_its_agent_and_can_begin_again(seen, addon):
    aborted = seen[addon]
    assert aborted["reason"] == STOPPED and aborted["drift"] == pytest.approx(0, abs=0.1)
    assert aborted["status of the next tick"] == "RUNNING"


@both
@leaf("aborted_after_the_next_has_begun")
def test_a_leaf_aborted_after_the_next_has_begun_leaves_it_the_agent(seen, addon):
    assert seen[addon] == {"status": RUNNING, "reason": NO_REASON, "reason when both are aborted": STOPPED}


@both
@leaf("follow")
def test_a_leafs_parameters_are_the_behaviors(seen, addon):
    assert seen[addon]["gap"] == pytest.approx(2, abs=0.2) and seen[addon]["gap at another distance"] == pytest.approx(5, abs=0.2)


@both
@leaf("flee")
def test_flee_leaf(seen, addon):
    assert seen[addon]["statuses"] == ["RUNNING", "SUCCESS"] and seen[addon]["distance"] >= 6


@both
@leaf("wander")
def test_wander_leaf(seen, addon):
    assert seen[addon]["statuses"] == ["RUNNING"] and 0 < seen[addon]["distance"] <= 3.1


@leaf("wander")
def test_both_addons_walk_the_same_way(seen):
    assert seen["beehave"]["place"] == seen["limboai"]["place"]


@both
@leaf("patrol", "patrol_of_a_variable")
def test_patrol_leaf(seen, addon):
    assert seen[addon]["statuses"] == ["RUNNING", "SUCCESS"] and seen[addon]["distance from the last point"] <= 1.01


@leaf("slow_tree", "slow_tree_at_144_frames")
def test_time_passes_between_the_ticks_of_a_slow_tree(seen):
    assert seen["status"] == "SUCCESS" and seen["seconds"] == pytest.approx(2, abs=0.1)


@leaf("name_of_a_task")
def test_a_task_says_its_target_in_its_name(seen):
    seen.expect({"no target": "NavFollow", "target_path": "NavFollow ../Goal", "target_var": "NavFollow $prey"})


@leaf("guard_of_the_guide")
def test_the_guides_script_works(seen):
    assert seen["distance from the first post"] <= 1.1 and seen["distance from the nearest post"] <= 1.1
    assert seen["distance from the player"] == pytest.approx(3, abs=0.3)


# ---- which leaves there are ---------------------------------------------------------------------------------------

def test_the_editor_writes_the_leaves_of_the_addons_that_are_there(both_addons):
    project, told = both_addons
    assert written(project) == [f"beehave/nav_{name}_leaf.gd" for name in BEHAVIORS] \
        + [f"limboai/navigation/bt_nav_{name}.gd" for name in BEHAVIORS]
    assert {f"Nav{name}Leaf" for name in ("MoveTo", "Follow", "Flee", "Wander", "Patrol")} <= set(told["classes"])
    assert {f"BTNav{name}" for name in ("MoveTo", "Follow", "Flee", "Wander", "Patrol")} <= set(told["classes"])


def test_limboais_palette_lists_the_tasks(both_addons):
    _, told = both_addons
    told.expect({"palette 1": "res://ai/tasks", "palette 2": TASKS, "palette 3": "", "palette": []})


def test_the_palette_of_limboai_1_3_lists_them_once(make_project, in_editor):
    """Its setting is an array with a default. An editor that starts later finds the tasks in it."""
    limboai = "addons/limboai/"
    own = {limboai + "plugin.cfg": PLUGIN, limboai + "plugin.gd": HERE / "stand_ins/limboai_settings.gd"}
    project = make_project({**STAND_INS, **own}, copy=True)
    settings = PROJECT + PLUGINS.replace("PackedStringArray(", 'PackedStringArray("res://addons/limboai/plugin.cfg", ')
    in_editor(project, {"project.godot": settings}).expect({"palette": ["res://ai/tasks", TASKS], "palette 2": ""})
    saved = (project / "project.godot").read_text()
    assert f'behavior_tree/user_task_dirs=PackedStringArray("res://ai/tasks", "{TASKS}")' in saved
    in_editor(project, {"project.godot": saved}).expect({"palette": ["res://ai/tasks", TASKS], "palette 2": ""})


def test_a_full_palette_is_said_once(make_project, run_godot, editor_home):
    full = PROJECT + PLUGINS.replace(', "res://addons/checks/plugin.cfg"', "") + LIMBOAI_SETTINGS.replace('""', '"res://ai"')
    project = make_project({**STAND_INS, "project.godot": full}, copy=True)
    starts = [run_godot(project=project, args=["--import"], expected=EDITOR_NOISE, **editor_home) for _ in range(2)]
    assert [start.output.count(f"not in LimboAI's palette: add {TASKS} to its folders") for start in starts] == [1, 0]
    assert (project / "project.godot").read_text().count('"res://ai"') == 2


def test_without_the_addons_nothing_is_written_and_nothing_complains(make_project, in_editor, run_godot, editor_home):
    """Every way in which Godot looks at a project's scripts: import, the editor's help, a run, an export."""
    preset = (ROOT / "godot_project/export_presets.cfg").read_text()
    project = make_project({"export_presets.cfg": preset, **editor.files()}, copy=True)
    run_godot(project=project, args=["--import"], expected=EDITOR_NOISE, **editor_home)
    assert "NavPatrol" in in_editor(project)["classes"]
    run_godot("extends SceneTree\nfunc _initialize():\n\tquit()\n", project=project)
    pack = str(project.parent / "game.pck")
    run_godot(project=project, args=["--export-pack", "Linux", pack], expected=EDITOR_NOISE, **editor_home)
    assert written(project) == []


def test_leaves_go_with_their_addon(make_project, both_addons, in_editor):
    with_addons, _ = both_addons
    folder = "addons/navpy/behavior_tree/"
    leaves = {name: (with_addons / folder / name).read_text() for name in written(with_addons)}
    project = make_project({folder + name: text for name, text in {"beehave/mine.gd": "extends Node\n", **leaves}.items()}, copy=True)
    in_editor(project)
    assert written(project) == ["beehave/mine.gd"]


# ---- the demo -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("scene, body", [("06_chase_and_patrol", "character"), ("19_chase_and_patrol_2d", "walker")])
def test_the_demos_guard_chases_loses_and_patrols_again(scene, body, make_project, run_godot):
    demo = ROOT / "godot_project"
    files = [*demo.glob("scripts/**/*.gd"), *demo.glob(f"scenes/{scene}*"), demo / f"scenes/{body}.tscn"]
    project = make_project({str(path.relative_to(demo)): path for path in files if path.suffix != ".uid"})
    run = run_godot(project=project, args=[f"res://scenes/{scene}.tscn"], user_args=["--table"])
    states = [line.split()[1] for line in run.stdout.splitlines() if "patrols" in line or "chases" in line or "searches" in line]
    assert states[:2] == ["patrols", "chases"] and states[-2:] == ["searches", "patrols"]


# ---- in two dimensions --------------------------------------------------------------------------------------------

@plane("move_to", expected=["a behavior needs a NavAgent or a NavAgent2D", "must be finite"])
def test_move_to_in_the_plane(seen):
    seen.expect({"to Vector2": [SUCCESS, True], "to Object": [SUCCESS, True], "to Callable": [SUCCESS, True]})
    seen.expect({"to (900.0, 0.0, 300.0)": [FAILURE, "the target is neither a Vector2 nor a Node2D: (900.0, 0.0, 300.0)"],
                 "to nothing": [FAILURE, "there is no target"]})
    assert seen["to space"][0] == FAILURE and "is not a Node2D in the scene" in seen["to space"][1]
    assert seen["to (nan, 0.0)"][0] == FAILURE and "is not a place" in seen["to (nan, 0.0)"][1]
    assert seen["of no agent"] == [FAILURE, "a behavior needs a NavAgent or a NavAgent2D, and this is a Node2D"]


@plane("first_values")
def test_distances_in_the_plane_begin_twenty_times_as_large(seen):
    seen.expect({"flat": [200, 2, 20, 800, 80], "set": 10, "in space": [10, -1], "of leaves": [200, 10, 5], "by a tick": 200})


@plane("follow")
def test_follow_in_the_plane(seen):
    assert seen["status"] == RUNNING and seen["gap"] == pytest.approx(60, abs=4) and seen["gap at the end"] == pytest.approx(60, abs=4)
    assert seen["largest gap"] <= 90 and seen["freed"] == [FAILURE, "the target was freed"]


@plane("flee")
def test_flee_in_the_plane(seen):
    assert seen["status"] == seen["from its own place"] == SUCCESS and 200 <= seen["distance"] <= 210 and seen["ahead"]
    assert seen["cornered"][0] == FAILURE and "cornered" in seen["cornered"][1]


@plane("hide")
def test_hide_in_the_plane(seen):
    seen.expect({"status": SUCCESS, "hidden": True, "seen again": RUNNING, "status then": SUCCESS, "hidden then": True,
                 "in the open": [FAILURE, "no hidden place within 300 px can be reached"]})


@plane("hide_by_any_seed")
def test_hide_finds_a_place_by_any_seed(seen):
    assert seen["failures"] == 0


@plane("wander")
def test_wander_in_the_plane(seen):
    assert seen["status"] == RUNNING and 40 < seen["farthest"] <= 161 and seen["walks"] >= 6


@plane("patrol")
def test_patrol_in_the_plane(seen):
    assert [seen[kind] for kind in ("Array", "PackedVector2Array", "Object")] == [[0, 1, 2, 0, 1]] * 3


@plane("off_the_navmesh")
def test_off_the_navmesh_of_the_plane_that_is_the_reason(seen):
    assert seen["wander"][0] == FAILURE and "the agent is 610 px off the navmesh" in seen["wander"][1]


@both
@plane("leaf_move_to")
def test_a_leaf_of_the_plane_walks_to_every_kind_of_target(seen, addon):
    assert seen[addon] == [True] * 5


@both
@plane("leaf_follow")
def test_a_leaf_of_the_plane_follows(seen, addon):
    status, gap = seen[addon]
    assert status == "RUNNING" and gap == pytest.approx(60, abs=4)


@both
@plane("leaf_flee")
def test_a_leaf_of_the_plane_flees(seen, addon):
    (first, by_default), (second, as_set) = seen[addon]
    assert first == second == "SUCCESS" and 200 <= by_default <= 210 and 100 <= as_set <= 110


@both
@plane("leaf_hide", "leaf_patrol")
def test_a_leaf_of_the_plane_hides_and_patrols(seen, addon):
    assert seen[addon] == ["SUCCESS", True]


@both
@plane("leaf_wander")
def test_a_leaf_of_the_plane_wanders(seen, addon):
    assert seen[addon] == ["RUNNING", True]


@both
@plane("leaf_without_an_agent", expected=["finds no NavAgent or NavAgent2D"])
def test_a_leaf_of_the_plane_says_that_there_is_no_agent(seen, addon):
    assert seen[addon][0] == "FAILURE" and "finds no NavAgent or NavAgent2D" in seen[addon][1]
