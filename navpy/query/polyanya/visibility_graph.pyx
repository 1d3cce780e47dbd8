"""Finds the edges of the taut visibility graph by line-of-sight scans.

At a corner of a wall, a shortest path turns around this wall: it continues between one side of the wall and the straight continuation
of the other side. A visible vertex can be the next of the path only if the line to it is a tangent of the wall there, too. A scan goes
through edges as Polyanya does, without a goal and without costs. It ends, as a straight line crosses a convex polygon once."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint32_t
from libcpp.vector cimport vector

from navpy.base.geom cimport cross
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.mesh.half_edges cimport (
    SPIRAL, Face, HalfEdge, PortalGraph, before_around, corner_after, corner_before, next_around, prefetch)
from navpy.mesh.mesh_view cimport MeshView, Tile
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_index cimport ScannedPoly, with_turns
from navpy.mesh.tiles.tile_changes cimport TilePlace, find_changed_tiles

cdef enum:
    MOST_POLYS = 2048                   # limit of the polygons of a scan: some 30 µs, and 16 kB if all are kept
    MOST_POLYS_OF_ALL = 1 << 20         # limit of a scan for an index, where searches use intervals: tens of megabytes
    # a changed tile changes the indices of half-edges in the tiles beside it; tiles beside these hold them
    TILES_AROUND = 2
    TILES_SEEN = 3                      # a vertex may be seen in a tile beside its origin's: no edge leads to a dropped vertex
    SCAN_STEPS = 16                     # least cost of a scan in steps of `scan_ahead`; skipping a corner costs 1 step
    STEP_POLYS = 8                      # polygons that a scan looks into during a step


# ---- keeping and dropping vertices and edges ----

cdef int forget_all(const PortalGraph* graph, VisibilityGraph* out) except -1 nogil:
    out.states.clear()
    out.arrivals.clear()
    out.vertices.clear()
    out.origins.clear()
    out.edges.clear()
    out.polys.clear()
    out.vertex_of.clear()
    out.vertex_of.resize(graph.half_edges.size(), -1)
    out.scans, out.search_id, out.stale, out.ahead = 0, 0, 0, 0
    forget_landmarks(&out.landmarks)
    return 0


cdef void forget_landmarks(Landmarks* landmarks) noexcept nogil:
    landmarks.count = landmarks.searches = landmarks.repeated = 0
    landmarks.rented = landmarks.paid = 0
    landmarks.spent = landmarks.squares = 0.0
    landmarks.greatest = 0.0
    landmarks.floods = landmarks.over = landmarks.in_use = False
    landmarks.lengths.clear()
    landmarks.to_nearest.clear()
    landmarks.open_list.entries.clear()


cdef void drop_around(VisibilityGraph* out, int32_t x, int32_t z) noexcept nogil:
    """Drop the vertices near a tile, and the edges of all vertices whose scans looked into the tiles near it."""
    cdef VertexOrigin* origin
    cdef size_t i
    for i in range(out.vertices.size()):
        origin = &out.origins[i]
        if origin.poly == NO_POLY or not (origin.min_x - TILES_SEEN <= x <= origin.max_x + TILES_SEEN
                                          and origin.min_z - TILES_SEEN <= z <= origin.max_z + TILES_SEEN):
            continue
        out.stale += origin.poly_count
        out.vertices[i].on_left.first = out.vertices[i].on_right.first = NOT_SCANNED
        origin.poly_count = 0
        if origin.x - TILES_AROUND <= x <= origin.x + TILES_AROUND and origin.z - TILES_AROUND <= z <= origin.z + TILES_AROUND:
            out.vertex_of[origin.corner], origin.poly = -1, NO_POLY
            out.stale += 1
        else:
            origin.min_x = origin.max_x = origin.x
            origin.min_z = origin.max_z = origin.z


cdef int update_visibility(NavView nav, VisibilityGraph* out) except -1 nogil:
    cdef vector[TilePlace] changed
    cdef TilePlace place
    cdef bint forget = out.tiles.empty() or out.serial != nav.graph.serial or nav.graph.rules_version > out.version
    forget = forget or out.search_id == 0xffffffffU
    out.mesh = nav.mesh
    out.search_id += 1
    if not forget and out.version == nav.graph.version:
        return 0
    forget = forget or nav.mesh.tile_size <= 0.0
    if forget:
        out.tiles.clear()
        forget_all(nav.graph, out)
    find_changed_tiles(nav.mesh, &out.tiles, &changed)
    if not changed.empty():
        forget_landmarks(&out.landmarks)
    if not forget:
        out.ahead = 0
        for place in changed:
            drop_around(out, place.x, place.z)
    if 2 * <size_t>out.stale > out.polys.size() + out.vertices.size():
        forget_all(nav.graph, out)
    out.vertex_of.resize(nav.graph.half_edges.size(), -1)
    out.search_id += 1                      # forget_all sets it to 0, which is the id of no search
    out.serial, out.version = nav.graph.serial, nav.graph.version
    return 0


# ---- vertices ----

cdef int32_t clockwise_end(const PortalGraph* graph, PolyRef* poly, int32_t corner) noexcept nogil:
    """The first corner of the umbrella of a polygon's corner, and its polygon."""
    cdef int32_t before = corner
    while before >= 0:
        corner = before
        before = before_around(graph, poly, corner)
    return corner


