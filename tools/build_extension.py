"""Builds addons/navpy/bin/linux.x86_64/libnavpy.so: all of navpy with its own Python, as one file that Godot loads.

Everything generated goes to build/; only what changed is built again. The Python that gets linked is the one running
this, where its static library is complete, else Debian's.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from setup import CXX_FLAGS, DEBUG, VARIANT, find_modules, generate, generate_shared_utility     # noqa: E402

BUILD = ROOT / "build" / f"extension-{VARIANT}"
LIBRARY = ROOT / "addons/navpy/bin/linux.x86_64/libnavpy.so"
HEADER = "gdextension_interface.h"
FOR_PEOPLE = {"__main__.py", "studio"}  # for no game

# What no node uses, only Python: inside the engine nobody could call it.
FOR_PYTHON = {"arbitration", "batch", "edge_clearance", "clusters", "context_steering", "crowd", "crowd_state", "crowd_threads",
              "dijkstra", "flocking", "flow_field", "formation", "formation_slots", "hierarchy", "leader_following",
              "locomotion_avoidance", "mesh_path", "obstacle_avoidance", "overlap", "path_cache", "path_corridor",
              "path_queue", "path_result", "velocity_profile", "random_points", "sampling_avoidance", "shared_clearance",
              "dubins", "velocity_obstacle", "wall_distance", "wall_steering"}

# C modules of the static library that Python needs to start, that enum imports, or that navpy imports.
BUILTINS = "_abc _codecs _functools _io _operator _signal _stat _thread _weakref array atexit errno gc math posix time".split()
BUILTIN_FUNCTIONS = {"_imp": "PyInit__imp", "_warnings": "_PyWarnings_Init", "marshal": "PyMarshal_Init",
                     **{name: f"PyInit_{name}" for name in BUILTINS}}

# What runs once a level or once a frame at most, and what only hands over to others, is built for size.
COLD = {"bake_job", "bake_volumes", "baker_properties", "baker_settings", "binding", "crossing", "crowd_node",
        "edge_connections", "engine", "engine_mesh", "islands", "merging", "level_bake", "multimesh",
        "nav_agent_drawing", "nav_agent_path", "nav_agent_rows", "nav_agent_stuck", "nav_link",
        "nav_modifier_volume", "nav_obstacle", "navigation_mesh", "navmesh", "navmesh_baker", "navmesh_data",
        "navmesh_file", "off_mesh_link", "outlines", "overlay", "packed", "path_objects", "polygon_soup",
        "ptrcall", "query_filter", "reachable", "registration", "scene_regions", "source_geometry",
        "source_nodes", "world_map"}

COMPILE_FLAGS = ["-fPIC", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections", f"-ffile-prefix-map={ROOT}/="]
C_FLAGS = ["-std=gnu11", "-O2"]
LINK_FLAGS = ["-shared", "-static-libstdc++", "-static-libgcc", "-Wl,--exclude-libs,ALL", "-Wl,--gc-sections",
              "-Wl,-Bsymbolic", "-Wl,-z,defs", "-Wl,--as-needed", *([] if DEBUG else ["-s"])]


def run(command, **options):
    """Runs a command and returns its output; a failure ends the build with what the command said."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def write_if_changed(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not (path.exists() and path.read_text() == text):
        path.write_text(text)
    return path


# ------------------------------------------------------------------------------------------------ what to build with

def dump_engine_header():
    """gdextension_interface.h as the found Godot writes it, again whenever that Godot changes."""
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    if found.returncode:
        sys.exit(found.returncode)      # the script has said why
    godot = pathlib.Path(found.stdout.strip())
    stamp, now = BUILD / "engine", f"{godot} {godot.stat().st_mtime_ns}"
    if not ((BUILD / HEADER).exists() and stamp.exists() and stamp.read_text() == now):
        run([godot, "--headless", "--dump-gdextension-interface", "--quit"], cwd=BUILD)
        stamp.write_text(now)


