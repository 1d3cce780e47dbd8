"""A* over the coarse graph of a world."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libcpp.algorithm cimport reverse

from navpy.base.geom cimport distance2
from navpy.base.heap cimport heap_pop, heap_put, heap_reset
from navpy.streaming.route_costs cimport gate_cost, way_cost
from navpy.streaming.world_index cimport gate_count, leads_out, place_on, side_of


cdef inline int relax(const WorldIndex* world, CoarseSearch* search, int32_t node, int32_t parent, double cost) except -1 nogil:
    cdef const float* land
    if search.visits[node] == search.visit and search.costs[node] <= cost:
        return 0
    land = place_on(&world.gates[node >> 1], tile_after(world, node))
    search.visits[node], search.costs[node], search.parents[node] = search.visit, cost, parent
    return heap_put(&search.heap, node, cost + search.prices.get().least * distance2(land[0], land[2], search.goal.end.point[0],
                                                                                     search.goal.end.point[2]))


cdef inline int32_t node_from(const WorldIndex* world, int32_t gate, int32_t tile) noexcept nogil:
    """The node that takes a gate from one of its tiles."""
    return 2 * gate + (world.gates[gate].tiles[0] == tile)


cdef bint reaches_island(const WorldIndex* world, const CoarsePlace* goal, int32_t island) noexcept nogil:
    """Does a way lead to the goal from a gate of this island?"""
    cdef size_t i
    for i in range(goal.ways.size()):
        if goal.ways[i] < INFINITY and world.gates[world.tile_gates[world.first_gate[goal.end.tile] + i]].island == island:
            return True
    return False


cdef int begin_coarse(const WorldIndex* world, CoarseSearch* search, RouteCostsRef prices, const CoarsePlace* start,
                      const CoarsePlace* goal, double direct) except -1 nogil:
    cdef size_t count = 2 * world.gates.size(), i
    cdef int32_t gate
    cdef double crossing
    if search.visits.size() != count or search.visit == 0xffffffffU:
        search.costs.clear()
        search.costs.resize(count, INFINITY)
        search.parents.clear()
        search.parents.resize(count, -1)
        search.visits.clear()
        search.visits.resize(count, 0)
        search.visit = 0
    search.visit += 1
    search.start, search.goal, search.prices = start[0], goal[0], prices
    search.best, search.last, search.searched = direct, -1, 0
    heap_reset(&search.heap, count)
    for i in range(start.ways.size()):
        gate = world.tile_gates[world.first_gate[start.end.tile] + i]
        if start.ways[i] < INFINITY and reaches_island(world, goal, world.gates[gate].island):
            crossing = gate_cost(world, prices.get(), gate, side_of(&world.gates[gate], start.end.tile))
            if crossing < INFINITY:
                relax(world, search, node_from(world, gate, start.end.tile), -1, start.ways[i] + crossing)
    return 0


cdef int expand(const WorldIndex* world, CoarseSearch* search, int32_t node) except -1 nogil:
    cdef int32_t tile = tile_after(world, node), count = gate_count(world, tile), from_ = 0, i
    cdef const int32_t* gates = world.tile_gates.data() + world.first_gate[tile]
    cdef double cost = search.costs[node], way
    while gates[from_] != node >> 1:
        from_ += 1
    if tile == search.goal.end.tile and cost + search.goal.ways[from_] < search.best:
        search.best, search.last = cost + search.goal.ways[from_], node
    for i in range(count):
        if i == from_ or not leads_out(&world.gates[gates[i]], tile):
            continue
        way = way_cost(world, search.prices.get(), tile, from_, i)
        if way < INFINITY:
            way += gate_cost(world, search.prices.get(), gates[i], side_of(&world.gates[gates[i]], tile))
        if way < INFINITY:
            relax(world, search, node_from(world, gates[i], tile), node, cost + way)
    return 0


cdef bint advance_coarse(const WorldIndex* world, CoarseSearch* search, int64_t expansions, CoarseRoute* out) except -1 nogil:
    cdef int32_t node
    while search.heap.entries.size() > 0 and search.heap.entries[0].key < search.best:
        if expansions <= 0:
            return False
        expansions -= 1
        search.searched += 1
        expand(world, search, heap_pop(&search.heap))
    out.nodes.clear()
    out.cost, out.searched, node = search.best, search.searched, search.last
    while node >= 0:
        out.nodes.push_back(node)
        node = search.parents[node]
    reverse(out.nodes.begin(), out.nodes.end())
    return True
