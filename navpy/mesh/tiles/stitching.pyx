"""Cuts the portal edges of two neighboring tiles at each other's ends, so that every piece has one twin or is a wall.

A tile keeps its own outlines, surfaces (as detail triangles) and vertices in its ranges; a polygon that gets more corners has its
outline elsewhere while it is stitched. All polygons around a vertex on the border name the same vertex, that of the tile with the
least z, then x, so that the result does not depend on the order in which tiles came."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort, unique
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.tolerances cimport SAME_FLOOR
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport border_tolerance
from navpy.mesh.poly_surface cimport height_at
from navpy.mesh.mesh_view cimport Poly, Tile
from navpy.mesh.tiles.mesh_data cimport MeshData, Range, TileRecord, release, allocate_corners, allocate_vertex
from navpy.mesh.topology cimport Fault, check_shape

cdef double SAME_END = 0.25           # of border_tolerance: how near along the line two ends are one

# ---- which portals match ----

cdef int list_portals(MeshData* mesh, Seam* seam, int which) except -1 nogil:
    """The portals of one tile along the line."""
    cdef TileRecord* record = &mesh.records[seam.tiles[which]]
    cdef int side = seam.sides[which], axis = 2 if side % 2 == 0 else 0
    cdef Portal portal
    cdef int32_t local, next, a, b
    cdef double from_, to
    cdef size_t i
    for i in range(record.sides[side].size()):
        portal.poly = record.sides[side][i].poly
        local = portal.poly - record.polys.first
        next = record.sides[side][i].edge + 1
        if next == record.offsets[local + 1]:
            next = record.offsets[local]
        a = mesh.own_corners[record.corners.first + record.sides[side][i].edge]
        b = mesh.own_corners[record.corners.first + next]
        from_, to = mesh.vertices[3 * <size_t>a + axis], mesh.vertices[3 * <size_t>b + axis]
        portal.edge = record.sides[side][i].edge
        portal.reversed, portal.first_match = from_ > to, -1
        portal.vertices[0], portal.vertices[1] = b if from_ > to else a, a if from_ > to else b
        portal.ends[0], portal.ends[1] = min(from_, to), max(from_, to)
        seam.portals[which].push_back(portal)
        seam.tolerance = max(seam.tolerance, SAME_END * border_tolerance(mesh.vertices[3 * <size_t>a],
                                                                         mesh.vertices[3 * <size_t>a + 2]))
    return 0


cdef double height_on(MeshData* mesh, const Portal* portal, double at) noexcept nogil:
    """Height of a portal's straight edge at a place along the line."""
    cdef double low = mesh.vertices[3 * <size_t>portal.vertices[0] + 1], high = mesh.vertices[3 * <size_t>portal.vertices[1] + 1]
    cdef double length = portal.ends[1] - portal.ends[0]
    return low + (high - low) * (at - portal.ends[0]) / length if length > 0.0 else low


cdef double gap_between(MeshData* mesh, const Portal* a, const Portal* b, int axis, double limit) noexcept nogil:
    """Greater height difference of two portals at the ends of their overlap: between the straight edges, or where that is above the
    limit, between the surfaces, as a long straight edge does not follow the ground."""
    cdef double gap = 0.0, across = mesh.vertices[3 * <size_t>a.vertices[0] + 2 - axis], x, z
    cdef double ends[2]
    cdef int end
    ends[0], ends[1] = max(a.ends[0], b.ends[0]), min(a.ends[1], b.ends[1])
    for end in range(2):
        gap = max(gap, fabs(height_on(mesh, a, ends[end]) - height_on(mesh, b, ends[end])))
    if gap <= limit:
        return gap
    gap = 0.0
    for end in range(2):
        x, z = ends[end] if axis == 0 else across, ends[end] if axis == 2 else across
        gap = max(gap, fabs(height_at(&mesh.view, a.poly, x, z) - height_at(&mesh.view, b.poly, x, z)))
    return gap


cdef bint nearer(const Candidate& a, const Candidate& b) noexcept nogil:
    if a.gap != b.gap:
        return a.gap < b.gap
    if a.rest != b.rest:
        return a.rest < b.rest
    return a.portals[0] < b.portals[0] or (a.portals[0] == b.portals[0] and a.portals[1] < b.portals[1])


