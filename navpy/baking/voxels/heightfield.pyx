"""Voxelizes triangles into a solid heightfield (Recast, rcRasterizeTriangles), a band of rows at a time."""
from libc.math cimport floor, isfinite
from libc.stdint cimport int32_t
from libc.string cimport memmove
from libcpp.vector cimport vector

from navpy.baking.voxels.rasterizer cimport Grid, Rasterizer, rasterize_first_band, rasterize_next_band
from navpy.baking.voxels.span_merger cimport most_spans, write_spans
from navpy.baking.voxels.triangle_soup cimport NO_TRIANGLE, SoupBuffers, TriangleSoup, borrow_soup, raise_invalid, triangle_at
from navpy.base.area cimport AREA_NONE
from navpy.base.arguments cimport read_point, read_whole

MAX_COLUMNS = 1 << 28               # of one field; beyond it a bake would need tens of gigabytes

cdef enum:
    FARTHEST_COLUMN = 1 << 30       # of a level or a window, so that global indices fit


cdef int reserve_spans(vector[Span]* spans, size_t used, size_t more, double part) except -1 nogil:
    """Make room for `more` spans. The vector grows to what the whole field will need if its rest is like the part done so far."""
    if used + more > spans.capacity():
        spans.reserve(max(<size_t>min((used + more) * 1.0625 / part, (used + more) * 8.0), used + more))
    spans.resize(used + more)
    return 0


cdef int append_rows(Heightfield field, SpanMerger* merger, int z, int rows, int left, int columns, int merge_vx) except -1 nogil:
    """Append the spans of rows z … z+rows−1. The merger holds the columns left … left+columns−1 of each; the others are empty."""
    cdef size_t used = field.spans.size(), column = 0
    cdef int32_t* first = field.first.data() + <size_t>z * field.width
    cdef Span* begin
    cdef Span* span
    cdef int x
    reserve_spans(&field.spans, used, most_spans(merger), <double>(z + rows) / field.depth)
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


