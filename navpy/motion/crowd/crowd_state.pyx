"""A state is the agents, their parameters, their paths and their local boundaries, one after the other as they lie in memory, behind a
head with a checksum. Only the same build can read it. Polygons, tiles and edges are written by their lasting numbers. Nothing is
written by the mesh's version, which counts anew where a mesh is read from a file: a hash tells whether the mesh is the same."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_number, read_place, read_point
from navpy.base.core cimport NO_POLY, REASON_NO_REQUEST, STATUS_FAILURE, STATUS_RUNNING
from navpy.base.huge_pages cimport reserve_in_huge_pages
from navpy.motion.agent.agent cimport (
    FOLLOWS_COUNT, LANE_AWAITED, LANE_NONE, LANE_OVER, ON_LINK, WAITS_COUNT, WAITS_FOR_NOTHING, WHERE_COUNT, Agent, has_field,
    is_active, is_queued)
from navpy.motion.agent.agent_state cimport leave_link, wait_for
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.agent.shared_params cimport forget_params, share_params
from navpy.motion.crowd.crowd_agents cimport (
    NO_AGENT, AgentId, choose_walkable, crowd_agent, crowd_place, crowd_set_mesh, list_active, notice_changes, slot_of, stop_agent,
    take_walls)
from navpy.motion.crowd.crowd_requests cimport crowd_request_path
from navpy.motion.crowd.participants cimport Extent, cover
from navpy.motion.crowd.crowd_data cimport BlockedWay, CrowdData, Bottleneck
from navpy.motion.crowd.crowd_detours cimport restore_blocked_ways
from navpy.mesh.lasting_numbers cimport (
    LastingNumbers, hash_mesh, number_of_link, number_of_poly, number_of_tile, number_tiles, numbered_link, numbered_poly)
from navpy.mesh.state_bytes cimport (
    Reader, add_words, poly_number, read_bytes, read_edges, read_links, read_polys, write_bytes, write_edges, write_links, write_polys)
from navpy.mesh.mesh_view cimport NO_TILE, MeshView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.walkable cimport WalkableArea, graph_of, update_clearance
from navpy.motion.agent.link_order cimport note_link
from navpy.motion.agent.local_boundary cimport LocalBoundary
from navpy.motion.crowd.shared_goals cimport SharedGoal, clearance_of, keep_fields
from navpy.motion.agent.step_schedule cimport Seat, StepSchedule, Waiting, restore_schedule, schedule_anew
from navpy.motion.avoidance.orca cimport ObstacleVertex
from navpy.motion.agent.path_following cimport FollowedPath
from navpy.base.vec2 cimport Vec2, length, to_plan

cdef uint64_t NAME_BITS = 0xFFFFFFFFFFFF        # of the magic number, below those of the version
cdef uint64_t MAGIC = 0x42575243564E41          # "ANVCRWB"

cdef struct Head:                               # fields of CrowdData by their names, vectors by their sizes
    uint64_t magic, checksum
    uint64_t mesh_hash, crowd_number            # mesh_hash: 0 without a mesh
    int64_t searches
    uint32_t record_size, mesh_version
    int64_t search_budget
    double now                                  # seconds
    uint32_t blocked_version
    int32_t slots, free_slots, active, search_queue, lane_queue, blocked_ways
    int64_t bottlenecks_made, congestion_debt
    uint32_t bottlenecks_version
    int32_t bottlenecks, next_bottleneck
    int64_t fields
    int32_t shared_goals
    int32_t focus_points, scheduled, waiting, most_steps        # scheduled: slots
    uint32_t schedule_step
    double focus_distance, focus_now            # meters; seconds
    Extent extent

cdef struct SlotHead:                           # before the vectors of a slot
    int32_t points, links, polys, tiles, walls  # sizes of the vectors
    double x, y, reach                          # meters, of the local boundary
    int32_t has_walls                           # the local boundary is of this mesh

cdef struct BlockedWayHead:
    double until                                # seconds on the crowd's clock
    double radius                               # meters
    int64_t members, polys, edges               # sizes of the vectors

cdef struct GoalHead:                           # a shared goal; its field is flooded again
    double target[3]
    # of an agent that walks by its graph and map, −1: the graph is the mesh's own, and there is no map
    int32_t slot
    NearestPoly goal
    int64_t searches, cost, credit, flood_cost, flooded
    uint8_t has_field, is_complete

cdef uint64_t AGENT_MAGIC = 0x3254_4e45_4741_564e      # "NVAGENT2"

cdef enum:
    AGENT_FORMAT = 1                            # of agent_values

cdef struct AgentHead:                          # before an agent that is saved alone
    uint64_t magic, checksum                    # of what follows
    uint64_t mesh_hash
    uint32_t agent_size
    uint8_t is_stale, asks_guide                # its path was not of the mesh's last version; nor its answer of the Guide

cdef struct AgentSummary:           # of a saved agent: values for other builds and other navmeshes
    double position[3]              # meters
    double velocity[3]              # meters a second
    double target[3]                # meters
    int32_t status                  # StatusCode
    int32_t reason                  # ReasonCode
    bint allow_partial


cdef uint64_t checksum(const Head* head, const char* bytes, size_t size) noexcept nogil:
    """The checksum of a head, with 0 for its own checksum, and of the bytes after it."""
    cdef Head bare = head[0]
    bare.checksum = 0
    return add_words(add_words(0xCBF29CE484222325U ^ size, <const char*>&bare, sizeof(bare)), bytes, size)


cdef uint32_t record_size() noexcept nogil:
    """Bytes of a state's records, as they lie in memory: in a build with another field they do not fit."""
    return sizeof(Agent) + sizeof(AgentParams) + sizeof(Bottleneck) + sizeof(ObstacleVertex) + sizeof(Waiting)


