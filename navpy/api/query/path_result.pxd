"""PathResult: one search's answer as Python sees it."""
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.path cimport PathBuffer, PathOptions, PathSearch

cdef class PathResult:
    cdef PathBuffer data

cdef class Workspace:               # a PathSearch that is lent to one call at a time
    cdef PathSearch search

cdef Workspace borrow(NavMesh mesh)                         # one of the mesh's; give it back to mesh.workspaces
cdef int read_options(PathOptions* options, bint allow_partial, dict given, NavMesh mesh) except -1
