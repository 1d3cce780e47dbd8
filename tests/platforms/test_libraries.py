"""What each library needs of its system, what it shows, and what it tells of the machine that built it."""
import plistlib
import re

import lief
import pytest

from tests.engine.godot_run import ROOT
from tools.platforms import PLATFORMS, TARGETS

MEGABYTE = 1_000_000
OWN_FOLDERS = re.compile(rb"/(?:tmp|root|home|work|Users)/[\x20-\x7e]*")
GLIBC = re.compile(r"\.(2\.\d+)$")                          # at the end of a target's triple
C_LIBRARY = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
WINDOWS = {"KERNEL32.DLL", "WS2_32.DLL", "BCRYPT.DLL", "VERSION.DLL", "ADVAPI32.DLL"}
MADE_BY_THE_LINKER = {"__mh_dylib_header", "___dso_handle"}         # zig's exports these two from every dylib
ADHOC = 0x2                                                 # a code directory's flag: signed, by nobody
VERSION = re.search(r'^version="(.+)"$', (ROOT / "addons/navpy/plugin.cfg").read_text(), re.MULTILINE)[1]


def named(system):
    return [name for name in PLATFORMS if name.partition(".")[0] == system]


def each(names):
    return pytest.mark.parametrize("platform", names)


def as_version(text):
    return tuple(map(int, text.split(".")))


@each(PLATFORMS)
def test_is_small(built, platform):
    assert built.stat().st_size <= 9.5 * MEGABYTE * len(PLATFORMS[platform])


@each(PLATFORMS)
def test_names_no_folder_of_the_machine_that_built_it(built):
    assert sorted(set(OWN_FOLDERS.findall(built.read_bytes()))) == []


@pytest.fixture
def library(built):
    """What LIEF has read: a library, or all slices of one. It must be kept while parts of it are looked at."""
    return lief.MachO.parse(built) if lief.is_macho(str(built)) else lief.parse(built)


# ---- Linux ----

@each(named("linux"))
def test_linux_needs_only_the_c_library_of_2018(library, platform):
    oldest = GLIBC.search(TARGETS[platform].triple)[1]
    assert set(library.libraries) <= C_LIBRARY
    needed = [symbol.name for file in library.symbols_version_requirement for symbol in file.get_auxiliary_symbols()]
    assert all(name.startswith("GLIBC_") for name in needed)
    assert max(as_version(name.removeprefix("GLIBC_")) for name in needed) <= as_version(oldest) == (2, 28)


@each(named("linux"))
def test_linux_shows_the_entry_alone_and_looks_into_no_folder(library):
    assert [symbol.name for symbol in library.dynamic_symbols if symbol.exported] == ["navpy_init"]
    tags = {entry.tag for entry in library.dynamic_entries}
    assert not tags & {lief.ELF.DynamicEntry.TAG.RPATH, lief.ELF.DynamicEntry.TAG.RUNPATH, lief.ELF.DynamicEntry.TAG.TEXTREL}
    assert not any(segment.has(lief.ELF.Segment.FLAGS.X) and segment.has(lief.ELF.Segment.FLAGS.W) for segment in library.segments)


def test_the_readme_names_the_same_c_library():
    promised = re.search(r"glibc (\d+\.\d+) or newer", (ROOT / "README.md").read_text())[1]
    assert {GLIBC.search(TARGETS[name].triple)[1] for name in named("linux")} == {promised}


# ---- Windows ----

@each(named("windows"))
def test_windows_needs_only_what_windows_10_has(library):
    needed = {file.name.upper() for file in library.imports}
    assert {name for name in needed if not name.startswith("API-MS-WIN-CRT-")} <= WINDOWS
    assert not list(library.delay_imports)


@each(named("windows"))
def test_windows_shows_the_entry_alone(library):
    exports = library.get_export()
    assert [symbol.name for symbol in exports.entries] == ["navpy_init"]


@each(named("windows"))
def test_windows_may_move_it_and_runs_no_data(library, platform):
    machines = {"windows.x86_64": lief.PE.Header.MACHINE_TYPES.AMD64, "windows.arm64": lief.PE.Header.MACHINE_TYPES.ARM64}
    flag = lief.PE.OptionalHeader.DLL_CHARACTERISTICS
    assert library.header.machine == machines[platform]
    assert all(library.optional_header.has(each) for each in (flag.DYNAMIC_BASE, flag.NX_COMPAT, flag.HIGH_ENTROPY_VA))
    assert library.has_relocations


# ---- macOS ----

@pytest.fixture
def slices(library):
    """{processor: its slice}"""
    return {str(each.header.cpu_type).rpartition(".")[2]: each for each in library}


@each(named("macos"))
def test_macos_has_both_processors_and_runs_on_macos_11(slices):
    assert sorted(slices) == ["ARM64", "X86_64"]
    assert {tuple(library.build_version.minos) for library in slices.values()} == {(11, 0, 0)}
    assert {library.build_version.platform for library in slices.values()} == {lief.MachO.BuildVersion.PLATFORMS.MACOS}


@each(named("macos"))
def test_macos_needs_only_its_system_library(slices):
    for library in slices.values():
        needed = [command.name for command in library.libraries if command.command != lief.MachO.LoadCommand.TYPE.ID_DYLIB]
        assert needed == ["/usr/lib/libSystem.B.dylib"]
        assert not list(library.rpaths)


@each(named("macos"))
def test_macos_shows_the_entry_alone(slices):
    for library in slices.values():
        information = library.dyld_info
        assert {entry.symbol.name for entry in information.exports} - MADE_BY_THE_LINKER == {"_navpy_init"}


@each(named("macos"))
def test_macos_finds_it_by_its_framework(slices):
    for library in slices.values():
        own = [command.name for command in library.libraries if command.command == lief.MachO.LoadCommand.TYPE.ID_DYLIB]
        assert own == ["@rpath/navpy.framework/navpy"]


def code_directory_flags(signature):
    """Flags of the first code directory of an embedded signature, whose numbers are big-endian."""
    def number(offset):
        return int.from_bytes(signature[offset:offset + 4], "big")
    assert number(0) == 0xFADE0CC0
    offsets = [number(16 + 8 * i) for i in range(number(8)) if number(12 + 8 * i) == 0]
    assert number(offsets[0]) == 0xFADE0C02
    return number(offsets[0] + 12)


@each(named("macos"))
def test_macos_signs_the_slice_for_arm64(slices):
    library = slices["ARM64"]
    assert code_directory_flags(bytes(library.code_signature.content)) & ADHOC


@each(named("macos"))
def test_macos_framework_is_whole(built):
    information = plistlib.loads((built.parent / "Resources/Info.plist").read_bytes())
    assert built.parent.name == "navpy.framework" and information["CFBundlePackageType"] == "FMWK"
    assert (built.parent / information["CFBundleExecutable"]).samefile(built)
    assert information["CFBundleShortVersionString"] == VERSION and information["LSMinimumSystemVersion"] == "11.0"


# ---- all of them ----

def test_the_addon_is_small(means):
    packed = means(ROOT / f"dist/navpy-addon-{VERSION}.zip")
    assert packed.stat().st_size <= 16 * MEGABYTE