class StaticPython:
    """An interpreter's static library, headers and system libraries; `fault` says why it cannot be used."""

    PROBE = ("import json, sysconfig; print(json.dumps(sysconfig.get_config_vars('LIBPL', 'LIBRARY', 'LIBS', 'SYSLIBS',"
             " 'Py_ENABLE_SHARED', 'LDVERSION') + [sysconfig.get_path('include')]))")

    def __init__(self, interpreter):
        self.interpreter = interpreter
        folder, name, libs, syslibs, shared, version, include = json.loads(run([interpreter, "-I", "-c", self.PROBE]))
        self.include = include
        self.libs = [word for word in f"{libs} {syslibs}".split() if not word.startswith(("-L", "-Wl,-rpath"))]
        self.library = pathlib.Path(folder, name.replace(".a", "-pic.a"))       # Debian ships both kinds
        if not self.library.exists() and shared:
            self.library = pathlib.Path(folder, name)       # compiled for the shared library too, so position-independent
        self.fault = self.find_fault(version)

    def find_fault(self, version):
        if not self.library.exists():
            return f"no position-independent libpython{version}.a"
        if not pathlib.Path(self.include, "Python.h").exists():
            return "no Python.h"
        symbols = {line.split()[-1] for line in run(["nm", "-g", "--defined-only", self.library]).splitlines() if line}
        missing = sorted(name for name, function in BUILTIN_FUNCTIONS.items() if function not in symbols)
        return f"{self.library} lacks {' '.join(missing)}" if missing else None


def choose_python():
    """The first interpreter that can be linked whole: this one, else Debian's."""
    faults = []
    for interpreter in dict.fromkeys([sys.executable, "/usr/bin/python3"]):
        if pathlib.Path(interpreter).exists():
            python = StaticPython(interpreter)
            if not python.fault:
                return python
            faults.append(f"{interpreter}: {python.fault}")
    sys.exit(f"no static Python library to link ({'; '.join(faults)}): install Debian's package python3-dev")


# -------------------------------------------------------------------------------------------------- generated sources

def check_unique(names):
    """PyInit_ functions are named after a module's last component, and all of them share this one library."""
    seen = {name: name for name in BUILTINS}
    for name in names:
        last = name.rpartition(".")[2]
        if last in seen:
            sys.exit(f"two modules would define PyInit_{last}: {seen[last]} and {name}; rename one")
        seen[last] = name


def write_inittab(names):
    """Python's own table of built-in modules, replaced: what it leaves out (zlib, expat…) is not linked."""
    functions = {**BUILTIN_FUNCTIONS, **{name: "PyInit_" + name.rpartition(".")[2] for name in names}}
    lines = ["#include <Python.h>"]
    lines += [f"extern PyObject *{function}(void);" for function in functions.values()]
    lines += ["struct _inittab _PyImport_Inittab[] = {", '    {"builtins", NULL},', '    {"sys", NULL},']
    lines += [f'    {{"{name}", {function}}},' for name, function in functions.items()]
    return write_if_changed(BUILD / "inittab.c", "\n".join([*lines, "    {NULL, NULL},", "};", ""]))


def write_frozen(python):
    """navpy's pure Python modules and what they need of the standard library, as byte code."""
    out, files = BUILD / "frozen.c", sorted((ROOT / "navpy").rglob("*.py"))
    modules = [f"built_in_submodules={ROOT / 'tools/built_in_submodules.py'}"]
    for path in files:
        if FOR_PEOPLE.isdisjoint(path.relative_to(ROOT).parts):
            parts = path.relative_to(ROOT).with_suffix("").parts
            modules.append(f"{'.'.join(parts[:-1] if parts[-1] == '__init__' else parts)}={path}")
    command = [python.interpreter, "-I", "-S", "-X", "no_debug_ranges", ROOT / "tools/freeze.py", out, *modules]
    build_if_old(out, command, [*files, ROOT / "tools/freeze.py", ROOT / "tools/built_in_submodules.py", python.library])
    return out


