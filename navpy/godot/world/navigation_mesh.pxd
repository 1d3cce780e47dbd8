"""Conversion of a NavMesh to Godot's NavigationMesh and back."""
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.mesh.mesh_view cimport MeshView

cdef void* navigation_mesh_of(const MeshView* view) except NULL nogil           # a new NavigationMesh, without a reference yet
cdef object navmesh_of(void* navigation_mesh, const GdTransform3D* frame=*)     # (NavMesh, a warning or ""); ValueError
