"""Watershed partitioning of the walkable floors (Haumont, Debled-Rennesson & Sillion 2003, "Volumetric cell-and-portal generation";
Recast, rcBuildRegions).

The levels of the distance field, each two units of distance high, are processed from its peaks down. At every level the existing
regions expand into the level's floors (Recast, expandRegions), then the floors that no region reached begin new regions (floodRegion).
No region ever lies above itself, so its outline is flat in the ground plane: tracing and triangulation rely on that.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.interrupts cimport check_signals
from navpy.baking.regions.floor_graph cimport FloorGraph, in_column, MARK_LINKS, MARK_OPEN, MARK_QUEUED, MARK_STACKED

cdef enum:
    EXPANSION_RINGS = 8             # rings by which regions expand at one level before new regions may begin
    UNTIL_DONE = 0                  # value of `rings`: no limit
    MOST_STEPS = 65535              # the largest number of steps that a uint16_t holds
    CANDIDATES_PER_ENTRY = 4        # candidates per dirty entry; above it, only the neighbors of new entries are scanned
    AHEAD = 16                      # number of candidates by which prefetching runs ahead, as floors lie scattered in memory

cdef extern from *:
    """
    static const uint64_t UNREACHED = uint64_t(1) << 48;        // greater than the join key of any floor with a region
    """
    const uint64_t UNREACHED
    void prefetch "__builtin_prefetch"(const void* address) noexcept nogil


cdef int sort_by_level(const FloorGraph* graph, const uint16_t* distances, int top, vector[int32_t]& starts,
                       vector[int32_t]& order) except -1 nogil:
    """Counting sort of the open floors: order[starts[l] … starts[l+1]−1] have distance 2l or 2l+1, at `top` also more."""
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
    # Filling has moved each level's end down to its start: starts[l + 1] is where level l begins.
    for level in range(top + 1):
        starts[level] = starts[level + 1]
    starts[top + 1] = <int32_t>order.size()
    return 0


# Expansion. Distances and steps share an array: a floor's entry is its distance until the floor has a region, and its steps
# afterwards.

cdef inline uint64_t join_key(const FloorGraph* graph, const uint16_t* steps, int32_t floor) noexcept nogil:
    """Sort key for joining a floor's region: the fewest steps come first, then the lowest region; UNREACHED or more if it has no
    region."""
    cdef uint64_t region = graph.regions[floor]
    return (<uint64_t>steps[floor] << 32) | (UNREACHED if region == 0 else region)


cdef uint64_t best_join_key(const FloorGraph* graph, const uint16_t* steps, int32_t floor) noexcept nogil:
    """The least join key of a floor's neighbors, for a floor with a missing link or in a column with other floors."""
    cdef uint64_t best = UNREACHED, other
    cdef int32_t neighbor
    cdef int direction, marks = graph.marks[floor]
    for direction in range(4):
        if marks & 1 << direction:
            neighbor = graph.floors[floor].neighbors[direction]
            other = join_key(graph, steps, neighbor)
            if other < best and not (marks & MARK_STACKED and in_column(graph, floor, graph.regions[neighbor])):
                best = other
    return best


cdef inline DirtyEntry nearest_region(const FloorGraph* graph, const uint16_t* steps, int32_t floor) noexcept nogil:
    """The entry for the neighboring region that began the fewest steps away; region 0 if the floor may join none."""
    cdef const int32_t* next = &graph.floors[floor].neighbors[0]
    cdef uint64_t best
    cdef DirtyEntry entry
    if graph.marks[floor] & (MARK_LINKS | MARK_STACKED) == MARK_LINKS:
        best = min(min(join_key(graph, steps, next[0]), join_key(graph, steps, next[1])),
                   min(join_key(graph, steps, next[2]), join_key(graph, steps, next[3])))
    else:
        best = best_join_key(graph, steps, floor)
    entry.floor = floor
    entry.region = 0 if best >= UNREACHED else <int32_t>best
    entry.steps = <int32_t>(best >> 32) + 1
    return entry


cdef int assign_regions(FloorGraph* graph, uint16_t* steps, const vector[DirtyEntry]& dirty, vector[int32_t]& refused) except -1 nogil:
    """Assign the dirty entries' floors to their regions. Of several floors of one column that would join a region, only the first
    does."""
    cdef size_t i
    cdef DirtyEntry entry
    for i in range(dirty.size()):
        entry = dirty[i]
        if graph.marks[entry.floor] & MARK_STACKED and in_column(graph, entry.floor, entry.region):
            refused.push_back(entry.floor)
            continue
        graph.regions[entry.floor] = entry.region
        steps[entry.floor] = min(entry.steps, MOST_STEPS)
    return 0


