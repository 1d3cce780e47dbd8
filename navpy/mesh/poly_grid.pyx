"""Builds the grids that polygons and detail triangles are found by, when a tile is added."""
from libc.math cimport INFINITY, ceil, fabs, sqrt
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport border_tolerance
from navpy.mesh.mesh_view cimport MeshView, Poly, PolyBounds, Tile, tile_at

cdef enum:
    MOST_UNSORTED = 16                  # detail triangles of a polygon without buckets
    PER_BUCKET = 8                      # detail triangles for each bucket
    MAX_ROWS = 4096                     # of buckets, and columns
    MAX_ENTRIES = 0x7ffffff0            # of an array

cdef struct Bounds3:                    # in space, meters
    double low[3]
    double high[3]


# ---- the bounds of polygons ----

cdef inline void widen(const double* vertices, const int32_t* indices, int32_t count, Bounds3* span) noexcept nogil:
    """Enlarge the bounds to hold these vertices."""
    cdef const double* v
    cdef double low_x = span.low[0], low_y = span.low[1], low_z = span.low[2]
    cdef double high_x = span.high[0], high_y = span.high[1], high_z = span.high[2]
    cdef int32_t i
    for i in range(count):
        v = vertices + 3 * <size_t>indices[i]
        low_x, high_x = min(low_x, v[0]), max(high_x, v[0])
        low_y, high_y = min(low_y, v[1]), max(high_y, v[1])
        low_z, high_z = min(low_z, v[2]), max(high_z, v[2])
    span.low[0], span.low[1], span.low[2] = low_x, low_y, low_z
    span.high[0], span.high[1], span.high[2] = high_x, high_y, high_z


cdef inline double margin_of(const Bounds3* span) noexcept nogil:
    """Meters that rounding or stitching may move a vertex within the bounds by."""
    return border_tolerance(max(max(fabs(span.low[0]), fabs(span.high[0])), max(fabs(span.low[1]), fabs(span.high[1]))),
                            max(fabs(span.low[2]), fabs(span.high[2])))


cdef inline void box_triangles(const MeshView* mesh, const Poly* poly, TriangleBox* boxes) noexcept nogil:
    """The bounds of each of the polygon's detail triangles in the ground plane."""
    cdef const int32_t* t = mesh.detail_triangles + 3 * <size_t>poly.detail_first
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef int32_t i
    for i in range(poly.detail_count):
        a, b, c = mesh.vertices + 3 * <size_t>t[0], mesh.vertices + 3 * <size_t>t[1], mesh.vertices + 3 * <size_t>t[2]
        t += 3
        boxes[i].min_x, boxes[i].max_x = min(a[0], min(b[0], c[0])), max(a[0], max(b[0], c[0]))
        boxes[i].min_z, boxes[i].max_z = min(a[2], min(b[2], c[2])), max(a[2], max(b[2], c[2]))


