"""A state is the agents, their parameters, their paths and their local boundaries, one after the other as they lie in memory, behind a head with
a checksum. Only the same build with the same mesh can read it."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector

from navpy.base.core cimport PolyRef
from navpy.base.huge_pages cimport reserve_in_huge_pages
from navpy.motion.agent.agent cimport Agent, FieldUse
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.agent.shared_params cimport forget_params, share_params
from navpy.motion.crowd.crowd_agents cimport NO_AGENT, choose_walkable, use_field
from navpy.motion.crowd.participants cimport Extent
from navpy.motion.crowd.crowd_data cimport BlockedWay, CrowdData, Gate
from navpy.motion.crowd.crowd_detours cimport restore_blocked_ways
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.walkable cimport WalkableArea, graph_of, update_clearance
from navpy.motion.crowd.local_boundary cimport LocalBoundary
from navpy.motion.crowd.shared_goals cimport SharedGoal, clearance_of, keep_fields
from navpy.motion.crowd.step_schedule cimport Seat, StepSchedule, Waiting, restore_schedule
from navpy.motion.avoidance.orca cimport ObstacleVertex
from navpy.motion.agent.path_following cimport FollowedPath
from navpy.base.vec2 cimport Vec2

cdef uint64_t NAME_BITS = 0xFFFFFFFFFFFF        # of the magic number, below those of the version
cdef uint64_t MAGIC = 0x38575243564E41          # "ANVCRW8"

cdef struct Head:                               # fields of CrowdData by their names, vectors by their sizes
    uint64_t magic, checksum
    uint64_t seen_version, crowd_number
    int64_t searches
    uint32_t agent_size, mesh_version
    int64_t search_budget
    double now                                  # seconds
    uint32_t blocked_version
    int32_t slots, free_slots, active, search_queue, blocked_ways, polygons     # polygons: of the mesh, −1: no mesh
    int64_t gates_made, congestion_debt
    uint32_t gates_version
    int32_t gates, next_gate
    int64_t fields
    int32_t shared_goals
    int32_t focus_points, scheduled, waiting, most_steps        # scheduled: slots
    uint32_t schedule_step
    double focus_distance, focus_now            # meters; seconds
    Extent extent

cdef struct SlotHead:                           # before the vectors of a slot
    int32_t points, links, polys, tiles, walls  # sizes of the vectors
    double x, y, reach                          # meters, of the local boundary
    uint64_t version                            # of the local boundary

cdef struct BlockedWayHead:
    double until                                # seconds on the crowd's clock
    double radius                               # meters
    int64_t members, polys, edges               # sizes of the vectors

cdef struct GoalHead:                           # a shared goal; its field is flooded again
    double target[3]
    int32_t slot                                # of an agent that walks by its graph and map, −1: the graph is the mesh's own, and there is no map
    NearestPoly goal
    int64_t searches, cost, credit, flood_cost, flooded
    uint8_t has_field, is_complete

cdef cppclass Reader:
    const char* at
    size_t left
    bint failed                                 # a read went beyond the end of the bytes


cdef int write_bytes(vector[char]* out, const void* data, size_t size) except -1 nogil:
    if size > 0:
        out.insert(out.end(), <const char*>data, <const char*>data + size)
    return 0


cdef bint read_bytes(Reader* reader, void* data, size_t size) noexcept nogil:
    """Returns False if the bytes have ended."""
    if reader.failed or size > reader.left:
        reader.failed = True
        return False
    if size > 0:
        memcpy(data, reader.at, size)
    reader.at += size
    reader.left -= size
    return True


cdef uint64_t checksum(const Head* head, const char* bytes, size_t size) noexcept nogil:
    """The checksum of a head, with 0 for its own checksum, and of the bytes after it."""
    cdef Head bare = head[0]
    bare.checksum = 0
    return add_words(add_words(0xCBF29CE484222325U ^ size, <const char*>&bare, sizeof(bare)), bytes, size)


cdef uint64_t add_words(uint64_t sum, const char* bytes, size_t size) noexcept nogil:
    """FNV-1a on 64-bit words."""
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
    cdef SlotHead slot_head
    cdef Agent agent
    cdef const FollowedPath* path
    cdef const LocalBoundary* boundary
    cdef const StepSchedule* schedule = &crowd.avoidance.schedule
    cdef size_t slot, slots = crowd.agents.size()
    memset(&head, 0, sizeof(head))              # equal states are equal bytes, padding included
    memset(&slot_head, 0, sizeof(slot_head))
    head.magic, head.agent_size = MAGIC, sizeof(Agent)
    head.seen_version, head.mesh_version, head.searches = crowd.seen_version, crowd.mesh_version, crowd.searches
    head.slots, head.free_slots, head.active = <int32_t>slots, <int32_t>crowd.free_slots.size(), <int32_t>crowd.active.size()
    head.blocked_ways, head.blocked_version, head.now = <int32_t>crowd.blocked_ways.size(), crowd.blocked_version, crowd.now
    head.search_queue, head.search_budget = <int32_t>crowd.search_queue.size(), crowd.search_budget
    head.crowd_number = crowd.avoidance.crowd_number
    head.gates, head.gates_made, head.gates_version = <int32_t>crowd.gates.size(), crowd.gates_made, crowd.gates_version
    head.next_gate, head.congestion_debt = crowd.next_gate, crowd.congestion_debt
    head.fields, head.shared_goals = crowd.shared.fields, <int32_t>crowd.shared.goals.size()
    head.polygons = crowd.mesh.poly_count if crowd.mesh != NULL else -1
    head.focus_points, head.scheduled = <int32_t>schedule.points.size(), <int32_t>schedule.seats.size()
    head.most_steps, head.schedule_step = schedule.most_steps, schedule.step
    head.focus_distance, head.focus_now = schedule.distance, schedule.now
    head.extent = crowd.avoidance.extent
    out.clear()
    write_bytes(out, &head, sizeof(head))
    for slot in range(slots):
        memcpy(&agent, &crowd.agents[slot], sizeof(agent))
        agent.params = NULL                     # an address means nothing elsewhere
        write_bytes(out, &agent, sizeof(agent))
        write_bytes(out, crowd.agents[slot].params, sizeof(AgentParams))
    write_bytes(out, crowd.free_slots.data(), crowd.free_slots.size() * sizeof(int32_t))
    write_bytes(out, crowd.active.data(), crowd.active.size() * sizeof(int32_t))
    write_bytes(out, crowd.search_queue.data(), crowd.search_queue.size() * sizeof(int32_t))
    for slot in range(slots):
        path = &crowd.paths[slot]
        boundary = &crowd.boundaries[slot]
        slot_head.points, slot_head.polys, slot_head.links = <int32_t>path.points.size(), <int32_t>path.polys.size(), <int32_t>path.links.size()
        slot_head.tiles, slot_head.walls = <int32_t>path.tiles.size(), <int32_t>boundary.walls.size()
        slot_head.x = slot_head.y = slot_head.reach = 0.0
        slot_head.version = boundary.version
        if boundary.version > 0:
            slot_head.x, slot_head.y, slot_head.reach = boundary.x, boundary.y, boundary.reach
        write_bytes(out, &slot_head, sizeof(slot_head))
        write_bytes(out, path.points.data(), path.points.size() * sizeof(double))
        write_bytes(out, path.polys.data(), path.polys.size() * sizeof(PolyRef))
        write_bytes(out, path.links.data(), path.links.size() * sizeof(int32_t))
        write_bytes(out, path.tiles.data(), path.tiles.size() * sizeof(int32_t))
        write_bytes(out, boundary.walls.data(), boundary.walls.size() * sizeof(ObstacleVertex))
    write_bytes(out, crowd.gates.data(), crowd.gates.size() * sizeof(Gate))
    for slot in range(crowd.blocked_ways.size()):
        write_blocked_way(out, &crowd.blocked_ways[slot])
    for slot in range(crowd.shared.goals.size()):
        write_goal(out, &crowd.shared.goals[slot], crowd.mesh)
    if not schedule.points.empty():             # else every agent steps, and none waits
        write_bytes(out, schedule.points.data(), schedule.points.size() * sizeof(Vec2))
        head.waiting = write_waiting(out, schedule)
    head.checksum = checksum(&head, out.data() + sizeof(head), out.size() - sizeof(head))
    memcpy(out.data(), &head, sizeof(head))
    return 0


cdef int write_waiting(vector[char]* out, const StepSchedule* schedule) except -1 nogil:
    """By slot, so that equal states are equal bytes. Returns their number."""
    cdef const Seat* seat
    cdef Waiting waiting
    cdef int32_t slot, count = 0
    memset(&waiting, 0, sizeof(waiting))
    for slot in range(<int32_t>schedule.seats.size()):
        seat = &schedule.seats[slot]
        if seat.square < 0:
            continue
        waiting.place = schedule.squares[seat.square].agents[seat.place].place
        waiting.since, waiting.slot = schedule.squares[seat.square].agents[seat.place].since, slot
        write_bytes(out, &waiting, sizeof(waiting))
        count += 1
    return count


cdef int write_goal(vector[char]* out, const SharedGoal* goal, const MeshView* mesh) except -1 nogil:
    cdef GoalHead head
    memset(&head, 0, sizeof(head))
    memcpy(head.target, goal.target, sizeof(head.target))
    head.slot = goal.slot if goal.graph != mesh.graph or goal.map != NULL else -1
    head.goal.poly, head.goal.distance = goal.goal.poly, goal.goal.distance
    memcpy(head.goal.point, goal.goal.point, sizeof(head.goal.point))
    head.searches, head.cost, head.credit = goal.searches, goal.cost, goal.credit
    head.flood_cost, head.flooded, head.has_field, head.is_complete = goal.flood_cost, goal.flooded, goal.has_field, goal.is_complete
    return write_bytes(out, &head, sizeof(head))


cdef int take_area(CrowdData* crowd, int32_t slot, SharedGoal* goal) except -1 nogil:
    """The graph and the map are those of an agent."""
    cdef WalkableArea* walkable = <WalkableArea*>crowd.paths[slot].walkable if slot >= 0 else NULL
    if walkable != NULL:
        update_clearance(crowd.mesh, walkable)
    goal.graph, goal.map = graph_of(crowd.mesh, walkable), clearance_of(walkable)
    return 0


cdef int read_goals(Reader* reader, CrowdData* crowd, int32_t count, bint same_version) except -1 nogil:
    """After the agents and their walkable areas. same_version: what the crowd has flooded is of the state's version of the navmesh."""
    cdef vector[SharedGoal] former
    cdef SharedGoal goal
    cdef GoalHead head
    former.swap(crowd.shared.goals)
    for _ in range(count):
        if not read_bytes(reader, &head, sizeof(head)):
            return 0
        memcpy(goal.target, head.target, sizeof(head.target))
        take_area(crowd, head.slot, &goal)
        goal.slot, goal.goal, goal.searches, goal.cost, goal.credit, goal.waiting = head.slot, head.goal, head.searches, head.cost, head.credit, 0
        goal.flood_cost, goal.flooded, goal.has_field, goal.is_complete = head.flood_cost, head.flooded, head.has_field, head.is_complete
        crowd.shared.goals.push_back(goal)
    return keep_fields(&crowd.shared, &former) if same_version else 0


