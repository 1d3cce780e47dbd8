"""Grids: flow fields on cells that cost something to cross. The names here are looked up in their modules when they are first used."""

HOMES = {
    "navpy.api.grid.cost_field": ("CostField",),
    "navpy.api.grid.flow_tiles": ("FlowGroup", "FlowTiles"),
    "navpy.api.grid.integration_field": ("IntegrationField",),
}
PLACES = {name: module for module, names in HOMES.items() for name in names}

__all__ = sorted(PLACES)


def __getattr__(name):
    if name not in PLACES:
        raise AttributeError(f"module 'navpy.grid' has no attribute {name!r}")
    found = globals()[name] = getattr(__import__(PLACES[name], fromlist=[name]), name)
    return found


def __dir__():
    return [*globals(), *__all__]