cdef bint is_matched(Seam* seam, int which, int32_t portal, double low, double high) noexcept nogil:
    """Is a part of the stretch already matched with another portal?"""
    cdef int32_t m = seam.portals[which][portal].first_match
    while m >= 0:
        if min(seam.matches[m].ends[1], high) - max(seam.matches[m].ends[0], low) > seam.tolerance:
            return True
        m = seam.matches[m].next[which]
    return False


cdef int accept(Seam* seam, const Candidate* candidate) except -1 nogil:
    cdef Portal* a = &seam.portals[0][candidate.portals[0]]
    cdef Portal* b = &seam.portals[1][candidate.portals[1]]
    cdef double low = max(a.ends[0], b.ends[0]), high = min(a.ends[1], b.ends[1])
    cdef Match match
    if is_matched(seam, 0, candidate.portals[0], low, high) or is_matched(seam, 1, candidate.portals[1], low, high):
        return 0
    match.portals[0], match.portals[1] = candidate.portals[0], candidate.portals[1]
    match.next[0], match.next[1] = a.first_match, b.first_match
    match.slots[0] = match.slots[1] = -1
    match.ends[0], match.ends[1] = low, high
    match.vertices[0] = a.vertices[0] if a.ends[0] >= b.ends[0] else b.vertices[0]
    match.vertices[1] = a.vertices[1] if a.ends[1] <= b.ends[1] else b.vertices[1]
    a.first_match = b.first_match = <int32_t>seam.matches.size()
    seam.matches.push_back(match)
    return 0


cdef int find_matches(MeshData* mesh, Seam* seam) except -1 nogil:
    """Match portals that overlap and differ in height by no more than a climb, the least difference first. Of floors above each other
    that the detail surface has put at one height, those come first that overlap in full: then none of a baked level's portals is left
    over."""
    cdef Candidate candidate
    cdef const Portal* a
    cdef const Portal* b
    cdef double limit = max(mesh.view.climb, SAME_FLOOR), shortest = seam.tolerance / SAME_END, overlap
    cdef int32_t i, k
    cdef size_t c
    cdef int axis = 2 if seam.sides[0] % 2 == 0 else 0
    cdef int32_t count = <int32_t>seam.portals[1].size()
    for i in range(<int32_t>seam.portals[0].size()):
        a = seam.portals[0].data() + i
        for k in range(count):
            b = seam.portals[1].data() + k
            overlap = min(a.ends[1], b.ends[1]) - max(a.ends[0], b.ends[0])
            if overlap <= shortest:
                continue
            candidate.gap = gap_between(mesh, a, b, axis, limit)
            candidate.rest = a.ends[1] - a.ends[0] + b.ends[1] - b.ends[0] - 2.0 * overlap
            candidate.portals[0], candidate.portals[1] = i, k
            if candidate.gap <= limit:
                seam.candidates.push_back(candidate)
    sort(seam.candidates.begin(), seam.candidates.end(), nearer)
    for c in range(seam.candidates.size()):
        accept(seam, &seam.candidates[c])
    return 0


# ---- outlines ----

cdef int32_t add_vertex_at(MeshData* mesh, PolyRef poly, int32_t at) except -1 nogil:
    """A new vertex at the x and z of another one, on the polygon's own surface."""
    cdef int32_t made = allocate_vertex(mesh)
    cdef double x = mesh.vertices[3 * <size_t>at], z = mesh.vertices[3 * <size_t>at + 2]
    mesh.vertices[3 * <size_t>made], mesh.vertices[3 * <size_t>made + 2] = x, z
    mesh.vertices[3 * <size_t>made + 1] = height_at(&mesh.view, poly, x, z)
    return made


cdef int add_slot(vector[Slot]* out, int32_t own_corner, int32_t own_edge, int32_t match) except -1 nogil:
    cdef Slot slot
    slot.corner = slot.own_corner = own_corner
    slot.own_edge, slot.match, slot.twin, slot.neighbor = own_edge, match, -1, NO_POLY
    out.push_back(slot)
    return 0


