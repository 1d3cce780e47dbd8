"""Joins convex pieces to a mesh."""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.geom cimport cross
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph
from navpy.query.clearance.zone_cutting cimport SAME, Piece
from navpy.base.union_find cimport root_of, unite

cdef cppclass Outline:                  # of a piece
    vector[int32_t] corners             # vertices, counter-clockwise
    vector[int32_t] edges               # of the polygon, on which the edge from each corner lies; −1: a cut

cdef struct PieceEdge:                  # an edge of a piece, by its vertices
    int32_t low, high
    bint forward                        # from low to high
    int32_t corner

cdef inline bint stop_before(const EdgeStop& a, const EdgeStop& b) noexcept nogil:
    return a.t < b.t or (a.t == b.t and a.vertex < b.vertex)


cdef inline bint edge_before(const PieceEdge& a, const PieceEdge& b) noexcept nogil:
    if a.low != b.low:
        return a.low < b.low
    if a.high != b.high:
        return a.high < b.high
    return a.corner < b.corner


# ---- vertices ----

cdef int add_pieces(Draft* draft, PolyRef poly, const vector[Piece]* pieces) except -1 nogil:
    """Append the pieces of a polygon; corners at one place share a vertex."""
    cdef DraftCorner corner
    cdef DraftPiece piece
    cdef size_t i, k
    cdef int32_t vertex, first
    while draft.first_piece.size() <= <size_t>poly:
        draft.first_piece.push_back(<int32_t>draft.pieces.size())
        draft.first_vertex.push_back(<int32_t>draft.parent.size())
    first = <int32_t>draft.parent.size()
    for i in range(pieces.size()):
        piece.first, piece.count = <int32_t>draft.corners.size(), <int32_t>pieces.at(i).corners.size()
        piece.poly, piece.way_out = poly, pieces.at(i).way_out
        draft.pieces.push_back(piece)
        for k in range(pieces.at(i).corners.size()):
            corner.x, corner.y, corner.edge = pieces.at(i).corners[k].x, pieces.at(i).corners[k].y, pieces.at(i).corners[k].edge
            for vertex in range(first, <int32_t>draft.parent.size()):
                if fabs(draft.places[2 * vertex] - corner.x) <= SAME and fabs(draft.places[2 * vertex + 1] - corner.y) <= SAME:
                    break
            else:
                vertex = <int32_t>draft.parent.size()
                draft.parent.push_back(vertex)
                draft.places.push_back(corner.x)
                draft.places.push_back(corner.y)
            corner.vertex = vertex
            draft.corners.push_back(corner)
    return 0


cdef int bucket_edges(const PortalGraph* graph, const Draft* draft, vector[int32_t]* first, vector[int32_t]* ends) except -1 nogil:
    """By edge of the mesh, the end vertices of the pieces' edges on it: ends[first[edge] … first[edge + 1] − 1]."""
    cdef vector[int32_t] fill
    cdef const DraftPiece* piece
    cdef size_t i
    cdef int32_t k, edge
    first.clear()
    first.resize(graph.half_edges.size() + 1, 0)
    for i in range(draft.corners.size()):
        if draft.corners[i].edge >= 0:
            first[0][draft.corners[i].edge + 1] += 2
    for i in range(graph.half_edges.size()):
        first[0][i + 1] += first[0][i]
    fill = first[0]
    ends.clear()
    ends.resize(first.back())
    for i in range(draft.pieces.size()):
        piece = &draft.pieces[i]
        for k in range(piece.count):
            edge = draft.corners[piece.first + k].edge
            if edge >= 0:
                ends[0][fill[edge]] = draft.corners[piece.first + k].vertex
                ends[0][fill[edge] + 1] = draft.corners[piece.first + (k + 1 if k + 1 < piece.count else 0)].vertex
                fill[edge] += 2
    return 0


cdef int list_stops(const PortalGraph* graph, Draft* draft, int32_t edge, const vector[int32_t]* first,
                    const vector[int32_t]* ends, vector[EdgeStop]* out) except -1 nogil:
    """The corners of pieces on both sides of an edge, in order along it."""
    cdef int32_t twin = graph.half_edges[edge].twin, side, i, at
    cdef const HalfEdge* a = &graph.half_edges[edge]
    cdef const HalfEdge* b = &graph.half_edges[twin]         # where the twin begins, the edge ends
    cdef double ex = b.x - a.x, ey = b.y - a.y, length = sqrt(ex * ex + ey * ey)
    cdef EdgeStop stop
    out.clear()
    for side in range(2):
        at = twin if side else edge
        for i in range(first.at(at), first.at(at + 1)):
            stop.vertex = ends.at(i)
            stop.t = ((draft.places[2 * stop.vertex] - a.x) * ex + (draft.places[2 * stop.vertex + 1] - a.y) * ey) / length
            out.push_back(stop)
    sort(out.begin(), out.end(), stop_before)
    return 0


