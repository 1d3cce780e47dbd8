"""SourceHeights: index over the ground plane of the source triangles that face up."""
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.geom cimport border_tolerance

cdef extern from *:
    int count_trailing_zeros "__builtin_ctzll"(uint64_t bits) noexcept nogil

cdef enum:
    BATCH = 64                      # faces of a bucket that are compared with a box at once: bits of a uint64_t

# A source triangle that faces up, in meters; float as in the source, to be converted to double before anything is computed. One cache
# line.
cdef struct SourceFace:
    float low[3]                    # the least x, y and z of its corners
    # minus the greatest ones: so its bounds meet a box where none of these six numbers is above the box's
    float minus_high[3]
    float x[3]                      # of its corners
    float y[3]
    float z[3]
    int32_t stamp                   # the last visit of it by find_profile, which so serves one thread at a time

cdef struct SourceVertex:           # meters
    float x, y, z

cdef struct SourceView:             # borrowed; valid as long as its SourceHeights lives
    SourceFace* faces                     # all faces in the window
    int32_t face_count
    const int32_t* bucket_first     # faces of bucket i are bucket_faces[bucket_first[i] … bucket_first[i+1]−1]
    const int32_t* bucket_faces     # indices into `faces`
    const int32_t* vertex_first     # corners of faces in bucket i are vertices[vertex_first[i] … vertex_first[i+1]−1]
    const SourceVertex* vertices    # each of them once
    double low_x, low_z             # meters
    double bucket_size              # meters
    double buckets_per_meter
    int width, depth                # buckets
    int32_t* stamp                  # number of the last find_profile

cdef struct FaceBox:                    # meters: x, y, z
    float high[3]
    float minus_low[3]

cdef struct HeightQuery:                  # where the source is asked for its height
    double x                        # meters
    double low_y, high_y            # meters: the surface lies between them
    double height                   # meters: the answer

cdef class SourceHeights:
    cdef SourceView view
    cdef vector[SourceFace] faces
    cdef vector[int32_t] bucket_first
    cdef vector[int32_t] bucket_faces
    cdef vector[int32_t] vertex_first
    cdef vector[SourceVertex] vertices
    cdef int32_t stamp

cdef inline FaceBox box_of(double low_x, double high_x, double low_y, double high_y, double low_z, double high_z) noexcept nogil:
    """A box that is larger than given by twice border_tolerance, of which a conversion to float takes less than half."""
    cdef FaceBox box
    cdef double margin = 2.0 * max(border_tolerance(low_x, high_x),
                                   max(border_tolerance(low_y, high_y), border_tolerance(low_z, high_z)))
    box.high[0], box.minus_low[0] = <float>(high_x + margin), <float>(margin - low_x)
    box.high[1], box.minus_low[1] = <float>(high_y + margin), <float>(margin - low_y)
    box.high[2], box.minus_low[2] = <float>(high_z + margin), <float>(margin - low_z)
    return box

cdef inline uint64_t near_faces(const SourceView* view, int32_t first, int32_t count, const FaceBox* box) noexcept nogil:
    """A bit for each of up to BATCH entries of bucket_faces: whether the bounds of the face meet a box. Most faces of a bucket are
    far from the place in question, in no order that a processor could foresee: so they are passed without a branch."""
    cdef const SourceFace* face
    cdef uint64_t bits = 0
    cdef int32_t k
    for k in range(count):
        face = &view.faces[view.bucket_faces[first + k]]
        bits |= <uint64_t>((face.low[0] <= box.high[0]) & (face.low[1] <= box.high[1]) & (face.low[2] <= box.high[2])
                           & (face.minus_high[0] <= box.minus_low[0]) & (face.minus_high[1] <= box.minus_low[1])
                           & (face.minus_high[2] <= box.minus_low[2])) << k
    return bits

cdef inline int bucket_of(double at, double low, double per_meter, int count) noexcept nogil:
    """The bucket of a coordinate along an axis; coordinates outside the window belong to the first or last one."""
    cdef double bucket = (at - low) * per_meter
    return 0 if not bucket > 0.0 else count - 1 if bucket >= count else <int>bucket

cdef void source_heights_along(const SourceView* view, HeightQuery* places, size_t count, double z, double reach) noexcept nogil
cdef double source_height(const SourceView* view, double x, double z, double low_y, double high_y, double reach) noexcept nogil
