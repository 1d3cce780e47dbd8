"""Paths by their ends, the least recently used forgotten first."""
from libc.math cimport INFINITY, fabs, floor
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_length, read_point
from navpy.base.core cimport PolyRef, REASON_GOAL_UNREACHABLE
from navpy.base.geom cimport border_tolerance, distance2
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport PortalGraph
from navpy.navmesh.given_ends cimport path_tuple, read_ends
from navpy.mesh.tiles.tile_changes cimport TilePlace, find_changed_tiles
from navpy.query.path cimport (ALGORITHM_EXACT, PathBuffer, PathOptions, PathSearch, default_options, find_path, finish_path,
                               place_ends)
from navpy.query.path_result cimport PathResult
from navpy.query.polyanya.polyanya cimport find_exact
from navpy.mesh.tiles.tile cimport hash_bytes

cdef double ROUNDING = 1e-9             # of a length: a sum of its parts may be off by that


cdef int start_cache(Cache* cache, int32_t capacity, double tolerance) except -1 nogil:
    cdef int32_t i, buckets = 1
    while buckets < capacity:
        buckets *= 2
    cache.tolerance = tolerance
    cache.paths.clear()
    cache.paths.resize(capacity)
    cache.buckets.clear()
    cache.buckets.resize(buckets, -1)
    for i in range(capacity):
        cache.paths[i].next = i + 1 if i + 1 < capacity else -1
    cache.free, cache.newest, cache.oldest, cache.count = 0 if capacity > 0 else -1, -1, -1, 0
    cache.tiles.clear()
    cache.version = cache.rules_version = cache.links = 0
    cache.ground = 0.0
    cache.hits = cache.misses = cache.ended = 0
    return 0


# ---- the list by use, and the buckets ----

cdef inline double rounded(const Cache* cache, double value) noexcept nogil:
    return floor(value / cache.tolerance + 0.5) + 0.0 if cache.tolerance > 0.0 else value + 0.0     # + 0.0: no −0


cdef void make_key(const Cache* cache, const NearestPoly* start, const NearestPoly* goal, uint64_t options, PathKey* out) noexcept nogil:
    cdef int i
    memset(out, 0, sizeof(PathKey))
    for i in range(3):
        out.start[i], out.goal[i] = rounded(cache, start.point[i]), rounded(cache, goal.point[i])
    out.start_poly, out.goal_poly, out.options = start.poly, goal.poly, options


cdef inline int32_t* bucket_of_key(Cache* cache, const PathKey* key) noexcept nogil:
    return &cache.buckets[hash_bytes(<const uint8_t*>key, sizeof(PathKey)) >> 16 & (cache.buckets.size() - 1)]


cdef int32_t find_key(Cache* cache, const PathKey* key) noexcept nogil:
    cdef int32_t at = bucket_of_key(cache, key)[0]
    while at >= 0 and memcmp(&cache.paths[at].key, key, sizeof(PathKey)) != 0:
        at = cache.paths[at].next
    return at


cdef void unlink_use(Cache* cache, int32_t at) noexcept nogil:
    cdef CachedPath* path = &cache.paths[at]
    if path.newer >= 0:
        cache.paths[path.newer].older = path.older
    else:
        cache.newest = path.older
    if path.older >= 0:
        cache.paths[path.older].newer = path.newer
    else:
        cache.oldest = path.newer


cdef void link_newest(Cache* cache, int32_t at) noexcept nogil:
    cdef CachedPath* path = &cache.paths[at]
    path.newer, path.older = -1, cache.newest
    if cache.newest >= 0:
        cache.paths[cache.newest].newer = at
    else:
        cache.oldest = at
    cache.newest = at


cdef void forget(Cache* cache, int32_t at) noexcept nogil:
    cdef int32_t* place = bucket_of_key(cache, &cache.paths[at].key)
    while place[0] != at:
        place = &cache.paths[place[0]].next
    place[0] = cache.paths[at].next
    unlink_use(cache, at)
    cache.paths[at].next = cache.free
    cache.free = at
    cache.count -= 1


# ---- what ends a path ----

cdef inline double by_way_of_edge(double sx, double sz, double gx, double gz, double line, double low, double high) noexcept nogil:
    """The least way from s to g by way of a segment x = line, low ≤ z ≤ high: that of mirrored g, as the length is a convex function
    of the place on the line."""
    cdef double ds = fabs(sx - line), dg = fabs(gx - line), z
    z = (sz * dg + gz * ds) / (ds + dg) if ds + dg > 0.0 else sz
    z = low if z < low else high if z > high else z
    return distance2(sx, sz, line, z) + distance2(line, z, gx, gz)


