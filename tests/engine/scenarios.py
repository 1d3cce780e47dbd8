"""Scenarios: what happens in a running Godot is written in GDScript, and checked by name in Python.

To add a scenario, write a function `scenario_<name>` in a .gd file that extends level.gd, level2d.gd or, for both dimensions,
dimension.gd. It builds what it needs below `world` and calls `report(what, value)` for each value to check. Then write a test
that asks for it:

    scenario = Scenarios("dynamic.gd")

    @scenario("house_moves")
    def test_only_touched_tiles_are_baked(seen):
        assert seen["tiles baked"] == 4

`seen` holds what the scenario reported: a dict. One Godot process runs all scenarios of a file that the selected tests ask for; so
`pytest tests/engine -k house_moves` runs this one only. A test that fails shows the values of its scenario, and the command that runs
the scenario by hand (behind `gdb --args`, say); with -rP a test that passes shows them, too.

A scenario fails, and its tests with it, if it crashes, hangs, reports nothing, reports a name twice, or if the engine prints an error
or a leak while it runs. The scenarios after it run in a new process then.
"""
import json
import pathlib
import re

import pytest

from tests.engine.godot_run import EDITOR_NOISE, PROJECT, trouble

HERE = pathlib.Path(__file__).resolve().parent
RUNNING, SUCCESS, FAILURE = 0, 1, 2             # NavAgent.Status

# What the engine says of a node that a handler of its own signal frees.
FREED_BY_ITS_SIGNAL = ["freed or unreferenced while a signal is being emitted from it", "Lambda capture at index 0 was freed"]

NAMED = re.compile(r'"(?:res://)?(\w+\.gd)"')              # a script that another one extends or preloads
MARK = re.compile(r"^SCENARIO (\w*)\n", re.MULTILINE)       # begins what a scenario prints; without a name, it ends that
REPORT = "REPORT "
PLUGIN = '[plugin]\nname="checks"\ndescription=""\nauthor=""\nversion="1"\nscript="plugin.gd"\n'
PLUGINS = '[editor_plugins]\nenabled=PackedStringArray("res://addons/navpy/plugin.cfg", "res://addons/checks/plugin.cfg")\n'

EDITOR_SCENES = {"addons/checks/editor_scenes.gd": HERE / "editor_scenes.gd"}      # a file of scenarios that open scenes


class Scenarios:
    """The scenarios of a .gd file, and how the process that runs them is started.

    alone      each scenario has a process of its own
    limit      seconds that a scenario may take
    fixture    name of a fixture that returns further options
    dimension  the script that stands for dimension.gd
    options    options of start_godot: files, args, …
    """
    noise = ()              # regular expressions of errors that the engine always prints

    def __init__(self, script, *, alone=False, limit=60, fixture=None, dimension="in_space.gd", **options):
        self.script, self.alone, self.limit, self.fixture, self.options = script, alone, limit, fixture, options
        self.dimension = dimension
        self.declared = re.findall(r"^func scenario_(\w+)\(", (HERE / script).read_text(), re.MULTILINE)
        self.expected = {name: list(self.noise) for name in self.declared}

    def __call__(self, *names, expected=()):
        """Decorates a test with the scenario that it checks as `seen`; with several names, it checks one after another.

        expected: regular expressions of the errors that belong to these scenarios."""
        for name in names:
            assert name in self.declared, f"{self.script} has no function scenario_{name}"
            self.expected[name] += expected
        return pytest.mark.parametrize("seen", [pytest.param((self, name), id=name) for name in names], indirect=True)

    def files(self):
        """The script, and those of this folder that it names, directly or not."""
        found, left = {}, [self.script]
        while left:
            name = left.pop()
            found[name] = HERE / (self.dimension if name == "dimension.gd" else name)
            left += [other for other in NAMED.findall(found[name].read_text())
                     if other not in found and (other == "dimension.gd" or (HERE / other).exists())]
        return found

    def args(self):
        return ["-s", f"res://{self.script}"]


class InBoth:
    """The scenarios of a .gd file that extends dimension.gd: each runs in space and in the plane.

    space, plane    the Scenarios of one of them
    """

    def __init__(self, script, **options):
        self.space = Scenarios(script, dimension="in_space.gd", **options)
        self.plane = Scenarios(script, dimension="in_plane.gd", **options)

    def __call__(self, *names, expected=()):
        self.space(*names, expected=expected)
        self.plane(*names, expected=expected)
        both = ((self.space, ""), (self.plane, " in the plane"))
        params = [pytest.param((of, name), id=name + words) for name in names for of, words in both]
        return pytest.mark.parametrize("seen", params, indirect=True)


