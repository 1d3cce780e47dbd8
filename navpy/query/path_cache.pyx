"""Paths by their ends; the least recently used is dropped first."""
from libc.math cimport INFINITY, fabs, floor
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset
from libcpp.vector cimport vector

from navpy.base.geom cimport border_tolerance, distance2
from navpy.base.tolerances cimport LONGER
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.mesh.tiles.tile_changes cimport TilePlace, find_changed_tiles
from navpy.mesh.tiles.tile_bytes cimport hash_bytes


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
    cache.version = cache.links = 0
    cache.ground = 0.0
    cache.hits = cache.misses = cache.invalidated = 0
    return 0


# ---- the list by use, and the buckets ----

cdef inline double rounded(const Cache* cache, double value) noexcept nogil:
    return floor(value / cache.tolerance + 0.5) + 0.0 if cache.tolerance > 0.0 else value + 0.0     # + 0.0: no −0


cdef void make_key(const Cache* cache, const NearestPoly* start, const NearestPoly* goal, uint64_t options,
                   PathKey* out) noexcept nogil:
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


cdef void remove(Cache* cache, int32_t at) noexcept nogil:
    cdef int32_t* place = bucket_of_key(cache, &cache.paths[at].key)
    while place[0] != at:
        place = &cache.paths[place[0]].next
    place[0] = cache.paths[at].next
    unlink_use(cache, at)
    cache.paths[at].next = cache.free
    cache.free = at
    cache.count -= 1


# ---- what invalidates a path ----

cdef inline double least_by_edge(double sx, double sz, double gx, double gz, double line, double low, double high) noexcept nogil:
    """The length of the shortest way from s to g by a segment x = line, low ≤ z ≤ high. It is straight to the mirror image of g; the
    length is a convex function of the place on the line, so a place beyond the segment is moved to the segment's end."""
    cdef double ds = fabs(sx - line), dg = fabs(gx - line), z
    z = (sz * dg + gz * ds) / (ds + dg) if ds + dg > 0.0 else sz
    z = low if z < low else high if z > high else z
    return distance2(sx, sz, line, z) + distance2(line, z, gx, gz)


cdef double least_by_box(const double* ends, double min_x, double min_z, double max_x, double max_z) noexcept nogil:
    """The length of the shortest way from one end to the other by a box: by the box's border, unless an end is inside."""
    cdef double sx = ends[0], sz = ends[1], gx = ends[2], gz = ends[3], best = INFINITY
    if (min_x <= sx <= max_x and min_z <= sz <= max_z) or (min_x <= gx <= max_x and min_z <= gz <= max_z):
        return distance2(sx, sz, gx, gz)
    best = min(best, least_by_edge(sx, sz, gx, gz, min_x, min_z, max_z))
    best = min(best, least_by_edge(sx, sz, gx, gz, max_x, min_z, max_z))
    best = min(best, least_by_edge(sz, sx, gz, gx, min_z, min_x, max_x))
    return min(best, least_by_edge(sz, sx, gz, gx, max_z, min_x, max_x))


cdef void invalidate_around(NavView nav, Cache* cache, int32_t x, int32_t z) noexcept nogil:
    """Invalidate the paths whose ellipses meet the tile at a place."""
    cdef double min_x = nav.mesh.origin_x + x * nav.mesh.tile_size, min_z = nav.mesh.origin_z + z * nav.mesh.tile_size
    cdef double max_x = min_x + nav.mesh.tile_size, max_z = min_z + nav.mesh.tile_size
    cdef double slack = border_tolerance(max(fabs(min_x), fabs(max_x)), max(fabs(min_z), fabs(max_z))), way
    cdef int32_t at = cache.newest, older
    while at >= 0:
        older = cache.paths[at].older
        way = least_by_box(cache.paths[at].ends, min_x - slack, min_z - slack, max_x + slack, max_z + slack)
        if not way * nav.graph.least_cost > cache.paths[at].cost * (1.0 + LONGER):
            remove(cache, at)
            cache.invalidated += 1
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
        all.push_back(i)                # its number in a path
        all.push_back(nav.graph.link_factors[i])
    return hash_bytes(<const uint8_t*>all.data(), <int64_t>(8 * all.size()))


cdef void remove_all(Cache* cache) noexcept nogil:
    while cache.newest >= 0:
        remove(cache, cache.newest)


cdef int follow_changes(NavView nav, Cache* cache) except -1 nogil:
    """Invalidate what the changes of the mesh since the last call may have made worse than need be."""
    cdef vector[TilePlace] changed
    cdef uint64_t links
    cdef size_t i
    if cache.version == nav.mesh.version:
        return 0
    links = sum_links(nav)
    if nav.mesh.rules_version > cache.version or cache.links != links or cache.ground != nav.graph.ground_cost \
            or nav.mesh.tile_size == 0.0:
        cache.invalidated += cache.count
        remove_all(cache)
    find_changed_tiles(nav.mesh, &cache.tiles, &changed)
    for i in range(changed.size()):
        invalidate_around(nav, cache, changed[i].x, changed[i].z)
    cache.version, cache.links, cache.ground = nav.mesh.version, links, nav.graph.ground_cost
    return 0


# ---- look-up and insertion ----

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


cdef int insert(NavView nav, Cache* cache, const NearestPoly* start, const NearestPoly* goal, uint64_t options, double cost,
                const Path* path) except -1 nogil:
    cdef CachedPath* place
    cdef PathKey key
    cdef int32_t at
    cdef int32_t* bucket
    if cache.paths.empty():
        return 0
    follow_changes(nav, cache)
    make_key(cache, start, goal, options, &key)
    at = find_key(cache, &key)
    if at >= 0:
        remove(cache, at)
    elif cache.free < 0:
        remove(cache, cache.oldest)
    at = cache.free
    place = &cache.paths[at]
    place.path, place.key, place.cost = path[0], key, cost
    place.ends[0], place.ends[1], place.ends[2], place.ends[3] = start.point[0], start.point[2], goal.point[0], goal.point[2]
    cache.free = place.next
    bucket = bucket_of_key(cache, &key)
    place.next = bucket[0]
    bucket[0] = at
    link_newest(cache, at)
    cache.count += 1
    return 0
