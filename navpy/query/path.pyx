"""find_path: locates both ends, searches, pulls the path taut and says how it went."""
from libc.math cimport INFINITY
from libc.stdint cimport INT64_MAX, int32_t, int64_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from navpy.base.core cimport (
    NO_POLY, PATH_COMPLETE, PATH_FAILED, PATH_PARTIAL, PolyRef, REASON_COSTS_DIFFER, REASON_GOAL_OFF_MESH, REASON_GOAL_UNREACHABLE,
    REASON_INVALID_INPUT, REASON_LENGTH_LIMIT, REASON_NO_NAVMESH, REASON_NONE, REASON_RADIUS_LIMIT, REASON_SEARCH_LIMIT,
    REASON_START_OFF_MESH, REASON_TOO_NARROW)
from navpy.base.geom cimport is_point
from navpy.mesh.mesh_view cimport MeshView, island_of
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate, locate_nearest, locate_nearest_on
from navpy.mesh.poly_surface cimport closest_on_poly
from navpy.mesh.path_data cimport Path, clear_path
from navpy.query.clearance.wide_path cimport WIDE_FOUND, find_wide_partial, find_wide_path
from navpy.query.corridor.astar cimport AT_CLAMPED, advance_corridor, begin_corridor, entered, trace_corridor, trace_nodes
from navpy.query.corridor.crossings cimport center_path, pull_path
from navpy.query.corridor.path_shaping cimport (
    add_entry_points, add_slope_points, flag_points, limit_length, limit_radius, path_length, retrace, simplify)
from navpy.query.corridor.refinement cimport refine_path
from navpy.query.polyanya.polyanya_path cimport trace_polyanya
from navpy.query.polyanya.polyanya cimport advance_polyanya, begin_polyanya
from navpy.query.surface.islands cimport find_reached

cdef int64_t NO_LIMIT = 0x7fffffffffffffff


cdef PathOptions default_options() noexcept nogil:
    cdef PathOptions options
    options.algorithm, options.portal_points, options.allow_partial = ALGORITHM_AUTO, AT_CLAMPED, False
    options.start_anywhere = options.with_entries = False
    options.max_searched, options.max_length, options.max_radius = NO_LIMIT, INFINITY, INFINITY
    options.epsilon, options.height_error = -1.0, INFINITY
    options.max_distance, options.ends_at_limit = INFINITY, False
    options.radius = 0.0
    options.clearance = NULL
    options.floor = NULL
    return options


# ---- where the path begins and ends ----

cdef void clear(PathBuffer* out, const double* start, const double* goal) noexcept nogil:
    out.status, out.reason, out.algorithm = PATH_FAILED, REASON_NONE, ALGORITHM_AUTO
    out.off_by, out.start_off_by, out.length, out.searched, out.one_island = 0.0, 0.0, 0.0, 0, False
    out.start.poly = out.goal.poly = NO_POLY
    out.start.distance = out.goal.distance = INFINITY
    memcpy(out.asked, start, 24)
    memcpy(&out.asked[3], goal, 24)
    clear_path(<Path*>out)
    out.point_kinds.clear()


cdef bint begin_answer(NavView nav, const double* start, const double* goal, PathBuffer* out) noexcept nogil:
    """True if there is something to search; if not, ``out.reason`` says why."""
    clear(out, start, goal)
    if not (is_point(start) and is_point(goal)):
        out.reason = REASON_INVALID_INPUT
    elif nav.mesh == NULL or nav.mesh.island_count == 0:
        out.reason = REASON_NO_NAVMESH
    return out.reason == REASON_NONE


cdef bint place_start(NavView nav, const double* start, const double* goal, bint anywhere, PathBuffer* out) noexcept nogil:
    """True if the start could be taken to the floor within ``default_extents``, or ``anywhere`` to the nearest point; if not,
    ``out.reason`` says why."""
    cdef SearchExtents reach
    if not begin_answer(nav, start, goal, out):
        return False
    reach = default_extents(nav.mesh)
    if locate(nav, start, &reach, &out.start):
        return True
    if locate_nearest(nav, start, NULL, &out.start) and anywhere:
        out.start_off_by = out.start.distance
        return True
    out.reason, out.off_by = REASON_START_OFF_MESH, out.start.distance
    return False


