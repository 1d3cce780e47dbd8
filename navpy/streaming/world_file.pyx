"""Writes and reads the file of a streamed world. Everything read is checked before it is used."""
from libc.math cimport fabs, isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_COUNT
from navpy.mesh.tiles.stored_tile cimport StoredHead, read_stored_tile, write_stored_tile
from navpy.mesh.tiles.tile_bytes cimport hash_bytes, write_bytes
from navpy.mesh.topology cimport FAULT_NONE
from navpy.streaming.world_index cimport (
    GATE_LINK, GATE_ON_X, MIXED, MOST_CLASSES, GateClasses, GroundClass, Share, TileEntry, WorldGate, add_class, label_gates,
    list_tile_gates)

cdef struct WorldHeader:                     # as written, little-endian; no padding
    uint8_t magic[8]
    uint64_t checksum                   # of the header's bytes from CHECKED_FROM on
    int32_t format
    int32_t tile_count
    int32_t gate_count
    int32_t class_count                 # of format 1: 0
    int64_t cost_count
    double agent_radius
    double agent_height
    double climb
    double tile_size
    double origin_x
    double origin_z
    int64_t index_offset                # where the tiles end: the entries, then gates, then costs
    int64_t index_size                  # bytes of the entries
    int64_t graph_size                  # bytes of gates, costs and, from format 2 on, classes and choices
    uint64_t index_checksum
    uint64_t graph_checksum

cdef struct ChoiceHead:                 # as written, after the costs; no padding
    int64_t choice_count
    int64_t share_count

cdef enum:
    FORMAT = 2
    WITHOUT_CLASSES = 1                 # an older format, which is read
    CHECKED_FROM = 16                   # bytes before the range of the header's checksum
    # bytes that are asked for at once: a wrong count asks for no memory that the file has not filled
    PIECE = 1 << 22

cdef int64_t MOST_COSTS = <int64_t>1 << 48          # so that their bytes are a number
cdef int64_t MOST_CHOICES = 0x7fffffff              # they are counted by int32_t
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
    return add_classes(world, tile, directions)


cdef int add_classes(WorldIndex* world, const TileData* tile, const vector[OffMeshLink]* directions) except -1 nogil:
    cdef GroundClass ground
    cdef size_t i
    ground.kind, ground.is_link = 0, False
    for i in range(tile.polys.size()):
        if tile.polys[i].flags != 0:
            ground.area, ground.flags = tile.polys[i].area, tile.polys[i].flags
            add_class(world, &ground)
    ground.is_link = True
    for i in range(directions.size()):
        ground.area, ground.flags, ground.kind = directions.at(i).area, directions.at(i).flags, directions.at(i).kind
        add_class(world, &ground)
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


cdef int write_choices(const WorldIndex* world, vector[uint8_t]* out) except -1 nogil:
    cdef ChoiceHead head
    head.choice_count, head.share_count = <int64_t>world.choices.first_share.size() - 1, <int64_t>world.choices.shares.size()
    write_bytes(out, &head, sizeof(head))
    write_bytes(out, world.classes.data(), <int64_t>(world.classes.size() * sizeof(GroundClass)))
    write_bytes(out, world.gate_classes.data(), <int64_t>(world.gate_classes.size() * sizeof(GateClasses)))
    write_bytes(out, world.tile_classes.data(), <int64_t>(world.tile_classes.size() * sizeof(int32_t)))
    write_bytes(out, world.choices.first_choice.data(), <int64_t>(world.choices.first_choice.size() * sizeof(int32_t)))
    write_bytes(out, world.choices.first_share.data(), <int64_t>(world.choices.first_share.size() * sizeof(int32_t)))
    return write_bytes(out, world.choices.shares.data(), <int64_t>(world.choices.shares.size() * sizeof(Share)))


