"""The packed graph of a mesh as Python sees it, for tests that compare graphs."""
from libc.stdint cimport int32_t
from libcpp.memory cimport shared_ptr

from navpy.base.core cimport PolyRef
from navpy.base.guard cimport Inside, read
from navpy.mesh.half_edges cimport Face, FilterRules, HalfEdge, PortalGraph
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.portal_graph cimport update_portal_graph
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter


cdef list list_half_edges(const PortalGraph* graph, const Face* face):
    cdef const HalfEdge* edge
    cdef int32_t i
    found = []
    for i in range(face.first, face.first + face.count):
        edge = &graph.half_edges[i]
        found.append((edge.x, edge.y, edge.neighbor, edge.twin, edge.umbrella, edge.flags))
    return found


def packed(NavMesh mesh not None, QueryFilter filter=None, bint afresh=False):
    """What searches read of a mesh.

    Parameters
    ----------
    mesh : NavMesh
    filter : QueryFilter, optional
    afresh : bool
        Pack the mesh anew instead of reading the graph that searches find.

    Returns
    -------
    dict
        ``polygons``, by index: (first half-edge, way out of a dead end, cost, penalty, half-edges), each half-edge (x, y, next, twin,
        umbrella, flags); ``links``: (cost a meter, cost, start, end) each; the other fields of PortalGraph by their names.
    """
    cdef shared_ptr[PortalGraph] held
    cdef const MeshView* view = &mesh.view
    cdef PortalGraph own
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef const FilterRules* rules = NULL
    cdef FilterRules copied
    cdef const Face* face
    cdef PolyRef poly
    cdef size_t i
    if filter is not None:
        copied = filter.rules               # other threads may change them meanwhile
        rules = &copied
    with nogil:
        if afresh:
            update_portal_graph(view, rules, &own)
        else:
            own = graph[0]
    polygons = {}
    for poly in range(view.poly_count):
        if view.polys[poly].count > 0:
            face = &own.faces[poly]
            polygons[poly] = (face.first, face.out, own.costs[poly], 0.0 if own.penalties.empty() else own.penalties[poly],
                              list_half_edges(&own, face))
    links = [(own.link_factors[i], own.link_costs[i], own.link_ends[i].start, own.link_ends[i].end)
             for i in range(own.link_factors.size())]
    return dict(polygons=polygons, links=links, version=own.version, rules_version=own.rules_version, rounding=own.rounding,
                least_cost=own.least_cost, ground_cost=own.ground_cost, least_ratio=own.least_ratio, uniform=bool(own.uniform),
                symmetric=bool(own.symmetric))
