"""Paths over clearance maps."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.core cimport PolyRef
from navpy.base.geom cimport distance2
from navpy.base.vec2 cimport to_plan
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.poly_surface cimport closest_on_poly, height_at, to_surface
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.mesh.half_edges cimport PortalGraph, enter_cost
from navpy.query.corridor.astar cimport AT_CLAMPED, find_corridor
from navpy.query.clearance.clearance_map cimport ClearanceMap, LinkPlaces, PiecePlace, find_places
from navpy.query.polyanya.polyanya cimport advance_polyanya, begin_polyanya
from navpy.query.corridor.crossings cimport pull_path
from navpy.query.surface.islands cimport find_reached
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.query.clearance.piece_search cimport find_over_pieces
from navpy.mesh.path_data cimport Path, clear_path, clear_points
from navpy.query.corridor.path_shaping cimport simplify
from navpy.query.polyanya.polyanya_path cimport find_polyanya, trace_polyanya
from navpy.query.corridor.refinement cimport path_cost, refine_path


# ---- the ends ----

cdef inline bint pair_before(const EndPair& a, const EndPair& b) noexcept nogil:
    if a.distance != b.distance:
        return a.distance < b.distance
    return a.start < b.start or (a.start == b.start and a.goal < b.goal)


cdef int pair_ends(const ClearanceMap* map, WideSearch* search) except -1 nogil:
    """Pairs of places next to start and goal on the same island, the nearest pair first."""
    cdef EndPair pair
    cdef int32_t island
    search.pairs.clear()
    for pair.start in range(<int32_t>search.start_places.size()):
        for pair.goal in range(<int32_t>search.goal_places.size()):
            island = map.polys[search.start_places[pair.start].piece].component
            if island == map.polys[search.goal_places[pair.goal].piece].component:
                pair.distance = search.start_places[pair.start].distance + search.goal_places[pair.goal].distance
                search.pairs.push_back(pair)
    sort(search.pairs.begin(), search.pairs.end(), pair_before)
    return 0


cdef void start_on(const ClearanceMap* map, const PiecePlace* place, NearestPoly* out) noexcept nogil:
    """A place of the map as a NearestPoly of the map's view."""
    out.poly, out.distance = place.piece, 0.0
    to_surface(&map.view, place.piece, place.at, out.point)


cdef int append_polys(const WallSearch* walls, int32_t visit, bint backwards, vector[PolyRef]* corridor,
                      vector[int32_t]* entries) except -1 nogil:
    """Append the polygons from an end to a place that the flood from there reached; backwards: from the place to the end."""
    cdef vector[PolyRef] polys
    cdef size_t i
    while visit >= 0:
        polys.push_back(walls.visits[visit].poly)
        visit = walls.visits[visit].parent
    for i in range(polys.size()):
        append_poly(polys[i if backwards else polys.size() - 1 - i], -1, corridor, entries)
    return 0


cdef int append_poly(PolyRef poly, int32_t entry, vector[PolyRef]* corridor, vector[int32_t]* entries) except -1 nogil:
    if corridor.empty() or entry >= 0 or corridor.back() != poly:
        corridor.push_back(poly)
        entries.push_back(entry)
    return 0


cdef int append_point(const double* point, PolyRef poly, int32_t link, Path* out) except -1 nogil:
    """Append a point, unless the path's last point is there."""
    cdef size_t size = out.points.size()
    cdef int i
    if size >= 3 and out.point_links.back() < 0 and out.points[size - 3] == point[0] and out.points[size - 1] == point[2]:
        out.point_links[out.point_links.size() - 1] = link
        return 0
    for i in range(3):
        out.points.push_back(point[i])
    out.point_polys.push_back(poly)
    out.point_links.push_back(link)
    return 0


# ---- from pieces to polygons ----

