"""Where a path crosses the links of its corridor.

A link is crossed straight ahead, so its length is what A* counted and what was found free when it was made. The only
freedom is how far to the left or right. Along a taut path the lengths of the legs before and after it are convex
functions of that (geodesic distance in a simple polygon: Pollack, Sharir, Rote 1989), and near a place they are the
distances to the corners next to it, whose sum is least where both ways meet the width at one angle. So that place is
taken, the legs are pulled taut anew, and what is known of the slope brackets the minimum."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_point
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport area2, distance2
from navpy.mesh.nearest_poly cimport height_at
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, still_there
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.corridor.funnel cimport find_portal, string_pull

cdef double STILL = 1e-7                # metres: a crossing that moves no farther stays where it is

cdef enum:
    MAX_STEPS = 40
    MAX_ROUNDS = 20


cdef double width_of(const OffMeshLink* link) noexcept nogil:
    return distance2(link.leave[0][0], link.leave[0][2], link.leave[1][0], link.leave[1][2])


cdef void place_on_link(const MeshView* mesh, const OffMeshLink* link, double t, double* start, double* end) noexcept nogil:
    """Where a link is left and where it leads to, 0 … 1 of its width from the left."""
    cdef bint wide = width_of(link) > 0.0
    cdef int i
    for i in range(3):
        start[i] = link.leave[0][i] + t * (link.leave[1][i] - link.leave[0][i])
        end[i] = link.land[0][i] + t * (link.land[1][i] - link.land[0][i])
    if wide:
        start[1] = height_at(mesh, link.start_poly, start[0], start[2])
        end[1] = height_at(mesh, link.end_poly, end[0], end[2])


cdef void place_crossing(const MeshView* mesh, Crossing* crossing, double t) noexcept nogil:
    crossing.t = t
    place_on_link(mesh, &mesh.links[crossing.link], t, crossing.start, crossing.end)


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


# ---- through the middles ----

cdef int add_point(const double* point, PolyRef poly, vector[double]* points, vector[PolyRef]* point_polys,
                   vector[int32_t]* point_links) except -1 nogil:
    """Append to a path, unless it stands there already."""
    cdef size_t size = points.size()
    cdef int i
    if size >= 3 and points[0][size - 3] == point[0] and points[0][size - 2] == point[1] and points[0][size - 1] == point[2]:
        return 0
    for i in range(3):
        points.push_back(point[i])
    point_polys.push_back(poly)
    point_links.push_back(-1)
    return 0


cdef int add_link(const MeshView* mesh, int32_t index, vector[double]* points, vector[PolyRef]* point_polys,
                  vector[int32_t]* point_links) except -1 nogil:
    """Append where a link begins and ends, in the middle of its width."""
    cdef const OffMeshLink* link = &mesh.links[index]
    cdef double start[3]
    cdef double end[3]
    place_on_link(mesh, link, 0.5, start, end)
    add_point(start, link.start_poly, points, point_polys, point_links)
    point_links[0][point_links.size() - 1] = link.id
    return add_point(end, link.end_poly, points, point_polys, point_links)


cdef inline void middle_of(const MeshView* mesh, PolyRef poly, int32_t right, int32_t left, double* out) noexcept nogil:
    """The middle of a portal, of its right and left vertex, on the polygon behind it."""
    out[0] = 0.5 * (mesh.vertices[3 * <size_t>right] + mesh.vertices[3 * <size_t>left])
    out[2] = 0.5 * (mesh.vertices[3 * <size_t>right + 2] + mesh.vertices[3 * <size_t>left + 2])
    out[1] = height_at(mesh, poly, out[0], out[2])


cdef int center_path(const MeshView* mesh, const vector[PolyRef]* corridor, const vector[int32_t]* entries, const double* start,
                     const double* goal, vector[double]* points, vector[PolyRef]* point_polys,
                     vector[int32_t]* point_links) except -1 nogil:
    """The path from start to goal through the middles of the corridor's portals and links, in the form of pull_path. What is
    gained by pulling it taut is measured against this one."""
    cdef double place[3]
    cdef int32_t right = 0, left = 0
    cdef Py_ssize_t i
    cdef PolyRef poly
    points.clear()
    point_polys.clear()
    point_links.clear()
    if corridor.empty():
        return 0
    add_point(start, corridor.at(0), points, point_polys, point_links)
    for i in range(1, <Py_ssize_t>corridor.size()):
        poly = corridor.at(i)
        if entries.at(i) >= 0:
            add_link(mesh, entries.at(i), points, point_polys, point_links)
        elif find_portal(mesh, corridor.at(i - 1), poly, &right, &left):
            middle_of(mesh, poly, right, left, place)
            add_point(place, poly, points, point_polys, point_links)
    return add_point(goal, corridor.back(), points, point_polys, point_links)


# ---- through the polygons ----

cdef bint leads_through(const MeshView* mesh, const double* a, const double* b, int32_t right, int32_t left) noexcept nogil:
    """Does the straight way from a to b lead through a portal?"""
    cdef const double* p = mesh.vertices + 3 * <size_t>right
    cdef const double* q = mesh.vertices + 3 * <size_t>left
    return area2(a[0], a[2], b[0], b[2], p[0], p[2]) * area2(a[0], a[2], b[0], b[2], q[0], q[2]) < 0.0


cdef int polygon_path(const MeshView* mesh, const vector[PolyRef]* corridor, const vector[int32_t]* entries, const double* start,
                      const double* goal, vector[double]* points, vector[PolyRef]* point_polys,
                      vector[int32_t]* point_links) except -1 nogil:
    """The path from start to goal through the centers of the corridor's polygons but the first and the last, in the form of pull_path.
    All of it lies on the corridor."""
    cdef double place[3]
    cdef double middle[3]
    cdef const double* next
    cdef int32_t right = 0, left = 0
    cdef Py_ssize_t i, count = corridor.size()
    cdef PolyRef poly
    points.clear()
    point_polys.clear()
    point_links.clear()
    if corridor.empty():
        return 0
    add_point(start, corridor.at(0), points, point_polys, point_links)
    for i in range(1, count):
        poly, next = corridor.at(i), goal
        if i + 1 < count:
            place[0], place[2] = mesh.centers[3 * <size_t>poly], mesh.centers[3 * <size_t>poly + 2]
            place[1] = height_at(mesh, poly, place[0], place[2])
            next = place
        if entries.at(i) >= 0:
            add_link(mesh, entries.at(i), points, point_polys, point_links)
        elif find_portal(mesh, corridor.at(i - 1), poly, &right, &left) \
                and not leads_through(mesh, &points[0][points.size() - 3], next, right, left):
            middle_of(mesh, poly, right, left, middle)
            add_point(middle, poly, points, point_polys, point_links)
        if i + 1 < count:
            add_point(place, poly, points, point_polys, point_links)
    return add_point(goal, corridor.back(), points, point_polys, point_links)


# ---- Python ----

cdef list points_list(const vector[double]* points):
    return [(points.at(3 * i), points.at(3 * i + 1), points.at(3 * i + 2)) for i in range(points.size() // 3)]


def along_corridor(NavMesh mesh not None, corridor, entries, start, goal, bint taut=True):
    """(points, a polygon that each lies on, id of the link that begins at each) of the path from start to goal along a corridor,
    taut or through the middles of its portals; ``entries``: for each polygon the index of the link it is entered by, −1: a
    portal, as for the first one. ValueError: a polygon that the mesh does not have, a link that does not lead from one polygon to
    the next, no corridor, or not as many entries as polygons."""
    cdef vector[PolyRef] polys, point_polys
    cdef vector[int32_t] links, point_links
    cdef vector[double] points
    cdef double a[3]
    cdef double b[3]
    read_corridor(mesh, corridor, entries, &polys, &links)
    read_point("start", start, a)
    read_point("goal", goal, b)
    with nogil:
        if taut:
            pull_path(&mesh.view, &polys, &links, a, b, &points, &point_polys, &point_links)
        else:
            center_path(&mesh.view, &polys, &links, a, b, &points, &point_polys, &point_links)
    return points_list(&points), list(point_polys), list(point_links)


cdef int check_entry(NavMesh mesh, int32_t index, PolyRef before, PolyRef poly) except -1:
    """Does a link lead from one polygon to the next?"""
    cdef const OffMeshLink* link
    if not -1 <= index < mesh.view.link_count:
        raise ValueError(f"entries: there is no link {index}, there are {mesh.view.link_count}")
    if index < 0:
        return 0
    if before == NO_POLY:
        raise ValueError(f"entries: the first polygon is entered by none, −1, is {index}")
    link = &mesh.view.links[index]
    if link.start_poly != before or link.end_poly != poly:
        raise ValueError(f"entries: link {index} does not lead from polygon {before} to {poly}")
    return 0


cdef int read_corridor(NavMesh mesh, corridor, entries, vector[PolyRef]* polys, vector[int32_t]* links) except -1:
    cdef size_t i
    try:
        polys[0], links[0] = corridor, entries
    except (OverflowError, TypeError):
        raise ValueError("corridor, entries: must be whole numbers below 2³¹") from None
    if polys.empty():
        raise ValueError("corridor: has no polygon")
    if polys.size() != links.size():
        raise ValueError(f"entries: must be as many as polygons, are {links.size()} for {polys.size()}")
    for i in range(polys.size()):
        if not still_there(&mesh.view, polys.at(i), mesh.view.version):
            raise ValueError(f"corridor: there is no polygon {polys.at(i)}, there are {mesh.view.poly_count}")
    for i in range(links.size()):
        check_entry(mesh, links.at(i), polys.at(i - 1) if i > 0 else <PolyRef>NO_POLY, polys.at(i))
    return 0
