"""Stitching: portal edges of two tiles that overlap on the line between them become edges that the tiles share."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.tiles.mesh_data cimport MeshData

cdef enum:
    MAX_PORTALS = 2048              # of a tile on one side

cdef struct Portal:                     # a portal edge on the line
    PolyRef poly
    int32_t edge                        # counted from the tile's first corner
    int32_t vertices[2]                 # at its low and high end
    double ends[2]                      # meters along the line, ascending
    int32_t reversed                    # the edge runs from its high to its low end
    int32_t first_match                 # −1: none

cdef struct Candidate:                  # two portals that overlap
    double gap                          # meters between their heights
    double rest                         # meters of both, where they do not overlap
    int32_t portals[2]

cdef struct Match:                      # the overlap of two portals, an edge that both tiles share
    int32_t portals[2]
    int32_t next[2]                     # next match of the portal, −1: none
    int32_t slots[2]                    # its edge in either tile, an index of corners
    int32_t vertices[2]                 # at its low and high end, of either tile
    double ends[2]                      # meters along the line

cdef struct Slot:                       # a corner of a new outline, and the edge that begins there
    int32_t corner, own_corner, own_edge, twin, match
    PolyRef neighbor

cdef cppclass Seam:                     # the line between two tiles: working memory, reused from line to line
    int32_t tiles[2]
    int sides[2]                        # of each tile, towards the other one
    double tolerance                    # meters along the line
    vector[Portal] portals[2]
    vector[Match] matches
    vector[Candidate] candidates
    vector[Slot] slots

cdef int stitch(MeshData* mesh, Seam* seam, int32_t low, int32_t high, int side) except -1 nogil    # high on its side 1 or 2
cdef int unstitch(MeshData* mesh, Seam* seam, int32_t tile, int side) except -1 nogil       # then share_vertices
cdef PolyRef first_nonconvex(const MeshData* mesh, int32_t tile) noexcept nogil      # NO_POLY: none
cdef void share_vertices(MeshData* mesh, int32_t tile, int side, bint joined) noexcept nogil
