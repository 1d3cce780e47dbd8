"""A copy of a baker's navmesh for the engine's NavigationServer3D, in the plane NavigationServer2D: a region for each tile, and links,
of the bake and of NavLink nodes."""
from navpy.godot.baker.baker cimport Baker
from navpy.mesh.mesh_view cimport MeshView

# Has the server's map count a change, and brings the copy up to date if there is to be one.
# view: of the baker's navmesh; NULL: there is nothing to show. Only tiles that have changed are made again.
# The links follow by update_server_links.
cdef int update_server_copy(Baker* baker, const MeshView* view) except -1 nogil
# Shows the links as they are now, if there is a copy.
cdef int update_server_links(Baker* baker, const MeshView* view) except -1 nogil
