"""Neighbors of a point: a uniform grid over points of the plan. The rows of cells are laid end to end round a ring, whose size follows
the number of points and not the area that they cover. Cells that are far apart may share a place on the ring; distances tell their
points apart."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

# bits of its squared distance as a float, then its index: integers in the order of distance, then index
ctypedef uint64_t Neighbor

cdef cppclass NeighborGrid:
    double cell, per_meter          # meters along x and y, and the inverse
    int32_t size, stride            # cells of the ring, a power of 2, and cells from one row to the next
    vector[int32_t] first           # size + 1 places: the points of cell i are order[first[i]] … order[first[i + 1] − 1]
    vector[int32_t] order           # indices of the points by cell, ascending in each
    vector[double] x, y             # meters, parallel to order
    vector[int32_t] cells           # scratch: the cell of each point

cdef cppclass NeighborMemory:       # one for each thread
    vector[Neighbor] found
    vector[Neighbor] ranked         # scratch
    double guess                    # m²: squared distance of the last neighbor of the query before; it only saves time

# positions: 2 coordinates a point, all finite. A cell of about the distance between neighbors is fastest.
cdef int build_grid(NeighborGrid* grid, const double* positions, int32_t count, double cell) except -1 nogil
# A cell size in meters for queries within a radius.
cdef double cell_for(const double* positions, int32_t count, double radius) noexcept nogil
# All points within a radius, one at (x, y) included, in an order that depends on the points only.
cdef int find_within(const NeighborGrid* grid, double x, double y, double radius, vector[int32_t]* out) except -1 nogil
# The nearest points within a radius, at most max_count of them, without the point of index ``excluded``; in the order of their squared
# distances rounded to floats, then of their indices. Returns how many there are; they are the first in memory.found.
cdef int32_t find_nearest(const NeighborGrid* grid, double x, double y, double radius, int32_t max_count, int32_t excluded,
                          NeighborMemory* memory) except -1 nogil
# The same for the points at these places of grid.order, at any distance.
cdef int32_t nearest_of(const NeighborGrid* grid, double x, double y, const int32_t* places, int32_t count, int32_t max_count,
                        NeighborMemory* memory) except -1 nogil


cdef inline int32_t neighbor_index(Neighbor neighbor) noexcept nogil:
    return <int32_t>(neighbor & 0xffffffffU)
