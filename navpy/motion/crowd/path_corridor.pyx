"""A path that goes with its agent (Detour's path corridor, after Mononen 2010).

The agent's place is moved along the surface and the corridor by what was walked through; the path in it is pulled taut again, and
where costs differ it becomes the cheapest one of its corridor. Who was pushed aside and sees a corner past the next one goes straight
there, if that costs no more. A goal that moves a little takes the corridor's end along;
where the mesh has changed, the corridor is laid anew along its own path if that is still clear. Only what none of this helps is
searched."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from libc.string cimport memcpy
from libcpp.memory cimport shared_ptr

from navpy.base.arguments cimport read_point
from navpy.base.core cimport NO_POLY, PATH_COMPLETE, PATH_FAILED, PolyRef
from navpy.base.geom cimport border_tolerance, closest_on_segment, distance2, is_point
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.mesh.mesh_view cimport MeshView
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, Face, corner_after, cross
from navpy.query.corridor.crossings cimport pull_path
from navpy.query.surface.flood cimport Flood
from navpy.query.surface.leg cimport leg_slack, pass_polys
from navpy.navmesh.packed cimport packed_graph
from navpy.query.path cimport PathBuffer, PathSearch, default_options, find_path, note_kinds
from navpy.query.path_result cimport PathResult, Workspace, borrow
from navpy.query.corridor.path_shaping cimport Path, flag_points, path_length, plan_length, retrace
from navpy.query.corridor.refinement cimport path_cost, refine_path
from navpy.query.surface.surface cimport MoveResult, move_along_surface
from navpy.navmesh.query_filter cimport QueryFilter

cdef double DRIFT = 0.05                # of the path's length: how far its goal may move before it is searched anew
cdef double SAME_COST = 1e-6            # of a cost: rounding and the slack of corridors may be this much


# ---- the path in the corridor ----

cdef inline double cost_of(NavView nav, const Path* path) noexcept nogil:
    return path_cost(nav, &path.corridor, &path.entries, &path.points, &path.point_links)


cdef int measure_path(NavView nav, CorridorData* corridor) except -1 nogil:
    """What is known of a path by its points and its corridor."""
    cdef PathBuffer* path = &corridor.path
    path.length = path_length(<Path*>path)
    corridor.cost = cost_of(nav, <Path*>path)
    path.point_flags.clear()
    path.point_flags.resize(path.point_polys.size())
    flag_points(<Path*>path)
    return note_kinds(nav.mesh, path)


cdef int pull(NavView nav, CorridorData* corridor) except -1 nogil:
    """The cheapest path in the corridor from the present place to the present end: the taut one where costs do not differ."""
    cdef PathBuffer* path = &corridor.path
    pull_path(nav.mesh, &path.corridor, &path.entries, path.start.point, path.goal.point, &path.points, &path.point_polys,
              &path.point_links)
    if not nav.graph.uniform:
        refine_path(nav, &path.corridor, &path.entries, &path.points, &path.point_polys, &path.point_links)
    return measure_path(nav, corridor)


cdef bint stays_on_path(const CorridorData* corridor, const double* point) noexcept nogil:
    """Is a place on the first leg of the path, before its end?"""
    cdef const PathBuffer* path = &corridor.path
    cdef const double* p = path.points.data()
    cdef double qx, qz, near = border_tolerance(point[0], point[2])
    if path.point_polys.size() < 2 or path.point_links[0] >= 0:
        return False
    return closest_on_segment(point[0], point[2], p[0], p[2], p[3], p[5], &qx, &qz) <= near \
        and distance2(point[0], point[2], p[3], p[5]) > near


cdef bint covers(const PortalGraph* graph, PolyRef poly, const double* point) noexcept nogil:
    """Is a point over or under a polygon, or as good as on its border?"""
    cdef const Face* ring = &graph.faces[poly]
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef double near = border_tolerance(point[0], point[2])
    cdef int32_t i
    for i in range(ring.first, ring.first + ring.count):
        a = &graph.half_edges[i]
        b = &graph.half_edges[corner_after(ring, i)]
        if cross(b.x - a.x, b.y - a.y, point[0] - a.x, -point[2] - a.y) < -near * distance2(a.x, a.y, b.x, b.y):
            return False
    return True


cdef int shorten(NavView nav, CorridorData* corridor, const double* point) except -1 nogil:
    """The path from a place on its first leg: the rest of the cheapest path is the cheapest one of the rest. Along a border of two
    polygons it stays in that of the corridor, whichever of them one was led over."""
    cdef PathBuffer* path = &corridor.path
    cdef Py_ssize_t kept = 0, last = <Py_ssize_t>path.corridor.size() - 1
    while kept < last and path.entries[kept + 1] < 0 and not covers(nav.graph, path.corridor[kept], point):
        kept += 1
    path.corridor.erase(path.corridor.begin(), path.corridor.begin() + kept)
    path.entries.erase(path.entries.begin(), path.entries.begin() + kept)
    path.entries[0] = -1
    memcpy(path.points.data(), point, sizeof(path.start.point))
    path.point_polys[0] = path.corridor[0]
    return measure_path(nav, corridor)


cdef int corridor_search(NavView nav, CorridorData* corridor, PathSearch* search,
                         const double* position, const double* goal) except -1 nogil:
    """Begin afresh."""
    cdef double from_[3]
    cdef double to[3]
    memcpy(from_, position, sizeof(from_))      # either may be a part of what is overwritten
    memcpy(to, goal, sizeof(to))
    memcpy(corridor.asked, to, sizeof(to))
    corridor.searches += 1
    find_path(nav, &corridor.options, search, from_, to, &corridor.path)
    corridor.found_length, corridor.drift = plan_length(&corridor.path.points), 0.0
    corridor.cost = cost_of(nav, <Path*>&corridor.path)
    note(nav, corridor)
    return 0


cdef void note(NavView nav, CorridorData* corridor) noexcept nogil:
    """That the corridor is good on the mesh and the graph as they are now."""
    corridor.version, corridor.graph = nav.mesh.version, <const void*>nav.graph
    corridor.rules_version, corridor.uniform = nav.graph.rules_version, nav.graph.uniform


cdef inline bint is_noted(NavView nav, const CorridorData* corridor) noexcept nogil:
    return corridor.version == nav.mesh.version and corridor.graph == <const void*>nav.graph


# ---- the agent moves ----

cdef bint walk(NavView nav, CorridorData* corridor, PolyRef poly, const double* start,
               const double* end) except -1 nogil:
    """Can one walk straight? ``visited`` are the polygons that one comes through then, each next to the one before: also where the
    way leads through a vertex, which a ray just passes."""
    cdef size_t i
    pass_polys(nav, poly, start, end, leg_slack(start, end), &corridor.leg)
    corridor.visited.clear()
    for i in range(corridor.leg.stretches.size()):
        corridor.visited.push_back(corridor.leg.stretches[i].poly)
    return corridor.leg.arrived


cdef int keep_rest(CorridorData* corridor, Py_ssize_t kept) except -1 nogil:
    """Put the corridor from one of its places on behind the polygons that were gathered; it is the corridor then."""
    cdef PathBuffer* path = &corridor.path
    corridor.polys.insert(corridor.polys.end(), path.corridor.begin() + kept, path.corridor.end())
    corridor.entries.push_back(-1)
    corridor.entries.insert(corridor.entries.end(), path.entries.begin() + kept + 1, path.entries.end())
    path.corridor.swap(corridor.polys)
    path.entries.swap(corridor.entries)
    return 0


cdef bint lead(CorridorData* corridor) except -1 nogil:
    """Put what was walked through, visited, before the corridor, from the last of its polygons that was come to. False where it has
    become no other corridor, only a shorter one."""
    cdef PathBuffer* path = &corridor.path
    cdef Py_ssize_t i, k, kept = -1, last = <Py_ssize_t>corridor.visited.size() - 1, at = 0
    for i in range(last, -1, -1):
        for k in range(<Py_ssize_t>path.corridor.size() - 1, -1, -1):
            if path.corridor[k] == corridor.visited[i] and not follows_link(path, k):
                kept, at = k, i
                break
        if kept >= 0:
            break
    corridor.polys.clear()
    corridor.entries.clear()
    for i in range(last, at, -1):               # back the way from where it is now
        corridor.polys.push_back(corridor.visited[i])
        corridor.entries.push_back(-1)
    keep_rest(corridor, kept)
    return at < last


cdef bint follows_link(const PathBuffer* path, Py_ssize_t place) noexcept nogil:
    """Is there a link in the corridor up to a place? Nobody walks past one."""
    cdef Py_ssize_t i
    for i in range(1, place + 1):
        if path.entries[i] >= 0:
            return True
    return False


cdef bint is_no_dearer(NavView nav, CorridorData* corridor, Py_ssize_t kept) except -1 nogil:
    """Does the straight way through visited to the corner past the next one cost no more than the path to a place of the corridor that
    leads there?"""
    cdef PathBuffer* path = &corridor.path
    cdef Path* part = &corridor.part
    cdef double straight
    part.points.clear()
    part.points.insert(part.points.end(), path.points.begin(), path.points.begin() + 3)
    part.points.insert(part.points.end(), path.points.begin() + 6, path.points.begin() + 9)
    part.point_links.clear()
    part.point_links.resize(2, -1)
    part.entries.clear()
    part.entries.resize(corridor.visited.size(), -1)
    part.corridor = corridor.visited
    straight = cost_of(nav, part)
    part.points.insert(part.points.begin() + 3, path.points.begin() + 3, path.points.begin() + 6)
    part.point_links.push_back(-1)
    part.entries.clear()
    part.entries.resize(kept + 1, -1)
    part.corridor.clear()
    part.corridor.insert(part.corridor.end(), path.corridor.begin(), path.corridor.begin() + kept + 1)
    return straight <= cost_of(nav, part)


cdef bint see_ahead(NavView nav, CorridorData* corridor) except -1 nogil:
    """If the corner past the next one is in sight, go straight there: the way round the next one is longer. Where costs differ it may
    still be the cheaper one; then it is kept to."""
    cdef PathBuffer* path = &corridor.path
    cdef Py_ssize_t i, kept = -1
    cdef PolyRef end
    if path.point_polys.size() < 3 or path.point_links[0] >= 0 or path.point_links[1] >= 0:
        return False
    if not walk(nav, corridor, path.corridor[0], &path.points[0], &path.points[6]):
        return False
    end = corridor.visited.back()
    for i in range(<Py_ssize_t>path.corridor.size() - 1, -1, -1):
        if path.corridor[i] == end and not follows_link(path, i):
            kept = i
            break
    if kept < 0 or not (nav.graph.uniform or is_no_dearer(nav, corridor, kept)):
        return False
    corridor.polys.clear()
    corridor.entries.clear()
    for i in range(<Py_ssize_t>corridor.visited.size() - 1):
        corridor.polys.push_back(corridor.visited[i])
        corridor.entries.push_back(-1)
    keep_rest(corridor, kept)
    corridor.shortcuts += 1
    return True


cdef int cut_across(NavView nav, CorridorData* corridor) except -1 nogil:
    """Who was pushed out of the corridor may have come next to a later polygon of it: go there at once, where that is cheaper than back
    the way that one came."""
    cdef PathBuffer* path = &corridor.path
    cdef const Face* ring = &nav.graph.faces[path.corridor[0]]
    cdef double before
    cdef PolyRef next
    cdef int32_t i
    cdef Py_ssize_t k
    for i in range(ring.first, ring.first + ring.count):
        next, k = nav.graph.half_edges[i].neighbor, <Py_ssize_t>path.corridor.size() - 1
        while k > 1 and path.corridor[k] != next:
            k -= 1
        if next == NO_POLY or k < 2 or follows_link(path, k):
            continue
        corridor.spare, before = path[0], corridor.cost
        path.corridor.erase(path.corridor.begin() + 1, path.corridor.begin() + k)
        path.entries.erase(path.entries.begin() + 1, path.entries.begin() + k)
        pull(nav, corridor)
        if corridor.cost >= before:
            path[0], corridor.cost = corridor.spare, before
    return 0


cdef bint is_near(const MeshView* mesh, const double* a, const double* b) noexcept nogil:
    """Are two places one, but for what an agent's origin floats over its floor?"""
    return distance2(a[0], a[2], b[0], b[2]) <= border_tolerance(a[0], a[2])


