"""Searches from Python between points on polygons that are given: what they read, and what they tell, header-only."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.arguments cimport read_point
from navpy.base.core cimport PolyRef
from navpy.base.geom cimport is_point
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport still_there
from navpy.navmesh.navmesh cimport NavMesh


cdef inline int read_ends(NavMesh mesh, str name, PolyRef start_poly, start, PolyRef goal_poly, goal, NearestPoly* a,
                          NearestPoly* b) except -1:
    """Where a search begins and ends. ValueError, by the name of what is asked for: a polygon that the mesh does not have, points that
    are not three finite numbers, which no open list could put in order."""
    read_point("start", start, a.point)
    read_point("goal", goal, b.point)
    a.poly, b.poly, a.distance, b.distance = start_poly, goal_poly, 0.0, 0.0
    if not (is_point(a.point) and is_point(b.point)):
        raise ValueError(f"{name}: from {tuple(start)} to {tuple(goal)}; coordinates must be finite")
    for poly in (start_poly, goal_poly):
        if not still_there(&mesh.view, poly, mesh.view.version):
            raise ValueError(f"{name}: there is no polygon {poly}, there are {mesh.view.poly_count}")
    return 0


cdef inline tuple path_tuple(double length, const vector[double]* points, const vector[PolyRef]* point_polys,
                             const vector[int32_t]* links, const vector[PolyRef]* corridor, const vector[int32_t]* entries):
    """(length, points, a polygon for each, link ids, corridor, entries)"""
    cdef const double* p = points.data()
    cdef Py_ssize_t i
    return (length, [(p[3 * i], p[3 * i + 1], p[3 * i + 2]) for i in range(<Py_ssize_t>point_polys.size())],
            list(point_polys[0]), list(links[0]), list(corridor[0]), list(entries[0]))
