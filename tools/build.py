"""Builds navpy in build/VARIANT:  build.py [release | debug | asan | tsan | PLATFORM | browser] [FILE…]

Release and debug hold the Python package and Godot's library for this machine; a platform is Godot's library for others,
made of the C++ that release has translated; browser is the core of the playground, made of the same. Libraries go to
addons/navpy. Meson knows what depends on what, once it is configured; here it is configured anew when something else has
changed: the list of modules, tools, Godot's place.
"""
import os
import shutil
import subprocess
import sys
import sysconfig

import Cython

import toolchain
from framework import write_framework
from imports import ROOT
from list_modules import list_modules
from platforms import BROWSER, PLATFORMS, TARGETS, machine_file, this_machine
from version import version

CHECKED = ["-Ddebug=true", "-Doptimization=1", "-Db_ndebug=false"]
VARIANTS = {
    "release": [],
    "debug": CHECKED,
    "asan": [*CHECKED, "-Db_sanitize=address,undefined"],
    "tsan": [*CHECKED, "-Db_sanitize=thread"],
}
WITH_LIBRARY = {"release", "debug", *TARGETS}
WITH_ZIG = {*WITH_LIBRARY, BROWSER.name}
BUILD = ROOT / "build"
LIBRARIES = ROOT / "addons/navpy/bin"


def run(*command):
    """Runs one of the environment's own tools, where Meson finds the same ninja, too; zig leaves a file where it is tried."""
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(command, cwd=BUILD, env={**os.environ, "PATH": path})
    if done.returncode:
        sys.exit(done.returncode)


def find_godot():
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    if found.returncode:
        sys.exit(found.returncode)      # the script has said why
    return found.stdout.strip()


def machine_of(variant):
    """Text of Meson's file about the machine that zig compiles for."""
    return machine_file({**TARGETS, BROWSER.name: BROWSER}.get(variant) or this_machine(), toolchain.find_zig())


def describe_tools(variant):
    tools = f"Python {sys.version}, Cython {Cython.__version__}"
    if variant in WITH_ZIG:
        return f"{tools}, CPython {toolchain.CPYTHON}, Godot {os.environ.get('GODOT')}\n{machine_of(variant)}"
    compiler = os.environ.get("CXX", "c++").split()
    version = subprocess.run([*compiler, "--version"], capture_output=True, text=True).stdout.partition("\n")[0]
    return f"{tools}, {version}"


def zig_options(variant):
    """What Meson is told for a build by zig: with Godot's library, or of the playground's core."""
    machine = BUILD / f"{variant}.ini"
    machine.write_text(machine_of(variant))
    host = "-Dpage=true" if variant == BROWSER.name else f"-Dgodot={find_godot()}"
    options = [host, f"-Dcpython={toolchain.find_cpython()}"]
    if variant in TARGETS or variant == BROWSER.name:
        return ["--cross-file", machine, f"-Dtranslated={BUILD}/release", *options]
    return ["--native-file", machine, *options]


def configure(variant, folder):
    """Runs Meson where the build is new or something that Meson doesn't watch has changed."""
    record, now = folder / "configured", describe_tools(variant)
    if not (record.exists() and record.read_text() == now):
        shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        options = zig_options(variant) if variant in WITH_ZIG else []
        run("meson", "setup", folder, ROOT, "-Din_place=true", *VARIANTS.get(variant, []), *options)
        record.write_text(now)
    elif (folder / "modules").read_text() != list_modules():
        run("meson", "setup", "--reconfigure", folder, ROOT)


def build(variant, *files):
    folder = BUILD / variant
    BUILD.mkdir(exist_ok=True)
    configure(variant, folder)
    run("ninja", f"-j{os.cpu_count()}", "-C", folder, *files)
    return folder


def put_library(built, library):
    """Copies beside the library and renames: overwriting a loaded file would crash the editor that has it open."""
    if library.exists() and library.read_bytes() == built.read_bytes():
        return
    library.parent.mkdir(parents=True, exist_ok=True)
    temporary = library.with_suffix(f".{os.getpid()}")
    shutil.copy(built, temporary)
    temporary.replace(library)
    print(library.relative_to(ROOT), library.stat().st_size, "bytes", flush=True)


def build_platform(name):
    """This machine's comes with the package, all others of what that has translated."""
    if name == this_machine().name:
        put_library(build("release") / this_machine().library, LIBRARIES / name / this_machine().library)
        return
    build("release", "translation")
    built = [build(target) / TARGETS[target].library for target in PLATFORMS[name]]
    if name == "macos":
        write_framework(LIBRARIES / name, built, version())
    else:
        put_library(*built, LIBRARIES / name / built[0].name)


def build_browser():
    """→ the core for browsers, a file of WebAssembly, gzipped"""
    build("release", "page-translation")
    return build(BROWSER.name) / "navpy/web" / f"{BROWSER.library}.gz"


def main(variant="release", *files):
    if variant in PLATFORMS:
        build_platform(variant)
    elif variant == BROWSER.name:
        build_browser()
    elif variant in VARIANTS:
        folder, machine = build(variant, *files), this_machine()
        if variant in WITH_LIBRARY and not files:
            put_library(folder / machine.library, LIBRARIES / machine.name / machine.library)
    else:
        sys.exit(f"navpy is not built for {variant}; there are {', '.join([*VARIANTS, *PLATFORMS, BROWSER.name])}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except OSError as error:        # no space, no permission
        sys.exit(f"build: {error}")
