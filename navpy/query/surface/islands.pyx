"""Polygons that paths from a polygon lead to."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector


from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.query.surface.raycast cimport is_walked


cdef int find_reached(NavView nav, PolyRef start, vector[PolyRef]* reached) except -1 nogil:
    """Breadth first over open edges and links. None from an unknown polygon."""
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
            next = nav.graph.half_edges[i].neighbor
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
