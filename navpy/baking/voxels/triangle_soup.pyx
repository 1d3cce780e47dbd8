"""Reads the level's triangles, finds their bounds and marks those that an agent can walk on (Recast, rcMarkWalkableTriangles)."""
from libc.math cimport fabs, isfinite
from libc.stdint cimport int32_t, uint8_t

from navpy.base.geom cimport border_tolerance
from navpy.base.area cimport AREA_CLOSED, AREA_NONE, AREA_WALKABLE
from navpy.base.arrays cimport Borrowed, borrow
from navpy.base.arguments cimport read_number
from navpy.base.elementary cimport cos

cdef Py_ssize_t MAX_ROWS = 0x7FFFFFFF       # of vertices and of triangles: int32 counts them

cdef double SLOPE_TOLERANCE = 1e-6          # of the normal's y, so that noise does not make a slope at the limit too steep
cdef double PI = 3.141592653589793


cdef SoupBuffers borrow_soup(vertices, triangles, areas=None, subset=None):
    """Borrow float32 (n, 3), int32 (m, 3), uint8 (m,) and int32 (k,); areas and subset may be None.

    ValueError for another type or shape. Whether indices are in range is not looked at: see is_valid.
    """
    cdef SoupBuffers out = SoupBuffers()
    out.vertices = borrow("vertices", vertices, "f", 3)
    out.triangles = borrow("triangles", triangles, "i", 3)
    for name, buffer in (("vertices", out.vertices), ("triangles", out.triangles)):
        if (<Borrowed>buffer).rows > MAX_ROWS:
            raise ValueError(f"{name}: must have at most {MAX_ROWS} rows, has {(<Borrowed>buffer).rows}")
    out.soup.vertices, out.soup.vertex_count = <const float*>out.vertices.data, <int32_t>out.vertices.rows
    out.soup.triangles, out.soup.triangle_count = <const int32_t*>out.triangles.data, <int32_t>out.triangles.rows
    out.soup.areas = NULL
    out.soup.subset = NULL
    out.soup.count = out.soup.triangle_count
    if areas is not None:
        out.areas = borrow("areas", areas, "B", 0)
        if out.areas.rows != out.triangles.rows:
            raise ValueError(f"areas: must be one for each of the {out.triangles.rows} triangles, are {out.areas.rows}")
        out.soup.areas = <const uint8_t*>out.areas.data
    if subset is not None:
        out.subset = borrow("subset", subset, "i", 0)
        out.soup.subset, out.soup.count = <const int32_t*>out.subset.data, <int32_t>out.subset.rows
    return out


cdef int raise_invalid(const TriangleSoup* soup, int32_t triangle) except -1:
    """Say why a triangle is not valid."""
    if not 0 <= triangle < soup.triangle_count:
        raise ValueError(f"subset: must name triangles below {soup.triangle_count}, names {triangle}")
    named = [soup.triangles[3 * <size_t>triangle + k] for k in range(3)]
    if not 0 <= min(named) <= max(named) < soup.vertex_count:
        raise ValueError(f"triangles: must name vertices below {soup.vertex_count}, triangle {triangle} is {named}")
    raise ValueError(f"areas: must be in 0 … {<int>AREA_WALKABLE}, that of triangle {triangle} is {soup.areas[triangle]}")


cdef Py_ssize_t first_infinite_vertex(const float* vertices, Py_ssize_t count) noexcept nogil:
    """The first vertex with a coordinate that is infinite or no number; -1 if there is none."""
    cdef Py_ssize_t i
    for i in range(count):
        if not (isfinite(vertices[3 * i]) and isfinite(vertices[3 * i + 1]) and isfinite(vertices[3 * i + 2])):
            return i
    return -1


cdef void find_bounds(const float* vertices, Py_ssize_t count, float* low, float* high) noexcept nogil:
    cdef Py_ssize_t i
    cdef int k
    for k in range(3):
        low[k] = high[k] = vertices[k]
    for i in range(1, count):
        for k in range(3):
            low[k] = min(low[k], vertices[3 * i + k])
            high[k] = max(high[k], vertices[3 * i + k])


cdef inline bint is_walkable(const float* a, const float* b, const float* c, double min_normal_y) noexcept nogil:
    """Whether the y of the triangle's unit normal is above min_normal_y > 0. False for a triangle that is not finite."""
    cdef double ux = <double>b[0] - a[0], uy = <double>b[1] - a[1], uz = <double>b[2] - a[2]
    cdef double vx = <double>c[0] - a[0], vy = <double>c[1] - a[1], vz = <double>c[2] - a[2]
    cdef double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx
    return y > 0 and y * y > min_normal_y * min_normal_y * (x * x + y * y + z * z)


