"""The parameters of an agent. Each field of the struct has a row in agent_params.pyx, with its default, limits and help; the Python Crowd and the
properties of NavAgent and Crowd in the engine are made from the rows. To add a parameter: a field here, a row there."""
from libc.stdint cimport int64_t, uint8_t, uint32_t

cdef enum Postprocessing:           # how the corridor of a search becomes a path
    POST_FUNNEL = 0                 # the funnel pulls it taut
    POST_EDGE_CENTERED = 1          # through the middles of the portals
    POST_NONE = 2                   # through the centers of the polygons

cdef struct AgentParams:
    double radius
    double height
    double max_speed
    double max_deceleration
    double path_desired_distance
    double target_desired_distance
    double path_max_distance
    double neighbor_distance
    double time_horizon_agents
    double time_horizon_obstacles
    double avoidance_priority
    double path_radius
    double path_search_max_distance
    double path_return_max_length
    double path_return_max_radius
    double simplify_epsilon
    int64_t path_search_max_polygons
    int64_t path_postprocessing     # Postprocessing
    int64_t max_neighbors
    uint32_t avoidance_layers
    uint32_t avoidance_mask
    uint32_t include_flags
    uint8_t simplify_path
    uint8_t avoidance_enabled
    uint8_t yields

cdef AgentParams default_params() noexcept nogil
cdef void copy_params(AgentParams* out, const AgentParams* params) noexcept nogil      # without the padding: agents are saved byte by byte
cdef bint need_other_path(const AgentParams* a, const AgentParams* b) noexcept nogil   # they differ in a parameter that paths depend on
