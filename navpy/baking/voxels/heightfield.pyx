"""Voxelizes triangles into a solid heightfield, band by band of its rows."""
from array import array

from libc.math cimport cos, floor, isfinite
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memmove
from libcpp.vector cimport vector

from navpy.baking.voxels.rasterizer cimport NO_TRIANGLE, Grid, Rasterizer, Soup, is_sound, rasterize_first_band, rasterize_next_band
from navpy.baking.voxels.span_merger cimport SpanMerger, add_surface, announce_area, most_spans, start_merging, write_spans

cdef enum:
    MAX_COLUMNS = 1 << 28
    MAX_ROWS = 0x7FFFFFFF               # of vertices and of triangles
    FARTHEST_COLUMN = 1 << 30           # of a level or a window, so that global indices fit

cdef double SLOPE_TOLERANCE = 1e-6      # of the normal's y, so that noise does not make a slope at the limit walkable
cdef double PI = 3.141592653589793


cdef int make_room(vector[Span]* spans, size_t used, size_t more, double part) except -1 nogil:
    """Let spans hold `more` of them. It grows to what the whole field needs if the rest is as the part that they make up."""
    if used + more > spans.capacity():
        spans.reserve(max(<size_t>min((used + more) * 1.0625 / part, (used + more) * 8.0), used + more))
    spans.resize(used + more)
    return 0


cdef int take_rows(Heightfield field, SpanMerger* merger, int z, int rows, int left, int columns, int merge_vx) except -1 nogil:
    """Append the spans of rows z … z+rows−1. The merger holds their columns left … left+columns−1, the others are empty."""
    cdef size_t used = field.spans.size(), column = 0
    cdef int32_t* first = field.first.data() + <size_t>z * field.width
    cdef Span* begin
    cdef Span* span
    cdef int x
    make_room(&field.spans, used, most_spans(merger), <double>(z + rows) / field.depth)
    begin = field.spans.data()
    span = begin + used
    for _ in range(rows):
        for x in range(left):
            first[x] = <int32_t>(span - begin)
        for x in range(left, left + columns):
            first[x] = <int32_t>(span - begin)
            span += write_spans(merger, column, merge_vx, span)
            column += 1
        for x in range(left + columns, field.width):
            first[x] = <int32_t>(span - begin)
        first += field.width
    first[0] = <int32_t>(span - begin)
    field.spans.resize(span - begin)
    return 0


cdef int32_t rasterize_rows(Heightfield field, const Soup* soup, int merge_vx) except? -2 nogil:
    """Fill the field. Returns the first entry that names what is not there, or NO_TRIANGLE."""
    cdef Rasterizer rasterizer
    cdef Grid grid
    cdef int32_t faulty
    cdef size_t column
    cdef bint more
    set_grid(field, &grid)
    faulty = rasterize_first_band(&rasterizer, soup, &grid)
    if faulty != NO_TRIANGLE:
        return faulty
    more = rasterizer.band_begin < rasterizer.band_end
    while more:
        take_rows(field, &rasterizer.columns, rasterizer.band_begin - field.z0, rasterizer.band_end - rasterizer.band_begin,
                  min(grid.x_begin - field.x0, field.width), grid.x_end - grid.x_begin, merge_vx)
        more = rasterize_next_band(&rasterizer)
    for column in range(<size_t>max(rasterizer.band_end - field.z0, 0) * field.width, field.first.size()):
        field.first[column] = <int32_t>field.spans.size()
    field.filled = True
    return NO_TRIANGLE


cdef void set_grid(Heightfield field, Grid* grid) noexcept nogil:
    cdef int k
    for k in range(3):
        grid.origin[k] = field.origin[k]
        grid.per_metre[k] = 1 / (field.cell_height if k == 1 else field.cell_size)
    grid.ceiling = (field.bounds_max[1] - field.origin[1]) * grid.per_metre[1]      # as a corner there is loaded
    grid.x_begin, grid.z_begin = max(field.x0, -field.fringe), max(field.z0, -field.fringe)
    grid.x_end = max(min(field.x0 + field.width, field.level_width + field.fringe), grid.x_begin)
    grid.z_end = max(min(field.z0 + field.depth, field.level_depth + field.fringe), grid.z_begin)


