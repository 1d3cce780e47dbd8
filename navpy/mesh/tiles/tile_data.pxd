"""The polygons of one tile, checked and linked to each other."""
from libc.stdint cimport int8_t, int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, Poly
from navpy.mesh.topology cimport Fault

cdef enum:
    SIDE_NONE = -1                  # of an edge within the tile
    SIDE_COUNT = 4                  # 0 −x, 1 +z, 2 +x, 3 −z; opposite is (side + 2) % 4

cdef cppclass TileData:             # indices all count from the tile's own first
    int32_t x, z                    # tile coordinates
    int32_t component_count         # connected components of its polygons
    vector[double] vertices         # meters, 3 a vertex; in any order
    vector[Poly] polys
    vector[int32_t] corners
    vector[PolyRef] neighbors       # parallel to corners, within the tile
    vector[int32_t] twins           # parallel to corners, within the tile
    vector[int8_t] portals          # parallel to corners: side that the edge leads across, SIDE_NONE
    vector[int32_t] detail          # 3 vertices a triangle

cdef void borrow_tile(TileData* tile, MeshView* view) noexcept nogil
cdef bint finish_tile(TileData* tile, bint flip, Fault* fault) except -1 nogil      # check and derive; false: a fault
cdef int find_components(TileData* tile, vector[int32_t]* parent) except -1 nogil     # parent: scratch
