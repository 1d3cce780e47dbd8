"""MeshOwner: the part of NavMesh that holds the mesh and tells what is in it."""
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.tiles.mesh_data cimport MeshData

cdef class MeshOwner:
    cdef MeshView view              # stays at its place while the mesh changes; the arrays that it points to do not
    cdef MeshData data
