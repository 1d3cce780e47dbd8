"""
Watershed partitioning of the walkable floors (Haumont, Debled-Rennesson & Sillion 2003, "Volumetric cell-and-portal
generation", section 4; Mononen's Recast for the expansion and for the merging rules).

The distance field is drained from its peaks down, two units of distance a level. At every level the regions known so far
grow into the floors just laid dry, and floors they cannot reach start regions of their own. Then islands too small to
matter are dropped and small regions are merged. No region ever lies above itself, so its outline is flat in the
ground plane: that is what tracing and triangulating it rely on.
"""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.bake.compact cimport CompactHeightfield, DIRECTIONS, NO_NEIGHBOR
from navpy.bake.heightfield cimport AREA_NONE

cdef enum:
    EXPANSION_RINGS = 8             # how far a region grows at one level before new ones may start
    UNTIL_DONE = 0


# Watershed: from floors to raw regions

cdef inline bint in_column(const FloorField* field, int32_t floor, int32_t region) noexcept nogil:
    cdef int32_t column = field.columns[floor], i
    for i in range(field.first[column], field.first[column + 1]):
        if field.regions[i] == region:
            return True
    return False


cdef Claim nearest_region(const FloorField* field, int32_t floor) noexcept nogil:
    """The neighbouring region whose core is fewest steps away; region 0 if there is none that the floor may join."""
    cdef Claim best
    cdef int32_t neighbor, region
    cdef int direction
    best.floor, best.region, best.steps = floor, 0, 0
    for direction in range(DIRECTIONS):
        neighbor = field.floors[floor].neighbors[direction]
        if neighbor == NO_NEIGHBOR or field.areas[neighbor] != field.areas[floor]:
            continue
        region = field.regions[neighbor]
        if region == 0 or (best.region != 0 and field.steps[neighbor] + 2 >= best.steps):
            continue
        if not in_column(field, floor, region):
            best.region, best.steps = region, field.steps[neighbor] + 2
    return best


cdef void drop_assigned(const FloorField* field, vector[int32_t]& pending) noexcept nogil:
    cdef size_t i, kept = 0
    for i in range(pending.size()):
        if field.regions[pending[i]] == 0:
            pending[kept] = pending[i]
            kept += 1
    pending.resize(kept)


cdef int expand_regions(const FloorField* field, vector[int32_t]& pending, int rings, vector[Claim]& claims) except -1 nogil:
    """Grow all regions into the pending floors in step, ring by ring, so that they meet half way."""
    cdef Claim claim
    cdef size_t i
    cdef int ring = 0
    while not pending.empty() and (rings == UNTIL_DONE or ring < rings):
        claims.clear()
        for i in range(pending.size()):
            claim = nearest_region(field, pending[i])
            if claim.region != 0:
                claims.push_back(claim)
        if claims.empty():
            break
        for i in range(claims.size()):
            claim = claims[i]
            if not in_column(field, claim.floor, claim.region):     # another floor of the column may have been quicker
                field.regions[claim.floor] = claim.region
                field.steps[claim.floor] = claim.steps
        drop_assigned(field, pending)
        ring += 1
    return 0


cdef bint touches_other(const FloorField* field, int32_t floor, int32_t region) noexcept nogil:
    """Whether another region of the same area lies next to the floor, diagonals included."""
    cdef int32_t side, corner, other
    cdef int direction
    for direction in range(DIRECTIONS):
        side = field.floors[floor].neighbors[direction]
        if side == NO_NEIGHBOR or field.areas[side] != field.areas[floor]:
            continue
        other = field.regions[side]
        if other != 0 and other != region:
            return True
        corner = field.floors[side].neighbors[(direction + 1) & 3]
        if corner == NO_NEIGHBOR or field.areas[corner] != field.areas[floor]:
            continue
        other = field.regions[corner]
        if other != 0 and other != region:
            return True
    return False