cdef uint64_t hash_of_mesh(CrowdData* crowd, const LastingNumbers* numbers) noexcept nogil:
    """Taken once for each version of the mesh, as a game may save in each frame."""
    if crowd.mesh == NULL:
        return 0
    if crowd.hashed_version != crowd.mesh.version:
        crowd.hashed_version, crowd.mesh_hash = crowd.mesh.version, hash_mesh(crowd.mesh, numbers)
    return crowd.mesh_hash


cdef int number_mesh(const CrowdData* crowd, LastingNumbers* out) except -1 nogil:
    return number_tiles(crowd.mesh, out) if crowd.mesh != NULL else 0


cdef int write_state(CrowdData* crowd, vector[char]* out) except -1 nogil:
    """The crowd first takes note of what has changed on its mesh, as its next step would."""
    cdef LastingNumbers numbers
    cdef Head head
    cdef Agent agent
    cdef Bottleneck bottleneck
    cdef const StepSchedule* schedule = &crowd.avoidance.schedule
    cdef size_t slot, slots = crowd.agents.size()
    notice_changes(crowd)
    number_mesh(crowd, &numbers)
    memset(&head, 0, sizeof(head))              # equal states are equal bytes, padding included
    head.magic, head.record_size = MAGIC, record_size()
    head.mesh_hash, head.mesh_version, head.searches = hash_of_mesh(crowd, &numbers), crowd.mesh_version, crowd.searches
    head.slots, head.free_slots, head.active = <int32_t>slots, <int32_t>crowd.free_slots.size(), <int32_t>crowd.active.size()
    head.blocked_ways, head.blocked_version, head.now = <int32_t>crowd.blocked_ways.size(), crowd.blocked_version, crowd.now
    head.lane_queue = <int32_t>crowd.lanes.queue.size()
    head.search_queue, head.search_budget = <int32_t>crowd.search_queue.size(), crowd.search_budget
    head.crowd_number = crowd.avoidance.crowd_number
    head.bottlenecks = <int32_t>crowd.bottlenecks.size()
    head.bottlenecks_made, head.bottlenecks_version = crowd.bottlenecks_made, crowd.bottlenecks_version
    head.next_bottleneck, head.congestion_debt = crowd.next_bottleneck, crowd.congestion_debt
    head.fields, head.shared_goals = crowd.shared.fields, <int32_t>crowd.shared.goals.size()
    head.focus_points, head.scheduled = <int32_t>schedule.points.size(), <int32_t>schedule.seats.size()
    head.most_steps, head.schedule_step = schedule.most_steps, schedule.step
    head.focus_distance, head.focus_now = schedule.distance, schedule.now
    head.extent = crowd.avoidance.extent
    out.clear()
    write_bytes(out, &head, sizeof(head))
    for slot in range(slots):
        memcpy(&agent, &crowd.agents[slot], sizeof(agent))
        agent.params = NULL                     # an address means nothing elsewhere
        agent.poly, agent.next_poly = poly_number(crowd.mesh, &numbers, agent.poly), NO_POLY
        agent.link = number_of_link(crowd.mesh, agent.link)
        agent.has_next_ground = False           # of a step
        write_bytes(out, &agent, sizeof(agent))
        write_bytes(out, crowd.agents[slot].params, sizeof(AgentParams))
    write_bytes(out, crowd.free_slots.data(), crowd.free_slots.size() * sizeof(int32_t))
    write_bytes(out, crowd.active.data(), crowd.active.size() * sizeof(int32_t))
    write_bytes(out, crowd.search_queue.data(), crowd.search_queue.size() * sizeof(int32_t))
    write_bytes(out, crowd.lanes.queue.data(), crowd.lanes.queue.size() * sizeof(int32_t))
    for slot in range(slots):
        write_slot(out, crowd, &numbers, slot)
    for slot in range(crowd.bottlenecks.size()):
        bottleneck = crowd.bottlenecks[slot]
        memset(bottleneck.edges, 0, sizeof(bottleneck.edges))
        write_bytes(out, &bottleneck, sizeof(bottleneck))
        write_edges(out, crowd.mesh, &numbers, crowd.bottlenecks[slot].edges, bottleneck.edge_count)
    for slot in range(crowd.blocked_ways.size()):
        write_blocked_way(out, crowd, &numbers, &crowd.blocked_ways[slot])
    for slot in range(crowd.shared.goals.size()):
        write_goal(out, &crowd.shared.goals[slot], crowd.mesh, &numbers)
    if not schedule.points.empty():             # else every agent steps, and none waits
        write_bytes(out, schedule.points.data(), schedule.points.size() * sizeof(Vec2))
        head.waiting = write_waiting(out, schedule)
    head.checksum = checksum(&head, out.data() + sizeof(head), out.size() - sizeof(head))
    memcpy(out.data(), &head, sizeof(head))
    return 0


