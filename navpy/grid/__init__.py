"""Grids: flow fields on cells that cost something to cross."""
from navpy.base.first_use import look_up_on_first_use

HOMES = {
    "navpy.api.grid.cost_field": ("CostField",),
    "navpy.api.grid.flow_tiles": ("FlowGroup", "FlowTiles"),
    "navpy.api.grid.integration_field": ("IntegrationField",),
}
__getattr__, __dir__, __all__ = look_up_on_first_use("navpy.grid", HOMES)
