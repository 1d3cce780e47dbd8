"""Many paths at once: how they are kept."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.path cimport PathBuffer

cdef struct PathHead:                   # of a PathBuffer: all but its vectors
    int status, reason, algorithm
    double off_by, length
    int64_t searched
    bint one_island
    double asked[6]
    NearestPoly start, goal
    int64_t points, corridor            # indices of its first point and of its first polygon

cdef cppclass PathStore(Path):          # the vectors of all paths, one path after the other
    vector[PathHead] heads
    vector[int32_t] point_kinds

cdef class Paths:
    cdef PathStore data

cdef int store(const PathBuffer* path, PathStore* out) except -1 nogil     # appends a path
