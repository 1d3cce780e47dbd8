"""Costs from one place to all others, and lengths to many goals, as Python asks for them."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_point, read_real
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport is_point
from navpy.base.guard cimport Inside, read
from navpy.base.interrupts cimport check_signals
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.mesh.path_data cimport Path
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.corridor.astar cimport AT_MIDPOINTS, AStarSearch, trace_nodes
from navpy.query.dijkstra cimport LengthSearch, find_nearest_goal, length_to, spread_costs

__all__ = ["PathCosts", "nearest_goal", "path_costs", "path_lengths"]


cdef bint find_place(NavMesh mesh, const PortalGraph* graph, str name, point, NearestPoly* out) except -1:
    """Take a point to the floor; false if there is none."""
    cdef SearchExtents reach = default_extents(&mesh.view)
    cdef double place[3]
    read_point(name, point, place)
    out.poly = NO_POLY
    return is_point(place) and mesh.view.poly_count > 0 and locate(view_of(&mesh.view, graph), place, &reach, out)


cdef int find_places(NavMesh mesh, const PortalGraph* graph, goals, vector[NearestPoly]* out) except -1:
    cdef NearestPoly place
    for goal in goals:
        find_place(mesh, graph, "goals", goal, &place)
        out.push_back(place)
    return 0


cdef class PathCosts:
    """What it costs to come from one place to all polygons, through the middles of portals and links (Dijkstra 1959).

    Parameters
    ----------
    mesh : NavMesh
    start : (x, y, z)
        Meters; taken to the floor (NavMesh.locate).
    max_cost : float, ≥ 0
        Meters times what they cost, beyond which nothing is searched.
    filter : QueryFilter, optional

    Raises
    ------
    ValueError
        A point that has not 3 coordinates, a max_cost that is below 0 or no number, a filter of another mesh.
    """
    cdef NavMesh mesh
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph
    cdef AStarSearch search
    cdef vector[double] by_poly
    cdef vector[int32_t] nodes

    def __cinit__(self, NavMesh mesh not None, start, max_cost=INFINITY, QueryFilter filter=None):
        cdef NearestPoly place
        cdef double most = read_real("max_cost", max_cost)
        if not most >= 0.0:
            raise ValueError(f"max_cost: must be a number not below 0, is {max_cost}")
        cdef Inside inside
        read(&mesh.guard, &inside)
        self.mesh, self.graph = mesh, mesh.graph_for(filter, &self.held)
        if not find_place(mesh, self.graph, "start", start, &place):
            self.by_poly.resize(mesh.view.poly_count, INFINITY)
            self.nodes.resize(mesh.view.poly_count, -1)
            return
        with nogil:
            spread_costs(view_of(&mesh.view, self.graph), &self.search, &place, AT_MIDPOINTS, most, &self.by_poly, &self.nodes)

    def __repr__(self):
        return f"<PathCosts to {sum([cost < INFINITY for cost in self.by_poly])} of {self.by_poly.size()} polygons>"

    @property
    def costs(self):
        """float64 (polygons,): meters in space times their costs, up to the middle of the cheapest portal or link into a polygon;
        0 for the polygon of the start, infinite for those that no way within max_cost leads to."""
        import numpy as np
        return np.array(self.by_poly, dtype=np.float64)

    def corridor(self, poly):
        """Polygons of the cheapest way to a polygon; empty if there is none.

        Raises
        ------
        ValueError
            A polygon that the mesh does not have, a mesh that has changed since.
        """
        cdef Path path
        cdef PolyRef at
        try:
            at = poly
        except OverflowError:
            at = NO_POLY
        if not 0 <= at < <PolyRef>self.by_poly.size():
            raise ValueError(f"poly: there is no polygon {poly}, there are {self.by_poly.size()}")
        if self.by_poly[at] == INFINITY:
            return []
        cdef Inside inside
        read(&self.mesh.guard, &inside)
        if self.search.version != self.mesh.view.version:
            raise ValueError("poly: the navmesh has changed since")
        trace_nodes(view_of(&self.mesh.view, self.graph), &self.search, self.nodes[at], &path)
        return list(path.corridor)


def path_costs(NavMesh mesh not None, start, max_cost=INFINITY, QueryFilter filter=None):
    """What it costs to come from a place into each polygon: PathCosts(…).costs, float64 (polygons,)."""
    return PathCosts(mesh, start, max_cost, filter).costs


def path_lengths(NavMesh mesh not None, start, goals, QueryFilter filter=None):
    """Lengths in the ground plane of the shortest paths from one place to many, times what a meter costs.

    Parameters
    ----------
    start : (x, y, z)
        Meters.
    goals : (n, 3)
        Meters. All places are taken to the floor (NavMesh.locate).
    filter : QueryFilter, optional

    Returns
    -------
    float64 (n,)
        Infinite if there is no path. Exact if all polygons cost the same, else at most what the path of find_path costs.

    Raises
    ------
    ValueError
        A point that has not 3 coordinates.
    """
    import numpy as np
    cdef NearestPoly place
    cdef vector[NearestPoly] places
    cdef LengthSearch search
    cdef Py_ssize_t i, count
    cdef double[::1] lengths
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef bint on_mesh = find_place(mesh, graph, "start", start, &place)
    find_places(mesh, graph, goals, &places)
    count = places.size()
    out = np.full(count, INFINITY)
    lengths = out
    if on_mesh:
        with nogil:
            for i in range(count):
                check_signals()
                if places[i].poly != NO_POLY:
                    lengths[i] = length_to(view_of(&mesh.view, graph), &search, &place, &places[i])
    return out


def nearest_goal(NavMesh mesh not None, start, goals, QueryFilter filter=None):
    """The goal with the shortest path. Parameters and errors are those of path_lengths.

    Returns
    -------
    (index, length), None if no goal can be reached
        The lower index of equally near goals; lengths as of path_lengths.

    Notes
    -----
    Goals that are farther away in a straight line than the path to the nearest is long are not searched for.
    """
    cdef NearestPoly place
    cdef vector[NearestPoly] places
    cdef LengthSearch search
    cdef Py_ssize_t best
    cdef double length
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef bint on_mesh = find_place(mesh, graph, "start", start, &place)
    find_places(mesh, graph, goals, &places)
    if not on_mesh or places.empty():
        return None
    with nogil:
        best = find_nearest_goal(view_of(&mesh.view, graph), &search, &place, places.data(), places.size(), &length)
    return (best, length) if best >= 0 else None
