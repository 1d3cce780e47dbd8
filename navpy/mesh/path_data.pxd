"""A path on a navmesh: its points and the corridor of polygons that it leads through, header-only."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.geom cimport distance2

cdef enum:                          # flags: what a point of a path is
    POINT_START = 1                 # the first one
    POINT_END = 2                   # the last one
    POINT_CORNER = 4                # the path turns there, seen from above
    POINT_LINK_START = 8            # a link is taken from here to the next point
    POINT_LINK_END = 16
    POINT_SLOPE = 32                # added because the ground bends there
    POINT_LIMIT = 64                # the path was cut here

cdef cppclass Path:
    vector[double] points           # 3 a point, meters
    vector[PolyRef] point_polys     # parallel: a polygon that each point lies on
    vector[int32_t] point_links     # parallel: id of the link that begins at each point, −1: none
    vector[uint8_t] point_flags     # parallel: POINT_…; empty until path_shaping.flag_points has set them
    vector[PolyRef] corridor        # polygons from start to goal
    vector[int32_t] entries         # parallel: index of the link that each polygon is entered by, −1: by a portal


cdef inline void clear_points(Path* path) noexcept nogil:
    path.points.clear()
    path.point_polys.clear()
    path.point_links.clear()
    path.point_flags.clear()


cdef inline void clear_path(Path* path) noexcept nogil:
    clear_points(path)
    path.corridor.clear()
    path.entries.clear()


cdef inline int push_point(const double* point, PolyRef poly, int32_t link, Path* path) except -1 nogil:
    """Append a point; the flags stay as they are."""
    path.points.insert(path.points.end(), point, point + 3)
    path.point_polys.push_back(poly)
    path.point_links.push_back(link)
    return 0


cdef inline int push_poly(PolyRef poly, int32_t entry, Path* path) except -1 nogil:
    """Append a polygon to the corridor."""
    path.corridor.push_back(poly)
    path.entries.push_back(entry)
    return 0


cdef inline void keep_point(Path* path, size_t to, size_t from_) noexcept nogil:
    """Move a point forward over points that are left out; the flags stay as they are."""
    cdef size_t k
    for k in range(3):
        path.points[3 * to + k] = path.points[3 * from_ + k]
    path.point_polys[to], path.point_links[to] = path.point_polys[from_], path.point_links[from_]


cdef inline void cut_points(Path* path, size_t count) noexcept nogil:
    """Keep the first points only; the flags stay as they are."""
    path.points.resize(3 * count)
    path.point_polys.resize(count)
    path.point_links.resize(count)


cdef inline double plan_length(const vector[double]* points) noexcept nogil:
    """Meters from point to point in the plan."""
    cdef const double* p = points.data()
    cdef double length = 0.0
    cdef size_t i
    for i in range(3, points.size(), 3):
        length += distance2(p[i - 3], p[i - 1], p[i], p[i + 2])
    return length


cdef inline int append_path(const Path* more, Path* out) except -1 nogil:
    """Put the vectors of a path behind those of another one."""
    out.points.insert(out.points.end(), more.points.begin(), more.points.end())
    out.point_polys.insert(out.point_polys.end(), more.point_polys.begin(), more.point_polys.end())
    out.point_links.insert(out.point_links.end(), more.point_links.begin(), more.point_links.end())
    out.point_flags.insert(out.point_flags.end(), more.point_flags.begin(), more.point_flags.end())
    out.corridor.insert(out.corridor.end(), more.corridor.begin(), more.corridor.end())
    out.entries.insert(out.entries.end(), more.entries.begin(), more.entries.end())
    return 0


cdef inline int copy_part(const Path* all, size_t point, size_t points_end, size_t poly, size_t polys_end, Path* out) except -1 nogil:
    """The path of a range of points and a range of the corridor."""
    out.points.assign(all.points.begin() + 3 * point, all.points.begin() + 3 * points_end)
    out.point_polys.assign(all.point_polys.begin() + point, all.point_polys.begin() + points_end)
    out.point_links.assign(all.point_links.begin() + point, all.point_links.begin() + points_end)
    out.point_flags.assign(all.point_flags.begin() + point, all.point_flags.begin() + points_end)
    out.corridor.assign(all.corridor.begin() + poly, all.corridor.begin() + polys_end)
    out.entries.assign(all.entries.begin() + poly, all.entries.begin() + polys_end)
    return 0
