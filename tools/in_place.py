"""Lets a checkout be imported: Python files come from its folders, compiled modules from build/$NAVPY_BUILD (release),
where they lie in two files, those of navpy.api in one and all others in the other.

bootstrap.sh links this into .venv and has it imported at each start (navpy.pth).
"""
import os
import sys
from importlib.machinery import ExtensionFileLoader, ModuleSpec

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
BUILD = os.path.join(ROOT, "build", os.environ.get("NAVPY_BUILD", "release"))


class CompiledModules:
    names = set()

    def find_spec(name, path=None, target=None):
        if name == "navpy":
            CompiledModules.names = compiled_names()
        if name not in CompiledModules.names:
            return None
        file = os.path.join(BUILD, "api.so" if name.startswith("navpy.api.") else "core.so")
        return ModuleSpec(name, ExtensionFileLoader(name, file), origin=file)


def compiled_names():
    """Of the modules that the build has compiled; it lists all files, one a line, by their module's name."""
    try:
        with open(os.path.join(BUILD, "modules")) as listing:
            files = [line.split() for line in listing]
    except FileNotFoundError:
        raise ImportError(f"{BUILD} is not there: run make build") from None
    return {"navpy._cyutility", *(name for name, file, use in files if file.endswith(".pyx") and "package" in use.split(","))}


sys.meta_path.insert(0, CompiledModules)
