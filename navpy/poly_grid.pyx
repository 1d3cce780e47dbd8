"""Makes the grids that polygons and detail triangles are found by, when a tile is put in."""
from libc.math cimport INFINITY, ceil, fabs, sqrt
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport border_tolerance
from navpy.mesh cimport MeshView, Poly, PolyBounds, Tile, tile_at

cdef enum:
    FEW = 16                            # detail triangles that are looked through one by one
    PER_BUCKET = 8                      # detail triangles a bucket, each counted once
    MAX_ROWS = 4096                     # of buckets, and columns

cdef struct Span3:                      # bounds in space, metres
    double low[3]
    double high[3]


# ---- the bounds of polygons ----

cdef inline void widen(Span3* span, const double* v) noexcept nogil:
    cdef int k
    for k in range(3):
        span.low[k] = v[k] if v[k] < span.low[k] else span.low[k]
        span.high[k] = v[k] if v[k] > span.high[k] else span.high[k]


cdef inline double spare_of(const Span3* span) noexcept nogil:
    """How near, in metres, to what lies within the span rounding or joining tiles may put it."""
    return border_tolerance(max(max(fabs(span.low[0]), fabs(span.high[0])), max(fabs(span.low[1]), fabs(span.high[1]))),
                            max(fabs(span.low[2]), fabs(span.high[2])))


cdef inline void span_detail(const MeshView* mesh, const Poly* poly, Span3* span, Box* boxes) noexcept nogil:
    """The bounds of the polygon's detail triangles in space, and of each in the ground plane."""
    cdef const int32_t* t = mesh.detail_triangles + 3 * <size_t>poly.detail_first
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef Box* box
    cdef double low = span.low[1], high = span.high[1]
    cdef int32_t i
    for i in range(poly.detail_count):
        a, b, c = mesh.vertices + 3 * <size_t>t[0], mesh.vertices + 3 * <size_t>t[1], mesh.vertices + 3 * <size_t>t[2]
        box = &boxes[i]
        t += 3
        box.min_x, box.max_x = min(a[0], min(b[0], c[0])), max(a[0], max(b[0], c[0]))
        box.min_z, box.max_z = min(a[2], min(b[2], c[2])), max(a[2], max(b[2], c[2]))
        low, high = min(low, min(a[1], min(b[1], c[1]))), max(high, max(a[1], max(b[1], c[1])))
    span.low[1], span.high[1] = low, high
    for i in range(poly.detail_count):
        span.low[0], span.high[0] = min(span.low[0], boxes[i].min_x), max(span.high[0], boxes[i].max_x)
        span.low[2], span.high[2] = min(span.low[2], boxes[i].min_z), max(span.high[2], boxes[i].max_z)


