"""Clips triangles to cells, row by row (Recast, rasterizeTri).

A triangle clipped to a row of cells is a convex polygon of at most five corners. Its heights in a cell lie between those of its
corners in the cell and of the points where its edges cross the cell's borders. The crossings with the borders between columns are
found once for all rows. All numbers follow from the triangle and from global rows and columns, so every window of the grid gets the
same heights.
"""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.baking.voxels.span_merger cimport add_surface, floor_at, floor_rank, start_merging
from navpy.baking.voxels.triangle_soup cimport NO_TRIANGLE, is_valid, triangle_at

cdef enum:
    LEAST_CELL = -2                 # stands for all cells before the grid, which begins at −1 at the earliest
    BAND_ROWS = 32                  # of a band: few enough for a cache, and enough for most triangles to lie in one band

# Coordinates this close to a cell border lie on it: float32 vertices carry that much noise a kilometer from the origin.
cdef double SNAP = 1.0 / 1024.0         # cells, cell heights

cdef double CEILING = 65536.0 + 1.0 / 1024.0        # 65536 + SNAP, cell heights

# A cell that is entered by less counts as not entered: the points where edges cross rows are rounded.
cdef double ROUNDING = 1.0 / (1 << 20)  # cells

# No float32 coordinate over a sensible cell size is larger; up to here products of three coordinates cannot overflow.
cdef double FARTHEST = 1e60             # cells

# Adding and subtracting it rounds to the nearest whole number without a call of rint.
cdef double ROUNDER = 6755399441055744.0        # 1.5 * 2**52

cdef struct Point:
    double x, y, z                  # in cells (x, z) and cell heights (y) above the origin

cdef struct TriangleEdge:
    Point start                     # the corner of lower z
    double x_per_z, y_per_z         # undefined where z is constant
    double z_per_x, y_per_x         # undefined where x is constant

cdef enum:                          # edges of a triangle
    AB, BC, AC

cdef enum:                          # of corner b, along z
    BEFORE, BEHIND

cdef struct Triangle:
    Point corners[3]                # by z
    TriangleEdge edges[3]
    int first_row, last_row         # of the rows that it enters, within the grid
    int first, last                 # of the columns that it enters; those outside the grid count as one on each side
    int rank                        # as a floor
    int underside                   # 0 if it faces up, so that its underside is a back face, else 1
    bint within                     # it lies between the level's bottom and top
    bint flat                       # it is within, and no more than one cell height high
    int bottom_vx                   # of a flat triangle
    const TriangleEdge* left[2]             # sides BEFORE and BEHIND corner b
    const TriangleEdge* right[2]
    double left_base, right_base, columns       # for column_right_of and column_left_of

cdef struct RowCrossing:               # where a row's border, or a corner at the end, meets the left and right side
    double left_y, right_y
    Py_ssize_t first, last                 # columns between both sides, counted from the triangle's first


cdef inline double snapped(double cells) noexcept nogil:
    cdef double nearest = (cells + ROUNDER) - ROUNDER
    return nearest if fabs(cells - nearest) < SNAP else cells


cdef inline int floored(double cells, int end) noexcept nogil:
    """The cell that a coordinate lies in, clamped to LEAST_CELL … end."""
    return <int>(min(max(cells, <double>LEAST_CELL), <double>end) - LEAST_CELL) + LEAST_CELL


cdef inline double lesser(double a, double b) noexcept nogil:
    return a if a < b else b


cdef inline double greater(double a, double b) noexcept nogil:
    return a if a > b else b


cdef inline double clamped(double value, double most) noexcept nogil:
    """value, clamped to 0 … most."""
    return lesser(0.5 * (value + fabs(value)), most)        # no choice between value and 0: compilers make a branch of it


cdef inline void cells_entered(double low, double high, int end, int* first, int* last) noexcept nogil:
    """The cells of an interval, clamped to LEAST_CELL … end. A cell that it only touches is not entered, except by a point."""
    first[0] = <int>clamped(low + ROUNDING - LEAST_CELL, <double>end - LEAST_CELL) + LEAST_CELL
    last[0] = max(first[0], end - 1 - <int>clamped(end - (high - ROUNDING), <double>end - LEAST_CELL))


cdef inline double to_cells(const Rasterizer* rasterizer, const float* vertex, int axis) noexcept nogil:
    return (vertex[axis] - rasterizer.grid.origin[axis]) * rasterizer.grid.per_meter[axis]


