"""Paths, and the searches that found them step by step."""
from libc.stdint cimport INT64_MAX, int32_t
from libcpp.vector cimport vector

from navpy.base.arrays cimport int_array
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, locate_nearest
from navpy.mesh.path_data cimport Path
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.corridor.astar cimport (
    AT_CENTERS, AT_CLAMPED, AT_MIDPOINTS, AStarNode, AStarSearch, advance_corridor, begin_corridor, entered)
from navpy.query.corridor.funnel cimport find_portal, string_pull
from navpy.query.corridor.path_shaping cimport sample_ground
from navpy.query.path cimport (
    ALGORITHM_AUTO, ALGORITHM_CENTERS, ALGORITHM_CORRIDOR, ALGORITHM_EXACT, PathBuffer, PathOptions, PathSearch, default_options,
    find_path, place_ends)
from navpy.query.path_message cimport path_message
from navpy.query.polyanya.polyanya cimport advance_polyanya, begin_polyanya
from navpy.query.polyanya.search_node cimport FloodLog, PolyanyaSearch, SearchNode
from navpy.web.buffers cimport doubles

from navpy.base.core import PathStatus, Reason

ALGORITHMS = {"auto": ALGORITHM_AUTO, "exact": ALGORITHM_EXACT, "corridor": ALGORITHM_CORRIDOR, "middles": ALGORITHM_CENTERS}
PORTAL_POINTS = {"centers": AT_CENTERS, "midpoints": AT_MIDPOINTS, "clamped": AT_CLAMPED}

cdef PathSearch search              # working memory; the page has one thread
cdef PathBuffer found


cdef NavView nav_of(NavMesh mesh) noexcept:
    return view_of(&mesh.view, &mesh.graph)


cdef int read_ends(ends, double* out) except -1:
    cdef int i
    if len(ends) != 6:
        raise ValueError(f"ends: must be x, y, z of the start and of the goal, are {len(ends)} numbers")
    for i in range(6):
        out[i] = ends[i]
    return 0


def path(NavMesh mesh, ends, str algorithm, str portal_points, bint allow_partial=False):
    """Find a path.

    Parameters
    ----------
    mesh : NavMesh
    ends : float64 (6,)
        Start and goal, meters.
    algorithm : "auto", "exact", "corridor" or "middles"
        The library's choice, Polyanya, A* and the funnel, or A* and straight lines through the middles of its portals.
    portal_points : "centers", "midpoints" or "clamped"
        Where A* enters a polygon.
    allow_partial : bool, optional
        A goal that cannot be reached is replaced by the reachable point nearest to it.

    Returns
    -------
    points : float64 (3 n,)
        Meters.
    corridor : int32 (m,)
        Polygons.
    length : float
        Meters.
    searched : int
        Nodes that the search took from its open list.
    status, reason : str
        Names of PathStatus and Reason.
    message : str
        One sentence that says how it went.
    """
    cdef PathOptions options = default_options()
    cdef vector[int32_t] corridor
    cdef double at[6]
    read_ends(ends, at)
    options.algorithm, options.portal_points = ALGORITHMS[algorithm], PORTAL_POINTS[portal_points]
    options.allow_partial = allow_partial
    find_path(nav_of(mesh), &options, &search, at, at + 3, &found)
    corridor.insert(corridor.end(), found.corridor.begin(), found.corridor.end())
    return (doubles(found.points), int_array(corridor), found.length, found.searched, PathStatus(found.status).name,
            Reason(found.reason).name, path_message(&found))


def ground_points(NavMesh mesh):
    """The points of the path that `path` found last, and more wherever the ground below it bends: float64 (3 n,) meters. Parallel to
    them the id of the link that leads to the next point, −1 for none: int32 (n,)."""
    cdef Path out
    if not found.corridor.empty():
        sample_ground(nav_of(mesh), <Path*>&found, 0.0, &out)
    return doubles(out.points), int_array(out.point_links)


def path_links(NavMesh mesh):
    """Of each point of the path that `path` found last, the id of the link that leads to the next point, −1 for none: int32 (n,)."""
    return int_array(found.point_links)


