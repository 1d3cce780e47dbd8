"""Windings go from side to side around each point, and along the sides to other points. The lowest point of each part that hangs
together sees to its left what lies around the part: the face beside the nearest side there, which is of a part with a lower point.
Exact.
"""
from libc.stdint cimport int16_t, int32_t, uint8_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.baking.outlines.planar_graph cimport GridPoint, Side, left_turn
from navpy.baking.outlines.search_grid cimport SearchGrid, make_grid

cdef struct Spoke:                  # a half edge, seen from the point where it begins
    int32_t half
    bint is_back                    # it leads to a lower point: to the left, or straight down
    GridPoint begin, end


# ---- around points ----

cdef bint clockwise_before(const Spoke& a, const Spoke& b) noexcept nogil:
    """From straight up to the right, and on around."""
    return left_turn(a.begin, a.end, b.end) < 0 if a.is_back == b.is_back else b.is_back


cdef inline bint coincide(const Side* a, const Side* b) noexcept nogil:
    return a.begin == b.begin and a.end == b.end


cdef int turn_around_points(const PlanarGraph* graph, vector[int32_t]* first_spoke, Faces* out) except -1 nogil:
    """first_spoke: by point, the half edge that is first from straight up to the right."""
    cdef vector[int32_t] place, halves
    cdef vector[Spoke] spokes
    cdef Spoke spoke
    cdef const Side* sides = graph.sides.data()
    cdef int32_t i, k, end, count = <int32_t>graph.points.size()
    place.resize(count + 2, 0)                  # counts lie two places on, so that filling leaves the first places behind
    for i in range(<int32_t>graph.sides.size()):
        if i == 0 or not coincide(&sides[i], &sides[i - 1]):
            place[sides[i].begin + 2] += 1
            place[sides[i].end + 2] += 1
    for i in range(2, count + 2):
        place[i] += place[i - 1]
    halves.resize(place.back())
    for i in range(<int32_t>graph.sides.size()):
        if i == 0 or not coincide(&sides[i], &sides[i - 1]):
            halves[place[sides[i].begin + 1]], halves[place[sides[i].end + 1]] = 2 * i, 2 * i + 1
            place[sides[i].begin + 1] += 1
            place[sides[i].end + 1] += 1
    out.turn.clear()
    out.turn.resize(2 * graph.sides.size(), -1)
    first_spoke.resize(count)
    for i in range(count):
        spokes.clear()
        for k in range(place[i], place[i + 1]):
            spoke.half = halves[k]
            spoke.is_back = spoke.half & 1
            spoke.begin, spoke.end = graph.points[i], graph.points[origin_of(graph, spoke.half ^ 1)]
            spokes.push_back(spoke)
        sort(spokes.begin(), spokes.end(), clockwise_before)
        first_spoke[0][i], end = spokes[0].half, <int32_t>spokes.size()
        for k in range(end):
            out.turn[spokes[k].half] = spokes[k + 1 if k + 1 < end else 0].half
    return 0


# ---- from part to part ----

cdef inline bint is_left_of(const PlanarGraph* graph, int32_t a, int32_t b) noexcept nogil:
    """Of two upward half edges that both cross the line a little above a point."""
    cdef GridPoint a_low = graph.points[origin_of(graph, a)], a_high = graph.points[origin_of(graph, a ^ 1)]
    cdef GridPoint b_low = graph.points[origin_of(graph, b)], b_high = graph.points[origin_of(graph, b ^ 1)]
    if a_low.x == b_low.x and a_low.y == b_low.y:
        return left_turn(a_low, a_high, b_high) < 0
    return left_turn(a_low, a_high, b_low) < 0 if a_low.y <= b_low.y else left_turn(b_low, b_high, a_low) > 0


