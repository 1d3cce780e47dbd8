"""Traces the borders of the regions (Recast, walkContour): the region lies to the left, around outlines and around holes.

Two neighboring regions, and two neighboring tiles, must agree on every corner of their common border, or their polygons do not meet.
So what is decided about a corner depends on the floors around it alone, not on the contour that is traced.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport sort, upper_bound
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield, DIRECTIONS, Floor, NO_NEIGHBOR
from navpy.baking.contours.corners cimport ACROSS_TILE, ACROSS_WALL, Contour, ContourCorner
from navpy.base.area cimport AREA_NONE

cdef struct RegionField:            # of a compact heightfield, borrowed
    const Floor* floors
    const int32_t* regions
    const uint8_t* areas
    int width, depth, border_vx

cdef struct Walker:                 # stands on a floor and faces one of its edges
    int32_t floor
    int x, z                        # its column
    int direction


cdef RegionField borrow(CompactHeightfield compact) noexcept nogil:
    cdef RegionField field
    field.floors, field.regions, field.areas = compact.floors.data(), compact.regions.data(), compact.areas.data()
    field.width, field.depth, field.border_vx = compact.width, compact.depth, compact.border_vx
    return field


cdef inline int32_t ahead_of(const RegionField* field, const Walker* walker) noexcept nogil:
    return field.floors[walker.floor].neighbors[walker.direction]


cdef inline void step(const RegionField* field, Walker* walker) noexcept nogil:
    """Step over the edge to the neighbor, which must exist."""
    walker.floor = ahead_of(field, walker)
    walker.x += (walker.direction == 2) - (walker.direction == 0)
    walker.z += (walker.direction == 1) - (walker.direction == 3)


cdef int32_t tile_label(const RegionField* field, const Walker* at) noexcept nogil:
    """Label of a floor without region: below 0, by tile and area, where the mesh goes on in a neighboring tile, else 0."""
    cdef int column, row
    if field.areas[at.floor] == AREA_NONE:
        return 0
    column = (at.x >= field.border_vx) + (at.x >= field.width - field.border_vx)
    row = (at.z >= field.border_vx) + (at.z >= field.depth - field.border_vx)
    return 0 if column == 1 and row == 1 else -1 - (((column + 3 * row) << 8) | field.areas[at.floor])


cdef inline int32_t label(const RegionField* field, const Walker* at) noexcept nogil:
    """Label of the floor: its region, or its tile_label."""
    cdef int32_t region = field.regions[at.floor]
    return region if region != 0 or field.border_vx == 0 else tile_label(field, at)


cdef inline int32_t label_across(const RegionField* field, const Walker* at) noexcept nogil:
    """Label of the floor beyond the edge, 0 where there is none."""
    cdef Walker beyond = at[0]
    if ahead_of(field, at) == NO_NEIGHBOR:
        return 0
    step(field, &beyond)
    return label(field, &beyond)


cdef bint three_meet(const RegionField* field, const Walker* start) noexcept nogil:
    """Whether the labels change at least three times around the corner at which the edge ends.

    Where the floors around it are not all connected, there is a wall in between: then they are walked from both sides.
    """
    cdef Walker walker = start[0]
    cdef int32_t own = field.regions[start.floor], last = own, now
    cdef int changes = 0
    while ahead_of(field, &walker) != NO_NEIGHBOR:
        step(field, &walker)
        if walker.floor == start.floor:
            return changes + (last != own) >= 3
        now = label(field, &walker)
        changes += now != last
        last = now
        walker.direction = (walker.direction + 1) & 3
    changes += last != 0
    walker, last = start[0], own
    walker.direction = (start.direction + 1) & 3
    while ahead_of(field, &walker) != NO_NEIGHBOR:
        step(field, &walker)
        now = label(field, &walker)
        changes += now != last
        last = now
        walker.direction = (walker.direction + 3) & 3
    return changes + (last != 0) >= 3


cdef inline void widen(ContourCorner* corner, const Floor* floor) noexcept nogil:
    corner.y_vx, corner.low_vx = max(corner.y_vx, <int32_t>floor.y_vx), min(corner.low_vx, <int32_t>floor.y_vx)


cdef void set_heights(CompactHeightfield compact, int32_t edge, ContourCorner* corner) noexcept nogil:
    """Set the heights of the corner at which the edge 4 × floor + direction ends, from the connected floors around it."""
    cdef const Floor* floors = compact.floors.data()
    cdef int32_t start = edge >> 2, at
    cdef int turn = edge & 3
    corner.y_vx = corner.low_vx = floors[start].y_vx
    at = floors[start].neighbors[turn]
    while at != NO_NEIGHBOR and at != start:
        widen(corner, &floors[at])
        turn = (turn + 1) & 3
        at = floors[at].neighbors[turn]
    if at == start:
        return
    turn = ((edge & 3) + 1) & 3
    at = floors[start].neighbors[turn]
    while at != NO_NEIGHBOR:
        widen(corner, &floors[at])
        turn = (turn + 3) & 3
        at = floors[at].neighbors[turn]


cdef inline bint is_inside(const Floor* floor, const int32_t* regions, int32_t region) noexcept nogil:
    """Whether all four neighbors are in the floor's region, which is true of most floors."""
    return (floor.neighbors[0] | floor.neighbors[1] | floor.neighbors[2] | floor.neighbors[3]) >= 0 and (
        regions[floor.neighbors[0]] == region and regions[floor.neighbors[1]] == region
        and regions[floor.neighbors[2]] == region and regions[floor.neighbors[3]] == region)


