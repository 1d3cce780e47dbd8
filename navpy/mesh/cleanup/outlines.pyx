"""Fills outlines in a plane with triangles, for bakes of two-dimensional levels: a trapezoid decomposition by a sweep."""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy
from libcpp.algorithm cimport sort, unique
from libcpp.pair cimport pair
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_number, read_vec2
from navpy.base.vec2 cimport Vec2

from array import array

cdef struct Side:                   # an edge of an outline with y0 < y1
    double x0, y0, x1, y1           # meters
    int32_t layer                   # 0: of a traversable outline, 1: of an obstruction
    int32_t winding                 # +1 or −1: change of the winding number across it, from left to right

cdef struct Crossed:                # a side within the current slab
    int32_t side
    double low, high                # its x where the slab begins and ends

cdef struct Trapezoid:              # a filled part that may continue in the next slab
    int32_t left, right             # sides
    double begin                    # y

cdef cppclass Sweep:
    vector[Side] sides              # sorted by y0
    vector[double] levels           # y of all corners, sorted, each once
    vector[Crossed] crossed         # from left to right
    vector[double] cuts             # y of the crossings within the current band, where it is cut into slabs
    vector[Trapezoid] open          # of the slab below, from left to right
    vector[Trapezoid] next_open     # of the current slab, likewise
    vector[int32_t] open_of         # by side: 1 + index in `open` of the trapezoid that it is the left side of, 0: none
    vector[float] vertices          # x, height, y
    vector[int32_t] triangles
    unordered_map[uint64_t, int32_t] vertex_of
    float height

cdef double MAX_COORDINATE = 1e9    # meters


# ---- sides ----

cdef bint side_before(const Side& a, const Side& b) noexcept nogil:
    """Order by all fields, so that the order of the outlines does not matter."""
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
    """Add the sides of an outline. Obstructions are solid whichever way round they are given, so all are added counter-clockwise."""
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


cdef int add_triangle(Sweep* sweep, int32_t a, int32_t b, int32_t c) except -1 nogil:
    if a != b and b != c and c != a:
        sweep.triangles.push_back(a)
        sweep.triangles.push_back(b)
        sweep.triangles.push_back(c)
    return 0


cdef int add_trapezoid(Sweep* sweep, const Trapezoid* shape, double end) except -1 nogil:
    cdef const Side* left = &sweep.sides[shape.left]
    cdef const Side* right = &sweep.sides[shape.right]
    cdef double low_left = x_at(left, shape.begin), low_right = x_at(right, shape.begin)
    cdef double high_left = x_at(left, end), high_right = x_at(right, end)
    cdef int32_t a, b, c, d
    a, b = vertex_index(sweep, low_left, shape.begin), vertex_index(sweep, high_left, end)
    c, d = vertex_index(sweep, max(high_left, high_right), end), vertex_index(sweep, max(low_left, low_right), shape.begin)
    add_triangle(sweep, a, b, c)
    add_triangle(sweep, a, c, d)
    return 0


# ---- the sweep ----

cdef bint crossed_before(const Crossed* a, const Crossed* b) noexcept nogil:
    """Order from left to right in the middle of the slab, where no two sides cross."""
    cdef double middle = a.low + a.high, other = b.low + b.high
    if middle != other:
        return middle < other
    return a.low < b.low if a.low != b.low else a.side < b.side


cdef void sort_crossed(Sweep* sweep, double low, double high) noexcept nogil:
    """The sides' x in a slab, sorted by insertion, as their order hardly changes from slab to slab."""
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
    """The y at which sides cross within a band: each swap of an insertion sort from their order at its begin to that at its end."""
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
    """Trapezoids where the winding number of the outlines is not 0 and that of the obstructions is 0. One between the same sides as in
    the slab below continues it; those that are not continued are closed."""
    cdef int32_t winding[2]
    cdef Trapezoid shape
    cdef const Crossed* one
    cdef bint filled = False, inside
    cdef int32_t kept
    cdef size_t i
    winding[0], winding[1] = 0, 0
    sweep.next_open.clear()
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
                sweep.open[kept].left = -1      # continued
            sweep.next_open.push_back(shape)
        filled = inside
    return close_open(sweep, low)


