"""Lets a checkout be imported: Python files come from its folders, compiled modules from build/$NAVPY_BUILD (release).

bootstrap.sh links this into .venv and has it imported at each start (navpy.pth).
"""
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
BUILD = os.path.join(ROOT, "build", os.environ.get("NAVPY_BUILD", "release"))


class CompiledModules:
    def find_spec(name, path=None, target=None):
        file = os.path.join(BUILD, "package", name.replace(".", os.sep) + EXTENSION_SUFFIXES[0])
        if name.startswith("navpy.") and os.path.exists(file):
            return ModuleSpec(name, ExtensionFileLoader(name, file), origin=file)
        if name == "navpy" and not os.path.exists(BUILD):
            raise ImportError(f"{BUILD} is not there: run make build")


sys.meta_path.insert(0, CompiledModules)
