"""A row for each parameter of an agent (agent_params.pxd). The rows of SEARCH and FILTER are the parameters that a path depends on."""
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy
from libcpp.vector cimport vector

from math import inf

from navpy.base.setting import FINITE, Setting

cdef struct ParamPlace:                  # place of a field in AgentParams
    size_t offset, size             # bytes


cdef AgentParams SAMPLE             # for the offsets of its fields


cdef tuple real(double* field):
    return <const char*>field - <const char*>&SAMPLE, sizeof(double)


cdef tuple whole(int64_t* field):
    return <const char*>field - <const char*>&SAMPLE, sizeof(int64_t)


cdef tuple bits(uint32_t* field):
    return <const char*>field - <const char*>&SAMPLE, sizeof(uint32_t)


cdef tuple flag(uint8_t* field):
    return <const char*>field - <const char*>&SAMPLE, sizeof(uint8_t)


cdef AgentParams* p = &SAMPLE

# Meters: avoidance takes the square of two radii from the square of a distance. A double has 53 bits, so 0.1 mm across a distance of
# 2²⁶ × 0.1 mm is the last that its square still holds.
MOST_RADIUS = 0.5 * 2.0**26 * 1e-4

FOLLOWING = (
    Setting("path_desired_distance", 1.0, 0.0, FINITE, 0.01, "m",
            "Distance{ in the ground plane|} from a corner within which the agent goes on to the following corner, if that corner is "
            "in sight.",
            slider=100.0, place=real(&p.path_desired_distance)),
    Setting("target_desired_distance", 1.0, 0.0, FINITE, 0.01, "m",
            "The request succeeds when no more than this length of the path is left. The agent still walks to the end of its path, "
            "less stopping_distance; in the engine the body of a NavAgent stops there after requestPath, once this was set. A path "
            "that ends farther than this from a target that cannot be reached is walked to within path_desired_distance of its end.",
            slider=100.0, place=real(&p.target_desired_distance)),
    Setting("path_max_distance", 5.0, 0.0, inf, 0.1, "m",
            "Distance from the path beyond which the agent searches a new path. Heights count on links alone.",
            slider=100.0, place=real(&p.path_max_distance)),
    Setting("target_margin", 0.0, 0.0, FINITE, 0.01, "m",
            "Distance that the target may move from where its path was searched before another path is searched. The end of the path "
            "follows the target all the time where the last corner sees it. With 0 the target may move by a twentieth of the path's "
            "length.",
            slider=10.0, place=real(&p.target_margin)),
    Setting("avoids_congestion", True, None, None, None, "",
            "Behind others at a narrow place, the agent takes another way where that is shorter in time, with the waits on both ways.",
            place=flag(&p.avoids_congestion)),
)

SEARCH = (
    Setting("path_postprocessing", POST_FUNNEL, POST_FUNNEL, POST_NONE, 1, "",
            "How the polygons that a search finds become a path. 0 makes the shortest path through the polygons. 1 makes a path "
            "through the midpoints of the edges between them. 2 makes the shortest path with a point wherever it enters another "
            "polygon. With 1 and 2 the agent walks to every point of the path, unless others push it. With a path_radius beyond the "
            "radius of the bake the path is always that of 0.",
            choices=("Corridorfunnel", "Edgecentered", "None"), place=whole(&p.path_postprocessing)),
    Setting("simplify_path", False, None, None, None, "",
            "Leaves out points of the path while it deviates by at most simplify_epsilon. The path never leaves the navmesh.",
            place=flag(&p.simplify_path)),
    Setting("simplify_epsilon", 0.0, 0.0, FINITE, 0.001, "m",
            "Greatest deviation of a simplified path from the full path{, in the ground plane|}.",
            slider=10.0, place=real(&p.simplify_epsilon)),
    Setting("path_height_error", 0.0, 0.0, FINITE, 0.01, "m",
            "Greatest distance of the path above or below the ground: it gets points where the ground bends, and the agent walks to "
            "each of them. 0: the path has points at its corners only; but with the target_position of a NavAgent 0 stands for 0.02 "
            "m.",
            slider=10.0, place=real(&p.path_height_error)),
    Setting("path_return_max_length", 0.0, 0.0, FINITE, 0.001, "m",
            "Length at which a path is cut off; 0: no limit. At its end the request succeeds, and the reason is LENGTH_LIMIT.",
            slider=100.0, place=real(&p.path_return_max_length)),
    Setting("path_return_max_radius", 0.0, 0.0, FINITE, 0.001, "m",
            "Distance from its start at which a path is cut off; 0: no limit. At its end the request succeeds, and the reason is "
            "RADIUS_LIMIT.",
            slider=100.0, place=real(&p.path_return_max_radius)),
    Setting("path_search_max_polygons", 0, 0, 0x7fffffff, 1, "",
            "Greatest number of polygons that a search opens; 0: no limit. If this limit or path_search_max_distance ends a search, "
            "the reason is SEARCH_LIMIT. A search for a path_radius beyond the radius of the bake has neither limit.",
            slider=4096, place=whole(&p.path_search_max_polygons)),
    Setting("path_search_max_distance", 0.0, 0.0, FINITE, 0.1, "m",
            "Distance{ in space|} from the start of a search within which it opens polygons; 0: no limit.",
            slider=1000.0, place=real(&p.path_search_max_distance)),
    Setting("path_radius", 0.0, 0.0, FINITE, 0.01, "m",
            "Distance between paths and walls, for bodies wider than the bake: one bake serves all sizes. Up to the radius of the "
            "bake it has no effect. If the start or the target is nearer to a wall than this, the agent walks straight between it and "
            "the nearest place that is wide enough. If no place near it is wide enough, or every way is too narrow, the reason is "
            "TOO_NARROW.",
            slider=10.0, place=real(&p.path_radius)),
)

