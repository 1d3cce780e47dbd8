"""Libraries that only the tools for people need; who has none of them still has navpy."""
from importlib import import_module


class MissingLibrary(ImportError):
    """A library of the extra ``navpy[cli]`` is not installed."""


def require(name):
    """The module of this name. MissingLibrary, one line that says what to install, where its library is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        library = (error.name or name).partition(".")[0]
        raise MissingLibrary(f"{library} is not installed: pip install navpy[cli]", name=library) from None