cdef int write_slot(vector[char]* out, const CrowdData* crowd, const LastingNumbers* numbers, size_t slot) except -1 nogil:
    cdef const FollowedPath* path = &crowd.paths[slot]
    cdef const LocalBoundary* boundary = &crowd.boundaries[slot]
    cdef vector[int32_t] tiles
    cdef SlotHead head
    cdef size_t i
    memset(&head, 0, sizeof(head))
    head.points, head.polys, head.links = <int32_t>path.points.size(), <int32_t>path.polys.size(), <int32_t>path.links.size()
    head.has_walls = crowd.mesh != NULL and boundary.version == crowd.mesh.version
    head.tiles = <int32_t>path.tiles.size()
    if head.has_walls:
        head.walls, head.x, head.y, head.reach = <int32_t>boundary.walls.size(), boundary.x, boundary.y, boundary.reach
    write_bytes(out, &head, sizeof(head))
    write_bytes(out, path.points.data(), path.points.size() * sizeof(double))
    write_polys(out, crowd.mesh, numbers, &path.polys)
    write_links(out, crowd.mesh, &path.links)
    for i in range(path.tiles.size()):
        tiles.push_back(number_of_tile(numbers, path.tiles[i]))
    sort(tiles.begin(), tiles.end())            # equal states are equal bytes: the path has them in the order of this mesh
    write_bytes(out, tiles.data(), tiles.size() * sizeof(int32_t))
    return write_bytes(out, boundary.walls.data(), head.walls * sizeof(ObstacleVertex))


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


