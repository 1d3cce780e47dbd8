"""Fixtures that run GDScript in the real Godot, headless, with the built addon in a temporary project.

What happens in a game is tested by scenarios: see scenarios.py. `run_godot` runs any other script, or the engine with any arguments,
and fails if the engine reports an error or a leak.
"""
import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from tests.engine import scenarios
from tests.engine.godot_run import EDITOR_NOISE, NO_CLASSES, PROJECT, ROOT, find_godot, run_to_end
from tools.platforms import this_machine

ADDON = ROOT / "addons/navpy"
LIBRARY = ADDON / "bin" / this_machine().name / this_machine().library
EXTENSION = "res://addons/navpy/navpy.gdextension"


@pytest.fixture(scope="session")
def library():
    """Path of the built extension."""
    assert LIBRARY.exists(), "the extension is not built: run make build"
    return LIBRARY


@pytest.fixture(scope="session")
def godot():
    """Path of the Godot executable."""
    return find_godot()


@pytest.fixture(scope="session")
def engine_with_templates():
    """A Godot and its export templates, from Debian's packages whatever GODOT says: they must be of one version."""
    environment = {name: value for name, value in os.environ.items() if name != "GODOT"}
    environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
    found = subprocess.run([ROOT / "tools/get_godot.sh", "--templates"], stdout=subprocess.PIPE, text=True, env=environment)
    assert found.returncode == 0, "no export templates to test with"
    return found.stdout.strip()


@pytest.fixture(scope="session")
def make_project(tmp_path_factory, library):
    """make_project(files={name: text or path}, name="project", copy=False): a new Godot project with the addon, linked
    unless it is to be a copy."""
    def make(files=None, name="project", copy=False):
        project = tmp_path_factory.mktemp("godot") / name
        project.mkdir(parents=True)
        (project / "project.godot").write_text(PROJECT)
        if copy:
            subprocess.run([sys.executable, ROOT / "tools/stage_addon.py", project], check=True)
        else:
            (project / "addons").mkdir()
            (project / "addons/navpy").symlink_to(ADDON)
            (project / ".godot").mkdir()
            (project / ".godot/extension_list.cfg").write_text(EXTENSION + "\n")
            (project / ".godot/global_script_class_cache.cfg").write_text(NO_CLASSES)
        add_files(project, files or {})
        return project
    return make


def add_files(project, files):
    """Writes {name: text or bytes, or the path of a file to copy} into a project."""
    for name, content in files.items():
        target = project / name
        target.parent.mkdir(parents=True, exist_ok=True)
        content = content.read_bytes() if isinstance(content, pathlib.Path) else content
        target.write_bytes(content.encode() if isinstance(content, str) else content)


@pytest.fixture(scope="session")
def start_godot(godot, make_project):
    """start_godot(args, …) → Run, however it ends.

    files        files of the project, {name: text, bytes or path}
    project      run in this project (made by make_project) instead of a new one
    user_args    arguments behind "--"
    timeout      seconds until it is killed, from its start or from the last scenario that it has announced
    environment  variables to add
    launcher     a command that runs the one behind it
    """
    def start(args, *, files=None, project=None, user_args=(), timeout=120, environment=None, launcher=()):
        project = project or make_project()
        add_files(project, files or {})
        command = [*launcher, godot, "--headless", "--verbose", "--fixed-fps", "60", "--path", str(project), *args]
        if user_args:
            command += ["--", *user_args]
        return run_to_end(command, timeout, {**os.environ, **home(project.parent / "home"), **(environment or {})})
    return start


def home(folder):
    """Environment in which user:// and the editor's settings are inside this folder."""
    return {name: str(folder / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}


@pytest.fixture(scope="session")
def run_godot(start_godot):
    """run_godot(script, …) → Run, which ended well. `script` is GDScript text that extends SceneTree.

    args         the engine's further arguments
    expected     regular expressions of the errors that belong to the test
    Further arguments are those of start_godot.
    """
    def run(script=None, *, args=(), files=None, expected=(), **options):
        files = dict(files or {})
        if script is not None:
            files["run_godot_script.gd"] = script
            args = [*args, "-s", "res://run_godot_script.gd"]
        done = start_godot(args, files=files, **options)
        assert not done.hung, f"Godot has not ended in time:\n{done.output[-6000:]}"
        assert done.code == 0, f"exit code {done.code}:\n{done.output[-6000:]}"
        trouble = done.trouble(expected)
        assert not trouble, "\n".join([*trouble, "--- in", done.output[-6000:]])
        return done
    return run


@pytest.fixture(scope="session")
def editor_home(tmp_path_factory, run_godot):
    """Options of start_godot for an editor: the home of one that has been there already. In a new home, it first collects its help,
    and shows no extension's."""
    options = {"environment": home(tmp_path_factory.mktemp("editor_home"))}
    run_godot(args=["--editor", "--quit-after", "10"], expected=EDITOR_NOISE, **options)
    return options


@pytest.fixture(scope="session")
def run_scenarios(start_godot):
    """run_scenarios(scenarios, names, …) → {name: Report}. Further arguments are those of start_godot."""
    def run(of, names, **options):
        return scenarios.run_all(start_godot, of, names, **options)
    return run


@pytest.fixture(scope="session")
def reports():
    """{(scenarios, name): Report} of all that has run."""
    return {}


@pytest.fixture
def seen(request, reports, run_scenarios):
    """The Report of the scenario that decorates the test. The first test of a file runs all scenarios that the selected tests need."""
    of, name = request.param
    if (of, name) not in reports:
        options = request.getfixturevalue(of.fixture) if of.fixture else {}
        ran = run_scenarios(of, [name] if of.alone else selected(request.session.items, of), **options)
        reports.update({(of, each): report for each, report in ran.items()})
    report = reports[of, name]
    request.node.add_report_section("setup", "scenario", str(report))
    return report.check()


def selected(items, of):
    """Names of these scenarios that tests among the items need."""
    asked = [item.callspec.params.get("seen") for item in items if hasattr(item, "callspec")]
    return list(dict.fromkeys(param[1] for param in asked if param and param[0] is of))


@pytest.fixture(scope="session")
def members(run_godot, make_project):
    """{class: its XML as the engine's own doctool writes it from what is registered}"""
    project = make_project()
    run_godot(project=project, args=["--doctool", str(project), "--gdextension-docs"], expected=EDITOR_NOISE)
    return {path.stem: ElementTree.parse(path).getroot() for path in sorted(project.glob("doc_classes/*.xml"))}
