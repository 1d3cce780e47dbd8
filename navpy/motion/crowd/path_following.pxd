"""Path following of one agent: straight legs from corner to corner, each known to be clear of walls (Reynolds 1999)."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.walkable cimport WalkableArea
from navpy.base.vec2 cimport Vec2

# Of the path's length: how far a target may move before the path is searched anew. A target that has moved by m makes the path longer by m
# at most and the shortest path shorter by m at most, so the path is longer than the shortest one by about a tenth at most.
cdef double REPAIR_FRACTION

cdef cppclass FollowedPath:
    const WalkableArea* walkable    # of its agent; NULL: all of the mesh as it was baked
    vector[double] points           # corners, 3 coordinates each, meters; empty without a path
    vector[PolyRef] polys           # a polygon that holds each corner
    vector[int32_t] links           # id of the off-mesh link that begins at each corner, −1: none
    vector[int32_t] tiles           # ascending, all tiles that the corridor crosses; empty where its end was moved

# Where an agent stands.
cdef bint find_floor(const MeshView* mesh, const double* point, NearestPoly* at) noexcept nogil     # the floor under a point
cdef void set_ground(Agent* agent, const NearestPoly* at) noexcept nogil
cdef bint update_ground(const MeshView* mesh, Agent* agent, NearestPoly* at) noexcept nogil         # False: it is over no floor

# The path.
cdef void start_path(Agent* agent, FollowedPath* path) noexcept nogil                   # the path begins where the agent is
cdef bint is_still_valid(const MeshView* mesh, Agent* agent, FollowedPath* path, uint64_t version) noexcept nogil
cdef bint check_arrival(Agent* agent, FollowedPath* path) noexcept nogil                # True at the very end of the path
cdef bint move_path_end(const MeshView* mesh, Agent* agent, FollowedPath* path, const double* target,
                        bint allow_partial) noexcept nogil                              # False: the path has to be searched
cdef bint sees_corner(const MeshView* mesh, Agent* agent, FollowedPath* path) noexcept nogil        # its next one
# Puts a detour before the next corner: points in the plan, the first one is the agent's place, the last one its next corner. False where
# a wall or a step between floors is in the way; the path is as it was then.
cdef int insert_detour(const MeshView* mesh, Agent* agent, FollowedPath* path, const Vec2* points, int32_t count) except -1 nogil

# A step on a link, in this order:
cdef bint keep_to_link(Agent* agent, double dt) noexcept nogil                          # False: the agent has lost the link
cdef bint finish_link(Agent* agent, FollowedPath* path) noexcept nogil                  # True: it is at the end of the link
cdef void cross_link(Agent* agent, FollowedPath* path, double dt) noexcept nogil

# A step elsewhere, in this order:
cdef bint keep_to_leg(const MeshView* mesh, Agent* agent, FollowedPath* path) noexcept nogil        # False: it is off its path
cdef void pass_corners(const MeshView* mesh, Agent* agent, FollowedPath* path) noexcept nogil
cdef bint set_preferred_velocity(Agent* agent, FollowedPath* path, double dt) noexcept nogil        # False: it rests at the path's end
