"""
Cuts triangles into cells, row by row.

A triangle's piece in a row of cells is a convex polygon of at most five corners. Its heights in a cell lie between those
of its corners in the cell and of its ends along the cell's borders; where a border between columns crosses the triangle is
found once for all rows. Every number comes from the triangle and global rows and columns alone, so that each window of the
grid gets the same fragments.
"""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

cdef enum:
    NO_TRIANGLE = -1

# Coordinates this close to a cell border lie on it: float32 vertices carry that much noise a kilometre from the origin.
cdef double SNAP = 1.0 / 1024.0         # cells, cell heights

# A cell that a piece enters by less is not entered: the points where edges cross rows are rounded.
cdef double ROUNDING = 1.0 / (1 << 20)  # cells

# No float32 coordinate over a sensible cell size is larger; up to here products of three coordinates cannot overflow.
cdef double FARTHEST = 1e60             # cells

# Adding and subtracting it rounds to the nearest whole number without a call of rint.
cdef double ROUNDER = 6755399441055744.0        # 1.5 * 2**52

cdef struct Point:
    double x, y, z                  # in cells (x, z) and cell heights (y) above the origin
    int column                      # that x is in, held to −1 … the grid's end + 1; where the point is a corner of a piece

cdef struct Edge:
    Point start                     # the corner with the lower z
    double x_per_z, y_per_z         # 0 where z is constant
    double z_per_x, y_per_x         # 0 where x is constant

cdef struct Sides:
    Edge ab, bc, ac

cdef struct Triangle:
    Point a, b, c                   # a.z <= b.z <= c.z
    int first_row, last_row         # rows entered, within the grid
    int area
    bint back_face                  # faces up
    bint within                     # lies between the level's bottom and top
    int first, last                 # columns entered, those outside the grid counting as one on each side

cdef struct Piece:                  # of a triangle, in one row
    Point near, far                 # on the side ac, at the row's border or the triangle's end
    Point other_near, other_far     # on the other side, which is ab and bc
    bint bent                       # corner b is in the row


cdef inline double snapped(double cells) noexcept nogil:
    cdef double nearest = (cells + ROUNDER) - ROUNDER
    return nearest if fabs(cells - nearest) < SNAP else cells


cdef inline int floored(double cells, int end) noexcept nogil:
    """Whole cells below, held to −1 … end."""
    return <int>(min(max(cells, -1.0), <double>end) + 1.0) - 1


cdef inline void cells_entered(double low, double high, int end, int* first, int* last) noexcept nogil:
    """The cells of an interval, held to −1 … end; a border that it only touches is not entered, except by a point."""
    cdef double held = min(max(high - ROUNDING, -1.0), <double>end)
    cdef int below = <int>(held + 1.0) - 1
    first[0] = floored(low + ROUNDING, end)
    last[0] = max(first[0], below if held > below else below - 1)


cdef inline void load_point(const Rasterizer* rasterizer, int32_t vertex, Point* point) noexcept nogil:
    cdef const float* at = rasterizer.soup.vertices + 3 * <size_t>vertex
    cdef const Grid* grid = &rasterizer.grid
    point.x = snapped((at[0] - grid.origin[0]) * grid.per_metre[0])
    point.y = (at[1] - grid.origin[1]) * grid.per_metre[1]
    point.z = snapped((at[2] - grid.origin[2]) * grid.per_metre[2])


cdef inline bint is_near(const Point* point) noexcept nogil:
    """Neither NaN nor so far away that products overflow."""
    return fabs(point.x) < FARTHEST and fabs(point.y) < FARTHEST and fabs(point.z) < FARTHEST


cdef inline void set_edge(Edge* edge, const Point* a, const Point* b) noexcept nogil:
    cdef double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z
    cdef double per_z = 1 / dz if dz > 0 else 0
    cdef double per_x = 1 / dx if dx != 0 else 0
    edge.start = a[0]
    edge.x_per_z = dx * per_z
    edge.y_per_z = dy * per_z
    edge.z_per_x = dz * per_x
    edge.y_per_x = dy * per_x


cdef inline void load_corners(const Rasterizer* rasterizer, int32_t index, Triangle* triangle) noexcept nogil:
    cdef const int32_t* corners = rasterizer.soup.triangles + 3 * <size_t>index
    load_point(rasterizer, corners[0], &triangle.a)
    load_point(rasterizer, corners[1], &triangle.b)
    load_point(rasterizer, corners[2], &triangle.c)


