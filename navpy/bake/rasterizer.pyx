"""
Cuts triangles into cells, row by row.

A triangle's piece in a row of cells is a convex polygon of at most five corners. Seen along z it is a convex polygon too,
so its heights in a cell lie between those of its corners in the cell and of its edges at the cell's borders: nothing
smaller than the row's piece is ever cut out. Every number comes from the triangle and global rows and columns alone, so
that each window of the grid gets the same fragments.
"""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

cdef enum:
    NO_TRIANGLE = -1
    AXIS_X = 0
    AXIS_Y = 1
    AXIS_Z = 2

# Coordinates this close to a cell border lie on it: float32 vertices carry that much noise a kilometre from the origin.
cdef double SNAP = 1.0 / 1024.0         # cells, cell heights

# A cell that a piece enters by less is not entered: the points where edges cross rows are rounded.
cdef double ROUNDING = 1.0 / (1 << 20)  # cells

# No float32 coordinate over a sensible cell size is larger; up to here products of three coordinates cannot overflow.
cdef double FARTHEST = 1e60             # cells

# Adding and subtracting it rounds to the nearest whole number, in a tenth of the time of rint.
cdef double ROUNDER = 6755399441055744.0        # 1.5 * 2**52

cdef struct Point:
    double x, y, z                  # in cells (x, z) and cell heights (y) above the origin

cdef struct Edge:
    Point start                     # the corner with the lower z
    double x_per_z, y_per_z, y_per_x

cdef struct Sides:
    Edge ab, bc, ac

cdef struct Triangle:
    Point a, b, c                   # a.z <= b.z <= c.z
    double y_per_x                  # of its plane, at constant z
    int first_row, last_row         # rows entered, within the grid
    int area
    bint back_face                  # faces up
    bint within                     # lies between the level's bottom and top

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
    edge.start = a[0]
    edge.x_per_z = dx * per_z
    edge.y_per_z = dy * per_z
    edge.y_per_x = dy / dx if dx != 0 else 0


cdef bint load_triangle(const Rasterizer* rasterizer, int32_t index, Triangle* triangle) noexcept nogil:
    """False where the triangle is not finite, has no area or does not enter the grid's rows."""
    cdef const int32_t* corners = rasterizer.soup.triangles + 3 * <size_t>index
    cdef Point* a = &triangle.a
    cdef Point* b = &triangle.b
    cdef Point* c = &triangle.c
    cdef double normal[3]
    cdef double ceiling = rasterizer.grid.ceiling
    load_point(rasterizer, corners[0], a)
    load_point(rasterizer, corners[1], b)
    load_point(rasterizer, corners[2], c)
    if not (is_near(a) and is_near(b) and is_near(c)):
        return False
    normal[AXIS_X] = (b.y - a.y) * (c.z - a.z) - (b.z - a.z) * (c.y - a.y)
    normal[AXIS_Y] = (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z)
    normal[AXIS_Z] = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    if normal[AXIS_X] == 0 and normal[AXIS_Y] == 0 and normal[AXIS_Z] == 0:
        return False
    if b.z < a.z:
        a[0], b[0] = b[0], a[0]
    if c.z < b.z:
        b[0], c[0] = c[0], b[0]
        if b.z < a.z:
            a[0], b[0] = b[0], a[0]
    cells_entered(a.z, c.z, rasterizer.grid.z_end + 1, &triangle.first_row, &triangle.last_row)
    triangle.first_row = max(triangle.first_row, rasterizer.grid.z_begin)
    triangle.last_row = min(triangle.last_row, rasterizer.grid.z_end - 1)
    if triangle.first_row > triangle.last_row:
        return False
    triangle.y_per_x = -normal[AXIS_X] / normal[AXIS_Y] if normal[AXIS_Y] != 0 else 0
    triangle.back_face = normal[AXIS_Y] > 0
    triangle.area = rasterizer.soup.areas[index]
    triangle.within = min(a.y, min(b.y, c.y)) >= -SNAP and max(a.y, max(b.y, c.y)) <= ceiling + SNAP
    return True


cdef inline void cross(const Edge* edge, double z, Point* point) noexcept nogil:
    """Where an edge crosses a row's border."""
    cdef double t = z - edge.start.z
    point.z = z
    point.x = edge.start.x + t * edge.x_per_z
    point.y = edge.start.y + t * edge.y_per_z


cdef inline void cross_other_side(const Sides* sides, double z, Point* point) noexcept nogil:
    cross(&sides.bc if z >= sides.bc.start.z else &sides.ab, z, point)


cdef inline void widen(Range* heights, double y) noexcept nogil:
    heights.low = min(heights.low, y)
    heights.high = max(heights.high, y)


