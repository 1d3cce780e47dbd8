"""Copies addons/navpy into Godot projects:  python tools/stage_addon.py PROJECT…

Files are replaced by rename, because the editor may have the library loaded. The project is also told of the
extension before its first import: Godot 4.6 can abort when it meets a new one while importing (godot#111048).
"""
import filecmp
import os
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ADDON = ROOT / "addons/navpy"
EXTENSION = "res://addons/navpy/navpy.gdextension"
MADE_BY_GODOT = (".import", ".uid")


def copy(source, target):
    if target.exists() and filecmp.cmp(source, target, shallow=False):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    shutil.copy(source, temporary)
    temporary.replace(target)


def list_extension(project):
    listing = project / ".godot/extension_list.cfg"
    listed = listing.read_text().split() if listing.exists() else []
    if EXTENSION not in listed:
        listing.parent.mkdir(parents=True, exist_ok=True)
        listing.write_text("\n".join([*listed, EXTENSION, ""]))


def stage(project):
    """Makes PROJECT/addons/navpy equal to addons/navpy; what Godot itself puts beside the files stays."""
    staged = project / "addons/navpy"
    files = {path.relative_to(ADDON) for path in ADDON.rglob("*") if path.is_file()}
    for path in sorted(files):
        copy(ADDON / path, staged / path)
    for path in [path for path in staged.rglob("*") if path.is_file()]:
        if path.relative_to(staged) not in files and path.suffix not in MADE_BY_GODOT:
            path.unlink()
    list_extension(project)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        stage(pathlib.Path(argument).resolve())