cdef int write_goal(vector[char]* out, const SharedGoal* goal, const MeshView* mesh, const LastingNumbers* numbers) except -1 nogil:
    cdef GoalHead head
    memset(&head, 0, sizeof(head))
    memcpy(head.target, goal.target, sizeof(head.target))
    head.slot = goal.slot if goal.graph != mesh.graph or goal.map != NULL else -1
    head.goal.poly, head.goal.distance = number_of_poly(mesh, numbers, goal.goal.poly), goal.goal.distance
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


cdef int read_goals(Reader* reader, CrowdData* crowd, const MeshView* mesh, const LastingNumbers* numbers,
                    int32_t count) except -1 nogil:
    """After the agents and their walkable areas. On another mesh there are none; the crowd's floods on this mesh are kept."""
    cdef vector[SharedGoal] former
    cdef SharedGoal goal
    cdef GoalHead head
    former.swap(crowd.shared.goals)
    for _ in range(count):
        if not read_bytes(reader, &head, sizeof(head)):
            return 0
        memcpy(goal.target, head.target, sizeof(head.target))
        if mesh == NULL:
            continue
        head.goal.poly = numbered_poly(mesh, numbers, head.goal.poly)
        take_area(crowd, head.slot, &goal)
        goal.slot, goal.goal, goal.searches, goal.cost, goal.credit, goal.waiting = head.slot, head.goal, head.searches, head.cost, \
            head.credit, 0
        goal.flood_cost, goal.flooded, goal.has_field, goal.is_complete = head.flood_cost, head.flooded, head.has_field, \
            head.is_complete
        crowd.shared.goals.push_back(goal)
    return keep_fields(&crowd.shared, &former)


cdef int write_blocked_way(vector[char]* out, const CrowdData* crowd, const LastingNumbers* numbers,
                           const BlockedWay* way) except -1 nogil:
    cdef BlockedWayHead head
    head.until, head.radius = way.until, way.radius
    head.members, head.polys, head.edges = way.members.size(), way.polys.size(), way.edges.size()
    write_bytes(out, &head, sizeof(head))
    write_bytes(out, way.members.data(), way.members.size() * sizeof(int32_t))
    write_bytes(out, way.stood.data(), way.stood.size() * sizeof(Vec2))
    write_polys(out, crowd.mesh, numbers, &way.polys)
    return write_edges(out, crowd.mesh, numbers, way.edges.data(), way.edges.size())


cdef int read_blocked_way(Reader* reader, const MeshView* mesh, const LastingNumbers* numbers, BlockedWay* way) except -1 nogil:
    cdef BlockedWayHead head
    if not read_bytes(reader, &head, sizeof(head)):
        return 0
    way.until, way.radius = head.until, head.radius
    way.members.resize(head.members)
    way.stood.resize(head.members)
    way.edges.resize(head.edges)
    read_bytes(reader, way.members.data(), way.members.size() * sizeof(int32_t))
    read_bytes(reader, way.stood.data(), way.stood.size() * sizeof(Vec2))
    read_polys(reader, mesh, numbers, head.polys, &way.polys)
    return read_edges(reader, mesh, numbers, head.edges, way.edges.data())


cdef int read_agents(Reader* reader, CrowdData* crowd, const MeshView* mesh, const LastingNumbers* numbers) except -1 nogil:
    cdef AgentParams params
    cdef size_t slot
    forget_params(&crowd.params)
    for slot in range(crowd.agents.size()):
        read_bytes(reader, &crowd.agents[slot], sizeof(Agent))
        read_bytes(reader, &params, sizeof(params))
        crowd.agents[slot].params = NULL
        crowd.agents[slot].poly = numbered_poly(mesh, numbers, crowd.agents[slot].poly) if mesh != NULL else NO_POLY
        crowd.agents[slot].link = numbered_link(mesh, crowd.agents[slot].link)
        share_params(&crowd.params, &params, &crowd.agents[slot].params)
    return 0


