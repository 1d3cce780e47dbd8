"""Found paths, kept until a change of the mesh might lead to better paths.

Of a path from s to g no point p has |s − p| + |p − g| above the path's length, nor has any point of a shorter path. So a path stays
the best as long as no tile on this ellipse changes. Where costs differ, the ellipse's size is the path's cost by the least that a
meter costs. A change of links or rules invalidates all paths."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.mesh.tiles.tile_changes cimport TileVersion

cdef struct PathKey:
    double start[3]                 # meters, or multiples of the tolerance
    double goal[3]
    PolyRef start_poly, goal_poly
    uint64_t options                # whatever else the path depends on: the caller's

cdef cppclass CachedPath:
    PathKey key
    double ends[4]                  # meters: x, z of start and goal
    double cost                     # that the search found
    int32_t next                    # of the same bucket, or free; −1: none
    int32_t newer, older            # by use; −1: none
    Path path

cdef cppclass Cache:                # least recently used; for one mesh and one thread at a time
    double tolerance                # meters; 0: ends must be the same
    vector[CachedPath] paths
    vector[int32_t] buckets         # first path, −1: none; a power of two
    int32_t free, newest, oldest    # −1: none
    int32_t count                   # paths in use
    vector[TileVersion] tiles         # as of version
    uint64_t version                # of the mesh
    uint64_t links                  # checksum of where links lead at what cost
    double ground                   # the cost of a meter on the polygons
    int64_t hits, misses, invalidated

cdef int start_cache(Cache* cache, int32_t capacity, double tolerance) except -1 nogil
# Both first drop paths if a change of the mesh may have made a shorter path possible; the graph must be up to date.
cdef const CachedPath* look_up(NavView nav, Cache* cache, const NearestPoly* start, const NearestPoly* goal,
                               uint64_t options) except? NULL nogil         # NULL: there is none
cdef int insert(NavView nav, Cache* cache, const NearestPoly* start, const NearestPoly* goal, uint64_t options, double cost,
                const Path* path) except -1 nogil
cdef void remove_all(Cache* cache) noexcept nogil