cdef int32_t flood_region(const FloorField* field, int32_t seed, int32_t region, int32_t level, bint keep_apart,
                          vector[int32_t]& stack) except -1 nogil:
    """Flood over floors at least `level` deep, with `keep_apart` not beside other regions. → floors taken"""
    cdef int32_t floor, neighbor, taken = 0
    cdef int direction
    stack.clear()
    stack.push_back(seed)
    field.regions[seed] = region
    field.steps[seed] = 0
    while not stack.empty():
        floor = stack.back()
        stack.pop_back()
        if keep_apart and touches_other(field, floor, region):
            field.regions[floor] = 0
            continue
        taken += 1
        for direction in range(DIRECTIONS):
            neighbor = field.floors[floor].neighbors[direction]
            if neighbor == NO_NEIGHBOR or field.areas[neighbor] != field.areas[floor] or field.regions[neighbor] != 0:
                continue
            if field.distances[neighbor] >= level and not in_column(field, neighbor, region):
                field.regions[neighbor] = region
                field.steps[neighbor] = 0
                stack.push_back(neighbor)
    return taken


cdef int sort_by_level(const FloorField* field, int top, vector[int32_t]& starts, vector[int32_t]& order) except -1 nogil:
    """Counting sort of the walkable floors: order[starts[l] … starts[l+1]−1] have distance 2l or 2l+1 (at `top`: or more)."""
    cdef int32_t i, level
    starts.clear()
    starts.resize(top + 2, 0)
    for i in range(field.floor_count):
        if field.areas[i] != AREA_NONE:
            starts[min(field.distances[i] >> 1, top) + 1] += 1
    for level in range(top + 1):
        starts[level + 1] += starts[level]
    order.resize(starts[top + 1])
    for i in range(field.floor_count - 1, -1, -1):
        if field.areas[i] != AREA_NONE:
            level = min(field.distances[i] >> 1, top)
            starts[level + 1] -= 1
            order[starts[level + 1]] = i
    # The ends have walked down to the starts: entry l + 1 is now where level l begins.
    for level in range(top + 1):
        starts[level] = starts[level + 1]
    starts[top + 1] = <int32_t>order.size()
    return 0


cdef int32_t watershed(const FloorField* field, int max_distance) except -1 nogil:
    """Give every walkable floor a region. → number of regions"""
    cdef vector[int32_t] starts, order, pending, stack
    cdef vector[Claim] claims
    cdef int32_t region = 0, level, top = max(((max_distance + 1) >> 1) - 1, 0)
    cdef int32_t below
    cdef size_t i
    sort_by_level(field, top, starts, order)
    for level in range(top, -1, -1):
        pending.insert(pending.end(), order.begin() + starts[level], order.begin() + starts[level + 1])
        drop_assigned(field, pending)
        expand_regions(field, pending, EXPANSION_RINGS if level > 0 else UNTIL_DONE, claims)
        below = max(2 * level - 2, 0)
        for i in range(pending.size()):
            if field.regions[pending[i]] == 0 and flood_region(field, pending[i], region + 1, below, True, stack) > 0:
                region += 1
        drop_assigned(field, pending)
    expand_regions(field, pending, UNTIL_DONE, claims)
    # What is left would lie above the only regions it touches: it becomes regions of its own.
    for i in range(pending.size()):
        if field.regions[pending[i]] == 0:
            region += 1
            flood_region(field, pending[i], region, 0, False, stack)
    return region


# Region graph: who lies next to whom, who above whom

cdef inline int32_t region_across(const FloorField* field, int32_t floor, int direction) noexcept nogil:
    cdef int32_t neighbor = field.floors[floor].neighbors[direction]
    return 0 if neighbor == NO_NEIGHBOR else field.regions[neighbor]


cdef int remove_repeats(vector[int32_t]& cycle) except -1 nogil:
    """Leave one of every run of equal entries of a cyclic list."""
    cdef size_t i, kept = 0
    for i in range(cycle.size()):
        if kept == 0 or cycle[i] != cycle[kept - 1]:
            cycle[kept] = cycle[i]
            kept += 1
    while kept > 1 and cycle[kept - 1] == cycle[0]:
        kept -= 1
    cycle.resize(kept)
    return 0


cdef int walk_border(const FloorField* field, int32_t start, int start_direction, vector[int32_t]& around) except -1 nogil:
    """Walk once around the region's border, keeping it on the same hand, and note the regions met."""
    cdef int32_t floor = start, region = field.regions[start], across
    cdef int direction = start_direction
    around.clear()
    while True:
        across = region_across(field, floor, direction)
        if across != region:
            around.push_back(across)
            direction = (direction + 1) & 3
        else:
            floor = field.floors[floor].neighbors[direction]
            direction = (direction + 3) & 3
        if floor == start and direction == start_direction:
            break
    return remove_repeats(around)