cdef int32_t rasterize_rows(Heightfield field, const TriangleSoup* soup, int merge_vx) except? -2 nogil:
    """Fill the field. → the first index (as in subset) of a triangle that is not valid, or NO_TRIANGLE"""
    cdef Rasterizer rasterizer
    cdef Grid grid
    cdef int32_t invalid
    cdef size_t column
    cdef bint more
    set_grid(field, &grid)
    invalid = rasterize_first_band(&rasterizer, soup, &grid)
    if invalid != NO_TRIANGLE:
        return invalid
    more = rasterizer.band_begin < rasterizer.band_end
    while more:
        append_rows(field, &rasterizer.columns, rasterizer.band_begin - field.z0, rasterizer.band_end - rasterizer.band_begin,
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
        grid.per_meter[k] = 1 / (field.cell_height if k == 1 else field.cell_size)
    grid.ceiling = (field.bounds_max[1] - field.origin[1]) * grid.per_meter[1]      # computed as for a corner at that height
    grid.x_begin, grid.z_begin = max(field.x0, -field.fringe), max(field.z0, -field.fringe)
    grid.x_end = max(min(field.x0 + field.width, field.level_width + field.fringe), grid.x_begin)
    grid.z_end = max(min(field.z0 + field.depth, field.level_depth + field.fringe), grid.z_begin)


cdef int crop(Heightfield field, int left, int behind, int width, int depth) except -1 nogil:
    """Shrink to a window that begins `left` and `behind` columns further on; its columns outside the level become empty. In place:
    spans only move to the front."""
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
        if count > 0:
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


cdef ColumnWindow window_of(Heightfield field) noexcept nogil:
    cdef ColumnWindow out
    out.x0, out.z0, out.width, out.depth = field.x0, field.z0, field.width, field.depth
    return out


cdef ColumnWindow read_window(window) except *:
    """(x0, z0, width, depth) with at least a column, near enough to the origin for global indices to fit."""
    cdef ColumnWindow out
    x0, z0, width, depth = window
    out.x0 = read_whole("x0 of the window", x0, -FARTHEST_COLUMN, FARTHEST_COLUMN)
    out.z0 = read_whole("z0 of the window", z0, -FARTHEST_COLUMN, FARTHEST_COLUMN)
    out.width = read_whole("width of the window", width, 1, FARTHEST_COLUMN)
    out.depth = read_whole("depth of the window", depth, 1, FARTHEST_COLUMN)
    return out


cdef ColumnWindow read_window_inside(window, ColumnWindow outer) except *:
    """A window that lies inside another."""
    cdef ColumnWindow inner = read_window(window)
    if not (outer.x0 <= inner.x0 and inner.x0 + inner.width <= outer.x0 + outer.width
            and outer.z0 <= inner.z0 and inner.z0 + inner.depth <= outer.z0 + outer.depth):
        raise ValueError(f"window: must lie inside that of the heightfield, "
                         f"({outer.x0}, {outer.z0}, {outer.width}, {outer.depth}), is {tuple(window)}")
    return inner


cdef int set_bounds(Heightfield field, bounds_min, bounds_max, bint windowed) except -1:
    """Set the level's box and its size in columns, for a cell size that is known."""
    cdef double columns[2]
    cdef double heights
    cdef int k
    read_point("bounds_min", bounds_min, field.origin)
    read_point("bounds_max", bounds_max, field.bounds_max)
    given = f"{bounds_min} … {bounds_max}"
    for k in range(3):
        if not (isfinite(field.origin[k]) and isfinite(field.bounds_max[k])):
            raise ValueError(f"bounds: must be finite, are {given}")
    for k in range(2):
        columns[k] = floor((field.bounds_max[2 * k] - field.origin[2 * k]) / field.cell_size + 0.5)
    if not (columns[0] >= 1 and columns[1] >= 1 and field.bounds_max[1] >= field.origin[1]):
        raise ValueError(f"bounds: must hold a column of cell_size {field.cell_size}, are {given}")
    limit = FARTHEST_COLUMN if windowed else MAX_COLUMNS
    if (max(columns[0], columns[1]) if windowed else columns[0] * columns[1]) > limit:
        raise ValueError(f"bounds: must hold at most {limit} columns of cell_size {field.cell_size}, "
                         f"hold {columns[0]:.0f} × {columns[1]:.0f} columns: {given}")
    heights = (field.bounds_max[1] - field.origin[1]) / field.cell_height
    if heights > MAX_HEIGHT_VX:
        raise ValueError(f"bounds: must hold at most {<int>MAX_HEIGHT_VX} cell heights of {field.cell_height} m, "
                         f"hold {heights:.0f} cell heights: {given}")
    field.level_width, field.level_depth = <int>columns[0], <int>columns[1]
    return 0


cdef int check_empty(Heightfield field, int merge_vx) except -1:
    """Whether spans may be put in."""
    if field.filled:
        raise ValueError("the heightfield is filled already")
    if merge_vx < 0:
        raise ValueError(f"merge_vx: must be at least 0, is {merge_vx}")
    return 0


cdef class Heightfield:
    """Columns of solid spans over a window of a level, filled once (Recast; Haumont, Debled-Rennesson & Sillion 2003).

    Parameters
    ----------
    bounds_min, bounds_max : (x, y, z)
        Corners of the whole level, meters. Column (0, 0) of the global grid begins at bounds_min.
    cell_size, cell_height : float
        Meters, above 0.
    window : (x0, z0, width, depth), optional
        The global columns x0 … x0+width−1 along x and z0 … z0+depth−1 along z. It may reach outside the level, where columns stay
        empty. The whole level when left out.

    Raises
    ------
    ValueError
        A box that is not finite or holds no column, more than 2**28 columns or 65535 cell heights.
    """

    def __init__(self, bounds_min, bounds_max, double cell_size, double cell_height, window=None):
        cdef ColumnWindow given
        if not (0 < cell_size and isfinite(cell_size) and 0 < cell_height and isfinite(cell_height)):
            raise ValueError(f"cell_size and cell_height: must be finite and above 0, are {cell_size} and {cell_height}")
        self.cell_size, self.cell_height = cell_size, cell_height
        set_bounds(self, bounds_min, bounds_max, window is not None)
        self.x0, self.z0, self.width, self.depth = 0, 0, self.level_width, self.level_depth
        if window is not None:
            given = read_window(window)
            if given.width * given.depth > MAX_COLUMNS:
                raise ValueError(f"window: must have at most {MAX_COLUMNS} columns, has {given.width} × {given.depth}")
            self.x0, self.z0, self.width, self.depth = <int>given.x0, <int>given.z0, <int>given.width, <int>given.depth
        self.first.clear()
        self.first.resize(<size_t>self.width * <size_t>self.depth + 1)
        self.spans.clear()
        self.filled = self.fringe = False

    def rasterize(self, vertices, triangles, areas, int merge_vx, subset=None, bint fringe=False):
        """Fill the empty field with triangles as solid spans: conservatively, in every cell that a triangle enters.

        A column's spans are the same in every window. Triangles without area or with a corner that is not finite are ignored.
        Coordinates within 1/1024 of a voxel border lie on it. Spans that overlap or touch become one. Its area id is that of its
        highest floor within merge_vx cell heights of its top, and of floors of the same height the least; a closed floor counts as 0.

        Parameters
        ----------
        vertices : buffer of float32, shape (n, 3)
            Meters.
        triangles : buffer of int32, shape (m, 3)
            Vertex indices.
        areas : buffer of uint8, shape (m,)
            As mark_walkable_triangles returns them: area ids 0 … 63, 0 is no floor; 64 is a closed floor.
        merge_vx : int
            Cell heights, at least 0.
        subset : buffer of int32, optional
            The triangles that may enter the window; all when left out.
        fringe : bool
            Fill the columns of the window just outside the level, too: `filter_enclosed_spaces` looks at what stands there, `cut`
            removes them.

        Raises
        ------
        ValueError
            An index out of range, areas of another length or above 63, a negative merge_vx, a field that is filled already.
        """
        cdef SoupBuffers given = borrow_soup(vertices, triangles, areas, subset)
        cdef int32_t invalid
        check_empty(self, merge_vx)
        self.fringe = fringe
        with nogil:
            invalid = rasterize_rows(self, &given.soup, merge_vx)
        if invalid != NO_TRIANGLE:
            raise_invalid(&given.soup, triangle_at(&given.soup, invalid))

    def is_walkable(self, int x, int z, int top_vx):
        """Whether the window's column (x, z) has a walkable span with its top at a height; ValueError outside the window."""
        cdef int32_t i, column
        if not (0 <= x < self.width and 0 <= z < self.depth):
            raise ValueError(f"column: must be one of {self.width} × {self.depth}, is ({x}, {z})")
        column = x + z * self.width
        for i in range(self.first[column], self.first[column + 1]):
            if self.spans[i].top_vx == top_vx:
                return self.spans[i].area != AREA_NONE
        return False

    def cut(self, window):
        """Keep a window (x0, z0, width, depth) inside this one, with nothing outside the level. ValueError if it is not inside."""
        cdef ColumnWindow part = read_window_inside(window, window_of(self))
        if (part.width < self.width or part.depth < self.depth or part.x0 < 0 or part.z0 < 0
                or part.x0 + part.width > self.level_width or part.z0 + part.depth > self.level_depth):
            crop(self, <int>(part.x0 - self.x0), <int>(part.z0 - self.z0), <int>part.width, <int>part.depth)

    def clear(self):
        """Free the memory; the field has no columns any more."""
        cdef vector[Span] spans
        cdef vector[int32_t] first
        self.width = self.depth = 0
        self.spans.swap(spans)
        self.first.swap(first)
