"""Random points on the surface, uniform by area in the plan: draw a polygon by its area, a piece of it by its area, a place in the
piece.

Area is measured in the ground plane, as by NavMesh.area: seen from above, points are as dense on slopes as on flat ground. Detail
triangles follow the ground's bumps, but draw no more points than the polygons below them."""
from libc.math cimport M_PI, sqrt
from libc.stdint cimport int32_t, uint64_t
from libcpp.algorithm cimport upper_bound
from libcpp.vector cimport vector

from navpy.base.core cimport PolyRef
from navpy.base.elementary cimport atan2, sin, unit_vector
from navpy.base.vec2 cimport Vec2, to_plan, vec2
from navpy.base.geom cimport cross, distance2, is_point
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.poly_surface cimport to_surface
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, Face
from navpy.query.surface.islands cimport find_reached
from navpy.query.surface.overlap cimport polygons_in_circle
from navpy.query.surface.raycast cimport is_walked
from navpy.base.splitmix cimport next_bits, to_fraction

cdef double TURN = 2.0 * M_PI
cdef double NO_ARC = 1e-6               # radians: a polygon whose edges lie in the circle for less than this only touches it


cdef double draw(uint64_t* state) noexcept nogil:
    return to_fraction(next_bits(state))


# ---- a polygon in pieces ----

cdef inline int add_piece(vector[AreaPiece]* pieces, AreaPiece* piece, double area) except -1 nogil:
    """Add a piece; rounding may give pieces of corners in line an area below 0, which counts as 0."""
    piece.area = max(area, 0.0) + (pieces.back().area if pieces.size() else 0.0)
    pieces.push_back(piece[0])
    return 0


cdef int add_triangle(vector[AreaPiece]* pieces, double ax, double ay, double bx, double by, double cx, double cy) except -1 nogil:
    cdef AreaPiece piece
    piece.x[0], piece.x[1], piece.x[2], piece.y[0], piece.y[1], piece.y[2] = ax, bx, cx, ay, by, cy
    piece.middle = piece.half = 0.0
    return add_piece(pieces, &piece, 0.5 * cross(bx - ax, by - ay, cx - ax, cy - ay))


cdef int add_segment(vector[AreaPiece]* pieces, double begin, double span, double radius) except -1 nogil:
    """Add the circular segment that a chord cuts off, ``span`` radians from ``begin`` on."""
    cdef AreaPiece piece
    cdef int i
    for i in range(3):
        piece.x[i] = piece.y[i] = 0.0
    piece.middle, piece.half = begin + 0.5 * span, 0.5 * span
    return add_piece(pieces, &piece, 0.5 * radius * radius * (span - sin(span)))


cdef bint clip_edge(const HalfEdge* a, const HalfEdge* b, double x, double y, double radius, double* low, double* high) noexcept nogil:
    """The part of an edge inside of a circle, 0 … 1 along it."""
    cdef double dx = b.x - a.x, dy = b.y - a.y, fx = a.x - x, fy = a.y - y, length2 = dx * dx + dy * dy
    cdef double middle = -(dx * fx + dy * fy) / length2, off = cross(dx, dy, fx, fy), rest
    rest = radius * radius / length2 - off / length2 * (off / length2)
    if not rest > 0.0:
        return False
    rest = sqrt(rest)
    low[0], high[0] = max(middle - rest, 0.0), min(middle + rest, 1.0)
    return low[0] < high[0]


cdef bint contains(const PortalGraph* graph, PolyRef poly, double x, double y) noexcept nogil:
    """True if the place is in the polygon."""
    cdef const Face* face = &graph.faces[poly]
    cdef const HalfEdge* a = &graph.half_edges[face.first + face.count - 1]
    cdef const HalfEdge* b
    cdef int32_t i
    for i in range(face.first, face.first + face.count):
        b = &graph.half_edges[i]
        if cross(b.x - a.x, b.y - a.y, x - a.x, y - a.y) < 0.0:
            return False
        a = b
    return True


