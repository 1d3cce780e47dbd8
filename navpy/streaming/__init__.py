"""Streamed worlds: navmeshes larger than memory. The names here are looked up in their modules when they are first used."""

HOMES = {
    "navpy.api.streaming.nav_world": ("NavWorld", "WorldRoute"),
}
PLACES = {name: module for module, names in HOMES.items() for name in names}

__all__ = sorted(PLACES)


def __getattr__(name):
    if name not in PLACES:
        raise AttributeError(f"module 'navpy.streaming' has no attribute {name!r}")
    found = globals()[name] = getattr(__import__(PLACES[name], fromlist=[name]), name)
    return found


def __dir__():
    return [*globals(), *__all__]
