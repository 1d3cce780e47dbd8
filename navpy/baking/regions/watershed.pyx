"""
Watershed partitioning of the walkable floors (Haumont, Debled-Rennesson & Sillion 2003, "Volumetric cell-and-portal
generation", section 4; Mononen's Recast for the expansion).

The distance field is drained from its peaks down, two units of distance a level. At every level the regions known so far
grow into the floors just laid dry, and floors that they cannot reach start regions of their own. No region ever lies above
itself, so its outline is flat in the ground plane: that is what tracing and triangulating it rely on.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libcpp.vector cimport vector
from navpy.baking.regions.floor_graph cimport FloorGraph, in_column, MARK_LINKS, MARK_OPEN, MARK_QUEUED, MARK_STACKED

cdef enum:
    EXPANSION_RINGS = 8             # how far a region grows at one level before new ones may start
    UNTIL_DONE = 0
    MOST_STEPS = 65535              # steps stop growing here
    PATIENCE = 4                    # candidates looked at for a claim before it pays to find its neighbours
    AHEAD = 16                      # candidates that are asked for before their turn: they lie scattered in memory

cdef extern from *:
    """
    static const uint64_t UNREACHED = uint64_t(1) << 48;        // more than any steps and region
    """
    const uint64_t UNREACHED
    void prefetch "__builtin_prefetch"(const void* address) noexcept nogil


cdef int sort_by_level(const FloorGraph* graph, const uint16_t* distances, int top, vector[int32_t]& starts,
                       vector[int32_t]& order) except -1 nogil:
    """Counting sort of the open floors: order[starts[l] … starts[l+1]−1] have distance 2l or 2l+1 (at `top`: or more)."""
    cdef int32_t i, level
    starts.clear()
    starts.resize(top + 2, 0)
    for i in range(graph.begin, graph.end):
        if graph.marks[i] & MARK_OPEN:
            starts[min(distances[i] >> 1, top) + 1] += 1
    for level in range(top + 1):
        starts[level + 1] += starts[level]
    order.resize(starts[top + 1])
    for i in range(graph.end - 1, graph.begin - 1, -1):
        if graph.marks[i] & MARK_OPEN:
            level = min(distances[i] >> 1, top)
            starts[level + 1] -= 1
            order[starts[level + 1]] = i
    # The ends have walked down to the starts: entry l + 1 is now where level l begins.
    for level in range(top + 1):
        starts[level] = starts[level + 1]
    starts[top + 1] = <int32_t>order.size()
    return 0


# Expansion. The distance of a floor is needed until it has a region, its steps from then on: they share an array.

cdef inline uint64_t offer(const FloorGraph* graph, const uint16_t* steps, int32_t floor) noexcept nogil:
    """What a floor offers its neighbours: fewest steps first, then the lowest region; UNREACHED and more if it has none."""
    cdef uint64_t region = graph.regions[floor]
    return (<uint64_t>steps[floor] << 32) | (UNREACHED if region == 0 else region)


cdef uint64_t best_offer(const FloorGraph* graph, const uint16_t* steps, int32_t floor) noexcept nogil:
    """As the fast way of nearest_region, where links are missing or where a region may already be in the column."""
    cdef uint64_t best = UNREACHED, other
    cdef int32_t neighbor
    cdef int direction, marks = graph.marks[floor]
    for direction in range(4):
        if marks & 1 << direction:
            neighbor = graph.floors[floor].neighbors[direction]
            other = offer(graph, steps, neighbor)
            if other < best and not (marks & MARK_STACKED and in_column(graph, floor, graph.regions[neighbor])):
                best = other
    return best


cdef inline Claim nearest_region(const FloorGraph* graph, const uint16_t* steps, int32_t floor) noexcept nogil:
    """The neighbouring region whose core is fewest steps away; region 0 if there is none that the floor may join."""
    cdef const int32_t* next = &graph.floors[floor].neighbors[0]
    cdef uint64_t best
    cdef Claim claim
    if graph.marks[floor] & (MARK_LINKS | MARK_STACKED) == MARK_LINKS:
        best = min(min(offer(graph, steps, next[0]), offer(graph, steps, next[1])),
                   min(offer(graph, steps, next[2]), offer(graph, steps, next[3])))
    else:
        best = best_offer(graph, steps, floor)
    claim.floor = floor
    claim.region = 0 if best >= UNREACHED else <int32_t>best
    claim.steps = <int32_t>(best >> 32) + 1
    return claim


cdef int take_claims(FloorGraph* graph, uint16_t* steps, const vector[Claim]& claims,
                     vector[int32_t]& refused) except -1 nogil:
    """Give floors to the regions that claim them; of several floors of one column only the first one gets to go."""
    cdef size_t i
    cdef Claim claim
    for i in range(claims.size()):
        claim = claims[i]
        if graph.marks[claim.floor] & MARK_STACKED and in_column(graph, claim.floor, claim.region):
            refused.push_back(claim.floor)
            continue
        graph.regions[claim.floor] = claim.region
        steps[claim.floor] = min(claim.steps, MOST_STEPS)
    return 0


cdef int queue_neighbors(FloorGraph* graph, const uint16_t* distances, const vector[Claim]& claims, int least,
                         vector[int32_t]& queue) except -1 nogil:
    """The floors at least `least` deep that the last claims have made neighbours of a region."""
    cdef size_t i
    cdef int32_t floor, neighbor
    cdef int direction
    cdef uint8_t* marks = graph.marks.data()
    queue.clear()
    for i in range(claims.size()):
        floor = claims[i].floor
        for direction in range(4):
            if not marks[floor] & 1 << direction:
                continue
            neighbor = graph.floors[floor].neighbors[direction]
            if graph.regions[neighbor] == 0 and distances[neighbor] >= least and not marks[neighbor] & MARK_QUEUED:
                marks[neighbor] |= MARK_QUEUED
                queue.push_back(neighbor)
    return 0


cdef int find_claims(FloorGraph* graph, const uint16_t* distances, vector[int32_t]& candidates,
                     vector[Claim]& claims) except -1 nogil:
    """Claims to all candidates without a region that lie beside one; leaves those that do not among the candidates."""
    cdef Claim claim
    cdef int32_t floor
    cdef size_t i, kept = 0
    claims.clear()
    for i in range(candidates.size()):
        if i + AHEAD < candidates.size():
            prefetch(&graph.floors[candidates[i + AHEAD]])
        floor = candidates[i]
        graph.marks[floor] &= ~MARK_QUEUED
        if graph.regions[floor] != 0:
            continue
        claim = nearest_region(graph, distances, floor)
        if claim.region != 0:
            claims.push_back(claim)
        else:
            candidates[kept] = floor
            kept += 1
    candidates.resize(kept)
    return 0


cdef int expand_regions(FloorGraph* graph, uint16_t* distances, int least, int rings, vector[int32_t]& pending,
                        vector[int32_t]& queue, vector[Claim]& claims) except -1 nogil:
    """
    Grow all regions into the floors at least `least` deep, in step, ring by ring, so that they meet half way.

    pending: every floor that deep without a region, before and after, and maybe some that have one.
    Few rings reach most floors. Where many wait for few claims, only the neighbours of the last claims are looked at.
    """
    cdef int ring = 0
    claims.clear()
    while ring == 0 or not (claims.empty() or pending.empty() or ring == rings):
        if ring == 0 or pending.size() <= PATIENCE * claims.size():
            find_claims(graph, distances, pending, claims)
            take_claims(graph, distances, claims, pending)
        else:
            queue_neighbors(graph, distances, claims, least, queue)
            find_claims(graph, distances, queue, claims)
            take_claims(graph, distances, claims, queue)
        ring += 1
    return 0


# Flooding

cdef bint touches_other(const FloorGraph* graph, int32_t floor, int32_t region) noexcept nogil:
    """Whether another region of the same area lies next to the floor, diagonals included."""
    cdef int32_t side, other
    cdef int direction, turn
    for direction in range(4):
        if not graph.marks[floor] & 1 << direction:
            continue
        side = graph.floors[floor].neighbors[direction]
        other = graph.regions[side]
        if other != 0 and other != region:
            return True
        turn = (direction + 1) & 3
        if graph.marks[side] & 1 << turn:
            other = graph.regions[graph.floors[side].neighbors[turn]]
            if other != 0 and other != region:
                return True
    return False


cdef int32_t flood_region(FloorGraph* graph, uint16_t* distances, int32_t seed, int32_t region, int least, bint keep_apart,
                          vector[int32_t]& stack) except -1 nogil:
    """Flood over floors at least `least` deep, with `keep_apart` not beside other regions. → floors taken"""
    cdef int32_t floor, neighbor, taken = 0
    cdef int direction
    stack.clear()
    stack.push_back(seed)
    graph.regions[seed] = region
    while not stack.empty():
        floor = stack.back()
        stack.pop_back()
        if keep_apart and touches_other(graph, floor, region):
            graph.regions[floor] = 0
            continue
        taken += 1
        distances[floor] = 0                        # from now on: its steps
        for direction in range(4):
            if not graph.marks[floor] & 1 << direction:
                continue
            neighbor = graph.floors[floor].neighbors[direction]
            if graph.regions[neighbor] == 0 and distances[neighbor] >= least and not (
                    graph.marks[neighbor] & MARK_STACKED and in_column(graph, neighbor, region)):
                graph.regions[neighbor] = region
                stack.push_back(neighbor)
    return taken


cdef void drop_assigned(const FloorGraph* graph, vector[int32_t]& pending) noexcept nogil:
    cdef size_t i, kept = 0
    for i in range(pending.size()):
        if graph.regions[pending[i]] == 0:
            pending[kept] = pending[i]
            kept += 1
    pending.resize(kept)


cdef int32_t watershed(FloorGraph* graph, uint16_t* distances, int max_distance) except -1 nogil:
    """Give every open floor a region. The distances are used up. → number of regions"""
    cdef vector[int32_t] starts, order, pending, queue
    cdef vector[Claim] claims
    cdef int32_t region = 0, level, top = max(((max_distance + 1) >> 1) - 1, 0)
    cdef size_t k
    sort_by_level(graph, distances, top, starts, order)
    for level in range(top, -1, -1):
        pending.insert(pending.end(), order.begin() + starts[level], order.begin() + starts[level + 1])
        expand_regions(graph, distances, 2 * level, EXPANSION_RINGS if level > 0 else UNTIL_DONE, pending, queue, claims)
        for k in range(pending.size()):
            if graph.regions[pending[k]] == 0 and flood_region(
                    graph, distances, pending[k], region + 1, max(2 * level - 2, 0), True, queue) > 0:
                region += 1
        drop_assigned(graph, pending)
    expand_regions(graph, distances, 0, UNTIL_DONE, pending, queue, claims)
    # What is left would lie above the only regions it touches: it becomes regions of its own.
    for k in range(pending.size()):
        if graph.regions[pending[k]] == 0:
            region += 1
            flood_region(graph, distances, pending[k], region, 0, False, queue)
    return region
