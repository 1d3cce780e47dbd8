"""Where a path crosses the links of its corridor.

A link is crossed straight ahead, so its length is what A* counted and what was found free when it was made. The only
freedom is how far to the left or right. Along a taut path the lengths of the legs before and after it are convex
functions of that (geodesic distance in a simple polygon: Pollack, Sharir, Rote 1989), and near a place they are the
distances to the corners next to it, whose sum is least where both ways meet the width at one angle. So that place is
taken, the legs are pulled taut anew, and what is known of the slope brackets the minimum."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.core cimport PolyRef
from navpy.geom cimport distance2
from navpy.location cimport height_at
from navpy.mesh cimport MeshView, OffMeshLink
from navpy.query.funnel cimport string_pull

cdef double STILL = 1e-7                # metres: a crossing that moves no farther stays where it is

cdef enum:
    MAX_STEPS = 40
    MAX_ROUNDS = 20


cdef void place_crossing(const MeshView* mesh, Crossing* crossing, double t) noexcept nogil:
    cdef const OffMeshLink* link = &mesh.links[crossing.link]
    cdef bint wide = width_of(link) > 0.0
    cdef int i
    crossing.t = t
    for i in range(3):
        crossing.start[i] = link.leave[0][i] + t * (link.leave[1][i] - link.leave[0][i])
        crossing.end[i] = link.land[0][i] + t * (link.land[1][i] - link.land[0][i])
    if wide:
        crossing.start[1] = height_at(mesh, link.start_poly, crossing.start[0], crossing.start[2])
        crossing.end[1] = height_at(mesh, link.end_poly, crossing.end[0], crossing.end[2])


cdef inline double width_of(const OffMeshLink* link) noexcept nogil:
    """Metres of its width that can be crossed."""
    return distance2(link.leave[0][0], link.leave[0][2], link.leave[1][0], link.leave[1][2])


cdef int pull_leg(const MeshView* mesh, const vector[PolyRef]* corridor, const double* start, const double* goal,
                  Legs* legs, Py_ssize_t leg) except -1 nogil:
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
    """The t of least way from a corner before the link to one after it, as if nothing were between."""
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


cdef double settle(const MeshView* mesh, const vector[PolyRef]* corridor, const double* start, const double* goal,
                   Legs* legs, Py_ssize_t k) except -1 nogil:
    """Move one crossing to where the way is shortest, the others staying; returns how far it has moved in metres."""
    cdef Crossing* crossing = &legs.crossings[k]
    cdef const OffMeshLink* link = &mesh.links[crossing.link]
    cdef double width = width_of(link), low = 0.0, high = 1.0, before = crossing.t, best
    cdef const double* corner
    cdef size_t count
    for _step in range(MAX_STEPS):
        count = legs.points[k].size()
        corner = legs.points[k].data() + (count - 6 if count >= 6 else 0)
        best = best_place(link, corner, legs.points[k + 1].data() + (3 if legs.points[k + 1].size() >= 6 else 0))
        if fabs(best - crossing.t) * width <= STILL:
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


cdef int join_legs(const MeshView* mesh, const Legs* legs, vector[double]* points, vector[PolyRef]* point_polys,
                   vector[int32_t]* point_links) except -1 nogil:
    cdef size_t i
    points.clear()
    point_polys.clear()
    point_links.clear()
    for i in range(legs.points.size()):
        if i > 0:
            point_links[0][point_links.size() - 1] = mesh.links[legs.crossings[i - 1].link].id
        points.insert(points.end(), legs.points[i].begin(), legs.points[i].end())
        point_polys.insert(point_polys.end(), legs.polys[i].begin(), legs.polys[i].end())
        point_links.resize(point_polys.size(), -1)
    return 0


cdef int pull_path(const MeshView* mesh, const vector[PolyRef]* corridor, const vector[int32_t]* entries, const double* start,
                   const double* goal, vector[double]* points, vector[PolyRef]* point_polys,
                   vector[int32_t]* point_links) except -1 nogil:
    """The shortest path in the ground plane from start to goal inside the corridor, whose polygons are entered by the links
    of ``entries``, −1: across a portal. A link adds where it is left and where it leads to; point_links tells its id at the
    former, −1 at all other points."""
    cdef Legs legs
    cdef Crossing crossing
    cdef Py_ssize_t i, wide = 0
    cdef double moved
    for i in range(<Py_ssize_t>entries.size()):
        if entries.at(i) >= 0:
            crossing.link, crossing.entry = entries.at(i), i
            place_crossing(mesh, &crossing, 0.5)
            legs.crossings.push_back(crossing)
            wide += width_of(&mesh.links[crossing.link]) > 0.0
    if legs.crossings.empty():
        string_pull(mesh, corridor.data(), corridor.size(), start, goal, points, point_polys)
        point_links.clear()
        point_links.resize(point_polys.size(), -1)
        return 0
    legs.points.resize(legs.crossings.size() + 1)
    legs.polys.resize(legs.crossings.size() + 1)
    for i in range(<Py_ssize_t>legs.points.size()):
        pull_leg(mesh, corridor, start, goal, &legs, i)
    for _round in range(MAX_ROUNDS if wide > 0 else 0):
        moved = 0.0
        for i in range(<Py_ssize_t>legs.crossings.size()):
            if width_of(&mesh.links[legs.crossings[i].link]) > 0.0:
                moved = max(moved, settle(mesh, corridor, start, goal, &legs, i))
        if wide == 1 or moved <= STILL:
            break
    return join_legs(mesh, &legs, points, point_polys, point_links)
