"""Costs from one place to all others, and to many goals.

Where all polygons cost the same, lengths are those of exact shortest paths (Polyanya). Elsewhere they are those of the cheapest
path inside of the corridor that A* finds, which is not always the cheapest corridor."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.memory cimport shared_ptr
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_point
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2, is_point
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.mesh.mesh_view cimport MeshView
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.corridor.astar cimport (AT_CLAMPED, AT_MIDPOINTS, SEARCHING, Search, begin_corridor, entered, expand_node, find_corridor,
                                take_node, trace_nodes)
from navpy.query.corridor.crossings cimport pull_path
from navpy.navmesh.packed cimport packed_graph
from navpy.query.polyanya.polyanya cimport find_exact
from navpy.query.corridor.refinement cimport path_cost, refine_path
from navpy.navmesh.query_filter cimport QueryFilter


cdef int spread_costs(NavView nav, Search* search, const NearestPoly* start, int points,
                      double max_cost, vector[double]* costs, vector[int32_t]* nodes) except -1 nogil:
    cdef PolyRef poly
    cdef int32_t place
    costs.clear()
    costs.resize(nav.mesh.poly_count, INFINITY)
    nodes.clear()
    nodes.resize(nav.mesh.poly_count, -1)
    begin_corridor(nav, search, start, NULL, points)
    if search.state != SEARCHING:
        return 0
    costs[0][start.poly] = 0.0
    while search.heap.entries.size() > 0 and search.heap.entries[0].key <= max_cost:
        place = take_node(search)
        poly = entered(nav, search.nodes[place].item)
        if search.nodes[place].cost < costs[0][poly]:
            costs[0][poly], nodes[0][poly] = search.nodes[place].cost, place
        expand_node(nav, search, place)
    return 0


cdef double length_to(NavView nav, LengthSearch* search, const NearestPoly* start,
                      const NearestPoly* goal) except -1.0 nogil:
    cdef double cost
    if nav.graph.costs[start.poly] < 0.0 or nav.graph.costs[goal.poly] < 0.0:
        return INFINITY
    if nav.graph.uniform:
        find_exact(nav, &search.exact, &search.sights, start, goal, &search.corridor, &search.entries, &search.points,
                   &search.point_polys, &search.point_links)
        return search.exact.best * nav.graph.ground_cost
    if not find_corridor(nav, &search.search, start, goal, AT_CLAMPED, &search.corridor, &search.entries, &cost):
        return INFINITY
    pull_path(nav.mesh, &search.corridor, &search.entries, start.point, goal.point, &search.points, &search.point_polys,
              &search.point_links)
    refine_path(nav, &search.corridor, &search.entries, &search.points, &search.point_polys, &search.point_links)
    return path_cost(nav, &search.corridor, &search.entries, &search.points, &search.point_links)


cdef Py_ssize_t find_nearest_goal(NavView nav, LengthSearch* search, const NearestPoly* start,
                                  const NearestPoly* goals, Py_ssize_t count, double* length) except -2 nogil:
    cdef vector[pair[double, Py_ssize_t]] order
    cdef pair[double, Py_ssize_t] entry
    cdef Py_ssize_t i, best = -1
    cdef double found
    length[0] = INFINITY
    for i in range(count):
        if goals[i].poly != NO_POLY:
            entry.first = nav.graph.least_cost * distance2(start.point[0], start.point[2], goals[i].point[0], goals[i].point[2])
            entry.second = i
            order.push_back(entry)
    sort(order.begin(), order.end())
    for entry in order:
        if entry.first > length[0]:
            break                           # no path is shorter than the straight line
        i = entry.second
        found = length_to(nav, search, start, &goals[i])
        if found < length[0] or (found == length[0] and found < INFINITY and i < best):
            length[0], best = found, i
    return best


# ---- Python ----

cdef bint find_place(NavMesh mesh, const PortalGraph* graph, str name, point, NearestPoly* out) except -1:
    """Take a point to the floor; false where there is none."""
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


cdef double read_limit(value) except -1.0:
    """A number not below 0, infinite too."""
    cdef double limit
    try:
        limit = value
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"max_cost: must be a number that a float can hold, is {value!r:.40}") from None
    if not limit >= 0.0:
        raise ValueError(f"max_cost: must be a number not below 0, is {value}")
    return limit


cdef class CostField:
    """CostField(mesh, start, max_cost=inf, filter=None): what it costs to come from one place, (x, y, z) in metres, to all polygons,
    through the middles of portals and links. ValueError: a point that has not 3 coordinates, a max_cost that is below 0 or no
    number, a filter of another mesh."""
    cdef NavMesh mesh
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph
    cdef Search search
    cdef vector[double] by_poly
    cdef vector[int32_t] nodes

    def __cinit__(self, NavMesh mesh not None, start, max_cost=INFINITY, QueryFilter filter=None):
        cdef NearestPoly place
        cdef double most = read_limit(max_cost)
        self.mesh, self.graph = mesh, packed_graph(mesh, filter, &self.held)
        if not find_place(mesh, self.graph, "start", start, &place):
            self.by_poly.resize(mesh.view.poly_count, INFINITY)
            self.nodes.resize(mesh.view.poly_count, -1)
            return
        with nogil:
            spread_costs(view_of(&mesh.view, self.graph), &self.search, &place, AT_MIDPOINTS, most, &self.by_poly, &self.nodes)

    @property
    def costs(self):
        """float64 (polygons,): metres in space times their costs, up to the middle of the cheapest portal or link into a polygon;
        0 for the one that it starts on, infinite for those that no way within max_cost leads to."""
        import numpy as np
        return np.array(self.by_poly, dtype=np.float64)

    def corridor(self, poly):
        """Polygons of the cheapest way to a polygon; empty where there is none. ValueError: a polygon that the mesh does not
        have, a mesh that has changed since."""
        cdef vector[PolyRef] polys
        cdef vector[int32_t] entries
        cdef PolyRef at
        try:
            at = poly
        except OverflowError:
            at = NO_POLY
        if not 0 <= at < <PolyRef>self.by_poly.size():
            raise ValueError(f"poly: there is no polygon {poly}, there are {self.by_poly.size()}")
        if self.by_poly[at] == INFINITY:
            return []
        if self.search.version != self.mesh.view.version:
            raise ValueError("poly: the navmesh has changed since")
        trace_nodes(view_of(&self.mesh.view, self.graph), &self.search, self.nodes[at], &polys, &entries)
        return list(polys)


def path_costs(NavMesh mesh not None, start, max_cost=INFINITY, QueryFilter filter=None):
    """float64 (polygons,): what it costs to come from ``start``, (x, y, z) in metres, into each polygon, see CostField.costs."""
    return CostField(mesh, start, max_cost, filter).costs


def path_lengths(NavMesh mesh not None, start, goals, QueryFilter filter=None):
    """float64 (n,): lengths in the ground plane of the shortest paths from ``start``, (x, y, z) in metres, to each of ``goals``,
    (n, 3), times what a metre costs; infinite where there is none. All are taken to the floor (NavMesh.locate). Exact where all
    polygons cost the same, else at most what the path of find_path costs. ValueError: a point that has not 3 coordinates."""
    import numpy as np
    cdef NearestPoly place
    cdef vector[NearestPoly] places
    cdef LengthSearch search
    cdef Py_ssize_t i, count
    cdef double[::1] lengths
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph = packed_graph(mesh, filter, &held)
    cdef bint on_mesh = find_place(mesh, graph, "start", start, &place)
    find_places(mesh, graph, goals, &places)
    count = places.size()
    out = np.full(count, INFINITY)
    lengths = out
    if on_mesh:
        with nogil:
            for i in range(count):
                if places[i].poly != NO_POLY:
                    lengths[i] = length_to(view_of(&mesh.view, graph), &search, &place, &places[i])
    return out


def nearest_goal(NavMesh mesh not None, start, goals, QueryFilter filter=None):
    """(index, length) of the goal that is nearest to walk to, the lower index of equally near ones, lengths as of path_lengths;
    None where there is no way to any. Goals farther away in a straight line than the nearest is to walk to are not searched for.
    ValueError: a point that has not 3 coordinates."""
    cdef NearestPoly place
    cdef vector[NearestPoly] places
    cdef LengthSearch search
    cdef Py_ssize_t best
    cdef double length
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph = packed_graph(mesh, filter, &held)
    cdef bint on_mesh = find_place(mesh, graph, "start", start, &place)
    find_places(mesh, graph, goals, &places)
    if not on_mesh or places.empty():
        return None
    with nogil:
        best = find_nearest_goal(view_of(&mesh.view, graph), &search, &place, places.data(), places.size(), &length)
    return (best, length) if best >= 0 else None
