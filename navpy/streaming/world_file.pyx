"""Writes and reads the file of a streamed world. Everything read is checked before it is used."""
from libc.math cimport fabs, isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.mesh.tiles.stored_tile cimport StoredHead, read_stored_tile, write_stored_tile
from navpy.mesh.tiles.tile_bytes cimport hash_bytes, write_bytes
from navpy.mesh.topology cimport FAULT_NONE
from navpy.streaming.world_index cimport GATE_LINK, GATE_ON_X, TileEntry, WorldGate, label_gates, list_tile_gates

cdef struct Header:                     # as written, little-endian; no padding
    uint8_t magic[8]
    uint64_t checksum                   # of the header's bytes from CHECKED_FROM on
    int32_t format
    int32_t tile_count
    int32_t gate_count
    int32_t reserved                    # 0
    int64_t cost_count
    double agent_radius
    double agent_height
    double climb
    double tile_size
    double origin_x
    double origin_z
    int64_t index_offset                # where the tiles end: the entries, then gates, then costs
    int64_t index_size                  # bytes of the entries
    int64_t graph_size                  # bytes of gates and costs
    uint64_t index_checksum
    uint64_t graph_checksum

cdef enum:
    FORMAT = 1
    CHECKED_FROM = 16                   # bytes before the range of the header's checksum
    PIECE = 1 << 22                     # bytes that are asked for at once: a wrong count asks for no memory that the file has not filled

cdef int64_t MOST_COSTS = <int64_t>1 << 48          # so that their bytes are a number
cdef const char* MAGIC = b"NAVPYWLD"


# ---- writing ----

cdef int append_tile(WorldIndex* world, const TileData* tile, const vector[OffMeshLink]* directions, int64_t offset,
                     vector[uint8_t]* out) except -1 nogil:
    cdef TileEntry entry
    cdef StoredHead head
    cdef size_t i
    cdef int k
    out.clear()
    write_stored_tile(tile, directions, out)
    memcpy(&head, out.data(), sizeof(head))
    entry.x, entry.z, entry.offset, entry.size = tile.x, tile.z, offset, <int64_t>out.size()
    entry.checksum, entry.memory = head.checksum, 0
    world.tiles.push_back(entry)
    for i in range(directions.size()):
        for k in range(0, 3, 2):
            world.link_reach = max(world.link_reach, fabs(directions.at(i).end[k] - directions.at(i).start[k]))
    return 0


cdef bint is_before(const TileEntry& a, const TileEntry& b) noexcept nogil:
    return a.z < b.z or (a.z == b.z and a.x < b.x)


cdef int32_t sort_tiles(WorldIndex* world) except -2 nogil:
    cdef size_t i
    sort(world.tiles.begin(), world.tiles.end(), is_before)
    for i in range(1, world.tiles.size()):
        if not is_before(world.tiles[i - 1], world.tiles[i]):
            return <int32_t>i
    return -1


cdef int write_index(const WorldIndex* world, int64_t offset, vector[uint8_t]* out, vector[uint8_t]* header) except -1 nogil:
    cdef Header head
    cdef WorldGate gate
    cdef size_t i
    memset(&head, 0, sizeof(head))
    memcpy(head.magic, MAGIC, sizeof(head.magic))
    head.format, head.tile_count, head.gate_count = FORMAT, <int32_t>world.tiles.size(), <int32_t>world.gates.size()
    head.cost_count = <int64_t>world.costs.size()
    head.agent_radius, head.agent_height, head.climb = world.agent_radius, world.agent_height, world.climb
    head.tile_size, head.origin_x, head.origin_z = world.tile_size, world.origin_x, world.origin_z
    out.clear()
    write_bytes(out, world.tiles.data(), <int64_t>(world.tiles.size() * sizeof(TileEntry)))
    head.index_offset, head.index_size = offset, <int64_t>out.size()
    for i in range(world.gates.size()):
        gate = world.gates[i]
        gate.island = 0
        write_bytes(out, &gate, sizeof(gate))
    write_bytes(out, world.costs.data(), <int64_t>(world.costs.size() * sizeof(float)))
    head.graph_size = <int64_t>out.size() - head.index_size
    head.index_checksum = hash_bytes(out.data(), head.index_size)
    head.graph_checksum = hash_bytes(out.data() + head.index_size, head.graph_size)
    head.checksum = hash_bytes(<const uint8_t*>&head + CHECKED_FROM, sizeof(head) - CHECKED_FROM)
    header.clear()
    return write_bytes(header, &head, sizeof(head))


# ---- reading ----

cdef const char* check_header(const Header* head) noexcept nogil:
    """NULL where the header is sound, else what is wrong with it."""
    if memcmp(head.magic, MAGIC, sizeof(head.magic)) != 0:
        return b"does not begin as a streamed world does"
    if head.format != FORMAT:
        return b"has another format than 1, which this program reads"
    if head.checksum != hash_bytes(<const uint8_t*>head + CHECKED_FROM, sizeof(Header) - CHECKED_FROM):
        return b"its header is damaged, the checksum is wrong"
    if not (isfinite(head.agent_radius) and head.agent_radius >= 0.0 and isfinite(head.agent_height)
            and head.agent_height >= 0.0 and isfinite(head.climb) and head.climb >= 0.0):
        return b"its agent's measures are no finite numbers from 0 on"
    if not (isfinite(head.tile_size) and head.tile_size > 0.0 and isfinite(head.origin_x) and isfinite(head.origin_z)):
        return b"its tile size and origin are no finite numbers"
    if head.tile_count < 0 or head.gate_count < 0 or head.cost_count < 0 or head.reserved != 0 \
            or head.index_offset < WORLD_HEADER or head.index_size != <int64_t>sizeof(TileEntry) * head.tile_count \
            or head.cost_count > MOST_COSTS or head.graph_size != <int64_t>sizeof(WorldGate) * head.gate_count + 4 * head.cost_count:
        return b"its header's counts contradict each other"
    return NULL


