"""SourceHeights: index over the ground plane of the source triangles that face up."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

cdef struct Face:                   # corners of a source triangle that faces up, meters; float as in the source, to be converted to double
    float x[3]                      # before anything is computed
    float y[3]
    float z[3]

cdef struct SourceVertex:           # meters
    float x, y, z

cdef struct SourceView:             # borrowed; valid as long as its SourceHeights lives
    const Face* faces               # all faces in the window
    int32_t face_count
    const int32_t* bucket_first     # faces of bucket i are bucket_faces[bucket_first[i] … bucket_first[i+1]−1]
    const int32_t* bucket_faces     # indices into `faces`
    const int32_t* vertex_first     # corners of faces in bucket i are vertices[vertex_first[i] … vertex_first[i+1]−1]
    const SourceVertex* vertices    # each of them once
    double low_x, low_z             # meters
    double bucket_size              # meters
    int width, depth                # buckets
    int32_t* stamps                 # of each face: the last visit of it by find_profile, which so serves one thread at a time
    int32_t* stamp

cdef class SourceHeights:
    cdef SourceView view
    cdef vector[Face] faces
    cdef vector[int32_t] bucket_first
    cdef vector[int32_t] bucket_faces
    cdef vector[int32_t] vertex_first
    cdef vector[SourceVertex] vertices
    cdef vector[int32_t] stamps
    cdef int32_t stamp

cdef inline double least(const float* three) noexcept nogil:
    return min(three[0], min(three[1], three[2]))

cdef inline double greatest(const float* three) noexcept nogil:
    return max(three[0], max(three[1], three[2]))

cdef inline int bucket_of(double at, double low, double size, int count) noexcept nogil:
    """The bucket of a coordinate along an axis; coordinates outside the window belong to the first or last one."""
    cdef double bucket = (at - low) / size
    return 0 if not bucket > 0.0 else count - 1 if bucket >= count else <int>bucket

cdef double source_height(const SourceView* view, double x, double z, double low_y, double high_y,
                          double reach) noexcept nogil
