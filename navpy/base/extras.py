"""Libraries of the extra ``navpy[cli]``, which only the tools for people need."""
from importlib import import_module


class MissingLibrary(ImportError):
    """Raised where a library of the extra ``navpy[cli]`` is not installed."""


def require(name):
    """Imports the module of this name. Raises MissingLibrary, with one line that says what to install, if its library is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        library = (error.name or name).partition(".")[0]
        raise MissingLibrary(f"{library} is not installed: run pip install {library}, or install navpy-navmesh with its extra cli",
                             name=library) from None
