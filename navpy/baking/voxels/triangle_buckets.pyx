"""Sorts the triangles of a level by the parts that need them, and cuts a part out to be baked elsewhere."""
from array import array

from libc.stdint cimport int32_t
from libcpp.algorithm cimport lower_bound, sort, unique
from libcpp.vector cimport vector

from navpy.baking.voxels.triangle_soup cimport SoupBuffers, TriangleSoup, borrow_soup, triangle_at

cdef enum:
    SEVERAL = -1

cdef double MARGIN = 1.0            # cells added to a tile's window on each side, as coordinates are snapped to cell borders


cdef struct PartRange:              # parts from the first to the last, both included; empty where last < first
    int32_t first_x, last_x, first_z, last_z


cdef inline int32_t part_of(double part, int32_t parts) noexcept nogil:
    """The part rounded down; −1 before the first part, `parts` past the last."""
    part = part if part > -1.0 else -1.0
    return <int32_t>((part if part < parts else <double>parts) + 1.0) - 1


cdef inline PartRange parts_touched(TriangleBuckets self, const float* vertices, const int32_t* corner) noexcept nogil:
    cdef const float* a = vertices + 3 * <size_t>corner[0]
    cdef const float* b = vertices + 3 * <size_t>corner[1]
    cdef const float* c = vertices + 3 * <size_t>corner[2]
    cdef PartRange touched
    touched.first_x = max(part_of((min(a[0], min(b[0], c[0])) - self.low[0]) * self.parts_per_meter[0], self.columns), 0)
    touched.last_x = min(part_of((max(a[0], max(b[0], c[0])) - self.high[0]) * self.parts_per_meter[0], self.columns),
                         self.columns - 1)
    touched.first_z = max(part_of((min(a[2], min(b[2], c[2])) - self.low[1]) * self.parts_per_meter[1], self.rows), 0)
    touched.last_z = min(part_of((max(a[2], max(b[2], c[2])) - self.high[1]) * self.parts_per_meter[1], self.rows), self.rows - 1)
    return touched


cdef int fill_buckets(TriangleBuckets self, const TriangleSoup* soup) except -1 nogil:
    """Sort the triangles into the parts (counting sort)."""
    cdef vector[int32_t] place, only        # only: of each triangle, the one part that it touches, or SEVERAL
    cdef PartRange touched
    cdef int32_t i, x, z, part
    self.first.resize(<size_t>self.columns * self.rows + 1)
    only.resize(soup.count)
    for i in range(soup.count):
        touched = parts_touched(self, soup.vertices, soup.triangles + 3 * <size_t>i)
        part = touched.first_z * self.columns + touched.first_x
        if touched.first_x == touched.last_x and touched.first_z == touched.last_z:
            only[i] = part
            self.first[part + 1] += 1
            continue
        only[i] = SEVERAL
        for z in range(touched.first_z, touched.last_z + 1):
            for x in range(touched.first_x, touched.last_x + 1):
                self.first[<size_t>z * self.columns + x + 1] += 1
    for part in range(self.columns * self.rows):
        self.first[part + 1] += self.first[part]
    self.indices.resize(self.first.back())
    place.assign(self.first.begin(), self.first.end() - 1)
    for i in range(soup.count):
        part = only[i]
        if part != SEVERAL:
            self.indices[place[part]] = i
            place[part] += 1
            continue
        touched = parts_touched(self, soup.vertices, soup.triangles + 3 * <size_t>i)
        for z in range(touched.first_z, touched.last_z + 1):
            for x in range(touched.first_x, touched.last_x + 1):
                part = z * self.columns + x
                self.indices[place[part]] = i
                place[part] += 1
    return 0


cdef class TriangleBuckets:
    """The triangles of a level by its parts, which lie side by side as a grid: those that touch a part's window.

    Parameters
    ----------
    vertices : buffer of float32, shape (n, 3)
        Meters.
    triangles : buffer of int32, shape (m, 3)
        Valid vertex indices.
    origin : (x, y, z)
        Where the grid begins, meters.
    cell_size : float
        Meters.
    width, depth, border_vx : int
        Voxel columns of a part along x, along z, and of the rim by which its window is wider on each side.
    columns, rows : int
        Number of parts along x and along z.
    """
    cdef double low[2]              # meters, x and z: a part's window reaches back from it by the rim
    cdef double high[2]             # and that of their near sides
    cdef double parts_per_meter[2]
    cdef readonly int32_t columns, rows
    cdef vector[int32_t] first
    cdef vector[int32_t] indices

    def __init__(self, vertices, triangles, origin, double cell_size, int32_t width, int32_t depth, int32_t border_vx,
                 int32_t columns, int32_t rows):
        cdef SoupBuffers given = borrow_soup(vertices, triangles)
        cdef double rim = (border_vx + MARGIN) * cell_size
        self.low[0], self.low[1] = origin[0] + rim, origin[2] + rim
        self.high[0], self.high[1] = origin[0] - rim, origin[2] - rim
        self.parts_per_meter[0], self.parts_per_meter[1] = 1 / (width * cell_size), 1 / (depth * cell_size)
        self.columns, self.rows = columns, rows
        self.first.clear()
        with nogil:
            fill_buckets(self, &given.soup)

    def subset(self, int32_t x, int32_t z):
        """Indices of the triangles of part (x, z), ascending: array("i")."""
        cdef size_t tile = <size_t>z * self.columns + x
        found = array("i")
        if self.first[tile + 1] > self.first[tile]:
            found.frombytes((<const char*>&self.indices[self.first[tile]])[:4 * (self.first[tile + 1] - self.first[tile])])
        return found


cdef int extract_subset(const TriangleSoup* soup, vector[float]& points, vector[int32_t]& corners) except -1 nogil:
    cdef vector[int32_t] used
    cdef const int32_t* triangle
    cdef size_t place
    cdef int32_t i
    cdef int k
    for i in range(soup.count):
        triangle = soup.triangles + 3 * <size_t>triangle_at(soup, i)
        used.insert(used.end(), triangle, triangle + 3)
    corners.assign(used.begin(), used.end())
    sort(used.begin(), used.end())
    used.erase(unique(used.begin(), used.end()), used.end())
    for place in range(used.size()):
        for k in range(3):
            points.push_back(soup.vertices[3 * <size_t>used[place] + k])
    for place in range(corners.size()):
        corners[place] = <int32_t>(lower_bound(used.begin(), used.end(), corners[place]) - used.begin())
    return 0


def extract(vertices, triangles, subset):
    """Some triangles with the vertices that they need and no others, which keep their order.

    Parameters
    ----------
    vertices : buffer of float32, shape (n, 3)
        Meters.
    triangles : buffer of int32, shape (m, 3)
        Vertex indices.
    subset : buffer of int32
        The triangles to take.

    Returns
    -------
    tuple of bytes
        Vertices, float32 (n, 3), and triangles, int32 (m, 3).
    """
    cdef SoupBuffers given = borrow_soup(vertices, triangles, None, subset)
    cdef vector[float] points
    cdef vector[int32_t] corners
    with nogil:
        extract_subset(&given.soup, points, corners)
    return ((<const char*>points.data())[:4 * points.size()] if points.size() else b"",
            (<const char*>corners.data())[:4 * corners.size()] if corners.size() else b"")