cdef int write_blocked_way(vector[char]* out, const BlockedWay* way) except -1 nogil:
    cdef BlockedWayHead head
    head.until, head.radius = way.until, way.radius
    head.members, head.polys, head.edges = way.members.size(), way.polys.size(), way.edges.size()
    write_bytes(out, &head, sizeof(head))
    write_bytes(out, way.members.data(), way.members.size() * sizeof(int32_t))
    write_bytes(out, way.stood.data(), way.stood.size() * sizeof(Vec2))
    write_bytes(out, way.polys.data(), way.polys.size() * sizeof(PolyRef))
    write_bytes(out, way.edges.data(), way.edges.size() * sizeof(int32_t))
    return 0


cdef int read_blocked_way(Reader* reader, BlockedWay* way) except -1 nogil:
    cdef BlockedWayHead head
    if not read_bytes(reader, &head, sizeof(head)):
        return 0
    way.until, way.radius = head.until, head.radius
    way.members.resize(head.members)
    way.stood.resize(head.members)
    way.polys.resize(head.polys)
    way.edges.resize(head.edges)
    read_bytes(reader, way.members.data(), way.members.size() * sizeof(int32_t))
    read_bytes(reader, way.stood.data(), way.stood.size() * sizeof(Vec2))
    read_bytes(reader, way.polys.data(), way.polys.size() * sizeof(PolyRef))
    read_bytes(reader, way.edges.data(), way.edges.size() * sizeof(int32_t))
    return 0


