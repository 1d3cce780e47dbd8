"""What of a navmesh an agent may walk on. All agents of a crowd with the same flags, or the same radius, share what is kept for that."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libcpp.memory cimport make_shared, shared_ptr
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport border_tolerance, distance2
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport height_at
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.portal_graph cimport forget_packed, forget_tile, start_rules, update_portal_graph
from navpy.mesh.half_edges cimport PortalGraph, FilterRules
from navpy.query.clearance.clearance_map cimport ClearanceMap, closest_on_piece, update_clearance_map
from navpy.query.surface.surface cimport RayHit, raycast

REACHED = 1e-3
FLOOR_TOLERANCE = 0.5

cdef double LEAST_CLEARANCE = 1e-6      # metres: a radius that is hardly more than that of the mesh is that


# ---- what there is ----

cdef int find_layer(Walkables* all, uint32_t flags, shared_ptr[Layer]* out) except -1 nogil:
    cdef size_t i
    if flags == ALL_FLAGS:
        return 0
    for i in range(all.layers.size()):
        if all.layers[i].get().flags == flags:
            out[0] = all.layers[i]
            return 0
    out[0] = make_shared[Layer]()
    out.get().flags = flags
    start_rules(&out.get().rules)
    out.get().rules.include_flags = <uint16_t>flags
    all.layers.push_back(out[0])
    return 0


cdef inline uint32_t flags_of(const Walkable* walkable) noexcept nogil:
    return walkable.layer.get().flags if walkable.layer.get() != NULL else <uint32_t>ALL_FLAGS


cdef bint find_walkable(Walkables* all, uint32_t flags, double path_radius, const Walkable** out) noexcept nogil:
    cdef const Walkable* at
    cdef size_t i
    flags &= ALL_FLAGS
    out[0] = NULL
    if flags == ALL_FLAGS and path_radius == 0.0:
        return True
    for i in range(all.of_radii.size()):
        at = all.of_radii[i].get()
        if at.path_radius == path_radius and flags_of(at) == flags:
            out[0] = at
            return True
    return False


cdef Walkable* make_walkable(Walkables* all, uint32_t flags, double path_radius) except NULL nogil:
    cdef shared_ptr[Walkable] made = make_shared[Walkable]()
    made.get().path_radius = path_radius
    find_layer(all, flags & ALL_FLAGS, &made.get().layer)
    all.of_radii.push_back(made)
    return made.get()


cdef bint is_used(const Walkable* walkable, const vector[const Walkable*]* used) noexcept nogil:
    cdef size_t i
    for i in range(used.size()):
        if used.at(i) == walkable:
            return True
    return False


cdef void drop_unused(Walkables* all, const vector[const Walkable*]* used) noexcept nogil:
    cdef size_t i = 0
    while i < all.of_radii.size():
        if is_used(all.of_radii[i].get(), used):
            i += 1
        else:
            all.of_radii.erase(all.of_radii.begin() + i)
    i = 0
    while i < all.layers.size():
        if all.layers[i].use_count() > 1:
            i += 1
        else:
            all.layers.erase(all.layers.begin() + i)


# ---- keeping up with the mesh ----

cdef void outdate(Walkables* all, bint is_other_mesh) noexcept nogil:
    cdef size_t i
    for i in range(all.layers.size()):
        all.layers[i].get().is_current = all.layers[i].get().knows_open_ways = False
        if is_other_mesh:
            all.layers[i].get().rules_version = 0
    for i in range(all.of_radii.size()):
        all.of_radii[i].get().has_map = False
        if is_other_mesh:
            all.of_radii[i].get().map.version = 0


cdef bint covers_all(const MeshView* mesh, uint32_t flags) noexcept nogil:
    cdef PolyRef poly
    cdef int32_t i
    for poly in range(mesh.poly_count):
        if mesh.polys[poly].count > 0 and mesh.polys[poly].flags != 0 and not mesh.polys[poly].flags & flags:
            return False
    for i in range(mesh.link_count):
        if mesh.links[i].flags != 0 and not mesh.links[i].flags & flags:
            return False
    return True


cdef int fit_layer(const MeshView* mesh, Walkable* walkable) except -1 nogil:
    cdef Layer* layer = walkable.layer.get()
    if layer == NULL or layer.is_current:
        return 0
    layer.is_all = covers_all(mesh, layer.flags)
    if not layer.is_all:
        if layer.rules_version != mesh.rules_version or layer.graph.version == 0:       # flags may be others on any tile
            forget_packed(&layer.graph)
        update_portal_graph(mesh, &layer.rules, &layer.graph)
        layer.rules_version = mesh.rules_version
    layer.is_current = True
    return 0


cdef int fit_map(const MeshView* mesh, Walkable* walkable) except -1 nogil:
    cdef double clearance = walkable.path_radius - mesh.agent_radius
    cdef const PortalGraph* graph
    fit_layer(mesh, walkable)
    if walkable.has_map or not clearance > LEAST_CLEARANCE:
        return 0
    graph = graph_of(mesh, walkable)
    update_clearance_map(view_of(mesh, graph), clearance, &walkable.map)
    walkable.has_map = True
    return 0


# ---- ways that are shut ----

cdef bint take_over(const vector[uint8_t]* shut, vector[uint8_t]* own, size_t i) noexcept nogil:
    """True where that is something else than before."""
    cdef uint8_t is_shut = i < shut.size() and shut.at(i) != 0
    if own.at(i) == is_shut:
        return False
    own[0][i] = is_shut
    return True


cdef const PortalGraph* open_ways_of(const MeshView* mesh, const Walkable* walkable, const FilterRules* shut) except NULL nogil:
    cdef Layer* layer = walkable.layer.get()
    cdef size_t i
    if not layer.knows_open_ways:
        layer.open_rules = layer.rules
        layer.open_rules.blocked.resize(mesh.poly_count)
        layer.open_rules.narrow.resize(mesh.corner_count)
        forget_packed(&layer.open_ways)
        layer.knows_open_ways = True
    for i in range(layer.open_rules.blocked.size()):
        if take_over(&shut.blocked, &layer.open_rules.blocked, i):
            forget_tile(&layer.open_ways, mesh.polys[i].tile)
    for i in range(layer.open_rules.narrow.size()):
        if take_over(&shut.narrow, &layer.open_rules.narrow, i):                # as is its twin, and so the tiles on both sides
            forget_tile(&layer.open_ways, mesh.polys[mesh.neighbors[i]].tile)
    update_portal_graph(mesh, &layer.open_rules, &layer.open_ways)
    return &layer.open_ways


# ---- seeing ----

cdef PolyRef piece_at(const ClearanceMap* map, PolyRef poly, const double* point, double* place) noexcept nogil:
    """The piece of a polygon that a point is on, but for rounding; NO_POLY: none."""
    cdef PolyRef piece, best = NO_POLY
    cdef double x, y, distance, nearest = border_tolerance(point[0], point[2])
    for piece in range(map.first_piece[poly], map.first_piece[poly + 1]):
        if map.pieces.ways_out[piece]:
            continue
        distance = closest_on_piece(map, piece, point[0], -point[2], &x, &y)
        if distance < nearest:
            nearest, best = distance, piece
            place[0], place[1], place[2] = x, point[1], -y
    return best


cdef bint has_wide_way(const MeshView* mesh, const ClearanceMap* map, PolyRef poly, const double* point, const double* end) noexcept nogil:
    cdef double place[3]
    cdef PolyRef piece = piece_at(map, poly, point, place)
    cdef RayHit hit
    if piece == NO_POLY:
        return False
    raycast(view_of(&map.view, &map.graph), piece, place, end, &hit)
    return distance2(hit.point[0], hit.point[2], end[0], end[2]) <= border_tolerance(end[0], end[2]) \
        and fabs(height_at(mesh, map.pieces.polys[hit.poly], hit.point[0], hit.point[2]) - end[1]) <= FLOOR_TOLERANCE


cdef bint has_straight_way(const MeshView* mesh, const Walkable* walkable, PolyRef poly, const double* point,
                           const double* end) noexcept nogil:
    cdef RayHit hit
    if walkable != NULL and walkable.has_map:
        return has_wide_way(mesh, &walkable.map, poly, point, end)
    raycast(view_of(mesh, graph_of(mesh, walkable)), poly, point, end, &hit)
    return distance2(hit.point[0], hit.point[2], end[0], end[2]) <= REACHED \
        and fabs(hit.point[1] - end[1]) <= FLOOR_TOLERANCE
