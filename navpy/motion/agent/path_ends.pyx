"""Where paths end as near as possible to a target: at the nearest point of the agent's island. The end may lie at a place from which
one-way links lead away. So an agent neither there nor in sight of it searches.

A path is kept if its end stays where it is, or moves a little. So an unreachable target costs as much as a reachable one."""
from libc.stdint cimport int32_t
from libc.string cimport memcmp, memcpy

from navpy.base.core cimport REASON_GOAL_OFF_MESH, REASON_GOAL_UNREACHABLE, REASON_NONE, STATUS_SUCCESS, PolyRef
from navpy.base.geom cimport distance2, distance3, is_point
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport MeshView, island_of
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate, locate_nearest, locate_nearest_on
from navpy.motion.agent.agent cimport Agent, is_active, is_aside
from navpy.motion.agent.path_changes cimport PathEnd, can_move_end, move_path_end, needs_search
from navpy.motion.agent.path_following cimport FollowedPath, corner_at, corner_count, update_ground
from navpy.motion.agent.walkable cimport graph_of


cdef bint ends_beside_target(const Agent* agent) noexcept nogil:
    return agent.allow_partial and not is_aside(agent) and (
        agent.reason == REASON_GOAL_OFF_MESH or agent.reason == REASON_GOAL_UNREACHABLE)


cdef bint look_up_end(NavView nav, const double* target, int32_t island, PathEnd* end) noexcept nogil:
    """The end of paths over an island to a target; false: there is none."""
    cdef SearchExtents reach = default_extents(nav.mesh)
    cdef NearestPoly nearest
    end.reason, end.off_by = REASON_NONE, 0.0
    if not locate(nav, target, &reach, &end.at):
        end.reason = REASON_GOAL_OFF_MESH
        locate_nearest(nav, target, NULL, &nearest)
        end.off_by = nearest.distance
    elif island_of(nav.mesh, end.at.poly) != island:
        end.reason = REASON_GOAL_UNREACHABLE
    return end.reason == REASON_NONE or locate_nearest_on(nav, target, island, NULL, &end.at)


cdef inline bint keeps_from_walls(const MeshView* mesh, const FollowedPath* path) noexcept nogil:
    """Its agent is wider than the mesh was baked for: where it fits, only a search tells."""
    return path.walkable != NULL and path.walkable.path_radius > mesh.agent_radius


cdef bint find_end(const MeshView* mesh, const FollowedPath* path, const double* target, PolyRef start, SharedEnd* shared,
                   PathEnd* end) noexcept nogil:
    """The end of paths from a polygon. False where only a search tells."""
    cdef const PortalGraph* graph = graph_of(mesh, path.walkable)
    cdef int32_t island = island_of(mesh, start)
    if not is_point(target) or keeps_from_walls(mesh, path):
        return False
    if graph != mesh.graph:
        return look_up_end(view_of(mesh, graph), target, island, end)
    if not shared.is_known or shared.island != island or memcmp(shared.target, target, sizeof(shared.target)) != 0:
        memcpy(shared.target, target, sizeof(shared.target))
        shared.island = island
        shared.is_known = look_up_end(view_of(mesh, graph), target, island, &shared.end)
    end[0] = shared.end
    return shared.is_known


cdef bint is_end_of(FollowedPath* path, const PathEnd* end) noexcept nogil:
    return corner_count(path) > 0 and distance3(corner_at(path, corner_count(path) - 1), end.at.point) == 0.0


cdef bint stands_at_end(const Agent* agent, FollowedPath* path) noexcept nogil:
    """True if the agent has arrived as near as possible to its target, and was not moved away."""
    cdef const double* end = corner_at(path, corner_count(path) - 1)
    return not is_active(agent) and agent.status == STATUS_SUCCESS and ends_beside_target(agent) and corner_count(path) > 0 \
        and distance2(agent.position[0], agent.position[2], end[0], end[2]) <= agent.params.path_desired_distance


cdef bint ends_as_before(const MeshView* mesh, Agent* agent, FollowedPath* path, SharedEnd* shared) noexcept nogil:
    cdef NearestPoly at
    cdef PathEnd end
    if needs_search(agent.params) or corner_count(path) == 0:
        return False
    at.poly = path.polys.back()
    if not is_active(agent) and not (stands_at_end(agent, path) and update_ground(mesh, agent, &at)):
        return False
    return find_end(mesh, path, agent.target, at.poly, shared, &end) and end.reason == agent.reason and is_end_of(path, &end)


cdef bint stays_at_end(const MeshView* mesh, Agent* agent, FollowedPath* path, const double* target, SharedEnd* shared) noexcept nogil:
    cdef PathEnd end
    if needs_search(agent.params) or not stands_at_end(agent, path) \
            or not find_end(mesh, path, target, path.polys.back(), shared, &end) or end.reason == REASON_NONE \
            or not is_end_of(path, &end):
        return False
    agent.reason, agent.off_by = end.reason, end.off_by
    return True


cdef bint move_end(const MeshView* mesh, Agent* agent, FollowedPath* path, const double* target, bint allow_partial,
                   SharedEnd* shared) except -1 nogil:
    cdef SearchExtents reach
    cdef PathEnd end
    cdef bint is_wide = mesh != NULL and keeps_from_walls(mesh, path)
    if not can_move_end(agent, path, target, allow_partial) or (is_wide and agent.reason != REASON_NONE):
        return False
    if allow_partial and not is_wide:
        return find_end(mesh, path, target, path.polys.back(), shared, &end) \
            and move_path_end(mesh, agent, path, target, &end)
    reach = default_extents(mesh)
    end.reason, end.off_by = REASON_NONE, 0.0
    return locate(view_of(mesh, graph_of(mesh, path.walkable)), target, &reach, &end.at) \
        and move_path_end(mesh, agent, path, target, &end)
