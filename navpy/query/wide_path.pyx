"""Paths that keep away from walls."""
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.arguments cimport measure, read_point
from navpy.core cimport PolyRef
from navpy.geom cimport is_point
from navpy.location cimport Location, Reach, default_reach, height_at, locate
from navpy.mesh cimport MeshView
from navpy.navmesh cimport NavMesh
from navpy.portals cimport PortalGraph
from navpy.query.astar cimport AT_CLAMPED, find_corridor
from navpy.query.clearance_map cimport ClearanceMap, LinkPlaces, Place, find_places, update_clearance_map
from navpy.query.crossings cimport pull_path
from navpy.query.near_walls cimport WallSearch
from navpy.query.polyanya cimport find_exact
from navpy.query.refinement cimport refine_path


# ---- the ends ----

cdef inline bint pair_before(const EndPair& a, const EndPair& b) noexcept nogil:
    if a.distance != b.distance:
        return a.distance < b.distance
    return a.start < b.start or (a.start == b.start and a.goal < b.goal)


cdef int pair_ends(const ClearanceMap* map, WideSearch* search) except -1 nogil:
    """Places next to start and goal on the same island, the nearest ones first."""
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


cdef void stand(const MeshView* mesh, const ClearanceMap* map, const Place* place, Location* out) noexcept nogil:
    """A place on the map as a location there."""
    out.poly, out.distance = place.piece, 0.0
    out.point[0], out.point[2] = place.x, -place.y
    out.point[1] = height_at(mesh, map.pieces.polys[place.piece], place.x, -place.y)


cdef int put_polys(const WallSearch* walls, int32_t visit, bint backwards, vector[PolyRef]* corridor,
                   vector[int32_t]* entries) except -1 nogil:
    """Append the polygons between an end and a place that the flood from there came to; backwards: from the place to the end."""
    cdef vector[PolyRef] polys
    cdef size_t i
    while visit >= 0:
        polys.push_back(walls.visits[visit].poly)
        visit = walls.visits[visit].before
    for i in range(polys.size()):
        put_poly(polys[i if backwards else polys.size() - 1 - i], -1, corridor, entries)
    return 0


cdef int put_poly(PolyRef poly, int32_t entry, vector[PolyRef]* corridor, vector[int32_t]* entries) except -1 nogil:
    if corridor.empty() or entry >= 0 or corridor.back() != poly:
        corridor.push_back(poly)
        entries.push_back(entry)
    return 0


cdef int put_point(const double* point, PolyRef poly, int32_t link, vector[double]* points, vector[PolyRef]* point_polys,
                   vector[int32_t]* point_links) except -1 nogil:
    """Append a point, unless the path stands there already."""
    cdef size_t size = points.size()
    cdef int i
    if size >= 3 and point_links.back() < 0 and points[0][size - 3] == point[0] and points[0][size - 1] == point[2]:
        point_links[0][point_links.size() - 1] = link
        return 0
    for i in range(3):
        points.push_back(point[i])
    point_polys.push_back(poly)
    point_links.push_back(link)
    return 0


# ---- from pieces to polygons ----