cdef int32_t vertex_at(const PortalGraph* graph, VisibilityGraph* out, PolyRef poly, int32_t corner) except -1 nogil:
    cdef int32_t index = out.vertex_of[graph.half_edges[corner].umbrella], next
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef const HalfEdge* end
    cdef const Tile* tile
    cdef VertexState state
    cdef VertexArrival arrival
    cdef Vertex vertex
    cdef VertexOrigin origin
    if index >= 0:
        return index
    index = <int32_t>out.vertices.size()
    corner = clockwise_end(graph, &poly, corner)
    tile = &out.mesh.tiles[out.mesh.polys[poly].tile]
    origin.poly, origin.corner, origin.poly_count, origin.x, origin.z = poly, corner, 0, tile.x, tile.z
    origin.min_x = origin.max_x = tile.x
    origin.min_z = origin.max_z = tile.z
    state.x, state.y, state.g, state.search_id, state.expanded = at.x, at.y, 0.0, 0, -1
    vertex.is_spiral, vertex.seen_in = at.flags & SPIRAL, 0
    vertex.on_left.first = vertex.on_right.first = TOO_MANY if vertex.is_spiral else NOT_SCANNED
    vertex.on_left.count = vertex.on_right.count = 0
    end = &graph.half_edges[corner_after(&graph.faces[poly], corner)]
    vertex.right_x, vertex.right_y = end.x - at.x, end.y - at.y
    next = corner
    while next >= 0:
        corner = next
        end = &graph.half_edges[corner_before(&graph.faces[poly], corner)]
        next = next_around(graph, &poly, corner)
    vertex.left_x, vertex.left_y = end.x - at.x, end.y - at.y
    arrival.node, arrival.tied_in = -1, 0
    out.states.push_back(state)
    out.arrivals.push_back(arrival)
    out.vertices.push_back(vertex)
    out.origins.push_back(origin)
    out.vertex_of[at.umbrella] = index
    return index


cdef int32_t taut_turns(const PortalGraph* graph, const Vertex* vertex, double dx, double dy) noexcept nogil:
    """The turns, bits, of a path from direction (dx, dy) at a vertex: around its wall, if the wall lies on one side of the line."""
    cdef double right = cross(dx, dy, vertex.right_x, vertex.right_y), left = cross(dx, dy, vertex.left_x, vertex.left_y)
    cdef double right_slack = slack(graph, dx, dy, vertex.right_x, vertex.right_y)
    cdef double left_slack = slack(graph, dx, dy, vertex.left_x, vertex.left_y)
    cdef int32_t turns = 0
    if vertex.is_spiral:
        return TURN_LEFT | TURN_RIGHT
    if right >= -right_slack and left >= -left_slack:
        turns |= TURN_LEFT
    if right <= right_slack and left <= left_slack:
        turns |= TURN_RIGHT
    return turns


