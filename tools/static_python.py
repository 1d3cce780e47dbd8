"""The Python that goes into Godot's library: this one where its static library is complete, else Debian's.

    static_python.py probe              its interpreter, SOABI, headers, static library and system libraries, one a line
    static_python.py trim LIBRARY OUT.a     the static library without what the engine's Python never reads
    static_python.py inittab OUT.cpp NAME…  the table of its built-in modules: what it needs, and navpy's of these names
"""
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

# C modules of the static library that Python needs to start, that enum imports, or that navpy imports.
BUILTINS = "_abc _codecs _functools _io _operator _signal _thread _weakref array atexit gc math time".split()
BUILTIN_FUNCTIONS = {"_imp": "PyInit__imp", "_warnings": "_PyWarnings_Init", "marshal": "PyMarshal_Init",
                     **{name: f"PyInit_{name}" for name in BUILTINS}}


def run(*command):
    """Runs a command and returns its output; a failure ends the build with what the command said."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


class StaticPython:
    """An interpreter's static library, headers and system libraries; `fault` says why it cannot be used."""

    PROBE = ("import json, sysconfig; print(json.dumps(sysconfig.get_config_vars('LIBPL', 'LIBRARY', 'LIBS', 'SYSLIBS',"
             " 'Py_ENABLE_SHARED', 'LDVERSION', 'SOABI') + [sysconfig.get_path('include')]))")

    def __init__(self, interpreter):
        self.interpreter = interpreter
        probed = json.loads(run(interpreter, "-I", "-c", self.PROBE))
        folder, name, libs, syslibs, shared, version, self.abi, self.include = probed
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
        symbols = {line.split()[-1] for line in run("nm", "-g", "--defined-only", self.library).splitlines() if line}
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


def empty_first_state(member):
    """Makes the copy of the runtime's first state, a section of its own, one without content that left_out.c fills."""
    sizes = {line.split()[0]: line.split()[1] for line in run("size", "-A", member).splitlines() if line.startswith(".")}
    symbols = {line.split()[-1]: int(line.split()[1], 16) for line in run("nm", "-S", member).splitlines() if line.count(" ") == 3}
    if sizes.get(".data.rel.ro") == str(symbols.get("initial")):
        run("objcopy", "--remove-relocations=.data.rel.ro", "--rename-section=.data.rel.ro=.bss.first_state,alloc",
            "--redefine-sym=initial=navpy_first_runtime_state", "--globalize-symbol=navpy_first_runtime_state", member)


def trim(library, out):
    """Removes unwind tables, as no C++ exception passes through Python's own functions, and the copy of the first state."""
    run("objcopy", "--remove-section=.eh_frame", "--remove-section=.rela.eh_frame", library, out)
    with tempfile.TemporaryDirectory() as folder:
        run("ar", "x", "--output", folder, out, "pystate.o")
        empty_first_state(f"{folder}/pystate.o")
        run("ar", "r", out, f"{folder}/pystate.o")


def check_unique(names):
    """PyInit_ functions are named after a module's last component, and all of them share one library."""
    seen = {name: name for name in BUILTINS}
    for name in names:
        last = name.rpartition(".")[2]
        if last in seen:
            sys.exit(f"two modules would define PyInit_{last}: {seen[last]} and {name}; rename one")
        seen[last] = name


def write_inittab(out, *names):
    """Python's own table of built-in modules, replaced: what it leaves out (zlib, expat…) is not linked."""
    check_unique(names)
    functions = {**BUILTIN_FUNCTIONS, **{name: "PyInit_" + name.rpartition(".")[2] for name in names}}
    lines = ["#include <Python.h>", 'extern "C" {']
    lines += [f"PyObject *{function}(void);" for function in functions.values()]
    lines += ["struct _inittab _PyImport_Inittab[] = {", '    {"builtins", NULL},', '    {"sys", NULL},']
    lines += [f'    {{"{name}", {function}}},' for name, function in functions.items()]
    pathlib.Path(out).write_text("\n".join([*lines, "    {NULL, NULL},", "};", "}", ""]))


def probe():
    python = choose_python()
    print(python.interpreter, python.abi, python.include, python.library, " ".join(python.libs), sep="\n")


if __name__ == "__main__":
    {"probe": probe, "trim": trim, "inittab": write_inittab}[sys.argv[1]](*sys.argv[2:])
