"""A*, the funnel and the refinement as Python sees them, step by step: for tests, benchmarks and pictures."""
from libc.stdint cimport int32_t, int64_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector

from navpy.api.query.given_ends cimport points_list, read_ends
from navpy.base.arguments cimport read_point
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.guard cimport Guard, Inside, enter, read, settle
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport OffMeshLink, still_there
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.corridor.astar cimport (
    AT_CENTERS, AT_CLAMPED, AT_MIDPOINTS, AStarSearch, advance_corridor, begin_corridor, trace_corridor)
from navpy.query.corridor.crossings cimport center_path, pull_path
from navpy.query.corridor.funnel cimport string_pull
from navpy.query.corridor.refinement cimport path_cost, refine_path

PORTAL_POINTS = {"centers": AT_CENTERS, "midpoints": AT_MIDPOINTS, "clamped": AT_CLAMPED}
STATES = ("searching", "found", "no way", "outdated")


# ---- A* ----

cdef class CorridorSearch:
    """A search for the cheapest corridor, advanced bit by bit under the rules of a QueryFilter as they are now.

    Parameters
    ----------
    mesh : NavMesh
    start_poly, goal_poly : int
        Polygons that the search begins and ends on.
    start, goal : (x, y, z)
        Meters, on these polygons.
    points : {"clamped", "midpoints", "centers"}
        Where a portal is entered for the cost of a corridor: at its point nearest to the straight line from start to goal, in its
        middle, or at the center of the polygon.
    filter : QueryFilter, optional

    Raises
    ------
    ValueError
        A polygon that the mesh does not have, a filter of another mesh, other points.
    """
    cdef NavMesh mesh
    cdef Guard guard
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph
    cdef AStarSearch search
    cdef Path path
    cdef double total

    def __cinit__(self, NavMesh mesh not None, PolyRef start_poly, start, PolyRef goal_poly, goal, str points="clamped",
                  QueryFilter filter=None):
        cdef NearestPoly a, b
        if points not in PORTAL_POINTS:
            raise ValueError(f"points: must be 'centers', 'midpoints' or 'clamped', is {points!r}")
        cdef Inside inside
        self.mesh, self.guard.name = mesh, b"the search"
        read(&mesh.guard, &inside)
        read_ends(mesh, "corridor", start_poly, start, goal_poly, goal, &a, &b)
        self.graph = mesh.graph_for(filter, &self.held)
        begin_corridor(view_of(&mesh.view, self.graph), &self.search, &a, &b, PORTAL_POINTS[points], NULL)

    def advance(self, expansions=None):
        """Go on, by at most so many nodes of the open list; returns whether the search is over."""
        cdef int64_t limit = 0x7fffffffffffffff if expansions is None else expansions
        cdef bint over
        cdef Inside inside
        inside.changes(&self.guard)
        inside.reads(&self.mesh.guard)
        enter(&inside)
        with nogil:
            over = advance_corridor(view_of(&self.mesh.view, self.graph), &self.search, limit)
            trace_corridor(view_of(&self.mesh.view, self.graph), &self.search, &self.path, &self.total)
        return over

    @property
    def state(self):
        """"searching", "found", "no way", or "outdated" if the mesh has changed since."""
        settle(&self.guard)
        return STATES[self.search.state]

    @property
    def corridor(self):
        """Polygons from start to goal, empty unless found."""
        settle(&self.guard)
        return list(self.path.corridor)

    @property
    def entries(self):
        """For each polygon of the corridor the index of the link that it is entered by, −1: a portal."""
        settle(&self.guard)
        return list(self.path.entries)

    @property
    def cost(self):
        """Of the way through the points of its portals and links; 0 unless found."""
        return self.total

    @property
    def searched(self):
        """Nodes taken from the open list."""
        return self.search.searched


def corridor(NavMesh mesh not None, PolyRef start_poly, start, PolyRef goal_poly, goal, str points="clamped",
             QueryFilter filter=None):
    """The cheapest corridor between two points on given polygons, see CorridorSearch.

    Returns
    -------
    (polygons, cost, nodes taken from the open list), None if there is no way.
    """
    search = CorridorSearch(mesh, start_poly, start, goal_poly, goal, points, filter)
    search.advance()
    return (search.corridor, search.cost, search.searched) if search.state == "found" else None


# ---- along a corridor ----

cdef int check_entry(NavMesh mesh, int32_t index, PolyRef before, PolyRef poly) except -1:
    """ValueError unless a link leads from one polygon to the next."""
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