cdef int read_agents(Reader* reader, CrowdData* crowd) except -1 nogil:
    cdef AgentParams params
    cdef size_t slot
    forget_params(&crowd.params)
    for slot in range(crowd.agents.size()):
        read_bytes(reader, &crowd.agents[slot], sizeof(Agent))
        read_bytes(reader, &params, sizeof(params))
        crowd.agents[slot].params = NULL
        share_params(&crowd.params, &params, &crowd.agents[slot].params)
    return 0


cdef int read_slot(Reader* reader, FollowedPath* path, LocalBoundary* boundary) except -1 nogil:
    cdef SlotHead slot_head
    if not read_bytes(reader, &slot_head, sizeof(slot_head)):
        return 0
    path.points.resize(slot_head.points)
    path.polys.resize(slot_head.polys)
    path.links.resize(slot_head.links)
    path.tiles.resize(slot_head.tiles)
    boundary.walls.resize(slot_head.walls)
    boundary.x, boundary.y, boundary.reach, boundary.version = slot_head.x, slot_head.y, slot_head.reach, slot_head.version
    read_bytes(reader, path.points.data(), path.points.size() * sizeof(double))
    read_bytes(reader, path.polys.data(), path.polys.size() * sizeof(PolyRef))
    read_bytes(reader, path.links.data(), path.links.size() * sizeof(int32_t))
    read_bytes(reader, path.tiles.data(), path.tiles.size() * sizeof(int32_t))
    read_bytes(reader, boundary.walls.data(), boundary.walls.size() * sizeof(ObstacleVertex))
    return 0


