"""Changes of a path that is being walked: a detour is put in, or the path's end moves with its target. Nothing is searched here."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, uint64_t, uint8_t
from libc.string cimport memcpy
from libcpp.algorithm cimport sort, unique
from libcpp.vector cimport vector

from navpy.base.core cimport REASON_GOAL_OFF_MESH, REASON_GOAL_UNREACHABLE, REASON_NONE, PolyRef
from navpy.base.geom cimport distance2, distance3, is_point
from navpy.base.vec2 cimport Vec2, to_world
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path, push_point
from navpy.motion.agent.agent cimport LANE_CORNERS, OFF_MESH, Agent, is_active, leads_on
from navpy.motion.agent.agent_params cimport POST_FUNNEL, AgentParams
from navpy.motion.agent.path_following cimport (
    FollowedPath, corner_at, corner_count, length_in_space, start_leg, start_path, turn_from, turn_until, update_ground,
    update_walkable_ground)
from navpy.motion.agent.walkable cimport FLOOR_TOLERANCE, POINT_TOLERANCE, graph_at, has_line_of_sight
from navpy.query.corridor.path_shaping cimport add_slope_points
from navpy.query.surface.raycast cimport RayHit, raycast

REPAIR_FRACTION = 0.05


# ---- detours ----

cdef inline uint64_t move_bits(uint64_t bits, int32_t first, int32_t place) noexcept nogil:
    """The bits from `first` on begin at `place`, and those before are 0."""
    return bits >> first << place if first < LANE_CORNERS and place < LANE_CORNERS else 0


cdef int insert_detour(const MeshView* mesh, Agent* agent, FollowedPath* path, const Vec2* points, int32_t count) except -1 nogil:
    cdef vector[double] corners
    cdef vector[PolyRef] polys
    cdef vector[int32_t] tiles
    cdef NearestPoly at
    cdef RayHit hit
    cdef double end[3]
    cdef int32_t i, turn = turn_from(agent, path, agent.next_corner)
    # 1. Find each point on the surface by a ray from the one before it.
    if not update_ground(mesh, agent, &at):
        return False
    for i in range(count):
        if i > 0:
            to_world(points[i], at.point[1], end)
            raycast(view_of(mesh, graph_at(mesh, path.walkable, at.poly)), at.poly, at.point, end, &hit)
            if distance2(hit.point[0], hit.point[2], end[0], end[2]) > POINT_TOLERANCE:
                return False
            at.poly = hit.poly
            memcpy(at.point, hit.point, sizeof(at.point))
        if i + 1 < count:
            corners.insert(corners.end(), at.point, at.point + 3)
            polys.push_back(at.poly)
            tiles.push_back(mesh.polys[at.poly].tile)
    if fabs(at.point[1] - corner_at(path, turn)[1]) > FLOOR_TOLERANCE:
        return False
    # 2. Put the points in the place of the corners before the next turn.
    corners.insert(corners.end(), path.points.begin() + 3 * turn, path.points.end())
    polys.insert(polys.end(), path.polys.begin() + turn, path.polys.end())
    path.links.erase(path.links.begin(), path.links.begin() + turn)
    path.links.insert(path.links.begin(), count - 1, -1)
    path.points.swap(corners)
    path.polys.swap(polys)
    if not path.tiles.empty():
        path.tiles.insert(path.tiles.end(), tiles.begin(), tiles.end())
        sort(path.tiles.begin(), path.tiles.end())
        path.tiles.erase(unique(path.tiles.begin(), path.tiles.end()), path.tiles.end())
    agent.lane_corners = move_bits(agent.lane_corners, turn, count - 1)
    # 3. Follow the path from its start and reset progress.
    agent.path_length = length_in_space(path)
    start_path(agent, path)
    agent.detour_end = count - 1
    agent.least_left, agent.stall_time = agent.distance_left, 0.0
    return True


# ---- a target that moves ----

cdef bint needs_search(const AgentParams* params) noexcept nogil:
    return params.path_postprocessing != POST_FUNNEL or params.path_return_max_length > 0.0 or params.path_return_max_radius > 0.0 \
        or params.path_search_max_distance > 0.0 or params.path_search_max_polygons > 0


cdef void end_path_at(FollowedPath* path, int32_t corner, const NearestPoly* end) noexcept nogil:
    """Puts the path's end behind a corner, in the place of all points after it."""
    path.points.resize(3 * <size_t>(corner + 2))
    path.polys.resize(corner + 2)
    path.links.resize(corner + 1)
    path.links.push_back(-1)
    memcpy(corner_at(path, corner + 1), end.point, sizeof(end.point))
    path.polys[corner + 1] = end.poly
    path.tiles.clear()


