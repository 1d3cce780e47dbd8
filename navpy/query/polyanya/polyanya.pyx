"""The path that Polyanya finds."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t, int64_t
from libcpp.algorithm cimport reverse
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport is_point
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, height_at, locate
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport PortalGraph, before_around, cross, next_around
from navpy.query.polyanya.polyanya_search cimport advance_exact, begin_exact
from navpy.query.polyanya.successors cimport AT_LINK_END, ONLY_A_BEND, Arrival, Cone, ExactSearch
from navpy.query.polyanya.visibility_search cimport arrival_poly
from navpy.navmesh.given_ends cimport path_tuple, read_ends
from navpy.query.polyanya.visibility_graph cimport NodeOrigin, VisibilityGraph, Way, corner_in

cdef double IN_LINE = 1e-9              # metres: a bend no farther off the straight line is none


# ---- the path found ----

cdef int add_point(const double* point, PolyRef poly, int32_t link, vector[double]* points, vector[PolyRef]* point_polys,
                   vector[int32_t]* point_links) except -1 nogil:
    """Append to a path that is written backwards."""
    cdef int i
    for i in range(3):
        points.push_back(point[2 - i])
    point_polys.push_back(poly)
    point_links.push_back(link)
    return 0


cdef int trace_link(const MeshView* mesh, const Cone* cone, double* x, double* y, vector[double]* points,
                    vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil:
    """Add where a link lands on the way from a cone's root to (x, y), and where it is left, the (x, y) of the cone before."""
    cdef const OffMeshLink* link = &mesh.links[-1 - cone.edge]
    cdef double ax = link.land[0][0], ay = -link.land[0][2], ex = link.land[1][0] - ax, ey = -link.land[1][2] - ay, across, t
    cdef double place[3]
    if cone.bend == AT_LINK_END:
        t = ((cone.x - ax) * ex + (cone.y - ay) * ey) / (ex * ex + ey * ey) if ex != 0.0 or ey != 0.0 else 0.0
    else:
        across = cross(ex, ey, x[0] - cone.x, y[0] - cone.y)
        t = -cross(ax - cone.x, ay - cone.y, x[0] - cone.x, y[0] - cone.y) / across if across != 0.0 else 0.5
    t = 0.0 if not t > 0.0 else 1.0 if t > 1.0 else t
    link_place(mesh, link.end_poly, link.land[0], link.land[1], t, place)
    add_point(place, link.end_poly, -1, points, point_polys, point_links)
    link_place(mesh, link.start_poly, link.leave[0], link.leave[1], t, place)
    add_point(place, link.start_poly, link.id, points, point_polys, point_links)
    x[0], y[0] = place[0], -place[2]
    return 0


cdef void link_place(const MeshView* mesh, PolyRef poly, const double* a, const double* b, double t, double* out) noexcept nogil:
    """The place on a link's side, 0 … 1 of the way from a to b."""
    cdef int i
    for i in range(3):
        out[i] = b[i] if t == 1.0 else a[i] + t * (b[i] - a[i])
    if a[0] != b[0] or a[2] != b[2]:
        out[1] = height_at(mesh, poly, out[0], out[2])


cdef int trace_round(const PortalGraph* graph, int32_t fan, PolyRef first, PolyRef last, vector[PolyRef]* corridor,
                     vector[int32_t]* entries) except -1 nogil:
    """Add the polygons round a corner from the last one back to the first one, without that."""
    cdef size_t begin = corridor.size()
    cdef PolyRef at = first
    cdef int32_t corner = corner_in(graph, &graph.faces[first], fan)
    cdef bint clockwise
    for clockwise in range(2):
        at = first
        corner = corner_in(graph, &graph.faces[first], fan)
        while at != last and corner >= 0:
            corner = before_around(graph, &at, corner) if clockwise else next_around(graph, &at, corner)
            corridor.push_back(at)
        if at == last:
            break
        corridor.resize(begin)
    reverse(corridor.begin() + begin, corridor.end())
    entries.resize(corridor.size(), -1)
    return 0


cdef int32_t trace_corner(NavView nav, const ExactSearch* search, int32_t index,
                          PolyRef* poly, vector[PolyRef]* corridor, vector[int32_t]* entries, vector[double]* points,
                          vector[PolyRef]* point_polys, vector[int32_t]* point_links) except? -1 nogil:
    """Add a corner, the polygons round it back from the one where the path leaves it, and those that it is seen through, but the
    one where the path leaves the corner before, which takes the place of ``poly``; the parent of the arrival."""
    cdef const Arrival* arrival = &search.arrivals[index]
    cdef const NodeOrigin* origin = &search.sights.origins[arrival.node]
    cdef const Way* ways = search.sights.ways.data()
    cdef int32_t way = arrival.way
    cdef PolyRef first = arrival_poly(search, arrival)
    trace_round(nav.graph, nav.graph.half_edges[origin.corner].umbrella, first, poly[0], corridor, entries)
    add_point(nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[origin.corner], first, -1, points, point_polys, point_links)
    while way >= 0 and ways[way].before >= 0:
        corridor.push_back(ways[way].poly)
        entries.push_back(-1)
        way = ways[way].before
    poly[0] = ways[way].poly if way >= 0 else first
    return arrival.parent


