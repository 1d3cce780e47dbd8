"""A navmesh with all its ways the other way round. Links lead from where they land to where they began, and an edge open from one side
is open from the other. Umbrellas stay the same, as they join faces whose edges may be crossed both ways."""
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from navpy.base.core cimport NO_POLY
from navpy.mesh.half_edges cimport HalfEdge, is_one_way, is_open
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.nav_view cimport NavView


cdef void turn_link(const OffMeshLink* link, OffMeshLink* out) noexcept nogil:
    out[0] = link[0]
    memcpy(out.start, link.end, sizeof(link.end))
    memcpy(out.end, link.start, sizeof(link.start))
    out.start_poly, out.end_poly, out.next = link.end_poly, link.start_poly, -1
    memcpy(out.leave[0], link.land[1], sizeof(link.land[1]))        # left of the way back is right of the way there
    memcpy(out.leave[1], link.land[0], sizeof(link.land[0]))
    memcpy(out.land[0], link.leave[1], sizeof(link.leave[1]))
    memcpy(out.land[1], link.leave[0], sizeof(link.leave[0]))


cdef int reverse_links(NavView nav, ReversedNav* out) except -1 nogil:
    cdef int32_t i
    out.polys.assign(&nav.mesh.polys[0], &nav.mesh.polys[nav.mesh.poly_count])
    out.links.resize(nav.mesh.link_count)
    for i in range(nav.mesh.poly_count):
        out.polys[i].first_link = -1
    for i in range(nav.mesh.link_count - 1, -1, -1):
        turn_link(&nav.mesh.links[i], &out.links[i])
        if out.links[i].start_poly != NO_POLY:
            out.links[i].next = out.polys[out.links[i].start_poly].first_link
            out.polys[out.links[i].start_poly].first_link = i
    out.mesh = nav.mesh[0]
    out.mesh.polys, out.mesh.links = out.polys.data(), out.links.data()
    return 0


cdef bint has_one_way_edges(NavView nav) noexcept nogil:
    cdef size_t i
    for i in range(nav.graph.tiles.size()):
        if not nav.graph.tiles[i].symmetric:
            return True
    return False


cdef int reverse_edges(NavView nav, ReversedNav* out) except -1 nogil:
    cdef HalfEdge* half_edges
    cdef int32_t i
    out.graph = nav.graph[0]
    half_edges = out.graph.half_edges.data()
    for i in range(<int32_t>out.graph.half_edges.size()):
        if not is_open(nav.graph, i) and is_one_way(nav.graph, i):
            half_edges[i].neighbor = NO_POLY if nav.graph.half_edges[i].neighbor != NO_POLY else nav.mesh.neighbors[i]
    return 0


cdef int reverse(NavView nav, ReversedNav* out, NavView* back) except -1 nogil:
    back[0] = nav
    if nav.mesh.link_count > 0:
        reverse_links(nav, out)
        back.mesh = &out.mesh
    if has_one_way_edges(nav):
        reverse_edges(nav, out)
        back.graph = &out.graph
    return 0