# ---- line-of-sight scans ----

cdef int note_vertex(const PortalGraph* graph, VisibilityGraph* out, Scan* scan, int32_t corner, int32_t scanned) except -1 nogil:
    """Add an edge to a visible vertex, unless it has one, if a path may turn there."""
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef Vertex* vertex
    cdef VisibleEdge edge
    cdef int32_t index, turns
    if at.umbrella < 0:
        return 0
    index = vertex_at(graph, out, scan.polys[scanned].poly, corner)
    vertex = &out.vertices[index]
    if vertex.seen_in == out.scans:
        return 0
    vertex.seen_in = out.scans
    turns = taut_turns(graph, vertex, at.x - scan.x, at.y - scan.y)
    if turns != 0:
        edge.end, edge.scanned = with_turns(index, turns), scanned
        scan.seen.push_back(edge)
    return 0


cdef inline bint faces_eye(const PortalGraph* graph, double ax, double ay, double bx, double by) noexcept nogil:
    """True if anything is visible through an edge. Nothing is if the edge is in line with the eye."""
    return cross(ax, ay, bx, by) > slack(graph, ax, ay, bx, by)


cdef bint is_between(const PortalGraph* graph, const ViewCone* limits, double x, double y) noexcept nogil:
    """True if a direction lies between two limits less than a half turn apart, or on one of them. A direction opposite to a limit does
    not."""
    cdef double right = cross(limits.right_x, limits.right_y, x, y), left = cross(x, y, limits.left_x, limits.left_y)
    cdef double right_slack = slack(graph, limits.right_x, limits.right_y, x, y)
    cdef double left_slack = slack(graph, limits.left_x, limits.left_y, x, y)
    return right >= -right_slack and left >= -left_slack \
        and (right > right_slack or limits.right_x * x + limits.right_y * y > 0.0) \
        and (left > left_slack or limits.left_x * x + limits.left_y * y > 0.0)


cdef bint clip(const PortalGraph* graph, const ViewCone* limits, double ax, double ay, double bx, double by,
               ViewCone* out) noexcept nogil:
    """The part of an edge from (ax, ay) to (bx, by) that is visible from a corner of its polygon between two limits less than a half
    turn apart. The edge's ends may lie in any direction from the corner. False: no part is visible."""
    out.right_x, out.right_y, out.left_x, out.left_y = limits.right_x, limits.right_y, limits.left_x, limits.left_y
    if not faces_eye(graph, ax, ay, bx, by):
        return False
    if is_between(graph, limits, ax, ay) and cross(ax, ay, limits.left_x, limits.left_y) > 0.0:
        out.right_x, out.right_y = ax, ay
    elif cross(ax, ay, limits.right_x, limits.right_y) < 0.0 or cross(limits.right_x, limits.right_y, bx, by) <= 0.0:
        return False
    if is_between(graph, limits, bx, by) and cross(limits.right_x, limits.right_y, bx, by) > 0.0:
        out.left_x, out.left_y = bx, by
    return True


cdef int scan_own_polygon(const PortalGraph* graph, VisibilityGraph* out, Scan* scan, const ViewCone* limits, int32_t umbrella,
                          int32_t scanned) except -1 nogil:
    """Note the vertices of a polygon of the eye's umbrella that are between the limits, and open the sectors behind its edges."""
    cdef const Face* face = &graph.faces[scan.polys[scanned].poly]
    cdef const HalfEdge* at
    cdef ViewCone next
    cdef int32_t corner = corner_after(face, corner_in(graph, face, umbrella)), k, before = -1
    cdef double x = 0.0, y = 0.0, last_x, last_y
    next.scanned = scanned
    for k in range(face.count - 1):
        at = &graph.half_edges[corner]
        last_x, last_y, x, y = x, y, at.x - scan.x, at.y - scan.y
        if is_between(graph, limits, x, y):
            note_vertex(graph, out, scan, corner, scanned)
        if k > 0 and graph.half_edges[before].neighbor != NO_POLY and clip(graph, limits, last_x, last_y, x, y, &next):
            next.edge = before
            next.right = before if next.right_x == last_x and next.right_y == last_y else limits.right
            next.left = corner if next.left_x == x and next.left_y == y else limits.left
            scan.open_sectors.push_back(next)
        before, corner = corner, corner_after(face, corner)
    return 0


