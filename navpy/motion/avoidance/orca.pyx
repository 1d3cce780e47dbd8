"""ORCA lines of other agents and of obstacles, and the new velocities that they permit: RVO2's Agent::computeNewVelocity, step by
step."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.atomic cimport atomic
from libcpp.vector cimport vector

from navpy.motion.avoidance.linear_program cimport Line, linear_program2, linear_program3
from navpy.base.neighbor_grid cimport build_grid, cell_for, find_nearest, neighbor_index
from navpy.base.parallel cimport Runner, parallel_for, yield_thread
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, scale, square, subtract, unit, vec2

cdef double COVERED = 1e-5              # meters a second by which a velocity obstacle may cross a line that still covers it

# Of an edge: a velocity this near to its end is exactly there, as rounding would say of both edges that meet there that it is beyond
# them. It is a micrometer of a wall of a kilometer.
cdef double TIE = 1e-9

cdef enum:
    CHUNK = 64                          # agents that a thread takes at once
    AGENTS_PER_THREAD = 256             # fewer are not worth waking another thread
    NOT_SORTED = -1                     # value of SharedStep.next while the agents are not in the grid yet


# ---- other agents ----

cdef void agent_line(const Body* agent, const Body* other, double share, double inverse_horizon, double inverse_step, bint is_first,
                     Line* out) noexcept nogil:
    """The velocity obstacle is a cone that a disc cuts off: the cut-off circle is where the agents collide at the time horizon. u is
    the least change that brings the relative velocity to its border; the line takes a share of u."""
    cdef double position_x = other.position.x - agent.position.x, position_y = other.position.y - agent.position.y
    cdef double velocity_x = agent.velocity.x - other.velocity.x, velocity_y = agent.velocity.y - other.velocity.y
    cdef double distance2 = position_x * position_x + position_y * position_y, radius = agent.radius + other.radius
    cdef bint apart = distance2 > radius * radius
    # Agents that collide have the cut-off circle of the time step, and no legs.
    cdef double inverse = inverse_horizon if apart else inverse_step
    cdef double w_x = velocity_x - inverse * position_x, w_y = velocity_y - inverse * position_y     # from the cut-off circle's center
    cdef double along = w_x * position_x + w_y * position_y, w2 = w_x * w_x + w_y * w_y, leg, size, x, y
    if not apart or (along < 0.0 and along * along > radius * radius * w2):
        # Project on the cut-off circle.
        size = sqrt(w2)
        if size > 0.0:
            x, y = w_x / size, w_y / size
        else:                               # no direction leads out sooner; the two must take opposite ones
            x, y = 1.0 if is_first else -1.0, 0.0
        size = share * (radius * inverse - size)
        out.point.x, out.point.y = agent.velocity.x + size * x, agent.velocity.y + size * y
        out.direction.x, out.direction.y = y, -x
    else:
        # Project on the left or the right leg, a tangent to the disc of both radii.
        leg, inverse = sqrt(distance2 - radius * radius), 1.0 / distance2
        if position_x * w_y - position_y * w_x <= 0.0:
            leg = -leg
        x, y = (position_x * leg - position_y * radius) * inverse, (position_x * radius + position_y * leg) * inverse
        size = velocity_x * x + velocity_y * y
        out.point.x = agent.velocity.x + share * (size * x - velocity_x)
        out.point.y = agent.velocity.y + share * (size * y - velocity_y)
        out.direction.x, out.direction.y = x, y


# ---- obstacles ----

cdef int add_obstacle(const Vec2* points, int32_t count, vector[ObstacleVertex]* out) except -1 nogil:
    cdef ObstacleVertex vertex
    cdef Vec2 before, after
    cdef int32_t first = <int32_t>out.size(), i
    for i in range(count):
        before, after = points[(i + count - 1) % count], points[(i + 1) % count]
        vertex.point, vertex.direction = points[i], unit(subtract(after, points[i]))
        vertex.next, vertex.previous = first + (i + 1) % count, first + (i + count - 1) % count
        vertex.convex = count == 2 or det(subtract(vertex.point, before), vertex.direction) >= 0.0
        out.push_back(vertex)
    return 0


cdef double edge_distance2(const ObstacleVertex* obstacles, int32_t vertex, Vec2 point) noexcept nogil:
    """Squared distance of a point to an edge, m²; infinite where the point is not on the edge's right side."""
    cdef const ObstacleVertex* a = &obstacles[vertex]
    cdef Vec2 off = subtract(point, a.point), edge = subtract(obstacles[a.next].point, a.point)
    cdef double t
    if det(edge, off) >= 0.0:
        return INFINITY
    t = dot(off, edge) / square(edge)
    if t <= 0.0:
        return square(off)
    return square(subtract(point, obstacles[a.next].point)) if t >= 1.0 else square(subtract(off, scale(edge, t)))