cdef bint read_pieces(const ByteSource* source, int64_t offset, int64_t size, vector[uint8_t]* out) except -1 nogil:
    """False where the file ends before."""
    cdef int64_t done = 0, piece
    out.clear()
    while done < size:
        piece = min(size - done, <int64_t>PIECE)
        out.resize(done + piece)
        if source.read(source.userdata, offset + done, piece, out.data() + done) != 0:
            return False
        done += piece
    return True


cdef const char* check_tiles(const WorldIndex* world, int64_t end) noexcept nogil:
    cdef const TileEntry* entry
    cdef size_t i
    for i in range(world.tiles.size()):
        entry = &world.tiles[i]
        if i > 0 and not is_before(world.tiles[i - 1], entry[0]):
            return b"its tiles are not in the order of z, then x"
        if entry.offset < WORLD_HEADER or entry.size < <int64_t>sizeof(StoredHead) or entry.size > end - entry.offset or entry.memory < 0:
            return b"a tile's place in the file is out of range"
    return NULL


cdef bint is_sound_gate(const WorldGate* gate, int32_t tile_count) noexcept nogil:
    cdef int k
    for k in range(3):
        if not (isfinite(gate.point[k]) and isfinite(gate.land[k])):
            return False
    for k in range(2):
        if not 0 <= gate.tiles[k] < tile_count or gate.polys[k] < 0:
            return False
    return isfinite(gate.half_width) and gate.half_width >= 0.0 and isfinite(gate.cost) and gate.cost >= 0.0 \
        and gate.tiles[0] != gate.tiles[1] and GATE_ON_X <= gate.kind <= GATE_LINK and gate.island == 0


cdef const char* check_graph(const WorldIndex* world) noexcept nogil:
    cdef size_t i
    for i in range(world.gates.size()):
        if not is_sound_gate(&world.gates[i], <int32_t>world.tiles.size()):
            return b"a gate's numbers are out of range"
    for i in range(world.costs.size()):
        if not world.costs[i] >= 0.0:
            return b"a cost is no number from 0 on"
    return NULL


cdef int open_world(const ByteSource* source, WorldIndex* world, const char** wrong) except -1 nogil:
    cdef Header head
    cdef vector[uint8_t] bytes
    cdef int64_t gate_bytes
    wrong[0] = b"is too short for its header"
    if source.read(source.userdata, 0, sizeof(head), <uint8_t*>&head) != 0:
        return 0
    wrong[0] = check_header(&head)
    if wrong[0] != NULL:
        return 0
    wrong[0] = b"ends before its index does"
    if not read_pieces(source, head.index_offset, head.index_size, &bytes):
        return 0
    wrong[0] = b"its index is damaged, the checksum is wrong"
    if hash_bytes(bytes.data(), head.index_size) != head.index_checksum:
        return 0
    world.agent_radius, world.agent_height, world.climb = head.agent_radius, head.agent_height, head.climb
    world.tile_size, world.origin_x, world.origin_z = head.tile_size, head.origin_x, head.origin_z
    world.tiles.resize(head.tile_count)
    memcpy(world.tiles.data(), bytes.data(), head.index_size)
    wrong[0] = check_tiles(world, head.index_offset)
    if wrong[0] != NULL:
        return 0
    wrong[0] = b"ends before its coarse graph does"
    if not read_pieces(source, head.index_offset + head.index_size, head.graph_size, &bytes):
        return 0
    wrong[0] = b"its coarse graph is damaged, the checksum is wrong"
    if hash_bytes(bytes.data(), head.graph_size) != head.graph_checksum:
        return 0
    gate_bytes = <int64_t>sizeof(WorldGate) * head.gate_count
    world.gates.resize(head.gate_count)
    world.costs.resize(head.cost_count)
    memcpy(world.gates.data(), bytes.data(), gate_bytes)
    memcpy(world.costs.data(), bytes.data() + gate_bytes, head.graph_size - gate_bytes)
    wrong[0] = check_graph(world)
    if wrong[0] != NULL:
        return 0
    list_tile_gates(world)
    if world.first_cost.back() != head.cost_count:
        wrong[0] = b"its coarse graph has another number of costs than its gates ask for"
        return 0
    return label_gates(world)


cdef int read_world_tile(const ByteSource* source, const WorldIndex* world, int32_t index, RawTile* out) except -1 nogil:
    cdef const TileEntry* entry = &world.tiles[index]
    cdef StoredHead head
    out.fault.kind = FAULT_NONE
    if not read_pieces(source, entry.offset, entry.size, &out.bytes):
        out.wrong = b"cannot be read, the file ends before or the disk fails"
        return 0
    read_stored_tile(out.bytes.data(), entry.size, &out.data, &out.directions, &out.scratch, &out.wrong, &out.fault)
    memcpy(&head, out.bytes.data(), sizeof(head))
    if out.wrong == NULL and (out.data.x != entry.x or out.data.z != entry.z or head.checksum != entry.checksum):
        out.wrong = b"is another tile than the index says"
    return 0
