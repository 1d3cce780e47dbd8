"""How scenarios run: which ones, and what becomes of those that go wrong."""
import ast
import re
import shlex
import subprocess
import sys

import pytest

from tests.engine.godot_run import ROOT, run_to_end
from tests.engine.scenarios import HERE, Scenarios, read

misbehaving = Scenarios("misbehaving.gd")


@pytest.fixture(scope="module")
def ran(run_scenarios):
    """{name: Report} of scenarios, several of which end the process."""
    return run_scenarios(misbehaving, ["crashes", "reports_nothing", "reports_twice", "quits", "prints_an_error", "breaks_off",
                                       "passes"])


@pytest.mark.parametrize("name, failure", [
    ("crashes", "the engine ended in it, with exit code"), ("quits", "the engine ended in it, with exit code 0"),
    ("reports_nothing", "it has reported nothing"), ("reports_twice", "it has reported 'value' twice"),
    ("prints_an_error", "ERROR: on purpose"), ("breaks_off", "SCRIPT ERROR: ")])
def test_what_goes_wrong_is_the_failure_of_its_scenario_alone(ran, name, failure):
    assert failure in "\n".join(ran[name].failures)
    with pytest.raises(pytest.fail.Exception, match=f"scenario {name} of misbehaving.gd:"):
        ran[name].check()


def test_reports_before_a_crash_are_kept_and_the_others_run(ran):
    assert ran["crashes"] == {"value": 1}
    assert ran["passes"].check() == {"value": 1}


def test_a_leak_is_told_of_all_scenarios_of_its_process(run_scenarios):
    for report in run_scenarios(misbehaving, ["leaks", "passes"]).values():
        assert "before or after ['leaks', 'passes']" in report.failures[0] and "leaked" in "\n".join(report.failures)


def test_what_has_not_been_reported_is_named(ran):
    with pytest.raises(KeyError, match=r"scenario passes of misbehaving.gd has not reported 'other', only \['value'\]"):
        ran["passes"]["other"]


FAKE_ENGINE = """
import sys, time
def mark(name):
    for stream in (sys.stdout, sys.stderr):
        print("SCENARIO", name, file=stream, flush=True)
time.sleep(0.6)
mark("passes"); time.sleep(0.6); print('REPORT {"what": "value", "value": 1}'); mark("")
time.sleep(0.6)
mark("crashes"); print('REPORT {"what": "value", "value": 1}', flush=True); time.sleep(60)
"""


def test_the_time_limit_is_that_of_each_scenario():
    """All before the second scenario takes longer than the limit, but no part of it does. The second scenario hangs."""
    run = run_to_end([sys.executable, "-c", FAKE_ENGINE, "--", "passes", "crashes"], 1.5, {})
    reports = read(run, misbehaving)
    assert run.hung and reports["passes"].check() == {"value": 1}
    assert reports["crashes"] == {"value": 1} and "it has not ended within 60 s" in reports["crashes"].failures


def test_one_scenario_runs_alone_and_by_hand():
    """-k selects one of a file, and what -rP prints runs it again."""
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-rP", HERE / "test_stuck.py", "-k", "behind_another"], cwd=ROOT,
                          stdout=subprocess.PIPE, text=True)
    assert "1 passed" in done.stdout and "why: " in done.stdout
    command = re.search(r"^by hand\n(.*)$", done.stdout, re.MULTILINE).group(1)
    again = subprocess.run(shlex.split(command), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert again.returncode == 0 and re.findall(r"^SCENARIO (.*)$", again.stdout, re.MULTILINE) == ["behind_another", ""]


def test_every_scenario_is_asked_for_by_a_test():
    strings = {}
    for path in [path for folder in (HERE, HERE.parent / "docs", HERE.parent / "reports") for path in folder.glob("test_*.py")]:
        strings[path] = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
    for script in HERE.glob("*.gd"):
        asked = set().union(*(found for found in strings.values() if script.name in found))
        assert set(Scenarios(script.name).declared) <= asked, script.name