cdef int cut_columns(Heightfield field, int left, int behind, int width, int depth) except -1:
    """Move the columns to where they are in a window that begins `left` and `behind` columns on, and empty those outside the
    level. Nothing moves to before what is still to be read."""
    cdef Span* spans = field.spans.data()
    cdef int32_t* first = field.first.data()
    cdef const int32_t* row
    cdef int32_t used = 0, shift, count
    cdef int begin = min(max(-field.x0 - left, 0), width), end = max(min(field.level_width - field.x0 - left, width), begin), x, z
    for z in range(depth):
        row = field.first.data() + <size_t>(z + behind) * field.width + left
        shift, count = row[begin] - used, row[end] - row[begin]
        if not 0 <= field.z0 + behind + z < field.level_depth:
            count = 0
        memmove(spans + used, spans + row[begin], count * sizeof(Span))
        for x in range(begin):
            first[x] = used
        for x in range(begin, end):
            first[x] = row[x] - shift if count > 0 else used
        used += count
        for x in range(end, width):
            first[x] = used
        first += width
    first[0] = used
    field.first.resize(<size_t>width * depth + 1)
    field.spans.resize(used)
    field.x0, field.z0, field.width, field.depth, field.fringe = field.x0 + left, field.z0 + behind, width, depth, False
    return 0


cdef inline bint is_walkable(const float* a, const float* b, const float* c, double min_normal_y) noexcept nogil:
    """Whether the normal's y, were it of length 1, is above min_normal_y > 0. Not so of a triangle that is not finite."""
    cdef double ux = <double>b[0] - a[0], uy = <double>b[1] - a[1], uz = <double>b[2] - a[2]
    cdef double vx = <double>c[0] - a[0], vy = <double>c[1] - a[1], vz = <double>c[2] - a[2]
    cdef double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx
    return y > 0 and y * y > min_normal_y * min_normal_y * (x * x + y * y + z * z)


cdef int32_t mark_walkable(const Soup* soup, double min_normal_y, uint8_t* marks) noexcept nogil:
    """Returns the first triangle that names what is not there, or NO_TRIANGLE."""
    cdef int32_t i
    cdef const int32_t* corners = soup.triangles
    for i in range(soup.count):
        if not is_sound(soup, i):
            return i
        if is_walkable(soup.vertices + 3 * <size_t>corners[0], soup.vertices + 3 * <size_t>corners[1],
                       soup.vertices + 3 * <size_t>corners[2], min_normal_y):
            marks[i] = <uint8_t>AREA_WALKABLE if soup.areas == NULL else soup.areas[i]
        corners += 3
    return NO_TRIANGLE


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


cdef int check_shape(name, Py_ssize_t rows, Py_ssize_t columns) except -1:
    if rows > 0 and columns != 3:
        raise ValueError(f"{name} must have shape (n, 3), not ({rows}, {columns})")
    if rows > MAX_ROWS:
        raise ValueError(f"{name} has {rows} rows, the limit is {<int>MAX_ROWS}")
    return 0


cdef int take_soup(Soup* soup, const float[:, ::1] vertices, const int32_t[:, ::1] triangles,
                   const uint8_t[::1] areas) except -1:
    """Borrow all triangles, their shapes checked; areas: or None."""
    check_shape("vertices", vertices.shape[0], vertices.shape[1])
    check_shape("triangles", triangles.shape[0], triangles.shape[1])
    if areas is not None and areas.shape[0] != triangles.shape[0]:
        raise ValueError(f"areas has {areas.shape[0]} entries for {triangles.shape[0]} triangles")
    soup.vertices = &vertices[0, 0] if vertices.shape[0] > 0 else NULL
    soup.triangles = &triangles[0, 0] if triangles.shape[0] > 0 else NULL
    soup.areas = &areas[0] if areas is not None and triangles.shape[0] > 0 else NULL
    soup.subset = NULL
    soup.vertex_count, soup.count = <int32_t>vertices.shape[0], <int32_t>triangles.shape[0]
    soup.triangle_count = soup.count
    return 0