cdef int write_index(const WorldIndex* world, int64_t offset, vector[uint8_t]* out, vector[uint8_t]* header) except -1 nogil:
    cdef WorldHeader head
    cdef WorldGate gate
    cdef size_t i
    memset(&head, 0, sizeof(head))
    memcpy(head.magic, MAGIC, sizeof(head.magic))
    head.format, head.tile_count, head.gate_count = FORMAT, <int32_t>world.tiles.size(), <int32_t>world.gates.size()
    head.cost_count, head.class_count = <int64_t>world.costs.size(), <int32_t>world.classes.size()
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
    write_choices(world, out)
    head.graph_size = <int64_t>out.size() - head.index_size
    head.index_checksum = hash_bytes(out.data(), head.index_size)
    head.graph_checksum = hash_bytes(out.data() + head.index_size, head.graph_size)
    head.checksum = hash_bytes(<const uint8_t*>&head + CHECKED_FROM, sizeof(head) - CHECKED_FROM)
    header.clear()
    return write_bytes(header, &head, sizeof(head))


# ---- reading ----

cdef inline int64_t ways_size(const WorldHeader* head) noexcept nogil:
    """Bytes of gates and costs."""
    return <int64_t>sizeof(WorldGate) * head.gate_count + 4 * head.cost_count


cdef const char* check_header(const WorldHeader* head) noexcept nogil:
    """NULL where the header is sound, else what is wrong with it."""
    if memcmp(head.magic, MAGIC, sizeof(head.magic)) != 0:
        return b"does not begin as a streamed world does"
    if head.format != FORMAT and head.format != WITHOUT_CLASSES:
        return b"has another format than 1 and 2, which this program reads"
    if head.checksum != hash_bytes(<const uint8_t*>head + CHECKED_FROM, sizeof(WorldHeader) - CHECKED_FROM):
        return b"its header is damaged, the checksum is wrong"
    if not (isfinite(head.agent_radius) and head.agent_radius >= 0.0 and isfinite(head.agent_height)
            and head.agent_height >= 0.0 and isfinite(head.climb) and head.climb >= 0.0):
        return b"its agent's measures are no finite numbers from 0 on"
    if not (isfinite(head.tile_size) and head.tile_size > 0.0 and isfinite(head.origin_x) and isfinite(head.origin_z)):
        return b"its tile size and origin are no finite numbers"
    if head.tile_count < 0 or head.gate_count < 0 or head.cost_count < 0 or not 0 <= head.class_count <= MOST_CLASSES \
            or (head.format == WITHOUT_CLASSES and head.class_count != 0) \
            or head.index_offset < WORLD_HEADER or head.index_size != <int64_t>sizeof(TileEntry) * head.tile_count \
            or head.cost_count > MOST_COSTS or head.graph_size < ways_size(head) \
            or (head.format == WITHOUT_CLASSES and head.graph_size != ways_size(head)):
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
        if entry.offset < WORLD_HEADER or entry.size < <int64_t>sizeof(StoredHead) or entry.size > end - entry.offset \
                or entry.memory < 0:
            return b"a tile's place in the file is out of range"
    return NULL


cdef inline const uint8_t* take(void* out, int64_t size, const uint8_t* bytes) noexcept nogil:
    """Copies bytes, which may be none, and returns the end of them."""
    if size > 0:
        memcpy(out, bytes, size)
    return bytes + size


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


cdef const char* check_classes(const WorldIndex* world) noexcept nogil:
    cdef int32_t count = <int32_t>world.classes.size()
    cdef size_t i
    cdef int k
    for i in range(world.classes.size()):
        if not (0 <= world.classes[i].area < AREA_COUNT and 0 <= world.classes[i].is_link <= 1):
            return b"a class of its ground is out of range"
    for i in range(world.gate_classes.size()):
        for k in range(2):
            if not 0 <= world.gate_classes[i].ends[k] < count:
                return b"the class of a gate is out of range"
        if not -1 <= world.gate_classes[i].link < count or (world.gate_classes[i].link >= 0) != (world.gates[i].kind == GATE_LINK):
            return b"the class of a gate is out of range"
    for i in range(world.tile_classes.size()):
        if not MIXED <= world.tile_classes[i] < count:
            return b"the class of a tile is out of range"
    for i in range(world.choices.shares.size()):
        if not (0 <= world.choices.shares[i].ground < count and isfinite(world.choices.shares[i].meters)
                and world.choices.shares[i].meters >= 0.0):
            return b"a way's share of a class is out of range"
    return NULL


