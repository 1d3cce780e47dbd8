"""Noding by snap rounding (Hobby 1999, "Practical segment intersection with finite precision output").

A pixel is the square of one unit around a grid point, with its left and lower edge. Hot are the pixels of all ends and of all
crossings, and each side is replaced by the line through the hot points whose pixels it passes. Such lines meet at hot points only, and
none has crossed a hot point on its way there, so all windings stay as they were but for what is less than a pixel away.
"""
from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.baking.outlines.keyed_sort cimport Keyed, bits_of, sort_keyed
from navpy.baking.outlines.planar_graph cimport GridPoint, PlanarGraph, Side, left_turn
from navpy.baking.outlines.search_grid cimport SearchGrid, cell_at, make_grid

cdef extern from *:
    """
    // a + d · part / whole, rounded to the next integer, halves up; whole > 0
    static inline int32_t navpy_rounded_part(int32_t a, int64_t d, int64_t part, int64_t whole) {
        __int128 over = (__int128)2 * d * part + whole, under = (__int128)2 * whole, down = over / under;
        if (over % under < 0)
            down -= 1;
        return a + (int32_t)down;
    }
    """
    int32_t rounded_part "navpy_rounded_part"(int32_t a, int64_t d, int64_t part, int64_t whole) noexcept nogil

cdef struct HotPoint:
    GridPoint at
    int32_t point                   # of all hot ones, in their order: by x, then y

cdef cppclass Noder:
    PlanarGraph graph               # the given sides
    SearchGrid grid                 # of these
    vector[GridPoint] crossings
    vector[GridPoint] points        # of all hot pixels, each once, by x, then y: ends and crossings
    vector[HotPoint] hot            # the same by cell
    vector[int32_t] first_hot       # by cell, and the end


# ---- one graph of many sides ----

cdef int sort_points(const vector[GridPoint]* points, vector[Keyed]* order) except -1 nogil:
    """Sort by x, then y; the keys are as short as the bounds of the points allow."""
    cdef const GridPoint* at = points.data()
    cdef GridPoint low, high
    cdef int32_t i, count = <int32_t>points.size(), shift
    order.resize(count)
    if count == 0:
        return 0
    low = high = at[0]
    for i in range(count):
        low.x, high.x = min(low.x, at[i].x), max(high.x, at[i].x)
        low.y, high.y = min(low.y, at[i].y), max(high.y, at[i].y)
    shift = bits_of(<uint32_t>high.y - <uint32_t>low.y)
    for i in range(count):
        order[0][i].key = <uint64_t>(<uint32_t>at[i].x - <uint32_t>low.x) << shift | (<uint32_t>at[i].y - <uint32_t>low.y)
        order[0][i].of = i
    return sort_keyed(order, shift + bits_of(<uint32_t>high.x - <uint32_t>low.x))


cdef bint side_before(const Side& a, const Side& b) noexcept nogil:
    return a.end < b.end if a.end != b.end else a.layer < b.layer


cdef int keep_used_points(PlanarGraph* graph) except -1 nogil:
    """Leave out points that are no side's end."""
    cdef vector[int32_t] index
    cdef int32_t i, kept = 0
    index.clear()
    index.resize(graph.points.size(), 0)
    for i in range(<int32_t>graph.sides.size()):
        index[graph.sides[i].begin] = index[graph.sides[i].end] = 1
    for i in range(<int32_t>graph.points.size()):
        if index[i]:
            graph.points[kept], index[i] = graph.points[i], kept
            kept += 1
    graph.points.resize(kept)
    for i in range(<int32_t>graph.sides.size()):
        graph.sides[i].begin, graph.sides[i].end = index[graph.sides[i].begin], index[graph.sides[i].end]
    return 0


cdef int merge_points(PlanarGraph* graph) except -1 nogil:
    """Bring points into their order, and make those that coincide one."""
    cdef vector[Keyed] order
    cdef vector[GridPoint] points
    cdef vector[int32_t] index
    cdef Side* side
    cdef int32_t i
    sort_points(&graph.points, &order)
    index.resize(order.size())
    points.reserve(order.size())
    for i in range(<int32_t>order.size()):
        if i == 0 or order[i].key != order[i - 1].key:
            points.push_back(graph.points[order[i].of])
        index[order[i].of] = <int32_t>points.size() - 1
    graph.points.swap(points)
    for i in range(<int32_t>graph.sides.size()):
        side = &graph.sides[i]
        side.begin, side.end = index[side.begin], index[side.end]
    return 0


