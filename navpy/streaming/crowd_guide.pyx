"""Leads the agents of a crowd over a streamed world."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcmp, memcpy
from libcpp.memory cimport make_shared

from navpy.base.core cimport NO_POLY, REASON_GOAL_OFF_MESH, REASON_GOAL_UNREACHABLE
from navpy.base.geom cimport distance2, distance3
from navpy.mesh.half_edges cimport FilterRules
from navpy.mesh.mesh_view cimport island_of
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, locate_nearest
from navpy.query.guide cimport Aim, GUIDE_LATER, GUIDE_NO_GROUND, GUIDE_NO_WAY, GUIDE_SEARCH
from navpy.streaming.coarse_place cimport MOST_CANDIDATES, is_straight_below, list_candidates, place_in_tile, place_on_mesh
from navpy.streaming.coarse_search cimport advance_coarse, begin_coarse
from navpy.streaming.route_costs cimport RouteCosts, are_same_costs, price_routes
from navpy.streaming.route_stages cimport aim_at_gate, last_loaded_stage, loaded_from_begin
from navpy.streaming.tile_stream cimport is_loaded_between, locate_loaded, may_come
from navpy.streaming.world_index cimport WorldGate


cdef int start_crowd_guide(const WorldView* world, CrowdGuide* out) except -1 nogil:
    out.world = world[0]
    out.routes.clear()
    out.prices.clear()
    out.searcher = -1
    return 0


cdef bint has_ground(void* context, const double* point) noexcept nogil:
    cdef CrowdGuide* guide = <CrowdGuide*>context
    return not may_come(guide.world.index, guide.world.stream, point)


# ---- where the target is ----

cdef int find_prices(CrowdGuide* guide, const FilterRules* rules, RouteCostsRef* out) except -1 nogil:
    """Those of some rules; routes with the same ones share them."""
    cdef RouteCostsRef made = make_shared[RouteCosts]()
    cdef size_t i = 0
    price_routes(guide.world.index, guide.world.mesh, rules, made.get())
    while i < guide.prices.size() and not are_same_costs(guide.prices[i].get(), made.get()):
        i += 1
    if i < guide.prices.size():
        out[0] = guide.prices[i]
        return 0
    i = 0
    while i < guide.prices.size():                                      # those that no route has any more
        if guide.prices[i].use_count() == 1:
            guide.prices.erase(guide.prices.begin() + i)
        else:
            i += 1
    guide.prices.push_back(made)
    out[0] = made
    return 0


cdef AgentRoute* route_to(CrowdGuide* guide, int32_t asker, const double* target, const FilterRules* rules) except NULL nogil:
    """The asker's route, begun anew for another target or other prices."""
    cdef RouteCostsRef prices
    cdef AgentRoute* route
    if <size_t>asker >= guide.routes.size():
        guide.routes.resize(asker + 1)
    route = &guide.routes[asker]
    find_prices(guide, rules, &prices)
    if route.state != ROUTE_NONE and memcmp(route.target, target, sizeof(route.target)) == 0 and route.prices == prices:
        return route
    memcpy(route.target, target, sizeof(route.target))
    route.prices = prices
    route.state, route.is_being_read, route.tried, route.stage, route.goal.end.tile = ROUTE_NONE, False, 0, -1, -1
    if guide.searcher == asker:
        guide.searcher = -1
    return route


cdef int place_target(CrowdGuide* guide, AgentRoute* route, const NearestPoly* at) except -1 nogil:
    """at: the target on the loaded mesh, if it is there."""
    cdef int32_t tiles[MOST_CANDIDATES]
    if at.poly != NO_POLY:
        place_on_mesh(guide.world.index, route.prices.get(), guide.world.data, at, True, &route.goal)
        route.state = ROUTE_PLACED
    else:
        route.state = ROUTE_READS if list_candidates(guide.world.index, route.target, tiles) > 0 else ROUTE_OFF_MESH
    return 0


cdef int32_t next_goal(CrowdGuide* guide, int32_t* asker) noexcept nogil:
    cdef int32_t tiles[MOST_CANDIDATES]
    cdef AgentRoute* route
    cdef size_t i, k
    for i in range(guide.routes.size()):
        route = &guide.routes[i]
        if route.state != ROUTE_READS or route.is_being_read:
            continue
        for k in range(i, guide.routes.size()):
            if guide.routes[k].state == ROUTE_READS and memcmp(guide.routes[k].target, route.target, sizeof(route.target)) == 0:
                guide.routes[k].is_being_read = True
        asker[0] = <int32_t>i
        list_candidates(guide.world.index, route.target, tiles)
        return tiles[route.tried]
    return -1


cdef int take_goal(CrowdGuide* guide, int32_t asker, int32_t tile, const RawTile* raw) except -1 nogil:
    cdef AgentRoute* given = &guide.routes[asker]
    cdef AgentRoute* route
    cdef int32_t tiles[MOST_CANDIDATES]
    cdef RouteCostsRef prices
    cdef CoarsePlace place
    cdef double target[3]
    cdef bint found = False, is_last
    cdef int32_t tried
    cdef size_t i
    if given.state != ROUTE_READS or not given.is_being_read:           # the asker wants something else by now
        for i in range(guide.routes.size()):                            # so others ask again
            guide.routes[i].is_being_read = False
        return 0
    memcpy(target, given.target, sizeof(target))
    tried = given.tried + 1
    for i in range(guide.routes.size()):
        route = &guide.routes[i]
        if route.state != ROUTE_READS or memcmp(route.target, target, sizeof(target)) != 0:
            continue
        route.is_being_read, route.tried = False, tried
        if prices != route.prices:
            prices = route.prices
            found = raw.wrong == NULL and place_in_tile(guide.world.index, prices.get(), tile, raw, target, True, &place)
        if found and (route.goal.end.tile < 0 or distance3(place.end.point, target) < distance3(route.goal.end.point, target)):
            route.goal = place
        is_last = tried >= list_candidates(guide.world.index, target, tiles)
        if route.goal.end.tile >= 0 and (is_last or is_straight_below(&route.goal.end, target)):
            route.state = ROUTE_PLACED
        elif is_last:
            route.state = ROUTE_OFF_MESH
    return 0


