"""The state of a NavFilter resource: rules for all maps, and places in world space."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector
from navpy.base.area cimport AREA_COUNT
from navpy.godot.binding.class_spec cimport Instance

cdef extern from *:
    """
    #define NAVPY_NO_END INT64_MAX
    """
    const int64_t NO_END "NAVPY_NO_END"         # the end of a block without an end

cdef struct KnownPlace:             # a ball whose polygons became known or unknown
    double center[3]                # meters, in world space
    double radius                   # meters
    bint known

cdef struct BlockedPlace:           # a ball whose polygons are closed, or cost more to enter
    double center[3]                # meters, in world space
    double radius                   # meters
    double penalty                  # meters; infinite: closed
    int64_t end                     # the physics frame in which the block ends, NO_END: never

cdef cppclass NavFilter(Instance):
    uint32_t navigation_layers
    uint32_t excluded_layers
    double area_costs[AREA_COUNT]   # of a meter; −1: excluded; NaN: the map's own
    uint64_t exit_only_areas        # bits
    uint8_t use_links
    vector[int32_t] link_kinds      # ascending; empty: all
    uint8_t knows_all
    double unknown_cost             # factor, at least 1; infinite: unknown ground may not be walked on
    double path_radius              # meters
    vector[KnownPlace] known        # in order: a later one counts where two overlap
    unordered_map[uint64_t, size_t] known_cells     # by hash of a cell: index in `known` of its last place
    size_t most_known               # length of `known` at which it is compacted
    uint64_t known_version          # counts changes of `known` that did not only append
    vector[BlockedPlace] blocks
    int64_t next_end                # the least end of the blocks
    uint64_t version                # counts changes of all the above
