"""Voxelizes triangles into a solid heightfield: each is cut into rows, then cells, and every piece fills its height range."""
from array import array

from libc.math cimport ceil, cos, fabs, floor, isfinite, rint, sqrt
from libc.stdint cimport int32_t, uint8_t

from navpy.core cimport NAV_ASSERT

cdef enum:
    MAX_COLUMNS = 1 << 28
    MAX_CORNERS = 16                # a row piece of a triangle has at most 5, a cell piece a few more
    AXIS_X = 0
    AXIS_Y = 1
    AXIS_Z = 2

# Coordinates this close to a cell border lie on it: float32 vertices carry that much noise a kilometre from the origin.
cdef double SNAP = 1.0 / 1024.0     # cells

# No float32 coordinate over a sensible cell size is larger; up to here products of three coordinates cannot overflow.
cdef double FARTHEST = 1e60         # cells

cdef double SLOPE_TOLERANCE = 1e-6  # of the normal's y, so that noise does not make a slope at the limit walkable
cdef double PI = 3.141592653589793

cdef struct Corner:
    double at[3]                    # in cells (x, z) and cell heights (y) above bounds_min

cdef struct Polygon:
    Corner corners[MAX_CORNERS]
    int count


cdef inline bint higher_area_wins(const Span* span, const Span* other) noexcept nogil:
    return other.area > span.area or (other.area == span.area and other.area_top_vx > span.area_top_vx)


cdef inline void merge_into(Span* span, const Span* other, int merge_vx) noexcept nogil:
    """Grow span over other. Only areas within merge_vx of the common top count, so triangle order does not matter."""
    span.bottom_vx = min(span.bottom_vx, other.bottom_vx)
    span.top_vx = max(span.top_vx, other.top_vx)
    cdef bint other_counts = <int>span.top_vx - <int>other.area_top_vx <= merge_vx
    if <int>span.top_vx - <int>span.area_top_vx > merge_vx:
        span.area = AREA_NONE
        span.area_top_vx = span.top_vx
    if other_counts and higher_area_wins(span, other):
        span.area = other.area
        span.area_top_vx = other.area_top_vx


cdef int add_span(Heightfield field, int x, int z, int bottom_vx, int top_vx, uint8_t area, int merge_vx) except -1 nogil:
    """Add a solid interval to column (x, z), merged with those that it overlaps or touches."""
    cdef Span merged
    cdef int32_t column = x + z * field.width
    cdef int32_t before = NO_SPAN, i = field.columns[column], after
    merged.bottom_vx, merged.top_vx, merged.area_top_vx, merged.area = bottom_vx, top_vx, top_vx, area
    while i != NO_SPAN and field.spans[i].top_vx < merged.bottom_vx:
        before = i
        i = field.spans[i].next
    while i != NO_SPAN and field.spans[i].bottom_vx <= merged.top_vx:
        merge_into(&merged, &field.spans[i], merge_vx)
        after = field.spans[i].next
        field.spans[i].next = field.unused
        field.unused = i
        i = after
    merged.next = i
    cdef int32_t slot = field.unused
    if slot == NO_SPAN:
        slot = <int32_t>field.spans.size()
        field.spans.push_back(merged)
    else:
        field.unused = field.spans[slot].next
        field.spans[slot] = merged
    if before == NO_SPAN:
        field.columns[column] = slot
    else:
        field.spans[before].next = slot
    return 0


cdef inline void push_corner(Polygon* polygon, const Corner* corner) noexcept nogil:
    NAV_ASSERT(polygon.count < MAX_CORNERS)
    polygon.corners[polygon.count] = corner[0]
    polygon.count += 1


