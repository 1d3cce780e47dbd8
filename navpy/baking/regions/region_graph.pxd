"""The graph of regions: which regions touch, and which lie above each other (Recast, rcRegion)."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.regions.floor_graph cimport FloorGraph

cdef cppclass RegionGraph:          # vectors have an entry for each region; region 0 is the floors without a region
    vector[int32_t] sizes           # number of floors; 0: removed, or merged into another region
    vector[uint8_t] areas           # area of its floors
    vector[uint8_t] connects_to_border  # true: the region goes on in a neighboring tile
    vector[int32_t] islands         # union-find parent: connected regions of any area
    vector[int32_t] merged_into     # union-find parent: the region itself until it is merged
    vector[vector[int32_t]] connections  # neighbors along its outline, in order, 0 for a wall; a neighbor may have been merged since
    vector[vector[int32_t]] stacked  # regions of its island with a floor above or below one of its floors, sorted

cdef int describe_regions(const FloorGraph* floors, int32_t region_count, RegionGraph* graph) except -1 nogil
cdef int drop_small_islands(RegionGraph* graph, int min_region_area) except -1 nogil
cdef int merge_small_regions(RegionGraph* graph, int merge_region_area) except -1 nogil
cdef int merge_layers(RegionGraph* graph) except -1 nogil
cdef int32_t compress_ids(const FloorGraph* floors, RegionGraph* graph) except -1 nogil