cdef void size_buckets(int32_t count, PolyBounds* bounds) noexcept nogil:
    """Choose the number of buckets: about square ones, of a few triangles each."""
    cdef double width = <double>bounds.max_x - bounds.min_x, depth = <double>bounds.max_z - bounds.min_z
    cdef int32_t target = count // PER_BUCKET
    cdef double columns = sqrt(target * (width / depth))
    columns = min(max(columns + 0.5, 1.0), min(target, MAX_ROWS))
    bounds.columns = <int32_t>columns
    bounds.rows = min(max(target // bounds.columns, 1), MAX_ROWS)


cdef int list_cells(const Cells* cells, int32_t count, int64_t entries, int32_t first_item, int32_t width,
                    vector[CellItem]* out) except -1 nogil:
    """List the cells that each item touches; entries: their number. Items are numbered from ``first_item`` on."""
    cdef size_t at = out.size()
    cdef CellItem* to
    cdef const Cells* box
    cdef int32_t i, x, z
    out.resize(at + entries)
    to = out.data() + at
    for i in range(count):
        box = &cells[i]
        for z in range(box.min_z, box.max_z + 1):
            for x in range(box.min_x, box.max_x + 1):
                to.cell, to.item = z * width + x, first_item + i
                to += 1
    return 0


cdef int64_t list_buckets(const MeshView* mesh, const Poly* poly, double margin, PolyBounds* bounds, GridDraft* draft) except -1 nogil:
    """List the buckets that each triangle's box touches, widened by ``margin`` meters; the polygon's bounds are widened by twice that,
    so no bucket is beyond the last. Returns the length of the polygon's part of the detail index."""
    cdef double per_x, per_z
    cdef int64_t entries = 0
    cdef const TriangleBox* box
    cdef Cells* cells
    cdef int32_t i, count = poly.detail_count
    size_buckets(count, bounds)
    per_x, per_z = bounds.columns / (<double>bounds.max_x - bounds.min_x), bounds.rows / (<double>bounds.max_z - bounds.min_z)
    if draft.boxes.size() < <size_t>count:
        draft.boxes.resize(count)
    if draft.cells.size() < <size_t>count:
        draft.cells.resize(count)
    box_triangles(mesh, poly, draft.boxes.data())
    for i in range(count):
        box, cells = draft.boxes.data() + i, draft.cells.data() + i
        cells.min_x = <int32_t>((box.min_x - (bounds.min_x + margin)) * per_x)
        cells.max_x = <int32_t>((box.max_x - (bounds.min_x - margin)) * per_x)
        cells.min_z = <int32_t>((box.min_z - (bounds.min_z + margin)) * per_z)
        cells.max_z = <int32_t>((box.max_z - (bounds.min_z - margin)) * per_z)
        entries += (cells.max_x - cells.min_x + 1) * (cells.max_z - cells.min_z + 1)
    if entries <= MAX_ENTRIES:              # more are refused when memory is allocated
        list_cells(draft.cells.data(), count, entries, poly.detail_first, bounds.columns, &draft.triangles)
        bounds.buckets = <int32_t>entries
    return entries + <int64_t>bounds.columns * bounds.rows + 1


cdef int64_t bound_polys(const MeshView* mesh, const Tile* tile, PolyBounds* bounds, GridDraft* draft) except -1 nogil:
    """Set the bounds of the tile's polygons, and list the buckets of their detail triangles."""
    cdef const Poly* poly
    cdef PolyBounds* out
    cdef Bounds3 span
    cdef double margin
    cdef int64_t length = 0
    cdef int32_t i, k
    for i in range(tile.first_poly, tile.first_poly + tile.poly_count):
        poly, out = &mesh.polys[i], &bounds[i]
        for k in range(3):
            span.low[k], span.high[k] = INFINITY, -INFINITY
        widen(mesh.vertices, mesh.corners + poly.first, poly.count, &span)
        widen(mesh.vertices, mesh.detail_triangles + 3 * <size_t>poly.detail_first, 3 * poly.detail_count, &span)
        margin = margin_of(&span)
        out.min_x, out.max_x = <float>(span.low[0] - 2.0 * margin), <float>(span.high[0] + 2.0 * margin)
        out.min_y, out.max_y = <float>(span.low[1] - 2.0 * margin), <float>(span.high[1] + 2.0 * margin)
        out.min_z, out.max_z = <float>(span.low[2] - 2.0 * margin), <float>(span.high[2] + 2.0 * margin)
        out.buckets, out.columns, out.rows = 0, 0, 0
        if poly.detail_count > MOST_UNSORTED:
            length += list_buckets(mesh, poly, margin, out, draft)
    return length


# ---- grids ----

cdef int64_t touched_cells(const PolyBounds* bounds, Tile* tile, double width, double depth, double cell, Cells* cells) noexcept nogil:
    """Lay out the grid for a cell size, and find the cells that each polygon's bounds touch; returns their number."""
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
    """Choose the cell size: about one cell for each polygon, doubled while the lists of cells would outgrow the mesh. Returns the
    length of the lists."""
    cdef const PolyBounds* at = &bounds[tile.first_poly]
    cdef float min_x, min_z, max_x, max_z
    cdef double width, depth, cell
    cdef int64_t entries
    cdef int32_t i
    tile.grid_min_x, tile.grid_min_z, tile.grid_cell, tile.grid_width, tile.grid_depth = 0.0, 0.0, 1.0, 0, 0
    if tile.poly_count == 0:
        return 0
    if draft.cells.size() < <size_t>tile.poly_count:
        draft.cells.resize(tile.poly_count)
    min_x, min_z, max_x, max_z = at.min_x, at.min_z, at.max_x, at.max_z
    for i in range(1, tile.poly_count):
        min_x, max_x = min(min_x, at[i].min_x), max(max_x, at[i].max_x)
        min_z, max_z = min(min_z, at[i].min_z), max(max_z, at[i].max_z)
    width, depth = <double>max_x - min_x, <double>max_z - min_z
    cell = max(sqrt(width * depth / tile.poly_count), max(width, depth) / (tile.poly_count + 1.0))
    tile.grid_min_x, tile.grid_min_z = min_x, min_z
    while True:
        entries = touched_cells(bounds, tile, width, depth, cell, draft.cells.data())
        if entries <= 8 * <int64_t>tile.poly_count + 64 or tile.grid_width * tile.grid_depth == 1:
            list_cells(draft.cells.data(), tile.poly_count, entries, tile.first_poly, tile.grid_width, &draft.polys)
            return entries
        cell *= 2.0


cdef int32_t sort_into_cells(const CellItem* items_in_cells, int32_t count, int32_t cells, int32_t entry, int32_t* first,
                             int32_t* items) noexcept nogil:
    """Counting sort of items by cell, ascending in each cell; their lists begin at ``entry`` of ``items``. Returns the entry after the
    last."""
    cdef int32_t i
    cdef int32_t* at
    memset(first, 0, sizeof(int32_t) * (<size_t>cells + 1))
    for i in range(count):
        first[items_in_cells[i].cell] += 1
    for i in range(cells):
        entry += first[i]
        first[i] = entry                # the end of the cell; filling it backwards makes it the beginning
    first[cells] = entry
    for i in range(count - 1, -1, -1):
        at = &first[items_in_cells[i].cell]
        at[0] -= 1
        items[at[0]] = items_in_cells[i].item
    return entry


cdef void fill_grid(const Tile* tile, const CellItem* polys, int32_t count, int32_t entry, int32_t* first,
                    PolyRef* items) noexcept nogil:
    sort_into_cells(polys, count, tile.grid_width * tile.grid_depth, entry, first, items)


cdef const CellItem* fill_index(const MeshView* mesh, const Tile* tile, const CellItem* triangles, int32_t entry, PolyBounds* bounds,
                                int32_t* index) noexcept nogil:
    """Fill the tile's part of the detail index, from ``entry`` on: for each polygon where its buckets begin, then their triangles.
    Returns the next tile's triangles."""
    cdef PolyBounds* at
    cdef int32_t i, count, buckets
    for i in range(tile.first_poly, tile.first_poly + tile.poly_count):
        at = &bounds[i]
        if at.columns == 0:
            continue
        count, buckets, at.buckets = at.buckets, at.columns * at.rows, entry
        entry = sort_into_cells(triangles, count, buckets, entry + buckets + 1, index + entry, index)
        triangles += count
    return triangles


# ---- checks ----

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
    """The first polygon that is out of its bounds or missing in a cell that they touch, or whose tile cannot be found."""
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