cdef int merge_sides(PlanarGraph* graph) except -1 nogil:
    """From points in their order and sides in any order and direction to a PlanarGraph: sides that coincide become one, windings of a
    layer are summed, and sides with sum 0 or without a length vanish."""
    cdef vector[Side] sides
    cdef vector[int32_t] places
    cdef Side side
    cdef int32_t i, k, at
    places.resize(graph.points.size() + 1, 0)
    for i in range(<int32_t>graph.sides.size()):
        side = graph.sides[i]
        if side.begin != side.end:
            places[min(side.begin, side.end)] += 1
    at = 0
    for i in range(<int32_t>places.size()):
        k = places[i]
        places[i] = at
        at += k
    sides.resize(at)
    for i in range(<int32_t>graph.sides.size()):
        side = graph.sides[i]
        if side.begin > side.end:
            side.begin, side.end, side.winding = side.end, side.begin, <int16_t>-side.winding
        if side.begin != side.end:
            sides[places[side.begin]] = side
            places[side.begin] += 1
    i = at = 0
    while i < <int32_t>sides.size():
        k = places[sides[i].begin]
        if k > i + 1:
            sort(sides.begin() + i, sides.begin() + k, side_before)
        while i < k:
            side = sides[i]
            i += 1
            while i < k and sides[i].end == side.end and sides[i].layer == side.layer:
                side.winding = <int16_t>(<uint16_t>side.winding + <uint16_t>sides[i].winding)
                i += 1
            if side.winding != 0:
                sides[at] = side
                at += 1
    sides.resize(at)
    graph.sides.swap(sides)
    return keep_used_points(graph)


# ---- straight lines ----

cdef struct Ways:                   # that lead from a point
    int32_t count                   # 3: three or more
    int32_t back                    # first of the sides from the lower of its two neighbors
    int32_t on                      # first of those to the higher one


cdef int32_t bundle_end(const PlanarGraph* graph, int32_t first) noexcept nogil:
    """Where the sides of other layers between the same two points end."""
    cdef int32_t i = first + 1
    while i < <int32_t>graph.sides.size() and graph.sides[i].begin == graph.sides[first].begin \
            and graph.sides[i].end == graph.sides[first].end:
        i += 1
    return i


cdef bint goes_on(const PlanarGraph* graph, const Ways* at, int32_t point) noexcept nogil:
    """Whether nothing but one straight line with the same windings before and behind leads through a point."""
    cdef const Side* back
    cdef const Side* on
    cdef int32_t i
    if at.count != 2 or at.back < 0 or at.on < 0:
        return False
    back = graph.sides.data() + at.back
    on = graph.sides.data() + at.on
    if left_turn(graph.points[back.begin], graph.points[point], graph.points[on.end]) != 0:
        return False
    for i in range(bundle_end(graph, at.back) - at.back):
        if on[i].begin != point or on[i].end != on.end or on[i].layer != back[i].layer or on[i].winding != back[i].winding:
            return False
    i = bundle_end(graph, at.on) - at.on
    return i == bundle_end(graph, at.back) - at.back


cdef int join_straight_lines(PlanarGraph* graph) except -1 nogil:
    """Leave out the points where a straight line goes on alone. Sides run upward in the order of points, so do the points of a line.
    → whether some of what is left coincides, as only joined sides can do that lay upon others before"""
    cdef vector[Ways] ways
    cdef vector[Side] sides
    cdef Ways none
    cdef Side side
    cdef int32_t first = 0, end, i, last, lines = 0
    cdef bint any_ = False
    none.count, none.back, none.on = 0, -1, -1
    ways.clear()
    ways.resize(graph.points.size(), none)
    while first < <int32_t>graph.sides.size():
        side = graph.sides[first]
        ways[side.begin].on = ways[side.end].back = first
        ways[side.begin].count = min(ways[side.begin].count + 1, 3)
        ways[side.end].count = min(ways[side.end].count + 1, 3)
        first = bundle_end(graph, first)
    for i in range(<int32_t>ways.size()):
        ways[i].count = goes_on(graph, &ways[i], i)
        any_ = any_ or ways[i].count
    if not any_:
        return 0
    first = 0
    while first < <int32_t>graph.sides.size():
        end = bundle_end(graph, first)
        if not ways[graph.sides[first].begin].count:
            lines += 1
            last = graph.sides[first].end
            while ways[last].count:
                last = graph.sides[ways[last].on].end
            for i in range(first, end):
                side = graph.sides[i]
                side.end = last
                sides.push_back(side)
        first = end
    graph.sides.swap(sides)
    first = 0
    while first < <int32_t>graph.sides.size():          # other ends, another order of those that begin at a point
        end = first + 1
        while end < <int32_t>graph.sides.size() and graph.sides[end].begin == graph.sides[first].begin:
            end += 1
        sort(graph.sides.begin() + first, graph.sides.begin() + end, side_before)
        first = end
    keep_used_points(graph)
    first = 0
    while first < <int32_t>graph.sides.size():
        first = bundle_end(graph, first)
        lines -= 1
    return lines > 0


