"""Lists the files of navpy for meson.build, one a line:  NAME PATH USE

USE names who has it, with commas: `package`, the Python package; `library`, Godot's library, which has navpy.godot and what that
imports; `page`, the core for browsers, which has navpy.web and what that imports. The package has all but these two, and the scripts
of pages.
"""
import pathlib
import sys

from imports import ROOT, find_closure, find_modules, module_name

KINDS = {".py", ".pyx", ".pxd", ".js", ".css", ".html", ".typed"}
PAGES = "navpy.web.page"
HOSTS = {"library": "navpy.godot", "page": "navpy.web"}         # the room that each of them enters by


def is_in(room, name):
    return name == room or name.startswith(f"{room}.")


def list_modules():
    has = {use: find_closure(name for name in find_modules() if is_in(room, name)) for use, room in HOSTS.items()}
    files = sorted(path for path in (ROOT / "navpy").rglob("*") if path.suffix in KINDS)
    has["package"] = {name for name in map(module_name, files)
                      if is_in(PAGES, name) or not any(is_in(room, name) for room in HOSTS.values())}
    lines = []
    for path in files:
        uses = ",".join(use for use, names in has.items() if module_name(path) in names)
        lines.append(f"{module_name(path)} {path.relative_to(ROOT)} {uses}\n")
    return "".join(lines)


if __name__ == "__main__":
    listing = list_modules()
    pathlib.Path(sys.argv[1]).write_text(listing)
    print(listing, end="")