cdef inline void prefetch_sector(const PortalGraph* graph, const ViewCone* sector) noexcept nogil:
    cdef const HalfEdge* edge = &graph.half_edges[sector.edge]
    prefetch(&graph.faces[edge.neighbor])
    prefetch(&graph.half_edges[edge.twin])
    prefetch(&graph.half_edges[edge.twin] + 2)


cdef bint scan_polygon(const PortalGraph* graph, VisibilityGraph* out, Scan* scan, PolyRef poly, const ViewCone* limits,
                       int32_t scanned, ViewCone* last) except -1 nogil:
    """Note the vertices of the polygon behind a sector's edge, and open the sectors behind its other edges: ``last`` becomes the last
    sector, scanned next. False: there is none. The ends of the sector's own edge are noted already."""
    cdef const Face* face = &graph.faces[poly]
    cdef int32_t corner = corner_after(face, graph.half_edges[limits.edge].twin), after, k
    cdef const HalfEdge* a = &graph.half_edges[corner]
    cdef const HalfEdge* b
    cdef bint found = False
    cdef double right = fabs(limits.right_x) + fabs(limits.right_y), left = fabs(limits.left_x) + fabs(limits.left_y)
    cdef double ax = a.x - scan.x, ay = a.y - scan.y, bx, by, size
    cdef double a_left = cross(limits.left_x, limits.left_y, ax, ay), b_left, b_right
    cdef bint a_right_of_it = cross(limits.right_x, limits.right_y, ax, ay) < -graph.rounding * (right + fabs(ax) + fabs(ay))
    cdef bint b_right_of_it, b_left_of_it
    for k in range(face.count - 1):
        after = corner_after(face, corner)
        b = &graph.half_edges[after]
        bx, by = b.x - scan.x, b.y - scan.y
        size = fabs(bx) + fabs(by)
        b_right, b_left = cross(limits.right_x, limits.right_y, bx, by), cross(limits.left_x, limits.left_y, bx, by)
        b_right_of_it, b_left_of_it = b_right < -graph.rounding * (right + size), b_left > graph.rounding * (left + size)
        if not b_right_of_it and not b_left_of_it and k + 2 < face.count:
            if b.umbrella >= 0:
                note_vertex(graph, out, scan, after, scanned)
        if b_right > 0.0 and a_left < 0.0 and graph.half_edges[corner].neighbor != NO_POLY and faces_eye(graph, ax, ay, bx, by):
            if found:
                prefetch_sector(graph, last)
                scan.open_sectors.push_back(last[0])
            found = True
            last.edge = last.right = corner
            last.left, last.scanned = after, scanned
            last.right_x, last.right_y, last.left_x, last.left_y = ax, ay, bx, by
            if a_right_of_it:
                last.right_x, last.right_y, last.right = limits.right_x, limits.right_y, limits.right
            if b_left_of_it:
                last.left_x, last.left_y, last.left = limits.left_x, limits.left_y, limits.left
        if b_left_of_it:
            break                           # this end and all after it are to the left of the sector
        corner, ax, ay, a_left, a_right_of_it = after, bx, by, b_left, b_right_of_it
    return found


