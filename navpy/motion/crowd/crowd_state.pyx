"""Agents, their paths and the walls that they know of, one after the other as they lie in memory. The bytes are for the build that wrote
them, on the mesh that they were written on; a checksum tells where they were damaged."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector

from navpy.base.core cimport PolyRef
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_agents cimport choose_walkable
from navpy.motion.crowd.crowd_data cimport Blockade, CrowdData
from navpy.motion.crowd.crowd_detours cimport restore_blockades
from navpy.motion.crowd.local_boundary cimport LocalBoundary
from navpy.motion.avoidance.orca cimport WallVertex
from navpy.motion.crowd.path_following cimport FollowedPath
from navpy.base.vec2 cimport Vec2

cdef uint64_t MAGIC = 0x34575243564E41          # "NAVCRW4"

cdef struct Head:
    uint64_t magic, checksum
    uint64_t seen_version
    int64_t searches
    uint32_t agent_size, mesh_version
    int64_t search_budget
    double now                                  # seconds
    uint32_t blockade_version
    int32_t slots, free_slots, active, waiting, blockades, polygons

cdef struct Counts:                             # of what belongs to a slot
    int32_t points, links, polys, tiles, walls
    double x, y, reach                          # of its boundary
    uint64_t version

cdef struct BlockadeHead:
    double until, radius
    int64_t members, polys, edges

cdef cppclass Reader:
    const char* at
    size_t left
    bint over                                   # more was asked for than there is


cdef int put(vector[char]* out, const void* data, size_t size) except -1 nogil:
    if size > 0:
        out.insert(out.end(), <const char*>data, <const char*>data + size)
    return 0


cdef bint take(Reader* reader, void* data, size_t size) noexcept nogil:
    if reader.over or size > reader.left:
        reader.over = True
        return False
    if size > 0:
        memcpy(data, reader.at, size)
    reader.at += size
    reader.left -= size
    return True


cdef uint64_t checksum(const Head* head, const char* bytes, size_t size) noexcept nogil:
    """Of a head but for its checksum, and of what follows it."""
    cdef Head bare = head[0]
    bare.checksum = 0
    return add_words(add_words(0xCBF29CE484222325U ^ size, <const char*>&bare, sizeof(bare)), bytes, size)


cdef uint64_t add_words(uint64_t sum, const char* bytes, size_t size) noexcept nogil:
    """FNV-1a by words."""
    cdef uint64_t word
    cdef size_t i = 0
    while i < size:
        word = 0
        memcpy(&word, bytes + i, min(size - i, sizeof(word)))
        sum = (sum ^ word) * 0x100000001B3U
        i += sizeof(word)
    return sum


cdef int write_state(const CrowdData* crowd, vector[char]* out) except -1 nogil:
    cdef Head head
    cdef Counts counts
    cdef const FollowedPath* path
    cdef const LocalBoundary* boundary
    cdef size_t slot, slots = crowd.agents.size()
    memset(&head, 0, sizeof(head))              # the same state is the same bytes, those between the fields included
    memset(&counts, 0, sizeof(counts))
    head.magic, head.agent_size = MAGIC, sizeof(Agent)
    head.seen_version, head.mesh_version, head.searches = crowd.seen_version, crowd.mesh_version, crowd.searches
    head.slots, head.free_slots, head.active = <int32_t>slots, <int32_t>crowd.free_slots.size(), <int32_t>crowd.active.size()
    head.blockades, head.blockade_version, head.now = <int32_t>crowd.blockades.size(), crowd.blockade_version, crowd.now
    head.waiting, head.search_budget = <int32_t>crowd.waiting.size(), crowd.search_budget
    head.polygons = crowd.mesh.poly_count if crowd.mesh != NULL else -1
    out.clear()
    put(out, &head, sizeof(head))
    put(out, crowd.agents.data(), slots * sizeof(Agent))
    put(out, crowd.free_slots.data(), crowd.free_slots.size() * sizeof(int32_t))
    put(out, crowd.active.data(), crowd.active.size() * sizeof(int32_t))
    put(out, crowd.waiting.data(), crowd.waiting.size() * sizeof(int32_t))
    for slot in range(slots):
        path = &crowd.paths[slot]
        boundary = &crowd.boundaries[slot]
        counts.points, counts.polys, counts.links = <int32_t>path.points.size(), <int32_t>path.polys.size(), <int32_t>path.links.size()
        counts.tiles, counts.walls = <int32_t>path.tiles.size(), <int32_t>boundary.walls.size()
        counts.x = counts.y = counts.reach = 0.0
        counts.version = boundary.version
        if boundary.version > 0:
            counts.x, counts.y, counts.reach = boundary.x, boundary.y, boundary.reach
        put(out, &counts, sizeof(counts))
        put(out, path.points.data(), path.points.size() * sizeof(double))
        put(out, path.polys.data(), path.polys.size() * sizeof(PolyRef))
        put(out, path.links.data(), path.links.size() * sizeof(int32_t))
        put(out, path.tiles.data(), path.tiles.size() * sizeof(int32_t))
        put(out, boundary.walls.data(), boundary.walls.size() * sizeof(WallVertex))
    for slot in range(crowd.blockades.size()):
        put_blockade(out, &crowd.blockades[slot])
    head.checksum = checksum(&head, out.data() + sizeof(head), out.size() - sizeof(head))
    memcpy(out.data(), &head, sizeof(head))
    return 0


cdef int put_blockade(vector[char]* out, const Blockade* blockade) except -1 nogil:
    cdef BlockadeHead head
    head.until, head.radius = blockade.until, blockade.radius
    head.members, head.polys, head.edges = blockade.members.size(), blockade.polys.size(), blockade.edges.size()
    put(out, &head, sizeof(head))
    put(out, blockade.members.data(), blockade.members.size() * sizeof(int32_t))
    put(out, blockade.stood.data(), blockade.stood.size() * sizeof(Vec2))
    put(out, blockade.polys.data(), blockade.polys.size() * sizeof(PolyRef))
    put(out, blockade.edges.data(), blockade.edges.size() * sizeof(int32_t))
    return 0


cdef int take_blockade(Reader* reader, Blockade* blockade) except -1 nogil:
    cdef BlockadeHead head
    if not take(reader, &head, sizeof(head)):
        return 0
    blockade.until, blockade.radius = head.until, head.radius
    blockade.members.resize(head.members)
    blockade.stood.resize(head.members)
    blockade.polys.resize(head.polys)
    blockade.edges.resize(head.edges)
    take(reader, blockade.members.data(), blockade.members.size() * sizeof(int32_t))
    take(reader, blockade.stood.data(), blockade.stood.size() * sizeof(Vec2))
    take(reader, blockade.polys.data(), blockade.polys.size() * sizeof(PolyRef))
    take(reader, blockade.edges.data(), blockade.edges.size() * sizeof(int32_t))
    return 0


cdef int take_slot(Reader* reader, FollowedPath* path, LocalBoundary* boundary) except -1 nogil:
    cdef Counts counts
    if not take(reader, &counts, sizeof(counts)):
        return 0
    path.points.resize(counts.points)
    path.polys.resize(counts.polys)
    path.links.resize(counts.links)
    path.tiles.resize(counts.tiles)
    boundary.walls.resize(counts.walls)
    boundary.x, boundary.y, boundary.reach, boundary.version = counts.x, counts.y, counts.reach, counts.version
    take(reader, path.points.data(), path.points.size() * sizeof(double))
    take(reader, path.polys.data(), path.polys.size() * sizeof(PolyRef))
    take(reader, path.links.data(), path.links.size() * sizeof(int32_t))
    take(reader, path.tiles.data(), path.tiles.size() * sizeof(int32_t))
    take(reader, boundary.walls.data(), boundary.walls.size() * sizeof(WallVertex))
    return 0


cdef size_t slots_of_state(const char* bytes, size_t size) noexcept nogil:
    cdef Head head
    if size < sizeof(head):
        return 0
    memcpy(&head, bytes, sizeof(head))
    return head.slots if head.magic == MAGIC and head.checksum == checksum(&head, bytes + sizeof(head), size - sizeof(head)) else 0


cdef int read_state(CrowdData* crowd, const char* bytes, size_t size, const char** wrong) except -1 nogil:
    """The checksum is looked at before anything is believed."""
    cdef Head head
    cdef Reader reader
    cdef uint64_t version
    cdef int32_t slot
    reader.at, reader.left, reader.over = bytes, size, False
    wrong[0] = NULL
    if not take(&reader, &head, sizeof(head)) or head.magic != MAGIC:
        wrong[0] = b"is no state of a crowd"
        return 0
    if head.agent_size != sizeof(Agent):
        wrong[0] = b"was written by another version"
        return 0
    if checksum(&head, reader.at, reader.left) != head.checksum:
        wrong[0] = b"is damaged"
        return 0
    if head.polygons != (crowd.mesh.poly_count if crowd.mesh != NULL else -1):
        wrong[0] = b"was written on another navmesh"
        return 0
    crowd.agents.resize(head.slots)
    crowd.paths.resize(head.slots)
    crowd.boundaries.resize(head.slots)
    crowd.free_slots.resize(head.free_slots)
    crowd.active.resize(head.active)
    crowd.waiting.resize(head.waiting)
    crowd.search_budget = head.search_budget
    crowd.free_slots.reserve(crowd.agents.capacity())
    crowd.active.reserve(crowd.agents.capacity())
    crowd.seen_version, crowd.mesh_version, crowd.searches = head.seen_version, head.mesh_version, head.searches
    take(&reader, crowd.agents.data(), crowd.agents.size() * sizeof(Agent))
    take(&reader, crowd.free_slots.data(), crowd.free_slots.size() * sizeof(int32_t))
    take(&reader, crowd.active.data(), crowd.active.size() * sizeof(int32_t))
    take(&reader, crowd.waiting.data(), crowd.waiting.size() * sizeof(int32_t))
    for slot in range(head.slots):
        take_slot(&reader, &crowd.paths[slot], &crowd.boundaries[slot])
        version = crowd.boundaries[slot].version
        choose_walkable(crowd, slot)
        crowd.boundaries[slot].version = version
    crowd.blockades.clear()
    crowd.blockades.resize(head.blockades)
    for slot in range(head.blockades):
        take_blockade(&reader, &crowd.blockades[slot])
    crowd.blockade_version, crowd.now = head.blockade_version, head.now
    return restore_blockades(crowd)
