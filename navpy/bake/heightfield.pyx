"""Voxelizes triangles into a solid heightfield: each is cut into rows, then cells, and every piece fills its height range."""
from array import array

from libc.math cimport ceil, cos, fabs, floor, isfinite, rint, sqrt
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.core cimport NAV_ASSERT

cdef enum:
    MAX_COLUMNS = 1 << 28
    FARTHEST_COLUMN = 1 << 30       # of a level or a window, so that global indices fit
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
    double at[3]                    # in cells (x, z) and cell heights (y) above the origin

cdef struct Polygon:
    Corner corners[MAX_CORNERS]
    int count

cdef cppclass Fragments:            # what the triangles fill, in no particular order
    vector[int32_t] columns         # x + z * width of the window
    vector[uint64_t] keys           # packed()


cdef inline uint64_t packed(int bottom_vx, int top_vx, int area, int flags) noexcept nogil:
    """A fragment as one number; they sort by bottom, then by all the rest."""
    return <uint64_t>bottom_vx << 32 | <uint64_t>top_vx << 16 | area << 8 | flags


cdef void merge(const uint64_t* fragments, size_t count, int merge_vx, Span* span) noexcept nogil:
    """The span that the fragments make together. Only areas within merge_vx of the common top count."""
    cdef size_t i
    cdef int bottom_vx = MAX_HEIGHT_VX, top_vx = 0, fragment_top_vx, area = AREA_NONE, area_top_vx = 0, flags = 0
    for i in range(count):
        bottom_vx = min(bottom_vx, <int>(fragments[i] >> 32))
        top_vx = max(top_vx, <int>(fragments[i] >> 16 & 0xFFFF))
    for i in range(count):
        fragment_top_vx = <int>(fragments[i] >> 16 & 0xFFFF)
        if top_vx - fragment_top_vx <= merge_vx:
            if <int>(fragments[i] >> 8 & 0xFF) > area:
                area = <int>(fragments[i] >> 8 & 0xFF)
                area_top_vx = fragment_top_vx
            elif <int>(fragments[i] >> 8 & 0xFF) == area:
                area_top_vx = max(area_top_vx, fragment_top_vx)
        if <int>(fragments[i] >> 32) == bottom_vx:
            flags |= <int>(fragments[i] & 0xFF)
    span.bottom_vx, span.top_vx, span.area_top_vx, span.area, span.flags = bottom_vx, top_vx, area_top_vx, area, flags


cdef int add_column(Heightfield field, uint64_t* fragments, size_t count, int merge_vx) except -1 nogil:
    """Append the spans of the next column: fragments that overlap or touch become one."""
    cdef Span span
    cdef size_t start = 0, end
    cdef int top_vx
    sort(fragments, fragments + count)
    while start < count:
        top_vx = <int>(fragments[start] >> 16 & 0xFFFF)
        end = start + 1
        while end < count and <int>(fragments[end] >> 32) <= top_vx:
            top_vx = max(top_vx, <int>(fragments[end] >> 16 & 0xFFFF))
            end += 1
        merge(fragments + start, end - start, merge_vx, &span)
        field.spans.push_back(span)
        start = end
    return 0


cdef int fill_columns(Heightfield field, const Fragments* found, int merge_vx) except -1 nogil:
    """Make the spans of all columns from fragments in any order."""
    cdef size_t column_count = field.first.size() - 1, i
    cdef vector[uint64_t] ordered
    cdef vector[int32_t] starts
    cdef int32_t slot
    starts.resize(column_count + 1)
    for i in range(found.columns.size()):
        starts[found.columns[i] + 1] += 1
    for i in range(column_count):
        starts[i + 1] += starts[i]
    ordered.resize(found.columns.size())
    for i in range(found.columns.size()):
        slot = starts[found.columns[i]]
        starts[found.columns[i]] = slot + 1
        ordered[slot] = found.keys[i]
    for i in range(column_count):
        slot = starts[i - 1] if i > 0 else 0
        add_column(field, ordered.data() + slot, starts[i] - slot, merge_vx)
        field.first[i + 1] = <int32_t>field.spans.size()
    field.filled = True
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