cdef int corridor_move(NavView nav, CorridorData* corridor, PathSearch* search, Flood* flood,
                       const double* position) except -1 nogil:
    """The agent is somewhere else now. Where it cannot have walked there, or the mesh has changed under its path, the path is
    searched anew."""
    cdef PathBuffer* path = &corridor.path
    cdef MoveResult moved
    cdef double before
    if path.status == PATH_FAILED or not is_point(position):
        return corridor_search(nav, corridor, search, position, corridor.asked)
    if not is_noted(nav, corridor) and not carry_over(nav, corridor):
        return corridor_search(nav, corridor, search, position, corridor.asked)
    move_along_surface(nav, flood, path.corridor[0], path.start.point, position, &moved, &corridor.visited)
    if not is_near(nav.mesh, moved.point, position) or fabs(moved.point[1] - position[1]) > reach_up(nav.mesh) \
            or (moved.arrived and not walk(nav, corridor, path.corridor[0], path.start.point, moved.point)):
        return corridor_search(nav, corridor, search, position, corridor.asked)
    memcpy(path.start.point, moved.point, sizeof(moved.point))
    if not nav.graph.uniform and stays_on_path(corridor, moved.point):
        shorten(nav, corridor, moved.point)     # far less to do than to look for the cheapest path again
    elif lead(corridor) and not nav.graph.uniform:
        pull(nav, corridor)
        cut_across(nav, corridor)
    else:
        pull(nav, corridor)
    path.start.poly, path.start.distance = path.corridor[0], 0.0
    while see_ahead(nav, corridor):
        before = corridor.cost
        pull(nav, corridor)
        if corridor.cost >= before:
            break
    return 0


