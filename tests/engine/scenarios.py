"""Scenarios: what happens in a running Godot is written in GDScript, and checked by name in Python.

To add a scenario, write a function `scenario_<name>` in a .gd file that extends level.gd. It builds what it needs below `world` and
calls `report(what, value)` for each value to check. Then write a test that asks for it:

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

from godot_run import EDITOR_LEAVES, PROJECT, trouble

HERE = pathlib.Path(__file__).resolve().parent
RUNNING, SUCCESS, FAILURE = 0, 1, 2             # NavAgent.Status

MARK = re.compile(r"^SCENARIO (\w*)\n", re.MULTILINE)       # begins what a scenario prints; without a name, it ends that
REPORT = "REPORT "
PLUGIN = '[plugin]\nname="checks"\ndescription=""\nauthor=""\nversion="1"\nscript="plugin.gd"\n'
PLUGINS = '[editor_plugins]\nenabled=PackedStringArray("res://addons/navpy/plugin.cfg", "res://addons/checks/plugin.cfg")\n'


class Scenarios:
    """The scenarios of a .gd file, and how the process that runs them is started.

    alone      each scenario has a process of its own
    limit      seconds that a scenario may take
    fixture    name of a fixture that returns further options
    options    options of start_godot (files, args, …), and `expected`, regular expressions of errors that belong to the scenarios
    """
    arguments = ()
    leaves = ()             # what the engine always prints

    def __init__(self, script, *, alone=False, limit=60, fixture=None, **options):
        self.script, self.alone, self.limit, self.fixture, self.options = script, alone, limit, fixture, options
        self.declared = re.findall(r"^func scenario_(\w+)\(", (HERE / script).read_text(), re.MULTILINE)

    def __call__(self, *names):
        """Decorates a test with the scenario that it checks as `seen`. With several names, it checks one after another."""
        for name in names:
            assert name in self.declared, f"{self.script} has no function scenario_{name}"
        return pytest.mark.parametrize("seen", [pytest.param((self, name), id=name) for name in names], indirect=True)

    def files(self):
        return {name: HERE / name for name in ("scenarios.gd", "level.gd", self.script)}

    def args(self):
        return ["-s", f"res://{self.script}"]


class EditorScenarios(Scenarios):
    """Scenarios in the editor. Their .gd file is a plugin, and extends inside_editor.gd."""
    leaves = EDITOR_LEAVES

    def files(self):
        folder = "addons/checks/"
        return {"project.godot": PROJECT + PLUGINS, folder + "plugin.cfg": PLUGIN, folder + "plugin.gd": HERE / self.script,
                **{folder + name: HERE / name for name in ("scenarios.gd", "inside_editor.gd")}}

    def args(self):
        return ["--editor"]


class Report(dict):
    """What a scenario reported, {what: value}.

    lines       what was printed meanwhile, in lines
    failures    what is wrong with the run itself
    by_hand     the command that runs this scenario alone
    """

    def __init__(self, name, output, by_hand):
        super().__init__()
        self.name, self.lines, self.failures, self.by_hand = name, output.splitlines(), [], by_hand
        for line in self.lines_with(REPORT):
            told = json.loads(line.partition(REPORT)[2])
            if told["what"] in self:
                self.failures.append(f"it reported {told['what']!r} twice")
            self[told["what"]] = told["value"]

    def __missing__(self, what):
        raise KeyError(f"scenario {self.name} has not reported {what!r}, only {list(self)}")

    def __str__(self):
        return "\n".join([f"scenario {self.name}", *(f"    {what}: {value!r}" for what, value in self.items()), "by hand", f"    {self.by_hand}"])

    def expect(self, values):
        """Asserts that the reports of these names have these values."""
        __tracebackhide__ = True
        assert {what: self[what] for what in values} == values

    def lines_with(self, text):
        return [line for line in self.lines if text in line]

    def check(self):
        """Fails the test if the scenario has not run as it should."""
        if self.failures:
            printed = [line for line in self.lines if REPORT not in line]
            pytest.fail("\n".join([f"scenario {self.name}:", *self.failures, "--- printed", *printed[-60:]]), pytrace=False)
        return self


def run_all(start, scenarios, names, **options):
    """Runs these scenarios in as few processes as possible: {name: its Report}."""
    options = {**scenarios.options, **options}
    files = {**scenarios.files(), **options.pop("files", {})}
    args = [*scenarios.args(), *options.pop("args", ())]
    expected = [*scenarios.leaves, *options.pop("expected", ())]
    reports = {}
    while left := [name for name in names if name not in reports]:
        batch = left[:1] if scenarios.alone else left
        run = start(args, files=files, user_args=batch, timeout=scenarios.limit, **options)
        begun = read(run, scenarios.limit, expected)
        if not begun:
            pytest.fail(f"Godot has begun none of the scenarios {batch}:\n{run.output[-6000:]}", pytrace=False)
        reports |= begun
    return reports


def read(run, limit, expected):
    """The reports of the scenarios that a run has begun: {name: Report}."""
    marks, stdout, stderr = MARK.findall(run.stderr), sections(run.stdout), sections(run.stderr)
    by_hand = run.by_hand.rpartition(" -- ")[0]
    reports = {name: Report(name, stdout.get(name, "") + stderr[name], f"{by_hand} -- {name}") for name in marks if name}
    for name, report in reports.items():
        if name == marks[-1]:
            report.failures.append(f"it has not ended within {limit} s" if run.hung else f"the engine ended in it, exit code {run.code}")
        elif not report:
            report.failures.append("it has reported nothing")
        report.failures += trouble("\n".join(report.lines), expected)
    outside = trouble(stdout[""] + stderr[""], expected)
    if marks[-1:] == [""] and (run.code or run.hung):
        outside.insert(0, f"the engine has not ended within {limit} s" if run.hung else f"the engine ended with exit code {run.code}")
    for report in reports.values():
        report.failures += [f"before or after all of {list(reports)}: {line}" for line in outside]
    return reports


def sections(text):
    """What was printed in each scenario, {name: text}, and outside of all of them, under the name ""."""
    parts, found = ["", *MARK.split(text)], {}
    for name, printed in zip(parts[::2], parts[1::2]):
        found[name] = found.get(name, "") + printed
    return found
