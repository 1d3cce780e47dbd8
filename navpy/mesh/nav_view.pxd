"""NavView: what every query reads, a navmesh and the graph that a filter leaves of it."""
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport MeshView

cdef struct NavView:                # passed by value: two pointers travel in registers
    const MeshView* mesh
    const PortalGraph* graph        # of this mesh: its own, a filter's or a clearance map's


cdef inline NavView view_of(const MeshView* mesh, const PortalGraph* graph) noexcept nogil:
    """The view of a mesh through a graph."""
    cdef NavView nav
    nav.mesh, nav.graph = mesh, graph
    return nav
