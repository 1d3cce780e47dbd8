"""Constrained Delaunay triangulation of a planar graph (Chew 1989), exact.

Points are inserted one by one, along a Hilbert curve in rounds of growing size (Amenta, Choi & Rote 2003, "Incremental constructions
con BRIO"), and edges around them flipped (Lawson 1977). Then the triangles that a missing side crosses are replaced: the polygon on
each side of it is visible from it, so a scan cuts ears in linear time (Toussaint & Avis 1982), and flips make the new edges Delaunay.

Triangles around the hull have a corner at infinity, so the construction has no border. All that is decided follows from places, not
from indices, so another order of the same points and sides gives the same triangles in the same order.
"""
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libcpp.algorithm cimport reverse, sort
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.base.core cimport NAV_ASSERT
from navpy.base.splitmix cimport scramble
from navpy.baking.outlines.keyed_sort cimport Keyed, bits_of, sort_keyed
from navpy.baking.outlines.planar_graph cimport GridPoint, PlanarGraph, Side, left_turn

cdef extern from *:
    ctypedef long long int128 "__int128"

cdef enum:
    INFINITE = -1                   # the corner outside the hull
    NO_VERTEX = -2                  # origin of half edges of triangles that are no more
    ROUND_BITS = 4                  # each round has about 2⁴ times the points of all before it
    EARLY_ROUNDS = 3                # before the last one
    ROUNDS_BITS = 2                 # that number them all
    STEP_BITS = 4                   # of each coordinate that are brought onto the curve at once: 2 KB of steps
    STEP_MASK = (1 << STEP_BITS) - 1
    SWAPPED = 1                     # states of the curve: x and y have changed places
    BACKWARD = 2                    # both are counted backward

cdef uint16_t curve_steps[1 << 2 + 2 * STEP_BITS]       # by state, x, y: the state after them, index

cdef struct DelaunayEdge:
    int32_t origin                  # vertex where it begins, INFINITE, NO_VERTEX
    int32_t twin

cdef struct VertexSide:             # a side between vertices, begin < end
    int32_t begin, end, side

cdef struct ChainLink:              # a vertex of a chain along a missing side, and the edge to the vertex before it
    int32_t vertex
    int32_t inner                   # the half edge of that edge in the triangles to be replaced, −1: it is new
    int32_t outer                   # if it is new: its half edge beyond the polygon that is left

cdef cppclass Construction:         # half edge 4t + k runs from corner k of triangle t to the next; 4t + 3 is none
    vector[GridPoint] places        # of each vertex; vertices are points in the order of insertion
    vector[int32_t] points          # of each vertex: the graph's point
    vector[DelaunayEdge] edges
    vector[int32_t] side            # of each half edge, as in ConstrainedTriangulation
    vector[int32_t] leaving         # of each vertex: a half edge that begins there
    vector[int32_t] unused          # triangles that may be made anew
    vector[int32_t] crossed         # triangles that a missing side crosses
    vector[ChainLink] left, right, scan
    vector[int32_t] flip_candidates


cdef inline int32_t after(int32_t edge) noexcept nogil:
    return edge - 2 if (edge & 3) == 2 else edge + 1


cdef inline int32_t before(int32_t edge) noexcept nogil:
    return edge + 2 if (edge & 3) == 0 else edge - 1


cdef inline void join(DelaunayEdge* edges, int32_t edge, int32_t twin) noexcept nogil:
    edges[edge].twin = twin
    edges[twin].twin = edge


# Predicates

cdef inline bint in_circle(GridPoint a, GridPoint b, GridPoint c, GridPoint d) noexcept nogil:
    """Whether d lies inside the circle through a, b, c, which turn left. Exact: with |x|, |y| ≤ 2²⁹ all products of two differences
    fit 64 bits, and products of these 128 bits. That takes half the time of a filter in floating point, so there is none before it."""
    cdef int64_t ax = <int64_t>a.x - d.x, ay = <int64_t>a.y - d.y, bx = <int64_t>b.x - d.x, by = <int64_t>b.y - d.y
    cdef int64_t cx = <int64_t>c.x - d.x, cy = <int64_t>c.y - d.y
    return <int128>(ax * ax + ay * ay) * (bx * cy - by * cx) + <int128>(bx * bx + by * by) * (cx * ay - cy * ax) \
        + <int128>(cx * cx + cy * cy) * (ax * by - ay * bx) > 0


