"""The bake settings as properties of a NavMeshBaker."""
from libc.stdint cimport int64_t
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.class_spec cimport ClassSpec

# Places in Baker.settings of those that the node itself asks for.
cdef size_t AGENT_RADIUS, CELL_HEIGHT, CELL_SIZE, TILE_SIZE

cdef inline int64_t tile_size_of(const Baker* baker) noexcept nogil:
    """Cells, in the plane pixels; 0: the level is baked in one piece."""
    return baker.settings[TILE_SIZE].whole


cdef void apply_defaults(Baker* baker) noexcept
cdef dict settings_of(Baker* baker)                     # BakeSettings' arguments
cdef int declare_settings(ClassSpec[Baker]* c) except -1
