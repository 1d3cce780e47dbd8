"""Off-mesh links of Python users, and as bytes."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport OffMeshLink as LinkData

cdef struct StoredLink:             # one direction, as written, little-endian; no padding
    double start[3]
    double end[3]
    double radius
    double width
    int32_t area
    int32_t kind
    int32_t id
    int32_t of_tile

cdef void store_link(const LinkData* link, StoredLink* stored) noexcept nogil
cdef bint restore_link(const StoredLink* stored, LinkData* link) noexcept nogil     # false: its numbers are out of range

# Appends one or both directions; index: of the link among those given, for the error.
cdef int read_link(link, Py_ssize_t index, double default_radius, vector[LinkData]* out, bint of_tile=*) except -1
cdef bint is_two_way(const vector[LinkData]* directions, size_t i) noexcept nogil     # is the next one the way back?
cdef list list_links(const vector[LinkData]* directions, size_t i)    # from the i-th direction on, as navpy.OffMeshLink