cdef inline double least(double a, double b, double c) noexcept nogil:
    return lesser(a, lesser(b, c))


cdef inline double greatest(double a, double b, double c) noexcept nogil:
    return greater(a, greater(b, c))


cdef inline bint has_area(const Point* a, const Point* b, const Point* c) noexcept nogil:
    return (b.y - a.y) * (c.z - a.z) != (b.z - a.z) * (c.y - a.y) or (b.z - a.z) * (c.x - a.x) != (b.x - a.x) * (c.z - a.z) \
        or (b.x - a.x) * (c.y - a.y) != (b.y - a.y) * (c.x - a.x)


cdef inline void load_corner(const Rasterizer* rasterizer, const float* vertex, double z, Point* corner) noexcept nogil:
    corner.x = snapped(to_cells(rasterizer, vertex, 0))
    corner.y = to_cells(rasterizer, vertex, 1)
    corner.z = z


cdef bint load_triangle(const Rasterizer* rasterizer, int32_t index, Triangle* triangle) noexcept nogil:
    """False where a triangle is not finite, has no area or lies beside the grid."""
    cdef const Grid* grid = &rasterizer.grid
    cdef const int32_t* vertices = rasterizer.soup.triangles + 3 * <size_t>index
    cdef const float* first = rasterizer.soup.vertices + 3 * <size_t>vertices[0]
    cdef const float* second = rasterizer.soup.vertices + 3 * <size_t>vertices[1]
    cdef const float* third = rasterizer.soup.vertices + 3 * <size_t>vertices[2]
    cdef double z = snapped(to_cells(rasterizer, first, 2))
    cdef double second_z = snapped(to_cells(rasterizer, second, 2)), third_z = snapped(to_cells(rasterizer, third, 2))
    # Sorted by numbering the corners: which is the lowest is anybody's guess, and a branch would guess wrong.
    cdef int place = (second_z < z) + (third_z < z), second_place = (z <= second_z) + (third_z < second_z)
    cdef Point* a = &triangle.corners[place]
    cdef Point* b = &triangle.corners[second_place]
    cdef Point* c = &triangle.corners[3 - place - second_place]
    cdef double low_y, high_y
    if not fabs(z) + fabs(second_z) + fabs(third_z) < FARTHEST:
        return False                # before the places are used: those of NaN are no order
    load_corner(rasterizer, first, z, a)
    load_corner(rasterizer, second, second_z, b)
    load_corner(rasterizer, third, third_z, c)
    low_y, high_y = least(a.y, b.y, c.y), greatest(a.y, b.y, c.y)
    if not (fabs(a.x) + fabs(b.x) + fabs(c.x) < FARTHEST and fabs(a.y) + fabs(b.y) + fabs(c.y) < FARTHEST and has_area(a, b, c)):
        return False
    cells_entered(least(a.x, b.x, c.x), greatest(a.x, b.x, c.x), grid.x_end + 1, &triangle.first, &triangle.last)
    triangle.first, triangle.last = max(triangle.first, grid.x_begin - 1), min(triangle.last, grid.x_end)
    cells_entered(triangle.corners[0].z, triangle.corners[2].z, grid.z_end + 1, &triangle.first_row, &triangle.last_row)
    triangle.first_row, triangle.last_row = max(triangle.first_row, grid.z_begin), min(triangle.last_row, grid.z_end - 1)
    triangle.underside = not (b.z - a.z) * (c.x - a.x) > (b.x - a.x) * (c.z - a.z)
    triangle.rank = floor_rank(rasterizer.soup.areas[index])
    triangle.within = low_y >= 0.0 and high_y <= lesser(grid.ceiling, 65534.0)
    triangle.bottom_vx = <int>(low_y + SNAP) if triangle.within else 0
    triangle.flat = triangle.within and high_y + SNAP < triangle.bottom_vx + 1
    return triangle.first < grid.x_end and triangle.last >= grid.x_begin and triangle.first_row <= triangle.last_row


cdef inline Py_ssize_t column_right_of(const Triangle* triangle, double x) noexcept nogil:
    """The column that x, on a triangle's left side, is in, or on the left of; counted from the triangle's first."""
    return <Py_ssize_t>clamped(x - triangle.left_base, triangle.columns)