def astar_steps(NavMesh mesh, ends, str portal_points):
    """The search by A*, node after node as they are taken from the open list.

    Returns
    -------
    steps : float64 (9 n,)
        Of each: the node's point x, y, z and that of the node before it, in meters; g and f, in meters; and the polygon that it
        enters.
    """
    cdef AStarSearch astar
    cdef const AStarNode* node
    cdef NavView nav = nav_of(mesh)
    cdef vector[double] out
    cdef const double* before
    cdef double at[6]
    cdef double key
    cdef int32_t index
    cdef bint over = False
    read_ends(ends, at)
    if not place_ends(nav, at, at + 3, &found):
        return doubles(out)
    begin_corridor(nav, &astar, &found.start, &found.goal, PORTAL_POINTS[portal_points], NULL)
    while not over and astar.open_list.entries.size() > 0:
        index, key = astar.open_list.entries[0].item, astar.open_list.entries[0].key
        over = key >= astar.cost
        if over:
            break
        node = &astar.nodes[index]
        before = &astar.nodes[node.parent].point[0] if node.parent >= 0 else &found.start.point[0]
        for number in (node.point[0], node.point[1], node.point[2], before[0], before[1], before[2], node.g, key,
                       entered(nav, node.item)):
            out.push_back(number)
        over = advance_corridor(nav, &astar, 1)
    return doubles(out)


def polyanya_steps(NavMesh mesh, ends):
    """The search by Polyanya over intervals, node after node as they are expanded.

    Returns
    -------
    steps : float64 (7 n,)
        Of each: x and z of the root and of the interval's right and left end, and g, in meters. None where the straight way is free.
    """
    cdef PolyanyaSearch polyanya
    cdef FloodLog log
    cdef const SearchNode* node
    cdef NavView nav = nav_of(mesh)
    cdef vector[double] out
    cdef double at[6]
    cdef int32_t index
    read_ends(ends, at)
    if not place_ends(nav, at, at + 3, &found):
        return doubles(out)
    begin_polyanya(nav, &polyanya, NULL, &found.start, &found.goal, NULL)
    polyanya.flood.log, log.next_moment = &log, INT64_MAX         # the log of what is expanded; it is never taken back
    advance_polyanya(nav, &polyanya, -1)
    for index in log.expanded:
        node = &polyanya.intervals.nodes[index]
        for number in (node.x, -node.y, node.right_x, -node.right_y, node.left_x, -node.left_y, node.g):
            out.push_back(number)
    return doubles(out)


def funnel_steps(NavMesh mesh, corridor, ends):
    """The funnel after each portal of a corridor: its sides are the shortest paths inside of the corridor to the portal's two ends,
    which part at the apex.

    Returns
    -------
    portals : float64 (6 n,)
        Left and right end of each portal, meters.
    counts : int32 (2 n,)
        Points of the left and of the right side.
    sides : float64
        Points x, y, z of both sides, portal after portal, from the start on.
    """
    cdef vector[PolyRef] polys
    cdef vector[PolyRef] point_polys
    cdef vector[double] side, portals, sides
    cdef vector[int32_t] counts
    cdef int32_t right = 0, left = 0, vertex
    cdef size_t i
    cdef int k
    cdef double at[6]
    read_ends(ends, at)
    for poly in corridor:
        if not 0 <= poly < mesh.view.poly_count:
            raise ValueError(f"corridor: there is no polygon {poly}")
        polys.push_back(poly)
    for i in range(1, polys.size()):
        if not find_portal(&mesh.view, polys[i - 1], polys[i], &right, &left):
            continue
        for vertex in (left, right):
            string_pull(&mesh.view, polys.data(), i, at, mesh.view.vertices + 3 * <size_t>vertex, &side, &point_polys)
            for k in range(3):
                portals.push_back(mesh.view.vertices[3 * <size_t>vertex + k])
            counts.push_back(<int32_t>(side.size() // 3))
            sides.insert(sides.end(), side.begin(), side.end())
    return doubles(portals), int_array(counts), doubles(sides)


def nearest_point(NavMesh mesh, double x, double y, double z):
    """The nearest point of the navmesh: x, y, z in meters, its polygon and its distance in meters; None on an empty mesh."""
    cdef NearestPoly at
    cdef double point[3]
    point[0], point[1], point[2] = x, y, z
    if not locate_nearest(nav_of(mesh), point, NULL, &at) or at.poly == NO_POLY:
        return None
    return at.point[0], at.point[1], at.point[2], at.poly, at.distance