cdef int32_t mark_walkable(const TriangleSoup* soup, double min_normal_y, uint8_t* marks) noexcept nogil:
    """Write the mark of every walkable triangle. → the first triangle that is not valid, or NO_TRIANGLE"""
    cdef int32_t i
    cdef const int32_t* corners = soup.triangles
    for i in range(soup.count):
        if not is_valid(soup, i) or soup.areas != NULL and soup.areas[i] > AREA_WALKABLE:
            return i
        if is_walkable(soup.vertices + 3 * <size_t>corners[0], soup.vertices + 3 * <size_t>corners[1],
                       soup.vertices + 3 * <size_t>corners[2], min_normal_y):
            marks[i] = <uint8_t>AREA_WALKABLE if soup.areas == NULL else soup.areas[i] if soup.areas[i] != AREA_NONE \
                    else <uint8_t>AREA_CLOSED
        corners += 3
    return NO_TRIANGLE


cdef bint find_ramp(const TriangleSoup* soup, double min_normal_y, double rise) noexcept nogil:
    cdef const float* a
    cdef const float* b
    cdef const float* c
    cdef const int32_t* corners = soup.triangles
    cdef int32_t i
    for i in range(soup.count):
        a, b = soup.vertices + 3 * <size_t>corners[0], soup.vertices + 3 * <size_t>corners[1]
        c = soup.vertices + 3 * <size_t>corners[2]
        corners += 3
        if (AREA_NONE < soup.areas[i] < AREA_CLOSED and <double>max(a[1], max(b[1], c[1])) - <double>min(a[1], min(b[1], c[1])) > rise
                and not is_walkable(a, b, c, min_normal_y)):
            return True
    return False


cdef inline double least_normal_y(double slope_degrees) noexcept nogil:
    """What the y of the unit normal of a slope no steeper than the given one exceeds, whatever its noise; above that of an upright
    wall."""
    return fabs(cos(slope_degrees * PI / 180) - SLOPE_TOLERANCE)


def check_vertices(vertices):
    """Raise ValueError with the first vertex that is not finite.

    Parameters
    ----------
    vertices : buffer of float32, shape (n, 3)
        Meters.
    """
    cdef Borrowed given = borrow("vertices", vertices, "f", 3)
    cdef const float* data = <const float*>given.data
    cdef Py_ssize_t bad
    with nogil:
        bad = first_infinite_vertex(data, given.rows)
    if bad >= 0:
        raise ValueError(f"vertices: must be finite, vertex {bad} is ({data[3 * bad]}, {data[3 * bad + 1]}, {data[3 * bad + 2]})")


def place_tolerance(double farthest):
    """Meters within which a mesh takes two points for one, where the greater of their coordinates is this large."""
    return border_tolerance(farthest, 0.0)


def bounds_of(vertices):
    """The smallest box around vertices.

    Parameters
    ----------
    vertices : buffer of float32, shape (n, 3), n > 0
        Meters, finite (check_vertices).

    Returns
    -------
    tuple
        ((x, y, z) least, (x, y, z) greatest), meters.
    """
    cdef Borrowed given = borrow("vertices", vertices, "f", 3)
    cdef float low[3]
    cdef float high[3]
    if given.rows == 0:
        raise ValueError("vertices: must be at least one, are none")
    with nogil:
        find_bounds(<const float*>given.data, given.rows, low, high)
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def mark_walkable_triangles(vertices, triangles, max_slope_degrees, areas=None):
    """Area id of every triangle, 0 where it is not walkable, and 64 (closed) where it is not for its area id alone.

    Walkable is a triangle that faces up (counter-clockwise seen from above) and is at most as steep as the limit. Triangles without
    area or with a corner that is not finite are not.

    Parameters
    ----------
    vertices : buffer of float32, shape (n, 3)
        Meters.
    triangles : buffer of int32, shape (m, 3)
        Vertex indices.
    max_slope_degrees : float
        0 … 90.
    areas : buffer of uint8, shape (m,), optional
        Area ids 0 … 63 for walkable triangles, 0 closes them; all are ground, 63, when left out.

    Returns
    -------
    bytearray
        Length m.

    Raises
    ------
    ValueError
        An index out of range, areas of another length or above 63, a slope outside 0 … 90.
    """
    cdef double min_normal_y = least_normal_y(read_number("max_slope_degrees", max_slope_degrees, 0.0, 90.0))
    cdef SoupBuffers given = borrow_soup(vertices, triangles, areas)
    cdef bytearray marks = bytearray(given.soup.count)
    cdef uint8_t* out = <uint8_t*><char*>marks
    cdef int32_t invalid
    with nogil:
        invalid = mark_walkable(&given.soup, min_normal_y, out)
    if invalid != NO_TRIANGLE:
        raise_invalid(&given.soup, invalid)
    return marks


def has_ramp(vertices, triangles, marks, double slope_degrees, double rise):
    """Whether a walkable triangle is steeper than a slope, 0 … 90 degrees, and rises by more than so many meters.

    vertices, triangles, marks: as given to and returned by mark_walkable_triangles.
    """
    cdef SoupBuffers given = borrow_soup(vertices, triangles, marks)
    cdef double min_normal_y = least_normal_y(slope_degrees)
    cdef bint found
    with nogil:
        found = find_ramp(&given.soup, min_normal_y, rise)
    return found
