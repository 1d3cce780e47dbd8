"""What a world's sources make together."""
from navpy.godot.world.world_data cimport World

cdef bint remake_map(World* world) except -1        # true: it is another NavMesh than before
