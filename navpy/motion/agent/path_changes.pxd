"""Changes of a path that is being walked: a detour is put in, or the path's end moves with its target."""
from libc.stdint cimport int32_t
from navpy.base.vec2 cimport Vec2
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.agent.path_following cimport FollowedPath

# Fraction of the path's length that the target may move before a new search. A target that has moved by m makes the path longer by m
# at most and the shortest path shorter by m at most, so the path is longer than the shortest one by about a tenth at most.
cdef double REPAIR_FRACTION

# Puts a detour before the next corner. points: in the plan, from the agent's place to its next corner, both included. Returns False,
# and leaves the path as it is, if a wall or a step between floors is in the way.
cdef int insert_detour(const MeshView* mesh, Agent* agent, FollowedPath* path, const Vec2* points, int32_t count) except -1 nogil

cdef struct PathEnd:                # where the path to a target ends
    NearestPoly at
    int reason                      # ReasonCode: why that is not at the target
    double off_by                   # meters that the target is off the navmesh, if the reason says so

# True if the parameters ask for more than the shortest path: then only a search gives the path.
cdef bint needs_search(const AgentParams* params) noexcept nogil
# May the end of the path follow its target?
cdef bint can_move_end(const Agent* agent, const FollowedPath* path, const double* target, bint allow_partial) noexcept nogil
# Moves the end of such a path to the end of the path to another target. Returns False where a search is needed.
cdef bint move_path_end(const MeshView* mesh, Agent* agent, FollowedPath* path, const double* target,
                        const PathEnd* end) except -1 nogil