cdef bint scan_on(const PortalGraph* graph, VisibilityGraph* out, Scan* scan, size_t most) except -1 nogil:
    """Scan all open sectors, the last first; false if the scan ended at ``most`` polygons."""
    cdef ViewCone sectors[2]                  # the sector under way, and the next
    cdef int32_t at = 0
    cdef size_t count = scan.polys.size()   # number of polygons; scan.polys grows ahead of it
    cdef PolyRef poly
    cdef bint found
    while not scan.open_sectors.empty() and count < most:
        sectors[at] = scan.open_sectors.back()
        scan.open_sectors.pop_back()
        found = True
        while found and count < most:
            if count == scan.polys.size():
                scan.polys.resize(2 * count)
            poly = graph.half_edges[sectors[at].edge].neighbor
            scan.polys[count].poly, scan.polys[count].before = poly, sectors[at].scanned
            if scan.keeps_sectors:
                scan.looked.push_back(sectors[at])
            found = scan_polygon(graph, out, scan, poly, &sectors[at], <int32_t>count, &sectors[1 - at])
            count += 1
            at = 1 - at
        if found:
            scan.open_sectors.push_back(sectors[at])
    scan.polys.resize(count)
    found = scan.open_sectors.empty()
    scan.open_sectors.clear()
    return found


cdef bint scan_from_place(const PortalGraph* graph, VisibilityGraph* out, const NearestPoly* place, Scan* scan) except -1 nogil:
    cdef const Face* face = &graph.faces[place.poly]
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef ViewCone sector
    cdef ScannedPoly scanned
    cdef Vec2 eye = to_plan(place.point)
    cdef int32_t corner
    scan.x, scan.y, scan.keeps_sectors = eye.x, eye.y, False
    scan.seen.clear()
    scan.polys.clear()
    scanned.poly, scanned.before = place.poly, -1
    scan.polys.push_back(scanned)
    out.scans += 1
    sector.scanned = 0
    for corner in range(face.first, face.first + face.count):
        a = &graph.half_edges[corner]
        b = &graph.half_edges[corner_after(face, corner)]
        note_vertex(graph, out, scan, corner, 0)
        if a.neighbor != NO_POLY:
            sector.edge = sector.right = corner
            sector.left = corner_after(face, corner)
            sector.right_x, sector.right_y = a.x - scan.x, a.y - scan.y
            sector.left_x, sector.left_y = b.x - scan.x, b.y - scan.y
            scan.open_sectors.push_back(sector)
    return scan_on(graph, out, scan, MOST_POLYS)


cdef bint scan_sector(const PortalGraph* graph, VisibilityGraph* out, Scan* scan, const ViewCone* limits,
                      int32_t umbrella, int32_t first, size_t most) except -1 nogil:
    """Note all vertices visible from a vertex between two limits. scan.polys already holds the polygons of the vertex's umbrella, from
    index ``first`` on. False: the scan ended at ``most`` polygons."""
    cdef int32_t scanned, end = <int32_t>scan.polys.size()
    out.scans += 1
    if scan.keeps_sectors:
        scan.looked.resize(end, limits[0])
    for scanned in range(first, end):
        scan_own_polygon(graph, out, scan, limits, umbrella, scanned)
    return scan_on(graph, out, scan, most)


# ---- the edges of a vertex ----

cdef void note_tiles(const MeshView* mesh, const Scan* scan, VertexOrigin* origin) noexcept nogil:
    """Note the tiles that the scan looked into."""
    cdef const Tile* tile
    cdef size_t k
    for k in range(scan.polys.size()):
        tile = &mesh.tiles[mesh.polys[scan.polys[k].poly].tile]
        origin.min_x, origin.max_x = min(origin.min_x, tile.x), max(origin.max_x, tile.x)
        origin.min_z, origin.max_z = min(origin.min_z, tile.z), max(origin.max_z, tile.z)