cdef int read_slot(Reader* reader, const MeshView* mesh, const LastingNumbers* numbers, FollowedPath* path,
                   LocalBoundary* boundary) except -1 nogil:
    """mesh: NULL, if it is not the state's."""
    cdef SlotHead head
    cdef size_t i
    if not read_bytes(reader, &head, sizeof(head)):
        return 0
    path.points.resize(head.points)
    path.tiles.resize(head.tiles)
    boundary.walls.resize(head.walls)
    boundary.x, boundary.y, boundary.reach = head.x, head.y, head.reach
    boundary.version = mesh.version if head.has_walls and mesh != NULL else 0
    read_bytes(reader, path.points.data(), path.points.size() * sizeof(double))
    read_polys(reader, mesh, numbers, head.polys, &path.polys)
    read_links(reader, mesh, head.links, &path.links)
    read_bytes(reader, path.tiles.data(), path.tiles.size() * sizeof(int32_t))
    for i in range(path.tiles.size()):
        path.tiles[i] = numbers.tiles[path.tiles[i]] if mesh != NULL and 0 <= path.tiles[i] < <int32_t>numbers.tiles.size() \
                else NO_TILE
    sort(path.tiles.begin(), path.tiles.end())
    if path.tiles.size() > 0 and path.tiles.front() == NO_TILE:
        path.tiles.clear()                      # it leads over a tile that is gone, and is searched anew
    return read_bytes(reader, boundary.walls.data(), boundary.walls.size() * sizeof(ObstacleVertex))


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


cdef const char* find_fault(const char* bytes, size_t size, Head* head) noexcept nogil:
    """The fault of a state, NULL: none."""
    cdef Reader reader
    reader.at, reader.left, reader.failed = bytes, size, False
    if not read_bytes(&reader, head, sizeof(head[0])) or head.magic & NAME_BITS != MAGIC & NAME_BITS:
        return b"is no state of a crowd"
    if head.magic != MAGIC or head.record_size != record_size():
        return b"was written by another version of navpy, and only the same one reads it: have the agents request their paths anew"
    if checksum(head, reader.at, reader.left) != head.checksum:
        return b"is damaged"
    return NULL


cdef int make_slots(CrowdData* crowd, const Head* head) except -1 nogil:
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
    crowd.lanes.queue.resize(head.lane_queue)
    crowd.free_slots.reserve(crowd.agents.capacity())
    crowd.active.reserve(crowd.agents.capacity())
    return 0


cdef int read_paths(Reader* reader, CrowdData* crowd, const MeshView* mesh, const LastingNumbers* numbers) except -1 nogil:
    cdef uint64_t version
    cdef int32_t slot
    for slot in range(<int32_t>crowd.agents.size()):
        read_slot(reader, mesh, numbers, &crowd.paths[slot], &crowd.boundaries[slot])
        version = crowd.boundaries[slot].version
        choose_walkable(crowd, slot)
        crowd.boundaries[slot].version = version
        take_walls(crowd, slot)
    return 0


cdef int read_ways(Reader* reader, const Head* head, CrowdData* crowd, const MeshView* mesh,
                   const LastingNumbers* numbers) except -1 nogil:
    """Bottlenecks and blocked ways."""
    cdef int32_t i
    crowd.bottlenecks.resize(head.bottlenecks)
    for i in range(head.bottlenecks):
        read_bytes(reader, &crowd.bottlenecks[i], sizeof(Bottleneck))
        read_edges(reader, mesh, numbers, crowd.bottlenecks[i].edge_count, crowd.bottlenecks[i].edges)
    crowd.bottlenecks_made, crowd.bottlenecks_version = head.bottlenecks_made, head.bottlenecks_version
    crowd.next_bottleneck, crowd.congestion_debt = head.next_bottleneck, head.congestion_debt
    crowd.blocked_ways.clear()
    crowd.blocked_ways.resize(head.blocked_ways)
    for i in range(head.blocked_ways):
        read_blocked_way(reader, mesh, numbers, &crowd.blocked_ways[i])
    return 0


