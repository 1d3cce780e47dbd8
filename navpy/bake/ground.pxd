"""Ground: the level's own triangles that face up, found by their place in the ground plane."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

cdef struct Station:                # a place on a segment where the source surface bends or ends
    double t                        # 0 … 1 along the segment
    double y                        # metres, of that surface
    uint8_t crease                  # two surfaces cut through each other here
    double ceiling                  # metres, left to those who ask: where the segment must not be higher
    uint8_t verified                # left to those who ask: y is the height of the floor that they mean

cdef struct Stretch:                # of a segment over one triangle
    Station enter, leave

cdef cppclass Profile:              # the ground under a segment, and what is used anew for each
    vector[Station] stations
    vector[Stretch] stretches
    vector[int32_t] seen            # one a face; equal to `mark`: met in this round
    int32_t mark
    double off_begin, off_end       # 0 … 1 along the segment, as profile_is_near has left them

cdef struct GroundView:             # what algorithms borrow; valid as long as the Ground it came from lives
    const float* vertices           # metres, 3 a vertex
    const int32_t* triangles        # 3 a triangle
    const int32_t* faces            # index of every triangle that faces up, in the window
    int32_t face_count
    const int32_t* bucket_first     # faces near bucket i are bucket_faces[bucket_first[i] … bucket_first[i+1]−1]
    const int32_t* bucket_faces     # indices into `faces`
    double low_x, low_z             # metres
    double bucket_size              # metres
    int width, depth                # buckets

cdef class Ground:
    cdef GroundView view
    cdef object owners              # the buffers that view borrows
    cdef vector[int32_t] faces
    cdef vector[int32_t] bucket_first
    cdef vector[int32_t] bucket_faces

cdef int bucket_of(double at, double low, double size, int count) noexcept nogil
cdef double ground_height(const GroundView* ground, double x, double z, double low_y, double high_y,
                          double reach) noexcept nogil
cdef int start_profile(const GroundView* ground, Profile* profile) except -1 nogil
cdef int ground_profile(const GroundView* ground, const double* a, const double* b, Profile* profile) except -1 nogil
cdef bint profile_is_near(Profile* profile, double ya, double yb, double tolerance) noexcept nogil
cdef int drop_hidden(Profile* profile, double ya, double yb, double tolerance, double above) except -1 nogil
cdef void keep_off(Profile* profile) noexcept nogil
cdef int find_stations(Profile* profile) except -1 nogil
cdef int sort_stations(vector[Station]& stations) except -1 nogil