cdef int close_open(Sweep* sweep, double y) except -1 nogil:
    """Close the trapezoids of the slab below that are not continued; those of this slab are open then."""
    cdef size_t i
    for i in range(sweep.open.size()):
        if sweep.open[i].left >= 0:
            add_trapezoid(sweep, &sweep.open[i], y)
            sweep.open_of[sweep.open[i].left] = 0
    sweep.open.swap(sweep.next_open)
    sweep.next_open.clear()
    for i in range(sweep.open.size()):
        sweep.open_of[sweep.open[i].left] = <int32_t>i + 1
    return 0


cdef int sweep_bands(Sweep* sweep) except -1 nogil:
    """The sweep: bands between the corners' y are cut into slabs at the crossings. Within a slab the sides have an order from left to
    right, and winding numbers tell inside from outside. They sum to 0 over closed outlines in any order, so that rounding, which may
    change the order, cannot make the sweep fail."""
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
        sort_crossed(sweep, low, high)
        find_cuts(sweep, low, high)
        sweep.cuts.push_back(high)
        from_ = low
        for k in range(sweep.cuts.size()):
            to = sweep.cuts[k]
            if sweep.cuts.size() > 1:
                sort_crossed(sweep, from_, to)
            fill_slab(sweep, from_)
            from_ = to
    if sweep.levels.size():
        close_open(sweep, sweep.levels.back())
    return 0


# ---- Python ----

cdef int read_outlines(str name, outlines, int32_t layer, Sweep* sweep) except -1:
    cdef vector[double] points
    cdef Vec2 at
    for i, outline in enumerate(outlines):
        points.clear()
        try:
            given = list(outline)
        except TypeError:
            raise ValueError(f"{name}[{i}]: must be a sequence of points (x, y), is {outline!r:.80}") from None
        if len(given) < 3:
            raise ValueError(f"{name}[{i}]: must have at least 3 points, has {len(given)}")
        for k, point in enumerate(given):
            at = read_vec2(f"{name}[{i}][{k}]", point, MAX_COORDINATE)
            points.push_back(at.x)
            points.push_back(at.y)
        add_outline(sweep, points.data(), <int32_t>(points.size() // 2), layer)
    return 0


def outline_triangles(traversable, obstructions=(), plane_height=0.0):
    """Flat triangles inside traversable outlines and outside obstructions, by trapezoid decomposition.

    Parameters
    ----------
    traversable, obstructions : iterable of outlines
        Each a sequence of at least 3 points (x, y), closed by itself. Outlines may cross themselves and each other, touch, overlap and
        nest. x stays x, y becomes z, in the outlines' own unit: a two-dimensional level with y down, in pixels, is seen from above with
        the same sides left and right, and settings of its bake are in pixels, too.
    plane_height : float
        y of all vertices.

    Returns
    -------
    (vertices, triangles)
        Buffers of float32 (n, 3) and int32 (m, 3), counter-clockwise seen from above; both of length 0 where nothing is left.

    Raises
    ------
    ValueError
        An outline of fewer than 3 points, or a coordinate that is not finite or farther than 1e9 from 0.

    Notes
    -----
    The rule is that of Godot's NavigationPolygon: a place is inside where the winding number of the traversable outlines is not 0. So
    outlines of the same direction are united, and one of the other direction inside another is a hole in it. Obstructions are solid
    whichever direction they have.
    """
    cdef Sweep sweep
    sweep.height = <float>read_number("plane_height", plane_height, -MAX_COORDINATE, MAX_COORDINATE)
    read_outlines("traversable", traversable, 0, &sweep)
    read_outlines("obstructions", obstructions, 1, &sweep)
    with nogil:
        sweep_bands(&sweep)
    vertices, triangles = memoryview(array("f", <list>sweep.vertices)), memoryview(array("i", <list>sweep.triangles))
    if not len(triangles):
        return vertices[:0], triangles
    return (vertices.cast("B").cast("f", (len(vertices) // 3, 3)), triangles.cast("B").cast("i", (len(triangles) // 3, 3)))
