"""Who is near: a uniform grid over points of the plan. Its rows are laid end to end, and on a ring whose size follows the number of
points, not the ground that they are spread over: places far apart may share a cell, distances tell their points apart."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

ctypedef uint64_t Neighbor          # the square of its distance as a float's bits, and its index: so their order is that of numbers

cdef cppclass NeighborGrid:
    double cell, per_metre          # metres along x and y, and its inverse
    int32_t size, stride            # cells of the ring, a power of 2, and from a row to the next
    vector[int32_t] first           # size + 1: the points of cell i are order[first[i]] … order[first[i + 1] − 1]
    vector[int32_t] order           # indices of the points by cell, ascending in each
    vector[double] x, y             # metres, parallel to order
    vector[int32_t] cells           # scratch: of each point

cdef cppclass NeighborMemory:       # one a thread
    vector[Neighbor] found
    vector[Neighbor] ranked         # scratch
    double guess                    # m²: about where the last neighbour will be, as it was for the point before; it only saves time

# 2 coordinates a point, all finite; a cell of about the distance between neighbours serves best.
cdef int build_grid(NeighborGrid* grid, const double* positions, int32_t count, double cell) except -1 nogil
# A cell for points that are looked for within a distance, metres.
cdef double cell_for(const double* positions, int32_t count, double radius) noexcept nogil
# All within a distance, the point itself included, in an order that depends on the points only.
cdef int find_within(const NeighborGrid* grid, double x, double y, double radius, vector[int32_t]* out) except -1 nogil
# The nearest within a distance, at most so many, without the one at index ``but``; nearest first, then by index, distances told apart
# as floats are. Returns how many; they are the first in memory.found.
cdef int32_t find_nearest(const NeighborGrid* grid, double x, double y, double radius, int32_t most, int32_t but,
                          NeighborMemory* memory) except -1 nogil
# Likewise, of the points at these places of grid.x.
cdef int32_t nearest_of(const NeighborGrid* grid, double x, double y, const int32_t* places, int32_t count, int32_t most,
                        NeighborMemory* memory) except -1 nogil


cdef inline int32_t neighbor_index(Neighbor neighbor) noexcept nogil:
    return <int32_t>(neighbor & 0xffffffffU)
