"""MeshOwner: the part of NavMesh that holds the mesh and tells what is in it."""
from libc.stdint cimport uint64_t

from navpy.base.guard cimport Guard
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.tiles.mesh_data cimport MeshData

cdef class MeshOwner:
    cdef Guard guard                # a change of the mesh keeps the GIL; what reads the mesh otherwise is inside
    cdef MeshView view              # stays at its place while the mesh changes; the arrays that it points to do not
    cdef MeshData data
    cdef dict lists                 # of polygons, vertices, …, by name, as they were listed
    cdef uint64_t listed_at         # version of the mesh then; 0: nothing was listed
    cdef object listed(self, str name, make)