class EditorScenarios(Scenarios):
    """Scenarios in the editor. Their .gd file is a plugin, and extends inside_editor.gd."""
    noise = EDITOR_NOISE

    def files(self):
        folder = "addons/checks/"
        return {"project.godot": PROJECT + PLUGINS, folder + "plugin.cfg": PLUGIN, folder + "plugin.gd": HERE / self.script,
                **{folder + name: HERE / name for name in ("scenarios.gd", "inside_editor.gd")}}

    def args(self):
        return ["--editor"]


class Report(dict):
    """What a scenario reported, {what: value}.

    lines       what else was printed meanwhile
    failures    what is wrong with the run itself
    by_hand     the command that runs this scenario alone
    """

    def __init__(self, name, output, by_hand):
        super().__init__()
        self.name, self.lines, self.failures, self.by_hand = name, [], [], by_hand
        for line in output.splitlines():
            if not line.startswith(REPORT):
                self.lines.append(line)
                continue
            told = json.loads(line.removeprefix(REPORT))
            if told["what"] in self:
                self.failures.append(f"it has reported {told['what']!r} twice")
            self[told["what"]] = told["value"]

    def __missing__(self, what):
        raise KeyError(f"scenario {self.name} has not reported {what!r}, only {list(self)}")

    def __str__(self):
        values = [f"    {what}: {value!r}" for what, value in self.items()]
        return "\n".join([f"scenario {self.name}", *values, "by hand", self.by_hand])

    def expect(self, values):
        """Fails the test if a report of one of these names has another value."""
        __tracebackhide__ = True
        wrong = [f"{what!r} is {self[what]!r}, not {value!r}" for what, value in values.items() if self[what] != value]
        assert not wrong, f"scenario {self.name}: " + "; ".join(wrong)

    def lines_with(self, text):
        return [line for line in self.lines if text in line]

    def check(self):
        """Fails the test if the scenario has not run as it should."""
        if self.failures:
            pytest.fail("\n".join([f"scenario {self.name}:", *self.failures, "--- printed", *self.lines[-60:]]), pytrace=False)
        return self


def run_all(start, scenarios, names, **options):
    """Runs these scenarios in as few processes as possible: {name: its Report}."""
    files = {**scenarios.files(), **scenarios.options.get("files", {}), **options.get("files", {})}
    options = {**scenarios.options, **options, "files": files}
    args = [*scenarios.args(), *options.pop("args", ())]
    reports = {}
    while left := [name for name in names if name not in reports]:
        run = start(args, user_args=left, timeout=scenarios.limit, **options)
        begun = read(run, scenarios)
        if not begun:
            said = "\n".join([*run.trouble(), "--- printed", run.output[-6000:]])
            pytest.fail(f"Godot has begun none of the scenarios {left}:\n{said}", pytrace=False)
        reports |= begun
    return reports


def read(run, scenarios):
    """The reports of the scenarios that a run has begun: {name: Report}."""
    marks, stdout, stderr = MARK.findall(run.stderr), sections(run.stdout), sections(run.stderr)
    by_hand = run.by_hand.rpartition(" -- ")[0]
    reports = {name: Report(f"{name} of {scenarios.script}", stdout.get(name, "") + stderr[name], f"{by_hand} -- {name}")
               for name in marks if name}
    for name, report in reports.items():
        if name == marks[-1]:
            report.failures.append(f"it has not ended within {scenarios.limit} s" if run.hung
                                   else f"the engine ended in it, with exit code {run.code}")
        elif not report:
            report.failures.append("it has reported nothing")
        report.failures += trouble("\n".join(report.lines), scenarios.expected[name])
    outside = trouble(stdout[""] + stderr[""], scenarios.noise)
    if marks[-1:] == [""] and (run.code or run.hung):
        outside.insert(0, f"the engine has not ended within {scenarios.limit} s" if run.hung else f"exit code {run.code}")
    for report in reports.values():
        report.failures += [f"before or after {list(reports)}: {line}" for line in outside]
    return reports


def sections(text):
    """What was printed in each scenario, {name: text}, and outside of all of them, under the name ""."""
    parts, found = ["", *MARK.split(text)], {}
    for name, printed in zip(parts[::2], parts[1::2]):
        found[name] = found.get(name, "") + printed
    return found
