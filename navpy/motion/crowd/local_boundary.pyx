"""Walls are collected a little farther than they are needed, so that they last for a while (as Detour's local boundary)."""
from libc.string cimport memset

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport view_of
from navpy.motion.avoidance.orca cimport WallVertex
from navpy.motion.crowd.walkable cimport graph_under
from navpy.query.clearance.near_walls cimport WallSearch, collect_walls
from navpy.base.vec2 cimport Vec2, add, left_of, scale, subtract, unit, vec2

cdef double BEYOND = 1.0                # metres farther than asked for
cdef double BEHIND = 1e-4               # metres that a wall is put behind the mesh's edge: who stands right on that is still before it

cdef enum:
    MOST_POLYS = 64                     # that are flooded


cdef int update_boundary(const MeshView* mesh, LocalBoundary* boundary, PolyRef poly, const double* place, double reach,
                         WallSearch* search) except -1 nogil:
    """A wall's walkable side is its right one, of a vertex to the next, as ORCA has it; it is met from that side only."""
    cdef WallVertex vertex
    cdef Vec2 behind
    cdef double at[2]
    cdef size_t i
    at[0], at[1] = place[0], -place[2]
    if boundary.version == mesh.version and distance2(at[0], at[1], boundary.x, boundary.y) + reach <= boundary.reach:
        return 0
    boundary.x, boundary.y, boundary.reach, boundary.version = at[0], at[1], reach + BEYOND, mesh.version
    boundary.walls.clear()
    memset(&vertex, 0, sizeof(vertex))          # as crowds are saved byte by byte
    collect_walls(view_of(mesh, graph_under(mesh, boundary.walkable, poly)), search, poly, NO_POLY, at, 1, boundary.reach, MOST_POLYS, False)
    for i in range(search.walls.size()):
        vertex.convex = True
        vertex.point = vec2(search.walls[i].bx, search.walls[i].by)
        vertex.direction = unit(subtract(vec2(search.walls[i].ax, search.walls[i].ay), vertex.point))
        behind = scale(left_of(vertex.direction), BEHIND)
        vertex.point = add(vertex.point, behind)
        vertex.next = vertex.previous = 2 * <int>i + 1
        boundary.walls.push_back(vertex)
        vertex.point = add(vec2(search.walls[i].ax, search.walls[i].ay), behind)
        vertex.direction = scale(vertex.direction, -1.0)
        vertex.next = vertex.previous = 2 * <int>i
        boundary.walls.push_back(vertex)
    return 0
