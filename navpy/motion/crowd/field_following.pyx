"""Pure pursuit of the way along a field (Coulter 1992, "Implementation of the Pure Pursuit Path Tracking Algorithm").

Directions at the agent's own place alone would make it turn from cell to cell. So the way along the field is traced ahead, as far as
the body needs to turn, and the agent walks straight to the farthest place of it that it sees. The way keeps the body's radius from
walls; in a corridor that is narrower it leads through the middle.

Values of a field are meters · cost, and say little about how far a goal is. Near a goal the traced way tells the distance: from as far
as the body needs to brake. For an agent without progress it tells from as far as arrived agents could fill the ground around the
goal."""
from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int32_t
from libc.string cimport memset

from navpy.base.core cimport (
    REASON_GOAL_UNREACHABLE, REASON_INVALID_INPUT, REASON_NONE, REASON_PATH_LOST, STATUS_FAILURE, STATUS_RUNNING, STATUS_SUCCESS)
from navpy.base.geom cimport is_point
from navpy.base.vec2 cimport Vec2, length, mirrored, square, subtract, to_plan, vec2
from navpy.grid.cell_moves cimport SAME_PLACE, is_free, keep_clear, move_along_walls
from navpy.grid.cost_grid cimport CostGrid
from navpy.grid.tiles.field_guide cimport first_goal, guided_direction, guided_goal, guided_value, nearest_way, prepare_way
from navpy.motion.agent.agent cimport (
    FOLLOW_CONTINUES, FOLLOW_ENDED, FOLLOW_NO_WAY, FOLLOWS_FIELD, FOLLOWS_NOTHING, RESTS_IN_FIELD, WAITS_FOR_NOTHING, diameter_time,
    forget_progress, has_field)
from navpy.motion.agent.agent_state cimport follow, wait_for
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.agent.dials cimport ARRIVE_AFTER, DENSITY
from navpy.motion.agent.locomotion cimport arc_speed, braking_speed
from navpy.motion.agent.path_following cimport reached_distance
from navpy.motion.crowd.crowd_agents cimport activate, clear_path, crowd_agent, fail_request, slot_of, stop_agent, take_walls
from navpy.motion.crowd.grid_walls cimport clearance_of
from navpy.motion.agent.step_schedule cimport makes_step

cdef double TRACE_STEP = 0.25           # cells: half of the step that no direction leads into a wall with

cdef enum:
    MOST_PLACES = 64                    # of the way ahead that the agent may walk straight to: 16 cells


cdef struct TracedWay:
    Vec2[MOST_PLACES] places            # meters, TRACE_STEP apart
    int32_t count
    double left                         # meters along the way to a goal; infinite: it is farther than looked for
    Vec2 goal                           # meters, the last place of a way that ends


# ---- the way ahead ----

cdef inline bint is_straight(const CostGrid* grid, Vec2 place, Vec2 to) noexcept nogil:
    """True if no wall is between two places."""
    cdef Vec2 end = move_along_walls(grid, place, to)
    return end.x == to.x and end.y == to.y


cdef void trace_way(const FieldGuide* guide, Vec2 place, double clearance, double near, double far, TracedWay* out) noexcept nogil:
    """Places within ``near`` meters along the way, and the goal where it is within ``far``."""
    cdef double step = TRACE_STEP * guide.grid.cell_size, walked = 0.0
    cdef Vec2 at = place, direction, to
    out.count, out.left = 0, INFINITY
    while True:
        if guided_goal(guide, at, &out.goal) and walked + length(subtract(out.goal, at)) <= max(near, far) \
                and is_straight(guide.grid, at, out.goal):
            out.left = walked + length(subtract(out.goal, at))
            if walked < near and out.count < MOST_PLACES:
                out.places[out.count] = out.goal
                out.count += 1
            return
        if not walked < max(near, far):
            return
        direction = guided_direction(guide, at)
        if not square(direction) > 0.0:
            return
        to = move_along_walls(guide.grid, at, vec2(at.x + step * direction.x, at.y + step * direction.y))
        at = keep_clear(guide.grid, to, clearance)
        walked += step
        if out.count < MOST_PLACES and (walked <= near or out.count == 0):
            out.places[out.count] = at
            out.count += 1


cdef inline double tightness(const CostGrid* grid, Vec2 place, double clearance) noexcept nogil:
    """Meters by which a place is nearer to walls than the clearance."""
    return length(subtract(keep_clear(grid, place, clearance), place))


