"""Numbers that outlast a navmesh in memory: those that tiles, polygons and half-edges would have in a mesh that was just read from
its file, where tiles lie by z, then x; and of links their ids, or their order. And a hash that tells whether two navmeshes are the
same."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.mesh_view cimport NO_TILE, MeshView

cdef enum:
    FIRST_LINK = 0x40000000         # link ids from here on are of nodes, which have others each time that their scene is loaded

cdef cppclass LastingNumbers:       # of a mesh at one version
    vector[int32_t] numbers         # by tile: its number, NO_TILE of a free place
    vector[int32_t] tiles           # by number: the tile
    vector[int32_t] first_polys     # by number: the number of the tile's first polygon

cdef struct LastingEdge:
    int32_t poly                    # number of the polygon that it belongs to, NO_POLY: it is gone
    int32_t corner                  # of that polygon, from its first one

cdef int number_tiles(const MeshView* mesh, LastingNumbers* out) except -1 nogil
cdef PolyRef numbered_poly(const MeshView* mesh, const LastingNumbers* by, int32_t number) noexcept nogil     # NO_POLY: there is none
cdef LastingEdge number_of_edge(const MeshView* mesh, const LastingNumbers* by, int32_t edge) noexcept nogil
# −1: there is none
cdef int32_t numbered_edge(const MeshView* mesh, const LastingNumbers* by, const LastingEdge* edge) noexcept nogil
# The id of a link, but FIRST_LINK plus the place among the mesh's links of one whose id is of a node.
cdef int32_t number_of_link(const MeshView* mesh, int32_t id) noexcept nogil
cdef int32_t numbered_link(const MeshView* mesh, int32_t number) noexcept nogil     # the number itself where there is no such link
# Equal for two navmeshes that are the same but for the order in which their tiles were added; the path index does not count.
cdef uint64_t hash_mesh(const MeshView* mesh, const LastingNumbers* by) noexcept nogil


cdef inline int32_t number_of_tile(const LastingNumbers* by, int32_t tile) noexcept nogil:
    return by.numbers[tile] if 0 <= tile < <int32_t>by.numbers.size() else NO_TILE


cdef inline int32_t number_of_poly(const MeshView* mesh, const LastingNumbers* by, PolyRef poly) noexcept nogil:
    """NO_POLY for a polygon that is gone."""
    cdef int32_t tile
    if not 0 <= poly < mesh.poly_count or mesh.polys[poly].count == 0:
        return NO_POLY
    tile = mesh.polys[poly].tile
    return by.first_polys[by.numbers[tile]] + poly - mesh.tiles[tile].first_poly
