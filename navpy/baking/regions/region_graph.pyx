"""Removing and merging regions (Recast, mergeAndFilterRegions and mergeAndFilterLayerRegions).

Islands that are too small are removed, unless they go on in a neighboring tile. A region merges only with regions of its area, and
never with a region above or below it: no region may lie above itself.
"""
from libc.stdint cimport int32_t, uint8_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport NO_NEIGHBOR
from navpy.baking.regions.floor_graph cimport FloorGraph, MARK_ABOVE, MARK_OPEN
from navpy.base.area cimport AREA_NONE
from navpy.base.union_find cimport root_of


# Building the graph

cdef inline int32_t region_across(const FloorGraph* floors, int32_t floor, int direction) noexcept nogil:
    cdef int32_t neighbor = floors.floors[floor].neighbors[direction]
    return 0 if neighbor == NO_NEIGHBOR else floors.regions[neighbor]


cdef int remove_adjacent_duplicates(vector[int32_t]& cycle) except -1 nogil:
    """Keep one of successive equal entries of a cyclic list (Recast, removeAdjacentNeighbors)."""
    cdef size_t i, kept = 0
    for i in range(cycle.size()):
        if kept == 0 or cycle[i] != cycle[kept - 1]:
            cycle[kept] = cycle[i]
            kept += 1
    while kept > 1 and cycle[kept - 1] == cycle[0]:
        kept -= 1
    cycle.resize(kept)
    return 0


cdef int walk_contour(const FloorGraph* floors, int32_t start, int start_direction, vector[int32_t]& connections) except -1 nogil:
    """Walk around a region along its border, and list the regions met (Recast, walkContour)."""
    cdef int32_t floor = start, region = floors.regions[start], across
    cdef int direction = start_direction
    while True:
        across = region_across(floors, floor, direction)
        if across != region:
            if connections.empty() or connections.back() != across:
                connections.push_back(across)
            direction = (direction + 1) & 3
        else:
            floor = floors.floors[floor].neighbors[direction]
            direction = (direction + 3) & 3
        if floor == start and direction == start_direction:
            break
    return remove_adjacent_duplicates(connections)


cdef int describe_border(const FloorGraph* floors, int32_t floor, RegionGraph* graph) except -1 nogil:
    """Note the regions and the tile border that a floor on the border of its region touches."""
    cdef int32_t neighbor, across, region = floors.regions[floor]
    cdef int direction
    for direction in range(4):
        neighbor = floors.floors[floor].neighbors[direction]
        across = region_across(floors, floor, direction)
        if across == region:
            continue
        # A region's first floor is at the edge of its plan: the walk from there follows the outline, not the border of a hole.
        if graph.connections[region].empty():
            graph.areas[region] = floors.areas[floor]
            walk_contour(floors, floor, direction, graph.connections[region])
        if across != 0:
            if graph.islands[across] != graph.islands[region]:
                graph.islands[root_of(graph.islands.data(), across)] = root_of(graph.islands.data(), region)
        elif neighbor != NO_NEIGHBOR and floors.areas[neighbor] != AREA_NONE and not floors.marks[neighbor] & MARK_OPEN:
            graph.connects_to_border[region] = True
    return 0


cdef void sort_unique(vector[int32_t]& values) noexcept nogil:
    cdef size_t i, kept = 0
    sort(values.begin(), values.end())
    for i in range(values.size()):
        if kept == 0 or values[i] != values[kept - 1]:
            values[kept] = values[i]
            kept += 1
    values.resize(kept)


cdef int describe_column(const vector[int32_t]& column, int32_t serial, vector[int32_t]& last_seen,
                         RegionGraph* graph) except -1 nogil:
    """Note which of the regions of a column are stacked, unless the column before had both. Only regions of one island ever merge, so
    others do not count."""
    cdef size_t i, k
    cdef int32_t region, other
    for i in range(column.size()):
        region = column[i]
        if last_seen[region] >= serial - 1:
            continue
        for k in range(column.size()):
            other = column[k]
            if graph.islands[other] == graph.islands[region] and k != i:
                graph.stacked[region].push_back(other)
                graph.stacked[other].push_back(region)
    for i in range(column.size()):
        last_seen[column[i]] = serial
    return 0


cdef int describe_columns(const FloorGraph* floors, RegionGraph* graph) except -1 nogil:
    """Note which regions lie above each other."""
    cdef vector[int32_t] column, last_seen          # by region: the last column that it was seen in
    cdef int32_t floor = floors.begin, region, serial = 0
    for region in range(<int32_t>graph.islands.size()):
        graph.islands[region] = root_of(graph.islands.data(), region)
    last_seen.resize(graph.islands.size(), -2)
    while floor < floors.end:
        if not floors.marks[floor] & MARK_ABOVE:
            floor += 1
            continue
        column.clear()
        while True:
            if floors.regions[floor] != 0:
                column.push_back(floors.regions[floor])
            floor += 1
            if not floors.marks[floor - 1] & MARK_ABOVE:
                break
        describe_column(column, serial, last_seen, graph)
        serial += 1
    for region in range(<int32_t>graph.stacked.size()):
        sort_unique(graph.stacked[region])
    return 0


