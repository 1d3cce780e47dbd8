"""Which agents of a crowd make a step now. Without focus points all do. With some, agents far from all of these points make longer
steps, less often (level of detail)."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp.map cimport map
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.motion.agent.agent cimport Agent

cdef enum StepState:                # of an agent in a step
    STEPS = 0
    WAITS = 1

cdef enum:                          # squares of agents that wait in none
    IN_NO_LIST = -2                 # no agent
    AWAKE = -1                      # it has made the last step, or was added or placed since

cdef struct Waiting:                # an agent that waits
    Vec2 place                      # meters, where its last step ended
    double since                    # seconds on the schedule's clock: the end of its last step
    int32_t slot

cdef cppclass Square:               # of the ground
    double column, row              # in sides of a square; NaN: free for another place
    Vec2 low, high                  # meters, a box around the places of its agents
    vector[Waiting] agents          # in no order
    int32_t steps                   # its agents make one of so many steps
    bint is_due                     # its agents make this step
    bint makes_all_steps            # for one of them

cdef struct Seat:                   # where an agent waits
    int32_t square                  # index of its square, or AWAKE, or IN_NO_LIST
    int32_t place                   # index among the agents of the square
    int32_t last_square             # where it waited last; −1: nowhere

cdef cppclass StepSchedule:
    vector[Vec2] points             # meters, in the plan: focus points; none: all agents step
    double distance                 # meters from a focus point within which agents make every step; also the side of a square
    int32_t most_steps              # a power of 2: in one of so many steps even the farthest agents make theirs
    uint32_t step                   # number of the step, modulo 2³²
    double now                      # seconds: the clock, which runs while there are focus points
    vector[uint8_t] states          # by slot: StepState
    # by slot, of agents in `slots` and `seen`: seconds that the agent's step takes, or would take if it did not wait
    vector[double] times
    vector[int32_t] slots           # of agents that step, ascending; slots without an agent may be among them
    vector[int32_t] seen            # of agents that wait near some that step, ascending: these avoid them
    # With focus points:
    vector[Seat] seats              # by slot
    vector[int32_t] placed          # slots of agents that waited when they were placed, or whose slot had no agent
    double side                     # meters, of the squares
    vector[Square] squares          # some without agents
    vector[int32_t] free_squares    # indices of those that have no place
    map[pair[double, double], int32_t] square_at    # by column and row: index of the square
    vector[int32_t] awake           # scratch
    vector[uint64_t] marks          # scratch: a bit for each slot

# Begins a step of dt seconds. radius and speed: the greatest ones; sight: meters, beyond which agents that make every step need not
# see others.
cdef int begin_schedule(StepSchedule* schedule, const vector[Agent]* agents, double dt, double radius, double speed,
                        double sight) except -1 nogil
# The agent was added, placed or removed: no time has passed since.
cdef void schedule_anew(StepSchedule* schedule, int32_t slot) noexcept nogil
# As a saved state has it: how many slots were known, and the agents that wait. The others are awake.
cdef int restore_schedule(StepSchedule* schedule, int32_t slots, const vector[Waiting]* waiting) except -1 nogil


cdef inline bint makes_step(const StepSchedule* schedule, int32_t slot) noexcept nogil:
    """An agent that was added after the step began makes it, too."""
    return <size_t>slot >= schedule.states.size() or schedule.states[slot] == STEPS


cdef inline double time_of(const StepSchedule* schedule, int32_t slot, double dt) noexcept nogil:
    """Seconds of the agent's step."""
    return dt if <size_t>slot >= schedule.times.size() else schedule.times[slot]
