"""A path corridor as Detour's (Mononen 2010, dtPathCorridor).

The agent moves along the surface, and the polygons on its way become the begin of the corridor (mergeCorridorStartMoved). The path in
it is pulled taut again, or becomes the cheapest path of the corridor where costs differ. An agent in sight of the corner after the
next goes straight to it if this costs no more (optimizePathVisibility). A goal that moves a little takes the end of the corridor along
(moveTargetPosition). After a change of the mesh the corridor is traced anew along its own path, if that is still clear. A path is
searched where none of this helps."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from navpy.base.core cimport NO_POLY, PATH_COMPLETE, PATH_FAILED, PolyRef
from navpy.base.geom cimport border_tolerance, closest_on_segment, cross, distance2, is_point
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.path_changes cimport REPAIR_FRACTION
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, Face, corner_after
from navpy.query.corridor.crossings cimport pull_path
from navpy.query.surface.flood cimport Flood
from navpy.query.surface.leg cimport leg_slack, pass_polys
from navpy.query.path cimport PathBuffer, PathSearch, find_path, note_kinds
from navpy.mesh.path_data cimport Path, plan_length
from navpy.query.corridor.path_shaping cimport flag_points, path_length, retrace
from navpy.query.corridor.refinement cimport path_cost, refine_path
from navpy.query.surface.raycast cimport MoveResult, move_along_surface

# share of a cost: costs that differ by less are equal; rounding and the corridor's slack cause as much
cdef double SAME_COST = 1e-6


# ---- the path in the corridor ----

cdef inline double cost_of(NavView nav, const Path* path) noexcept nogil:
    return path_cost(nav, path)


cdef int measure_path(NavView nav, CorridorData* corridor) except -1 nogil:
    """Length, cost, flags and kinds of a path whose points are known."""
    cdef PathBuffer* path = &corridor.path
    path.length = path_length(<Path*>path)
    corridor.cost = cost_of(nav, <Path*>path)
    path.point_flags.clear()
    path.point_flags.resize(path.point_polys.size())
    flag_points(<Path*>path)
    return note_kinds(nav.mesh, path)


cdef int pull_taut(NavView nav, CorridorData* corridor) except -1 nogil:
    """The cheapest path in the corridor between its present ends: the taut one where costs do not differ."""
    cdef PathBuffer* path = &corridor.path
    pull_path(nav.mesh, path.start.point, path.goal.point, <Path*>path)
    if not nav.graph.uniform:
        refine_path(nav, <Path*>path)
    return measure_path(nav, corridor)


cdef bint is_on_first_leg(const CorridorData* corridor, const double* point) noexcept nogil:
    """True if a point is on the first leg of the path, before the leg's end."""
    cdef const PathBuffer* path = &corridor.path
    cdef const double* p = path.points.data()
    cdef double qx, qz, near = border_tolerance(point[0], point[2])
    if path.point_polys.size() < 2 or path.point_links[0] >= 0:
        return False
    return closest_on_segment(point[0], point[2], p[0], p[2], p[3], p[5], &qx, &qz) <= near \
        and distance2(point[0], point[2], p[3], p[5]) > near


cdef bint contains(const PortalGraph* graph, PolyRef poly, const double* point) noexcept nogil:
    """True if a polygon contains a point in the plan, within rounding."""
    cdef const Face* face = &graph.faces[poly]
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef Vec2 at = to_plan(point)
    cdef double near = border_tolerance(point[0], point[2])
    cdef int32_t i
    for i in range(face.first, face.first + face.count):
        a = &graph.half_edges[i]
        b = &graph.half_edges[corner_after(face, i)]
        if cross(b.x - a.x, b.y - a.y, at.x - a.x, at.y - a.y) < -near * distance2(a.x, a.y, b.x, b.y):
            return False
    return True


cdef int trim_first_leg(NavView nav, CorridorData* corridor, const double* point) except -1 nogil:
    """Lets the path begin at a point on its first leg: the rest of the cheapest path is the cheapest path from there. A point on the
    border of two polygons is in the polygon that the corridor has, through whichever polygon the agent came."""
    cdef PathBuffer* path = &corridor.path
    cdef Py_ssize_t kept = 0, last = <Py_ssize_t>path.corridor.size() - 1
    while kept < last and path.entries[kept + 1] < 0 and not contains(nav.graph, path.corridor[kept], point):
        kept += 1
    path.corridor.erase(path.corridor.begin(), path.corridor.begin() + kept)
    path.entries.erase(path.entries.begin(), path.entries.begin() + kept)
    path.entries[0] = -1
    memcpy(path.points.data(), point, sizeof(path.start.point))
    path.point_polys[0] = path.corridor[0]
    return measure_path(nav, corridor)


