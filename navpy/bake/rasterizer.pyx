"""
Cuts triangles into cells, row by row.

A triangle's piece in a row of cells is a convex polygon of at most five corners. Its heights in a cell lie between those
of its corners in the cell and of its ends along the cell's borders; where a border between columns crosses the triangle is
found once for all rows. Every number comes from the triangle and global rows and columns alone, so that each window of the
grid gets the same heights.
"""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.bake.span_merger cimport add_surface, start_merging

cdef enum:
    BAND_COLUMNS = 1 << 15          # that are rasterized at a time, if that is a row at least; they fit into a cache

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

cdef struct Edge:
    Point start                     # the corner with the lower z
    double x_per_z, y_per_z         # 0 where z is constant
    double z_per_x, y_per_x         # 0 where x is constant

cdef struct Triangle:
    Point corners[3]                # by z
    Edge ab, bc, ac
    int columns[3]                  # of the corners
    int first_row, last_row         # entered, within the grid
    int first, last                 # columns entered, those outside the grid counting as one on each side
    int area
    bint back_face                  # faces up
    bint within                     # lies between the level's bottom and top

cdef struct Crossing:               # of a row's border and a side of a triangle
    double x, y
    int column

cdef struct Piece:                  # of a triangle, in one row
    Crossing near, far              # on the side ac, at the row's border or the triangle's end
    Crossing other_near, other_far  # on the other side, which is ab and bc
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


cdef inline double cells_along(const Rasterizer* rasterizer, const float* vertex, int axis) noexcept nogil:
    return (vertex[axis] - rasterizer.grid.origin[axis]) * rasterizer.grid.per_metre[axis]


cdef inline double least(double a, double b, double c) noexcept nogil:
    return min(a, min(b, c))


cdef inline double greatest(double a, double b, double c) noexcept nogil:
    return max(a, max(b, c))


cdef inline bint has_area(const Point* a, const Point* b, const Point* c) noexcept nogil:
    return (b.y - a.y) * (c.z - a.z) != (b.z - a.z) * (c.y - a.y) or (b.z - a.z) * (c.x - a.x) != (b.x - a.x) * (c.z - a.z) \
        or (b.x - a.x) * (c.y - a.y) != (b.y - a.y) * (c.x - a.x)


cdef inline void load_corner(const Rasterizer* rasterizer, const float* vertex, double z, Point* corner) noexcept nogil:
    corner.x = snapped(cells_along(rasterizer, vertex, 0))
    corner.y = cells_along(rasterizer, vertex, 1)
    corner.z = z


cdef bint load_triangle(const Rasterizer* rasterizer, int32_t index, Triangle* triangle) noexcept nogil:
    """False where a triangle is not finite, has no area or lies beside the grid."""
    cdef const Grid* grid = &rasterizer.grid
    cdef const int32_t* vertices = rasterizer.soup.triangles + 3 * <size_t>index
    cdef const float* first = rasterizer.soup.vertices + 3 * <size_t>vertices[0]
    cdef const float* second = rasterizer.soup.vertices + 3 * <size_t>vertices[1]
    cdef const float* third = rasterizer.soup.vertices + 3 * <size_t>vertices[2]
    cdef double z = snapped(cells_along(rasterizer, first, 2))
    cdef double second_z = snapped(cells_along(rasterizer, second, 2)), third_z = snapped(cells_along(rasterizer, third, 2))
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
    triangle.back_face = (b.z - a.z) * (c.x - a.x) > (b.x - a.x) * (c.z - a.z)
    triangle.area = rasterizer.soup.areas[index]
    triangle.within = low_y >= -SNAP and high_y <= grid.ceiling + SNAP
    return triangle.first < grid.x_end and triangle.last >= grid.x_begin and triangle.first_row <= triangle.last_row


cdef inline void set_edge(Edge* edge, const Point* a, const Point* b) noexcept nogil:
    cdef double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z
    cdef double per_z = 1 / dz if dz > 0 else 0
    cdef double per_x = 1 / dx if dx != 0 else 0
    edge.start = a[0]
    edge.x_per_z = dx * per_z
    edge.y_per_z = dy * per_z
    edge.z_per_x = dz * per_x
    edge.y_per_x = dy * per_x


