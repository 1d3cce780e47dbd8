"""Guide: of a navmesh that is a part of a larger world, tells where a path to a place beyond its ground leads for now, header-only."""
from libc.stdint cimport int32_t, int64_t
from navpy.mesh.half_edges cimport FilterRules

cdef enum Guidance:
    GUIDE_SEARCH = 0                # search a path to the aim
    GUIDE_LATER = 1                 # the way there is being searched: ask again
    GUIDE_NO_GROUND = 2             # the ground is not there: ask again when the navmesh has changed
    GUIDE_NO_WAY = 3                # no way leads to the target, whatever comes

cdef struct Aim:
    double point[3]                 # meters: the target, or the end of the ground towards it
    int64_t stage                   # how far it leads: another number is another place; −1: to the target
    int reason                      # ReasonCode, of GUIDE_NO_WAY

cdef struct Guide:
    # asker: a number of its own, from 0 on. rules: its own for areas, flags and links, NULL: none. budget: nodes that searches may
    # open now, lessened by them. Returns the Guidance.
    int (*find_aim)(void* context, int32_t asker, const FilterRules* rules, const double* start, const double* target, int64_t* budget,
                    Aim* out) except -1 nogil
    # False: the ground at the place may still come.
    bint (*has_ground)(void* context, const double* point) noexcept nogil
    void* context


cdef inline Guide no_guide() noexcept nogil:
    """Of a navmesh that is all there is."""
    cdef Guide out
    out.find_aim = NULL
    out.has_ground = NULL
    out.context = NULL
    return out
