"""Chooses among the kinds of goal field: a flood over the navmesh or over a clearance map where all ground costs the same, and a
Dijkstra search where costs differ."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

from navpy.base.core cimport PATH_COMPLETE, PolyRef, REASON_GOAL_UNREACHABLE
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.clearance.clearance_map cimport ClearanceMap
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.query.clearance.wide_path cimport WideSearch
from navpy.query.cost_goal_field cimport cost_field_bytes, cost_way, find_cost_field, has_cost_way, trace_cost_path
from navpy.query.exact_goal_field cimport (
    GoalWay, advance_exact_field, begin_exact_areas, begin_exact_field, exact_field_bytes, exact_way, trace_exact_path)
from navpy.query.path cimport ALGORITHM_CORRIDOR, ALGORITHM_EXACT, PathBuffer, PathOptions, finish_path
from navpy.query.polyanya.flood_paths cimport FloodLegs
from navpy.query.polyanya.polyanya cimport FloodStart, flood_start
from navpy.query.polyanya.search_node cimport last_window_of
from navpy.query.wide_goal_field cimport begin_wide_field, trace_wide_path, wide_way


# ---- the field ----

cdef bint costs_differ(NavView nav) noexcept nogil:
    return nav.mesh.island_count > 0 and not nav.graph.uniform


cdef int begin_goal_field(NavView nav, const ClearanceMap* map, WallSearch* walls, const NearestPoly* goals, int32_t count,
                          double max_length, GoalField* field) except -1 nogil:
    cdef vector[FloodStart] starts
    cdef int32_t i
    field.kind = COST_FIELD if costs_differ(nav) else EXACT_FIELD if map == NULL else WIDE_FIELD
    if field.kind == COST_FIELD:
        return find_cost_field(nav, goals, count, max_length * nav.graph.ground_cost, &field.costs)
    if field.kind == WIDE_FIELD:
        return begin_wide_field(nav, map, walls, goals, count, max_length, &field.wide)
    for i in range(count):
        starts.push_back(flood_start(&goals[i], 0.0))
    return begin_exact_field(nav, starts.data(), count, max_length, &field.exact)


cdef int begin_area_field(NavView nav, const PolyRef* polys, int32_t count, double max_length, GoalField* field) except -1 nogil:
    field.kind = EXACT_FIELD
    return begin_exact_areas(nav, polys, count, max_length, &field.exact)


cdef bint advance_goal_field(GoalField* field, int64_t expansions) except -1 nogil:
    if field.kind == COST_FIELD:
        return True                             # it is found when it begins
    return advance_exact_field(&field.wide.pieces if field.kind == WIDE_FIELD else &field.exact, expansions)


cdef bint has_goals(const GoalField* field) noexcept nogil:
    return not (field.costs.goals.empty() if field.kind == COST_FIELD else flooded(field).goals.empty())


cdef size_t field_bytes(const GoalField* field) noexcept nogil:
    return cost_field_bytes(&field.costs) if field.kind == COST_FIELD else exact_field_bytes(flooded(field))


# ---- ways ----

cdef int goal_way(NavView nav, const ClearanceMap* map, const GoalField* field, WayMemory* memory, const NearestPoly* at,
                  GoalWay* way) except -1 nogil:
    if field.kind == COST_FIELD:
        return cost_way(nav, &field.costs, at, &memory.path, way)
    if field.kind == WIDE_FIELD:
        return wide_way(nav, map, &field.wide, &memory.walls, at, way)
    way[0] = exact_way(&field.exact, at)
    return 0


cdef bint is_reached(NavView nav, const ClearanceMap* map, const GoalField* field, PolyRef poly) noexcept nogil:
    cdef int32_t piece
    if field.kind == COST_FIELD:
        return has_cost_way(nav, &field.costs, poly)
    if field.kind == EXACT_FIELD:
        return last_window_of(&field.exact.search, poly) >= 0
    for piece in range(map.first_piece[poly], map.first_piece[poly + 1]):
        if last_window_of(&field.wide.pieces.search, piece) >= 0:
            return True
    return False


# ---- a path ----

cdef int32_t trace(NavView nav, const ClearanceMap* map, const GoalField* field, FloodLegs* legs, WideSearch* search,
                   PathBuffer* out) except? -2 nogil:
    cdef int32_t goal
    if field.kind == COST_FIELD:
        return trace_cost_path(nav, &field.costs, &out.start, &out.goal, <Path*>out)
    if field.kind == EXACT_FIELD:
        return trace_exact_path(nav, &field.exact, legs, &out.start, &out.goal, <Path*>out)
    goal = trace_wide_path(nav, map, &field.wide, legs, search, &out.start, <Path*>out)
    if goal >= 0:
        out.goal = field.wide.goals[goal]
    return goal


cdef int32_t find_goal_path(NavView nav, const PathOptions* options, const GoalField* field, FloodLegs* legs, WideSearch* search,
                            PathBuffer* out) except? -2 nogil:
    cdef int32_t goal = trace(nav, options.clearance, field, legs, search, out)
    out.algorithm = ALGORITHM_CORRIDOR if field.kind == COST_FIELD else ALGORITHM_EXACT
    if goal < 0:
        out.reason = REASON_GOAL_UNREACHABLE
        return -1
    out.one_island = True
    finish_path(nav, options, PATH_COMPLETE, out)
    return goal