cdef int queue_neighbors(FloorGraph* graph, const uint16_t* distances, const vector[DirtyEntry]& dirty, int least,
                         vector[int32_t]& queue) except -1 nogil:
    """Queue the neighbors of the floors assigned last that have no region and a distance of at least `least`."""
    cdef size_t i
    cdef int32_t floor, neighbor
    cdef int direction
    cdef uint8_t* marks = graph.marks.data()
    queue.clear()
    for i in range(dirty.size()):
        floor = dirty[i].floor
        for direction in range(4):
            if not marks[floor] & 1 << direction:
                continue
            neighbor = graph.floors[floor].neighbors[direction]
            if graph.regions[neighbor] == 0 and distances[neighbor] >= least and not marks[neighbor] & MARK_QUEUED:
                marks[neighbor] |= MARK_QUEUED
                queue.push_back(neighbor)
    return 0


cdef int find_dirty_entries(FloorGraph* graph, const uint16_t* distances, vector[int32_t]& candidates,
                            vector[DirtyEntry]& dirty) except -1 nogil:
    """Make dirty entries of the candidates that lie beside a region. Candidates without a region beside them remain candidates."""
    cdef DirtyEntry entry
    cdef int32_t floor
    cdef size_t i, kept = 0
    dirty.clear()
    for i in range(candidates.size()):
        if i + AHEAD < candidates.size():
            prefetch(&graph.floors[candidates[i + AHEAD]])
        floor = candidates[i]
        graph.marks[floor] &= ~MARK_QUEUED
        if graph.regions[floor] != 0:
            continue
        entry = nearest_region(graph, distances, floor)
        if entry.region != 0:
            dirty.push_back(entry)
        else:
            candidates[kept] = floor
            kept += 1
    candidates.resize(kept)
    return 0


cdef int expand_regions(FloorGraph* graph, uint16_t* distances, int least, int rings, vector[int32_t]& pending,
                        vector[int32_t]& queue, vector[DirtyEntry]& dirty) except -1 nogil:
    """Expand all regions, ring by ring and all at once, into the floors with a distance of at least `least` (Recast, expandRegions).

    pending: before and after, all of these floors without a region, and maybe some with a region. If pending has many floors for few
    dirty entries, only the neighbors of the floors assigned last are candidates.
    """
    cdef int ring = 0
    dirty.clear()
    while ring == 0 or not (dirty.empty() or pending.empty() or ring == rings):
        check_signals()
        if ring == 0 or pending.size() <= CANDIDATES_PER_ENTRY * dirty.size():
            find_dirty_entries(graph, distances, pending, dirty)
            assign_regions(graph, distances, dirty, pending)
        else:
            queue_neighbors(graph, distances, dirty, least, queue)
            find_dirty_entries(graph, distances, queue, dirty)
            assign_regions(graph, distances, dirty, queue)
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
    """Begin a region with the floors with a distance of at least `least` that are connected to the seed (Recast, floodRegion). With
    `keep_apart`, floors beside other regions are left out. → number of floors"""
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
        distances[floor] = 0                        # from now on the entry is its steps
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
    """Give every open floor a region, and use up the distances. → number of regions"""
    cdef vector[int32_t] starts, order, pending, queue
    cdef vector[DirtyEntry] dirty
    cdef int32_t region = 0, level, top = max(((max_distance + 1) >> 1) - 1, 0)
    cdef size_t k
    sort_by_level(graph, distances, top, starts, order)
    for level in range(top, -1, -1):
        pending.insert(pending.end(), order.begin() + starts[level], order.begin() + starts[level + 1])
        expand_regions(graph, distances, 2 * level, EXPANSION_RINGS if level > 0 else UNTIL_DONE, pending, queue, dirty)
        for k in range(pending.size()):
            if k & 255 == 0:
                check_signals()
            if graph.regions[pending[k]] == 0 and flood_region(
                    graph, distances, pending[k], region + 1, max(2 * level - 2, 0), True, queue) > 0:
                region += 1
        drop_assigned(graph, pending)
    expand_regions(graph, distances, 0, UNTIL_DONE, pending, queue, dirty)
    # A floor that is left would lie above or below the only regions that it touches: it begins a region of its own.
    for k in range(pending.size()):
        if graph.regions[pending[k]] == 0:
            region += 1
            flood_region(graph, distances, pending[k], region, 0, False, queue)
    return region
