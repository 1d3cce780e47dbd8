"""What all sources keep to: one name for one type, indices that Cython reads as they stand, modules that one can read at once."""
import collections
import pathlib
import re

import pytest
from tools.imports import SOURCES, module_name

ROOT = pathlib.Path(__file__).resolve().parent.parent
CYTHON = [path for path in SOURCES if path.suffix in (".pyx", ".pxd")]
MOST_LINES = 620                # of a module
READ = [*SOURCES, *(ROOT / "tools").rglob("*.py"), *(ROOT / "bench").glob("*.py"), *(ROOT / "tests").rglob("*.py"),
        *(ROOT / "tests").rglob("*.gd")]

# A class for Python users and the struct of the core that it holds.
TWINS = {"FlowTiles", "GoalField", "OffMeshLink"}
TYPE = re.compile(r"^[ \t]*(?:c?p?def[ \t]+|ctypedef[ \t]+|)(?:public[ \t]+|packed[ \t]+)*"
                  r"(?:struct|cppclass|class|enum(?:[ \t]+class)?|union)[ \t]+(\w+)", re.M)
ALIAS = re.compile(r"^[ \t]*ctypedef[ \t]+(?!struct|enum|union|class)[\w \t\[\],*.]*?(\w+)[ \t]*(?:#.*)?$", re.M)
FUNCTION_TYPE = re.compile(r"^[ \t]*ctypedef[^(\n]*\(\*[ \t]*(\w+)\)", re.M)
IMPORT = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+c?import[ \t]+(?:\(([^)]*)\)|([^(\n]*))", re.M)
NEGATIVE = re.compile(r"[\w)\]]\[[ \t]*-[ \t]*\d+[ \t]*\]")


def bare(line):
    """A line of Cython without its comment and the insides of its strings."""
    return re.sub(r'"[^"]*"|\'[^\']*\'', '""', line).partition("#")[0]


def types_of(text):
    return {name for pattern in (TYPE, ALIAS, FUNCTION_TYPE) for name in pattern.findall(text)}


def negative_indices(text):
    return [number for number, line in enumerate(text.splitlines(), 1) if NEGATIVE.search(bare(line))]


def imported_twice(*texts):
    """Names that several modules are imported for: the last import hides the others."""
    modules = collections.defaultdict(set)
    for text in texts:
        for module, in_brackets, in_line in IMPORT.findall(text):
            for part in re.sub(r"#.*", "", in_brackets or in_line).split(","):
                if part.strip():
                    modules[part.split()[-1]].add(module)
    return {name: sorted(where) for name, where in modules.items() if len(where) > 1 and name != "*"}


def test_a_type_has_a_name_of_its_own():
    modules = collections.defaultdict(set)
    for path in SOURCES:
        for name in types_of(path.read_text()):
            modules[name].add(module_name(path))
    several = {name: sorted(where) for name, where in modules.items() if len(where) > 1}
    assert several.keys() == TWINS, {name: several.get(name, "no twins any more") for name in several.keys() ^ TWINS}


# Wraparound is off: x[-1] would read the memory before x. A pointer's is written (x - 1)[0].
@pytest.mark.parametrize("path", CYTHON, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_index_is_negative(path):
    assert negative_indices(path.read_text()) == []


@pytest.mark.parametrize("path", READ, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_can_be_read_at_once(path):
    assert len(path.read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", CYTHON, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_name_is_imported_from_one_module(path):
    declarations = path.with_suffix(".pxd")             # what a module's own declarations import is visible in it
    texts = {file: file.read_text() for file in (path, declarations) if file.exists()}
    assert imported_twice(*texts.values()) == {}


@pytest.mark.parametrize("text, found", [
    ("cdef struct A:\n    int x\ncdef packed struct B:\n    int y\n", {"A", "B"}),
    ("cdef cppclass A:\n    pass\n\ncdef class B:\n    pass\n\nclass C(B):\n    pass\n", {"A", "B", "C"}),
    ("cdef enum A:\n    X\ncpdef enum class B:\n    Y\ncdef enum:\n    Z\n", {"A", "B"}),
    ("ctypedef pair[int32_t, Edge] A           # of which\nctypedef int (*B)(void* data) except -1 nogil\n", {"A", "B"}),
    ("# a class of its own\ncdef Struct struct_of(int x):\n    pass\n", set()),
])
def test_types_are_found(text, found):
    assert types_of(text) == found


@pytest.mark.parametrize("text, found", [
    ("from a cimport X, Y\nfrom b cimport Z, X\n", {"X": ["a", "b"]}),
    ("from a cimport (\n    X,           # one\n    Y)\nfrom b import X as Z, W as Y\n", {"Y": ["a", "b"]}),
    ("from a cimport X\nfrom a import X\nfrom b cimport Y\n", {}),
])
def test_an_import_that_hides_another_is_found(text, found):
    assert imported_twice(text) == found


@pytest.mark.parametrize("line, is_found", [
    ("return parts[-1]", True), ("a = points(b)[ -2 ].x", True), ("names[-1][0] = 1", True), ("back = grid[1][-1]", True),
    ("at = links[-1 - node]", False), ("rest = names[-1:]", False), ("say('[-1]')", False),
    ("x = 1     # as list[-1]", False), ("y = [-1]", False),
])
def test_negative_indices_are_found(line, is_found):
    assert negative_indices(line) == [1] * is_found
