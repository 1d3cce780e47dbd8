"""Worlds in packs that Godot has exported: they are opened and read out of the pack, by the engine's FileAccess alone."""
import pytest

from tests.engine.godot_run import ROOT

BEGIN = """extends "res://streaming.gd"
const IN_PROJECT := "res://valley.navworld"
func _initialize():
	begin.call_deferred()
func begin():
	world = Node3D.new()
	root.add_child(world)
	await process_frame
	await told()
	quit()
"""
WRITES = BEGIN + """
func told():
	print("RESULT ", write_valley(IN_PROJECT).saved)
"""
READS = BEGIN + """
func told():
	var node := streamer({"world_file": IN_PROJECT})
	var agent := wanderer()
	await opened(node)
	var seen := await walk(agent, GOAL, node)
	print("RESULT ", [node.world_tile_count, seen.status == NavAgent.SUCCESS, seen["most tiles"] < node.world_tile_count / 2])
"""
SCRIPTS = {name: ROOT / "tests/engine" / name for name in ("streaming.gd", "level.gd", "scenes.gd", "scenarios.gd")}
PRESETS = (ROOT / "godot_project/export_presets.cfg").read_text()


@pytest.fixture(scope="module")
def project(make_project, run_godot):
    """A project with a world in it."""
    made = make_project({**SCRIPTS, "writes.gd": WRITES, "reads.gd": READS}, copy=True)
    assert run_godot(args=["-s", "res://writes.gd"], project=made).values() == ["true"]
    return made


def run_pack(project, run_godot, library, folder, kind, include, expected=()):
    """Exports the project into a pack, and runs that in a folder where nothing but the pack and the extension's library are."""
    (project / "export_presets.cfg").write_text(PRESETS.replace('include_filter=""', f'include_filter="{include}"'))
    pack = folder / f"game.{kind}"
    run_godot(args=["--export-pack", "Linux", str(pack)], project=project, expected=["Orphan StringName", "unclaimed string names"])
    beside = folder / "addons/navpy/bin" / library.parent.name / library.name
    beside.parent.mkdir(parents=True)
    beside.symlink_to(library)
    return run_godot(args=["--main-pack", str(pack), "-s", "res://reads.gd"], project=folder, expected=expected)


@pytest.mark.parametrize("kind", ["pck", "zip"])
def test_a_world_is_streamed_out_of_an_exported_pack(project, run_godot, library, tmp_path, kind):
    run = run_pack(project, run_godot, library, tmp_path, kind, "*.navworld")
    assert run.values() == ["[48, true, true]"]
    assert not list(tmp_path.rglob("*.navworld"))


def test_a_world_that_the_export_preset_leaves_out_is_named(project, run_godot, library, tmp_path):
    missing = "world_file res://valley.navworld: there is no such file"
    run = run_pack(project, run_godot, library, tmp_path, "pck", "", expected=[missing])
    assert run.values() == ["[0, false, false]"]
    assert sum(missing in line for line in run.output.splitlines()) == 1