cdef inline bint in_half_plane(GridPoint a, GridPoint b, GridPoint d) noexcept nogil:
    """Whether d lies inside the circle through a, b and infinity, left of a → b: also if it lies between a and b."""
    cdef int64_t turn = left_turn(a, b, d)
    return turn > 0 or (turn == 0 and (<int64_t>a.x - d.x) * (<int64_t>b.x - d.x) + (<int64_t>a.y - d.y) * (<int64_t>b.y - d.y) < 0)


# The order of insertion

cdef void fill_curve_steps() noexcept nogil:
    """The square of each bit's place is the next part of the curve, turned: coordinates change places in the lower two quarters, and
    are counted backward in the lower right one."""
    cdef uint32_t state, x, y, bit, right, up, index, turned
    for turned in range(1 << 2 + 2 * STEP_BITS):
        state, x, y, index = turned >> 2 * STEP_BITS, turned >> STEP_BITS & STEP_MASK, turned & STEP_MASK, 0
        bit = 1 << (STEP_BITS - 1)
        while bit:
            right, up = (x & bit) != 0, (y & bit) != 0
            if state & SWAPPED:
                right, up = up, right
            if state & BACKWARD:
                right, up = 1 - right, 1 - up
            index = 4 * index + ((3 * right) ^ up)
            if not up:
                state ^= SWAPPED | (BACKWARD if right else 0)
            bit >>= 1
        curve_steps[turned] = <uint16_t>(state << 2 * STEP_BITS | index)


cdef inline uint64_t along_curve(uint32_t x, uint32_t y, int32_t bits) noexcept nogil:
    """Index of a place on the Hilbert curve through a square of 2^bits places a side."""
    cdef int32_t rest = (bits + STEP_BITS - 1) // STEP_BITS * STEP_BITS
    cdef uint32_t state = SWAPPED if rest - bits & 1 else 0     # bits that are 0 before the first change places each
    cdef uint64_t index = 0
    cdef uint32_t step
    while rest:
        rest -= STEP_BITS
        step = curve_steps[state << 2 * STEP_BITS | (x >> rest & STEP_MASK) << STEP_BITS | (y >> rest & STEP_MASK)]
        index = index << 2 * STEP_BITS | (step & ((1 << 2 * STEP_BITS) - 1))
        state = step >> 2 * STEP_BITS
    return index


fill_curve_steps()


cdef inline int32_t round_of(GridPoint place) noexcept nogil:
    """How many rounds before the last one a place is inserted, by chance."""
    cdef uint64_t bits = scramble((<uint64_t><uint32_t>place.x << 32) | <uint32_t>place.y)
    cdef int32_t rounds = 0
    while rounds < EARLY_ROUNDS and bits & ((1 << ROUND_BITS) - 1) == 0:
        bits >>= ROUND_BITS
        rounds += 1
    return rounds


cdef int order_points(const vector[GridPoint]& points, Construction* work) except -1 nogil:
    cdef vector[Keyed] stops        # point, by round and index along the curve; no two are equal
    cdef int32_t low_x = points[0].x, high_x = low_x, low_y = points[0].y, high_y = low_y
    cdef int32_t bits
    cdef size_t i
    for i in range(points.size()):
        low_x, high_x = min(low_x, points[i].x), max(high_x, points[i].x)
        low_y, high_y = min(low_y, points[i].y), max(high_y, points[i].y)
    bits = max(bits_of(max(<uint32_t>high_x - <uint32_t>low_x, <uint32_t>high_y - <uint32_t>low_y)), 1)
    stops.resize(points.size())
    for i in range(points.size()):
        stops[i].key = (<uint64_t>(EARLY_ROUNDS - round_of(points[i])) << 2 * bits) + along_curve(
            points[i].x - low_x, points[i].y - low_y, bits)
        stops[i].of = <int32_t>i
    sort_keyed(&stops, 2 * bits + ROUNDS_BITS)
    work.places.resize(points.size())
    work.points.resize(points.size())
    for i in range(points.size()):
        work.places[i], work.points[i] = points[stops[i].of], stops[i].of
    return 0


cdef bint bring_corner(Construction* work) noexcept nogil:
    """Move the first vertex that is not on the line of the first two to the third place. → whether there is one"""
    cdef size_t i, k
    cdef GridPoint place
    cdef int32_t point
    for i in range(2, work.places.size()):
        if left_turn(work.places[0], work.places[1], work.places[i]) != 0:
            place, point = work.places[i], work.points[i]
            for k in range(i, 2, -1):
                work.places[k], work.points[k] = work.places[k - 1], work.points[k - 1]
            work.places[2], work.points[2] = place, point
            return True
    return False