cdef int join_edge(const PortalGraph* graph, Draft* draft, int32_t edge, const vector[int32_t]* first, const vector[int32_t]* ends,
                   vector[EdgeStop]* stops) except -1 nogil:
    """Unite the vertices of pieces on both sides of an edge and its twin, and list the stops of both."""
    cdef int32_t twin = graph.half_edges[edge].twin
    cdef size_t i
    list_stops(graph, draft, edge, first, ends, stops)
    draft.first_stop[edge] = draft.first_stop[twin] = <int32_t>draft.stops.size()
    for i in range(stops.size()):
        if i > 0 and stops.at(i).t - stops.at(i - 1).t <= 2.0 * SAME:
            unite(draft.parent.data(), stops.at(i - 1).vertex, stops.at(i).vertex)
        draft.stops.push_back(stops.at(i))
    draft.last_stop[edge] = draft.last_stop[twin] = <int32_t>draft.stops.size()
    return 0


cdef int join_across(const PortalGraph* graph, Draft* draft) except -1 nogil:
    """Join pieces across the edges of all polygons. Corners of no polygon, left behind by removed tiles, are skipped."""
    cdef vector[int32_t] first, ends
    cdef vector[EdgeStop] stops
    cdef int32_t edge, twin
    cdef size_t poly
    bucket_edges(graph, draft, &first, &ends)
    draft.stops.clear()
    draft.first_stop.clear()
    draft.first_stop.resize(graph.half_edges.size(), 0)
    draft.last_stop.clear()
    draft.last_stop.resize(graph.half_edges.size(), 0)
    for poly in range(graph.faces.size()):
        for edge in range(graph.faces[poly].first, graph.faces[poly].first + graph.faces[poly].count):
            twin = graph.half_edges[edge].twin
            if twin > edge and (graph.half_edges[edge].neighbor != NO_POLY or graph.half_edges[twin].neighbor != NO_POLY):
                join_edge(graph, draft, edge, &first, &ends, &stops)
    return 0


# ---- edges ----

cdef int add_stop_between(const Draft* draft, int32_t a, int32_t b, int32_t vertex, vector[EdgeStop]* out) except -1 nogil:
    """Add a vertex that lies between the ends of an edge."""
    cdef double ax = draft.places[2 * a], ay = draft.places[2 * a + 1]
    cdef double ex = draft.places[2 * b] - ax, ey = draft.places[2 * b + 1] - ay, length = sqrt(ex * ex + ey * ey)
    cdef double px = draft.places[2 * vertex] - ax, py = draft.places[2 * vertex + 1] - ay
    cdef EdgeStop stop
    if vertex == a or vertex == b or length == 0.0:
        return 0
    stop.vertex, stop.t = vertex, (px * ex + py * ey) / length
    if stop.t > 0.0 and stop.t < length and fabs(cross(ex, ey, px, py)) <= 2.0 * SAME * length:
        out.push_back(stop)
    return 0


cdef int stops_between(Draft* draft, PolyRef poly, int32_t edge, int32_t a, int32_t b, vector[EdgeStop]* out) except -1 nogil:
    """The corners of other pieces between two vertices of a piece's edge."""
    cdef int32_t i
    out.clear()
    if edge >= 0:
        for i in range(draft.first_stop[edge], draft.last_stop[edge]):
            add_stop_between(draft, a, b, root_of(draft.parent.data(), draft.stops[i].vertex), out)
    else:
        for i in range(draft.first_vertex[poly], draft.first_vertex[poly + 1]):
            add_stop_between(draft, a, b, root_of(draft.parent.data(), i), out)
    sort(out.begin(), out.end(), stop_before)
    return 0


