"""EdgeProfile: the source's surface along a segment, as a cross section."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.detail.source_heights cimport SourceView

cdef struct Station:                # a place on a segment where a source surface bends or ends
    double t                        # 0 … 1 along the segment
    double y                        # height of that surface, meters
    double ceiling                  # meters, set by users of the profile: the segment must not be higher here
    uint8_t crease                  # two surfaces intersect here
    uint8_t verified                # set by users of the profile: y is the height of their floor

cdef struct ProfileInterval:               # part of a segment over one triangle
    double t0, y0                   # where it begins: 0 … 1 along the segment, meters
    double t1, y1                   # where it ends

cdef cppclass EdgeProfile:          # used for one segment after the other
    vector[Station] stations
    vector[ProfileInterval] intervals
    vector[int32_t] level            # faces under the segment that are near it by their heights alone
    vector[ProfileInterval] covered         # parts of the segment near a surface
    double off_begin, off_end        # 0 … 1 along the segment, set by profile_is_near

cdef bint find_profile(const SourceView* source, const double* a, const double* b, double low_y, double high_y, double tolerance,
                       double margin, EdgeProfile* profile) except -1 nogil
cdef bint profile_is_near(EdgeProfile* profile, double ya, double yb, double tolerance, double margin) noexcept nogil
cdef int drop_hidden(EdgeProfile* profile, double ya, double yb, double tolerance, double above) except -1 nogil
cdef bint keep_off(EdgeProfile* profile, double margin) noexcept nogil
cdef int find_stations(EdgeProfile* profile, double ya, double yb, double tolerance, double margin) except -1 nogil
cdef int sort_stations(vector[Station]& stations) except -1 nogil