cdef void split(const Polygon* polygon, double plane, int axis, Polygon* below, Polygon* above) noexcept nogil:
    """Cut a convex polygon at a plane across an axis; corners on the plane belong to both pieces."""
    cdef const Corner* a
    cdef const Corner* b
    cdef Corner cut
    cdef double side_a, side_b, t
    cdef int i, k
    below.count = 0
    above.count = 0
    for i in range(polygon.count):
        a = &polygon.corners[i - 1 if i > 0 else polygon.count - 1]
        b = &polygon.corners[i]
        side_a = a.at[axis] - plane
        side_b = b.at[axis] - plane
        if (side_a < 0 and side_b > 0) or (side_a > 0 and side_b < 0):
            t = side_a / (side_a - side_b)
            for k in range(3):
                cut.at[k] = a.at[k] + (b.at[k] - a.at[k]) * t
            cut.at[axis] = plane
            push_corner(below, &cut)
            push_corner(above, &cut)
        if side_b <= 0:
            push_corner(below, b)
        if side_b >= 0:
            push_corner(above, b)


cdef inline void extent(const Polygon* polygon, int axis, double* low, double* high) noexcept nogil:
    cdef int i
    low[0] = high[0] = polygon.corners[0].at[axis]
    for i in range(1, polygon.count):
        low[0] = min(low[0], polygon.corners[i].at[axis])
        high[0] = max(high[0], polygon.corners[i].at[axis])


cdef inline bint cell_range(double low, double high, int cells, int* first, int* last) noexcept nogil:
    """Which of the cells 0 … cells−1 the interval enters; a border that it only touches is not entered, except by a point."""
    if high < 0 or low >= cells or (high == 0 and low < 0):
        return False
    first[0] = <int>floor(max(low, 0.0))
    last[0] = max(first[0], <int>ceil(min(high, <double>cells)) - 1)
    return True


cdef int fill_cell(Heightfield field, const Polygon* piece, int x, int z, uint8_t area, int merge_vx) except -1 nogil:
    cdef double low, high
    cdef double ceiling = (field.bounds_max[1] - field.bounds_min[1]) / field.cell_height
    extent(piece, AXIS_Y, &low, &high)
    if high < -SNAP or low > ceiling + SNAP:
        return 0
    cdef int bottom_vx = min(<int>floor(max(low, 0.0) + SNAP), MAX_HEIGHT_VX - 1)
    cdef int top_vx = max(bottom_vx + 1, <int>ceil(min(high, ceiling) - SNAP))
    return add_span(field, x, z, bottom_vx, min(top_vx, <int>MAX_HEIGHT_VX), area, merge_vx)


cdef int fill_row(Heightfield field, const Polygon* row, int z, uint8_t area, int merge_vx) except -1 nogil:
    """Cut a row's piece of a triangle into cells and fill them."""
    cdef Polygon buffers[3]
    cdef const Polygon* rest = row
    cdef Polygon* cell = &buffers[0]
    cdef int free = 1
    cdef double low, high
    cdef int x, first, last
    extent(row, AXIS_X, &low, &high)
    if not cell_range(low, high, field.width, &first, &last):
        return 0
    if low < 0:
        split(rest, 0.0, AXIS_X, cell, &buffers[free])
        rest = &buffers[free]
        free = 3 - free
    for x in range(first, last + 1):
        if high > x + 1:
            split(rest, x + 1, AXIS_X, cell, &buffers[free])
            rest = &buffers[free]
            free = 3 - free
            if cell.count >= 3:
                fill_cell(field, cell, x, z, area, merge_vx)
        elif rest.count >= 3:
            fill_cell(field, rest, x, z, area, merge_vx)
    return 0


cdef int fill_triangle(Heightfield field, const Polygon* triangle, uint8_t area, int merge_vx) except -1 nogil:
    """Cut a triangle into rows of cells and fill them."""
    cdef Polygon buffers[3]
    cdef const Polygon* rest = triangle
    cdef Polygon* row = &buffers[0]
    cdef int free = 1
    cdef double low, high
    cdef int z, first, last
    extent(triangle, AXIS_Z, &low, &high)
    if not cell_range(low, high, field.depth, &first, &last):
        return 0
    if low < 0:
        split(rest, 0.0, AXIS_Z, row, &buffers[free])
        rest = &buffers[free]
        free = 3 - free
    for z in range(first, last + 1):
        if high > z + 1:
            split(rest, z + 1, AXIS_Z, row, &buffers[free])
            rest = &buffers[free]
            free = 3 - free
            if row.count >= 3:
                fill_row(field, row, z, area, merge_vx)
        elif rest.count >= 3:
            fill_row(field, rest, z, area, merge_vx)
    return 0


