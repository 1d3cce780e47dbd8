"""Where the paths of agents end that cannot reach their targets, as near as possible to these. Nothing is searched."""
from libc.stdint cimport int32_t
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.path_changes cimport PathEnd
from navpy.motion.agent.path_following cimport FollowedPath

cdef struct SharedEnd:              # that was looked up last, as many agents may have one target
    double target[3]                # meters
    int32_t island                  # of the agents
    bint is_known                   # one was, since the navmesh has changed last
    PathEnd end

# Does the path of the agent's request end as near as possible to a target that it does not lead to?
cdef bint ends_beside_target(const Agent* agent) noexcept nogil
# Of such a path, valid or with its agent at its end: would another path end at the same place?
cdef bint ends_as_before(const MeshView* mesh, Agent* agent, FollowedPath* path, SharedEnd* shared) noexcept nogil
# True if the agent, which stands at the end of such a path, stays there for a new target, as the path to that would end there, too.
cdef bint stays_at_end(const MeshView* mesh, Agent* agent, FollowedPath* path, const double* target, SharedEnd* shared) noexcept nogil
# Moves the end of the path to a new target, or as near as possible to it. Returns False where a search is needed.
cdef bint move_end(const MeshView* mesh, Agent* agent, FollowedPath* path, const double* target, bint allow_partial,
                   SharedEnd* shared) except -1 nogil