cdef inline Py_ssize_t column_left_of(const Triangle* triangle, double x) noexcept nogil:
    """The column that x, on a triangle's right side, lies in, or whose right border it lies on."""
    return triangle.last - triangle.first - <Py_ssize_t>clamped(triangle.right_base - x, triangle.columns)


cdef inline void set_edge(TriangleEdge* edge, const Point* a, const Point* b) noexcept nogil:
    cdef double per_z = 1 / (b.z - a.z)
    edge.start = a[0]
    edge.x_per_z = (b.x - a.x) * per_z
    edge.y_per_z = (b.y - a.y) * per_z


cdef inline void set_edge_across(TriangleEdge* edge, const Point* a, const Point* b) noexcept nogil:
    cdef double per_x = 1 / (b.x - a.x)
    edge.z_per_x = (b.z - a.z) * per_x
    edge.y_per_x = (b.y - a.y) * per_x


cdef inline void cut_border(const TriangleEdge* edge, const TriangleEdge* other, double x, Cut* cut) noexcept nogil:
    """Where the line at x, the left border of a column, cuts two edges."""
    cdef double z = edge.start.z + (x - edge.start.x) * edge.z_per_x
    cdef double y = edge.start.y + (x - edge.start.x) * edge.y_per_x
    cdef double other_z = other.start.z + (x - other.start.x) * other.z_per_x
    cdef double other_y = other.start.y + (x - other.start.x) * other.y_per_x
    cdef bint place = z > other_z
    cut.z[place], cut.y[place] = z, y
    cut.z[1 - place], cut.y[1 - place] = other_z, other_y
    cut.y_per_z = (other_y - y) / (other_z - z) if other_z != z else 0


cdef void cut_borders(Rasterizer* rasterizer, Triangle* triangle) noexcept nogil:
    """Find the cuts of a triangle with the borders between the columns that it enters."""
    cdef double a_x = triangle.corners[0].x, b_x = triangle.corners[1].x, c_x = triangle.corners[2].x
    # Which edges begin at the leftmost corner and end at the rightmost is computed: a branch would be mispredicted.
    cdef int ab = a_x < b_x, bc = b_x < c_x, ac = a_x < c_x
    cdef int through = 2 * (ab == bc) + ((ab != bc) & (ab != ac)), left = 2 * (ab & (bc ^ 1)) + ((ab | ac) ^ 1)
    cdef const TriangleEdge* across = &triangle.edges[through]
    cdef const TriangleEdge* ahead = &triangle.edges[left]
    cdef const TriangleEdge* behind = &triangle.edges[AB + BC + AC - through - left]
    cdef double bend = greater(lesser(a_x, b_x), lesser(greater(a_x, b_x), c_x))
    cdef Cut* cut = rasterizer.cuts.data()
    cdef int x
    set_edge_across(&triangle.edges[<int>AB], &triangle.corners[0], &triangle.corners[1])
    set_edge_across(&triangle.edges[<int>BC], &triangle.corners[1], &triangle.corners[2])
    set_edge_across(&triangle.edges[<int>AC], &triangle.corners[0], &triangle.corners[2])
    for x in range(triangle.first + 1, triangle.last + 1):
        cut_border(across, ahead if x <= bend else behind, x, cut)
        cut += 1


cdef inline void prepare(Rasterizer* rasterizer, Triangle* triangle) noexcept nogil:
    """Set what clipping the triangle to rows needs."""
    cdef const Point* a = &triangle.corners[0]
    cdef const Point* b = &triangle.corners[1]
    cdef const Point* c = &triangle.corners[2]
    cdef bint b_right = (b.x - a.x) * (c.z - a.z) > (c.x - a.x) * (b.z - a.z)
    triangle.left[<int>BEFORE] = &triangle.edges[<int>AC if b_right else <int>AB]
    triangle.left[<int>BEHIND] = &triangle.edges[<int>AC if b_right else <int>BC]
    triangle.right[<int>BEFORE] = &triangle.edges[<int>AB if b_right else <int>AC]
    triangle.right[<int>BEHIND] = &triangle.edges[<int>BC if b_right else <int>AC]
    triangle.left_base, triangle.right_base = triangle.first - ROUNDING, triangle.last + 1 + ROUNDING
    triangle.columns = triangle.last - triangle.first + 0.5
    set_edge(&triangle.edges[<int>AB], a, b)
    set_edge(&triangle.edges[<int>BC], b, c)
    set_edge(&triangle.edges[<int>AC], a, c)
    if triangle.first < triangle.last and not triangle.flat:
        cut_borders(rasterizer, triangle)