cdef void cut_border(const Triangle* triangle, int x, Cut* cut) noexcept nogil:
    """Where the border on the left of a column cuts the two edges that it separates the ends of."""
    cdef bint a_left = triangle.corners[0].x < x, b_left = triangle.corners[1].x < x, c_left = triangle.corners[2].x < x
    cdef const Edge* edge = &triangle.ab if a_left != b_left else &triangle.ac
    cdef const Edge* other = &triangle.bc if b_left != c_left else &triangle.ac
    cdef double z = edge.start.z + (x - edge.start.x) * edge.z_per_x, y = edge.start.y + (x - edge.start.x) * edge.y_per_x
    cdef double other_z = other.start.z + (x - other.start.x) * other.z_per_x
    cdef double other_y = other.start.y + (x - other.start.x) * other.y_per_x
    cdef bint in_order = z <= other_z
    cut.near, cut.near_y = (z if in_order else other_z), (y if in_order else other_y)
    cut.far, cut.far_y = (other_z if in_order else z), (other_y if in_order else y)
    cut.length = cut.far - cut.near
    cut.y_per_z = (cut.far_y - cut.near_y) / cut.length if cut.length > 0 else 0


cdef void prepare(Rasterizer* rasterizer, Triangle* triangle) noexcept nogil:
    """What cutting a triangle into rows needs."""
    cdef int i, x, end = rasterizer.grid.x_end + 1
    for i in range(3):
        triangle.columns[i] = floored(triangle.corners[i].x, end)
    set_edge(&triangle.ab, &triangle.corners[0], &triangle.corners[1])
    set_edge(&triangle.bc, &triangle.corners[1], &triangle.corners[2])
    set_edge(&triangle.ac, &triangle.corners[0], &triangle.corners[2])
    for x in range(triangle.first + 1, triangle.last + 1):
        cut_border(triangle, x, &rasterizer.cuts[x - triangle.first - 1])


cdef inline void cross(const Edge* edge, double z, int end, Crossing* crossing) noexcept nogil:
    """Where an edge crosses a row's border; end: of the columns."""
    cdef double t = z - edge.start.z
    crossing.x = edge.start.x + t * edge.x_per_z
    crossing.y = edge.start.y + t * edge.y_per_z
    crossing.column = floored(crossing.x, end)


cdef inline void cross_sides(const Triangle* triangle, double z, int end, Crossing* crossing, Crossing* other) noexcept nogil:
    cross(&triangle.ac, z, end, crossing)
    cross(&triangle.bc if z >= triangle.corners[1].z else &triangle.ab, z, end, other)


cdef inline void end_in(const Triangle* triangle, int corner, Crossing* crossing, Crossing* other) noexcept nogil:
    crossing.x, crossing.y = triangle.corners[corner].x, triangle.corners[corner].y
    crossing.column = triangle.columns[corner]
    other[0] = crossing[0]


cdef inline void widen(Range* heights, double y) noexcept nogil:
    heights.low = min(heights.low, y)
    heights.high = max(heights.high, y)


cdef inline void set_to_nothing(Range* heights) noexcept nogil:
    heights.low, heights.high = INFINITY, -INFINITY


cdef inline void measure_border(const Cut* cut, double z, Range* heights) noexcept nogil:
    """The heights along a cut in a row that it enters; its near end and far end may be in rows before and behind."""
    cdef double near_y = cut.near_y + min(max(z - cut.near, 0.0), cut.length) * cut.y_per_z
    cdef double far_y = cut.far_y - min(max(cut.far - (z + 1.0), 0.0), cut.length) * cut.y_per_z
    heights.low, heights.high = min(near_y, far_y), max(near_y, far_y)


cdef inline int fill_cell(Rasterizer* rasterizer, const Triangle* triangle, size_t column, double low, double high) except -1 nogil:
    """Fill a column, unless it is above or below the level."""
    cdef int bottom_vx, top_vx
    cdef double ceiling = rasterizer.grid.ceiling
    if not triangle.within and (high < -SNAP or low > ceiling + SNAP):
        return 0
    bottom_vx = min(<int>(max(low, 0.0) + SNAP), 65534)
    top_vx = max(bottom_vx + 1, 65536 - <int>((65536.0 + SNAP) - min(high, ceiling)))
    return add_surface(&rasterizer.columns, column, bottom_vx, top_vx, triangle.area, triangle.back_face)


