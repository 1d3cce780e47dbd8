"""The flat arrays of a navmesh: every tile has a range in each, which is handed out and taken back without moving others."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, Poly, PolyBounds, Tile
from navpy.mesh.poly_grid cimport GridDraft, Placed
from navpy.mesh.tiles.tile cimport TileData, TileHead

cdef struct Range:
    int32_t first
    int32_t count

cdef cppclass RangePool:            # which places of an array are free
    vector[Range] free              # ascending, never touching each other
    int32_t end                     # places handed out so far, free ones included

cdef struct PortalEdge:             # edge of a tile's own outline that leads to a neighbouring tile
    PolyRef poly
    int32_t edge                    # counted from the tile's first corner

cdef cppclass TileRecord:           # what a tile needs to be joined to others, again and again
    Range vertices                  # its own; those that it has got by joining lie elsewhere
    Range polys
    Range corners                   # its outlines as they were made
    Range detail
    Range components
    Range cells
    Range entries
    Range index
    vector[int32_t] offsets         # of the polygons' corners, from the tile's first
    vector[int32_t] twins           # within the tile, from the tile's first corner
    vector[int8_t] portals          # parallel to its corners
    vector[PortalEdge] sides[4]     # portal edges by side, ascending
    vector[pair[int32_t, int32_t]] joints[4]    # components, its own and the neighbour's, joined across side 1 and 2

cdef cppclass MeshData:
    MeshView view                   # of all that follows
    vector[double] vertices
    vector[Poly] polys
    vector[int32_t] corners         # vertices as neighbours agree on them
    vector[int32_t] own_corners     # parallel: vertex of the polygon's own tile at that place
    vector[int32_t] own_edges       # parallel: edge of the tile's outline that the edge is, or is a part of
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
cdef void update_view(MeshData* mesh) noexcept nogil            # view follows the arrays
cdef int allocate_corners(MeshData* mesh, int32_t count, Range* found) except -1 nogil
cdef int32_t allocate_vertex(MeshData* mesh) except -1 nogil
cdef int release(RangePool* pool, Range range) except -1 nogil
cdef int32_t place_tile(MeshData* mesh, const TileData* tile) except -1 nogil   # its index; not joined to its neighbours
cdef int32_t adopt_tile(MeshData* mesh, TileData* tile) except -1 nogil         # likewise; the tile is spent
# All tiles of a mesh that has none yet. In this order, what is said to be of one tile on as many threads as there are tiles:
cdef int allocate_tiles(MeshData* mesh, const TileHead* heads, int32_t count) except -1 nogil
cdef int store_tile(MeshData* mesh, TileData* tile, int32_t index, GridDraft* draft) except -1 nogil      # one tile, which is spent
cdef int make_grids(MeshData* mesh) except -1 nogil
cdef void fill_grids(MeshData* mesh, int32_t index, const Placed** polys, const Placed** triangles) noexcept nogil     # one tile, whose draft begins there
cdef int free_tile(MeshData* mesh, int32_t index) except -1 nogil           # no neighbour holds it any more
cdef int copy_tile(const MeshData* mesh, int32_t index, TileData* out) except -1 nogil
cdef int label_islands(MeshData* mesh) except -1 nogil
