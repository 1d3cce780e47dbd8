"""Where a path crosses the links of its corridor.

A link is crossed straight ahead, so its length was counted by A*, and found free when the link was made. The only freedom is how far
to the left or right. The lengths of the taut legs before and after the link are convex functions of it (geodesic distance in a simple
polygon: Pollack, Sharir & Rote 1989). Near a place they are the distances to the corners next to it, with the least sum where both
legs meet the link's width at the same angle. This place is taken, the legs are pulled taut again, and the slope there brackets the
minimum."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport PolyRef
from navpy.base.geom cimport distance2
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.mesh.poly_surface cimport height_at
from navpy.mesh.path_data cimport Path, cut_points, push_point
from navpy.query.corridor.funnel cimport find_portal, string_pull

cdef double CONVERGED = 1e-7            # meters: a crossing that would move no farther stays where it is

cdef enum:
    MAX_STEPS = 40                      # of the bracket of one crossing: halved as often, a width is below CONVERGED
    MAX_ROUNDS = 20                     # over all crossings


cdef double width_of(const OffMeshLink* link) noexcept nogil:
    return distance2(link.leave[0][0], link.leave[0][2], link.leave[1][0], link.leave[1][2])


cdef void place_on_link(const MeshView* mesh, const OffMeshLink* link, double t, double* start, double* end) noexcept nogil:
    """Where a link is left and where it lands, at 0 … 1 of its width from the left."""
    cdef bint wide = width_of(link) > 0.0
    cdef int i
    for i in range(3):
        start[i] = link.leave[0][i] + t * (link.leave[1][i] - link.leave[0][i])
        end[i] = link.land[0][i] + t * (link.land[1][i] - link.land[0][i])
    if wide:
        start[1] = height_at(mesh, link.start_poly, start[0], start[2])
        end[1] = height_at(mesh, link.end_poly, end[0], end[2])


cdef void place_crossing(const MeshView* mesh, LinkCrossing* crossing, double t) noexcept nogil:
    crossing.t = t
    place_on_link(mesh, &mesh.links[crossing.link], t, crossing.start, crossing.end)


cdef int pull_leg(const MeshView* mesh, const vector[PolyRef]* corridor, const double* start, const double* goal,
                  Legs* legs, Py_ssize_t leg) except -1 nogil:
    """Pull one leg taut between the crossings at its ends."""
    cdef Py_ssize_t count = legs.crossings.size()
    cdef Py_ssize_t first = legs.crossings[leg - 1].entry if leg > 0 else 0
    cdef Py_ssize_t last = legs.crossings[leg].entry if leg < count else <Py_ssize_t>corridor.size()
    cdef const double* begin = start
    cdef const double* end = goal
    if leg > 0:
        begin = legs.crossings[leg - 1].end
    if leg < count:
        end = legs.crossings[leg].start
    return string_pull(mesh, corridor.data() + first, last - first, begin, end, &legs.points[leg], &legs.polys[leg])


cdef double best_place(const OffMeshLink* link, const double* before, const double* after) noexcept nogil:
    """The t of the shortest way from a corner before the link to a corner after it, as if nothing stood between them."""
    cdef double width = width_of(link)
    cdef double dx = (link.leave[1][0] - link.leave[0][0]) / width, dz = (link.leave[1][2] - link.leave[0][2]) / width
    cdef double bx = before[0] - link.leave[0][0], bz = before[2] - link.leave[0][2]
    cdef double ax = after[0] - link.land[0][0], az = after[2] - link.land[0][2]
    cdef double before_off = fabs(bx * dz - bz * dx), after_off = fabs(ax * dz - az * dx), along
    if before_off + after_off > 0.0:
        along = ((bx * dx + bz * dz) * after_off + (ax * dx + az * dz) * before_off) / (before_off + after_off)
    else:
        along = bx * dx + bz * dz
    return min(max(along / width, 0.0), 1.0)


cdef double move_crossing(const MeshView* mesh, const vector[PolyRef]* corridor, const double* start, const double* goal,
                          Legs* legs, Py_ssize_t k) except -1 nogil:
    """Move one crossing to where the path is shortest while the others stay; returns how far it has moved in meters."""
    cdef LinkCrossing* crossing = &legs.crossings[k]
    cdef const OffMeshLink* link = &mesh.links[crossing.link]
    cdef double width = width_of(link), low = 0.0, high = 1.0, before = crossing.t, best
    cdef const double* corner
    cdef size_t count
    for _step in range(MAX_STEPS):
        count = legs.points[k].size()
        corner = legs.points[k].data() + (count - 6 if count >= 6 else 0)
        best = best_place(link, corner, legs.points[k + 1].data() + (3 if legs.points[k + 1].size() >= 6 else 0))
        if fabs(best - crossing.t) * width <= CONVERGED:
            break
        if best > crossing.t:
            low = crossing.t
        else:
            high = crossing.t
        if not (low < best < high or (best == 0.0 and low == 0.0) or (best == 1.0 and high == 1.0)):
            best = 0.5 * (low + high)
        place_crossing(mesh, crossing, best)
        pull_leg(mesh, corridor, start, goal, legs, k)
        pull_leg(mesh, corridor, start, goal, legs, k + 1)
    return fabs(crossing.t - before) * width


cdef int join_legs(const MeshView* mesh, const Legs* legs, Path* path) except -1 nogil:
    cdef size_t i
    cut_points(path, 0)
    for i in range(legs.points.size()):
        if i > 0:
            path.point_links[path.point_links.size() - 1] = mesh.links[legs.crossings[i - 1].link].id
        path.points.insert(path.points.end(), legs.points[i].begin(), legs.points[i].end())
        path.point_polys.insert(path.point_polys.end(), legs.polys[i].begin(), legs.polys[i].end())
        path.point_links.resize(path.point_polys.size(), -1)
    return 0


cdef int pull_path(const MeshView* mesh, const double* start, const double* goal, Path* path) except -1 nogil:
    """The shortest path in the ground plane inside the corridor."""
    cdef const vector[PolyRef]* corridor = &path.corridor
    cdef Legs legs
    cdef LinkCrossing crossing
    cdef Py_ssize_t i, wide = 0
    cdef double moved
    for i in range(<Py_ssize_t>path.entries.size()):
        if path.entries[i] >= 0:
            crossing.link, crossing.entry = path.entries[i], i
            place_crossing(mesh, &crossing, 0.5)
            legs.crossings.push_back(crossing)
            wide += width_of(&mesh.links[crossing.link]) > 0.0
    if legs.crossings.empty():
        string_pull(mesh, corridor.data(), corridor.size(), start, goal, &path.points, &path.point_polys)
        path.point_links.clear()
        path.point_links.resize(path.point_polys.size(), -1)
        return 0
    legs.points.resize(legs.crossings.size() + 1)
    legs.polys.resize(legs.crossings.size() + 1)
    for i in range(<Py_ssize_t>legs.points.size()):
        pull_leg(mesh, corridor, start, goal, &legs, i)
    for _round in range(MAX_ROUNDS if wide > 0 else 0):
        moved = 0.0
        for i in range(<Py_ssize_t>legs.crossings.size()):
            if width_of(&mesh.links[legs.crossings[i].link]) > 0.0:
                moved = max(moved, move_crossing(mesh, corridor, start, goal, &legs, i))
        if wide == 1 or moved <= CONVERGED:
            break
    return join_legs(mesh, &legs, path)


# ---- through the middles ----

cdef int add_point(const double* point, PolyRef poly, Path* path) except -1 nogil:
    """Append a point to a path, unless it is the path's last already."""
    cdef size_t size = path.points.size()
    if size >= 3 and path.points[size - 3] == point[0] and path.points[size - 2] == point[1] and path.points[size - 1] == point[2]:
        return 0
    return push_point(point, poly, -1, path)


