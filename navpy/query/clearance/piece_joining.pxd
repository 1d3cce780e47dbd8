"""Joins convex pieces of a mesh's polygons to a mesh of their own: corners at one place become one vertex, edges are split where
corners of other pieces lie on them, and twins are found."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.clearance.zone_cutting cimport Piece

cdef struct DraftCorner:
    double x, y                     # meters, in the plan
    int32_t edge                    # as PieceCorner.edge
    int32_t vertex                  # before vertices are united

cdef struct DraftPiece:
    int32_t first, count            # its corners
    PolyRef poly                    # polygon of the mesh that it is a piece of
    bint way_out

cdef struct EdgeStop:                   # a corner of a piece on an edge of the mesh
    double t                        # meters from the edge's beginning
    int32_t vertex

cdef cppclass Draft:                # pieces in the order of their polygons
    vector[DraftCorner] corners
    vector[DraftPiece] pieces
    vector[int32_t] first_piece     # by polygon of the mesh, and one more
    vector[int32_t] first_vertex    # likewise
    vector[double] places           # x, y by vertex
    vector[int32_t] parent          # by vertex: union-find of those at one place
    vector[EdgeStop] stops              # of an edge of the mesh with a twin: stops[first_stop[edge] … last_stop[edge]−1]
    vector[int32_t] first_stop, last_stop

cdef cppclass JoinedPieces:         # the mesh of pieces
    vector[double] places           # x, y by vertex
    vector[int32_t] first           # by piece, and one more: its corners
    vector[PolyRef] polys           # by piece: polygon of the mesh
    vector[uint8_t] ways_out        # by piece
    vector[int32_t] corners         # vertices
    vector[int32_t] edges           # parallel: edge of the mesh that the edge lies on, −1: none
    vector[int32_t] owners          # parallel: piece
    vector[int32_t] twins           # parallel: −1 without

cdef int add_pieces(Draft* draft, PolyRef poly, const vector[Piece]* pieces) except -1 nogil    # polygons in ascending order
cdef int join_pieces(const PortalGraph* graph, Draft* draft, JoinedPieces* out) except -1 nogil
