"""The code blocks of the README and the pages run as they stand there; some pages are also held to what they say of the results."""
import re

import markdown
import numpy as np
import pytest

import navpy
from tests.docs.blocks import BLOCKS, PAGES, ROOT, RUNNERS, Block, PageRun, blocks_in

EXTENSIONS = ["admonition", "attr_list", "tables", "pymdownx.details", "pymdownx.highlight", "pymdownx.superfences", "pymdownx.tabbed"]
RUN = sorted({block.page for block in BLOCKS if RUNNERS.get(block.language) not in (PageRun.elsewhere, None)})


def test_every_block_has_a_language_that_a_runner_knows():
    assert [f"{block}: {block.language or 'no language'}" for block in BLOCKS if block.language not in RUNNERS] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_block_escapes(page):
    """What the site shows as a block of code is one of ours: an indented one has no language."""
    options = {"pymdownx.highlight": {"pygments_lang_class": True}}
    html = markdown.markdown(page.read_text(encoding="utf-8"), extensions=EXTENSIONS, extension_configs=options)
    shown = re.findall(r'<div class="(language-\w+ )?highlight">', html)
    assert "" not in shown and len(shown) == len([block for block in BLOCKS if ROOT / block.page == page])


@pytest.mark.timeout(145)               # seconds: demos are played to their ends
@pytest.mark.parametrize("page", RUN)
def test_the_blocks_of_a_page_run(run_page, page):
    run_page(page)


@pytest.mark.parametrize("language, text, told", [
    ("python", "1 / 0", "division by zero"),
    ("output", "never printed\n", "it has printed"),
    ("toml", "a = ", "Invalid value"),
    ("sh", "make nothing", "Makefile has no make nothing"),
    ("sh", 'pip install ".[nothing]"', "no extra nothing"),
    ("sh", "navpy bake there_is_none.glb -o x.navmesh", "there_is_none.glb"),
    ("sh", ".venv/bin/python bench/bench_nothing.py", "there is no bench/bench_nothing.py"),
    ("sh", "frobnicate", "neither of this project"),
])
def test_a_block_that_does_not_work_is_found(tmp_path, monkeypatch, language, text, told):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Exception, match=re.escape(told)):
        RUNNERS[language](PageRun("README.md", tmp_path), Block("README.md", 1, language, "", text))


def test_diffs_are_in_the_code():
    missing, count = [], 0
    for block in blocks_in("diff"):
        for line in block.text.splitlines():
            if line.startswith("+++ b/"):
                file = ROOT / line.removeprefix("+++ b/")
                lines = file.read_text().splitlines()
            elif line[1:] not in lines:
                missing.append(f"{file.relative_to(ROOT)}: {line[1:]}")
            count += 1
    assert count > 25
    assert not missing


def test_parts_of_scripts_are_in_their_files():
    """The lines of a block follow each other in the file that it names, at any depth."""
    titled = [block for block in blocks_in("gdscript") if block.title]
    assert titled
    for block in titled:
        lines, shown = ([line.strip("\t") for line in text.splitlines()]
                        for text in ((ROOT / "godot_project" / block.title).read_text(), block.text))
        assert any(lines[i:i + len(shown)] == shown for i in range(len(lines))), f"{block}: {shown[0]}"


# ---- what single pages say ------------------------------------------------------------------------------------------

def test_the_readme_walks(run_page):
    run = run_page("README.md")
    names = run.steps[0]
    assert names["path"].status == navpy.PathStatus.COMPLETE
    assert run.shown.startswith("COMPLETE 20.6")                        # √(16² + 13²) on an empty floor
    where = names["crowd"].position(names["agent"])
    assert np.hypot(where[0] - 18, where[2] - 15) <= 1.0                # target_desired_distance