cdef int describe_regions(const FloorGraph* floors, int32_t region_count, RegionGraph* graph) except -1 nogil:
    cdef int32_t floor, region, counted = 0, since = floors.begin
    cdef const int32_t* next
    cdef const int32_t* regions = floors.regions
    graph.sizes.resize(region_count + 1, 0)
    graph.areas.resize(region_count + 1, AREA_NONE)
    graph.connects_to_border.resize(region_count + 1, False)
    graph.merged_into.resize(region_count + 1)
    graph.connections.resize(region_count + 1)
    graph.stacked.resize(region_count + 1)
    for region in range(region_count + 1):
        graph.merged_into[region] = region
    graph.islands.assign(graph.merged_into.begin(), graph.merged_into.end())
    for floor in range(floors.begin, floors.end):
        region = regions[floor]
        if region != counted:               # sizes are added up by runs of floors of one region
            graph.sizes[counted] += floor - since
            counted, since = region, floor
        if region == 0:
            continue
        next = &floors.floors[floor].neighbors[0]
        if (next[0] | next[1] | next[2] | next[3]) < 0 or ((regions[next[0]] ^ region) | (regions[next[1]] ^ region)
                                                           | (regions[next[2]] ^ region) | (regions[next[3]] ^ region)) != 0:
            describe_border(floors, floor, graph)
    graph.sizes[counted] += floors.end - since
    graph.sizes[0] = 0
    return describe_columns(floors, graph)


# Dropping

cdef int drop_small_islands(RegionGraph* graph, int min_region_area) except -1 nogil:
    """Drop islands, connected regions of any area, that have fewer than `min_region_area` floors and do not go on in another tile."""
    cdef vector[int32_t] floors
    cdef int32_t region, root
    floors.resize(graph.islands.size(), 0)
    for region in range(1, <int32_t>floors.size()):
        root = root_of(graph.islands.data(), region)
        floors[root] = min_region_area if graph.connects_to_border[region] \
            else min(min_region_area, floors[root] + graph.sizes[region])
    for region in range(1, <int32_t>floors.size()):
        if floors[root_of(graph.islands.data(), region)] < min_region_area:
            graph.sizes[region] = 0
    return 0


# Merging small regions, as long as their outlines stay simple

cdef int refresh_connections(RegionGraph* graph, int32_t region) except -1 nogil:
    """Replace regions that were merged since, in a region's connections, by the regions that they were merged into."""
    cdef vector[int32_t]* connections = &graph.connections[region]
    cdef size_t i
    for i in range(connections.size()):
        connections[0][i] = root_of(graph.merged_into.data(), connections[0][i])
    return remove_adjacent_duplicates(connections[0])


cdef bint lies_above_or_below(RegionGraph* graph, int32_t a, int32_t b) noexcept nogil:
    cdef size_t i
    cdef int32_t few = a if graph.stacked[a].size() < graph.stacked[b].size() else b, other = a + b - few
    for i in range(graph.stacked[few].size()):
        if root_of(graph.merged_into.data(), graph.stacked[few][i]) == other:
            return True
    return False


cdef int count_connections(RegionGraph* graph, int32_t region, int32_t other) noexcept nogil:
    """Number of separate stretches of a region's outline that another region lies along."""
    cdef size_t i
    cdef int borders = 0
    for i in range(graph.connections[region].size()):
        borders += graph.connections[region][i] == other
    return borders


cdef int32_t best_merge(RegionGraph* graph, int32_t region) except -1 nogil:
    """The smallest neighbor that a region can merge into, or 0 (Recast, canMergeWithRegion). The two must have a single stretch of
    common border: with two stretches they would enclose something."""
    cdef int32_t neighbor, best = 0
    cdef size_t i
    for i in range(graph.connections[region].size()):
        neighbor = graph.connections[region][i]
        if neighbor == 0 or graph.areas[neighbor] != graph.areas[region]:
            continue
        if (best != 0 and graph.sizes[neighbor] >= graph.sizes[best]) or count_connections(graph, region, neighbor) != 1:
            continue
        refresh_connections(graph, neighbor)
        if count_connections(graph, neighbor, region) == 1 and not lies_above_or_below(graph, region, neighbor):
            best = neighbor
    return best


