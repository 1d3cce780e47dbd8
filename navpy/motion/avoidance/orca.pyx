"""Lines of others and of walls, and the velocity that they leave."""
from libc.math cimport INFINITY, isfinite, sqrt
from libc.stdint cimport int32_t
from libcpp.atomic cimport atomic
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_rows
from navpy.motion.avoidance.linear_program cimport Line, solve_plane, solve_safest
from navpy.base.neighbor_grid cimport build_grid, cell_for, find_nearest, neighbor_index
from navpy.base.parallel cimport check_executor, let_others_run
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, scale, square, subtract, unit, vec2

cdef double COVERED = 1e-5              # metres a second: a line may lie that far behind another one and say nothing new

cdef enum:
    CHUNK = 64                          # agents that a thread takes at once
    LEAST = 256                         # agents for which another thread is worth calling
    CLOSED = -1                         # places of a scene that is not laid out yet, and of one that is done with
    OVER = 1 << 30


# ---- other bodies ----

cdef void body_line(const Body* own, const Body* other, double share, double per_horizon, double per_step, Line* out) noexcept nogil:
    """The relative velocity is moved to the nearest point of the border of the velocity obstacle: of its round end, or of a leg."""
    cdef double gap_x = other.position.x - own.position.x, gap_y = other.position.y - own.position.y
    cdef double speed_x = own.velocity.x - other.velocity.x, speed_y = own.velocity.y - other.velocity.y
    cdef double gap_square = gap_x * gap_x + gap_y * gap_y, reach = own.radius + other.radius
    cdef bint apart = gap_square > reach * reach
    cdef double inverse = per_horizon if apart else per_step
    cdef double off_x = speed_x - inverse * gap_x, off_y = speed_y - inverse * gap_y       # from the middle of the round end
    cdef double along = off_x * gap_x + off_y * gap_y, off = off_x * off_x + off_y * off_y, leg, size, x, y
    if not apart or (along < 0.0 and along * along > reach * reach * off):
        size = sqrt(off)
        if size > 0.0:
            x, y = off_x / size, off_y / size
        else:                               # in one place at one speed: they must not choose the same side
            x, y = 1.0 if own < other else -1.0, 0.0
        size = share * (reach * inverse - size)
        out.point.x, out.point.y = own.velocity.x + size * x, own.velocity.y + size * y
        out.direction.x, out.direction.y = y, -x
    else:
        leg, inverse = sqrt(gap_square - reach * reach), 1.0 / gap_square
        if gap_x * off_y - gap_y * off_x <= 0.0:                # the right one
            leg = -leg
        x, y = (gap_x * leg - gap_y * reach) * inverse, (gap_x * reach + gap_y * leg) * inverse
        size = speed_x * x + speed_y * y
        out.point.x, out.point.y = own.velocity.x + share * (size * x - speed_x), own.velocity.y + share * (size * y - speed_y)
        out.direction.x, out.direction.y = x, y


# ---- walls ----

cdef double wall_square(const WallVertex* walls, int32_t wall, Vec2 point) noexcept nogil:
    cdef const WallVertex* a = &walls[wall]
    cdef Vec2 off = subtract(point, a.point), side = subtract(walls[a.next].point, a.point)
    cdef double t
    if det(side, off) >= 0.0:
        return INFINITY
    t = dot(off, side) / square(side)
    return square(off) if t <= 0.0 else square(subtract(point, walls[a.next].point)) if t >= 1.0 else square(subtract(off, scale(side, t)))


cdef bint is_covered(const Line* lines, int32_t count, Vec2 a, Vec2 b, double radius) noexcept nogil:
    """Does a line keep the disc off both ends of a wall, given as velocities that lead there, and so off all of it?"""
    cdef int32_t i
    for i in range(count):
        if det(subtract(a, lines[i].point), lines[i].direction) - radius >= -COVERED \
                and det(subtract(b, lines[i].point), lines[i].direction) - radius >= -COVERED:
            return True
    return False


