"""The ground that a flood has read, kept to find its changes: whatever has changed it, tiles, links or rules."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.half_edges cimport Face, HalfEdge
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.nav_view cimport NavView

cdef cppclass FloodedGround:
    vector[Face] faces
    vector[HalfEdge] half_edges
    vector[int32_t] first_links     # by polygon; empty: there are no links
    vector[OffMeshLink] links
    vector[double] link_factors, link_costs     # see PortalGraph
    double rounding                 # meters, see PortalGraph

cdef int note_ground(NavView nav, FloodedGround* out) except -1 nogil
# ``changed`` gets a byte for each polygon of either: not 0 where a flood that enters it finds something else. False: the graph's
# rounding differs.
cdef bint find_changes(NavView nav, const FloodedGround* before, vector[uint8_t]* changed) except -1 nogil
cdef size_t ground_bytes(const FloodedGround* ground) noexcept nogil
