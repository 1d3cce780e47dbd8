"""Sampling is bilinear. With walls it takes only nodes that the nearest one has a way to, and what leads into a wall fades with the
distance from it, so that no step of half a cell enters one."""
from libc.math cimport copysign, fabs, sqrt
from libc.stdint cimport int32_t
from navpy.base.vec2 cimport Vec2, add, dot, length, scale, square, unit, vec2


cdef inline int32_t nearest_node(double at, int32_t count, double* off, int32_t* step) noexcept nogil:
    """The node nearest to a coordinate, in cells from the first node, how far off it is, and the step to the node on its other side.
    Coordinates outside count as on the border."""
    cdef int32_t node
    at = max(0.0, min(at, <double>(count - 1)))
    node = <int32_t>(at + 0.5)
    off[0] = fabs(at - node)
    step[0] = 0 if off[0] == 0.0 else 1 if at > node else -1
    return node


cdef Corners corners_of(const FlowGrid* grid, Vec2 place) noexcept nogil:
    cdef Corners out
    cdef int32_t right, up, k
    cdef int32_t column = nearest_node((place.x - grid.origin.x) / grid.cell, grid.columns, &out.x, &right)
    cdef int32_t row = nearest_node((place.y - grid.origin.y) / grid.cell, grid.rows, &out.y, &up)
    out.nodes[0] = row * grid.columns + column
    out.nodes[1], out.nodes[2], out.nodes[3] = out.nodes[0] + right, out.nodes[0] + up * grid.columns, \
        out.nodes[0] + right + up * grid.columns
    out.weights[0], out.weights[1] = (1.0 - out.x) * (1.0 - out.y), out.x * (1.0 - out.y)
    out.weights[2], out.weights[3] = (1.0 - out.x) * out.y, out.x * out.y
    out.right, out.up = right, up
    for k in range(4):
        out.open[k] = grid.closed == NULL or square(grid.velocities[out.nodes[k]]) > 0.0 or not grid.closed[out.nodes[k]]
    out.open[3] = out.open[3] and ((out.open[1] and out.open[2]) or not out.open[0])
    return out


cdef Vec2 keep_off(const FlowGrid* grid, const Corners* at, Vec2 direction, bint* turned) noexcept nogil:
    """A unit vector, less what leads into walls around the nearest node, or into cells whose own way comes here, made up for along
    them; turned is false if there is nothing along them. So no walk goes in circles between cells."""
    cdef Vec2 own = grid.velocities[at.nodes[0]]
    cdef double most_x = 1.0, most_y = 1.0, toward_x = direction.x * at.right, toward_y = direction.y * at.up
    cdef double room_x = 1.0 - 2.0 * at.x, room_y = 1.0 - 2.0 * at.y
    if toward_x > 0.0 and (not at.open[1] or (grid.velocities[at.nodes[1]].x * at.right < 0.0 and own.x * at.right <= 0.0)):
        most_x = room_x
    if toward_y > 0.0 and (not at.open[2] or (grid.velocities[at.nodes[2]].y * at.up < 0.0 and own.y * at.up <= 0.0)):
        most_y = room_y
    if at.open[1] and at.open[2] and not at.open[3] and toward_x > 0.0 and toward_y > 0.0:
        if room_x >= room_y:
            most_x = room_x
        else:
            most_y = room_y
    turned[0] = True
    if fabs(direction.x) <= most_x and fabs(direction.y) <= most_y:
        return direction
    if fabs(direction.x) > most_x:
        turned[0] = direction.y != 0.0
        direction.x = copysign(most_x, direction.x)
        direction.y = copysign(min(most_y, sqrt(max(0.0, 1.0 - most_x * most_x))), direction.y) if turned[0] else 0.0
    else:
        turned[0] = direction.x != 0.0
        direction.y = copysign(most_y, direction.y)
        direction.x = copysign(min(most_x, sqrt(max(0.0, 1.0 - most_y * most_y))), direction.x) if turned[0] else 0.0
    return direction


cdef Vec2 steer(const FlowGrid* grid, Vec2 place, double* speed) noexcept nogil:
    """The direction of the mean, with the mean of the speeds; where opposite ways meet, that of the nearest node."""
    cdef Corners at = corners_of(grid, place)
    cdef Vec2 mean = vec2(0.0, 0.0), own = grid.velocities[at.nodes[0]], direction
    cdef double weight = 0.0
    cdef bint turned
    cdef int k
    speed[0] = 0.0
    for k in range(4):
        if at.open[k]:
            mean = add(mean, scale(grid.velocities[at.nodes[k]], at.weights[k]))
            speed[0] += length(grid.velocities[at.nodes[k]]) * at.weights[k]
            weight += at.weights[k]
    if not weight > 0.0:
        return mean
    speed[0] /= weight
    if not at.open[0]:                      # out of the wall, or along it
        return unit(mean)
    if dot(mean, own) < 0.0:
        mean = own
    direction = keep_off(grid, &at, unit(mean), &turned)
    if not turned:
        direction = keep_off(grid, &at, unit(own), &turned)
    return direction


cdef Vec2 sample_flow(const FlowGrid* grid, Vec2 place) noexcept nogil:
    cdef Corners at
    cdef Vec2 out = vec2(0.0, 0.0)
    cdef double speed
    cdef int k
    if grid.closed != NULL:
        out = steer(grid, place, &speed)
        return scale(out, speed)
    at = corners_of(grid, place)
    for k in range(4):
        out = add(out, scale(grid.velocities[at.nodes[k]], at.weights[k]))
    return out
