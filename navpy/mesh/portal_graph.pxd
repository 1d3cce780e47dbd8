"""Packs a navmesh into a PortalGraph, and keeps it up to date: only tiles that have changed, and those around them, are packed again."""
from libc.stdint cimport int32_t
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.base.parallel cimport Runner
from navpy.mesh.half_edges cimport PortalGraph, FilterRules

cdef int start_rules(FilterRules* rules) except -1 nogil        # all of the mesh, at its own costs
cdef int forget_packed(PortalGraph* graph) except -1 nogil  # after a change of rules: the next update packs everything
cdef void forget_tile(PortalGraph* graph, int32_t tile) noexcept nogil   # after a change of rules on one tile: the next update packs it and the tiles around it
# rules may be NULL: none. The time is proportional to the size of what has changed, and to the numbers of tiles and links.
cdef int update_portal_graph(const MeshView* mesh, const FilterRules* rules, PortalGraph* graph) except -1 nogil
cdef int share_update(const MeshView* mesh, const FilterRules* rules, PortalGraph* graph, const Runner* runner) except -1 nogil      # likewise, in parallel


cdef inline bint may_change(const MeshView* mesh, int32_t area, int32_t next) noexcept nogil:
    """May a path lead from an area to the next? Not into an exit-only area from another one."""
    return not mesh.exit_only_areas >> next & 1 or area == next


cdef inline bint may_enter(const MeshView* mesh, PolyRef poly, PolyRef next) noexcept nogil:
    """Do the areas let a path lead from a polygon to its neighbor?"""
    return may_change(mesh, mesh.polys[poly].area, mesh.polys[next].area)


cdef inline bint may_take(const MeshView* mesh, const OffMeshLink* link) noexcept nogil:
    """Do the areas let a path take a link that is attached at both ends?"""
    return may_change(mesh, mesh.polys[link.start_poly].area, link.area) and may_enter(mesh, link.start_poly, link.end_poly)
