"""A grid lies in the world with its x along x and its y along z; the plan's y is −z."""
from libc.math cimport INFINITY, floor
from libc.stdint cimport int32_t
from libc.string cimport memset

from navpy.base.vec2 cimport add, length, mirrored, scale, subtract, unit, vec2
from navpy.grid.cell_moves cimport SAME_PLACE, is_free, keep_clear, move_along_walls
from navpy.grid.cost_grid cimport cell_at, to_cells
from navpy.motion.avoidance.orca cimport find_obstacle_neighbors, obstacle_line

cdef enum:
    MOST_CELLS = 16                     # to each side, in which walls are seen; the velocity leads into no wall at any distance


cdef double clearance_of(const CostGrid* grid, double radius) noexcept nogil:
    return min(radius, 0.5 * grid.cell_size)


cdef Vec2 velocity_along_walls(const CostGrid* grid, const Agent* agent, Vec2 velocity, double dt) noexcept nogil:
    cdef Vec2 start = vec2(agent.position[0], agent.position[2])
    cdef Vec2 end = vec2(start.x + velocity.x * dt, start.y - velocity.y * dt), reached = move_along_walls(grid, start, end)
    cdef double clearance = clearance_of(grid, agent.params.radius)
    if not dt > 0.0:
        return velocity
    if length(subtract(keep_clear(grid, start, clearance), start)) <= SAME_PLACE * grid.cell_size:      # no wall was built on it
        reached = move_along_walls(grid, start, keep_clear(grid, reached, clearance))
    return vec2(velocity.x if reached.x == end.x else (reached.x - start.x) / dt,
                velocity.y if reached.y == end.y else (start.y - reached.y) / dt)


cdef bint enters_wall(const CostGrid* grid, const double* start, const double* end) noexcept nogil:
    return is_free(grid, vec2(start[0], start[2])) and not is_free(grid, vec2(end[0], end[2]))


cdef inline bint is_closed(const CostGrid* grid, int32_t row, int32_t column) noexcept nogil:
    return not (0 <= row < grid.rows and 0 <= column < grid.columns and grid.costs[cell_at(grid, row, column)] < INFINITY)


cdef int add_wall(const CostGrid* grid, double column, double row, double end_column, double end_row,
                  vector[ObstacleVertex]* walls) except -1 nogil:
    """From one corner of cells to another. Its free side is on the right in the plan, so on the left in cells, whose y points the
    other way."""
    cdef ObstacleVertex vertex
    cdef Vec2 a = mirrored(add(grid.origin, scale(vec2(column, row), grid.cell_size)))
    cdef Vec2 b = mirrored(add(grid.origin, scale(vec2(end_column, end_row), grid.cell_size)))
    memset(&vertex, 0, sizeof(vertex))
    vertex.convex = True
    vertex.point, vertex.direction = a, unit(subtract(b, a))
    vertex.next = vertex.previous = <int>walls.size() + 1
    walls.push_back(vertex)
    vertex.point, vertex.direction = b, unit(subtract(a, b))
    vertex.next = vertex.previous = <int>walls.size() - 1
    walls.push_back(vertex)
    return 0


cdef int collect_walls(const CostGrid* grid, Vec2 at, int32_t cells, vector[ObstacleVertex]* walls) except -1 nogil:
    """Sides between a free cell and an impassable cell; sides in line with the same free side are one wall. at: in cells."""
    cdef int32_t row = <int32_t>floor(at.y), column = <int32_t>floor(at.x), i, k, begin, side
    for side in range(2):                           # 0: the free cell has the lower row or column; 1: the higher one
        for i in range(-cells, cells):
            begin = -cells
            for k in range(-cells, cells + 2):      # along a row's upper side
                if k <= cells and is_closed(grid, row + i, column + k) == side and is_closed(grid, row + i + 1, column + k) != side:
                    continue
                if begin < k:
                    if side == 0:
                        add_wall(grid, column + k, row + i + 1, column + begin, row + i + 1, walls)
                    else:
                        add_wall(grid, column + begin, row + i + 1, column + k, row + i + 1, walls)
                begin = k + 1
            begin = -cells
            for k in range(-cells, cells + 2):      # along a column's right side
                if k <= cells and is_closed(grid, row + k, column + i) == side and is_closed(grid, row + k, column + i + 1) != side:
                    continue
                if begin < k:
                    if side == 0:
                        add_wall(grid, column + i + 1, row + begin, column + i + 1, row + k, walls)
                    else:
                        add_wall(grid, column + i + 1, row + k, column + i + 1, row + begin, walls)
                begin = k + 1
    return 0


cdef int collect_grid_lines(const CostGrid* grid, const Body* body, double horizon, double reach, vector[ObstacleVertex]* walls,
                            vector[ObstacleNeighbor]* neighbors, vector[Line]* lines) except -1 nogil:
    cdef Body narrow = body[0]
    cdef Vec2 place = mirrored(body.position), at = to_cells(grid, place)
    cdef int32_t cells
    cdef Line line
    cdef size_t i
    if not is_free(grid, place):
        return 0                                    # it walks out of the wall
    narrow.radius = clearance_of(grid, body.radius)
    cells = <int32_t>min((reach + narrow.radius) / grid.cell_size + 1.0, <double>MOST_CELLS)
    walls.clear()
    collect_walls(grid, at, cells, walls)
    find_obstacle_neighbors(walls.data(), <int32_t>walls.size(), 2, body.position, reach + narrow.radius, neighbors)
    for i in range(neighbors.size()):
        if obstacle_line(&narrow, walls.data(), neighbors.at(i).vertex, horizon, lines.data(), <int32_t>lines.size(), &line):
            lines.push_back(line)
    return 0
