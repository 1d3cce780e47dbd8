"""Arguments and results that several functions of this room have in common."""
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2
from navpy.motion.avoidance.velocity_obstacle cimport AgentArrays
from navpy.motion.steering.steering cimport Circle

cdef double FARTHEST                # 1e9 m: farther from the origin doubles are no longer exact to a fraction of a millimeter

cdef Vec2* vectors_of(const double[:, ::1] rows) noexcept                       # of an (n, 2) array, borrowed; NULL of none
cdef const Circle* circles_of(const double[:, ::1] rows) noexcept               # of what read_circles returns, borrowed; NULL of none
cdef const double* numbers_of(const double[::1] numbers) noexcept               # of an (n,) array, borrowed; NULL of none
cdef object points_array(const vector[Vec2]* points)                            # float64 (n, 2)
cdef object read_circles(str name, circles)                                     # float64 (n, 3), x, y and a radius of 0 or more

cdef class AgentRows:               # the agents of one step
    cdef AgentArrays agents         # borrowed from the arrays
    cdef tuple arrays

cdef AgentRows read_agents(positions, velocities, preferred, radii, max_speeds)