cdef int read_schedule(Reader* reader, const Head* head, StepSchedule* schedule) except -1 nogil:
    cdef vector[Waiting] waiting
    schedule.distance, schedule.most_steps, schedule.step = head.focus_distance, head.most_steps, head.schedule_step
    schedule.now = head.focus_now
    schedule.points.resize(head.focus_points)
    waiting.resize(head.waiting)
    if head.focus_points > 0:
        read_bytes(reader, schedule.points.data(), schedule.points.size() * sizeof(Vec2))
        read_bytes(reader, waiting.data(), waiting.size() * sizeof(Waiting))
    return restore_schedule(schedule, head.scheduled, &waiting)


cdef size_t slots_of_state(const char* bytes, size_t size) noexcept nogil:
    cdef Head head
    if size < sizeof(head):
        return 0
    memcpy(&head, bytes, sizeof(head))
    return head.slots if head.magic == MAGIC and head.checksum == checksum(&head, bytes + sizeof(head), size - sizeof(head)) else 0


cdef int read_state(CrowdData* crowd, const char* bytes, size_t size, const char** fault) except -1 nogil:
    """Writes into the crowd only after the checksum was found right."""
    cdef Head head
    cdef Reader reader
    cdef uint64_t version
    cdef bint same_version
    cdef int32_t slot
    reader.at, reader.left, reader.failed = bytes, size, False
    fault[0] = NULL
    if not read_bytes(&reader, &head, sizeof(head)) or head.magic & NAME_BITS != MAGIC & NAME_BITS:
        fault[0] = b"is no state of a crowd"
        return 0
    if head.magic != MAGIC or head.agent_size != sizeof(Agent):
        fault[0] = b"was written by another version"
        return 0
    if checksum(&head, reader.at, reader.left) != head.checksum:
        fault[0] = b"is damaged"
        return 0
    if head.polygons != (crowd.mesh.poly_count if crowd.mesh != NULL else -1):
        fault[0] = b"was written on another navmesh"
        return 0
    same_version = head.seen_version == crowd.seen_version and not crowd.has_new_mesh
    reserve_in_huge_pages(&crowd.agents, head.slots)
    reserve_in_huge_pages(&crowd.paths, head.slots)
    reserve_in_huge_pages(&crowd.boundaries, head.slots)
    crowd.agents.resize(head.slots)
    crowd.paths.resize(head.slots)
    crowd.boundaries.resize(head.slots)
    crowd.field_guides.resize(head.slots, NULL)
    crowd.free_slots.resize(head.free_slots)
    crowd.active.resize(head.active)
    crowd.search_queue.resize(head.search_queue)
    crowd.search_budget = head.search_budget
    crowd.free_slots.reserve(crowd.agents.capacity())
    crowd.active.reserve(crowd.agents.capacity())
    crowd.seen_version, crowd.mesh_version, crowd.searches = head.seen_version, head.mesh_version, head.searches
    crowd.shared_end.is_known = False
    read_agents(&reader, crowd)
    crowd.avoidance.crowd_number, crowd.avoidance.extent = head.crowd_number, head.extent
    crowd.step_count += 1
    crowd.sights.clear()
    crowd.leash_count = 0
    for slot in range(head.slots):
        crowd.leash_count += crowd.agents[slot].leader != NO_AGENT
    read_bytes(&reader, crowd.free_slots.data(), crowd.free_slots.size() * sizeof(int32_t))
    read_bytes(&reader, crowd.active.data(), crowd.active.size() * sizeof(int32_t))
    read_bytes(&reader, crowd.search_queue.data(), crowd.search_queue.size() * sizeof(int32_t))
    for slot in range(head.slots):
        read_slot(&reader, &crowd.paths[slot], &crowd.boundaries[slot])
        version = crowd.boundaries[slot].version
        choose_walkable(crowd, slot)
        crowd.boundaries[slot].version = version
        use_field(crowd, slot, <FieldUse>crowd.agents[slot].field_use)
    crowd.gates.resize(head.gates)
    read_bytes(&reader, crowd.gates.data(), crowd.gates.size() * sizeof(Gate))
    crowd.gates_made, crowd.gates_version = head.gates_made, head.gates_version
    crowd.next_gate, crowd.congestion_debt = head.next_gate, head.congestion_debt
    crowd.blocked_ways.clear()
    crowd.blocked_ways.resize(head.blocked_ways)
    for slot in range(head.blocked_ways):
        read_blocked_way(&reader, &crowd.blocked_ways[slot])
    read_goals(&reader, crowd, head.shared_goals, same_version)
    crowd.shared.fields = head.fields
    crowd.blocked_version, crowd.now = head.blocked_version, head.now
    read_schedule(&reader, &head, &crowd.avoidance.schedule)
    return restore_blocked_ways(crowd)