cdef int touch_wall(const WallVertex* a, const WallVertex* b, Vec2 to_a, Vec2 to_b, double t, double off, double radius,
                    Line* out) noexcept nogil:
    """One who is nearer to a wall than its radius goes no nearer: 1. −1: another wall says so. 0: it is not so near."""
    out.point = vec2(0.0, 0.0)
    if t < 0.0 and square(to_a) <= radius * radius:
        out.direction = unit(left_of(to_a))
        return 1 if a.convex else -1
    if t > 1.0 and square(to_b) <= radius * radius:
        out.direction = unit(left_of(to_b))
        return 1 if b.convex and det(to_b, b.direction) >= 0.0 else -1      # if not, the next wall is touched, too
    if 0.0 <= t <= 1.0 and off <= radius * radius:
        out.direction = scale(a.direction, -1.0)
        return 1
    return 0


cdef inline Vec2 leg(Vec2 gap, double radius, double side) noexcept nogil:
    """Direction of the tangent to a disc, on its left (side 1) or right (−1)."""
    cdef double distance = square(gap), along = sqrt(max(distance - radius * radius, 0.0)), across = side * radius
    return vec2((gap.x * along - gap.y * across) / distance, (gap.x * across + gap.y * along) / distance)


cdef bint project(Vec2 velocity, Vec2 left_end, Vec2 right_end, Vec2 left, Vec2 right, bint left_foreign, bint right_foreign,
                  bint one_end, Vec2 along_wall, double margin, Line* out) noexcept nogil:
    """The nearest point of the border of a wall's velocity obstacle: of a round end, of the wall itself moved by the margin, or of a
    leg. False where it is on the leg of another wall, which has a line of its own. All are velocities; ends are the wall's, legs
    begin there."""
    cdef Vec2 wall = subtract(right_end, left_end), from_left = subtract(velocity, left_end), from_right = subtract(velocity, right_end), off
    cdef double t = 0.5 if one_end else dot(from_left, wall) / square(wall)
    cdef double on_left = dot(from_left, left), on_right = dot(from_right, right)
    cdef double to_wall = INFINITY, to_left = INFINITY, to_right = INFINITY
    if (t < 0.0 and on_left < 0.0) or (one_end and on_left < 0.0 and on_right < 0.0):
        off = unit(from_left)
        out.direction, out.point = vec2(off.y, -off.x), add(left_end, scale(off, margin))
        return True
    if t > 1.0 and on_right < 0.0:
        off = unit(from_right)
        out.direction, out.point = vec2(off.y, -off.x), add(right_end, scale(off, margin))
        return True
    if 0.0 <= t <= 1.0 and not one_end:
        to_wall = square(subtract(from_left, scale(wall, t)))
    if on_left >= 0.0:
        to_left = square(subtract(from_left, scale(left, on_left)))
    if on_right >= 0.0:
        to_right = square(subtract(from_right, scale(right, on_right)))
    if to_wall <= to_left and to_wall <= to_right:
        out.direction, out.point = scale(along_wall, -1.0), left_end
    elif to_left <= to_right:
        out.direction, out.point = left, left_end
        if left_foreign:
            return False
    else:
        out.direction, out.point = scale(right, -1.0), right_end
        if right_foreign:
            return False
    out.point = add(out.point, scale(left_of(out.direction), margin))
    return True


