"""Lists the files of navpy for meson.build, one a line:  NAME PATH USE

USE is `python` for what only the Python package has, `library` for what only Godot's library has (navpy.godot), `both` for
what that imports.
"""
import pathlib
import sys

from imports import ROOT, find_closure, find_modules, module_name

KINDS = {".py", ".pyx", ".pxd", ".js", ".html", ".typed"}


def find_use(name, in_library):
    if name.partition("navpy.godot")[1]:
        return "library"
    return "both" if name in in_library else "python"


def list_modules():
    in_library = find_closure(name for name in find_modules() if name.startswith("navpy.godot"))
    files = sorted(path for path in (ROOT / "navpy").rglob("*") if path.suffix in KINDS)
    names = {path: module_name(path) for path in files}
    return "".join(f"{name} {path.relative_to(ROOT)} {find_use(name, in_library)}\n" for path, name in names.items())


if __name__ == "__main__":
    listing = list_modules()
    pathlib.Path(sys.argv[1]).write_text(listing)
    print(listing, end="")