cdef bint can_walk_straight(const CostGrid* grid, Vec2 place, Vec2 to, double clearance) noexcept nogil:
    """True if no wall is in between, and none nearer than the clearance, or than it is to one of the two places."""
    cdef Vec2 way = subtract(to, place)
    cdef double most = max(tightness(grid, place, clearance), tightness(grid, to, clearance)) + SAME_PLACE * grid.cell_size
    cdef int32_t k, count = <int32_t>(length(way) / (TRACE_STEP * grid.cell_size)) + 1
    if not is_straight(grid, place, to):
        return False
    for k in range(1, count):
        if tightness(grid, vec2(place.x + way.x * k / count, place.y + way.y * k / count), clearance) > most:
            return False
    return True


cdef Vec2 choose_aim(const FieldGuide* guide, Vec2 place, double clearance, const TracedWay* ahead) noexcept nogil:
    """The farthest place of the way ahead, or the half of it, the quarter …, that the agent can walk straight to."""
    cdef int32_t k = ahead.count - 1
    while k > 0 and not can_walk_straight(guide.grid, place, ahead.places[k], clearance):
        k //= 2
    return ahead.places[k]


# ---- a step ----

cdef inline double turning_distance(const Agent* agent) noexcept nogil:
    """Meters ahead that the agent aims at: half the radius of its turn at full speed."""
    cdef double speed = agent.params.max_speed
    return 0.5 * speed * speed / agent.params.max_acceleration if agent.params.max_acceleration > 0.0 else 0.0


cdef double goal_distance(const FieldGuide* guide, const Agent* agent, double value, size_t agents, double dt) noexcept nogil:
    """Meters from which the agent has to know its goal; 0 where no goal can be so near, by the greatest cost and a cell for
    rounding."""
    cdef double speed = agent.params.max_speed
    cdef double braking = 0.5 * speed * speed / agent.params.max_deceleration + speed * dt
    cdef double reach = max(agent.params.stopping_distance + braking, agent.params.target_desired_distance)
    if agent.stall_time >= ARRIVE_AFTER * diameter_time(agent):
        reach = max(reach, agent.params.radius * sqrt(agents / DENSITY))
    return 0.0 if value - guide.most_value > (reach + guide.grid.cell_size) * guide.grid.most else reach


cdef void measure_left(const FieldGuide* guide, Agent* agent, double value, double traced) noexcept nogil:
    """Sets the distance left: the traced way, else the most that the value stands for, else the air line. Meters."""
    if traced < INFINITY:
        agent.distance_left = traced
    elif value < INFINITY:
        agent.distance_left = value / guide.grid.least
    else:
        agent.distance_left = length(subtract(vec2(agent.target[0], agent.target[2]), vec2(agent.position[0], agent.position[2])))


cdef void walk_to(Agent* agent, Vec2 way, double left, double dt) noexcept nogil:
    """Sets the preferred velocity towards a place, with braking for the end of the way and for the turn. left: meters to the end."""
    cdef const AgentParams* params = agent.params
    cdef double speed = params.max_speed, distance = length(way)
    memset(agent.preferred_velocity, 0, sizeof(agent.preferred_velocity))
    if not distance > 0.0:
        return
    if params.auto_brake or left == 0.0:
        speed = min(speed, braking_speed(left, 0.0, params.max_deceleration, dt))
    if params.max_acceleration > 0.0 and square(to_plan(agent.velocity)) > 0.0:
        speed = min(speed, arc_speed(params, to_plan(agent.velocity), mirrored(way)))
    if left < INFINITY and speed * dt > distance:
        speed = distance / dt
    agent.preferred_velocity[0], agent.preferred_velocity[2] = way.x * (speed / distance), way.y * (speed / distance)