cdef bint place_start_by(NavView nav, const PathOptions* options, const double* start, const double* goal,
                         PathBuffer* out) noexcept nogil:
    """Take the start to its floor as the options say."""
    if options.floor == NULL:
        return place_start(nav, start, goal, options.start_anywhere, out)
    if not begin_answer(nav, start, goal, out):
        return False
    out.start = options.floor[0]
    return True


cdef bint place_goal(NavView nav, const double* goal, PathBuffer* out) noexcept nogil:
    """Take the goal to the floor within ``default_extents``. True if it is on the start's island; if not, ``out.reason`` says why."""
    cdef SearchExtents reach = default_extents(nav.mesh)
    if not locate(nav, goal, &reach, &out.goal):
        out.reason = REASON_GOAL_OFF_MESH
        locate_nearest(nav, goal, NULL, &out.goal)
        out.off_by = out.goal.distance
        return False
    out.one_island = island_of(nav.mesh, out.start.poly) == island_of(nav.mesh, out.goal.poly)
    if not out.one_island:
        out.reason = REASON_GOAL_UNREACHABLE
    return out.one_island


cdef bint place_ends(NavView nav, const double* start, const double* goal, PathBuffer* out) noexcept nogil:
    return place_start(nav, start, goal, False, out) and place_goal(nav, goal, out)


cdef int nearest_of(const MeshView* mesh, const vector[PolyRef]* polys, const double* point, NearestPoly* out) except -1 nogil:
    """The point of the given polygons that is nearest to ``point`` in space; among equally near points, the point on the lowest
    polygon."""
    cdef PolyRef poly
    cdef double q[3]
    cdef double distance
    cdef size_t i
    out.poly, out.distance = NO_POLY, INFINITY
    for i in range(polys.size()):
        poly = polys.at(i)
        distance = closest_on_poly(mesh, poly, point, q)
        if distance < out.distance or (distance == out.distance and poly < out.poly):
            out.poly, out.distance = poly, distance
            memcpy(out.point, q, sizeof(q))
    return 0


# ---- the search ----

cdef inline int status_to(const PathSearch* search) noexcept nogil:
    """Status of a path to the point that a search leads to."""
    return PATH_COMPLETE if search.target == TARGET_GOAL else PATH_PARTIAL


cdef bint begin_search(NavView nav, const PathOptions* options, PathSearch* search, PathBuffer* out) except -1 nogil:
    """Begin to search from out.start to out.goal. Returns True if the search is finished."""
    out.algorithm = options.algorithm
    if out.algorithm == ALGORITHM_AUTO:
        out.algorithm = ALGORITHM_EXACT if nav.graph.uniform else ALGORITHM_CORRIDOR
    if out.algorithm == ALGORITHM_EXACT and not nav.graph.uniform:
        out.reason, search.phase = REASON_COSTS_DIFFER, PHASE_OVER
        return True
    if options.clearance != NULL:
        return search_wide(nav, options, search, out)
    if out.algorithm != ALGORITHM_EXACT:
        begin_astar(nav, options, search, out)
        return False
    search.phase = PHASE_EXACT
    if options.max_distance < INFINITY:
        begin_polyanya(nav, &search.exact, NULL, &out.start, &out.goal, search.is_near.data())
    else:
        begin_polyanya(nav, &search.exact, &search.visibility, &out.start, &out.goal, NULL)
        # with landmarks it would depend on earlier searches what can be found within the limit
        if options.max_searched != NO_LIMIT:
            search.exact.vertices.long_after = INT64_MAX
    return False


cdef int begin_astar(NavView nav, const PathOptions* options, PathSearch* search, PathBuffer* out) except -1 nogil:
    search.phase = PHASE_CORRIDOR
    return begin_corridor(nav, &search.corridor, &out.start, &out.goal, options.portal_points,
                          search.is_near.data() if options.max_distance < INFINITY else NULL)


cdef bint write_path(NavView nav, PathSearch* search, PathBuffer* out) except -1 nogil:
    """Write the path that a search has found; false if it has found none."""
    cdef double cost
    if search.phase == PHASE_EXACT:
        return trace_polyanya(nav, &search.exact, &out.start, &out.goal, <Path*>out)
    if not trace_corridor(nav, &search.corridor, <Path*>out, &cost):
        return False
    write_corridor_points(nav, out)
    return True


