"""What every module shares: polygon references, statuses, reasons and the assertion. Nothing here computes."""
from libc.stdint cimport int32_t

ctypedef int32_t PolyRef            # a polygon's index in its NavMesh, NO_POLY where there is none

cdef enum:
    NO_POLY = -1

cdef enum StatusCode:               # of a request that takes time; the values Godot users see, never to be tested for truth
    STATUS_RUNNING = 0
    STATUS_SUCCESS = 1
    STATUS_FAILURE = 2

cdef enum PathStatusCode:           # of a search, which is over when it returns
    PATH_COMPLETE = 0
    PATH_PARTIAL = 1                # ends at the reachable point nearest to the goal; only for those who asked for it
    PATH_FAILED = 2

cdef enum ReasonCode:               # why a status is what it is
    REASON_NONE = 0                 # nothing to explain
    REASON_NO_REQUEST = 1           # nobody has asked for a path yet
    REASON_NO_NAVMESH = 2           # no navmesh, or one without polygons
    REASON_BAKING = 3               # the navmesh is still being made
    REASON_INVALID_INPUT = 4        # a coordinate is not finite, or beyond any world (1e30 m)
    REASON_START_OFF_MESH = 5       # no polygon within reach of the start
    REASON_GOAL_OFF_MESH = 6        # no polygon within reach of the goal
    REASON_GOAL_UNREACHABLE = 7     # both ends are on the navmesh, on different islands
    REASON_STOPPED = 8              # the request was taken back
    REASON_PATH_LOST = 9            # the way there was lost while walking: the navmesh or the agent was moved
    REASON_SEARCH_LIMIT = 10        # the search took as many nodes as it was allowed to
    REASON_COSTS_DIFFER = 11        # an exact path was asked for, where areas, links or penalties make some ways dearer
    REASON_TOO_NARROW = 12          # every way to the goal is too narrow for the agent's radius
    REASON_LENGTH_LIMIT = 13        # the path was cut off at the length that was asked for
    REASON_RADIUS_LIMIT = 14        # the path was cut off where it leaves the circle that was asked for

cdef extern from *:
    """
    #ifdef NAVPY_DEBUG
    #include <cstdio>
    #include <cstdlib>
    #define NAV_ASSERT(c) ((c) ? (void)0 : (std::fprintf(stderr, "navpy: broken invariant %s at %s:%d\\n", #c, __FILE__, __LINE__), \
        std::abort()))
    #else
    #define NAV_ASSERT(c) ((void)0)
    #endif
    """
    void NAV_ASSERT(bint condition) noexcept nogil
