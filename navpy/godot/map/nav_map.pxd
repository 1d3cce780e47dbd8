"""NavMap: the questions of scripts to a navigation map."""
from navpy.godot.world.navigation_map cimport NavigationMap

cdef int put_nav_map(NavigationMap* world, bint plane, void* out) except -1 nogil    # out: a Ref that gets a new NavMap
