"""Writes frozen.c: Python modules as byte code inside C, for the Python inside the engine.

Run by the very Python whose static library is linked, isolated and without site packages, because byte code is only
good for its own version:  python -I -S freeze.py OUT.c [name=path.py | name=package/__init__.py]…
"""
import sys

# The standard library as far as navpy's modules may import it at module level; what these import comes along.
import array, encodings.ascii, encodings.latin_1, encodings.utf_8, enum, math        # noqa: E401, F401
needed = {name: module.__spec__ for name, module in list(sys.modules.items()) if getattr(module, "__spec__", None)}

import marshal, zlib                                                                 # noqa: E402, E401

# Python starts with these two before it can import anything; it knows them by another name than their file's.
IMPORTLIB = {"_frozen_importlib": "importlib._bootstrap", "_frozen_importlib_external": "importlib._bootstrap_external"}

# Of these enum, array and importlib need no more than this; the real functools compiles source, which is not possible in
# the engine, and the real posix is written in C.
SMALL = {"collections": "", "functools": "from _functools import reduce", "posix": ""}
UNUSED = {"keyword", "reprlib", "zipimport"}        # what the real ones import, and what Python looks for but can do without

ENTRY = '    {{.name = "{name}", .size = {size}, .is_package = {is_package}}},'

# Python's own tables of frozen modules, replaced: its copy of os, site and more, pre-built as objects, is a quarter of
# the whole library. A member of the static library that defines nothing new is not linked.
SOURCE = """#include <Python.h>

/* The code of all modules one after the other, compressed: entry.c has the engine inflate it before Python starts. */
const unsigned char navpy_packed_code[] = {{{packed}}};
const int64_t navpy_packed_size = sizeof navpy_packed_code;
const int64_t navpy_code_size = {size};

static struct _frozen frozen[] = {{
{entries}
    {{.name = NULL}},
}};

void navpy_place_code(const unsigned char *code) {{
    for (struct _frozen *module = frozen; module->name; code += module->size, module++)
        module->code = code;
}}

static const struct _frozen none[] = {{{{.name = NULL}}}};
struct _module_alias {{ const char *name, *orig; }};
static const struct _module_alias aliases[] = {{{aliases}, {{NULL, NULL}}}};

const struct _frozen *PyImport_FrozenModules = NULL;
const struct _frozen *_PyImport_FrozenBootstrap = frozen;
const struct _frozen *_PyImport_FrozenStdlib = none;
const struct _frozen *_PyImport_FrozenTest = none;
const struct _module_alias *_PyImport_FrozenAliases = aliases;
int _Py_Deepfreeze_Init(void) {{ return 0; }}
void _Py_Deepfreeze_Fini(void) {{}}
"""


def read(path):
    with open(path, "rb") as file:
        return file.read()


def standard_modules():
    """{name: path} of the loaded modules that have Python source and are of use, Python's own frozen ones included."""
    stdlib = needed["enum"].origin.rpartition("/")[0]
    paths = {}
    for name, spec in sorted(needed.items()):
        if (spec.origin or "").endswith(".py"):
            paths[name] = spec.origin
        elif spec.origin == "frozen":
            paths[name] = f"{stdlib}/{IMPORTLIB.get(name, name).replace('.', '/')}.py"
    return {name: path for name, path in paths.items() if name not in UNUSED}


def main(out, *modules):
    paths = dict.fromkeys(SMALL, "") | standard_modules() | dict(module.split("=", 1) for module in modules)
    codes, entries = [], []
    for name, path in paths.items():
        origin = f"<frozen {IMPORTLIB.get(name, name)}>"
        code = marshal.dumps(compile(SMALL[name] if name in SMALL else read(path), origin, "exec", dont_inherit=True, optimize=2))
        codes.append(code)
        entries.append(ENTRY.format(name=name, size=len(code), is_package=int(path.endswith("__init__.py"))))
    whole = b"".join(codes)
    with open(out, "w") as file:
        file.write(SOURCE.format(packed=",".join(map(str, zlib.compress(whole, 9))), size=len(whole), entries="\n".join(entries),
                                 aliases=", ".join(f'{{"{name}", "{origin}"}}' for name, origin in IMPORTLIB.items())))


main(*sys.argv[1:])
