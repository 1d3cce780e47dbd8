"""The packed graph that a search from Python reads, header-only."""
from libcpp.memory cimport shared_ptr
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport PortalGraph
from navpy.navmesh.query_filter cimport QueryFilter


cdef inline const PortalGraph* packed_graph(NavMesh mesh, QueryFilter filter, shared_ptr[PortalGraph]* held) except NULL:
    """Of the mesh under the rules of a filter, or None; valid for as long as it is held and the mesh does not change. ValueError:
    the filter is of another mesh."""
    return mesh.graph_for(filter, held)
