"""Regions: the walkable floors cut into simple patches along the ridges of the distance field."""
from libc.stdint cimport int32_t, uint8_t, uint16_t
from libcpp.vector cimport vector
from navpy.bake.compact cimport Floor

cdef struct FloorField:             # the compact heightfield as the region code borrows it
    const Floor* floors
    const uint8_t* areas
    const uint16_t* distances       # 2 an orthogonal step, 3 a diagonal one, from the nearest border
    const int32_t* first            # floors of column i are first[i] … first[i+1]−1
    const int32_t* columns          # column of every floor
    int32_t* regions                # the result: 0 where there is no region
    int32_t* steps                  # 2 a step away from where the floor's region was flooded
    int32_t floor_count
    int32_t column_count

cdef struct Claim:                  # a floor about to join a region
    int32_t floor
    int32_t region
    int32_t steps

cdef cppclass RegionGraph:          # one entry a region; 0 is the ground without region
    vector[int32_t] sizes           # floors; 0: dropped, or merged into another region
    vector[uint8_t] areas
    vector[int32_t] merged_into     # itself while it lives
    vector[vector[int32_t]] around  # regions met along its border in order, 0 a wall; ids may have been merged since
    vector[vector[int32_t]] stacked  # regions with a floor above or below one of its floors
