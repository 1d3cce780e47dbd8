"""Writes Python modules as byte code inside C, for the Python inside the engine or the page:

    freeze.py [--plain] COMPILER CPYTHON OUT.c [name=path.py | name=package/__init__.py]…

The code is compressed, but for --plain: a page is compressed as a whole. COMPILER is tools/cpython/compile.c, CPYTHON the
folder of the sources that it was built from.
"""
import subprocess
import sys
import zlib

# The standard library as far as navpy's modules may import it at module level, and what that imports.
STANDARD = ["abc", "codecs", "_collections_abc", "collections.abc", "encodings", "encodings.aliases", "encodings.ascii",
            "encodings.latin_1", "encodings.utf_8", "enum", "io", "operator", "types"]

# Python starts with these two before it can import anything; it knows them by another name than their file's.
IMPORTLIB = {"_frozen_importlib": "importlib._bootstrap", "_frozen_importlib_external": "importlib._bootstrap_external"}

# Of these enum, array and importlib need no more than this; the real functools compiles source, which is not possible in
# the engine, and the real posix, nt and winreg, the registry of Windows, are written in C.
SMALL = {"collections": "", "functools": "from _functools import reduce", "nt": "", "posix": "", "winreg": ""}

ENTRY = '    {{.name = "{name}", .size = {size}, .is_package = {is_package}}},'

# Python's own tables of frozen modules, replaced: its copy of os, site and more, pre-built as objects, is a quarter of
# the whole library.
SOURCE = """#include <Python.h>

/* The code of all modules one after the other, {form}. */
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


def standard_modules(cpython):
    """{name: path} of the standard library's modules in CPython's sources."""
    files = {name: f"{cpython}/Lib/{name.replace('.', '/')}.py" for name in STANDARD}
    files |= {package: f"{cpython}/Lib/{package}/__init__.py" for package in ("collections", "encodings")}
    return files | {name: f"{cpython}/Lib/{origin.replace('.', '/')}.py" for name, origin in IMPORTLIB.items()}


def compile_module(compiler, source, origin):
    done = subprocess.run([compiler, origin], input=source, capture_output=True)
    if done.returncode:
        sys.exit(f"freeze: {origin} cannot be compiled\n{done.stderr.decode()}")
    return done.stdout


def main(*arguments):
    plain = arguments[0] == "--plain"
    compiler, cpython, out, *modules = arguments[plain:]
    paths = dict.fromkeys(SMALL, "") | standard_modules(cpython) | dict(module.split("=", 1) for module in modules)
    codes, entries = [], []
    for name, path in paths.items():
        source = SMALL[name].encode() if name in SMALL else read(path)
        codes.append(compile_module(compiler, source, f"<frozen {IMPORTLIB.get(name, name)}>"))
        entries.append(ENTRY.format(name=name, size=len(codes[-1]), is_package=int(path.endswith("__init__.py"))))
    whole = b"".join(codes)
    packed = whole if plain else zlib.compress(whole, 9)
    form = "as it is" if plain else "compressed: entry.c has the engine inflate it before Python starts"
    with open(out, "w") as file:
        file.write(SOURCE.format(packed=",".join(map(str, packed)), form=form, size=len(whole), entries="\n".join(entries),
                                 aliases=", ".join(f'{{"{name}", "{origin}"}}' for name, origin in IMPORTLIB.items())))


main(*sys.argv[1:])