cdef int find_obstacle_neighbors(const ObstacleVertex* obstacles, int32_t count, int32_t step, Vec2 point, double range_,
                                 vector[ObstacleNeighbor]* out) except -1 nogil:
    cdef ObstacleNeighbor neighbor
    cdef int32_t i = -step, at
    out.clear()
    for _edge in range(count // step):
        i += step
        neighbor.square, neighbor.vertex = edge_distance2(obstacles, i, point), i
        if neighbor.square >= range_ * range_:
            continue
        # Insertion sort by distance, then by index.
        out.push_back(neighbor)
        at = <int32_t>out.size() - 1
        while at > 0 and out.at(at - 1).square > neighbor.square:
            out[0][at] = out[0][at - 1]
            at -= 1
        out[0][at] = neighbor
    return 0


cdef bint is_covered(const Line* lines, int32_t count, Vec2 a, Vec2 b, double radius) noexcept nogil:
    """True if one of the lines excludes the cut-off circles round both ends of an edge: then it excludes the edge's whole velocity
    obstacle. a, b: centers of the circles; radius: of both circles, meters a second."""
    cdef int32_t i
    for i in range(count):
        if det(subtract(a, lines[i].point), lines[i].direction) - radius >= -COVERED \
                and det(subtract(b, lines[i].point), lines[i].direction) - radius >= -COVERED:
            return True
    return False


cdef int collision_line(const ObstacleVertex* a, const ObstacleVertex* b, Vec2 to_a, Vec2 to_b, double t, double distance2,
                        double radius, Line* out) noexcept nogil:
    """The line of an agent that collides with the edge from a to b: the agent comes no nearer. Returns 1 with a line, −1 if another
    edge has the line, 0 without a collision. t: the place nearest to the agent on the edge's line, 0 at a, 1 at b; distance2: its
    squared distance in m²."""
    out.point = vec2(0.0, 0.0)
    # Collision with the left vertex. At a non-convex vertex the agent is nearer to the edges beside it.
    if t < 0.0 and square(to_a) <= radius * radius:
        out.direction = unit(left_of(to_a))
        return 1 if a.convex else -1
    # Collision with the right vertex. If the agent meets the next edge there, too, the next edge has the line.
    if t > 1.0 and square(to_b) <= radius * radius:
        out.direction = unit(left_of(to_b))
        return 1 if b.convex and det(to_b, b.direction) >= -TIE * radius else -1
    # Collision with the edge between them.
    if 0.0 <= t <= 1.0 and distance2 <= radius * radius:
        out.direction = scale(a.direction, -1.0)
        return 1
    return 0


cdef inline Vec2 leg(Vec2 to_vertex, double radius, double side) noexcept nogil:
    """Unit direction of a tangent to the disc round a vertex: the left one (side 1) or the right one (−1)."""
    cdef double distance2 = square(to_vertex), along = sqrt(max(distance2 - radius * radius, 0.0)), across = side * radius
    return vec2((to_vertex.x * along - to_vertex.y * across) / distance2, (to_vertex.x * across + to_vertex.y * along) / distance2)


cdef bint project_velocity(Vec2 velocity, Vec2 left_cutoff, Vec2 right_cutoff, Vec2 left_leg, Vec2 right_leg, bint left_foreign,
                           bint right_foreign, bint one_vertex, Vec2 edge_direction, double radius, Line* out) noexcept nogil:
    """The line at the point of the velocity obstacle's border that is nearest to the current velocity. Cut-off centers and the radius
    of the cut-off circles are in meters a second; the legs begin at the centers. Returns False if the nearest part is a foreign leg,
    but for its beginning."""
    cdef Vec2 cutoff = subtract(right_cutoff, left_cutoff), from_left = subtract(velocity, left_cutoff)
    cdef Vec2 from_right = subtract(velocity, right_cutoff), w
    cdef double t = 0.5 if one_vertex else dot(from_left, cutoff) / square(cutoff)
    cdef double t_left = dot(from_left, left_leg), t_right = dot(from_right, right_leg)
    cdef double to_cutoff = INFINITY, to_left = INFINITY, to_right = INFINITY           # squared distances
    if fabs(t) < TIE:
        t = 0.0
    elif fabs(t - 1.0) < TIE:
        t = 1.0
    # Project on the left cut-off circle, the only circle if both legs begin at one vertex.
    if (t < 0.0 and t_left < 0.0) or (one_vertex and t_left < 0.0 and t_right < 0.0):
        w = unit(from_left)
        out.direction, out.point = vec2(w.y, -w.x), add(left_cutoff, scale(w, radius))
        return True
    # Project on the right cut-off circle.
    if t > 1.0 and t_right < 0.0:
        w = unit(from_right)
        out.direction, out.point = vec2(w.y, -w.x), add(right_cutoff, scale(w, radius))
        return True
    # Project on the cut-off line, the left leg or the right leg, whichever is nearest.
    if 0.0 <= t <= 1.0 and not one_vertex:
        to_cutoff = square(subtract(from_left, scale(cutoff, t)))
    if t_left >= 0.0:
        to_left = square(subtract(from_left, scale(left_leg, t_left)))
    if t_right >= 0.0:
        to_right = square(subtract(from_right, scale(right_leg, t_right)))
    if to_cutoff <= to_left and to_cutoff <= to_right:
        out.direction, out.point = scale(edge_direction, -1.0), left_cutoff
    elif to_left <= to_right:
        out.direction, out.point = left_leg, left_cutoff
        if left_foreign and t != 0.0:
            return False
    else:
        out.direction, out.point = scale(right_leg, -1.0), right_cutoff
        if right_foreign and t != 1.0:
            return False
    out.point = add(out.point, scale(left_of(out.direction), radius))
    return True


cdef bint obstacle_line(const Body* agent, const ObstacleVertex* obstacles, int32_t vertex, double time_horizon, const Line* lines,
                        int32_t count, Line* out) noexcept nogil:
    """The velocity obstacle of an edge has a left leg, a cut-off circle round either end, the cut-off line between these circles, and
    a right leg. Ends and legs are named as the agent sees them: the first vertex is the left one. The agent does all of the
    avoidance."""
    cdef const ObstacleVertex* a = &obstacles[vertex]
    cdef const ObstacleVertex* b = &obstacles[a.next]
    cdef const ObstacleVertex* left = a
    cdef const ObstacleVertex* right = b
    cdef Vec2 to_a = subtract(a.point, agent.position), to_b = subtract(b.point, agent.position), edge = subtract(b.point, a.point)
    cdef Vec2 left_leg, right_leg, previous_edge
    cdef double inverse = 1.0 / time_horizon, radius = agent.radius, t = -dot(to_a, edge) / square(edge), distance2
    cdef bint left_foreign = False, right_foreign = False
    cdef int collision
    # Lines so far, of nearer edges, may imply this one.
    if is_covered(lines, count, scale(to_a, inverse), scale(to_b, inverse), inverse * radius):
        return False
    # An agent that touches the edge gets no nearer.
    distance2 = square(add(to_a, scale(edge, t)))
    collision = collision_line(a, b, to_a, to_b, t, distance2, radius, out)
    if collision != 0:
        return collision > 0
    # Oblique view: the edge's line crosses the agent, so the agent sees one vertex only and both legs begin there. A non-convex vertex
    # is hidden behind the edge beside it.
    if distance2 <= radius * radius:
        left = right = a if t < 0.0 else b
        if not left.convex:
            return False
    # Legs are tangents to the discs round convex vertices. At a non-convex vertex the leg continues the cut-off line, because the next
    # edge goes on there.
    left_leg = leg(subtract(left.point, agent.position), radius, 1.0) if left.convex else scale(a.direction, -1.0)
    right_leg = leg(subtract(right.point, agent.position), radius, -1.0) if right.convex else a.direction
    # A leg never points into the edge beside its vertex. If it would, the cut-off line of the edge beside is the border. This is a
    # foreign leg: the edge beside has a line of its own for it. The edge itself and the other side of a wall of two corners are no
    # edges beside: the leg of an agent that just touches the wall is parallel to them, so that rounding would decide.
    if a.previous != a.next:
        previous_edge = scale(obstacles[a.previous].direction, -1.0)
        if left == a and left.convex and det(left_leg, previous_edge) >= 0.0:
            left_leg, left_foreign = previous_edge, True
        if right == b and right.convex and det(right_leg, right.direction) <= 0.0:
            right_leg, right_foreign = right.direction, True
    # Project the current velocity on the border.
    return project_velocity(agent.velocity, scale(subtract(left.point, agent.position), inverse),
                            scale(subtract(right.point, agent.position), inverse), left_leg, right_leg, left_foreign, right_foreign,
                            left == right, a.direction, radius * inverse, out)


# ---- new velocities ----

cdef int solve_lines(const vector[Line]* lines, int32_t obstacle_count, double max_speed, Vec2 preferred_velocity,
                     vector[Line]* scratch, Vec2* new_velocity) except -1 nogil:
    cdef int32_t count = <int32_t>lines.size()
    cdef int32_t satisfied = linear_program2(lines.data(), count, max_speed, preferred_velocity, False, new_velocity)
    if satisfied < count:
        linear_program3(lines.data(), count, obstacle_count, satisfied, max_speed, scratch, new_velocity)
    return 0


cdef int compute_range(const OrcaScene* scene, int32_t first, int32_t end, OrcaMemory* memory, Vec2* new_velocities) except -1 nogil:
    """New velocities of the agents at places first … end − 1 of the grid's order, where neighbors follow each other. The scene is only
    read, so several threads may each compute a range."""
    cdef const Body* agent
    cdef const OrcaParams* params
    cdef Line line
    cdef int32_t place, i, k, count, obstacle_count
    cdef double inverse_horizon, inverse_step = 1.0 / scene.time_step
    memory.neighbors.guess = INFINITY
    for place in range(first, end):
        i = scene.grid.order[place]
        agent = &scene.bodies[i]
        params = &scene.params[i]
        # Lines of obstacles, nearest first.
        memory.lines.clear()
        find_obstacle_neighbors(scene.obstacles.data(), <int32_t>scene.obstacles.size(), 1, agent.position,
                                params.time_horizon_obstacles * params.max_speed + agent.radius, &memory.obstacle_neighbors)
        for k in range(<int32_t>memory.obstacle_neighbors.size()):
            if obstacle_line(agent, scene.obstacles.data(), memory.obstacle_neighbors[k].vertex, params.time_horizon_obstacles,
                             memory.lines.data(), <int32_t>memory.lines.size(), &line):
                memory.lines.push_back(line)
        obstacle_count = <int32_t>memory.lines.size()
        # Lines of other agents, each with half of the avoidance.
        count = find_nearest(&scene.grid, agent.position.x, agent.position.y, params.neighbor_distance, params.max_neighbors, i,
                             &memory.neighbors)
        memory.lines.resize(obstacle_count + count)
        inverse_horizon = 1.0 / params.time_horizon
        for k in range(count):
            agent_line(agent, &scene.bodies[neighbor_index(memory.neighbors.found[k])], 0.5, inverse_horizon, inverse_step,
                       i < neighbor_index(memory.neighbors.found[k]), &memory.lines[obstacle_count + k])
        solve_lines(&memory.lines, obstacle_count, params.max_speed, params.preferred_velocity, &memory.scratch, &new_velocities[i])
    return 0


# ---- threads ----

cdef cppclass SharedStep:               # what the threads of one step share
    OrcaScene* scene
    const Vec2* positions
    Vec2* new_velocities
    atomic[int32_t] next                # first place of the grid's order that no thread has taken


cdef int sort_agents(SharedStep* step) except -1 nogil:
    """Sort the agents into the grid and let all threads begin."""
    cdef OrcaScene* scene = step.scene
    cdef const double* positions = <const double*>step.positions
    cdef int32_t count = <int32_t>scene.bodies.size(), first = count, i
    cdef double farthest = 0.0
    try:
        for i in range(count):
            farthest = max(farthest, scene.params[i].neighbor_distance)
        build_grid(&scene.grid, positions, count, cell_for(positions, count, farthest))
        first = 0
    finally:                            # after an error there is nothing to begin
        step.next.store(first)
    return 0


cdef int run_thread(void* userdata, int32_t index) except -1 nogil:
    """Task 0 sorts the agents while the other threads wake. Then each thread takes chunk after chunk."""
    cdef SharedStep* step = <SharedStep*>userdata
    cdef OrcaMemory memory
    cdef int32_t first, count = <int32_t>step.scene.bodies.size()
    if index == 0:
        sort_agents(step)
    while step.next.load() == NOT_SORTED:
        yield_thread()
    first = step.next.fetch_add(CHUNK)
    while first < count:
        compute_range(step.scene, first, min(first + CHUNK, count), &memory, step.new_velocities)
        first = step.next.fetch_add(CHUNK)
    return 0


cdef int compute_new_velocities(OrcaScene* scene, const Vec2* positions, const Runner* runner, Vec2* new_velocities) except -1 nogil:
    cdef SharedStep step
    step.scene, step.positions, step.new_velocities = scene, positions, new_velocities
    step.next.store(NOT_SORTED)
    return parallel_for(runner, run_thread, &step, min(runner.workers, 1 + <int32_t>(scene.bodies.size() // AGENTS_PER_THREAD)))
