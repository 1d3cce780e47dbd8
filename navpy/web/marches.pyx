"""A formation that marches along a way between walls. Points are x, y; y points north, −z of the world."""
from libc.math cimport INFINITY, fabs, sqrt
from libcpp.vector cimport vector

from navpy.base.elementary cimport unit_vector
from navpy.base.parallel cimport Runner, serial_runner
from navpy.base.vec2 cimport Vec2, add, left_of, scale, subtract, truncate, vec2
from navpy.motion.avoidance.orca cimport Body, OrcaParams, OrcaScene, add_obstacle, compute_new_velocities
from navpy.motion.formation.dubins cimport Pose, measure_arcs, path_pose, round_off_corners
from navpy.motion.formation.formation cimport FormationData, advance, form, is_in_slots, probe_distance
from navpy.motion.formation.formation_slots cimport band_slots, box_slots, column_slots, wedge_slots
from navpy.web.buffers cimport doubles

cdef double PROBE_STEP = 0.25           # meters: no gap in a wall is shorter


cdef class WebMarch:
    """The formation, its agents and the walls."""
    cdef FormationData formation
    cdef OrcaScene scene
    cdef vector[Vec2] positions, velocities, targets, slot_velocities
    cdef vector[double] walls           # left, bottom, right and top of each, meters
    cdef double probed                  # meters along the way up to which its width is known


def new_march(str shape, int count, double spacing, double radius, way, double turn, double speed, double max_speed, walls):
    """WebMarch.

    Parameters
    ----------
    shape : "box", "column", "wedge" or "band"
    count : int
        Agents.
    spacing, radius : float
        Meters between slots, and of an agent.
    way : float64 (2 n,)
        Corners, meters; they are rounded off to turns of ``turn`` meters.
    speed, max_speed : float
        Meters a second, of the formation and of an agent.
    walls : float64 (4 m,)
        Left, bottom, right and top of rectangles, meters.
    """
    cdef WebMarch march = WebMarch()
    cdef FormationData* formation = &march.formation
    cdef vector[Vec2] slots, corners, ring
    cdef OrcaParams params
    cdef Body body
    cdef Pose start
    cdef double a, b, c, d
    cdef int i
    if shape == "box":
        box_slots(count, max(2, <int>sqrt(count)), spacing, &slots)
    elif shape == "column":
        column_slots(count, 3, spacing, &slots)
    elif shape == "wedge":
        wedge_slots(count, spacing, &slots)
    elif shape == "band":
        band_slots(count, spacing, 7, &slots)
    else:
        raise ValueError(f"shape: must be box, column, wedge or band, is {shape}")
    for i in range(0, len(way) - 1, 2):
        corners.push_back(vec2(way[i], way[i + 1]))
    round_off_corners(corners.data(), corners.size(), turn, INFINITY, &formation.path.arcs)
    measure_arcs(&formation.path)
    if formation.path.arcs.empty():
        raise ValueError("way: has no length")
    formation.spacing, formation.speed, formation.max_speed, formation.max_lag = spacing, speed, max_speed, 3.0 * spacing
    formation.traveled, formation.is_band, formation.leader, march.probed = 0.0, shape == "band", -1, 0.0
    form(formation, &slots)
    start = path_pose(&formation.path, 0.0)
    params.neighbor_distance, params.time_horizon, params.time_horizon_obstacles = 4.0, 1.0, 0.5
    params.max_neighbors, params.max_speed = 10, max_speed
    body.radius = radius
    for i in range(count):
        march.positions.push_back(add(start.at, add(scale(unit_vector(start.heading), slots[i].x),
                                                    scale(left_of(unit_vector(start.heading)), slots[i].y))))
        march.velocities.push_back(vec2(0.0, 0.0))
        march.scene.bodies.push_back(body)
        march.scene.params.push_back(params)
    for i in range(0, len(walls) - 3, 4):
        a, b, c, d = walls[i], walls[i + 1], walls[i + 2], walls[i + 3]
        for number in (a, b, c, d):
            march.walls.push_back(number)
        ring.clear()
        ring.push_back(vec2(a, b))
        ring.push_back(vec2(c, b))
        ring.push_back(vec2(c, d))
        ring.push_back(vec2(a, d))
        add_obstacle(ring.data(), 4, &march.scene.obstacles)
    march.targets.resize(count)
    march.slot_velocities.resize(count)
    return march


