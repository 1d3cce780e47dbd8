"""Uniform grids (Ericson 2005, section 7.1) that polygons and detail triangles are found by: one over the ground plane of every tile,
one over each polygon of many detail triangles."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, PolyBounds, Tile

cdef struct TriangleBox:                    # bounds in the ground plane, meters
    double min_x, min_z, max_x, max_z

cdef struct Cells:                  # columns and rows of a grid, the last included
    int32_t min_x, min_z, max_x, max_z

cdef struct CellItem:               # an item, and a cell that it touches
    int32_t cell
    int32_t item

cdef cppclass GridDraft:            # the input of the grids of some tiles, one tile after another
    vector[CellItem] polys            # ascending in each tile
    vector[CellItem] triangles        # of polygons that have buckets, ascending in each polygon
    vector[Cells] cells             # scratch, of one tile or polygon
    vector[TriangleBox] boxes               # likewise, by detail triangle of one polygon

# Sets bounds and numbers of buckets; returns the length of the tile's part of the detail index. Until that is filled, `buckets` of a
# polygon's bounds is the number of its entries in `triangles`.
cdef int64_t bound_polys(const MeshView* mesh, const Tile* tile, PolyBounds* bounds, GridDraft* draft) except -1 nogil
# returns the number of entries in all cells
cdef int64_t size_grid(const PolyBounds* bounds, Tile* tile, GridDraft* draft) except -1 nogil
cdef void fill_grid(const Tile* tile, const CellItem* polys, int32_t count, int32_t entry, int32_t* first,
                    PolyRef* items) noexcept nogil
cdef const CellItem* fill_index(const MeshView* mesh, const Tile* tile, const CellItem* triangles, int32_t entry, PolyBounds* bounds,
                                int32_t* index) noexcept nogil       # returns the next tile's triangles
cdef PolyRef first_unfindable(const MeshView* mesh) noexcept nogil              # NO_POLY: none


cdef inline int32_t cell_of(double value, double low, double per_meter, int32_t count) noexcept nogil:
    """Column or row of a coordinate, clamped to the grid; never decreasing, so that a box covers what lies in it."""
    cdef double place = (value - low) * per_meter
    if not place > 0.0:
        return 0
    if place >= count:
        return count - 1
    return <int32_t>place


cdef inline Cells cells_of(const Tile* tile, double min_x, double min_z, double max_x, double max_z) noexcept nogil:
    """The cells of a tile's grid that a box touches; of a box beside the grid the nearest cells."""
    cdef Cells cells
    cdef double per_meter = 1.0 / tile.grid_cell
    cells.min_x = cell_of(min_x, tile.grid_min_x, per_meter, tile.grid_width)
    cells.max_x = cell_of(max_x, tile.grid_min_x, per_meter, tile.grid_width)
    cells.min_z = cell_of(min_z, tile.grid_min_z, per_meter, tile.grid_depth)
    cells.max_z = cell_of(max_z, tile.grid_min_z, per_meter, tile.grid_depth)
    return cells


cdef inline int32_t bucket_at(const PolyBounds* bounds, double x, double z) noexcept nogil:
    """The bucket of detail triangles at a place; of a place beside the polygon the nearest bucket."""
    cdef int32_t column = cell_of(x, bounds.min_x, bounds.columns / (<double>bounds.max_x - bounds.min_x), bounds.columns)
    return column + bounds.columns * cell_of(z, bounds.min_z, bounds.rows / (<double>bounds.max_z - bounds.min_z), bounds.rows)
