"""The participants of a crowd's step: its agents with avoidance, sorted by place, and the agents of other crowds in their sight."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.base.vec2 cimport Vec2, add, scale, vec2
from navpy.motion.agent.agent cimport Agent, Priority
from navpy.motion.agent.path_following cimport FollowedPath
from navpy.motion.avoidance.orca cimport Body
from navpy.motion.crowd.obstacle_outlines cimport ObstacleOutline
from navpy.motion.crowd.right_of_way cimport AvoidanceRole
from navpy.motion.agent.step_schedule cimport StepSchedule

cdef enum:
    MOST_CLOSE = 10                 # participants in CloseOthers

cdef struct CloseOthers:            # the nearest participants that a participant might touch by the end of the step
    int32_t others[MOST_CLOSE]      # their indices, ascending
    double shares[MOST_CLOSE]       # parallel: of the avoidance between the two, the participant's

cdef struct Extent:                 # of a crowd's agents; it may be too large until the crowd's next step
    Vec2 low, high                  # meters, a box of their positions
    double reach                    # meters, the greatest neighbor_distance
    double radius                   # meters, the greatest one
    double speed                    # meters a second, the greatest max_speed
    double horizon                  # seconds, the greatest time_horizon_agents

cdef struct Visitor:                # an agent of another crowd, which is read and never written
    const Agent* agent
    const FollowedPath* path
    const Body* body                # before the step that its crowd has made already (visitors.pyx); NULL: the agent is described
    const AvoidanceRole* role       # likewise
    uint64_t crowd_number           # of its crowd
    int32_t slot                    # in its crowd
    uint8_t stands                  # its crowd makes no steps now
    double waits_for                # seconds since its last step, of an agent that waits in its crowd's schedule; else 0

# participants of a step: this crowd's own ones, numbered in the order of the grid, then the visitors
cdef cppclass Avoidance:
    vector[Body] bodies             # as they were at the start of the step
    vector[AvoidanceRole] roles     # parallel
    vector[CloseOthers] close       # parallel
    vector[int32_t] close_counts    # parallel: the number of these; mostly 0, so readers read no more. Visitors have none
    vector[int32_t] grid_places     # parallel: place in grid.order
    vector[Vec2] ends               # parallel: meters, where it is after the step by its new velocity
    vector[uint8_t] moves           # parallel: it moves in this step
    vector[uint8_t] stalled         # parallel: it stands aside, uses a place, is shut off, or stands still so long that it may arrive
    vector[int32_t] sequence        # the own participants, those near each other in the world soon after each other
    vector[int32_t] by_place        # slots of the own participants in this sequence, then the bystanders
    vector[int32_t] parts           # scratch, by participant: the part of the plan that it is in
    vector[int32_t] first_in_part   # scratch, by part: index in sequence
    StepSchedule schedule
    int32_t own_count               # participants that are agents of this crowd and make this step
    vector[Visitor] visitors        # borrowed until PHASE_NEIGHBORS ends
    uint64_t crowd_number           # tells crowds that see each other apart
    Extent extent                   # of the agents, participants or not
    NeighborGrid grid
    const vector[ObstacleOutline]* outlines     # of obstacles, borrowed for the step; NULL: none
    bint with_cut_out               # outlines that should be cut out of the navmesh are walls, too, as nobody bakes it
    vector[int32_t] bystanders      # slots of agents that do not take part
    vector[int32_t] participants    # by slot: its index as a participant, −1: none
    vector[int32_t] slots           # scratch: slots of participants
    vector[double] places           # scratch, parallel to slots: 2 coordinates each, meters
    double greatest_reach           # meters, the greatest neighbor_distance
    double greatest_radius          # meters
    double greatest_speed           # meters a second
    uint32_t layers                 # bits: all layers that participants are on
    bint has_flocks                 # a participant has a weight of a flock's rules
    vector[int32_t] inheriting      # own participants that inherit a priority in this step
    vector[Priority] priorities     # of all roles, before they are inherited
    bint is_pressed                 # a participant presses, perhaps a visitor
    vector[int32_t] near            # scratch

# The agent is within the extent.
cdef void cover(Extent* extent, const Agent* agent) noexcept nogil
# 1. Collects the agents that take part, sorted by place, and the visitors. Returns their number.
cdef int32_t sort_participants(Avoidance* avoidance, vector[Agent]* agents, const vector[FollowedPath]* paths,
                               double dt) except -1 nogil
# 2. Sets the bodies and roles of the participants. Several ranges may run at once.
cdef void describe_range(Avoidance* avoidance, vector[Agent]* agents, const vector[FollowedPath]* paths, int32_t first, int32_t end,
                         double dt) noexcept nogil
# 3. Priority inheritance among the participants that press.
cdef int inherit_priorities(Avoidance* avoidance, vector[Agent]* agents, double dt) except -1 nogil
# From now on in this step the participant stands.
cdef void set_standing(Avoidance* avoidance, int32_t index, const Agent* agent) noexcept nogil


cdef inline void foresee(Avoidance* avoidance, int32_t index, bint moves, Vec2 velocity, double dt) noexcept nogil:
    """Notes where a participant is after the step."""
    avoidance.moves[index] = moves
    avoidance.ends[index] = add(avoidance.bodies[index].position, scale(velocity if moves else vec2(0.0, 0.0), dt))
