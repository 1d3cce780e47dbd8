"""A row for each parameter of an agent (agent_params.pxd). The rows of SEARCH and FILTER are the parameters that a path depends on."""
from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.string cimport memcmp, memcpy
from libcpp.vector cimport vector

from math import inf

from navpy.base.field import FINITE, Field

cdef struct Place:                  # of a field
    size_t offset, size


cdef tuple real(double* field):
    return <size_t>field, sizeof(double)


cdef tuple whole(int64_t* field):
    return <size_t>field, sizeof(int64_t)


cdef tuple bits(uint32_t* field):
    return <size_t>field, sizeof(uint32_t)


cdef tuple flag(uint8_t* field):
    return <size_t>field, sizeof(uint8_t)


cdef AgentParams* p = NULL

FOLLOWING = (
    Field("path_desired_distance", 1.0, 0.0, FINITE, 0.01, "m",
          "Distance in the ground plane within which the agent may pass a corner that it has not reached, if the next one is in sight.",
          slider=100.0, place=real(&p.path_desired_distance)),
    Field("target_desired_distance", 1.0, 0.0, FINITE, 0.01, "m",
          "Length of path left at which a request succeeds. The agent still brakes on to the end of its path.",
          slider=100.0, place=real(&p.target_desired_distance)),
    Field("path_max_distance", 5.0, 0.0, inf, 0.1, "m",
          "Distance from its path, in the ground plane, at which the agent searches another one.",
          slider=100.0, place=real(&p.path_max_distance)),
)

SEARCH = (
    Field("path_postprocessing", POST_FUNNEL, POST_FUNNEL, POST_NONE, 1, "",
          "What the polygons of a search become: the shortest path through them, a path through the middles of their edges, or one through their "
          "centers, of which the agent comes to every point. With a path_radius beyond the radius of the bake a path is always the shortest.",
          choices=("Corridorfunnel", "Edgecentered", "None"), place=whole(&p.path_postprocessing)),
    Field("simplify_path", False, None, None, None, "",
          "Leaves out points where the path bends little, by simplify_epsilon. The path never leaves the navmesh.",
          place=flag(&p.simplify_path)),
    Field("simplify_epsilon", 0.0, 0.0, FINITE, 0.001, "m",
          "Most that a simplified path may deviate, in the ground plane.",
          slider=10.0, place=real(&p.simplify_epsilon)),
    Field("path_return_max_length", 0.0, 0.0, FINITE, 0.001, "m",
          "Length at which a path is cut, 0: nowhere. At its end the request succeeds, and the reason is LENGTH_LIMIT.",
          slider=100.0, place=real(&p.path_return_max_length)),
    Field("path_return_max_radius", 0.0, 0.0, FINITE, 0.001, "m",
          "Distance from its start at which a path is cut, 0: nowhere. At its end the request succeeds, and the reason is RADIUS_LIMIT.",
          slider=100.0, place=real(&p.path_return_max_radius)),
    Field("path_search_max_polygons", 0, 0, 0x7fffffff, 1, "",
          "Most polygons that a search opens, 0: no limit. Where this limit or the next one ends a search, the reason is SEARCH_LIMIT. A search "
          "for a path_radius beyond the radius of the bake has no limits.",
          slider=4096, place=whole(&p.path_search_max_polygons)),
    Field("path_search_max_distance", 0.0, 0.0, FINITE, 0.1, "m",
          "Distance in space from its start within which a search opens polygons, 0: no limit.",
          slider=1000.0, place=real(&p.path_search_max_distance)),
    Field("path_radius", 0.0, 0.0, FINITE, 0.01, "m",
          "Distance between its paths and walls, for bodies wider than the bake: one bake serves all sizes. Up to the radius of the bake it changes "
          "nothing. An end of the path that is nearer to a wall is walked to straight from the nearest place that is not; where there is none the "
          "reason is TOO_NARROW.",
          slider=10.0, place=real(&p.path_radius)),
)

FILTER = (          # nodes set it by their navigation_layers
    Field("include_flags", 0xffff, 0, 0xffff, 1, "",
          "Bits: the agent walks on polygons that have one of these flags (NavMesh.set_flags), as with a QueryFilter.",
          place=bits(&p.include_flags)),
)