cdef double reach_up(const MeshView* mesh) noexcept nogil:
    """Metres that an agent's origin may be over or under the floor that it was led along."""
    cdef SearchExtents reach = default_extents(mesh)
    return max(reach.down_first, reach.up)


# ---- the goal moves, the mesh changes ----

cdef bint follow_goal(NavView nav, CorridorData* corridor, Flood* flood,
                      const double* goal) except -1 nogil:
    """Let the end of the corridor walk to the new goal; false where it cannot, or has strayed too far."""
    cdef PathBuffer* path = &corridor.path
    cdef SearchExtents reach = default_extents(nav.mesh)
    cdef NearestPoly at
    cdef MoveResult moved
    cdef Py_ssize_t i, kept = -1, k, from_ = 0
    if not locate(nav, goal, &reach, &at):
        return False
    corridor.drift += distance2(path.goal.point[0], path.goal.point[2], at.point[0], at.point[2])
    if corridor.drift > DRIFT * corridor.found_length:
        return False
    move_along_surface(nav, flood, path.goal.poly, path.goal.point, at.point, &moved, &corridor.visited)
    if not is_near(nav.mesh, moved.point, at.point) or fabs(moved.point[1] - at.point[1]) > border_tolerance(at.point[0], at.point[2]) \
            or (moved.arrived and not walk(nav, corridor, path.goal.poly, path.goal.point, moved.point)):
        return False
    for k in range(<Py_ssize_t>path.corridor.size()):           # the first polygon of the corridor that the end came through
        if k > 0 and path.entries[k] >= 0:
            kept = -1
        for i in range(<Py_ssize_t>corridor.visited.size() - 1, -1, -1):
            if corridor.visited[i] == path.corridor[k]:
                if kept < 0:
                    kept, from_ = k, i
                break
    if kept < 0:
        return False
    path.corridor.resize(kept + 1)
    path.entries.resize(kept + 1)
    for i in range(from_ + 1, <Py_ssize_t>corridor.visited.size()):
        path.corridor.push_back(corridor.visited[i])
        path.entries.push_back(-1)
    path.goal = at
    path.goal.poly = path.corridor.back()
    memcpy(path.goal.point, moved.point, sizeof(moved.point))
    return True


