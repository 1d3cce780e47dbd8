"""The navmesh of a navigation map, made of its regions and links."""
from navpy.godot.world.world_data cimport NavWorld

cdef bint rebuild_map(NavWorld* world) except -1        # true: `navmesh` is another NavMesh than before
