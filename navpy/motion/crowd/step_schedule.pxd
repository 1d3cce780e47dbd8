"""Which agents of a crowd make a step now. Without focus points all do. With some, agents far from all of these points make longer steps, less often
(level of detail)."""
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.motion.agent.agent cimport Agent

cdef enum StepState:                # of an agent in a step
    STEPS = 0
    WAITS = 1
    WAITS_IN_SIGHT = 2              # near agents that step: they avoid it

cdef cppclass StepSchedule:
    vector[Vec2] points             # meters, in the plan: focus points; none: all agents step
    double distance                 # meters from a focus point within which agents make every step; also the side of a square
    int32_t most_steps              # a power of 2: in one of so many steps even the farthest agents make theirs
    uint32_t step                   # number of the step, modulo 2³²
    vector[uint8_t] states          # by slot: StepState
    vector[double] times            # by slot: seconds that the agent's step takes, or would take if it did not wait
    vector[Vec2] places             # by slot, with focus points: meters; x is NaN: no agent, infinite: an agent without a position
    vector[int32_t] slots           # of agents that step, ascending; slots without an agent may be among them

# Begins a step of dt seconds. radius and speed: the greatest ones; sight: meters, beyond which agents that make every step need not see others.
cdef int begin_schedule(StepSchedule* schedule, const vector[Agent]* agents, double dt, double radius, double speed, double sight) except -1 nogil


cdef inline bint makes_step(const StepSchedule* schedule, int32_t slot) noexcept nogil:
    """An agent that was added after the step began makes it, too."""
    return <size_t>slot >= schedule.states.size() or schedule.states[slot] == STEPS


cdef inline double time_of(const StepSchedule* schedule, int32_t slot, double dt) noexcept nogil:
    """Seconds of the agent's step."""
    return dt if <size_t>slot >= schedule.times.size() else schedule.times[slot]


cdef inline void schedule_anew(StepSchedule* schedule, int32_t slot) noexcept nogil:
    """After the agent was added, placed or removed: no time has passed since."""
    if <size_t>slot < schedule.states.size():
        schedule.states[slot] = STEPS
