"""Reads out of the sources which of navpy's modules import which."""
import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = sorted(path for kind in ("py", "pyx", "pxd") for path in (ROOT / "navpy").rglob(f"*.{kind}"))
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n]*)|c?import[ \t]+([\w., \t]+))", re.M)


def module_name(path):
    """The dotted name of the module in a source file; a package's is that of its folder."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@functools.cache
def find_modules():
    """{dotted name: its .py, .pyx and .pxd files}."""
    found = {}
    for path in SOURCES:
        found.setdefault(module_name(path), []).append(path)
    return found


def absolute(target, importer):
    """A relative target (``.core``) as seen from the importing file, written in full."""
    dots = len(target) - len(target.lstrip("."))
    if not dots:
        return target
    package = importer.relative_to(ROOT).parts[:-1]
    return ".".join([*package[:len(package) - dots + 1], target[dots:]]).rstrip(".")


def imported_modules(path, text=None):
    """navpy's modules that a source file names in import and cimport statements."""
    found, modules = set(), find_modules()
    for source, names, plain in IMPORT.findall(path.read_text() if text is None else text):
        if plain:
            found |= {name.split()[0] for name in plain.split(",") if name.strip()}
            continue
        source = absolute(source, path)
        names = [name.split()[0] for name in names.strip("() ").replace("\n", " ").split(",") if name.strip(" ()")]
        submodules = {f"{source}.{name}" for name in names} & modules.keys()
        found |= submodules or {source}
    return {name for name in found if name == "navpy" or name.startswith("navpy.")} - {module_name(path)}


def find_closure(names):
    """These modules and all that they import, directly or not, with the packages that hold them. What a package looks
    up by name when it is first asked for is no import."""
    found, waiting = set(), set(names)
    while waiting:
        name = waiting.pop()
        found.add(name)
        files = find_modules().get(name, ())
        waiting |= set().union(*map(imported_modules, files), [name.rpartition(".")[0] or name]) - found
    return found
