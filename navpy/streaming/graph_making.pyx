"""Makes the coarse graph of a world from the tiles in its file.

1. Gates. A block of tiles is read with the tiles around it that its borders and links lead to, and stitched as a mesh of them all is.
2. Costs. Each tile is read again, and measured alone: exact shortest ways between the middles of its gates, and where its ground is of
several classes, the
   choices of ways that costs of classes may make the cheapest ones.

Blocks and tiles do not depend on each other, so threads may share them."""
from libc.math cimport INFINITY, ceil
from libc.stdint cimport int32_t, uint8_t
from libcpp.algorithm cimport sort
from libcpp.memory cimport make_shared, shared_ptr
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_COUNT
from navpy.base.parallel cimport Runner, parallel_for
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport OffMeshLink, tile_at
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.portal_graph cimport update_portal_graph
from navpy.mesh.tiles.mesh_data cimport MeshData, place_tile
from navpy.mesh.tiles.tile_links cimport add_tile_links
from navpy.mesh.tiles.tiling cimport join_tiles, tile_misfit
from navpy.streaming.gate_finding cimport FoundGate, find_gates
from navpy.streaming.lone_tile cimport LoneTile, make_lone_tile, measure_ways, memory_of, place_gate, start_world_mesh
from navpy.streaming.way_choices cimport append_choices, find_choices, list_tile_classes, start_choices
from navpy.streaming.world_file cimport RawTile, read_world_tile
from navpy.streaming.world_index cimport MIXED, MOST_CLASSES, WayChoices, find_entry, gate_count, leads_in, list_tile_gates

cdef enum:
    BLOCK = 8                       # tiles along a block: with one more on two sides a tile is read about 1¼ times
    TILES_PER_TASK = 64             # tiles that a task measures
    MOST_REACH = 8                  # tiles beyond a block that links may lead to

cdef cppclass Block:
    int32_t x, z                    # block coordinates
    vector[FoundGate] gates
    GraphFault fault
    bint done                       # false where memory ran out

cdef cppclass Making:
    const ByteSource* source
    WorldIndex* world
    vector[Block] blocks            # by z, then x
    vector[GraphFault] faults       # by task of the second stage
    vector[WayChoices] choices      # likewise, of their tiles that are MIXED
    vector[uint8_t] done            # likewise
    int32_t reach                   # tiles that links may lead to beyond their own

cdef cppclass BlockMesh:
    MeshData mesh
    PortalGraph graph
    RawTile tile
    vector[int32_t] entries         # by tile of the mesh: its index in the world
    vector[OffMeshLink] directions


# ---- gates ----

cdef inline int32_t block_of(int32_t place) noexcept nogil:
    return place // BLOCK if place >= 0 else -((BLOCK - 1 - place) // BLOCK)


cdef bint is_block_before(const Block& a, const Block& b) noexcept nogil:
    return a.z < b.z or (a.z == b.z and a.x < b.x)


cdef int list_blocks(const WorldIndex* world, vector[Block]* out) except -1 nogil:
    cdef vector[Block] blocks
    cdef Block block
    cdef size_t i
    block.fault.tile, block.done = -1, False
    for i in range(world.tiles.size()):
        block.x, block.z = block_of(world.tiles[i].x), block_of(world.tiles[i].z)
        if blocks.empty() or blocks.back().x != block.x or blocks.back().z != block.z:
            blocks.push_back(block)
    sort(blocks.begin(), blocks.end(), is_block_before)
    for i in range(blocks.size()):
        if out.empty() or is_block_before(out.back(), blocks[i]):
            out.push_back(blocks[i])
    return 0


cdef bint read_into(const Making* making, BlockMesh* into, int32_t entry, GraphFault* fault) except -1 nogil:
    """Reads a tile and places it in the block's mesh. False: something is wrong with it."""
    read_world_tile(making.source, making.world, entry, &into.tile)
    fault.wrong = into.tile.wrong
    if fault.wrong == NULL:
        fault.wrong = tile_misfit(&into.mesh, &into.tile.data)
    if fault.wrong != NULL:
        fault.tile = entry
        return False
    place_tile(&into.mesh, &into.tile.data)
    into.entries.push_back(entry)
    into.directions.insert(into.directions.end(), into.tile.directions.begin(), into.tile.directions.end())
    return True


cdef int find_block_gates(const Making* making, Block* block) except -1 nogil:
    cdef shared_ptr[BlockMesh] held = make_shared[BlockMesh]()
    cdef BlockMesh* at = held.get()
    cdef int32_t x, z, entry, tile
    start_world_mesh(making.world, &at.mesh)
    for z in range(BLOCK * block.z - making.reach, BLOCK * (block.z + 1) + max(making.reach, 1)):
        for x in range(BLOCK * block.x - making.reach, BLOCK * (block.x + 1) + max(making.reach, 1)):
            entry = find_entry(making.world, x, z)
            if entry >= 0 and not read_into(making, at, entry, &block.fault):
                return 0
    tile = join_tiles(&at.mesh)
    if tile >= 0:
        block.fault.tile, block.fault.wrong = at.entries[tile], b"has polygons too thin to be joined to its neighbors"
        return 0
    add_tile_links(&at.mesh, &at.directions)
    update_portal_graph(&at.mesh.view, NULL, &at.graph)
    at.mesh.view.graph = &at.graph
    for z in range(BLOCK * block.z, BLOCK * (block.z + 1)):
        for x in range(BLOCK * block.x, BLOCK * (block.x + 1)):
            tile = tile_at(&at.mesh.view, x, z)
            if tile >= 0:
                find_gates(making.world, &at.mesh, view_of(&at.mesh.view, &at.graph), tile, &at.entries, &block.gates)
    return 0


