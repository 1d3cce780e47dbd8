"""Rays, moves along the surface, the nearest wall and islands, as Python users call them."""
cimport cython
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_length, read_place
from navpy.base.core cimport PolyRef
from navpy.base.guard cimport Inside, read
from navpy.mesh.half_edges cimport PortalGraph, corner_after
from navpy.mesh.mesh_view cimport MeshView, island_of
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.mesh.topology cimport clockwise_poly_area2
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.surface.flood cimport Flood
from navpy.query.surface.islands cimport find_reached
from navpy.query.surface.segment cimport closest_to_segment as nearest_to_segment, meet_segment
from navpy.query.surface.raycast cimport MoveResult, RayHit, move_along_surface as move_along, trace_ray
from navpy.query.surface.wall_distance cimport WallHit, distance_to_wall as find_wall

from array import array

__all__ = ["MoveAlongSurfaceResult", "RaycastResult", "WallResult", "distance_to_wall", "island_areas", "move_along_surface",
           "raycast", "reachable_polygons"]


cdef bint find_start(NavMesh mesh, const PortalGraph* graph, str name, point, NearestPoly* at) except -1:
    cdef double place[3]
    cdef SearchExtents reach = default_extents(&mesh.view)
    read_place(name, point, place)
    return locate(view_of(&mesh.view, graph), place, &reach, at)


cdef tuple edge_ends(const MeshView* mesh, PolyRef poly, int32_t edge):
    """Both ends of a polygon's edge, (x, y, z) each."""
    cdef const double* a = mesh.vertices + 3 * <size_t>mesh.corners[edge]
    cdef const double* b = mesh.vertices + 3 * <size_t>mesh.corners[corner_after(&mesh.graph.faces[poly], edge)]
    return (a[0], a[1], a[2]), (b[0], b[1], b[2])


# ---- rays and moves ----

@cython.auto_pickle(True)
cdef class RaycastResult:
    """Where a ray along the surface ended, and the wall that it met there."""
    cdef readonly bint hit              #: a wall was met
    cdef readonly double t              #: 0 … 1 along the ray, where it ended
    cdef readonly int32_t poly          #: polygon on which it ended
    cdef readonly tuple point           #: (x, y, z), meters, where it ended
    cdef readonly tuple normal          #: (x, z), the wall's unit normal on the ray's side; (0, 0) without a wall
    cdef readonly tuple edge            #: the wall's ends, two (x, y, z) in meters; None without a wall
    cdef readonly list visited          #: polygons along the ray, the first and the last included

    def __repr__(self):
        return f"<RaycastResult {'wall' if self.hit else 'free'} at t = {self.t:g}, {self.point}>"


def raycast(NavMesh mesh not None, start, end, QueryFilter filter=None):
    """How far one can walk straight from start towards end.

    The ray follows the surface and ends at the first edge that may not be crossed.

    Parameters
    ----------
    mesh : NavMesh
    start : (x, y, z)
        Meters.
    end : (x, y, z)
        Meters; only x and z count.
    filter : QueryFilter, optional
        Edges of polygons that it leaves out are walls.

    Returns
    -------
    RaycastResult or None
        None where the start has no floor (NavMesh.locate).

    Raises
    ------
    ValueError
        A point is not three finite numbers within 1e30 m, or the filter is of another mesh.
    """
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef double b[3]
    cdef bint met
    cdef NearestPoly at
    cdef RayHit hit
    cdef vector[PolyRef] visited
    read_place("end", end, b)
    if not find_start(mesh, graph, "start", start, &at):
        return None
    with nogil:
        met = trace_ray(view_of(&mesh.view, graph), at.poly, at.point, b, &hit, &visited)
    cdef RaycastResult result = RaycastResult.__new__(RaycastResult)
    result.hit, result.t, result.poly, result.visited = met, hit.t, hit.poly, visited
    result.point, result.normal = (hit.point[0], hit.point[1], hit.point[2]), (hit.normal[0], hit.normal[1])
    result.edge = edge_ends(&mesh.view, hit.edge_poly, hit.edge) if met else None
    return result


@cython.auto_pickle(True)
cdef class MoveAlongSurfaceResult:
    """Where a move along the surface ended."""
    cdef readonly int32_t poly          #: polygon on which it ended
    cdef readonly tuple point           #: (x, y, z), meters, on the surface
    cdef readonly bint arrived          #: the point is the end, in the ground plane
    cdef readonly list visited          #: polygons from the start's to this one, each next to the one before

    def __repr__(self):
        return f"<MoveAlongSurfaceResult {'arrived' if self.arrived else 'slid'} to {self.point}>"


def move_along_surface(NavMesh mesh not None, start, end, QueryFilter filter=None):
    """Move from start towards end, and slide along the walls on the way.

    Parameters
    ----------
    mesh : NavMesh
    start : (x, y, z)
        Meters.
    end : (x, y, z)
        Meters; only x and z count.
    filter : QueryFilter, optional
        Edges of polygons that it leaves out are walls.

    Returns
    -------
    MoveAlongSurfaceResult or None
        None where the start has no floor (NavMesh.locate).

    Raises
    ------
    ValueError
        A point is not three finite numbers within 1e30 m, or the filter is of another mesh.

    Notes
    -----
    The result is the end where no wall is on the straight line to it. Else it is the place nearest to the end, in the ground
    plane, on the polygons that are connected with the start's inside the circle whose diameter is the line from start to end: those
    across edges that touch the circle, as in Detour's moveAlongSurface. So the way round the end of a wall is found when it lies in
    that circle. The result is never farther from the end than the start is, and lies on its polygon, at its height; walls count as
    inside.
    """
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef double b[3]
    cdef NearestPoly at
    cdef MoveResult move
    cdef Flood flood
    cdef vector[PolyRef] visited
    read_place("end", end, b)
    if not find_start(mesh, graph, "start", start, &at):
        return None
    with nogil:
        move_along(view_of(&mesh.view, graph), &flood, at.poly, at.point, b, &move, &visited)
    cdef MoveAlongSurfaceResult result = MoveAlongSurfaceResult.__new__(MoveAlongSurfaceResult)
    result.poly, result.point, result.arrived = move.poly, (move.point[0], move.point[1], move.point[2]), move.arrived
    result.visited = visited
    return result