cdef int add_pieces(MeshData* mesh, Seam* seam, int which, int32_t index, int32_t corner, int32_t edge,
                    vector[Slot]* out) except -1 nogil:
    """Slots for the pieces of a portal edge: the matches, and walls between and beside them."""
    cdef Portal portal = seam.portals[which][index]
    cdef vector[pair[double, int32_t]] order
    cdef pair[double, int32_t] entry
    cdef int start = 1 if portal.reversed else 0
    cdef double at = portal.ends[start], end = portal.ends[1 - start]
    cdef Match* match
    cdef int32_t m = portal.first_match
    cdef size_t i
    if m < 0:
        return add_slot(out, corner, edge, -1)
    while m >= 0:
        entry.first, entry.second = -seam.matches[m].ends[1] if portal.reversed else seam.matches[m].ends[0], m
        order.push_back(entry)
        m = seam.matches[m].next[which]
    sort(order.begin(), order.end())
    for i in range(order.size()):
        match = &seam.matches[order[i].second]
        if fabs(match.ends[start] - at) > seam.tolerance:
            add_slot(out, corner, edge, -1)
            corner = add_vertex_at(mesh, portal.poly, match.vertices[start])
        add_slot(out, corner, edge, order[i].second)
        at = match.ends[1 - start]
        if fabs(end - at) > seam.tolerance:
            corner = add_vertex_at(mesh, portal.poly, match.vertices[1 - start])
    if fabs(end - at) > seam.tolerance:
        add_slot(out, corner, edge, -1)
    return 0


cdef int new_outline(MeshData* mesh, Seam* seam, int which, PolyRef poly, int32_t portal, vector[Slot]* out) except -1 nogil:
    """The polygon's outline with the pieces of its portal edges on this side, of which ``portal`` is the first; other edges stay.
    Vertices of former cuts are released. Returns the portal after the polygon's last."""
    cdef const TileRecord* record = &mesh.records[seam.tiles[which]]
    cdef Poly p = mesh.polys[poly]
    cdef Slot slot
    cdef Range one
    cdef int32_t k, edge
    one.count = 1
    out.clear()
    for k in range(p.first, p.first + p.count):
        edge = mesh.own_edges[k]
        if record.portals[edge] != seam.sides[which]:
            slot.corner, slot.own_corner, slot.own_edge = mesh.corners[k], mesh.own_corners[k], edge
            slot.twin, slot.neighbor, slot.match = mesh.twins[k], mesh.neighbors[k], -1
            out.push_back(slot)
        elif k > p.first and mesh.own_edges[k - 1] == edge:
            one.first = mesh.own_corners[k]
            release(&mesh.vertex_pool, one)
        else:
            add_pieces(mesh, seam, which, portal, mesh.own_corners[k], edge, out)
            portal += 1
    return portal


cdef int write_outline(MeshData* mesh, Seam* seam, int which, PolyRef poly, const vector[Slot]* slots) except -1 nogil:
    """Write an outline into the polygon's own range if it fits there, else elsewhere; twins follow."""
    cdef const TileRecord* record = &mesh.records[seam.tiles[which]]
    cdef Poly* p = &mesh.polys[poly]
    cdef int32_t local = poly - record.polys.first, count = <int32_t>slots.size(), i
    cdef Range old, new
    old.first, old.count = p.first, p.count
    new.first, new.count = record.corners.first + record.offsets[local], count
    if count == record.offsets[local + 1] - record.offsets[local]:
        if p.first != new.first:
            release(&mesh.corner_pool, old)
    else:
        if p.first != new.first:
            release(&mesh.corner_pool, old)
        allocate_corners(mesh, count, &new)
    p.first, p.count = new.first, count
    for i in range(count):
        mesh.corners[new.first + i], mesh.own_corners[new.first + i] = slots[0][i].corner, slots[0][i].own_corner
        mesh.own_edges[new.first + i], mesh.neighbors[new.first + i] = slots[0][i].own_edge, slots[0][i].neighbor
        mesh.twins[new.first + i] = slots[0][i].twin
        if slots[0][i].twin >= 0:
            mesh.twins[slots[0][i].twin] = new.first + i
        if slots[0][i].match >= 0:
            seam.matches[slots[0][i].match].slots[which] = new.first + i
    return 0


cdef bint covers(const Seam* seam, const Match* match, const Portal* portal) noexcept nogil:
    """Is the match as long as the portal?"""
    return fabs(match.ends[0] - portal.ends[0]) <= seam.tolerance and fabs(match.ends[1] - portal.ends[1]) <= seam.tolerance


