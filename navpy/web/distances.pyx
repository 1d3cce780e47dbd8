"""Distances from everywhere to a goal."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.exact_goal_field cimport ExactGoalField, GoalWay, advance_exact_field, begin_exact_field, exact_way
from navpy.query.polyanya.polyanya cimport FloodStart, flood_start
from navpy.web.buffers cimport floats


cdef class Raster:
    """Points of a grid in the ground plane, each on its floor."""
    cdef NavMesh mesh
    cdef vector[NearestPoly] points
    cdef ExactGoalField field


def new_raster(NavMesh mesh, double x, double y, double z, double cell, int columns, int rows):
    """The raster of columns × rows cells of ``cell`` meters from x, z on; floors are looked up from the height y down."""
    cdef Raster raster = Raster()
    cdef NavView nav = view_of(&mesh.view, &mesh.graph)
    cdef SearchExtents reach
    cdef NearestPoly at
    cdef double point[3]
    cdef int32_t i
    raster.mesh = mesh
    reach.horizontal, reach.up, reach.down, reach.up_fallback, reach.down_first = 0.0, mesh.view.climb, INFINITY, 0.0, INFINITY
    for i in range(columns * rows):
        point[0], point[1], point[2] = x + (i % columns + 0.5) * cell, y, z + (i // columns + 0.5) * cell
        locate(nav, point, &reach, &at)
        raster.points.push_back(at)
    return raster


def distances(Raster raster, goals):
    """Length of the shortest way from each cell's center to the nearest of goals, float64 (3 n,) meters: float32 meters, infinite
    where there is none."""
    cdef NavView nav = view_of(&raster.mesh.view, &raster.mesh.graph)
    cdef SearchExtents reach = default_extents(&raster.mesh.view)
    cdef vector[FloodStart] starts
    cdef vector[float] out
    cdef NearestPoly at
    cdef GoalWay way
    cdef double point[3]
    cdef size_t i
    for i in range(len(goals) // 3):
        point[0], point[1], point[2] = goals[3 * i], goals[3 * i + 1], goals[3 * i + 2]
        locate(nav, point, &reach, &at)
        starts.push_back(flood_start(&at, 0.0))
    begin_exact_field(nav, starts.data(), <int32_t>starts.size(), INFINITY, &raster.field)
    if not raster.field.goals.empty():
        advance_exact_field(&raster.field, -1)
    out.resize(raster.points.size())
    for i in range(out.size()):
        out[i] = <float>INFINITY
        if raster.points[i].poly >= 0 and not raster.field.goals.empty():
            way = exact_way(&raster.field, &raster.points[i])
            out[i] = <float>way.length
    return floats(out)