cdef int split_edges(Draft* draft, const DraftPiece* piece, vector[int32_t]* outline, vector[int32_t]* edges) except -1 nogil:
    """The outline of a piece, with the vertices that lie on its edges."""
    cdef vector[EdgeStop] stops
    cdef const DraftCorner* corner
    cdef int32_t k, a, b
    cdef size_t i
    outline.clear()
    edges.clear()
    for k in range(piece.count):
        corner = &draft.corners[piece.first + k]
        a = root_of(draft.parent.data(), corner.vertex)
        b = root_of(draft.parent.data(), draft.corners[piece.first + (k + 1 if k + 1 < piece.count else 0)].vertex)
        outline.push_back(a)
        edges.push_back(corner.edge)
        stops_between(draft, piece.poly, corner.edge, a, b, &stops)
        for i in range(stops.size()):
            outline.push_back(stops[i].vertex)
            edges.push_back(corner.edge)
    return 0


cdef void remove_spikes(vector[int32_t]* outline, vector[int32_t]* edges) noexcept nogil:
    """Remove edges without length, and pairs of edges that lead there and back."""
    cdef size_t i = 0, count, next
    cdef bint again
    while i < outline.size():
        count = outline.size()
        next = i + 1 if i + 1 < count else 0
        again = count > 1 and outline[0][i] == outline[0][next]
        if again or (count > 2 and outline[0][i] == outline[0][next + 1 if next + 1 < count else 0]):
            outline.erase(outline.begin() + i)        # the next vertex, or the next but one, takes its place
            edges.erase(edges.begin() + i)
            if not again:
                next = i if i < outline.size() else 0
                outline.erase(outline.begin() + next)
                edges.erase(edges.begin() + next)
            i = 0
        else:
            i += 1


cdef bint is_flat(const Draft* draft, const vector[int32_t]* outline) noexcept nogil:
    """True if a piece is no thicker than SAME."""
    cdef double area = 0.0, around = 0.0, ax, ay, bx, by
    cdef size_t i, count = outline.size()
    cdef int32_t a, b
    if count < 3:
        return True
    for i in range(count):
        a, b = outline.at(i), outline.at(i + 1 if i + 1 < count else 0)
        ax, ay = draft.places[2 * a] - draft.places[2 * outline.at(0)], draft.places[2 * a + 1] - draft.places[2 * outline.at(0) + 1]
        bx, by = draft.places[2 * b] - draft.places[2 * outline.at(0)], draft.places[2 * b + 1] - draft.places[2 * outline.at(0) + 1]
        area += cross(ax, ay, bx, by)
        around += sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    return area <= SAME * around


# ---- convex parts ----

cdef inline double turn_at(const Draft* draft, int32_t a, int32_t b, int32_t c) noexcept nogil:
    cdef const double* at = draft.places.data()
    return cross(at[2 * b] - at[2 * a], at[2 * b + 1] - at[2 * a + 1], at[2 * c] - at[2 * b], at[2 * c + 1] - at[2 * b + 1])


cdef inline double size_of(const Draft* draft, int32_t a, int32_t b) noexcept nogil:
    return fabs(draft.places[2 * b] - draft.places[2 * a]) + fabs(draft.places[2 * b + 1] - draft.places[2 * a + 1])


cdef int32_t find_reflex(const PortalGraph* graph, const Draft* draft, const vector[int32_t]* outline) noexcept nogil:
    """The corner at which an outline turns right by more than searches take for rounding, −1: there is none."""
    cdef int32_t i, a, b, c, count = <int32_t>outline.size()
    for i in range(count):
        a, b, c = outline.at(i - 1 if i else count - 1), outline.at(i), outline.at(i + 1 if i + 1 < count else 0)
        if turn_at(draft, a, b, c) < -graph.rounding * (size_of(draft, a, b) + size_of(draft, b, c)):
            return i
    return -1


cdef int32_t corner_across(const Draft* draft, const vector[int32_t]* outline, int32_t reflex) noexcept nogil:
    """The farthest corner in the sight of a reflex corner, between its two edges, −1: there is none."""
    cdef int32_t count = <int32_t>outline.size(), i, best = -1
    cdef int32_t before = outline.at(reflex - 1 if reflex else count - 1), at = outline.at(reflex)
    cdef int32_t after = outline.at(reflex + 1 if reflex + 1 < count else 0)
    for i in range(count):
        if outline.at(i) != before and outline.at(i) != at and outline.at(i) != after \
                and turn_at(draft, before, at, outline.at(i)) > 0.0 and turn_at(draft, at, after, outline.at(i)) > 0.0 \
                and (best < 0 or size_of(draft, at, outline.at(i)) > size_of(draft, at, outline.at(best))):
            best = i
    return best