cdef bint enters_grid(const Rasterizer* rasterizer, int32_t index, int* first_row) noexcept nogil:
    """False where a triangle is not finite, has no area or lies beside the grid."""
    cdef const Grid* grid = &rasterizer.grid
    cdef Triangle triangle
    cdef Point* a = &triangle.a
    cdef Point* b = &triangle.b
    cdef Point* c = &triangle.c
    cdef int last_row
    load_corners(rasterizer, index, &triangle)
    if not (is_near(a) and is_near(b) and is_near(c)):
        return False
    if (b.y - a.y) * (c.z - a.z) == (b.z - a.z) * (c.y - a.y) and (b.z - a.z) * (c.x - a.x) == (b.x - a.x) * (c.z - a.z) \
            and (b.x - a.x) * (c.y - a.y) == (b.y - a.y) * (c.x - a.x):
        return False
    if min(a.x, min(b.x, c.x)) >= grid.x_end or max(a.x, max(b.x, c.x)) < grid.x_begin:
        return False
    cells_entered(min(a.z, min(b.z, c.z)), max(a.z, max(b.z, c.z)), grid.z_end + 1, first_row, &last_row)
    first_row[0] = max(first_row[0], grid.z_begin)
    return first_row[0] <= min(last_row, grid.z_end - 1)


cdef inline void swap_points(Point* a, Point* b) noexcept nogil:
    cdef Point moved = a[0]
    a[0] = b[0]
    b[0] = moved


cdef void load_triangle(const Rasterizer* rasterizer, int32_t index, Triangle* triangle) noexcept nogil:
    """A triangle that enters the grid, ready to be cut."""
    cdef const Grid* grid = &rasterizer.grid
    cdef Point* a = &triangle.a
    cdef Point* b = &triangle.b
    cdef Point* c = &triangle.c
    load_corners(rasterizer, index, triangle)
    triangle.back_face = (b.z - a.z) * (c.x - a.x) > (b.x - a.x) * (c.z - a.z)
    triangle.area = rasterizer.soup.areas[index]
    triangle.within = min(a.y, min(b.y, c.y)) >= -SNAP and max(a.y, max(b.y, c.y)) <= grid.ceiling + SNAP
    if b.z < a.z:
        swap_points(a, b)
    if c.z < b.z:
        swap_points(b, c)
        if b.z < a.z:
            swap_points(a, b)
    cells_entered(a.z, c.z, grid.z_end + 1, &triangle.first_row, &triangle.last_row)
    triangle.first_row = max(triangle.first_row, grid.z_begin)
    triangle.last_row = min(triangle.last_row, grid.z_end - 1)


cdef inline void cross(const Edge* edge, double z, int end, Point* point) noexcept nogil:
    """Where an edge crosses a row's border; end: of the columns."""
    cdef double t = z - edge.start.z
    point.z = z
    point.x = edge.start.x + t * edge.x_per_z
    point.y = edge.start.y + t * edge.y_per_z
    point.column = floored(point.x, end)


cdef inline void cross_other_side(const Sides* sides, double z, int end, Point* point) noexcept nogil:
    cross(&sides.bc if z >= sides.bc.start.z else &sides.ab, z, end, point)


cdef inline void widen(Range* heights, double y) noexcept nogil:
    heights.low = min(heights.low, y)
    heights.high = max(heights.high, y)


cdef inline Fragment* room_in(FragmentRow* row, size_t more) except NULL nogil:
    """Where the next fragments go; there is room for as many as named."""
    if row.count + more > row.fragments.size():
        row.fragments.resize(max(2 * row.fragments.size(), row.count + more))
    return row.fragments.data() + row.count


cdef inline Fragment* emit(Fragment* out, const Triangle* triangle, double ceiling, int column, const Range* heights,
                           int count) noexcept nogil:
    """Write the fragments of as many cells, except those above or below the level; column: the first. Returns their end."""
    cdef int i, bottom_vx, top_vx
    cdef double low, high
    cdef int area = triangle.area
    cdef bint back_face = triangle.back_face, within = triangle.within
    for i in range(count):
        low, high = heights[i].low, heights[i].high
        if within or (high >= -SNAP and low <= ceiling + SNAP):
            bottom_vx = min(<int>(max(low, 0.0) + SNAP), 65534)
            top_vx = max(bottom_vx + 1, 65536 - <int>((65536.0 + SNAP) - min(high, ceiling)))
            out[0] = pack(column + i, bottom_vx, top_vx, area, back_face)
            out += 1
    return out


