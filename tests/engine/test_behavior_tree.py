"""MoveTo, Follow, Flee, Wander and Patrol, and the leaves for Beehave and LimboAI that are made of them.

Neither addon is needed: what leaves use of them is in stand_ins/.
"""
import json
import pathlib

import pytest
from conftest import EDITOR_LEAVES, PROJECT

HERE = pathlib.Path(__file__).resolve().parent
PLUGINS = """[editor_plugins]
enabled=PackedStringArray("res://addons/navpy/plugin.cfg", "res://addons/checks/plugin.cfg")
"""
LIMBOAI_SETTINGS = """[limbo_ai]
behavior_tree/user_task_dir_1="res://ai/tasks"
behavior_tree/user_task_dir_2=""
behavior_tree/user_task_dir_3=""
"""
CHECKS = {
    "addons/checks/plugin.cfg": '[plugin]\nname="checks"\ndescription=""\nauthor=""\nversion="1"\nscript="plugin.gd"\n',
    "addons/checks/plugin.gd": HERE / "loads_scripts.gd",
    "addons/checks/inside_editor.gd": HERE / "inside_editor.gd",
}
STAND_INS = {
    "addons/beehave/action_leaf.gd": HERE / "stand_ins/beehave.gd",
    "addons/beehave/blackboard.gd": HERE / "stand_ins/blackboard.gd",
    "addons/limboai/bt_action.gd": HERE / "stand_ins/limboai.gd",
}
BEHAVIORS = ["flee", "follow", "move_to", "patrol", "wander"]
MISTAKES = [r"has no target: set target_var or target_path", r"finds no node", r"finds no NavAgent", r"must be finite"]
RUNNING, SUCCESS, FAILURE = 0, 1, 2
NO_REASON, STOPPED = 0, 8