cdef inline double snapped(double cells) noexcept nogil:
    cdef double nearest = rint(cells)
    return nearest if fabs(cells - nearest) < SNAP else cells


cdef void triangle_normal(const double* a, const double* b, const double* c, double* normal) noexcept nogil:
    cdef double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2]
    cdef double vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2]
    normal[0] = uy * vz - uz * vy
    normal[1] = uz * vx - ux * vz
    normal[2] = ux * vy - uy * vx


cdef bint load_triangle(Heightfield field, const float[:, ::1] vertices, const int32_t* indices,
                        Polygon* triangle) noexcept nogil:
    """Corners in cells; False where the triangle is not finite or has no area."""
    cdef int i, k
    cdef double normal[3]
    cdef double scale[3]
    scale[0] = scale[2] = field.cell_size
    scale[1] = field.cell_height
    triangle.count = 3
    for i in range(3):
        for k in range(3):
            triangle.corners[i].at[k] = (vertices[indices[i], k] - field.bounds_min[k]) / scale[k]
            if not fabs(triangle.corners[i].at[k]) < FARTHEST:
                return False
        triangle.corners[i].at[AXIS_X] = snapped(triangle.corners[i].at[AXIS_X])
        triangle.corners[i].at[AXIS_Z] = snapped(triangle.corners[i].at[AXIS_Z])
    triangle_normal(triangle.corners[0].at, triangle.corners[1].at, triangle.corners[2].at, normal)
    return normal[0] != 0 or normal[1] != 0 or normal[2] != 0


cdef int fill_triangles(Heightfield field, const float[:, ::1] vertices, const int32_t[:, ::1] triangles,
                        const uint8_t[::1] areas, int merge_vx) except -1 nogil:
    cdef Polygon triangle
    cdef Py_ssize_t i
    for i in range(triangles.shape[0]):
        if load_triangle(field, vertices, &triangles[i, 0], &triangle):
            fill_triangle(field, &triangle, areas[i], merge_vx)
    return 0


cdef void mark_walkable(const float[:, ::1] vertices, const int32_t[:, ::1] triangles, double min_normal_y,
                        uint8_t* areas) noexcept nogil:
    cdef Py_ssize_t i
    cdef int k, m
    cdef double corners[3][3]
    cdef double normal[3]
    for i in range(triangles.shape[0]):
        for k in range(3):
            for m in range(3):
                corners[k][m] = vertices[triangles[i, k], m]
        triangle_normal(corners[0], corners[1], corners[2], normal)
        # A comparison with NaN is false: triangles that are not finite stay unwalkable.
        if normal[1] > min_normal_y * sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2):
            areas[i] = AREA_WALKABLE


cdef Py_ssize_t first_bad_triangle(const int32_t[:, ::1] triangles, Py_ssize_t vertex_count) noexcept nogil:
    cdef Py_ssize_t i
    cdef int k
    for i in range(triangles.shape[0]):
        for k in range(3):
            if triangles[i, k] < 0 or triangles[i, k] >= vertex_count:
                return i
    return -1


cdef Py_ssize_t first_bad_vertex(const float[:, ::1] vertices) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(vertices.shape[0]):
        if not (isfinite(vertices[i, 0]) and isfinite(vertices[i, 1]) and isfinite(vertices[i, 2])):
            return i
    return -1


cdef void find_bounds(const float[:, ::1] vertices, float* low, float* high) noexcept nogil:
    cdef Py_ssize_t i
    cdef int k
    for k in range(3):
        low[k] = high[k] = vertices[0, k]
    for i in range(1, vertices.shape[0]):
        for k in range(3):
            low[k] = min(low[k], vertices[i, k])
            high[k] = max(high[k], vertices[i, k])


