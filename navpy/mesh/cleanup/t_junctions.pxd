"""T-junctions: edges of a mesh that overlap in line without sharing both vertices, so that no path leads across them."""
from libc.stdint cimport int32_t
from navpy.mesh.mesh_view cimport MeshView

cdef struct BoundaryEdge:               # an edge without a neighbor
    int32_t poly
    int32_t a, b                        # vertices, in the polygon's order

cdef struct Junctions:
    int32_t count                       # edges that lie along one of another polygon and don't share both vertices with it
    BoundaryEdge one, other                   # the first pair

cdef int find_junctions(const MeshView* mesh, const int32_t* neighbors, double weld_distance, Junctions* out) except -1 nogil
