"""Which triangles each part of a level needs, and a part's share of the level for those who bake it elsewhere."""
from array import array

from libc.math cimport floor
from libc.stdint cimport int32_t
from libcpp.algorithm cimport lower_bound, sort, unique
from libcpp.vector cimport vector

cdef double MARGIN = 1.0            # cells that a tile's window is taken to be wider, as coordinates are snapped to cell borders


cdef struct PartRange:              # parts from the first to the last, both included; empty where last < first
    int32_t first_x, last_x, first_z, last_z


cdef inline int32_t part_of(double column, double side, int32_t parts) noexcept nogil:
    """The part that a global column lies in, −1 before the first and `parts` behind the last."""
    cdef double part = floor(column / side)
    return -1 if part < 0 else parts if part >= parts else <int32_t>part


cdef PartRange parts_touched(TriangleBuckets self, const float[:, ::1] vertices, const int32_t* corner) noexcept nogil:
    cdef double rim = self.border_vx + MARGIN
    cdef double low[2]
    cdef double high[2]
    cdef double value
    cdef PartRange touched
    cdef int i, axis
    for axis in range(2):
        low[axis] = high[axis] = vertices[corner[0], 2 * axis]
        for i in range(1, 3):
            value = vertices[corner[i], 2 * axis]
            low[axis], high[axis] = min(low[axis], value), max(high[axis], value)
        low[axis] = (low[axis] - self.origin[axis]) / self.cell_size - rim
        high[axis] = (high[axis] - self.origin[axis]) / self.cell_size + rim
    touched.first_x = max(part_of(low[0], self.width, self.columns), 0)
    touched.last_x = min(part_of(high[0], self.width, self.columns), self.columns - 1)
    touched.first_z = max(part_of(low[1], self.depth, self.rows), 0)
    touched.last_z = min(part_of(high[1], self.depth, self.rows), self.rows - 1)
    return touched


cdef int fill_buckets(TriangleBuckets self, const float[:, ::1] vertices, const int32_t[:, ::1] triangles) except -1 nogil:
    """Counting sort of the triangles into the parts."""
    cdef vector[int32_t] place
    cdef PartRange touched
    cdef Py_ssize_t i
    cdef int32_t x, z, tile
    self.first.resize(<size_t>self.columns * self.rows + 1)
    for i in range(triangles.shape[0]):
        touched = parts_touched(self, vertices, &triangles[i, 0])
        for z in range(touched.first_z, touched.last_z + 1):
            for x in range(touched.first_x, touched.last_x + 1):
                self.first[<size_t>z * self.columns + x + 1] += 1
    for tile in range(self.columns * self.rows):
        self.first[tile + 1] += self.first[tile]
    self.indices.resize(self.first.back())
    place.assign(self.first.begin(), self.first.end() - 1)
    for i in range(triangles.shape[0]):
        touched = parts_touched(self, vertices, &triangles[i, 0])
        for z in range(touched.first_z, touched.last_z + 1):
            for x in range(touched.first_x, touched.last_x + 1):
                tile = z * self.columns + x
                self.indices[place[tile]] = <int32_t>i
                place[tile] += 1
    return 0


cdef class TriangleBuckets:
    """
    The triangles of a level by its parts whose windows they touch; the parts lie side by side as a grid.

    vertices: float32 (n, 3), metres. triangles: int32 (m, 3). origin: (x, y, z) of the grid, metres. cell_size: metres.
    width, depth, border_vx: voxel columns of a part along x, along z, and of the rim that it shares with its neighbours.
    columns, rows: number of parts along x and along z.
    """
    cdef double origin[2]
    cdef double cell_size
    cdef int32_t width, depth, border_vx
    cdef readonly int32_t columns, rows
    cdef vector[int32_t] first
    cdef vector[int32_t] indices

    def __init__(self, const float[:, ::1] vertices, const int32_t[:, ::1] triangles, origin, double cell_size,
                 int32_t width, int32_t depth, int32_t border_vx, int32_t columns, int32_t rows):
        self.origin[0], self.origin[1] = origin[0], origin[2]
        self.cell_size, self.width, self.depth, self.border_vx = cell_size, width, depth, border_vx
        self.columns, self.rows = columns, rows
        self.first.clear()
        with nogil:
            fill_buckets(self, vertices, triangles)

    def subset(self, int32_t x, int32_t z):
        """Indices of the triangles of part (x, z), ascending: array("i")."""
        cdef size_t tile = <size_t>z * self.columns + x
        found = array("i")
        if self.first[tile + 1] > self.first[tile]:
            found.frombytes((<const char*>&self.indices[self.first[tile]])[:4 * (self.first[tile + 1] - self.first[tile])])
        return found


def extract(const float[:, ::1] vertices, const int32_t[:, ::1] triangles, const int32_t[::1] subset):
    """
    The triangles of a subset with the vertices that they need and no others: bytes of float32 (n, 3) and of int32 (m, 3).
    Vertices keep their order.
    """
    cdef vector[int32_t] used
    cdef vector[float] points
    cdef vector[int32_t] corners
    cdef Py_ssize_t i
    cdef int k
    with nogil:
        for i in range(subset.shape[0]):
            for k in range(3):
                used.push_back(triangles[subset[i], k])
        sort(used.begin(), used.end())
        used.erase(unique(used.begin(), used.end()), used.end())
        for i in range(<Py_ssize_t>used.size()):
            for k in range(3):
                points.push_back(vertices[used[i], k])
        for i in range(subset.shape[0]):
            for k in range(3):
                corners.push_back(<int32_t>(lower_bound(used.begin(), used.end(), triangles[subset[i], k]) - used.begin()))
    return ((<const char*>points.data())[:4 * points.size()] if points.size() else b"",
            (<const char*>corners.data())[:4 * corners.size()] if corners.size() else b"")