cdef int check_indices(const float[:, ::1] vertices, const int32_t[:, ::1] triangles) except -1:
    cdef Py_ssize_t bad
    if vertices.shape[0] > 0 and vertices.shape[1] != 3:
        raise ValueError(f"vertices must have shape (n, 3), not ({vertices.shape[0]}, {vertices.shape[1]})")
    if triangles.shape[0] > 0 and triangles.shape[1] != 3:
        raise ValueError(f"triangles must have shape (n, 3), not ({triangles.shape[0]}, {triangles.shape[1]})")
    with nogil:
        bad = first_bad_triangle(triangles, vertices.shape[0])
    if bad >= 0:
        raise ValueError(f"triangle {bad} names vertices {[triangles[bad, k] for k in range(3)]}, "
                         f"but there are only {vertices.shape[0]}")
    return 0


def check_geometry(const float[:, ::1] vertices, const int32_t[:, ::1] triangles):
    """Raise ValueError naming the first triangle with an index out of range or the first vertex that is not finite.

    vertices: float32 (n, 3), metres. triangles: int32 (m, 3), indices into vertices.
    """
    cdef Py_ssize_t bad
    check_indices(vertices, triangles)
    with nogil:
        bad = first_bad_vertex(vertices)
    if bad >= 0:
        raise ValueError(f"vertex {bad} is not finite: ({vertices[bad, 0]}, {vertices[bad, 1]}, {vertices[bad, 2]})")


def bounds_of(const float[:, ::1] vertices):
    """((x, y, z) least, (x, y, z) greatest) of the vertices, metres.

    vertices: float32 (n, 3), metres, finite (check_geometry). Raises ValueError if there are none.
    """
    cdef float low[3]
    cdef float high[3]
    if vertices.shape[0] == 0 or vertices.shape[1] != 3:
        raise ValueError(f"vertices must have shape (n, 3) with n > 0, not ({vertices.shape[0]}, {vertices.shape[1]})")
    with nogil:
        find_bounds(vertices, low, high)
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def mark_walkable_triangles(const float[:, ::1] vertices, const int32_t[:, ::1] triangles, double max_slope_degrees):
    """Area of every triangle, as an ``array.array`` of uint8 (m,): walkable (63) or not (0).

    Walkable is a triangle that faces up (counter-clockwise seen from above) and is less steep than max_slope_degrees;
    at exactly that slope it is not, nor are triangles without area or with a corner that is not finite.
    Raises ValueError for an index out of range or a slope outside 0 … 90.
    """
    if not 0 <= max_slope_degrees <= 90:
        raise ValueError(f"max_slope_degrees must be in 0 … 90, not {max_slope_degrees}")
    check_indices(vertices, triangles)
    areas = array("B", bytes(triangles.shape[0]))
    cdef uint8_t[::1] view
    cdef double min_normal_y = cos(max_slope_degrees * PI / 180) + SLOPE_TOLERANCE
    if triangles.shape[0] > 0:
        view = areas
        with nogil:
            mark_walkable(vertices, triangles, min_normal_y, &view[0])
    return areas