cdef int append_piece_points(const MeshView* mesh, const ClearanceMap* map, const WideSearch* search, Path* out) except -1 nogil:
    """Append the points of a path over pieces, on the mesh's polygons, with the ways between the map and the ends of links."""
    cdef const LinkPlaces* places
    cdef PolyRef poly
    cdef double at[3]
    cdef size_t i, entry = 0
    cdef int32_t link
    cdef bint landing = False
    places = NULL
    for i in range(search.path.point_polys.size()):
        poly = map.pieces.polys[search.path.point_polys[i]]
        at[0], at[2] = search.path.points[3 * i], search.path.points[3 * i + 2]
        at[1] = height_at(mesh, poly, at[0], at[2])
        if landing and places.aside:
            append_point(places.land, mesh.links[places.link].end_poly, -1, out)
        landing = search.path.point_links[i] >= 0
        link = search.path.point_links[i]
        if not landing:
            append_point(at, poly, -1, out)
            continue
        while search.path.entries[entry] < 0:
            entry += 1
        places = &map.link_places[search.path.entries[entry]]
        entry += 1
        if places.aside:
            append_point(at, poly, -1, out)
            append_point(places.leave, mesh.links[places.link].start_poly, link, out)
        else:
            append_point(at, poly, link, out)
    return 0


cdef int write_path(const MeshView* mesh, const ClearanceMap* map, const WideSearch* search, const EndPair* pair,
                    const NearestPoly* start, const NearestPoly* goal, Path* out) except -1 nogil:
    cdef int32_t entry
    cdef size_t i
    append_polys(&search.starts, search.start_places[pair.start].visit, False, &out.corridor, &out.entries)
    for i in range(search.path.corridor.size()):
        entry = search.path.entries[i]
        append_poly(map.pieces.polys[search.path.corridor[i]], map.link_places[entry].link if entry >= 0 else -1, &out.corridor,
                    &out.entries)
    append_polys(&search.goals, search.goal_places[pair.goal].visit, True, &out.corridor, &out.entries)
    append_point(start.point, start.poly, -1, out)
    append_piece_points(mesh, map, search, out)
    append_point(goal.point, goal.poly, -1, out)
    return 0


# ---- the search ----

cdef int pull(const ClearanceMap* map, const NearestPoly* start, const NearestPoly* goal, Path* path) except -1 nogil:
    """The cheapest path in the corridor."""
    pull_path(&map.view, start.point, goal.point, path)
    return refine_path(view_of(&map.view, &map.graph), path)


cdef bint search_pieces(const ClearanceMap* map, WideSearch* search, const NearestPoly* start,
                        const NearestPoly* goal) except -1 nogil:
    """The shortest path over the pieces, or where costs differ the cheapest that A* and refinement find, without penalties; false
    where there is none."""
    cdef Path* path = &search.path
    cdef double cost
    cdef bint found
    if map.graph.uniform:
        found = find_polyanya(view_of(&map.view, &map.graph), &search.exact, NULL, start, goal, path)
        search.searched += search.exact.searched
        return found
    found = find_corridor(view_of(&map.view, &map.graph), &search.corridor, start, goal, AT_CLAMPED, path, &cost)
    search.searched += search.corridor.searched
    if found:
        pull(map, start, goal, path)
    return found


cdef double total_cost(const PortalGraph* graph, const ClearanceMap* map, const Path* path, double* penalties) noexcept nogil:
    """Cost of a path over pieces with the penalties of the mesh's polygons that it enters; penalties: the sum of these."""
    cdef const vector[PolyRef]* polys = &map.pieces.polys
    cdef double cost = path_cost(view_of(&map.view, &map.graph), path)
    cdef const OffMeshLink* link
    cdef int32_t entry
    cdef size_t i
    penalties[0] = 0.0
    for i in range(1, path.corridor.size()):
        entry = path.entries[i]
        if entry >= 0 or polys.at(path.corridor[i]) != polys.at(path.corridor[i - 1]):
            penalties[0] += enter_cost(graph, polys.at(path.corridor[i - 1]), polys.at(path.corridor[i]))
        if entry >= 0 and map.link_places[entry].aside:     # the ways to the link and back belong to its cost
            link = &map.links[entry]
            cost += map.graph.link_costs[entry] * map.graph.ground_cost - map.graph.link_factors[entry] * distance2(
                link.leave[0][0], link.leave[0][2], link.land[0][0], link.land[0][2])
    return cost + penalties[0]


