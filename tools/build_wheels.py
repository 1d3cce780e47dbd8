"""Builds wheels of the Python package, for other machines, too:  build_wheels.py [TARGET…]      (all but Windows on arm64)

dist/navpy_navmesh-VERSION-cp311-abi3-….whl, one for all Pythons from 3.11 on; zig compiles them, as it does Godot's library.
"""
import os
import re
import subprocess
import sys
import sysconfig

import mesonpy

import toolchain
from platforms import IN_ONE_ZIP, PLATFORMS, TARGETS, machine_file

import setup

DIST = setup.ROOT / "dist"


def import_library(target):
    """The import library of python3.dll, which all versions of Python for Windows have: of the names that CPython's source lists."""
    listed = (toolchain.find_cpython() / "PC/python3dll.c").read_text()
    names = re.findall(r"^EXPORT_(FUNC|DATA)\((\w+)\)", listed, re.M)
    definition, library = setup.BUILD / "python3.def", setup.BUILD / f"python3-{target.processor}.a"
    definition.write_text("EXPORTS\n" + "".join(f"{name}{' DATA' if kind == 'DATA' else ''}\n" for kind, name in names))
    machine = {"x86_64": "i386:x86-64", "aarch64": "arm64"}[target.processor]
    subprocess.run([toolchain.find_zig(), "dlltool", "-m", machine, "-D", "python3.dll", "-d", definition, "-l", library], check=True)
    return library


def build_wheel(name):
    machine = setup.BUILD / f"wheel-{name}.ini"
    machine.write_text(machine_file(TARGETS[name], toolchain.find_zig()))
    options = ["--cross-file", os.fspath(machine), f"-Dtranslated={setup.BUILD}/release", f"-Dcpython={toolchain.find_cpython()}"]
    if TARGETS[name].system == "windows":
        options.append(f"-Dpython3={import_library(TARGETS[name])}")
    DIST.mkdir(exist_ok=True)
    made = mesonpy.build_wheel(DIST, {"build-dir": f"build/wheel-{name}", "setup-args": options})
    subprocess.run([sys.executable, "-m", "wheel", "tags", "--remove", "--platform-tag", TARGETS[name].wheel, DIST / made], check=True)


def main(*names):
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        sys.exit(f"there is no wheel for {unknown[0]}; there are {', '.join(TARGETS)}")
    os.chdir(setup.ROOT)
    os.environ["PATH"] = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    setup.build("release", "translation")
    setup.build_browser()               # the package ships it
    for name in names or [target for platform in IN_ONE_ZIP for target in PLATFORMS[platform]]:
        build_wheel(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