cdef int write_corridor_points(NavView nav, PathBuffer* out) except -1 nogil:
    """Write the path's points along its corridor: by middles of portals, or string-pulled."""
    cdef Path* path = <Path*>out
    if out.algorithm == ALGORITHM_CENTERS:
        return center_path(nav.mesh, out.start.point, out.goal.point, path)
    pull_path(nav.mesh, out.start.point, out.goal.point, path)
    return 0 if nav.graph.uniform else refine_path(nav, path)


# ---- for a wider agent ----

cdef bint can_reach(NavView nav, PolyRef start, PolyRef goal) except -1 nogil:
    cdef vector[PolyRef] reached
    cdef PolyRef poly
    find_reached(nav, start, &reached)
    for poly in reached:
        if poly == goal:
            return True
    return False


cdef bint search_wide(NavView nav, const PathOptions* options, PathSearch* search, PathBuffer* out) except -1 nogil:
    """Search the rest of the mesh left by the radius, in one go. Returns True: the search is finished."""
    cdef int outcome = find_wide_path(nav, options.clearance, &search.wide, &out.start, &out.goal, options.epsilon, <Path*>out)
    cdef int status = status_to(search)
    search.phase = PHASE_OVER
    out.searched += search.wide.searched
    out.algorithm = ALGORITHM_EXACT if nav.graph.uniform else ALGORITHM_CORRIDOR
    if outcome != WIDE_FOUND:
        if out.reason == REASON_NONE and not can_reach(nav, out.start.poly, out.goal.poly):
            out.reason = REASON_GOAL_UNREACHABLE
            return turn_to_reachable(nav, options, search, out)
        if out.reason == REASON_NONE:
            out.reason = REASON_TOO_NARROW
        if options.allow_partial:
            outcome = find_wide_partial(nav, options.clearance, &search.wide, &out.start, &out.asked[3], options.epsilon,
                                        &out.goal, <Path*>out)
            out.searched += search.wide.searched
            status = PATH_PARTIAL
    if outcome == WIDE_FOUND:
        finish_path(nav, options, status, out)
    return True


# ---- limits ----

cdef bint keep_near(const MeshView* mesh, const PathOptions* options, PathSearch* search, const double* start,
                    PolyRef poly) except -1 nogil:
    """Add a polygon to search.near if it lies within max_distance of the start; false if it lies farther away."""
    cdef double q[3]
    if search.is_near[poly]:
        return True
    if closest_on_poly(mesh, poly, start, q) > options.max_distance:
        return False
    search.is_near[poly] = 1
    search.near.push_back(poly)
    return True


cdef bint find_near(NavView nav, const PathOptions* options, PathSearch* search, const NearestPoly* start) except -1 nogil:
    """Collect the polygons within max_distance that can be reached without leaving them; true if an edge or link leads farther
    away."""
    cdef size_t at = 0
    cdef int32_t i
    cdef PolyRef poly, next
    cdef bint leads_beyond = False
    if search.is_near.size() != <size_t>nav.mesh.poly_count:
        search.is_near.clear()
        search.is_near.resize(nav.mesh.poly_count)
    else:
        for poly in search.near:
            search.is_near[poly] = 0
    search.near.clear()
    search.is_near[start.poly] = 1
    search.near.push_back(start.poly)
    while at < search.near.size():
        poly = search.near[at]
        at += 1
        for i in range(nav.graph.faces[poly].first, nav.graph.faces[poly].first + nav.graph.faces[poly].count):
            next = nav.graph.half_edges[i].neighbor
            if next != NO_POLY and not keep_near(nav.mesh, options, search, start.point, next):
                leads_beyond = True
        i = nav.mesh.polys[poly].first_link
        while i >= 0:
            if nav.graph.link_factors[i] >= 0.0 and not keep_near(nav.mesh, options, search, start.point, nav.mesh.links[i].end_poly):
                leads_beyond = True
            i = nav.mesh.links[i].next
    return leads_beyond