AVOIDANCE = (
    Field("avoidance_enabled", True, None, None, None, "",
          "The agent avoids the other agents of its crowd, and they avoid it.",
          place=flag(&p.avoidance_enabled)),
    Field("height", 1.0, 0.0, FINITE, 0.01, "m",
          "Height of the body over its floor. Agents avoid each other where their bodies overlap in height, not on different floors.",
          slider=100.0, place=real(&p.height)),
    Field("radius", 0.5, 0.0, FINITE, 0.01, "m",
          "Radius of the body.",
          slider=100.0, place=real(&p.radius)),
    Field("neighbor_distance", 50.0, 0.0, FINITE, 0.01, "m",
          "Distance in the ground plane within which the agent sees others.",
          slider=10000.0, place=real(&p.neighbor_distance)),
    Field("max_neighbors", 10, 0, 0x7fffffff, 1, "",
          "Number of other agents that it avoids, the nearest ones.",
          slider=10000, place=whole(&p.max_neighbors)),
    Field("time_horizon_agents", 1.0, 0.0, FINITE, 0.01, "s",
          "Time without a collision with other agents: with a longer one the agent turns aside earlier.",
          slider=10.0, place=real(&p.time_horizon_agents)),
    Field("time_horizon_obstacles", 0.0, 0.0, FINITE, 0.01, "s",
          "Time without a collision with walls and ledges, while the agent avoids others. Whatever it is, no agent is pushed off the navmesh.",
          slider=10.0, place=real(&p.time_horizon_obstacles)),
    Field("max_speed", 3.5, 0.0, FINITE, 0.01, "m/s",
          "Speed of the agent on its path, and the most that avoidance gives it.",
          slider=10000.0, place=real(&p.max_speed)),
    Field("avoidance_layers", 1, 0, 0xffffffff, 1, "layers",
          "Layers that the agent is on, for the avoidance_mask of others.",
          place=bits(&p.avoidance_layers)),
    Field("avoidance_mask", 1, 0, 0xffffffff, 1, "layers",
          "Layers whose agents it avoids.",
          place=bits(&p.avoidance_mask)),
    Field("avoidance_priority", 1.0, 0.0, 1.0, 0.01, "",
          "Of two agents that meet, the one with the lower priority does all of the avoidance.",
          place=real(&p.avoidance_priority)),
    Field("yields", True, None, None, None, "",
          "While the agent stands, it steps aside for others that cannot pass, and comes back. A node does so after its first request, until it is "
          "stopped.",
          place=flag(&p.yields)),
)

BODY = (
    Field("max_deceleration", 15.0, 0.001, inf, 0.001, "m/s\u00b2",
          "Deceleration with which the agent brakes for the end of its path.",
          slider=100.0, place=real(&p.max_deceleration)),
)

GROUPS = {"Pathfinding": FOLLOWING + SEARCH, "Avoidance": AVOIDANCE, "Body": BODY}      # as the inspector shows them
PARAMS = {field.name: field for rows in (FOLLOWING, SEARCH, FILTER, AVOIDANCE, BODY) for field in rows}

cdef AgentParams DEFAULTS = {name: field.default for name, field in PARAMS.items()}     # ValueError: it names a field without a row
cdef vector[Place] PLACES = [dict(offset=field.place[0], size=field.place[1]) for field in PARAMS.values()]
cdef vector[Place] PLACES_OF_SEARCH = [dict(offset=field.place[0], size=field.place[1]) for field in SEARCH + FILTER]


cdef AgentParams default_params() noexcept nogil:
    return DEFAULTS


cdef void copy_params(AgentParams* out, const AgentParams* params) noexcept nogil:
    cdef size_t i
    for i in range(PLACES.size()):
        memcpy(<char*>out + PLACES[i].offset, <const char*>params + PLACES[i].offset, PLACES[i].size)


cdef bint need_other_path(const AgentParams* a, const AgentParams* b) noexcept nogil:
    cdef size_t i
    cdef Place place
    for i in range(PLACES_OF_SEARCH.size()):
        place = PLACES_OF_SEARCH[i]
        if memcmp(<const char*>a + place.offset, <const char*>b + place.offset, place.size) != 0:
            return True
    return False
