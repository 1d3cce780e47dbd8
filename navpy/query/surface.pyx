"""Looking along the surface of the navmesh."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t

from navpy.arguments cimport read_point
from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport area2, closest_on_segment, distance2, is_point
from navpy.location cimport Location, Reach, default_reach, height_at, locate
from navpy.mesh cimport MeshView
from navpy.navmesh cimport NavMesh

cdef double IN_LINE = 1e-9              # metres: a ray this near to a vertex or an edge touches it


cdef inline int32_t next_corner(const MeshView* mesh, PolyRef poly, int32_t corner) noexcept nogil:
    cdef int32_t first = mesh.polys[poly].first
    return corner + 1 if corner + 1 < first + mesh.polys[poly].count else first


cdef inline int32_t previous_corner(const MeshView* mesh, PolyRef poly, int32_t corner) noexcept nogil:
    cdef int32_t first = mesh.polys[poly].first
    return corner - 1 if corner > first else first + mesh.polys[poly].count - 1


cdef inline double off_edge(const MeshView* mesh, PolyRef poly, int32_t corner, double x, double z) noexcept nogil:
    """Metres that (x, z) is outside of the line along an edge; below 0 inside."""
    cdef const double* a = mesh.vertices + 3 * <size_t>mesh.corners[corner]
    cdef const double* b = mesh.vertices + 3 * <size_t>mesh.corners[next_corner(mesh, poly, corner)]
    return area2(a[0], a[2], b[0], b[2], x, z) / distance2(a[0], a[2], b[0], b[2])


cdef double way_out(const MeshView* mesh, PolyRef poly, int32_t corner, const double* start,
                    const double* end) noexcept nogil:
    """Where the ray crosses the line along an edge outwards, 0 … 1; infinite where its end is not outside of it."""
    cdef double from_end = off_edge(mesh, poly, corner, end[0], end[2]), from_start
    if from_end <= IN_LINE:
        return INFINITY
    from_start = off_edge(mesh, poly, corner, start[0], start[2])
    return from_start / (from_start - from_end) if from_start < 0.0 else 0.0


cdef int32_t exit_edge(const MeshView* mesh, PolyRef poly, int32_t entered_by, const double* start, const double* end,
                       double* t) noexcept nogil:
    """Edge through which the ray leaves the polygon, as its corner index, and where; −1 where it ends inside. Of edges
    in line, whose lines it crosses all at once, the one that it meets between its ends."""
    cdef int32_t first = mesh.polys[poly].first, last = first + mesh.polys[poly].count, corner, found = -1
    cdef const double* a
    cdef const double* b
    cdef double x, z, qx, qz, distance, best = INFINITY
    t[0] = INFINITY
    for corner in range(first, last):
        if corner != entered_by:
            t[0] = min(t[0], way_out(mesh, poly, corner, start, end))
    if t[0] == INFINITY:
        return -1
    x, z = start[0] + t[0] * (end[0] - start[0]), start[2] + t[0] * (end[2] - start[2])
    for corner in range(first, last):
        if corner == entered_by or way_out(mesh, poly, corner, start, end) == INFINITY:
            continue
        a = mesh.vertices + 3 * <size_t>mesh.corners[corner]
        b = mesh.vertices + 3 * <size_t>mesh.corners[next_corner(mesh, poly, corner)]
        distance = closest_on_segment(x, z, a[0], a[2], b[0], b[2], &qx, &qz)
        if distance < best:
            best, found = distance, corner
    return found


cdef double room_ahead(const MeshView* mesh, PolyRef poly, int32_t corner, double dx, double dz) noexcept nogil:
    """How deep the polygon lies around a unit direction that leaves its corner: sine to the nearer of the two edges
    there, below 0 where the direction points outside."""
    cdef const double* at = mesh.vertices + 3 * <size_t>mesh.corners[corner]
    cdef double out = off_edge(mesh, poly, corner, at[0] + dx, at[2] + dz)
    cdef double back = off_edge(mesh, poly, previous_corner(mesh, poly, corner), at[0] + dx, at[2] + dz)
    return -out if out > back else -back


cdef PolyRef around_vertex(const MeshView* mesh, PolyRef poly, int32_t corner, double dx, double dz) noexcept nogil:
    """Where a ray through a vertex goes on: of the polygons round the vertex that are reached from this one without
    crossing a wall, turning either way, the one that lies deepest around the ray's direction; NO_POLY for none."""
    cdef PolyRef turned, best = NO_POLY
    cdef int32_t at, twin
    cdef double room, best_room = -IN_LINE
    cdef bint leftwards
    for leftwards in range(2):
        turned, at = poly, corner
        while True:
            twin = mesh.twins[previous_corner(mesh, turned, at) if leftwards else at]
            if twin < 0:
                break
            turned = mesh.neighbors[previous_corner(mesh, turned, at) if leftwards else at]
            at = twin if leftwards else next_corner(mesh, turned, twin)
            if at == corner:
                break
            room = room_ahead(mesh, turned, at, dx, dz)
            if room > best_room:
                best, best_room = turned, room
    return best