cdef int raise_faulty(const float[:, ::1] vertices, const int32_t[:, ::1] triangles, const uint8_t[::1] areas,
                      int32_t triangle) except -1:
    """Say what is wrong with a triangle that names what is not there."""
    if not 0 <= triangle < triangles.shape[0]:
        raise ValueError(f"subset names triangle {triangle}, but there are only {triangles.shape[0]}")
    named = [triangles[triangle, k] for k in range(3)]
    if not 0 <= min(named) <= max(named) < vertices.shape[0]:
        raise ValueError(f"triangle {triangle} names vertices {named}, but there are only {vertices.shape[0]}")
    raise ValueError(f"areas must be 0 … {<int>AREA_WALKABLE}, but that of triangle {triangle} is {areas[triangle]}")


def check_vertices(const float[:, ::1] vertices):
    """Raise ValueError naming the first vertex that is not finite. vertices: float32 (n, 3), metres."""
    cdef Py_ssize_t bad
    check_shape("vertices", vertices.shape[0], vertices.shape[1])
    with nogil:
        bad = first_bad_vertex(vertices)
    if bad >= 0:
        raise ValueError(f"vertex {bad} is not finite: ({vertices[bad, 0]}, {vertices[bad, 1]}, {vertices[bad, 2]})")


def bounds_of(const float[:, ::1] vertices):
    """((x, y, z) least, (x, y, z) greatest) of the vertices, metres.

    vertices: float32 (n, 3), metres, finite (check_vertices). Raises ValueError if there are none.
    """
    cdef float low[3]
    cdef float high[3]
    if vertices.shape[0] == 0 or vertices.shape[1] != 3:
        raise ValueError(f"vertices must have shape (n, 3) with n > 0, not ({vertices.shape[0]}, {vertices.shape[1]})")
    with nogil:
        find_bounds(vertices, low, high)
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


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
    marked = array("B", bytes(triangles.shape[0]))
    cdef uint8_t[::1] view
    cdef Soup soup
    cdef int32_t faulty
    cdef double min_normal_y = cos(max_slope_degrees * PI / 180) + SLOPE_TOLERANCE
    take_soup(&soup, vertices, triangles, areas)
    if triangles.shape[0] > 0:
        view = marked
        with nogil:
            faulty = mark_walkable(&soup, min_normal_y, &view[0])
        if faulty != NO_TRIANGLE:
            raise_faulty(vertices, triangles, areas, faulty)
    return marked


cdef bint is_there_a_ramp(const float[:, ::1] vertices, const int32_t[:, ::1] triangles, const uint8_t[::1] marks,
                          double min_normal_y, double rise) noexcept nogil:
    cdef const float* a
    cdef const float* b
    cdef const float* c
    cdef Py_ssize_t i
    for i in range(triangles.shape[0]):
        if marks[i] == AREA_NONE:
            continue
        a, b, c = &vertices[triangles[i, 0], 0], &vertices[triangles[i, 1], 0], &vertices[triangles[i, 2], 0]
        if (<double>max(a[1], max(b[1], c[1])) - <double>min(a[1], min(b[1], c[1])) > rise
                and not is_walkable(a, b, c, min_normal_y)):
            return True
    return False