FILTER = (          # nodes set it by their navigation_layers
    Setting("include_flags", 0xffff, 0, 0xffff, 1, "",
            "Bits: the agent walks on polygons with at least one of these flags (NavMesh.set_flags), as with a QueryFilter.",
            place=bits(&p.include_flags)),
)

AVOIDANCE = (
    Setting("avoidance_enabled", True, None, None, None, "",
            "The agent avoids other agents, and they avoid it.",
            place=flag(&p.avoidance_enabled)),
    Setting("height", 1.0, 0.0, FINITE, 0.01, "m",
            "Height of the body over its floor. Agents avoid each other where their bodies overlap in height, not on different "
            "floors.",
            slider=100.0, place=real(&p.height)),
    Setting("radius", 0.5, 0.0, MOST_RADIUS, 0.01, "m",
            "Radius of the body. {There is a greatest one: avoidance compares squares of distances, and beside that of a larger "
            "radius short ones are lost.|Where all bodies and tiles of a game are several times as large or small as those of the "
            "first values, change the project setting navpy/2d/pixels_per_meter before anything else: the first values of all lengths "
            "and speeds change with it.}",
            slider=100.0, place=real(&p.radius)),
    Setting("neighbor_distance", 50.0, 0.0, FINITE, 0.01, "m",
            "Distance{ in the ground plane|} within which the agent sees others.",
            slider=10000.0, place=real(&p.neighbor_distance)),
    Setting("max_neighbors", 10, 0, 0x7fffffff, 1, "",
            "Greatest number of other agents that the agent avoids: the nearest ones.",
            slider=10000, place=whole(&p.max_neighbors)),
    Setting("time_horizon_agents", 1.0, 0.0, FINITE, 0.01, "s",
            "How far ahead, in seconds, the agent avoids collisions with other agents. With a longer time it turns aside earlier.",
            slider=10.0, place=real(&p.time_horizon_agents)),
    Setting("time_horizon_obstacles", 0.0, 0.0, FINITE, 0.01, "s",
            "How far ahead, in seconds, an agent that avoids others also avoids walls{ and ledges|}. With any value no agent is "
            "pushed off the navmesh.",
            slider=10.0, place=real(&p.time_horizon_obstacles)),
    Setting("time_gap", 0.0, 0.0, FINITE, 0.01, "s",
            "Time that the agent keeps behind others that go the same way: it is no faster than to cover the free distance to them in "
            "this time. 0: none. Pedestrians keep about half a second.",
            slider=5.0, place=real(&p.time_gap)),
    Setting("max_speed", 3.5, 0.0, FINITE, 0.01, "m/s",
            "Speed of the agent on its path, and its greatest speed in avoidance.",
            slider=10000.0, place=real(&p.max_speed)),
    Setting("avoidance_layers", 1, 0, 0xffffffff, 1, "layers",
            "Layers that the agent is on. Other agents avoid it if their avoidance_mask has one of these layers.",
            place=bits(&p.avoidance_layers)),
    Setting("avoidance_mask", 1, 0, 0xffffffff, 1, "layers",
            "The agent avoids other agents that are on one of these layers.",
            place=bits(&p.avoidance_mask)),
    Setting("avoidance_priority", 1.0, 0.0, 1.0, 0.01, "",
            "Of two agents that meet, the one with the lower priority does all of the avoidance.",
            place=real(&p.avoidance_priority)),
    Setting("yields", True, None, None, None, "",
            "The agent, while it stands, steps aside for others that cannot pass, and then returns. A NavAgent does so only after its "
            "first request and until it is stopped.",
            place=flag(&p.yields)),
)