cdef int32_t touched_corner(const MeshView* mesh, PolyRef poly, int32_t edge, double x, double z) noexcept nogil:
    """The end of an edge that a point on it lies at, as a corner index; −1 where it lies between."""
    cdef int32_t next = next_corner(mesh, poly, edge)
    cdef const double* a = mesh.vertices + 3 * <size_t>mesh.corners[edge]
    cdef const double* b = mesh.vertices + 3 * <size_t>mesh.corners[next]
    if distance2(a[0], a[2], x, z) <= IN_LINE:
        return edge
    return next if distance2(b[0], b[2], x, z) <= IN_LINE else -1


cdef void stop(const MeshView* mesh, RayHit* hit, PolyRef poly, double t, const double* start,
               const double* end) noexcept nogil:
    hit.poly, hit.t = poly, t
    hit.point[0] = end[0] if t == 1.0 else start[0] + t * (end[0] - start[0])
    hit.point[2] = end[2] if t == 1.0 else start[2] + t * (end[2] - start[2])
    hit.point[1] = height_at(mesh, poly, hit.point[0], hit.point[2])


cdef void face_wall(const MeshView* mesh, PolyRef poly, int32_t edge, RayHit* hit) noexcept nogil:
    """Unit normal of an edge, into its polygon."""
    cdef const double* a = mesh.vertices + 3 * <size_t>mesh.corners[edge]
    cdef const double* b = mesh.vertices + 3 * <size_t>mesh.corners[next_corner(mesh, poly, edge)]
    cdef double length = distance2(a[0], a[2], b[0], b[2])
    hit.normal[0], hit.normal[1] = (b[2] - a[2]) / length, -(b[0] - a[0]) / length


cdef bint raycast(const MeshView* mesh, PolyRef poly, const double* start, const double* end, RayHit* hit) noexcept nogil:
    """Walk from polygon to polygon along the straight line from start, which lies on ``poly``, to end, in the ground
    plane. A ray that grazes a wall passes; one that meets a vertex goes on where it can round it. It visits no more
    polygons than there are. An unknown polygon or a coordinate that is not finite meets a wall at once."""
    cdef double length, t = 0.0, at = 0.0, x, z
    cdef int32_t edge = -1, corner, entered_by = -1, _step
    cdef PolyRef next
    hit.t, hit.poly, hit.normal[0], hit.normal[1] = 0.0, poly, 0.0, 0.0
    hit.point[0], hit.point[1], hit.point[2] = start[0], start[1], start[2]
    if poly < 0 or poly >= mesh.poly_count or mesh.polys[poly].count == 0 or not (is_point(start) and is_point(end)):
        return True
    length = distance2(start[0], start[2], end[0], end[2])
    if length == 0.0:
        stop(mesh, hit, poly, 1.0, start, end)
        return False
    for _step in range(mesh.poly_count + 1):
        edge = exit_edge(mesh, poly, entered_by, start, end, &at)
        if edge < 0:
            stop(mesh, hit, poly, 1.0, start, end)
            return False
        t = at if at > t else t
        x, z = start[0] + t * (end[0] - start[0]), start[2] + t * (end[2] - start[2])
        corner = touched_corner(mesh, poly, edge, x, z)
        if corner < 0:
            next, entered_by = mesh.neighbors[edge], mesh.twins[edge]
        else:
            next, entered_by = around_vertex(mesh, poly, corner, (end[0] - start[0]) / length,
                                             (end[2] - start[2]) / length), -1
        if next == NO_POLY:
            break
        poly = next
    stop(mesh, hit, poly, t, start, end)
    face_wall(mesh, poly, edge if edge >= mesh.polys[poly].first and edge < mesh.polys[poly].first + mesh.polys[poly].count
              else mesh.polys[poly].first, hit)
    return True


# ---- Python ----

cdef class RaycastResult:
    """What a ray along the surface met."""
    cdef readonly bint hit              #: a wall was met
    cdef readonly double t              #: 0 … 1 along the ray where it ended
    cdef readonly int32_t poly          #: polygon it ended on
    cdef readonly tuple point           #: (x, y, z), metres, where it ended
    cdef readonly tuple normal          #: (x, z) of the wall's unit normal, towards the ray; (0, 0) without a wall

    def __repr__(self):
        return f"<RaycastResult {'wall' if self.hit else 'free'} at t = {self.t:g}, {self.point}>"


def raycast_between(NavMesh mesh not None, start, end):
    """How far one can walk straight from start towards end, both (x, y, z) in metres: a RaycastResult, or None where
    the start has no floor (NavMesh.locate). Only x and z of the end count: the ray follows the surface. ValueError: a
    point that is not three finite numbers within 1e30 m."""
    cdef double a[3]
    cdef double b[3]
    cdef bint met
    cdef Reach reach = default_reach(&mesh.view)
    cdef Location at
    cdef RayHit hit
    read_point("start", start, a)
    read_point("end", end, b)
    if not (is_point(a) and is_point(b)):
        raise ValueError(f"{'end' if is_point(a) else 'start'}: must be finite and within 1e30 m")
    if not locate(&mesh.view, mesh.view.graph, a, &reach, &at):
        return None
    with nogil:
        met = raycast(&mesh.view, at.poly, at.point, b, &hit)
    cdef RaycastResult result = RaycastResult.__new__(RaycastResult)
    result.hit, result.t, result.poly = met, hit.t, hit.poly
    result.point, result.normal = (hit.point[0], hit.point[1], hit.point[2]), (hit.normal[0], hit.normal[1])
    return result