cdef int corridor_search(NavView nav, CorridorData* corridor, PathSearch* search,
                         const double* position, const double* goal) except -1 nogil:
    cdef double start[3]
    cdef double target[3]
    memcpy(start, position, sizeof(start))      # both may lie in memory that the search overwrites
    memcpy(target, goal, sizeof(target))
    memcpy(corridor.target, target, sizeof(target))
    corridor.searches += 1
    find_path(nav, &corridor.options, search, start, target, &corridor.path)
    corridor.found_length, corridor.target_drift = plan_length(&corridor.path.points), 0.0
    corridor.cost = cost_of(nav, <Path*>&corridor.path)
    mark_valid(nav, corridor)
    return 0


cdef void mark_valid(NavView nav, CorridorData* corridor) noexcept nogil:
    """Marks the corridor as valid on the mesh and the graph as they are now."""
    corridor.version, corridor.graph = nav.mesh.version, <const void*>nav.graph
    corridor.rules_version, corridor.uniform = nav.graph.rules_version, nav.graph.uniform


cdef inline bint is_marked_valid(NavView nav, const CorridorData* corridor) noexcept nogil:
    return corridor.version == nav.mesh.version and corridor.graph == <const void*>nav.graph


# ---- the agent moves ----

cdef bint walk_straight(NavView nav, CorridorData* corridor, PolyRef poly, const double* start, const double* end) except -1 nogil:
    """True if the straight way is clear. corridor.visited are its polygons, each a neighbor of the polygon before it, also where the
    way leads through a vertex: a ray would go straight through the vertex."""
    cdef size_t i
    pass_polys(nav, poly, start, end, leg_slack(start, end), &corridor.leg)
    corridor.visited.clear()
    for i in range(corridor.leg.stretches.size()):
        corridor.visited.push_back(corridor.leg.stretches[i].poly)
    return corridor.leg.arrived


cdef bint follows_link(const PathBuffer* path, Py_ssize_t place) noexcept nogil:
    """True if there is a link in the corridor up to a place."""
    cdef Py_ssize_t i
    for i in range(1, place + 1):
        if path.entries[i] >= 0:
            return True
    return False


cdef inline Py_ssize_t find_in_corridor(const PathBuffer* path, PolyRef poly) noexcept nogil:
    """The last place of a polygon in the corridor before its first link, −1: none."""
    cdef Py_ssize_t i
    for i in range(<Py_ssize_t>path.corridor.size() - 1, -1, -1):
        if path.corridor[i] == poly and not follows_link(path, i):
            return i
    return -1


cdef int replace_begin(CorridorData* corridor, Py_ssize_t kept) except -1 nogil:
    """Replaces the begin of the corridor, before the place ``kept``, by corridor.polys."""
    cdef PathBuffer* path = &corridor.path
    corridor.entries.clear()
    corridor.entries.resize(corridor.polys.size() + 1, -1)
    corridor.entries.insert(corridor.entries.end(), path.entries.begin() + kept + 1, path.entries.end())
    corridor.polys.insert(corridor.polys.end(), path.corridor.begin() + kept, path.corridor.end())
    path.corridor.swap(corridor.polys)
    path.entries.swap(corridor.entries)
    return 0


cdef bint merge_start_moved(CorridorData* corridor) except -1 nogil:
    """Detour's mergeCorridorStartMoved: the corridor begins with the visited polygons, in reverse order, back to the last one that it
    has already. Returns False if the corridor only became shorter."""
    cdef PathBuffer* path = &corridor.path
    cdef Py_ssize_t i, kept = -1, last = <Py_ssize_t>corridor.visited.size() - 1, at = 0
    for i in range(last, -1, -1):
        kept = find_in_corridor(path, corridor.visited[i])
        if kept >= 0:
            at = i
            break
    corridor.polys.clear()
    for i in range(last, at, -1):               # from the agent back to the corridor
        corridor.polys.push_back(corridor.visited[i])
    replace_begin(corridor, kept)
    return at < last


