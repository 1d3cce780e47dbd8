"""The path of a NavAgent for scripts, and the signals of its progress: path_changed, waypoint_reached, link_reached."""
from libc.stdint cimport int32_t, int64_t
from navpy.godot.binding.gd cimport GdVariant, GdVector3
from navpy.godot.agent.nav_agent_data cimport NavAgent

cdef GdVariant* path_changed_signal
cdef GdVariant* waypoint_reached_signal
cdef GdVariant* link_reached_signal

cdef enum:
    LAST_POINT = 0x7FFFFFFF

cdef enum MetadataFlags:            # NavigationPathQueryParameters3D.PathMetadataFlags
    INCLUDE_TYPES = 1
    INCLUDE_RIDS = 2
    INCLUDE_OWNERS = 4

cdef int32_t point_count(NavAgent* agent) noexcept nogil
cdef GdVector3 path_point(NavAgent* agent, int32_t index) noexcept nogil        # without a path, the place of the parent
cdef bint ends_at_target(NavAgent* agent) noexcept nogil
cdef bint emit_progress(NavAgent* agent) noexcept nogil         # false: a handler has freed the node, or requested another path
cdef bint emit_last_point(NavAgent* agent) noexcept nogil       # as emit_progress, for an agent that has arrived
cdef void copy_path(NavAgent* agent, void* packed_vector3_array) noexcept nogil
# triangles of the polygons that the path goes through
cdef int put_corridor(NavAgent* agent, void* packed_vector3_array) except -1 nogil
cdef void put_result(NavAgent* agent, void* out) noexcept nogil
