"""Voxelizes triangles into a solid heightfield: merges the fragments of each column into its spans, row by row."""
from array import array

from libc.math cimport cos, floor, isfinite, sqrt
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.bake.rasterizer cimport (
    MAX_ROW_COLUMNS, Fragment, FragmentRow, Grid, Rasterizer, Soup, area_of, bottom_of, column_of, is_back_face, pack,
    rasterize_band, start_rasterizing, top_of, BAND_ROWS)

cdef enum:
    MAX_COLUMNS = 1 << 28
    FARTHEST_COLUMN = 1 << 30           # of a level or a window, so that global indices fit
    FEW_FRAGMENTS = 16                  # are sorted by insertion

cdef double SLOPE_TOLERANCE = 1e-6      # of the normal's y, so that noise does not make a slope at the limit walkable
cdef double PI = 3.141592653589793

cdef cppclass RowSorter:                # the fragments of one row by column
    vector[int32_t] ends                # of each column, in `sorted`
    vector[Fragment] sorted


cdef inline void merge(const Fragment* fragments, int count, int bottom_vx, int top_vx, int merge_vx,
                       Span* span) noexcept nogil:
    """The span that fragments make together. Only areas within merge_vx of its top count, the largest of them."""
    cdef int i, top, surface, highest = 0, flags = 0, threshold = top_vx - merge_vx
    for i in range(count):              # without branches, which would be taken at random
        top = top_of(fragments[i])
        surface = area_of(fragments[i]) << 16 | top         # ordered by area, then by height
        highest = max(highest, surface if top >= threshold else 0)
        flags |= (bottom_of(fragments[i]) == bottom_vx) & is_back_face(fragments[i])
    span.bottom_vx, span.top_vx, span.flags = bottom_vx, top_vx, flags
    span.area, span.area_top_vx = highest >> 16, highest & 0xFFFF


cdef inline bint touch_in_turn(const Fragment* fragments, int count, int* bottom_vx, int* top_vx) noexcept nogil:
    """Whether each fragment overlaps or touches the union of those before, which most columns' do in any order."""
    cdef int i, low = bottom_of(fragments[0]), high = top_of(fragments[0])
    for i in range(1, count):
        if bottom_of(fragments[i]) > high or top_of(fragments[i]) < low:
            return False
        low = min(low, bottom_of(fragments[i]))
        high = max(high, top_of(fragments[i]))
    bottom_vx[0], top_vx[0] = low, high
    return True


cdef void sort_fragments(Fragment* fragments, int count) noexcept nogil:
    cdef int i, k
    cdef Fragment moved
    if count > FEW_FRAGMENTS:
        sort(fragments, fragments + count)
        return
    for i in range(1, count):
        moved = fragments[i]
        k = i
        while k > 0 and fragments[k - 1] > moved:
            fragments[k] = fragments[k - 1]
            k -= 1
        fragments[k] = moved


cdef Span* merge_column(Fragment* fragments, int count, int merge_vx, Span* span) noexcept nogil:
    """Write a column's spans, upwards: fragments that overlap or touch become one. Returns where the next column's go."""
    cdef int begin = 0, end, bottom_vx, top_vx
    if touch_in_turn(fragments, count, &bottom_vx, &top_vx):
        merge(fragments, count, bottom_vx, top_vx, merge_vx, span)
        return span + 1
    sort_fragments(fragments, count)
    while begin < count:
        top_vx = top_of(fragments[begin])
        end = begin + 1
        while end < count and bottom_of(fragments[end]) <= top_vx:
            top_vx = max(top_vx, top_of(fragments[end]))
            end += 1
        merge(fragments + begin, end - begin, bottom_of(fragments[begin]), top_vx, merge_vx, span)
        span += 1
        begin = end
    return span


