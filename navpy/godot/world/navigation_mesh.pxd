"""Conversion of a NavMesh to Godot's NavigationMesh, in the plane to its NavigationPolygon, and back."""
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.mesh.mesh_view cimport MeshView, Tile

# A new mesh, without a reference yet. tile: of the mesh, NULL: all of it.
cdef void* navigation_mesh_of(const MeshView* view, const Tile* tile, bint plane) except NULL nogil
# (NavMesh, CleanedPolygons); ValueError
cdef object navmesh_of(void* navigation_mesh, bint plane, const GdTransform3D* frame=*, bint leave_out_faulty=*)