FLOCKING = (
    Setting("separation_weight", 0.0, 0.0, FINITE, 0.01, "",
            "Weight with which the agent, while it walks, keeps away from the others of its flock. 0: not at all; with 1 two agents "
            "that touch part at up to full speed. The three weights apply to agents with avoidance_enabled, and fade over the last "
            "flock_radius of the path.",
            slider=5.0, place=real(&p.separation_weight)),
    Setting("alignment_weight", 0.0, 0.0, FINITE, 0.01, "",
            "Weight with which the agent, while it walks, takes on the mean velocity of the others of its flock that walk. With 1 it "
            "walks by half of its own velocity and half of theirs.",
            slider=5.0, place=real(&p.alignment_weight)),
    Setting("cohesion_weight", 0.0, 0.0, FINITE, 0.01, "",
            "Weight with which the agent, while it walks, keeps near the middle of the others of its flock that walk.",
            slider=5.0, place=real(&p.cohesion_weight)),
    Setting("flock_radius", 3.0, 0.0, FINITE, 0.01, "m",
            "Distance{ in the ground plane|} within which others of its flock count as its neighbors.",
            slider=20.0, place=real(&p.flock_radius)),
    Setting("flock_id", 0, 0, 0x7fffffff, 1, "",
            "Number of the agent's flock: only agents with the same number{,| and} with a weight above 0 {and on the same floor |}are "
            "its neighbors.",
            slider=32, place=whole(&p.flock_id)),
    Setting("leash_length", 5.0, 0.0, FINITE, 0.01, "m",
            "Length of the leash to the agent's leader. Without a request under way the agent follows its leader until the path to it "
            "is this short. On the way of a request it is drawn towards its leader where that is farther away than this.",
            slider=50.0, place=real(&p.leash_length)),
    Setting("leash_weight", 1.0, 0.0, FINITE, 0.01, "",
            "Weight of the leash on the way of a request, which the agent never gives up for it. 0: the agent has a leader, and is "
            "not on a leash.",
            slider=5.0, place=real(&p.leash_weight)),
)

BODY = (
    Setting("max_acceleration", 8.0, 0.0, FINITE, 0.001, "m/s\u00b2",
            "Greatest acceleration, ahead and to the sides; 0: no limit, and none on deceleration. Only contact with others or with a "
            "border of the navmesh changes a velocity faster.",
            slider=100.0, place=real(&p.max_acceleration)),
    Setting("max_deceleration", 16.0, 0.001, inf, 0.001, "m/s\u00b2",
            "Greatest deceleration. The agent begins to brake for the end of its path, and for corners, where this is enough.",
            slider=100.0, place=real(&p.max_deceleration)),
    Setting("turn_rate", 720.0, 0.0, FINITE, 1.0, "\u00b0/s",
            "Greatest rate at which the heading of the velocity turns while the agent walks, in degrees a second; 0: no limit. A "
            "body, or an instance of a MultiMesh, is turned to its velocity at this rate, too; with 0 it is not turned.",
            slider=1440.0, place=real(&p.turn_rate)),
    Setting("auto_brake", True, None, None, None, "",
            "Brakes for the end of the path, and stops there. Without it the agent passes the end at full speed, as on the way "
            "between the points of a patrol, and brakes behind it if there is no other request.",
            place=flag(&p.auto_brake)),
    Setting("stopping_distance", 0.0, 0.0, FINITE, 0.01, "m",
            "Length of the path before its end at which the agent stops. There the request succeeds.",
            slider=100.0, place=real(&p.stopping_distance)),
    Setting("smoothing_time", 0.1, 0.0, FINITE, 0.01, "s",
            "Time constant of smoothed_speed and turning_speed, by which animations are chosen: after a change, as much of the "
            "difference as 1/e is left after this time. 0: they are not smoothed. The walk itself does not depend on it.",
            slider=1.0, place=real(&p.smoothing_time)),
)

# as the inspector shows them
GROUPS = {"Pathfinding": FOLLOWING + SEARCH, "Avoidance": AVOIDANCE, "Flocking": FLOCKING, "Body": BODY}
PARAMS = {field.name: field for rows in (FOLLOWING, SEARCH, FILTER, AVOIDANCE, FLOCKING, BODY) for field in rows}

cdef AgentParams DEFAULTS = {name: field.default for name, field in PARAMS.items()}     # a field without a row is a ValueError
cdef size_t SIZE = sum(field.place[1] for field in PARAMS.values())        # bytes: fields in the order of their sizes leave no gap
cdef vector[ParamPlace] PLACES_OF_SEARCH = [dict(offset=field.place[0], size=field.place[1]) for field in SEARCH + FILTER]


cdef AgentParams default_params() noexcept nogil:
    return DEFAULTS


cdef void copy_params(AgentParams* out, const AgentParams* params) noexcept nogil:
    memcpy(out, params, SIZE)


cdef bint are_same(const AgentParams* a, const AgentParams* b) noexcept nogil:
    """By words: a memcmp may go byte by byte, and scripts that set a velocity ask in each frame."""
    cdef const char* left = <const char*>a
    cdef const char* right = <const char*>b
    cdef uint64_t x, y
    cdef size_t at = 0
    while at + sizeof(x) <= SIZE:
        memcpy(&x, left + at, sizeof(x))
        memcpy(&y, right + at, sizeof(y))
        if x != y:
            return False
        at += sizeof(x)
    return memcmp(left + at, right + at, SIZE - at) == 0


cdef bint need_other_path(const AgentParams* a, const AgentParams* b) noexcept nogil:
    cdef size_t i
    cdef ParamPlace place
    for i in range(PLACES_OF_SEARCH.size()):
        place = PLACES_OF_SEARCH[i]
        if memcmp(<const char*>a + place.offset, <const char*>b + place.offset, place.size) != 0:
            return True
    return False
