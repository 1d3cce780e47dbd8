"""Planar graphs of Python, triangulated, for tests and pictures."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_integers
from navpy.base.arrays cimport int_array
from navpy.baking.outlines.constrained_delaunay cimport ConstrainedTriangulation, triangulate
from navpy.baking.outlines.convex_polygons cimport merge_convex
from navpy.baking.outlines.planar_graph cimport GridPoint, PlanarGraph, Side


cdef int read_graph(points, sides, PlanarGraph* graph) except -1:
    """Points (x, y); sides (begin, end, layer, winding), begin < end, sorted."""
    cdef const int32_t[:, :] places = read_integers("points", points, "(n, 2)").reshape(-1, 2)
    cdef const int32_t[:, :] rows = read_integers("sides", sides, "(m, 4)").reshape(-1, 4)
    cdef GridPoint place
    cdef Side side
    cdef Py_ssize_t i
    for i in range(places.shape[0]):
        place.x, place.y = places[i, 0], places[i, 1]
        graph.points.push_back(place)
    for i in range(rows.shape[0]):
        side.begin, side.end, side.layer, side.winding = rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3]
        graph.sides.push_back(side)
    return 0


def triangulate_graph(points, sides, int32_t layers=1):
    """(origin, twin, side, winding), int32 each, as in ConstrainedTriangulation."""
    cdef PlanarGraph graph
    cdef ConstrainedTriangulation out
    cdef vector[int32_t] winding
    read_graph(points, sides, &graph)
    with nogil:
        triangulate(&graph, layers, &out)
    winding.assign(out.winding.begin(), out.winding.end())
    return int_array(out.origin), int_array(out.twin), int_array(out.side), int_array(winding)


def convex_polygons(points, sides, dict areas not None):
    """Polygons and their area ids, of places with area ids: areas[winding] is that of a winding number of layer 0."""
    cdef PlanarGraph graph
    cdef ConstrainedTriangulation triangulation
    cdef vector[uint8_t] area, polygon_areas
    cdef vector[vector[int32_t]] polygons
    cdef size_t i
    read_graph(points, sides, &graph)
    with nogil:
        triangulate(&graph, 1, &triangulation)
    for i in range(triangulation.winding.size()):
        area.push_back(areas[triangulation.winding[i]])
    with nogil:
        merge_convex(&graph, &triangulation, &area, &polygons, &polygon_areas)
    return [tuple(polygons[i]) for i in range(polygons.size())], [polygon_areas[i] for i in range(polygon_areas.size())]
