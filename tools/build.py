"""Builds navpy in build/VARIANT:  build.py [release | debug | asan | tsan | PLATFORM…] [TARGET…]

Release and debug hold the Python package and Godot's library for this machine; a platform is Godot's library for another
one, made of the C++ that release has translated. Libraries go to addons/navpy. Meson knows what depends on what, once it
is configured; here it is configured anew when something else has changed: the list of modules, tools, Godot's place.
"""
import os
import shutil
import subprocess
import sys
import sysconfig

import Cython

import toolchain
from imports import ROOT
from list_modules import list_modules
from platforms import PLATFORMS, machine_file, this_platform

CHECKED = ["-Ddebug=true", "-Doptimization=1", "-Db_ndebug=false"]
VARIANTS = {
    "release": [],
    "debug": CHECKED,
    "asan": [*CHECKED, "-Db_sanitize=address,undefined"],
    "tsan": [*CHECKED, "-Db_sanitize=thread"],
}
WITH_LIBRARY = {"release", "debug", *PLATFORMS}


def run(*command):
    """Runs one of the environment's own tools, where Meson finds the same ninja, too."""
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path})
    if done.returncode:
        sys.exit(done.returncode)


def find_godot():
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    if found.returncode:
        sys.exit(found.returncode)      # the script has said why
    return found.stdout.strip()


def describe_tools(variant):
    tools = f"Python {sys.version}, Cython {Cython.__version__}"
    if variant in WITH_LIBRARY:
        return f"{tools}, zig {toolchain.ZIG}, CPython {toolchain.CPYTHON}, Godot {os.environ.get('GODOT')}"
    compiler = os.environ.get("CXX", "c++").split()
    version = subprocess.run([*compiler, "--version"], capture_output=True, text=True).stdout.partition("\n")[0]
    return f"{tools}, {version}"


def library_options(variant, folder):
    """What Meson is told for a build with Godot's library: zig compiles it."""
    platform = PLATFORMS.get(variant) or this_platform()
    machine = folder.with_suffix(".ini")
    machine.parent.mkdir(exist_ok=True)
    machine.write_text(machine_file(platform, toolchain.find_zig()))
    options = [f"-Dgodot={find_godot()}", f"-Dcpython={toolchain.find_cpython()}"]
    if variant in PLATFORMS:
        return ["--cross-file", machine, f"-Dtranslated={ROOT}/build/release", *options]
    return ["--native-file", machine, *options]


def configure(variant, folder):
    """Runs Meson where the build is new or something that Meson doesn't watch has changed."""
    record, now = folder / "configured", describe_tools(variant)
    if not (record.exists() and record.read_text().startswith(now)):
        shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        library = library_options(variant, folder) if variant in WITH_LIBRARY else []
        run("meson", "setup", folder, "-Din_place=true", *VARIANTS.get(variant, []), *library)
        record.write_text(now)
    elif (folder / "modules").read_text() != list_modules():
        run("meson", "setup", "--reconfigure", folder)


def put_library(platform, folder):
    """Copies beside the library and renames: overwriting a loaded file would crash the editor that has it open."""
    built = folder / platform.library
    library = ROOT / "addons/navpy/bin" / platform.name / platform.library
    if library.exists() and library.read_bytes() == built.read_bytes():
        return
    library.parent.mkdir(parents=True, exist_ok=True)
    temporary = library.with_suffix(f".{os.getpid()}")
    shutil.copy(built, temporary)
    temporary.replace(library)
    print(library.relative_to(ROOT), library.stat().st_size, "bytes", flush=True)


def main(variant="release", *targets):
    folder = ROOT / "build" / variant
    configure(variant, folder)
    run("ninja", f"-j{os.cpu_count()}", "-C", folder, *targets)
    if variant in WITH_LIBRARY and not targets:
        put_library(PLATFORMS.get(variant) or this_platform(), folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
