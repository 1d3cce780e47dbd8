"""Writes frozen.c: Python modules as byte code inside C, for the Python inside the engine.

Run by the very Python whose static library is linked, isolated and without site packages, because byte code is only
good for its own version:  python -I -S freeze.py OUT.c [name=path.py | name=package/__init__.py]…
"""
import sys

# The standard library as far as navpy's modules may import it at module level; what these import comes along.
import array, encodings.ascii, encodings.latin_1, encodings.utf_8, enum, math        # noqa: E401, F401
needed = {name: module.__spec__ for name, module in list(sys.modules.items()) if getattr(module, "__spec__", None)}

import marshal                                                                       # noqa: E402

CODE = "static const unsigned char code_{index}[] = {{{bytes}}};"
ENTRY = '    {{.name = "{name}", .code = code_{index}, .size = (int)sizeof code_{index}, .is_package = {is_package}}},'


def read(path):
    with open(path, "rb") as file:
        return file.read()


def main(out, *modules):
    # Modules with another origin than a file are built in or frozen by Python itself.
    paths = {name: spec.origin for name, spec in sorted(needed.items()) if (spec.origin or "").endswith(".py")}
    paths |= dict(module.split("=", 1) for module in modules)
    codes, entries = [], []
    for index, (name, path) in enumerate(paths.items()):
        code = marshal.dumps(compile(read(path), f"<frozen {name}>", "exec", dont_inherit=True, optimize=2))
        codes.append(CODE.format(index=index, bytes=",".join(map(str, code))))
        entries.append(ENTRY.format(name=name, index=index, is_package=int(path.endswith("__init__.py"))))
    with open(out, "w") as file:
        file.write("\n".join(["#include <Python.h>", *codes, "const struct _frozen navpy_frozen_modules[] = {",
                              *entries, "    {.name = NULL},", "};", ""]))


main(*sys.argv[1:])
