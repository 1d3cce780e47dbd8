"""Packs a navmesh for searches, and keeps the packed form up to date: tiles that have changed, and those around them."""
from libc.stdint cimport int32_t
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.base.parallel cimport Share
from navpy.mesh.half_edges cimport PortalGraph, FilterRules

cdef int start_rules(FilterRules* rules) except -1 nogil          # all of the mesh, at its own costs
cdef int forget_packed(PortalGraph* graph) except -1 nogil  # other rules: all is packed anew by the next update
cdef void forget_tile(PortalGraph* graph, int32_t tile) noexcept nogil   # other rules on it alone: it, and what is around it, likewise
# FilterRules may be NULL: none. Takes time in proportion to what has changed, and to the numbers of tiles and links.
cdef int update_portal_graph(const MeshView* mesh, const FilterRules* rules, PortalGraph* graph) except -1 nogil
cdef int share_update(const MeshView* mesh, const FilterRules* rules, PortalGraph* graph, Share share, void* how) except -1 nogil  # likewise


cdef inline bint may_change(const MeshView* mesh, int32_t area, int32_t next) noexcept nogil:
    """May one go from an area to the next? Not into a soft one from another one."""
    return not mesh.exit_only_areas >> next & 1 or area == next


cdef inline bint may_enter(const MeshView* mesh, PolyRef poly, PolyRef next) noexcept nogil:
    """May one step from a polygon to its neighbor, by their areas?"""
    return may_change(mesh, mesh.polys[poly].area, mesh.polys[next].area)


cdef inline bint may_take(const MeshView* mesh, const OffMeshLink* link) noexcept nogil:
    """May one take a link that is attached at both ends, by the areas?"""
    return may_change(mesh, mesh.polys[link.start_poly].area, link.area) and may_enter(mesh, link.start_poly, link.end_poly)
