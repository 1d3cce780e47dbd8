"""Runs GDScript in the real Godot, headless, with the built addon in a throw-away project.

`run_godot` is the one tool: it makes the project, runs a script or a scene and takes any error or leak that the
engine reports for a failure, so every test that uses it also tests that.
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ADDON = ROOT / "addons/navpy"
LIBRARY = ADDON / "bin/linux.x86_64/libnavpy.so"
EXTENSION = "res://addons/navpy/navpy.gdextension"
PROJECT = """config_version=5
[application]
config/name="navpy tests"
config/features=PackedStringArray("4.6")
"""

TROUBLE = re.compile(r"ERROR|ObjectDB instances leaked|Orphan StringName|leaked|Leaked|still in use at exit"
                     r"|Traceback|handle_crash|unclaimed string name")

EDITOR_LEAVES = [r"Orphan StringName: Node \(", "unclaimed string names"]        # Godot's own, at the end of its editor


class Run:
    """What a run of Godot said: `stdout`, `stderr`, `code`, and `output`, both streams in order of stream."""

    def __init__(self, stdout, stderr, code):
        stderr = re.sub(r"Unrecognized output string .* in mapping:\n.*\n", "", stderr)    # of game pads, at every start
        self.stdout, self.stderr, self.code = stdout, stderr, code
        self.output = stdout + stderr

    def trouble(self, expected=()):
        """Lines that report an error or a leak and match none of the `expected` regular expressions."""
        lines = [line for line in self.output.splitlines() if TROUBLE.search(line)]
        return [line for line in lines if not any(re.search(pattern, line) for pattern in expected)]

    def values(self, prefix="RESULT "):
        """The rest of every line printed with this prefix, in order."""
        return [line[len(prefix):] for line in self.stdout.splitlines() if line.startswith(prefix)]


@pytest.fixture(scope="session")
def library():
    """Path of the built extension."""
    assert LIBRARY.exists(), "the extension is not built: run make build"
    return LIBRARY


@pytest.fixture(scope="session")
def godot():
    """Path of the Godot executable."""
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    assert found.returncode == 0, "no Godot to test with"
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
        for file_name, content in (files or {}).items():
            target = project / file_name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.read_bytes() if isinstance(content, pathlib.Path) else content.encode())
        return project
    return make


@pytest.fixture(scope="session")
def run_godot(godot, make_project):
    """run_godot(script, …) → Run. `script` is GDScript: a path or the text itself, extending SceneTree or MainLoop.

    files        further files of the project, {name: text or path}
    project      run in this project (made by make_project) instead of a new one
    args         the engine's further arguments; user_args come behind "--"
    expected     regular expressions of the errors and warnings that belong to the test
    code         exit code that it must end with, None for any
    environment  variables to add
    """
    def run(script=None, *, files=None, project=None, args=(), user_args=(), expected=(), code=0, timeout=120,
            environment=None):
        project = project or make_project(files)
        command = [godot, "--headless", "--verbose", "--fixed-fps", "60", "--path", str(project), *args]
        if script is not None:
            text = script.read_text() if isinstance(script, pathlib.Path) else script
            (project / "run_godot_script.gd").write_text(text)
            command += ["-s", "res://run_godot_script.gd"]
        if user_args:
            command += ["--", *user_args]
        done = run_to_end(command, timeout, {**os.environ, **private_home(project), **(environment or {})})
        assert code is None or done.code == code, f"exit code {done.code}, not {code}:\n{done.output[-6000:]}"
        trouble = done.trouble(expected)
        assert not trouble, "\n".join([*trouble, "--- in", done.output[-6000:]])
        return done
    return run


@pytest.fixture(scope="session")
def run_level(run_godot):
    """run_level(name, …) → {what: value}: runs tests/engine/<name>.gd, which extends level.gd, and returns what it
    reported by `report(what, value)`; the Run itself is under "run". Further arguments are those of run_godot."""
    here = pathlib.Path(__file__).resolve().parent

    def run(name, files=None, **options):
        files = {"level.gd": here / "level.gd", **(files or {})}
        done = run_godot(here / f"{name}.gd", files=files, **options)
        reports = [json.loads(line) for line in done.values()]
        return {"run": done, **{report["what"]: report["value"] for report in reports}}
    return run


@pytest.fixture(scope="session")
def run_editor(run_godot, make_project):
    """run_editor(files, expected=()) → {what: value}: imports a project, then opens it in the editor, whose plugin, one that
    extends inside_editor.gd, reports. expected: what is no trouble beside EDITOR_LEAVES."""
    def run(files, expected=()):
        project = make_project(files)
        expected = [*EDITOR_LEAVES, *expected]
        run_godot(project=project, args=["--import"], expected=expected)
        done = run_godot(project=project, args=["--editor"], user_args=["check"], expected=expected)
        return {report["what"]: report["value"] for report in map(json.loads, done.values())}
    return run


def private_home(project):
    """user:// and the editor's settings of a run stay inside its project's folder."""
    home = project.parent / f".home of {project.name}"
    return {name: str(home / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}


def run_to_end(command, timeout, environment):
    """Godot may be started by a launcher, so on a timeout its whole process group has to go."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True,
                          errors="replace", start_new_session=True) as process:
        try:
            stdout, stderr = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            stdout, stderr = process.communicate()
            pytest.fail(f"Godot did not end within {timeout} s:\n{(stdout + stderr)[-6000:]}")
    return Run(stdout, stderr, process.returncode)
