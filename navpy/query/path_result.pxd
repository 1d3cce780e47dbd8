"""PathResult: one search's answer as Python sees it."""
from libcpp.memory cimport shared_ptr
from navpy.navmesh cimport NavMesh
from navpy.portals cimport PortalGraph
from navpy.query.path cimport PathBuffer, PathOptions, PathSearch
from navpy.query_filter cimport QueryFilter

cdef class PathResult:
    cdef PathBuffer data

cdef class Workspace:               # a PathSearch that is lent to one call at a time
    cdef PathSearch search

# What searches with a filter, or None, read of a mesh. ``held`` must live as long as it is read.
cdef const PortalGraph* graph_for(NavMesh mesh, QueryFilter filter, shared_ptr[PortalGraph]* held) except NULL
cdef Workspace borrow(NavMesh mesh)                         # one of the mesh's; give it back to mesh.workspaces
cdef int read_options(PathOptions* options, bint allow_partial, dict given) except -1