cdef class Heightfield:
    """Columns of solid spans over a box, filled by :meth:`rasterize` (Recast; Haumont, Debled-Rennesson & Sillion 2003).

    bounds_min, bounds_max: corners (x, y, z) of the box, metres. cell_size, cell_height: metres.
    Raises ValueError for a box that is not finite, holds no column, more than 2**28 columns or 65535 cell heights.
    """

    def __init__(self, bounds_min, bounds_max, double cell_size, double cell_height):
        cdef double columns[2]
        cdef int k
        if not (0 < cell_size and isfinite(cell_size) and 0 < cell_height and isfinite(cell_height)):
            raise ValueError(f"cell_size and cell_height must be above 0 and finite, not {cell_size} and {cell_height}")
        if len(bounds_min) != 3 or len(bounds_max) != 3:
            raise ValueError(f"bounds_min and bounds_max need 3 coordinates each, not {len(bounds_min)} and {len(bounds_max)}")
        for k in range(3):
            self.bounds_min[k] = bounds_min[k]
            self.bounds_max[k] = bounds_max[k]
        described = f"bounds {self.bounds[0]} … {self.bounds[1]}"
        for k in range(3):
            if not (isfinite(self.bounds_min[k]) and isfinite(self.bounds_max[k])):
                raise ValueError(f"{described} are not finite")
        for k in range(2):
            columns[k] = floor((self.bounds_max[2 * k] - self.bounds_min[2 * k]) / cell_size + 0.5)
        if not (columns[0] >= 1 and columns[1] >= 1 and self.bounds_max[1] >= self.bounds_min[1]):
            raise ValueError(f"{described} hold no column of cell size {cell_size}")
        if columns[0] * columns[1] > MAX_COLUMNS:
            raise ValueError(f"{described} with cell size {cell_size} need {columns[0]:.0f} × {columns[1]:.0f} columns, "
                             f"the limit is {MAX_COLUMNS}")
        heights = (self.bounds_max[1] - self.bounds_min[1]) / cell_height
        if heights > MAX_HEIGHT_VX:
            raise ValueError(f"{described} with cell height {cell_height} need {heights:.0f} cell heights, "
                             f"the limit is {MAX_HEIGHT_VX}")
        self.width, self.depth = <int>columns[0], <int>columns[1]
        self.cell_size, self.cell_height = cell_size, cell_height
        self.columns.clear()
        self.columns.resize(<size_t>self.width * <size_t>self.depth, <int32_t>NO_SPAN)
        self.spans.clear()
        self.unused = NO_SPAN

    @property
    def bounds(self):
        """The box: two corners (x, y, z), metres."""
        return tuple([self.bounds_min[k] for k in range(3)]), tuple([self.bounds_max[k] for k in range(3)])

    def rasterize(self, const float[:, ::1] vertices, const int32_t[:, ::1] triangles, const uint8_t[::1] areas, int merge_vx):
        """Add triangles as solid spans, conservatively: every cell that a triangle enters is filled.

        vertices: float32 (n, 3), metres. triangles: int32 (m, 3). areas: uint8 (m,), 0 is unwalkable. What lies outside
        the box is cut away; triangles without area or with a corner that is not finite are ignored. Coordinates within
        1/1024 of a voxel border lie on it. Spans that overlap or touch become one, whose area is the largest of those of
        the surfaces within merge_vx cell heights of its top.
        Raises ValueError for an index out of range, areas of another length, or a negative merge_vx.
        """
        check_indices(vertices, triangles)
        if areas.shape[0] != triangles.shape[0]:
            raise ValueError(f"areas has {areas.shape[0]} entries for {triangles.shape[0]} triangles")
        if merge_vx < 0:
            raise ValueError(f"merge_vx must not be negative, not {merge_vx}")
        with nogil:
            fill_triangles(self, vertices, triangles, areas, merge_vx)

    def add_span(self, int x, int z, int bottom_vx, int top_vx, uint8_t area=AREA_WALKABLE, int merge_vx=0):
        """Add one solid interval to column (x, z), as :meth:`rasterize` does. Raises ValueError where it does not fit."""
        if not (0 <= x < self.width and 0 <= z < self.depth):
            raise ValueError(f"column ({x}, {z}) is outside the {self.width} × {self.depth} columns")
        if not 0 <= bottom_vx < top_vx <= MAX_HEIGHT_VX:
            raise ValueError(f"a span needs 0 <= bottom_vx < top_vx <= {MAX_HEIGHT_VX}, not {bottom_vx} and {top_vx}")
        if merge_vx < 0:
            raise ValueError(f"merge_vx must not be negative, not {merge_vx}")
        add_span(self, x, z, bottom_vx, top_vx, area, merge_vx)

    def column(self, int x, int z):
        """Spans of column (x, z) as a list of (bottom_vx, top_vx, area), upwards. Raises ValueError outside the columns."""
        if not (0 <= x < self.width and 0 <= z < self.depth):
            raise ValueError(f"column ({x}, {z}) is outside the {self.width} × {self.depth} columns")
        found = []
        cdef int32_t i = self.columns[x + z * self.width]
        while i != NO_SPAN:
            found.append((self.spans[i].bottom_vx, self.spans[i].top_vx, self.spans[i].area))
            i = self.spans[i].next
        return found
