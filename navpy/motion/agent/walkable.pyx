"""All agents of a crowd with the same flags share a graph. Agents with the same flags and the same path radius share a clearance
map."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy
from libcpp.memory cimport make_shared, shared_ptr
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport border_tolerance, distance2
from navpy.base.vec2 cimport Vec2, to_plan, to_world
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.poly_surface cimport height_at
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.portal_graph cimport forget_packed, forget_tile, start_rules, update_portal_graph
from navpy.mesh.half_edges cimport PortalGraph, FilterRules
from navpy.query.clearance.clearance_map cimport ClearanceMap, closest_on_piece, update_clearance_map
from navpy.query.surface.raycast cimport RayHit, raycast

POINT_TOLERANCE = 1e-3
FLOOR_TOLERANCE = 0.5

cdef double LEAST_CLEARANCE = 1e-6      # meters: a path radius that exceeds the radius of the mesh by less is taken for that radius


# ---- the areas of a crowd ----

cdef int find_flag_graph(WalkableAreas* all, uint32_t flags, const FilterRules* filter, shared_ptr[FlagGraph]* out) except -1 nogil:
    """The graph of some flags and a filter, made if there is none yet; NULL for all flags without a filter."""
    cdef size_t i
    if flags == ALL_FLAGS and filter == NULL:
        return 0
    for i in range(all.flag_graphs.size()):
        if all.flag_graphs[i].get().flags == flags and all.flag_graphs[i].get().filter == filter:
            out[0] = all.flag_graphs[i]
            return 0
    out[0] = make_shared[FlagGraph]()
    out.get().flags, out.get().filter = flags, filter
    start_rules(&out.get().rules)
    out.get().rules.include_flags = <uint16_t>flags
    all.flag_graphs.push_back(out[0])
    return 0


cdef inline uint32_t flags_of(const WalkableArea* walkable) noexcept nogil:
    return walkable.flag_graph.get().flags if walkable.flag_graph.get() != NULL else <uint32_t>ALL_FLAGS


cdef inline const FilterRules* filter_of(const WalkableArea* walkable) noexcept nogil:
    return walkable.flag_graph.get().filter if walkable.flag_graph.get() != NULL else NULL


cdef bint find_walkable(WalkableAreas* all, uint32_t flags, const FilterRules* filter, double path_radius,
                        const WalkableArea** out) noexcept nogil:
    cdef const WalkableArea* area
    cdef size_t i
    flags &= ALL_FLAGS
    out[0] = NULL
    if flags == ALL_FLAGS and filter == NULL and path_radius == 0.0:
        return True
    for i in range(all.areas.size()):
        area = all.areas[i].get()
        if area.path_radius == path_radius and flags_of(area) == flags and filter_of(area) == filter:
            out[0] = area
            return True
    return False


cdef WalkableArea* make_walkable(WalkableAreas* all, uint32_t flags, const FilterRules* filter, double path_radius) except NULL nogil:
    cdef shared_ptr[WalkableArea] made = make_shared[WalkableArea]()
    made.get().path_radius = path_radius
    find_flag_graph(all, flags & ALL_FLAGS, filter, &made.get().flag_graph)
    all.areas.push_back(made)
    return made.get()


cdef bint is_used(const WalkableArea* walkable, const vector[const WalkableArea*]* used) noexcept nogil:
    cdef size_t i
    for i in range(used.size()):
        if used.at(i) == walkable:
            return True
    return False


cdef void drop_unused(WalkableAreas* all, const vector[const WalkableArea*]* used) noexcept nogil:
    cdef size_t i = 0
    while i < all.areas.size():
        if is_used(all.areas[i].get(), used):
            i += 1
        else:
            all.areas.erase(all.areas.begin() + i)
    i = 0
    while i < all.flag_graphs.size():
        if all.flag_graphs[i].use_count() > 1:
            i += 1
        else:
            all.flag_graphs.erase(all.flag_graphs.begin() + i)


# ---- changes of the mesh and of filters ----

cdef bint invalidate_filtered(WalkableAreas* all) noexcept nogil:
    cdef FlagGraph* graph
    cdef bint any = False
    cdef size_t i
    for i in range(all.flag_graphs.size()):
        graph = all.flag_graphs[i].get()
        if graph.filter != NULL and graph.filter_changes != graph.filter.changes:
            any, graph.is_current, graph.has_unblocked_graph = True, False, False
    for i in range(all.areas.size() if any else 0):
        graph = all.areas[i].get().flag_graph.get()
        if graph != NULL and not graph.is_current:
            all.areas[i].get().has_clearance_map = False
    return any


cdef int invalidate(WalkableAreas* all, bint is_other_mesh) except -1 nogil:
    cdef size_t i
    for i in range(all.flag_graphs.size()):
        all.flag_graphs[i].get().is_current = all.flag_graphs[i].get().has_unblocked_graph = False
        if is_other_mesh:
            forget_packed(&all.flag_graphs[i].get().graph)
    for i in range(all.areas.size()):
        all.areas[i].get().has_clearance_map = False
        if is_other_mesh:
            all.areas[i].get().clearance_map.version = 0
    return 0


cdef bint have_all_a_flag(const MeshView* mesh, uint32_t flags) noexcept nogil:
    """True if all polygons and links with any flag have one of the given flags."""
    cdef PolyRef poly
    cdef int32_t i
    for poly in range(mesh.poly_count):
        if mesh.polys[poly].count > 0 and mesh.polys[poly].flags != 0 and not mesh.polys[poly].flags & flags:
            return False
    for i in range(mesh.link_count):
        if mesh.links[i].flags != 0 and not mesh.links[i].flags & flags:
            return False
    return True


cdef inline bint at_or(const vector[uint8_t]* values, size_t i) noexcept nogil:
    return i < values.size() and values.at(i) != 0


cdef bint have_same_costs(const FilterRules* a, const FilterRules* b) noexcept nogil:
    """True if two filters differ in their polygons and links at most."""
    cdef size_t i
    if a.area_costs.size() != b.area_costs.size():
        return False
    for i in range(a.area_costs.size()):
        if a.area_costs[i] != b.area_costs[i]:
            return False
    return a.exclude_flags == b.exclude_flags and a.include_flags == b.include_flags \
        and a.knows_all == b.knows_all and a.unknown_factor == b.unknown_factor and a.exit_only_areas == b.exit_only_areas


cdef int copy_filter(const MeshView* mesh, FlagGraph* flag_graph) except -1 nogil:
    """Copies the rules of the filter, and forgets the packed tiles that they change."""
    cdef FilterRules rules = flag_graph.filter[0]
    cdef const FilterRules* old = &flag_graph.rules
    cdef double penalty, old_penalty
    cdef size_t i
    rules.include_flags &= <uint16_t>flag_graph.flags
    if not have_same_costs(&rules, old):
        forget_packed(&flag_graph.graph)
    for i in range(<size_t>mesh.poly_count):
        penalty = rules.penalties[i] if i < rules.penalties.size() else 0.0
        old_penalty = old.penalties[i] if i < old.penalties.size() else 0.0
        if at_or(&rules.known, i) != at_or(&old.known, i) or at_or(&rules.blocked, i) != at_or(&old.blocked, i) \
                or penalty != old_penalty:
            forget_tile(&flag_graph.graph, mesh.polys[i].tile)
    flag_graph.rules = rules
    flag_graph.filter_changes = rules.changes
    return 0


cdef int update_flag_graph(const MeshView* mesh, WalkableArea* walkable) except -1 nogil:
    cdef FlagGraph* flag_graph = walkable.flag_graph.get()
    if flag_graph == NULL or flag_graph.is_current:
        return 0
    flag_graph.is_whole_mesh = flag_graph.filter == NULL and have_all_a_flag(mesh, flag_graph.flags)
    if flag_graph.filter != NULL and flag_graph.filter_changes != flag_graph.filter.changes:
        copy_filter(mesh, flag_graph)
    if not flag_graph.is_whole_mesh:
        if flag_graph.rules_version != mesh.rules_version:     # flags of any tile may have changed
            forget_packed(&flag_graph.graph)
        update_portal_graph(mesh, &flag_graph.rules, &flag_graph.graph)
        flag_graph.rules_version = mesh.rules_version
    flag_graph.is_current = True
    return 0


cdef int update_clearance(const MeshView* mesh, WalkableArea* walkable) except -1 nogil:
    cdef double clearance = walkable.path_radius - mesh.agent_radius
    update_flag_graph(mesh, walkable)
    if walkable.has_clearance_map or not clearance > LEAST_CLEARANCE:
        return 0
    update_clearance_map(view_of(mesh, graph_of(mesh, walkable)), clearance, &walkable.clearance_map)
    walkable.has_clearance_map = True
    return 0


# ---- blocked ways ----

cdef bint set_blocked(vector[uint8_t]* own, size_t i, const vector[uint8_t]* blocked, const vector[uint8_t]* filtered) noexcept nogil:
    """Sets whether i is blocked, by standing agents or by the filter. Returns True if this is a change."""
    cdef uint8_t is_blocked = at_or(blocked, i) or at_or(filtered, i)
    if own.at(i) == is_blocked:
        return False
    own[0][i] = is_blocked
    return True


cdef const PortalGraph* unblocked_graph_of(const MeshView* mesh, const WalkableArea* walkable,
                                           const FilterRules* blocked) except NULL nogil:
    cdef FlagGraph* flag_graph = walkable.flag_graph.get()
    cdef FilterRules* rules = &flag_graph.unblocked_rules
    cdef size_t i
    if not flag_graph.has_unblocked_graph:
        rules[0] = flag_graph.rules
        rules.blocked.resize(mesh.poly_count)
        rules.narrow.resize(mesh.corner_count)
        forget_packed(&flag_graph.unblocked_graph)
        flag_graph.has_unblocked_graph = True
    for i in range(rules.blocked.size()):
        if set_blocked(&rules.blocked, i, &blocked.blocked, &flag_graph.rules.blocked):
            forget_tile(&flag_graph.unblocked_graph, mesh.polys[i].tile)
    for i in range(rules.narrow.size()):
        # the twin is narrow, too, so the tiles of both sides are packed anew
        if set_blocked(&rules.narrow, i, &blocked.narrow, &flag_graph.rules.narrow):
            forget_tile(&flag_graph.unblocked_graph, mesh.polys[mesh.neighbors[i]].tile)
    update_portal_graph(mesh, rules, &flag_graph.unblocked_graph)
    return &flag_graph.unblocked_graph


# ---- line of sight ----

cdef PolyRef piece_at(const ClearanceMap* map, PolyRef poly, const double* point, double* place) noexcept nogil:
    """The piece of a polygon that holds a point, within rounding, and the nearest place on this piece. NO_POLY: no piece holds it."""
    cdef PolyRef piece, best = NO_POLY
    cdef Vec2 near
    cdef double distance, nearest = border_tolerance(point[0], point[2])
    for piece in range(map.first_piece[poly], map.first_piece[poly + 1]):
        if map.pieces.ways_out[piece]:
            continue
        distance = closest_on_piece(map, piece, to_plan(point), &near)
        if distance < nearest:
            nearest, best = distance, piece
            to_world(near, point[1], place)
    return best


cdef bint has_clear_line(const MeshView* mesh, const ClearanceMap* map, PolyRef poly, const double* point,
                         const double* end) noexcept nogil:
    """Line of sight within the pieces of a clearance map."""
    cdef double place[3]
    cdef PolyRef piece = piece_at(map, poly, point, place)
    cdef RayHit hit
    if piece == NO_POLY:
        return False
    raycast(view_of(&map.view, &map.graph), piece, place, end, &hit)
    return distance2(hit.point[0], hit.point[2], end[0], end[2]) <= border_tolerance(end[0], end[2]) \
        and fabs(height_at(mesh, map.pieces.polys[hit.poly], hit.point[0], hit.point[2]) - end[1]) <= FLOOR_TOLERANCE


cdef bint has_line_of_sight(const MeshView* mesh, const WalkableArea* walkable, PolyRef poly, const double* point,
                            const double* end) noexcept nogil:
    cdef RayHit hit
    if walkable != NULL and walkable.has_clearance_map:
        return has_clear_line(mesh, &walkable.clearance_map, poly, point, end)
    raycast(view_of(mesh, graph_of(mesh, walkable)), poly, point, end, &hit)
    return distance2(hit.point[0], hit.point[2], end[0], end[2]) <= POINT_TOLERANCE \
        and fabs(hit.point[1] - end[1]) <= FLOOR_TOLERANCE


cdef bint farthest_in_sight(const MeshView* mesh, const WalkableArea* walkable, PolyRef poly, const double* point, const double* end,
                            NearestPoly* out) noexcept nogil:
    cdef const ClearanceMap* map
    cdef double place[3]
    cdef PolyRef piece
    cdef RayHit hit
    out.distance = 0.0
    if walkable != NULL and walkable.has_clearance_map:
        map = &walkable.clearance_map
        piece = piece_at(map, poly, point, place)
        if piece == NO_POLY:
            return False
        raycast(view_of(&map.view, &map.graph), piece, place, end, &hit)
        out.poly = map.pieces.polys[hit.poly]
        out.point[0], out.point[1], out.point[2] = hit.point[0], height_at(mesh, out.poly, hit.point[0], hit.point[2]), hit.point[2]
        return True
    raycast(view_of(mesh, graph_at(mesh, walkable, poly)), poly, point, end, &hit)
    out.poly = hit.poly
    memcpy(out.point, hit.point, sizeof(out.point))
    return True
