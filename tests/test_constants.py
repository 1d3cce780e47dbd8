"""A number that two modules must agree on is declared once."""
import collections
import pathlib
import re

NAVPY = pathlib.Path(__file__).resolve().parent.parent / "navpy"
TYPES = "double|float|int|int32_t|int64_t|uint32_t|uint64_t|size_t|Py_ssize_t"
DECLARED = re.compile(rf"^(?:cdef (?:{TYPES}) |    )([A-Z][A-Z0-9_]{{2,}}) = ([^#\n]+)", re.M)
# Equal by chance, or each module's own to choose: versions of formats, tolerances of one computation.
OWN = {"BESIDE", "BLOCK", "CHECKED_FROM", "FARTHEST", "FORMAT", "LEAST_STEP", "MAX_STEPS", "ROUNDING", "ROUNDS"}



def test_no_constant_stands_in_two_modules():
    homes = collections.defaultdict(set)
    for path in sorted([*NAVPY.rglob("*.pyx"), *NAVPY.rglob("*.pxd")]):
        for name, value in DECLARED.findall(path.read_text()):
            homes[name, value.strip()].add(str(path.relative_to(NAVPY).with_suffix("")))
    assert len(homes) > 300
    assert {name: sorted(modules) for (name, value), modules in homes.items() if len(modules) > 1 and name not in OWN} == {}