cdef bint keeps_outline(const MeshData* mesh, Seam* seam, int which, int32_t portal) noexcept nogil:
    """Does the polygon of this portal, its first on this side, keep its outline? It does where that is its own, not stitched on this
    side yet, and each of its portals matches one other in full or none."""
    cdef const TileRecord* record = &mesh.records[seam.tiles[which]]
    cdef const Portal* at = &seam.portals[which][portal]
    cdef const Portal* end = seam.portals[which].data() + seam.portals[which].size()
    cdef PolyRef poly = at.poly
    cdef const Match* match
    if mesh.polys[poly].first != record.corners.first + record.offsets[poly - record.polys.first]:
        return False
    while at < end and at.poly == poly:
        if mesh.twins[record.corners.first + at.edge] >= 0:
            return False
        if at.first_match >= 0:
            match = &seam.matches[at.first_match]
            if match.next[which] >= 0 or not covers(seam, match, at):
                return False
        at += 1
    return True


cdef int update_outlines(MeshData* mesh, Seam* seam, int which) except -1 nogil:
    """New outlines for the polygons on the line that need one."""
    cdef int32_t portal = 0, made = mesh.records[seam.tiles[which]].corners.first
    cdef int32_t count = <int32_t>seam.portals[which].size()
    cdef const Portal* at
    cdef PolyRef poly
    while portal < count:
        poly = seam.portals[which][portal].poly
        if not keeps_outline(mesh, seam, which, portal):
            portal = new_outline(mesh, seam, which, poly, portal, &seam.slots)
            write_outline(mesh, seam, which, poly, &seam.slots)
            continue
        while portal < count and seam.portals[which][portal].poly == poly:
            at = &seam.portals[which][portal]
            if at.first_match >= 0:
                seam.matches[at.first_match].slots[which] = made + at.edge
            portal += 1
    return 0


# ---- shared edges and vertices ----

cdef int32_t corner_after(const MeshData* mesh, int32_t corner, PolyRef poly) noexcept nogil:
    cdef const Poly* p = &mesh.polys[poly]
    return corner + 1 if corner + 1 < p.first + p.count else p.first


cdef int32_t corner_before(const MeshData* mesh, int32_t corner, PolyRef poly) noexcept nogil:
    cdef const Poly* p = &mesh.polys[poly]
    return corner - 1 if corner > p.first else p.first + p.count - 1


cdef bint is_preferred(const MeshData* mesh, int32_t a, PolyRef a_poly, int32_t b, PolyRef b_poly) noexcept nogil:
    """Is the own vertex of corner a, rather than b's, the one that all share?"""
    cdef const Tile* s = &mesh.tiles[mesh.polys[a_poly].tile]
    cdef const Tile* t = &mesh.tiles[mesh.polys[b_poly].tile]
    if s.z != t.z:
        return s.z < t.z
    if s.x != t.x:
        return s.x < t.x
    return mesh.own_corners[a] < mesh.own_corners[b]


cdef void share_vertex(MeshData* mesh, int32_t corner, PolyRef poly) noexcept nogil:
    """Let all polygons of an umbrella name the same vertex: turn clockwise to its first corner, then once counter-clockwise to choose
    the vertex, and once more to write it."""
    cdef int32_t at = corner, first = corner, best = corner, twin
    cdef PolyRef of = poly, first_of = poly, best_of = poly
    while True:                         # clockwise to a wall, or once round
        twin = mesh.twins[first]
        if twin < 0:
            break
        first_of = mesh.neighbors[first]
        first = corner_after(mesh, twin, first_of)
        if first == corner:
            break
    at, of = first, first_of
    while True:
        if is_preferred(mesh, at, of, best, best_of):
            best, best_of = at, of
        at = corner_before(mesh, at, of)
        twin, of = mesh.twins[at], mesh.neighbors[at]
        at = twin
        if twin < 0 or at == first:
            break
    at, of = first, first_of
    while True:
        mesh.corners[at] = mesh.own_corners[best]
        at = corner_before(mesh, at, of)
        twin, of = mesh.twins[at], mesh.neighbors[at]
        at = twin
        if twin < 0 or at == first:
            break