cdef int add_ground_points(const MeshView* mesh, const Agent* agent, FollowedPath* path) except -1 nogil:
    """Adds points to the last leg where the ground bends."""
    cdef int32_t last = corner_count(path) - 1
    cdef Path leg
    if agent.params.path_height_error == 0.0:
        return 0
    push_point(corner_at(path, last - 1), path.polys[last - 1], -1, &leg)
    push_point(corner_at(path, last), path.polys[last], -1, &leg)
    add_slope_points(view_of(mesh, graph_at(mesh, path.walkable, path.polys[last - 1])), &leg, agent.params.path_height_error, False)
    path.points.resize(3 * <size_t>(last - 1))
    path.polys.resize(last - 1)
    path.links.resize(last - 1)
    path.points.insert(path.points.end(), leg.points.begin(), leg.points.end())
    path.polys.insert(path.polys.end(), leg.point_polys.begin(), leg.point_polys.end())
    path.links.insert(path.links.end(), leg.point_links.begin(), leg.point_links.end())
    return 0


cdef bint can_move_end(const Agent* agent, const FollowedPath* path, const double* target, bint allow_partial) noexcept nogil:
    """Its end is known to be at its target, or as near as possible to that."""
    cdef int32_t last = corner_count(path) - 1
    cdef bint ends_near = allow_partial and (agent.reason == REASON_GOAL_OFF_MESH or agent.reason == REASON_GOAL_UNREACHABLE)
    return is_active(agent) and (agent.reason == REASON_NONE or ends_near) and not leads_on(agent) \
        and last >= 1 and path.links[last - 1] < 0 and not needs_search(agent.params) \
        and (agent.allow_partial != 0) == allow_partial and agent.where != OFF_MESH and is_point(agent.position) and is_point(target)


cdef inline double way_left(const Agent* agent, FollowedPath* path) noexcept nogil:
    cdef const double* corner = corner_at(path, agent.next_corner)
    return distance2(agent.position[0], agent.position[2], corner[0], corner[2]) + agent.distance_after_corner


cdef bint move_path_end(const MeshView* mesh, Agent* agent, FollowedPath* path, const double* target,
                        const PathEnd* end) except -1 nogil:
    """Moves the path's end instead of a search, which makes pursuit cheap.

    On the last leg the agent must see the end: the straight way is the shortest path. Before the last leg, the corner before the
    path's end must see it, and it may have moved by at most target_margin, or REPAIR_FRACTION of the path, since the last search. The
    end of a complete path moves as its target does. That the way becomes longer or shorter so is no lack of progress, and none."""
    cdef int32_t last = corner_count(path) - 1, turn = turn_until(agent, path, last - 1)
    cdef bint on_last_leg = agent.next_corner > turn, is_complete = agent.reason == REASON_NONE and end.reason == REASON_NONE
    cdef double moved = distance3(agent.target, target) if is_complete else distance3(corner_at(path, last), end.at.point)
    cdef double left = way_left(agent, path)
    cdef const double* before
    cdef const double* former
    cdef NearestPoly at
    if not (on_last_leg or moved <= agent.target_slack or distance3(agent.searched_target, target) <= agent.params.target_margin):
        return False
    if on_last_leg:
        if not update_walkable_ground(mesh, agent, path, &at) \
                or not has_line_of_sight(mesh, path.walkable, at.poly, at.point, end.at.point):
            return False
        agent.detour_end, agent.lane_corners = 0, 0
        memcpy(corner_at(path, 0), at.point, sizeof(at.point))          # the path begins at the agent now
        path.polys[0], path.links[0] = at.poly, -1
        end_path_at(path, 0, &end.at)
        add_ground_points(mesh, agent, path)
        agent.next_corner = -1
        start_leg(agent, path, 1)
    else:
        before, former = corner_at(path, turn), corner_at(path, last)
        if not has_line_of_sight(mesh, path.walkable, path.polys[turn], before, end.at.point):
            return False
        agent.distance_after_corner += distance2(before[0], before[2], end.at.point[0], end.at.point[2]) \
            - distance2(before[0], before[2], former[0], former[2])
        end_path_at(path, turn, &end.at)
        add_ground_points(mesh, agent, path)
    agent.least_left += way_left(agent, path) - left
    agent.target_slack -= moved
    agent.path_length = length_in_space(path)
    agent.reason, agent.off_by = <uint8_t>end.reason, end.off_by
    return True