cdef double by_way_of_box(const double* ends, double min_x, double min_z, double max_x, double max_z) noexcept nogil:
    """The least way from one end to the other by way of a box: over its border, unless an end is inside."""
    cdef double sx = ends[0], sz = ends[1], gx = ends[2], gz = ends[3], best = INFINITY
    if (min_x <= sx <= max_x and min_z <= sz <= max_z) or (min_x <= gx <= max_x and min_z <= gz <= max_z):
        return distance2(sx, sz, gx, gz)
    best = min(best, by_way_of_edge(sx, sz, gx, gz, min_x, min_z, max_z))
    best = min(best, by_way_of_edge(sx, sz, gx, gz, max_x, min_z, max_z))
    best = min(best, by_way_of_edge(sz, sx, gz, gx, min_z, min_x, max_x))
    return min(best, by_way_of_edge(sz, sx, gz, gx, max_z, min_x, max_x))


cdef void end_around(NavView nav, Cache* cache, int32_t x, int32_t z) noexcept nogil:
    """End the paths whose ellipses meet the tile at a place."""
    cdef double min_x = nav.mesh.origin_x + x * nav.mesh.tile_size, min_z = nav.mesh.origin_z + z * nav.mesh.tile_size
    cdef double max_x = min_x + nav.mesh.tile_size, max_z = min_z + nav.mesh.tile_size
    cdef double slack = border_tolerance(max(fabs(min_x), fabs(max_x)), max(fabs(min_z), fabs(max_z))), way
    cdef int32_t at = cache.newest, older
    while at >= 0:
        older = cache.paths[at].older
        way = by_way_of_box(cache.paths[at].ends, min_x - slack, min_z - slack, max_x + slack, max_z + slack)
        if not way * nav.graph.least_cost > cache.paths[at].cost * (1.0 + ROUNDING):
            forget(cache, at)
            cache.ended += 1
        at = older


cdef uint64_t sum_links(NavView nav) except? 0 nogil:
    """A checksum of the links that may be taken."""
    cdef vector[double] all
    cdef const OffMeshLink* link
    cdef int32_t i
    cdef int k
    for i in range(nav.mesh.link_count):
        link = &nav.mesh.links[i]
        if nav.graph.link_factors[i] < 0.0:
            continue
        for k in range(3):
            all.push_back(link.leave[0][k])
            all.push_back(link.leave[1][k])
            all.push_back(link.land[0][k])
            all.push_back(link.land[1][k])
        all.push_back(link.start_poly)
        all.push_back(link.end_poly)
        all.push_back(link.id)
        all.push_back(i)                # what a path calls it by
        all.push_back(nav.graph.link_factors[i])
    return hash_bytes(<const uint8_t*>all.data(), <int64_t>(8 * all.size()))


cdef void end_all(Cache* cache) noexcept nogil:
    while cache.newest >= 0:
        forget(cache, cache.newest)
        cache.ended += 1


cdef int follow_changes(NavView nav, Cache* cache) except -1 nogil:
    cdef vector[TilePlace] changed
    cdef uint64_t links
    cdef size_t i
    if cache.version == nav.mesh.version and cache.rules_version == nav.mesh.rules_version:
        return 0
    links = sum_links(nav)
    if cache.rules_version != nav.mesh.rules_version or cache.links != links or cache.ground != nav.graph.ground_cost \
            or nav.mesh.tile_size == 0.0:
        end_all(cache)
    find_changed_tiles(nav.mesh, &cache.tiles, &changed)
    for i in range(changed.size()):
        end_around(nav, cache, changed[i].x, changed[i].z)
    cache.version, cache.rules_version, cache.links, cache.ground = nav.mesh.version, nav.mesh.rules_version, links, nav.graph.ground_cost
    return 0


# ---- looking up ----

cdef const CachedPath* look_up(NavView nav, Cache* cache, const NearestPoly* start, const NearestPoly* goal,
                               uint64_t options) except? NULL nogil:
    cdef PathKey key
    cdef int32_t at
    follow_changes(nav, cache)
    make_key(cache, start, goal, options, &key)
    at = find_key(cache, &key)
    if at < 0:
        cache.misses += 1
        return NULL
    cache.hits += 1
    unlink_use(cache, at)
    link_newest(cache, at)
    return &cache.paths[at]


cdef int remember(NavView nav, Cache* cache, const NearestPoly* start, const NearestPoly* goal,
                  uint64_t options, double cost, const vector[PolyRef]* corridor, const vector[int32_t]* entries,
                  const vector[double]* points, const vector[PolyRef]* point_polys, const vector[int32_t]* point_links) except -1 nogil:
    cdef CachedPath* path
    cdef PathKey key
    cdef int32_t at
    cdef int32_t* bucket
    if cache.paths.empty():
        return 0
    follow_changes(nav, cache)
    make_key(cache, start, goal, options, &key)
    at = find_key(cache, &key)
    if at >= 0:
        forget(cache, at)
    elif cache.free < 0:
        forget(cache, cache.oldest)
    at = cache.free
    path = &cache.paths[at]
    path.corridor, path.entries, path.points = corridor[0], entries[0], points[0]
    path.point_polys, path.point_links = point_polys[0], point_links[0]
    path.key, path.cost = key, cost
    path.ends[0], path.ends[1], path.ends[2], path.ends[3] = start.point[0], start.point[2], goal.point[0], goal.point[2]
    cache.free = path.next
    bucket = bucket_of_key(cache, &key)
    path.next = bucket[0]
    bucket[0] = at
    link_newest(cache, at)
    cache.count += 1
    return 0


