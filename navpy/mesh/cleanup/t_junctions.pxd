"""Edges of a mesh that run along each other without being shared, so that nothing leads across them."""
from libc.stdint cimport int32_t
from navpy.mesh.mesh_view cimport MeshView

cdef struct Border:                     # an edge with nothing on its other side
    int32_t poly
    int32_t a, b                        # vertices, in the polygon's order

cdef struct Junctions:
    int32_t count                       # edges that lie along one of another polygon and don't share both vertices with it
    Border one, other                   # the first pair

cdef int find_junctions(const MeshView* mesh, const int32_t* neighbors, double weld_distance, Junctions* out) except -1 nogil
