"""Monotone partitioning: pieces that every row of columns crosses in one run."""
from libc.stdint cimport int32_t
from navpy.baking.regions.floor_graph cimport FloorGraph

cdef struct Run:                    # floors of one row, each the next one's neighbour
    int32_t before                  # the only region of the row before that it touches, or NO_REGION or SEVERAL_REGIONS

cdef int32_t partition_monotone(FloorGraph* graph) except -1 nogil
