"""The ground that a flood has read, and its differences now. Dead ends are not compared: a flood goes into all of them."""
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcmp
from libcpp.vector cimport vector

from navpy.mesh.half_edges cimport SPIRAL, Face, HalfEdge
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.nav_view cimport NavView


cdef int note_ground(NavView nav, FloodedGround* out) except -1 nogil:
    cdef int32_t i
    out.faces.assign(nav.graph.faces.begin(), nav.graph.faces.end())
    out.half_edges.assign(nav.graph.half_edges.begin(), nav.graph.half_edges.end())
    out.rounding = nav.graph.rounding
    out.links.clear()
    out.links.insert(out.links.end(), nav.mesh.links, nav.mesh.links + nav.mesh.link_count)
    out.link_factors.assign(nav.graph.link_factors.begin(), nav.graph.link_factors.end())
    out.link_costs.assign(nav.graph.link_costs.begin(), nav.graph.link_costs.end())
    out.first_links.clear()
    for i in range(nav.mesh.poly_count if nav.mesh.link_count > 0 else 0):
        out.first_links.push_back(nav.mesh.polys[i].first_link)
    return 0


cdef size_t ground_bytes(const FloodedGround* ground) noexcept nogil:
    return ground.faces.capacity() * sizeof(Face) + ground.half_edges.capacity() * sizeof(
        HalfEdge) + ground.first_links.capacity() * sizeof(int32_t) \
        + ground.links.capacity() * sizeof(OffMeshLink) + (ground.link_factors.capacity()
                                                           + ground.link_costs.capacity()) * sizeof(double)


cdef inline bint is_same_edge(const HalfEdge* a, const HalfEdge* b) noexcept nogil:
    return a.x == b.x and a.y == b.y and a.neighbor == b.neighbor and a.twin == b.twin and a.umbrella == b.umbrella \
        and (a.flags ^ b.flags) & SPIRAL == 0


cdef bint has_same_links(NavView nav, const FloodedGround* before, int32_t poly) noexcept nogil:
    cdef int32_t now = nav.mesh.polys[poly].first_link if nav.mesh.link_count > 0 else -1
    cdef int32_t then = -1
    if not before.first_links.empty():
        then = before.first_links[poly]
    while now == then and now >= 0:
        if memcmp(&nav.mesh.links[now], &before.links[now], sizeof(OffMeshLink)) != 0 \
                or nav.graph.link_factors[now] != before.link_factors[now] or nav.graph.link_costs[now] != before.link_costs[now]:
            return False
        now, then = nav.mesh.links[now].next, before.links[then].next
    return now == then


cdef bint find_changes(NavView nav, const FloodedGround* before, vector[uint8_t]* changed) except -1 nogil:
    cdef const Face* now
    cdef const Face* then
    cdef int32_t poly, i
    cdef size_t count = min(nav.graph.faces.size(), before.faces.size())
    changed.clear()
    changed.resize(max(nav.graph.faces.size(), before.faces.size()), True)
    for poly in range(<int32_t>count):
        now = nav.graph.faces.data() + poly
        then = before.faces.data() + poly
        changed[0][poly] = now.first != then.first or now.count != then.count
        i = now.first
        while not changed[0][poly] and i < now.first + now.count:
            changed[0][poly] = not is_same_edge(&nav.graph.half_edges[i], &before.half_edges[i])
            i += 1
        if not changed[0][poly]:
            changed[0][poly] = not has_same_links(nav, before, poly)
    return nav.graph.rounding == before.rounding