cdef int find_gates_task(void* userdata, int32_t index) except -1 nogil:
    cdef Making* making = <Making*>userdata
    find_block_gates(making, &making.blocks[index])
    making.blocks[index].done = True
    return 0


# ---- costs ----

cdef int choose_ways(WorldIndex* world, LoneTile* lone, int32_t tile, WayChoices* choices, GraphFault* fault) except -1 nogil:
    """The classes of a tile's ways, and their choices where these are several."""
    cdef vector[int32_t] classes
    list_tile_classes(world, lone, &classes)
    if classes.size() > AREA_COUNT:
        fault.tile, fault.wrong = tile, b"has more than 64 classes of ground and links, by areas, flags and kinds"
        return 0
    if classes.size() == 1:
        world.tile_classes[tile] = classes.front()
        return 0
    return find_choices(world, lone, tile, &classes, choices)


cdef int measure_tile(const Making* making, int32_t tile, RawTile* raw, WayChoices* choices, GraphFault* fault) except -1 nogil:
    """The memory of a tile, the costs between all of its gates, and their choices."""
    cdef WorldIndex* world = making.world
    cdef shared_ptr[LoneTile] lone
    cdef vector[double] ways
    cdef NearestPoly at
    cdef int32_t count = gate_count(world, tile), i, k, gate
    cdef float* costs = world.costs.data() + world.first_cost[tile]
    read_world_tile(making.source, world, tile, raw)
    if raw.wrong != NULL:
        fault.tile, fault.wrong = tile, raw.wrong
        return 0
    make_lone_tile(world, &raw.data, &raw.directions, NULL, &lone)
    world.tiles[tile].memory = memory_of(lone.get())
    for i in range(count):
        gate = world.tile_gates[world.first_gate[tile] + i]
        if not leads_in(&world.gates[gate], tile) or not place_gate(world, lone.get(), tile, gate, &at):
            continue
        measure_ways(world, lone.get(), tile, &at, False, &ways)
        for k in range(count):
            costs[count * i + k] = <float>ways[k]
    return choose_ways(world, lone.get(), tile, choices, fault)


cdef int measure_task(void* userdata, int32_t index) except -1 nogil:
    cdef Making* making = <Making*>userdata
    cdef RawTile raw
    cdef int32_t tile
    for tile in range(index * TILES_PER_TASK, min((index + 1) * TILES_PER_TASK, <int32_t>making.world.tiles.size())):
        measure_tile(making, tile, &raw, &making.choices[index], &making.faults[index])
        if making.faults[index].tile >= 0:
            break
    making.done[index] = True
    return 0


# ---- both ----

cdef int no_memory() except -1 nogil:
    with gil:
        raise MemoryError("world: there is no memory for its coarse graph")


cdef bint take_gates(Making* making, GraphFault* fault) except -1 nogil:
    """The gates of all blocks, in their order. False: a block has a fault."""
    cdef Block* block
    cdef size_t i, k
    for i in range(making.blocks.size()):
        block = &making.blocks[i]
        if not block.done:
            no_memory()
        if block.fault.tile >= 0:
            fault[0] = block.fault
            return False
        for k in range(block.gates.size()):
            making.world.gates.push_back(block.gates[k].gate)
            making.world.gate_classes.push_back(block.gates[k].classes)
    return True


cdef int make_graph(const ByteSource* source, WorldIndex* world, const Runner* runner, GraphFault* fault) except -1 nogil:
    cdef Making making
    cdef GraphFault none
    cdef size_t i
    none.tile = -1
    none.wrong = NULL
    fault[0] = none
    if world.classes.size() > MOST_CLASSES:
        fault.tile = 0
        fault.wrong = b"and others have more classes of ground and links, by areas, flags and kinds, than a world may have: 32767"
        return 0
    making.source, making.world = source, world
    making.reach = <int32_t>min(ceil(world.link_reach / world.tile_size), <double>MOST_REACH)
    list_blocks(world, &making.blocks)
    world.gates.clear()
    world.gate_classes.clear()
    parallel_for(runner, find_gates_task, &making, <int32_t>making.blocks.size())
    if not take_gates(&making, fault):
        return 0
    world.tile_classes.clear()
    world.tile_classes.resize(world.tiles.size(), MIXED)
    list_tile_gates(world)
    world.costs.clear()
    world.costs.resize(world.first_cost.back(), INFINITY)
    making.faults.clear()
    making.faults.resize((world.tiles.size() + TILES_PER_TASK - 1) // TILES_PER_TASK, none)
    making.choices.resize(making.faults.size())
    making.done.clear()
    making.done.resize(making.faults.size(), <uint8_t>0)
    parallel_for(runner, measure_task, &making, <int32_t>making.faults.size())
    start_choices(&world.choices)
    for i in range(making.faults.size()):
        if not making.done[i]:
            no_memory()
        if making.faults[i].tile >= 0:
            fault[0] = making.faults[i]
            return 0
        append_choices(&making.choices[i], &world.choices)
    list_tile_gates(world)
    return 0