cdef inline bint cell_range(double low, double high, int begin, int end, int* first, int* last) noexcept nogil:
    """Which of the cells begin … end−1 the interval enters; a border that it only touches is not entered, except by a point."""
    if high < begin or low >= end or (high == begin and low < begin):
        return False
    first[0] = <int>floor(max(low, <double>begin))
    last[0] = max(first[0], <int>ceil(min(high, <double>end)) - 1)
    return True


cdef int fill_cell(Heightfield field, const Polygon* piece, int x, int z, uint8_t area, int flags, Fragments* found) except -1 nogil:
    cdef double low, high
    cdef double ceiling = (field.bounds_max[1] - field.origin[1]) / field.cell_height
    extent(piece, AXIS_Y, &low, &high)
    if high < -SNAP or low > ceiling + SNAP:
        return 0
    cdef int bottom_vx = min(<int>floor(max(low, 0.0) + SNAP), MAX_HEIGHT_VX - 1)
    cdef int top_vx = max(bottom_vx + 1, <int>ceil(min(high, ceiling) - SNAP))
    found.columns.push_back(x - field.x0 + (z - field.z0) * field.width)
    found.keys.push_back(packed(bottom_vx, min(top_vx, <int>MAX_HEIGHT_VX), area, flags))
    return 0


cdef int fill_row(Heightfield field, const Polygon* row, int z, uint8_t area, int flags, Fragments* found) except -1 nogil:
    """Cut a row's piece of a triangle into cells and fill them."""
    cdef Polygon buffers[3]
    cdef const Polygon* rest = row
    cdef Polygon* cell = &buffers[0]
    cdef int free = 1
    cdef double low, high
    cdef int x, first, last
    extent(row, AXIS_X, &low, &high)
    if not cell_range(low, high, max(field.x0, 0), min(field.x0 + field.width, field.level_width), &first, &last):
        return 0
    if low < first:
        split(rest, first, AXIS_X, cell, &buffers[free])
        rest = &buffers[free]
        free = 3 - free
    for x in range(first, last + 1):
        if high > x + 1:
            split(rest, x + 1, AXIS_X, cell, &buffers[free])
            rest = &buffers[free]
            free = 3 - free
            if cell.count >= 3:
                fill_cell(field, cell, x, z, area, flags, found)
        elif rest.count >= 3:
            fill_cell(field, rest, x, z, area, flags, found)
    return 0


cdef int fill_triangle(Heightfield field, const Polygon* triangle, uint8_t area, int flags, Fragments* found) except -1 nogil:
    """Cut a triangle into rows of cells and fill them."""
    cdef Polygon buffers[3]
    cdef const Polygon* rest = triangle
    cdef Polygon* row = &buffers[0]
    cdef int free = 1
    cdef double low, high
    cdef int z, first, last
    extent(triangle, AXIS_Z, &low, &high)
    if not cell_range(low, high, max(field.z0, 0), min(field.z0 + field.depth, field.level_depth), &first, &last):
        return 0
    if low < first:
        split(rest, first, AXIS_Z, row, &buffers[free])
        rest = &buffers[free]
        free = 3 - free
    for z in range(first, last + 1):
        if high > z + 1:
            split(rest, z + 1, AXIS_Z, row, &buffers[free])
            rest = &buffers[free]
            free = 3 - free
            if row.count >= 3:
                fill_row(field, row, z, area, flags, found)
        elif rest.count >= 3:
            fill_row(field, rest, z, area, flags, found)
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
                        Polygon* triangle, int* flags) noexcept nogil:
    """Corners in cells; False where the triangle is not finite or has no area."""
    cdef int i, k
    cdef double normal[3]
    cdef double scale[3]
    scale[0] = scale[2] = field.cell_size
    scale[1] = field.cell_height
    triangle.count = 3
    for i in range(3):
        for k in range(3):
            triangle.corners[i].at[k] = (vertices[indices[i], k] - field.origin[k]) / scale[k]
            if not fabs(triangle.corners[i].at[k]) < FARTHEST:
                return False
        triangle.corners[i].at[AXIS_X] = snapped(triangle.corners[i].at[AXIS_X])
        triangle.corners[i].at[AXIS_Z] = snapped(triangle.corners[i].at[AXIS_Z])
    triangle_normal(triangle.corners[0].at, triangle.corners[1].at, triangle.corners[2].at, normal)
    flags[0] = SPAN_BACK_FACE if normal[AXIS_Y] > 0 else 0
    return normal[0] != 0 or normal[1] != 0 or normal[2] != 0