cdef int add_arc(const RandomPlaces* places, vector[AreaPiece]* pieces, double ax, double ay, double bx, double by) except -1 nogil:
    """The segment beyond the chord between a place where the polygon's border leaves the circle and the place where it enters it
    again. As it has chords, this is less than a whole turn: a seeming whole turn is nothing."""
    cdef double begin = atan2(ay - places.y, ax - places.x), span = atan2(by - places.y, bx - places.x) - begin
    if span < 0.0:
        span += TURN
    return add_segment(pieces, begin, span, places.radius) if span < TURN - 0.5 * NO_ARC else 0


cdef int clip_to_circle(const PortalGraph* graph, PolyRef poly, const RandomPlaces* places, vector[AreaPiece]* pieces) except -1 nogil:
    """The part of a polygon inside the circle: triangles between the chords that its edges are there, and segments beyond the
    chords."""
    cdef const Face* face = &graph.faces[poly]
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef double low, high, ax, ay, bx, by, first_x = 0.0, first_y = 0.0, last_x = 0.0, last_y = 0.0
    cdef double chords = 0.0
    cdef int32_t i
    cdef bint any = False, at_corner = False, starts_at_corner = False
    for i in range(face.first, face.first + face.count):
        a = &graph.half_edges[i]
        b = &graph.half_edges[i + 1 if i + 1 < face.first + face.count else face.first]
        if not clip_edge(a, b, places.x, places.y, places.radius, &low, &high):
            continue
        ax, ay = a.x + low * (b.x - a.x), a.y + low * (b.y - a.y)
        bx, by = a.x + high * (b.x - a.x), a.y + high * (b.y - a.y)
        if not any:
            any, first_x, first_y, starts_at_corner = True, ax, ay, low == 0.0
        else:
            if not (at_corner and low == 0.0):
                add_arc(places, pieces, last_x, last_y, ax, ay)
                add_triangle(pieces, first_x, first_y, last_x, last_y, ax, ay)
            add_triangle(pieces, first_x, first_y, ax, ay, bx, by)
        last_x, last_y, at_corner, chords = bx, by, high == 1.0, chords + distance2(ax, ay, bx, by)
    if chords > NO_ARC * places.radius:
        if not (at_corner and starts_at_corner):
            add_arc(places, pieces, last_x, last_y, first_x, first_y)
        return 0
    pieces.clear()
    if contains(graph, poly, places.x, places.y):
        add_segment(pieces, 0.0, TURN, places.radius)
    return 0


cdef bint lies_in(const PortalGraph* graph, PolyRef poly, const RandomPlaces* places) noexcept nogil:
    """True if no part of a polygon is outside of the circle."""
    cdef const Face* face = &graph.faces[poly]
    cdef int32_t i
    for i in range(face.first, face.first + face.count):
        if distance2(graph.half_edges[i].x, graph.half_edges[i].y, places.x, places.y) > places.radius:
            return False
    return True


cdef double cut_to_pieces(const PortalGraph* graph, PolyRef poly, RandomPlaces* places) except -1.0 nogil:
    """Cut a polygon into the pieces that points are drawn from; returns their area in m²."""
    cdef const Face* face = &graph.faces[poly]
    cdef const HalfEdge* a = &graph.half_edges[face.first]
    cdef const HalfEdge* b
    cdef const HalfEdge* c
    cdef int32_t i
    places.pieces.clear()
    # beside a large circle, a small polygon would seem to touch it only
    if places.radius > 0.0 and not lies_in(graph, poly, places):
        clip_to_circle(graph, poly, places, &places.pieces)
    else:
        for i in range(face.first + 1, face.first + face.count - 1):
            b = &graph.half_edges[i]
            c = &graph.half_edges[i + 1]
            add_triangle(&places.pieces, a.x, a.y, b.x, b.y, c.x, c.y)
    return places.pieces.back().area if places.pieces.size() else 0.0


# ---- places to draw from ----

cdef int start_places(RandomPlaces* places) except -1 nogil:
    places.polys.clear()
    places.sums.clear()
    places.x = places.y = places.radius = 0.0
    return 0


cdef int add_polygon(const PortalGraph* graph, RandomPlaces* places, PolyRef poly) except -1 nogil:
    cdef double area = cut_to_pieces(graph, poly, places)
    if area > 0.0:
        places.polys.push_back(poly)
        if places.sums.size() > 0:
            area += places.sums.back()
        places.sums.push_back(area)
    return 0


