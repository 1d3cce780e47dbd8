"""MeshView: a navmesh as algorithms read it: convex polygons in tiles, their neighbors, and grids to find them by."""
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t
from navpy.base.core cimport PolyRef
from navpy.base.geom cimport surface_pivot, surface_triangle
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.path_index cimport PathIndex

cdef enum:
    DEFAULT_FLAGS = 1               # of a polygon
    NO_TILE = -1

cdef struct Poly:
    int32_t first                   # its corners are corners[first … first+count−1]; edge i runs from corner i to corner i+1
    int32_t count                   # corners, ≥ 3; 0: a free place, no polygon
    int32_t component               # connected component of its tile; `island_of` gives the island
    uint16_t area                   # area id
    uint16_t flags                  # the user's, which filters include or exclude; 0: not walkable
    int32_t tile                    # index of its tile, NO_TILE of a free place
    int32_t detail_first            # triangles of its surface are detail_triangles[3*detail_first …]
    int32_t detail_count            # how many; 0: the surface is the fan of geom.pxd
    int32_t first_link              # first link that leaves it, −1: none

cdef struct PolyBounds:             # parallel to polys: bounds, and buckets of detail triangles
    float min_x, min_y, min_z       # meters: of its outline and its surface, widened by more than rounding or stitching moves a
    float max_x, max_y, max_z       # vertex by
    int32_t buckets                 # detail_index[buckets + column + row*columns] and the entry after it are the begin and end of a
    uint16_t columns, rows          # bucket's triangles in detail_index; 0 columns: too few triangles for buckets

cdef struct Tile:                   # polygons that are added and removed together; a mesh without tiles has one
    int32_t x                       # tile coordinates: it covers origin + tile_size * (x … x+1, z … z+1)
    int32_t z
    int32_t live                    # 0: a free place, no tile
    int32_t next                    # next tile of the same bucket of `tile_buckets`, −1: none
    uint64_t version                # of the mesh when it was added, or taken away
    int32_t first_poly              # its polygons are polys[first_poly … first_poly+poly_count−1]
    int32_t poly_count
    int32_t first_cell              # uniform grid over the ground plane: polygons of cell x + z*grid_width are cell_polys[
    int32_t grid_width              # cell_first[first_cell+cell] … cell_first[first_cell+cell+1]−1]
    int32_t grid_depth
    double grid_cell                # meters
    double grid_min_x, grid_min_z   # meters

cdef enum LinkOrigin:
    BY_HAND = 0
    OF_TILE = 1                     # added and removed with the tile that it begins on
    BACK_OF_TILE = 2                # the way back of such a link

cdef struct OffMeshLink:            # one direction of an off-mesh link; a two-way link is two of these
    double start[3]                 # meters
    double end[3]                   # meters
    double radius                   # meters that an end may be off the surface
    double width                    # meters across the way at both ends, 0: a point
    PolyRef start_poly              # polygon that it leaves, NO_POLY where there is none within the radius
    PolyRef end_poly                # polygon that it leads to, NO_POLY likewise
    double leave[2][3]              # meters, on start_poly: left and right end of the start, seen along the link
    double land[2][3]               # meters, on end_poly: the places straight ahead of these
    int32_t next                    # next link that leaves start_poly, −1: none
    int32_t area                    # area id
    int32_t kind                    # the user's
    int32_t id                      # the user's; both directions of one link have the same
    int32_t of_tile                 # LinkOrigin
    int32_t flags                   # a filter with include_flags must include one of these; 0: any filter takes it

cdef struct MeshView:               # borrowed by algorithms; valid until its NavMesh changes
    const double* vertices          # meters, 3 a vertex: corners of polygons and what only their surfaces use
    const Poly* polys
    const int32_t* corners          # vertex indices, counter-clockwise seen from above (normal up)
    const PolyRef* neighbors        # parallel to corners: polygon across edge i, NO_POLY at a wall
    const int32_t* twins            # parallel to corners: index of the same edge in the neighbor, −1 at a wall
    const double* centers           # meters, 3 a polygon: mean of its corners
    const int32_t* detail_triangles     # vertex indices, 3 a triangle, counter-clockwise seen from above
    const PolyBounds* bounds
    const int32_t* detail_index     # buckets of detail triangles, see PolyBounds; ascending in each
    const OffMeshLink* links
    const PortalGraph* graph        # packed for searches without a filter; NULL before it is part of a NavMesh
    const PathIndex* path_index     # NULL: none, or the mesh has changed since it was built
    const int32_t* islands          # by component: label of its island, 0 … island_count−1
    const double* area_costs        # AREA_COUNT factors on the length of a way, ≥ 0
    const int32_t* regions          # by polygon: the mesh that it was merged from; NULL: not a merged mesh
    const double* enter_costs       # by polygon, meters: cost of entering it from another region
    uint64_t exit_only_areas        # bit i: area i may be left but not entered
    uint64_t version                # counts changes of the navmesh
    uint64_t rules_version          # version at which links, costs or exit-only areas changed last
    int32_t vertex_count
    int32_t poly_count              # free places included
    int32_t corner_count
    int32_t island_count
    int32_t link_count
    const Tile* tiles
    const int32_t* tile_buckets     # first tile of each bucket, −1: none; see `tile_at`
    const int32_t* cell_first       # see Tile
    const PolyRef* cell_polys
    int32_t tile_count              # free places included
    int32_t bucket_count            # a power of two
    double tile_size                # meters; 0: the mesh is one tile without bounds
    double origin_x, origin_z       # meters, where tile (0, 0) begins
    double climb                    # meters: a floor this far above the feet is still the floor one stands on
    double agent_radius             # meters, as baked; 0 where unknown
    double agent_height             # meters, as baked; 0 where unknown