cdef inline void follow_edge(Range* borders, int first, int cell, int other, const Edge* edge) noexcept nogil:
    """Enter the heights of an edge at the cell borders between two of its points, given by their cells."""
    cdef int border
    for border in range(min(cell, other) + 1, max(cell, other) + 1):
        widen(&borders[2 * (border - first)], edge.start.y + (border - edge.start.x) * edge.y_per_x)


cdef inline void follow_line(Range* borders, int first, int cell, int other, const Point* start, const Point* end,
                             double y_per_x) noexcept nogil:
    """As follow_edge, along a row's border. Near a vertical plane y_per_x is anything: the ends limit the heights."""
    cdef double low = min(start.y, end.y), high = max(start.y, end.y)
    cdef int border
    for border in range(min(cell, other) + 1, max(cell, other) + 1):
        widen(&borders[2 * (border - first)], min(max(start.y + (border - start.x) * y_per_x, low), high))


cdef inline int cell_of(const Point* point, int first, int last) noexcept nogil:
    return <int>(min(max(point.x, <double>first), <double>last) + 1.0) - 1


cdef inline Fragment* room_in(FragmentRow* row, size_t more) except NULL nogil:
    """Where the next fragments go; there is room for as many as named."""
    if row.count + more > row.fragments.size():
        row.fragments.resize(max(2 * row.fragments.size(), row.count + more))
    return row.fragments.data() + row.count


cdef inline size_t emit(Fragment* out, const Grid* grid, const Triangle* triangle, int x, double low, double high) noexcept nogil:
    """Write the fragment of one cell, unless it lies above or below the level; returns how many were written."""
    cdef int bottom_vx, top_vx
    if not triangle.within and (high < -SNAP or low > grid.ceiling + SNAP):
        return 0
    bottom_vx = min(<int>(max(low, 0.0) + SNAP), 65534)
    top_vx = max(bottom_vx + 1, 65536 - <int>((65536.0 + SNAP) - min(high, grid.ceiling)))
    out[0] = pack(x - grid.x0, bottom_vx, top_vx, triangle.area, triangle.back_face)
    return 1


cdef void measure_cells(Range* heights, const Triangle* triangle, const Sides* sides, const Piece* piece, int first,
                        int last) noexcept nogil:
    """Heights of a piece, alternately at the left border of each of the cells and at the piece's corners inside."""
    cdef int i, near = cell_of(&piece.near, first, last), far = cell_of(&piece.far, first, last)
    cdef int other_near = cell_of(&piece.other_near, first, last), other_far = cell_of(&piece.other_far, first, last)
    cdef int corner
    for i in range(2 * (last - first) + 3):
        heights[i].low = INFINITY
        heights[i].high = -INFINITY
    widen(&heights[2 * (near - first) + 1], piece.near.y)
    widen(&heights[2 * (far - first) + 1], piece.far.y)
    widen(&heights[2 * (other_near - first) + 1], piece.other_near.y)
    widen(&heights[2 * (other_far - first) + 1], piece.other_far.y)
    follow_edge(heights, first, near, far, &sides.ac)
    follow_line(heights, first, near, other_near, &piece.near, &piece.other_near, triangle.y_per_x)
    follow_line(heights, first, far, other_far, &piece.far, &piece.other_far, triangle.y_per_x)
    if piece.bent:
        corner = cell_of(&triangle.b, first, last)
        widen(&heights[2 * (corner - first) + 1], triangle.b.y)
        follow_edge(heights, first, other_near, corner, &sides.ab)
        follow_edge(heights, first, corner, other_far, &sides.bc)
    elif piece.near.z >= triangle.b.z:
        follow_edge(heights, first, other_near, other_far, &sides.bc)
    else:
        follow_edge(heights, first, other_near, other_far, &sides.ab)


cdef int fill_piece(Rasterizer* rasterizer, const Triangle* triangle, const Sides* sides, const Piece* piece,
                    FragmentRow* row) except -1 nogil:
    cdef const Grid* grid = &rasterizer.grid
    cdef Range extent, across
    cdef Range* cell = rasterizer.heights.data()
    cdef Fragment* out
    cdef int x, first, last, begin, end
    across.low = min(min(piece.near.x, piece.far.x), min(piece.other_near.x, piece.other_far.x))
    across.high = max(max(piece.near.x, piece.far.x), max(piece.other_near.x, piece.other_far.x))
    if piece.bent:
        widen(&across, triangle.b.x)
    cells_entered(across.low, across.high, grid.x_end + 1, &first, &last)
    # What lies outside the grid counts as one cell on each side, so that the border between is measured.
    first = max(first, grid.x_begin - 1)
    begin, end = max(first, grid.x_begin), min(last + 1, grid.x_end)
    if begin >= end:
        return 0
    out = room_in(row, end - begin)
    if first == last:
        extent.low = min(min(piece.near.y, piece.far.y), min(piece.other_near.y, piece.other_far.y))
        extent.high = max(max(piece.near.y, piece.far.y), max(piece.other_near.y, piece.other_far.y))
        if piece.bent:
            widen(&extent, triangle.b.y)
        row.count += emit(out, grid, triangle, first, extent.low, extent.high)
        return 0
    measure_cells(cell, triangle, sides, piece, first, last)
    cell += 2 * (begin - first)
    for x in range(begin, end):
        out += emit(out, grid, triangle, x, min(min(cell[0].low, cell[1].low), cell[2].low),
                    max(max(cell[0].high, cell[1].high), cell[2].high))
        cell += 2
    row.count = out - row.fragments.data()
    return 0