cdef int follow_field(const FieldGuide* guide, Agent* agent, size_t agents, double dt) noexcept nogil:
    cdef Vec2 place = vec2(agent.position[0], agent.position[2]), aim
    cdef double value, clearance, near, left, reached = reached_distance(agent)
    cdef TracedWay ahead
    if guide == NULL:
        return FOLLOW_NO_WAY
    # 1. The way ahead. In a wall, or outside of the grid, it leads straight to the nearest cell with a way.
    value = guided_value(guide, place)
    ahead.left, ahead.count = INFINITY, 0
    if is_free(guide.grid, place):
        if value == INFINITY:
            return FOLLOW_NO_WAY
        clearance = clearance_of(guide.grid, agent.params.radius)
        near = max(turning_distance(agent), agent.params.max_speed * dt)
        trace_way(guide, place, clearance, near, goal_distance(guide, agent, value, agents, dt), &ahead)
        aim = choose_aim(guide, place, clearance, &ahead) if ahead.count > 0 else place
    elif not nearest_way(guide, place, &aim):
        return FOLLOW_NO_WAY
    # 2. Has it arrived?
    if ahead.left < INFINITY:
        agent.target[0], agent.target[1], agent.target[2] = ahead.goal.x, agent.position[1], ahead.goal.y
    measure_left(guide, agent, value, ahead.left)
    left = ahead.left - agent.params.stopping_distance
    if not agent.params.auto_brake:
        reached = max(reached, agent.params.max_speed * dt)
    if ahead.left <= agent.params.target_desired_distance or left <= reached:
        agent.status = STATUS_SUCCESS
    if left <= reached:
        return FOLLOW_ENDED
    # 3. The preferred velocity.
    walk_to(agent, subtract(aim, place), left, dt)
    return FOLLOW_CONTINUES


cdef int prepare_fields(CrowdData* crowd) except -1 nogil:
    cdef int32_t slot
    for slot in crowd.active:
        if crowd.field_guides[slot] != NULL and crowd.agents[slot].follows == FOLLOWS_FIELD \
                and makes_step(&crowd.avoidance.schedule, slot):
            prepare_way(crowd.field_guides[slot], vec2(crowd.agents[slot].position[0], crowd.agents[slot].position[2]))
    return 0


# ---- requests ----

cdef void lose_field(CrowdData* crowd, int32_t slot) noexcept nogil:
    if crowd.agents[slot].status == STATUS_SUCCESS:
        stop_agent(crowd, slot)
    else:
        fail_request(crowd, slot, REASON_GOAL_UNREACHABLE if crowd.field_guides[slot] != NULL else REASON_PATH_LOST)


cdef int crowd_follow(CrowdData* crowd, AgentId id, const FieldGuide* guide) except -1 nogil:
    cdef Agent* agent = crowd_agent(crowd, id)
    cdef int32_t slot = slot_of(id)
    cdef Vec2 place, goal
    cdef double value
    cdef bint known
    if agent == NULL:
        return STATUS_FAILURE
    # 1. The same request goes on. After load_state the field may be missing.
    known = crowd.field_guides[slot] == NULL or crowd.field_guides[slot] == guide
    if known and has_field(agent) and agent.status != STATUS_FAILURE:
        crowd.field_guides[slot] = guide
        take_walls(crowd, slot)
        return agent.status
    # 2. The new request.
    crowd.field_guides[slot] = guide
    activate(crowd, slot, FOLLOWS_FIELD)
    take_walls(crowd, slot)
    wait_for(agent, WAITS_FOR_NOTHING)
    clear_path(crowd, slot)
    goal = first_goal(guide)
    agent.target[0], agent.target[1], agent.target[2] = goal.x, agent.position[1], goal.y
    agent.status, agent.reason, agent.replans = STATUS_RUNNING, REASON_NONE, 0
    agent.allow_partial = agent.path_params_changed = False
    forget_progress(agent)
    agent.considered = agent.left_bottlenecks[0] = 0
    # 3. Is there a way?
    if not is_point(agent.position):
        fail_request(crowd, slot, REASON_INVALID_INPUT)
        return STATUS_FAILURE
    place = vec2(agent.position[0], agent.position[2])
    value = guided_value(guide, place)
    if value == INFINITY and (is_free(guide.grid, place) or not nearest_way(guide, place, &goal)):
        fail_request(crowd, slot, REASON_GOAL_UNREACHABLE)
        return STATUS_FAILURE
    measure_left(guide, agent, value, INFINITY)
    agent.least_left = agent.distance_left
    return agent.status


cdef void crowd_drop_guide(CrowdData* crowd, const FieldGuide* guide) noexcept nogil:
    cdef int32_t slot
    for slot in range(<int32_t>crowd.field_guides.size()):
        if crowd.field_guides[slot] == guide:
            crowd.field_guides[slot] = NULL
            if crowd.agents[slot].follows == FOLLOWS_FIELD:
                lose_field(crowd, slot)
            if crowd.agents[slot].follows == RESTS_IN_FIELD:
                follow(&crowd.agents[slot], FOLLOWS_NOTHING)
            take_walls(crowd, slot)