cdef bint read_state(CrowdData* crowd, const char* bytes, size_t size, const char** fault) except -1 nogil:
    """Writes into the crowd only after the checksum was found right. False: the state is of another mesh, and all agents search
    anew."""
    cdef Head head
    cdef Reader reader
    cdef LastingNumbers numbers
    cdef bint is_same
    cdef int32_t slot
    cdef const MeshView* mesh                   # NULL: it is another mesh
    fault[0] = find_fault(bytes, size, &head)
    if fault[0] != NULL:
        return False
    reader.at, reader.left, reader.failed = bytes + sizeof(head), size - sizeof(head), False
    notice_changes(crowd)                       # the walkable areas are of this mesh, then
    number_mesh(crowd, &numbers)
    is_same = head.mesh_hash == hash_of_mesh(crowd, &numbers)
    mesh = crowd.mesh if is_same else NULL
    make_slots(crowd, &head)
    crowd.search_budget = head.search_budget
    crowd.mesh_version, crowd.searches = head.mesh_version, head.searches
    crowd.shared_end.is_known = False
    read_agents(&reader, crowd, mesh, &numbers)
    crowd.avoidance.crowd_number, crowd.avoidance.extent = head.crowd_number, head.extent
    crowd.step_count += 1
    crowd.sights.clear()
    crowd.leash_count = 0
    crowd.link_order.slots.clear()
    for slot in range(head.slots):
        crowd.leash_count += crowd.agents[slot].leader != NO_AGENT
        if crowd.agents[slot].generation & 1:
            note_link(&crowd.link_order, &crowd.agents[slot], slot)
    read_bytes(&reader, crowd.free_slots.data(), crowd.free_slots.size() * sizeof(int32_t))
    read_bytes(&reader, crowd.active.data(), crowd.active.size() * sizeof(int32_t))
    read_bytes(&reader, crowd.search_queue.data(), crowd.search_queue.size() * sizeof(int32_t))
    read_bytes(&reader, crowd.lanes.queue.data(), crowd.lanes.queue.size() * sizeof(int32_t))
    read_paths(&reader, crowd, mesh, &numbers)
    read_ways(&reader, &head, crowd, mesh, &numbers)
    read_goals(&reader, crowd, mesh, &numbers, head.shared_goals)
    crowd.shared.fields = head.fields
    crowd.blocked_version, crowd.now = head.blocked_version, head.now
    read_schedule(&reader, &head, &crowd.avoidance.schedule)
    if is_same:
        restore_blocked_ways(crowd)
    else:
        crowd_set_mesh(crowd, crowd.mesh)
    return is_same


# ---- one agent ----

cdef int write_agent(CrowdData* crowd, AgentId id, vector[char]* out) except -1 nogil:
    """The agent without its parameters, its leader and its knowledge of bottlenecks, which are the crowd's."""
    cdef LastingNumbers numbers
    cdef AgentHead head
    cdef Agent agent
    cdef int32_t slot = slot_of(id)
    notice_changes(crowd)
    number_mesh(crowd, &numbers)
    memset(&head, 0, sizeof(head))
    memcpy(&agent, &crowd.agents[slot], sizeof(agent))
    head.magic, head.agent_size, head.mesh_hash = AGENT_MAGIC, sizeof(Agent), hash_of_mesh(crowd, &numbers)
    head.is_stale = agent.mesh_version != crowd.mesh_version
    head.asks_guide = agent.guided_version != crowd.mesh_version
    agent.params = NULL
    agent.leader, agent.generation, agent.active_index = NO_AGENT, 0, -1
    agent.poly, agent.next_poly, agent.has_next_ground = poly_number(crowd.mesh, &numbers, agent.poly), NO_POLY, False
    agent.link = number_of_link(crowd.mesh, agent.link)
    agent.reconsider_at -= crowd.now
    agent.considered = agent.left_bottlenecks[0] = 0
    agent.mesh_version = agent.guided_version = 0
    out.clear()
    write_bytes(out, &head, sizeof(head))
    write_bytes(out, &agent, sizeof(agent))
    write_slot(out, crowd, &numbers, slot)
    head.checksum = add_words(0, out.data() + sizeof(head), out.size() - sizeof(head))
    memcpy(out.data(), &head, sizeof(head))
    return 0


