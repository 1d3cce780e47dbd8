"""setup.py: what it says of itself, and of options that do not go."""
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def setup(*arguments):
    return subprocess.run([sys.executable, ROOT / "setup.py", *arguments], capture_output=True, text=True)


def test_the_one_command():
    """Those of setuptools, which would install or pack a package without its modules, are not there."""
    listed = setup("--help-commands").stdout.partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in listed] == ["Commands:", "build_ext"]


@pytest.mark.parametrize("option", ["--inplace", "--debug", "--sanitize", "--plat-name", "linux.arm64", "browser"])
def test_help_names_each_option(option):
    assert option in setup("build_ext", "--help").stdout


@pytest.mark.parametrize("arguments, named", [
    ([], "no commands"),
    (["install"], "pip install ."),
    (["--fast"], "--fast"),
    (["build_ext", "--fast"], "--fast"),
    (["build_ext", "--plat-name"], "--plat-name"),
    (["build_ext", "--plat-name=amiga"], "linux.arm64"),
    (["build_ext", "--debug", "--sanitize"], "--debug and --sanitize"),
    (["build_ext", "--debug", "--plat-name=browser"], "--debug and --plat-name"),
    (["build_ext", "release"], "release"),
])
def test_what_does_not_go_gets_one_line(arguments, named):
    run = setup(*arguments)
    assert run.returncode == 1
    assert run.stderr.startswith("setup.py: ") and run.stderr.count("\n") == 1 and named in run.stderr
