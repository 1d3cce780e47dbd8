"""What the README and the pages show in Python runs as it stands there; the diffs that they show are in the code."""
import pathlib
import re

import numpy as np
import pytest

import navpy

README = pathlib.Path(__file__).resolve().parent.parent / "README.md"


def test_the_python_recipe_walks(capsys):
    names = {}
    exec(re.search(r"```python\n(.*?)```", README.read_text(), re.DOTALL).group(1), names)
    assert names["path"].status == navpy.PathStatus.COMPLETE
    assert capsys.readouterr().out.startswith("COMPLETE 20.6")          # √(16² + 13²) on an empty floor
    where = names["crowd"].position(names["agent"])
    assert np.hypot(where[0] - 18, where[2] - 15) <= 1.0                # target_desired_distance


def test_a_tile_baked_again_as_shown_keeps_what_the_volume_cuts_out():
    names = {}
    for recipe in re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)[:2]:
        exec(recipe, names)
    mesh = names["mesh"]
    assert mesh.tiles and mesh.unconnected_tiles() == [] and len(mesh.links) == 1
    assert mesh.locate((10, 0, 10), (0.1, 0.5, 0.5)) is None and mesh.locate((5, 0, 10), (0.1, 0.5, 0.5)) is not None


def test_calls_that_the_readme_names_in_passing_can_be_made():
    calls = re.findall(r"`(navpy\.[\w.]+\(settings\))`", README.read_text())
    assert calls and all(eval(call, {"navpy": navpy, "settings": navpy.BakeSettings(tile_size=48)}) > 0 for call in calls)


def test_every_file_that_the_readme_names_is_there():
    table = README.read_text().partition("## I want")[2].partition("\n## ")[0]
    names = re.findall(r"`([^`]+)`", table)
    missing = [name for name in names if not (README.parent / name).exists()]
    assert len(names) > 20
    assert not missing


def test_the_recipes_for_paths_run(capsys):
    names = {}
    for recipe in re.findall(r"```python\n(.*?)```", (README.parent / "docs/guides/find-paths.md").read_text(), re.DOTALL):
        exec(recipe, names)
        assert names["path"].status == navpy.PathStatus.COMPLETE
    shown = capsys.readouterr().out
    assert shown.startswith("COMPLETE 22.") and "(1, " in shown        # round the pillar, which the straight way would cross
    assert len(names["paths"]) == 1000 and {navpy.PathStatus.COMPLETE} <= set(names["paths"].status.tolist())


def test_the_recipes_for_motion_run(capsys):
    names, recipes = {}, re.findall(r"```python\n(.*?)```", (README.parent / "docs/guides/move-agents.md").read_text(), re.DOTALL)
    assert len(recipes) == 10
    for recipe in recipes:
        exec(recipe, names)
    shown = capsys.readouterr().out
    assert all(names["crowd"].status(agent) == navpy.Status.SUCCESS for agent in names["agents"])
    assert names["vehicles"].positions.tolist() == [[12, 0], [12, 5]]                   # exactly, as it says
    assert "0.5\n4.8" in shown
    assert np.hypot(*names["boids"].headings.mean(0)) > 0.9
    assert np.hypot(*(np.array(names["track"]) - names["rock"][0]).T).min() >= 1.4 and len(names["track"]) < 500
    assert set(names["gaps"]) == {"RVO", "HRVO", "ORCA", "sampling"} and min(names["gaps"].values()) >= 0
    assert names["formation"].arrived and np.abs(names["positions"] - names["targets"]).max() < 1e-6
    assert "[0 0 1] DETOUR" in shown
    assert "['DETOUR', 'FREE']" in shown


def test_the_recipe_for_a_herd_runs(capsys):
    names, recipes = {}, re.findall(r"```python\n(.*?)```", (README.parent / "docs/guides/move-groups.md").read_text(), re.DOTALL)
    assert len(recipes) == 1
    exec(recipes[0], names)
    assert capsys.readouterr().out.endswith(" False\n") and names["gaps"].max() < 6


def test_the_diffs_that_the_page_shows_are_in_the_code():
    root, missing, count = README.parent, [], 0
    for diff in re.findall(r"```diff\n(.*?)```", (root / "docs/project/extend.md").read_text(), re.DOTALL):
        for line in diff.splitlines():
            if line.startswith("+++ b/"):
                file = root / line.removeprefix("+++ b/")
                lines = file.read_text().splitlines()
            elif line[1:] not in lines:
                missing.append(f"{file.relative_to(root)}: {line[1:]}")
            count += 1
    assert count > 25
    assert not missing


def test_the_recipes_for_flow_fields_run(capsys):
    names, recipes = {}, re.findall(r"```python\n(.*?)```", (README.parent / "docs/guides/flow-fields.md").read_text(), re.DOTALL)
    for recipe in recipes:
        exec(recipe, names)
    assert capsys.readouterr().out == "True\nTrue\n"
    assert np.hypot(*names["vehicles"].velocities[0]) > 0.0


def test_the_recipes_for_levels_run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (README.parent / "docs/guides/load-levels.md").read_text()
    names, recipes = {}, re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(recipes) == 6
    for recipe in recipes:
        exec(recipe, names)
    shown = capsys.readouterr().out
    assert shown.startswith("<Level of 36 triangles, 3 objects> COMPLETE\n[5, 63]\n") and (tmp_path / "surface.ply").exists()
    assert " True\nground that lies open along z is " in shown and 'up: pass up="z"\n' in shown and "most faces look down" in shown
    assert shown.endswith(re.search(r"```output\n(.*?)```", text, re.DOTALL).group(1))


def test_the_file_that_the_page_shows_goes_with_a_level(tmp_path):
    trimesh, cli = pytest.importorskip("trimesh"), pytest.importorskip("navpy.studio.cli")
    from click.testing import CliRunner
    page = (README.parent / "docs/guides/command-line.md").read_text()
    (tmp_path / "level.toml").write_text(re.search(r"```toml title=.*?\n(.*?)```", page, re.DOTALL).group(1))
    scene = trimesh.Scene()
    for name, size, x in (("floor", (30, 1, 40), -5), ("water_1", (10, 1, 40), 15)):
        place = trimesh.transformations.translation_matrix((x, -0.5, 0))
        scene.add_geometry(trimesh.creation.box(size), node_name=name, transform=place)
    scene.export(tmp_path / "level.glb")
    given = [tmp_path / "level.glb", "-o", tmp_path / "x.navmesh", "--with", tmp_path / "level.toml"]
    done = CliRunner().invoke(cli.main, ["bake", *map(str, given)])
    assert done.exit_code == 0, done.output
    mesh = navpy.NavMesh.load(tmp_path / "x.navmesh")
    assert set(mesh.areas) == {5, 6, 63} and len(mesh.links) == 1 and mesh.area_cost(5) == 4.0 and mesh.exit_only_areas == {6}
    assert mesh.locate((4, 0, 3), (0.1, 0.5, 0.1)) is None and mesh.agent_radius == 0.4 and mesh.bounds[1][0] < 20
