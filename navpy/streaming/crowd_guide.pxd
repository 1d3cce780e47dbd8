"""CrowdGuide: leads the agents of a crowd over a streamed world, from stage to stage of their routes.

The target of a request may lie on a tile that is not loaded. The owner's thread takes such a tile from next_goal, lets any thread read
it, and gives it back to take_goal. Coarse searches run in the crowd's own steps, within the budget of its searches, one after the
other."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.query.guide cimport Guide
from navpy.streaming.coarse_search cimport CoarsePlace, CoarseRoute, CoarseSearch
from navpy.streaming.route_costs cimport RouteCostsRef
from navpy.streaming.tile_stream cimport TileStream
from navpy.streaming.world_file cimport RawTile
from navpy.streaming.world_index cimport WorldIndex

cdef struct WorldView:              # borrowed: a world and what is loaded of it; pointers stay valid while the guide lives
    const WorldIndex* index
    const TileStream* stream
    const MeshData* data
    const MeshView* mesh            # of data, with its graph

cdef enum RouteState:
    ROUTE_NONE = 0                  # the target is new, or its prices are
    ROUTE_READS = 1                 # the target's tile has to be read
    ROUTE_PLACED = 2                # the target's place is known
    ROUTE_KNOWN = 3
    ROUTE_OFF_MESH = 4              # the target is on no polygon

cdef cppclass AgentRoute:
    double target[3]                # meters
    RouteCostsRef prices            # of the asker's rules
    int state                       # RouteState
    bint is_being_read              # of ROUTE_READS: its tile was handed out
    int32_t stage                   # index in route.nodes that the asker was led to last, −1: none
    double reach                    # meters, straight, from the asker to that stage at the time
    int32_t tried                   # tiles on which the target was looked for
    CoarsePlace goal
    CoarseRoute route

cdef cppclass CrowdGuide:
    WorldView world
    vector[AgentRoute] routes       # by asker
    vector[RouteCostsRef] prices    # that routes have, each once
    CoarseSearch search             # under way for `searcher`
    int32_t searcher                # −1: none is under way

cdef int start_crowd_guide(const WorldView* world, CrowdGuide* out) except -1 nogil
cdef Guide guide_of(CrowdGuide* guide) noexcept nogil
# A target whose tile has to be read: the tile's index, and the asker by which take_goal is told; −1: there is none.
cdef int32_t next_goal(CrowdGuide* guide, int32_t* asker) noexcept nogil
# The tile was read; one with something wrong is one without polygons. Looks for the targets of all that ask for this place.
cdef int take_goal(CrowdGuide* guide, int32_t asker, int32_t tile, const RawTile* raw) except -1 nogil