def has_ramp(const float[:, ::1] vertices, const int32_t[:, ::1] triangles, const uint8_t[::1] marks, double slope_degrees,
             double rise):
    """Whether a triangle with a mark is as steep as slope_degrees, 0 … 90, or steeper and rises more than `rise` metres.

    vertices, triangles, marks: as mark_walkable_triangles has found them to be sound and has marked them.
    """
    cdef double min_normal_y = cos(slope_degrees * PI / 180) + SLOPE_TOLERANCE
    cdef bint found
    with nogil:
        found = is_there_a_ramp(vertices, triangles, marks, min_normal_y, rise)
    return found


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
        self.filled = self.fringe = False

    @property
    def bounds(self):
        """The level's box: two corners (x, y, z), metres."""
        return tuple([self.origin[k] for k in range(3)]), tuple([self.bounds_max[k] for k in range(3)])

    @property
    def span_count(self):
        """Number of spans."""
        return self.spans.size()

    def rasterize(self, const float[:, ::1] vertices, const int32_t[:, ::1] triangles, const uint8_t[::1] areas, int merge_vx,
                  const int32_t[::1] subset=None, bint fringe=False):
        """Fill the empty field with triangles as solid spans, conservatively: every cell that a triangle enters is filled.

        vertices: float32 (n, 3), metres. triangles: int32 (m, 3). areas: uint8 (m,), 0 … 63, 0 is unwalkable. subset: int32,
        the triangles that may enter the window; None: all. fringe: the columns of the window that lie just outside the level are
        filled too, for `filter_enclosed_spaces` to see what stands there; `cut` takes them away. What else lies outside the level
        or the window is cut away, and a column's spans are the same in every window; triangles without area or with a corner that
        is not finite are ignored. Coordinates within 1/1024 of a voxel border lie on it. Spans that overlap or touch become one,
        whose area is the largest of those of the surfaces within merge_vx cell heights of its top.
        Raises ValueError for an index out of range, areas of another length or above 63, a negative merge_vx, or a field
        that is filled already.
        """
        cdef Soup soup
        cdef int32_t faulty
        check_empty(self, merge_vx)
        self.fringe = fringe
        take_soup(&soup, vertices, triangles, areas)
        if subset is not None:
            soup.count = <int32_t>subset.shape[0]
            soup.subset = &subset[0] if soup.count > 0 else NULL
        with nogil:
            faulty = rasterize_rows(self, &soup, merge_vx)
        if faulty != NO_TRIANGLE:
            raise_faulty(vertices, triangles, areas, faulty if subset is None else subset[faulty])

    def fill(self, spans, int merge_vx=0):
        """Fill the empty field with given solid intervals instead of triangles, merged as :meth:`rasterize` does.

        spans: of (x, z, bottom_vx, top_vx, area), x and z counted from the window's first column. Raises ValueError where
        one does not fit, for a negative merge_vx, or a field that is filled already.
        """
        cdef SpanMerger merger
        check_empty(self, merge_vx)
        start_merging(&merger, <size_t>self.width * self.depth)
        for x, z, bottom_vx, top_vx, area in spans:
            check_column(self, x, z)
            if not 0 <= bottom_vx < top_vx <= MAX_HEIGHT_VX:
                raise ValueError(f"a span needs 0 <= bottom_vx < top_vx <= {MAX_HEIGHT_VX}, not {bottom_vx} and {top_vx}")
            if not 0 <= area <= AREA_WALKABLE:
                raise ValueError(f"area must be 0 … {<int>AREA_WALKABLE}, not {area}")
            announce_area(&merger, area)
            add_surface(&merger, x + z * self.width, bottom_vx * 2 + 1, top_vx * 2 + 1, area << 16 | top_vx)
        take_rows(self, &merger, 0, self.depth, 0, self.width, merge_vx)
        self.filled = True

    def cut(self, window):
        """Leave a window (x0, z0, width, depth) of the own one, with nothing outside the level. ValueError where it is not one."""
        x0, z0, width, depth = window
        if not (self.x0 <= x0 and self.z0 <= z0 and 0 < width <= self.x0 + self.width - x0
                and 0 < depth <= self.z0 + self.depth - z0):
            raise ValueError(f"window ({x0}, {z0}, {width}, {depth}) reaches outside that of the heightfield, "
                             f"({self.x0}, {self.z0}, {self.width}, {self.depth})")
        if (width, depth) != (self.width, self.depth) or min(x0, z0) < 0 or x0 + width > self.level_width \
                or z0 + depth > self.level_depth:
            cut_columns(self, x0 - self.x0, z0 - self.z0, width, depth)

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
