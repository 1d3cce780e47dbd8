"""Makes the rules of a NavFilter on one map, and keeps them in step with the filter and with the map's navmesh."""
from libc.math cimport INFINITY, isnan
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.area cimport AREA_COUNT
from navpy.base.core cimport PolyRef
from navpy.godot.world.nav_filter_data cimport BlockedPlace, KnownPlace
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.poly_surface cimport closest_on_poly
from navpy.mesh.portal_graph cimport start_rules
from navpy.query.surface.overlap cimport polygons_in_box


cdef bint is_current(const MapRules* own, const MeshView* mesh) noexcept nogil:
    return own.mesh == mesh and own.filter_version == own.filter.version \
        and (mesh == NULL or (own.mesh_version == mesh.version and own.mesh_rules_version == mesh.rules_version))


cdef int polygons_in_ball(const MeshView* mesh, const double* center, double radius, vector[PolyRef]* found) except -1 nogil:
    """The polygons whose surface comes within the radius of the center."""
    cdef vector[PolyRef] near
    cdef double low[3]
    cdef double high[3]
    cdef double q[3]
    cdef int k
    cdef size_t i
    found.clear()
    for k in range(3):
        low[k], high[k] = center[k] - radius, center[k] + radius
    polygons_in_box(view_of(mesh, NULL), low, high, &near)
    for i in range(near.size()):
        if closest_on_poly(mesh, near[i], center, q) <= radius:
            found.push_back(near[i])
    return 0


# ---- what is known ----

cdef int know_place(MapRules* own, const MeshView* mesh, const KnownPlace* place, uint64_t since) except -1 nogil:
    """Makes the polygons of a place known or unknown, in tiles added after a version of the mesh."""
    cdef vector[PolyRef] found
    cdef uint8_t* known
    cdef size_t i
    polygons_in_ball(mesh, place.center, place.radius, &found)
    for i in range(found.size()):
        known = &own.rules.known[found[i]]
        if known[0] == place.known or mesh.tiles[mesh.polys[found[i]].tile].version <= since:
            continue
        known[0] = place.known
        if not own.rules.knows_all:
            own.rules.changes += 1
            own.rules.discoveries += place.known
    return 0


cdef int follow_known(MapRules* own, const MeshView* mesh) except -1 nogil:
    """Places that are new are looked up in all of the mesh, the others where tiles are new."""
    cdef const vector[KnownPlace]* places = &own.filter.known
    cdef bint is_same = own.mesh == mesh and own.known_version == own.filter.known_version
    cdef uint64_t since = own.mesh_version if is_same else 0
    cdef size_t i, seen = own.known_count if is_same else 0
    cdef PolyRef poly
    own.rules.known.resize(mesh.poly_count)
    if since != mesh.version:
        for poly in range(mesh.poly_count):
            if own.rules.known[poly] and (mesh.polys[poly].count == 0 or mesh.tiles[mesh.polys[poly].tile].version > since):
                own.rules.known[poly] = False
                own.rules.changes += 1
                own.rules.discoveries += is_same    # agents with a path follow the mesh's changes, too
        for i in range(seen):
            know_place(own, mesh, &places.at(i), since)
    for i in range(seen, places.size()):
        know_place(own, mesh, &places.at(i), 0)
    own.known_version, own.known_count = own.filter.known_version, places.size()
    return 0


# ---- what is blocked ----

cdef int follow_blocks(MapRules* own, const MeshView* mesh) except -1 nogil:
    cdef vector[uint8_t] blocked
    cdef vector[double] penalties
    cdef vector[PolyRef] found
    cdef const BlockedPlace* place
    cdef bint is_other = False
    cdef size_t i, k
    if own.filter.blocks.empty() and own.rules.blocked.empty():
        return 0
    blocked.resize(mesh.poly_count)
    penalties.resize(mesh.poly_count)
    for i in range(own.filter.blocks.size()):
        place = &own.filter.blocks[i]
        polygons_in_ball(mesh, place.center, place.radius, &found)
        for k in range(found.size()):
            if place.penalty == INFINITY:
                blocked[found[k]] = True
            else:
                penalties[found[k]] = max(penalties[found[k]], place.penalty)
    own.rules.blocked.resize(mesh.poly_count)
    own.rules.penalties.resize(mesh.poly_count)
    for i in range(blocked.size()):
        is_other = is_other or blocked[i] != own.rules.blocked[i] or penalties[i] != own.rules.penalties[i]
    own.rules.blocked.swap(blocked)
    own.rules.penalties.swap(penalties)
    own.rules.changes += is_other
    return 0


# ---- all rules ----

cdef int follow_costs(MapRules* own, const MeshView* mesh) except -1 nogil:
    cdef FilterRules* rules = &own.rules
    cdef double cost
    cdef int32_t area
    cdef bint is_other = rules.area_costs.size() != AREA_COUNT
    rules.area_costs.resize(AREA_COUNT)
    for area in range(AREA_COUNT):
        cost = own.filter.area_costs[area]
        cost = mesh.area_costs[area] if isnan(cost) else cost
        is_other = is_other or rules.area_costs[area] != cost
        rules.area_costs[area] = cost
    rules.changes += is_other
    return 0


cdef int follow_flags(MapRules* own, uint32_t included, uint32_t excluded) except -1 nogil:
    cdef FilterRules* rules = &own.rules
    cdef const vector[int32_t]* kinds = &own.filter.link_kinds
    cdef double factor = own.filter.unknown_cost if own.filter.unknown_cost < INFINITY else -1.0
    cdef bint is_other = rules.include_flags != included or rules.exclude_flags != excluded \
        or rules.takes_links != own.filter.use_links \
        or rules.knows_all != own.filter.knows_all or rules.unknown_factor != factor \
        or rules.exit_only_areas != own.filter.exit_only_areas or rules.link_kinds.size() != kinds.size()
    cdef size_t i
    for i in range(0 if is_other else kinds.size()):
        is_other = is_other or rules.link_kinds[i] != kinds.at(i)
    rules.include_flags, rules.exclude_flags, rules.takes_links = <uint16_t>included, <uint16_t>excluded, own.filter.use_links
    rules.knows_all, rules.unknown_factor, rules.exit_only_areas = own.filter.knows_all, factor, own.filter.exit_only_areas
    rules.link_kinds = kinds[0]
    rules.changes += is_other
    return 0


cdef int update_map_rules(MapRules* own, const MeshView* mesh, uint32_t included, uint32_t excluded) except -1 nogil:
    if own.mesh != mesh:                # another one: nothing of the former rules holds
        own.rules.known.clear()
        own.rules.blocked.clear()
        own.rules.penalties.clear()
        own.rules.changes += 1
    if own.filter_version == 0:
        start_rules(&own.rules)
    follow_flags(own, included, excluded)
    if mesh != NULL:
        follow_costs(own, mesh)
        follow_known(own, mesh)
        follow_blocks(own, mesh)
        own.mesh_version, own.mesh_rules_version = mesh.version, mesh.rules_version
    own.mesh, own.filter_version = mesh, own.filter.version
    return 0