cdef bint is_no_dearer(NavView nav, CorridorData* corridor, Py_ssize_t kept) except -1 nogil:
    """True if the straight way through the visited polygons to the corner after the next one costs no more than the path to that
    corner. kept: the corner's place in the corridor."""
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


cdef bint skip_corner(NavView nav, CorridorData* corridor) except -1 nogil:
    """Detour's optimizePathVisibility: goes straight to the corner after the next one if that corner is in sight and the straight way
    costs no more. It is the shorter way, so this holds if costs do not differ. Returns True if a corner was skipped."""
    cdef PathBuffer* path = &corridor.path
    cdef Py_ssize_t i, kept
    if path.point_polys.size() < 3 or path.point_links[0] >= 0 or path.point_links[1] >= 0:
        return False
    if not walk_straight(nav, corridor, path.corridor[0], &path.points[0], &path.points[6]):
        return False
    kept = find_in_corridor(path, corridor.visited.back())
    if kept < 0 or not (nav.graph.uniform or is_no_dearer(nav, corridor, kept)):
        return False
    corridor.polys.clear()
    for i in range(<Py_ssize_t>corridor.visited.size() - 1):
        corridor.polys.push_back(corridor.visited[i])
    replace_begin(corridor, kept)
    corridor.shortcuts += 1
    return True


cdef int cut_across(NavView nav, CorridorData* corridor) except -1 nogil:
    """An agent that was pushed out of the corridor may now stand beside a later polygon of the corridor. It goes straight to that
    polygon if this costs less than the way back."""
    cdef PathBuffer* path = &corridor.path
    cdef const Face* face = &nav.graph.faces[path.corridor[0]]
    cdef double before
    cdef PolyRef next
    cdef int32_t i
    cdef Py_ssize_t k
    for i in range(face.first, face.first + face.count):
        next, k = nav.graph.half_edges[i].neighbor, <Py_ssize_t>path.corridor.size() - 1
        while k > 1 and path.corridor[k] != next:
            k -= 1
        if next == NO_POLY or k < 2 or follows_link(path, k):
            continue
        corridor.spare, before = path[0], corridor.cost
        path.corridor.erase(path.corridor.begin() + 1, path.corridor.begin() + k)
        path.entries.erase(path.entries.begin() + 1, path.entries.begin() + k)
        pull_taut(nav, corridor)
        if corridor.cost >= before:
            path[0], corridor.cost = corridor.spare, before
    return 0


cdef bint is_same_place(const double* a, const double* b) noexcept nogil:
    """True if two points are one in the plan, within rounding."""
    return distance2(a[0], a[2], b[0], b[2]) <= border_tolerance(a[0], a[2])


cdef double height_tolerance(const MeshView* mesh) noexcept nogil:
    """Meters that an agent's origin may be over or under the floor that it moves along."""
    cdef SearchExtents extents = default_extents(mesh)
    return max(extents.down_first, extents.up)


cdef bint reaches(NavView nav, CorridorData* corridor, Flood* flood, PolyRef poly, const double* start, const double* end,
                  double height, MoveResult* moved) except -1 nogil:
    """True if a move along the surface leads straight to ``end``, on a floor at the same height. height: tolerance of the height in
    meters. corridor.visited are the polygons of the move."""
    move_along_surface(nav, flood, poly, start, end, moved, &corridor.visited)
    return is_same_place(moved.point, end) and fabs(moved.point[1] - end[1]) <= height \
        and (not moved.arrived or walk_straight(nav, corridor, poly, start, moved.point))


cdef int corridor_move(NavView nav, CorridorData* corridor, PathSearch* search, Flood* flood, const double* position) except -1 nogil:
    cdef PathBuffer* path = &corridor.path
    cdef MoveResult moved
    cdef double before
    # 1. A search where the mesh has changed under the path, or the agent cannot have walked to its position.
    if path.status == PATH_FAILED or not is_point(position) or not (is_marked_valid(nav, corridor) or repair(nav, corridor)) \
            or not reaches(nav, corridor, flood, path.corridor[0], path.start.point, position, height_tolerance(nav.mesh), &moved):
        return corridor_search(nav, corridor, search, position, corridor.target)
    # 2. The corridor and the path from the new position.
    memcpy(path.start.point, moved.point, sizeof(moved.point))
    if not nav.graph.uniform and is_on_first_leg(corridor, moved.point):
        trim_first_leg(nav, corridor, moved.point)      # the cheapest path is known; to search it again takes much longer
    elif merge_start_moved(corridor) and not nav.graph.uniform:
        pull_taut(nav, corridor)
        cut_across(nav, corridor)
    else:
        pull_taut(nav, corridor)
    path.start.poly, path.start.distance = path.corridor[0], 0.0
    # 3. Skip corners while that makes the path cheaper.
    while skip_corner(nav, corridor):
        before = corridor.cost
        pull_taut(nav, corridor)
        if corridor.cost >= before:
            break
    return 0


