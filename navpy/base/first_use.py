"""Names of a package that are looked up in their modules when they are first used: importing navpy takes milliseconds, and the
engine's library can leave out what only Python asks for."""
import sys


def look_up_on_first_use(package, homes, rooms=()):
    """Returns the functions __getattr__ and __dir__ and the list __all__ of a package.

    Parameters
    ----------
    package : str
    homes : dict
        {module: names}.
    rooms : tuple of str
        Packages inside the package, which an import of it does not import.
    """
    places = {name: module for module, names in homes.items() for name in names}

    def look_up(name):
        if name in rooms:
            return __import__(f"{package}.{name}", fromlist=["__name__"])
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = sys.modules[package].__dict__[name] = getattr(__import__(places[name], fromlist=[name]), name)
        return found

    return look_up, lambda: [*sys.modules[package].__all__, *rooms, "__all__", "__doc__", "__name__"], sorted(places)