cdef int corridor_retarget(NavView nav, CorridorData* corridor, PathSearch* search,
                           Flood* flood, const double* goal) except -1 nogil:
    """The goal is somewhere else now. It is followed while it has moved by at most a twentieth of the path since it was
    searched, and could have walked there."""
    cdef double asked[3]
    cdef const double* from_ = &corridor.path.start.point[0] if corridor.path.start.poly != NO_POLY else &corridor.path.asked[0]
    memcpy(asked, goal, sizeof(asked))
    if corridor.path.status != PATH_COMPLETE or not is_point(asked) or not is_noted(nav, corridor) \
            or not follow_goal(nav, corridor, flood, asked):
        return corridor_search(nav, corridor, search, from_, asked)
    memcpy(corridor.asked, asked, sizeof(asked))
    memcpy(&corridor.path.asked[3], asked, sizeof(asked))
    return pull(nav, corridor)


cdef bint carry_over(NavView nav, CorridorData* corridor) except -1 nogil:
    """Lay the corridor anew on a mesh that has changed, along the path that was found; false where that is not clear any more, has
    become dearer, or takes links, which may have become others. Where costs differ, other rules may have made another way the
    cheapest: false too."""
    cdef PathBuffer* path = &corridor.path
    cdef SearchExtents reach = default_extents(nav.mesh)
    cdef NearestPoly at, end
    cdef bint uniform = nav.graph.uniform and corridor.uniform
    cdef size_t i
    if not uniform and (corridor.rules_version != nav.graph.rules_version or corridor.graph != <const void*>nav.graph):
        return False
    for i in range(path.point_links.size()):
        if path.point_links[i] >= 0:
            return False
    if path.status != PATH_COMPLETE or not locate(nav, path.start.point, &reach, &at) \
            or not locate(nav, path.goal.point, &reach, &end):
        return False
    path.point_polys[0], path.point_polys[path.point_polys.size() - 1] = at.poly, end.poly
    memcpy(path.points.data(), at.point, sizeof(at.point))
    memcpy(&path.points[path.points.size() - 3], end.point, sizeof(end.point))
    path.corridor.clear()
    path.corridor.push_back(at.poly)
    path.entries.clear()
    path.entries.push_back(-1)
    if not retrace(nav, <Path*>path) \
            or not (uniform or cost_of(nav, <Path*>path) <= corridor.cost * (1.0 + SAME_COST)):
        return False
    path.start, path.goal = at, end
    path.goal.poly = path.corridor.back()
    pull(nav, corridor)
    note(nav, corridor)
    corridor.repairs += 1
    return True