cdef bint fill_one_cell(Rasterizer* rasterizer, const Triangle* triangle, int band_begin) except -1 nogil:
    """Whether the triangle is inside a single cell, or beside the grid; then nothing else is to be done."""
    cdef const Grid* grid = &rasterizer.grid
    cdef FragmentRow* row
    cdef int first, last
    cells_entered(min(triangle.a.x, min(triangle.b.x, triangle.c.x)), max(triangle.a.x, max(triangle.b.x, triangle.c.x)),
                  grid.x_end + 1, &first, &last)
    if last < grid.x_begin or first >= grid.x_end:
        return True
    if first != last or triangle.first_row != triangle.last_row:
        return False
    row = &rasterizer.rows[triangle.first_row - band_begin]
    row.count += emit(room_in(row, 1), grid, triangle, first, min(triangle.a.y, min(triangle.b.y, triangle.c.y)),
                      max(triangle.a.y, max(triangle.b.y, triangle.c.y)))
    return True


cdef int fill_triangle(Rasterizer* rasterizer, const Triangle* triangle, int band_begin, int band_end) except -1 nogil:
    """The fragments of a triangle in the rows of a band."""
    cdef const Point* a = &triangle.a
    cdef const Point* b = &triangle.b
    cdef const Point* c = &triangle.c
    cdef Sides sides
    cdef Piece piece
    cdef int z, first = max(triangle.first_row, band_begin), last = min(triangle.last_row, band_end - 1)
    if fill_one_cell(rasterizer, triangle, band_begin):
        return 0
    set_edge(&sides.ab, a, b)
    set_edge(&sides.bc, b, c)
    set_edge(&sides.ac, a, c)
    if a.z >= first:
        piece.near = piece.other_near = a[0]
    else:
        cross(&sides.ac, first, &piece.near)
        cross_other_side(&sides, first, &piece.other_near)
    for z in range(first, last + 1):
        if c.z <= z + 1:
            piece.far = piece.other_far = c[0]
        else:
            cross(&sides.ac, z + 1, &piece.far)
            cross_other_side(&sides, z + 1, &piece.other_far)
        piece.bent = z <= b.z <= z + 1
        fill_piece(rasterizer, triangle, &sides, &piece, &rasterizer.rows[z - band_begin])
        piece.near, piece.other_near = piece.far, piece.other_far
    return 0


cdef int start_rasterizing(Rasterizer* rasterizer, const Soup* soup, const Grid* grid) except -1 nogil:
    """Sort the triangles by the band that each starts in."""
    cdef Triangle triangle
    cdef size_t bands = (max(grid.z_end - grid.z_begin, 0) + BAND_ROWS - 1) // BAND_ROWS, band
    cdef int32_t i
    rasterizer.soup = soup[0]
    rasterizer.grid = grid[0]
    rasterizer.heights.resize(2 * (max(grid.x_end - grid.x_begin, 0) + 2) + 1)
    rasterizer.band_first.resize(bands)
    for band in range(bands):
        rasterizer.band_first[band] = NO_TRIANGLE
    rasterizer.next.resize(soup.count)
    for i in range(soup.count):
        if load_triangle(rasterizer, i if soup.subset == NULL else soup.subset[i], &triangle):
            band = (triangle.first_row - grid.z_begin) // BAND_ROWS
            rasterizer.next[i] = rasterizer.band_first[band]
            rasterizer.band_first[band] = i
    return 0


cdef int rasterize_one(Rasterizer* rasterizer, int32_t index, int band_begin) except -1 nogil:
    """Fill a triangle's rows of a band; if it reaches into the next one it becomes active."""
    cdef Triangle triangle
    cdef int32_t number = index if rasterizer.soup.subset == NULL else rasterizer.soup.subset[index]
    if load_triangle(rasterizer, number, &triangle):
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