cdef double keep_cheaper(const PortalGraph* graph, const ClearanceMap* map, WideSearch* search, double cost) except -1.0 nogil:
    """Replace the path by the other path if the other costs less; returns the lower cost."""
    cdef double penalties, other = total_cost(graph, map, &search.other, &penalties)
    if other < cost:
        search.path = search.other
    return min(cost, other)


cdef bint shorten_other(const PortalGraph* graph, const ClearanceMap* map, WideSearch* search, const NearestPoly* start,
                        const NearestPoly* goal) except -1 nogil:
    """Where pieces cost the same, replace the other path by the shortest path without further penalties."""
    cdef const vector[PolyRef]* polys = &map.pieces.polys
    cdef Path* path = &search.other
    cdef PolyRef piece
    cdef int32_t part
    cdef size_t i
    cdef bint is_free
    search.allowed.clear()
    for i in range(polys.size()):
        is_free = graph.penalties[polys.at(i)] == 0.0
        if not graph.regions.empty():
            is_free = is_free and graph.enter_costs[polys.at(i)] == 0.0
        search.allowed.push_back(is_free)
    for piece in path.corridor:
        for part in range(map.first_piece[polys.at(piece)], map.first_piece[polys.at(piece) + 1]):
            search.allowed[part] = True
    begin_polyanya(view_of(&map.view, &map.graph), &search.exact, NULL, start, goal, search.allowed.data())
    advance_polyanya(view_of(&map.view, &map.graph), &search.exact, -1)
    search.searched += search.exact.searched
    return trace_polyanya(view_of(&map.view, &map.graph), &search.exact, start, goal, path)


cdef int avoid_penalties(const PortalGraph* graph, const ClearanceMap* map, WideSearch* search, const NearestPoly* start,
                         const NearestPoly* goal) except -1 nogil:
    """Replace the path by a cheaper path with penalties, if there is any. A path that enters no polygon with a penalty is kept."""
    cdef double penalties, cost = total_cost(graph, map, &search.path, &penalties)
    cdef bint found
    if penalties == 0.0:
        return 0
    search.pieces.owners, search.pieces.owner_graph = &map.pieces.polys, graph
    found = find_over_pieces(view_of(&map.view, &map.graph), &search.pieces, start, goal, &search.other)
    search.searched += search.pieces.searched
    if not found:
        return 0
    pull(map, start, goal, &search.other)
    cost = keep_cheaper(graph, map, search, cost)
    if map.graph.uniform and shorten_other(graph, map, search, start, goal):
        keep_cheaper(graph, map, search, cost)
    return 0


cdef int simplify_on_map(const PortalGraph* graph, const ClearanceMap* map, WideSearch* search, double epsilon) except -1 nogil:
    """Simplify the path on the map, as a simpler path on the mesh could be nearer to walls. The path is kept where the simpler one
    would enter polygons with penalties."""
    cdef double penalties, cost
    if not map.penalties:
        simplify(view_of(&map.view, &map.graph), &search.path, epsilon)
        return 0
    search.other = search.path
    cost = total_cost(graph, map, &search.path, &penalties)
    simplify(view_of(&map.view, &map.graph), &search.path, epsilon)
    if total_cost(graph, map, &search.path, &penalties) > cost * (1.0 + 1e-9):
        search.path = search.other
    return 0