cdef inline int32_t island_of(const MeshView* mesh, PolyRef poly) noexcept nogil:
    """Label of the polygon's island. Links join islands, one-way links too."""
    return mesh.islands[mesh.polys[poly].component]


cdef inline int32_t bucket_of(int32_t x, int32_t z, int32_t bucket_count) noexcept nogil:
    return <int32_t>((<uint32_t>x * 0x9E3779B1U ^ <uint32_t>z * 0x85EBCA77U) >> 7 & <uint32_t>(bucket_count - 1))


cdef inline int32_t tile_at(const MeshView* mesh, int32_t x, int32_t z) noexcept nogil:
    """Index of the tile at these tile coordinates, −1 where there is none."""
    cdef int32_t tile = mesh.tile_buckets[bucket_of(x, z, mesh.bucket_count)] if mesh.bucket_count > 0 else -1
    while tile >= 0 and (mesh.tiles[tile].x != x or mesh.tiles[tile].z != z):
        tile = mesh.tiles[tile].next
    return tile


cdef inline int32_t tile_coordinate(double value, double origin, double size) noexcept nogil:
    """Column or row of a tile, clamped to int32."""
    cdef double place = (value - origin) / size
    cdef int32_t whole
    if not -2147483646.0 < place < 2147483646.0:
        return -0x7ffffffe if place < 0.0 else 0x7ffffffe
    whole = <int32_t>place
    return whole - (place < whole)


cdef inline bint still_there(const MeshView* mesh, PolyRef poly, uint64_t version) noexcept nogil:
    """Is the polygon that had this index at that version still there?"""
    return 0 <= poly < mesh.poly_count and mesh.polys[poly].count > 0 and mesh.tiles[mesh.polys[poly].tile].version <= version


cdef inline int32_t surface_size(const MeshView* mesh, PolyRef poly) noexcept nogil:
    """Triangles of the polygon's surface."""
    cdef const Poly* p = &mesh.polys[poly]
    return p.detail_count if p.detail_count > 0 else p.count - 2 if p.count > 0 else 0


cdef inline int32_t fan_pivot(const MeshView* mesh, PolyRef poly) noexcept nogil:
    """The pivot that `surface_at` takes, see geom.pxd."""
    cdef const Poly* p = &mesh.polys[poly]
    return surface_pivot(mesh.vertices, mesh.corners + p.first, p.count) if p.detail_count == 0 and p.count > 2 else 0


cdef inline void surface_at(const MeshView* mesh, PolyRef poly, int32_t pivot, int32_t i, int32_t* triangle) noexcept nogil:
    """Vertices of triangle i = 0 … surface_size−1 of the polygon's surface, counter-clockwise seen from above."""
    cdef const Poly* p = &mesh.polys[poly]
    cdef int32_t k
    if p.detail_count > 0:
        for k in range(3):
            triangle[k] = mesh.detail_triangles[3 * <size_t>(p.detail_first + i) + k]
        return
    surface_triangle(i + 1, pivot, p.count, triangle)
    for k in range(3):
        triangle[k] = mesh.corners[p.first + triangle[k]]


cdef inline void surface_corners(const MeshView* mesh, PolyRef poly, int32_t pivot, int32_t i, const double** corners) noexcept nogil:
    """Likewise, the places of the three vertices."""
    cdef int32_t triangle[3]
    cdef int32_t k
    surface_at(mesh, poly, pivot, i, triangle)
    for k in range(3):
        corners[k] = mesh.vertices + 3 * <size_t>triangle[k]
