"""The flat arrays of a navmesh: every tile has a range in each array, allocated and released without moving others."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, Poly, PolyBounds, Tile
from navpy.mesh.poly_grid cimport GridDraft, CellItem
from navpy.mesh.tiles.tile_bytes cimport TileHead
from navpy.mesh.tiles.tile_data cimport TileData

cdef struct Range:
    int32_t first
    int32_t count

cdef cppclass RangePool:            # allocator of an array's places
    vector[Range] free              # ascending, never touching each other
    int32_t end                     # length of the array, free places included

cdef struct PortalEdge:             # edge of a tile's own outline that leads to a neighboring tile
    PolyRef poly
    int32_t edge                    # counted from the tile's first corner

cdef cppclass TileRecord:           # what stitching needs to know of a tile as it was added
    Range vertices                  # its own; those that stitching adds lie elsewhere
    Range polys
    Range corners                   # its own outlines; those that stitching has changed lie elsewhere
    Range detail
    Range components
    Range cells
    Range entries
    Range index
    vector[int32_t] offsets         # of the polygons' corners, from the tile's first
    vector[int32_t] twins           # within the tile, from the tile's first corner
    vector[int8_t] portals          # parallel to its corners
    vector[PortalEdge] sides[4]     # portal edges by side, ascending
    vector[pair[int32_t, int32_t]] joined_components[4]    # components of its own and the neighbor, joined across side 1 and 2

cdef cppclass MeshData:
    MeshView view                   # of the arrays that follow
    vector[double] vertices
    vector[Poly] polys
    vector[int32_t] corners         # vertices, shared by all polygons around them
    vector[int32_t] own_corners     # parallel: the vertex of the polygon's own tile at the same place
    vector[int32_t] own_edges       # parallel: the edge of the tile's own outline that this edge is a part of
    vector[PolyRef] neighbors
    vector[int32_t] twins
    vector[double] centers
    vector[int32_t] detail
    vector[PolyBounds] bounds
    vector[int32_t] detail_index
    vector[int32_t] islands
    vector[Tile] tiles
    vector[TileRecord] records      # parallel to tiles
    vector[int32_t] free_tiles
    vector[int32_t] buckets
    vector[int32_t] cell_first
    vector[PolyRef] cell_polys
    vector[OffMeshLink] links
    vector[double] area_costs
    vector[int32_t] regions         # empty: none
    vector[double] enter_costs      # likewise
    RangePool vertex_pool
    RangePool poly_pool
    RangePool corner_pool
    RangePool detail_pool
    RangePool component_pool
    RangePool cell_pool
    RangePool entry_pool
    RangePool index_pool

cdef int start_mesh(MeshData* mesh) except -1 nogil
cdef void update_view(MeshData* mesh) noexcept nogil        # after the arrays have changed
cdef int allocate_corners(MeshData* mesh, int32_t count, Range* found) except -1 nogil
cdef int32_t allocate_vertex(MeshData* mesh) except -1 nogil
cdef int release(RangePool* pool, Range range) except -1 nogil
cdef int32_t place_tile(MeshData* mesh, const TileData* tile) except -1 nogil   # returns its index; it is not stitched yet
cdef int32_t move_tile_in(MeshData* mesh, TileData* tile) except -1 nogil         # likewise; the tile is empty afterwards
# To add all tiles to an empty mesh, call these in order; those for one tile may run in parallel for all tiles:
cdef int allocate_tiles(MeshData* mesh, const TileHead* heads, int32_t count) except -1 nogil
# one tile, which is empty afterwards
cdef int store_tile(MeshData* mesh, TileData* tile, int32_t index, GridDraft* draft) except -1 nogil
cdef int make_grids(MeshData* mesh) except -1 nogil
# one tile, whose draft begins there
cdef void fill_grids(MeshData* mesh, int32_t index, const CellItem** polys, const CellItem** triangles) noexcept nogil
cdef int free_tile(MeshData* mesh, int32_t index) except -1 nogil           # a tile that is not stitched any more
cdef int copy_tile(const MeshData* mesh, int32_t index, TileData* out) except -1 nogil
cdef int label_islands(MeshData* mesh) except -1 nogil