cdef bint places_anywhere(NavView nav, RandomPlaces* places) except -1 nogil:
    """All polygons that may be walked on."""
    cdef PolyRef poly
    start_places(places)
    for poly in range(nav.mesh.poly_count):
        if nav.mesh.polys[poly].count > 0 and nav.graph.costs[poly] >= 0.0:
            add_polygon(nav.graph, places, poly)
    return places.polys.size() > 0


cdef bint places_reached(NavView nav, PolyRef start, RandomPlaces* places) except -1 nogil:
    """All polygons that paths from a polygon lead to, itself included."""
    cdef vector[PolyRef] reached
    cdef size_t i
    start_places(places)
    find_reached(nav, start, &reached)
    for i in range(reached.size()):
        add_polygon(nav.graph, places, reached[i])
    return places.polys.size() > 0


cdef bint places_around(NavView nav, PolyRef poly, const double* center, double radius, RandomPlaces* places) except -1 nogil:
    """The part of the surface inside the circle that is connected with its center on ``poly`` (`polygons_in_circle`)."""
    cdef vector[int32_t] found
    cdef Vec2 middle = to_plan(center)
    cdef size_t i
    start_places(places)
    if not (is_walked(nav.mesh, poly) and is_point(center) and radius > 0.0):
        return False
    polygons_in_circle(nav, &places.flood, poly, center, center, radius, &found)
    places.x, places.y, places.radius = middle.x, middle.y, radius
    for i in range(found.size()):
        add_polygon(nav.graph, places, places.flood.visits[found[i]].poly)
    return places.polys.size() > 0


# ---- drawing ----

cdef Vec2 place_in_triangle(const AreaPiece* piece, uint64_t* state) noexcept nogil:
    """Uniform in the parallelogram of two sides, the far half folded back (Turk 1990)."""
    cdef double u = draw(state), v = draw(state)
    if u + v > 1.0:
        u, v = 1.0 - u, 1.0 - v
    return vec2(piece.x[0] + u * (piece.x[1] - piece.x[0]) + v * (piece.x[2] - piece.x[0]),
                piece.y[0] + u * (piece.y[1] - piece.y[0]) + v * (piece.y[2] - piece.y[0]))


cdef Vec2 place_in_segment(const AreaPiece* piece, const RandomPlaces* places, uint64_t* state) noexcept nogil:
    """Rejection from the rectangle around the segment, which fills at least two thirds of it. Places are measured from the middle of
    the arc, as the height of a flat segment is lost beside the radius."""
    cdef double quarter = sin(0.5 * piece.half), height = 2.0 * quarter * quarter * places.radius       # radius · (1 − cos half)
    cdef double width = places.radius * (sin(piece.half) if piece.half < 0.5 * M_PI else 1.0)
    cdef double across = 0.0, deep = 0.0
    cdef Vec2 outwards = unit_vector(piece.middle)
    cdef int _try
    for _try in range(1000):
        across, deep = width * (2.0 * draw(state) - 1.0), height * draw(state)
        if across * across + deep * deep <= 2.0 * places.radius * deep:
            break
    deep = places.radius - deep
    return vec2(places.x + deep * outwards.x - across * outwards.y, places.y + deep * outwards.y + across * outwards.x)


cdef int random_point(NavView nav, RandomPlaces* places, uint64_t* state, NearestPoly* out) except -1 nogil:
    """Draw a point of places that are not empty, with their mesh and graph."""
    cdef const AreaPiece* piece
    cdef Vec2 place
    cdef double wanted = draw(state) * places.sums.back()
    cdef size_t i = upper_bound(places.sums.begin(), places.sums.end(), wanted) - places.sums.begin(), k = 0
    i = min(i, places.polys.size() - 1)
    out.poly, out.distance = places.polys[i], 0.0
    wanted = draw(state) * cut_to_pieces(nav.graph, out.poly, places)
    while k + 1 < places.pieces.size() and places.pieces[k].area <= wanted:
        k += 1
    piece = &places.pieces[k]
    place = place_in_segment(piece, places, state) if piece.half > 0.0 else place_in_triangle(piece, state)
    to_surface(nav.mesh, out.poly, place, out.point)
    return 0
