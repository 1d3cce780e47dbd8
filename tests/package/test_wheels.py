"""The wheels that `make wheels` writes: what they need of a system and of Python, and the package that one of them installs. These
tests are for `make test-platforms`, which builds them: others skip them."""
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import venv
import zipfile

import pytest
from tests.test_licenses import assert_complete
from tools.platforms import TARGETS, this_machine

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module", params=TARGETS)
def wheel(request):
    if os.environ.get("NAVPY_ALL_PLATFORMS") != "1":
        pytest.skip("make test-platforms runs these")
    found = list((ROOT / "dist").glob(f"navpy_navmesh-*-cp311-abi3-{TARGETS[request.param].wheel}.whl"))
    assert len(found) == 1, f"make wheels has not written one for {request.param}"
    return request.param, found[0]


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_only_the_stable_interface_of_python_is_used(wheel):
    """abi3audit knows which of Python's functions have been stable since 3.11."""
    run(sys.executable, "-m", "abi3audit", "--strict", "--assume-minimum-abi3", "3.11", wheel[1])


def test_the_system_may_be_as_old_as_the_name_says(wheel):
    target, path = wheel
    if not target.startswith("linux"):
        pytest.skip("auditwheel reads Linux's libraries alone")
    told = re.search(r"manylinux_2_(\d+)", run(sys.executable, "-m", "auditwheel", "show", path).partition("platform tag:")[2])
    assert told and int(told[1]) <= int(TARGETS[target].wheel.split("_")[2])


def test_the_licenses_of_what_it_holds_are_inside(wheel):
    with zipfile.ZipFile(wheel[1]) as archive:
        for name in ("navpy/web/licenses.txt", "navpy_navmesh-*.dist-info/licenses/addons/navpy/licenses.txt"):
            assert_complete(archive.read(*fnmatch.filter(archive.namelist(), name)).decode())


def test_a_fresh_environment_runs_the_readme(wheel, tmp_path):
    """Of this machine's wheel: nothing but what it installs is there."""
    target, path = wheel
    if target != this_machine().name:
        pytest.skip(f"this machine is {this_machine().name}")
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env/bin/python"
    run(python, "-m", "pip", "install", "-q", path)
    recipe = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[1]
    assert run(python, "-c", recipe, cwd=tmp_path).startswith("COMPLETE 20.6")
    assert "site-packages" in run(python, "-c", "import navpy; print(navpy.compiled.FOLDER)", cwd=tmp_path)