# ---- Python ----

cdef class PathCache:
    """PathCache(mesh, capacity=256, tolerance=0): the paths of ExactFinder(mesh), found once.

    A path is found again where it is asked for between the same ends on the same polygons, and is what a search would find now,
    whatever has changed since. tolerance: metres; where it isn't 0, ends that are rounded to the same multiple of it along all axes
    count as the same, and a path comes from the ends it was first asked for with. capacity: paths; the least recently used one goes
    first. One object is for one thread at a time. ValueError: a capacity below 0 or above 2^24, a tolerance that isn't finite or is
    below 0."""
    cdef NavMesh mesh
    cdef Cache cache
    cdef PathSearch search

    def __cinit__(self, NavMesh mesh not None, int64_t capacity=256, tolerance=0.0):
        if not 0 <= capacity <= 1 << 24:
            raise ValueError(f"capacity: must be 0 … {1 << 24}, is {capacity}")
        self.mesh = mesh
        start_cache(&self.cache, <int32_t>capacity, read_length("tolerance", tolerance))

    def find_path(self, start, goal):
        """The path from start to goal, (x, y, z) in metres each, as NavMesh.find_path finds it: a PathResult. Where costs differ it is
        searched each time."""
        cdef PathResult result = PathResult.__new__(PathResult)
        cdef PathBuffer* out = &result.data
        cdef PathOptions options = default_options()
        cdef const MeshView* view = &self.mesh.view
        cdef double a[3]
        cdef double b[3]
        read_point("start", start, a)
        read_point("goal", goal, b)
        with nogil:
            if not view.graph.uniform:
                find_path(view_of(view, view.graph), &options, &self.search, a, b, out)
            elif place_ends(view_of(view, view.graph), a, b, out):
                out.algorithm = ALGORITHM_EXACT
                if self.recall(out):
                    finish_path(view_of(view, view.graph), &options, out)
                else:
                    out.reason = REASON_GOAL_UNREACHABLE
        return result

    cdef bint recall(self, PathBuffer* out) except -1 nogil:
        """The path between the ends, from the cache or searched; false where there is none."""
        cdef const MeshView* view = &self.mesh.view
        cdef const CachedPath* found = look_up(view_of(view, view.graph), &self.cache, &out.start, &out.goal, 0)
        if found != NULL:
            out.corridor, out.entries, out.points = found.corridor, found.entries, found.points
            out.point_polys, out.point_links = found.point_polys, found.point_links
            return True
        if not find_exact(view_of(view, view.graph), &self.search.exact, &self.search.sights, &out.start, &out.goal, &out.corridor, &out.entries, &out.points,
                          &out.point_polys, &out.point_links):
            return False
        out.searched = self.search.exact.searched
        remember(view_of(view, view.graph), &self.cache, &out.start, &out.goal, 0, view.graph.ground_cost * self.search.exact.best, &out.corridor,
                 &out.entries, &out.points, &out.point_polys, &out.point_links)
        return True

    def path(self, PolyRef start_poly, start, PolyRef goal_poly, goal):
        """As ExactFinder.path gives it: (length in the ground plane, points, a polygon for each, link ids, corridor, entries) between
        two points on given polygons; None where there is no way, which isn't kept. ValueError: a polygon that the mesh does not
        have, a point that is not finite."""
        cdef NearestPoly a, b
        cdef const CachedPath* found
        cdef vector[PolyRef] polys, point_polys
        cdef vector[int32_t] entries, links
        cdef vector[double] points
        cdef const MeshView* view = &self.mesh.view
        read_ends(self.mesh, "path", start_poly, start, goal_poly, goal, &a, &b)
        with nogil:
            found = look_up(view_of(view, view.graph), &self.cache, &a, &b, 0)
            if found == NULL and find_exact(view_of(view, view.graph), &self.search.exact, &self.search.sights, &a, &b, &polys, &entries,
                                            &points, &point_polys, &links):
                remember(view_of(view, view.graph), &self.cache, &a, &b, 0, view.graph.ground_cost * self.search.exact.best, &polys, &entries, &points,
                         &point_polys, &links)
        if found != NULL:
            return path_tuple(found.cost / view.graph.ground_cost, &found.points, &found.point_polys, &found.point_links, &found.corridor,
                              &found.entries)
        if points.empty():
            return None
        return path_tuple(self.search.exact.best, &points, &point_polys, &links, &polys, &entries)

    def clear(self):
        """Forget all paths; the counts stay."""
        while self.cache.newest >= 0:
            forget(&self.cache, self.cache.newest)

    def __len__(self):
        return self.cache.count

    @property
    def hits(self):
        """How many paths were there when they were asked for."""
        return self.cache.hits

    @property
    def misses(self):
        """How many had to be searched."""
        return self.cache.misses

    @property
    def ended(self):
        """How many were given up because the mesh has changed where a better way could be now."""
        return self.cache.ended
