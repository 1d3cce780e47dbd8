"""A corridor that moves along with its agent and its goal (Detour's path corridor), and is searched anew only when it must be."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.query.surface.flood cimport Flood
from navpy.query.surface.leg cimport Leg
from navpy.query.path cimport PathBuffer, PathOptions, PathSearch
from navpy.mesh.path_data cimport Path

cdef cppclass CorridorData:
    PathOptions options
    PathBuffer path                 # from the agent to the goal; corridor[0] is the agent's polygon
    double target[3]                # meters, the goal of the last request
    double found_length             # meters in the plan, length of the path at the last search
    double target_drift             # meters that the goal has moved since the last search
    uint64_t version                # of the mesh when the corridor was last found valid
    uint64_t rules_version          # of the graph's rules at that time
    const void* graph               # the graph at that time; the caller of a search owns it
    bint uniform                    # at that time all polygons had the same cost
    double cost                     # of the path, meters times costs
    Path part                       # scratch: a part of the path whose cost is compared
    PathBuffer spare                # scratch: the path before a change that may be undone
    Leg leg                         # scratch
    vector[PolyRef] visited         # scratch: polygons of the last move, from its start to its end
    vector[PolyRef] polys           # scratch: a new corridor
    vector[int32_t] entries         # scratch, parallel to polys
    int32_t searches                # paths searched so far
    int32_t repairs                 # changes of the mesh that needed no search
    int32_t shortcuts               # corners skipped because the corner after them was in sight

cdef int corridor_search(NavView nav, CorridorData* corridor, PathSearch* search,
                         const double* position, const double* goal) except -1 nogil

# corridor_move: the agent is at another position. corridor_retarget: the agent wants to go to another goal.
ctypedef int (*CorridorUpdate)(NavView nav, CorridorData* corridor, PathSearch* search, Flood* flood,
                               const double* point) except -1 nogil
cdef int corridor_move(NavView nav, CorridorData* corridor, PathSearch* search, Flood* flood, const double* position) except -1 nogil
cdef int corridor_retarget(NavView nav, CorridorData* corridor, PathSearch* search, Flood* flood, const double* goal) except -1 nogil