# ------------------------------------------------------------------------------------------------- compile and link

def build_if_old(target, command, inputs):
    """Runs `command` unless `target` was made by the very same command and is newer than all inputs."""
    stamp = target.with_name(target.name + ".command")
    digest = hashlib.sha256(shlex.join(map(str, command)).encode()).hexdigest()
    if target.exists() and stamp.exists() and stamp.read_text() == digest:
        made = target.stat().st_mtime_ns
        if all(path.exists() and path.stat().st_mtime_ns <= made for path in map(pathlib.Path, inputs)):
            return False
    stamp.unlink(missing_ok=True)
    run(command, cwd=ROOT)
    stamp.write_text(digest)
    return True


def read_dependencies(path):
    """The files named in a make rule as the compiler writes it."""
    if not path.exists():
        return [path]
    return shlex.split(path.read_text().replace("\\\n", " ").partition(":")[2])


def compile_object(source, python):
    source = ROOT / source
    target = BUILD / "objects" / (str(source.relative_to(ROOT)).replace("/", ".") + ".o")
    target.parent.mkdir(exist_ok=True)
    dependencies = target.with_suffix(".d")
    compiler = ["gcc", *C_FLAGS] if source.suffix == ".c" else ["g++", *CXX_FLAGS]
    size = ["-Os"] if source.stem in COLD and not DEBUG else []
    command = [*compiler, *COMPILE_FLAGS, *size, f"-I{BUILD}", f"-I{ROOT / 'navpy/godot'}", f"-isystem{python.include}",
               "-MMD", "-MF", dependencies, "-c", source, "-o", target]
    if build_if_old(target, command, [source, *read_dependencies(dependencies)]):
        print("compiled", source.relative_to(ROOT), flush=True)
    return target


def strip_unwinding(python):
    """The static library without what unwinding needs: no C++ exception passes through Python's own functions."""
    target = BUILD / "python.a"
    build_if_old(target, ["objcopy", "--remove-section=.eh_frame", "--remove-section=.rela.eh_frame", python.library, target],
                 [python.library])
    return target


def link(objects, python):
    """Links beside the library and renames: overwriting a loaded file would crash the editor that has it open."""
    exports = write_if_changed(BUILD / "exports", "{ global: navpy_init; local: *; };\n")
    fresh, library = BUILD / LIBRARY.name, python.library if DEBUG else strip_unwinding(python)
    command = ["g++", *LINK_FLAGS, f"-Wl,--version-script={exports}", "-o", fresh, *objects, library, *python.libs]
    if build_if_old(fresh, command, [*objects, library, exports]) or not same_file(fresh, LIBRARY):
        LIBRARY.parent.mkdir(parents=True, exist_ok=True)
        temporary = LIBRARY.with_suffix(f".{os.getpid()}")
        temporary.write_bytes(fresh.read_bytes())
        temporary.chmod(0o755)
        temporary.replace(LIBRARY)
        print(LIBRARY.relative_to(ROOT), LIBRARY.stat().st_size, "bytes", flush=True)


def same_file(a, b):
    return b.exists() and a.stat().st_size == b.stat().st_size and a.read_bytes() == b.read_bytes()


def main():
    os.chdir(ROOT)
    BUILD.mkdir(parents=True, exist_ok=True)
    modules = {name: path for name, path in find_modules().items() if name.rpartition(".")[2] not in FOR_PYTHON}
    names = ["navpy._cyutility", *modules]
    check_unique(names)
    dump_engine_header()
    python = choose_python()
    generated = [generate_shared_utility(), *generate(modules)]
    sources = [extension.sources[0] for extension in generated]
    sources += [write_inittab(names), write_frozen(python), ROOT / "navpy/godot/entry.c", ROOT / "tools/left_out.c"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        objects = list(pool.map(lambda source: compile_object(source, python), sources))
    link(objects, python)


if __name__ == "__main__":
    main()