# ---- the route ----

cdef bint search_route(CrowdGuide* guide, int32_t asker, const NearestPoly* start, int64_t* budget) except -1 nogil:
    """Goes on with the search that is under way, then with the asker's own. True: the asker's route is known."""
    cdef CoarsePlace place
    cdef CoarseRoute* out
    cdef int64_t before
    while True:
        if guide.searcher < 0:
            place_on_mesh(guide.world.index, guide.routes[asker].prices.get(), guide.world.data, start, False, &place)
            begin_coarse(guide.world.index, &guide.search, guide.routes[asker].prices, &place, &guide.routes[asker].goal, INFINITY)
            guide.searcher = asker
        out, before = &guide.routes[guide.searcher].route, guide.search.searched
        if not advance_coarse(guide.world.index, &guide.search, budget[0], out):
            budget[0] = 0
            return False
        budget[0] -= guide.search.searched - before + 1
        guide.routes[guide.searcher].state, guide.routes[guide.searcher].stage = ROUTE_KNOWN, -1
        guide.searcher = -1
        if guide.routes[asker].state == ROUTE_KNOWN:
            return True


cdef bint is_on_its_way(const CrowdGuide* guide, const AgentRoute* route, const double* start) noexcept nogil:
    """Is the asker nearer to the stage that it was led to than when it was? An agent that was put elsewhere is not."""
    cdef const WorldGate* gate
    if route.stage < 0:
        return False
    gate = &guide.world.index.gates[route.route.nodes[route.stage] >> 1]
    return distance2(start[0], start[2], gate.point[0], gate.point[2]) <= route.reach + gate.half_width


cdef inline bint is_all_loaded(const CrowdGuide* guide) noexcept nogil:
    return guide.world.stream.loaded.size() == guide.world.index.tiles.size()


cdef int find_aim(void* context, int32_t asker, const FilterRules* rules, const double* start, const double* target, int64_t* budget,
                  Aim* out) except -1 nogil:
    """1. The ground under the start. 2. A target on loaded ground without gaps. 3. The target's place. 4. The route. 5. Its last stage
    that is loaded without a gap, as a way around a gap may be long; where there is none, because the agent has left its route, a route
    from where it is. An agent whose rules tell ground apart has a new route each time, as only the ways of a route from where it is
    are sure to be open to it."""
    cdef CrowdGuide* guide = <CrowdGuide*>context
    cdef NavView nav = view_of(guide.world.mesh, guide.world.mesh.graph)
    cdef NearestPoly at, goal
    cdef AgentRoute* route
    cdef bint joined, is_filtered
    cdef int32_t stage = -1, before, count
    memcpy(out.point, target, sizeof(out.point))
    out.stage, out.reason = -1, REASON_GOAL_UNREACHABLE
    if not locate_loaded(guide.world.index, guide.world.stream, nav, start, &at):
        if may_come(guide.world.index, guide.world.stream, start):
            return GUIDE_NO_GROUND
        if not locate_nearest(nav, start, NULL, &at):
            return GUIDE_SEARCH
    joined = locate_loaded(guide.world.index, guide.world.stream, nav, target, &goal) \
        and island_of(nav.mesh, at.poly) == island_of(nav.mesh, goal.poly)
    route = route_to(guide, asker, target, rules)
    is_filtered = not route.prices.get().uniform        # islands and boxes do not tell then what the loaded ground joins
    if joined and (is_all_loaded(guide) if is_filtered else is_loaded_between(guide.world.index, guide.world.stream, start, target)):
        return GUIDE_SEARCH
    if route.state == ROUTE_NONE:
        place_target(guide, route, &goal)
    if route.state == ROUTE_OFF_MESH:
        out.reason = REASON_GOAL_OFF_MESH
        return GUIDE_NO_WAY
    if route.state == ROUTE_READS:
        return GUIDE_LATER
    if route.state == ROUTE_KNOWN and not is_filtered:
        before = route.stage if is_on_its_way(guide, route, start) else -1
        stage = last_loaded_stage(guide.world.index, guide.world.data, at.poly, &route.route.nodes, before)
    if stage < 0 or (stage == <int32_t>route.route.nodes.size() and not joined):
        route.state = ROUTE_PLACED
        if not search_route(guide, asker, &at, budget):
            return GUIDE_LATER
        if route.route.cost == INFINITY:                # links that were added by hand may join them nevertheless
            return GUIDE_SEARCH if joined else GUIDE_NO_WAY
        stage = loaded_from_begin(guide.world.index, guide.world.data, &route.route.nodes) if is_filtered \
            else last_loaded_stage(guide.world.index, guide.world.data, at.poly, &route.route.nodes, -1)
    count = <int32_t>route.route.nodes.size()
    if joined and (stage == count or count == 0):
        return GUIDE_SEARCH
    if not 0 <= stage < count:
        return GUIDE_NO_GROUND
    out.stage = route.route.nodes[stage]
    aim_at_gate(guide.world.index, guide.world.data, start, target, &route.route.nodes, stage, out.point)
    route.stage, route.reach = stage, distance2(start[0], start[2], out.point[0], out.point[2])
    return GUIDE_SEARCH


cdef Guide guide_of(CrowdGuide* guide) noexcept nogil:
    cdef Guide out
    out.find_aim, out.has_ground, out.context = find_aim, has_ground, guide
    return out