cdef void share_vertices(MeshData* mesh, int32_t tile, int side, bint joined) noexcept nogil:
    """Share the vertices at the ends of the tile's portal edges on one side; joined: of those that have a twin, too."""
    cdef const TileRecord* record = &mesh.records[tile]
    cdef PolyRef poly, done = NO_POLY
    cdef int32_t k
    cdef size_t i
    for i in range(record.sides[side].size()):
        poly = record.sides[side][i].poly
        if poly == done:
            continue
        done = poly
        for k in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
            if record.portals[mesh.own_edges[k]] == side and (joined or mesh.twins[k] < 0):
                share_vertex(mesh, k, poly)
                share_vertex(mesh, corner_after(mesh, k, poly), poly)


cdef int join(MeshData* mesh, Seam* seam) except -1 nogil:
    """Make the two edges of each match twins, and record which components that joins."""
    cdef vector[pair[int32_t, int32_t]]* joined = &mesh.records[seam.tiles[0]].joined_components[seam.sides[0]]
    cdef pair[int32_t, int32_t] components
    cdef PolyRef a, b
    cdef const Match* match
    cdef size_t i
    joined.clear()
    joined.reserve(seam.matches.size())
    for i in range(seam.matches.size()):
        match = &seam.matches[i]
        a, b = seam.portals[0][match.portals[0]].poly, seam.portals[1][match.portals[1]].poly
        mesh.twins[match.slots[0]], mesh.twins[match.slots[1]] = match.slots[1], match.slots[0]
        mesh.neighbors[match.slots[0]], mesh.neighbors[match.slots[1]] = b, a
        components.first, components.second = mesh.polys[a].component, mesh.polys[b].component
        joined.push_back(components)
    sort(joined.begin(), joined.end())
    joined.erase(unique(joined.begin(), joined.end()), joined.end())
    return 0


cdef void start_seam(Seam* seam, int32_t low, int32_t high, int side) noexcept nogil:
    cdef int which
    seam.tiles[0], seam.tiles[1], seam.sides[0], seam.sides[1] = low, high, side, (side + 2) % 4
    seam.tolerance = 0.0
    seam.matches.clear()
    seam.candidates.clear()
    for which in range(2):
        seam.portals[which].clear()


cdef int stitch(MeshData* mesh, Seam* seam, int32_t low, int32_t high, int side) except -1 nogil:
    """Stitch two neighboring tiles that are not stitched yet."""
    cdef int which
    start_seam(seam, low, high, side)
    for which in range(2):
        list_portals(mesh, seam, which)
    find_matches(mesh, seam)
    if seam.matches.size() == 0:
        return 0
    for which in range(2):
        update_outlines(mesh, seam, which)
    join(mesh, seam)
    share_vertices(mesh, low, seam.sides[0], True)
    share_vertices(mesh, high, seam.sides[1], False)        # the vertices of twins are shared by now
    return 0


cdef int unstitch(MeshData* mesh, Seam* seam, int32_t tile, int side) except -1 nogil:
    """Restore a tile's own outlines on one side."""
    start_seam(seam, tile, tile, side)
    list_portals(mesh, seam, 0)
    update_outlines(mesh, seam, 0)
    mesh.records[tile].joined_components[side].clear()
    return 0


cdef bint is_changed(const MeshData* mesh, PolyRef poly, int32_t made_at) noexcept nogil:
    """Has stitching added corners to the polygon, or moved one in the plan?"""
    cdef const Poly* p = &mesh.polys[poly]
    cdef const double* a
    cdef const double* b
    cdef int32_t k
    if p.first != made_at:
        return True
    for k in range(p.first, p.first + p.count):
        if mesh.corners[k] != mesh.own_corners[k]:
            a = mesh.view.vertices + 3 * <size_t>mesh.corners[k]
            b = mesh.view.vertices + 3 * <size_t>mesh.own_corners[k]
            if a[0] != b[0] or a[2] != b[2]:
                return True
    return False


cdef PolyRef first_nonconvex(const MeshData* mesh, int32_t tile) noexcept nogil:
    """The tile's first polygon that stitching has made concave or flat, as it is thinner than the tolerance."""
    cdef const TileRecord* record = &mesh.records[tile]
    cdef Fault fault
    cdef int32_t i
    for i in range(record.polys.count):
        if is_changed(mesh, record.polys.first + i, record.corners.first + record.offsets[i]) \
                and not check_shape(&mesh.view, record.polys.first + i, 2.0, &fault):
            return record.polys.first + i
    return NO_POLY