cdef double free_way(const vector[double]* walls, Vec2 at, Vec2 direction) noexcept:
    """Meters from a place in a direction to the first rectangle, infinite where there is none."""
    cdef double nearest = INFINITY, enter, leave, near, far
    cdef double origin[2]
    cdef double step[2]
    cdef size_t i
    cdef int k
    origin[0], origin[1], step[0], step[1] = at.x, at.y, direction.x, direction.y
    for i in range(0, walls.size(), 4):
        enter, leave = 0.0, INFINITY
        for k in range(2):
            if fabs(step[k]) < 1e-12:
                if not walls.at(i + k) <= origin[k] <= walls.at(i + 2 + k):
                    leave = -1.0
                continue
            near, far = (walls.at(i + k) - origin[k]) / step[k], (walls.at(i + 2 + k) - origin[k]) / step[k]
            if near > far:
                near, far = far, near
            enter, leave = max(enter, near), min(leave, far)
        if enter <= leave:
            nearest = min(nearest, enter)
    return nearest


cdef double clear_width_at(WebMarch march, double along) noexcept:
    """Meters between the walls, of which the way takes the middle, at a distance along it."""
    cdef Pose pose = path_pose(&march.formation.path, along)
    cdef Vec2 across = left_of(unit_vector(pose.heading))
    return 2.0 * min(free_way(&march.walls, pose.at, across), free_way(&march.walls, pose.at, scale(across, -1.0)))


cdef double least_width_to(WebMarch march, double along) noexcept:
    """Of the way from where it was probed last: the first look is far ahead."""
    cdef double least = clear_width_at(march, along)
    while march.probed < along:
        least = min(least, clear_width_at(march, march.probed))
        march.probed += PROBE_STEP
    return least


def step_march(WebMarch march, double dt, int steps):
    """Go on by steps of dt seconds.

    Returns
    -------
    places : float64 (4 n,)
        Of each agent its position and that of its slot, meters.
    probe : float64 (6,)
        Where the formation looks for the clear width, x and y in meters; that width in meters; 1 where all are in their slots, else 0;
        the meters that the formation has gone; the way's heading at that place, radians.
    """
    cdef FormationData* formation = &march.formation
    cdef Runner runner = serial_runner()
    cdef vector[double] places, probe
    cdef Pose pose
    cdef Vec2 wanted
    cdef double clear = INFINITY
    cdef size_t i
    march.scene.time_step = dt
    for _step in range(steps):
        clear = least_width_to(march, probe_distance(formation))
        advance(formation, march.positions.data(), clear, dt, march.targets.data(), march.slot_velocities.data())
        for i in range(march.positions.size()):
            wanted = scale(subtract(march.targets[i], march.positions[i]), 1.0 / dt)
            march.scene.params[i].preferred_velocity = truncate(wanted, formation.max_speed)
            march.scene.bodies[i].position, march.scene.bodies[i].velocity = march.positions[i], march.velocities[i]
        compute_new_velocities(&march.scene, march.positions.data(), &runner, march.velocities.data())
        for i in range(march.positions.size()):
            march.positions[i] = add(march.positions[i], scale(march.velocities[i], dt))
    pose = path_pose(&formation.path, probe_distance(formation))
    for i in range(march.positions.size()):
        for number in (march.positions[i].x, march.positions[i].y, march.targets[i].x, march.targets[i].y):
            places.push_back(number)
    for number in (pose.at.x, pose.at.y, clear, is_in_slots(formation), formation.traveled, pose.heading):
        probe.push_back(number)
    return doubles(places), doubles(probe)


def march_way(WebMarch march, double spacing):
    """The way with its corners rounded off, a point every ``spacing`` meters: float64 (2 n,)."""
    cdef vector[double] out
    cdef double along = 0.0, end = march.formation.path.ends.back()
    cdef Pose pose
    while along < end + spacing:
        pose = path_pose(&march.formation.path, min(along, end))
        out.push_back(pose.at.x)
        out.push_back(pose.at.y)
        along += spacing
    return doubles(out)