cdef int fill_piece(Rasterizer* rasterizer, const Triangle* triangle, const Piece* piece, int z) except -1 nogil:
    cdef const Grid* grid = &rasterizer.grid
    cdef const Cut* cut
    cdef Range* cells = rasterizer.corner_heights.data()
    cdef Range* cell
    cdef Range across, left, right
    cdef int first, last, begin, end, x, outside = grid.x_begin - 1
    cdef size_t column
    across.low = min(min(piece.near.x, piece.far.x), min(piece.other_near.x, piece.other_far.x))
    across.high = max(max(piece.near.x, piece.far.x), max(piece.other_near.x, piece.other_far.x))
    if piece.bent:
        widen(&across, triangle.corners[1].x)
    cells_entered(across.low, across.high, grid.x_end + 1, &first, &last)
    first, last = max(first, triangle.first), min(last, triangle.last)
    begin, end = max(first, grid.x_begin), min(last + 1, grid.x_end)
    if begin >= end:
        return 0
    widen(&cells[min(max(piece.near.column, first), last) - outside], piece.near.y)
    widen(&cells[min(max(piece.far.column, first), last) - outside], piece.far.y)
    widen(&cells[min(max(piece.other_near.column, first), last) - outside], piece.other_near.y)
    widen(&cells[min(max(piece.other_far.column, first), last) - outside], piece.other_far.y)
    if piece.bent:
        widen(&cells[min(max(triangle.columns[1], first), last) - outside], triangle.corners[1].y)
    cut = rasterizer.cuts.data() + (begin - triangle.first - 1)     # on the left of the column
    if begin > first:
        measure_border(cut, z, &left)
    else:
        set_to_nothing(&left)
    cell = cells + (begin - outside)
    column = <size_t>(z - rasterizer.band_begin) * (grid.x_end - grid.x_begin) + (begin - grid.x_begin)
    for x in range(begin, end):
        cut += 1
        if x < last:
            measure_border(cut, z, &right)
        else:
            set_to_nothing(&right)
        fill_cell(rasterizer, triangle, column, least(cell.low, left.low, right.low), greatest(cell.high, left.high, right.high))
        set_to_nothing(cell)
        left = right
        cell += 1
        column += 1
    return 0


cdef int fill_triangle(Rasterizer* rasterizer, const Triangle* triangle) except -1 nogil:
    """Fill the cells of a triangle in the rows of the band."""
    cdef double b_z = triangle.corners[1].z, c_z = triangle.corners[2].z
    cdef Piece piece
    cdef int z, end = rasterizer.grid.x_end + 1
    cdef int first = max(triangle.first_row, rasterizer.band_begin), last = min(triangle.last_row, rasterizer.band_end - 1)
    if triangle.corners[0].z >= first:
        end_in(triangle, 0, &piece.near, &piece.other_near)
    else:
        cross_sides(triangle, first, end, &piece.near, &piece.other_near)
    for z in range(first, last + 1):
        if c_z <= z + 1:
            end_in(triangle, 2, &piece.far, &piece.other_far)
        else:
            cross_sides(triangle, z + 1, end, &piece.far, &piece.other_far)
        piece.bent = z <= b_z <= z + 1
        fill_piece(rasterizer, triangle, &piece, z)
        piece.near, piece.other_near = piece.far, piece.other_far
    return 0


cdef inline bint is_in_one_cell(const Rasterizer* rasterizer, const Triangle* triangle) noexcept nogil:
    return triangle.first == triangle.last and triangle.first_row == triangle.last_row \
        and rasterizer.grid.x_begin <= triangle.first < rasterizer.grid.x_end


cdef int rasterize_one(Rasterizer* rasterizer, int32_t index) except -1 nogil:
    """Fill a triangle's rows of the band; if it reaches into the next one it becomes active."""
    cdef const Grid* grid = &rasterizer.grid
    cdef Triangle triangle
    cdef Point* a = &triangle.corners[0]
    cdef Point* b = &triangle.corners[1]
    cdef Point* c = &triangle.corners[2]
    if not load_triangle(rasterizer, index if rasterizer.soup.subset == NULL else rasterizer.soup.subset[index], &triangle):
        return 0
    if is_in_one_cell(rasterizer, &triangle):
        return fill_cell(rasterizer, &triangle, <size_t>(triangle.first_row - rasterizer.band_begin) * (grid.x_end - grid.x_begin)
                         + (triangle.first - grid.x_begin), least(a.y, b.y, c.y), greatest(a.y, b.y, c.y))
    prepare(rasterizer, &triangle)
    fill_triangle(rasterizer, &triangle)
    if triangle.last_row >= rasterizer.band_end:
        rasterizer.active.push_back(index)
    return 0


