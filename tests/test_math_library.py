"""No compiled module calls a function of the C library whose last bits depend on the library or on the processor."""
import importlib.util
import pathlib

import lief
import pytest
from navpy.compiled import FOLDER
from tools.imports import SOURCES, module_name

# of math.h in C17 and in glibc
FUNCTIONS = """acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs fdim floor fma
fmax fmin fmod frexp hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf nearbyint nextafter
nexttoward pow pow10 remainder remquo rint round roundeven scalbln scalbn sin sincos sinh sqrt tan tanh tgamma trunc y0 y1
yn""".split()
MATH = {name + size for name in FUNCTIONS for size in ("", "f", "l")}
# IEEE 754 defines their results to the bit. Not fma, which older libraries round twice; nor long double, which has no size of its own.
EXACT = {name + size for size in ("", "f") for name in
         "ceil copysign fabs floor fmax fmin fmod frexp ldexp nearbyint nextafter remainder rint round sqrt trunc".split()}

# Objects of all modules, those of Godot's library too where it is built.
COMPILED = {path.name.removeprefix("meson-generated_.._").removesuffix(".cpp.o"): path
            for path in sorted(pathlib.Path(FOLDER).rglob("*navpy.*.cpp.o"))}


def math_functions(file):
    """Those that an object or a library calls."""
    parsed = lief.ELF.parse(file)           # must outlive its symbols
    return {symbol.name.partition("@")[0] for symbol in parsed.symbols if not symbol.shndx} & MATH


def test_there_is_an_object_for_each_module():
    package = {module_name(path) for path in SOURCES if path.suffix == ".pyx" and not {"godot", "web"} & set(path.parts)}
    assert package <= COMPILED.keys()


@pytest.mark.parametrize("name", COMPILED)
def test_only_exact_functions_are_called(name):
    wrong = math_functions(COMPILED[name]) - EXACT
    assert not wrong, f"{name} calls {', '.join(sorted(wrong))} of the C library; navpy/base/elementary has what takes their place"


def test_calls_are_seen():
    """Those of a library that does call the C library."""
    assert {"sin", "pow"} <= math_functions(importlib.util.find_spec("numpy._core._multiarray_umath").origin)