cdef inline double cross(const TriangleEdge* edge, double z, double* y) noexcept nogil:
    """x, and y, where an edge crosses a row's border."""
    cdef double t = z - edge.start.z
    y[0] = edge.start.y + t * edge.y_per_z
    return edge.start.x + t * edge.x_per_z


cdef inline void cross_sides(const Triangle* triangle, double z, RowCrossing* crossing) noexcept nogil:
    cdef bint part = z >= triangle.corners[1].z
    crossing.first = column_right_of(triangle, cross(triangle.left[part], z, &crossing.left_y))
    crossing.last = column_left_of(triangle, cross(triangle.right[part], z, &crossing.right_y))


cdef inline void end_in(const Triangle* triangle, const Point* corner, RowCrossing* crossing) noexcept nogil:
    crossing.left_y = crossing.right_y = corner.y
    crossing.first, crossing.last = column_right_of(triangle, corner.x), column_left_of(triangle, corner.x)


cdef inline void widen(double* lows, double* highs, Py_ssize_t cell, double y) noexcept nogil:
    lows[cell] = lesser(y, lows[cell])
    highs[cell] = greater(y, highs[cell])


cdef inline void measure_border(const Cut* cut, double z, HeightRange* heights) noexcept nogil:
    """The heights along the part of a cut that lies in a row."""
    cdef double near_y = cut.y[0] + (lesser(greater(z, cut.z[0]), cut.z[1]) - cut.z[0]) * cut.y_per_z
    cdef double far_y = cut.y[1] - (cut.z[1] - lesser(greater(z + 1.0, cut.z[0]), cut.z[1])) * cut.y_per_z
    heights.low, heights.high = lesser(near_y, far_y), greater(near_y, far_y)


cdef inline int fill_cell(Rasterizer* rasterizer, const Triangle* triangle, size_t column, double low, double high) except -1 nogil:
    """Fill a column, unless it is above or below the level."""
    cdef double ceiling = rasterizer.grid.ceiling
    cdef int bottom_vx, top_vx
    if not triangle.within:
        if high < -SNAP or low > ceiling + SNAP:
            return 0
        low, high = lesser(greater(low, 0.0), 65534.0), lesser(high, ceiling)
    bottom_vx = <int>(low + SNAP)
    top_vx = 65536 - <int>(CEILING - high)
    top_vx = top_vx if top_vx > bottom_vx else bottom_vx + 1
    return add_surface(&rasterizer.columns, column, bottom_vx * 2 + triangle.underside, top_vx * 2 + 1,
                       floor_at(triangle.rank, top_vx))


cdef inline int fill_run(Rasterizer* rasterizer, const Triangle* triangle, size_t row, Py_ssize_t begin,
                         Py_ssize_t end) except -1 nogil:
    """Fill a flat triangle's cells in a row, which are all alike: half of the cells of usual levels."""
    cdef int low = triangle.bottom_vx * 2 + triangle.underside, high = triangle.bottom_vx * 2 + 3
    cdef int floor = floor_at(triangle.rank, triangle.bottom_vx + 1)
    cdef Py_ssize_t i
    for i in range(begin, end + 1):
        add_surface(&rasterizer.columns, row + i, low, high, floor)
    return 0


cdef inline int fill_cells(Rasterizer* rasterizer, const Triangle* triangle, int z, size_t row, Py_ssize_t first, Py_ssize_t last,
                           Py_ssize_t begin, Py_ssize_t end, double some_y) except -1 nogil:
    """Fill the cells begin … end of those, first … last, that a triangle enters in row z; some_y: a height in the first."""
    cdef const Cut* cuts = rasterizer.cuts.data()
    cdef const Cut* cut
    cdef const Cut* final
    cdef double* lows = rasterizer.corner_lows.data()
    cdef double* highs = rasterizer.corner_highs.data()
    cdef HeightRange left, right
    cdef Cut same
    cdef Py_ssize_t i
    left.low, left.high = INFINITY, -INFINITY
    if begin > first:
        measure_border(&cuts[begin - 1], z, &left)
    # In the last cell the cut on its left counts again, and in a single cell a height in it: so no branch is needed.
    same.z[0] = same.z[1] = same.y_per_z = 0
    same.y[0] = same.y[1] = some_y
    final = &cuts[last - 1] if first < last else &same
    cut = &cuts[begin] if begin < last else final
    for i in range(begin, end + 1):
        measure_border(cut, z, &right)
        fill_cell(rasterizer, triangle, row + i, least(lows[i], left.low, right.low), greatest(highs[i], left.high, right.high))
        lows[i], highs[i] = INFINITY, -INFINITY
        left = right
        cut = cut + (cut != final)
    lows[first] = lows[last] = INFINITY             # these cells may be outside the grid
    highs[first] = highs[last] = -INFINITY
    return 0