cdef bint are_ranges(const vector[int32_t]* firsts, size_t end) noexcept nogil:
    """Do they divide 0 … end − 1?"""
    cdef size_t i
    if firsts.empty() or firsts.front() != 0 or <size_t>firsts.back() != end:
        return False
    for i in range(1, firsts.size()):
        if firsts.at(i) < firsts.at(i - 1):
            return False
    return True


cdef const char* read_choices(const uint8_t* bytes, int64_t size, int32_t class_count, WorldIndex* world) except? NULL nogil:
    """Classes and choices, behind gates and costs that are there. NULL where they are sound, else what is wrong with them."""
    cdef ChoiceHead head
    cdef int64_t known = <int64_t>(sizeof(head) + sizeof(GroundClass) * class_count + sizeof(GateClasses) * world.gates.size()
                                   + sizeof(int32_t) * world.tiles.size())
    cdef int64_t mixed
    cdef const char* wrong
    if size < known:
        return b"its coarse graph is too short for its classes"
    bytes = take(&head, sizeof(head), bytes)
    world.classes.resize(class_count)
    bytes = take(world.classes.data(), world.classes.size() * sizeof(GroundClass), bytes)
    world.gate_classes.resize(world.gates.size())
    bytes = take(world.gate_classes.data(), world.gate_classes.size() * sizeof(GateClasses), bytes)
    world.tile_classes.resize(world.tiles.size())
    bytes = take(world.tile_classes.data(), world.tile_classes.size() * sizeof(int32_t), bytes)
    mixed = list_tile_gates(world)
    if not (0 <= head.choice_count < MOST_CHOICES and 0 <= head.share_count < MOST_CHOICES) \
            or size - known != 4 * (mixed + 1 + head.choice_count + 1) + <int64_t>sizeof(Share) * head.share_count:
        return b"its coarse graph has another number of choices than its ways ask for"
    world.choices.first_choice.resize(mixed + 1)
    bytes = take(world.choices.first_choice.data(), world.choices.first_choice.size() * sizeof(int32_t), bytes)
    world.choices.first_share.resize(head.choice_count + 1)
    bytes = take(world.choices.first_share.data(), world.choices.first_share.size() * sizeof(int32_t), bytes)
    world.choices.shares.resize(head.share_count)
    take(world.choices.shares.data(), world.choices.shares.size() * sizeof(Share), bytes)
    wrong = check_classes(world)
    if wrong == NULL and not (are_ranges(&world.choices.first_choice, head.choice_count)
                              and are_ranges(&world.choices.first_share, head.share_count)):
        wrong = b"the choices of its ways are out of order"
    return wrong


cdef int open_world(const ByteSource* source, WorldIndex* world, const char** wrong) except -1 nogil:
    cdef WorldHeader head
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
    take(world.tiles.data(), head.index_size, bytes.data())
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
    take(world.costs.data(), ways_size(&head) - gate_bytes, take(world.gates.data(), gate_bytes, bytes.data()))
    wrong[0] = check_graph(world)
    if wrong[0] != NULL:
        return 0
    list_tile_gates(world)
    if world.first_cost.back() != head.cost_count:
        wrong[0] = b"its coarse graph has another number of costs than its gates ask for"
        return 0
    if head.format != WITHOUT_CLASSES:
        wrong[0] = read_choices(bytes.data() + ways_size(&head), head.graph_size - ways_size(&head), head.class_count, world)
        if wrong[0] != NULL:
            return 0
    return label_gates(world)


cdef int read_world_tile(const ByteSource* source, const WorldIndex* world, int32_t index, RawTile* out) except -1 nogil:
    cdef const TileEntry* entry = &world.tiles[index]
    cdef StoredHead head
    out.fault.kind = FAULT_NONE
    out.is_unreadable = not read_pieces(source, entry.offset, entry.size, &out.bytes)
    if out.is_unreadable:
        out.wrong = b"cannot be read, the file ends before or the disk fails"
        return 0
    read_stored_tile(out.bytes.data(), entry.size, &out.data, &out.directions, &out.scratch, &out.wrong, &out.fault)
    memcpy(&head, out.bytes.data(), sizeof(head))
    if out.wrong == NULL and (out.data.x != entry.x or out.data.z != entry.z or head.checksum != entry.checksum):
        out.wrong = b"is another tile than the index says"
    return 0