# ---- hot pixels ----

cdef bint find_crossing(GridPoint a, GridPoint b, GridPoint c, GridPoint d, GridPoint* at) noexcept nogil:
    """Where a → b and c → d cross, rounded; false where they don't, or where one ends on the other."""
    cdef int64_t of_a, of_b, of_c, of_d
    if a.x > d.x or c.x > b.x or max(a.y, b.y) < min(c.y, d.y) or max(c.y, d.y) < min(a.y, b.y):
        return False                            # a.x <= b.x, c.x <= d.x
    of_a, of_b = left_turn(c, d, a), left_turn(c, d, b)
    if (of_a >= 0 or of_b <= 0) and (of_a <= 0 or of_b >= 0):
        return False
    of_c, of_d = left_turn(a, b, c), left_turn(a, b, d)
    if (of_c >= 0 or of_d <= 0) and (of_c <= 0 or of_d >= 0):
        return False
    if of_a < of_b:
        of_a, of_b = -of_a, -of_b
    at.x, at.y = rounded_part(a.x, b.x - a.x, of_a, of_a - of_b), rounded_part(a.y, b.y - a.y, of_a, of_a - of_b)
    return True


cdef int find_crossings(Noder* noder) except -1 nogil:
    cdef const GridPoint* points = noder.graph.points.data()
    cdef const Side* sides = noder.graph.sides.data()
    cdef GridPoint at
    cdef Side one, other
    cdef int32_t cell, i, k, end
    for cell in range(noder.grid.columns * noder.grid.rows):
        if cell & 63 == 0:
            check_signals()
        end = noder.grid.first_side[cell + 1]
        for i in range(noder.grid.first_side[cell], end - 1):
            one = sides[noder.grid.side_of[i]]
            for k in range(i + 1, end):
                other = sides[noder.grid.side_of[k]]
                if one.begin == other.begin or one.begin == other.end or one.end == other.begin or one.end == other.end:
                    continue                    # so they don't cross
                if find_crossing(points[one.begin], points[one.end], points[other.begin], points[other.end], &at) \
                        and cell_at(&noder.grid, at) == cell:
                    noder.crossings.push_back(at)       # in one of the cells that both meet, so it is found once
    return 0


cdef inline bint is_before(GridPoint a, GridPoint b) noexcept nogil:
    return a.x < b.x if a.x != b.x else a.y < b.y


cdef int list_hot_points(Noder* noder) except -1 nogil:
    """The ends, which are in order, and the crossings, each once."""
    cdef vector[Keyed] order
    cdef GridPoint at
    cdef size_t i, k = 0
    sort_points(&noder.crossings, &order)
    noder.points.reserve(noder.graph.points.size() + order.size())
    for i in range(order.size()):
        at = noder.crossings[order[i].of]
        while k < noder.graph.points.size() and not is_before(at, noder.graph.points[k]):
            noder.points.push_back(noder.graph.points[k])
            k += 1
        if noder.points.back().x != at.x or noder.points.back().y != at.y:      # the least point of all is an end
            noder.points.push_back(at)
    noder.points.insert(noder.points.end(), noder.graph.points.begin() + k, noder.graph.points.end())
    return 0


cdef int sort_into_cells(Noder* noder) except -1 nogil:
    cdef int32_t i, cell, count = noder.grid.columns * noder.grid.rows
    noder.first_hot.resize(count + 2, 0)                # counts lie two places on, as in SearchGrid
    for i in range(<int32_t>noder.points.size()):
        noder.first_hot[cell_at(&noder.grid, noder.points[i]) + 2] += 1
    for i in range(2, count + 2):
        noder.first_hot[i] += noder.first_hot[i - 1]
    noder.hot.resize(noder.points.size())
    for i in range(<int32_t>noder.points.size()):
        cell = cell_at(&noder.grid, noder.points[i])
        noder.hot[noder.first_hot[cell + 1]].at, noder.hot[noder.first_hot[cell + 1]].point = noder.points[i], i
        noder.first_hot[cell + 1] += 1
    noder.first_hot.pop_back()
    return 0


