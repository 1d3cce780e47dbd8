"""The door to the build:  python setup.py build_ext --inplace [--debug | --sanitize | --plat-name=NAME]

Builds navpy in build/VARIANT, from where a checkout imports it. Release and debug hold the Python package and Godot's library for
this machine; a platform is Godot's library for others, made of the C++ that release has translated; browser is the core of the
playground, made of the same. Meson knows what depends on what, once it is configured; here it is configured anew when something else
has changed: the list of modules, tools, Godot's place. What pip builds is told by pyproject.toml, without this file.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

ROOT = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "tools"))

try:
    import Cython
    from setuptools import Command, Distribution
    from setuptools.errors import BaseError, ModuleError, OptionError
except ModuleNotFoundError as missing:
    sys.exit(f"setup.py: {missing.name} is not installed here: make environment, then .venv/bin/python setup.py")

import toolchain  # noqa: E402
from framework import write_framework  # noqa: E402
from list_modules import list_modules  # noqa: E402
from platforms import BROWSER, PLATFORMS, TARGETS, machine_file, this_machine  # noqa: E402
from version import version  # noqa: E402

CHECKED = ["-Ddebug=true", "-Doptimization=1", "-Db_ndebug=false"]
VARIANTS = {
    "release": [],
    "debug": CHECKED,
    "asan": [*CHECKED, "-Db_sanitize=address,undefined"],
    "tsan": [*CHECKED, "-Db_sanitize=thread"],
}
WITH_ZIG = {"release", "debug", *TARGETS, BROWSER.name}
NAMES = (*PLATFORMS, BROWSER.name)      # of --plat-name
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


# ---- Meson ----

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
    """→ the folder, build/VARIANT. files: what ninja is to build of it, all else."""
    folder = BUILD / variant
    BUILD.mkdir(exist_ok=True)
    configure(variant, folder)
    run("ninja", f"-j{os.cpu_count()}", "-C", folder, *files)
    return folder


# ---- libraries ----

def put_library(built, library):
    """Copies beside the library and renames: overwriting a loaded file would crash the editor that has it open."""
    if library.exists() and library.read_bytes() == built.read_bytes():
        return
    library.parent.mkdir(parents=True, exist_ok=True)
    temporary = library.with_suffix(f".{os.getpid()}")
    shutil.copy(built, temporary)
    temporary.replace(library)
    print(library.relative_to(ROOT), library.stat().st_size, "bytes", flush=True)


def build_here(variant, inplace):
    """The package and Godot's library for this machine."""
    machine, folder = this_machine(), build(variant)
    if inplace:
        put_library(folder / machine.library, LIBRARIES / machine.name / machine.library)


def build_platform(name, inplace):
    """Godot's library; this machine's comes with the package, all others of what that has translated."""
    if name == this_machine().name:
        build_here("release", inplace)
        return
    build("release", "translation")
    built = [build(target) / TARGETS[target].library for target in PLATFORMS[name]]
    if inplace and name == "macos":
        write_framework(LIBRARIES / name, built, version())
    elif inplace:
        put_library(*built, LIBRARIES / name / built[0].name)


def build_browser():
    """→ the core for browsers, a file of WebAssembly, gzipped"""
    build("release", "page-translation")
    return build(BROWSER.name) / "navpy/web" / f"{BROWSER.library}.gz"


# ---- the command ----

class build_ext(Command):
    description = "build the Python package and Godot's library by Meson, in build/"
    user_options = [
        ("inplace", "i", "put Godot's library into addons/navpy/bin; the package is imported from build/ in any case"),
        ("debug", "g", "with assertions and symbols, in build/debug"),
        ("sanitize", None, "the package for the sanitizers: address and undefined behavior in build/asan, threads in build/tsan"),
        ("plat-name=", "p", f"Godot's library for another platform, or the playground's core: {', '.join(NAMES)}"),
    ]
    boolean_options = ["inplace", "debug", "sanitize"]

    def initialize_options(self):
        self.inplace = self.debug = self.sanitize = False
        self.plat_name = None

    def finalize_options(self):
        given = [name for name in ("debug", "sanitize", "plat_name") if getattr(self, name)]
        if len(given) > 1:
            raise OptionError(f"build_ext takes one of --{' and --'.join(given).replace('_', '-')}")
        if self.plat_name is not None and self.plat_name not in NAMES:
            raise OptionError(f"navpy is not built for {self.plat_name}; there are {', '.join(NAMES)}")

    def run(self):
        if self.sanitize:
            build("asan")
            build("tsan")
        elif self.plat_name == BROWSER.name:
            build_browser()
        elif self.plat_name:
            build_platform(self.plat_name, self.inplace)
        else:
            build_here("debug" if self.debug else "release", self.inplace)


class Navpy(Distribution):
    """With build_ext alone of the commands."""
    global_options = [("help", "h", "show this help")]
    negative_opt = {}
    common_usage = "Common command:\n  setup.py build_ext --inplace      builds navpy, as `make build` does\n"

    def get_command_class(self, command):
        if command not in self.cmdclass:
            raise ModuleError(f"there is no command {command}, only build_ext; pip install . installs, make wheels packs")
        return self.cmdclass[command]

    def print_commands(self):
        self.print_command_list(self.cmdclass, "Commands", max(map(len, self.cmdclass)))


def main(arguments):
    navpy = Navpy({"name": "navpy-navmesh", "version": version(), "py_modules": [], "cmdclass": {"build_ext": build_ext},
                   "script_name": "setup.py", "script_args": arguments})
    try:
        if navpy.parse_command_line():
            navpy.run_commands()
    except (BaseError, OSError) as error:        # a wrong option; no space, no permission
        sys.exit(f"setup.py: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
