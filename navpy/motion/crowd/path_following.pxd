"""One agent follows one path: corner to corner on straight legs that are clear of walls (Reynolds 1999)."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.walkable cimport Walkable
from navpy.base.vec2 cimport Vec2

cdef cppclass FollowedPath:
    const Walkable* walkable        # by its agent; NULL: all of the mesh is, as it was baked
    vector[double] points           # taut path, 3 a point, metres; empty without a path
    vector[PolyRef] polys           # a polygon that each point lies on
    vector[int32_t] links           # id of the link that begins at each point, −1: none
    vector[int32_t] tiles           # ascending, all that its corridor crosses; empty where it was mended

cdef bint look(const MeshView* mesh, const double* point, NearestPoly* at) noexcept nogil         # the floor under a point
cdef void remember(Agent* agent, const NearestPoly* at) noexcept nogil             # that the agent stands there
cdef bint stand(const MeshView* mesh, Agent* agent, NearestPoly* at) noexcept nogil    # the floor that the agent is on
cdef void start_path(Agent* agent, FollowedPath* path) noexcept nogil           # from the agent's place on its way
cdef bint is_untouched(const MeshView* mesh, Agent* agent, FollowedPath* path, uint64_t version) noexcept nogil
cdef bint judge(Agent* agent, FollowedPath* path) noexcept nogil                # true at the very end of the path
cdef bint move_end(const MeshView* mesh, Agent* agent, FollowedPath* path, const double* target,
                   bint allow_partial) noexcept nogil   # false: the path cannot be mended

cdef bint sees_corner(const MeshView* mesh, Agent* agent, FollowedPath* path) noexcept nogil    # the next one
# Round those who stand by so many points in the plan, of which the first is its own place and the last its next corner; false, and all
# as it was, where they do not lie on the floor in sight of each other.
cdef int lead_round(const MeshView* mesh, Agent* agent, FollowedPath* path, const Vec2* points, int32_t count) except -1 nogil

# A step, on a link:
cdef bint keep_to_link(Agent* agent, double dt) noexcept nogil                  # false: the way is lost
cdef bint land(Agent* agent, FollowedPath* path) noexcept nogil                 # true: it is at the link's end
cdef void cross_link(Agent* agent, FollowedPath* path, double dt) noexcept nogil

# Else, in this order:
cdef bint keep_to_leg(const MeshView* mesh, Agent* agent, FollowedPath* path) noexcept nogil   # false: the way is lost
cdef void turn_corners(const MeshView* mesh, Agent* agent, FollowedPath* path) noexcept nogil
cdef bint choose_velocity(Agent* agent, FollowedPath* path, double dt) noexcept nogil          # false: it rests