cdef inline bint passes(GridPoint a, GridPoint b, GridPoint at) noexcept nogil:
    """Whether a → b passes a pixel. Ends are grid points, so where the side's bounds hold the pixel's middle, it is enough that the
    line leads through: between two corners of the pixel, or through the one corner that belongs to it."""
    cdef int64_t over, dx, dy
    if at.x < a.x or at.x > b.x or at.y < min(a.y, b.y) or at.y > max(a.y, b.y):        # a.x <= b.x
        return False
    over, dx, dy = 2 * left_turn(a, b, at), b.x - a.x, b.y - a.y
    return over - dx + dy == 0 or (over if over > 0 else -over) < dx + (dy if dy > 0 else -dy)


cdef bint upward_before(const HotPoint& a, const HotPoint& b) noexcept nogil:
    return a.point < b.point


cdef bint downward_before(const HotPoint& a, const HotPoint& b) noexcept nogil:
    return a.at.x < b.at.x if a.at.x != b.at.x else a.at.y > b.at.y


cdef inline bint same(GridPoint a, GridPoint b) noexcept nogil:
    return a.x == b.x and a.y == b.y


cdef int split_sides(Noder* noder, PlanarGraph* out) except -1 nogil:
    """Replace each side by the line through the hot pixels that it passes. On its way x only rises, and y only rises or only falls, so
    this is their order."""
    cdef vector[HotPoint] line
    cdef Side piece
    cdef GridPoint a, b
    cdef const HotPoint* hot
    cdef const HotPoint* end
    cdef int32_t side, i
    cdef size_t k
    for side in range(<int32_t>noder.graph.sides.size()):
        if side & 63 == 0:
            check_signals()
        piece = noder.graph.sides[side]
        a, b = noder.graph.points[piece.begin], noder.graph.points[piece.end]
        line.clear()
        for i in range(noder.grid.first_cell[side], noder.grid.first_cell[side + 1]):
            hot, end = noder.hot.data() + noder.first_hot[noder.grid.cell_of[i]], \
                    noder.hot.data() + noder.first_hot[noder.grid.cell_of[i] + 1]
            while hot < end:
                if passes(a, b, hot.at):
                    line.push_back(hot[0])
                hot += 1
        if line.size() > 2 or not same(line[0].at, a):
            if a.y <= b.y:
                sort(line.begin(), line.end(), upward_before)
            else:
                sort(line.begin(), line.end(), downward_before)
        for k in range(1, line.size()):
            piece.begin, piece.end = line[k - 1].point, line[k].point
            out.sides.push_back(piece)
    out.points.swap(noder.points)
    return 0


cdef int open_graph(const vector[RawSide]* raw, PlanarGraph* out) except -1 nogil:
    """The raw sides and their ends; those of a closed line follow each other, so most ends are those of the side before, or of the
    line's first."""
    cdef const RawSide* at
    cdef GridPoint ends[2]
    cdef int32_t found[2]
    cdef Side side, last, first
    cdef int32_t k
    cdef size_t i
    first.begin = first.end = last.begin = last.end = -1
    out.sides.reserve(raw.size())
    for i in range(raw.size()):
        at = raw.data() + i
        ends[0], ends[1] = at.begin, at.end
        for k in range(2):
            found[k] = -1
            if i:
                found[k] = end_at(out, &last, ends[k])
                if found[k] < 0:
                    found[k] = end_at(out, &first, ends[k])
        if found[0] < 0 and found[1] < 0:
            first.begin = -1
        for k in range(2):
            if found[k] < 0:
                found[k] = <int32_t>out.points.size()
                out.points.push_back(ends[k])
        side.begin, side.end, side.layer, side.winding = found[0], found[1], at.layer, at.winding
        if first.begin < 0:
            first = side
        last = side
        out.sides.push_back(side)
    return 0


cdef inline int32_t end_at(const PlanarGraph* graph, const Side* side, GridPoint at) noexcept nogil:
    if same(graph.points[side.begin], at):
        return side.begin
    return side.end if same(graph.points[side.end], at) else -1


cdef int node(const vector[RawSide]* sides, PlanarGraph* out) except -1 nogil:
    cdef Noder noder
    cdef bint coincide
    out.points.clear()
    out.sides.clear()
    open_graph(sides, &noder.graph)
    merge_points(&noder.graph)
    merge_sides(&noder.graph)
    coincide = join_straight_lines(&noder.graph)
    if noder.graph.sides.empty():
        return 0
    make_grid(&noder.graph, &noder.grid)
    find_crossings(&noder)
    list_hot_points(&noder)
    sort_into_cells(&noder)
    split_sides(&noder, out)
    if coincide or out.sides.size() > noder.graph.sides.size():
        merge_sides(out)
        join_straight_lines(out)
    return 0