cdef bint is_sound_agent(const Agent* agent, Reader reader) noexcept nogil:
    """True if the numbers that index something fit to each other: players edit saved games, checksums too."""
    cdef SlotHead head
    cdef ObstacleVertex wall
    cdef int32_t i
    if not read_bytes(&reader, &head, sizeof(head)) or min(min(head.points, head.polys), min(head.tiles, head.walls)) < 0 \
            or head.points != 3 * <int64_t>head.polys or head.links != head.polys or agent.status > STATUS_FAILURE \
            or agent.follows >= FOLLOWS_COUNT or agent.waits_for >= WAITS_COUNT or agent.where >= WHERE_COUNT \
            or (agent.link >= 0) != (agent.where == ON_LINK) \
            or not 0 <= agent.next_corner < max(head.polys, 1) or agent.makes_way_for < -1:
        return False
    if reader.left != head.points * sizeof(double) + (2 * <size_t>head.polys
                                                      + head.tiles) * sizeof(int32_t) + head.walls * sizeof(wall):
        return False
    reader.at += reader.left - head.walls * sizeof(wall)
    for i in range(head.walls):
        memcpy(&wall, reader.at + i * sizeof(wall), sizeof(wall))
        if wall.next != i ^ 1 or wall.previous != i ^ 1:
            return False
    return head.walls % 2 == 0 and (head.polys > 0 or not is_active(agent) or agent.where == ON_LINK
                                    or agent.waits_for != WAITS_FOR_NOTHING)


cdef bint read_agent(CrowdData* crowd, AgentId id, const char* bytes, size_t size) except -1 nogil:
    """False, and the agent is unchanged, where another build has written it or the navmesh is another."""
    cdef LastingNumbers numbers
    cdef AgentHead head
    cdef Agent saved
    cdef Agent* agent = &crowd.agents[slot_of(id)]
    cdef Reader reader
    cdef int32_t slot = slot_of(id)
    cdef uint64_t version
    notice_changes(crowd)
    number_mesh(crowd, &numbers)
    reader.at, reader.left, reader.failed = bytes, size, False
    if crowd.mesh == NULL or not read_bytes(&reader, &head, sizeof(head)) or head.magic != AGENT_MAGIC \
            or head.agent_size != sizeof(Agent) \
            or head.checksum != add_words(0, reader.at, reader.left) or head.mesh_hash != hash_of_mesh(crowd, &numbers) \
            or not read_bytes(&reader, &saved, sizeof(saved)) or has_field(&saved) or not is_sound_agent(&saved, reader):
        return False
    stop_agent(crowd, slot)
    saved.params, saved.leader, saved.generation, saved.makes_all_steps = agent.params, agent.leader, agent.generation, \
        agent.makes_all_steps
    saved.poly, saved.link = numbered_poly(crowd.mesh, &numbers, saved.poly), numbered_link(crowd.mesh, saved.link)
    saved.mesh_version = crowd.mesh_version - (head.is_stale != 0 or is_queued(&saved))
    saved.guided_version = crowd.mesh_version - (head.asks_guide != 0)
    saved.reconsider_at += crowd.now
    if is_queued(&saved):
        wait_for(&saved, WAITS_FOR_NOTHING)             # the next step finds that it has to search
    if saved.makes_way_for >= <int32_t>crowd.agents.size():
        saved.makes_way_for = -1
    if saved.lane_wait == LANE_AWAITED and agent.lane_wait == LANE_NONE:
        crowd.lanes.queue.push_back(slot)
    elif saved.lane_wait != LANE_AWAITED:
        saved.lane_wait = LANE_NONE if agent.lane_wait == LANE_NONE else LANE_OVER
    agent[0] = saved
    take_walls(crowd, slot)
    read_slot(&reader, crowd.mesh, &numbers, &crowd.paths[slot], &crowd.boundaries[slot])
    version = crowd.boundaries[slot].version
    choose_walkable(crowd, slot)
    crowd.boundaries[slot].version = version
    if is_active(agent):
        list_active(crowd, slot)
    cover(&crowd.avoidance.extent, agent)
    schedule_anew(&crowd.avoidance.schedule, slot)
    return True


