"""The walls are collected from farther than they are needed, so that they last while the agent moves."""
from libc.string cimport memset

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport view_of
from navpy.motion.avoidance.orca cimport ObstacleVertex
from navpy.motion.agent.walkable cimport graph_at
from navpy.query.clearance.near_walls cimport WallSearch, collect_walls
from navpy.base.vec2 cimport Vec2, add, left_of, scale, subtract, to_plan, unit, vec2

cdef double EXTRA_REACH = 1.0           # meters: walls are collected from farther than asked for by this
# meters from the mesh's edge to the wall behind it: an agent on the edge is in front of the wall
cdef double WALL_OFFSET = 1e-4

cdef enum:
    MOST_POLYS = 64                     # most polygons that the search for walls visits


cdef int update_boundary(const MeshView* mesh, LocalBoundary* boundary, PolyRef poly, const double* place, double reach,
                         WallSearch* search) except -1 nogil:
    """The walkable side of a wall is on its right, as in ORCA, and the wall counts from that side only."""
    cdef ObstacleVertex vertex
    cdef Vec2 at = to_plan(place), behind
    cdef size_t i
    if boundary.version == mesh.version and distance2(at.x, at.y, boundary.x, boundary.y) + reach <= boundary.reach:
        return 0
    boundary.x, boundary.y, boundary.reach, boundary.version = at.x, at.y, reach + EXTRA_REACH, mesh.version
    boundary.walls.clear()
    memset(&vertex, 0, sizeof(vertex))          # crowds are saved byte by byte, the padding included
    collect_walls(view_of(mesh, graph_at(mesh, boundary.walkable, poly)), search, poly, NO_POLY, &at.x, 1, boundary.reach, MOST_POLYS,
                  False)
    for i in range(search.walls.size()):
        vertex.convex = True
        vertex.point = vec2(search.walls[i].bx, search.walls[i].by)
        vertex.direction = unit(subtract(vec2(search.walls[i].ax, search.walls[i].ay), vertex.point))
        behind = scale(left_of(vertex.direction), WALL_OFFSET)
        vertex.point = add(vertex.point, behind)
        vertex.next = vertex.previous = 2 * <int>i + 1
        boundary.walls.push_back(vertex)
        vertex.point = add(vec2(search.walls[i].ax, search.walls[i].ay), behind)
        vertex.direction = scale(vertex.direction, -1.0)
        vertex.next = vertex.previous = 2 * <int>i
        boundary.walls.push_back(vertex)
    return 0
