"""Packs a navmesh into a PortalGraph, and keeps it up to date: only changed tiles, and the tiles around them, are packed again."""
from libc.stdint cimport int32_t, uint64_t
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.base.parallel cimport Runner
from navpy.mesh.half_edges cimport PortalGraph, FilterRules

cdef enum:
    TILES_PER_TASK = 16             # tiles that one task packs or reads

# Rules that allow all of the mesh, at the mesh's own costs.
cdef int start_rules(FilterRules* rules) except -1 nogil
# After a change of rules: the next update packs all tiles.
cdef int forget_packed(PortalGraph* graph) except -1 nogil
# After a change of rules on one tile: the next update packs that tile and the tiles around it.
cdef void forget_tile(PortalGraph* graph, int32_t tile) noexcept nogil
# Packs the changed tiles. ``rules`` may be NULL: none. The time is proportional to the size of the changed tiles, and to the numbers
# of all tiles and links.
cdef int update_portal_graph(const MeshView* mesh, const FilterRules* rules, PortalGraph* graph) except -1 nogil
# As update_portal_graph, in parallel on the runner's threads.
cdef int update_portal_graph_parallel(const MeshView* mesh, const FilterRules* rules, PortalGraph* graph,
                                      const Runner* runner) except -1 nogil


cdef inline uint64_t exit_only_areas(const MeshView* mesh, const FilterRules* rules) noexcept nogil:
    """Bits of the areas that may be left but not entered."""
    return mesh.exit_only_areas | (rules.exit_only_areas if rules != NULL else 0)


cdef inline bint may_change(uint64_t exit_only, int32_t area, int32_t next) noexcept nogil:
    """May a path lead from an area to the next? It may not lead into an exit-only area from another area."""
    return not exit_only >> next & 1 or area == next


cdef inline bint may_enter(const MeshView* mesh, uint64_t exit_only, PolyRef poly, PolyRef next) noexcept nogil:
    """Do the areas let a path lead from a polygon to its neighbor?"""
    return may_change(exit_only, mesh.polys[poly].area, mesh.polys[next].area)


cdef inline bint may_take(const MeshView* mesh, uint64_t exit_only, const OffMeshLink* link) noexcept nogil:
    """Do the areas let a path take a link that is attached at both ends?"""
    return may_change(exit_only, mesh.polys[link.start_poly].area, link.area) \
        and may_enter(mesh, exit_only, link.start_poly, link.end_poly)
