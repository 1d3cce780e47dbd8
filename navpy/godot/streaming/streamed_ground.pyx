"""Leads the crowds of a map over streamed worlds: a crowd knows places in world space, a world those in the space of the baker that
streams it."""
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset
from libcpp.memory cimport make_shared
from navpy.base.geom cimport is_point
from navpy.mesh.half_edges cimport FilterRules
from navpy.mesh.mesh_view cimport island_of
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.query.guide cimport Aim, GUIDE_NO_WAY, GUIDE_SEARCH, Guide
from navpy.streaming.crowd_guide cimport guide_of, start_crowd_guide
from navpy.streaming.tile_stream cimport may_come as tile_may_come
from navpy.streaming.world_index cimport entry_at


cdef void to_ground(const StreamedGround* ground, const double* place, double* out) noexcept nogil:
    cdef const float* b = &ground.frame.basis[0]
    cdef double x = place[0] - ground.frame.origin.x, z = place[2] - ground.frame.origin.z
    out[0], out[1], out[2] = b[0] * x + b[6] * z, place[1] - ground.frame.origin.y, b[2] * x + b[8] * z


cdef void from_ground(const StreamedGround* ground, const double* place, double* out) noexcept nogil:
    cdef const float* b = &ground.frame.basis[0]
    cdef double x = place[0], z = place[2]
    out[0], out[1], out[2] = b[0] * x + b[2] * z + ground.frame.origin.x, place[1] + ground.frame.origin.y, \
        b[6] * x + b[8] * z + ground.frame.origin.z


cdef size_t ground_at(const MapGuide* guide, const double* place) noexcept nogil:
    """Index of the streamed ground that has a tile at a place; their number where none has."""
    cdef double own[3]
    cdef size_t i
    for i in range(guide.grounds.size()):
        to_ground(&guide.grounds.at(i), place, own)
        if is_point(own) and entry_at(guide.grounds.at(i).view.index, own[0], own[2]) >= 0:
            return i
    return guide.grounds.size()


cdef bint may_come(const vector[StreamedGround]* grounds, const double* place) noexcept nogil:
    cdef double own[3]
    cdef size_t i
    for i in range(grounds.size()):
        to_ground(&grounds.at(i), place, own)
        if tile_may_come(grounds.at(i).view.index, grounds.at(i).view.stream, own):
            return True
    return False


cdef bint is_partly_loaded(const vector[StreamedGround]* grounds) noexcept nogil:
    cdef size_t i
    for i in range(grounds.size()):
        if grounds.at(i).view.stream.loaded.size() < grounds.at(i).view.index.tiles.size():
            return True
    return False


cdef bint is_on_map(const MapGuide* guide, const double* place, NearestPoly* out) noexcept nogil:
    cdef NavView nav
    cdef SearchExtents reach
    if guide.crowd.mesh == NULL:
        return False
    nav, reach = view_of(guide.crowd.mesh, guide.crowd.mesh.graph), default_extents(guide.crowd.mesh)
    return locate(nav, place, &reach, out)


cdef bint are_joined(const MapGuide* guide, const double* a, const double* b) noexcept nogil:
    """True if two places are on the same island of the map's navmesh. NavLinks join islands there that are apart in a streamed
    world."""
    cdef NearestPoly at_a, at_b
    return is_on_map(guide, a, &at_a) and is_on_map(guide, b, &at_b) \
        and island_of(guide.crowd.mesh, at_a.poly) == island_of(guide.crowd.mesh, at_b.poly)


cdef int find_aim(void* context, int32_t asker, const FilterRules* rules, const double* start, const double* target, int64_t* budget,
                  Aim* out) except -1 nogil:
    """1. A place without a tile of any streamed world, on ground of the map with a way to the other place. 2. The aim of the world at
    the start, or at the target. 3. Without a way of that world to the target, the loaded ways of the map."""
    cdef MapGuide* guide = <MapGuide*>context
    cdef const StreamedGround* ground
    cdef Guide inner
    cdef double own_start[3]
    cdef double own_target[3]
    cdef double aim[3]
    cdef size_t i = ground_at(guide, start), there = ground_at(guide, target), count = guide.grounds.size()
    cdef int guidance
    if (i == count or there == count) and are_joined(guide, start, target):
        memcpy(out.point, target, sizeof(out.point))
        out.stage = -1
        return GUIDE_SEARCH
    if i == count:
        i = there if there < count else 0
    ground = &guide.grounds.at(i)
    to_ground(ground, start, own_start)
    to_ground(ground, target, own_target)
    inner = guide_of(guide.guides[i].get())
    guidance = inner.find_aim(inner.context, asker, rules, own_start, own_target, budget, out)
    if guidance == GUIDE_NO_WAY and are_joined(guide, start, target):
        out.stage, guidance = -1, GUIDE_SEARCH
    if out.stage < 0:
        memcpy(out.point, target, sizeof(out.point))
        return guidance
    memcpy(aim, out.point, sizeof(aim))
    from_ground(ground, aim, out.point)
    return guidance


cdef bint has_ground(void* context, const double* point) noexcept nogil:
    return not may_come((<MapGuide*>context).grounds, point)


cdef int update_map_guide(MapGuide* guide, CrowdData* crowd, const vector[StreamedGround]* grounds) except -1 nogil:
    """Guides of present worlds are kept, with their routes."""
    cdef vector[CrowdGuideRef] before = guide.guides
    cdef CrowdGuideRef own
    cdef size_t i, k
    guide.grounds, guide.crowd = grounds, crowd
    guide.guides.clear()
    for i in range(grounds.size() if grounds != NULL else 0):
        own.reset()
        for k in range(before.size()):
            if before[k].get().world.index == grounds.at(i).view.index:
                own = before[k]
        if own.get() == NULL:
            own = make_shared[CrowdGuide]()
            start_crowd_guide(&grounds.at(i).view, own.get())
        guide.guides.push_back(own)
    memset(&crowd.guide, 0, sizeof(crowd.guide))
    if not guide.guides.empty():
        crowd.guide.find_aim, crowd.guide.has_ground, crowd.guide.context = find_aim, has_ground, guide
    return 0