cdef void cut_border(const Triangle* triangle, const Sides* sides, int x, Cut* cut) noexcept nogil:
    """Where the border on the left of a column cuts the two edges that it separates the ends of."""
    cdef bint a_left = triangle.a.x < x, b_left = triangle.b.x < x, c_left = triangle.c.x < x
    cdef const Edge* edge = &sides.ab if a_left != b_left else &sides.ac
    cdef const Edge* other = &sides.bc if b_left != c_left else &sides.ac
    cdef double z = edge.start.z + (x - edge.start.x) * edge.z_per_x, y = edge.start.y + (x - edge.start.x) * edge.y_per_x
    cdef double other_z = other.start.z + (x - other.start.x) * other.z_per_x
    cdef double other_y = other.start.y + (x - other.start.x) * other.y_per_x
    if z <= other_z:
        cut.near, cut.near_y, cut.far, cut.far_y = z, y, other_z, other_y
    else:
        cut.near, cut.near_y, cut.far, cut.far_y = other_z, other_y, z, y
    cut.y_per_z = (cut.far_y - cut.near_y) / (cut.far - cut.near) if cut.far > cut.near else 0


cdef void measure_borders(Range* cells, const Cut* cut, int z, int count) noexcept nogil:
    """Heights of as many cells of row z, as far as the borders between them show."""
    cdef Range left, right
    cdef double near_y, far_y
    cdef int i
    left.low, left.high = INFINITY, -INFINITY
    for i in range(count - 1):
        right.low, right.high = INFINITY, -INFINITY
        if cut.near <= z + 1 and cut.far >= z:
            near_y = cut.near_y + max(z - cut.near, 0.0) * cut.y_per_z
            far_y = cut.far_y - max(cut.far - (z + 1), 0.0) * cut.y_per_z
            right.low, right.high = min(near_y, far_y), max(near_y, far_y)
        cells[i].low = min(left.low, right.low)
        cells[i].high = max(left.high, right.high)
        left = right
        cut += 1
    cells[count - 1] = left


cdef inline void measure_corner(Range* cells, const Point* corner, int first, int last) noexcept nogil:
    widen(&cells[min(max(corner.column, first), last) - first], corner.y)


cdef int fill_piece(Rasterizer* rasterizer, const Triangle* triangle, const Piece* piece, int z,
                    FragmentRow* row) except -1 nogil:
    cdef const Grid* grid = &rasterizer.grid
    cdef Range across
    cdef Range* cells = rasterizer.heights.data()
    cdef Fragment* out
    cdef int first, last, begin, end
    across.low = min(min(piece.near.x, piece.far.x), min(piece.other_near.x, piece.other_far.x))
    across.high = max(max(piece.near.x, piece.far.x), max(piece.other_near.x, piece.other_far.x))
    if piece.bent:
        widen(&across, triangle.b.x)
    cells_entered(across.low, across.high, grid.x_end + 1, &first, &last)
    first, last = max(first, triangle.first), min(last, triangle.last)
    begin, end = max(first, grid.x_begin), min(last + 1, grid.x_end)
    if begin >= end:
        return 0
    out = room_in(row, end - begin)
    measure_borders(cells, rasterizer.cuts.data() + (first - triangle.first), z, last - first + 1)
    measure_corner(cells, &piece.near, first, last)
    measure_corner(cells, &piece.far, first, last)
    measure_corner(cells, &piece.other_near, first, last)
    measure_corner(cells, &piece.other_far, first, last)
    if piece.bent:
        measure_corner(cells, &triangle.b, first, last)
    row.count = emit(out, triangle, grid.ceiling, begin - grid.x0, cells + (begin - first), end - begin) - row.fragments.data()
    return 0


cdef bint fill_one_cell(Rasterizer* rasterizer, Triangle* triangle, int band_begin) except -1 nogil:
    """Whether the triangle is inside a single cell, which is filled then; finds the columns entered."""
    cdef const Grid* grid = &rasterizer.grid
    cdef FragmentRow* row
    cdef Range heights
    cdef Fragment* out
    cells_entered(min(triangle.a.x, min(triangle.b.x, triangle.c.x)), max(triangle.a.x, max(triangle.b.x, triangle.c.x)),
                  grid.x_end + 1, &triangle.first, &triangle.last)
    triangle.first = max(triangle.first, grid.x_begin - 1)
    if triangle.first != triangle.last or triangle.first_row != triangle.last_row or triangle.first < grid.x_begin \
            or triangle.last >= grid.x_end:
        return False
    row = &rasterizer.rows[triangle.first_row - band_begin]
    heights.low = min(triangle.a.y, min(triangle.b.y, triangle.c.y))
    heights.high = max(triangle.a.y, max(triangle.b.y, triangle.c.y))
    out = emit(room_in(row, 1), triangle, grid.ceiling, triangle.first - grid.x0, &heights, 1)
    row.count = out - row.fragments.data()
    return True


