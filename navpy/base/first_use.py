"""Names of a package that are looked up in their modules when they are first used: importing navpy takes milliseconds, and the
engine's library can leave out what only Python asks for."""
import sys


def import_on_first_use(package, homes):
    """Returns the functions __getattr__ and __dir__ of a package that offers all names in the `__all__` of its homes.

    Parameters
    ----------
    package : str
    homes : tuple of str
        The modules: they are imported, all of them, when a name of the package is first looked up.
    """
    def import_all():
        found = {}
        for module in (__import__(name, fromlist=["__all__"]) for name in homes):
            found.update((name, getattr(module, name)) for name in module.__all__)
        sys.modules[package].__dict__.update(found, __all__=sorted(found))

    def look_up(name):
        names = sys.modules[package].__dict__
        if "__all__" not in names and (name == "__all__" or not name.startswith("__")):
            import_all()
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return names[name]

    return look_up, lambda: [*look_up("__all__"), "__all__", "__doc__", "__name__"]


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