cdef inline int fill_row(Rasterizer* rasterizer, const Triangle* triangle, const RowCrossing* near, const RowCrossing* far, bint bent,
                         int z, size_t row) except -1 nogil:
    """Fill the cells of row z between two crossings. row: index of the triangle's first column; bent: corner b is in the row."""
    cdef const Grid* grid = &rasterizer.grid
    cdef double* lows = rasterizer.corner_lows.data()
    cdef double* highs = rasterizer.corner_highs.data()
    cdef RowCrossing bend
    cdef double low, high
    cdef Py_ssize_t first = min(near.first, far.first), last = max(near.last, far.last), begin, end
    if bent:
        end_in(triangle, &triangle.corners[1], &bend)
        first, last = min(first, bend.first), max(last, bend.last)
    last = max(first, last)
    begin, end = max(first, grid.x_begin - triangle.first), min(last, grid.x_end - triangle.first - 1)
    if triangle.flat:
        return fill_run(rasterizer, triangle, row, begin, end)
    if first == last:
        low, high = lesser(lesser(near.left_y, near.right_y), lesser(far.left_y, far.right_y)), greater(
            greater(near.left_y, near.right_y), greater(far.left_y, far.right_y))
        if bent:
            low, high = lesser(low, bend.left_y), greater(high, bend.left_y)
        return fill_cell(rasterizer, triangle, row + first, low, high) if begin == end else 0
    if bent:
        widen(lows, highs, min(bend.first, last), bend.left_y)
    widen(lows, highs, min(near.first, last), near.left_y)
    widen(lows, highs, min(far.first, last), far.left_y)
    widen(lows, highs, max(near.last, first), near.right_y)
    widen(lows, highs, max(far.last, first), far.right_y)
    return fill_cells(rasterizer, triangle, z, row, first, last, begin, end, near.left_y)


cdef int fill_triangle(Rasterizer* rasterizer, const Triangle* triangle) except -1 nogil:
    """Fill the cells of a triangle in the rows of the band."""
    cdef RowCrossing near, far
    cdef double b_z = triangle.corners[1].z, c_z = triangle.corners[2].z
    cdef int z, first = max(triangle.first_row, rasterizer.band_begin), last = min(triangle.last_row, rasterizer.band_end - 1)
    cdef int width = rasterizer.grid.x_end - rasterizer.grid.x_begin
    cdef size_t row = <size_t>(first - rasterizer.band_begin) * width + triangle.first - rasterizer.grid.x_begin
    if triangle.corners[0].z >= first:
        end_in(triangle, &triangle.corners[0], &near)
    else:
        cross_sides(triangle, first, &near)
    for z in range(first, last + 1):
        if c_z <= z + 1:
            end_in(triangle, &triangle.corners[2], &far)
        else:
            cross_sides(triangle, z + 1, &far)
        fill_row(rasterizer, triangle, &near, &far, z <= b_z <= z + 1, z, row)
        near = far
        row += width
    return 0


cdef int rasterize_one(Rasterizer* rasterizer, int32_t index) except -1 nogil:
    """Fill a triangle's rows in the band; a triangle that reaches into the next band becomes active."""
    cdef Triangle triangle
    if not load_triangle(rasterizer, triangle_at(&rasterizer.soup, index), &triangle):
        return 0
    prepare(rasterizer, &triangle)
    fill_triangle(rasterizer, &triangle)
    if triangle.last_row >= rasterizer.band_end:
        rasterizer.active.push_back(index)
    return 0


