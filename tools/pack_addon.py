"""Packs addons/navpy, built, as dist/navpy-addon-<version>.zip, to be unpacked in a game's project folder."""
import configparser
import pathlib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIRST_DAY = (1980, 1, 1, 0, 0, 0)       # no clock in the archive: the same files give the same bytes


def add(archive, path, name):
    entry = zipfile.ZipInfo(name, FIRST_DAY)
    entry.external_attr = (0o755 if path.suffix == ".so" else 0o644) << 16
    archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def main():
    plugin = configparser.ConfigParser()
    plugin.read(ROOT / "addons/navpy/plugin.cfg")
    version = plugin["plugin"]["version"].strip('"')
    out = ROOT / "dist" / f"navpy-addon-{version}.zip"
    out.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(path for path in (ROOT / "addons/navpy").rglob("*") if path.is_file()):
            if path.suffix not in (".import", ".uid"):
                add(archive, path, str(path.relative_to(ROOT)))
        add(archive, ROOT / "LICENSE", "addons/navpy/LICENSE")
    print(out.relative_to(ROOT), out.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
