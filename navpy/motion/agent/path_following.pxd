"""Path following of one agent: straight legs from corner to corner, each known to be clear of walls (Reynolds 1999)."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport REASON_NONE, PolyRef
from navpy.base.geom cimport distance2, distance3
from navpy.mesh.half_edges cimport FilterRules
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent, has_leash
from navpy.motion.agent.walkable cimport WalkableArea
from navpy.base.vec2 cimport Vec2

cdef cppclass FollowedPath:         # what each step reads comes first
    vector[double] points           # corners, 3 coordinates each, meters; empty without a path
    vector[int32_t] links           # for each corner, the id of the off-mesh link that begins there, −1: none
    const WalkableArea* walkable    # area of the agent; NULL: all of the mesh as it was baked
    const FilterRules* filter       # rules of the agent, its owner's; NULL: none
    uint64_t filter_changes         # of the filter when it was last looked at
    uint64_t filter_discoveries
    vector[PolyRef] polys           # for each corner, a polygon that holds it
    vector[int32_t] tiles           # all tiles that the corridor crosses, ascending; empty after the path's end was moved

cdef inline int32_t corner_count(const FollowedPath* path) noexcept nogil:
    return <int32_t>(path.points.size() // 3)

cdef inline double* corner_at(FollowedPath* path, int32_t corner) noexcept nogil:
    return path.points.data() + 3 * corner

cdef inline double leg_length(const double* start, const double* end, bint is_link) noexcept nogil:
    """Meters: in the ground plane, on a link in space."""
    return distance3(start, end) if is_link else distance2(start[0], start[2], end[0], end[2])

cdef inline double end_margin(const Agent* agent) noexcept nogil:
    """Meters before the end of its path at which an agent stops."""
    return agent.params.leash_length if has_leash(agent) and agent.reason == REASON_NONE else agent.params.stopping_distance

# The ground.
cdef bint find_floor(const MeshView* mesh, const double* point, NearestPoly* at) noexcept nogil     # False: no floor under the point
cdef void set_ground(Agent* agent, const NearestPoly* at) noexcept nogil
cdef bint is_over_its_ground(const Agent* agent) noexcept nogil         # that is known, and right under it
cdef bint update_ground(const MeshView* mesh, Agent* agent, NearestPoly* at) noexcept nogil         # False: the agent is over no floor
# As update_ground; where floors touch, the agent stands on the one on which it may walk.
cdef bint update_walkable_ground(const MeshView* mesh, Agent* agent, const FollowedPath* path, NearestPoly* at) noexcept nogil
cdef bint is_beside_floor(const MeshView* mesh, Agent* agent, const double* ground) noexcept nogil

# The path.
cdef double length_in_space(FollowedPath* path) noexcept nogil                         # meters
# Starts a leg from the agent's position straight to a corner, across a link if a link leads to it.
cdef void start_leg(Agent* agent, FollowedPath* path, int32_t corner) noexcept nogil
cdef void start_path(Agent* agent, FollowedPath* path) noexcept nogil                   # the path begins where the agent is
# that it has now: its length is no lack of progress
cdef void allow_longer_path(Agent* agent) noexcept nogil
# True: a path found on a version of the mesh is still valid.
cdef bint is_still_valid(const MeshView* mesh, Agent* agent, FollowedPath* path, uint64_t version) noexcept nogil
cdef double reached_distance(const Agent* agent) noexcept nogil         # meters from a point within which an agent has reached it
cdef void use_script_velocity(Agent* agent) noexcept nogil              # as its preferred velocity
cdef bint check_arrival(Agent* agent, FollowedPath* path, double dt) noexcept nogil     # True at the very end of the path
# Points that only follow the ground are no turns of the path. Both return `corner` where it is a turn, or an end of the path.
cdef int32_t turn_from(const Agent* agent, const FollowedPath* path, int32_t corner) noexcept nogil     # the next turn
cdef int32_t turn_until(const Agent* agent, const FollowedPath* path, int32_t corner) noexcept nogil    # the turn before
cdef bint sees_corner(const MeshView* mesh, Agent* agent, FollowedPath* path) noexcept nogil        # True: the next corner is in sight

# A step on a link, in this order:
cdef bint keep_to_link(Agent* agent, double dt) noexcept nogil                          # False: the agent has lost the link
cdef bint finish_link(Agent* agent, FollowedPath* path) noexcept nogil                  # True: the agent is at the end of the link
cdef void cross_link(Agent* agent, FollowedPath* path, double dt) noexcept nogil

# A step elsewhere, in this order:
# For an agent off the mesh, instead of keep_to_leg and pass_corners. False: another point of the mesh is closer by now.
cdef bint come_back(const MeshView* mesh, Agent* agent, FollowedPath* path, double dt) noexcept nogil
# False: the agent is off its path
cdef bint keep_to_leg(const MeshView* mesh, Agent* agent, FollowedPath* path, double dt) noexcept nogil
cdef bint pass_corners(const MeshView* mesh, Agent* agent, FollowedPath* path, double dt) noexcept nogil  # False: it is off its path
cdef void approach_link(Agent* agent, FollowedPath* path, double dt) noexcept nogil
# False: the agent is at the path's end
cdef bint set_preferred_velocity(const MeshView* mesh, Agent* agent, FollowedPath* path, double dt) noexcept nogil
