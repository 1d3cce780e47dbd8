"""
Traces the borders of the regions (Mononen's Recast): outlines with the region to the left, holes the other way round.

Two neighbouring regions, and two neighbouring tiles, must agree on every corner of their common border, or the polygons
made of them do not meet. Therefore everything decided about a corner depends on the floors around it alone and not on
the contour it is met from.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport sort, upper_bound
from libcpp.vector cimport vector
from navpy.bake.compact cimport CompactHeightfield, DIRECTIONS, Floor, NO_NEIGHBOR
from navpy.bake.corners cimport ACROSS_TILE, ACROSS_WALL, Contour, ContourCorner
from navpy.bake.heightfield cimport AREA_NONE

cdef struct RegionField:            # the compact heightfield as tracing borrows it
    const Floor* floors
    const int32_t* regions
    const uint8_t* areas
    int width, depth, border_vx

cdef struct Place:                  # a floor and its column
    int32_t floor
    int x, z


cdef RegionField borrow(CompactHeightfield compact) noexcept nogil:
    cdef RegionField field
    field.floors, field.regions, field.areas = compact.floors.data(), compact.regions.data(), compact.areas.data()
    field.width, field.depth, field.border_vx = compact.width, compact.depth, compact.border_vx
    return field


cdef inline void step(const RegionField* field, Place* place, int direction) noexcept nogil:
    """Go to the neighbor, which there may not be."""
    place.floor = field.floors[place.floor].neighbors[direction]
    place.x += (direction == 2) - (direction == 0)
    place.z += (direction == 1) - (direction == 3)


cdef int32_t tile_label(const RegionField* field, const Place* place) noexcept nogil:
    """For a floor without region: below 0, by tile and area, if the mesh goes on there in a neighboring tile, else 0."""
    cdef int column, row
    if field.areas[place.floor] == AREA_NONE:
        return 0
    column = (place.x >= field.border_vx) + (place.x >= field.width - field.border_vx)
    row = (place.z >= field.border_vx) + (place.z >= field.depth - field.border_vx)
    return 0 if column == 1 and row == 1 else -1 - (((column + 3 * row) << 8) | field.areas[place.floor])


cdef inline int32_t label(const RegionField* field, const Place* place) noexcept nogil:
    """What the floor belongs to: its region, or as `tile_label` says; 0 where there is no floor."""
    cdef int32_t region
    if place.floor == NO_NEIGHBOR:
        return 0
    region = field.regions[place.floor]
    return region if region != 0 or field.border_vx == 0 else tile_label(field, place)


cdef bint three_meet(const RegionField* field, const Place* start, int direction) noexcept nogil:
    """
    Whether what the floors belong to changes more than twice on the way around the corner where the edges `direction` and
    `direction + 1` of the floor meet. Where one cannot walk all around, there is a wall in between.
    """
    cdef Place place = start[0]
    cdef int32_t own = label(field, start), last = own, now
    cdef int turn = direction, changes = 0
    step(field, &place, turn)
    while place.floor != NO_NEIGHBOR and place.floor != start.floor:
        now = label(field, &place)
        changes += now != last
        last = now
        turn = (turn + 1) & 3
        step(field, &place, turn)
    if place.floor == start.floor:
        return changes + (last != own) >= 3
    changes += last != 0
    place, last, turn = start[0], own, (direction + 1) & 3
    step(field, &place, turn)
    while place.floor != NO_NEIGHBOR:
        now = label(field, &place)
        changes += now != last
        last = now
        turn = (turn + 3) & 3
        step(field, &place, turn)
    return changes + (last != 0) >= 3


cdef int32_t corner_height(CompactHeightfield compact, int32_t edge) noexcept nogil:
    """Cell heights of the highest floor that can be walked to around the corner at which the edge 4 × floor + direction ends."""
    cdef const Floor* floors = compact.floors.data()
    cdef int32_t start = edge >> 2, at
    cdef int turn = edge & 3
    cdef int32_t highest = floors[start].y_vx
    at = floors[start].neighbors[turn]
    while at != NO_NEIGHBOR and at != start:
        highest = max(highest, <int32_t>floors[at].y_vx)
        turn = (turn + 1) & 3
        at = floors[at].neighbors[turn]
    if at == start:
        return highest
    turn = ((edge & 3) + 1) & 3
    at = floors[start].neighbors[turn]
    while at != NO_NEIGHBOR:
        highest = max(highest, <int32_t>floors[at].y_vx)
        turn = (turn + 3) & 3
        at = floors[at].neighbors[turn]
    return highest


cdef inline bint is_inside(const Floor* floor, const int32_t* regions, int32_t region) noexcept nogil:
    """Whether all four neighbours are of the floor's region. Most floors are, so this comes first."""
    return (floor.neighbors[0] | floor.neighbors[1] | floor.neighbors[2] | floor.neighbors[3]) >= 0 and (
        regions[floor.neighbors[0]] == region and regions[floor.neighbors[1]] == region
        and regions[floor.neighbors[2]] == region and regions[floor.neighbors[3]] == region)


