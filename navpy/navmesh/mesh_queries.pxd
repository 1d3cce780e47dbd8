"""MeshQueries: the part of NavMesh that answers questions about places."""
from libcpp.memory cimport shared_ptr
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.path_index cimport PathIndex
from navpy.navmesh.mesh_owner cimport MeshOwner
from navpy.navmesh.query_filter cimport QueryFilter

cdef class MeshQueries(MeshOwner):
    cdef PortalGraph graph
    cdef PathIndex path_index       # of an earlier version: none; see MeshView.path_index
    cdef const PortalGraph* graph_for(self, QueryFilter filter, shared_ptr[PortalGraph]* held) except NULL