cdef int read_corridor(NavMesh mesh, corridor, entries, Path* out) except -1:
    """entries None: all by portals."""
    cdef size_t i
    try:
        out.corridor = corridor
        out.entries = [-1] * len(corridor) if entries is None else entries
    except (OverflowError, TypeError):
        raise ValueError("corridor, entries: must be whole numbers below 2³¹") from None
    if out.corridor.empty():
        raise ValueError("corridor: has no polygon")
    if out.corridor.size() != out.entries.size():
        raise ValueError(f"entries: must be as many as polygons, are {out.entries.size()} for {out.corridor.size()}")
    for i in range(out.corridor.size()):
        if not still_there(&mesh.view, out.corridor[i], mesh.view.version):
            raise ValueError(f"corridor: there is no polygon {out.corridor[i]}, there are {mesh.view.poly_count}")
    for i in range(out.entries.size()):
        check_entry(mesh, out.entries[i], out.corridor[i - 1] if i > 0 else <PolyRef>NO_POLY, out.corridor[i])
    return 0


def pull(NavMesh mesh not None, corridor, start, goal):
    """The shortest path inside a corridor without links, by the funnel algorithm.

    Parameters
    ----------
    corridor : sequence of int
        Polygons from start to goal. If two that follow each other are no neighbors, the path leads straight on from there.
    start, goal : (x, y, z)
        Meters.

    Returns
    -------
    ([(x, y, z), …], a polygon that each point lies on)

    Raises
    ------
    ValueError
        An empty corridor, a polygon that the mesh does not have.
    """
    cdef Path path
    cdef double a[3]
    cdef double b[3]
    cdef Inside inside
    read(&mesh.guard, &inside)
    read_corridor(mesh, corridor, None, &path)
    read_point("start", start, a)
    read_point("goal", goal, b)
    with nogil:
        string_pull(&mesh.view, path.corridor.data(), path.corridor.size(), a, b, &path.points, &path.point_polys)
    return points_list(&path.points), list(path.point_polys)


def along_corridor(NavMesh mesh not None, corridor, entries, start, goal, bint taut=True):
    """The path from start to goal along a corridor, taut or through the middles of its portals.

    Parameters
    ----------
    corridor : sequence of int
        Polygons from start to goal.
    entries : sequence of int
        For each polygon the index of the link that it is entered by, −1: a portal, as for the first polygon.
    start, goal : (x, y, z)
        Meters.

    Returns
    -------
    (points, a polygon that each lies on, id of the link that begins at each)

    Raises
    ------
    ValueError
        A polygon that the mesh does not have, a link that does not lead from one polygon to the next, no corridor, or not as many
        entries as polygons.
    """
    cdef Path path
    cdef double a[3]
    cdef double b[3]
    cdef Inside inside
    read(&mesh.guard, &inside)
    read_corridor(mesh, corridor, entries, &path)
    read_point("start", start, a)
    read_point("goal", goal, b)
    with nogil:
        if taut:
            pull_path(&mesh.view, a, b, &path)
        else:
            center_path(&mesh.view, a, b, &path)
    return points_list(&path.points), list(path.point_polys), list(path.point_links)


def refine(NavMesh mesh not None, corridor, entries, start, goal, QueryFilter filter=None):
    """The taut path from start to goal along a corridor, and the refined one. Parameters and errors are those of along_corridor.

    Returns
    -------
    Two of (points, polygons, link ids, cost)
    """
    cdef Path path
    cdef double a[3]
    cdef double b[3]
    cdef double cost
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    read_corridor(mesh, corridor, entries, &path)
    read_point("start", start, a)
    read_point("goal", goal, b)
    found = []
    for _round in range(2):
        with nogil:
            if _round == 0:
                pull_path(&mesh.view, a, b, &path)
            else:
                refine_path(view_of(&mesh.view, graph), &path)
            cost = path_cost(view_of(&mesh.view, graph), &path)
        found.append((points_list(&path.points), list(path.point_polys), list(path.point_links), cost))
    return tuple(found)


def cost_of_path(NavMesh mesh not None, corridor, entries, points, point_links, QueryFilter filter=None):
    """What a path along its corridor costs: meters in the plan times what they cost.

    Raises
    ------
    ValueError
        As along_corridor, or not as many links as points.
    """
    cdef Path path
    cdef vector[int32_t] ids = point_links
    cdef double place[3]
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    read_corridor(mesh, corridor, entries, &path)
    for point in points:
        read_point("points", point, place)
        path.points.insert(path.points.end(), place, place + 3)
    if 3 * ids.size() != path.points.size():
        raise ValueError(f"point_links: must be as many as points, are {ids.size()} for {path.points.size() // 3}")
    path.point_links = ids
    return path_cost(view_of(&mesh.view, graph), &path)
