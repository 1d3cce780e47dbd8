"""Libraries, engines and roots of other platforms. What is missing is skipped, and is a failure where NAVPY_ALL_PLATFORMS is 1."""
import os

import pytest

from tests.engine.conftest import add_files, home
from tests.engine.godot_run import NO_CLASSES, PROJECT, ROOT, find_godot, run_to_end
from tools.platforms import TARGETS
from tools.stage_addon import stage
from tools.toolchain import CACHE

LIBRARIES = ROOT / "addons/navpy/bin"
OLD_LINUX = {"bullseye": "Debian 11, glibc 2.31", "bookworm": "Debian 12, glibc 2.36"}


def library_of(platform):
    """Path of a platform's built library."""
    return LIBRARIES / platform / ("navpy.framework/navpy" if platform == "macos" else TARGETS[platform].library)


@pytest.fixture(scope="session")
def means():
    """means(path): the path of something that not every machine has."""
    def find(path):
        if not path.exists():
            missing = f"there is no {path}: run make test-platforms"
            if os.environ.get("NAVPY_ALL_PLATFORMS") == "1":
                pytest.fail(missing)
            pytest.skip(missing)
        return path
    return find


@pytest.fixture
def built(platform, means):
    """Path of the library of the test's platform."""
    return means(library_of(platform))


# ---- engines ----

class Engine:
    """A Godot, started by a program of this system."""
    def __init__(self, program, environment=None):
        self.program, self.environment = program, environment or {}

    def run(self, project, *arguments, timeout=140):
        """A Run, which ended well."""
        command = [str(self.program), "--headless", "--fixed-fps", "60", "--path", str(project), *arguments]
        done = run_to_end(command, timeout, {**os.environ, **home(project.parent / "home"), **self.environment})
        assert not done.hung, f"Godot has not ended in time:\n{done.output[-6000:]}"
        assert done.code == 0, f"exit code {done.code}:\n{done.output[-6000:]}"
        assert not done.trouble(), done.output[-6000:]
        return done


def under_linux(means):
    return Engine(find_godot())


def under_qemu(means):
    return Engine(means(CACHE / "platforms/godot.arm64/godot"))


def under_wine(means):
    """Names of files with other letters want a locale that has them."""
    return Engine(means(CACHE / "platforms/godot.windows/godot"), {"LC_ALL": "C.UTF-8"})


ENGINES = {"linux.x86_64": under_linux, "linux.arm64": under_qemu, "windows.x86_64": under_wine}


@pytest.fixture(scope="session", params=ENGINES)
def engine(request, means):
    means(library_of(request.param))
    return ENGINES[request.param](means)


@pytest.fixture(scope="session")
def wine(means):
    means(library_of("windows.x86_64"))
    return under_wine(means)


@pytest.fixture(scope="session")
def native(means):
    return under_linux(means)


def make_project(project, files):
    """A new Godot project in the folder PROJECT with a copy of the addon and files {name: text or path}; returns the folder."""
    project.mkdir(parents=True)
    stage(project)
    add_files(project, {"project.godot": PROJECT, ".godot/global_script_class_cache.cfg": NO_CLASSES, **files})
    return project
