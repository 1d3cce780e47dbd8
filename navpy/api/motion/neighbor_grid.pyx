"""The class PointGrid: points near a point."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport LARGEST, read_number, read_positive, read_rows, read_vec2, read_whole
from navpy.base.neighbor_grid cimport NeighborGrid, NeighborMemory, build_grid, find_nearest, find_within, neighbor_index
from navpy.api.motion.arrays cimport numbers_of
from navpy.base.vec2 cimport Vec2


cdef class PointGrid:
    """PointGrid(points, cell)

    Points of the plan in a uniform grid.

    Parameters
    ----------
    points : array_like, shape (n, 2)
        Meters.
    cell : float
        Meters, above 0: the size of a cell.

    Raises
    ------
    ValueError
        Another shape, a coordinate that is not finite, or a cell that is not above 0.
    """
    cdef NeighborGrid grid
    cdef NeighborMemory memory

    def __cinit__(self, points, cell):
        self.memory.guess = INFINITY
        rows = read_rows("points", points, -1, 2)
        build_grid(&self.grid, numbers_of(rows.reshape(-1)), <int32_t>len(rows), read_positive("cell", cell))

    def within(self, point, radius):
        """Find the points within a radius.

        Parameters
        ----------
        point : (float, float)
            Meters.
        radius : float
            Meters, 0 or more.

        Returns
        -------
        indices : list of int
            Ascending.

        Raises
        ------
        ValueError
            A number is not finite or out of its range.
        """
        cdef vector[int32_t] found
        cdef Vec2 at = read_vec2("point", point)
        find_within(&self.grid, at.x, at.y, read_number("radius", radius, 0.0, LARGEST), &found)
        return sorted(found)

    def nearest(self, point, radius, max_count, excluded=-1):
        """Find the nearest points within a radius.

        Parameters
        ----------
        point : (float, float)
            Meters.
        radius : float
            Meters, 0 or more.
        max_count : int
            How many points at most, 0 or more.
        excluded : int
            Index of a point that does not count, −1: none.

        Returns
        -------
        indices : list of int
            The nearest first.

        Raises
        ------
        ValueError
            A number is not finite or out of its range.
        """
        cdef Vec2 at = read_vec2("point", point)
        cdef double reach = read_number("radius", radius, 0.0, LARGEST)
        cdef int32_t i, count = read_whole("max_count", max_count, 0, 0x7fffffff), \
            skipped = read_whole("excluded", excluded, -1, 0x7fffffff)
        return [neighbor_index(self.memory.found[i])
                for i in range(find_nearest(&self.grid, at.x, at.y, reach, count, skipped, &self.memory))]