cdef int put_piece_points(const MeshView* mesh, const ClearanceMap* map, const WideSearch* search, vector[double]* points,
                          vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil:
    """The points of a path over pieces, on the mesh's polygons; ways to links and back are put in."""
    cdef const LinkPlaces* places
    cdef PolyRef poly
    cdef double at[3]
    cdef size_t i, entry = 0
    cdef int32_t link
    cdef bint landing = False
    places = NULL
    for i in range(search.point_pieces.size()):
        poly = map.pieces.polys[search.point_pieces[i]]
        at[0], at[2] = search.piece_points[3 * i], search.piece_points[3 * i + 2]
        at[1] = height_at(mesh, poly, at[0], at[2])
        if landing and places.aside:
            put_point(places.land, mesh.links[places.link].end_poly, -1, points, point_polys, point_links)
        landing = search.piece_links[i] >= 0
        link = search.piece_links[i]
        if not landing:
            put_point(at, poly, -1, points, point_polys, point_links)
            continue
        while search.piece_entries[entry] < 0:
            entry += 1
        places = &map.link_places[search.piece_entries[entry]]
        entry += 1
        if places.aside:
            put_point(at, poly, -1, points, point_polys, point_links)
            put_point(places.leave, mesh.links[places.link].start_poly, link, points, point_polys, point_links)
        else:
            put_point(at, poly, link, points, point_polys, point_links)
    return 0


cdef int write_path(const MeshView* mesh, const ClearanceMap* map, const WideSearch* search, const EndPair* pair,
                    const Location* start, const Location* goal, vector[PolyRef]* corridor, vector[int32_t]* entries,
                    vector[double]* points, vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil:
    cdef int32_t entry
    cdef size_t i
    put_polys(&search.starts, search.start_places[pair.start].visit, False, corridor, entries)
    for i in range(search.piece_corridor.size()):
        entry = search.piece_entries[i]
        put_poly(map.pieces.polys[search.piece_corridor[i]], map.link_places[entry].link if entry >= 0 else -1, corridor, entries)
    put_polys(&search.goals, search.goal_places[pair.goal].visit, True, corridor, entries)
    put_point(start.point, start.poly, -1, points, point_polys, point_links)
    put_piece_points(mesh, map, search, points, point_polys, point_links)
    put_point(goal.point, goal.poly, -1, points, point_polys, point_links)
    return 0


# ---- the search ----

cdef bint search_pieces(const ClearanceMap* map, WideSearch* search, const Location* start, const Location* goal) except -1 nogil:
    """The shortest path over the pieces, or where they cost differently the cheapest that is found; false where there is none."""
    cdef double cost
    if map.graph.uniform:
        return find_exact(&map.view, &map.graph, &search.exact, NULL, start, goal, &search.piece_corridor, &search.piece_entries,
                          &search.piece_points, &search.point_pieces, &search.piece_links)
    if not find_corridor(&map.view, &map.graph, &search.corridor, start, goal, AT_CLAMPED, &search.piece_corridor,
                         &search.piece_entries, &cost):
        return False
    pull_path(&map.view, &search.piece_corridor, &search.piece_entries, start.point, goal.point, &search.piece_points,
              &search.point_pieces, &search.piece_links)
    refine_path(&map.view, &map.graph, &search.piece_corridor, &search.piece_entries, &search.piece_points, &search.point_pieces,
                &search.piece_links)
    return True


cdef int find_wide_path(const MeshView* mesh, const PortalGraph* graph, const ClearanceMap* map, WideSearch* search,
                        const Location* start, const Location* goal, vector[PolyRef]* corridor, vector[int32_t]* entries,
                        vector[double]* points, vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil:
    cdef Location from_, to
    cdef size_t i
    corridor.clear()
    entries.clear()
    points.clear()
    point_polys.clear()
    point_links.clear()
    if map.radius == 0.0:
        return WIDE_FOUND if find_exact(mesh, graph, &search.exact, NULL, start, goal, corridor, entries, points, point_polys,
                                        point_links) else WIDE_NO_WAY
    find_places(mesh, graph, map, &search.starts, start.poly, start.point[0], -start.point[2], False, &search.start_places)
    if search.start_places.empty():
        return WIDE_NO_ROOM_AT_START
    find_places(mesh, graph, map, &search.goals, goal.poly, goal.point[0], -goal.point[2], True, &search.goal_places)
    if search.goal_places.empty():
        return WIDE_NO_ROOM_AT_GOAL
    pair_ends(map, search)
    for i in range(search.pairs.size()):
        stand(mesh, map, &search.start_places[search.pairs[i].start], &from_)
        stand(mesh, map, &search.goal_places[search.pairs[i].goal], &to)
        if search_pieces(map, search, &from_, &to):
            write_path(mesh, map, search, &search.pairs[i], start, goal, corridor, entries, points, point_polys, point_links)
            return WIDE_FOUND
    return WIDE_NO_WAY


# ---- Python ----

REASONS = ("found", "no room at the start", "no room at the goal", "no way is wide enough")


cdef class WidePathFinder:
    """WidePathFinder(mesh, radius): paths over a NavMesh for agents whose radius is ``radius`` metres more than what it was baked
    for. ValueError: the radius is no finite number of metres."""
    cdef NavMesh mesh
    cdef ClearanceMap map
    cdef WideSearch search
    cdef double radius

    def __cinit__(self, NavMesh mesh not None, radius):
        self.mesh, self.radius = mesh, measure("radius", radius)

    cdef int update(self) except -1:
        with nogil:
            update_clearance_map(&self.mesh.view, self.mesh.view.graph, self.radius, &self.map)
        return 0

    def path(self, start, goal):
        """(how it went, points, a polygon for each, link ids, corridor, entries) of the shortest path between two points that keeps
        the radius away from all walls, all but the first empty where there is none; bends around walls' corners are drawn with
        tangents to the circle. From an end that is nearer to a wall it leads straight to the nearest place that is not, or comes
        straight from there. None where an end is off the mesh. ValueError: a point that is not three finite numbers."""
        cdef double ends[6]
        cdef Reach reach = default_reach(&self.mesh.view)
        cdef Location a, b
        cdef vector[PolyRef] corridor, point_polys
        cdef vector[int32_t] entries, links
        cdef vector[double] points
        cdef int outcome
        read_point("start", start, ends)
        read_point("goal", goal, ends + 3)
        if not (is_point(ends) and is_point(ends + 3)):
            raise ValueError(f"{'goal' if is_point(ends) else 'start'}: must be finite and within 1e30 m")
        if not (locate(&self.mesh.view, self.mesh.view.graph, ends, &reach, &a) and locate(&self.mesh.view, self.mesh.view.graph, ends + 3, &reach, &b)):
            return None
        self.update()
        with nogil:
            outcome = find_wide_path(&self.mesh.view, self.mesh.view.graph, &self.map, &self.search, &a, &b, &corridor, &entries,
                                     &points, &point_polys, &links)
        return (REASONS[outcome], [(points[3 * i], points[3 * i + 1], points[3 * i + 2]) for i in range(<int>point_polys.size())],
                list(point_polys), list(links), list(corridor), list(entries))

    @property
    def pieces(self):
        """The convex pieces of polygons that a disc may have its centre on: (polygon, [(x, z), …]) each, metres."""
        cdef Py_ssize_t i
        self.update()
        if self.map.radius == 0.0:
            return []
        return [(self.map.pieces.polys[i], [(self.map.vertices[3 * self.map.pieces.corners[k]],
                                             self.map.vertices[3 * self.map.pieces.corners[k] + 2])
                                            for k in range(self.map.pieces.first[i], self.map.pieces.first[i + 1])])
                for i in range(<Py_ssize_t>self.map.polys.size())]
