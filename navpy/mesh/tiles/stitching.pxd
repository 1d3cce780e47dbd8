"""Stitching: along the line between two tiles, portal edges that lie on each other become edges that the tiles share."""
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
    double ends[2]                      # metres along the line, ascending
    int32_t reversed                    # the edge runs from its high to its low end
    int32_t first_match                 # −1: none

cdef struct Candidate:                  # two portals that may be the same stretch
    double gap                          # metres between their heights
    int32_t portals[2]

cdef struct Match:                      # a stretch that both tiles share
    int32_t portals[2]
    int32_t next[2]                     # next match of the portal, −1: none
    int32_t slots[2]                    # the edges that it has become, indices of corners
    int32_t vertices[2]                 # at its low and high end, of either tile
    double ends[2]                      # metres along the line

cdef struct Slot:                       # a corner, and the edge that begins there, of an outline in the making
    int32_t corner, own_corner, own_edge, twin, match
    PolyRef neighbor

cdef cppclass Seam:                     # the line between two tiles; may be used for another then
    int32_t tiles[2]
    int sides[2]                        # of each tile, where the other one is
    double tolerance                    # metres along the line
    vector[Portal] portals[2]
    vector[Match] matches
    vector[Candidate] candidates
    vector[Slot] slots

cdef int stitch(MeshData* mesh, Seam* seam, int32_t low, int32_t high, int side) except -1 nogil    # high on its side 1 or 2
cdef int unstitch(MeshData* mesh, Seam* seam, int32_t tile, int side) except -1 nogil       # then share_vertices
cdef PolyRef first_nonconvex(const MeshData* mesh, int32_t tile) noexcept nogil      # NO_POLY: none
cdef void share_vertices(MeshData* mesh, int32_t tile, int side, bint joined) noexcept nogil
