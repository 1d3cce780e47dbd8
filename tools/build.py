"""Builds navpy in build/VARIANT:  build.py [release | debug | asan | tsan] [TARGET…]

Release and debug also build the Godot extension and put it into addons/navpy. Meson knows what depends on what, once it
is configured; here it is configured anew when something else has changed: the list of modules, tools, Godot's place.
"""
import os
import shutil
import subprocess
import sys
import sysconfig

import Cython

from imports import ROOT
from list_modules import list_modules

CHECKED = ["-Ddebug=true", "-Doptimization=1", "-Db_ndebug=false"]
VARIANTS = {
    "release": [],
    "debug": CHECKED,
    "asan": [*CHECKED, "-Db_sanitize=address,undefined"],
    "tsan": [*CHECKED, "-Db_sanitize=thread"],
}
WITH_LIBRARY = {"release", "debug"}
LIBRARY = ROOT / "addons/navpy/bin/linux.x86_64/libnavpy.so"


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


def describe_tools():
    compiler = os.environ.get("CXX", "c++").split()
    version = subprocess.run([*compiler, "--version"], capture_output=True, text=True).stdout.partition("\n")[0]
    return f"Python {sys.version}, Cython {Cython.__version__}, {version}, Godot {os.environ.get('GODOT')}"


def configure(variant, folder):
    """Runs Meson where the build is new or something that Meson doesn't watch has changed."""
    record, now = folder / "configured", describe_tools()
    if not (record.exists() and record.read_text().startswith(now)):
        shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        godot = [f"-Dgodot={find_godot()}"] if variant in WITH_LIBRARY else []
        run("meson", "setup", folder, *VARIANTS[variant], *godot)
        record.write_text(now)
    elif (folder / "modules").read_text() != list_modules():
        run("meson", "setup", "--reconfigure", folder)


def put_library(built):
    """Copies beside the library and renames: overwriting a loaded file would crash the editor that has it open."""
    if LIBRARY.exists() and LIBRARY.read_bytes() == built.read_bytes():
        return
    LIBRARY.parent.mkdir(parents=True, exist_ok=True)
    temporary = LIBRARY.with_suffix(f".{os.getpid()}")
    shutil.copy(built, temporary)
    temporary.replace(LIBRARY)
    print(LIBRARY.relative_to(ROOT), LIBRARY.stat().st_size, "bytes", flush=True)


def main(variant="release", *targets):
    folder = ROOT / "build" / variant
    configure(variant, folder)
    run("ninja", f"-j{os.cpu_count()}", "-C", folder, *targets)
    if variant in WITH_LIBRARY and not targets:
        put_library(folder / LIBRARY.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