cdef int32_t keep_polys(const Scan* scan, VisibilityGraph* out) except -1 nogil:
    """Keep the edges of a scan, and the scanned polygons on the lines to visible vertices; returns the number of polygons kept."""
    cdef int32_t first = <int32_t>out.polys.size(), scanned
    cdef size_t k
    cdef VisibleEdge edge
    cdef ScannedPoly kept
    out.kept_at.clear()
    out.kept_at.resize(scan.polys.size(), -1)
    for k in range(scan.seen.size()):
        scanned = scan.seen[k].scanned
        while scanned >= 0 and out.kept_at[scanned] < 0:
            out.kept_at[scanned] = 0
            scanned = scan.polys[scanned].before
    for k in range(scan.polys.size()):
        if out.kept_at[k] == 0:
            out.kept_at[k] = <int32_t>out.polys.size()
            kept = scan.polys[k]
            if kept.before >= 0:
                kept.before = out.kept_at[kept.before]
            out.polys.push_back(kept)
    for k in range(scan.seen.size()):
        edge = scan.seen[k]
        edge.scanned = out.kept_at[edge.scanned]
        out.edges.push_back(edge)
    return <int32_t>out.polys.size() - first


cdef ViewCone begin_scan(const PortalGraph* graph, const VisibilityGraph* out, int32_t vertex, int32_t turn,
                         Scan* scan) noexcept nogil:
    """Place the eye at a vertex; returns the limits of the directions of a turn."""
    cdef const Vertex* eye = &out.vertices[vertex]
    cdef ViewCone limits
    scan.x, scan.y = out.states[vertex].x, out.states[vertex].y
    scan.seen.clear()
    scan.polys.clear()
    scan.looked.clear()
    limits.right = limits.left = -1
    limits.right_x, limits.right_y, limits.left_x, limits.left_y = eye.right_x, eye.right_y, -eye.left_x, -eye.left_y
    if turn == TURN_LEFT:
        limits.right_x, limits.right_y, limits.left_x, limits.left_y = -eye.right_x, -eye.right_y, eye.left_x, eye.left_y
    return limits


cdef int note_umbrella(const PortalGraph* graph, const VisibilityGraph* out, int32_t vertex, Scan* scan) except -1 nogil:
    """Append the polygons of a vertex's umbrella to scan.polys."""
    cdef ScannedPoly scanned
    cdef int32_t corner = out.origins[vertex].corner
    scanned.poly, scanned.before = out.origins[vertex].poly, -1
    while corner >= 0:
        scan.polys.push_back(scanned)
        corner = next_around(graph, &scanned.poly, corner)
    return 0


cdef int edges_of(const PortalGraph* graph, VisibilityGraph* out, int32_t vertex, int32_t turn, EdgeRange* edges) except -1 nogil:
    cdef Scan* scan = &out.scan
    cdef ViewCone limits
    edges[0] = out.vertices[vertex].on_right
    if turn == TURN_LEFT:
        edges[0] = out.vertices[vertex].on_left
    if edges.first != NOT_SCANNED:
        return 0
    limits = begin_scan(graph, out, vertex, turn, scan)
    scan.keeps_sectors = False
    note_umbrella(graph, out, vertex, scan)
    edges.first = TOO_MANY
    if scan_sector(graph, out, scan, &limits, graph.half_edges[out.origins[vertex].corner].umbrella, 0, MOST_POLYS):
        edges.first, edges.count = <int32_t>out.edges.size(), <int32_t>scan.seen.size()
        out.origins[vertex].poly_count += keep_polys(scan, out)
    note_tiles(out.mesh, scan, &out.origins[vertex])
    if turn == TURN_LEFT:
        out.vertices[vertex].on_left = edges[0]
    else:
        out.vertices[vertex].on_right = edges[0]
    return 0