cdef int fill_triangle(Rasterizer* rasterizer, Triangle* triangle, int band_begin, int band_end) except -1 nogil:
    """The fragments of a triangle in the rows of a band."""
    cdef Point* a = &triangle.a
    cdef Point* b = &triangle.b
    cdef Point* c = &triangle.c
    cdef Sides sides
    cdef Piece piece
    cdef int x, z, end = rasterizer.grid.x_end + 1, first = max(triangle.first_row, band_begin), last = min(triangle.last_row, band_end - 1)
    if fill_one_cell(rasterizer, triangle, band_begin):
        return 0
    a.column, b.column, c.column = floored(a.x, end), floored(b.x, end), floored(c.x, end)
    set_edge(&sides.ab, a, b)
    set_edge(&sides.bc, b, c)
    set_edge(&sides.ac, a, c)
    for x in range(triangle.first + 1, triangle.last + 1):
        cut_border(triangle, &sides, x, &rasterizer.cuts[x - triangle.first - 1])
    if a.z >= first:
        piece.near = piece.other_near = a[0]
    else:
        cross(&sides.ac, first, end, &piece.near)
        cross_other_side(&sides, first, end, &piece.other_near)
    for z in range(first, last + 1):
        if c.z <= z + 1:
            piece.far = piece.other_far = c[0]
        else:
            cross(&sides.ac, z + 1, end, &piece.far)
            cross_other_side(&sides, z + 1, end, &piece.other_far)
        piece.bent = z <= b.z <= z + 1
        fill_piece(rasterizer, triangle, &piece, z, &rasterizer.rows[z - band_begin])
        piece.near, piece.other_near = piece.far, piece.other_far
    return 0


cdef int start_rasterizing(Rasterizer* rasterizer, const Soup* soup, const Grid* grid) except -1 nogil:
    """Sort the triangles by the band that each starts in."""
    cdef int first_row
    cdef size_t bands = (max(grid.z_end - grid.z_begin, 0) + BAND_ROWS - 1) // BAND_ROWS, band
    cdef int32_t i
    rasterizer.soup = soup[0]
    rasterizer.grid = grid[0]
    rasterizer.heights.resize(max(grid.x_end - grid.x_begin, 0) + 2)
    rasterizer.cuts.resize(rasterizer.heights.size())
    rasterizer.band_first.resize(bands)
    for band in range(bands):
        rasterizer.band_first[band] = NO_TRIANGLE
    rasterizer.next.resize(soup.count)
    for i in range(soup.count):
        if enters_grid(rasterizer, i if soup.subset == NULL else soup.subset[i], &first_row):
            band = (first_row - grid.z_begin) // BAND_ROWS
            rasterizer.next[i] = rasterizer.band_first[band]
            rasterizer.band_first[band] = i
    return 0


cdef int rasterize_one(Rasterizer* rasterizer, int32_t index, int band_begin) except -1 nogil:
    """Fill a triangle's rows of a band; if it reaches into the next one it becomes active."""
    cdef Triangle triangle
    cdef int32_t number = index if rasterizer.soup.subset == NULL else rasterizer.soup.subset[index]
    load_triangle(rasterizer, number, &triangle)
    fill_triangle(rasterizer, &triangle, band_begin, band_begin + BAND_ROWS)
    if triangle.last_row >= band_begin + BAND_ROWS:
        rasterizer.active.push_back(index)
    return 0


cdef int rasterize_band(Rasterizer* rasterizer, int band) except -1 nogil:
    """Fill `rows` with the fragments of the band's rows. The bands are to be taken in turn."""
    cdef int band_begin = rasterizer.grid.z_begin + band * BAND_ROWS
    cdef vector[int32_t] earlier
    cdef size_t i
    cdef int32_t index = rasterizer.band_first[band]
    for i in range(BAND_ROWS):
        rasterizer.rows[i].count = 0
    earlier.swap(rasterizer.active)
    for i in range(earlier.size()):
        rasterize_one(rasterizer, earlier[i], band_begin)
    while index != NO_TRIANGLE:
        rasterize_one(rasterizer, index, band_begin)
        index = rasterizer.next[index]
    return 0