cdef int32_t mark_borders(CompactHeightfield compact, vector[uint8_t]& borders, vector[int32_t]& rim) except -1 nogil:
    """Set bit d of `borders` where the floor's edge d is on a border; collect the floors with such an edge in `rim`.
    → number of such edges"""
    cdef const Floor* floors = compact.floors.data()
    cdef const int32_t* regions = compact.regions.data()
    cdef int32_t floor, neighbor, region, edges = 0
    cdef int z, row, direction, mask, border = compact.border_vx
    borders.resize(compact.floors.size())
    for z in range(border, compact.depth - border):
        row = z * compact.width
        for floor in range(compact.first[row + border], compact.first[row + compact.width - border]):
            region = regions[floor]
            if region == 0 or is_inside(&floors[floor], regions, region):
                continue
            mask = 0
            for direction in range(DIRECTIONS):
                neighbor = floors[floor].neighbors[direction]
                if neighbor == NO_NEIGHBOR or regions[neighbor] != region:
                    mask |= 1 << direction
                    edges += 1
            borders[floor] = <uint8_t>mask
            rim.push_back(floor)
    return edges


cdef inline bint goes_on_alike(const RegionField* field, const Walker* edge, int32_t across, const Walker* next_edge,
                               int32_t next_across) noexcept nogil:
    """Whether no third label can meet where two successive edges do: a wall goes on, or both labels go straight on."""
    cdef int32_t beyond = ahead_of(field, edge), next_beyond = ahead_of(field, next_edge)
    if beyond == NO_NEIGHBOR and next_beyond == NO_NEIGHBOR:
        return True
    return across == next_across and edge.direction == next_edge.direction and (
        across == 0 or field.floors[beyond].neighbors[(edge.direction + 1) & 3] == next_beyond)


cdef void go_to_next_edge(const RegionField* field, const uint8_t* borders, Walker* walker) noexcept nogil:
    """Turn, and step, to the next edge of the border."""
    walker.direction = (walker.direction + 1) & 3
    while not borders[walker.floor] & (1 << walker.direction):
        step(field, walker)
        walker.direction = (walker.direction + 3) & 3


cdef int trace_contour(const RegionField* field, uint8_t* borders, Walker start, RawContours* raw) except -1 nogil:
    """Follow one border once around. The upper four bits of `borders` mark the edges that are done."""
    cdef Contour contour
    cdef ContourCorner corner
    cdef Walker edge = start, next_edge = start
    cdef int32_t across = label_across(field, &start), next_across
    cdef int64_t cells = 0
    corner.y_vx = corner.low_vx = 0
    contour.region, contour.area = field.regions[start.floor], field.areas[start.floor]
    contour.first = <int32_t>raw.corners.size()
    while True:
        go_to_next_edge(field, borders, &next_edge)
        next_across = label_across(field, &next_edge)
        corner.x_vx = edge.x + (edge.direction == 1 or edge.direction == 2)
        corner.z_vx = edge.z + (edge.direction == 0 or edge.direction == 1)
        corner.across = across if across >= ACROSS_WALL else ACROSS_TILE
        corner.kept = not goes_on_alike(field, &edge, across, &next_edge, next_across) and three_meet(field, &edge)
        raw.corners.push_back(corner)
        raw.edges.push_back(4 * edge.floor + edge.direction)
        borders[edge.floor] |= <uint8_t>(16 << edge.direction)
        cells += edge.x + 1 if edge.direction == 2 else -edge.x if edge.direction == 0 else 0
        edge, across = next_edge, next_across
        if edge.floor == start.floor and edge.direction == start.direction:
            break
    contour.count = <int32_t>raw.corners.size() - contour.first
    contour.is_hole = cells <= 0
    raw.region_cells[contour.region] += <int32_t>cells
    raw.contours.push_back(contour)
    return 0


cdef bint contour_first(const Contour& a, const Contour& b) noexcept nogil:
    if a.region != b.region:
        return a.region < b.region
    return a.is_hole < b.is_hole or (a.is_hole == b.is_hole and a.first < b.first)


cdef int trace_contours(CompactHeightfield compact, RawContours* raw) except -1 nogil:
    cdef RegionField field = borrow(compact)
    cdef vector[uint8_t] borders
    cdef vector[int32_t] rim
    cdef Walker start
    cdef size_t i
    cdef int32_t column, edges
    cdef int direction
    raw.corners.clear()
    raw.edges.clear()
    raw.contours.clear()
    raw.region_cells.clear()
    raw.region_cells.resize(compact.region_count + 1)
    edges = mark_borders(compact, borders, rim)
    raw.corners.reserve(edges)
    raw.edges.reserve(edges)
    for i in range(rim.size()):
        if borders[rim[i]] & 15 == borders[rim[i]] >> 4:
            continue
        for direction in range(DIRECTIONS):
            if borders[rim[i]] & (17 << direction) == 1 << direction:
                column = <int32_t>(upper_bound(compact.first.begin(), compact.first.end(), rim[i]) - compact.first.begin()) - 1
                start.floor, start.direction = rim[i], direction
                start.x, start.z = column % compact.width, column // compact.width
                trace_contour(&field, borders.data(), start, raw)
    sort(raw.contours.begin(), raw.contours.end(), contour_first)
    return 0