cdef bint wall_line(const Body* own, const WallVertex* walls, int32_t wall, double horizon, const Line* lines, int32_t count,
                    Line* out) noexcept nogil:
    """One who sees a wall slantwise from beyond one of its ends sees that end only. A leg that would point into the wall beside it
    goes along that instead, and is then for that wall to say."""
    cdef const WallVertex* a = &walls[wall]
    cdef const WallVertex* b = &walls[a.next]
    cdef const WallVertex* left_vertex = a
    cdef const WallVertex* right_vertex = b
    cdef Vec2 to_a = subtract(a.point, own.position), to_b = subtract(b.point, own.position), side = subtract(b.point, a.point)
    cdef Vec2 left, right, beside
    cdef double inverse = 1.0 / horizon, radius = own.radius, t = -dot(to_a, side) / square(side), off
    cdef bint left_foreign = False, right_foreign = False
    cdef int touched
    if is_covered(lines, count, scale(to_a, inverse), scale(to_b, inverse), inverse * radius):
        return False
    off = square(add(to_a, scale(side, t)))
    touched = touch_wall(a, b, to_a, to_b, t, off, radius, out)
    if touched != 0:
        return touched > 0
    if off <= radius * radius:                          # slantwise: t is beyond an end
        left_vertex = right_vertex = a if t < 0.0 else b
        if not left_vertex.convex:
            return False
    left = leg(subtract(left_vertex.point, own.position), radius, 1.0) if left_vertex.convex else scale(a.direction, -1.0)
    right = leg(subtract(right_vertex.point, own.position), radius, -1.0) if right_vertex.convex else a.direction
    beside = scale(walls[left_vertex.previous].direction, -1.0)
    if left_vertex.convex and det(left, beside) >= 0.0:
        left, left_foreign = beside, True
    if right_vertex.convex and det(right, right_vertex.direction) <= 0.0:
        right, right_foreign = right_vertex.direction, True
    return project(own.velocity, scale(subtract(left_vertex.point, own.position), inverse),
                   scale(subtract(right_vertex.point, own.position), inverse), left, right, left_foreign, right_foreign,
                   left_vertex == right_vertex, a.direction, radius * inverse, out)


# ---- the velocity ----

cdef int choose_velocity(const vector[Line]* lines, int32_t fixed, double max_speed, Vec2 preferred, vector[Line]* scratch,
                         Vec2* out) except -1 nogil:
    cdef int32_t count = <int32_t>lines.size(), done = solve_plane(lines.data(), count, max_speed, preferred, False, out)
    if done < count:
        solve_safest(lines.data(), count, fixed, done, max_speed, scratch, out)
    return 0


