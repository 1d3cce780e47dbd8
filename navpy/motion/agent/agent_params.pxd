"""The parameters of an agent. Each field of the struct has a row in agent_params.pyx, with its default, limits and help; the Python
Crowd and the properties of NavAgent and Crowd in the engine are made from the rows. To add a parameter: a field here, a row there."""
from libc.stdint cimport int64_t, uint8_t, uint32_t

cdef enum Postprocessing:           # how the corridor of a search becomes a path
    POST_FUNNEL = 0                 # the shortest path in the corridor (funnel)
    POST_EDGE_CENTERED = 1          # a path through the midpoints of the portals
    POST_NONE = 2                   # the path of the search itself: the shortest one, with a point wherever it enters a polygon

cdef struct AgentParams:
    double radius                       # meters
    double height                       # meters
    double max_speed                    # meters a second
    double max_acceleration             # meters a second², 0: no limit
    double max_deceleration             # meters a second²
    double turn_rate                    # degrees a second, 0: no limit
    double stopping_distance            # meters
    double smoothing_time               # seconds, 0: not smoothed
    double path_desired_distance        # meters
    double target_desired_distance      # meters
    double path_max_distance            # meters
    double target_margin                # meters
    double neighbor_distance            # meters
    double time_horizon_agents          # seconds
    double time_horizon_obstacles       # seconds
    double time_gap                     # seconds
    double avoidance_priority           # 0 … 1
    double path_radius                  # meters
    double path_search_max_distance     # meters, 0: no limit
    double path_return_max_length       # meters, 0: no limit
    double path_return_max_radius       # meters, 0: no limit
    double simplify_epsilon             # meters
    double flock_radius                 # meters
    double separation_weight            # weights of a flock's rules, 0: without the rule
    double alignment_weight
    double cohesion_weight
    double leash_length                 # meters
    double leash_weight
    double path_height_error            # meters, 0: corners only
    int64_t path_search_max_polygons    # count, 0: no limit
    int64_t path_postprocessing         # Postprocessing
    int64_t max_neighbors               # count
    int64_t flock_id                    # number of its flock
    uint32_t avoidance_layers           # bits
    uint32_t avoidance_mask             # bits
    uint32_t include_flags              # bits
    uint8_t simplify_path               # bool
    uint8_t avoidance_enabled           # bool
    uint8_t yields                      # bool
    uint8_t auto_brake                  # bool
    uint8_t avoids_congestion           # bool

cdef AgentParams default_params() noexcept nogil
# leaves the padding 0: agents are saved byte by byte
cdef void copy_params(AgentParams* out, const AgentParams* params) noexcept nogil
cdef bint are_same(const AgentParams* a, const AgentParams* b) noexcept nogil
# True: a and b differ in a parameter that paths depend on
cdef bint need_other_path(const AgentParams* a, const AgentParams* b) noexcept nogil