cdef int fill_triangles(Heightfield field, const float[:, ::1] vertices, const int32_t[:, ::1] triangles,
                        const uint8_t[::1] areas, const int32_t* subset, Py_ssize_t count, int merge_vx) except -1 nogil:
    cdef Fragments found
    cdef Polygon triangle
    cdef Py_ssize_t i, k
    cdef int flags
    for k in range(count):
        i = k if subset == NULL else subset[k]
        if load_triangle(field, vertices, &triangles[i, 0], &triangle, &flags):
            fill_triangle(field, &triangle, areas[i], flags, &found)
    return fill_columns(field, &found, merge_vx)


cdef void mark_walkable(const float[:, ::1] vertices, const int32_t[:, ::1] triangles, double min_normal_y,
                        const uint8_t* given, uint8_t* areas) noexcept nogil:
    """given: the area of every walkable triangle, NULL for the default."""
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
            areas[i] = <uint8_t>AREA_WALKABLE if given == NULL else given[i]


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


cdef int check_areas(const uint8_t[::1] areas, Py_ssize_t triangle_count) except -1:
    cdef Py_ssize_t i
    if areas.shape[0] != triangle_count:
        raise ValueError(f"areas has {areas.shape[0]} entries for {triangle_count} triangles")
    for i in range(triangle_count):
        if areas[i] > AREA_WALKABLE:
            raise ValueError(f"areas must be 0 … {<int>AREA_WALKABLE}, but that of triangle {i} is {areas[i]}")
    return 0


def mark_walkable_triangles(const float[:, ::1] vertices, const int32_t[:, ::1] triangles, double max_slope_degrees,
                            const uint8_t[::1] areas=None):
    """Area of every triangle, as an ``array.array`` of uint8 (m,): that of ``areas`` where it is walkable, 0 where not.

    areas: uint8 (m,), 0 … 63; None: 63, the default ground, for all.

    Walkable is a triangle that faces up (counter-clockwise seen from above) and is less steep than max_slope_degrees;
    at exactly that slope it is not, nor are triangles without area or with a corner that is not finite.
    Raises ValueError for an index out of range, areas of another length or above 63, or a slope outside 0 … 90.
    """
    if not 0 <= max_slope_degrees <= 90:
        raise ValueError(f"max_slope_degrees must be in 0 … 90, not {max_slope_degrees}")
    check_indices(vertices, triangles)
    if areas is not None:
        check_areas(areas, triangles.shape[0])
    marked = array("B", bytes(triangles.shape[0]))
    cdef uint8_t[::1] view
    cdef const uint8_t* given = NULL
    cdef double min_normal_y = cos(max_slope_degrees * PI / 180) + SLOPE_TOLERANCE
    if triangles.shape[0] > 0:
        view = marked
        if areas is not None:
            given = &areas[0]
        with nogil:
            mark_walkable(vertices, triangles, min_normal_y, given, &view[0])
    return marked