cdef int add_unique(vector[int32_t]& values, int32_t value) except -1 nogil:
    cdef size_t i
    for i in range(values.size()):
        if values[i] == value:
            return 0
    values.push_back(value)
    return 0


cdef int describe_regions(const FloorField* field, int32_t region_count, RegionGraph* graph) except -1 nogil:
    cdef int32_t floor, other, column, region
    cdef int direction
    graph.sizes.clear()
    graph.sizes.resize(region_count + 1, 0)
    graph.areas.clear()
    graph.areas.resize(region_count + 1, AREA_NONE)
    graph.merged_into.resize(region_count + 1)
    graph.around.resize(region_count + 1)
    graph.stacked.resize(region_count + 1)
    for region in range(region_count + 1):
        graph.merged_into[region] = region
    for floor in range(field.floor_count):
        region = field.regions[floor]
        if region == 0:
            continue
        graph.sizes[region] += 1
        graph.areas[region] = field.areas[floor]
        column = field.columns[floor]
        for other in range(field.first[column], field.first[column + 1]):
            if other != floor and field.regions[other] != 0:
                add_unique(graph.stacked[region], field.regions[other])
        if not graph.around[region].empty():
            continue
        for direction in range(DIRECTIONS):
            if region_across(field, floor, direction) != region:
                walk_border(field, floor, direction, graph.around[region])
                break
    return 0


# Filtering and merging

cdef int32_t root_of(vector[int32_t]& parents, int32_t node) noexcept nogil:
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return node


cdef int drop_small_islands(const FloorField* field, RegionGraph* graph, int min_region_area) except -1 nogil:
    """Drop regions that together with all they reach have fewer than `min_region_area` floors."""
    cdef vector[int32_t] parents, floors
    cdef int32_t floor, region, across
    cdef int direction
    parents.assign(graph.merged_into.begin(), graph.merged_into.end())
    for floor in range(field.floor_count):
        region = field.regions[floor]
        if region == 0:
            continue
        for direction in range(DIRECTIONS):
            across = region_across(field, floor, direction)
            if across != 0 and across != region:
                parents[root_of(parents, across)] = root_of(parents, region)
    floors.resize(parents.size(), 0)
    for region in range(1, <int32_t>parents.size()):
        floors[root_of(parents, region)] += graph.sizes[region]
    for region in range(1, <int32_t>parents.size()):
        if floors[root_of(parents, region)] < min_region_area:
            graph.sizes[region] = 0
    return 0


cdef int refresh_around(RegionGraph* graph, int32_t region) except -1 nogil:
    """Bring the list of neighbours up to date with the merges so far."""
    cdef vector[int32_t]* around = &graph.around[region]
    cdef size_t i
    for i in range(around.size()):
        around[0][i] = root_of(graph.merged_into, around[0][i])
    return remove_repeats(around[0])


cdef bint can_merge(RegionGraph* graph, int32_t a, int32_t b) noexcept nogil:
    """Whether a may join b, seen from a: one common border, as two would enclose something, and never one above the other."""
    cdef size_t i
    cdef int borders = 0
    if graph.areas[a] != graph.areas[b]:
        return False
    for i in range(graph.around[a].size()):
        borders += graph.around[a][i] == b
    if borders != 1:
        return False
    for i in range(graph.stacked[a].size()):
        if root_of(graph.merged_into, graph.stacked[a][i]) == b:
            return False
    return True


cdef int append_rotated(vector[int32_t]& out, const vector[int32_t]& cycle, int32_t after) except -1 nogil:
    """Append the cycle without its entry `after`, starting behind it."""
    cdef size_t start = 0, i
    while cycle[start] != after:
        start += 1
    for i in range(1, cycle.size()):
        out.push_back(cycle[(start + i) % cycle.size()])
    return 0