# Points

cdef int32_t add_triangle(Construction* work, int32_t a, int32_t b, int32_t c) except -1 nogil:
    """→ its first half edge, from a to b"""
    cdef int32_t edge = <int32_t>work.edges.size()
    if not work.unused.empty():
        edge = 4 * work.unused.back()
        work.unused.pop_back()
    else:
        work.edges.resize(edge + 4)
    work.edges[edge].origin, work.edges[edge + 1].origin, work.edges[edge + 2].origin = a, b, c
    return edge


cdef int start(Construction* work) except -1 nogil:
    """Begin with the triangle of the first three vertices and those around it."""
    cdef int32_t corners[3]
    cdef int32_t k
    cdef DelaunayEdge* edges
    corners[0], corners[1], corners[2] = 0, 1, 2
    if left_turn(work.places[0], work.places[1], work.places[2]) < 0:
        corners[1], corners[2] = 2, 1
    work.edges.reserve(8 * work.places.size())
    add_triangle(work, corners[0], corners[1], corners[2])
    for k in range(3):
        add_triangle(work, corners[(k + 1) % 3], corners[k], INFINITE)
    edges = work.edges.data()
    for k in range(3):
        join(edges, k, 4 * k + 4)
        join(edges, 4 * k + 5, 4 * ((k + 2) % 3) + 6)
    return 0


cdef inline int32_t locate(const Construction* work, int32_t triangle, GridPoint place) noexcept nogil:
    """The triangle that a place lies in or on, by walking from a triangle (Lawson 1977). Outside the hull: one from whose edge it is
    seen."""
    cdef const DelaunayEdge* edges = work.edges.data()
    cdef const GridPoint* places = work.places.data()
    cdef int32_t edge = 4 * triangle, next, last
    while edges[edge].origin < 0 or edges[after(edge)].origin < 0:
        edge = after(edge)
    if edges[before(edge)].origin < 0:
        edge = edges[edge].twin
    if left_turn(places[edges[edge].origin], places[edges[after(edge)].origin], place) < 0:
        edge = edges[edge].twin
    while True:
        next, last = after(edge), before(edge)
        if edges[last].origin < 0:
            return edge >> 2
        if left_turn(places[edges[next].origin], places[edges[last].origin], place) < 0:
            edge = edges[next].twin
        elif left_turn(places[edges[last].origin], places[edges[edge].origin], place) < 0:
            edge = edges[last].twin
        else:
            return edge >> 2


cdef inline bint is_inside(const Construction* work, int32_t edge, GridPoint place) noexcept nogil:
    """Whether a place lies inside the circle of the triangle of a half edge."""
    cdef const GridPoint* places = work.places.data()
    cdef int32_t a = work.edges[edge].origin, b = work.edges[after(edge)].origin, c = work.edges[before(edge)].origin
    if (a | b | c) >= 0:
        return in_circle(places[a], places[b], places[c], place)
    if c < 0:
        return in_half_plane(places[a], places[b], place)
    return in_half_plane(places[b], places[c], place) if a < 0 else in_half_plane(places[c], places[a], place)


cdef int32_t insert(Construction* work, int32_t vertex, int32_t triangle) except -1 nogil:
    """Cut the triangle at a vertex into three, and flip edges until the others are Delaunay. If the vertex lies on an edge, one of the
    three has no area until that edge is flipped. The vertex is corner 2 of all triangles around it. → one of them"""
    cdef int32_t edge = 4 * triangle, second, third, twin, d, current = triangle
    cdef DelaunayEdge* edges
    second = add_triangle(work, work.edges[edge + 1].origin, work.edges[edge + 2].origin, vertex)
    third = add_triangle(work, work.edges[edge + 2].origin, work.edges[edge].origin, vertex)
    edges = work.edges.data()
    join(edges, second, edges[edge + 1].twin)
    join(edges, third, edges[edge + 2].twin)
    edges[edge + 2].origin = vertex
    join(edges, edge + 1, second + 2)
    join(edges, second + 1, third + 2)
    join(edges, third + 1, edge + 2)
    while True:
        edge = 4 * current
        twin = edges[edge].twin
        while is_inside(work, twin, work.places[vertex]):
            # a → b with d beyond it; then a, d, vertex remain here and d, b, vertex lie beyond.
            d = edges[before(twin)].origin
            second, third = edges[after(twin)].twin, edges[before(twin)].twin
            twin &= ~3
            edges[twin].origin, edges[twin + 1].origin, edges[twin + 2].origin = d, edges[edge + 1].origin, vertex
            edges[edge + 1].origin = d
            join(edges, twin, third)
            join(edges, twin + 1, edges[edge + 1].twin)
            join(edges, edge + 1, twin + 2)
            join(edges, edge, second)
            twin = second
        current = edges[edge + 1].twin >> 2
        if current == triangle:
            return triangle