cdef int append_rotated(vector[int32_t]& out, const vector[int32_t]& cycle, int32_t after) except -1 nogil:
    """Append the entries of a cyclic list, without its entry `after`, beginning with the entry behind `after`."""
    cdef size_t start = 0, i
    while cycle[start] != after:
        start += 1
    for i in range(1, cycle.size()):
        out.push_back(cycle[(start + i) % cycle.size()])
    return 0


cdef int merge_regions(RegionGraph* graph, int32_t region, int32_t target) except -1 nogil:
    cdef vector[int32_t] connections
    append_rotated(connections, graph.connections[target], region)
    append_rotated(connections, graph.connections[region], target)
    remove_adjacent_duplicates(connections)
    graph.connections[target].swap(connections)
    graph.connections[region].clear()
    graph.stacked[target].insert(graph.stacked[target].end(), graph.stacked[region].begin(), graph.stacked[region].end())
    graph.stacked[region].clear()
    graph.sizes[target] += graph.sizes[region]
    graph.sizes[region] = 0
    graph.merged_into[region] = target
    return 0


cdef bint meets_wall(RegionGraph* graph, int32_t region) noexcept nogil:
    return count_connections(graph, region, 0) > 0


cdef int merge_small_regions(RegionGraph* graph, int merge_region_area) except -1 nogil:
    """Merge regions of up to `merge_region_area` floors, and regions without a wall, into the smallest neighbor that fits.

    A merge may make other merges possible, for the merged region and for the neighbors of the region that is gone: these are queued
    again.
    """
    cdef vector[int32_t] queue
    cdef vector[uint8_t] queued
    cdef int32_t region, target, neighbor
    cdef size_t i = 0, k
    queued.resize(graph.sizes.size(), True)
    for region in range(1, <int32_t>graph.sizes.size()):
        queue.push_back(region)
    while i < queue.size():
        region = queue[i]
        i += 1
        queued[region] = False
        if graph.sizes[region] == 0:
            continue
        refresh_connections(graph, region)
        if graph.sizes[region] > merge_region_area and meets_wall(graph, region):
            continue
        target = best_merge(graph, region)
        if target == 0:
            continue
        for k in range(graph.connections[region].size()):
            neighbor = graph.connections[region][k]
            if neighbor != 0 and not queued[neighbor]:
                queued[neighbor] = True
                queue.push_back(neighbor)
        merge_regions(graph, region, target)
    return 0


# Merging into layers

cdef int join_layer(RegionGraph* graph, int32_t region, int32_t layer, vector[int32_t]& covered_by) except -1 nogil:
    """Add a region to a layer, which then covers the regions above and below it."""
    cdef size_t i
    for i in range(graph.stacked[region].size()):
        covered_by[graph.stacked[region][i]] = layer
    if region != layer:
        graph.merged_into[region] = layer
        graph.sizes[layer] += graph.sizes[region]
        graph.sizes[region] = 0
    return 0


cdef int merge_layers(RegionGraph* graph) except -1 nogil:
    """Merge connected regions of one area into layers, breadth first, as long as no layer comes to lie above itself."""
    cdef vector[int32_t] queue, covered_by          # by region: the last layer that lies above or below it
    cdef vector[uint8_t] taken
    cdef int32_t layer, region, neighbor
    cdef size_t i, k
    taken.resize(graph.sizes.size(), False)
    covered_by.resize(graph.sizes.size(), 0)
    for layer in range(1, <int32_t>graph.sizes.size()):
        if taken[layer] or graph.sizes[layer] == 0:
            continue
        queue.clear()
        queue.push_back(layer)
        taken[layer] = True
        join_layer(graph, layer, layer, covered_by)
        i = 0
        while i < queue.size():
            region = queue[i]
            i += 1
            for k in range(graph.connections[region].size()):
                neighbor = graph.connections[region][k]
                if (neighbor != 0 and not taken[neighbor] and graph.areas[neighbor] == graph.areas[layer]
                        and covered_by[neighbor] != layer):
                    taken[neighbor] = True
                    join_layer(graph, neighbor, layer, covered_by)
                    queue.push_back(neighbor)
    return 0


cdef int32_t compress_ids(const FloorGraph* floors, RegionGraph* graph) except -1 nogil:
    """Renumber the remaining regions 1, 2, … and write the numbers to the floors. → number of regions"""
    cdef vector[int32_t] ids
    cdef int32_t floor, region, count = 0
    ids.resize(graph.sizes.size(), 0)
    for region in range(1, <int32_t>ids.size()):
        if graph.sizes[region] > 0:
            count += 1
            ids[region] = count
    for region in range(1, <int32_t>ids.size()):
        ids[region] = ids[root_of(graph.merged_into.data(), region)]
    for floor in range(floors.begin, floors.end):
        floors.regions[floor] = ids[floors.regions[floor]]
    return count
