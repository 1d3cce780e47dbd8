"""The files that tell a crash's functions and lines belong to the libraries that crash."""
import struct

import lief
import pytest

from tests.engine.godot_run import ROOT
from tests.platforms.conftest import library_of
from tools.platforms import PLATFORMS, TARGETS, build_folder


def symbols_of(target, means):
    return means(ROOT / "build" / build_folder(TARGETS[target]) / TARGETS[target].symbols)


def function_begins(library):
    """Addresses of a Linux library's functions, from the table by which C++ finds handlers of exceptions."""
    table = library.get_section(".eh_frame_hdr")
    content = bytes(table.content)
    assert content[:4] == bytes((1, 0x1B, 0x03, 0x3B))          # version 1; a count, then pairs of offsets from the table
    return [table.virtual_address + begin for begin, _ in struct.iter_unpack("<ii", content[12:])]


@pytest.mark.parametrize("target", [name for name in TARGETS if name.startswith("linux")])
def test_linux_has_the_same_functions_at_the_same_addresses(target, means):
    """All of navpy's; what the compiler adds comes behind them, and is not always the same in a library with symbols."""
    library, symbols = lief.parse(means(library_of(target))), lief.parse(symbols_of(target, means))
    last = max(symbol.value for symbol in symbols.symtab_symbols if symbol.is_function and "__pyx_f_" in symbol.name)
    assert last > 0 and symbols.get_section(".debug_line").size
    assert not [section.name for section in library.sections if section.name.startswith((".debug", ".symtab"))]
    begins = [[begin for begin in function_begins(each) if begin <= last] for each in (library, symbols)]
    assert len(begins[0]) > 5_000 and begins[0] == begins[1]


@pytest.mark.parametrize("target", PLATFORMS["macos"])
def test_macos_has_the_same_sections_at_the_same_addresses(target, means):
    library = lief.parse(means(ROOT / "build" / target / TARGETS[target].library))
    symbols = lief.parse(symbols_of(target, means))
    places = [[(section.name, section.virtual_address, section.size) for section in each.sections] for each in (library, symbols)]
    assert places[0] == places[1]
    assert len(symbols.symbols) > 5_000 > 1_000 > len(library.symbols)  # the names of local functions are in the symbols' file alone


@pytest.mark.parametrize("target", [name for name in TARGETS if name.startswith("windows")])
def test_windows_names_its_symbols_by_their_signature(target, means):
    """The debugger compares this signature, which the second block of the symbols' file holds, too."""
    library = lief.parse(means(library_of(target)))
    [view] = [entry for entry in library.debug if isinstance(entry, lief.PE.CodeViewPDB)]
    assert view.filename == "navpy.pdb"
    assert bytes(view.signature) in symbols_of(target, means).read_bytes()