cdef bint try_pair(NavView nav, const ClearanceMap* map, WideSearch* search, const EndPair* pair,
                   const NearestPoly* start, const NearestPoly* goal, double epsilon, Path* out) except -1 nogil:
    """Write the path between two places of the map; false where there is none."""
    cdef NearestPoly from_, to
    start_on(map, &search.start_places[pair.start], &from_)
    start_on(map, &search.goal_places[pair.goal], &to)
    if not search_pieces(map, search, &from_, &to):
        return False
    if map.penalties:
        avoid_penalties(nav.graph, map, search, &from_, &to)
    if epsilon >= 0.0:
        simplify_on_map(nav.graph, map, search, epsilon)
    write_path(nav.mesh, map, search, pair, start, goal, out)
    return True


cdef int clear(WideSearch* search, Path* out) except -1 nogil:
    search.searched = 0
    clear_points(&search.path)
    clear_path(out)
    return 0


cdef int find_wide_path(NavView nav, const ClearanceMap* map, WideSearch* search,
                        const NearestPoly* start, const NearestPoly* goal, double epsilon, Path* out) except -1 nogil:
    cdef bint found
    cdef size_t i
    clear(search, out)
    if map.radius == 0.0:
        found = find_polyanya(nav, &search.exact, NULL, start, goal, out)
        search.searched = search.exact.searched
        return WIDE_FOUND if found else WIDE_NO_WAY
    find_places(nav, map, &search.starts, start.poly, to_plan(start.point), False, &search.start_places)
    if search.start_places.empty():
        return WIDE_NO_ROOM_AT_START
    find_places(nav, map, &search.goals, goal.poly, to_plan(goal.point), True, &search.goal_places)
    if search.goal_places.empty():
        return WIDE_NO_ROOM_AT_GOAL
    pair_ends(map, search)
    for i in range(search.pairs.size()):
        if try_pair(nav, map, search, &search.pairs[i], start, goal, epsilon, out):
            return WIDE_FOUND
    return WIDE_NO_WAY


# ---- as near to a point as one gets ----

cdef double nearest_reached(const ClearanceMap* map, WideSearch* search, const PiecePlace* start, const double* point,
                            PiecePlace* out) except -1.0 nogil:
    """The place nearest to a point of all places reached from another; of equally near places, on the piece of the lower index.
    Returns the distance."""
    cdef double q[3]
    cdef double distance, best = INFINITY
    cdef PolyRef piece
    find_reached(view_of(&map.view, &map.graph), start.piece, &search.reached)
    for piece in search.reached:
        distance = closest_on_poly(&map.view, piece, point, q)
        if distance < best or (distance == best and piece < out.piece):
            best, out.piece, out.at = distance, piece, to_plan(q)
    out.distance, out.visit = 0.0, -1       # the way ends there
    return best


cdef int find_wide_partial(NavView nav, const ClearanceMap* map, WideSearch* search, const NearestPoly* start, const double* point,
                           double epsilon, NearestPoly* goal, Path* out) except -1 nogil:
    cdef EndPair pair
    cdef PiecePlace place
    cdef double distance, best = INFINITY
    cdef size_t i
    clear(search, out)
    find_places(nav, map, &search.starts, start.poly, to_plan(start.point), False, &search.start_places)
    search.goal_places.clear()
    pair.start = pair.goal = 0
    for i in range(search.start_places.size()):
        distance = nearest_reached(map, search, &search.start_places[i], point, &place)
        if distance < best:
            best, pair.start, pair.distance = distance, <int32_t>i, search.start_places[i].distance
            search.goal_places.clear()
            search.goal_places.push_back(place)
    if search.goal_places.empty():
        return WIDE_NO_ROOM_AT_START
    goal.poly, goal.distance = map.pieces.polys[search.goal_places[0].piece], best
    to_surface(nav.mesh, goal.poly, search.goal_places[0].at, goal.point)
    return WIDE_FOUND if try_pair(nav, map, search, &pair, start, goal, epsilon, out) else WIDE_NO_WAY
