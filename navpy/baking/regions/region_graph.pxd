"""The graph of regions: who lies next to whom, who above whom; where small ones are dropped and merged."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.regions.floor_graph cimport FloorGraph

cdef cppclass RegionGraph:          # one entry a region; 0 is the ground without region
    vector[int32_t] sizes           # floors; 0: dropped, or merged into another region
    vector[uint8_t] areas
    vector[uint8_t] portals         # whether it goes on in a neighbouring tile
    vector[int32_t] islands         # parent in the forest of regions that are connected, of any area
    vector[int32_t] merged_into     # itself while it lives
    vector[vector[int32_t]] around  # regions met along its outline in order, 0 a wall; ids may have been merged since
    vector[vector[int32_t]] stacked  # regions with a floor above or below one of its floors, sorted

cdef int describe_regions(const FloorGraph* floors, int32_t region_count, RegionGraph* graph) except -1 nogil
cdef int drop_small_islands(RegionGraph* graph, int min_region_area) except -1 nogil
cdef int merge_small_regions(RegionGraph* graph, int merge_region_area) except -1 nogil
cdef int merge_layers(RegionGraph* graph) except -1 nogil
cdef int32_t compress_ids(const FloorGraph* floors, RegionGraph* graph) except -1 nogil
