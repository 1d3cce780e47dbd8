"""The data of a crowd."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.grid.tiles.field_guide cimport FieldGuide
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.abreast cimport Lanes
from navpy.motion.agent.agent cimport Agent
from navpy.motion.crowd.arrival_places cimport PlaceSearch
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory
from navpy.motion.crowd.participants cimport Avoidance
from navpy.motion.crowd.contacts cimport ContactMemory
from navpy.motion.agent.link_order cimport LinkOrder
from navpy.motion.agent.local_boundary cimport LocalBoundary
from navpy.motion.agent.path_ends cimport SharedEnd
from navpy.motion.crowd.shared_goals cimport SharedGoals
from navpy.motion.avoidance.obstacle_islands cimport ObstacleIslands
from navpy.motion.agent.path_following cimport FollowedPath
from navpy.motion.agent.shared_params cimport SharedParams
from navpy.motion.avoidance.homotopy_path cimport Detour, DetourMemory
from navpy.motion.agent.walkable cimport WalkableAreas
from navpy.mesh.half_edges cimport PortalGraph, FilterRules
from navpy.query.guide cimport Guide
from navpy.query.path cimport PathBuffer, PathSearch
from navpy.base.vec2 cimport Vec2

cdef enum:
    NO_SLOT = -1

cdef cppclass BlockedWay:           # polygons and edges that standing agents block from wall to wall
    double until                    # seconds on the crowd's clock
    double radius                   # meters, radius of the agent that found the way blocked
    vector[int32_t] members         # slots of the standing agents, VISITOR_SLOT: a visitor; NO_SLOT: a point of an obstacle's outline
    vector[Vec2] stood              # parallel: meters, where each stood
    vector[PolyRef] polys           # blocked polygons
    vector[int32_t] edges           # blocked edges, as indices in mesh.corners

cdef struct Sight:                  # of another crowd in a step
    uint64_t crowd_number           # of the other crowd
    uint64_t step_count             # of the other crowd, for the state in which it was seen

cdef enum:
    BOTTLENECK_EDGES = 4                  # at most: a bottleneck is one edge, but where tiles meet in it

cdef struct Bottleneck:                   # a narrow place where agents queue, in one direction
    int64_t id                      # above 0, never used again
    Vec2 left, right                # meters: its ends at the walls, as those see them who pass
    double height                   # meters, of its floor
    double headroom                 # meters above and below, within which a path at this place passes it
    double passed                   # agents that have passed while others waited; both fade (BLOCKED_FOR)
    double drained_for              # seconds in which they passed
    double used_at                  # seconds on the crowd's clock: when an agent had to wait last
    int32_t edges[BOTTLENECK_EDGES]       # half-edges that join its ends
    int32_t edge_count
    uint8_t has_queue               # agents wait before it
    uint8_t is_only_way             # a search without it has found no way

cdef cppclass CrowdData:
    const MeshView* mesh            # NULL: none
    Guide guide                     # of a mesh that is a part of a larger world; guide.find_aim NULL: it is all of it
    PathSearch search
    PathBuffer buffer               # the path that was searched last
    SharedGoals shared              # goals of many agents, and their fields
    SharedEnd shared_end
    vector[Agent] agents            # by slot
    SharedParams params             # of the agents
    vector[FollowedPath] paths      # by slot
    vector[LocalBoundary] boundaries    # by slot
    vector[const FieldGuide*] field_guides  # by slot: the field that it follows, or followed last; NULL: none. Borrowed
    WalkableAreas walkables         # areas of agents that may not walk on all of the mesh
    bint has_new_mesh               # the walkable areas are of the mesh before
    Avoidance avoidance
    AvoidanceMemory memory          # for the part of a step that a single thread does
    vector[AvoidanceMemory] memories    # one for each task
    ContactMemory contacts
    vector[int32_t] free_slots      # slots without an agent
    vector[int32_t] active          # slots of active agents
    vector[int32_t] walking         # scratch: active agents that make this step
    vector[int32_t] search_queue    # slots of agents that wait for a search, first come first served
    LinkOrder link_order            # of agents at links
    Lanes lanes                     # of agents that walk abreast
    int64_t leash_count             # agents with a leader
    double now                      # seconds, the crowd's clock
    uint64_t step_count             # steps begun and states loaded
    vector[Sight] sights            # of the last step, for crowds that this crowd saw
    vector[BlockedWay] blocked_ways
    uint32_t blocked_version        # mesh_version that blocked_ways belong to
    FilterRules unblocked_rules     # the mesh without its blocked ways
    PortalGraph unblocked_graph     # packed by unblocked_rules
    vector[Bottleneck] bottlenecks
    int64_t bottlenecks_made              # the last id of a bottleneck
    uint32_t bottlenecks_version          # mesh_version that bottlenecks belong to
    int32_t next_bottleneck               # index in bottlenecks: the next step looks at its queue
    int64_t congestion_debt         # nodes that the last look has cost, less its share of search_budget for each step since then
    vector[pair[double, int32_t]] arrivals      # scratch: seconds until an agent can be at a bottleneck, and its slot
    vector[pair[double, int32_t]] other_arrivals    # scratch
    vector[pair[double, int32_t]] ways_to_bottlenecks     # scratch: meters along a path to a bottleneck, and the bottleneck's index
    vector[double] waits            # scratch, parallel to arrivals: seconds
    ObstacleIslands islands         # scratch: islands of standing agents
    vector[int32_t] arriving        # scratch: participants in avoidance that arrive
    PlaceSearch places
    vector[double] circles          # scratch: standing agents, 3 numbers each: x, y, radius, meters
    vector[int32_t] standing        # scratch: their slots as those of members, parallel to circles
    DetourMemory detour_work        # scratch
    Detour detour                   # scratch: the detour found last
    int64_t search_budget           # nodes that path searches may take in a step; 0: SEARCH_BUDGET
    int64_t spent                   # nodes that path searches have taken in this step
    uint32_t mesh_version           # counts calls of crowd_set_mesh and changes of the mesh, as they are noticed
    uint64_t seen_version           # version of the mesh when it was last looked at
    uint64_t hashed_version         # version of the mesh when mesh_hash was taken; 0: it was not
    uint64_t mesh_hash              # see hash_mesh
    int64_t searches                # paths searched so far
