"""The library in a pretended engine, host.c: on older systems than an engine is to be had for, many times in one process, and with
standard streams of all kinds."""
import os
import shutil
import subprocess
import typing

import pytest

from tests.engine.godot_run import ROOT
from tests.platforms.conftest import library_of, make_project
from tools.platforms import TARGETS
from tools.toolchain import CACHE, find_zig

WINE = CACHE / "wine/wine"
SOURCE = ROOT / "tests/platforms/host.c"
OPTIONS = {"linux.x86_64": ["-ldl"], "windows.x86_64": ["-municode"]}
OLD_LINUX = {"bullseye": "Debian 11, glibc 2.31", "bookworm": "Debian 12, glibc 2.36"}
TIMES = 20
CLASSES = """
extends SceneTree
func _init():
    for name in ClassDB.get_class_list():
        if ClassDB.class_get_api_type(name) == ClassDB.API_EXTENSION:
            print("RESULT ", name)
    quit()
"""


class Report(typing.NamedTuple):
    """What the host has written."""
    classes: set
    runs: list          # of each time: classes, methods, classes unregistered, seconds to start and to end, bytes of memory
    rest: list          # errors, and why it failed


def read_report(path):
    lines = path.read_text().splitlines()
    runs = [tuple(float(number) for number in line.split()[1:]) for line in lines if line.startswith("run ")]
    return Report({line[6:] for line in lines if line.startswith("class ")}, runs,
                  [line for line in lines if not line.startswith(("class ", "run "))])


@pytest.fixture(scope="session")
def header(native, tmp_path_factory):
    """The folder of the interface's header, as this machine's Godot writes it."""
    folder = tmp_path_factory.mktemp("interface")
    command = [native.program, "--headless", "--dump-gdextension-interface", "--quit"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session", params=OPTIONS)
def host(request, header, means, tmp_path_factory):
    """Folder with a host and the library of a platform that this machine can run."""
    folder = tmp_path_factory.mktemp("host")
    if request.param.startswith("windows"):
        means(WINE)
    shutil.copy(means(library_of(request.param)), folder)
    program = folder / ("host.exe" if request.param.startswith("windows") else "host")
    compiler = [find_zig(), "cc", "-target", TARGETS[request.param].triple, "-O1", "-Wall", "-Wextra", "-Werror", f"-I{header}"]
    subprocess.run([*compiler, SOURCE, "-o", program, *OPTIONS[request.param]], check=True)
    return folder


def command_of(folder, times):
    if (folder / "host.exe").exists():
        return [WINE, f"Z:{folder}/host.exe", f"Z:{folder}/navpy.dll", str(times), f"Z:{folder}/report.txt"]
    return [folder / "host", folder / "libnavpy.so", str(times), folder / "report.txt"]


def run_host(folder, times=1, **streams):
    """The report of a host, which ended well."""
    done = subprocess.run(list(map(str, command_of(folder, times))), timeout=100, **streams)
    report = read_report(folder / "report.txt")
    assert done.returncode == 0 and not report.rest, (done, report)
    return report


def check_started(report, expected):
    assert report.classes == expected
    assert all(classes == unregistered == len(expected) for classes, _methods, unregistered, *_ in report.runs)


@pytest.fixture(scope="session")
def classes(native, tmp_path_factory):
    """Names of the classes that the real engine gets."""
    project = make_project(tmp_path_factory.mktemp("classes") / "project", {"classes.gd": CLASSES})
    return set(native.run(project, "-s", "res://classes.gd").values())


def test_registers_the_classes_that_it_registers_in_godot(host, classes):
    check_started(run_host(host), classes)


def test_keeps_no_memory_when_it_is_unloaded(host):
    """The pages that the process holds after each time; those of the first few are still warming up."""
    memory = [run[-1] for run in run_host(host, TIMES).runs]
    assert len(memory) == TIMES
    assert (memory[-1] - memory[4]) / (TIMES - 5) < 8_192


STREAMS = {
    "all closed": dict(preexec_fn=lambda: os.closerange(0, 3)),
    "errors closed": dict(preexec_fn=lambda: os.close(2)),
    "nowhere": dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL),
    "pipes": dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE),
}


@pytest.mark.parametrize("streams", STREAMS.values(), ids=STREAMS)
def test_starts_whatever_the_standard_streams_are(host, streams):
    assert len(run_host(host, 2, **streams).runs) == 2


def test_starts_where_the_standard_streams_are_files(host):
    with open(host / "in.txt", "w+") as given, open(host / "out.txt", "w") as out, open(host / "errors.txt", "w") as errors:
        assert len(run_host(host, 2, stdin=given, stdout=out, stderr=errors).runs) == 2
    assert (host / "out.txt").read_text() == ""


LACKING = {
    "classdb_get_class_tag": "navpy cannot load: the engine lacks the interface function classdb_get_class_tag",
    "move_and_slide": "this Godot has no CharacterBody3D.move_and_slide as 4.6 knows it",
}


@pytest.mark.parametrize("lacks, line", LACKING.items(), ids=LACKING)
def test_an_engine_that_lacks_something_is_told_what(host, lacks, line):
    (host / "report.txt").unlink(missing_ok=True)
    subprocess.run(list(map(str, command_of(host, 1))), timeout=100, env={**os.environ, "ENGINE_LACKS": lacks})
    report = read_report(host / "report.txt")
    assert line in report.rest[0] and not report.classes


@pytest.mark.parametrize("host", ["linux.x86_64"], indirect=True)
@pytest.mark.parametrize("release", OLD_LINUX, ids=OLD_LINUX.values())
def test_starts_on_an_older_linux_without_python(host, release, means, classes):
    (host / "report.txt").unlink(missing_ok=True)
    command = [ROOT / "tools/run_in_bare_root.sh", host, "host", "/game/libnavpy.so", "2", "/game/report.txt"]
    subprocess.run(command, check=True, timeout=100, env={**os.environ, "BARE_ROOT": str(means(CACHE / "platforms" / release))})
    report = read_report(host / "report.txt")
    assert not report.rest and len(report.runs) == 2
    check_started(report, classes)