# ---- the goal moves ----

cdef bint merge_end_moved(NavView nav, CorridorData* corridor, Flood* flood, const double* goal) except -1 nogil:
    """Detour's moveTargetPosition: the corridor's end moves along the surface to a new goal. Returns False if it cannot, or if the
    goal has moved too far since the last search."""
    cdef PathBuffer* path = &corridor.path
    cdef SearchExtents extents = default_extents(nav.mesh)
    cdef NearestPoly at
    cdef MoveResult moved
    cdef Py_ssize_t i, kept = -1, k, from_ = 0
    if not locate(nav, goal, &extents, &at):
        return False
    corridor.target_drift += distance2(path.goal.point[0], path.goal.point[2], at.point[0], at.point[2])
    if corridor.target_drift > REPAIR_FRACTION * corridor.found_length:
        return False
    if not reaches(nav, corridor, flood, path.goal.poly, path.goal.point, at.point, border_tolerance(at.point[0], at.point[2]),
                   &moved):
        return False
    # The first polygon of the corridor, after its last link, that the move has visited.
    for k in range(<Py_ssize_t>path.corridor.size()):
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


cdef int corridor_retarget(NavView nav, CorridorData* corridor, PathSearch* search, Flood* flood, const double* goal) except -1 nogil:
    cdef double target[3]
    cdef const double* start = &corridor.path.start.point[0] if corridor.path.start.poly != NO_POLY else &corridor.path.asked[0]
    memcpy(target, goal, sizeof(target))
    if corridor.path.status != PATH_COMPLETE or not is_point(target) or not is_marked_valid(nav, corridor) \
            or not merge_end_moved(nav, corridor, flood, target):
        return corridor_search(nav, corridor, search, start, target)
    memcpy(corridor.target, target, sizeof(target))
    memcpy(&corridor.path.asked[3], target, sizeof(target))
    return pull_taut(nav, corridor)


# ---- the mesh changes ----

cdef bint repair(NavView nav, CorridorData* corridor) except -1 nogil:
    """Traces the corridor anew, along its path, on a mesh that has changed. Returns False if the path is not clear any more or costs
    more; if it takes links, as other links may be there now; or if costs differ and rules have changed, as another path may be cheaper
    then."""
    cdef PathBuffer* path = &corridor.path
    cdef SearchExtents extents = default_extents(nav.mesh)
    cdef NearestPoly start, end
    cdef bint uniform = nav.graph.uniform and corridor.uniform
    cdef size_t i
    if not uniform and (corridor.rules_version != nav.graph.rules_version or corridor.graph != <const void*>nav.graph):
        return False
    for i in range(path.point_links.size()):
        if path.point_links[i] >= 0:
            return False
    if path.status != PATH_COMPLETE or not locate(nav, path.start.point, &extents, &start) \
            or not locate(nav, path.goal.point, &extents, &end):
        return False
    path.point_polys[0], path.point_polys[path.point_polys.size() - 1] = start.poly, end.poly
    memcpy(path.points.data(), start.point, sizeof(start.point))
    memcpy(&path.points[path.points.size() - 3], end.point, sizeof(end.point))
    path.corridor.clear()
    path.corridor.push_back(start.poly)
    path.entries.clear()
    path.entries.push_back(-1)
    if not retrace(nav, <Path*>path) \
            or not (uniform or cost_of(nav, <Path*>path) <= corridor.cost * (1.0 + SAME_COST)):
        return False
    path.start, path.goal = start, end
    path.goal.poly = path.corridor.back()
    pull_taut(nav, corridor)
    mark_valid(nav, corridor)
    corridor.repairs += 1
    return True
