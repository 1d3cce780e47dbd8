"""What a crowd is made of."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_avoidance cimport Avoidance, AvoidanceMemory
from navpy.motion.crowd.contacts cimport ContactMemory
from navpy.motion.crowd.local_boundary cimport LocalBoundary
from navpy.motion.avoidance.obstacle_islands cimport ObstacleIslands
from navpy.motion.crowd.path_following cimport FollowedPath
from navpy.motion.avoidance.homotopy_path cimport Detour, DetourWork
from navpy.motion.crowd.walkable cimport Walkables
from navpy.mesh.half_edges cimport PortalGraph, FilterRules
from navpy.query.path cimport PathBuffer, PathSearch
from navpy.base.vec2 cimport Vec2

cdef cppclass Blockade:             # a way that agents who stand have shut
    double until                    # seconds on the crowd's clock
    double radius                   # metres: of who came upon it
    vector[int32_t] members         # slots of who stands there
    vector[Vec2] stood              # metres, where each did
    vector[PolyRef] polys           # what is shut
    vector[int32_t] edges           # likewise, as indices in mesh.corners

cdef cppclass CrowdData:
    const MeshView* mesh            # NULL until there is one
    PathSearch search
    PathBuffer buffer
    vector[Agent] agents            # by slot
    vector[FollowedPath] paths      # by slot
    vector[LocalBoundary] boundaries    # by slot
    Walkables walkables             # what those may walk on who may not walk on all
    bint has_new_mesh               # they are to be made anew
    Avoidance avoidance
    AvoidanceMemory memory
    ContactMemory contacts
    vector[int32_t] free_slots
    vector[int32_t] active          # slots that have a path to walk
    vector[int32_t] waiting         # slots that have to search a path, first come first served
    double now                      # seconds, its clock
    vector[Blockade] blockades
    uint32_t blockade_version       # mesh_version that they are of
    FilterRules rules                     # what they leave of the mesh
    PortalGraph open_ways           # that, packed
    ObstacleIslands islands         # scratch, as the next five
    vector[int32_t] settling        # participants in avoidance
    vector[double] circles
    vector[int32_t] standing        # slots, parallel to the circles
    DetourWork detour_work
    Detour detour
    int64_t search_budget           # nodes of searches a step that those may take, 0: SEARCH_BUDGET
    int64_t spent                   # of it, in this step
    uint32_t mesh_version           # counts crowd_set_mesh, and changes of the mesh that were noticed
    uint64_t seen_version           # of the mesh, as last looked at
    int64_t searches                # paths searched since there is this crowd
