"""Watershed partitioning: patches around the peaks of the distance field that meet where it is lowest."""
from libc.stdint cimport int32_t, uint16_t
from navpy.baking.regions.floor_graph cimport FloorGraph

cdef struct Claim:                  # a floor about to join a region
    int32_t floor
    int32_t region
    int32_t steps                   # from where the region was flooded

cdef int32_t watershed(FloorGraph* graph, uint16_t* distances, int max_distance) except -1 nogil