# ---- the nearest wall ----

@cython.auto_pickle(True)
cdef class WallResult:
    """The wall nearest to a point."""
    cdef readonly double distance       #: meters, in the ground plane
    cdef readonly tuple point           #: (x, y, z), meters: the wall's nearest place
    cdef readonly tuple normal          #: (x, z), unit, from that place to the point; of a point on the wall, the wall's own
    cdef readonly int32_t poly          #: polygon whose edge the wall is
    cdef readonly tuple edge            #: the edge's ends, two (x, y, z) in meters

    def __repr__(self):
        return f"<WallResult {self.distance:g} m away at {self.point}>"


def distance_to_wall(NavMesh mesh not None, point, max_distance=None, QueryFilter filter=None):
    """The nearest wall that the surface leads to from a point.

    Parameters
    ----------
    mesh : NavMesh
    point : (x, y, z)
        Meters.
    max_distance : float, optional
        Meters in the ground plane, not below 0; however far by default.
    filter : QueryFilter, optional
        Edges of polygons that it leaves out are walls.

    Returns
    -------
    WallResult or None
        None without a wall within the distance, and where the point has no floor (NavMesh.locate).

    Raises
    ------
    ValueError
        A point that is not three finite numbers within 1e30 m, a max_distance that is not finite or below 0, or a filter of another
        mesh.

    Notes
    -----
    A wall is an edge that may not be crossed from this side. A circle around the point grows in the ground plane, and the part of
    the surface in it that is connected with the point grows with it; the nearest wall is the first that this part meets. So its
    distance is how far one can walk straight in every direction, and a floor above or below counts only where the surface leads to
    it inside the circle.
    """
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef double limit = INFINITY if max_distance is None else read_length("max_distance", max_distance)
    cdef NearestPoly at
    cdef Flood flood
    cdef WallHit hit
    cdef bint found
    if not find_start(mesh, graph, "point", point, &at):
        return None
    with nogil:
        found = find_wall(view_of(&mesh.view, graph), &flood, at.poly, at.point, limit, &hit)
    if not found:
        return None
    cdef WallResult result = WallResult.__new__(WallResult)
    result.distance, result.poly, result.edge = hit.distance, hit.poly, edge_ends(&mesh.view, hit.poly, hit.edge)
    result.point, result.normal = (hit.point[0], hit.point[1], hit.point[2]), (hit.normal[0], hit.normal[1])
    return result


# ---- islands ----

def island_areas(NavMesh mesh not None):
    """Areas of the islands in the ground plane.

    Parameters
    ----------
    mesh : NavMesh

    Returns
    -------
    array("d")
        m² of each island, by the labels of NavMesh.islands.
    """
    cdef PolyRef poly
    cdef Inside inside
    read(&mesh.guard, &inside)
    areas = array("d", bytes(8 * mesh.view.island_count))
    cdef double[::1] sums = areas
    for poly in range(mesh.view.poly_count):
        if mesh.view.polys[poly].count > 0:
            sums[island_of(&mesh.view, poly)] -= 0.5 * clockwise_poly_area2(&mesh.view, &mesh.view.polys[poly])
    return areas


def reachable_polygons(NavMesh mesh not None, start, QueryFilter filter=None):
    """Polygons that paths from a point lead to.

    Unlike an island this depends on direction: links that lead one way are taken that way alone, and exit-only areas are left but
    not entered.

    Parameters
    ----------
    mesh : NavMesh
    start : (x, y, z)
        Meters.
    filter : QueryFilter, optional

    Returns
    -------
    array("i") or None
        Ascending, the start's polygon among them; None where the start has no floor (NavMesh.locate).

    Raises
    ------
    ValueError
        The start is not three finite numbers within 1e30 m, or the filter is of another mesh.
    """
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef NearestPoly at
    cdef vector[PolyRef] reached
    if not find_start(mesh, graph, "start", start, &at):
        return None
    with nogil:
        find_reached(view_of(&mesh.view, graph), at.poly, &reached)
        sort(reached.begin(), reached.end())
    return array("i", reached)


# ---- segments and normals ----

def closest_to_segment(NavMesh mesh not None, start, end, bint meets=False, QueryFilter filter=None):
    """The first point of the surface that a segment in space meets, as of a mouse click; where it meets none, the point of the surface
    that is nearest to the segment.

    Parameters
    ----------
    mesh : NavMesh
    start, end : (x, y, z)
        Meters.
    meets : bool
        Whether only a point that the segment meets counts.
    filter : QueryFilter, optional

    Returns
    -------
    tuple or None
        (polygon, point in meters); None where there is none.

    Raises
    ------
    ValueError
        Coordinates that are not finite, a filter of another mesh.
    """
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef NearestPoly at
    cdef double a[3]
    cdef double b[3]
    cdef bint found
    read_place("start", start, a)
    read_place("end", end, b)
    with nogil:
        found = meet_segment(view_of(&mesh.view, graph), a, b, &at)
        if not found and not meets:
            found = nearest_to_segment(view_of(&mesh.view, graph), a, b, &at)
    return (at.poly, (at.point[0], at.point[1], at.point[2])) if found else None