cdef int insert_points(Construction* work) except -1 nogil:
    cdef int32_t vertex, triangle = 0
    start(work)
    for vertex in range(3, <int32_t>work.places.size()):
        if vertex & 63 == 0:
            check_signals()
        triangle = insert(work, vertex, locate(work, triangle, work.places[vertex]))
    return 0


# Sides

cdef inline bint is_lower(const VertexSide& a, const VertexSide& b) noexcept nogil:
    return a.begin < b.begin if a.begin != b.begin else a.end < b.end


cdef inline int32_t find_edge(const Construction* work, int32_t a, int32_t b) noexcept nogil:
    """The half edge from a to b, −1: there is none."""
    cdef int32_t first = work.leaving[a], edge = first
    while work.edges[after(edge)].origin != b:
        edge = work.edges[before(edge)].twin
        if edge == first:
            return -1
    return edge


cdef inline void mark_edge(Construction* work, int32_t edge, int32_t side) noexcept nogil:
    work.side[edge] = work.side[work.edges[edge].twin] = side


cdef int mark_sides(const vector[Side]& sides, Construction* work, vector[VertexSide]& missing) except -1 nogil:
    """Mark the edges that are sides, and list the sides that no edge is."""
    cdef vector[int32_t] vertex_of
    cdef VertexSide entry
    cdef int32_t a, b, edge
    cdef size_t i
    vertex_of.resize(work.points.size())
    for i in range(work.points.size()):
        vertex_of[work.points[i]] = <int32_t>i
    for i in range(sides.size()):
        if i > 0 and sides[i].begin == sides[i - 1].begin and sides[i].end == sides[i - 1].end:
            continue
        a, b = vertex_of[sides[i].begin], vertex_of[sides[i].end]
        edge = find_edge(work, a, b)
        if edge >= 0:
            mark_edge(work, edge, <int32_t>i + 1)
        else:
            entry.begin, entry.end, entry.side = min(a, b), max(a, b), <int32_t>i + 1
            missing.push_back(entry)
    sort(missing.begin(), missing.end(), is_lower)
    return 0


cdef inline int64_t turn_of(const Construction* work, int32_t a, int32_t b, int32_t c) noexcept nogil:
    return left_turn(work.places[a], work.places[b], work.places[c])


cdef int append_link(vector[ChainLink]& chain, int32_t vertex, int32_t inner) except -1 nogil:
    cdef ChainLink link
    link.vertex, link.inner, link.outer = vertex, inner, -1
    chain.push_back(link)
    return 0


cdef int32_t first_crossed(const Construction* work, int32_t a, int32_t b) noexcept nogil:
    """The half edge opposite a that the line from a to b crosses, from right to left."""
    cdef const DelaunayEdge* edges = work.edges.data()
    cdef int32_t edge = work.leaving[a], p, q
    while True:
        p, q = edges[after(edge)].origin, edges[before(edge)].origin
        if p >= 0 and q >= 0 and turn_of(work, a, b, p) < 0 and turn_of(work, a, b, q) > 0:
            return after(edge)
        edge = edges[before(edge)].twin
        NAV_ASSERT(edge != work.leaving[a])


cdef int walk_across(Construction* work, int32_t a, int32_t b) except -1 nogil:
    """Collect the triangles between a and b, and the chains of their edges to both sides of the line."""
    cdef int32_t edge = first_crossed(work, a, b), vertex
    work.crossed.clear()
    work.left.clear()
    work.right.clear()
    work.crossed.push_back(edge >> 2)
    append_link(work.left, a, -1)
    append_link(work.left, work.edges[after(edge)].origin, after(edge))
    append_link(work.right, a, before(edge))
    append_link(work.right, work.edges[edge].origin, -1)
    while True:
        NAV_ASSERT(work.side[edge] == 0)
        edge = work.edges[edge].twin
        work.crossed.push_back(edge >> 2)
        vertex = work.edges[before(edge)].origin
        if vertex == b:
            break
        NAV_ASSERT(turn_of(work, a, b, vertex) != 0)
        if turn_of(work, a, b, vertex) > 0:
            append_link(work.left, vertex, before(edge))
            edge = after(edge)
        else:
            work.right.back().inner = after(edge)
            append_link(work.right, vertex, -1)
            edge = before(edge)
    append_link(work.left, b, before(edge))
    work.right.back().inner = after(edge)
    append_link(work.right, b, -1)
    reverse(work.right.begin(), work.right.end())
    return 0


