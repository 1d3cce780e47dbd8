"""Puts the macOS library together: one file for both processors in a framework, the folder that Godot exports and signs."""
import pathlib
import plistlib
import shutil
import struct

FAT_MAGIC = 0xCAFEBABE
MACH_O_64 = 0xFEEDFACF
ALIGNMENT = 14              # as a power of two: the pages of arm64


def join_slices(libraries):
    """The bytes of a universal file: a table in big-endian numbers, then each library at the begin of a page."""
    page = 1 << ALIGNMENT
    table, body, offset = struct.pack(">II", FAT_MAGIC, len(libraries)), b"", page
    for library in libraries:
        magic, processor, kind = struct.unpack_from("<III", library)
        if magic != MACH_O_64:
            raise ValueError("this is no 64-bit Mach-O library")
        table += struct.pack(">IIIII", processor, kind, offset, len(library), ALIGNMENT)
        padded = library + bytes(-len(library) % page)
        body += padded
        offset += len(padded)
    return table + bytes(page - len(table)) + body


def information(version):
    """What macOS and Godot's export read about a framework."""
    return {"CFBundleExecutable": "navpy", "CFBundleIdentifier": "org.navpy.navpy", "CFBundleInfoDictionaryVersion": "6.0",
            "CFBundleName": "navpy", "CFBundlePackageType": "FMWK", "CFBundleShortVersionString": version,
            "CFBundleSupportedPlatforms": ["MacOSX"], "CFBundleVersion": version, "LSMinimumSystemVersion": "11.0"}


def write_framework(folder, libraries, version):
    """FOLDER/navpy.framework, flat: links to versions would not survive a zip file on every system."""
    fresh = pathlib.Path(folder, ".navpy.framework")
    shutil.rmtree(fresh, ignore_errors=True)
    (fresh / "Resources").mkdir(parents=True)
    (fresh / "navpy").write_bytes(join_slices([path.read_bytes() for path in libraries]))
    (fresh / "navpy").chmod(0o755)
    (fresh / "Resources/Info.plist").write_bytes(plistlib.dumps(information(version)))
    shutil.rmtree(fresh.with_name("navpy.framework"), ignore_errors=True)
    fresh.rename(fresh.with_name("navpy.framework"))
