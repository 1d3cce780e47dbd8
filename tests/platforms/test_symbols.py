"""The files that tell a crash's functions and lines belong to the libraries that crash."""
import lief
import pytest

from tests.engine.godot_run import ROOT
from tests.platforms.conftest import library_of
from tools.platforms import PLATFORMS, TARGETS, this_machine


def symbols_of(target, means):
    folder = "release" if target == this_machine().name else target
    return means(ROOT / "build" / folder / TARGETS[target].symbols)


def code(library):
    """Address and bytes of a library's instructions."""
    section = library.get_section("__text" if isinstance(library, lief.MachO.Binary) else ".text")
    return section.virtual_address, bytes(section.content)


@pytest.mark.parametrize("target", [name for name in TARGETS if name.startswith("linux")])
def test_linux_has_the_same_code_at_the_same_addresses(target, means):
    library, symbols = lief.parse(means(library_of(target))), lief.parse(symbols_of(target, means))
    assert code(library) == code(symbols)
    assert not [section.name for section in library.sections if section.name.startswith(".debug")]
    assert symbols.get_section(".debug_line").size and symbols.get_symbol("find_path") is None


@pytest.mark.parametrize("target", PLATFORMS["macos"])
def test_macos_has_the_same_code_at_the_same_addresses(target, means):
    library = lief.parse(means(ROOT / "build" / target / TARGETS[target].library))
    symbols = lief.parse(symbols_of(target, means))
    assert code(library) == code(symbols)
    assert len(symbols.symbols) > 1000 > len(library.symbols)


@pytest.mark.parametrize("target", [name for name in TARGETS if name.startswith("windows")])
def test_windows_names_its_symbols_by_their_signature(target, means):
    """The debugger compares this signature, which the second block of the symbols' file holds, too."""
    library = lief.parse(means(library_of(target)))
    [view] = [entry for entry in library.debug if isinstance(entry, lief.PE.CodeViewPDB)]
    assert view.filename == "navpy.pdb"
    assert bytes(view.signature) in symbols_of(target, means).read_bytes()
