"""No compiled module calls a function of the C library whose last bits depend on the library or on the processor."""
import importlib.util
import pathlib
import subprocess

import pytest
from tools.imports import SOURCES, module_name
from tools.in_place import BUILD

# of math.h in C17 and in glibc
FUNCTIONS = """acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs fdim floor fma
fmax fmin fmod frexp hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf nearbyint nextafter
nexttoward pow pow10 remainder remquo rint round roundeven scalbln scalbn sin sincos sinh sqrt tan tanh tgamma trunc y0 y1
yn""".split()
MATH = {name + size for name in FUNCTIONS for size in ("", "f", "l")}
# IEEE 754 defines their results to the bit. Not fma, which older libraries round twice; nor long double, which has no size of its own.
EXACT = {name + size for size in ("", "f") for name in
         "ceil copysign fabs floor fmax fmin fmod frexp ldexp nearbyint nextafter remainder rint round sqrt trunc".split()}

# The package's modules, and the objects of Godot's library where it is built.
COMPILED = {name: pathlib.Path(importlib.util.find_spec(name).origin) for name in sorted(
    module_name(path) for path in SOURCES if path.suffix == ".pyx" and "godot" not in path.parts)}
COMPILED |= {path.name: path for path in sorted(pathlib.Path(BUILD).rglob("*navpy.godot.*.o"))}


def math_functions(file):
    """Those that a module or an object calls."""
    options = ["--dynamic"] if file.suffix == ".so" else []
    listing = subprocess.run(["nm", "--undefined-only", "--format=posix", *options, file], capture_output=True, text=True, check=True)
    return {line.split()[0].partition("@")[0] for line in listing.stdout.splitlines() if line} & MATH


@pytest.mark.parametrize("name", COMPILED)
def test_only_exact_functions_are_called(name):
    wrong = math_functions(COMPILED[name]) - EXACT
    assert not wrong, f"{name} calls {', '.join(sorted(wrong))} of the C library; navpy/base/elementary has what takes their place"


def test_calls_are_seen():
    """Those of a module that does call the C library."""
    assert {"sin", "pow"} <= math_functions(pathlib.Path(importlib.util.find_spec("numpy._core._multiarray_umath").origin))