cdef bint begin_near(NavView nav, const PathOptions* options, PathSearch* search, PathBuffer* out) except -1 nogil:
    """Begin a search that stays within max_distance. Returns True if the search is finished."""
    cdef bint leads_beyond = find_near(nav, options, search, &out.start)
    if out.reason == REASON_NONE and search.is_near[out.goal.poly]:
        return begin_search(nav, options, search, out)
    if out.reason == REASON_NONE:
        out.reason = REASON_SEARCH_LIMIT if leads_beyond else REASON_GOAL_UNREACHABLE
    return turn_to_reachable(nav, options, search, out)


cdef bint stop_short(NavView nav, const PathOptions* options, PathSearch* search, PathBuffer* out) except -1 nogil:
    """End a search at its limit. The path leads to the point nearest to the goal among the polygons that A* enters within the limit,
    or to the goal if A* reaches it. Returns True: the search is finished."""
    cdef vector[PolyRef] polys
    cdef int32_t i, last = -1
    if search.phase == PHASE_EXACT:
        begin_astar(nav, options, search, out)
        advance_corridor(nav, &search.corridor, options.max_searched)
        out.searched += search.corridor.searched
        out.algorithm = ALGORITHM_CORRIDOR
        if write_path(nav, search, out):
            finish_path(nav, options, status_to(search), out)
            return True
    polys.push_back(out.start.poly)
    for i in range(<int32_t>search.corridor.nodes.size()):
        polys.push_back(entered(nav, search.corridor.nodes[i].item))
    nearest_of(nav.mesh, &polys, &out.asked[3], &out.goal)
    for i in range(<int32_t>search.corridor.nodes.size() if out.goal.poly != out.start.poly else 0):
        if polys[i + 1] == out.goal.poly and (last < 0 or search.corridor.nodes[i].g < search.corridor.nodes[last].g):
            last = i
    trace_nodes(nav, &search.corridor, last, <Path*>out)
    write_corridor_points(nav, out)
    out.reason = REASON_SEARCH_LIMIT
    finish_path(nav, options, PATH_PARTIAL, out)
    return True


cdef bint turn_to_nearest(NavView nav, const PathOptions* options, PathSearch* search, PathBuffer* out) except -1 nogil:
    """With allow_partial and a goal off the mesh or on another island: begin a search for the point of the start's island nearest to
    the goal. A flood of all reachable polygons is saved if that search reaches the point. Returns True if the search is finished."""
    if not options.allow_partial or options.clearance != NULL \
            or not locate_nearest_on(nav, &out.asked[3], island_of(nav.mesh, out.start.poly), NULL, &out.goal):
        return turn_to_reachable(nav, options, search, out)
    search.target = TARGET_NEAREST
    return begin_search(nav, options, search, out)


cdef bint turn_to_reachable(NavView nav, const PathOptions* options, PathSearch* search, PathBuffer* out) except -1 nogil:
    """With allow_partial: begin a search for the reachable point nearest to the goal. Returns True if the search is finished."""
    cdef vector[PolyRef] reached
    search.phase = PHASE_OVER
    if not options.allow_partial:
        return True
    if options.max_distance < INFINITY:
        nearest_of(nav.mesh, &search.near, &out.asked[3], &out.goal)
    else:
        find_reached(nav, out.start.poly, &reached)
        nearest_of(nav.mesh, &reached, &out.asked[3], &out.goal)
    if out.goal.poly == NO_POLY:
        return True
    search.target = TARGET_REACHABLE
    return begin_search(nav, options, search, out)


# ---- a path that was found ----

cdef int note_kinds(const MeshView* mesh, PathBuffer* out) except -1 nogil:
    """Write the kinds of the links that the path takes; the corridor has the links in the same order."""
    cdef size_t i, entry = 0
    out.point_kinds.clear()
    out.point_kinds.resize(out.point_links.size(), -1)
    for i in range(out.point_links.size() if mesh.link_count > 0 else 0):
        if out.point_links[i] >= 0:
            while entry < out.entries.size() and out.entries[entry] < 0:
                entry += 1
            if entry < out.entries.size():
                out.point_kinds[i] = mesh.links[out.entries[entry]].kind
            entry += 1
    return 0


