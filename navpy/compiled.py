"""Finds navpy's compiled modules, which lie in two files, those of navpy.api in one and all others in the other: half the size
of a file for each, loaded sooner. The list of modules lies beside them.

An installed package has the files in its own folder; a checkout has them in build/$NAVPY_BUILD (release), where `make build` puts
them. Godot's library has the modules built in instead.
"""
import os
import sys
from importlib.machinery import ExtensionFileLoader, ModuleSpec

HERE = os.path.dirname(os.path.realpath(__file__))
IN_CHECKOUT = os.path.join(os.path.dirname(HERE), "build", os.environ.get("NAVPY_BUILD", "release"))
FOLDER = HERE if os.path.exists(os.path.join(HERE, "modules")) else IN_CHECKOUT


def read_names():
    """Of the modules that the build has compiled. Its list tells a file a line: the module's name, the path, who has it."""
    try:
        with open(os.path.join(FOLDER, "modules")) as listing:
            files = [line.split() for line in listing]
    except FileNotFoundError:
        raise ImportError(f"{FOLDER} is not there: run make build, or leave {os.path.dirname(HERE)} to import an installed "
                          "navpy") from None
    return {"navpy._cyutility", *(name for name, path, use in files if path.endswith(".pyx") and "package" in use.split(","))}


class CompiledModules:
    names = read_names()
    files = {file.partition(".")[0]: os.path.join(FOLDER, file) for file in os.listdir(FOLDER)}

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in CompiledModules.names:
            return None
        file = CompiledModules.files["_api" if name.startswith("navpy.api.") else "_core"]
        return ModuleSpec(name, ExtensionFileLoader(name, file), origin=file)


sys.meta_path.insert(0, CompiledModules)