cdef int take_window(Heightfield field, window) except -1:
    x0, z0, width, depth = window
    if not (abs(x0) <= FARTHEST_COLUMN and abs(z0) <= FARTHEST_COLUMN
            and 0 < width <= FARTHEST_COLUMN and 0 < depth <= FARTHEST_COLUMN):
        raise ValueError(f"window ({x0}, {z0}, {width}, {depth}) must hold a column, within {<int>FARTHEST_COLUMN} of the origin")
    if width * depth > MAX_COLUMNS:
        raise ValueError(f"window ({x0}, {z0}, {width}, {depth}) has {width} × {depth} columns, the limit is {<int>MAX_COLUMNS}")
    field.x0, field.z0, field.width, field.depth = x0, z0, width, depth
    return 0


cdef int check_empty(Heightfield field, int merge_vx) except -1:
    if field.filled:
        raise ValueError("the heightfield is filled already")
    if merge_vx < 0:
        raise ValueError(f"merge_vx must not be negative, not {merge_vx}")
    return 0


cdef int check_column(Heightfield field, x, z) except -1:
    if not (0 <= x < field.width and 0 <= z < field.depth):
        raise ValueError(f"column ({x}, {z}) is outside the {field.width} × {field.depth} columns")
    return 0


cdef class Heightfield:
    """Columns of solid spans over a window of a level, filled once (Recast; Haumont, Debled-Rennesson & Sillion 2003).

    bounds_min, bounds_max: corners (x, y, z) of the whole level, metres. cell_size, cell_height: metres. window: (x0, z0,
    width, depth), the columns x0 … x0+width−1 along x and z0 … z0+depth−1 along z of the grid whose column (0, 0) starts
    at bounds_min; it may reach outside the level, where columns stay empty. None: the whole level.
    Raises ValueError for a box that is not finite or holds no column, or for more than 2**28 columns or 65535 cell heights.
    """

    def __init__(self, bounds_min, bounds_max, double cell_size, double cell_height, window=None):
        cdef double columns[2]
        cdef int k
        if not (0 < cell_size and isfinite(cell_size) and 0 < cell_height and isfinite(cell_height)):
            raise ValueError(f"cell_size and cell_height must be above 0 and finite, not {cell_size} and {cell_height}")
        if len(bounds_min) != 3 or len(bounds_max) != 3:
            raise ValueError(f"bounds_min and bounds_max need 3 coordinates each, not {len(bounds_min)} and {len(bounds_max)}")
        for k in range(3):
            self.origin[k] = bounds_min[k]
            self.bounds_max[k] = bounds_max[k]
        described = f"bounds {self.bounds[0]} … {self.bounds[1]}"
        for k in range(3):
            if not (isfinite(self.origin[k]) and isfinite(self.bounds_max[k])):
                raise ValueError(f"{described} are not finite")
        for k in range(2):
            columns[k] = floor((self.bounds_max[2 * k] - self.origin[2 * k]) / cell_size + 0.5)
        if not (columns[0] >= 1 and columns[1] >= 1 and self.bounds_max[1] >= self.origin[1]):
            raise ValueError(f"{described} hold no column of cell size {cell_size}")
        limit = MAX_COLUMNS if window is None else FARTHEST_COLUMN
        if (columns[0] * columns[1] if window is None else max(columns[0], columns[1])) > limit:
            raise ValueError(f"{described} with cell size {cell_size} need {columns[0]:.0f} × {columns[1]:.0f} columns, "
                             f"the limit is {limit}")
        heights = (self.bounds_max[1] - self.origin[1]) / cell_height
        if heights > MAX_HEIGHT_VX:
            raise ValueError(f"{described} with cell height {cell_height} need {heights:.0f} cell heights, "
                             f"the limit is {MAX_HEIGHT_VX}")
        self.level_width, self.level_depth = <int>columns[0], <int>columns[1]
        self.cell_size, self.cell_height = cell_size, cell_height
        take_window(self, (0, 0, self.level_width, self.level_depth) if window is None else window)
        self.first.clear()
        self.first.resize(<size_t>self.width * <size_t>self.depth + 1)
        self.spans.clear()
        self.filled = False

    @property
    def bounds(self):
        """The level's box: two corners (x, y, z), metres."""
        return tuple([self.origin[k] for k in range(3)]), tuple([self.bounds_max[k] for k in range(3)])

    @property
    def span_count(self):
        """Number of spans."""
        return self.spans.size()

    def rasterize(self, const float[:, ::1] vertices, const int32_t[:, ::1] triangles, const uint8_t[::1] areas, int merge_vx,
                  const int32_t[::1] subset=None):
        """Fill the empty field with triangles as solid spans, conservatively: every cell that a triangle enters is filled.

        vertices: float32 (n, 3), metres. triangles: int32 (m, 3). areas: uint8 (m,), 0 … 63, 0 is unwalkable. subset: int32,
        the triangles that may enter the window; None: all. What lies outside the level or the window is cut away, and a
        column's spans are the same in every window; triangles without area or with a corner that is not finite are ignored.
        Coordinates within 1/1024 of a voxel border lie on it. Spans that overlap or touch become one, whose area is the
        largest of those of the surfaces within merge_vx cell heights of its top.
        Raises ValueError for an index out of range, areas of another length or above 63, a negative merge_vx, or a field
        that is filled already.
        """
        cdef Py_ssize_t k, count = triangles.shape[0]
        cdef const int32_t* chosen = NULL
        check_indices(vertices, triangles)
        check_areas(areas, triangles.shape[0])
        check_empty(self, merge_vx)
        if subset is not None:
            count = subset.shape[0]
            for k in range(count):
                if not 0 <= subset[k] < triangles.shape[0]:
                    raise ValueError(f"subset names triangle {subset[k]}, but there are only {triangles.shape[0]}")
            if count > 0:
                chosen = &subset[0]
        with nogil:
            fill_triangles(self, vertices, triangles, areas, chosen, count, merge_vx)

    def fill(self, spans, int merge_vx=0):
        """Fill the empty field with given solid intervals instead of triangles, merged as :meth:`rasterize` does.

        spans: of (x, z, bottom_vx, top_vx, area), x and z counted from the window's first column. Raises ValueError where
        one does not fit, for a negative merge_vx, or a field that is filled already.
        """
        cdef Fragments found
        check_empty(self, merge_vx)
        for x, z, bottom_vx, top_vx, area in spans:
            check_column(self, x, z)
            if not 0 <= bottom_vx < top_vx <= MAX_HEIGHT_VX:
                raise ValueError(f"a span needs 0 <= bottom_vx < top_vx <= {MAX_HEIGHT_VX}, not {bottom_vx} and {top_vx}")
            if not 0 <= area <= AREA_WALKABLE:
                raise ValueError(f"area must be 0 … {<int>AREA_WALKABLE}, not {area}")
            found.columns.push_back(x + z * self.width)
            found.keys.push_back(packed(bottom_vx, top_vx, area, 0))
        fill_columns(self, &found, merge_vx)

    def column(self, int x, int z):
        """Spans of the window's column (x, z) as a list of (bottom_vx, top_vx, area), upwards. ValueError outside of it."""
        check_column(self, x, z)
        cdef int32_t column = x + z * self.width
        return [(self.spans[i].bottom_vx, self.spans[i].top_vx, self.spans[i].area)
                for i in range(self.first[column], self.first[column + 1])]

    def column_flags(self, int x, int z):
        """SpanFlag bits of the spans of the window's column (x, z), as a list, upwards. ValueError outside of it."""
        check_column(self, x, z)
        cdef int32_t column = x + z * self.width
        return [self.spans[i].flags for i in range(self.first[column], self.first[column + 1])]