# ---- Python ----

cdef class PathCorridor:
    """PathCorridor(mesh, start, goal): the way of one who walks from start to goal, (x, y, z) in metres, kept while it walks.

    ``move`` tells where the agent is now, ``retarget`` where it wants to go now. The path is searched anew only when the agent
    was carried off, the goal has moved by more than a twentieth of the path since it was searched or to where it cannot
    walk from its last place, or the mesh has changed so that the path is not clear any more. So the way is never longer than the shortest
    one by more than a tenth, unless the mesh offers a new one. Where costs differ, the path is the cheapest one of its corridor,
    searched anew also when rules or costs have changed, or changed tiles have made it dearer. The goal may be out of reach; then
    ``path`` says why, and each call looks again."""
    cdef NavMesh mesh
    cdef CorridorData data
    cdef Flood flood
    cdef QueryFilter filter
    cdef shared_ptr[PortalGraph] held

    def __cinit__(self, NavMesh mesh not None, start, goal, *, bint allow_partial=False, QueryFilter filter=None):
        cdef double a[3]
        cdef double b[3]
        cdef Workspace workspace
        cdef const PortalGraph* graph
        read_point("start", start, a)
        read_point("goal", goal, b)
        self.mesh, self.filter = mesh, filter
        self.data.options = default_options()
        self.data.options.allow_partial = allow_partial
        self.data.searches = self.data.repairs = self.data.shortcuts = 0
        graph = packed_graph(mesh, filter, &self.held)
        workspace = borrow(self.mesh)
        with nogil:
            corridor_search(view_of(&mesh.view, graph), &self.data, &workspace.search, a, b)
        self.mesh.workspaces.append(workspace)

    def move(self, position):
        """The agent is at position, (x, y, z) in metres. ValueError: not three coordinates."""
        cdef double at[3]
        cdef Workspace workspace
        cdef const PortalGraph* graph = packed_graph(self.mesh, self.filter, &self.held)
        read_point("position", position, at)
        workspace = borrow(self.mesh)
        with nogil:
            corridor_move(view_of(&self.mesh.view, graph), &self.data, &workspace.search, &self.flood, at)
        self.mesh.workspaces.append(workspace)

    def retarget(self, goal):
        """The agent wants to go to goal, (x, y, z) in metres. ValueError: not three coordinates."""
        cdef double at[3]
        cdef Workspace workspace
        cdef const PortalGraph* graph = packed_graph(self.mesh, self.filter, &self.held)
        read_point("goal", goal, at)
        workspace = borrow(self.mesh)
        with nogil:
            corridor_retarget(view_of(&self.mesh.view, graph), &self.data, &workspace.search, &self.flood, at)
        self.mesh.workspaces.append(workspace)

    @property
    def path(self):
        """PathResult from the agent's place to its goal, as of now."""
        cdef PathResult result = PathResult.__new__(PathResult)
        result.data = self.data.path
        return result

    @property
    def next_corner(self):
        """(x, y, z) that the agent walks straight to; the place itself at the goal, None without a path."""
        cdef PathBuffer* path = &self.data.path
        cdef Py_ssize_t i
        if path.points.empty():
            return None
        i = 3 if path.points.size() > 3 else 0
        return path.points[i], path.points[i + 1], path.points[i + 2]

    @property
    def searches(self):
        """Paths searched, the first included."""
        return self.data.searches

    @property
    def repairs(self):
        """Changes of the mesh that the path was carried over without a search."""
        return self.data.repairs

    @property
    def shortcuts(self):
        """Times that the agent saw past a corner of its corridor."""
        return self.data.shortcuts

    def __repr__(self):
        return f"<PathCorridor {self.path!r}, searched {self.data.searches} times>"
