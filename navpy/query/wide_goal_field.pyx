"""Goal fields over clearance maps. As in find_wide_path, a place with too little room has a place of the map next to it on each island
nearby, and the way leads straight there. Of several pairs the way takes the pair nearest to start and goal."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY
from navpy.base.vec2 cimport Vec2, subtract, to_plan
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path, clear_path
from navpy.query.clearance.clearance_map cimport ClearanceMap, PiecePlace, find_places
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.query.clearance.wide_path cimport EndPair, WideSearch, start_on, write_path
from navpy.query.exact_goal_field cimport GoalWay, begin_exact_field, exact_way, trace_exact_path
from navpy.query.polyanya.flood_paths cimport FloodLegs
from navpy.query.polyanya.polyanya cimport FloodStart, flood_start


cdef int begin_wide_field(NavView nav, const ClearanceMap* map, WallSearch* walls, const NearestPoly* goals, int32_t count,
                          double max_length, WideGoalField* field) except -1 nogil:
    cdef vector[FloodStart] starts
    cdef vector[PiecePlace] places
    cdef NearestPoly at
    cdef int32_t i
    cdef size_t k
    field.goals.clear()
    field.goals.insert(field.goals.end(), goals, goals + count)
    field.goal_of.clear()
    field.off.clear()
    for i in range(count):
        places.clear()
        if goals[i].poly != NO_POLY and nav.graph.costs[goals[i].poly] >= 0.0:
            find_places(nav, map, walls, goals[i].poly, to_plan(goals[i].point), True, &places)
        for k in range(places.size()):
            start_on(map, &places[k], &at)
            starts.push_back(flood_start(&at, places[k].distance))
            field.goal_of.push_back(i)
            field.off.push_back(places[k].distance)
    return begin_exact_field(view_of(&map.view, &map.graph), starts.data(), <int32_t>starts.size(), max_length, &field.pieces)


cdef int32_t choose_place(const ClearanceMap* map, const WideGoalField* field, const vector[PiecePlace]* places, NearestPoly* from_,
                          GoalWay* way) except? -2 nogil:
    """Index of the place where the way over the map begins: with its goal's place it is nearest to start and goal. −1: there is
    none."""
    cdef NearestPoly at
    cdef GoalWay other
    cdef double off, least = INFINITY
    cdef int32_t best = -1
    cdef size_t i
    way.length, way.dx, way.dy, way.goal = INFINITY, 0.0, 0.0, -1
    for i in range(places.size()):
        start_on(map, &places.at(i), &at)
        other = exact_way(&field.pieces, &at)
        if other.goal < 0:
            continue
        off = places.at(i).distance + field.off[other.goal]
        if off < least:
            least, best, way[0], from_[0] = off, <int32_t>i, other, at
    return best


cdef int wide_way(NavView nav, const ClearanceMap* map, const WideGoalField* field, WallSearch* walls, const NearestPoly* at,
                  GoalWay* way) except -1 nogil:
    cdef vector[PiecePlace] places
    cdef NearestPoly from_
    cdef const PiecePlace* place
    cdef Vec2 aside
    cdef int32_t best
    if at.poly != NO_POLY:
        find_places(nav, map, walls, at.poly, to_plan(at.point), False, &places)
    best = choose_place(map, field, &places, &from_, way)
    if best >= 0:
        place = &places[best]
        way.length += place.distance
        way.goal = field.goal_of[way.goal]
        if place.distance > nav.graph.rounding:
            aside = subtract(place.at, to_plan(at.point))
            way.dx, way.dy = aside.x / place.distance, aside.y / place.distance
    if way.length > field.pieces.max_length:
        way.length, way.dx, way.dy, way.goal = INFINITY, 0.0, 0.0, -1
    return 0


cdef int32_t trace_wide_path(NavView nav, const ClearanceMap* map, const WideGoalField* field, FloodLegs* legs, WideSearch* search,
                             const NearestPoly* start, Path* out) except? -2 nogil:
    cdef NearestPoly from_, to
    cdef const NearestPoly* goal
    cdef GoalWay way
    cdef EndPair pair
    cdef Vec2 end
    cdef int32_t best, place
    cdef size_t i
    clear_path(out)
    find_places(nav, map, &search.starts, start.poly, to_plan(start.point), False, &search.start_places)
    best = choose_place(map, field, &search.start_places, &from_, &way)
    if best < 0:
        return -1
    place = trace_exact_path(view_of(&map.view, &map.graph), &field.pieces, legs, &from_, &to, &search.path)
    if place < 0 or way.length + search.start_places[best].distance > field.pieces.max_length:
        return -1
    goal = &field.goals[field.goal_of[place]]
    find_places(nav, map, &search.goals, goal.poly, to_plan(goal.point), True, &search.goal_places)
    pair.start, pair.distance, pair.goal = best, 0.0, 0
    end = to_plan(to.point)
    for i in range(search.goal_places.size()):
        if search.goal_places[i].piece == to.poly and search.goal_places[i].at.x == end.x and search.goal_places[i].at.y == end.y:
            pair.goal = <int32_t>i
    write_path(nav.mesh, map, search, &pair, start, goal, out)
    return field.goal_of[place]