cdef int finish_path(NavView nav, const PathOptions* options, int status, PathBuffer* out) except -1 nogil:
    """Post-process the path as the options ask for, and measure it."""
    cdef Path* path = <Path*>out
    cdef double remainder
    cdef bint in_corridor = options.epsilon < 0.0 and options.clearance == NULL and (out.algorithm == ALGORITHM_EXACT
                                                                                     or out.algorithm == ALGORITHM_CORRIDOR)
    out.status = status
    if options.clearance != NULL and nav.mesh.link_count > 0:       # the way to a link may cross polygons that the corridor lacks
        retrace(nav, path)
    path.point_flags.clear()
    path.point_flags.resize(path.point_polys.size())
    if options.with_entries:
        add_entry_points(nav, path)
    if options.epsilon >= 0.0 and options.clearance == NULL:        # find_wide_path simplifies away from walls
        simplify(nav, path, options.epsilon)
    if options.height_error < INFINITY:
        add_slope_points(nav, path, options.height_error, in_corridor)
    if options.max_length < INFINITY and limit_length(nav, path, options.max_length, &remainder):
        out.status, out.reason = PATH_PARTIAL, REASON_LENGTH_LIMIT
    if options.max_radius < INFINITY and limit_radius(nav, path, NULL, options.max_radius, False, &remainder):
        out.status, out.reason = PATH_PARTIAL, REASON_RADIUS_LIMIT
    flag_points(path)
    note_kinds(nav.mesh, out)
    out.length = path_length(path)
    return 0


# ---- from start to goal ----

cdef bint begin_path(NavView nav, const PathOptions* options, PathSearch* search, const double* start, const double* goal,
                     PathBuffer* out) except -1 nogil:
    """Report at once what is wrong with start or goal, else begin the search. Returns True if the search is finished."""
    search.phase, search.searched, search.target = PHASE_OVER, 0, TARGET_GOAL
    if not place_start_by(nav, options, start, goal, out):
        return True
    if place_goal(nav, goal, out) and not options.max_distance < INFINITY:
        return begin_search(nav, options, search, out)
    if options.max_distance < INFINITY:
        return begin_near(nav, options, search, out)
    return turn_to_nearest(nav, options, search, out)


cdef bint advance_path(NavView nav, const PathOptions* options, PathSearch* search, int64_t expansions,
                       PathBuffer* out) except -1 nogil:
    """Continue a search by at most ``expansions`` nodes, on the same version of the mesh and the graph, and write the path when the
    search is finished. Returns True then."""
    cdef bint over, limited
    if search.phase == PHASE_OVER:
        return True
    limited = options.max_searched - out.searched <= expansions
    if limited:
        expansions = max(options.max_searched - out.searched, 0)
    if search.phase == PHASE_EXACT:
        over = advance_polyanya(nav, &search.exact, expansions)
        out.searched = search.searched + search.exact.searched
    else:
        over = advance_corridor(nav, &search.corridor, expansions)
        out.searched = search.searched + search.corridor.searched
    if not over and limited and options.allow_partial and options.ends_at_limit:
        stop_short(nav, options, search, out)
        search.phase = PHASE_OVER
        return True
    if not over:
        if limited:
            out.reason, search.phase = REASON_SEARCH_LIMIT, PHASE_OVER
        return limited
    if write_path(nav, search, out):
        finish_path(nav, options, status_to(search), out)
        search.phase = PHASE_OVER
        return True
    if search.target == TARGET_REACHABLE:       # cannot happen: the point was chosen among reachable polygons
        search.phase = PHASE_OVER
        return True
    if search.target == TARGET_GOAL:
        out.reason = REASON_GOAL_UNREACHABLE
    search.searched = out.searched
    return turn_to_reachable(nav, options, search, out)


cdef int find_path(NavView nav, const PathOptions* options, PathSearch* search, const double* start, const double* goal,
                   PathBuffer* out) except -1 nogil:
    """The path from start to goal. With options.allow_partial, the reachable point nearest to the goal takes its place if the goal is
    off the mesh or cannot be reached; the reason stays."""
    if not begin_path(nav, options, search, start, goal, out):
        while not advance_path(nav, options, search, NO_LIMIT, out):
            pass
    return out.status
