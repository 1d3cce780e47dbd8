"""Arguments and results that several functions of this room have in common."""
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2
from navpy.motion.avoidance.velocity_obstacle cimport AgentArrays
from navpy.motion.steering.steering cimport Circle
from navpy.motion.agent.agent cimport Agent

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

# ---- fields of all agents, as read-only views of the crowd's own memory ----

cdef class AgentHolder:             # keeps the memory of views alive
    cdef object crowd               # whose agents they are; None: `agents`, as they were before the crowd's moved to other memory
    cdef vector[Agent] agents

cdef class AgentColumns:
    cdef AgentHolder holder         # of the views, None: there are none
    # The field that lies `offset` bytes after an agent's first. kind: as numpy's typestr.
    cdef object column(self, crowd, vector[Agent]* agents, size_t offset, str kind, bint vectors)
    # Before the agents move to other memory: views that somebody still holds keep the old memory.
    cdef int make_room(self, vector[Agent]* agents, size_t slots) except -1