def test_a_tile_baked_again_as_shown_keeps_what_the_volume_cuts_out(run_page):
    mesh = run_page("docs/guides/bake.md").names["mesh"]
    assert mesh.tiles and mesh.unconnected_tiles() == [] and len(mesh.links) == 1
    assert mesh.locate((10, 0, 10), (0.1, 0.5, 0.5)) is None and mesh.locate((5, 0, 10), (0.1, 0.5, 0.5)) is not None


def test_calls_that_pages_name_in_passing_can_be_made():
    text = "".join(page.read_text() for page in PAGES)
    calls = set(re.findall(r"`(navpy\.[\w.]+\(settings\))`", text))
    assert calls and all(eval(call, {"navpy": navpy, "settings": navpy.BakeSettings(tile_size=48)}) > 0 for call in calls)


def test_every_file_that_the_map_of_the_code_names_is_there():
    names = re.findall(r"`([^`]+)`", (ROOT / "docs/project/where-to-look.md").read_text())
    files = [name for name in names if "/" in name and not name.endswith("navpy/")]
    missing = [name for name in files if not (ROOT / name).exists()]
    assert len(files) > 20
    assert not missing


def test_paths_are_found_round_the_pillar(run_page):
    run = run_page("docs/guides/find-paths.md")
    assert all(step["path"].status == navpy.PathStatus.COMPLETE for step in run.steps)
    assert run.shown.startswith("COMPLETE 22.") and "(1, " in run.shown         # the straight way would cross it
    paths = run.names["paths"]
    assert len(paths) == 1000 and {navpy.PathStatus.COMPLETE} <= set(paths.status.tolist())


def test_agents_move_as_the_page_says(run_page):
    run = run_page("docs/guides/move-agents.md")
    names = run.names
    assert len(run.steps) == 10
    assert all(names["crowd"].status(agent) == navpy.Status.SUCCESS for agent in names["agents"])
    assert names["vehicles"].positions.tolist() == [[12, 0], [12, 5]]                   # exactly, as it says
    assert "0.5\n4.8" in run.shown
    assert np.hypot(*names["boids"].headings.mean(0)) > 0.9
    assert np.hypot(*(np.array(names["track"]) - names["rock"][0]).T).min() >= 1.4 and len(names["track"]) < 500
    assert set(names["gaps"]) == {"RVO", "HRVO", "ORCA", "sampling"} and min(names["gaps"].values()) >= 0
    assert names["formation"].arrived and np.abs(names["positions"] - names["targets"]).max() < 1e-6
    assert "[0 0 1] DETOUR" in run.shown
    assert "['DETOUR', 'FREE']" in run.shown


def test_the_herd_stays_together(run_page):
    run = run_page("docs/guides/move-groups.md")
    assert len(run.steps) == 1
    assert run.shown.endswith(" False\n") and run.names["gaps"].max() < 6


def test_flow_fields_lead(run_page):
    run = run_page("docs/guides/flow-fields.md")
    assert run.shown == "True\nTrue\n"
    assert np.hypot(*run.names["vehicles"].velocities[0]) > 0.0


def test_levels_are_loaded_and_their_mistakes_told(run_page):
    run = run_page("docs/guides/load-levels.md")
    assert len(run.steps) == 6
    assert run.shown.startswith("<Level of 36 triangles, 3 objects> COMPLETE\n[5, 63]\n") and (run.folder / "surface.ply").exists()
    assert " True\nground that lies open along z is " in run.shown and 'up: pass up="z"\n' in run.shown
    assert "most faces look down" in run.shown


def test_the_file_that_the_page_shows_goes_with_a_level(run_page):
    mesh = navpy.NavMesh.load(run_page("docs/guides/command-line.md").folder / "level.navmesh")
    assert set(mesh.areas) == {5, 6, 63} and len(mesh.links) == 1 and mesh.area_cost(5) == 4.0 and mesh.exit_only_areas == {6}
    assert mesh.locate((4, 0, 3), (0.1, 0.5, 0.1)) is None and mesh.agent_radius == 0.4 and mesh.bounds[1][0] < 20
