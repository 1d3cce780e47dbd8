"""Conversion of a NavMesh to Godot's NavigationMesh and back."""
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.mesh.mesh_view cimport MeshView, Tile

# A new NavigationMesh, without a reference yet. tile: of the mesh, NULL: all of it.
cdef void* navigation_mesh_of(const MeshView* view, const Tile* tile) except NULL nogil
cdef object navmesh_of(void* navigation_mesh, const GdTransform3D* frame=*, bint leave_out_faulty=*)   # (NavMesh, CleanedPolygons); ValueError
