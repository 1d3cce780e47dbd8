"""A copy of a baker's navmesh for the engine's NavigationServer3D: a region for each tile, and the links that the bake has found."""
from navpy.godot.baker.baker cimport Baker
from navpy.mesh.mesh_view cimport MeshView

# view: of the baker's navmesh; NULL: there is nothing to show. Only tiles that have changed are made again.
cdef int update_server_copy(Baker* baker, const MeshView* view) except -1 nogil
