"""Streamed worlds: navmeshes larger than memory."""
from navpy.base.first_use import look_up_on_first_use

HOMES = {
    "navpy.api.streaming.nav_world": ("NavWorld",),
    "navpy.api.streaming.world_route": ("WorldRoute",),
}
__getattr__, __dir__, __all__ = look_up_on_first_use("navpy.streaming", HOMES)