cdef void lay_buckets(int32_t count, PolyBounds* bounds) noexcept nogil:
    """About square buckets, one for a few triangles each."""
    cdef double width = <double>bounds.max_x - bounds.min_x, depth = <double>bounds.max_z - bounds.min_z
    cdef int32_t target = count // PER_BUCKET
    cdef double columns = sqrt(target * (width / depth))
    columns = min(max(columns + 0.5, 1.0), min(target, MAX_ROWS))
    bounds.columns = <int32_t>columns
    bounds.rows = min(max(target // bounds.columns, 1), MAX_ROWS)


cdef int64_t put_in_buckets(int32_t count, double spare, const PolyBounds* bounds, const Box* boxes, Cells* buckets) noexcept nogil:
    """Which buckets each triangle's box touches, widened by ``spare`` metres, half as much as the bounds are: so none is beyond
    the last. Returns how many those are together."""
    cdef double per_x = bounds.columns / (<double>bounds.max_x - bounds.min_x)
    cdef double per_z = bounds.rows / (<double>bounds.max_z - bounds.min_z)
    cdef int64_t entries = 0
    cdef int32_t i
    for i in range(count):
        buckets[i].min_x = <int32_t>((boxes[i].min_x - (bounds.min_x + spare)) * per_x)
        buckets[i].max_x = <int32_t>((boxes[i].max_x - (bounds.min_x - spare)) * per_x)
        buckets[i].min_z = <int32_t>((boxes[i].min_z - (bounds.min_z + spare)) * per_z)
        buckets[i].max_z = <int32_t>((boxes[i].max_z - (bounds.min_z - spare)) * per_z)
        entries += (buckets[i].max_x - buckets[i].min_x + 1) * (buckets[i].max_z - buckets[i].min_z + 1)
    return entries


cdef int64_t bound_polys(const MeshView* mesh, const Tile* tile, PolyBounds* bounds, GridDraft* draft) except -1 nogil:
    """The bounds of the tile's polygons, and which buckets their detail triangles are in."""
    cdef const Poly* poly
    cdef PolyBounds* out
    cdef Span3 span
    cdef double spare
    cdef int64_t length = 0
    cdef size_t triangles = 0
    cdef int32_t i, k
    draft.buckets.clear()
    for i in range(tile.first_poly, tile.first_poly + tile.poly_count):
        poly, out = &mesh.polys[i], &bounds[i]
        for k in range(3):
            span.low[k], span.high[k] = INFINITY, -INFINITY
        for k in range(poly.first, poly.first + poly.count):
            widen(&span, mesh.vertices + 3 * <size_t>mesh.corners[k])
        if draft.boxes.size() < <size_t>poly.detail_count:
            draft.boxes.resize(poly.detail_count)
        span_detail(mesh, poly, &span, draft.boxes.data())
        spare = spare_of(&span)
        out.min_x, out.max_x = <float>(span.low[0] - 2.0 * spare), <float>(span.high[0] + 2.0 * spare)
        out.min_y, out.max_y = <float>(span.low[1] - 2.0 * spare), <float>(span.high[1] + 2.0 * spare)
        out.min_z, out.max_z = <float>(span.low[2] - 2.0 * spare), <float>(span.high[2] + 2.0 * spare)
        out.buckets, out.columns, out.rows = 0, 0, 0
        if poly.detail_count > FEW:
            lay_buckets(poly.detail_count, out)
            draft.buckets.resize(triangles + poly.detail_count)
            length += put_in_buckets(poly.detail_count, spare, out, draft.boxes.data(), draft.buckets.data() + triangles)
            length += <int64_t>out.columns * out.rows + 1
            triangles += poly.detail_count
    return length


# ---- grids ----

cdef int64_t lay_grid(const PolyBounds* bounds, Tile* tile, double width, double depth, double cell, Cells* cells) noexcept nogil:
    """The grid of that cell size, and which cells each polygon's bounds touch; returns how many those are together."""
    cdef const PolyBounds* at
    cdef int64_t entries = 0
    cdef int32_t i
    tile.grid_cell = cell
    tile.grid_width = max(1, <int32_t>ceil(width / cell))
    tile.grid_depth = max(1, <int32_t>ceil(depth / cell))
    for i in range(tile.poly_count):
        at = &bounds[tile.first_poly + i]
        cells[i] = cells_of(tile, at.min_x, at.min_z, at.max_x, at.max_z)
        entries += (<int64_t>cells[i].max_x - cells[i].min_x + 1) * (cells[i].max_z - cells[i].min_z + 1)
    return entries


cdef int64_t size_grid(const PolyBounds* bounds, Tile* tile, GridDraft* draft) except -1 nogil:
    """About one cell a polygon; coarser while polygons overlap so many cells that the lists would outgrow the mesh. Returns
    the length of those lists together."""
    cdef const PolyBounds* at = &bounds[tile.first_poly]
    cdef float min_x, min_z, max_x, max_z
    cdef double width, depth, cell
    cdef int64_t entries
    cdef int32_t i
    tile.grid_min_x, tile.grid_min_z, tile.grid_cell, tile.grid_width, tile.grid_depth = 0.0, 0.0, 1.0, 0, 0
    if tile.poly_count == 0:
        return 0
    draft.cells.resize(tile.poly_count)
    min_x, min_z, max_x, max_z = at.min_x, at.min_z, at.max_x, at.max_z
    for i in range(1, tile.poly_count):
        min_x, max_x = min(min_x, at[i].min_x), max(max_x, at[i].max_x)
        min_z, max_z = min(min_z, at[i].min_z), max(max_z, at[i].max_z)
    width, depth = <double>max_x - min_x, <double>max_z - min_z
    cell = max(sqrt(width * depth / tile.poly_count), max(width, depth) / (tile.poly_count + 1.0))
    tile.grid_min_x, tile.grid_min_z = min_x, min_z
    while True:
        entries = lay_grid(bounds, tile, width, depth, cell, draft.cells.data())
        if entries <= 8 * <int64_t>tile.poly_count + 64 or tile.grid_width * tile.grid_depth == 1:
            return entries
        cell *= 2.0


cdef int32_t sort_into_cells(const Cells* boxes, int32_t count, int32_t name, int32_t width, int32_t depth, int32_t entry,
                             int32_t* first, int32_t* items) noexcept nogil:
    """Counting sort of things, named from ``name`` on, into the cells that their boxes touch, ascending in each; the lists
    begin at an entry of ``items``. Returns the entry after the last."""
    cdef int32_t cells = width * depth, i, x, z
    cdef int32_t* row
    cdef const Cells* box
    memset(first, 0, sizeof(int32_t) * (<size_t>cells + 1))
    for i in range(count):
        box = &boxes[i]
        for z in range(box.min_z, box.max_z + 1):
            row = first + <size_t>z * width
            for x in range(box.min_x, box.max_x + 1):
                row[x] += 1
    for i in range(cells):
        entry += first[i]
        first[i] = entry                # the end for now; going through the things backwards makes it the beginning
    first[cells] = entry
    for i in range(count - 1, -1, -1):
        box = &boxes[i]
        for z in range(box.min_z, box.max_z + 1):
            row = first + <size_t>z * width
            for x in range(box.min_x, box.max_x + 1):
                row[x] -= 1
                items[row[x]] = name + i
    return entry


cdef void fill_grid(const Tile* tile, const GridDraft* draft, int32_t entry, int32_t* first, PolyRef* polys) noexcept nogil:
    sort_into_cells(draft.cells.data(), tile.poly_count, tile.first_poly, tile.grid_width, tile.grid_depth, entry, first, polys)


cdef void fill_index(const MeshView* mesh, const Tile* tile, const GridDraft* draft, int32_t entry, PolyBounds* bounds,
                     int32_t* index) noexcept nogil:
    """The tile's part of the detail index begins at an entry: of each polygon where its buckets begin, then what is in them."""
    cdef const Cells* buckets = draft.buckets.data()
    cdef PolyBounds* at
    cdef int32_t i
    for i in range(tile.first_poly, tile.first_poly + tile.poly_count):
        at = &bounds[i]
        if at.columns == 0:
            continue
        at.buckets = entry
        entry = sort_into_cells(buckets, mesh.polys[i].detail_count, mesh.polys[i].detail_first, at.columns, at.rows,
                                entry + at.columns * at.rows + 1, index + entry, index)
        buckets += mesh.polys[i].detail_count


# ---- are they right ----

cdef bint cell_holds(const MeshView* mesh, const Tile* tile, int32_t cell, PolyRef poly) noexcept nogil:
    cdef int32_t k
    for k in range(mesh.cell_first[tile.first_cell + cell], mesh.cell_first[tile.first_cell + cell + 1]):
        if mesh.cell_polys[k] == poly:
            return True
    return False


cdef bint bounds_hold(const MeshView* mesh, PolyRef poly) noexcept nogil:
    """Are all corners within the polygon's bounds?"""
    cdef const PolyBounds* bounds = &mesh.bounds[poly]
    cdef const double* v
    cdef int32_t k
    for k in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
        v = mesh.vertices + 3 * <size_t>mesh.corners[k]
        if not (bounds.min_x <= v[0] <= bounds.max_x and bounds.min_z <= v[2] <= bounds.max_z):
            return False
    return True


cdef PolyRef first_unfindable(const MeshView* mesh) noexcept nogil:
    """The first polygon that is out of its bounds or missing in a cell which these touch, or whose tile cannot be found."""
    cdef const Tile* tile
    cdef const PolyBounds* bounds
    cdef Cells cells
    cdef int32_t i, p, x, z
    for i in range(mesh.tile_count):
        tile = &mesh.tiles[i]
        if not tile.live:
            continue
        for p in range(tile.first_poly, tile.first_poly + tile.poly_count):
            if tile_at(mesh, tile.x, tile.z) != i or mesh.polys[p].tile != i or not bounds_hold(mesh, p):
                return p
            bounds = &mesh.bounds[p]
            cells = cells_of(tile, bounds.min_x, bounds.min_z, bounds.max_x, bounds.max_z)
            for z in range(cells.min_z, cells.max_z + 1):
                for x in range(cells.min_x, cells.max_x + 1):
                    if not cell_holds(mesh, tile, z * tile.grid_width + x, p):
                        return p
    return NO_POLY
