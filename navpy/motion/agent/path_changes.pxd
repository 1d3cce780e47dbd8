"""Changes of a path that is being walked: a detour is put in, or the path's end moves with its target."""
from libc.stdint cimport int32_t
from navpy.base.vec2 cimport Vec2
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.path_following cimport FollowedPath

# Fraction of the path's length that the target may move before a new search. A target that has moved by m makes the path longer by m at
# most and the shortest path shorter by m at most, so the path is longer than the shortest one by about a tenth at most.
cdef double REPAIR_FRACTION

# Puts a detour before the next corner. points: in the plan, from the agent's place to its next corner, both included. Returns False, and
# leaves the path as it is, if a wall or a step between floors is in the way.
cdef int insert_detour(const MeshView* mesh, Agent* agent, FollowedPath* path, const Vec2* points, int32_t count) except -1 nogil

# Returns False where a search is needed.
cdef bint move_path_end(const MeshView* mesh, Agent* agent, FollowedPath* path, const double* target,
                        bint allow_partial) except -1 nogil