cdef int32_t corner_across(const PortalGraph* graph, const Face* face, int32_t corner) noexcept nogil:
    """A corner of a polygon that is in line with neither side of a straight corner; −1: the corner is not straight."""
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef const HalfEdge* right = &graph.half_edges[corner_after(face, corner)]
    cdef const HalfEdge* left = &graph.half_edges[corner_before(face, corner)]
    cdef const HalfEdge* other
    cdef double rx = right.x - at.x, ry = right.y - at.y, lx = left.x - at.x, ly = left.y - at.y
    if cross(rx, ry, lx, ly) > slack(graph, rx, ry, lx, ly):
        return -1
    corner = corner_after(face, corner)
    for _corner in range(face.count - 3):
        corner = corner_after(face, corner)
        other = &graph.half_edges[corner]
        if faces_eye(graph, rx, ry, other.x - at.x, other.y - at.y) and faces_eye(graph, other.x - at.x, other.y - at.y, lx, ly):
            return corner
    return -1


cdef bint scan_spiral(const PortalGraph* graph, VisibilityGraph* out, int32_t vertex, Scan* scan) except -1 nogil:
    """Scan from a vertex whose umbrella is a full turn or more, through each of its polygons by itself, and in halves where it has a
    straight corner there."""
    cdef const Face* face
    cdef const HalfEdge* right
    cdef const HalfEdge* left
    cdef ScannedPoly scanned
    cdef ViewCone limits
    cdef int32_t corner = out.origins[vertex].corner, umbrella = graph.half_edges[corner].umbrella, across, half
    scanned.poly, scanned.before = out.origins[vertex].poly, -1
    while corner >= 0:
        face = &graph.faces[scanned.poly]
        across = corner_across(graph, face, corner)
        for half in range(1 if across < 0 else 2):
            limits.right = corner_after(face, corner) if half == 0 else across
            limits.left = corner_before(face, corner) if half == 1 or across < 0 else across
            right = &graph.half_edges[limits.right]
            left = &graph.half_edges[limits.left]
            limits.right_x, limits.right_y, limits.left_x, limits.left_y = right.x - scan.x, right.y - scan.y, left.x - scan.x, \
                left.y - scan.y
            scan.polys.push_back(scanned)
            if not scan_sector(graph, out, scan, &limits, umbrella, <int32_t>scan.polys.size() - 1, MOST_POLYS_OF_ALL):
                return False
        corner = next_around(graph, &scanned.poly, corner)
    return True


cdef bint scan_wholly(const PortalGraph* graph, VisibilityGraph* out, int32_t vertex, int32_t turn, Scan* scan) except -1 nogil:
    cdef ViewCone limits = begin_scan(graph, out, vertex, turn, scan)
    scan.keeps_sectors = True
    if out.vertices[vertex].is_spiral:
        return scan_spiral(graph, out, vertex, scan)
    note_umbrella(graph, out, vertex, scan)
    return scan_sector(graph, out, scan, &limits, graph.half_edges[out.origins[vertex].corner].umbrella, 0, MOST_POLYS_OF_ALL)


# ---- ahead of searches ----

cdef int64_t scan_more(const PortalGraph* graph, VisibilityGraph* out, int64_t steps) except? -1 nogil:
    cdef const Face* face
    cdef EdgeRange edges
    cdef int32_t corner, vertex, turn
    cdef uint32_t before
    while steps > 0 and out.ahead < <PolyRef>graph.faces.size():
        face = &graph.faces[out.ahead]
        for corner in range(face.first, face.first + face.count):
            steps -= 1
            if graph.half_edges[corner].umbrella < 0:
                continue
            vertex = vertex_at(graph, out, out.ahead, corner)
            for turn in range(TURN_LEFT, TURN_RIGHT + 1):
                before = out.scans
                edges_of(graph, out, vertex, turn, &edges)
                if out.scans != before:
                    steps -= SCAN_STEPS + <int64_t>out.scan.polys.size() // STEP_POLYS
        out.ahead += 1
    return max(steps, 1) if out.ahead == <PolyRef>graph.faces.size() else min(steps, 0)


cdef bint scan_ahead(NavView nav, VisibilityGraph* out, int64_t steps) except -1 nogil:
    if not supports_visibility_graph(nav):
        return True
    update_visibility(nav, out)
    return scan_more(nav.graph, out, steps) > 0
