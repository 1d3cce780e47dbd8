"""The demo as a developer plays with it: the menu, the panel of each scene, its handles and its camera."""
import re

import pytest

from tests.engine.godot_run import EDITOR_NOISE, ROOT
from tests.engine.scenarios import HERE, SUCCESS

DEMO = ROOT / "godot_project"
SCENES = sorted(path.stem for path in DEMO.glob("scenes/[0-9]*.tscn"))
MESHES_PARSED = "had to parse RenderingServer meshes"        # the engine's, of the level with a GridMap
PLAY = (HERE / "play.gd").read_text()


@pytest.fixture(scope="module")
def demo(make_project, run_godot):
    """The demo in a project of its own, imported, so that the menu has its pictures."""
    files = [path for folder in ("scenes", "scripts", "pictures") for path in (DEMO / folder).rglob("*")
             if path.suffix in (".gd", ".tscn", ".webp")]
    project = make_project({str(path.relative_to(DEMO)): path for path in [DEMO / "project.godot", *files]}, copy=True)
    run_godot(project=project, args=["--import"], expected=EDITOR_NOISE)
    return project


def said(run):
    return dict(line.split(": ", 1) for line in run.values())


@pytest.mark.parametrize("scene", SCENES)
def test_the_menu_has_a_title_a_line_and_a_picture_for_a_scene(scene):
    script = (DEMO / f"scenes/{scene}.gd").read_text()
    title, shows = (re.search(rf'^const {name} := "(.+)"$', script, re.MULTILINE) for name in ("TITLE", "SHOWS"))
    assert title
    assert shows
    assert f"[b]{title[1]}[/b]" in (DEMO / f"scenes/{scene}.tscn").read_text() or "[b]%s[/b]" in script
    assert (DEMO / f"pictures/{scene}.webp").exists()


@pytest.mark.parametrize("scene", SCENES)
def test_every_control_and_handle_of_a_scene_moves(scene, demo, run_godot):
    run = run_godot(PLAY, project=demo, user_args=[scene])
    told = said(run)
    assert told["added without the menu"] == "0"
    assert told["began in"] == "menu"
    assert told["opened"] == scene
    assert told["cards"] == str(len(SCENES))
    assert int(told["controls"]) > 0
    assert told["moved"] == told["handles"] != "0"
    assert told["camera turned"] == told["camera zoomed"] == "true"
    assert told["R leads to"] == scene
    assert told["N leads to"] == SCENES[(SCENES.index(scene) + 1) % len(SCENES)]
    assert told["Esc leads to"] == "menu"
    assert not [line for line in run.output.splitlines() if "WARNING" in line and MESHES_PARSED not in line]


@pytest.mark.parametrize("scene", ["11_formation", "18_squad"])
def test_agents_go_to_a_goal_that_the_mouse_has_dragged(scene, demo, run_godot):
    told = said(run_godot(PLAY, project=demo, user_args=[scene, "march"]))
    assert float(told["off the mouse"]) < 1             # pixel
    assert told["status"] == str(SUCCESS)
    assert float(told["nearest to the goal"]) < 1       # in spacings of the ranks
    assert float(told["farthest from it"]) < 12         # members
