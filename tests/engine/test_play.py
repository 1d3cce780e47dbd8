"""The demo as a developer plays with it: the menu, the panel of each scene, its handles and its camera."""
import pytest

from tests.engine.godot_run import EDITOR_NOISE, ROOT
from tests.engine.scenarios import HERE

DEMO = ROOT / "godot_project"
SCENES = sorted(path.stem for path in DEMO.glob("scenes/[0-9]*.tscn"))
MESHES_PARSED = "had to parse RenderingServer meshes"        # the engine's, of the level with a GridMap
PLAY = (HERE / "play.gd").read_text()


@pytest.fixture(scope="module")
def demo(make_project, run_godot):
    """The demo in a project of its own, imported, so that the menu has its pictures."""
    files = [path for folder in ("scenes", "scripts", "pictures") for path in (DEMO / folder).rglob("*")
             if path.suffix in (".gd", ".tscn", ".webp")]
    project = make_project({str(path.relative_to(DEMO)): path for path in [DEMO / "project.godot", *files]})
    run_godot(project=project, args=["--import"], expected=EDITOR_NOISE)
    return project


@pytest.mark.parametrize("scene", SCENES)
def test_every_control_and_handle_of_a_scene_moves(scene, demo, run_godot):
    run = run_godot(PLAY, project=demo, user_args=[scene])
    told = dict(line.split(": ", 1) for line in run.values())
    assert told["opened"] == scene
    assert told["cards"] == str(len(SCENES))
    assert int(told["controls"]) > 1
    assert told["moved"] == told["handles"] != "0"
    assert told["R leads to"] == scene
    assert told["N leads to"] == SCENES[(SCENES.index(scene) + 1) % len(SCENES)]
    assert told["Esc leads to"] == "menu"
    assert not [line for line in run.output.splitlines() if "WARNING" in line and MESHES_PARSED not in line]
