"""The rules of a NavFilter on one map: its places in world space as rules of the map's polygons."""
from libc.stdint cimport uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.godot.world.nav_filter_data cimport NavFilter
from navpy.mesh.half_edges cimport FilterRules
from navpy.mesh.mesh_view cimport MeshView

cdef cppclass MapRules:
    NavFilter* filter
    FilterRules rules
    uint64_t filter_version         # of the filter when the rules were made
    uint64_t known_version          # likewise
    size_t known_count              # places of filter.known that the rules follow
    const MeshView* mesh            # whose polygons the rules are of
    uint64_t mesh_version
    uint64_t mesh_rules_version

cdef bint is_current(const MapRules* own, const MeshView* mesh) noexcept nogil
# included, excluded: flags of polygons that stand for the filter's layers on this map.
cdef int update_map_rules(MapRules* own, const MeshView* mesh, uint32_t included, uint32_t excluded) except -1 nogil
