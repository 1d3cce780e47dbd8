"""Outlines in a plane → flat triangles: the way into the bake for two-dimensional levels."""
from libc.math cimport fabs, isfinite
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy
from libcpp.algorithm cimport sort, unique
from libcpp.pair cimport pair
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector

from array import array

cdef struct Side:                   # an edge of an outline that is not level; rises from y0 to y1
    double x0, y0, x1, y1           # meters
    int32_t layer                   # 0: of a traversable outline, 1: of an obstruction
    int32_t winding                 # +1 or −1: what crossing it from left to right adds

cdef struct Crossed:                # a side that the present slab cuts
    int32_t side
    double low, high                # its x where the slab begins and ends

cdef struct Trapezoid:              # a filled stretch that goes on upwards
    int32_t left, right             # sides
    double begin                    # y

cdef cppclass Sweep:
    vector[Side] sides              # sorted by y0
    vector[double] levels           # y of all corners, sorted, each once
    vector[Crossed] crossed         # from left to right
    vector[double] cuts             # where the present band is cut into slabs: y of crossings
    vector[Trapezoid] open          # of the slab below, from left to right
    vector[Trapezoid] now
    vector[int32_t] open_of         # by side: 1 + index in `open` of the trapezoid that it is the left side of, 0: none
    vector[float] vertices          # x, height, y
    vector[int32_t] triangles
    unordered_map[uint64_t, int32_t] vertex_of
    float height

cdef double MAX_COORDINATE = 1e9    # meters


# ---- sides ----

cdef bint side_before(const Side& a, const Side& b) noexcept nogil:
    """By all they have, so that the order of the outlines doesn't matter."""
    if a.y0 != b.y0:
        return a.y0 < b.y0
    if a.x0 != b.x0:
        return a.x0 < b.x0
    if a.y1 != b.y1:
        return a.y1 < b.y1
    if a.x1 != b.x1:
        return a.x1 < b.x1
    return a.layer < b.layer if a.layer != b.layer else a.winding < b.winding


cdef int add_outline(Sweep* sweep, const double* points, int32_t count, int32_t layer) except -1 nogil:
    """An obstruction is solid whichever way round it is given: all of them are turned the same way."""
    cdef Side side
    cdef double area = 0.0
    cdef int32_t i, k, way = 1
    for i in range(1, count - 1):
        area += (points[2 * i] - points[0]) * (points[2 * i + 3] - points[1]) \
            - (points[2 * i + 2] - points[0]) * (points[2 * i + 1] - points[1])
    if layer == 1 and area < 0.0:
        way = -1
    for i in range(count):
        k = i + 1 if i + 1 < count else 0
        sweep.levels.push_back(points[2 * i + 1])
        if points[2 * i + 1] == points[2 * k + 1]:
            continue
        side.layer = layer
        if points[2 * i + 1] < points[2 * k + 1]:
            side.x0, side.y0, side.x1, side.y1, side.winding = points[2 * i], points[2 * i + 1], points[2 * k], points[2 * k + 1], way
        else:
            side.x0, side.y0, side.x1, side.y1, side.winding = points[2 * k], points[2 * k + 1], points[2 * i], points[2 * i + 1], -way
        sweep.sides.push_back(side)
    return 0


cdef inline double x_at(const Side* side, double y) noexcept nogil:
    if y <= side.y0:
        return side.x0
    if y >= side.y1:
        return side.x1
    return side.x0 + (side.x1 - side.x0) * ((y - side.y0) / (side.y1 - side.y0))


# ---- triangles ----