cdef int trace(NavView nav, const ExactSearch* search, const NearestPoly* start,
               const NearestPoly* goal, vector[PolyRef]* corridor, vector[int32_t]* entries, vector[double]* points,
               vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil:
    """Write down the best path, from the goal back to the start and then turned round."""
    cdef int32_t index = search.best_cone
    cdef const Cone* cone
    cdef PolyRef poly = NO_POLY                             # where the path leaves the corner that comes next
    cdef double x = search.goal_x, y = search.goal_y        # the next point of the path as seen from the cone's root
    add_point(goal.point, goal.poly, -1, points, point_polys, point_links)
    if search.best_bend >= 0:
        add_point(nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[search.best_bend], goal.poly, -1, points, point_polys, point_links)
        x, y = nav.graph.half_edges[search.best_bend].x, nav.graph.half_edges[search.best_bend].y
    if index < -1:
        poly = search.last_polys[0]
        corridor.assign(search.last_polys.rbegin(), search.last_polys.rend() - 1)
        entries.resize(corridor.size(), -1)
    while index != -1:
        if index < -1:
            index = trace_corner(nav, search, -2 - index, &poly, corridor, entries, points, point_polys, point_links)
            continue
        cone = &search.cones[index]
        index, poly = cone.parent, cone.poly
        if cone.edge >= 0:
            corridor.push_back(nav.graph.half_edges[cone.edge].neighbor)
            entries.push_back(-1)
        elif cone.edge != ONLY_A_BEND:
            corridor.push_back(nav.mesh.links[-1 - cone.edge].end_poly)
            entries.push_back(-1 - cone.edge)
            trace_link(nav.mesh, cone, &x, &y, points, point_polys, point_links)
        if cone.bend >= 0:
            x, y = nav.graph.half_edges[cone.bend].x, nav.graph.half_edges[cone.bend].y
            add_point(nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[cone.bend], cone.poly, -1, points, point_polys, point_links)
    corridor.push_back(start.poly)
    entries.push_back(-1)
    add_point(start.point, start.poly, -1, points, point_polys, point_links)
    reverse(corridor.begin(), corridor.end())
    reverse(entries.begin(), entries.end())
    reverse(points.begin(), points.end())
    reverse(point_polys.begin(), point_polys.end())
    reverse(point_links.begin(), point_links.end())
    return 0


cdef bint is_needed(const double* before, const double* at, const double* after) noexcept nogil:
    """Does a path bend at a point, more than rounding makes it?"""
    cdef double dx = after[0] - before[0], dz = after[2] - before[2], length = sqrt(dx * dx + dz * dz)
    if at[0] == before[0] and at[2] == before[2]:
        return False
    return fabs(cross(at[0] - before[0], at[2] - before[2], dx, dz)) > IN_LINE * length


cdef int drop_straight_points(vector[double]* points, vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil:
    """Leave out points that the path goes straight through, except at links, and those where it stands already."""
    cdef double* p = points.data()
    cdef size_t i, k, kept = 1, count = point_polys.size()
    cdef bint again
    for i in range(1, count):
        again = p[3 * i] == p[3 * kept - 3] and p[3 * i + 2] == p[3 * kept - 1] and point_links[0][kept - 1] < 0
        if again:                   # a link that begins here begins at the point before
            point_links[0][kept - 1] = point_links[0][i]
            continue
        if i + 1 < count and point_links[0][i] < 0 and point_links[0][i - 1] < 0 \
                and not is_needed(&p[3 * kept - 3], &p[3 * i], &p[3 * i + 3]):
            continue
        for k in range(3):
            p[3 * kept + k] = p[3 * i + k]
        point_polys[0][kept], point_links[0][kept] = point_polys[0][i], point_links[0][i]
        kept += 1
    points.resize(3 * kept)
    point_polys.resize(kept)
    point_links.resize(kept)
    return 0


cdef bint trace_exact(NavView nav, const ExactSearch* search, const NearestPoly* start,
                      const NearestPoly* goal, vector[PolyRef]* corridor, vector[int32_t]* entries, vector[double]* points,
                      vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil:
    """The best path of a search that is over, in the form that find_corridor and pull_path give it; false where there is
    none. Points of the path may cut a corner by graph.rounding, times the ratio of two distances along it."""
    corridor.clear()
    entries.clear()
    points.clear()
    point_polys.clear()
    point_links.clear()
    if not search.over or search.best == INFINITY:
        return False
    trace(nav, search, start, goal, corridor, entries, points, point_polys, point_links)
    drop_straight_points(points, point_polys, point_links)
    return True


cdef bint find_exact(NavView nav, ExactSearch* search, VisibilityGraph* sights,
                     const NearestPoly* start, const NearestPoly* goal, vector[PolyRef]* corridor, vector[int32_t]* entries, vector[double]* points,
                     vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil:
    """The shortest path in the ground plane from start to goal over all that ``graph`` lets one cross; false where there is
    none. ``graph`` is that of the mesh's present version. Exact where all polygons cost the same (``graph.uniform``); a metre
    along a link counts by its area's cost relative to that."""
    begin_exact(nav, search, sights, start, goal)
    advance_exact(nav, search, -1)
    return trace_exact(nav, search, start, goal, corridor, entries, points, point_polys, point_links)


# ---- Python ----

cdef class ExactFinder:
    """ExactFinder(mesh): exact shortest paths over a NavMesh, at once or spread over frames."""
    cdef NavMesh mesh
    cdef ExactSearch search
    cdef VisibilityGraph sights
    cdef NearestPoly start, goal
    cdef bint begun

    def __cinit__(self, NavMesh mesh not None):
        self.mesh = mesh

    def begin(self, PolyRef start_poly, start, PolyRef goal_poly, goal):
        """Begin to look for the path between two points on given polygons. ValueError: a polygon that the mesh does not
        have."""
        cdef NearestPoly a, b
        read_ends(self.mesh, "path", start_poly, start, goal_poly, goal, &a, &b)
        if not (is_point(a.point) and is_point(b.point)):
            raise ValueError(f"path: from {tuple(start)} to {tuple(goal)}; coordinates must be finite")
        self.start, self.goal = a, b
        with nogil:
            begin_exact(view_of(&self.mesh.view, self.mesh.view.graph), &self.search, &self.sights, &self.start, &self.goal)
        self.begun = True

    def advance(self, int64_t expansions):
        """Look through so many cones, −1: however many; true where the search is over. It is, without a path, when the mesh
        has changed since it began. ValueError: none has begun."""
        cdef bint over
        if not self.begun:
            raise ValueError("advance: no search has begun")
        with nogil:
            over = advance_exact(view_of(&self.mesh.view, self.mesh.view.graph), &self.search, expansions)
        return over

    def found(self):
        """(length in the ground plane, points, a polygon for each, link ids, corridor, entries) of the path; None where there
        is none, or the search isn't over."""
        cdef vector[PolyRef] polys, point_polys
        cdef vector[int32_t] entries, links
        cdef vector[double] points
        if not self.begun or self.search.version != self.mesh.view.graph.version or not trace_exact(
                view_of(&self.mesh.view, self.mesh.view.graph), &self.search, &self.start, &self.goal, &polys, &entries, &points,
                &point_polys, &links):
            return None
        return path_tuple(self.search.best, &points, &point_polys, &links, &polys, &entries)

    def path(self, PolyRef start_poly, start, PolyRef goal_poly, goal, limit=None):
        """What `found` tells of the shortest path between two points on given polygons, unless looking through more than
        ``limit`` cones would be needed. ValueError: a polygon that the mesh does not have."""
        self.begin(start_poly, start, goal_poly, goal)
        self.advance(-1 if limit is None else limit)
        return self.found()

    @property
    def limit_reached(self):
        """Is the last search not over?"""
        return self.begun and not self.search.over

    @property
    def searched(self):
        """How many cones the last search has looked through."""
        return self.search.searched

    def lengths(self, const double[:, ::1] starts, const double[:, ::1] goals):
        """Lengths in the ground plane of the shortest paths from starts[i] to goals[i], (n, 3) in metres, both ends taken to
        the floor (NavMesh.locate); an array.array of doubles, infinite where there is no path."""
        from array import array
        cdef Py_ssize_t i, count = min(starts.shape[0], goals.shape[0])
        cdef double[::1] out = array("d", bytes(8 * count))
        cdef SearchExtents reach = default_extents(&self.mesh.view)
        cdef NearestPoly a, b
        cdef vector[PolyRef] polys, point_polys
        cdef vector[int32_t] entries, links
        cdef vector[double] points
        with nogil:
            for i in range(count):
                out[i] = INFINITY
                if is_point(&starts[i, 0]) and is_point(&goals[i, 0]) \
                        and locate(view_of(&self.mesh.view, self.mesh.view.graph), &starts[i, 0], &reach, &a) \
                        and locate(view_of(&self.mesh.view, self.mesh.view.graph), &goals[i, 0], &reach, &b):
                    find_exact(view_of(&self.mesh.view, self.mesh.view.graph), &self.search, NULL, &a, &b, &polys, &entries, &points,
                               &point_polys, &links)
                    out[i] = self.search.best
        return out.base
