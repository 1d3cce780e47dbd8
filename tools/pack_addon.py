"""Packs what was built into FOLDER (dist):  pack_addon.py [-o FOLDER] [PLATFORM…]

    navpy-addon-<version>.zip       addons/navpy, to be unpacked in a game's project folder
    navpy-symbols-<version>.zip     functions and lines of the libraries, which tell where one has crashed

Without a name these are the platforms of the one zip for all; with names the files have them, too.

The same files give the same bytes: there is no clock in the archives.
"""
import argparse
import hashlib
import pathlib
import sys
import zipfile

from imports import ROOT
from platforms import IN_ONE_ZIP, PLATFORMS, TARGETS, build_folder
from version import version

ADDON = ROOT / "addons/navpy"
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
MADE_BY_GODOT = (".import", ".uid")


def addon_files(platforms):
    """{name in the zip: file}, with the libraries of these platforms alone."""
    files = {}
    for path in sorted(ADDON.rglob("*")):
        inside = path.relative_to(ADDON)
        is_library = inside.parts[0] == "bin"
        if path.is_file() and path.suffix not in MADE_BY_GODOT and (not is_library or inside.parts[1] in platforms):
            files[str(inside)] = path
    return files | {"LICENSE": ROOT / "LICENSE"}


def check_libraries(platforms, files):
    missing = [name for name in platforms if not any(file.startswith(f"bin/{name}/") for file in files)]
    if missing:
        sys.exit(f"pack_addon: no library for {', '.join(missing)} in {ADDON / 'bin'}; build it with make addon PLATFORM={missing[0]}")


def is_program(name):
    return name.startswith("bin/") and not name.endswith(".plist")


def write_zip(out, folder, contents, level):
    """CONTENTS is {name: bytes}, LEVEL zlib's effort; the archive holds the sum of each, as sha256sum checks them."""
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(contents.items()))
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = out.with_suffix(".new")
    with zipfile.ZipFile(fresh, "w") as archive:
        for name, data in sorted({**contents, "SHA256SUMS": sums.encode()}.items()):
            entry = zipfile.ZipInfo(f"{folder}/{name}", FIRST_DAY)
            entry.external_attr = (0o755 if is_program(name) else 0o644) << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, level)
    fresh.replace(out)
    print(out, out.stat().st_size, "bytes", flush=True)


def symbol_files(platforms):
    """{name in the zip: file} of what zig wrote beside the libraries."""
    targets = [TARGETS[target] for platform in platforms for target in PLATFORMS[platform]]
    return {f"{target.name}/{target.symbols}": ROOT / "build" / build_folder(target) / target.symbols for target in targets}


def read_all(files):
    return {name: pathlib.Path(path).read_bytes() for name, path in files.items()}


def pack(platforms, folder=ROOT / "dist"):
    files = addon_files(platforms)
    check_libraries(platforms, files)
    name = "-".join([version(), *(() if tuple(platforms) == IN_ONE_ZIP else platforms)])
    write_zip(folder / f"navpy-addon-{name}.zip", "addons/navpy", read_all(files), 9)
    write_zip(folder / f"navpy-symbols-{name}.zip", f"navpy-symbols-{version()}", read_all(symbol_files(platforms)), 4)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-o", dest="folder", type=pathlib.Path, default=ROOT / "dist")
    parser.add_argument("platforms", nargs="*", default=IN_ONE_ZIP)
    arguments = parser.parse_args()
    pack(arguments.platforms, arguments.folder)


if __name__ == "__main__":
    main()
