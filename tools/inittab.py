"""Writes the table of built-in modules for the Python inside the engine:  inittab.py OUT.c NAME…

The table takes the place of Python's own: what it leaves out (zlib, expat…) is not linked.
"""
import pathlib
import sys

# C modules of CPython that it needs to start, that enum imports, or that navpy imports.
BUILTINS = "_abc _codecs _functools _io _operator _signal _thread _weakref array atexit gc math time".split()
BUILTIN_FUNCTIONS = {"_imp": "PyInit__imp", "_warnings": "_PyWarnings_Init", "marshal": "PyMarshal_Init",
                     **{name: f"PyInit_{name}" for name in BUILTINS}}


def check_unique(names):
    """PyInit_ functions are named after a module's last component, and all of them share one library."""
    seen = {name: name for name in BUILTINS}
    for name in names:
        last = name.rpartition(".")[2]
        if last in seen:
            sys.exit(f"two modules would define PyInit_{last}: {seen[last]} and {name}; rename one")
        seen[last] = name


def main(out, *names):
    check_unique(names)
    functions = {**BUILTIN_FUNCTIONS, **{name: "PyInit_" + name.rpartition(".")[2] for name in names}}
    lines = ["#include <Python.h>"]
    lines += [f"PyObject *{function}(void);" for function in functions.values()]
    lines += ["struct _inittab _PyImport_Inittab[] = {", '    {"builtins", NULL},', '    {"sys", NULL},']
    lines += [f'    {{"{name}", {function}}},' for name, function in functions.items()]
    pathlib.Path(out).write_text("\n".join([*lines, "    {NULL, NULL},", "};", ""]))


main(*sys.argv[1:])
