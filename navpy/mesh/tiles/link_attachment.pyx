"""Finds where off-mesh links leave the surface and where they lead to."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport border_tolerance, clockwise_area2, distance2
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.mesh.poly_surface cimport height_at
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink as LinkData
from navpy.mesh.tiles.mesh_data cimport MeshData, label_islands

cdef double MAX_WIDTH = 1e10            # meters; no polygon is as wide, and nothing overflows


# ---- where links lie on the surface ----

cdef PolyRef link_end(const MeshView* mesh, const double* point, double radius, double* on_surface) noexcept nogil:
    """The polygon at an end of a link, and the place on it; NO_POLY where there is none within the radius."""
    cdef SearchExtents reach = default_extents(mesh)
    cdef NearestPoly at
    reach.horizontal = reach.up = reach.down = reach.up_fallback = max(radius, border_tolerance(point[0], point[2]))
    reach.down_first = reach.down
    memcpy(on_surface, point, sizeof(at.point))
    if locate(view_of(mesh, NULL), point, &reach, &at):
        memcpy(on_surface, at.point, sizeof(at.point))
    return at.poly


cdef void clip_line(const MeshView* mesh, PolyRef poly, const double* at, double dx, double dz, double* low,
                    double* high) noexcept nogil:
    """Narrow low … high to the t for which at + t·(dx, dz) lies in the polygon, in the ground plane (Cyrus & Beck 1978). ``at`` lies
    in the polygon; edges parallel to the line do not clip."""
    cdef int32_t first = mesh.polys[poly].first, count = mesh.polys[poly].count, i
    cdef const double* a
    cdef const double* b
    cdef double length, outside, slope
    for i in range(first, first + count):
        a = mesh.vertices + 3 * <size_t>mesh.corners[i]
        b = mesh.vertices + 3 * <size_t>mesh.corners[i + 1 if i + 1 < first + count else first]
        length = distance2(a[0], a[2], b[0], b[2])
        outside = clockwise_area2(a[0], a[2], b[0], b[2], at[0], at[2]) / length
        slope = ((b[0] - a[0]) * dz - dx * (b[2] - a[2])) / length
        if fabs(slope) <= border_tolerance(at[0], at[2]):
            continue
        if slope > 0.0:
            high[0] = max(min(high[0], -outside / slope), 0.0)
        else:
            low[0] = min(max(low[0], -outside / slope), 0.0)


cdef void set_side(const MeshView* mesh, LinkData* link, int side, const double* start, const double* end, double dx,
                   double dz) noexcept nogil:
    """Place the link's left (0) or right (1) end, (dx, dz) from its middle."""
    link.leave[side][0], link.leave[side][2] = start[0] + dx, start[2] + dz
    link.leave[side][1] = height_at(mesh, link.start_poly, link.leave[side][0], link.leave[side][2])
    link.land[side][0], link.land[side][2] = end[0] + dx, end[2] + dz
    link.land[side][1] = height_at(mesh, link.end_poly, link.land[side][0], link.land[side][2])


cdef inline Fit fit_of(const double* on_surface, const double* point, double dx, double dz, double slack) noexcept nogil:
    cdef double x = on_surface[0] - point[0], z = on_surface[2] - point[2]
    cdef double ahead = fabs(x * dx + z * dz), aside = fabs(x * dz - z * dx)
    return FIT_ON if max(ahead, aside) <= slack else FIT_NEAR if aside <= ahead else FIT_OFF


cdef Fit attach_link(const MeshView* mesh, LinkData* link, double* low, double* high) noexcept nogil:
    """Find the link's polygons, and the part of its width that lies on both of them, low … high within −1 … 1 from right to left.
    Returns how its middle fits them."""
    cdef double start[3]
    cdef double end[3]
    cdef double dx = link.end[0] - link.start[0], dz = link.end[2] - link.start[2]
    cdef double length = distance2(0.0, 0.0, dx, dz), slack = border_tolerance(link.start[0], link.start[2]), half
    cdef Fit fit
    cdef int i
    low[0], high[0] = -1.0, 1.0
    link.start_poly = link_end(mesh, link.start, link.radius, start)
    link.end_poly = link_end(mesh, link.end, link.radius, end)
    for i in range(2):
        memcpy(link.leave[i], start, sizeof(start))
        memcpy(link.land[i], end, sizeof(end))
    if link.start_poly == NO_POLY or link.end_poly == NO_POLY:
        return FIT_OFF
    if link.width == 0.0 or length <= slack:
        return FIT_ON
    fit = min(fit_of(start, link.start, dx / length, dz / length, slack), fit_of(end, link.end, dx / length, dz / length, slack))
    half = 0.5 * min(link.width, MAX_WIDTH)
    dx, dz = half * dz / length, -half * dx / length        # to the left seen along the way
    clip_line(mesh, link.start_poly, start, dx, dz, low, high)
    clip_line(mesh, link.end_poly, end, dx, dz, low, high)
    set_side(mesh, link, 0, start, end, high[0] * dx, high[0] * dz)
    set_side(mesh, link, 1, start, end, low[0] * dx, low[0] * dz)
    return fit


cdef bint is_near(const MeshView* mesh, int32_t x, int32_t z, const double* point, double radius) noexcept nogil:
    cdef double size = mesh.tile_size, slack = radius + border_tolerance(point[0], point[2])
    cdef double dx = point[0] - mesh.origin_x - x * size, dz = point[2] - mesh.origin_z - z * size
    return size == 0.0 or (-slack <= dx <= size + slack and -slack <= dz <= size + slack)


cdef void forget_chain(MeshData* mesh, const LinkData* link) noexcept nogil:
    if link.start_poly != NO_POLY:
        mesh.polys[link.start_poly].first_link = -1


cdef void chain_links(MeshData* mesh) noexcept nogil:
    """Chain the links of each polygon in the order of mesh.links."""
    cdef LinkData* at
    cdef int32_t i
    for i in range(<int32_t>mesh.links.size()):
        forget_chain(mesh, &mesh.links[i])
    for i in range(<int32_t>mesh.links.size() - 1, -1, -1):
        at = &mesh.links[i]
        at.next = -1
        if at.start_poly != NO_POLY and at.end_poly != NO_POLY:
            at.next = mesh.polys[at.start_poly].first_link
            mesh.polys[at.start_poly].first_link = i


cdef void reattach_links(MeshData* mesh, int32_t x, int32_t z) noexcept nogil:
    """Attach the links again that begin or end near a tile that has changed."""
    cdef LinkData* at
    cdef double low, high
    cdef size_t i
    cdef bint moved = False
    for i in range(mesh.links.size()):
        at = &mesh.links[i]
        if is_near(&mesh.view, x, z, at.start, at.radius) or is_near(&mesh.view, x, z, at.end, at.radius):
            forget_chain(mesh, at)
            attach_link(&mesh.view, at, &low, &high)
            moved = True
    if moved:
        chain_links(mesh)


cdef int attach_links(MeshData* mesh) except -1 nogil:
    cdef double low, high
    cdef int32_t i
    for i in range(<int32_t>mesh.polys.size()):
        mesh.polys[i].first_link = -1
    for i in range(<int32_t>mesh.links.size()):
        attach_link(&mesh.view, &mesh.links[i], &low, &high)
    chain_links(mesh)
    return label_islands(mesh)
