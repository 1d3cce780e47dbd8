"""Searches spread over frames: a queue for all maps."""
from navpy.godot.map.nav_path cimport NavPath
from navpy.godot.world.nav_filter_data cimport NavFilter
from navpy.godot.world.navigation_map cimport NavigationMap

cdef int queue_path(NavPath* path, NavigationMap* world, NavFilter* filter, const double* start, const double* goal) except -1 nogil
