"""Searches from Python between points on given polygons: what they read, and what they return, header-only."""
from libcpp.vector cimport vector
from navpy.base.arguments cimport read_point
from navpy.base.core cimport PolyRef
from navpy.base.geom cimport is_point
from navpy.mesh.mesh_view cimport still_there
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.navmesh.navmesh cimport NavMesh


cdef inline int read_ends(NavMesh mesh, str name, PolyRef start_poly, start, PolyRef goal_poly, goal, NearestPoly* a,
                          NearestPoly* b) except -1:
    """Where a search begins and ends. ValueError, which begins with the name of what is searched: a polygon that the mesh does not
    have, points that are not three finite numbers, which no open list could put in order."""
    read_point("start", start, a.point)
    read_point("goal", goal, b.point)
    a.poly, b.poly, a.distance, b.distance = start_poly, goal_poly, 0.0, 0.0
    if not (is_point(a.point) and is_point(b.point)):
        raise ValueError(f"{name}: from {tuple(start)} to {tuple(goal)}; coordinates must be finite")
    for poly in (start_poly, goal_poly):
        if not still_there(&mesh.view, poly, mesh.view.version):
            raise ValueError(f"{name}: there is no polygon {poly}, there are {mesh.view.poly_count}")
    return 0


cdef inline list points_list(const vector[double]* points):
    """[(x, y, z), …]"""
    cdef const double* p = points.data()
    cdef Py_ssize_t i
    return [(p[3 * i], p[3 * i + 1], p[3 * i + 2]) for i in range(<Py_ssize_t>points.size() // 3)]


cdef inline tuple path_tuple(double length, const Path* path):
    """(length, points, a polygon for each, link ids, corridor, entries)"""
    return (length, points_list(&path.points), list(path.point_polys), list(path.point_links), list(path.corridor), list(path.entries))