cdef int32_t mark_borders(CompactHeightfield compact, vector[uint8_t]& borders, vector[int32_t]& rim) except -1 nogil:
    """Bit d of `borders`: the floor's edge d is on a border; `rim`: the floors with any such edge. → how many edges are"""
    cdef const Floor* floors = compact.floors.data()
    cdef const int32_t* regions = compact.regions.data()
    cdef int32_t floor, neighbor, region, count = <int32_t>compact.floors.size()
    cdef int32_t edges = 0
    cdef int direction, mask
    borders.resize(count)
    for floor in range(count):
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


cdef inline bint goes_straight_on(const RegionField* field, const uint8_t* borders, const Place* at, int direction,
                                  int32_t across) noexcept nogil:
    """Whether the border runs straight on past the end of the edge, between the same two sides: nothing else meets there."""
    cdef int ahead = (direction + 1) & 3
    cdef Place beyond = at[0], next_floor = at[0], next_beyond
    if borders[at.floor] & (1 << ahead):
        return False
    step(field, &next_floor, ahead)
    if not borders[next_floor.floor] & (1 << direction):
        return False
    next_beyond = next_floor
    step(field, &next_beyond, direction)
    if label(field, &next_beyond) != across:
        return False
    step(field, &beyond, direction)
    return across == 0 or field.floors[beyond.floor].neighbors[ahead] == next_beyond.floor


cdef int append_corner(const RegionField* field, const uint8_t* borders, const Place* at, int direction,
                       RawContours* raw) except -1 nogil:
    cdef ContourCorner corner
    cdef Place beyond = at[0]
    cdef int32_t across
    step(field, &beyond, direction)
    across = label(field, &beyond)
    corner.x_vx = at.x + (direction == 1 or direction == 2)
    corner.z_vx = at.z + (direction == 0 or direction == 1)
    corner.y_vx = 0
    corner.across = across if across >= ACROSS_WALL else ACROSS_TILE
    corner.kept = not goes_straight_on(field, borders, at, direction, across) and three_meet(field, at, direction)
    raw.corners.push_back(corner)
    raw.edges.push_back(4 * at.floor + direction)
    return 0


cdef int trace_contour(const RegionField* field, uint8_t* borders, Place at, int direction, RawContours* raw) except -1 nogil:
    """Follow one border once around, marking what is done in the upper half of `borders`."""
    cdef Contour contour
    cdef int32_t start = at.floor
    cdef int64_t cells = 0
    cdef int start_direction = direction
    contour.region, contour.area = field.regions[start], field.areas[start]
    contour.first = <int32_t>raw.corners.size()
    while True:
        if borders[at.floor] & (1 << direction):
            append_corner(field, borders, &at, direction, raw)
            borders[at.floor] |= <uint8_t>(16 << direction)
            cells += at.x + 1 if direction == 2 else -at.x if direction == 0 else 0
            direction = (direction + 1) & 3
        else:
            step(field, &at, direction)
            direction = (direction + 3) & 3
        if at.floor == start and direction == start_direction:
            break
    contour.count = <int32_t>raw.corners.size() - contour.first
    contour.is_hole = cells <= 0
    raw.contours.push_back(contour)
    return 0


cdef bint is_filed_before(const Contour& a, const Contour& b) noexcept nogil:
    if a.region != b.region:
        return a.region < b.region
    return a.is_hole < b.is_hole or (a.is_hole == b.is_hole and a.first < b.first)


cdef int trace_contours(CompactHeightfield compact, RawContours* raw) except -1 nogil:
    cdef RegionField field = borrow(compact)
    cdef vector[uint8_t] borders
    cdef vector[int32_t] rim
    cdef Place at
    cdef size_t i
    cdef int32_t column, edges
    cdef int direction
    raw.corners.clear()
    raw.edges.clear()
    raw.contours.clear()
    edges = mark_borders(compact, borders, rim)
    raw.corners.reserve(edges)
    raw.edges.reserve(edges)
    for i in range(rim.size()):
        for direction in range(DIRECTIONS):
            if borders[rim[i]] & (17 << direction) == 1 << direction:
                column = <int32_t>(upper_bound(compact.first.begin(), compact.first.end(), rim[i]) - compact.first.begin()) - 1
                at.floor, at.x, at.z = rim[i], column % compact.width, column // compact.width
                trace_contour(&field, borders.data(), at, direction, raw)
    sort(raw.contours.begin(), raw.contours.end(), is_filed_before)
    return 0
