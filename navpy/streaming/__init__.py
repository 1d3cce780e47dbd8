"""Streamed worlds: navmeshes larger than memory."""
from navpy.base.first_use import import_on_first_use

HOMES = (
    "navpy.api.streaming.nav_world",
    "navpy.api.streaming.world_route",
)
__getattr__, __dir__ = import_on_first_use("navpy.streaming", HOMES)
