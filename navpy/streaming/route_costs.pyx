"""What the ways of a world's coarse graph cost to one who asks for a route.

A way leads over ground of some classes, so many meters over each. Of the choices that are kept of a way the cheapest counts
(way_choices)."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libcpp.algorithm cimport binary_search

from navpy.base.area cimport AREA_COUNT
from navpy.mesh.portal_graph cimport exit_only_areas, may_change, start_rules
from navpy.streaming.world_index cimport MIXED, GateClasses, GroundClass, Share, gate_count, side_of


cdef double class_cost(const GroundClass* ground, const FilterRules* rules) noexcept nogil:
    """Cost of a meter, −1: it may not be used."""
    cdef int32_t* kinds = <int32_t*>rules.link_kinds.data()         # Cython's binary_search takes no const iterators
    if ground.is_link:
        if not rules.takes_links or (ground.flags != 0 and not ground.flags & rules.include_flags):
            return -1.0
        if not rules.link_kinds.empty() and not binary_search(kinds, kinds + rules.link_kinds.size(), ground.kind):
            return -1.0
    elif not ground.flags & rules.include_flags or ground.flags & rules.exclude_flags:
        return -1.0
    return max(rules.area_costs[ground.area], -1.0)


cdef int price_routes(const WorldIndex* world, const MeshView* mesh, const FilterRules* rules, RouteCosts* out) except -1 nogil:
    cdef size_t i
    start_rules(&out.rules)
    if world.classes.empty():
        out.rules.area_costs.resize(AREA_COUNT, 1.0)
    elif rules != NULL:
        out.rules.include_flags, out.rules.exclude_flags, out.rules.takes_links = rules.include_flags, rules.exclude_flags, \
                rules.takes_links
        out.rules.link_kinds, out.rules.area_costs = rules.link_kinds, rules.area_costs
    if out.rules.area_costs.empty():
        out.rules.area_costs.insert(out.rules.area_costs.end(), mesh.area_costs, mesh.area_costs + AREA_COUNT)
    out.rules.exit_only_areas = exit_only_areas(mesh, rules) if not world.classes.empty() else 0
    out.classes.clear()
    out.least, out.uniform = INFINITY, True
    for i in range(world.classes.size()):
        out.classes.push_back(class_cost(&world.classes[i], &out.rules))
        if out.classes[i] >= 0.0:
            out.least = min(out.least, out.classes[i])
        out.uniform = out.uniform and out.classes[i] == out.classes[0] and out.classes[i] >= 0.0 \
            and not out.rules.exit_only_areas >> world.classes[i].area & 1
    if out.least == INFINITY:
        out.least = 1.0
    return 0


cdef bint are_same_costs(const RouteCosts* a, const RouteCosts* b) noexcept nogil:
    cdef size_t i
    if a.rules.include_flags != b.rules.include_flags or a.rules.exclude_flags != b.rules.exclude_flags \
            or a.rules.takes_links != b.rules.takes_links \
            or a.rules.exit_only_areas != b.rules.exit_only_areas or a.rules.link_kinds.size() != b.rules.link_kinds.size():
        return False
    for i in range(a.rules.link_kinds.size()):
        if a.rules.link_kinds[i] != b.rules.link_kinds[i]:
            return False
    for i in range(AREA_COUNT):
        if a.rules.area_costs[i] != b.rules.area_costs[i]:
            return False
    return True


cdef inline bint may_step(const WorldIndex* world, const RouteCosts* costs, int32_t from_, int32_t to) noexcept nogil:
    """Do the areas let a route lead from a class to another one?"""
    return may_change(costs.rules.exit_only_areas, world.classes[from_].area, world.classes[to].area)


cdef double choice_cost(const WorldIndex* world, const RouteCosts* costs, int32_t choice, int32_t begins_on) noexcept nogil:
    """An exit-only area is only walked on from its begin."""
    cdef const Share* share
    cdef double cost = 0.0
    cdef int32_t i
    for i in range(world.choices.first_share[choice], world.choices.first_share[choice + 1]):
        share = &world.choices.shares[i]
        if costs.classes[share.ground] < 0.0 or not may_step(world, costs, begins_on, share.ground):
            return INFINITY
        cost += costs.classes[share.ground] * share.meters
    return cost


cdef double way_cost(const WorldIndex* world, const RouteCosts* costs, int32_t tile, int32_t from_, int32_t to) noexcept nogil:
    cdef int64_t way = <int64_t>gate_count(world, tile) * from_ + to
    cdef double meters = world.costs[world.first_cost[tile] + way], best = INFINITY
    cdef int32_t gate, i
    if meters == INFINITY or costs.uniform:
        return meters * costs.least if meters < INFINITY else INFINITY
    if world.tile_classes[tile] != MIXED:
        return meters * costs.classes[world.tile_classes[tile]] if costs.classes[world.tile_classes[tile]] >= 0.0 else INFINITY
    gate, way = world.tile_gates[world.first_gate[tile] + from_], world.first_mixed[tile] + way
    for i in range(world.choices.first_choice[way], world.choices.first_choice[way + 1]):
        best = min(best, choice_cost(world, costs, i, world.gate_classes[gate].ends[side_of(&world.gates[gate], tile)]))
    return best


cdef double gate_cost(const WorldIndex* world, const RouteCosts* costs, int32_t gate, int side) noexcept nogil:
    cdef double meters = world.gates[gate].cost
    cdef const GateClasses* classes
    if costs.uniform:
        return meters * costs.least
    classes = &world.gate_classes[gate]
    if costs.classes[classes.ends[side]] < 0.0 or costs.classes[classes.ends[1 - side]] < 0.0 \
            or not may_step(world, costs, classes.ends[side], classes.ends[1 - side]):
        return INFINITY
    if classes.link < 0:
        return meters
    if costs.classes[classes.link] < 0.0 or not may_step(world, costs, classes.ends[side], classes.link):
        return INFINITY
    return meters * costs.classes[classes.link]
