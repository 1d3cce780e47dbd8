"""Stages of a route."""
from libc.math cimport fabs
from libc.stdint cimport int32_t

from navpy.mesh.mesh_view cimport island_of
from navpy.mesh.tiles.mesh_data cimport TileRecord
from navpy.streaming.coarse_place cimport loaded_tile
from navpy.streaming.coarse_search cimport tile_after, tile_before
from navpy.streaming.world_index cimport GATE_LINK, GATE_ON_X, WorldGate, side_of

cdef enum:
    AHEAD = 4                       # gates: so far ahead the way is looked at to choose where to cross one

cdef double INSIDE = 0.9            # share of a gate's half width within which it is crossed, so that no aim is on its very end


cdef PolyRef gate_poly(const WorldIndex* world, const MeshData* mesh, int32_t node) noexcept nogil:
    """The polygon at the middle of a node's gate, on the tile that it leaves; −1: the tile is not loaded."""
    cdef int32_t tile = tile_before(world, node), loaded = loaded_tile(world, mesh, tile)
    cdef const WorldGate* gate = &world.gates[node >> 1]
    cdef int32_t poly = gate.polys[side_of(gate, tile)]
    return mesh.tiles[loaded].first_poly + poly if loaded >= 0 and poly < mesh.tiles[loaded].poly_count else -1


cdef inline bint reaches_gate(const WorldIndex* world, const MeshData* mesh, PolyRef start, int32_t node) noexcept nogil:
    """Is the gate's polygon on the tile that it leaves loaded, and on the start's island?"""
    cdef PolyRef poly = gate_poly(world, mesh, node)
    return poly >= 0 and island_of(&mesh.view, poly) == island_of(&mesh.view, start)


cdef int32_t last_loaded_stage(const WorldIndex* world, const MeshData* mesh, PolyRef start, const vector[int32_t]* nodes,
                               int32_t before) noexcept nogil:
    cdef int32_t count = <int32_t>nodes.size(), tile = mesh.polys[start].tile, i = count - 1
    # 1. Where the start is on the route.
    if count > 0 and loaded_tile(world, mesh, tile_after(world, nodes.back())) == tile:
        return count
    while i >= 0 and not (loaded_tile(world, mesh, tile_before(world, nodes.at(i))) == tile
                          and reaches_gate(world, mesh, start, nodes.at(i))):
        i -= 1
    if i < 0 and 0 <= before < count and reaches_gate(world, mesh, start, nodes.at(before)):
        i = before
    if i < 0:
        return -1
    # 2. From there on, as far as each tile is loaded.
    return loaded_after(world, mesh, nodes, i)


cdef int32_t loaded_after(const WorldIndex* world, const MeshData* mesh, const vector[int32_t]* nodes, int32_t i) noexcept nogil:
    """As far as each tile is loaded after a node whose gate is; −1: from the first one on."""
    cdef int32_t count = <int32_t>nodes.size()
    while i + 1 < count and gate_poly(world, mesh, nodes.at(i + 1)) >= 0:
        i += 1
    return count if i >= 0 and i + 1 == count and loaded_tile(world, mesh, tile_after(world, nodes.at(i))) >= 0 else i


cdef int32_t loaded_from_begin(const WorldIndex* world, const MeshData* mesh, const vector[int32_t]* nodes) noexcept nogil:
    return loaded_after(world, mesh, nodes, -1)


cdef bint find_on_border(const MeshData* mesh, int32_t tile, int side, int32_t component, double along, double* out) noexcept nogil:
    """The place of a tile's border at a coordinate along it, on a portal of a component; false: there is none."""
    cdef const TileRecord* record = &mesh.records[tile]
    cdef int axis = 2 if side % 2 == 0 else 0, k
    cdef const double* a
    cdef const double* b
    cdef int32_t local, next
    cdef double share
    cdef size_t i
    for i in range(record.sides[side].size()):
        if mesh.polys[record.sides[side][i].poly].component != component:
            continue
        local, next = record.sides[side][i].poly - record.polys.first, record.sides[side][i].edge + 1
        if next == record.offsets[local + 1]:
            next = record.offsets[local]
        a = mesh.vertices.data() + 3 * <size_t>mesh.own_corners[record.corners.first + record.sides[side][i].edge]
        b = mesh.vertices.data() + 3 * <size_t>mesh.own_corners[record.corners.first + next]
        if min(a[axis], b[axis]) <= along <= max(a[axis], b[axis]) and a[axis] != b[axis]:
            share = (along - a[axis]) / (b[axis] - a[axis])
            for k in range(3):
                out[k] = a[k] + share * (b[k] - a[k])
            return True
    return False


cdef void aim_at_gate(const WorldIndex* world, const MeshData* mesh, const double* start, const double* target,
                      const vector[int32_t]* nodes, int32_t stage, double* out) noexcept nogil:
    cdef int32_t node = nodes.at(stage), tile = tile_before(world, node), loaded = loaded_tile(world, mesh, tile)
    cdef const WorldGate* gate = &world.gates[node >> 1]
    cdef const WorldGate* ahead
    cdef int across = 0 if gate.kind == GATE_ON_X else 2, along = 2 - across, side, k
    cdef double to[3]
    cdef double step, place
    for k in range(3):
        out[k], to[k] = gate.point[k], target[k]
    if gate.kind == GATE_LINK:
        return
    if stage + AHEAD < <int32_t>nodes.size():
        ahead = &world.gates[nodes.at(stage + AHEAD) >> 1]
        for k in range(3):
            to[k] = ahead.point[k]
    step = to[across] - start[across]
    place = start[along] + (out[across] - start[across]) / step * (to[along] - start[along]) if fabs(step) > 1e-6 else to[along]
    place = max(min(place, out[along] + INSIDE * gate.half_width), out[along] - INSIDE * gate.half_width)
    side = (2 if across == 0 else 1) if gate.tiles[0] == tile else (0 if across == 0 else 3)
    find_on_border(mesh, loaded, side, mesh.polys[gate_poly(world, mesh, node)].component, place, out)
