"""Standing agents and movable obstacles as circles, and the islands that those are which a walker does not fit between."""
from libc.math cimport cos, sin
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.base.vec2 cimport Vec2, length, subtract, vec2

cdef enum:
    NO_CIRCLE = -1
    ALL_ISLANDS = -1

cdef struct Circle:
    Vec2 center                     # metres, from the graph's origin, as all places here
    double radius                   # metres, grown by the walker's
    bint hidden                     # lies within another, so it has no part in an outline; of equal ones the first has

cdef struct Wall:
    Vec2 a, b                       # metres, its ends

cdef struct Link:                   # two grown circles overlap: the walker does not fit between
    double angle                    # radians, −π … π, towards the other's centre
    double half                     # radians to either side of it where the other covers this one's outline; below 0: nowhere
    int32_t other                   # index of the other circle

ctypedef bint (*WalkTest)(const void* ground, Vec2 a, Vec2 b) noexcept nogil    # may one walk straight from a to b, in the plan?

cdef struct Search:
    Vec2 start, goal                # metres
    const double* clearances        # metres that the walker's centre keeps from each wall
    WalkTest may_walk               # NULL: the walls are all that stops a walker
    const void* ground

cdef cppclass ObstacleIslands:
    Vec2 origin                     # metres, in the plan: near it numbers are small, so that rounding is
    vector[Circle] circles
    vector[Wall] walls
    double wall_clearance           # metres that the walker's centre keeps from walls
    vector[int32_t] island          # of each circle; numbered by their first members
    int32_t island_count
    vector[int32_t] first_link      # circles + 1: the links of circle i are links[first_link[i]] … by angle, then by index
    vector[Link] links
    vector[int32_t] first_wall      # circles + 1, likewise into wall_links
    vector[int32_t] wall_links      # walls that the walker does not fit past, ascending for each circle
    NeighborGrid grid               # scratch of the build, as all below
    vector[double] centers
    vector[int32_t] parent, near


cdef inline double touch() noexcept nogil:
    """Metres: nearer than this to contact is contact, rounding does not decide."""
    return 1e-10


cdef inline double distance(Vec2 a, Vec2 b) noexcept nogil:
    return length(subtract(b, a))


cdef inline Vec2 on_circle(const Circle* circle, double angle) noexcept nogil:
    return vec2(circle.center.x + circle.radius * cos(angle), circle.center.y + circle.radius * sin(angle))


# 3 numbers a circle (x, y, radius), 4 a wall, in the plan; all finite, radii not below 0.
cdef int build_islands(ObstacleIslands* graph, const double* circles, int32_t count, const double* walls, int32_t wall_count,
                       double walker_radius, double wall_clearance) except -1 nogil
cdef Link link_between(const Circle* from_, const Circle* to, int32_t other) noexcept nogil
cdef Vec2 closest_on_wall(const Wall* wall, Vec2 p) noexcept nogil
cdef bint wall_stops(const Wall* wall, Vec2 a, Vec2 b, double clearance) noexcept nogil
cdef bint is_free(const ObstacleIslands* graph, Vec2 a, Vec2 b, int32_t island, int32_t first) noexcept nogil
cdef bint is_open(const ObstacleIslands* graph, const Search* search, Vec2 a, Vec2 b) noexcept nogil
cdef int32_t first_hit(const ObstacleIslands* graph, Vec2 a, Vec2 b, Vec2* hit) noexcept nogil