cdef int add_link(const MeshView* mesh, int32_t index, Path* path) except -1 nogil:
    """Append where a link begins and ends, in the middle of its width."""
    cdef const OffMeshLink* link = &mesh.links[index]
    cdef double start[3]
    cdef double end[3]
    place_on_link(mesh, link, 0.5, start, end)
    add_point(start, link.start_poly, path)
    path.point_links[path.point_links.size() - 1] = link.id
    return add_point(end, link.end_poly, path)


cdef int add_portal(const MeshView* mesh, PolyRef before, PolyRef poly, Path* path) except -1 nogil:
    """Append the middle of the portal between two polygons, on the second one."""
    cdef int32_t right = 0, left = 0
    cdef const double* a
    cdef const double* b
    cdef double middle[3]
    if not find_portal(mesh, before, poly, &right, &left):
        return 0
    a, b = mesh.vertices + 3 * <size_t>right, mesh.vertices + 3 * <size_t>left
    middle[0], middle[2] = 0.5 * (a[0] + b[0]), 0.5 * (a[2] + b[2])
    middle[1] = height_at(mesh, poly, middle[0], middle[2])
    return add_point(middle, poly, path)


cdef int center_path(const MeshView* mesh, const double* start, const double* goal, Path* path) except -1 nogil:
    cdef size_t i, count = path.corridor.size()
    cut_points(path, 0)
    if count == 0:
        return 0
    add_point(start, path.corridor[0], path)
    for i in range(1, count):
        if path.entries[i] >= 0:
            add_link(mesh, path.entries[i], path)
        else:
            add_portal(mesh, path.corridor[i - 1], path.corridor[i], path)
    return add_point(goal, path.corridor.back(), path)