cdef int merge_into(RegionGraph* graph, int32_t region, int32_t target) except -1 nogil:
    cdef vector[int32_t] around
    cdef size_t i
    append_rotated(around, graph.around[target], region)
    append_rotated(around, graph.around[region], target)
    remove_repeats(around)
    graph.around[target].swap(around)
    graph.around[region].clear()
    for i in range(graph.stacked[region].size()):
        add_unique(graph.stacked[target], graph.stacked[region][i])
    graph.stacked[region].clear()
    graph.sizes[target] += graph.sizes[region]
    graph.sizes[region] = 0
    graph.merged_into[region] = target
    return 0


cdef bint meets_wall(RegionGraph* graph, int32_t region) noexcept nogil:
    cdef size_t i
    for i in range(graph.around[region].size()):
        if graph.around[region][i] == 0:
            return True
    return False


cdef int merge_small_regions(RegionGraph* graph, int merge_region_area) except -1 nogil:
    """Merge regions up to `merge_region_area` floors, and those no wall touches, into their smallest fitting neighbour."""
    cdef int32_t region, neighbor, target
    cdef size_t i
    cdef bint merged = True
    while merged:
        merged = False
        for region in range(1, <int32_t>graph.sizes.size()):
            if graph.sizes[region] == 0:
                continue
            refresh_around(graph, region)
            if graph.sizes[region] > merge_region_area and meets_wall(graph, region):
                continue
            target = 0
            for i in range(graph.around[region].size()):
                neighbor = graph.around[region][i]
                if neighbor == 0 or graph.sizes[neighbor] == 0:
                    continue
                refresh_around(graph, neighbor)
                if ((target == 0 or graph.sizes[neighbor] < graph.sizes[target])
                        and can_merge(graph, region, neighbor) and can_merge(graph, neighbor, region)):
                    target = neighbor
            if target != 0:
                merge_into(graph, region, target)
                merged = True
    return 0


cdef int32_t compress_ids(const FloorField* field, RegionGraph* graph) except -1 nogil:
    """Number the surviving regions 1, 2, … and write the numbers to the floors. → number of regions"""
    cdef vector[int32_t] ids
    cdef int32_t floor, region, count = 0
    ids.resize(graph.sizes.size(), 0)
    for region in range(1, <int32_t>ids.size()):
        if graph.sizes[region] > 0:
            count += 1
            ids[region] = count
    for floor in range(field.floor_count):
        field.regions[floor] = ids[root_of(graph.merged_into, field.regions[floor])]
    return count


cdef int32_t build_regions(FloorField* field, int max_distance, int min_region_area, int merge_region_area) except -1 nogil:
    cdef vector[int32_t] steps, columns
    cdef RegionGraph graph
    cdef int32_t column, floor, count
    steps.resize(field.floor_count, 0)
    columns.resize(field.floor_count)
    for column in range(field.column_count):
        for floor in range(field.first[column], field.first[column + 1]):
            columns[floor] = column
    field.steps = steps.data()
    field.columns = columns.data()
    count = watershed(field, max_distance)
    describe_regions(field, count, &graph)
    drop_small_islands(field, &graph, min_region_area)
    merge_small_regions(&graph, merge_region_area)
    return compress_ids(field, &graph)


def build_watershed_regions(CompactHeightfield compact not None, int min_region_area, int merge_region_area):
    """
    Give every walkable floor a region; the result is `compact.regions` (0: in no region) and `compact.region_count`.

    min_region_area: islands of fewer cells are dropped.
    merge_region_area: regions of up to as many cells are merged into a neighbour where the result stays simple.
    Needs the distance field. Raises ValueError if it is missing or if an area is negative.
    """
    cdef FloorField field
    if min_region_area < 0 or merge_region_area < 0:
        raise ValueError("min_region_area and merge_region_area must be >= 0 cells, "
                         f"got {min_region_area} and {merge_region_area}")
    if compact.distances.size() != compact.floors.size():
        raise ValueError("compact has no distance field yet: build it first")
    compact.regions.clear()
    compact.regions.resize(compact.floors.size(), 0)
    field.floors = compact.floors.data()
    field.areas = compact.areas.data()
    field.distances = compact.distances.data()
    field.first = compact.first.data()
    field.regions = compact.regions.data()
    field.floor_count = <int32_t>compact.floors.size()
    field.column_count = compact.width * compact.depth
    with nogil:
        compact.region_count = build_regions(&field, compact.max_distance, min_region_area, merge_region_area)