cdef void join_chain(Construction* work, int32_t edge, const ChainLink* link) noexcept nogil:
    """Join a new half edge to what lies beyond an edge of the chain. Where the chain goes out and back along one edge, that is a half
    edge of a triangle that is no more; what takes its place finds the new one as its twin."""
    cdef int32_t outer = link.outer if link.inner < 0 else work.edges[link.inner].twin
    join(work.edges.data(), edge, outer)
    work.side[edge] = work.side[outer]


cdef int32_t fill_polygon(Construction* work, const vector[ChainLink]& chain) except -1 nogil:
    """Cut the polygon on the left of chain.front → chain.back, which is visible from there, into triangles. → that half edge"""
    cdef ChainLink link
    cdef const ChainLink* last
    cdef int32_t edge
    cdef size_t i
    work.scan.clear()
    for i in range(chain.size()):
        link = chain[i]
        while work.scan.size() > 1:
            last = &work.scan.back()
            if turn_of(work, work.scan[work.scan.size() - 2].vertex, last.vertex, link.vertex) >= 0:
                break
            edge = add_triangle(work, link.vertex, last.vertex, work.scan[work.scan.size() - 2].vertex)
            work.side.resize(work.edges.size(), 0)
            work.side[edge + 2] = 0
            join_chain(work, edge, &link)
            join_chain(work, edge + 1, last)
            work.leaving[link.vertex], work.leaving[last.vertex] = edge, edge + 1
            work.leaving[work.edges[edge + 2].origin] = edge + 2
            work.flip_candidates.push_back(edge + 2)
            link.inner, link.outer = -1, edge + 2
            work.scan.pop_back()
        work.scan.push_back(link)
    NAV_ASSERT(work.scan.size() == 2)
    return link.outer


cdef void flip(Construction* work, int32_t edge) noexcept nogil:
    """Replace a → b with c on its left and d on its right by d → c: here c, a, d and beyond d, b, c."""
    cdef DelaunayEdge* edges = work.edges.data()
    cdef int32_t twin = edges[edge].twin, next = after(edge), last = before(edge), twin_next = after(twin), twin_last = before(twin)
    cdef int32_t c = edges[last].origin, d = edges[twin_last].origin
    work.leaving[edges[edge].origin], work.leaving[edges[twin].origin] = twin_next, next
    edges[edge].origin, edges[twin].origin = d, c
    join(edges, edge, edges[twin_last].twin)
    work.side[edge] = work.side[twin_last]
    join(edges, twin, edges[last].twin)
    work.side[twin] = work.side[last]
    join(edges, last, twin_last)
    work.side[last] = work.side[twin_last] = 0
    work.leaving[c], work.leaving[d] = twin, edge


cdef int make_delaunay(Construction* work) except -1 nogil:
    """Flip the candidates that are not Delaunay, and test the edges around them."""
    cdef int32_t edge, twin, vertex
    while not work.flip_candidates.empty():
        edge = work.flip_candidates.back()
        work.flip_candidates.pop_back()
        twin = work.edges[edge].twin
        vertex = work.edges[before(twin)].origin
        if work.side[edge] or vertex < 0 or work.edges[before(edge)].origin < 0 or not is_inside(work, edge, work.places[vertex]):
            continue
        flip(work, edge)
        work.flip_candidates.push_back(edge)
        work.flip_candidates.push_back(after(edge))
        work.flip_candidates.push_back(twin)
        work.flip_candidates.push_back(after(twin))
    return 0


cdef int insert_side(Construction* work, const VertexSide* side) except -1 nogil:
    cdef int32_t edge = find_edge(work, side.begin, side.end), k
    cdef size_t i
    if edge >= 0:       # since another side was inserted
        mark_edge(work, edge, side.side)
        return 0
    walk_across(work, side.begin, side.end)
    edge = fill_polygon(work, work.left)
    join(work.edges.data(), edge, fill_polygon(work, work.right))
    mark_edge(work, edge, side.side)
    for i in range(work.crossed.size()):
        for k in range(3):
            work.edges[4 * work.crossed[i] + k].origin = NO_VERTEX
    work.unused.insert(work.unused.end(), work.crossed.begin(), work.crossed.end())
    return make_delaunay(work)


