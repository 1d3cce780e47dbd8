"""SourceHeights: the level's own triangles that face up, found by their place in the ground plane."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

cdef struct Face:                   # corners of a triangle that faces up, metres; as the source has them: to be widened before
    float x[3]                      # anything is computed
    float y[3]
    float z[3]

cdef struct SourceVertex:           # metres
    float x, y, z

cdef struct SourceView:             # what algorithms borrow; valid as long as the Ground it came from lives
    const Face* faces               # all in the window
    int32_t face_count
    const int32_t* bucket_first     # faces near bucket i are bucket_faces[bucket_first[i] … bucket_first[i+1]−1]
    const int32_t* bucket_faces     # indices into `faces`
    const int32_t* vertex_first     # the faces' corners in bucket i are vertices[vertex_first[i] … vertex_first[i+1]−1]
    const SourceVertex* vertices    # each vertex of the source once
    double low_x, low_z             # metres
    double bucket_size              # metres
    int width, depth                # buckets
    int32_t* seen                   # one a face: the last round that met it; so only one thread at a time may ask for profiles
    int32_t* round

cdef class SourceHeights:
    cdef SourceView view
    cdef vector[Face] faces
    cdef vector[int32_t] bucket_first
    cdef vector[int32_t] bucket_faces
    cdef vector[int32_t] vertex_first
    cdef vector[SourceVertex] vertices
    cdef vector[int32_t] seen
    cdef int32_t round

cdef inline double least(const float* three) noexcept nogil:
    return min(three[0], min(three[1], three[2]))

cdef inline double greatest(const float* three) noexcept nogil:
    return max(three[0], max(three[1], three[2]))

cdef inline int bucket_of(double at, double low, double size, int count) noexcept nogil:
    """Which of the buckets along an axis; what lies outside the window is in its first or last one."""
    cdef double bucket = (at - low) / size
    return 0 if not bucket > 0.0 else count - 1 if bucket >= count else <int>bucket

cdef double source_height(const SourceView* view, double x, double z, double low_y, double high_y,
                          double reach) noexcept nogil