cdef int first_band_of(const Rasterizer* rasterizer, int32_t triangle) noexcept nogil:
    """The band that a triangle starts in, or one behind the last where it surely does not enter any."""
    cdef const Grid* grid = &rasterizer.grid
    cdef const int32_t* vertices = rasterizer.soup.triangles + 3 * <size_t>triangle
    cdef const float* first = rasterizer.soup.vertices + 3 * <size_t>vertices[0]
    cdef const float* second = rasterizer.soup.vertices + 3 * <size_t>vertices[1]
    cdef const float* third = rasterizer.soup.vertices + 3 * <size_t>vertices[2]
    cdef double z = cells_along(rasterizer, first, 2)
    cdef double second_z = cells_along(rasterizer, second, 2), third_z = cells_along(rasterizer, third, 2)
    cdef double low = snapped(least(z, second_z, third_z))
    if low < grid.z_end and snapped(greatest(z, second_z, third_z)) >= grid.z_begin:     # not NaN either
        return (max(floored(low + ROUNDING, grid.z_end), grid.z_begin) - grid.z_begin) // rasterizer.band_rows
    return <int>rasterizer.band_first.size()


cdef int prepare_rasterizer(Rasterizer* rasterizer, const Soup* soup, const Grid* grid) except -1 nogil:
    cdef int width = max(grid.x_end - grid.x_begin, 0), depth = max(grid.z_end - grid.z_begin, 0)
    cdef Range nothing
    set_to_nothing(&nothing)
    rasterizer.soup = soup[0]
    rasterizer.grid = grid[0]
    rasterizer.cuts.resize(width + 2)
    rasterizer.corner_heights.assign(width + 2, nothing)
    rasterizer.band_rows = max(<int>BAND_COLUMNS // max(width, 1), 1)
    rasterizer.band_begin, rasterizer.band_end = grid.z_begin, min(grid.z_begin + rasterizer.band_rows, grid.z_begin + depth)
    rasterizer.band_first.assign((depth + rasterizer.band_rows - 1) // rasterizer.band_rows, NO_TRIANGLE)
    if rasterizer.band_first.size() > 1:
        rasterizer.next.resize(soup.count)
    start_merging(&rasterizer.columns, <size_t>width * (rasterizer.band_end - rasterizer.band_begin))
    return 0


cdef int32_t rasterize_first_band(Rasterizer* rasterizer, const Soup* soup, const Grid* grid) except? -2 nogil:
    """
    Fill the columns of the first band, and sort the triangles of the others by the band that each starts in.

    Returns the first entry (an index as in subset) whose triangle, vertices or area do not exist, which ends all, or NO_TRIANGLE.
    """
    cdef int32_t i, triangle
    cdef size_t band
    prepare_rasterizer(rasterizer, soup, grid)
    for i in range(soup.count):
        triangle = i if soup.subset == NULL else soup.subset[i]
        if not is_sound(soup, triangle):
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
    """Fill the columns of the band behind that one, if there is one."""
    cdef const Grid* grid = &rasterizer.grid
    cdef vector[int32_t] earlier
    cdef size_t i
    cdef int32_t index
    rasterizer.band_begin = rasterizer.band_end
    rasterizer.band_end = min(rasterizer.band_begin + rasterizer.band_rows, grid.z_end)
    if rasterizer.band_begin == rasterizer.band_end:
        return False
    start_merging(&rasterizer.columns, <size_t>(grid.x_end - grid.x_begin) * (rasterizer.band_end - rasterizer.band_begin))
    earlier.swap(rasterizer.active)
    for i in range(earlier.size()):
        rasterize_one(rasterizer, earlier[i])
    index = rasterizer.band_first[(rasterizer.band_begin - grid.z_begin) // rasterizer.band_rows]
    while index != NO_TRIANGLE:
        rasterize_one(rasterizer, index)
        index = rasterizer.next[index]
    return True