cdef int resume_agent(CrowdData* crowd, AgentId id, const AgentSummary* saved) except -1 nogil:
    """As read_agent, by values that outlast builds and navmeshes: the agent walks on at its velocity, by a new path."""
    cdef Agent* agent = crowd_agent(crowd, id)
    stop_agent(crowd, slot_of(id))
    leave_link(agent)
    crowd_place(crowd, id, saved.position)
    if saved.status == STATUS_RUNNING:
        crowd_request_path(crowd, id, saved.target, saved.allow_partial, False)
    else:
        memcpy(agent.target, saved.target, sizeof(agent.target))
        memcpy(agent.searched_target, saved.target, sizeof(agent.target))
        agent.status, agent.reason, agent.allow_partial = <uint8_t>saved.status, <uint8_t>saved.reason, saved.allow_partial
    memcpy(agent.velocity, saved.velocity, sizeof(agent.velocity))
    agent.last_preferred = to_plan(agent.velocity)
    agent.coasts = not is_active(agent) and agent.params.max_acceleration > 0.0 and length(agent.last_preferred) > 0.0
    agent.smoothed_velocity[0], agent.smoothed_velocity[1] = agent.last_preferred.x, agent.last_preferred.y
    agent.smoothed_speed = length(agent.last_preferred)
    return 0


cdef dict agent_values(CrowdData* crowd, AgentId id):
    """The state of an agent as plain numbers and texts, for any format of files."""
    cdef Agent* agent
    cdef vector[char] exact
    write_agent(crowd, id, &exact)
    agent = crowd_agent(crowd, id)
    if has_field(agent):                                # which the program has
        return dict(place_values(agent), status=STATUS_FAILURE, reason=REASON_NO_REQUEST, exact="")
    return dict(place_values(agent), exact=exact.data()[:exact.size()].hex())


cdef dict place_values(Agent* agent):
    return {"format": AGENT_FORMAT, "position": list(agent.position), "velocity": list(agent.velocity), "target": list(agent.target),
            "status": agent.status, "reason": agent.reason, "allow_partial": agent.allow_partial}


cdef bint load_agent_values(CrowdData* crowd, AgentId id, dict values) except -1:
    """True: the agent goes on to the bit as when it was saved. ValueError: the values are not from `agent_values`."""
    cdef AgentSummary saved
    cdef double status, reason
    cdef bytes exact
    for name in ("format", "position", "velocity", "target", "status", "reason", "allow_partial", "exact"):
        if name not in values:
            raise ValueError(f"state: is none that was saved, as it has no {name!r}")
    read_place("state: is none that was saved: position", values["position"], saved.position)
    read_place("state: is none that was saved: velocity", values["velocity"], saved.velocity)
    read_point("state: is none that was saved: target", values["target"], saved.target)
    # JSON may have made it a float
    status = read_number("state: is none that was saved: status", values["status"], 0.0, <int>STATUS_FAILURE)
    reason = read_number("state: is none that was saved: reason", values["reason"], 0.0, 255.0)
    saved.allow_partial = bool(values["allow_partial"])
    if values["format"] != AGENT_FORMAT or not isinstance(values["exact"], str):
        raise ValueError("state: is none that was saved: its format or bytes are others")
    saved.status, saved.reason = <int>status, <int>reason
    try:
        exact = bytes.fromhex(values["exact"])
    except ValueError:
        raise ValueError("state: is none that was saved: its bytes are no hexadecimal numbers") from None
    if read_agent(crowd, id, exact, len(exact)):
        return True
    resume_agent(crowd, id, &saved)
    return False
