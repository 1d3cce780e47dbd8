"""Monotone partitioning: regions that every row of columns crosses in one run."""
from libc.stdint cimport int32_t
from navpy.baking.regions.floor_graph cimport FloorGraph

cdef struct Run:                    # successive floors of one row, each a neighbor of the next (Recast's sweep span)
    int32_t before                  # region that the run touches in the row before; NO_REGION: none; SEVERAL_REGIONS

cdef int32_t partition_monotone(FloorGraph* graph) except -1 nogil