cdef int32_t vertex_index(Sweep* sweep, double x, double y) except -1 nogil:
    cdef float at[2]
    cdef uint32_t bits[2]
    cdef pair[uint64_t, int32_t] entry
    at[0], at[1] = <float>x + <float>0.0, <float>y + <float>0.0     # −0 becomes 0
    memcpy(bits, at, sizeof(bits))
    entry.first, entry.second = (<uint64_t>bits[0] << 32) | bits[1], <int32_t>(sweep.vertices.size() // 3)
    if sweep.vertex_of.find(entry.first) == sweep.vertex_of.end():
        sweep.vertex_of.insert(entry)
        sweep.vertices.push_back(at[0])
        sweep.vertices.push_back(sweep.height)
        sweep.vertices.push_back(at[1])
    return sweep.vertex_of.at(entry.first)


cdef int put_triangle(Sweep* sweep, int32_t a, int32_t b, int32_t c) except -1 nogil:
    if a != b and b != c and c != a:
        sweep.triangles.push_back(a)
        sweep.triangles.push_back(b)
        sweep.triangles.push_back(c)
    return 0


cdef int put_trapezoid(Sweep* sweep, const Trapezoid* shape, double end) except -1 nogil:
    cdef const Side* left = &sweep.sides[shape.left]
    cdef const Side* right = &sweep.sides[shape.right]
    cdef double low_left = x_at(left, shape.begin), low_right = x_at(right, shape.begin)
    cdef double high_left = x_at(left, end), high_right = x_at(right, end)
    cdef int32_t a, b, c, d
    a, b = vertex_index(sweep, low_left, shape.begin), vertex_index(sweep, high_left, end)
    c, d = vertex_index(sweep, max(high_left, high_right), end), vertex_index(sweep, max(low_left, low_right), shape.begin)
    put_triangle(sweep, a, b, c)
    put_triangle(sweep, a, c, d)
    return 0


# ---- the sweep ----

cdef bint crossed_before(const Crossed* a, const Crossed* b) noexcept nogil:
    """From left to right in the middle of the slab, where no two cross."""
    cdef double middle = a.low + a.high, other = b.low + b.high
    if middle != other:
        return middle < other
    return a.low < b.low if a.low != b.low else a.side < b.side


cdef void place_crossed(Sweep* sweep, double low, double high) noexcept nogil:
    """The sides' x in a slab, and their order there; from slab to slab it hardly changes, so by insertion."""
    cdef Crossed one
    cdef size_t i, k
    for i in range(sweep.crossed.size()):
        one.side = sweep.crossed[i].side
        one.low, one.high = x_at(&sweep.sides[one.side], low), x_at(&sweep.sides[one.side], high)
        k = i
        while k > 0 and crossed_before(&one, &sweep.crossed[k - 1]):
            sweep.crossed[k] = sweep.crossed[k - 1]
            k -= 1
        sweep.crossed[k] = one


cdef int find_cuts(Sweep* sweep, double low, double high) except -1 nogil:
    """The y at which sides cross within a band: bubble them from their order at its begin to that at its end."""
    cdef vector[Crossed] order
    cdef Crossed one
    cdef double gap, gain, y
    cdef size_t i, k
    sweep.cuts.clear()
    order.assign(sweep.crossed.begin(), sweep.crossed.end())
    for i in range(1, order.size()):            # the order at the begin; where there the same, that at the end
        one, k = order[i], i
        while k > 0 and (one.low < order[k - 1].low or (one.low == order[k - 1].low and one.high < order[k - 1].high)):
            order[k] = order[k - 1]
            k -= 1
        order[k] = one
    for i in range(1, order.size()):
        one, k = order[i], i
        while k > 0 and one.high < order[k - 1].high:
            gap, gain = one.low - order[k - 1].low, order[k - 1].high - one.high
            y = low + (high - low) * (gap / (gap + gain))
            if low < y < high:
                sweep.cuts.push_back(y)
            order[k] = order[k - 1]
            k -= 1
        order[k] = one
    sort(sweep.cuts.begin(), sweep.cuts.end())
    sweep.cuts.erase(unique(sweep.cuts.begin(), sweep.cuts.end()), sweep.cuts.end())
    return 0


cdef int fill_slab(Sweep* sweep, double low) except -1 nogil:
    """Trapezoids where an outline winds round and no obstruction does. One between the same sides as in the slab below
    goes on, what doesn't go on ends."""
    cdef int32_t winding[2]
    cdef Trapezoid shape
    cdef const Crossed* one
    cdef bint filled = False, inside
    cdef int32_t kept
    cdef size_t i
    winding[0], winding[1] = 0, 0
    sweep.now.clear()
    for i in range(sweep.crossed.size()):
        one = &sweep.crossed[i]
        winding[sweep.sides[one.side].layer] += sweep.sides[one.side].winding
        if i + 1 < sweep.crossed.size() and sweep.crossed[i + 1].low == one.low and sweep.crossed[i + 1].high == one.high:
            continue                            # nothing is between two sides that lie on each other
        inside = winding[0] != 0 and winding[1] == 0
        if inside and not filled:
            shape.left = one.side
        elif filled and not inside:
            shape.right, shape.begin = one.side, low
            kept = sweep.open_of[shape.left] - 1
            if kept >= 0 and sweep.open[kept].right == shape.right:
                shape.begin = sweep.open[kept].begin
                sweep.open[kept].left = -1      # taken
            sweep.now.push_back(shape)
        filled = inside
    return close_open(sweep, low)


cdef int close_open(Sweep* sweep, double y) except -1 nogil:
    """End the trapezoids of the slab below that were not taken; those of this slab take their place."""
    cdef size_t i
    for i in range(sweep.open.size()):
        if sweep.open[i].left >= 0:
            put_trapezoid(sweep, &sweep.open[i], y)
            sweep.open_of[sweep.open[i].left] = 0
    sweep.open.swap(sweep.now)
    sweep.now.clear()
    for i in range(sweep.open.size()):
        sweep.open_of[sweep.open[i].left] = <int32_t>i + 1
    return 0


cdef int fill(Sweep* sweep) except -1 nogil:
    """Bands between the corners' y are cut into slabs at the crossings; within a slab the sides have an order from left to
    right, and the winding numbers say what is inside. Windings sum to 0 over closed outlines whatever rounding does to the
    order, so the sweep cannot fail."""
    cdef Crossed one
    cdef size_t next_side = 0, i, k, kept
    cdef double low, high, from_, to
    sort(sweep.sides.begin(), sweep.sides.end(), side_before)
    sort(sweep.levels.begin(), sweep.levels.end())
    sweep.levels.erase(unique(sweep.levels.begin(), sweep.levels.end()), sweep.levels.end())
    sweep.open_of.resize(sweep.sides.size(), 0)
    for i in range(1, sweep.levels.size()):
        low, high = sweep.levels[i - 1], sweep.levels[i]
        kept = 0
        for k in range(sweep.crossed.size()):
            if sweep.sides[sweep.crossed[k].side].y1 > low:
                sweep.crossed[kept] = sweep.crossed[k]
                kept += 1
        sweep.crossed.resize(kept)
        while next_side < sweep.sides.size() and sweep.sides[next_side].y0 == low:
            one.side, one.low, one.high = <int32_t>next_side, 0.0, 0.0
            sweep.crossed.push_back(one)
            next_side += 1
        place_crossed(sweep, low, high)
        find_cuts(sweep, low, high)
        sweep.cuts.push_back(high)
        from_ = low
        for k in range(sweep.cuts.size()):
            to = sweep.cuts[k]
            if sweep.cuts.size() > 1:
                place_crossed(sweep, from_, to)
            fill_slab(sweep, from_)
            from_ = to
    if sweep.levels.size():
        close_open(sweep, sweep.levels.back())
    return 0


# ---- Python ----

cdef int read_outlines(str name, outlines, int32_t layer, Sweep* sweep) except -1:
    cdef vector[double] points
    cdef double x, y
    for i, outline in enumerate(outlines):
        points.clear()
        try:
            for point in outline:
                x, y = point
                points.push_back(x)
                points.push_back(y)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"{name}: outline {i} is not a sequence of points (x, y)") from None
        if points.size() < 6:
            raise ValueError(f"{name}: outline {i} has {points.size() // 2} points, it needs at least 3")
        for k in range(points.size()):
            if not (isfinite(points[k]) and fabs(points[k]) <= MAX_COORDINATE):
                raise ValueError(f"{name}: point {k // 2} of outline {i} is not finite or more than {MAX_COORDINATE:g} m from "
                                 "the origin")
        add_outline(sweep, points.data(), <int32_t>(points.size() // 2), layer)
    return 0


def outline_triangles(traversable, obstructions=(), plane_height=0.0):
    """Flat triangles of what is inside traversable outlines and outside obstructions: (vertices, triangles), buffers of
    float32 (n, 3) and int32 (m, 3), counter-clockwise seen from above; both of length 0 where nothing is left.

    traversable, obstructions: outlines, each a sequence of at least 3 points (x, y), closed by itself; they may cross
    themselves and each other, touch, overlap and nest. x stays x, y becomes z and plane_height the vertices' y, all in the
    outlines' own unit: so a two-dimensional level with y down and pixels is seen from above with the same sides left and
    right, and settings of its bake are in pixels too.

    The rule is that of Godot's NavigationPolygon: inside is where the traversable outlines wind round a non-zero number of
    times, so those that turn the same way are united, and one that turns the other way inside another is a hole in it.
    Obstructions are solid, whichever way they turn.

    The triangles are those of a trapezoid decomposition. ValueError names the outline that has too few points or a
    coordinate that is no finite number.
    """
    cdef Sweep sweep
    cdef double height
    try:
        height = plane_height
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"plane_height: must be a number of meters, is {plane_height!r}") from None
    if not (isfinite(height) and fabs(height) <= MAX_COORDINATE):
        raise ValueError(f"plane_height: must be finite and within {MAX_COORDINATE:g} m, is {plane_height}")
    sweep.height = <float>height
    read_outlines("traversable", traversable, 0, &sweep)
    read_outlines("obstructions", obstructions, 1, &sweep)
    with nogil:
        fill(&sweep)
    vertices, triangles = memoryview(array("f", <list>sweep.vertices)), memoryview(array("i", <list>sweep.triangles))
    if not len(triangles):
        return vertices[:0], triangles
    return (vertices.cast("B").cast("f", (len(vertices) // 3, 3)), triangles.cast("B").cast("i", (len(triangles) // 3, 3)))
