"""The forces of NavSteering: an agent's view of its world, and the behaviors in turn (navpy.motion.steering)."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.binding.class_spec cimport GdNodePath, Instance
from navpy.godot.binding.gd cimport GdVector3
from navpy.motion.steering.context_steering cimport ContextMaps
from navpy.motion.steering.steering cimport Circle
from navpy.motion.steering.vehicle cimport Vehicle

cdef cppclass SteeringBehavior(Instance):
    uint8_t enabled
    int64_t type                    # index of its row in BEHAVIORS
    double weight
    double radius                   # meters
    double look_ahead               # seconds
    double turn_rate                # radians per root of a second, of wandering
    GdNodePath target               # from the root of the agent's scene; empty: target_node or target_position
    uint64_t target_node            # instance id of a Node3D, 0: none
    GdVector3 target_position
    bint has_error                  # the error that the target is no Node3D was printed

cdef struct SeenTarget:             # of one behavior, for the velocity of its target
    uint64_t node                   # instance id, 0: none was seen
    int64_t frame                   # physics frame
    Vec2 place                      # meters
    Vec2 velocity                   # meters a second

cdef cppclass SteeringState:        # of one agent with one NavSteering
    vector[double] wander_angles    # radians, by behavior
    vector[SeenTarget] seen         # by behavior
    ContextMaps maps                # of this agent
    Vec2 heading                    # unit; of an agent at rest, its last heading
    Vec2 place                      # meters, in the frame before
    int64_t frame                   # physics frame of the last call, −1: none
    uint64_t step                   # calls

cdef cppclass SteeringView:         # the view of a call
    Vehicle vehicle
    NavAgent* agent                 # NULL: there is none; then the rest of the world is empty
    SteeringState* state
    double delta                    # seconds
    uint64_t seed
    uint64_t number                 # of the agent, for its wandering
    const GdVector3* places         # given targets, one each behavior
    int64_t place_count
    vector[int32_t] near            # scratch: participants
    vector[double] positions        # scratch: of these, 2 coordinates each, the agent itself first
    vector[double] velocities       # scratch, parallel
    vector[Circle] circles          # scratch
    vector[Vec2] points             # scratch: the agent's path

# The force of a behavior, 0 at first. target: NULL, if the behavior has no need of one.
ctypedef int (*BehaviorForce)(SteeringView*, SteeringBehavior*, int32_t index, const Vehicle* target, Vec2* force) except -1 nogil
# Writes the danger that a behavior sees into the maps of the view's state.
ctypedef int (*BehaviorDanger)(SteeringView*, SteeringBehavior*) except -1 nogil

cdef enum:                          # needs and effects of a behavior: bits
    TARGET = 1                      # without a target its force is 0
    BRAKES = 2                      # it comes to rest at the target

cdef struct BehaviorRow:
    const char* name                # of the constant
    int traits                      # bits
    BehaviorForce force
    BehaviorDanger danger           # NULL: with context maps it is interested in the direction of its force
    const char* doc

cdef vector[BehaviorRow] BEHAVIORS  # by the values of NavSteeringBehavior.Type, which scenes save

cdef bint is_finite(Vec2 a) noexcept nogil
# The force of a behavior without its weight, at most the vehicle's max_force; 0 where it has nothing to say.
cdef int behavior_force(SteeringView* view, SteeringBehavior* behavior, int32_t index, Vec2* force) except -1 nogil
# The velocity that the behavior wants, at most the vehicle's max_speed; with the force 0 there is none.
cdef Vec2 desired_velocity(SteeringView* view, SteeringBehavior* behavior, int32_t index, Vec2 force) noexcept nogil