cdef int32_t nearest_left_of(const PlanarGraph* graph, const SearchGrid* grid, GridPoint at) noexcept nogil:
    """The upward half edge that is nearest on the left of a place a little above a point of other sides, −1: there is none."""
    cdef int32_t row = (at.y - grid.y >> grid.shift) * grid.columns, column = at.x - grid.x >> grid.shift, found = -1, i, half
    cdef GridPoint low, high
    while column >= 0:
        for i in range(grid.first_side[row + column], grid.first_side[row + column + 1]):
            half = 2 * grid.side_of[i]
            half += graph.points[graph.sides[half >> 1].begin].y > graph.points[graph.sides[half >> 1].end].y
            low, high = graph.points[origin_of(graph, half)], graph.points[origin_of(graph, half ^ 1)]
            if low.y <= at.y < high.y and left_turn(low, high, at) < 0 and (found < 0 or is_left_of(graph, found, half)):
                found = half
        if found >= 0:
            low.x, low.y = grid.x + (column << grid.shift), at.y
            if left_turn(graph.points[origin_of(graph, found)], graph.points[origin_of(graph, found ^ 1)], low) >= 0:
                break                           # it crosses the line within this column
        column -= 1
    return found


cdef inline void cross(const PlanarGraph* graph, int32_t layers, int32_t half, Faces* out) noexcept nogil:
    """From the windings on the left of a half edge to those on its right."""
    cdef int16_t* left = out.winding.data() + <size_t>half * layers
    cdef int16_t* right = out.winding.data() + <size_t>(half ^ 1) * layers
    cdef const Side* first = graph.sides.data() + (half >> 1)
    cdef const Side* side = first
    cdef int32_t layer
    for layer in range(layers):
        right[layer] = left[layer]
    while side < graph.sides.data() + graph.sides.size() and coincide(side, first):
        right[side.layer] += side.winding if half & 1 else -side.winding
        side += 1


cdef inline void copy_winding(int32_t layers, int32_t from_, int32_t to, Faces* out) noexcept nogil:
    cdef int32_t layer
    for layer in range(layers):
        out.winding[<size_t>to * layers + layer] = out.winding[<size_t>from_ * layers + layer]


cdef int spread(const PlanarGraph* graph, int32_t layers, int32_t first, vector[uint8_t]* seen, vector[int32_t]* ahead,
                Faces* out) except -1 nogil:
    """Wind from a half edge, whose left is known, through all that hangs together with it."""
    cdef int32_t half, point
    seen[0][origin_of(graph, first)] = True
    ahead.push_back(first)
    while not ahead.empty():
        first = half = ahead.back()
        ahead.pop_back()
        while True:
            cross(graph, layers, half, out)
            point = origin_of(graph, half ^ 1)
            if not seen[0][point]:
                seen[0][point] = True
                ahead.push_back(half ^ 1)
            if out.turn[half] == first:
                break
            copy_winding(layers, half ^ 1, out.turn[half], out)
            half = out.turn[half]
    return 0


cdef int find_faces(const PlanarGraph* graph, int32_t layers, Faces* out) except -1 nogil:
    cdef vector[int32_t] first_spoke, ahead
    cdef vector[uint8_t] seen
    cdef SearchGrid grid
    cdef int32_t point, half
    turn_around_points(graph, &first_spoke, out)
    out.winding.clear()
    out.winding.resize(out.turn.size() * layers, 0)
    seen.resize(graph.points.size(), False)
    for point in range(<int32_t>graph.points.size()):
        if seen[point]:
            continue
        check_signals()
        if point > 0:                           # nothing lies on the left of the first one
            if grid.first_side.empty():
                make_grid(graph, &grid)
            half = nearest_left_of(graph, &grid, graph.points[point])
            if half >= 0:
                half ^= 1                       # downward: the point is on its left
                while half > 1 and coincide(&graph.sides[half >> 1], &graph.sides[(half >> 1) - 1]):
                    half -= 2                   # to the first of those that coincide
                copy_winding(layers, half, first_spoke[point], out)
        spread(graph, layers, first_spoke[point], &seen, &ahead, out)
    return 0