@pytest.fixture(scope="module")
def behaviors(run_level):
    return run_level("behavior_tree", expected=["must be finite"])


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """One for all editors: in a new one the help on the engine's classes is collected first."""
    folder = tmp_path_factory.mktemp("home")
    return {name: str(folder / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}


@pytest.fixture(scope="module")
def in_editor(run_godot, home):
    """in_editor(project) → what loads_scripts.gd reported."""
    def run(project):
        done = run_godot(project=project, args=["--editor"], user_args=["check"], expected=EDITOR_LEAVES, environment=home)
        return {report["what"]: report["value"] for report in map(json.loads, done.values())}
    return run


@pytest.fixture(scope="module")
def both_addons(make_project, in_editor):
    """A project with both addons, and what its editor said."""
    project = make_project({"project.godot": PROJECT + PLUGINS + LIMBOAI_SETTINGS, **CHECKS, **STAND_INS}, copy=True)
    return project, in_editor(project)


@pytest.fixture(scope="module")
def leaves(both_addons, run_level):
    project, _ = both_addons
    (project / "level.gd").write_bytes((HERE / "level.gd").read_bytes())
    return run_level("behavior_leaves", project=project, expected=MISTAKES)


def written(project):
    folder = project / "addons/navpy/behavior_tree"
    return sorted(str(path.relative_to(folder)) for addon in ("beehave", "limboai") for path in (folder / addon).rglob("*.gd"))



# ---- the behaviours -----------------------------------------------------------------------------------------------

def test_follow_keeps_its_distance(behaviors):
    follow = behaviors["follow"]
    assert follow["status"] == RUNNING
    assert follow["stands"] == pytest.approx(3, abs=0.2) and follow["stays"] == pytest.approx(0, abs=0.01)
    assert follow["farthest"] <= 4.2 and follow["gap"] == pytest.approx(3, abs=0.2)


def test_follow_waits_for_who_cannot_be_reached(behaviors):
    follow = behaviors["follow of the unreachable"]
    assert (follow["status"], follow["again"]) == (RUNNING, RUNNING)
    assert "another island" in follow["why"] and follow["why again"] == ""
    assert follow["gap"] == pytest.approx(3, abs=0.2)


@pytest.mark.parametrize("what, why", [
    ("follow of the freed", "the target is gone"), ("flee from the freed", "the target is gone"),
    ("wander of the homeless", "the target is gone"), ("patrol of the freed", "the points are gone"),
    ("follow by the freed", "the agent is gone"), ("outside", "the agent is not in the scene"), ("nobody", "the agent is gone")])
def test_who_is_gone_is_a_failure(behaviors, what, why):
    assert (behaviors[what]["status"], behaviors[what]["why"]) == (FAILURE, why)


def test_a_gone_target_stops_the_agent(behaviors):
    assert behaviors["follow of the freed"]["reason"] == STOPPED


def test_flee_runs_until_it_is_far_enough(behaviors):
    flee = behaviors["flee"]
    assert (flee["status"], flee["again"], flee["pursued"]) == (SUCCESS, SUCCESS, SUCCESS)
    assert 8 <= flee["off"] <= 8.5 and 8 <= flee["pursued off"] <= 8.5


def test_flee_goes_round_what_is_behind_it_and_not_towards_the_threat(behaviors):
    flee = behaviors["flee along a wall"]
    assert flee["status"] == SUCCESS and flee["off"] >= 10 and flee["nearest"] >= 0.75 * 3.5


def test_the_cornered_fail_and_stay(behaviors):
    assert behaviors["cornered"]["status"] == FAILURE and "cornered" in behaviors["cornered"]["why"]
    assert behaviors["cornered"]["drift"] == pytest.approx(0, abs=0.01)
    assert behaviors["no longer cornered"]["status"] == SUCCESS


def test_wander_walks_and_pauses_near_its_home(behaviors):
    wander = behaviors["wander"]
    assert wander["status"] == RUNNING and wander["farthest"] <= 5.1
    assert len(wander["ends"]) >= 6 and 60 <= wander["stood"] <= 800
    assert behaviors["wander home"] <= 3.1


def test_a_seed_gives_a_walk_and_names_tell_wanderers_apart(behaviors):
    assert behaviors["wander"] == behaviors["wander again"]
    assert behaviors["wander"]["ends"] != behaviors["wander of another seed"]["ends"]
    assert behaviors["wander"]["ends"] != behaviors["wander of another name"]["ends"]


@pytest.mark.parametrize("mode, status, visits, waits", [
    ("loop", RUNNING, [0, 1, 2, 0, 1, 2, 0], 5), ("ping-pong", RUNNING, [0, 1, 2, 1, 0, 1, 2], 5), ("once", SUCCESS, [0, 1, 2], 2)])
def test_patrol_comes_to_its_points_in_order_and_waits(behaviors, mode, status, visits, waits):
    patrol = behaviors["patrol " + mode]
    assert (patrol["status"], patrol["visits"]) == (status, visits)
    assert patrol["waited"] >= waits * 20       # of the 30 frames of a wait some go by while it brakes


def test_patrol_leaves_out_what_cannot_be_reached(behaviors):
    patrol = behaviors["patrol round the unreachable"]
    assert patrol["status"] == RUNNING and patrol["off"] <= 1.01
    assert patrol["without"] == FAILURE and "none of the points" in patrol["why"]


def test_who_has_given_up_looks_again_later(behaviors):
    assert 0 < behaviors["patrol round the unreachable"]["failures"] <= 31


@pytest.mark.parametrize("behavior", ["flee", "wander", "patrol"])
def test_off_the_navmesh_that_is_the_reason(behaviors, behavior):
    failures, why = behaviors[f"{behavior}.gd off the navmesh"]
    assert failures == 40 and "off the navmesh" in why


def test_patrol_goes_on_where_it_was_interrupted(behaviors):
    assert behaviors["patrol goes on"] == {"stopped": STOPPED, "same": True, "first": False}


@pytest.mark.parametrize("points", ["[]", "<null>", "nothing", "3", "[<null>]", '["there"]'])
def test_patrol_without_points(behaviors, points):
    patrol = behaviors[f"patrol of {points}"]
    assert patrol["status"] == FAILURE and ("no points" in patrol["why"] or "none of the points" in patrol["why"])


def test_targets_that_are_no_place_fail_and_complain_once(behaviors):
    assert behaviors["without target"] == 3 * (5 * 10 + 10)
    complaints = [line for line in behaviors["run"].output.splitlines() if "must be finite" in line]
    assert len(complaints) == 3 * 2


def test_an_interrupt_leaves_an_agent_alone_that_another_behaviour_has(behaviors):
    assert behaviors["hands over"] == {"status": RUNNING, "reason": NO_REASON}
    assert behaviors["and stops"]["reason"] == STOPPED


# ---- the leaves ---------------------------------------------------------------------------------------------------

both = pytest.mark.parametrize("addon", ["beehave", "limboai"])


@both
@pytest.mark.parametrize("target", ["fixed target", "target at a path", "target variable: place", "target variable: node",
                                    "target variable: path"])
def test_a_leaf_walks_to_its_target(leaves, addon, target):
    walk = leaves[addon][target]
    assert walk["statuses"] == ["RUNNING", "SUCCESS"] and walk["x"] == pytest.approx(2.1, abs=0.1)


@both
@pytest.mark.parametrize("what, why", [
    ("unreachable", "off the navmesh"), ("unset variable", "variable goal is not set"), ("no node there", "finds no node ../Nowhere"),
    ("nan", "must be finite"), ("freed target at a path", "../Prey is gone"), ("freed target variable", "the target is gone"),
    ("no agent", "finds no NavAgent"), ("freed agent", "the agent is gone"), ("freed actor", "the actor is gone")])
def test_a_leaf_fails_and_says_why(leaves, addon, what, why):
    assert leaves[addon][what]["statuses"] == ["FAILURE"] and why in leaves[addon][what]["why"]


@both
def test_a_leaf_takes_an_agent_that_comes_later(leaves, addon):
    assert leaves[addon]["no agent"]["later"] == "RUNNING" and leaves[addon]["freed agent"]["another"] == "RUNNING"


@both
def test_a_leaf_without_a_target_fails(leaves, addon):
    assert leaves[addon]["no target"] == [["FAILURE"]] * 3


def test_a_mistake_is_complained_of_once_and_not_every_frame(leaves):
    """By each leaf of both addons: no node there, not finite, three without a target, one without an agent."""
    assert len([line for line in leaves["run"].output.splitlines() if line.startswith("ERROR")]) == 2 * 6


@both
def test_an_aborted_leaf_stops_its_agent_and_can_begin_again(leaves, addon):
    aborted = leaves[addon]["aborted"]
    assert aborted["reason"] == STOPPED and aborted["drift"] == pytest.approx(0, abs=0.1) and aborted["again"] == "RUNNING"


@both
def test_a_leaf_aborted_after_the_next_has_begun_leaves_it_the_agent(leaves, addon):
    assert leaves[addon]["taken over"] == {"status": RUNNING, "reason": NO_REASON, "after": STOPPED}


@both
def test_a_leafs_parameters_are_the_behaviours(leaves, addon):
    follow = leaves[addon]["follow"]
    assert follow["gap"] == pytest.approx(2, abs=0.2) and follow["gap then"] == pytest.approx(5, abs=0.2)


@both
def test_flee_wander_and_patrol_leaves(leaves, addon):
    told = leaves[addon]
    assert told["flee"]["statuses"] == ["RUNNING", "SUCCESS"] and told["flee"]["off"] >= 6
    assert told["wander"]["statuses"] == ["RUNNING"] and 0 < told["wander"]["off"] <= 3.1
    assert told["patrol"]["statuses"] == ["RUNNING", "SUCCESS"] and told["patrol"]["off"] <= 1.01


def test_both_addons_walk_the_same_way(leaves):
    assert leaves["beehave"]["wander"]["place"] == leaves["limboai"]["wander"]["place"]


def test_time_passes_between_the_ticks_of_a_slow_tree(leaves):
    assert leaves["beehave"]["every fifth frame"] == {"status": "SUCCESS", "frames": pytest.approx(120, abs=5)}


def test_a_task_says_its_target_in_its_name(leaves):
    assert leaves["limboai"]["names"] == ["NavFollow", "NavFollow ../Goal", "NavFollow $prey"]


# ---- which leaves there are ---------------------------------------------------------------------------------------

def test_the_editor_writes_the_leaves_of_the_addons_that_are_there(both_addons):
    project, editor = both_addons
    assert written(project) == [f"beehave/nav_{name}_leaf.gd" for name in BEHAVIORS] \
        + [f"limboai/navigation/bt_nav_{name}.gd" for name in BEHAVIORS]
    assert {f"Nav{name}Leaf" for name in ("MoveTo", "Follow", "Flee", "Wander", "Patrol")} <= set(editor["classes"])
    assert {f"BTNav{name}" for name in ("MoveTo", "Follow", "Flee", "Wander", "Patrol")} <= set(editor["classes"])


def test_limboais_palette_lists_the_tasks(both_addons):
    _, editor = both_addons
    assert [editor[f"palette {i}"] for i in (1, 2, 3)] == ["res://ai/tasks", "res://addons/navpy/behavior_tree/limboai", ""]


def test_without_the_addons_nothing_is_written_and_nothing_complains(make_project, in_editor, run_godot, home):
    """Every way in which Godot looks at a project's scripts: import, the editor's help, a run, an export."""
    preset = (HERE.parent.parent / "godot_project/export_presets.cfg").read_text()
    project = make_project({"project.godot": PROJECT + PLUGINS, "export_presets.cfg": preset, **CHECKS}, copy=True)
    run_godot(project=project, args=["--import"], expected=EDITOR_LEAVES, environment=home)
    assert "NavPatrol" in in_editor(project)["classes"]
    run_godot("extends SceneTree\nfunc _initialize():\n\tquit()\n", project=project)
    run_godot(project=project, args=["--export-pack", "Linux", str(project.parent / "game.pck")], expected=EDITOR_LEAVES,
              environment=home)
    assert written(project) == []


def test_leaves_go_with_their_addon(make_project, both_addons, in_editor):
    with_addons, _ = both_addons
    folder = "addons/navpy/behavior_tree/"
    project = make_project({"project.godot": PROJECT + PLUGINS, **CHECKS}, copy=True)
    for name in ("beehave/mine.gd", *written(with_addons)):
        (project / folder / name).parent.mkdir(parents=True, exist_ok=True)
        source = with_addons / folder / name
        (project / folder / name).write_text(source.read_text() if source.exists() else "extends Node\n")
    in_editor(project)
    assert written(project) == ["beehave/mine.gd"]


# ---- the demo -----------------------------------------------------------------------------------------------------

def test_the_demos_guard_chases_loses_and_patrols_again(make_project, run_godot):
    demo = HERE.parent.parent / "godot_project"
    files = [*demo.glob("scripts/**/*.gd"), *demo.glob("scenes/06_*"), demo / "scenes/character.tscn"]
    project = make_project({str(path.relative_to(demo)): path for path in files if path.suffix != ".uid"})
    run = run_godot(project=project, args=["res://scenes/06_chase_and_patrol.tscn"], user_args=["--table"])
    states = [line.split()[1] for line in run.stdout.splitlines() if "patrols" in line or "chases" in line or "searches" in line]
    assert states[:2] == ["patrols", "chases"] and states[-2:] == ["searches", "patrols"]


WATCH = """extends "res://level.gd"

func run():
	floor_at(30, 30)
	await baked(baker())
	var player := Node3D.new()
	player.name = "Player"
	player.position = Vector3(0, 0, 9)
	world.add_child(player)
	var guard: Node3D = walker(Vector3(0, 0, -6)).get_parent()
	world.remove_child(guard)
	guard.get_child(1).name = "NavAgent"
	var route := Node3D.new()
	route.name = "Route"
	for x in [-5, 5]:
		var post := Marker3D.new()
		post.position = Vector3(x, 0, -6)
		route.add_child(post)
	world.add_child(route)
	guard.set_script(load("res://guard.gd"))
	guard.request_ready()
	world.add_child(guard)
	await frames(120)
	report("patrols", flat(guard.position).distance_to(Vector2(-5, -6)))
	player.position = guard.position + Vector3(0, 0, 5)
	await frames(60)
	report("follows", flat(guard.position).distance_to(flat(player.position)))
	player.position = Vector3(0, 0, 13)
	await until(func(): return flat(guard.position).distance_to(Vector2(5, -6)) < 1.1, 400)
	report("patrols again", minf(flat(guard.position).distance_to(Vector2(-5, -6)), flat(guard.position).distance_to(Vector2(5, -6))))
"""


def test_the_guides_script_works(both_addons, run_godot):
    project, _ = both_addons
    guide = (HERE.parent.parent / "docs/how-to-use-behaviour-trees.md").read_text()
    (project / "guard.gd").write_text(guide.split("```gdscript\n")[1].split("```")[0])
    (project / "level.gd").write_bytes((HERE / "level.gd").read_bytes())
    run = run_godot(WATCH, project=project)
    told = {report["what"]: report["value"] for report in map(json.loads, run.values())}
    assert told["patrols"] <= 1.1 and told["patrols again"] <= 1.1
    assert told["follows"] == pytest.approx(3, abs=0.3)
