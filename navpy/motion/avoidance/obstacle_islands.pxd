"""Standing agents and movable obstacles as circles. Circles that a walker does not fit between form an island."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.elementary cimport unit_vector
from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.base.vec2 cimport Vec2, add, length, scale, subtract, vec2

cdef enum:
    NO_CIRCLE = -1
    ALL_ISLANDS = -1

cdef struct IslandCircle:
    Vec2 center                     # meters, from the graph's origin, as all places here
    double radius                   # meters, grown by the walker's radius
    # True: lies within another circle, so it is no part of an outline; of equal circles the first is not hidden
    bint hidden

cdef struct IslandWall:
    Vec2 a, b                       # meters, its ends

cdef struct CircleLink:                   # to an overlapping circle: the walker does not fit between the two
    double angle                    # radians, −π … π, towards the other's center
    double half                     # radians to either side of this angle where the other circle covers the outline; below 0: nowhere
    int32_t other                   # index of the other circle

# True if a walker may walk straight from a to b, in the plan.
ctypedef bint (*WalkTest)(const void* ground, Vec2 a, Vec2 b) noexcept nogil

cdef struct DetourQuery:
    Vec2 start, goal                # meters
    const double* clearances        # meters that the walker's center keeps from each wall
    WalkTest may_walk               # NULL: only the walls stop a walker
    const void* ground

cdef cppclass ObstacleIslands:
    Vec2 origin                     # meters, in the plan; coordinates from it are small, and so are rounding errors
    vector[IslandCircle] circles
    vector[IslandWall] walls
    double wall_clearance           # meters that the walker's center keeps from walls
    vector[int32_t] island          # of each circle, its island; islands are numbered in the order of their first circles
    int32_t island_count
    vector[int32_t] first_link      # circles + 1 places: the links of circle i begin at links[first_link[i]], by angle, then by index
    vector[CircleLink] links
    vector[int32_t] first_wall      # circles + 1 places: the walls of circle i begin at wall_links[first_wall[i]]
    vector[int32_t] wall_links      # indices of walls that the walker does not fit past, ascending for each circle
    NeighborGrid grid               # scratch
    vector[double] centers          # scratch: 2 coordinates each
    vector[int32_t] parent, near    # scratch: of union-find; indices of circles


cdef inline double contact_tolerance() noexcept nogil:
    """Meters: at a smaller distance bodies are in contact, so that rounding does not decide."""
    return 1e-10


cdef inline double distance(Vec2 a, Vec2 b) noexcept nogil:
    return length(subtract(b, a))


cdef inline Vec2 on_circle(const IslandCircle* circle, double angle) noexcept nogil:
    return add(circle.center, scale(unit_vector(angle), circle.radius))


# 3 numbers a circle (x, y, radius), 4 a wall, in the plan; all finite, radii not below 0.
cdef int build_islands(ObstacleIslands* graph, const double* circles, int32_t count, const double* walls, int32_t wall_count,
                       double walker_radius, double wall_clearance) except -1 nogil
# The part of a circle's outline that another circle covers. other: index of the other circle.
cdef CircleLink link_between(const IslandCircle* from_, const IslandCircle* to, int32_t other) noexcept nogil
cdef Vec2 closest_on_wall(const IslandWall* wall, Vec2 p) noexcept nogil
# True if the segment a b is free of the circles of an island, or of ALL_ISLANDS. first: the circle where the segment begins or ends;
# the circles linked with it are tested first, because they are the most likely ones to block the segment.
cdef bint is_free(const ObstacleIslands* graph, Vec2 a, Vec2 b, int32_t island, int32_t first) noexcept nogil
# True if the segment a b is free of walls, and walkable.
cdef bint is_open(const ObstacleIslands* graph, const DetourQuery* query, Vec2 a, Vec2 b) noexcept nogil
# The circle that the segment a b enters first; NO_CIRCLE if it is free. hit: the place where it enters.
cdef int32_t first_hit(const ObstacleIslands* graph, Vec2 a, Vec2 b, Vec2* hit) noexcept nogil
