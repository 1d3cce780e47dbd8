"""The graph of floors that regions are made of: the floors that may be in a region, and the neighbors that may be in the same
region."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield, Floor

cdef enum FloorMark:
    MARK_LINKS = 15                 # bit 1 << direction: the neighbor there is in the core and of the same area
    MARK_OPEN = 16                  # walkable and in the core: may be in a region
    MARK_BELOW = 32                 # another floor lies below in the same column: the one before in the array
    MARK_ABOVE = 64                 # another floor lies above in the same column: the one after in the array
    MARK_STACKED = 96               # MARK_BELOW | MARK_ABOVE
    MARK_QUEUED = 128               # set and cleared by algorithms that run on the graph

cdef cppclass FloorGraph:           # borrows from the compact heightfield
    vector[uint8_t] marks           # FloorMark bits of every floor, 0 in the border
    const Floor* floors
    const uint8_t* areas
    const int32_t* first            # floors of column i are first[i] … first[i+1]−1
    int32_t* regions                # by floor: the result; 0 where there is no region
    int32_t floor_count
    int32_t begin, end              # range of the floors in the core's rows, with the floors in the border's columns
    int width, depth                # number of columns along x, z, with the border
    int border_vx                   # the core is border_vx ≤ x < width − border_vx, border_vx ≤ z < depth − border_vx

cdef int build_floor_graph(CompactHeightfield compact, FloorGraph* graph) except -1 nogil


cdef inline bint in_column(const FloorGraph* graph, int32_t floor, int32_t region) noexcept nogil:
    """Whether another floor of the floor's column is in the region."""
    cdef int32_t i = floor
    while graph.marks[i] & MARK_BELOW:
        i -= 1
        if graph.regions[i] == region:
            return True
    i = floor
    while graph.marks[i] & MARK_ABOVE:
        i += 1
        if graph.regions[i] == region:
            return True
    return False
