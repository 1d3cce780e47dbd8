"""NavWorld: owns a streamed world, its index, what is loaded of it, and the reads under way."""
from libc.stdint cimport int32_t
from navpy.api.streaming.world_reader cimport FileReader, ReadTile
from navpy.base.guard cimport Guard, Inside
from navpy.mesh.nav_view cimport NavView
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.streaming.coarse_search cimport CoarsePlace, CoarseRoute, CoarseSearch
from navpy.streaming.crowd_guide cimport CrowdGuide, WorldView
from navpy.streaming.route_costs cimport RouteCosts
from navpy.streaming.tile_stream cimport TileStream
from navpy.streaming.world_file cimport RawTile
from navpy.streaming.world_index cimport WorldIndex

cdef class NavWorld:
    cdef Guard guard                # crowds read, all else is alone
    cdef WorldIndex index
    cdef TileStream stream
    cdef CoarseSearch search
    cdef FileReader reader
    cdef NavMesh navmesh
    cdef object executor            # None: not needed yet
    cdef dict reads                 # {tile: ReadTile}
    cdef list goal_reads            # [(ReadTile, CrowdLead, asker, tile)]
    cdef list leads                 # weak references to CrowdLead
    cdef list damaged_tiles         # [(x, z)]
    cdef WorldView view(self) noexcept
    cdef int go_in(self, Inside* inside) except -1
    cdef int submit(self, ReadTile read) except -1
    cdef int forget_unwanted(self) except -1
    cdef int add_read(self, int32_t tile, ReadTile read) except -1
    cdef int drop_tiles(self, double end) except -1
    cdef int add_tiles(self, double end) except -1
    cdef int ask_for_tiles(self) except -1
    cdef int ask_for_goals(self, bint wait) except -1
    cdef int read_now(self, int32_t tile, RawTile* out) except -1
    cdef bint place(self, NavView nav, const RouteCosts* prices, const double* point, bint is_goal, CoarsePlace* out) except -1
    cdef int find_route(self, QueryFilter filter, const double* start, const double* goal, CoarseRoute* out) except -1

cdef class CrowdLead:               # the guide of one crowd
    cdef CrowdGuide guide
    cdef NavWorld world
    cdef object __weakref__

cdef CrowdLead lead_crowd(NavWorld world)