cdef int sort_by_column(RowSorter* sorter, const FragmentRow* row, int width) except -1 nogil:
    """Fill the sorter with a row's fragments, column by column, in no particular order within one."""
    cdef size_t i
    cdef int x
    cdef int32_t* ends
    cdef int32_t begin = 0, count
    cdef const Fragment* fragments = row.fragments.data()
    cdef Fragment* out
    sorter.ends.resize(width)
    if sorter.sorted.size() < row.count:
        sorter.sorted.resize(row.fragments.size())
    ends = sorter.ends.data()
    out = sorter.sorted.data()
    memset(ends, 0, width * sizeof(int32_t))
    for i in range(row.count):
        ends[column_of(fragments[i])] += 1
    for x in range(width):              # counts become begins, which the next loop moves to the ends
        count = ends[x]
        ends[x] = begin
        begin += count
    for i in range(row.count):
        x = column_of(fragments[i])
        out[ends[x]] = fragments[i]
        ends[x] += 1
    return 0


cdef int make_room(vector[Span]* spans, size_t used, size_t more, double part_done) except -1 nogil:
    """Let spans hold `more` of them. It grows to what the whole field needs if the rest is as the part done."""
    cdef size_t expected
    if used + more <= spans.capacity():
        spans.resize(used + more)
        return 0
    expected = <size_t>(min(used * 1.0625 / part_done, used * 4.0)) if part_done > 0 else 0
    spans.reserve(max(max(expected, used + used // 4), used + more))
    spans.resize(used + more)
    return 0


cdef int add_row(Heightfield field, RowSorter* sorter, const FragmentRow* row, int z, int merge_vx) except -1 nogil:
    """Append the spans of a row's columns."""
    cdef size_t used = field.spans.size()
    cdef int32_t* first = field.first.data() + <size_t>z * field.width
    cdef Span* begin
    cdef Span* span
    cdef int32_t start = 0, end
    cdef int x
    sort_by_column(sorter, row, field.width)
    make_room(&field.spans, used, row.count, <double>z / field.depth)
    begin = field.spans.data()
    span = begin + used
    for x in range(field.width):
        first[x] = <int32_t>(span - begin)
        end = sorter.ends[x]
        if end > start:
            span = merge_column(sorter.sorted.data() + start, end - start, merge_vx, span)
            start = end
    first[field.width] = <int32_t>(span - begin)
    field.spans.resize(span - begin)
    return 0


cdef int fill_rows(Heightfield field, const Soup* soup, int merge_vx) except -1 nogil:
    cdef Rasterizer rasterizer
    cdef RowSorter sorter
    cdef FragmentRow nothing
    cdef Grid grid
    cdef int z, row
    set_grid(field, &grid)
    start_rasterizing(&rasterizer, soup, &grid)
    nothing.count = 0
    for z in range(field.depth):
        row = field.z0 + z - grid.z_begin
        if row < 0 or row >= grid.z_end - grid.z_begin:
            add_row(field, &sorter, &nothing, z, merge_vx)
            continue
        if row % BAND_ROWS == 0:
            rasterize_band(&rasterizer, row // BAND_ROWS)
        add_row(field, &sorter, &rasterizer.rows[row % BAND_ROWS], z, merge_vx)
    field.filled = True
    return 0


cdef void set_grid(Heightfield field, Grid* grid) noexcept nogil:
    cdef int k
    for k in range(3):
        grid.origin[k] = field.origin[k]
        grid.per_metre[k] = 1 / (field.cell_height if k == 1 else field.cell_size)
    grid.ceiling = (field.bounds_max[1] - field.origin[1]) / field.cell_height
    grid.x0 = field.x0
    grid.x_begin, grid.x_end = max(field.x0, 0), min(field.x0 + field.width, field.level_width)
    grid.z_begin, grid.z_end = max(field.z0, 0), min(field.z0 + field.depth, field.level_depth)


cdef void triangle_normal(const double* a, const double* b, const double* c, double* normal) noexcept nogil:
    cdef double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2]
    cdef double vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2]
    normal[0] = uy * vz - uz * vy
    normal[1] = uz * vx - ux * vz
    normal[2] = ux * vy - uy * vx


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


cdef Py_ssize_t first_bad_triangle(const int32_t[:, ::1] triangles, Py_ssize_t vertex_count, const int32_t* chosen,
                                   Py_ssize_t count) noexcept nogil:
    """The first that names a vertex that is not there, of those chosen or, without, of all."""
    cdef Py_ssize_t i, triangle
    cdef int k
    for i in range(count):
        triangle = chosen[i] if chosen != NULL else i
        for k in range(3):
            if triangles[triangle, k] < 0 or triangles[triangle, k] >= vertex_count:
                return triangle
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


cdef int check_indices(const float[:, ::1] vertices, const int32_t[:, ::1] triangles, const int32_t* chosen=NULL,
                       Py_ssize_t count=0) except -1:
    cdef Py_ssize_t bad
    if vertices.shape[0] > 0 and vertices.shape[1] != 3:
        raise ValueError(f"vertices must have shape (n, 3), not ({vertices.shape[0]}, {vertices.shape[1]})")
    if triangles.shape[0] > 0 and triangles.shape[1] != 3:
        raise ValueError(f"triangles must have shape (n, 3), not ({triangles.shape[0]}, {triangles.shape[1]})")
    with nogil:
        bad = first_bad_triangle(triangles, vertices.shape[0], chosen, count if chosen != NULL else triangles.shape[0])
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


cdef int check_areas(const uint8_t[::1] areas, Py_ssize_t triangle_count, const int32_t* chosen=NULL,
                     Py_ssize_t count=0) except -1:
    cdef Py_ssize_t i, triangle
    if areas.shape[0] != triangle_count:
        raise ValueError(f"areas has {areas.shape[0]} entries for {triangle_count} triangles")
    for i in range(count if chosen != NULL else triangle_count):
        triangle = chosen[i] if chosen != NULL else i
        if areas[triangle] > AREA_WALKABLE:
            raise ValueError(f"areas must be 0 … {<int>AREA_WALKABLE}, but that of triangle {triangle} is {areas[triangle]}")
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
    if width > MAX_ROW_COLUMNS:
        raise ValueError(f"window ({x0}, {z0}, {width}, {depth}) is {width} columns wide, the limit is {<int>MAX_ROW_COLUMNS}")
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
        cdef Soup soup
        cdef Py_ssize_t k, count = triangles.shape[0]
        cdef const int32_t* chosen = NULL
        cdef int32_t none = 0
        check_empty(self, merge_vx)
        if subset is not None:
            count = subset.shape[0]
            for k in range(count):
                if not 0 <= subset[k] < triangles.shape[0]:
                    raise ValueError(f"subset names triangle {subset[k]}, but there are only {triangles.shape[0]}")
            chosen = &subset[0] if count > 0 else &none
        check_indices(vertices, triangles, chosen, count)
        check_areas(areas, triangles.shape[0], chosen, count)
        if count > 0 and triangles.shape[0] > 0 and vertices.shape[0] > 0:
            soup.vertices, soup.triangles, soup.areas = &vertices[0, 0], &triangles[0, 0], &areas[0]
        soup.subset, soup.count = chosen, count
        with nogil:
            fill_rows(self, &soup, merge_vx)

    def fill(self, spans, int merge_vx=0):
        """Fill the empty field with given solid intervals instead of triangles, merged as :meth:`rasterize` does.

        spans: of (x, z, bottom_vx, top_vx, area), x and z counted from the window's first column. Raises ValueError where
        one does not fit, for a negative merge_vx, or a field that is filled already.
        """
        cdef vector[FragmentRow] rows
        cdef RowSorter sorter
        cdef int i
        rows.resize(self.depth)
        check_empty(self, merge_vx)
        for x, z, bottom_vx, top_vx, area in spans:
            check_column(self, x, z)
            if not 0 <= bottom_vx < top_vx <= MAX_HEIGHT_VX:
                raise ValueError(f"a span needs 0 <= bottom_vx < top_vx <= {MAX_HEIGHT_VX}, not {bottom_vx} and {top_vx}")
            if not 0 <= area <= AREA_WALKABLE:
                raise ValueError(f"area must be 0 … {<int>AREA_WALKABLE}, not {area}")
            rows[<int>z].fragments.push_back(pack(x, bottom_vx, top_vx, area, False))
        for i in range(self.depth):
            rows[i].count = rows[i].fragments.size()
            add_row(self, &sorter, &rows[i], i, merge_vx)
        self.filled = True

    def clear(self):
        """Free the memory; the field has no column any more."""
        cdef vector[Span] spans
        cdef vector[int32_t] first
        self.width = self.depth = 0
        self.spans.swap(spans)
        self.first.swap(first)

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
