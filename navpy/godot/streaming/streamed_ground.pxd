"""StreamedGround: the ground that a baker has loaded of a streamed world; MapGuide: leads a crowd of the map over it."""
from libc.stdint cimport int32_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.streaming.crowd_guide cimport CrowdGuide, WorldView

cdef struct StreamedGround:
    void* node                      # NavMeshBaker
    GdTransform3D frame             # from the node's space to world space: turns about Y and shifts only
    WorldView view                  # in the node's space

ctypedef shared_ptr[CrowdGuide] CrowdGuideRef

cdef cppclass MapGuide:
    const vector[StreamedGround]* grounds       # of the map
    CrowdData* crowd
    vector[CrowdGuideRef] guides    # parallel to grounds

# Gives the crowd a guide where its map has streamed ground, and none where it has not. To be called when that ground has changed.
cdef int update_map_guide(MapGuide* guide, CrowdData* crowd, const vector[StreamedGround]* grounds) except -1 nogil
# True if the ground at a place in world space may still come.
cdef bint may_come(const vector[StreamedGround]* grounds, const double* place) noexcept nogil
# True if a part of the ground is not loaded.
cdef bint is_partly_loaded(const vector[StreamedGround]* grounds) noexcept nogil
# A place in world space, in the space of the ground's node; and back.
cdef void to_ground(const StreamedGround* ground, const double* place, double* out) noexcept nogil
cdef void from_ground(const StreamedGround* ground, const double* place, double* out) noexcept nogil
