"""Whole fields and flow tiles, asked in one way."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libc.string cimport memset
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2, square, subtract, vec2
from navpy.grid.cost_grid cimport CostGrid, cell_at, to_cells, to_meters
from navpy.grid.flow cimport Flow, direction_at, value_at
from navpy.grid.integration cimport SOURCE, Goal, Integration, goal_in, light_of
from navpy.grid.tiles.flow_tiles cimport FlowTiles
from navpy.grid.tiles.tile_flow cimport DirectionSource, ask_ahead, tile_direction_at, tile_goal_at, tile_goal_in, tile_value_at


cdef double most_value(const vector[Goal]* goals) noexcept nogil:
    cdef double most = 0.0
    cdef size_t k
    for k in range(goals.size()):
        most = max(most, goals.at(k).value)
    return most


cdef FieldGuide guide_by_field(const CostGrid* grid, const Integration* field, const Flow* flow) noexcept nogil:
    cdef FieldGuide out
    memset(&out, 0, sizeof(out))
    out.grid, out.field, out.flow, out.most_value = grid, field, flow, most_value(&field.goals)
    return out


cdef FieldGuide guide_by_tiles(FlowTiles* tiles, int32_t route) noexcept nogil:
    cdef FieldGuide out
    memset(&out, 0, sizeof(out))
    out.grid, out.tiles, out.route, out.most_value = tiles.map.grid, tiles, route, most_value(&tiles.routes[route].goals)
    return out


cdef Vec2 guided_direction(const FieldGuide* guide, Vec2 place) noexcept nogil:
    cdef DirectionSource kind
    if guide.tiles != NULL:
        return tile_direction_at(guide.tiles, guide.route, place, &kind)
    return direction_at(guide.flow, guide.field, guide.grid, place)


cdef double guided_value(const FieldGuide* guide, Vec2 place) noexcept nogil:
    if guide.tiles != NULL:
        return tile_value_at(guide.tiles, guide.route, place)
    return value_at(guide.flow, guide.field, guide.grid, place)


cdef bint guided_goal(const FieldGuide* guide, Vec2 place, Vec2* goal) noexcept nogil:
    cdef Vec2 at = to_cells(guide.grid, place)
    cdef int32_t cell
    cdef Py_ssize_t which
    if not (0.0 <= at.x <= guide.grid.columns and 0.0 <= at.y <= guide.grid.rows):
        return False
    if guide.tiles != NULL:
        return tile_goal_at(guide.tiles, guide.route, place, goal)
    cell = cell_at(guide.grid, min(<int32_t>at.y, guide.grid.rows - 1), min(<int32_t>at.x, guide.grid.columns - 1))
    if not guide.field.lights[cell] & SOURCE:
        return False
    light_of(guide.field, guide.grid, cell, &which)
    goal[0] = to_meters(guide.grid, vec2(guide.field.goals[which].x, guide.field.goals[which].y))
    return True


cdef bint goal_here(const FieldGuide* guide, Vec2 place, Vec2* goal) noexcept nogil:
    cdef Vec2 at = to_cells(guide.grid, place)
    cdef int32_t cell
    cdef Py_ssize_t which
    if guide.tiles != NULL:
        return tile_goal_in(guide.tiles, guide.route, place, goal)
    cell = cell_at(guide.grid, <int32_t>max(0.0, min(at.y, guide.grid.rows - 1.0)),
                   <int32_t>max(0.0, min(at.x, guide.grid.columns - 1.0)))
    which = goal_in(guide.field, cell)
    if which >= 0:
        goal[0] = to_meters(guide.grid, vec2(guide.field.goals[which].x, guide.field.goals[which].y))
    return which >= 0


cdef Vec2 first_goal(const FieldGuide* guide) noexcept nogil:
    if guide.tiles != NULL:
        return to_meters(guide.grid, vec2(guide.tiles.routes[guide.route].goals[0].x, guide.tiles.routes[guide.route].goals[0].y))
    return to_meters(guide.grid, vec2(guide.field.goals[0].x, guide.field.goals[0].y))


cdef bint nearest_way(const FieldGuide* guide, Vec2 place, Vec2* out) noexcept nogil:
    """In rings around the place's cell. Of the rows between a ring's first and last one only two cells are of the ring."""
    cdef const CostGrid* grid = guide.grid
    cdef Vec2 at = to_cells(grid, place), center
    cdef double least = INFINITY, distance
    cdef int32_t home_row = <int32_t>max(0.0, min(at.y, grid.rows - 1.0)), \
        home_column = <int32_t>max(0.0, min(at.x, grid.columns - 1.0))
    cdef int32_t ring, row, column
    for ring in range(max(grid.rows, grid.columns)):
        if <double>(ring - 1) * (ring - 1) > least:             # all of its cells are farther
            break
        for row in range(max(0, home_row - ring), min(grid.rows, home_row + ring + 1)):
            column = home_column - ring
            while column <= home_column + ring:
                center = vec2(column + 0.5, row + 0.5)
                distance = square(subtract(center, at))
                if 0 <= column < grid.columns and distance < least and not guided_value(guide, to_meters(grid, center)) == INFINITY:
                    least, out[0] = distance, to_meters(grid, center)
                column += 1 if row - home_row == ring or home_row - row == ring else 2 * ring
    return least < INFINITY


cdef int prepare_way(const FieldGuide* guide, Vec2 place) except -1 nogil:
    cdef DirectionSource kind
    cdef Vec2 direction
    if guide.tiles == NULL:
        return 0
    direction = tile_direction_at(guide.tiles, guide.route, place, &kind)
    return ask_ahead(guide.tiles, guide.route, place, direction, kind)
