"""Builds the compiled core. The Godot extension is built from the same sources by tools/build_extension.py."""
import pathlib
import subprocess
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

ROOT = pathlib.Path(__file__).parent
SHARED_UTILITY = "navpy._cyutility"     # memoryview code once for all modules instead of a copy in each


def core_modules():
    """Dotted name → .pyx of every module of the core; navpy/godot runs only inside the engine."""
    files = sorted(p for p in (ROOT / "navpy").rglob("*.pyx") if "godot" not in p.parts)
    return {".".join(p.relative_to(ROOT).with_suffix("").parts): str(p.relative_to(ROOT)) for p in files}


def extensions():
    options = dict(language="c++", extra_compile_args=["-std=c++17", "-O2", "-ffp-contract=off", "-Wno-unused-function"])
    subprocess.run([sys.executable, "-m", "cython", "--generate-shared=navpy/_cyutility.c"], cwd=ROOT, check=True)
    modules = cythonize(
        [Extension(name, [path], **options) for name, path in core_modules().items()],
        build_dir="build/cython",
        shared_utility_qualified_name=SHARED_UTILITY,
        compiler_directives=dict(language_level=3, boundscheck=False, wraparound=False, initializedcheck=False,
                                 cdivision=True, embedsignature=True),
    )
    return [Extension(SHARED_UTILITY, ["navpy/_cyutility.c"]), *modules]


if __name__ == "__main__":
    setup(ext_modules=extensions())
