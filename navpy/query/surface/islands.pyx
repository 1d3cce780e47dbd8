"""Islands: which parts of a navmesh hang together, and what one can get to."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.algorithm cimport sort
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector

from array import array

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView, island_of
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport PortalGraph
from navpy.navmesh.packed cimport packed_graph
from navpy.query.surface.surface cimport find_start, is_walked
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.mesh.topology cimport poly_area2


cdef int find_reached(NavView nav, PolyRef start, vector[PolyRef]* reached) except -1 nogil:
    """Breadth first over edges that may be crossed and links that may be taken. None from an unknown polygon."""
    cdef vector[uint8_t] seen
    cdef size_t at = 0
    cdef PolyRef poly, next
    cdef int32_t i
    reached.clear()
    if not is_walked(nav.mesh, start):
        return 0
    seen.resize(nav.mesh.poly_count)
    seen[start] = 1
    reached.push_back(start)
    while at < reached.size():
        poly = reached[0][at]
        at += 1
        for i in range(nav.graph.faces[poly].first, nav.graph.faces[poly].first + nav.graph.faces[poly].count):
            next = nav.graph.half_edges[i].next
            if next != NO_POLY and not seen[next]:
                seen[next] = 1
                reached.push_back(next)
        i = nav.mesh.polys[poly].first_link
        while i >= 0:
            next = nav.mesh.links[i].end_poly
            if nav.graph.link_factors[i] >= 0.0 and not seen[next]:
                seen[next] = 1
                reached.push_back(next)
            i = nav.mesh.links[i].next
    return 0


# ---- Python ----

def island_areas(NavMesh mesh not None):
    """m² of each island, array("d"), by the labels of NavMesh.islands; in the ground plane, as NavMesh.area."""
    cdef PolyRef poly
    areas = array("d", bytes(8 * mesh.view.island_count))
    cdef double[::1] sums = areas
    for poly in range(mesh.view.poly_count):
        if mesh.view.polys[poly].count > 0:
            sums[island_of(&mesh.view, poly)] -= 0.5 * poly_area2(&mesh.view, &mesh.view.polys[poly])
    return areas


def reachable_polygons(NavMesh mesh not None, start, QueryFilter filter=None):
    """Polygons that ways from a point, (x, y, z) in metres, lead to, its own among them: array("i"), ascending; None where it
    has no floor (NavMesh.locate). Unlike an island that is a matter of direction: links that lead one way are taken that way
    alone, and soft areas are left but not entered. ValueError: not three finite numbers within 1e30 m."""
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph = packed_graph(mesh, filter, &held)
    cdef NearestPoly at
    cdef vector[PolyRef] reached
    if not find_start(mesh, graph, "start", start, &at):
        return None
    with nogil:
        find_reached(view_of(&mesh.view, graph), at.poly, &reached)
        sort(reached.begin(), reached.end())
    return array("i", reached)
