"""EdgeProfile: the ground under a segment."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.detail.source_heights cimport SourceView

cdef struct Station:                # a place on a segment where the source surface bends or ends
    double t                        # 0 … 1 along the segment
    double y                        # metres, of that surface
    uint8_t crease                  # two surfaces cut through each other here
    double ceiling                  # metres, left to those who ask: where the segment must not be higher
    uint8_t verified                # left to those who ask: y is the height of the floor that they mean

cdef struct Interval:                # of a segment over one triangle
    double t0, y0                   # where it comes onto it: 0 … 1 along the segment, metres
    double t1, y1                   # where it leaves it

cdef cppclass EdgeProfile:              # what is used anew for each segment
    vector[Station] stations
    vector[Interval] intervals
    vector[Interval] covered         # parts of the segment
    double off_begin, off_end       # 0 … 1 along the segment, as profile_is_near has left them

cdef int find_profile(const SourceView* source, const double* a, const double* b, double low_y, double high_y,
                        EdgeProfile* profile) except -1 nogil
cdef bint profile_is_near(EdgeProfile* profile, double ya, double yb, double tolerance) noexcept nogil
cdef int drop_hidden(EdgeProfile* profile, double ya, double yb, double tolerance, double above) except -1 nogil
cdef void keep_off(EdgeProfile* profile) noexcept nogil
cdef int find_stations(EdgeProfile* profile) except -1 nogil
cdef int sort_stations(vector[Station]& stations) except -1 nogil