cdef int first_band_of(const Rasterizer* rasterizer, int32_t triangle) noexcept nogil:
    """The band that a triangle begins in, or the number of bands where it enters none."""
    cdef const Grid* grid = &rasterizer.grid
    cdef const int32_t* vertices = rasterizer.soup.triangles + 3 * <size_t>triangle
    cdef const float* first = rasterizer.soup.vertices + 3 * <size_t>vertices[0]
    cdef const float* second = rasterizer.soup.vertices + 3 * <size_t>vertices[1]
    cdef const float* third = rasterizer.soup.vertices + 3 * <size_t>vertices[2]
    cdef double z = to_cells(rasterizer, first, 2)
    cdef double second_z = to_cells(rasterizer, second, 2), third_z = to_cells(rasterizer, third, 2)
    cdef double low = snapped(least(z, second_z, third_z))
    if low < grid.z_end and snapped(greatest(z, second_z, third_z)) >= grid.z_begin:     # False for NaN
        return (max(floored(low + ROUNDING, grid.z_end), grid.z_begin) - grid.z_begin) // BAND_ROWS
    return <int>rasterizer.band_first.size()


cdef int prepare_rasterizer(Rasterizer* rasterizer, const TriangleSoup* soup, const Grid* grid) except -1 nogil:
    cdef int width = max(grid.x_end - grid.x_begin, 0), depth = max(grid.z_end - grid.z_begin, 0)
    cdef int i
    rasterizer.soup = soup[0]
    rasterizer.grid = grid[0]
    rasterizer.cuts.resize(width + 2)
    rasterizer.corner_lows.resize(width + 2)
    rasterizer.corner_highs.resize(width + 2)
    for i in range(width + 2):
        rasterizer.corner_lows[i], rasterizer.corner_highs[i] = INFINITY, -INFINITY
    rasterizer.band_begin, rasterizer.band_end = grid.z_begin, min(grid.z_begin + BAND_ROWS, grid.z_begin + depth)
    rasterizer.band_first.resize((depth + BAND_ROWS - 1) // BAND_ROWS)
    for i in range(<int>rasterizer.band_first.size()):
        rasterizer.band_first[i] = NO_TRIANGLE
    if rasterizer.band_first.size() > 1:
        rasterizer.next.resize(soup.count)
    start_merging(&rasterizer.columns, <size_t>width * (rasterizer.band_end - rasterizer.band_begin))
    return 0


cdef int32_t rasterize_first_band(Rasterizer* rasterizer, const TriangleSoup* soup, const Grid* grid) except? -2 nogil:
    """Fill the columns of the first band, and sort the other triangles by the band that each begins in.

    → the first index (as in subset) of a triangle that is not valid, where this ends, or NO_TRIANGLE
    """
    cdef int32_t i, triangle
    cdef size_t band
    prepare_rasterizer(rasterizer, soup, grid)
    for i in range(soup.count):
        if i & 255 == 0:
            check_signals()
        triangle = triangle_at(soup, i)
        if not is_valid(soup, triangle):
            return i
        band = first_band_of(rasterizer, triangle)
        if band >= rasterizer.band_first.size():
            continue
        if band == 0:
            rasterize_one(rasterizer, i)
        else:
            rasterizer.next[i] = rasterizer.band_first[band]
            rasterizer.band_first[band] = i
    return NO_TRIANGLE


cdef bint rasterize_next_band(Rasterizer* rasterizer) except -1 nogil:
    """Fill the columns of the next band. → whether there is one"""
    cdef const Grid* grid = &rasterizer.grid
    cdef vector[int32_t] earlier
    cdef size_t i
    cdef int32_t index
    check_signals()
    rasterizer.band_begin = rasterizer.band_end
    rasterizer.band_end = min(rasterizer.band_begin + BAND_ROWS, grid.z_end)
    if rasterizer.band_begin == rasterizer.band_end:
        return False
    start_merging(&rasterizer.columns, <size_t>(grid.x_end - grid.x_begin) * (rasterizer.band_end - rasterizer.band_begin))
    earlier.swap(rasterizer.active)
    for i in range(earlier.size()):
        rasterize_one(rasterizer, earlier[i])
    index = rasterizer.band_first[(rasterizer.band_begin - grid.z_begin) // BAND_ROWS]
    while index != NO_TRIANGLE:
        rasterize_one(rasterizer, index)
        index = rasterizer.next[index]
    return True
