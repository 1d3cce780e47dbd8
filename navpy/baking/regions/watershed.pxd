"""Watershed partitioning: regions around the peaks of the distance field, which meet where the field is lowest."""
from libc.stdint cimport int32_t, uint16_t
from navpy.baking.regions.floor_graph cimport FloorGraph

cdef struct DirtyEntry:             # a floor that is about to join a region (Recast's name)
    int32_t floor
    int32_t region
    int32_t steps                   # steps from the floors that the region began with

cdef int32_t watershed(FloorGraph* graph, uint16_t* distances, int max_distance) except -1 nogil
