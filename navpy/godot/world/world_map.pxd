"""The navmesh of a navigation map, made of its regions and links."""
from navpy.godot.world.navigation_map cimport NavigationMap

cdef bint rebuild_map(NavigationMap* world) except -1        # true: `navmesh` is another NavMesh than before
# the warning that the baker's ground lies on another baker's, and its remedy; else ""
cdef str overlap_of(const NavigationMap* world, void* node)
