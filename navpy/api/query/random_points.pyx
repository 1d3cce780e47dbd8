"""Random points on the surface, as Python users draw them."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.memory cimport shared_ptr

from navpy.api.query.surface cimport find_start
from navpy.base.arguments cimport read_positive, read_unsigned, read_whole
from navpy.base.core cimport NO_POLY
from navpy.base.guard cimport Inside, read
from navpy.base.interrupts cimport check_signals
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.surface.random_points cimport RandomPlaces, draw, places_anywhere, places_around, places_reached, random_point

__all__ = ["RandomState", "find_random_points"]

cdef double MOST_RADIUS = 1e10          # meters: no mesh is as large, and nothing overflows


cdef class RandomState:
    """A generator of random numbers, for functions that take a seed: each call goes on where the last one ended.

    The numbers are those of SplitMix64, the same on every machine.

    Parameters
    ----------
    seed : int
        0 … 2⁶⁴ − 1.

    Raises
    ------
    ValueError
        Another seed.
    """
    cdef uint64_t state

    def __cinit__(self, seed):
        self.state = read_unsigned("seed", seed)

    def __reduce__(self):
        return RandomState, (self.state,)

    def __repr__(self):
        return f"RandomState({self.state})"

    def random(self):
        """The next number.

        Returns
        -------
        float
            0 ≤ number < 1.
        """
        return draw(&self.state)


def find_random_points(NavMesh mesh not None, count, seed, start=None, radius=None, QueryFilter filter=None):
    """Points on the surface, drawn independently and uniformly by area in the ground plane, as NavMesh.area counts it.

    Parameters
    ----------
    mesh : NavMesh
    count : int
        0 … 2³¹ − 1.
    seed : int or RandomState
        0 … 2⁶⁴ − 1; the same seed gives the same points. A RandomState goes on from call to call.
    start : (x, y, z), optional
        Meters. Only polygons that paths from there lead to (reachable_polygons) get points; without it all polygons that may be
        walked on do, floors over each other each.
    radius : float, optional
        Meters, above 0; needs a start. Only the part of the surface gets points that is connected with the start inside the circle
        around it in the ground plane. Polygons are cut exactly, so no point lies outside.
    filter : QueryFilter, optional

    Returns
    -------
    (int32 (count,), float64 (count, 3)) or None
        Polygons and points in meters, at the surface's height. None where the start has no floor (NavMesh.locate), or there is no
        area to draw from.

    Raises
    ------
    ValueError
        Another count or seed, a start that is not three finite numbers within 1e30 m, a radius that is not above 0 or without a
        start, or a filter of another mesh.
    """
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    import numpy as np
    cdef RandomState source = seed if isinstance(seed, RandomState) else RandomState(seed)
    cdef RandomPlaces places
    cdef NearestPoly at
    cdef bint any
    cdef double limit = 0.0
    cdef Py_ssize_t i
    cdef int32_t wanted = read_whole("count", count, 0, 0x7fffffff)
    if radius is not None:
        if start is None:
            raise ValueError("radius: must have a start, is without one")
        limit = min(read_positive("radius", radius), MOST_RADIUS)
    at.poly = NO_POLY
    if start is not None and not find_start(mesh, graph, "start", start, &at):
        return None
    with nogil:
        if limit > 0.0:
            any = places_around(view_of(&mesh.view, graph), at.poly, at.point, limit, &places)
        elif at.poly != NO_POLY:
            any = places_reached(view_of(&mesh.view, graph), at.poly, &places)
        else:
            any = places_anywhere(view_of(&mesh.view, graph), &places)
    if not any:
        return None
    polys, points = np.empty(wanted, np.int32), np.empty((wanted, 3))
    cdef int32_t[::1] poly_rows = polys
    cdef double[:, ::1] point_rows = points
    with nogil:
        for i in range(poly_rows.shape[0]):
            check_signals()
            random_point(view_of(&mesh.view, graph), &places, &source.state, &at)
            poly_rows[i] = at.poly
            point_rows[i, 0], point_rows[i, 1], point_rows[i, 2] = at.point[0], at.point[1], at.point[2]
    return polys, points
