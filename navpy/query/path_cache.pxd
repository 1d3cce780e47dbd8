"""Paths that were found, kept until they are asked for again or a change of the mesh might lead to better ones.

Of a path from s to g no point p has |s − p| + |p − g| above its length, nor has any point of a shorter one. So a path stays what a search
would find as long as no tile changes that meets this ellipse; where costs differ, its size is the path's cost by the least that a metre
costs. Links or rules that change
end all paths."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.tiles.tile_changes cimport TileState

cdef struct PathKey:
    double start[3]                 # metres, or multiples of the tolerance
    double goal[3]
    PolyRef start_poly, goal_poly
    uint64_t options                # whatever else the path depends on: the caller's

cdef cppclass CachedPath:
    PathKey key
    double ends[4]                  # metres: x, z of start and goal
    double cost                     # that the search counted it for
    int32_t next                    # of the same bucket, or free; −1: none
    int32_t newer, older            # by use; −1: none
    vector[PolyRef] corridor
    vector[int32_t] entries
    vector[double] points
    vector[PolyRef] point_polys
    vector[int32_t] point_links

cdef cppclass Cache:                # for one mesh and one thread at a time
    double tolerance                # metres; 0: ends must be the same
    vector[CachedPath] paths
    vector[int32_t] buckets         # first path, −1: none; a power of two
    int32_t free, newest, oldest    # −1: none
    int32_t count                   # paths in use
    vector[TileState] tiles         # as of version
    uint64_t version, rules_version
    uint64_t links                  # checksum of what links lead where at what cost
    double ground                   # what links are weighed by
    int64_t hits, misses, ended

cdef int start_cache(Cache* cache, int32_t capacity, double tolerance) except -1 nogil
# Both first end what a change of the mesh may have made worse than what a search would find; the graph must be up to date.
cdef const CachedPath* look_up(NavView nav, Cache* cache, const NearestPoly* start, const NearestPoly* goal,
                               uint64_t options) except? NULL nogil         # NULL: there is none
cdef int remember(NavView nav, Cache* cache, const NearestPoly* start, const NearestPoly* goal,
                  uint64_t options, double cost, const vector[PolyRef]* corridor, const vector[int32_t]* entries,
                  const vector[double]* points, const vector[PolyRef]* point_polys, const vector[int32_t]* point_links) except -1 nogil
