"""The corridor of one who walks: it moves along with its agent and its goal, and is searched anew only when it must."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView
from navpy.query.surface.flood cimport Flood
from navpy.query.surface.leg cimport Leg
from navpy.query.path cimport PathBuffer, PathOptions, PathSearch
from navpy.query.corridor.path_shaping cimport Path

cdef cppclass CorridorData:
    PathOptions options
    PathBuffer path                 # from the agent's place to the goal; corridor[0] is the agent's polygon
    double asked[3]                 # metres: the goal as it was last asked for
    double found_length             # metres in the plan, of the path when it was last searched
    double drift                    # metres that the goal has moved since then
    uint64_t version                # of the mesh that the corridor is known to be good on
    uint64_t rules_version          # likewise
    const void* graph               # that it was packed as, held by whoever searches
    bint uniform                    # likewise: did all polygons cost the same?
    double cost                     # of the path there, metres times what they cost
    Path part                       # scratch: of the path, to be weighed
    PathBuffer spare                # scratch: the path, while another is tried
    Leg leg                         # scratch
    vector[PolyRef] visited
    vector[PolyRef] polys
    vector[int32_t] entries
    int32_t searches                # paths searched
    int32_t repairs                 # changes of the mesh that it was carried over without a search
    int32_t shortcuts               # times that the agent saw past a corner of the corridor

cdef int corridor_search(NavView nav, CorridorData* corridor, PathSearch* search,
                         const double* position, const double* goal) except -1 nogil
cdef int corridor_move(NavView nav, CorridorData* corridor, PathSearch* search, Flood* flood,
                       const double* position) except -1 nogil
cdef int corridor_retarget(NavView nav, CorridorData* corridor, PathSearch* search,
                           Flood* flood, const double* goal) except -1 nogil
