"""Costs from one place to all others, and to many goals.

Where all polygons cost the same, lengths are those of exact shortest paths (Polyanya). Elsewhere they are costs of the cheapest path
inside A*'s corridor, which is not always the cheapest corridor."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2
from navpy.base.interrupts cimport check_signals
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.corridor.astar cimport (
    AT_CLAMPED, SEARCHING, AStarSearch, begin_corridor, entered, expand_node, find_corridor, pop_node)
from navpy.query.corridor.crossings cimport pull_path
from navpy.query.corridor.refinement cimport path_cost, refine_path
from navpy.query.polyanya.polyanya_path cimport find_polyanya


cdef int spread_costs(NavView nav, AStarSearch* search, const NearestPoly* start, int points, double max_cost, vector[double]* costs,
                      vector[int32_t]* nodes) except -1 nogil:
    cdef PolyRef poly
    cdef int32_t index
    costs.clear()
    costs.resize(nav.mesh.poly_count, INFINITY)
    nodes.clear()
    nodes.resize(nav.mesh.poly_count, -1)
    begin_corridor(nav, search, start, NULL, points, NULL)
    if search.state != SEARCHING:
        return 0
    costs[0][start.poly] = 0.0
    while search.open_list.entries.size() > 0 and search.open_list.entries[0].key <= max_cost:
        index = pop_node(search)
        poly = entered(nav, search.nodes[index].item)
        if search.nodes[index].g < costs[0][poly]:
            costs[0][poly], nodes[0][poly] = search.nodes[index].g, index
        expand_node(nav, search, index)
    return 0


cdef double length_to(NavView nav, LengthSearch* search, const NearestPoly* start, const NearestPoly* goal) except -1.0 nogil:
    cdef double cost
    if nav.graph.costs[start.poly] < 0.0 or nav.graph.costs[goal.poly] < 0.0:
        return INFINITY
    if nav.graph.uniform:
        find_polyanya(nav, &search.exact, &search.visibility, start, goal, &search.path)
        return search.exact.best * nav.graph.ground_cost
    if not find_corridor(nav, &search.corridor, start, goal, AT_CLAMPED, &search.path, &cost):
        return INFINITY
    pull_path(nav.mesh, start.point, goal.point, &search.path)
    refine_path(nav, &search.path)
    return path_cost(nav, &search.path)


cdef Py_ssize_t find_nearest_goal(NavView nav, LengthSearch* search, const NearestPoly* start, const NearestPoly* goals,
                                  Py_ssize_t count, double* length) except -2 nogil:
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
        check_signals()
        i = entry.second
        found = length_to(nav, search, start, &goals[i])
        if found < length[0] or (found == length[0] and found < INFINITY and i < best):
            length[0], best = found, i
    return best
