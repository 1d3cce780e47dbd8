"""The library in a pretended engine, host.c: on older systems than an engine is to be had for, many times in one process, and with
standard streams of all kinds."""
import contextlib
import os
import shutil
import subprocess
import typing

import pytest

from tests.engine.godot_run import ROOT
from tests.platforms.conftest import OLD_LINUX, library_of, make_project
from tools.platforms import TARGETS
from tools.toolchain import CACHE, find_zig

WINE = CACHE / "wine/wine"
SOURCE = ROOT / "tests/platforms/host.c"
ARM64 = CACHE / "platforms/godot.arm64"
OPTIONS = {"linux.x86_64": ["-ldl"], "linux.arm64": ["-ldl"], "windows.x86_64": ["-municode"]}
NEEDS = {"linux.arm64": ARM64, "windows.x86_64": WINE}
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


class Host:
    """A host and the library of a platform that this machine can run, in a folder of their own."""
    def __init__(self, platform, folder):
        self.platform, self.folder, self.report = platform, folder, folder / "report.txt"
        self.program = folder / ("host.exe" if platform == "windows.x86_64" else "host")

    def build(self, header):
        compiler = [find_zig(), "cc", "-target", TARGETS[self.platform].triple, "-O1", "-Wall", "-Wextra", "-Werror", f"-I{header}"]
        subprocess.run([*compiler, SOURCE, "-o", self.program, *OPTIONS[self.platform]], check=True)
        shutil.copy(library_of(self.platform), self.folder)

    def command(self, times):
        files = [self.program, self.folder / TARGETS[self.platform].library, self.report]
        if self.platform == "windows.x86_64":
            files = [f"Z:{path}" for path in files]
        program, library, report = map(str, files)
        if self.platform == "windows.x86_64":
            program = [WINE, program]
        elif self.platform == "linux.arm64":
            libraries = ARM64 / "root/usr/lib/aarch64-linux-gnu"
            program = [ARM64 / "qemu-aarch64", libraries / "ld-linux-aarch64.so.1", "--library-path", libraries, program]
        else:
            program = [program]
        return [*map(str, program), library, str(times), report]

    def run(self, times=1, fails=False, **options):
        """The report, of a host that ended well unless it `fails`."""
        self.report.unlink(missing_ok=True)
        done = subprocess.run(self.command(times), timeout=100, **options)
        report = read_report(self.report)
        assert fails or (done.returncode == 0 and not report.rest), (done, report)
        return report


@pytest.fixture(scope="session", params=OPTIONS)
def host(request, header, means, tmp_path_factory):
    means(library_of(request.param))
    if request.param in NEEDS:
        means(NEEDS[request.param])
    host = Host(request.param, tmp_path_factory.mktemp("host"))
    host.build(header)
    return host


def check_started(report, expected):
    assert report.classes == expected
    assert all(classes == unregistered == len(expected) for classes, _methods, unregistered, *_ in report.runs)


@pytest.fixture(scope="session")
def classes(native, tmp_path_factory):
    """Names of the classes that the real engine gets."""
    project = make_project(tmp_path_factory.mktemp("classes") / "project", {"classes.gd": CLASSES})
    return set(native.run(project, "-s", "res://classes.gd").values())


def test_registers_the_classes_that_it_registers_in_godot(host, classes):
    check_started(host.run(), classes)


@pytest.mark.parametrize("host", ["linux.x86_64", "windows.x86_64"], indirect=True)      # qemu keeps what it has translated
def test_keeps_no_memory_when_it_is_unloaded(host):
    """Less than one of the arenas, of 1 MiB, in which CPython has its objects, in all the times after the first few."""
    memory = [run[-1] for run in host.run(TIMES).runs]
    assert len(memory) == TIMES
    assert memory[-1] - memory[4] < 1 << 20


def test_where_it_stays_loaded_a_second_start_is_refused_in_a_line(host, classes):
    """Modules that Cython has made can't be imported a second time."""
    report = host.run(3, fails=True, env={**os.environ, "ENGINE_KEEPS": "1"})
    assert len(report.runs) == 3 and report.classes == classes
    assert len(report.rest) == 2 and all("import navpy.godot.registration failed" in line for line in report.rest)


STREAMS = {
    "all closed": dict(preexec_fn=lambda: os.closerange(0, 3)),
    "errors closed": dict(preexec_fn=lambda: os.close(2)),
    "nowhere": dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL),
    "pipes": dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE),
}


@pytest.mark.parametrize("streams", STREAMS.values(), ids=STREAMS)
def test_starts_whatever_the_standard_streams_are(host, streams):
    assert len(host.run(2, **streams).runs) == 2


def test_starts_where_the_standard_streams_are_files(host):
    names = [host.folder / name for name in ("in.txt", "out.txt", "errors.txt")]
    with contextlib.ExitStack() as opened:
        given, out, errors = [opened.enter_context(open(name, "w+")) for name in names]
        assert len(host.run(2, stdin=given, stdout=out, stderr=errors).runs) == 2
    assert [name.read_text() for name in names[:2]] == ["", ""]


LACKING = {
    "classdb_get_class_tag": "navpy cannot load: the engine lacks the interface function classdb_get_class_tag",
    "move_and_slide": "this Godot has no CharacterBody3D.move_and_slide as 4.6 knows it",
}


@pytest.mark.parametrize("lacks, line", LACKING.items(), ids=LACKING)
def test_an_engine_that_lacks_something_is_told_what(host, lacks, line):
    report = host.run(fails=True, env={**os.environ, "ENGINE_LACKS": lacks})
    assert line in report.rest[0] and not report.classes


@pytest.mark.parametrize("host", ["linux.x86_64"], indirect=True)
@pytest.mark.parametrize("release", OLD_LINUX, ids=OLD_LINUX.values())
def test_starts_on_an_older_linux_without_python(host, release, means, classes):
    host.report.unlink(missing_ok=True)
    command = [ROOT / "tools/run_in_bare_root.sh", host.folder, "host", "/game/libnavpy.so", "2", "/game/report.txt"]
    subprocess.run(command, check=True, timeout=100, env={**os.environ, "BARE_ROOT": str(means(CACHE / "platforms" / release))})
    report = read_report(host.report)
    assert not report.rest and len(report.runs) == 2
    check_started(report, classes)
