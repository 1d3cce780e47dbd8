"""Attaches off-mesh links to the polygons that they leave and land on."""
from libc.stdint cimport int32_t
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink as LinkData
from navpy.mesh.tiles.mesh_data cimport MeshData

cdef int attach_links(MeshData* mesh) except -1 nogil           # all links; finds the islands, too
cdef void reattach_links(MeshData* mesh, int32_t x, int32_t z) noexcept nogil      # those near a tile that has changed
cdef enum Fit:
    FIT_OFF = 0                     # an end has no polygon, or its polygon lies rather aside than ahead or behind
    FIT_NEAR = 1
    FIT_ON = 2                        # both ends are over or under their polygons

cdef Fit attach_link(const MeshView* mesh, LinkData* link, double* low, double* high) noexcept nogil
cdef void chain_links(MeshData* mesh) noexcept nogil            # each polygon's links in the order of mesh.links
# before a link is removed, as chain_links does not see it then
cdef void forget_chain(MeshData* mesh, const LinkData* link) noexcept nogil
cdef bint is_near(const MeshView* mesh, int32_t x, int32_t z, const double* point, double radius) noexcept nogil
