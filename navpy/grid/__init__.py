"""Grids: flow fields on cells that cost something to cross."""
from navpy.base.first_use import import_on_first_use

HOMES = (
    "navpy.api.grid.cost_field",
    "navpy.api.grid.flow_tiles",
    "navpy.api.grid.integration_field",
)
__getattr__, __dir__ = import_on_first_use("navpy.grid", HOMES)
