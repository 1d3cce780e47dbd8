"""The level's triangles as the bake borrows them from Python buffers."""
from libc.stdint cimport int32_t, uint8_t, uint32_t

from navpy.base.area cimport AREA_CLOSED
from navpy.base.arrays cimport Borrowed

cdef enum:
    NO_TRIANGLE = -1

cdef struct TriangleSoup:           # borrowed; pointers are NULL where there are no elements
    const float* vertices           # x, y, z of each, meters
    const int32_t* triangles        # three vertices of each, counter-clockwise seen from above where it faces up
    const uint8_t* areas            # area id of each triangle, or AREA_CLOSED; NULL: not given
    const int32_t* subset           # the triangles that are meant, NULL: all
    int32_t vertex_count
    int32_t triangle_count
    int32_t count                   # of the triangles that are meant

cdef class SoupBuffers:             # keeps the buffers that a soup points into
    cdef TriangleSoup soup
    cdef Borrowed vertices, triangles, areas, subset

cdef inline int32_t triangle_at(const TriangleSoup* soup, int32_t i) noexcept nogil:
    """The i-th of the triangles that are meant."""
    return i if soup.subset == NULL else soup.subset[i]

cdef inline bint is_valid(const TriangleSoup* soup, int32_t triangle) noexcept nogil:
    """Whether the triangle, its vertices and its area id exist."""
    cdef const int32_t* vertices = soup.triangles + 3 * <size_t>triangle
    cdef uint32_t count = soup.vertex_count
    return <uint32_t>triangle < <uint32_t>soup.triangle_count and <uint32_t>vertices[0] < count \
        and <uint32_t>vertices[1] < count and <uint32_t>vertices[2] < count \
        and (soup.areas == NULL or soup.areas[triangle] <= AREA_CLOSED)

cdef SoupBuffers borrow_soup(vertices, triangles, areas=*, subset=*)
cdef int raise_invalid(const TriangleSoup* soup, int32_t triangle) except -1
