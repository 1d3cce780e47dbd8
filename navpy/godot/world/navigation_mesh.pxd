"""NavMesh to Godot's NavigationMesh and back."""
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.mesh.mesh_view cimport MeshView

cdef void* navigation_mesh_of(const MeshView* view) except NULL nogil     # a NavigationMesh nobody holds yet
cdef object navmesh_of(void* navigation_mesh, const GdTransform3D* frame=*)     # (NavMesh, what the user should know); ValueError