cdef int sort_walls(const WallVertex* walls, int32_t count, int32_t step, Vec2 point, double reach, vector[NearWall]* out) except -1 nogil:
    cdef NearWall wall
    cdef int32_t i = -step, at
    out.clear()
    for _wall in range(count // step):
        i += step
        wall.square, wall.index = wall_square(walls, i, point), i
        if wall.square >= reach * reach:
            continue
        out.push_back(wall)
        at = <int32_t>out.size() - 1
        while at > 0 and out.at(at - 1).square > wall.square:
            out[0][at] = out[0][at - 1]
            at -= 1
        out[0][at] = wall
    return 0


cdef int orca_velocities(const OrcaScene* scene, int32_t first, int32_t end, OrcaMemory* memory, double[:, ::1] out) except -1 nogil:
    """The new velocities of the agents at places first … end − 1 of the grid's order, those nearby one after the other. They only read
    the scene, so that ranges may be worked on at once."""
    cdef const Body* own
    cdef const Wishes* wishes
    cdef Vec2 chosen
    cdef Line line
    cdef int32_t place, i, k, count, fixed
    cdef double per_horizon, per_step = 1.0 / scene.dt
    memory.neighbors.guess = INFINITY
    for place in range(first, end):
        i = scene.grid.order[place]
        own = &scene.bodies[i]
        wishes = &scene.wishes[i]
        memory.lines.clear()
        sort_walls(scene.walls.data(), <int32_t>scene.walls.size(), 1, own.position,
                   wishes.wall_horizon * wishes.max_speed + own.radius, &memory.walls)
        for k in range(<int32_t>memory.walls.size()):
            if wall_line(own, scene.walls.data(), memory.walls[k].index, wishes.wall_horizon, memory.lines.data(),
                         <int32_t>memory.lines.size(), &line):
                memory.lines.push_back(line)
        fixed = <int32_t>memory.lines.size()
        count = find_nearest(&scene.grid, own.position.x, own.position.y, wishes.neighbor_distance, wishes.max_neighbors, i,
                             &memory.neighbors)
        memory.lines.resize(fixed + count)
        per_horizon = 1.0 / wishes.horizon
        for k in range(count):
            body_line(own, &scene.bodies[neighbor_index(memory.neighbors.found[k])], 0.5, per_horizon, per_step,
                      &memory.lines[fixed + k])
        choose_velocity(&memory.lines, fixed, wishes.max_speed, wishes.preferred, &memory.scratch, &chosen)
        out[i, 0], out[i, 1] = chosen.x, chosen.y
    return 0


# ---- Python ----

cdef class Scene:
    cdef OrcaScene data
    cdef atomic[int32_t] next               # place from which nobody has begun


cdef list spare = []                        # the last scene: fresh memory for thousands of agents costs as much as reading them


def run_chunks(Scene scene not None, double[:, ::1] out):
    """New velocities of agents of a scene, without the GIL, until none is left that nobody works on."""
    cdef OrcaMemory memory
    cdef int32_t first, count = <int32_t>scene.data.bodies.size()
    with nogil:
        while scene.next.load() == CLOSED:
            let_others_run()
        first = scene.next.fetch_add(CHUNK)
        while first < count:
            orca_velocities(&scene.data, first, min(first + CHUNK, count), &memory, out)
            first = scene.next.fetch_add(CHUNK)


cdef int read_numbers(str name, given, Py_ssize_t count, bint positive, double* out, size_t stride) except -1:
    """One for each agent, stride bytes apart."""
    import numpy as np
    cdef const double[::1] numbers
    cdef double number = 1.0
    cdef Py_ssize_t i, step = <Py_ssize_t>(stride // sizeof(double))
    cdef bint alike = isinstance(given, (float, int)), fit = True
    if alike:
        number = given
    else:
        array = np.ascontiguousarray(given, dtype=np.float64)       # one number becomes an array of one
        alike = np.ndim(given) == 0
        if not alike and array.shape != (count,):
            raise ValueError(f"{name}: must be a number or of the shape ({count},), has {array.shape}")
        numbers = array
        if alike:
            number = numbers[0]
    fit = isfinite(number) and number >= 0.0 and not (positive and number == 0.0)
    for i in range(count):
        if not alike:
            number = numbers[i]
            fit &= isfinite(number) and number >= 0.0 and not (positive and number == 0.0)
        out[i * step] = number
    if not fit:
        raise ValueError(f"{name}: must be finite and {'above' if positive else 'at least'} 0")
    return 0


cdef int add_walls(obstacles, vector[WallVertex]* out) except -1:
    """Polygons counter-clockwise round solids, or two points for a wall alone, as vertices; those in one place are one."""
    cdef WallVertex vertex
    cdef Vec2 last, after
    cdef vector[Vec2] ring
    cdef int32_t first, count, i
    cdef const double[:, ::1] corners
    for n, given in enumerate(obstacles):
        corners = read_rows(f"obstacles[{n}]", given, -1, 2)
        ring.clear()
        count = <int32_t>corners.shape[0]
        for i in range(count):
            last, after = vec2(corners[(i or count) - 1, 0], corners[(i or count) - 1, 1]), vec2(corners[i, 0], corners[i, 1])
            if last.x != after.x or last.y != after.y:
                ring.push_back(after)
        if ring.size() < 2:
            raise ValueError(f"obstacles[{n}]: must have two places at least")
        first, count = <int32_t>out.size(), <int32_t>ring.size()
        for i in range(count):
            last, after = ring[(i + count - 1) % count], ring[(i + 1) % count]
            vertex.point, vertex.direction = ring[i], unit(subtract(after, ring[i]))
            vertex.next, vertex.previous = first + (i + 1) % count, first + (i + count - 1) % count
            vertex.convex = count == 2 or det(subtract(vertex.point, last), vertex.direction) >= 0.0
            out.push_back(vertex)
    return 0


def orca_step(positions, velocities, preferred, radii, max_speeds, obstacles=(), dt=0.1, neighbor_distance=15.0, max_neighbors=10,
              time_horizon=10.0, time_horizon_obstacles=10.0, *, executor=None):
    """(n, 2) new velocities, metres a second, of n agents that keep clear of each other and of obstacles (van den Berg, Guy, Lin &
    Manocha 2011): each the nearest to its preferred one for which there is no collision within the time horizon, as long as the others
    do the same. Where there is none, the one that goes least against what the others leave; obstacles are never gone against.

    positions, velocities, preferred: (n, 2), metres and metres a second, in a right-handed plane such as (x, −z) of the world.
    radii, max_speeds, neighbor_distance, time_horizon, time_horizon_obstacles: metres, metres a second and seconds, a number or (n,);
    max_neighbors likewise, of whom the nearest count. obstacles: an iterable of (k, 2) corners, counter-clockwise round what is solid,
    two for a wall that is met from both sides. dt: seconds, by the end of which those who overlap want to be apart. executor: a
    concurrent.futures.Executor of threads, which share the agents with the thread that calls; the answer has the same bits. Nothing is
    moved.

    ValueError: another shape, a number that is not finite or below 0, a horizon or dt of 0, an obstacle without extent."""
    import numpy as np
    check_executor(executor)
    cdef Scene scene = spare.pop() if spare else Scene()
    cdef OrcaScene* data = &scene.data
    cdef const double[:, ::1] at = read_rows("positions", positions, -1, 2)
    cdef Py_ssize_t count = at.shape[0]
    cdef const double[:, ::1] moving = read_rows("velocities", velocities, count, 2)
    cdef const double[:, ::1] wanted = read_rows("preferred", preferred, count, 2)
    cdef double[:, ::1] out = np.empty((count, 2))
    cdef vector[double] most
    cdef Wishes* wishes
    data.bodies.resize(count)
    data.wishes.resize(count)
    most.resize(count)
    wishes = data.wishes.data()
    read_numbers("radii", radii, count, False, &data.bodies.data().radius, sizeof(Body))
    read_numbers("max_speeds", max_speeds, count, False, &wishes.max_speed, sizeof(Wishes))
    read_numbers("neighbor_distance", neighbor_distance, count, False, &wishes.neighbor_distance, sizeof(Wishes))
    read_numbers("max_neighbors", max_neighbors, count, False, most.data(), sizeof(double))
    read_numbers("time_horizon", time_horizon, count, True, &wishes.horizon, sizeof(Wishes))
    read_numbers("time_horizon_obstacles", time_horizon_obstacles, count, True, &wishes.wall_horizon, sizeof(Wishes))
    read_numbers("dt", dt, 1, True, &data.dt, sizeof(double))
    data.walls.clear()
    add_walls(obstacles, &data.walls)
    scene.next.store(CLOSED)
    others = []
    try:
        call_others(scene, out, executor, others)
        with nogil:
            lay_out(data, at, moving, wanted, &most)
        scene.next.store(0)
        run_chunks(scene, out)
    finally:
        scene.next.store(OVER)
        for other in others:
            if not other.cancel():
                other.result()
    spare[:] = [scene]
    return out.base


cdef int lay_out(OrcaScene* scene, const double[:, ::1] at, const double[:, ::1] moving, const double[:, ::1] wanted,
                 const vector[double]* most) except -1 nogil:
    cdef Py_ssize_t i, count = at.shape[0]
    cdef double farthest = 0.0
    for i in range(count):
        scene.bodies[i].position, scene.bodies[i].velocity = vec2(at[i, 0], at[i, 1]), vec2(moving[i, 0], moving[i, 1])
        scene.wishes[i].preferred, scene.wishes[i].max_neighbors = vec2(wanted[i, 0], wanted[i, 1]), <int32_t>min(most.at(i), <double>count)
        farthest = max(farthest, scene.wishes[i].neighbor_distance)
    if count:
        build_grid(&scene.grid, &at[0, 0], <int32_t>count, cell_for(&at[0, 0], <int32_t>count, farthest))
    return 0


cdef int call_others(Scene scene, double[:, ::1] out, executor, list others) except -1:
    """Threads that wake while the scene is laid out, and then help."""
    cdef size_t most = scene.data.bodies.size() // LEAST
    import os
    if executor is not None:
        for _other in range(min(most, (os.cpu_count() or 2) - 1)):
            others.append(executor.submit(run_chunks, scene, out))
    return 0