cdef int copy_part(const Outline* whole, int32_t first, int32_t last, Outline* part) except -1 nogil:
    """The corners from one to another, round the outline; the edge back is a cut."""
    cdef int32_t i = first
    part.corners.clear()
    part.edges.clear()
    while True:
        part.corners.push_back(whole.corners[i])
        part.edges.push_back(<int32_t>whole.edges[i] if i != last else -1)
        if i == last:
            return 0
        i = i + 1 if i + 1 < <int32_t>whole.corners.size() else 0


cdef int cut_convex(const PortalGraph* graph, const Draft* draft, vector[Outline]* parts) except -1 nogil:
    """Cut the only outline in ``parts`` until all are convex: corners that were near a line, or near each other, have moved."""
    cdef Outline one, other
    cdef size_t i = 0
    cdef int32_t reflex, across
    while i < parts.size():
        reflex = find_reflex(graph, draft, &parts.at(i).corners)
        across = corner_across(draft, &parts.at(i).corners, reflex) if reflex >= 0 else -1
        if across < 0:
            i += 1
            continue
        copy_part(&parts.at(i), reflex, across, &one)
        copy_part(&parts.at(i), across, reflex, &other)
        parts[0][i] = one
        parts.push_back(other)
    return 0


# ---- the pieces together ----

cdef int find_twins(JoinedPieces* out) except -1 nogil:
    """Edges between the same two vertices, of two pieces on opposite sides, are twins."""
    cdef vector[PieceEdge] halves
    cdef PieceEdge half
    cdef size_t i, last
    cdef int32_t a, b, piece, k, other
    for piece in range(<int32_t>out.polys.size()):
        for k in range(out.first[piece], out.first[piece + 1]):
            a, b = out.corners[k], out.corners[k + 1 if k + 1 < out.first[piece + 1] else out.first[piece]]
            half.low, half.high, half.forward, half.corner = min(a, b), max(a, b), a < b, k
            halves.push_back(half)
    sort(halves.begin(), halves.end(), edge_before)
    out.twins.clear()
    out.twins.resize(out.corners.size(), -1)
    for i in range(halves.size()):
        k = halves[i].corner
        last = i + 1
        while last < halves.size() and halves[last].low == halves[i].low and halves[last].high == halves[i].high:
            if out.twins[k] >= 0:
                break
            other = halves[last].corner
            if halves[last].forward != halves[i].forward and out.twins[other] < 0 and out.owners[other] != out.owners[k]:
                out.twins[k], out.twins[other] = other, k
            last += 1
    return 0


cdef int add_part(const Outline* part, const Draft* draft, const DraftPiece* piece, vector[int32_t]* names,
                  JoinedPieces* out) except -1 nogil:
    cdef int32_t vertex
    cdef size_t k
    for k in range(part.corners.size()):
        vertex = part.corners[k]
        if names.at(vertex) < 0:
            names[0][vertex] = <int32_t>out.places.size() // 2
            out.places.push_back(draft.places[2 * vertex])
            out.places.push_back(draft.places[2 * vertex + 1])
        out.corners.push_back(names.at(vertex))
        out.edges.push_back(part.edges[k])
        out.owners.push_back(<int32_t>out.polys.size())
    out.polys.push_back(piece.poly)
    out.ways_out.push_back(piece.way_out)
    out.first.push_back(<int32_t>out.corners.size())
    return 0


cdef int join_pieces(const PortalGraph* graph, Draft* draft, JoinedPieces* out) except -1 nogil:
    cdef vector[Outline] parts
    cdef vector[int32_t] names
    cdef size_t i, k
    while draft.first_piece.size() <= graph.faces.size():
        draft.first_piece.push_back(<int32_t>draft.pieces.size())
        draft.first_vertex.push_back(<int32_t>draft.parent.size())
    join_across(graph, draft)
    names.resize(draft.parent.size(), -1)
    out.places.clear()
    out.first.clear()
    out.polys.clear()
    out.ways_out.clear()
    out.corners.clear()
    out.edges.clear()
    out.owners.clear()
    out.first.push_back(0)
    for i in range(draft.pieces.size()):
        parts.resize(1)
        split_edges(draft, &draft.pieces[i], &parts[0].corners, &parts[0].edges)
        remove_spikes(&parts[0].corners, &parts[0].edges)
        if is_flat(draft, &parts[0].corners):
            continue
        cut_convex(graph, draft, &parts)
        for k in range(parts.size()):
            add_part(&parts[k], draft, &draft.pieces[i], &names, out)
    return find_twins(out)
