"""The data of a NavFormation node."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.vec2 cimport Vec2
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.motion.formation.formation cimport FormationData
from navpy.query.surface.flood cimport Flood

cdef enum FormationShape:
    SHAPE_BOX = 0
    SHAPE_LINE = 1
    SHAPE_WEDGE = 2
    SHAPE_COLUMN = 3
    SHAPE_BAND = 4

cdef enum MarchState:
    MARCH_NONE = 0                  # no request, and no leader to follow
    MARCH_TO_TARGET = 1             # requestPath
    MARCH_BEHIND_LEADER = 2         # a leader that is no member

cdef struct FormationAgent:
    uint64_t node                   # instance id of its NavAgent
    NavAgent* agent                 # exists as long as the node
    uint8_t is_added                # by add_member; else it is below the formation
    uint8_t is_away                 # it has left the ranks until the next request
    uint8_t is_led                  # the formation has given it a target
    uint8_t is_steered              # by the formation; else it walks to its slot
    uint8_t is_late                 # behind a leader: the formation does not wait for it until it is back
    uint8_t has_arrived             # near its slot, which it does not reach
    GdVector3 target                # meters, the last target that the formation gave it
    double slot[3]                  # meters, its slot on the surface
    Vec2 shift                      # meters in the plan, from its place in the formation to its slot
    Vec2 velocity                   # meters a second, of its slot
    Vec2 correction                 # meters a second, with which the member makes up its distance to the slot
    double least_left               # meters, least way to its slot since the formation waits
    double wait_time                # seconds for which the formation has waited for it without progress

cdef struct WayPoint:               # a place on the way of the formation, about half a meter after the place before
    double point[3]                 # meters, on the surface
    PolyRef poly
    double along                    # meters along core.path
    double clear_width              # meters from wall to wall, for bodies; infinite where all files fit
    uint8_t is_fixed                # it is not moved to the middle of a passage: an end of a link, or it has been passed

cdef cppclass NavFormation(Instance):
    NavigationMap* world                 # NULL outside the tree
    # Properties:
    int64_t shape                   # FormationShape
    int64_t files                   # count, 0: by the shape
    double spacing                  # meters
    double speed                    # meters a second, 0: that of the slowest member, less a reserve
    uint64_t leader                 # instance id of a Node3D, 0: none
    uint8_t has_leader_error        # the error that the leader has no place or no direction was printed
    # Members:
    vector[FormationAgent] members
    vector[int32_t] present         # members in the ranks, in the order of the core's agents
    double widest                   # meters, twice the greatest radius of these
    uint8_t has_new_nodes           # nodes below the formation may have changed
    uint8_t has_new_ranks           # the slots are those of other members than `present`
    # The request:
    int32_t march                   # MarchState
    GdVector3 target
    int64_t target_frame            # physics frame of its last search, 0: there was none
    uint8_t status, reason          # StatusCode, ReasonCode
    double off_by                   # meters that the start or the goal is off the navmesh, for the reason's sentence
    uint8_t awaits_navmesh          # or the first frame in the tree again
    uint8_t goes_on                 # the formation has left the tree on its march to the target
    uint8_t is_formed               # as the signals have reported
    uint8_t is_restart              # a property has changed: new slots, and a new way
    uint8_t is_under_way            # members walk; else the formation has arrived, and stands
    # The way:
    FormationData core              # its agents are those of `present`
    vector[WayPoint] way
    double searched_ahead           # meters to the leader along its trail when a shorter way was last searched
    double leader_at[3]             # meters, where the leader was when its trail was last looked after; infinite: it was not
    double retry_time               # seconds since members whose search has failed searched again
    double leader_time              # seconds since then, infinite: it has not moved yet
    vector[Vec2] slots              # of the shape, meters from the reference point
    double depth, half_width        # meters, of these slots
    uint64_t mesh_version           # of the navmesh when the way was planned
    const void* mesh                # that navmesh
    uint8_t has_strangers           # others than members are near, whom the members avoid
    double last_traveled            # meters, core.traveled in the frame before
    # Scratch:
    Flood flood
    vector[PolyRef] visited
    vector[Vec2] plan, positions, targets, velocities
