"""The index of a streamed world, and what follows from it."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

from navpy.base.union_find cimport root_of, unite
from navpy.mesh.mesh_view cimport tile_coordinate


cdef int32_t find_entry(const WorldIndex* world, int32_t x, int32_t z) noexcept nogil:
    cdef size_t low = 0, high = world.tiles.size(), middle
    while low < high:
        middle = (low + high) // 2
        if world.tiles[middle].z < z or (world.tiles[middle].z == z and world.tiles[middle].x < x):
            low = middle + 1
        else:
            high = middle
    if low == world.tiles.size() or world.tiles[low].x != x or world.tiles[low].z != z:
        return -1
    return <int32_t>low


cdef int32_t entry_at(const WorldIndex* world, double x, double z) noexcept nogil:
    return find_entry(world, tile_coordinate(x, world.origin_x, world.tile_size), tile_coordinate(z, world.origin_z, world.tile_size))


cdef bint is_class_before(const GroundClass* a, const GroundClass* b) noexcept nogil:
    if a.is_link != b.is_link:
        return a.is_link < b.is_link
    if a.area != b.area:
        return a.area < b.area
    return a.flags < b.flags or (a.flags == b.flags and a.kind < b.kind)


cdef size_t place_of_class(const WorldIndex* world, const GroundClass* ground) noexcept nogil:
    """Of the first class that is not before it."""
    cdef size_t low = 0, high = world.classes.size(), middle
    while low < high:
        middle = (low + high) // 2
        if is_class_before(&world.classes[middle], ground):
            low = middle + 1
        else:
            high = middle
    return low


cdef int add_class(WorldIndex* world, const GroundClass* ground) except -1 nogil:
    cdef size_t place = place_of_class(world, ground)
    if place == world.classes.size() or is_class_before(ground, &world.classes[place]):
        world.classes.insert(world.classes.begin() + place, ground[0])
    return 0


cdef int32_t class_of(const WorldIndex* world, int32_t area, int32_t flags, int32_t kind, int32_t is_link) noexcept nogil:
    cdef GroundClass ground
    ground.area, ground.flags, ground.kind, ground.is_link = area, flags, kind, is_link
    return <int32_t>place_of_class(world, &ground)


cdef int64_t list_tile_gates(WorldIndex* world) except -1 nogil:
    cdef vector[int32_t] next
    cdef size_t i
    cdef int side
    cdef int64_t count, mixed = 0
    world.first_gate.clear()
    world.first_gate.resize(world.tiles.size() + 1, 0)
    for i in range(world.gates.size()):
        for side in range(2):
            world.first_gate[world.gates[i].tiles[side] + 1] += 1
    world.first_cost.clear()
    world.first_cost.resize(world.tiles.size() + 1, 0)
    for i in range(world.tiles.size()):
        count = world.first_gate[i + 1]
        world.first_cost[i + 1] = world.first_cost[i] + count * count
        world.first_gate[i + 1] += world.first_gate[i]
    next.assign(world.first_gate.begin(), world.first_gate.end())
    world.tile_gates.resize(2 * world.gates.size())
    for i in range(world.gates.size()):
        for side in range(2):
            world.tile_gates[next[world.gates[i].tiles[side]]] = <int32_t>i
            next[world.gates[i].tiles[side]] += 1
    world.first_mixed.clear()
    world.first_mixed.resize(world.tile_classes.size(), -1)
    for i in range(world.tile_classes.size()):
        if world.tile_classes[i] == MIXED:
            world.first_mixed[i] = mixed
            mixed += world.first_cost[i + 1] - world.first_cost[i]
    return mixed


cdef int label_gates(WorldIndex* world) except -1 nogil:
    cdef vector[int32_t] parent
    cdef const int32_t* gates
    cdef const float* costs
    cdef int32_t tile, i, k, count
    parent.resize(world.gates.size())
    for i in range(<int32_t>parent.size()):
        parent[i] = i
    for tile in range(<int32_t>world.tiles.size()):
        gates, costs, count = world.tile_gates.data() + world.first_gate[tile], world.costs.data() + world.first_cost[tile], \
                gate_count(world, tile)
        for i in range(count):
            for k in range(count):
                if costs[count * i + k] < INFINITY:
                    unite(parent.data(), gates[i], gates[k])
    for i in range(<int32_t>parent.size()):
        world.gates[i].island = root_of(parent.data(), i)
    return 0


cdef int64_t graph_bytes(const WorldIndex* world) noexcept nogil:
    return <int64_t>(world.gates.size() * sizeof(WorldGate) + 4
                     * (world.first_gate.size() + world.tile_gates.size() + world.costs.size())
                     + 8 * world.first_cost.size() + world.classes.size() * sizeof(GroundClass) + world.gate_classes.size() * sizeof(
                         GateClasses)
                     + 4 * world.tile_classes.size() + 8 * world.first_mixed.size()
                     + 4 * (world.choices.first_choice.size()
                            + world.choices.first_share.size()) + world.choices.shares.size() * sizeof(Share))
