"""Polygons that a circle, a convex outline or a box touches, as Python users ask for them."""
cimport cython
from libc.stdint cimport int32_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector

from navpy.base.geom cimport cross
from navpy.api.query.surface cimport find_start
from navpy.base.arguments cimport read_ground_place, read_length, read_place
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.guard cimport Inside, read
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.surface.flood cimport Flood, Visit
from navpy.query.surface.overlap cimport (
    polygons_in_box as find_in_box, polygons_in_circle as find_in_circle, polygons_in_shape as find_in_shape)

from array import array

__all__ = ["OverlapResult", "polygons_in_box", "polygons_in_circle", "polygons_in_shape"]


@cython.auto_pickle(True)
cdef class OverlapResult:
    """Polygons that a shape touches, in the order of their costs."""
    cdef readonly list polygons         #: indices, the start's first
    cdef readonly list costs            #: parallel: cost of the way from the start to the middle of its entry edge; 0 the first
    cdef readonly list parents          #: parallel: polygon that it is entered from; −1 the first

    def __repr__(self):
        return f"<OverlapResult of {len(self.polygons)} polygons>"


cdef OverlapResult to_result(const Flood* flood, const vector[int32_t]* found):
    cdef OverlapResult result = OverlapResult.__new__(OverlapResult)
    cdef const Visit* visit
    cdef int32_t parent
    cdef size_t i
    result.polygons, result.costs, result.parents = [], [], []
    for i in range(found.size()):
        visit = &flood.visits[found[0][i]]
        parent = visit.parent
        result.polygons.append(visit.poly)
        result.costs.append(visit.cost)
        result.parents.append(flood.visits[parent].poly if parent >= 0 else NO_POLY)
    return result


def polygons_in_circle(NavMesh mesh not None, center, radius, QueryFilter filter=None):
    """Polygons that a circle touches and that are connected with its center inside it.

    Parameters
    ----------
    mesh : NavMesh
    center : (x, y, z)
        Meters.
    radius : float
        Meters in the ground plane, not below 0.
    filter : QueryFilter, optional

    Returns
    -------
    OverlapResult or None
        None where the center has no floor (NavMesh.locate).

    Raises
    ------
    ValueError
        A center that is not three finite numbers within 1e30 m, a radius that is not finite or below 0, or a filter of another mesh.

    Notes
    -----
    They are the polygons across edges that the circle touches, its rim included, beginning at the center's; a floor above or below
    is among them only if it is reached within the circle. Costs are meters in the ground plane from the center through the middles
    of the edges, times the costs of the areas (Detour's findPolysAroundCircle).
    """
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef double limit = read_length("radius", radius)
    cdef NearestPoly at
    cdef Flood flood
    cdef vector[int32_t] found
    if not find_start(mesh, graph, "center", center, &at):
        return None
    with nogil:
        find_in_circle(view_of(&mesh.view, graph), &flood, at.poly, at.point, at.point, limit, &found)
    return to_result(&flood, &found)


cdef int read_outline(outline, vector[double]* out) except -1:
    """A convex outline of (x, z) or (x, y, z), made counter-clockwise in the plan. It is convex where it turns to one side only and
    goes round once: then the direction of its sides changes twice between rightwards and leftwards."""
    cdef double place[3]
    cdef Vec2 at
    cdef double dx, dy, ex, ey, most = 0.0, least = 0.0
    cdef int32_t i, k, count, changes = 0
    try:
        corners = [tuple(corner) for corner in outline]
    except TypeError:
        raise ValueError(f"outline: must be (x, z) corners, is {outline!r}") from None
    for i, corner in enumerate(corners):
        read_ground_place(f"outline[{i}]", corner, place)
        at, k = to_plan(place), <int32_t>out.size()
        if k == 0 or out[0][k - 2] != at.x or out[0][k - 1] != at.y:
            out.push_back(at.x)
            out.push_back(at.y)
    while out.size() > 2 and out[0][0] == out[0][out.size() - 2] and out[0][1] == out.back():
        out.resize(out.size() - 2)
    count = <int32_t>(out.size() // 2)
    for i in range(count):
        k = (i + 1) % count
        dx, dy = out[0][2 * k] - out[0][2 * i], out[0][2 * k + 1] - out[0][2 * i + 1]
        ex, ey = out[0][2 * ((k + 1) % count)] - out[0][2 * k], out[0][2 * ((k + 1) % count) + 1] - out[0][2 * k + 1]
        least, most = min(least, cross(dx, dy, ex, ey)), max(most, cross(dx, dy, ex, ey))
        changes += (dx > 0.0 or (dx == 0.0 and dy > 0.0)) != (ex > 0.0 or (ex == 0.0 and ey > 0.0))
    if count < 3 or (least < 0.0) == (most > 0.0) or changes != 2:
        raise ValueError(f"outline: must be the corners of a convex polygon, in order, are {corners!r}")
    if least < 0.0:
        for i in range(count // 2):
            for k in range(2):
                out[0][2 * i + k], out[0][2 * (count - 1 - i) + k] = out[0][2 * (count - 1 - i) + k], out[0][2 * i + k]
    return 0


def polygons_in_shape(NavMesh mesh not None, start, outline, QueryFilter filter=None):
    """Polygons that a convex outline touches and that are connected with a start inside it.

    Parameters
    ----------
    mesh : NavMesh
    start : (x, y, z)
        Meters. Its polygon is the first even if it lies outside of the outline.
    outline : iterable of (x, z) or (x, y, z)
        Corners in order, either way round, meters.
    filter : QueryFilter, optional

    Returns
    -------
    OverlapResult or None
        As polygons_in_circle gives it.

    Raises
    ------
    ValueError
        A point that is not of finite numbers within 1e30 m, an outline that is not convex or has no area, or a filter of another
        mesh.
    """
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef NearestPoly at
    cdef Flood flood
    cdef vector[int32_t] found
    cdef vector[double] corners
    read_outline(outline, &corners)
    if not find_start(mesh, graph, "start", start, &at):
        return None
    with nogil:
        find_in_shape(view_of(&mesh.view, graph), &flood, at.poly, at.point, corners.data(), <int32_t>(corners.size() // 2), &found)
    return to_result(&flood, &found)


def polygons_in_box(NavMesh mesh not None, low, high, QueryFilter filter=None):
    """Polygons whose surface touches a box, connected or not.

    Parameters
    ----------
    mesh : NavMesh
    low, high : (x, y, z)
        Opposite corners, meters; the box's sides belong to it.
    filter : QueryFilter, optional

    Returns
    -------
    array("i")
        Ascending. Detour's queryPolygons compares bounding boxes; here the surface itself is compared.

    Raises
    ------
    ValueError
        A corner that is not three finite numbers within 1e30 m, low above high, or a filter of another mesh.
    """
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef double a[3]
    cdef double b[3]
    cdef vector[PolyRef] found
    cdef int i
    read_place("low", low, a)
    read_place("high", high, b)
    for i in range(3):
        if a[i] > b[i]:
            raise ValueError(f"low: must not be above high, {'xyz'[i]} is {a[i]:g} and {b[i]:g}")
    with nogil:
        find_in_box(view_of(&mesh.view, graph), a, b, &found)
    return array("i", found)