cdef int insert_sides(const vector[Side]& sides, Construction* work) except -1 nogil:
    cdef vector[VertexSide] missing
    cdef size_t i
    work.side.resize(work.edges.size(), 0)
    work.leaving.resize(work.places.size())
    for i in range(work.edges.size()):
        if (i & 3) < 3 and work.edges[i].origin >= 0:
            work.leaving[work.edges[i].origin] = <int32_t>i
    mark_sides(sides, work, missing)
    for i in range(missing.size()):
        if i & 63 == 0:
            check_signals()
        insert_side(work, &missing[i])
    return 0


# The result

cdef int give_triangles(const Construction* work, ConstrainedTriangulation* out) except -1 nogil:
    """Copy the triangles inside the hull."""
    cdef vector[int32_t] first      # of each triangle: its first half edge in the result, −1: it is not in the hull
    cdef size_t triangle, count = 0
    cdef int32_t edge, to, k
    first.resize(work.edges.size() // 4, -1)
    for triangle in range(first.size()):
        edge = 4 * <int32_t>triangle
        if work.edges[edge].origin >= 0 and work.edges[edge + 1].origin >= 0 and work.edges[edge + 2].origin >= 0:
            first[triangle] = <int32_t>(3 * count)
            count += 1
    out.origin.resize(3 * count)
    out.twin.resize(3 * count)
    out.side.resize(3 * count)
    for triangle in range(first.size()):
        if first[triangle] >= 0:
            for k in range(3):
                edge, to = 4 * <int32_t>triangle + k, first[triangle] + k
                out.origin[to], out.side[to] = work.points[work.edges[edge].origin], work.side[edge]
                edge = work.edges[edge].twin
                out.twin[to] = first[edge >> 2] + (edge & 3) if first[edge >> 2] >= 0 else -1
    return 0


cdef inline void cross_sides(const vector[Side]& sides, int32_t side, int32_t origin, int16_t* winding) noexcept nogil:
    """Turn the winding numbers on the right of a half edge into those on its left."""
    cdef size_t i = side - 1
    cdef int32_t begin = sides[i].begin, end = sides[i].end
    while i < sides.size() and sides[i].begin == begin and sides[i].end == end:
        winding[sides[i].layer] += sides[i].winding if begin == origin else -sides[i].winding
        i += 1


cdef int flood(const PlanarGraph* graph, int32_t layers, ConstrainedTriangulation* out) except -1 nogil:
    """Count the windings of all triangles from the hull on."""
    cdef vector[int32_t] ahead      # half edges from which a triangle is entered
    cdef vector[uint8_t] seen
    cdef int32_t edge, twin, k, triangle, from_, layer
    cdef int16_t* winding
    seen.resize(out.origin.size() // 3, False)
    out.winding.clear()
    out.winding.resize(seen.size() * layers, 0)
    edge = 0
    while out.twin[edge] >= 0:
        edge += 1
    ahead.push_back(edge)
    seen[edge // 3] = True
    while not ahead.empty():
        edge = ahead.back()
        ahead.pop_back()
        triangle, twin = edge // 3, out.twin[edge]
        winding = out.winding.data() + <size_t>triangle * layers
        if twin >= 0:
            from_ = twin // 3
            for layer in range(layers):
                winding[layer] = out.winding[<size_t>from_ * layers + layer]
        if out.side[edge] > 0:
            cross_sides(graph.sides, out.side[edge], out.origin[edge], winding)
        for k in range(3 * triangle, 3 * triangle + 3):
            twin = out.twin[k]
            if twin >= 0 and not seen[twin // 3]:
                seen[twin // 3] = True
                ahead.push_back(twin)
    return 0


cdef int triangulate(const PlanarGraph* graph, int32_t layers, ConstrainedTriangulation* out) except -1 nogil:
    """Triangulate the convex hull of a graph's points; what lies outside it has winding 0 in all layers. Points on one line have no
    triangles."""
    cdef Construction work
    out.origin.clear()
    out.twin.clear()
    out.side.clear()
    out.winding.clear()
    if graph.points.size() < 3:
        return 0
    order_points(graph.points, &work)
    if not bring_corner(&work):
        return 0
    insert_points(&work)
    insert_sides(graph.sides, &work)
    give_triangles(&work, out)
    return flood(graph, layers, out)
